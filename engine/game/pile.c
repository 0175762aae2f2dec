// SPDX-License-Identifier: MIT
#include "engine/game/pile.h"

#include "engine/game/card_play.h"
#include "engine/game/kontra.h"
#include "engine/game/steps.h"

/* The cards of the pile are in dealing order, the first on top. One goes to each trick. */
static skat_card top_card(const struct skat_game *game)
{
    return game->deal.cards[game->dummy * deck_of(game)->hand + game->table.trick_count];
}

void skat_pile_turn(struct skat_game *game)
{
    while (game->phase == SKAT_PHASE_PLAY && game->table.turn == game->dummy) {
        skat_card card = top_card(game);
        record(game, game->dummy, SKAT_MOVE_TURNED, card);
        skat_game_put_card(game, card);
        if (game->kontra_open && game->phase == SKAT_PHASE_PLAY)
            skat_kontra_moment(game);
    }
}
