/* arena/config/two_bot_config.h - two bots named on the command line, as a config. */
#ifndef ARENA_CONFIG_TWO_BOT_CONFIG_H
#define ARENA_CONFIG_TWO_BOT_CONFIG_H

#include "arena/config/config.h"

struct two_bots {
    /* "stammtisch", "./mine.so", "stammtisch:caution=45,grand=60" */
    const char *bots[2];
    const char *names[2];   /* in the log; NULL: made from the words above */
    const char *rules;      /* a rule set */
    const char *seatings;   /* "rotations" or "all" */
    int64_t deals;          /* 1.. */
    bool tested;
    struct test_plan test;  /* numbers of units 0: the defaults */
};

/* Deals of a session: 36 where these divide the number of deals, else the divisor nearest to that
 * from 18 to 54, else all. */
int64_t two_bot_session_deals(int64_t deals);

/* Makes the config, as config_load() would: difference and test are about first - second. On false
 * the config is still to be freed. */
bool two_bot_config(struct config *config, const struct two_bots *two, const char *name,
                 const struct config_overrides *overrides, struct errors *errors);

#endif
