// SPDX-License-Identifier: MIT
/* arena/study/study_adapt.h - players who learn the rules of a variation: some of their options are
 * searched anew under these rules (arena/tune), on deals that the study does not use. */
#ifndef ARENA_STUDY_STUDY_ADAPT_H
#define ARENA_STUDY_STUDY_ADAPT_H

#include "arena/result/campaign_result.h"
#include "arena/tune/tune.h"

struct adaptation {
    struct search_plan
        plan;     /* of the first bot that has all options; `start`: the config's values */
    int searches; /* lessons that are told together: each is checked at a level of 5 % in all */
    struct option_duel duel;
};

/* What players learned under some rules. */
struct learned {
    int64_t values[SURFACE_MAX];     /* those that they play with */
    int64_t found[SURFACE_MAX];      /* those that the search ended at */
    struct option_duel_result check; /* `found` less what they played with before */
    /* The same under the rules of the baseline; where these were learned, or the check failed, not
     * played. */
    struct option_duel_result elsewhere;
    bool taken; /* `found` was shown to be better, so that they play with it */
};

/* `words`: "caution,grand_bonus" or "caution=40..80"; without a range the declared one. `searches`:
 * how many lessons are told together, 1 and more. False with errors. The config and the campaign,
 * whose cache has what was played, outlive the adaptation; adaptation_close() in any case. */
bool adaptation_open(struct adaptation *adaptation, const struct config *config, const char *words,
                     int searches, struct campaign *campaign, struct errors *errors);
void adaptation_close(struct adaptation *adaptation);

/* Searches from `from` under these rules. What is found is taken only if it wins more than
 * `from` on deals that chose nothing, with a p value that, times the number of searches, is
 * below 0.05 (Bonferroni): of many searches some find something by chance. Who learns nothing
 * plays on as before. With `baseline`, the rules that `from` was learned under, it must also win
 * more by `found` under these rules than under those, at the same level: otherwise what the
 * search of the baseline had missed would pass for a lesson of the variation. Returns an exit
 * code. */
int adaptation_learn(struct adaptation *adaptation, const struct skat_rules *rules,
                     const struct skat_rules *baseline, const int64_t from[SURFACE_MAX],
                     struct learned *learned, struct errors *errors);

/* The bots of `config` with these values: all bots of the same module move by as much as the bot
 * that was searched, within what the module declares. A copy of the array, which the caller frees
 * with free(). */
struct bot *adaptation_bots(const struct adaptation *adaptation, const struct config *config,
                            const int64_t values[SURFACE_MAX]);

/* What players learned, for study.json; all of it from the pool. */
struct lesson *adaptation_lesson(const struct adaptation *adaptation, const struct learned *learned,
                                 struct pool *pool);

#endif
