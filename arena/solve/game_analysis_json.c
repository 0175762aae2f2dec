// SPDX-License-Identifier: MIT
/* arena/solve/game_analysis_json.c - lines of analysis.jsonl: writes the analysis of a game as a
 * line, and finds the line of a game when a log is read. */
#include "arena/solve/game_analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"

static const char *const goal_names[] = {
    [GOAL_POINTS] = "points",         [GOAL_NO_TRICK] = "no_trick",
    [GOAL_ALL_TRICKS] = "all_tricks", [GOAL_IMPOSSIBLE] = "impossible",
    [GOAL_UNKNOWN] = "unknown",
};

static void card_text(skat_card card, char text[3]) { *skat_card_print(card, text) = '\0'; }

static void add_cards(cJSON *object, const char *key, skat_cards cards)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);

    while (cards) {
        char text[3];
        card_text(skat_cards_pop(&cards), text);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
}

static void add_int(cJSON *array, int64_t value)
{
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)value));
}

static const char *result_name(bool won) { return won ? "won" : "lost"; }

static void add_head(cJSON *root, const struct game_analysis *analysis)
{
    char signature[20];

    json_put_int(root, "game", (int64_t)analysis->id.game);
    json_put_int(root, "session", (int64_t)analysis->id.session);
    json_put_int(root, "deal", (int64_t)analysis->id.deal);
    json_put_int(root, "arrangement", analysis->id.arrangement);
    snprintf(signature, sizeof signature, "%016llx", (unsigned long long)analysis->signature);
    cJSON_AddStringToObject(root, "signature", signature);
    cJSON *table = cJSON_AddArrayToObject(root, "table"),
          *seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < analysis->seats; seat++)
        cJSON_AddItemToArray(table, cJSON_CreateString(analysis->names[seat]));
    for (int position = 0; position < SKAT_PLAYERS; position++)
        add_int(seats, analysis->seat_of[position]);
    cJSON_AddStringToObject(root, "kind", game_analysis_kind_names[analysis->kind]);
    if (analysis->declarer == SKAT_NOBODY)
        cJSON_AddNullToObject(root, "declarer");
    else
        json_put_int(root, "declarer", analysis->declarer);
    if (*analysis->contract)
        cJSON_AddStringToObject(root, "contract", analysis->contract);
    else
        cJSON_AddNullToObject(root, "contract");
    json_put_int(root, "nodes", (int64_t)analysis->nodes);
}

static void add_turn(cJSON *root, const struct game_analysis *analysis)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    int n = accuracy->turn;
    char text[3];

    if (n == PLAY_NO_TURN) {
        cJSON_AddNullToObject(root, "turn");
        return;
    }
    cJSON *turn = cJSON_AddObjectToObject(root, "turn");
    json_put_int(turn, "index", n);
    json_put_int(turn, "move", analysis->turn_move);
    json_put_int(turn, "trick", n / SKAT_PLAYERS + 1);
    json_put_int(turn, "position", accuracy->player[n]);
    json_put_int(turn, "seat", analysis->seat_of[accuracy->player[n]]);
    card_text(accuracy->card[n], text);
    cJSON_AddStringToObject(turn, "card", text);
    cJSON_AddStringToObject(turn, "from", result_name(play_accuracy_won(accuracy, n)));
    cJSON_AddStringToObject(turn, "to", result_name(play_accuracy_won(accuracy, n + 1)));
    add_cards(turn, "kept_by", accuracy->kept_by);
}

static void add_played(cJSON *root, const struct game_analysis *analysis)
{
    cJSON *cards = cJSON_AddArrayToObject(root, "cards"),
          *players = cJSON_AddArrayToObject(root, "players"),
          *choices = cJSON_AddArrayToObject(root, "choices"),
          *values = cJSON_AddArrayToObject(root, "values");
    const struct play_accuracy *accuracy = &analysis->accuracy;
    int lost[SKAT_PLAYERS] = {0};

    for (int n = 0; n < accuracy->cards; n++) {
        char text[3];
        card_text(accuracy->card[n], text);
        cJSON_AddItemToArray(cards, cJSON_CreateString(text));
        add_int(players, accuracy->player[n]);
        add_int(choices, accuracy->choices[n]);
        lost[accuracy->player[n]] += play_accuracy_lost(accuracy, n);
    }
    for (int n = 0; n <= accuracy->cards; n++)
        add_int(values, accuracy->value[n]);
    cJSON *by_position = cJSON_AddArrayToObject(root, "lost");
    for (int position = 0; position < SKAT_PLAYERS; position++)
        add_int(by_position, lost[position]);
}

