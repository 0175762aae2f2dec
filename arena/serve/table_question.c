// SPDX-License-Identifier: MIT
#include "arena/serve/table_question.h"

#include <stdio.h>

#include "arena/base/json_write.h"
#include "arena/record/answer_words.h"
#include "engine/deck.h"
#include "engine/value.h"

/* What is being made. */
struct table_question {
    cJSON *root;
    const struct language *language;
    const struct skat_game *game;
    const struct skat_decision *decision;
};

/* The list of this name, which is made when it is first needed. */
static cJSON *list_of(const struct table_question *question, const char *name)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(question->root, name);

    return list ? list : cJSON_AddArrayToObject(question->root, name);
}

static void add_answer(const struct table_question *question, const char *name, const char *say,
                       const char *label)
{
    cJSON *answer = cJSON_CreateObject();

    cJSON_AddStringToObject(answer, "say", say);
    cJSON_AddStringToObject(answer, "label", label);
    cJSON_AddItemToArray(list_of(question, name), answer);
}

/* ---- words ---- */

/* The label of an action that needs nothing more. */
static const char *label_of(const struct table_question *question, unsigned action)
{
    static const char *const labels[SKAT_ACTIONS] = {
        [SKAT_ACTION_PASS] = "Pass",
        [SKAT_ACTION_HOLD] = "Hold",
        [SKAT_ACTION_PICK_UP] = "Take the skat",
        [SKAT_ACTION_CONCEDE] = "Concede",
        [SKAT_ACTION_PLAY_ON] = "No",
        [SKAT_ACTION_REFUSE] = "No",
        [SKAT_ACTION_GIVE_UP] = "Propose to give up",
        [SKAT_ACTION_PASS_ON] = "Pass on unseen",
        [SKAT_ACTION_RUM] = "Rum",
        [SKAT_ACTION_EXCHANGE] = "Keep these",
        [SKAT_ACTION_TURN_CARD] = "Turn a card",
        [SKAT_ACTION_CLAIM] = "Claim the rest",
        [SKAT_ACTION_KNOCK] = "Knock",
    };
    const unsigned decision = question->decision->kind;
    const char *word = skat_action_word(action, decision);

    if (action == SKAT_ACTION_PLAY_ON && decision == SKAT_DECIDE_CONCEDE)
        return "Play on";
    if (action == SKAT_ACTION_HOLD && decision != SKAT_DECIDE_HOLD &&
        decision != SKAT_DECIDE_HOLD_CALL)
        return "Yes";
    if (action == SKAT_ACTION_KONTRA)
        return skat_doubling_name(question->game->extra.kontra);
    return labels[action] ? labels[action] : word;
}

static void add_choice(const struct table_question *question, unsigned action)
{
    const char *say = skat_action_word(action, question->decision->kind);
    const char *label = label_of(question, action);
    char words[80];

    if (action == SKAT_ACTION_KONTRA)
        label = language_words(question->language, label, words, sizeof words);
    add_answer(question, "choices", say, language_phrase(question->language, label));
}

static void add_bids(const struct table_question *question)
{
    char say[12];

    for (uint32_t i = 0; i < question->decision->bid_count; i++) {
        snprintf(say, sizeof say, "%u", question->decision->bids[i]);
        cJSON_AddItemToArray(list_of(question, "bids"), cJSON_CreateString(say));
    }
}

static void add_duties(const struct table_question *question)
{
    for (int duty = 0; duty < SKAT_DUTIES; duty++)
        if (question->decision->duties >> duty & 1)
            add_answer(question, "choices", skat_duty_names[duty],
                       language_phrase(question->language, skat_duty_names[duty]));
}

static void add_places(const struct table_question *question)
{
    char say[12], label[40];

    for (int place = 0; question->decision->places >> place; place++)
        if (question->decision->places >> place & 1) {
            snprintf(say, sizeof say, "%d", place);
            snprintf(label, sizeof label, language_phrase(question->language, "place %d"),
                     place + 1);
            add_answer(question, "choices", say, label);
        }
}

