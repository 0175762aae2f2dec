// SPDX-License-Identifier: MIT
/* arena/study/study_variants.h - the rule sets that a study compares with its baseline, from
 * `variations` or `grid` of a config, or from the command line. */
#ifndef ARENA_STUDY_STUDY_VARIANTS_H
#define ARENA_STUDY_STUDY_VARIANTS_H

#include "arena/config/config.h"

enum {
    VARIATIONS_MAX = 64,
    VARIATION_NAME_MAX = 60,  /* of a name in a config */
    VARIATION_NAME_SIZE = 200 /* of a name made from a grid, with the terminating zero */
};

struct variation {
    char name[VARIATION_NAME_SIZE]; /* also the name of its folder */
    struct skat_rules rules;        /* prepared; seats and deals are those of the baseline */
};

struct variations {
    int count;
    struct variation of[VARIATIONS_MAX];
};

/* Loads the baseline of a study: a config, or, if variations are named by `vary`, a rule set by its
 * name, which three styles of the same club player play in 500 sessions of 36 deals. */
bool study_config_load(struct config *config, const char *name, const struct word_list *vary,
                       const struct config_overrides *overrides, struct errors *errors);

/* Reads the variations of a config that was loaded as a study's; `loaded` says whether it is valid:
 * if not, checks only what can be checked. `vary` are words like "grand=20,22", each value of which
 * is a variation: lists stand in brackets, and values of the baseline are left out. If some rules
 * carry state from deal to deal, the schedule of the config becomes one of whole sessions, for all:
 * pairs need the same units. Collects all errors; false when there are any. */
bool variations_read(struct variations *variations, struct config *config,
                     const struct word_list *vary, bool loaded, struct errors *errors);

#endif
