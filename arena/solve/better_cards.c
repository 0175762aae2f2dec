// SPDX-License-Identifier: MIT
#include "arena/solve/better_cards.h"

#include <string.h>

#include "arena/solve/play_accuracy.h"

/* Sets *cards to the cards that may be played and keep `value`, declarer's points at the end (in
 * null: 1 if declarer can be forced to take a trick). Declarer must reach it; a defender must not
 * let declarer have more. In null it is the other way round. False if the solver gave up. */
static bool keeping(const struct moment *moment, struct skat_solver *solver,
                    const struct skat_solver_deal *deal, int value, skat_cards *cards)
{
    bool null = deal->game == SKAT_GAME_NULL || deal->game == SKAT_GAME_REVOLUTION;
    bool alone = skat_solver_turn(&moment->position) == deal->alone;
    skat_cards legal = skat_solver_legal(solver, &moment->position), reaching = 0;
    int points = null ? 1 : value - moment->points + !alone;

    if (!skat_solver_reaching(solver, &moment->position, legal, points, &reaching))
        return false;
    *cards = alone != null ? reaching : legal & ~reaching;
    return true;
}

bool better_cards_find(const struct skat_game *game, const int *values, struct skat_solver *solver,
                       skat_cards better[SKAT_DECK_MAX])
{
    struct skat_solver_deal deal;

    memset(better, 0, SKAT_DECK_MAX * sizeof *better);
    if (!play_accuracy_deal(game, &deal))
        return false;
    skat_solver_deal(solver, &deal);
    struct moment moment =
        moment_start(&deal, game->table.leader[0], skat_cards_points(game->skat));
    for (int n = 0; n < game->table.played_count; n++) {
        if (values[n + 1] != values[n] && !keeping(&moment, solver, &deal, values[n], &better[n]))
            return false;
        moment_play(&moment, solver, &deal, game->table.played[n]);
    }
    return true;
}
