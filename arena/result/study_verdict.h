// SPDX-License-Identifier: MIT
/* arena/result/study_verdict.h - a study in one sentence: what changed most, and how sure that is.
 * It is computed from study.json or populations.json, so that every place says the same. */
#ifndef ARENA_RESULT_STUDY_VERDICT_H
#define ARENA_RESULT_STUDY_VERDICT_H

#include <stdbool.h>

#include "arena/result/study_result.h"

/* The largest effect that is shown: the one whose interval stays farthest from zero, so that a wide
 * interval does not win by chance. Because it is chosen as the largest, its interval is that of
 * Student's t at a level by which those of all effects that can be judged cover together
 * (Bonferroni): a usual one would miss more often than in one of twenty studies. Shares come before
 * points and these before other numbers, since effects in different units cannot be compared; and
 * what one of the two rule sets does not have at all (kontra where nobody may say it) comes after
 * everything else, since the rule itself says so. What players have learned is not looked at.
 *
 * All pointers lead into the result; NULL where nothing is shown, and `population` in a study with
 * one table of players. */
struct study_lead {
    const char *variation, *population;
    const struct metric_name *of;
    double baseline, value; /* under both rule sets */
    struct estimate effect; /* with the interval that covers for the choice */
    int variations;         /* that were played */
    int effects;            /* that can be judged, out of which it is chosen */
    int shown;              /* how many of these are significant */
    /* Effects that nobody can judge: those of statistics without a value under one of the rule
     * sets, or without a deviation to judge them by. */
    int unjudged;
};

/* Whether a metric has values, at least under one rule set, and changes in some unit, and nothing
 * says how sure that is. */
bool effect_is_unjudged(double baseline, double value, const struct estimate *effect,
                        const struct judged *judged);

/* The largest effect of a whole study. */
void study_lead_of(const struct study_result *study, struct study_lead *lead);
void populations_lead_of(const struct populations_result *populations, struct study_lead *lead);

enum { STUDY_SENTENCE_SIZE = 480 };
/* "largest effect under grand20: grand, of declared, -3.50 (95 % for the largest of 26: -3.96 to
 * -3.04) percentage points; 20 of 26 effects are shown". Returns `text`. */
const char *study_sentence(const struct study_lead *lead, char text[STUDY_SENTENCE_SIZE]);

#endif
