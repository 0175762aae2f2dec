#include "arena/report/game_picks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"

enum { LARGEST = 10, TURNS = 10, SAMPLE = 5, GAMES_MOST = 2000000, ARRANGEMENTS_SHOWN = 12 };

/* A deal with its first games. */
struct deal_pick {
    uint64_t session, deal, games[ARRANGEMENTS_SHOWN];
    int count, swing;
    bool asked;
};

/* A game that one card turned, and what that cost its declarer or brought. */
struct turn {
    uint64_t game;
    double cost;
};

struct picker {
    const struct game_wishes *wishes;
    struct deal_pick now; /* the deal that is being read */
    struct deal_pick asked[PICKED_GAMES_MAX], largest[LARGEST], sample[SAMPLE];
    int asked_count, largest_count;
    struct turn turns[TURNS]; /* the largest first */
    struct deal_pick turned[TURNS];
    int turn_count, turned_count;
    uint64_t read, deals, every; /* every how many deals one is part of the sample */
};

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

static bool is_turned(const struct picker *picker, const struct deal_pick *deal)
{
    for (int i = 0; i < picker->turn_count; i++)
        for (int k = 0; k < deal->count; k++)
            if (deal->games[k] == picker->turns[i].game)
                return true;
    return false;
}

static void finish_deal(struct picker *picker)
{
    if (!picker->now.count)
        return;
    keep_largest(picker);
    if (is_turned(picker, &picker->now))
        picker->turned[picker->turned_count++] = picker->now;
    if (picker->now.asked && picker->asked_count < PICKED_GAMES_MAX)
        picker->asked[picker->asked_count++] = picker->now;
    if (picker->deals % picker->every == 0 && picker->deals / picker->every < SAMPLE)
        picker->sample[picker->deals / picker->every] = picker->now;
    picker->deals++;
    picker->now.count = 0;
}

static bool is_asked(const struct picker *picker, const struct game_row *row)
{
    for (int i = 0; i < picker->wishes->game_count; i++)
        if (row->stats.game == (uint64_t)picker->wishes->games[i])
            return true;
    return picker->wishes->filtered && game_filter_accepts(&picker->wishes->filter, row);
}

static bool take(void *context, const struct game_row *row)
{
    struct picker *picker = context;
    struct deal_pick *now = &picker->now;

    if (now->count && (now->session != row->stats.session || now->deal != row->stats.deal))
        finish_deal(picker);
    if (!now->count)
        *now = (struct deal_pick){
            .session = row->stats.session, .deal = row->stats.deal, .swing = row->swing};
    if (now->count < ARRANGEMENTS_SHOWN)
        now->games[now->count++] = row->stats.game;
    now->asked |= is_asked(picker, row);
    return ++picker->read < GAMES_MOST;
}

/* ---- turning points, from analysis.jsonl ---- */

static void keep_turn(struct picker *picker, struct turn turn)
{
    int place = picker->turn_count;

    while (place > 0 && picker->turns[place - 1].cost < turn.cost)
        place--;
    if (place == TURNS)
        return;
    if (picker->turn_count < TURNS)
        picker->turn_count++;
    for (int i = picker->turn_count - 1; i > place; i--)
        picker->turns[i] = picker->turns[i - 1];
    picker->turns[place] = turn;
}

/* By how much declarer's score differs from what it would be with perfect play. */
static double cost_of(const cJSON *analysis)
{
    const cJSON *seats = cJSON_GetObjectItemCaseSensitive(analysis, "seats");
    int position = (int)json_number(analysis, "declarer");
    const cJSON *seat = cJSON_GetArrayItem(seats, position);
    int at = seat ? (int)seat->valuedouble : -1;
    const cJSON *score =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(analysis, "score"), at);
    const cJSON *worth =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(analysis, "worth"), at);

    if (!cJSON_IsNumber(score) || !cJSON_IsNumber(worth))
        return 0;
    return score->valuedouble > worth->valuedouble ? score->valuedouble - worth->valuedouble
                                                   : worth->valuedouble - score->valuedouble;
}

