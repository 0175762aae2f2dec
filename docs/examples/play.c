// SPDX-License-Identifier: MIT
/* play.c - rules from JSON, a deal of a seed, a game to its end by the first legal action, and its
 * record.
 *
 *     cc play.c $(pkg-config --cflags --libs libskat) -o play && ./play */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/deal.h"
#include "engine/game/game.h"
#include "engine/json/rules_json.h"
#include "engine/learn/action_space.h"
#include "engine/game/record.h"
#include "engine/seed.h"

/* Decides by the first number that is allowed. */
static void decide(const struct skat_action_space *space, struct skat_game *game,
                   const struct skat_decision *decision)
{
    uint8_t mask[SKAT_NUMBERS_MAX];
    struct skat_choice choice;
    int number;

    skat_choice_begin(space, &choice, decision, game->hands[decision->position]);
    do {
        skat_choice_mask(space, &choice, mask);
        number = (int)((uint8_t *)memchr(mask, 1, (size_t)space->count) - mask);
    } while (!skat_choice_pick(space, &choice, number));
    skat_game_apply(game, decision->position, &choice.action);
}

int main(void)
{
    static const char json[] = "{\"passed_in\": \"ramsch\", \"kontra\": {\"levels\": 2}}";
    const struct skat_seed seed = skat_seed_of_number(1);
    const struct skat_random_key run = skat_seed_key(&seed);
    struct skat_rules rules;
    struct skat_error error;
    struct skat_action_space space;
    struct skat_deal deal;
    struct skat_game game;
    struct skat_decision decision;
    struct skat_result result;
    char text[SKAT_DEAL_TEXT_SIZE], moves[SKAT_RECORD_SIZE];

    if (!skat_rules_parse(&rules, json, strlen(json), &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    skat_action_space_of(&space, &rules);
    skat_deal_of_run(&deal, rules.derived.deck, &run, 0, 0);
    skat_game_start(&game, &rules, &deal, NULL);
    while (skat_game_pending(&game, &decision))
        decide(&space, &game, &decision);
    skat_deal_print(&deal, rules.derived.deck, text);
    skat_record_moves(&game, moves);
    skat_game_result(&game, &result);
    printf("%s\n%s\nvalue %d\n", text, moves, (int)result.signed_value);
    return EXIT_SUCCESS;
}
