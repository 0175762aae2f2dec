// SPDX-License-Identifier: MIT
/* arena/match/answer_cost.h - how many answers of bots a comparison took.
 *
 * Of fast bots one answer in 64 is counted (bot/call_sampling.h), and answers of other seatings are
 * kept or not as a run goes (bot/kept_answers.h), so this is no part of its result. */
#ifndef ARENA_MATCH_ANSWER_COST_H
#define ARENA_MATCH_ANSWER_COST_H

#include "arena/match/supervisor.h"

/* "the bots gave about 23,000 answers", into `text`: in what was played now, not in games from
 * before a run was continued. */
enum { ANSWER_COST_TEXT = 64 };
const char *answer_cost_text(const struct supervisor_result *result, char text[ANSWER_COST_TEXT]);

#endif
