// SPDX-License-Identifier: MIT
#include "engine/game/undeclared.h"

#include "engine/game/opening.h"
#include "engine/game/schieben.h"
#include "engine/game/steps.h"

void skat_passed_in(struct skat_game *game)
{
    if (game->rules->passed_in == SKAT_PASSED_IN_VOID)
        end_game(game);
    else
        skat_ramsch_start(game, game->rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH);
}

/* ---- grand hand in a ramsch round ---- */

static void ask_for_grand_hand(struct skat_game *game, unsigned from)
{
    for (unsigned position = from; position < SKAT_PLAYERS; position++)
        if (game->terms.grand_hand >> position & 1) {
            ask(game, SKAT_PHASE_GRAND_HAND, position);
            return;
        }
    skat_ramsch_start(game, game->rules->ramsch_round_game == SKAT_ROUND_OF_SCHIEBERAMSCH);
}

void skat_ramsch_round_start(struct skat_game *game)
{
    /* Ramsch unless somebody declares grand hand: so a record may end here. */
    skat_ramsch_announce(game);
    ask_for_grand_hand(game, FOREHAND);
}

void skat_grand_hand_offer(const struct skat_game *game, struct skat_decision *decision)
{
    (void)game;
    decision->declarations = &skat_grand_hand; /* the only one */
    decision->declaration_count = 1;
}

static enum skat_refusal declare_grand_hand(struct skat_game *game,
                                            const struct skat_action *action)
{
    if (!skat_contract_same(action->contract, skat_grand_hand))
        return SKAT_REFUSED_DECLARATION;
    if (action->count)
        return SKAT_REFUSED_DISCARD;
    record(game, game->table.turn, SKAT_ACTION_DECLARE,
           (unsigned)skat_grand_hand.type << 8 | skat_grand_hand.with);
    game->table.declarer = game->table.turn;
    skat_announce(game, skat_grand_hand, FOREHAND);
    game->kontra_open = game->kontra_open && game->rules->ramsch_round_kontra;
    skat_open(game);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_grand_hand_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_DECLARE)
        return declare_grand_hand(game, action);
    ask_for_grand_hand(game, game->table.turn + 1u);
    return SKAT_ACCEPTED;
}
