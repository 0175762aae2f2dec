// SPDX-License-Identifier: MIT
#include "bots/pipe/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/contract.h"
#include "engine/decision.h"
#include "engine/siphash.h"

/* ---- cards and contracts, with the engine's codes, as in games.jsonl (docs/formats.md) ---- */

enum { CARD_CODE_SIZE = 3 };

/* "CJ", "D7". Returns `code`. */
static const char *card_code(skat_bot_card card, char code[CARD_CODE_SIZE])
{
    *skat_card_print(card, code) = '\0';
    return code;
}

/* Returns SKAT_BOT_NO_CARD if it is not a card. */
static skat_bot_card card_of_code(const char *code)
{
    return strlen(code) == CARD_CODE_SIZE - 1 ? skat_card_parse(code) : SKAT_BOT_NO_CARD;
}

/* What ouvert implies in a game under the rules; NULL: the official ones. */
static unsigned ouvert_implies(const struct skat_bot_rules *rules, unsigned type)
{
    const int of_its_own = rules && type == SKAT_BOT_GRAND && rules->ouvert_base;
    const int alone = rules && skat_bot_rule_has(rules, "announcements", "ouvert_alone");

    return (unsigned)(!rules || rules->ouvert_needs_hand ? SKAT_BOT_HAND : 0) |
           (unsigned)(alone && !of_its_own ? 0 : SKAT_BOT_SCHWARZ);
}

/* "CH", "GO", "NOH", "C+2", "HW", without what is implied under the rules. Returns `code`. */
static const char *contract_code(struct skat_bot_contract contract,
                                 const struct skat_bot_rules *rules, char code[SKAT_CODE_SIZE])
{
    skat_contract_code((struct skat_contract){contract.type, contract.with},
                       ouvert_implies(rules, contract.type), code);
    return code;
}

/* Returns 0 if it is not a code. */
static int contract_of_code(const char *code, struct skat_bot_contract *contract)
{
    struct skat_contract read;
    int length = skat_contract_parse(code, &read);

    *contract = (struct skat_bot_contract){read.type, read.with};
    return length && !code[length];
}

/* Highest first: from the jack of clubs to the seven of diamonds. */
static void put_cards(struct text *text, const char *key, skat_bot_cards cards)
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

/* ---- rules ---- */

static void put_set(struct text *text, const char *key, const struct skat_bot_rule *option)
{
    put_open(text, key, '[');
    for (uint32_t i = 0; i < option->word_count; i++)
        if (option->values[0] >> i & 1)
            put_word(text, NULL, option->words[i]);
    put_close(text, ']');
}

static void put_option_values(struct text *text, const char *key,
                              const struct skat_bot_rule *option)
{
    put_open(text, key, '[');
    for (uint32_t i = 0; i < option->value_count; i++)
        put_number(text, NULL, option->values[i]);
    put_close(text, ']');
}

static void put_option(struct text *text, const char *key, const struct skat_bot_rule *option)
{
    int32_t value = option->values[0];

    if (option->value_count > 1)
        put_option_values(text, key, option);
    else if (option->type == SKAT_BOT_RULE_FLAG)
        put_flag(text, key, value);
    else if (option->type == SKAT_BOT_RULE_THOUSANDTHS)
        put_thousandths(text, key, value);
    else if (option->type == SKAT_BOT_RULE_SET)
        put_set(text, key, option);
    else if (option->type == SKAT_BOT_RULE_CHOICE)
        put_word(text, key, option->words[value]);
    else if (option->type == SKAT_BOT_RULE_NUMBER_OR_NULL && value == 0)
        put_null(text, key);
    else
        put_number(text, key, value);
}

/* Every option by its name; "kontra.when" is the member `when` of the object `kontra`, whose
 * members are adjacent in the list. */
static void put_all_options(struct text *text, const struct skat_bot_rules *rules)
{
    char object[40] = "";

    for (uint32_t i = 0; i < rules->option_count; i++) {
        const struct skat_bot_rule *option = &rules->options[i];
        const char *dot = strchr(option->name, '.');
        size_t length = dot ? (size_t)(dot - option->name) : 0;
        if (length >= sizeof object)
            continue;
        if (*object && (strlen(object) != length || strncmp(object, option->name, length) != 0)) {
            put_close(text, '}');
            *object = '\0';
        }
        if (dot && !*object) {
            memcpy(object, option->name, length);
            object[length] = '\0';
            put_open(text, object, '{');
        }
        put_option(text, dot ? dot + 1 : option->name, option);
    }
    if (*object)
        put_close(text, '}');
}

/* Base values by game and by what is done with the skat: taken, by hand, turned. */
static void put_base_values(struct text *text, const struct skat_bot_rules *rules)
{
    static const char *const games[] = {"D", "H", "S", "C", "G"};

    put_open(text, "base_values", '{');
    for (int type = 0; type <= SKAT_BOT_GRAND; type++) {
        put_open(text, games[type], '[');
        for (int way = 0; way < SKAT_BOT_WAYS; way++)
            put_number(text, NULL, rules->base_values[type][way]);
        put_close(text, ']');
    }
    put_close(text, '}');
    put_number(text, "ouvert_base", rules->ouvert_base);
}

