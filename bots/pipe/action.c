#include "bots/pipe/action.h"

#include <string.h>

#include "bots/pipe/codes.h"

#define ANSWERS(kind) (1u << SKAT_BOT_DECIDE_##kind)

/* Actions of one word, and the decisions that they answer. */
static const struct {
    const char *word;
    uint8_t kind;
    uint32_t decisions;
} words[] = {
    {"pass", SKAT_BOT_PASS, ANSWERS(BID) | ANSWERS(HOLD) | ANSWERS(OFFER)},
    {"hold", SKAT_BOT_HOLD, ANSWERS(HOLD)},
    {"yes", SKAT_BOT_HOLD, ANSWERS(AGREE) | ANSWERS(GIFT) | ANSWERS(OFFER)},
    {"no", SKAT_BOT_REFUSE, ANSWERS(AGREE) | ANSWERS(GIFT)},
    {"pick_up", SKAT_BOT_PICK_UP, ANSWERS(GAME) | ANSWERS(SCHIEBEN)},
    {"rum", SKAT_BOT_RUM, ANSWERS(GAME)},
    {"turn", SKAT_BOT_TURN_CARD, ANSWERS(GAME) | ANSWERS(TURN)},
    {"concede", SKAT_BOT_CONCEDE, ANSWERS(CONCEDE) | ANSWERS(CARD) | ANSWERS(BLIND)},
    {"play_on", SKAT_BOT_PLAY_ON, ANSWERS(CONCEDE) | ANSWERS(KONTRA) | ANSWERS(GRAND_HAND)},
    {"kontra", SKAT_BOT_KONTRA, ANSWERS(KONTRA)},
    {"give_up", SKAT_BOT_GIVE_UP, ANSWERS(CARD) | ANSWERS(BLIND)},
    {"pass_on", SKAT_BOT_PASS_ON, ANSWERS(SCHIEBEN)},
};
enum { WORDS = sizeof words / sizeof *words };

/* ---- writing ---- */

static const char *word_of(uint8_t kind, enum skat_bot_decision_kind decision)
{
    for (int i = 0; i < WORDS; i++)
        if (words[i].kind == kind &&
            (decision == SKAT_BOT_DECIDE_NOTHING || words[i].decisions >> decision & 1))
            return words[i].word;
    return kind == SKAT_BOT_EXCHANGE ? "exchange" : "unknown";
}

void put_action(struct text *text, const char *key, const struct skat_bot_action *action,
                enum skat_bot_decision_kind decision, int ouvert_needs_hand)
{
    char card[CARD_CODE_SIZE], contract[CONTRACT_CODE_SIZE];

    if (action->kind != SKAT_BOT_BID && action->kind != SKAT_BOT_CARD &&
        action->kind != SKAT_BOT_DECLARE && action->kind != SKAT_BOT_CHOOSE) {
        put_word(text, key, word_of(action->kind, decision));
        return;
    }
    put_open(text, key, '{');
    if (action->kind == SKAT_BOT_BID) {
        put_number(text, "bid", action->bid);
    } else if (action->kind == SKAT_BOT_CHOOSE) {
        put_word(text, "choose", duty_words[action->number & 3]);
    } else if (action->kind == SKAT_BOT_CARD) {
        card_code(action->cards[0], card);
        put_word(text, "card", card);
    } else {
        contract_code(action->contract, ouvert_needs_hand, contract);
        put_word(text, "declare", contract);
    }
    put_close(text, '}');
}

/* ---- reading ---- */

static int read_word(const char *word, enum skat_bot_decision_kind decision,
                     struct skat_bot_action *action)
{
    for (int i = 0; i < WORDS; i++)
        if (strcmp(words[i].word, word) == 0 && words[i].decisions >> decision & 1) {
            action->kind = words[i].kind;
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

static int read_card(const cJSON *json, struct skat_bot_action *action)
{
    action->kind = SKAT_BOT_CARD;
    return add_card(json, action);
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
    action->kind = SKAT_BOT_BID;
    action->bid = (uint16_t)json->valuedouble;
    return action->bid == json->valuedouble;
}

static int read_declaration(const cJSON *json, struct skat_bot_action *action)
{
    action->kind = SKAT_BOT_DECLARE;
    return cJSON_IsString(json) && contract_of_code(json->valuestring, &action->contract);
}

static int read_passed_on(const cJSON *json, struct skat_bot_action *action)
{
    action->kind = SKAT_BOT_PASS_ON;
    return read_cards(json, action);
}

static int read_exchange(const cJSON *json, struct skat_bot_action *action)
{
    action->kind = SKAT_BOT_EXCHANGE;
    return read_cards(json, action);
}

static int read_choice(const cJSON *json, struct skat_bot_action *action)
{
    action->kind = SKAT_BOT_CHOOSE;
    for (int duty = 0; cJSON_IsString(json) && duty <= SKAT_BOT_DUTY_RAMSCH; duty++)
        if (strcmp(json->valuestring, duty_words[duty]) == 0) {
            action->number = (uint8_t)duty;
            return 1;
        }
    return 0;
}

static int read_place(const cJSON *json, struct skat_bot_action *action)
{
    if (!cJSON_IsNumber(json) || !(json->valuedouble >= 0 && json->valuedouble <= UINT8_MAX))
        return 0;
    action->kind = SKAT_BOT_PLACE;
    action->number = (uint8_t)json->valuedouble;
    return action->number == json->valuedouble;
}

/* Actions that are objects, identified by one of these members. */
static const struct {
    const char *key;
    int (*read)(const cJSON *json, struct skat_bot_action *action);
} members[] = {
    {"card", read_card},         {"bid", read_bid},           {"declare", read_declaration},
    {"pass_on", read_passed_on}, {"exchange", read_exchange}, {"choose", read_choice},
    {"place", read_place},
};
enum { MEMBERS = sizeof members / sizeof *members };

static int read_object(const cJSON *json, struct skat_bot_action *action)
{
    const cJSON *discards = cJSON_GetObjectItemCaseSensitive(json, "discards");
    int found = 0;

    for (int i = 0; i < MEMBERS; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, members[i].key);
        if (!value)
            continue;
        if (found++ || !members[i].read(value, action))
            return 0;
    }
    if (!discards)
        return found;
    return found && action->kind == SKAT_BOT_DECLARE && read_cards(discards, action);
}

int read_action(const cJSON *json, enum skat_bot_decision_kind decision,
                struct skat_bot_action *action)
{
    if (cJSON_IsString(json))
        return read_word(json->valuestring, decision, action);
    return cJSON_IsObject(json) && read_object(json, action);
}
