// SPDX-License-Identifier: MIT
/* arena/match/timing.h - timing.json: how long a run or a search took; and how many answers a
 * comparison took. */
#ifndef ARENA_MATCH_TIMING_H
#define ARENA_MATCH_TIMING_H

#include "arena/config/config.h"
#include "arena/match/supervisor.h"

/* The command of this process, wall time, workers and host: what has a timing.json without being a
 * run. The caller frees it. */
cJSON *timing_of_command(const struct config *config, double seconds);

/* Wall time, host, workers and rates: everything that differs from run to run. The caller frees it.
 */
cJSON *timing_of(const struct config *config, const struct supervisor_result *result);

/* "the bots gave about 23,000 answers", into `text`: in what was played now, not in games from
 * before a run was continued. Of fast bots one answer in 64 is counted (bot/call_sampling.h), and
 * answers of other seatings are kept or not as a run goes (bot/kept_answers.h), so this is no part
 * of its result. */
enum { ANSWER_COST_TEXT = 64 };
const char *answer_cost_text(const struct supervisor_result *result, char text[ANSWER_COST_TEXT]);

#endif
