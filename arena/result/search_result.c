// SPDX-License-Identifier: MIT
#include "arena/result/search_result.h"

#include <stdlib.h>

#include "arena/base/memory.h"
#include "arena/base/text.h"

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

const char *grid_sentence(const struct grid_summary *grid, struct pool *pool)
{
    int better = 0, worse = 0;

    for (int i = 0; i < grid->points_count; i++) {
        const struct grid_point *point = &grid->points[i];
        const bool shown = judged_differs(point->judged);
        better += shown && point->difference.mean > 0;
        worse += shown && point->difference.mean < 0;
    }
    char *found = better || worse
                      ? xasprintf("of %d combination%s, %d %s shown to be better than its own "
                                  "values, and %d worse",
                                  grid->points_count, text_plural(grid->points_count), better,
                                  better == 1 ? "is" : "are", worse)
                      : xasprintf("none of %d combination%s is shown to differ from its own values",
                                  grid->points_count, text_plural(grid->points_count));
    char *text = xasprintf("%s: %s%s", grid->head.bot, found,
                           grid->complete ? "" : "; the grid is not finished");
    free(found);
    const char *sentence = pool_text(pool, text);
    free(text);
    return sentence;
}
