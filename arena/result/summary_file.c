// SPDX-License-Identifier: MIT
#include "arena/result/summary_file.h"

#include "arena/base/json_write.h"

/* What one field says of another. */
static void check_agreement(const struct run_summary *summary, const struct json_value *root)
{
    const struct run_numbers *numbers = &summary->numbers;
    const struct json_value comparison = json_member(root, "comparison"),
                            primary = json_member(&comparison, "primary");

    if (numbers->comparison && !comparison_primary(numbers->comparison))
        json_wrong(&primary, "one of the scorings");
    if (numbers->test && !numbers->comparison)
        json_wrong(&comparison, "the comparison that \"test\" is about");
}

bool run_summary_read(struct run_summary *summary, const cJSON *root, const char *path,
                      struct pool *pool, struct errors *errors)
{
    const int before = errors->count;
    const struct json_value value = json_root(root, path, errors);

    if (fields_read_root(&run_summary_fields, root, path, summary, pool, errors))
        check_agreement(summary, &value);
    return errors->count == before;
}

bool run_summary_load(struct run_summary *summary, const char *path, struct pool *pool,
                      struct errors *errors)
{
    cJSON *root = json_load(path, errors);
    bool read = root && run_summary_read(summary, root, path, pool, errors);

    cJSON_Delete(root);
    return read;
}
