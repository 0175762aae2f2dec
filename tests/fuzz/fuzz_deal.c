/* tests/fuzz/fuzz_deal.c - a deal and the moves played on it, as text. */
#include <stdlib.h>
#include <string.h>

#include "engine/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first line is the deal, the rest the moves. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct skat_rules rules;
    struct skat_game game;
    struct skat_replay replay;
    struct skat_result result;
    struct skat_decision decision;
    struct skat_deal deal;
    char *text = malloc(size + 1), record[SKAT_RECORD_SIZE];

    if (!rules.derived.deck) {
        skat_rules_official(&rules);
        skat_rules_prepare(&rules, NULL);
    }
    memcpy(text, data, size);
    text[size] = '\0';
    char *moves = strchr(text, '\n');
    if (moves)
        *moves++ = '\0';
    if (skat_deal_parse(&deal, rules.derived.deck, text, NULL) && moves) {
        skat_game_start(&game, &rules, &deal);
        skat_record_replay(&game, moves, &replay);
        skat_record_moves(&game, record);
        if (!skat_game_pending(&game, &decision))
            skat_game_result(&game, &result);
    }
    free(text);
    return 0;
}
