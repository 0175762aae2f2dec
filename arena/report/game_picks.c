// SPDX-License-Identifier: MIT
#include "arena/report/game_picks.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"

enum { LARGEST = 10, TURNS = 6, SAMPLE = 5, GAMES_MOST = 2000000 };

/* A deal with its first games; the last of them may be another one that is wanted. */
struct deal_pick {
    uint64_t session, deal, games[PICKED_GAMES_OF_A_DEAL];
    int count, all; /* games that are kept, and all of the deal */
    int swing;
    bool named, filtered; /* asked for by number, by the filter */
};

/* A game that one card turned, and by how much its declarer's score differs from that of perfect
 * play. */
struct turn {
    uint64_t session, deal, game;
    double cost;
};

struct picker {
    const struct game_wishes *wishes;
    bool found[PICKED_GAMES_MAX]; /* of the numbers that are wished for */
    bool filter_found;            /* some game is as the filter says */
    struct deal_pick now;         /* the deal that is being read */
    struct deal_pick asked[2 * PICKED_GAMES_MAX], largest[LARGEST];
    int asked_count, filtered_count, largest_count;
    struct turn turns[TURNS]; /* the most expensive first, one of a deal */
    struct deal_pick turned[TURNS];
    int turn_count;
    struct deal_pick sample[2 * SAMPLE]; /* every `every`th deal so far */
    int sample_count;
    uint64_t read, deals, every;
};

/* ---- choosing deals ---- */

/* Keeps the largest first; among equals the earlier. */
static void keep_largest(struct picker *picker)
{
    const struct deal_pick *now = &picker->now;
    int place = picker->largest_count;

    if (now->swing == INT_MIN || now->swing == 0)
        return;
    while (place > 0 && picker->largest[place - 1].swing < now->swing)
        place--;
    if (place == LARGEST)
        return;
    if (picker->largest_count < LARGEST)
        picker->largest_count++;
    for (int i = picker->largest_count - 1; i > place; i--)
        picker->largest[i] = picker->largest[i - 1];
    picker->largest[place] = *now;
}

static void keep_turned(struct picker *picker)
{
    for (int i = 0; i < picker->turn_count; i++)
        if (picker->turns[i].session == picker->now.session &&
            picker->turns[i].deal == picker->now.deal)
            picker->turned[i] = picker->now;
}

/* How many deals there are is known at the end only: when the sample is full, every second deal of
 * it goes. */
static void keep_sample(struct picker *picker)
{
    if (picker->deals++ % picker->every != 0)
        return;
    if (picker->sample_count == 2 * SAMPLE) {
        for (int i = 0; i < SAMPLE; i++)
            picker->sample[i] = picker->sample[2 * i];
        picker->sample_count = SAMPLE;
        picker->every *= 2;
        if ((picker->deals - 1) % picker->every != 0)
            return;
    }
    picker->sample[picker->sample_count++] = picker->now;
}

static void keep_asked(struct picker *picker)
{
    struct deal_pick *now = &picker->now;
    bool wanted = now->named || (now->filtered && picker->filtered_count < PICKED_GAMES_MAX);

    if (!wanted)
        return;
    picker->filtered_count += !now->named;
    picker->asked[picker->asked_count++] = *now;
}

static void finish_deal(struct picker *picker)
{
    if (!picker->now.count)
        return;
    keep_largest(picker);
    keep_turned(picker);
    keep_sample(picker);
    keep_asked(picker);
    picker->now.count = 0;
}

/* ---- reading games ---- */

static bool is_named(struct picker *picker, uint64_t game)
{
    for (int i = 0; i < picker->wishes->game_count; i++)
        if (game == (uint64_t)picker->wishes->games[i])
            return picker->found[i] = true;
    return false;
}

static bool is_turned(const struct picker *picker, uint64_t game)
{
    for (int i = 0; i < picker->turn_count; i++)
        if (picker->turns[i].game == game)
            return true;
    return false;
}

static bool take_row(void *context, const struct game_row *row)
{
    struct picker *picker = context;
    struct deal_pick *now = &picker->now;

    if (now->count && (now->session != row->stats.session || now->deal != row->stats.deal))
        finish_deal(picker);
    if (!now->count)
        *now = (struct deal_pick){
            .session = row->stats.session, .deal = row->stats.deal, .swing = row->swing};
    bool named = is_named(picker, row->stats.game),
         filtered = picker->wishes->filtered && game_filter_accepts(&picker->wishes->filter, row);
    now->all++;
    if (now->count < PICKED_GAMES_OF_A_DEAL)
        now->games[now->count++] = row->stats.game;
    else if (named || filtered || is_turned(picker, row->stats.game))
        now->games[now->count - 1] = row->stats.game;
    now->named |= named;
    now->filtered |= filtered;
    picker->filter_found |= filtered;
    return ++picker->read < GAMES_MOST;
}

/* ---- turning points, from analysis.jsonl ---- */

static void keep_turn(struct picker *picker, const struct turn *turn)
{
    int place = picker->turn_count;

    while (place > 0 && picker->turns[place - 1].cost < turn->cost)
        place--;
    if (turn->cost <= 0 || place == TURNS)
        return;
    if (picker->turn_count < TURNS)
        picker->turn_count++;
    for (int i = picker->turn_count - 1; i > place; i--)
        picker->turns[i] = picker->turns[i - 1];
    picker->turns[place] = *turn;
}

