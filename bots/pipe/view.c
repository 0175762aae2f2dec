#include "bots/pipe/view.h"

#include "bots/pipe/codes.h"

/* Highest first: from the jack of clubs to the seven of diamonds. */
static void put_cards(struct text *text, const char *key, skat_bot_cards cards)
{
    char code[CARD_CODE_SIZE];

    put_open(text, key, '[');
    for (int card = 63; cards && card >= 0; card--) {
        if (!(cards >> card & 1))
            continue;
        cards &= ~((skat_bot_cards)1 << card);
        card_code((skat_bot_card)card, code);
        put_word(text, NULL, code);
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

static void put_auction(struct text *text, const struct skat_bot_view *view)
{
    put_number(text, "bid", view->bid);
    put_open(text, "highest", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_number(text, NULL, view->highest[position]);
    put_close(text, ']');
    put_open(text, "passed", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_flag(text, NULL, view->passed >> position & 1);
    put_close(text, ']');
    put_position(text, "declarer", view->declarer);
    put_position(text, "turn", view->turn);
    put_flag(text, "picked_up", view->picked_up);
}

static void put_contract(struct text *text, const struct skat_bot_view *view, int ouvert_needs_hand)
{
    char code[CONTRACT_CODE_SIZE];

    if (!view->announced) {
        put_null(text, "contract");
        return;
    }
    contract_code(view->contract, ouvert_needs_hand, code);
    put_word(text, "contract", code);
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
            put_number(text, "leader",
                       trick < SKAT_BOT_HAND_MAX ? view->leader[trick]
                                                 : view->late_leader[trick - SKAT_BOT_HAND_MAX]);
            put_open(text, "cards", '[');
        }
        card_code(view->played[i], code);
        put_word(text, NULL, code);
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
    for (int i = 0; i < view->turned; i++) {
        card_code(view->turned_cards[i], code);
        put_word(text, NULL, code);
    }
    put_close(text, ']');
}

static void put_duties(struct text *text, const char *key, unsigned duties)
{
    put_open(text, key, '[');
    for (int duty = 0; duty <= SKAT_BOT_DUTY_RAMSCH; duty++)
        if (duties >> duty & 1)
            put_word(text, NULL, duty_words[duty]);
    put_close(text, ']');
}

/* What only variant games add. */
static void put_relatives(struct text *text, const struct skat_bot_view *view)
{
    put_open(text, "duties", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_duties(text, NULL, view->duties[position]);
    put_close(text, ']');
    if (view->chosen)
        put_word(text, "chosen", duty_words[view->chosen - 1]);
    else
        put_null(text, "chosen");
    put_open(text, "seen", '[');
    for (int position = 0; position < SKAT_BOT_PLAYERS; position++)
        put_cards(text, NULL, view->seen[position]);
    put_close(text, ']');
}

/* What only rule variants add to the table. */
static void put_variants(struct text *text, const struct skat_bot_view *view)
{
    static const char *const rounds[] = {NULL, "bock", "ramsch"};
    enum { ROUNDS = sizeof rounds / sizeof *rounds };

    put_number(text, "kontra", view->kontra);
    put_position(text, "kontra_by", view->kontra_by);
    put_position(text, "gift_by", view->gift_by);
    put_number(text, "gifts_refused", view->gifts_refused);
    put_flag(text, "rum", view->rum);
    put_cards(text, "open_skat", view->open_skat);
    put_number(text, "unseen", view->unseen);
    put_cards(text, "passed_on", view->passed_on);
    put_cards(text, "partner", view->partner);
    put_turned(text, view);
    if (view->round && view->round < ROUNDS)
        put_word(text, "round", rounds[view->round]);
    else
        put_null(text, "round");
    put_number(text, "round_left", view->round_left);
    put_number(text, "bock", view->bock);
    put_relatives(text, view);
    put_scores(text, "totals", view->totals);
    put_position(text, "dummy", view->dummy);
}

void put_view(struct text *text, const struct skat_bot_view *view, int ouvert_needs_hand,
              int in_trick)
{
    put_open(text, "view", '{');
    put_number(text, "position", view->position);
    put_cards(text, "dealt", view->dealt);
    put_cards(text, "hand", view->hand);
    put_cards(text, "skat", view->skat);
    put_cards(text, "shown", view->shown);
    put_auction(text, view);
    put_contract(text, view, ouvert_needs_hand);
    put_played(text, view, in_trick);
    put_variants(text, view);
    put_close(text, '}');
}

/* ---- decisions ---- */

static void put_declarations(struct text *text, const struct skat_bot_decision *decision,
                             int ouvert_needs_hand)
{
    char code[CONTRACT_CODE_SIZE];

    put_open(text, "declarations", '[');
    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        contract_code(decision->declarations[i], ouvert_needs_hand, code);
        put_word(text, NULL, code);
    }
    put_close(text, ']');
}

static void put_bids(struct text *text, const struct skat_bot_decision *decision)
{
    put_open(text, "bids", '[');
    for (uint32_t i = 0; i < decision->bid_count; i++)
        put_number(text, NULL, decision->bids[i]);
    put_close(text, ']');
}

/* Cards to choose from, and how many to choose. */
static void put_choice(struct text *text, skat_bot_cards cards, int count)
{
    put_cards(text, "cards", cards);
    put_number(text, "count", count);
}

static void put_options(struct text *text, const struct skat_bot_decision *decision,
                        const struct skat_bot_view *view, int ouvert_needs_hand)
{
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
        put_bids(text, decision);
        break;
    case SKAT_BOT_DECIDE_HOLD:
        put_number(text, "bid", view->bid);
        break;
    case SKAT_BOT_DECIDE_GAME:
        put_declarations(text, decision, ouvert_needs_hand);
        put_number(text, "spitzen", decision->spitzen);
        put_flag(text, "may_rum", decision->may_rum);
        put_flag(text, "may_turn", decision->may_turn);
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        put_declarations(text, decision, ouvert_needs_hand);
        put_number(text, "spitzen", decision->spitzen);
        put_choice(text, decision->cards, decision->discard_count);
        break;
    case SKAT_BOT_DECIDE_CARD:
        put_number(text, "position", decision->position);
        put_cards(text, "cards", decision->cards);
        put_flag(text, "may_concede", decision->may_concede);
        put_flag(text, "may_give_up", decision->may_give_up);
        break;
    case SKAT_BOT_DECIDE_GRAND_HAND:
    case SKAT_BOT_DECIDE_NAME:
        put_declarations(text, decision, ouvert_needs_hand);
        break;
    case SKAT_BOT_DECIDE_TURN:
        put_declarations(text, decision, ouvert_needs_hand);
        put_flag(text, "may_turn", decision->may_turn);
        break;
    case SKAT_BOT_DECIDE_PASS_ON:
        put_choice(text, decision->cards, decision->discard_count);
        break;
    case SKAT_BOT_DECIDE_EXCHANGE:
        put_choice(text, decision->cards, __builtin_popcountll(view->hand));
        break;
    case SKAT_BOT_DECIDE_CHOOSE:
        put_duties(text, "duties", decision->duties);
        break;
    case SKAT_BOT_DECIDE_BLIND:
        put_open(text, "places", '[');
        for (int place = 0; place < SKAT_BOT_HAND_MAX; place++)
            if (decision->places >> place & 1)
                put_number(text, NULL, place);
        put_close(text, ']');
        put_flag(text, "may_concede", decision->may_concede);
        put_flag(text, "may_give_up", decision->may_give_up);
        break;
    }
}

void put_decision(struct text *text, const struct skat_bot_decision *decision,
                  const struct skat_bot_view *view, int ouvert_needs_hand)
{
    static const char *const kinds[] = {
        [SKAT_BOT_DECIDE_NOTHING] = "nothing",
        [SKAT_BOT_DECIDE_BID] = "bid",
        [SKAT_BOT_DECIDE_HOLD] = "hold",
        [SKAT_BOT_DECIDE_GAME] = "game",
        [SKAT_BOT_DECIDE_DECLARE] = "declare",
        [SKAT_BOT_DECIDE_CONCEDE] = "concede",
        [SKAT_BOT_DECIDE_CARD] = "card",
        [SKAT_BOT_DECIDE_KONTRA] = "kontra",
        [SKAT_BOT_DECIDE_AGREE] = "agree",
        [SKAT_BOT_DECIDE_GIFT] = "gift",
        [SKAT_BOT_DECIDE_GRAND_HAND] = "grand_hand",
        [SKAT_BOT_DECIDE_SCHIEBEN] = "schieben",
        [SKAT_BOT_DECIDE_PASS_ON] = "pass_on",
        [SKAT_BOT_DECIDE_EXCHANGE] = "exchange",
        [SKAT_BOT_DECIDE_TURN] = "turn",
        [SKAT_BOT_DECIDE_OFFER] = "offer",
        [SKAT_BOT_DECIDE_CHOOSE] = "choose",
        [SKAT_BOT_DECIDE_BLIND] = "blind",
        [SKAT_BOT_DECIDE_NAME] = "name",
    };

    put_open(text, "decision", '{');
    /* No other kind occurs: the module lists those that it answers. */
    put_word(text, "kind", kinds[decision->kind]);
    put_options(text, decision, view, ouvert_needs_hand);
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
