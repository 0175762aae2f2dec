// SPDX-License-Identifier: MIT
#include "arena/report/game_steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/record/game_text.h"
#include "arena/solve/better_cards.h"
#include "engine/variant.h"

/* Cards as one text, "CKCAC7": a page has thousands of them. */
struct card_text {
    char text[2 * SKAT_DECK_MAX + 1];
    char *end; /* NULL: empty */
};

static void add_card(struct card_text *cards, skat_card card)
{
    cards->end = skat_card_print(card, cards->end ? cards->end : cards->text);
    *cards->end = '\0';
}

static cJSON *cards_json(const struct card_text *cards) { return cJSON_CreateString(cards->text); }

static cJSON *hand_json(const struct game_json *line, skat_cards hand)
{
    skat_card sorted[SKAT_DECK_MAX];
    int count = game_text_sort_hand(line, hand, sorted);
    struct card_text cards = {0};

    for (int i = 0; i < count; i++)
        add_card(&cards, sorted[i]);
    return cards_json(&cards);
}

/* The open cards of both rows, then the covered cards below them in the same order. */
static cJSON *rows_json(const struct skat_game *game, int position)
{
    enum { ROW = 4 };
    const skat_card *hand = &game->deal.cards[position * game->rules->derived.deck->hand];
    struct card_text cards = {0};

    for (int below = 0; below < 2; below++)
        for (int row = 0; row < 2; row++)
            for (int i = 0; i < ROW; i++)
                add_card(&cards, hand[2 * ROW * row + (below ? 0 : ROW) + i]);
    return cards_json(&cards);
}

static void add_deal(cJSON *root, const struct game_json *line, const struct language *language)
{
    const struct skat_game *game = &line->game;
    const struct skat_deck *deck = game->rules->derived.deck;
    cJSON *table = cJSON_AddArrayToObject(root, "table"),
          *players = cJSON_AddArrayToObject(root, "players"),
          *positions = cJSON_AddArrayToObject(root, "positions"),
          *hands = cJSON_AddArrayToObject(root, "hands");

    for (int seat = 0; seat < line->seats; seat++)
        cJSON_AddItemToArray(table, cJSON_CreateString(line->table[seat]));
    for (int position = 0; position < game->hands_dealt; position++) {
        cJSON_AddItemToArray(
            players, cJSON_CreateString(game_text_player(language, line, (unsigned)position)));
        cJSON_AddItemToArray(positions,
                             cJSON_CreateString(language_phrase(
                                 language, skat_position_name(deck, (unsigned)position))));
        cJSON_AddItemToArray(
            hands, deck->covered ? rows_json(game, position)
                                 : hand_json(line, skat_deal_hand(&game->deal, deck, position)));
    }
    cJSON_AddItemToObject(root, "skat", hand_json(line, skat_deal_skat(&game->deal, deck)));
    cJSON_AddItemToObject(root, "aside", hand_json(line, skat_deal_aside(&game->deal, deck)));
    cJSON_AddStringToObject(root, "dealer", line->table[line->outcome.dealer]);
    if (deck->covered)
        cJSON_AddTrueToObject(root, "covered");
}

/* The lines that `print` writes, as an array of texts. */
static cJSON *lines_json(const struct game_json *line, const struct language *language,
                         void (*print)(const struct game_text *, int), int from)
{
    char *text = NULL, *place = NULL;
    size_t length = 0;
    FILE *memory = xcheck(open_memstream(&text, &length));
    cJSON *list = cJSON_CreateArray();

    print(&(struct game_text){line, true, memory, NULL, *language}, from);
    fclose(memory);
    for (char *one = strtok_r(text, "\n", &place); one; one = strtok_r(NULL, "\n", &place))
        cJSON_AddItemToArray(list, cJSON_CreateString(one));
    free(text);
    return list;
}

static void print_bid(const struct game_text *text, int index) { game_text_print_bid(text, index); }

static void print_choice(const struct game_text *text, int from)
{
    (void)from;
    game_text_print_choice(text);
}

static void print_outcome(const struct game_text *text, int from)
{
    (void)from;
    game_text_print_outcome(text);
}

/* One sentence for each move before the announcement, in order: the auction, or the choice of a
 * type of game. Returns the number of the next move. */
