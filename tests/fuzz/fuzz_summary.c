/* tests/fuzz/fuzz_summary.c - a summary that `compare` shows, damaged in any way. */
#include <stdint.h>
#include <stdlib.h>

#include "arena/show/comparison_tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    cJSON *summary = cJSON_ParseWithLength((const char *)data, size);

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (summary && cJSON_GetObjectItemCaseSensitive(summary, "comparison")) {
        for (int width = 0; width < 200; width += 60)
            print_comparison_details(summary, "folder", width, nowhere);
        print_comparison(summary, "folder", nowhere);
        print_standings(summary, 0, nowhere);
        print_test(summary, nowhere);
    }
    cJSON_Delete(summary);
    return 0;
}
