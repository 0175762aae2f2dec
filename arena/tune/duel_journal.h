// SPDX-License-Identifier: MIT
/* arena/tune/duel_journal.h - the results of duels of options that an interrupted search or grid
 * has played. Each is found by what was played: the whole manifest. */
#ifndef ARENA_TUNE_DUEL_JOURNAL_H
#define ARENA_TUNE_DUEL_JOURNAL_H

#include "arena/config/config.h"
#include "arena/tune/option_duel_result.h"

struct duel_journal;

/* As journal_open() (arena/base/journal.h); NULL with an error, too, if an entry is no duel. */
struct duel_journal *duel_journal_open(const char *path, bool resume, struct errors *errors);

/* Sets *result to what is kept of this config. False if it was not played. */
bool duel_journal_find(const struct duel_journal *journal, const struct config *config,
                       struct option_duel_result *result);

/* Keeps the result of a config. */
void duel_journal_add(struct duel_journal *journal, const struct config *config,
                      const struct option_duel_result *result);

/* Leaves it for later, or removes it if all is `finished`. False with an error. */
bool duel_journal_close(struct duel_journal *journal, bool finished, struct errors *errors);

#endif
