// SPDX-License-Identifier: MIT
#include "engine/game/award.h"

#include "engine/game/steps.h"

void skat_game_award(struct skat_game *game, unsigned position)
{
    int in_trick = cards_in_trick(game);
    skat_cards out = game->hands[0] | game->hands[1] | game->hands[2];

    for (int i = 0; i < in_trick; i++)
        out |= skat_card_bit(game->table.played[game->table.played_count - 1 - i]);
    if (!skat_contract_is_null(game->table.contract)) {
        game->table.points[position] += (uint8_t)skat_cards_points(out);
        game->table.tricks[position] += (uint8_t)(deck_of(game)->hand - game->table.trick_count);
        game->rest_to = (uint8_t)(position + 1);
    }
    game->ending = SKAT_ENDED_PLAYED;
    end_game(game);
}

void skat_game_award_rest(struct skat_game *game) { skat_game_award(game, game->table.declarer); }
