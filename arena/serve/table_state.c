// SPDX-License-Identifier: MIT
#include "arena/serve/table_state.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "engine/game/record.h"

static cJSON *cards_json(skat_cards cards)
{
    char text[2 * SKAT_DECK_MAX + 1], *end = text;

    while (cards)
        end = skat_card_print(skat_cards_pop(&cards), end);
    *end = '\0';
    return cJSON_CreateString(text);
}

static cJSON *list_json(const skat_card *cards, int count)
{
    char text[2 * SKAT_DECK_MAX + 1], *end = text;

    for (int i = 0; i < count; i++)
        end = skat_card_print(cards[i], end);
    *end = '\0';
    return cJSON_CreateString(text);
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
