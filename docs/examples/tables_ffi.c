// SPDX-License-Identifier: MIT
/* tables_ffi.c - a hundred tables by libskat-ffi, the library for other languages, with the first
 * action that is allowed at each: how many deals that plays, and what the player at the first
 * table holds. (Programs in C can use libskat itself: tables.c.)
 *
 *     cc tables_ffi.c $(pkg-config --cflags --libs libskat-ffi) -o tables_ffi */
#include <stdio.h>
#include <stdlib.h>

#include "skat_ffi.h"

enum { TABLES = 100, STEPS = 1000, DECK = 36 };

int main(void)
{
    char error[FFI_ERROR] = "";
    int32_t numbers[FFI_RULES_NUMBERS], picked[TABLES], in_hand = 0;
    uint64_t counts[7];
    struct ffi_rules *rules =
        skat_ffi_version() == FFI_VERSION ? skat_ffi_rules_open("\"isko\"", error) : NULL;

    if (!rules)
        return fprintf(stderr, "%s\n", error), EXIT_FAILURE;
    skat_ffi_rules_numbers(rules, numbers);
    const int actions = numbers[2], size = skat_ffi_observation_size(0);
    uint8_t *mask = calloc(TABLES, (size_t)actions);
    int16_t *seen = calloc(TABLES, (size_t)size * sizeof *seen);
    const struct ffi_tables_out out = {.mask = mask, .observation = seen};
    struct ffi_tables *tables =
        skat_ffi_tables_open(rules, "1", 0, TABLES, 1, NULL, NULL, &out, error);
    for (int step = 0; tables && step < STEPS; step++) {
        for (int t = 0; t < TABLES; t++)
            for (picked[t] = 0; !mask[t * actions + picked[t]];)
                picked[t]++;
        if (!skat_ffi_tables_step(tables, picked, NULL, NULL, error))
            return fprintf(stderr, "%s\n", error), EXIT_FAILURE;
    }
    if (!tables)
        return fprintf(stderr, "%s\n", error), EXIT_FAILURE;
    skat_ffi_tables_counts(tables, counts);
    for (int card = 0; card < DECK; card++)
        in_hand += seen[card];
    printf("%llu deals, %llu decisions; %d cards in hand at the first table\n",
           (unsigned long long)counts[0], (unsigned long long)counts[1], (int)in_hand);
    skat_ffi_tables_close(tables);
    skat_ffi_rules_close(rules);
    free(mask);
    free(seen);
    return EXIT_SUCCESS;
}
