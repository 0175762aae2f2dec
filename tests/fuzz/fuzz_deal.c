// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_deal.c - a deal and the moves played on it, as text. */

#include "engine/game/record.h"
#include "engine/game/worlds.h"
#include "engine/variant.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_rules.h"

/* What each player can take to be the hidden cards: all of them, each once. */
static void look_for_worlds(const struct skat_game *game)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct skat_worlds worlds;
        struct skat_world world;
        struct skat_view view;
        if (!skat_sits(game->rules->derived.seating, position))
            continue;
        skat_game_view(game, position, &view);
        if (!skat_worlds_of(&worlds, game->rules, &view))
            continue;
        skat_worlds_at(&worlds, skat_worlds_count(&worlds) - 1, &world);
        skat_cards all = game->gone | world.hands[0] | world.hands[1] | world.hands[2];
        fuzz_must((all | world.skat) == game->rules->derived.deck->cards);
    }
}

static void replay(const struct skat_rules *rules, const struct skat_deal *deal, const char *moves,
                   const struct skat_terms *terms, bool last_refused)
{
    struct skat_game game;
    struct skat_replay replay;
    struct skat_result result;
    struct skat_decision decision;
    char record[SKAT_RECORD_SIZE];

    skat_game_start(&game, rules, deal, terms);
    skat_record_replay(&game, moves, last_refused, &replay);
    skat_record_moves(&game, record);
    look_for_worlds(&game);
    if (skat_game_pending(&game, &decision))
        skat_game_fail(&game, skat_game_player(&game, decision.position));
    skat_game_result(&game, &result);
}

/* The first line is the deal, the rest the moves. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct skat_terms terms[] = {
        {0},
        {.round = SKAT_ROUND_BOCK, .round_deal = 1, .round_of = 3},
        {.round = SKAT_ROUND_RAMSCH, .grand_hand = 5, .round_deal = 1, .round_of = 3},
    };
    struct skat_deal deal;
    char *text = fuzz_text(data, size);

    char *moves = strchr(text, '\n');
    if (moves)
        *moves++ = '\0';
    if (moves && skat_deal_parse(&deal, fuzz_rules(0)->derived.deck, text, NULL)) {
        replay(fuzz_rules(0), &deal, moves, NULL, false);
        for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
            for (int refused = 0; refused < 2; refused++)
                replay(fuzz_rules(1), &deal, moves, &terms[i], refused);
    }
    for (int i = FUZZ_RELATIVES; moves && i < FUZZ_RULE_SETS; i++)
        for (int refused = 0; refused < 2; refused++)
            if (skat_deal_parse(&deal, fuzz_rules(i)->derived.deck, text, NULL))
                replay(fuzz_rules(i), &deal, moves, NULL, refused);
    free(text);
    return 0;
}
