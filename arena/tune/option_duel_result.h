// SPDX-License-Identifier: MIT
/* arena/tune/option_duel_result.h - what a duel of options gives: plain data. */
#ifndef ARENA_TUNE_OPTION_DUEL_RESULT_H
#define ARENA_TUNE_OPTION_DUEL_RESULT_H

#include "arena/result/campaign_result.h"
#include "arena/stats/moments.h"

/* The result of some deals: the first less the second, in points a deal of the rules' scoring. */
struct option_duel_result {
    struct estimate difference;
    struct judged judged; /* of one comparison, not adjusted for others */
    int64_t units;        /* deals, or sessions if they are played as a whole */
    bool equal;           /* no unit differed */
};

#endif