static void add_values(cJSON *root, const struct game_analysis *analysis)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    bool known = accuracy->goal.kind != GOAL_UNKNOWN;

    if (accuracy->null) {
        cJSON_AddNullToObject(root, "value_points");
        cJSON_AddNullToObject(root, "end_points");
    } else {
        json_put_int(root, "value_points", accuracy->value[0]);
        json_put_int(root, "end_points", accuracy->value[accuracy->cards]);
    }
    cJSON *goal = cJSON_AddObjectToObject(root, "goal");
    cJSON_AddStringToObject(goal, "kind", goal_names[accuracy->goal.kind]);
    if (accuracy->goal.kind == GOAL_POINTS)
        json_put_int(goal, "points", accuracy->goal.points);
    if (known)
        cJSON_AddStringToObject(root, "perfect", result_name(play_accuracy_won(accuracy, 0)));
    else
        cJSON_AddNullToObject(root, "perfect");
    cJSON_AddStringToObject(root, "actual", result_name(analysis->won));
    add_played(root, analysis);
    add_turn(root, analysis);
}

/* Adds the result of a game that was not played: won, its value, the discards. */
static void add_found(cJSON *object, const struct contract_found *found)
{
    cJSON_AddItemToObject(object, "won",
                          found->won < 0 ? cJSON_CreateNull() : cJSON_CreateBool(found->won));
    if (found->won <= 0)
        return;
    json_put_int(object, "value", found->value);
    if (found->discards)
        add_cards(object, "discards", found->discards);
}

static void add_contracts(cJSON *root, const struct game_analysis *analysis)
{
    cJSON *contracts = cJSON_AddObjectToObject(root, "contracts");

    for (int type = 0; type < CONTRACTS; type++) {
        char code[] = {skat_games[type].letter, analysis->hand ? 'H' : '\0', '\0'};
        add_found(cJSON_AddObjectToObject(contracts, code), &analysis->contracts[type]);
    }
}

static void add_missed(cJSON *root, const struct game_analysis *analysis)
{
    cJSON *list = cJSON_AddArrayToObject(root, "missed");

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const struct missed *missed = &analysis->missed[position];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToArray(list, object);
        add_found(object, &missed->found);
        if (missed->found.won <= 0)
            continue;
        char code[] = {skat_games[missed->type].letter, missed->found.discards ? '\0' : 'H', '\0'};
        cJSON_AddStringToObject(object, "contract", code);
    }
}

static void add_seats(cJSON *root, const char *key, const int32_t *values, int seats)
{
    cJSON *list = cJSON_AddArrayToObject(root, key);

    for (int seat = 0; seat < seats; seat++)
        add_int(list, values[seat]);
}

cJSON *game_analysis_json(const struct game_analysis *analysis)
{
    cJSON *root = cJSON_CreateObject();

    add_head(root, analysis);
    add_seats(root, "score", analysis->score, analysis->seats);
    if (analysis->has_worth)
        add_seats(root, "worth", analysis->worth, analysis->seats);
    if (analysis->kind == GAME_ANALYSIS_PLAYED)
        add_values(root, analysis);
    if (analysis->asked && analysis->kind == GAME_ANALYSIS_PLAYED)
        add_contracts(root, analysis);
    if (analysis->asked && analysis->kind == GAME_ANALYSIS_PASSED_IN)
        add_missed(root, analysis);
    return root;
}

/* ---- reading ---- */

static uint64_t game_of(const char *text)
{
    unsigned long long game;
    return sscanf(text, "{\"game\":%llu", &game) == 1 ? game : 0;
}

static void read_next(struct game_analyses *analyses)
{
    analyses->next = input_line_read(&analyses->text, &analyses->size, analyses->file) > 0
                         ? game_of(analyses->text)
                         : UINT64_MAX;
}

bool game_analyses_open(struct game_analyses *analyses, const char *log_path, struct errors *errors)
{
    char path[1300];
    const char *slash = strrchr(log_path, '/');

    *analyses = (struct game_analyses){0};
    snprintf(path, sizeof path, "%.*s/analysis.jsonl", slash ? (int)(slash - log_path) : 1,
             slash ? log_path : ".");
    if (!input_file_open_optional(path, &analyses->file, errors))
        return false;
    if (analyses->file)
        read_next(analyses);
    return true;
}

cJSON *game_analyses_find(struct game_analyses *analyses, const struct game_json *line)
{
    char signature[20];

    while (analyses->file && analyses->next < line->id.game)
        read_next(analyses);
    if (!analyses->file || analyses->next != line->id.game)
        return NULL;
    cJSON *found = cJSON_Parse(analyses->text);
    snprintf(signature, sizeof signature, "%016llx",
             (unsigned long long)game_outcome_signature(&line->game, &line->outcome));
    if (strcmp(json_text(found, "signature"), signature) == 0)
        return found;
    cJSON_Delete(found);
    return NULL;
}

void game_analyses_close(struct game_analyses *analyses)
{
    if (analyses->file)
        fclose(analyses->file);
    free(analyses->text);
}