static void read_turns(struct picker *picker, const char *folder)
{
    char path[FOLDER_PATH_SIZE], *text = NULL;
    FILE *file = fopen(folder_file(folder, "analysis.jsonl", path), "r");
    size_t size = 0;

    while (file && getline(&text, &size, file) > 0) {
        if (!strstr(text, "\"turn\":{"))
            continue;
        cJSON *analysis = cJSON_Parse(text);
        struct turn turn = {(uint64_t)json_number(analysis, "game"), cost_of(analysis)};
        if (turn.cost > 0)
            keep_turn(picker, turn);
        cJSON_Delete(analysis);
    }
    free(text);
    if (file)
        fclose(file);
}

/* ---- the result ---- */

/* How many of at most `most` deals are shown: fewer where each has many games, which make a page large. */
static int shown_of(int most, int count, const struct picker *picker)
{
    enum { GAMES_EACH = 6 };
    int games = picker->largest_count ? picker->largest[0].count : 1;
    int fit = games > GAMES_EACH ? most * GAMES_EACH / games : most;

    return count < fit ? count : fit;
}

static void put_deals(cJSON *root, const char *key, const struct deal_pick *deals, int count)
{
    cJSON *list = cJSON_AddArrayToObject(root, key);

    for (int i = 0; i < count; i++) {
        cJSON *deal = cJSON_CreateObject(), *games;
        json_put_int(deal, "session", (int64_t)deals[i].session);
        json_put_int(deal, "deal", (int64_t)deals[i].deal);
        if (deals[i].swing == INT_MIN)
            cJSON_AddNullToObject(deal, "swing");
        else
            json_put_int(deal, "swing", deals[i].swing);
        games = cJSON_AddArrayToObject(deal, "games");
        for (int k = 0; k < deals[i].count; k++)
            cJSON_AddItemToArray(games, cJSON_CreateNumber((double)deals[i].games[k]));
        cJSON_AddItemToArray(list, deal);
    }
}

/* The game with this number, or the place of the last. */
static void check_wishes(const struct picker *picker, const char *folder, struct errors *errors)
{
    const struct game_wishes *wishes = picker->wishes;

    for (int i = 0; i < wishes->game_count; i++) {
        bool found = false;
        for (int k = 0; k < picker->asked_count; k++)
            for (int g = 0; g < picker->asked[k].count; g++)
                found |= picker->asked[k].games[g] == (uint64_t)wishes->games[i];
        if (!found)
            errors_add(errors, folder, "has no game %lld", (long long)wishes->games[i]);
    }
    if (wishes->filtered && !picker->asked_count)
        errors_add(errors, folder, "has no game as it is asked for");
}

cJSON *game_picks(const char *folder, const struct game_wishes *wishes, struct errors *errors)
{
    struct picker picker = {.wishes = wishes, .every = 1};
    struct log_reader log = {0};
    int before = errors->count;
    cJSON *root = NULL;

    if (log_reader_open(&log, folder, NULL, errors) &&
        game_filter_check(&wishes->filter, &log, errors)) {
        const struct schedule *schedule = &log.manifest.schedule;
        uint64_t deals = log.has_manifest ? schedule->sessions * schedule->deals : 0;
        picker.every = deals > SAMPLE ? deals / SAMPLE : 1;
        read_turns(&picker, folder);
        game_rows_each(&log, take, &picker, errors);
        finish_deal(&picker);
        check_wishes(&picker, folder, errors);
    }
    log_reader_close(&log);
    if (errors->count == before) {
        root = cJSON_CreateObject();
        put_deals(root, "asked", picker.asked, picker.asked_count);
        int samples =
            picker.deals / picker.every < SAMPLE ? (int)(picker.deals / picker.every) : SAMPLE;
        put_deals(root, "largest", picker.largest,
                  shown_of(LARGEST, picker.largest_count, &picker));
        put_deals(root, "turns", picker.turned, shown_of(TURNS, picker.turned_count, &picker));
        put_deals(root, "sample", picker.sample, shown_of(SAMPLE, samples, &picker));
    }
    return root;
}
