// SPDX-License-Identifier: MIT
/* arena/match/audit_question.h - one decision of a finished game, asked again: in a process that
 * has seen nothing else, with other cards in the hands that the bot does not see. */
#ifndef ARENA_MATCH_AUDIT_QUESTION_H
#define ARENA_MATCH_AUDIT_QUESTION_H

#include "arena/config/config.h"
#include "arena/match/audit_choice.h"
#include "arena/sandbox/cgroup.h"

enum { AUDIT_FAILURE_SIZE = 200 };

/* What came of it; plain data, which a process can leave in shared memory. */
struct audit_answer {
    bool over;                        /* the rest is filled in */
    bool is_short;                    /* or the machine was short of something for it */
    bool asked;                       /* false: it decided nothing in this game */
    bool redealt, answered;           /* with other hidden cards; with an answer */
    uint8_t position;                 /* whose hand it was about */
    uint16_t move;                    /* that answered it, or would have: from 1 */
    char answers[2][SKAT_TOKEN_SIZE]; /* in the game; again, if there was one */
    char failure[AUDIT_FAILURE_SIZE]; /* why there was none */
};

/* The control groups of the processes and programs of one question; made by the calling process
 * before it gives up the right to write files. Zero: none. */
struct audit_groups {
    struct cgroup_set processes, programs;
};
/* `name` as in cgroup_set_open(). */
void audit_groups_open(struct audit_groups *groups, const struct config *config,
                       const struct cgroup_tree *tree, const char *name);

/* Asks the decision that audit_choice_make() chooses: a new instance, in a process of its own, is
 * asked everything that the bot was asked in this game up to there. It is told all that the bot was
 * told. Where an earlier answer differs it stops, and that decision is the one. Runs the bot as the
 * run did: its limits, in the sandbox if it is isolated. `plan` is that of the config. What a
 * worker may not do, the calling process may not either, and what it starts inherits that
 * (no_writing.h). False if the machine is short of processes, memory or descriptors, though it was
 * tried for some seconds: then nothing is known. */
bool audit_question_ask(const struct config *config, const struct audit_plan *plan,
                        struct audit_groups *groups, const struct audit_case *asked,
                        struct audit_answer *answer);

/* How many cases audit_question_ask_copies() takes at most. */
enum { AUDIT_TOGETHER_MOST = 64 };

/* Whether a bot's answers may come from copies of a process: it starts a program of its own, which
 * could keep what it knows in files all the same. Others are always asked in new processes. */
bool audit_question_has_copies(const struct bot *bot);

/* The same as audit_question_ask() for `count` cases of such a bot, 1 .. AUDIT_TOGETHER_MOST: one
 * process starts the program, which has seen nothing, and asks a copy of it for each
 * ("skat.forks/1"). A copy that fails ends it. Fills in the answers that it got; the others are not
 * `over`, and no failure is charged: they are to be asked again, the first of them by
 * audit_question_ask(). False: the bot has no copies, and at most the first was asked. */
bool audit_question_ask_copies(const struct config *config, const struct audit_plan *plan,
                               struct audit_groups *groups, const struct audit_case *const asked[],
                               struct audit_answer *const answers[], int count);

#endif
