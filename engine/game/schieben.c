// SPDX-License-Identifier: MIT
#include "engine/game/schieben.h"

#include "engine/game/opening.h"
#include "engine/game/steps.h"

static const struct skat_contract ramsch = {SKAT_GAME_RAMSCH, 0};

void skat_ramsch_announce(struct skat_game *game)
{
    skat_announce(game, ramsch, FOREHAND);
    game->kontra_open = false;
}

/* Do the rules let players knock in this ramsch? */
static bool may_knock(const struct skat_game *game)
{
    return game->rules->ramsch_klopfen == SKAT_KLOPFEN_ALWAYS ||
           (game->rules->ramsch_klopfen == SKAT_KLOPFEN_ROUNDS &&
            game->terms.round == SKAT_ROUND_RAMSCH);
}

/* Is this schieberamsch? That of a duty, Räuberskat, never is (rules.md 10.3). */
static bool is_passed_on(const struct skat_game *game)
{
    if (game->terms.round == SKAT_ROUND_RAMSCH)
        return game->rules->ramsch_round_game == SKAT_ROUND_OF_SCHIEBERAMSCH;
    return game->rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH && !game->extra.chosen;
}

int skat_ramsch_doublings_most(const struct skat_game *game)
{
    const bool open = game->table.played_count == 0 && (is_passed_on(game) || may_knock(game));

    /* Whoever passes on cards unseen cannot knock, so each player doubles once at most. */
    return open ? SKAT_PLAYERS : game->extra.unseen + __builtin_popcount(game->extra.knocked);
}

void skat_ramsch_start(struct skat_game *game, bool schieben)
{
    skat_ramsch_announce(game);
    game->shows_more = game->shows_more || schieben;
    if (schieben)
        ask(game, SKAT_PHASE_SCHIEBEN, FOREHAND);
    else if (may_knock(game))
        ask(game, SKAT_PHASE_KNOCK, FOREHAND);
    else
        resume_play(game);
}

static void offer_to_next(struct skat_game *game)
{
    if (game->table.turn == REARHAND)
        resume_play(game);
    else
        ask(game, SKAT_PHASE_SCHIEBEN, game->table.turn + 1u);
}

static void take_skat(struct skat_game *game)
{
    game->hands[game->table.turn] |= game->skat;
    game->phase = SKAT_PHASE_PASS_ON;
}

enum skat_refusal skat_schieben_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_PICK_UP) {
        take_skat(game);
        return SKAT_ACCEPTED;
    }
    if (action->count)
        return SKAT_REFUSED_PASS_ON;
    record(game, game->table.turn, SKAT_ACTION_PASS_ON, 0);
    game->extra.unseen++;
    offer_to_next(game);
    return SKAT_ACCEPTED;
}

static skat_cards may_be_passed_on(const struct skat_game *game)
{
    skat_cards hand = game->hands[game->table.turn];
    return game->rules->ramsch_jacks ? hand : hand & ~SKAT_JACKS;
}

void skat_pass_on_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->cards = may_be_passed_on(game);
    decision->discard_count = deck_of(game)->skat;
}

enum skat_refusal skat_pass_on_answer(struct skat_game *game, const struct skat_action *action)
{
    skat_cards cards = action_cards(action, deck_of(game)->skat);

    if (!cards || cards & ~may_be_passed_on(game))
        return SKAT_REFUSED_PASS_ON;
    record_with_cards(game, SKAT_ACTION_PASS_ON, 0, action);
    game->hands[game->table.turn] &= ~cards;
    game->passed_on[game->table.turn] = cards;
    game->skat = cards;
    if (may_knock(game))
        game->phase = SKAT_PHASE_KNOCK;
    else
        offer_to_next(game);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_knock_answer(struct skat_game *game, const struct skat_action *action)
{
    const unsigned position = game->table.turn;

    if (action->kind == SKAT_ACTION_KNOCK) {
        record(game, position, SKAT_ACTION_KNOCK, 0);
        game->extra.knocked |= (uint8_t)(1u << position);
    }
    /* Whoever passed on cards was asked at once; where nobody does, all are asked in turn. */
    if (game->passed_on[position])
        offer_to_next(game);
    else if (position == REARHAND)
        resume_play(game);
    else
        ask(game, SKAT_PHASE_KNOCK, position + 1);
    return SKAT_ACCEPTED;
}