static int add_auction(cJSON *root, const struct game_json *line, const struct language *language)
{
    cJSON *auction = cJSON_AddArrayToObject(root, "auction");

    for (int i = 0;; i++) {
        bool chooses = i == 0 && line->game.extra.chosen;
        cJSON *lines = lines_json(line, language, chooses ? print_choice : print_bid, i);
        cJSON *sentence = cJSON_DetachItemFromArray(lines, 0);
        cJSON_Delete(lines);
        if (!sentence)
            return i;
        cJSON_AddItemToArray(auction, sentence);
    }
}

static void add_contract(cJSON *root, const struct game_json *line, const struct language *language)
{
    const struct skat_game *game = &line->game;
    char name[SKAT_CONTRACT_NAME_SIZE], german[2 * SKAT_CONTRACT_NAME_SIZE];

    if (game->table.declarer == SKAT_NOBODY)
        cJSON_AddNullToObject(root, "declarer");
    else
        json_put_int(root, "declarer", game->table.declarer);
    if (game->table.bid)
        json_put_int(root, "bid", game->table.bid);
    /* What the solver in the page can be asked about: as analyze. */
    if (game->rules->derived.variant->solved && game->table.announced &&
        game->table.declarer != SKAT_NOBODY && !game->too_high)
        json_put_int(root, "type", game->table.contract.type);
    if (game->table.announced)
        cJSON_AddStringToObject(
            root, "contract",
            language_words(language, skat_rules_name(game->rules, game->table.contract, name),
                           german, sizeof german));
    else
        cJSON_AddNullToObject(root, "contract");
    struct card_text turned = {0};
    for (int i = 0; i < game->turned.count; i++)
        add_card(&turned, game->turned.cards[i]);
    cJSON_AddItemToObject(root, "turned", cards_json(&turned));
    bool put_aside = game->table.picked_up && game->table.announced && !game->too_high;
    cJSON_AddItemToObject(root, "discards", hand_json(line, put_aside ? game->skat : 0));
}

/* Card points count by side: declarer, or the defenders together; in ramsch, each player. */
static int side_of(const struct skat_table *table, unsigned position)
{
    if (table->declarer == SKAT_NOBODY)
        return (int)position;
    return position == table->declarer;
}

static void add_tricks(cJSON *root, const struct game_json *line)
{
    const struct skat_table *table = &line->game.table;
    cJSON *list = cJSON_AddArrayToObject(root, "tricks");
    int points[SKAT_PLAYERS] = {0}, hands = line->game.hands_dealt;

    for (int first = 0; first < table->played_count; first += hands) {
        int index = first / hands, in_trick = 0;
        cJSON *trick = cJSON_CreateObject();
        json_put_int(trick, "leader", line->game.table.leader[index]);
        struct card_text cards = {0};
        for (int i = first; i < first + hands && i < table->played_count; i++) {
            add_card(&cards, table->played[i]);
            in_trick += skat_card_points[table->played[i]];
        }
        cJSON_AddItemToObject(trick, "cards", cards_json(&cards));
        if (index < table->trick_count) {
            unsigned winner = skat_trick_winner(&line->game, index);
            points[side_of(table, winner)] += in_trick;
            json_put_int(trick, "winner", winner);
            json_put_int(trick, "points", points[side_of(table, winner)]);
        } else {
            cJSON_AddNullToObject(trick, "winner");
        }
        cJSON_AddItemToArray(list, trick);
    }
}

/* The number of pairs of actor and action that a move has in a record: one more for the cards that
 * are shown after it, and none for a further card of the move before. */
static int pairs_of(int kind)
{
    if (kind == SKAT_MOVE_CARD_OF)
        return 0;
    return kind == SKAT_ACTION_PICK_UP || kind == SKAT_ACTION_TURN_CARD ? 2 : 1;
}

/* "first_card": the number of the move that is the first card, as play --move takes it. "said":
 * the cards, from 0, before which something else was said during the play, if there are any. */
static void add_move_numbers(cJSON *root, const struct skat_game *game)
{
    cJSON *said = cJSON_CreateArray();
    int number = 0, cards = 0, last = 0;

    for (int i = 0; i < game->move_count; i++) {
        number += pairs_of(game->moves[i].kind);
        if (game->moves[i].kind != SKAT_ACTION_CARD)
            continue;
        if (!cards)
            json_put_int(root, "first_card", number);
        for (int more = last + 1; cards && more < number; more++)
            cJSON_AddItemToArray(said, cJSON_CreateNumber(cards));
        last = number;
        cards++;
    }
    if (cJSON_GetArraySize(said))
        cJSON_AddItemToObject(root, "said", said);
    else
        cJSON_Delete(said);
}

/* ---- what analyze found ---- */

