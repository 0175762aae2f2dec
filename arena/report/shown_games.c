// SPDX-License-Identifier: MIT
#include "arena/report/shown_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/report/game_picks.h"
#include "arena/report/game_steps.h"
#include "arena/solve/better_cards.h"
#include "arena/solve/game_analysis.h"

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
