// SPDX-License-Identifier: MIT
#include "engine/game/view.h"

#include <string.h>

#include "engine/game/phases.h"

/* What only some games and variants have: exchanged or turned cards, a dummy's cards. Out of line:
 * this is rarely needed. */
__attribute__((noinline)) static void view_more(const struct skat_game *game, unsigned position,
                                                struct skat_view *view)
{
    unsigned declarer = game->table.declarer;

    if (game->phase == SKAT_PHASE_PASS_ON && position == game->table.turn)
        view->skat = game->skat;
    view->passed_on = game->passed_on[position];
    view->calls = game->calls;
    if (game->dummy_open && game->table.played_count)
        view->seen[game->dummy] = game->hands[game->dummy];
    for (unsigned other = 0; other < SKAT_PLAYERS; other++)
        if (game->claimed >> other & 1 && other != position) /* claims that were refused */
            view->seen[other] = game->hands[other];
    if (position != declarer && game->defenders_open)
        view->partner = game->hands[partner_of(game, position)];
    if (game->variant->view)
        game->variant->view(game, position, view);
}

void skat_game_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    const struct skat_table *table = &game->table;
    const bool took = position == table->declarer && table->picked_up;

    view->size = sizeof *view;
    view->position = (uint8_t)position;
    view->dummy = game->dummy;
    memset(view->reserved, 0, sizeof view->reserved);
    view->dealt = game->dealt[position];
    view->hand = game->hands[position];
    view->skat = took ? game->skat : 0;
    view->shown = skat_game_shown(game);
    view->passed_on = view->partner = 0;
    memset(view->seen, 0, sizeof view->seen);
    view->open_skat = game->open_skat;
    view->gone = game->gone;
    view->table = *table;
    view->extra = game->extra;
    memset(&view->turned, 0, sizeof *view - offsetof(struct skat_view, turned));
    if (game->shows_more)
        view_more(game, position, view);
}