/* ---- games ---- */

/* Whether the game alone is a legal answer. */
static bool is_legal(const struct table_question *question, unsigned action,
                     struct skat_contract contract)
{
    const struct skat_action said = {
        .size = sizeof said, .kind = (uint8_t)action, .contract = contract};
    struct skat_game copy = *question->game;

    return skat_game_apply(&copy, question->decision->position, &said) == SKAT_ACCEPTED;
}

static void add_contract(const struct table_question *question, struct skat_contract contract)
{
    static const struct language english;
    char say[ANSWER_CONTRACT_SIZE], name[SKAT_CONTRACT_NAME_SIZE],
        words[2 * SKAT_CONTRACT_NAME_SIZE];

    add_answer(
        question, "contracts", answer_words_contract(&english, question->game, contract, say),
        language_words(question->language, skat_rules_name(question->game->rules, contract, name),
                       words, sizeof words));
}

/* The most spitzen that may be named with a game. */
static int most_spitzen(const struct skat_decision *decision, struct skat_contract contract)
{
    if (contract.type == SKAT_GAME_GRAND)
        return decision->grand_spitze;
    return contract.type < SKAT_GAME_GRAND ? decision->spitzen : 0;
}

/* The games, each without spitzen and with as many as the cards allow: which cards those are is
 * known only of a game by hand. */
static void add_contracts(const struct table_question *question, unsigned action)
{
    const struct skat_decision *decision = question->decision;

    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        struct skat_contract contract = decision->declarations[i];
        const int most = most_spitzen(decision, contract);
        for (int spitzen = 0; spitzen <= most; spitzen++) {
            if (spitzen)
                contract.with = (uint8_t)(contract.with + SKAT_WITH_SPITZE);
            if (!spitzen || decision->discard_count || is_legal(question, action, contract))
                add_contract(question, contract);
        }
    }
}

/* ---- cards ---- */

static void add_cards(const struct table_question *question, int count)
{
    char text[2 * SKAT_DECK_MAX + 1], *end = text;

    for (skat_cards rest = question->decision->cards; rest;)
        end = skat_card_print(skat_cards_pop(&rest), end);
    *end = '\0';
    cJSON_AddStringToObject(question->root, "cards", text);
    if (count)
        json_put_int(question->root, "count", count);
}

static void add_operand(const struct table_question *question, unsigned action)
{
    const struct skat_decision *decision = question->decision;

    switch ((enum skat_operand)skat_action_rows[action].operand) {
    case SKAT_OPERAND_NONE:
        break;
    case SKAT_OPERAND_BID:
        add_bids(question);
        break;
    case SKAT_OPERAND_CONTRACT:
        add_contracts(question, action);
        if (decision->discard_count)
            add_cards(question, decision->discard_count);
        break;
    case SKAT_OPERAND_CARD:
        add_cards(question, 0);
        break;
    case SKAT_OPERAND_CARDS:
        if (decision->cards)
            add_cards(question, action == SKAT_ACTION_EXCHANGE
                                    ? question->game->rules->derived.deck->hand
                                    : decision->discard_count);
        break;
    case SKAT_OPERAND_DUTY:
        add_duties(question);
        break;
    case SKAT_OPERAND_PLACE:
        add_places(question);
        break;
    }
}

cJSON *table_question_json(const struct language *language, const struct skat_game *game,
                           const struct skat_decision *decision)
{
    const struct table_question question = {cJSON_CreateObject(), language, game, decision};

    cJSON_AddStringToObject(question.root, "text", answer_words_question(language, decision->kind));
    for (unsigned action = 0; action < SKAT_ACTIONS; action++) {
        if (!skat_answers(action, decision->kind))
            continue;
        if (answer_words_suffice(game, decision, action))
            add_choice(&question, action);
        else
            add_operand(&question, action);
    }
    return question.root;
}
