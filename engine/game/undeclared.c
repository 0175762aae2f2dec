// SPDX-License-Identifier: MIT
/* engine/game/undeclared.c - a deal that nobody plays alone: passed in, or of a ramsch round, where
 * somebody may still declare grand hand; then how ramsch begins, with passing on the skat and
 * knocking (rules.md 3, 7.5). engine/ramsch.c has the scores of ramsch. */
#include "engine/game/phases.h"

/* ---- ramsch ---- */

/* Makes the game a ramsch, in which nobody says kontra. */
static void announce_ramsch(struct skat_game *game)
{
    skat_announce(game, (struct skat_contract){SKAT_GAME_RAMSCH, 0}, FOREHAND);
    game->kontra_open = false;
}

/* Do the rules let players knock in this ramsch? */
static bool may_knock(const struct skat_game *game)
{
    return game->rules->ramsch_klopfen == SKAT_KLOPFEN_ALWAYS ||
           (game->rules->ramsch_klopfen == SKAT_KLOPFEN_ROUNDS &&
            game->terms.round == SKAT_ROUND_RAMSCH);
}

/* Is this schieberamsch? */
static bool is_passed_on(const struct skat_game *game)
{
    if (game->terms.round == SKAT_ROUND_RAMSCH)
        return game->rules->ramsch_round_game == SKAT_ROUND_OF_SCHIEBERAMSCH;
    return game->rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH; /* not in Räuberskat */
}

int skat_ramsch_doublings_most(const struct skat_game *game)
{
    const bool open = game->table.played_count == 0 && (is_passed_on(game) || may_knock(game));

    /* Whoever passes on cards unseen cannot knock, so each player doubles once at most. */
    return open ? SKAT_PLAYERS : game->extra.unseen + __builtin_popcount(game->extra.knocked);
}

void skat_ramsch_start(struct skat_game *game)
{
    announce_ramsch(game);
    if (is_passed_on(game)) {
        game->shows_more = true;
        ask(game, SKAT_PHASE_SCHIEBEN, FOREHAND);
    } else if (may_knock(game)) {
        ask(game, SKAT_PHASE_KNOCK, FOREHAND);
    } else {
        resume_play(game);
    }
}

void skat_passed_in(struct skat_game *game)
{
    if (game->rules->passed_in == SKAT_PASSED_IN_VOID)
        end_game(game, SKAT_ENDED_PLAYED);
    else
        skat_ramsch_start(game);
}

/* ---- passing on the skat, and knocking ---- */

static void offer_to_next(struct skat_game *game)
{
    if (game->table.turn == REARHAND)
        resume_play(game);
    else
        ask(game, SKAT_PHASE_SCHIEBEN, game->table.turn + 1u);
}

enum skat_refusal skat_schieben_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_PICK_UP) {
        game->hands[game->table.turn] |= game->skat;
        game->phase = SKAT_PHASE_PASS_ON;
        return SKAT_ACCEPTED;
    }
    if (action->count)
        return SKAT_REFUSED_PASS_ON;
    skat_game_record(game, game->table.turn, SKAT_ACTION_PASS_ON, 0);
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
    skat_game_record(game, game->table.turn, SKAT_ACTION_PASS_ON, 0);
    record_cards(game, action);
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
        skat_game_record(game, position, SKAT_ACTION_KNOCK, 0);
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

/* ---- grand hand in a ramsch round ---- */

static void ask_for_grand_hand(struct skat_game *game, unsigned from)
{
    for (unsigned position = from; position < SKAT_PLAYERS; position++)
        if (game->terms.grand_hand >> position & 1) {
            ask(game, SKAT_PHASE_GRAND_HAND, position);
            return;
        }
    skat_ramsch_start(game);
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
    record_contract(game, game->table.turn, SKAT_ACTION_DECLARE, skat_grand_hand);
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
