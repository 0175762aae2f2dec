// SPDX-License-Identifier: MIT
/* arena/solve/analysis_journal.h - the analyses of an unfinished `analyze`: an entry for each deal
 * with all its seatings. */
#ifndef ARENA_SOLVE_ANALYSIS_JOURNAL_H
#define ARENA_SOLVE_ANALYSIS_JOURNAL_H

#include "arena/solve/analysis_workers.h"

/* Its name in the folder of the results. */
#define ANALYSIS_JOURNAL_FILE "analysis.part"

struct analysis_journal;

/* Opens the journal at `path` of the analysis of a log. With `resume`, calls `take` for each game
 * of the deals that are in it, and sets plan->done_deals and plan->done_games. NULL with an error,
 * as journal_open(), or an entry is none. One of the last two functions must follow. */
struct analysis_journal *analysis_journal_open(const char *path, struct analysis_plan *plan,
                                               const struct log_reader *log, bool resume,
                                               void (*take)(void *context,
                                                            const struct game_analysis *analysis),
                                               void *context, struct errors *errors);

/* Adds the next game; a deal is kept with the first game of the next one. */
void analysis_journal_add(struct analysis_journal *journal, const struct game_analysis *analysis);

/* The number of games that are kept. */
uint64_t analysis_journal_games(const struct analysis_journal *journal);

/* Keeps it for later, or removes it. False with an error. */
bool analysis_journal_keep(struct analysis_journal *journal, struct errors *errors);
bool analysis_journal_remove(struct analysis_journal *journal, struct errors *errors);

#endif
