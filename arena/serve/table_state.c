// SPDX-License-Identifier: MIT
#include "arena/serve/table_state.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/answer_words.h"
#include "engine/deck.h"
#include "engine/game/record.h"
#include "engine/value.h"

static cJSON *list_json(const skat_card *cards, int count)
{
    char text[2 * SKAT_DECK_MAX + 1], *end = text;

    for (int i = 0; i < count; i++)
        end = skat_card_print(cards[i], end);
    *end = '\0';
    return cJSON_CreateString(text);
}

static cJSON *cards_json(skat_cards cards)
{
    skat_card list[SKAT_DECK_MAX];
    int count = 0;

    while (cards)
        list[count++] = skat_cards_pop(&cards);
    return list_json(list, count);
}

/* ---- hands ---- */

/* What lies open to the player of this view, of another's cards. */
static skat_cards open_cards(const struct skat_view *view, unsigned other)
{
    skat_cards cards = view->seen[other];

    if (other == view->table.declarer)
        cards |= view->shown;
    else if (view->table.declarer != SKAT_NOBODY && view->table.declarer != view->position)
        cards |= view->partner;
    return cards;
}

static void add_hands(cJSON *root, const struct skat_game *game, const struct skat_view *view)
{
    cJSON *hands = cJSON_AddArrayToObject(root, "hands"),
          *left = cJSON_AddArrayToObject(root, "left");

    for (int position = 0; position < game->hands_dealt; position++) {
        const bool own = view && view->position == position;
        const skat_cards cards = own ? view->hand : view ? open_cards(view, (unsigned)position) : 0;
        cJSON_AddItemToArray(hands, cards_json(cards));
        cJSON_AddItemToArray(left, cJSON_CreateNumber(skat_cards_count(game->hands[position]) +
                                                      skat_cards_count(game->covered[position])));
    }
}

static void add_skat(cJSON *root, const struct skat_game *game, const struct skat_view *view)
{
    const skat_cards skat = (view ? view->skat : 0) | game->open_skat;

    if (skat)
        cJSON_AddItemToObject(root, "skat", cards_json(skat));
    if (game->turned.count)
        cJSON_AddItemToObject(root, "turned", list_json(game->turned.cards, game->turned.count));
}

/* ---- what was said ---- */

/* The part of a move that all may know: others' discards are not. */
static void hide_cards(char *token)
{
    char *point = strchr(token, '.');

    if (point && strlen(token) > 2 && strncmp(token, "c.", 2) != 0 && strncmp(token, "f.", 2) != 0)
        point[1] = '\0';
}

static void add_move(cJSON *moves, unsigned position, const char *token)
{
    cJSON *move = cJSON_CreateArray();

    cJSON_AddItemToArray(move, cJSON_CreateNumber(position));
    cJSON_AddItemToArray(move, cJSON_CreateString(token));
    cJSON_AddItemToArray(moves, move);
}

static void add_moves(cJSON *root, const struct skat_game *game, unsigned own)
{
    char record[SKAT_RECORD_SIZE], *rest = NULL;
    cJSON *moves = cJSON_AddArrayToObject(root, "moves");

    record[skat_record_moves(game, record)] = '\0';
    for (char *actor = strtok_r(record, " ", &rest); actor; actor = strtok_r(NULL, " ", &rest)) {
        char *token = strtok_r(NULL, " ", &rest);
        if (!token)
            break;
        if (*actor == 'w' || (strlen(token) == 2 && skat_card_parse(token) != SKAT_NO_CARD))
            continue; /* the skat, and cards of tricks, are shown as such */
        if (*actor != '0' + (int)own)
            hide_cards(token);
        add_move(moves, (unsigned)(*actor - '0'), token);
    }
}

/* ---- tricks ---- */

static void add_trick(cJSON *root, const char *name, const struct skat_game *game, int index,
                      int count)
{
    const skat_card *cards = &game->table.played[index * game->hands_dealt];
    cJSON *trick = cJSON_AddObjectToObject(root, name);

    json_put_int(trick, "leader", game->table.leader[index]);
    cJSON_AddItemToObject(trick, "cards", list_json(cards, count));
    if (index < game->table.trick_count)
        json_put_int(trick, "winner", skat_trick_winner(game, index));
}

