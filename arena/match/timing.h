// SPDX-License-Identifier: MIT
/* arena/match/timing.h - timing.json: how long a run or a search took; and how many answers a
 * comparison took. */
#ifndef ARENA_MATCH_TIMING_H
#define ARENA_MATCH_TIMING_H

#include "arena/config/config.h"
#include "arena/match/supervisor_outputs.h"
#include "arena/result/comparison.h"

/* The command of this process, wall time, workers and host: what has a timing.json without being a
 * run. The caller frees it. */
cJSON *timing_of_command(const struct config *config, double seconds);

/* Wall time, host, workers and rates: everything that differs from run to run. The caller frees it.
 */
cJSON *timing_of(const struct config *config, const struct supervisor_result *result);

/* How many answers of bots a comparison took, and about how many as small an error would have taken
 * without re-deals. Of fast bots one answer in 64 is counted (bot/call_sampling.h), and answers of
 * other seatings are kept or not as a run goes (bot/kept_answers.h), so this is no part of its
 * result. */
struct answer_cost {
    double asked; /* of all bots */
    double plain; /* without re-deals, on more deals; 0: there were none */
};

/* Of what was played now: not of games from before a run was continued. */
struct answer_cost answer_cost_of(const struct supervisor_result *result,
                                  const struct comparison *comparison);

/* "the bots gave about 23,000 answers; without re-deals, ... about 47,000", into `text`. */
enum { ANSWER_COST_TEXT = 160 };
const char *answer_cost_text(const struct answer_cost *cost, char text[ANSWER_COST_TEXT]);

#endif
