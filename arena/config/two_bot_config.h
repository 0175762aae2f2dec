/* arena/config/two_bot_config.h - two bots named on the command line, as a config. */
#ifndef ARENA_CONFIG_TWO_BOT_CONFIG_H
#define ARENA_CONFIG_TWO_BOT_CONFIG_H

#include "arena/config/config.h"

struct two_bots {
    /* "stammtisch", "./mine.so", "stammtisch:caution=45,grand=60" */
    const char *bots[2];
    const char *names[2]; /* in the log; NULL: derived from the specs above */
    const char *rules;    /* a rule set */
    const char *seatings; /* "rotations" or "all" */
    int64_t deals;        /* 1.. */
    bool tested;
    struct test_plan test; /* numbers of units 0: the defaults */
};

/* Deals per session: 36 if that divides the number of deals, else the divisor from 18 to 54 nearest
 * to 36, else all deals. */
int64_t two_bot_session_deals(int64_t deals);

/* Makes the config like config_load(); difference and test are first - second. The caller frees the
 * config even on false. */
bool two_bot_config(struct config *config, const struct two_bots *two, const char *name,
                    const struct config_overrides *overrides, struct errors *errors);

#endif
