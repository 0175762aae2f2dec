// SPDX-License-Identifier: MIT
#include "engine/game/herzblatt.h"

#include "engine/game/declaring.h"
#include "engine/game/undeclared.h"
#include "engine/game/steps.h"

void skat_herzblatt_begin(struct skat_game *game) { ask(game, SKAT_PHASE_OFFER, FOREHAND); }

static void pass(struct skat_game *game)
{
    unsigned position = game->table.turn;

    game->table.passed |= (uint8_t)(1u << position);
    if (position == REARHAND)
        skat_passed_in(game);
    else
        ask(game, SKAT_PHASE_OFFER, next_position(game, position));
}

enum skat_refusal skat_herzblatt_answer(struct skat_game *game, const struct skat_action *action)
{
    record(game, game->table.turn, action->kind, 0);
    if (action->kind == SKAT_ACTION_PASS)
        pass(game);
    else
        skat_declaring_start(game, game->table.turn);
    return SKAT_ACCEPTED;
}
