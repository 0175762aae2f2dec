// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_positions.c - a line of a file of positions. */

#include "arena/positions/position_set.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct position_set set = {0};
    struct errors errors = {0};
    struct skat_game game;
    char *text = fuzz_text(data, size);

    for (char *at = text; *at; at++)
        *at = *at == '\n' ? ' ' : *at; /* a line */
    const bool added = position_set_add(&set, text, fuzz_rules(0), "fuzz", &errors);
    fuzz_must(added == (errors.count == 0)); /* a refusal must say why */
    if (set.count) {
        position_replay(&set.positions[0], fuzz_rules(0), &game);
        fuzz_must(game.phase != SKAT_PHASE_OVER); /* nothing could be asked */
        position_passes(&set.positions[0], "CJ");
    }
    position_set_free(&set);
    errors_free(&errors);
    free(text);
    return 0;
}
