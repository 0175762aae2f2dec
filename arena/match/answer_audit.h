// SPDX-License-Identifier: MIT
/* arena/match/answer_audit.h - some decisions of a run are asked again, each in a process that has
 * seen nothing else and with the cards dealt anew that the bot does not see.
 *
 * A bot that claims to be deterministic must give the same answer as in the run, since all that it
 * may know is the same. Another one is evidence of memory, of a channel by which it learns of other
 * cards, or of luck with addresses. It is counted and named; it changes no score.
 *
 * Which decisions, and of which bots, is in audit_plan.h, audit_sample.h and audit_choice.h. */
#ifndef ARENA_MATCH_ANSWER_AUDIT_H
#define ARENA_MATCH_ANSWER_AUDIT_H

#include "arena/config/config.h"
#include "arena/match/audit_cases.h"
#include "arena/result/audit_line.h"

/* ---- what came of it ---- */

enum { AUDIT_DIFFERENCES_KEPT = 5 }; /* of a bot */

struct audit_findings {
    bool examined[BOTS_MAX]; /* whether it is audited at all */
    struct audit_counts of[BOTS_MAX];
    struct audit_line *first[BOTS_MAX]; /* those answered otherwise, first[bot][0] first; NULL */
    int kept[BOTS_MAX];
    struct pool pool; /* of their texts */
};

/* Which bots of a run are audited, none if the plan is NULL; nothing was found yet. The caller ends
 * them with audit_findings_free(). */
void audit_findings_of(struct audit_findings *findings, const struct audit_plan *plan);
/* Adds the lines of audit.jsonl in a folder, those of games before `end`. False with errors that
 * name file and line. */
bool audit_findings_read(struct audit_findings *findings, const char *folder, uint64_t end,
                         const char *const names[], int bots, struct errors *errors);
void audit_findings_free(struct audit_findings *findings);

/* Prints a warning for each bot that answered otherwise, with its first differences. */
void audit_findings_warn(const struct audit_findings *findings, const char *const names[],
                         int bots);

/* ---- the games of a run ---- */

/* The sample of a run. NULL if no bot is audited. The config must outlive it. */
struct answer_audit *answer_audit_new(const struct config *config);
/* NULL is allowed. */
void answer_audit_free(struct answer_audit *audit);

/* What it is made by; NULL for NULL. */
const struct audit_plan *answer_audit_plan(const struct answer_audit *audit);
/* Its games, to be told of each in the order of the schedule; NULL for NULL. */
struct audit_cases *answer_audit_cases(struct answer_audit *audit);

/* Asks all of the sample that was played and writes audit.jsonl into the folder: a line for each
 * decision, in the order of games, nothing if there is none. Runs as many at a time as the config
 * has workers. Returns an exit code: EXIT_OK; EXIT_INTERNAL with an error, when the file cannot be
 * written; EXIT_INTERRUPTED after a signal, or when there are no processes or no memory, which it
 * says. Then nothing is written, and the audit begins anew when the run is continued. */
int answer_audit_ask(struct answer_audit *audit, const char *folder, struct errors *errors);

#endif
