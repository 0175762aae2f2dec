// SPDX-License-Identifier: MIT
/* arena/config/command_config.h - configs that are made from a command line: two bots as a config,
 * and errors that name words of the command line instead of places in a config that nobody wrote.
 */
#ifndef ARENA_CONFIG_COMMAND_CONFIG_H
#define ARENA_CONFIG_COMMAND_CONFIG_H

#include "arena/base/errors.h"
#include "arena/config/config.h"

/* ---- two bots ---- */

#define TWO_BOT_SCORINGS "classic|seeger_fabian|minus|opponents" /* for an option */

struct two_bots {
    /* "stammtisch", "./mine.so", "stammtisch:caution=45,grand=60" */
    const char *bots[2];
    const char *names[2];      /* in the log; NULL: derived from the specs above */
    const char *rules;         /* a rule set */
    const char *seatings;      /* "rotations" or "all" */
    const char *const *others; /* bots beside which both sit, too (schedule "against") */
    int other_count;
    const char *scoring; /* one of TWO_BOT_SCORINGS, instead of that of the rules; NULL: theirs */
    int64_t deals;       /* 1.. */
    bool tested;
    struct test_plan test; /* numbers of units 0: the defaults */
    const char *allow_for; /* hand, none; NULL: the default */
};

enum { TWO_BOT_SESSION = 36 }; /* deals: all seats deal equally often at tables of 2, 3 and 4 */

/* Makes the config like config_load(); difference and test are first - second. The caller frees the
 * config even on false. Sessions have 36 deals, the last one what remains; where they are played as
 * a whole, their number is rounded up. */
bool two_bot_config(struct config *config, const struct two_bots *two, const char *name,
                    const struct config_overrides *overrides, struct errors *errors);

/* ---- errors by the words of the command line ---- */

/* A bot of that config, and the word that it was made from. */
struct command_bot {
    const char *name, *word;
};

/* Moves all lines of `from` behind those of `errors`; `from` is then empty. What begins with a
 * place of that config begins with a word or option of the command line instead:
 * "command line: $.bots.new.module: no bot module ..." becomes "stamtisch: no bot module ...". */
void command_places_move(struct errors *errors, struct errors *from, const struct command_bot *bots,
                         int count);

#endif
