// SPDX-License-Identifier: MIT
/* arena/tune/option_duel.h - a bot against itself with other options, on common deals. */
#ifndef ARENA_TUNE_OPTION_DUEL_H
#define ARENA_TUNE_OPTION_DUEL_H

#include "arena/campaign/campaign.h"
#include "arena/result/campaign_result.h"
#include "arena/stats/moments.h"
#include "arena/tune/option_ranges.h"

/* Two copies of a bot of a config, and its other bots beside them. */
struct option_duel {
    struct config config;
    const struct option_ranges *ranges;
    struct skat_random_key key; /* of the config's seed */
    struct campaign *campaign;  /* whose cache has the duels that were played */
};

/* The result of some deals: the first less the second, in points a deal of the rules' scoring. */
struct option_duel_result {
    struct estimate difference;
    struct judged judged; /* of one comparison, not adjusted for others */
    int64_t units;        /* deals, or sessions if they are played as a whole */
    bool equal;           /* no unit differed */
};

/* Makes the duel from a valid config: its rules, limits and seed. Where the config has other bots
 * that take part, both copies also sit beside each of them (schedule "against"). False with errors.
 * The ranges and the campaign outlive the duel; option_duel_close() in any case. */
bool option_duel_open(struct option_duel *duel, const struct config *from, int bot,
                      const struct option_ranges *ranges, struct campaign *campaign,
                      struct errors *errors);
void option_duel_close(struct option_duel *duel);

/* Other rules for the games that follow; prepared. */
void option_duel_rules(struct option_duel *duel, const struct skat_rules *rules);

/* Whether a duel of that bot can be opened and play so many deals, before anything is written:
 * where sessions are played as a whole, they are of 36 deals. False with errors. */
bool option_duel_possible(const struct config *from, int bot, const struct option_ranges *ranges,
                          const int64_t *deals, int count, struct errors *errors);

/* Plays `deals` deals with these values on both sides. `number` chooses the deals: the same number
 * of the same seed gives the same ones, other numbers have nothing in common. Returns an exit code;
 * EXIT_OK, EXIT_INTERRUPTED, or EXIT_INTERNAL or EXIT_BAD_FILE with errors. A fault of either copy
 * is an error, since it would be taken for weakness. */
int option_duel_play(struct option_duel *duel, const int64_t first[SURFACE_MAX],
                     const int64_t second[SURFACE_MAX], uint64_t number, int64_t deals,
                     struct option_duel_result *result, struct errors *errors);

/* What a result says of the first, as it is judged. */
enum option_verdict { OPTIONS_EQUAL, OPTIONS_NOT_SHOWN, OPTIONS_BETTER, OPTIONS_WORSE };
enum option_verdict option_duel_verdict(const struct option_duel_result *result);

/* What a file says of a result on so many deals. Where no unit was played, it is not judged. */
struct checked_difference
option_duel_checked(int64_t deals, const struct option_duel_result *result, struct pool *pool);

/* What tune.json and grid.json begin with. */
struct search_head option_duel_head(const struct config *config, int bot, struct pool *pool);

#endif
