// SPDX-License-Identifier: MIT
/* arena/config/two_bot_config.h - two bots named on the command line, as a config. */
#ifndef ARENA_CONFIG_TWO_BOT_CONFIG_H
#define ARENA_CONFIG_TWO_BOT_CONFIG_H

#include "arena/config/config.h"

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

#endif