static double cost_of(const cJSON *analysis)
{
    const cJSON *seat =
        cJSON_GetArrayItem(json_get(analysis, "seats"), (int)json_number(analysis, "declarer"));
    int at = seat ? (int)seat->valuedouble : -1;
    const cJSON *score = cJSON_GetArrayItem(json_get(analysis, "score"), at);
    const cJSON *worth = cJSON_GetArrayItem(json_get(analysis, "worth"), at);

    return cJSON_IsNumber(score) && cJSON_IsNumber(worth)
               ? fabs(score->valuedouble - worth->valuedouble)
               : 0;
}

/* Bots that play alike turn all games of a deal: the most expensive one stands for it. */
static void read_turns(struct picker *picker, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE], *text = NULL;
    FILE *file;
    struct turn best = {0};
    size_t size = 0;

    input_file_open_optional(folder_file(folder, "analysis.jsonl", path), &file, errors);
    while (file && input_line_read(&text, &size, file) > 0) {
        if (!strstr(text, "\"turn\":{"))
            continue;
        cJSON *analysis = cJSON_Parse(text);
        const struct turn turn = {(uint64_t)json_number(analysis, "session"),
                                  (uint64_t)json_number(analysis, "deal"),
                                  (uint64_t)json_number(analysis, "game"), cost_of(analysis)};
        cJSON_Delete(analysis);
        bool same = turn.session == best.session && turn.deal == best.deal;
        if (!same)
            keep_turn(picker, &best);
        if (!same || turn.cost > best.cost)
            best = turn;
    }
    keep_turn(picker, &best);
    free(text);
    if (file)
        fclose(file);
}

/* ---- the result ---- */

static cJSON *put_deal(cJSON *list, const struct deal_pick *pick)
{
    cJSON *deal = cJSON_CreateObject();

    json_put_int(deal, "session", (int64_t)pick->session);
    json_put_int(deal, "deal", (int64_t)pick->deal);
    if (pick->swing == INT_MIN)
        cJSON_AddNullToObject(deal, "swing");
    else
        json_put_int(deal, "swing", pick->swing);
    if (pick->all > pick->count)
        json_put_int(deal, "all_games", pick->all);
    cJSON *games = cJSON_AddArrayToObject(deal, "games");
    for (int k = 0; k < pick->count; k++)
        cJSON_AddItemToArray(games, cJSON_CreateNumber((double)pick->games[k]));
    cJSON_AddItemToArray(list, deal);
    return deal;
}

static void put_deals(cJSON *root, const char *key, const struct deal_pick *deals, int count)
{
    cJSON *list = cJSON_AddArrayToObject(root, key);

    for (int i = 0; i < count; i++)
        put_deal(list, &deals[i]);
}

static void put_turns(cJSON *root, const struct picker *picker)
{
    cJSON *list = cJSON_AddArrayToObject(root, "turns");

    for (int i = 0; i < picker->turn_count; i++) {
        if (!picker->turned[i].count)
            continue; /* the log does not have it */
        cJSON *deal = put_deal(list, &picker->turned[i]);
        json_put_int(deal, "game", (int64_t)picker->turns[i].game);
        cJSON_AddNumberToObject(deal, "cost", picker->turns[i].cost);
    }
}

static void put_sample(cJSON *root, const struct picker *picker)
{
    cJSON *list = cJSON_AddArrayToObject(root, "sample");
    int wanted = picker->sample_count < SAMPLE ? picker->sample_count : SAMPLE;

    for (int i = 0; i < wanted; i++)
        put_deal(list, &picker->sample[i * picker->sample_count / wanted]);
}

/* Everything that is wished for must be there. */
static void check_wishes(const struct picker *picker, const char *folder, struct errors *errors)
{
    const struct game_wishes *wishes = picker->wishes;

    for (int i = 0; i < wishes->game_count; i++)
        if (!picker->found[i])
            errors_add(errors, folder, "has no game %lld", (long long)wishes->games[i]);
    if (wishes->filtered && !picker->filter_found)
        errors_add(errors, folder, "has no game as it is asked for");
}

static cJSON *picks_json(const struct picker *picker)
{
    cJSON *root = cJSON_CreateObject();

    put_deals(root, "asked", picker->asked, picker->asked_count);
    put_deals(root, "largest", picker->largest, picker->largest_count);
    put_turns(root, picker);
    put_sample(root, picker);
    return root;
}

cJSON *game_picks(const char *folder, const struct game_wishes *wishes, struct errors *errors)
{
    struct picker picker = {.wishes = wishes, .every = 1};
    struct log_reader log = {0};
    int before = errors->count;

    if (log_reader_open(&log, folder, NULL, errors) &&
        game_filter_check(&wishes->filter, &log, errors)) {
        read_turns(&picker, folder, errors);
        game_rows_each(&log, take_row, &picker, errors);
        finish_deal(&picker);
        if (errors->count == before)
            check_wishes(&picker, folder, errors);
    }
    log_reader_close(&log);
    return errors->count == before ? picks_json(&picker) : NULL;
}
