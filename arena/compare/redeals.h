// SPDX-License-Identifier: MIT
/* arena/compare/redeals.h - the re-deals of a run: redeals.jsonl, written and read
 * (docs/formats.md, arena/result/redeal_line.h), and what they change.
 *
 * The lines are in the order of deals. Who adds up the differences of a log takes what a
 * deal changes from here; `verify` computes it again from the moves (redeals_check.h). */
#ifndef ARENA_COMPARE_REDEALS_H
#define ARENA_COMPARE_REDEALS_H

#include <stdio.h>

#include "arena/base/errors.h"
#include "arena/compare/redeal_case.h"
#include "arena/config/comparison_plan.h"
#include "arena/result/redeal_line.h"

#define REDEALS_FILE "redeals.jsonl"

/* How two bots bid differently. */
enum redeal_class {
    REDEAL_ONLY_A_BIDS, /* or holds; the other one passes */
    REDEAL_ONLY_B_BIDS,
    REDEAL_OTHER_BIDS, /* both bid, another value */
    REDEAL_ONLY_A_HAND,
    REDEAL_ONLY_B_HAND,
    REDEAL_OTHER_GAMES,
    REDEAL_OTHER_DISCARDS, /* the same game, or the same with another announcement */
    REDEAL_CLASSES
};
/* "only_a_bids": keys of results. */
extern const char *const redeal_class_names[REDEAL_CLASSES];
/* How the two answer a case differently. `a`: the name of the first of the two. */
enum redeal_class redeal_class_of(const struct redealt_seat *seat, const char *a);

/* What re-deals do to a difference, and how many there were. */
struct redeal_change {
    int64_t score[STATS_SCORINGS]; /* in REDEAL_WEIGHT-ths of points */
    int64_t cases, tries, played, answers, failed;
    struct redeal_worth {
        int64_t cases;
        int64_t score[STATS_SCORINGS]; /* what they make of the difference, in the same unit */
    } worth[REDEAL_CLASSES];
};

void redeal_change_add(struct redeal_change *sum, const struct redeal_change *more);

/* ---- writing ---- */

/* A case that was played. */
struct redealt_case {
    struct redeal_case of;
    struct game_id id;                            /* of the game at its table */
    const struct redeal_game *game, *counterpart; /* as dealt */
    uint32_t tries;
    int64_t answers;               /* in the tries, and in games that were played for it */
    int count;                     /* re-deals, 0 .. REDEALS_MOST */
    uint32_t number[REDEALS_MOST]; /* the try that each one is */
    struct redeal_game *ways[REDEALS_MOST][2]; /* with the bot, and the counterpart */
    bool failed;
};

/* Begins the line of a deal, counted over all sessions. Its texts come from the pool. */
void redeal_line_begin(struct redeal_line *line, const struct schedule *schedule, uint64_t deal,
                       struct pool *pool);
/* Adds a case; there are at most as many as tables of the deal. */
void redeal_line_add(struct redeal_line *line, const struct redealt_case *redealt,
                     const struct schedule *schedule, const struct comparison_plan *compared,
                     const char *const names[], struct pool *pool);

/* Room for a line with so many cases. */
enum { REDEAL_CASE_SIZE = 24 * 1024 };
#define REDEAL_LINE_SIZE(cases) ((size_t)(cases)*REDEAL_CASE_SIZE + 256)

/* Writes the line with its newline; returns its length. */
size_t redeal_line_write(const struct redeal_line *line, char *text, size_t size);
/* What it changes. `a`: the name of the first of the two. */
void redeal_line_change(const struct redeal_line *line, const char *a,
                        struct redeal_change *change);

/* ---- reading ---- */

/* The lines of a folder, deal by deal. */
struct redeals_reader {
    char path[1200];
    FILE *file; /* NULL: there are none */
    char *text; /* of the next line, and its room */
    size_t room;
    struct redeal_line next; /* valid if `more` */
    struct pool pool;        /* of the next line */
    bool more;
    uint64_t next_deal; /* counted over all sessions */
    uint64_t number;    /* of the line, from 1 */
    int64_t begin;      /* of the next line, in bytes */
    uint64_t deals;     /* of a session */
    const char *a;      /* name of the first of the two; NULL: the plan has no re-deals */
};

/* Opens the file of a folder, if the plan has re-deals. `names`: of all bots. There need not be
 * one: it is made with the first case. False with an error if it cannot be read. */
bool redeals_reader_open(struct redeals_reader *reader, const char *folder,
                         const struct comparison_plan *compared, const struct schedule *schedule,
                         const char *const names[], struct errors *errors);
void redeals_reader_close(struct redeals_reader *reader);

/* Whether a line is missing: the tables of this deal (all of its games) were played differently,
 * and what comes next in the file is of a later deal, or nothing. Lines before it are skipped. */
bool redeals_reader_lacks(struct redeals_reader *reader, const struct comparison_plan *compared,
                          const struct schedule *schedule, const struct game_stats *games,
                          struct errors *errors);

/* Sums up the line of deal `deal`, counted over all sessions; deals come in ascending order, and
 * the lines of deals that are left out are skipped. False with errors for a line that is wrong. */
bool redeals_reader_take(struct redeals_reader *reader, uint64_t deal, struct redeal_change *change,
                         struct errors *errors);

/* For run_stats_take_redeals(): a reader with the errors that it adds to. */
struct redeals_source {
    struct redeals_reader reader;
    struct redeals_reader scout; /* goes before it: redeals_reader_lacks() */
    struct errors *errors;
    int sign;       /* -1: of b - a */
    uint64_t first; /* number of its first deal in a pool of runs, else 0 */
};
bool redeals_source_open(struct redeals_source *source, const char *folder,
                         const struct comparison_plan *compared, const struct schedule *schedule,
                         const char *const names[], struct errors *errors);
void redeals_source_close(struct redeals_source *source);
/* Goes on where reading has come to the end of the file, or to none: a run that is being played has
 * written more. False with errors. */
bool redeals_source_refresh(struct redeals_source *source, struct errors *errors);
bool redeals_source_change(void *source, uint64_t deal, struct redeal_change *change);

/* The same, but hands each case to `each` first. */
bool redeals_reader_each(struct redeals_reader *reader, uint64_t deal,
                         void (*each)(void *context, const struct redealt_seat *seat,
                                      const char *where),
                         void *context, struct redeal_change *change, struct errors *errors);

#endif
