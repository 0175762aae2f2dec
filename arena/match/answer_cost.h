// SPDX-License-Identifier: MIT
/* arena/match/answer_cost.h - how many answers of bots a comparison took, and about how many as
 * small an error would have taken without re-deals.
 *
 * Of fast bots one answer in 64 is counted (bot/call_sampling.h), and answers of other seatings are
 * kept or not as a run goes (bot/kept_answers.h), so this is no part of its result. */
#ifndef ARENA_MATCH_ANSWER_COST_H
#define ARENA_MATCH_ANSWER_COST_H

#include "arena/match/supervisor.h"
#include "arena/result/comparison.h"

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
