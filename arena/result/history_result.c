// SPDX-License-Identifier: MIT
#include "arena/result/history_result.h"

FIELDS_ROWS(history_head, HISTORY_HEAD_FIELDS);
FIELDS_ROWS(history_commit, HISTORY_COMMIT_FIELDS);
FIELDS_ROWS(history_duel, HISTORY_DUEL_FIELDS);
FIELDS_ROWS(history_row, HISTORY_ROW_FIELDS);
FIELDS_ROWS(history_result, HISTORY_RESULT_FIELDS);
FIELDS_ROWS(bisect_step, BISECT_STEP_FIELDS);
FIELDS_ROWS(bisect_result, BISECT_RESULT_FIELDS);

bool history_result_read(struct history_result *history, const cJSON *root, const char *path,
                         struct pool *pool, struct errors *errors)
{
    return fields_read_root(&history_result_fields, root, path, history, pool, errors);
}

bool bisect_result_read(struct bisect_result *bisect, const cJSON *root, const char *path,
                        struct pool *pool, struct errors *errors)
{
    return fields_read_root(&bisect_result_fields, root, path, bisect, pool, errors);
}
