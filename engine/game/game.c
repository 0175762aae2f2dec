// SPDX-License-Identifier: MIT
#include "engine/game/game.h"

#include "engine/game/card_play.h"
#include "engine/game/phases.h"
#include "engine/game/steps.h"
#include "engine/game/variant_play.h"

bool skat_game_pending(const struct skat_game *game, struct skat_decision *decision)
{
    const struct skat_phase_row *phase = &skat_phases[game->phase];

    if (skat_game_next_card(game, decision))
        return true;
    *decision = (struct skat_decision){
        .size = sizeof *decision,
        .kind = phase->decision,
        .position = game->table.turn,
    };
    if (phase->offer)
        phase->offer(game, decision);
    return decision->kind != SKAT_DECIDE_NOTHING;
}

/* An action that does not answer what is asked: said out of turn, where its kind may be, else
 * refused. */
static enum skat_refusal say_unasked(struct skat_game *game, unsigned position,
                                     const struct skat_action *action)
{
    if (game->phase == SKAT_PHASE_OVER)
        return SKAT_REFUSED_OVER;
    if (position >= SKAT_PLAYERS)
        return SKAT_REFUSED_TURN;
    if (action->kind < SKAT_ACTIONS && skat_unasked[action->kind])
        return skat_unasked[action->kind](game, position);
    return position == game->table.turn ? SKAT_REFUSED_KIND : SKAT_REFUSED_TURN;
}

static bool is_answer(const struct skat_phase_row *phase, unsigned kind)
{
    return kind < SKAT_ACTIONS && !skat_unasked[kind] &&
           (skat_answers(kind, phase->decision) || skat_answers(kind, phase->also));
}

enum skat_refusal skat_game_apply(struct skat_game *game, unsigned position,
                                  const struct skat_action *action)
{
    const struct skat_phase_row *phase = &skat_phases[game->phase];
    bool answers_it = position == game->table.turn && is_answer(phase, action->kind);
    enum skat_refusal refusal =
        answers_it ? phase->apply(game, action) : say_unasked(game, position, action);

    if (game->pile) /* after any of them it may be the pile's turn */
        game->variant->turn_pile(game);
    return refusal;
}

void skat_game_fail(struct skat_game *game, unsigned position)
{
    struct skat_decision decision;

    if (game->fault != SKAT_NOBODY)
        return;
    if (skat_game_pending(game, &decision) && skat_game_player(game, decision.position) == position)
        game->asked = (uint8_t)decision.kind;
    game->fault = (uint8_t)position;
    game->fault_late = game->phase == SKAT_PHASE_OVER;
    if (game->fault_late)
        return;
    game->ending =
        position == game->table.declarer ? SKAT_ENDED_DECLARER_FAULT : SKAT_ENDED_DEFENDER_FAULT;
    end_game(game);
}
