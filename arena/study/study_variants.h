/* arena/study/study_variants.h - the rule sets that a study plays besides its base: `variations` or `grid` of
 * a config. */
#ifndef ARENA_STUDY_STUDY_VARIANTS_H
#define ARENA_STUDY_STUDY_VARIANTS_H

#include "arena/config/config.h"

enum {
    VARIATIONS_MAX = 64,
    VARIATION_NAME_MAX = 60,  /* given in a config */
    VARIATION_NAME_SIZE = 200 /* of those that a grid makes, and the zero */
};

struct variation {
    char name[VARIATION_NAME_SIZE]; /* also that of its folder */
    struct skat_rules rules;        /* prepared; seats and deals are those of the base */
};

struct variations {
    int count;
    struct variation of[VARIATIONS_MAX];
};

/* Reads the variations of a config that was loaded as a study's; `loaded` says whether it is sound:
 * otherwise only what can be is checked. Where some rules carry something from deal to deal,
 * the schedule of the config becomes one of whole sessions, for all: pairs need the same units. All
 * errors are gathered; false when there were any. */
bool variations_read(struct variations *variations, struct config *config, bool loaded,
                     struct errors *errors);

#endif
