// SPDX-License-Identifier: MIT
#include "arena/report/shown_games.h"

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
#include "arena/base/memory.h"
#include "arena/report/game_steps.h"
#include "arena/solve/play_accuracy.h"
#include "arena/solve/game_analysis.h"

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

/* Puts an item of a list of at most `most` at a place. The last one makes room, if it is full. */
static void insert_item(void *list, int *count, int most, int place, const void *item, size_t size)
{
    char *at = (char *)list + (size_t)place * size;

    if (place == most)
        return;
    *count += *count < most;
    memmove(at + size, at, (size_t)(*count - 1 - place) * size);
    memcpy(at, item, size);
}

/* Keeps the largest first; among equals the earlier. */
static void keep_largest(struct picker *picker)
{
    const struct deal_pick *now = &picker->now;
    int place = picker->largest_count;

    if (now->swing == INT_MIN || now->swing == 0)
        return;
    while (place > 0 && picker->largest[place - 1].swing < now->swing)
        place--;
    insert_item(picker->largest, &picker->largest_count, LARGEST, place, now, sizeof *now);
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
    if (turn->cost > 0)
        insert_item(picker->turns, &picker->turn_count, TURNS, place, turn, sizeof *turn);
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

enum { FAULTS_SHOWN = 10, SOLVER_BITS = 18 };

/* The games of the deals, by index, each read once. */
struct shown_games {
    uint64_t *index;
    cJSON **game;
    int count;
    cJSON *faults; /* the first games that ended by a fault, and those of `fault_games` */
    const cJSON *fault_games;
    const struct language *language;
    int first_faults; /* how many of the first are shown */
    uint64_t last;    /* the last game that is needed, as far as that is known */
    struct game_analyses analyses;
    struct skat_solver *solver; /* for better cards; made when it is needed */
};

/* Is this game of a deal shown? Its first ones, and the two in which a comparison found the first
 * difference. */
static bool is_shown(const cJSON *swing, int place, double game)
{
    const cJSON *first = json_get(swing, "first");

    return place < PICKED_GAMES_OF_A_DEAL || json_number_within(first, "a", "game") == game ||
           json_number_within(first, "b", "game") == game;
}

static void list_games(struct shown_games *shown, const cJSON *swings)
{
    const cJSON *swing, *game;

    cJSON_ArrayForEach (swing, swings) {
        int place = 0;
        cJSON_ArrayForEach (game, json_get(swing, "games")) {
            if (!is_shown(swing, place++, game->valuedouble))
                continue;
            size_t size = (size_t)shown->count + 1;
            shown->index = xrealloc(shown->index, size * sizeof *shown->index);
            shown->game = xrealloc(shown->game, size * sizeof *shown->game);
            shown->index[shown->count] = (uint64_t)game->valuedouble;
            shown->game[shown->count++] = NULL;
        }
    }
}

/* Whether this line is shown as a fault. */
static bool is_fault(const struct shown_games *shown, const struct log_reader *log)
{
    const cJSON *game;

    if (!strstr(log->text, "\"fault\":"))
        return false;
    cJSON_ArrayForEach (game, shown->fault_games)
        if ((uint64_t)game->valuedouble == log_reader_game(log))
            return true;
    return cJSON_GetArraySize(shown->faults) < shown->first_faults;
}

static cJSON *shown_game(struct shown_games *shown, const struct game_json *line)
{
    cJSON *analysis = game_analyses_find(&shown->analyses, line);
    cJSON *object = game_json(line, shown->language, analysis);

    if (!shown->solver)
        shown->solver = skat_solver_init(xcalloc(1, skat_solver_size(SOLVER_BITS)), SOLVER_BITS);
    game_json_add_better(object, &line->game, shown->solver);
    cJSON_Delete(analysis);
    return object;
}

/* ---- reading the log ---- */

/* Adds a line of the log wherever it is needed. */
static void take_line(struct shown_games *shown, struct log_reader *log, struct errors *errors)
{
    static struct game_json line; /* 7 kB, used one at a time */
    bool fault = is_fault(shown, log), wanted = fault;
    char where[FOLDER_PATH_SIZE + 30];

    for (int i = 0; i < shown->count; i++)
        wanted |= shown->index[i] == log_reader_game(log);
    if (!wanted || log->torn)
        return;
    snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
    if (game_json_read(log->text, log->length, &log->rules, NULL, where, &line, errors)) {
        log_reader_check_place(log, &line, where, errors);
        cJSON *game = shown_game(shown, &line);
        for (int i = 0; i < shown->count; i++)
            if (shown->index[i] == log_reader_game(log))
                shown->game[i] = cJSON_Duplicate(game, true);
        if (fault)
            cJSON_AddItemToArray(shown->faults, cJSON_Duplicate(game, true));
        cJSON_Delete(game);
    }
    cJSON_Delete(line.root);
    line.root = NULL;
}

static double count_faults(const cJSON *summary)
{
    const cJSON *bot, *kind;
    double sum = 0;

    cJSON_ArrayForEach (bot, json_get(summary, "bots"))
        cJSON_ArrayForEach (kind, json_get(bot, "faults"))
            if (strcmp(kind->string, "inconsistent") != 0) /* those end no game */
                sum += kind->valuedouble;
    return sum;
}

/* One error for all games that a complete log should have but does not. */
static void name_missing(const struct shown_games *shown, const char *path, struct errors *errors)
{
    int first = -1;

    for (int i = 0; i < shown->count; i++)
        if (!shown->game[i] && (first < 0 || shown->index[i] < shown->index[first]))
            first = i;
    if (first >= 0)
        errors_add(errors, path, "lacks games that summary.json is about, game %llu first",
                   (unsigned long long)shown->index[first]);
}

/* The lists of deals on a page, in the order in which they are read and written. */
static const struct {
    const char *key, *kind;
} deal_lists[] = {{"asked", "asked"},     {"swings", "swing"}, {"divergences", "divergence"},
                  {"largest", "largest"}, {"turns", "turn"},   {"sample", "sample"}};
enum { DEAL_LISTS = sizeof deal_lists / sizeof *deal_lists };

/* A comparison says itself which deals made the difference. */
static const cJSON *deals_of(int list, const cJSON *comparison, const cJSON *picks)
{
    const char *key = deal_lists[list].key;
    const cJSON *own = json_get(comparison, key);

    if (own || (comparison && strcmp(key, "largest") == 0))
        return own;
    return json_get(picks, key);
}

static bool needs_more(const struct shown_games *shown, const struct log_reader *log)
{
    return !log->number || log_reader_game(log) < shown->last ||
           cJSON_GetArraySize(shown->faults) < shown->first_faults;
}

static void read_games(struct shown_games *shown, struct log_reader *log, const cJSON *summary,
                       const cJSON *picks, struct errors *errors)
{
    const cJSON *comparison = json_get(summary, "comparison"), *game;
    double faults = count_faults(summary);

    shown->first_faults = faults < FAULTS_SHOWN ? (int)faults : FAULTS_SHOWN;
    shown->faults = cJSON_CreateArray();
    game_analyses_open(&shown->analyses, log->path, errors);
    for (int i = 0; i < DEAL_LISTS; i++)
        list_games(shown, deals_of(i, comparison, picks));
    for (int i = 0; i < shown->count; i++)
        shown->last = shown->index[i] > shown->last ? shown->index[i] : shown->last;
    cJSON_ArrayForEach (game, shown->fault_games)
        shown->last =
            (uint64_t)game->valuedouble > shown->last ? (uint64_t)game->valuedouble : shown->last;
    while (needs_more(shown, log) && log_reader_next(log))
        take_line(shown, log, errors);
    log_reader_ended(log, errors);
    game_analyses_close(&shown->analyses);
    name_missing(shown, log->path, errors);
}

static void add_swings(cJSON *list, const cJSON *swings, const char *kind,
                       struct shown_games *shown, int *next)
{
    const cJSON *swing, *game;

    cJSON_ArrayForEach (swing, swings) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToObject(object, "swing", cJSON_Duplicate(swing, true));
        cJSON_AddStringToObject(object, "kind", kind);
        cJSON *games = cJSON_AddArrayToObject(object, "games");
        int place = 0;
        cJSON_ArrayForEach (game, json_get(swing, "games")) {
            if (!is_shown(swing, place++, game->valuedouble))
                continue;
            if (shown->game[*next])
                cJSON_AddItemToArray(games, shown->game[*next]);
            ++*next;
        }
        cJSON_AddItemToArray(list, object);
    }
}

void shown_games_add(cJSON *run, struct log_reader *log, const struct language *language,
                     const cJSON *summary, const cJSON *picks, const cJSON *fault_games,
                     struct errors *errors)
{
    const cJSON *comparison = json_get(summary, "comparison");
    struct shown_games shown = {.fault_games = fault_games, .language = language};
    int next = 0;

    read_games(&shown, log, summary, picks, errors);
    cJSON *list = cJSON_AddArrayToObject(run, "swings");
    for (int i = 0; i < DEAL_LISTS; i++)
        add_swings(list, deals_of(i, comparison, picks), deal_lists[i].kind, &shown, &next);
    cJSON_AddItemToObject(run, "faults", shown.faults);
    free(shown.solver);
    free(shown.index);
    free(shown.game);
}
