#include "engine/variants/ace.h"

#include "engine/game_steps.h"

void skat_ace_open(struct skat_game *game)
{
    skat_card ace = skat_card_of((enum skat_suit)game->rules->ace, SKAT_ACE);

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (skat_cards_has(game->hands[position], ace)) {
            skat_game_declarer(game, position);
            return;
        }
    skat_game_passed_in(game);
}
