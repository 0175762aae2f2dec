// SPDX-License-Identifier: MIT
#include "engine/game/duties.h"

#include <string.h>

#include "engine/game/declaring.h"
#include "engine/game/schieben.h"
#include "engine/game/steps.h"

void skat_duties_begin(struct skat_game *game)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (!game->terms.duties[position]) /* a single deal: nothing was played before */
            game->terms.duties[position] = SKAT_DUTIES_ALL;
    ask(game, SKAT_PHASE_CHOOSE, FOREHAND);
}

void skat_duties_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->duties = game->terms.duties[game->table.turn];
}

enum skat_refusal skat_duties_answer(struct skat_game *game, const struct skat_action *action)
{
    static const uint16_t games[SKAT_DUTIES] = {
        [SKAT_DUTY_SUIT] = (1 << SKAT_SUITS) - 1,
        [SKAT_DUTY_GRAND] = 1 << SKAT_GAME_GRAND,
        [SKAT_DUTY_NULL] = 1 << SKAT_GAME_NULL,
    };
    const unsigned duty = action->number;

    if (duty >= SKAT_DUTIES || !(game->terms.duties[game->table.turn] >> duty & 1))
        return SKAT_REFUSED_CHOICE;
    record(game, game->table.turn, SKAT_ACTION_CHOOSE, duty);
    game->extra.chosen = (uint8_t)(1 + duty);
    if (duty == SKAT_DUTY_RAMSCH) {
        skat_ramsch_start(game, false);
        return SKAT_ACCEPTED;
    }
    game->games = games[duty];
    skat_declaring_start(game, game->table.turn);
    return SKAT_ACCEPTED;
}

void skat_duties_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    memcpy(view->duties, game->terms.duties, sizeof view->duties);
    if (game->extra.chosen || position != FOREHAND)
        return;
    view->dealt = 0; /* in dealing order */
    for (int i = 0; i < SKAT_DUTY_CARDS; i++)
        view->dealt |= skat_card_bit(game->deal.cards[(int)position * deck_of(game)->hand + i]);
    view->hand = view->dealt;
}
