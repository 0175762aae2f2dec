// SPDX-License-Identifier: MIT
#include "engine/game/concession.h"

#include "engine/game/resigning.h"
#include "engine/game/steps.h"
#include "engine/variant.h"

bool skat_may_concede(const struct skat_game *game)
{
    /* Every window ends with the first trick or during the second. */
    if (game->table.trick_count >= 2 || game->phase == SKAT_PHASE_OVER || !game->table.announced ||
        game->table.declarer == SKAT_NOBODY)
        return false;
    if (game->rules->derived.variant->conceded & ~game->table.contract.with)
        return false;
    switch (game->rules->concede) {
    case SKAT_CONCEDE_BEFORE_LEAD:
        return game->table.played_count == 0;
    case SKAT_CONCEDE_BEFORE_SECOND_LEAD:
        return game->table.played_count <= SKAT_PLAYERS;
    case SKAT_CONCEDE_UNTIL_SECOND_TRICK: /* at most one card played by the declarer */
        return skat_cards_count(game->hands[game->table.declarer]) >= deck_of(game)->hand - 1;
    }
    return false;
}

enum skat_refusal skat_concede(struct skat_game *game, unsigned position)
{
    if (position != game->table.declarer || !skat_may_concede(game))
        return skat_game_resign(game, position);
    record(game, position, SKAT_ACTION_CONCEDE, 0);
    game->ending = SKAT_ENDED_CONCEDED;
    end_game(game);
    return SKAT_ACCEPTED;
}
