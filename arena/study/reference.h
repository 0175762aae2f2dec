// SPDX-License-Identifier: MIT
/* arena/study/reference.h - how people and other programs play: the figures in results/reference.
 */
#ifndef ARENA_STUDY_REFERENCE_H
#define ARENA_STUDY_REFERENCE_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "arena/base/errors.h"

enum { REFERENCES_MAX = 8 };

struct references {
    int count;
    char **names;                   /* of the files, without .json */
    cJSON *root[REFERENCES_MAX];    /* the files */
    cJSON *figures[REFERENCES_MAX]; /* of each: a share by the key of a metric (study_metrics.h,
                                       play_metrics.h) */
};

/* What a figure is good for. A file lists those that the populations here were fitted to, and says
 * of some why they cannot be compared; if it lists any, the others judge. */
enum figure_use { FIGURE_FITTED, FIGURE_HELD_OUT, FIGURE_UNSCORED };
enum figure_use reference_use(const struct references *references, int index, const char *key);

/* Does the file say what was fitted? */
bool reference_is_split(const struct references *references, int index);

/* Reads all files of results/reference, or only the one called `only` (or at that path) if it is
 * not NULL. False with errors if one is invalid or there is none. Free them in any case. */
bool references_load(struct references *references, const char *only, struct errors *errors);
void references_free(struct references *references);

#endif
