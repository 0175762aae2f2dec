// SPDX-License-Identifier: MIT
#include "engine/game/opening.h"

#include "engine/game/card_play.h"
#include "engine/game/concession.h"
#include "engine/game/kontra.h"
#include "engine/game/steps.h"

void skat_announce(struct skat_game *game, struct skat_contract contract, unsigned leader)
{
    game->table.contract = contract;
    game->table.announced = true;
    game->order = skat_rules_ranking(game->rules, contract);
    game->table.leader[0] = (uint8_t)leader;
    game->kontra_open = game->rules->kontra_levels > 0;
}

void skat_open(struct skat_game *game)
{
    resume_play(game);
    if (game->rules->concede == SKAT_CONCEDE_BEFORE_LEAD && skat_may_concede(game)) {
        game->concede_asked = true;
        ask(game, SKAT_PHASE_CONCEDE, game->table.declarer);
    } else {
        skat_kontra_moment(game);
    }
}

static void play_on(struct skat_game *game)
{
    resume_play(game);
    skat_kontra_moment(game);
}

/* Leading a card also means not conceding: records omit PLAY_ON, so a card instead of it must mean
 * the same here as there. */
static enum skat_refusal lead(struct skat_game *game, const struct skat_action *action)
{
    unsigned declarer = game->table.turn;
    uint8_t asked = game->concede_asked;

    play_on(game);
    bool leads = game->phase == SKAT_PHASE_PLAY && game->table.turn == declarer;
    enum skat_refusal refusal = leads ? skat_card_answer(game, action) : SKAT_REFUSED_TURN;
    if (refusal != SKAT_ACCEPTED) {
        ask(game, SKAT_PHASE_CONCEDE, declarer);
        game->concede_asked = asked;
    }
    return refusal;
}

enum skat_refusal skat_concede_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_CARD)
        return lead(game, action);
    if (action->kind != SKAT_ACTION_PLAY_ON) /* a claim answers CARD, but not this */
        return SKAT_REFUSED_KIND;
    play_on(game);
    return SKAT_ACCEPTED;
}
