// SPDX-License-Identifier: MIT
/* arena/result/study_verdict.h - a study in one sentence: what changed most, and how sure that is.
 * It is computed from study.json or populations.json, so that every place says the same. */
#ifndef ARENA_RESULT_STUDY_VERDICT_H
#define ARENA_RESULT_STUDY_VERDICT_H

#include "arena/result/study_result.h"

/* The effect that is shown to be the largest: the one with the largest of those ends of its
 * interval that are nearest to zero, so that a wide interval does not win by chance. Shares come
 * before points and these before other numbers, since effects in different units cannot be
 * compared; and what one of the two rule sets does not have at all (kontra where nobody may say it)
 * comes after everything else, since the rule itself says so. What players have learned is not
 * looked at.
 *
 * All pointers lead into the result; NULL where nothing is shown, and `population` in a study with
 * one table of players. */
struct study_lead {
    const char *variation, *population;
    const struct metric_name *of;
    double baseline, value; /* under both rule sets */
    const struct estimate *effect;
    const struct judged *judged;
    int variations, effects; /* that were played; that have a p value */
    int shown;               /* how many of `effects` are significant */
};

/* Of a whole study. */
void study_lead_of(const struct study_result *study, struct study_lead *lead);
void populations_lead_of(const struct populations_result *populations, struct study_lead *lead);
/* Of one of the variations. */
void variation_of_all_lead_of(const struct variation_of_all *variation, struct study_lead *lead);

enum { STUDY_SENTENCE_SIZE = 400 };
/* "largest effect under grand20: grand, of declared, -3.50 (-3.78 to -3.22) percentage points, p <
 * 0.0001; 20 of 26 effects are significant". Returns `text`. */
const char *study_sentence(const struct study_lead *lead, char text[STUDY_SENTENCE_SIZE]);

#endif
