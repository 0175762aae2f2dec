// SPDX-License-Identifier: MIT
#include "arena/result/search_result.h"

FIELDS_ROWS(search_head, SEARCH_HEAD_FIELDS);
FIELDS_ROWS(checked_difference, CHECKED_DIFFERENCE_FIELDS);
FIELDS_ROWS(tuned_option, TUNED_OPTION_FIELDS);
FIELDS_ROWS(tune_round, TUNE_ROUND_FIELDS);
FIELDS_ROWS(tune_summary, TUNE_SUMMARY_FIELDS);
FIELDS_ROWS(sweep_point, SWEEP_POINT_FIELDS);
FIELDS_ROWS(sweep_summary, SWEEP_SUMMARY_FIELDS);

bool tune_summary_read(struct tune_summary *tune, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors)
{
    return fields_read_root(&tune_summary_fields, root, path, tune, pool, errors);
}

bool sweep_summary_read(struct sweep_summary *sweep, const cJSON *root, const char *path,
                        struct pool *pool, struct errors *errors)
{
    return fields_read_root(&sweep_summary_fields, root, path, sweep, pool, errors);
}
