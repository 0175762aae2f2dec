// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_config.c - a tournament config. Modules are looked for, never run: the names
 * that a fuzzer finds are not those of files, and probing real ones would only cost time. */

#include "arena/study/study_variants.h"
#include "tests/fuzz/fuzz.h"

static void read_config(const char *text, size_t size, bool study)
{
    static struct variations variations; /* 100 kB */
    struct config_overrides overrides = CONFIG_NO_OVERRIDES;
    struct errors errors = {0};
    struct config config;

    overrides.purpose = study ? CONFIG_STUDY : CONFIG_PLAY;
    bool ok = config_parse(&config, text, size, "fuzz.json", "/nonexistent", &overrides, &errors);
    if (study)
        ok = variations_read(&variations, &config, &(struct word_list){.count = 0}, ok, &errors) &&
             ok;
    fuzz_must(ok == (errors.count == 0)); /* a refusal must say why */
    config_free(&config);
    errors_free(&errors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);

    read_config(text, size, false);
    read_config(text, size, true);
    free(text);
    return 0;
}
