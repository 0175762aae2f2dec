// SPDX-License-Identifier: MIT
#include "bots/pipe/action.h"

#include <string.h>

#include "bots/pipe/codes.h"
#include "engine/decision.h"

/* ---- writing ---- */

static enum skat_operand operand_of(const struct skat_bot_action *action)
{
    return (enum skat_operand)skat_action_rows[action->kind].operand;
}

/* What others hear is the word alone for cards that are hidden. */
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

/* ---- reading ---- */

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
