// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_summary.c - a summary that `compare` shows, damaged in any way. */

#include "arena/show/conclusion.h"
#include "arena/result/run_summary.h"
#include "arena/show/run_tables.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char path[] = "summary.json";
    struct errors errors = {0};
    struct pool pool = {0};
    struct run_summary summary;
    char *text = fuzz_text(data, size);
    FILE *nowhere = fuzz_nowhere();
    cJSON *root = json_parse(text, size, path, &errors);
    free(text);

    if (root && run_summary_read(&summary, root, path, &pool, &errors)) {
        if (summary.verdict)
            print_conclusion(&summary, "folder", nowhere);
        for (int format = 0; format < TABLE_JSON; format++)
            result_print(show_standings, &run_summary_fields, &summary, (enum table_format)format,
                         nowhere);
        if (summary.numbers.comparison)
            print_comparison(&summary, "folder", nowhere);
        fields_print(&run_summary_fields, &summary, nowhere);
    }
    pool_free(&pool);
    errors_free(&errors);
    cJSON_Delete(root);
    return 0;
}
