#include "engine/variants/offer.h"

#include "engine/game_steps.h"

void skat_offer_open(struct skat_game *game) { ask(game, SKAT_PHASE_OFFER, FOREHAND); }

void skat_offer_accept(struct skat_game *game)
{
    record(game, game->table.turn, SKAT_ACTION_HOLD, 0);
    skat_game_declarer(game, game->table.turn);
}

void skat_offer_pass(struct skat_game *game)
{
    unsigned position = game->table.turn;

    record(game, position, SKAT_ACTION_PASS, 0);
    game->table.passed |= (uint8_t)(1u << position);
    if (position == REARHAND)
        skat_game_passed_in(game);
    else
        ask(game, SKAT_PHASE_OFFER, next_position(game, position));
}
