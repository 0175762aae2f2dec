// SPDX-License-Identifier: MIT
#include "arena/result/search_result.h"

FIELDS_ROWS(search_head, SEARCH_HEAD_FIELDS);
FIELDS_ROWS(checked_difference, CHECKED_DIFFERENCE_FIELDS);
FIELDS_ROWS(tuned_option, TUNED_OPTION_FIELDS);
FIELDS_ROWS(tune_round, TUNE_ROUND_FIELDS);
FIELDS_ROWS(tune_summary, TUNE_SUMMARY_FIELDS);
FIELDS_ROWS(grid_point, GRID_POINT_FIELDS);
FIELDS_ROWS(grid_summary, GRID_SUMMARY_FIELDS);

bool tune_summary_read(struct tune_summary *tune, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors)
{
    return fields_read_root(&tune_summary_fields, root, path, tune, pool, errors);
}

bool grid_summary_read(struct grid_summary *grid, const cJSON *root, const char *path,
                       struct pool *pool, struct errors *errors)
{
    return fields_read_root(&grid_summary_fields, root, path, grid, pool, errors);
}
