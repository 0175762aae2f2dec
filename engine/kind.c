#include "engine/kind.h"

#include <string.h>

#include "engine/rules.h"

const struct skat_deck skat_deck_32 = {
    .cards = SKAT_DECK_32,
    .count = 32,
    .hand = 10,
    .skat = 2,
    .packets = {3, -2, 4, 3}, /* rulebook 2 */
};

const char *const skat_kind_names[SKAT_KINDS] = {
    [SKAT_KIND_SKAT] = "skat",
};

const struct skat_kind skat_kinds[SKAT_KINDS] = {
    [SKAT_KIND_SKAT] = {.title = "Skat", .source = "rulebook 1-8", .deck = &skat_deck_32},
};

bool skat_kind_has(const struct skat_kind *kind, const char *option)
{
    if (!kind->without)
        return true;
    for (const char *const *name = kind->without; *name; name++) {
        size_t length = strlen(*name);
        if (strncmp(option, *name, length) == 0 &&
            (option[length] == '\0' || option[length] == '.'))
            return false;
    }
    return true;
}