void put_rules(struct text *text, const char *key, const struct skat_bot_rules *rules)
{
    put_open(text, key, '{');
    put_all_options(text, rules);
    put_cards(text, "deck", rules->deck);
    put_number(text, "hand_cards", rules->hand_cards);
    put_number(text, "aside_cards", rules->aside_cards);
    put_open(text, "ladder", '[');
    for (uint32_t i = 0; i < rules->ladder_count; i++)
        put_number(text, NULL, rules->ladder[i]);
    put_close(text, ']');
    put_flag(text, "hand_is_no_level", rules->hand_is_no_level);
    put_flag(text, "ouvert_needs_hand", rules->ouvert_needs_hand);
    put_base_values(text, rules);
    put_close(text, '}');
}

/* ---- views ---- */

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

/* ---- seeds of questions ---- */

struct question_key question_key_draw(const struct skat_bot_host *host)
{
    struct question_key key;

    for (int i = 0; i < 2; i++)
        key.words[i] = host->random(host->context);
    return key;
}

/* The bytes of a number, the first one lowest. */
static uint64_t of_bytes(const uint8_t bytes[8])
{
    uint64_t number = 0;

    for (int i = 7; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

void put_question_seed(struct text *text, const struct question_key *key,
                       const struct skat_bot_view *view, const struct skat_bot_decision *decision)
{
    enum { DIGITS = 32 };
    /* These numbers tell apart the questions to a seat in a deal. The bid counts in the auction
     * only: a question for a card has the same seed after any auction, as the arena's streams do.
     */
    const int auction =
        decision->kind == SKAT_BOT_DECIDE_BID || decision->kind == SKAT_BOT_DECIDE_HOLD;
    const uint64_t words[] = {
        of_bytes((const uint8_t[8]){decision->kind, view->played_count, view->kontra,
                                    view->gifts_refused, view->gift_by, view->rum, view->turned,
                                    decision->position}),
        auction ? view->bid : 0};
    uint64_t seed[2];
    char digits[DIGITS + 1];

    skat_siphash(key->words, words, sizeof words / sizeof *words, seed);
    snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, seed[0], seed[1]);
    put_word(text, "seed", digits);
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

/* ---- events ---- */

static enum skat_operand operand_of(const struct skat_bot_action *action)
{
    return (enum skat_operand)skat_action_rows[action->kind].operand;
}

/* Do others hear the word of the action alone? Cards put aside, passed on or blind are hidden. */
static int is_word(enum skat_operand operand)
{
    return operand == SKAT_OPERAND_NONE || operand == SKAT_OPERAND_CARDS ||
           operand == SKAT_OPERAND_PLACE;
}

/* In the auction HOLD says what is held. */
static int is_held(unsigned action, unsigned decision)
{
    return action == SKAT_ACTION_HOLD &&
           (decision == SKAT_DECIDE_HOLD || decision == SKAT_DECIDE_HOLD_CALL);
}

void put_event(struct text *text, const struct skat_bot_event *event,
               const struct skat_bot_rules *rules)
{
    const struct skat_bot_action *action = &event->action;
    const enum skat_operand operand = operand_of(action);
    const char *word = skat_action_word(action->kind, event->decision);
    char card[CARD_CODE_SIZE], contract[SKAT_CODE_SIZE];

    if (is_word(operand) && !is_held(action->kind, event->decision)) {
        put_word(text, "action", word);
        return;
    }
    put_open(text, "action", '{');
    if (operand == SKAT_OPERAND_BID || event->decision == SKAT_DECIDE_HOLD)
        put_number(text, word, action->bid);
    else if (operand == SKAT_OPERAND_DUTY)
        put_word(text, word, skat_duty_names[action->number & 3]);
    else if (operand == SKAT_OPERAND_CARD)
        put_word(text, word, card_code(action->cards[0], card));
    else
        put_word(text, word, contract_code(action->contract, rules, contract));
    put_close(text, '}');
}

/* ---- answers ---- */

/* May the action be said without an operand? PASS_ON may, of cards that were not taken. */
static int needs_no_operand(unsigned action, unsigned decision)
{
    return (skat_action_rows[action].operand == SKAT_OPERAND_NONE && !is_held(action, decision)) ||
           (action == SKAT_ACTION_PASS_ON && decision == SKAT_DECIDE_SCHIEBEN);
}

static int read_word(const char *word, enum skat_bot_decision_kind decision,
                     struct skat_bot_action *action)
{
    for (unsigned kind = 1; kind < SKAT_ACTIONS; kind++)
        if (skat_answers(kind, decision) && needs_no_operand(kind, decision) &&
            strcmp(skat_action_word(kind, decision), word) == 0) {
            action->kind = (uint8_t)kind;
            return 1;
        }
    return 0;
}

static int add_card(const cJSON *json, struct skat_bot_action *action)
{
    if (!cJSON_IsString(json) || action->count == SKAT_BOT_HAND_MAX)
        return 0;
    skat_bot_card card = card_of_code(json->valuestring);
    action->cards[action->count++] = card;
    return card != SKAT_BOT_NO_CARD;
}

static int read_cards(const cJSON *json, struct skat_bot_action *action)
{
    const cJSON *item;

    if (!cJSON_IsArray(json))
        return 0;
    cJSON_ArrayForEach (item, json)
        if (!add_card(item, action))
            return 0;
    return 1;
}

static int read_bid(const cJSON *json, struct skat_bot_action *action)
{
    if (!cJSON_IsNumber(json) || !(json->valuedouble >= 0 && json->valuedouble <= UINT16_MAX))
        return 0;
    action->bid = (uint16_t)json->valuedouble;
    return action->bid == json->valuedouble;
}

static int read_declaration(const cJSON *json, struct skat_bot_action *action)
{
    return cJSON_IsString(json) && contract_of_code(json->valuestring, &action->contract);
}

static int read_duty(const cJSON *json, struct skat_bot_action *action)
{
    for (int duty = 0; cJSON_IsString(json) && duty < SKAT_DUTIES; duty++)
        if (strcmp(json->valuestring, skat_duty_names[duty]) == 0) {
            action->number = (uint8_t)duty;
            return 1;
        }
    return 0;
}

static int read_place(const cJSON *json, struct skat_bot_action *action)
{
    if (!cJSON_IsNumber(json) || !(json->valuedouble >= 0 && json->valuedouble <= UINT8_MAX))
        return 0;
    action->number = (uint8_t)json->valuedouble;
    return action->number == json->valuedouble;
}

static int read_operand(const cJSON *json, enum skat_operand operand,
                        struct skat_bot_action *action)
{
    switch (operand) {
    case SKAT_OPERAND_BID:
        return read_bid(json, action);
    case SKAT_OPERAND_CONTRACT:
        return read_declaration(json, action);
    case SKAT_OPERAND_CARD:
        return add_card(json, action);
    case SKAT_OPERAND_CARDS:
        return read_cards(json, action);
    case SKAT_OPERAND_DUTY:
        return read_duty(json, action);
    case SKAT_OPERAND_PLACE:
        return read_place(json, action);
    case SKAT_OPERAND_NONE:
        break;
    }
    return 0;
}

/* An action with an operand: the member of its word. */
static int read_object(const cJSON *json, struct skat_bot_action *action)
{
    const cJSON *discards = cJSON_GetObjectItemCaseSensitive(json, "discards");
    int found = 0;

    for (unsigned kind = 1; kind < SKAT_ACTIONS; kind++) {
        const struct skat_action_row *row = &skat_action_rows[kind];
        const cJSON *value = row->operand == SKAT_OPERAND_NONE
                                 ? NULL
                                 : cJSON_GetObjectItemCaseSensitive(json, row->word);
        if (!value)
            continue;
        action->kind = (uint8_t)kind;
        if (found++ || !read_operand(value, (enum skat_operand)row->operand, action))
            return 0;
    }
    if (!discards)
        return found;
    return found && action->kind == SKAT_BOT_DECLARE && read_cards(discards, action);
}

/* {"hold": 20}, {"hold": "H"}: the value, or the game, that is to be held. */
static int read_held(const cJSON *json, enum skat_bot_decision_kind decision,
                     const struct skat_bot_view *view, struct skat_bot_action *action)
{
    const unsigned implied = SKAT_BOT_HAND | SKAT_BOT_SCHWARZ; /* of an open game that is called */
    struct skat_bot_contract held;

    action->kind = SKAT_BOT_HOLD;
    if (decision == SKAT_BOT_DECIDE_HOLD)
        return cJSON_IsNumber(json) && json->valuedouble == view->bid;
    return cJSON_IsString(json) && contract_of_code(json->valuestring, &held) &&
           skat_contract_same(
               skat_contract_bare((struct skat_contract){held.type, held.with}, implied),
               skat_contract_bare((struct skat_contract){view->called.type, view->called.with},
                                  implied));
}

int read_action(const cJSON *json, enum skat_bot_decision_kind decision,
                const struct skat_bot_view *view, struct skat_bot_action *action)
{
    const cJSON *held =
        is_held(SKAT_ACTION_HOLD, decision) ? cJSON_GetObjectItemCaseSensitive(json, "hold") : NULL;

    if (held)
        return read_held(held, decision, view, action);
    if (cJSON_IsString(json))
        return read_word(json->valuestring, decision, action);
    return cJSON_IsObject(json) && read_object(json, action);
}
