/* tests/fuzz/fuzz_config.c - a tournament config. Modules are looked for, never run: the names
 * that a fuzzer finds are not those of files, and probing real ones would only cost time. */
#include <stdlib.h>
#include <string.h>

#include "arena/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct config_overrides overrides = CONFIG_NO_OVERRIDES;
    struct problems problems = {0};
    struct config config;
    char *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    bool ok = config_parse(&config, text, size, "fuzz.json", "/nonexistent", &overrides, &problems);
    if (ok != (problems.count == 0))
        abort(); /* a refusal must say why */
    config_free(&config);
    problems_free(&problems);
    free(text);
    return 0;
}
