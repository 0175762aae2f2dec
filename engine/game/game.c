// SPDX-License-Identifier: MIT
#include "engine/game/game.h"

#include <string.h>

#include "engine/game/card_play.h"
#include "engine/game/phases.h"
#include "engine/variant.h"

/* ---- how a deal begins ---- */

static int32_t cut(int64_t total)
{
    return (int32_t)(total > INT32_MAX ? INT32_MAX : total < -INT32_MAX ? -INT32_MAX : total);
}

/* Makes public what earlier deals determine about this one. */
static void set_terms(struct skat_game *game, const struct skat_terms *terms)
{
    game->terms = *terms;
    game->extra.round = terms->round;
    game->extra.bock = (uint8_t)skat_terms_bock(terms, game->rules);
    if (terms->round)
        game->extra.round_left = (uint16_t)(terms->round_of - terms->round_deal);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        game->extra.totals[position] = cut(terms->totals[position]);
}

static void take_cards(struct skat_game *game, const struct skat_deal *deal)
{
    const struct skat_deck *deck = deck_of(game);

    game->deal = *deal;
    game->hands_dealt = (uint8_t)skat_deck_hands(deck);
    for (int position = 0; position < game->hands_dealt; position++)
        game->dealt[position] = game->hands[position] = skat_deal_hand(deal, deck, position);
    game->skat = skat_deal_skat(deal, deck);
    game->aside = skat_deal_aside(deal, deck);
}

/* What the variant game changes at the table. */
static void set_variant(struct skat_game *game)
{
    const struct skat_seating *seating = game->rules->derived.seating;

    game->variant = &skat_variant_plays[game->rules->game];
    game->dummy = seating->dummy;
    game->pile = seating->dummy_plays == SKAT_DUMMY_PILE;
    game->dummy_open = seating->dummy_plays == SKAT_DUMMY_OPEN;
    game->shows_more = game->variant->view || game->dummy != SKAT_NOBODY ||
                       game->rules->auction == SKAT_AUCTION_SUITS;
    game->blind = game->rules->derived.variant->blind;
}

/* Asks for the first decision. */
static void begin(struct skat_game *game)
{
    if (game->terms.round == SKAT_ROUND_RAMSCH)
        skat_ramsch_round_start(game);
    else if (game->variant->begin)
        game->variant->begin(game);
    else if (game->rules->auction == SKAT_AUCTION_NONE)
        skat_passed_in(game);
    else
        skat_auction_start(game);
}

void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms)
{
    memset(game, 0, offsetof(struct skat_game, moves)); /* the moves need no clearing */
    game->rules = rules;
    take_cards(game, deal);
    set_variant(game);
    game->table.declarer = SKAT_NOBODY;
    game->fault = SKAT_NOBODY;
    game->extra.kontra_by = game->extra.gift_by = SKAT_NOBODY;
    game->extra.bock = 1;
    game->games = UINT16_MAX;
    game->words_stay = rules->claims || rules->concede_later;
    if (terms)
        set_terms(game, terms);
    begin(game);
}

/* ---- decisions ---- */

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
    end_game(game, position == game->table.declarer ? SKAT_ENDED_DECLARER_FAULT
                                                    : SKAT_ENDED_DEFENDER_FAULT);
}
