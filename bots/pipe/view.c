// SPDX-License-Identifier: MIT
#include "bots/pipe/view.h"

#include "bots/pipe/codes.h"
#include "engine/decision.h"

void put_cards(struct text *text, const char *key, skat_bot_cards cards)
{
    char code[CARD_CODE_SIZE];

    put_open(text, key, '[');
    for (int card = 63; cards && card >= 0; card--) {
        if (!(cards >> card & 1))
            continue;
        cards &= ~((skat_bot_cards)1 << card);
        put_word(text, NULL, card_code((skat_bot_card)card, code));
    }
    put_close(text, ']');
}

static void put_position(struct text *text, const char *key, uint8_t position)
{
    if (position == SKAT_BOT_NOBODY)
        put_null(text, key);
    else
        put_number(text, key, position);
}

static void put_numbers(struct text *text, const char *key, const uint8_t *numbers)
{
    put_open(text, key, '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_number(text, NULL, numbers[position]);
    put_close(text, ']');
}

static void put_scores(struct text *text, const char *key, const int32_t *scores)
{
    put_open(text, key, '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_number(text, NULL, scores[position]);
    put_close(text, ']');
}

/* Positions of which a bit is set. */
static void put_positions(struct text *text, const char *key, unsigned positions)
{
    put_open(text, key, '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_flag(text, NULL, positions >> position & 1);
    put_close(text, ']');
}

static void put_auction(struct text *text, const struct skat_bot_view *view)
{
    put_number(text, "bid", view->bid);
    put_open(text, "highest", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_number(text, NULL, view->highest[position]);
    put_close(text, ']');
    put_positions(text, "passed", view->passed);
    put_position(text, "turn", view->turn);
    put_position(text, "declarer", view->declarer);
    put_flag(text, "picked_up", view->picked_up);
}

static void put_contract(struct text *text, const struct skat_bot_view *view,
                         const struct skat_bot_rules *rules)
{
    char code[SKAT_CODE_SIZE];

    if (!view->announced) {
        put_null(text, "contract");
        return;
    }
    put_word(text, "contract", contract_code(view->contract, rules, code));
}

/* Trick by trick; the last one may be open. */
static void put_played(struct text *text, const struct skat_bot_view *view, int in_trick)
{
    char code[CARD_CODE_SIZE];

    put_open(text, "played", '[');
    for (int i = 0; i < view->played_count; i++) {
        int trick = i / in_trick;
        if (i % in_trick == 0) {
            put_open(text, NULL, '{');
            put_number(text, "leader", view->leader[trick]);
            put_open(text, "cards", '[');
        }
        put_word(text, NULL, card_code(view->played[i], code));
        if (i % in_trick == in_trick - 1 || i == view->played_count - 1) {
            put_close(text, ']');
            put_close(text, '}');
        }
    }
    put_close(text, ']');
    put_position(text, "winner", view->played_count ? view->winner : SKAT_BOT_NOBODY);
    put_numbers(text, "points", view->points);
    put_numbers(text, "tricks", view->tricks);
}

/* Turnéskat: cards of the skat, in the order of turning. */
static void put_turned(struct text *text, const struct skat_bot_view *view)
{
    char code[CARD_CODE_SIZE];

    put_open(text, "turned", '[');
    for (int i = 0; i < view->turned; i++)
        put_word(text, NULL, card_code(view->turned_cards[i], code));
    put_close(text, ']');
}

static void put_duties(struct text *text, const char *key, unsigned duties)
{
    put_open(text, key, '[');
    for (int duty = 0; duty <= SKAT_BOT_DUTY_RAMSCH; duty++)
        if (duties >> duty & 1)
            put_word(text, NULL, skat_duty_names[duty]);
    put_close(text, ']');
}

/* What only rule variants add to the table. */
static void put_variants(struct text *text, const struct skat_bot_view *view)
{
    static const char *const rounds[] = {NULL, "bock", "ramsch"};
    enum { ROUNDS = sizeof rounds / sizeof *rounds };

    put_scores(text, "totals", view->totals);
    if (view->round && view->round < ROUNDS)
        put_word(text, "round", rounds[view->round]);
    else
        put_null(text, "round");
    put_number(text, "round_left", view->round_left);
    put_number(text, "bock", view->bock);
    put_number(text, "kontra", view->kontra);
    put_position(text, "kontra_by", view->kontra_by);
    put_position(text, "gift_by", view->gift_by);
    put_number(text, "gifts_refused", view->gifts_refused);
    put_flag(text, "rum", view->rum);
    put_number(text, "unseen", view->unseen);
    put_positions(text, "knocked", view->knocked);
    put_turned(text, view);
}

/* The auction by suits. */
static void put_called(struct text *text, const struct skat_bot_view *view,
                       const struct skat_bot_rules *rules)
{
    char code[SKAT_CODE_SIZE];

    if (view->called_rank)
        put_word(text, "called", contract_code(view->called, rules, code));
    else
        put_null(text, "called");
    put_numbers(text, "highest_call", view->highest_call);
}

/* Räuberskat. */
static void put_choice(struct text *text, const struct skat_bot_view *view)
{
    put_open(text, "duties", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_duties(text, NULL, view->duties[position]);
    put_close(text, ']');
    if (view->chosen)
        put_word(text, "chosen", skat_duty_names[view->chosen - 1]);
    else
        put_null(text, "chosen");
}

void put_view(struct text *text, const struct skat_bot_view *view,
              const struct skat_bot_rules *rules, int in_trick)
{
    put_open(text, "view", '{');
    put_number(text, "position", view->position);
    put_position(text, "dummy", view->dummy);
    put_cards(text, "dealt", view->dealt);
    put_cards(text, "hand", view->hand);
    put_cards(text, "skat", view->skat);
    put_cards(text, "passed_on", view->passed_on);
    put_cards(text, "shown", view->shown);
    put_cards(text, "partner", view->partner);
    put_open(text, "seen", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_cards(text, NULL, view->seen[position]);
    put_close(text, ']');
    put_cards(text, "open_skat", view->open_skat);
    put_auction(text, view);
    put_contract(text, view, rules);
    put_played(text, view, in_trick);
    put_variants(text, view);
    put_called(text, view, rules);
    put_choice(text, view);
    put_close(text, '}');
}

/* ---- decisions ---- */

static void put_declarations(struct text *text, const struct skat_bot_decision *decision,
                             const struct skat_bot_rules *rules)
{
    char code[SKAT_CODE_SIZE];

    put_open(text, "declarations", '[');
    for (uint32_t i = 0; i < decision->declaration_count; i++)
        put_word(text, NULL, contract_code(decision->declarations[i], rules, code));
    put_close(text, ']');
}

static void put_bids(struct text *text, const struct skat_bot_decision *decision)
{
    put_open(text, "bids", '[');
    for (uint32_t i = 0; i < decision->bid_count; i++)
        put_number(text, NULL, decision->bids[i]);
    put_close(text, ']');
}

/* Cards of which several are chosen, and how many. */
static void put_some_cards(struct text *text, const struct skat_bot_decision *decision,
                           const struct skat_bot_view *view)
{
    put_cards(text, "cards", decision->cards);
    put_number(text, "count",
               decision->kind == SKAT_BOT_DECIDE_EXCHANGE ? __builtin_popcountll(view->hand)
                                                          : decision->discard_count);
}

static void put_places(struct text *text, unsigned places)
{
    put_open(text, "places", '[');
    for (int place = 0; place < SKAT_BOT_HAND_MAX; place++)
        if (places >> place & 1)
            put_number(text, NULL, place);
    put_close(text, ']');
}

/* The options, in the order of their bits. */
static void put_options(struct text *text, const struct skat_bot_decision *decision,
                        const struct skat_bot_view *view, const struct skat_bot_rules *rules)
{
    const unsigned offers = skat_decision_rows[decision->kind].offers;
    char code[SKAT_CODE_SIZE];

    if (offers & SKAT_OFFERS_BIDS)
        put_bids(text, decision);
    if (decision->kind == SKAT_BOT_DECIDE_HOLD)
        put_number(text, "bid", view->bid);
    if (decision->kind == SKAT_BOT_DECIDE_HOLD_CALL)
        put_word(text, "called", contract_code(view->called, rules, code));
    if (offers & SKAT_OFFERS_DECLARATIONS)
        put_declarations(text, decision, rules);
    if (offers & SKAT_OFFERS_SPITZEN) {
        put_number(text, "spitzen", decision->spitzen);
        put_flag(text, "grand_spitze", decision->grand_spitze);
    }
    if (offers & SKAT_OFFERS_CARDS) {
        put_number(text, "position", decision->position);
        put_cards(text, "cards", decision->cards);
    }
    if (offers & SKAT_OFFERS_SOME_CARDS)
        put_some_cards(text, decision, view);
    if (offers & SKAT_OFFERS_DUTIES)
        put_duties(text, "duties", decision->duties);
    if (offers & SKAT_OFFERS_PLACES)
        put_places(text, decision->places);
    if (offers & SKAT_OFFERS_WORDS) {
        put_flag(text, "may_concede", decision->may_concede);
        put_flag(text, "may_give_up", decision->may_give_up);
        put_flag(text, "may_claim", decision->may_claim);
        put_flag(text, "may_resign", decision->may_resign);
    }
    if (offers & SKAT_OFFERS_RUM)
        put_flag(text, "may_rum", decision->may_rum);
    if (offers & SKAT_OFFERS_TURN)
        put_flag(text, "may_turn", decision->may_turn);
    if (offers & SKAT_OFFERS_CLAIM)
        put_flag(text, "may_claim", decision->may_claim);
}

void put_decision(struct text *text, const struct skat_bot_decision *decision,
                  const struct skat_bot_view *view, const struct skat_bot_rules *rules)
{
    put_open(text, "decision", '{');
    put_word(text, "kind", skat_decision_rows[decision->kind].name);
    put_options(text, decision, view, rules);
    put_close(text, '}');
}

/* ---- results ---- */

void put_result(struct text *text, const struct skat_bot_result *result)
{
    put_open(text, "result", '{');
    put_position(text, "declarer", result->declarer);
    put_flag(text, "won", result->won);
    put_flag(text, "own_fault", result->own_fault);
    put_number(text, "points", result->points);
    put_number(text, "value", result->value);
    put_scores(text, "score", result->score);
    put_cards(text, "skat", result->skat);
    put_close(text, '}');
}
