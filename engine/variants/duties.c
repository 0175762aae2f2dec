#include "engine/variants/duties.h"

#include <string.h>

#include "engine/game_steps.h"
#include "engine/variants/schieben.h"

const char *const skat_duty_names[SKAT_DUTIES] = {
    [SKAT_DUTY_SUIT] = "suit",
    [SKAT_DUTY_GRAND] = "grand",
    [SKAT_DUTY_NULL] = "null",
    [SKAT_DUTY_RAMSCH] = "ramsch",
};

void skat_duties_open(struct skat_game *game)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (!game->terms.duties[position]) /* a single deal: nothing was played before */
            game->terms.duties[position] = SKAT_DUTIES_ALL;
    ask(game, SKAT_PHASE_CHOOSE, FOREHAND);
}

bool skat_duties_choose(struct skat_game *game, unsigned duty)
{
    static const uint16_t games[SKAT_DUTIES] = {
        [SKAT_DUTY_SUIT] = (1 << SKAT_SUITS) - 1,
        [SKAT_DUTY_GRAND] = 1 << SKAT_GAME_GRAND,
        [SKAT_DUTY_NULL] = 1 << SKAT_GAME_NULL,
    };

    if (duty >= SKAT_DUTIES || !(game->terms.duties[game->table.turn] >> duty & 1))
        return false;
    record(game, game->table.turn, SKAT_ACTION_CHOOSE, duty);
    game->chosen = (uint8_t)(1 + duty);
    if (duty == SKAT_DUTY_RAMSCH) {
        skat_ramsch_start(game, false);
        return true;
    }
    game->games = games[duty];
    skat_game_declarer(game, game->table.turn);
    return true;
}

void skat_duties_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    memcpy(view->duties, game->terms.duties, sizeof view->duties);
    view->chosen = game->chosen;
    if (game->chosen || position != FOREHAND)
        return;
    view->dealt = 0; /* in dealing order */
    for (int i = 0; i < SKAT_DUTY_CARDS; i++)
        view->dealt |= skat_card_bit(game->deal.cards[(int)position * deck_of(game)->hand + i]);
    view->hand = view->dealt;
}
