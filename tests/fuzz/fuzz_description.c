// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_description.c - the description of a module, which the module may have written:
 * what is taken can be read, asked for settings, and printed. */

#include "arena/bot/module_description.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct skat_bot_setting settings[SETTINGS_MAX];
    struct errors errors = {0};
    char reason[400], *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = '\0';
    cJSON *description = module_description_read(text, size, reason, sizeof reason);
    if (description) {
        const struct json_value none = {.place = "options", .errors = &errors};
        int count = module_settings(description, &none, settings);
        fuzz_must(count >= 0 && !errors.count); /* the defaults are settings */
        for (int i = 0; i < count; i++)
            fuzz_must(!settings[i].text || strlen(settings[i].text) < CLEAN_EXEC_TEXT_SIZE);
        module_decides(description, 1);
        module_has_flag(description, "deterministic");
        for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
            module_knows(description, (enum skat_bot_variant)variant);
    }
    cJSON_Delete(description);
    errors_free(&errors);
    free(text);
    return 0;
}