static void add_tricks(cJSON *root, const struct skat_game *game)
{
    const struct skat_table *table = &game->table;
    const int open = table->played_count - table->trick_count * game->hands_dealt;
    cJSON *tricks = cJSON_AddArrayToObject(root, "tricks");

    for (int position = 0; position < game->hands_dealt; position++)
        cJSON_AddItemToArray(tricks, cJSON_CreateNumber(table->tricks[position]));
    if (open)
        add_trick(root, "trick", game, table->trick_count, open);
    if (table->trick_count)
        add_trick(root, "last", game, table->trick_count - 1, game->hands_dealt);
}

/* ---- the game ---- */

static void add_contract(cJSON *root, const struct language *language, const struct skat_game *game)
{
    const struct skat_table *table = &game->table;
    char name[SKAT_CONTRACT_NAME_SIZE], words[2 * SKAT_CONTRACT_NAME_SIZE];

    if (table->bid)
        json_put_int(root, "bid", table->bid);
    if (table->declarer != SKAT_NOBODY)
        json_put_int(root, "declarer", table->declarer);
    if (!table->announced)
        return;
    cJSON_AddStringToObject(root, "contract",
                            language_words(language,
                                           skat_rules_name(game->rules, table->contract, name),
                                           words, sizeof words));
    if (skat_games[table->contract.type].fixed_value)
        cJSON_AddTrueToObject(root, "null");
}

static void add_round(cJSON *root, const struct skat_game *game)
{
    if (game->extra.bock > 1)
        json_put_int(root, "bock", game->extra.bock);
    if (game->extra.round == SKAT_ROUND_BOCK)
        cJSON_AddStringToObject(root, "round", "bock");
    else if (game->extra.round == SKAT_ROUND_RAMSCH)
        cJSON_AddStringToObject(root, "round", "ramsch");
}

cJSON *table_state_json(const struct language *language, const struct skat_game *game, unsigned own)
{
    struct skat_view view = {.size = sizeof view};
    cJSON *root = cJSON_CreateObject();

    if (own != SKAT_NOBODY)
        skat_game_view(game, own, &view);
    add_hands(root, game, own == SKAT_NOBODY ? NULL : &view);
    add_skat(root, game, own == SKAT_NOBODY ? NULL : &view);
    add_moves(root, game, own);
    add_tricks(root, game);
    add_contract(root, language, game);
    add_round(root, game);
    if (game->table.turn != SKAT_NOBODY)
        json_put_int(root, "turn", game->table.turn);
    return root;
}

/* ---- the question ---- */

/* What is being made. */
struct table_question {
    cJSON *root;
    const struct language *language;
    struct answer_words said; /* in the words of the interface */
};

/* The list of this name, which is made when it is first needed. */
static cJSON *list_of(const struct table_question *question, const char *name)
{
    cJSON *list = json_get(question->root, name);

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
static const char *label_of(const struct answer_words *said, unsigned action)
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
    const unsigned decision = said->decision->kind;

    if (action == SKAT_ACTION_PLAY_ON && decision == SKAT_DECIDE_CONCEDE)
        return "Play on";
    if (action == SKAT_ACTION_HOLD && decision != SKAT_DECIDE_HOLD &&
        decision != SKAT_DECIDE_HOLD_CALL)
        return "Yes";
    if (action == SKAT_ACTION_KONTRA)
        return skat_doubling_name(said->game->extra.kontra);
    return labels[action] ? labels[action] : skat_action_word(action, decision);
}

static void add_choice(const struct table_question *question, const struct offered_answer *answer)
{
    const struct language *language = question->language;
    char say[ANSWER_SIZE], label[80];
    const char *word = answer_words_say(&question->said, answer, say), *shown = word;

    if (answer->operand == SKAT_OPERAND_NONE)
        shown = label_of(&question->said, answer->kind);
    if (answer->kind == SKAT_ACTION_KONTRA)
        shown = language_words(language, shown, label, sizeof label);
    else if (answer->operand == SKAT_OPERAND_PLACE)
        snprintf(label, sizeof label, language_phrase(language, "place %d"),
                 (int)answer->number + 1);
    add_answer(question, "choices", word,
               answer->operand == SKAT_OPERAND_PLACE ? label : language_phrase(language, shown));
}

