// SPDX-License-Identifier: MIT
#include "engine/game/gift.h"

#include "engine/game/steps.h"

/* Two gifts: the game, then schneider. */
enum { GIFTS_MAX = 2 };

static bool game_can_be_given(const struct skat_game *game)
{
    struct skat_contract contract = game->table.contract;

    if (contract.with & ~SKAT_WITH_HAND || skat_contract_is_null(contract) ||
        contract.type == SKAT_GAME_RAMSCH)
        return false;
    return game->rules->schenken == SKAT_SCHENKEN_ALL ||
           (game->rules->schenken == SKAT_SCHENKEN_GRAND && contract.type == SKAT_GAME_GRAND);
}

bool skat_gift_possible(const struct skat_game *game, unsigned position)
{
    int refused = game->extra.gifts_refused;

    if (game->phase != SKAT_PHASE_PLAY || position == game->table.declarer ||
        refused == GIFTS_MAX || game->gifts_proposed >> refused & 1)
        return false;
    bool second_trick_led =
        game->table.trick_count > 1 || (game->table.trick_count == 1 && cards_in_trick(game) > 0);
    return !second_trick_led && game_can_be_given(game);
}

enum skat_refusal skat_gift_propose(struct skat_game *game, unsigned position)
{
    if (!skat_gift_possible(game, position))
        return SKAT_REFUSED_GIVE_UP;
    record(game, position, SKAT_ACTION_GIVE_UP, 0);
    game->gifts_proposed |= (uint8_t)(1u << game->extra.gifts_refused);
    game->extra.gift_by = (uint8_t)position;
    ask(game, SKAT_PHASE_AGREE, third_position(position, game->table.declarer));
    return SKAT_ACCEPTED;
}

static void accept(struct skat_game *game)
{
    if (game->phase == SKAT_PHASE_AGREE) {
        ask(game, SKAT_PHASE_GIFT, game->table.declarer);
        return;
    }
    game->ending = SKAT_ENDED_GIFT;
    end_game(game);
}

static void refuse(struct skat_game *game)
{
    if (game->phase == SKAT_PHASE_GIFT)
        game->extra.gifts_refused++;
    game->extra.gift_by = SKAT_NOBODY;
    resume_play(game);
}

enum skat_refusal skat_gift_answer(struct skat_game *game, const struct skat_action *action)
{
    record(game, game->table.turn, action->kind, 0);
    if (action->kind == SKAT_ACTION_HOLD)
        accept(game);
    else
        refuse(game);
    return SKAT_ACCEPTED;
}
