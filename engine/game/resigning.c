// SPDX-License-Identifier: MIT
#include "engine/game/resigning.h"

#include "engine/game/steps.h"
#include "engine/variant.h"

void skat_game_award_rest(struct skat_game *game)
{
    int in_trick = cards_in_trick(game);
    skat_cards out = game->hands[0] | game->hands[1] | game->hands[2];

    for (int i = 0; i < in_trick; i++)
        out |= skat_card_bit(game->table.played[game->table.played_count - 1 - i]);
    if (!skat_games[game->table.contract.type].fixed_value) {
        game->table.points[game->table.declarer] += (uint8_t)skat_cards_points(out);
        game->table.tricks[game->table.declarer] +=
            (uint8_t)(deck_of(game)->hand - game->table.trick_count);
    }
    game->ending = SKAT_ENDED_PLAYED;
    end_game(game);
}

enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position)
{
    unsigned declarer = game->table.declarer;

    if (!game->rules->resigning || game->phase != SKAT_PHASE_PLAY || declarer == SKAT_NOBODY ||
        position >= SKAT_PLAYERS || game->resigned >> position & 1)
        return SKAT_REFUSED_CONCEDE;
    record(game, position, SKAT_ACTION_CONCEDE, 0);
    game->resigned |= (uint8_t)(1u << position);
    if (position == declarer) {
        game->ending = skat_games[game->table.contract.type].fixed_value ? SKAT_ENDED_CONCEDED
                                                                         : SKAT_ENDED_PLAYED;
        end_game(game);
    } else if (__builtin_popcount(game->resigned) == SKAT_PLAYERS - 1) {
        skat_game_award_rest(game);
    }
    return SKAT_ACCEPTED;
}
