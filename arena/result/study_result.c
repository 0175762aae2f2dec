// SPDX-License-Identifier: MIT
#include "arena/result/study_result.h"

FIELDS_ROWS(lesson, LESSON_FIELDS);
FIELDS_ROWS(learned_effect, LEARNED_EFFECT_FIELDS);
FIELDS_ROWS(metric_name, METRIC_NAME_FIELDS);
FIELDS_ROWS(metric_effect, METRIC_EFFECT_FIELDS);
FIELDS_ROWS(variation_result, VARIATION_RESULT_FIELDS);
FIELDS_ROWS(study_result, STUDY_RESULT_FIELDS);
FIELDS_ROWS(population_effect, POPULATION_EFFECT_FIELDS);
FIELDS_ROWS(effect_by_population, EFFECT_BY_POPULATION_FIELDS);
FIELDS_ROWS(variation_of_all, VARIATION_OF_ALL_FIELDS);
FIELDS_ROWS(population_head, POPULATION_HEAD_FIELDS);
FIELDS_ROWS(populations_result, POPULATIONS_RESULT_FIELDS);

bool study_result_read(struct study_result *study, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors)
{
    return fields_read_root(&study_result_fields, root, path, study, pool, errors);
}

bool populations_result_read(struct populations_result *populations, const cJSON *root,
                             const char *path, struct pool *pool, struct errors *errors)
{
    return fields_read_root(&populations_result_fields, root, path, populations, pool, errors);
}