/* ---- games ---- */

/* Whether the game alone is a legal answer. */
static bool is_legal(const struct table_question *question, unsigned action,
                     struct skat_contract contract)
{
    const struct skat_action said = {
        .size = sizeof said, .kind = (uint8_t)action, .contract = contract};
    struct skat_game copy = *question->said.game;

    return skat_game_apply(&copy, question->said.decision->position, &said) == SKAT_ACCEPTED;
}

static void offer_contract(const struct table_question *question, struct skat_contract contract)
{
    char say[ANSWER_SIZE], name[SKAT_CONTRACT_NAME_SIZE], words[2 * SKAT_CONTRACT_NAME_SIZE];

    add_answer(question, "contracts", answer_words_contract(&question->said, contract, say),
               language_words(question->language,
                              skat_rules_name(question->said.game->rules, contract, name), words,
                              sizeof words));
}

/* The most spitzen that may be named with a game. */
static int most_spitzen(const struct skat_decision *decision, struct skat_contract contract)
{
    if (contract.type == SKAT_GAME_GRAND)
        return decision->grand_spitze;
    return contract.type < SKAT_GAME_GRAND ? decision->spitzen : 0;
}

/* A game, without spitzen and with as many as the cards allow: which cards those are is known only
 * of a game by hand. */
static void offer_spitzen(const struct table_question *question,
                          const struct offered_answer *answer)
{
    const struct skat_decision *decision = question->said.decision;
    struct skat_contract contract = decision->declarations[answer->number];
    const int most = most_spitzen(decision, contract);

    for (int spitzen = 0; spitzen <= most; spitzen++) {
        if (spitzen)
            contract.with = (uint8_t)(contract.with + SKAT_WITH_SPITZE);
        if (!spitzen || decision->discard_count || is_legal(question, answer->kind, contract))
            offer_contract(question, contract);
    }
}

/* ---- the question ---- */

/* The cards of the decision, of which an answer names so many; 0: one. */
static void add_cards(const struct table_question *question, int count)
{
    cJSON_AddItemToObject(question->root, "cards", cards_json(question->said.decision->cards));
    if (count)
        json_put_int(question->root, "count", count);
}

static void offer(void *context, const struct offered_answer *answer)
{
    const struct table_question *question = context;
    const struct skat_decision *decision = question->said.decision;
    char say[ANSWER_SIZE];

    switch (answer->operand) {
    case SKAT_OPERAND_NONE:
    case SKAT_OPERAND_DUTY:
    case SKAT_OPERAND_PLACE:
        add_choice(question, answer);
        break;
    case SKAT_OPERAND_BID:
        cJSON_AddItemToArray(list_of(question, "bids"),
                             cJSON_CreateString(answer_words_say(&question->said, answer, say)));
        break;
    case SKAT_OPERAND_CONTRACT:
        offer_spitzen(question, answer);
        if (decision->discard_count && answer->number == 0)
            add_cards(question, decision->discard_count);
        break;
    case SKAT_OPERAND_CARD:
        add_cards(question, 0);
        break;
    case SKAT_OPERAND_CARDS:
        add_cards(question, answer->kind == SKAT_ACTION_EXCHANGE
                                ? question->said.game->rules->derived.deck->hand
                                : decision->discard_count);
        break;
    }
}

cJSON *table_question_json(const struct language *language, const struct skat_game *game,
                           const struct skat_decision *decision)
{
    static const struct language english;
    struct table_question question = {
        cJSON_CreateObject(), language, {&english, game, decision, .person = false}};

    cJSON_AddStringToObject(question.root, "text", answer_words_question(language, decision));
    answer_words_each(&question.said, offer, &question);
    return question.root;
}
