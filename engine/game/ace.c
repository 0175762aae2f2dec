// SPDX-License-Identifier: MIT
#include "engine/game/ace.h"

#include "engine/game/declaring.h"
#include "engine/game/undeclared.h"

void skat_ace_begin(struct skat_game *game)
{
    skat_card ace = skat_card_of((enum skat_suit)game->rules->ass_ace, SKAT_ACE);

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (skat_cards_has(game->hands[position], ace)) {
            skat_declaring_start(game, position);
            return;
        }
    skat_passed_in(game);
}
