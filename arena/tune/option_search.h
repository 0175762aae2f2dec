// SPDX-License-Identifier: MIT
/* arena/tune/option_search.h - searches options of a bot that win more: rounds of option_duel.h,
 * led by a response surface. */
#ifndef ARENA_TUNE_OPTION_SEARCH_H
#define ARENA_TUNE_OPTION_SEARCH_H

#include "arena/tune/option_duel.h"

struct search_plan {
    int bot; /* of the config */
    struct option_ranges ranges;
    int rounds;
    int64_t deals;       /* of a round */
    int64_t check_deals; /* of the winner against the start, afterwards; on deals of their own */
};

/* A round as it was played, and where it led. */
struct search_round {
    int64_t plus[SURFACE_MAX], minus[SURFACE_MAX];
    struct option_duel_result result;
    int64_t centre[SURFACE_MAX];
};

/* Hears of each round. */
struct search_log {
    void *context;
    /* False with errors ends the search. */
    bool (*played)(void *context, int number, const struct search_round *round,
                   struct errors *errors);
};

/* Reads `object`, {"bot", "options", "rounds", "deals", "check_deals"}, which `config` has under
 * this key. False with errors. */
bool search_plan_read(struct search_plan *plan, const struct json_value *object,
                      const struct config *config);

/* Searches from the ranges' starts; `winner` gets the values. At the end each option is played
 * against its start, the others as found, and goes back to it unless that loses: where the search
 * went with an option that hardly matters, or not under these rules, is chance. `log` may be NULL.
 * Returns an exit code, as option_duel_play(). */
int option_search(struct option_duel *duel, const struct search_plan *plan,
                  const struct search_log *log, int64_t winner[SURFACE_MAX], struct errors *errors);

/* Plays the winner against the start, on deals that no round used. */
int option_search_check(struct option_duel *duel, const struct search_plan *plan,
                        const int64_t winner[SURFACE_MAX], struct option_duel_result *result,
                        struct errors *errors);

#endif
