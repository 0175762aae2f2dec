/* arena/study/study_populations.h - one study with several populations at the table, side by side:
 * what depends on who plays. */
#ifndef ARENA_STUDY_STUDY_POPULATIONS_H
#define ARENA_STUDY_STUDY_POPULATIONS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"

enum { POPULATIONS_MAX = 16 };

/* The study of one population: its name, which is also that of its folder, what it is (or NULL),
 * and its study.json. */
struct population_study {
    const char *name, *description;
    const cJSON *study;
};

/* populations.json (docs/formats.md): the effects that all studies have, by variation and metric. p
 * is adjusted by Holm's method over all effects of all populations. The caller deletes it. */
cJSON *study_populations_to_json(const struct population_study *studies, int count);

/* Reads populations.json back and checks what a page relies on. NULL with errors when it is
 * invalid. The caller deletes it. */
cJSON *study_populations_load(const char *path, struct errors *errors);

#endif
