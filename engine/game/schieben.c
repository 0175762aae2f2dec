// SPDX-License-Identifier: MIT
#include "engine/game/schieben.h"

#include "engine/game/opening.h"
#include "engine/game/steps.h"
#include "engine/variant.h"

static const struct skat_contract ramsch = {SKAT_GAME_RAMSCH, 0};

static void announce_ramsch(struct skat_game *game)
{
    skat_announce(game, ramsch, FOREHAND);
    game->kontra_open = false;
}

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
    skat_ramsch_start(game, true);
}

void skat_ramsch_round_start(struct skat_game *game)
{
    /* Ramsch unless somebody declares grand hand: so a record may end here. */
    announce_ramsch(game);
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
    game->kontra_open = false; /* no kontra on a grand hand in a ramsch round (rules.md 7.1) */
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

/* ---- passing on, and knocking ---- */

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
    return game->terms.round == SKAT_ROUND_RAMSCH ||
           (game->rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH && !game->chosen);
}

int skat_ramsch_doublings_most(const struct skat_game *game)
{
    const bool open = game->table.played_count == 0 && (is_passed_on(game) || may_knock(game));

    /* Whoever passes on cards unseen cannot knock, so each player doubles once at most. */
    return open ? SKAT_PLAYERS : game->extra.unseen + __builtin_popcount(game->extra.knocked);
}

void skat_ramsch_start(struct skat_game *game, bool schieben)
{
    announce_ramsch(game);
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
    return game->rules->schieben_jacks ? hand : hand & ~SKAT_JACKS;
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