/* A game that could have been won: the name of its contract, and its value. */
static void add_possible(cJSON *list, const struct language *language, const char *code,
                         const cJSON *found, int position)
{
    struct skat_contract contract;
    char name[SKAT_CONTRACT_NAME_SIZE], german[2 * SKAT_CONTRACT_NAME_SIZE];
    const cJSON *won = json_get(found, "won");

    if (!cJSON_IsTrue(won) || skat_contract_parse(code, &contract) <= 0)
        return;
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(
        object, "contract",
        language_words(language, skat_contract_name(contract, name), german, sizeof german));
    json_copy(object, found, "value");
    if (position >= 0)
        json_put_int(object, "position", position);
    cJSON_AddItemToArray(list, object);
}

/* "could_win": the games that declarer, or in a passed-in deal each player, would have won, all
 * cards open. */
static void add_possibles(cJSON *root, const struct language *language, const cJSON *analysis)
{
    const cJSON *contracts = json_get(analysis, "contracts"),
                *missed = json_get(analysis, "missed"), *found;
    int position = 0;

    if (!contracts && !missed)
        return;
    cJSON *list = cJSON_AddArrayToObject(root, "could_win");
    cJSON_ArrayForEach (found, contracts)
        add_possible(list, language, found->string, found, -1);
    cJSON_ArrayForEach (found, missed)
        add_possible(list, language, json_text(found, "contract"), found, position++);
}

/* Adds the values before each card and at the end, what each card lost, the points that declarer
 * needs, and the card that turned the game. */
static void add_analysis(cJSON *root, const struct language *language, const cJSON *analysis)
{
    const cJSON *turn = json_get(analysis, "turn"), *index = json_get(turn, "index");

    add_possibles(root, language, analysis);
    if (!cJSON_IsArray(json_get(analysis, "values")))
        return;
    json_copy(root, analysis, "values");
    cJSON *lost = cJSON_AddArrayToObject(root, "lost");
    for (const cJSON *value = json_get(analysis, "values")->child; value && value->next;
         value = value->next)
        cJSON_AddItemToArray(
            lost, cJSON_CreateNumber(fabs(value->next->valuedouble - value->valuedouble)));
    json_copy(root, analysis, "goal");
    if (cJSON_IsNumber(index))
        cJSON_AddItemToObject(root, "turn", cJSON_Duplicate(index, true));
}

cJSON *game_json(const struct game_json *line, const struct language *language,
                 const cJSON *analysis)
{
    cJSON *root = cJSON_CreateObject();

    json_put_int(root, "game", (int64_t)line->id.game);
    json_put_int(root, "session", (int64_t)line->id.session);
    json_put_int(root, "deal", (int64_t)line->id.deal);
    json_put_int(root, "arrangement", line->id.arrangement);
    add_deal(root, line, language);
    int behind = add_auction(root, line, language);
    add_contract(root, line, language);
    cJSON_AddItemToObject(root, "talk", lines_json(line, language, game_text_print_talk, behind));
    add_tricks(root, line);
    add_move_numbers(root, &line->game);
    cJSON_AddItemToObject(root, "result", lines_json(line, language, print_outcome, 0));
    add_analysis(root, language, analysis);
    cJSON *score = cJSON_AddArrayToObject(root, "score");
    for (int seat = 0; seat < line->seats; seat++)
        cJSON_AddItemToArray(score, cJSON_CreateNumber(line->outcome.score[seat]));
    cJSON_AddStringToObject(root, "status", game_status_names[line->outcome.status]);
    return root;
}

/* A set of cards as the page has them. */
static cJSON *set_json(skat_cards set)
{
    struct card_text cards = {0};

    while (set)
        add_card(&cards, skat_cards_pop(&set));
    return cards_json(&cards);
}

void game_json_add_better(cJSON *object, const struct skat_game *game, struct skat_solver *solver)
{
    const cJSON *values = json_get(object, "values"), *value;
    skat_cards better[SKAT_DECK_MAX];
    int before[SKAT_DECK_MAX + 1], count = 0;
    char key[12];

    if (cJSON_GetArraySize(values) != game->table.played_count + 1)
        return;
    cJSON_ArrayForEach (value, values)
        before[count++] = (int)value->valuedouble;
    if (!better_cards_find(game, before, solver, better))
        return;
    cJSON *list = cJSON_AddObjectToObject(object, "better");
    for (int n = 0; n < game->table.played_count; n++)
        if (better[n]) {
            snprintf(key, sizeof key, "%d", n);
            cJSON_AddItemToObject(list, key, set_json(better[n]));
        }
}
