// SPDX-License-Identifier: MIT
#include "arena/report/report.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/wrong_path.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/output_file.h"
#include "arena/base/result_format.h"
#include "arena/config/rules_config.h"
#include "arena/log/result_folder.h"
#include "arena/log/log_reader.h"
#include "arena/report/fault_groups.h"
#include "arena/report/page_figures.h"
#include "arena/report/page.h"
#include "arena/report/redealt_hands.h"
#include "arena/report/repeat.h"
#include "arena/report/shown_games.h"
#include "arena/result/summary_file.h"
#include "arena/show/analysis_tables.h"
#include "arena/show/history_tables.h"
#include "arena/show/result_list.h"
#include "arena/show/run_ratings.h"
#include "arena/show/study_tables.h"
#include "arena/show/tune_tables.h"
#include "arena/result/history_result.h"
#include "engine/rule_set.h"
#include "arena/result/study_verdict.h"
#include "arena/tune/tune.h"

/* ---- a search for options ---- */

/* The fitted function of a search. */
struct fitted {
    struct option_ranges ranges;
    struct surface_fit fit;
    struct surface_point start;
    int64_t winner[SURFACE_MAX];
};

static double gain_at(const struct fitted *fitted, const int64_t values[SURFACE_MAX])
{
    const struct surface_point point = option_ranges_point(&fitted->ranges, values);
    return surface_fit_difference(&fitted->fit, &point, &fitted->start);
}

/* Number `index` of `count` values of a range, from its lowest to its highest. */
static int64_t value_at(const struct option_range *range, int index, int count)
{
    return range->low + ((range->high - range->low) * index + (count - 1) / 2) / (count - 1);
}

/* The number of values in a range, at most `most`, which is at least 2. */
static int values_of(const struct option_range *range, int most)
{
    const int64_t all = range->high - range->low + 1;
    return all < 2 ? 2 : all < most ? (int)all : most;
}

static void add_sections(cJSON *section, const struct fitted *fitted)
{
    enum { VALUES = 41 };
    cJSON *list = cJSON_AddArrayToObject(section, "sections");

    for (int i = 0; i < fitted->ranges.count; i++) {
        const struct option_range *range = &fitted->ranges.of[i];
        const int count = values_of(range, VALUES);
        int64_t values[SURFACE_MAX];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "option", range->name);
        cJSON *points = cJSON_AddArrayToObject(one, "points");
        memcpy(values, fitted->winner, sizeof values);
        for (int k = 0; k < count; k++) {
            cJSON *point = cJSON_CreateObject();
            values[i] = value_at(range, k, count);
            json_put_int(point, "value", values[i]);
            cJSON_AddNumberToObject(point, "gain", gain_at(fitted, values));
            cJSON_AddItemToArray(points, point);
        }
        cJSON_AddItemToArray(list, one);
    }
}

static cJSON *values_json(const struct option_range *range, int count)
{
    cJSON *list = cJSON_CreateArray();

    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber((double)value_at(range, i, count)));
    return list;
}

static cJSON *map_of(const struct fitted *fitted, int x, int y)
{
    enum { VALUES = 15 };
    const struct option_range *across = &fitted->ranges.of[x], *up = &fitted->ranges.of[y];
    const int columns = values_of(across, VALUES), rows = values_of(up, VALUES);
    int64_t values[SURFACE_MAX];
    cJSON *map = cJSON_CreateObject();

    cJSON_AddStringToObject(map, "x", across->name);
    cJSON_AddStringToObject(map, "y", up->name);
    cJSON_AddItemToObject(map, "xs", values_json(across, columns));
    cJSON_AddItemToObject(map, "ys", values_json(up, rows));
    cJSON *gains = cJSON_AddArrayToObject(map, "gains");
    memcpy(values, fitted->winner, sizeof values);
    for (int i = 0; i < rows; i++) {
        cJSON *row = cJSON_CreateArray();
        values[y] = value_at(up, i, rows);
        for (int k = 0; k < columns; k++) {
            values[x] = value_at(across, k, columns);
            cJSON_AddItemToArray(row, cJSON_CreateNumber(gain_at(fitted, values)));
        }
        cJSON_AddItemToArray(gains, row);
    }
    return map;
}

static void add_maps(cJSON *section, const struct fitted *fitted)
{
    enum { MOST_OPTIONS = 3 };
    const int count = fitted->ranges.count;
    cJSON *list = cJSON_AddArrayToObject(section, "maps");

    for (int x = 0; x < count && count <= MOST_OPTIONS; x++)
        for (int y = x + 1; y < count; y++)
            cJSON_AddItemToArray(list, map_of(fitted, x, y));
}

/* Fits the function anew, as the search did after its last round. False where a line has not the
 * options of the search. */
static bool fit_path(struct fitted *fitted, const struct tune_summary *tune)
{
    int64_t starts[SURFACE_MAX] = {0}, plus[SURFACE_MAX] = {0}, minus[SURFACE_MAX] = {0};
    struct surface surface;
    bool ok = tune->options_count <= SURFACE_MAX && tune->path_count > 0;

    *fitted = (struct fitted){.ranges = {.count = ok ? tune->options_count : 0}};
    for (int i = 0; i < fitted->ranges.count; i++) {
        const struct tuned_option *option = &tune->options[i];
        fitted->ranges.of[i] = (struct option_range){
            .name = option->name, .low = option->low, .high = option->high, .start = option->start};
        fitted->winner[i] = option->winner;
        ok = ok && option->high > option->low;
    }
    if (!ok)
        return false;
    option_ranges_starts(&fitted->ranges, starts);
    fitted->start = option_ranges_point(&fitted->ranges, starts);
    surface_open(&surface, fitted->ranges.count, &fitted->start, tune->path_count, 0.5);
    for (int i = 0; i < tune->path_count && ok; i++) {
        const struct tune_round *round = &tune->path[i];
        ok = option_ranges_find(&fitted->ranges, round->plus, round->plus_count, plus) &&
             option_ranges_find(&fitted->ranges, round->minus, round->minus_count, minus);
        const struct surface_round seen = {
            .plus = option_ranges_point(&fitted->ranges, plus),
            .minus = option_ranges_point(&fitted->ranges, minus),
            .difference = round->difference.mean,
            .error = round->difference.error,
        };
        if (ok)
            surface_add(&surface, &seen);
    }
    surface_fit(&surface, &fitted->fit);
    surface_close(&surface);
    return ok;
}

/* tune.json of a folder with the lines of tune.jsonl as "path", and, if a round was played, the
 * function that the search has fitted to them:
 *
 *   "sections"  for each option {"option", "points": [{"value", "gain"}]}, the others as the winner
 *               has them
 *   "maps"      for each pair of two or three options {"x", "y", "xs", "ys", "gains"}, a row of
 *               gains for each of ys; the third as the winner has it
 *
 * A gain is in points a deal against the start. NULL with errors; the caller frees it. */
static cJSON *search_section(const char *folder, struct errors *errors)
{
    struct pool pool = {0};
    struct tune_summary tune;
    struct fitted fitted;
    cJSON *section = NULL;

    if (tune_load(&tune, folder, &pool, errors)) {
        section = fields_to_json(&tune_summary_fields, &tune);
        page_tune(section);
        if (fit_path(&fitted, &tune)) {
            add_sections(section, &fitted);
            add_maps(section, &fitted);
        }
    }
    pool_free(&pool);
    return section;
}

/* With "sentence" (grid_sentence()). */
static void add_to_grid(const void *grid, cJSON *section, struct pool *pool)
{
    cJSON_AddStringToObject(section, "sentence", grid_sentence(grid, pool));
    page_grid(section);
}

/* ---- a study ---- */

static cJSON *lead_json(const struct study_lead *lead)
{
    char text[STUDY_SENTENCE_SIZE];
    cJSON *own = cJSON_CreateObject();

    cJSON_AddStringToObject(own, "sentence", study_sentence(lead, text));
    if (!lead->of)
        return own;
    cJSON_AddStringToObject(own, "variation", lead->variation);
    cJSON_AddStringToObject(own, "metric", lead->of->metric);
    estimate_put(own, "effect", lead->effect);
    if (lead->population)
        cJSON_AddStringToObject(own, "population", lead->population);
    return own;
}

/* With "lead", what changed most: "sentence" and, if there is such an effect, "variation", "metric"
 * and "population", which say where in the file it is, and "effect" with the interval that covers
 * for the choice. */
static void add_to_study(const void *study, cJSON *section, struct pool *pool)
{
    struct study_lead lead;

    (void)pool;
    study_lead_of(study, &lead);
    cJSON_AddItemToObject(section, "lead", lead_json(&lead));
    page_study(study, section);
}

static void add_to_populations(const void *populations, cJSON *section, struct pool *pool)
{
    struct study_lead lead;

    (void)pool;
    populations_lead_of(populations, &lead);
    cJSON_AddItemToObject(section, "lead", lead_json(&lead));
    page_study_populations(populations, section);
}

/* ---- commits ---- */

static void add_to_history(const void *history, cJSON *section, struct pool *pool)
{
    (void)pool;
    page_history(history, section);
}

static void add_to_bisect(const void *bisect, cJSON *section, struct pool *pool)
{
    (void)pool;
    page_bisect(bisect, section);
}

/* ---- a run ---- */

/* The differences between the rules and the official ones, or the game's own rule set. */
static cJSON *rules_json(const struct skat_rules *rules)
{
    struct skat_rules official;
    struct skat_error error;
    cJSON *object = cJSON_CreateObject();

    skat_rules_of_game(&official, (enum skat_variant_id)rules->game);
    official.seats = rules->seats;
    official.deals = rules->deals;
    skat_rules_prepare(&official, &error);
    cJSON_AddStringToObject(object, "from", skat_variant_names[rules->game]);
    cJSON_AddItemToObject(object, "changes", rules_config_changes(&official, rules));
    return object;
}

/* Adds the totals of analyze, if there are any. */
static void add_analysis(cJSON *run, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "analysis.json", path), F_OK) != 0)
        return;
    cJSON *analysis = json_load(path, errors);
    const bool fits = result_format_check(analysis, path, errors);
    if (fits && cJSON_IsArray(json_get(analysis, "bots"))) {
        page_figures_of_analysis(analysis);
        page_analysis(analysis, json_get(json_get(run, "summary"), "numbers"));
        cJSON_AddItemToObject(run, "analysis", analysis);
        return;
    }
    if (fits)
        errors_add(errors, path,
                   "is not an analysis: \"bots\" must be an array; analyze --force "
                   "recreates it");
    cJSON_Delete(analysis);
}

/* Adds the groups of faults. Returns the games to show of them: the first of each of the most
 * frequent ones. */
static cJSON *add_faults(cJSON *run, const char *folder, struct errors *errors)
{
    enum { GROUPS_WITH_GAMES = 20 };
    cJSON *list = cJSON_AddArrayToObject(run, "fault_groups"), *games = cJSON_CreateArray();
    struct pool pool = {0};
    int count;
    const struct fault_group *groups = fault_groups_read(folder, &count, &pool, errors);

    for (int i = 0; i < count; i++) {
        cJSON_AddItemToArray(list, fields_to_json(&fault_group_fields, &groups[i]));
        if (i < GROUPS_WITH_GAMES)
            cJSON_AddItemToArray(games, cJSON_CreateNumber((double)groups[i].games[0]));
    }
    pool_free(&pool);
    return games;
}

/* What is needed to get these results again; RESULT_NONE adds nothing. */
static void add_repeat(cJSON *section, const char *folder, enum result_kind kind,
                       struct errors *errors)
{
    cJSON *repeat = section && kind != RESULT_NONE ? repeat_of(folder, kind, errors) : NULL;

    if (repeat) {
        page_figures_of_repeat(repeat, json_get(section, "manifest"));
        cJSON_AddItemToObject(section, "repeat", repeat);
    }
}

/* The lists of games that the page of one game does not have. */
static const char *const not_asked[] = {"largest", "turns", "sample"};
enum { NOT_ASKED = sizeof not_asked / sizeof *not_asked };

/* The folder is called `name` on the page. */
static cJSON *run_json(const char *folder, const char *name, const struct game_wishes *wishes,
                       struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct log_reader log = {0};
    struct manifest manifest = {0};
    cJSON *run = cJSON_CreateObject();

    struct pool pool = {0};
    struct run_summary read;
    bool ok = run_summary_load(&read, folder_file(folder, "summary.json", path), &pool, errors) &&
              manifest_load(&manifest, folder_file(folder, "manifest.json", path), errors);
    cJSON *summary = ok ? fields_to_json(&run_summary_fields, &read) : NULL;
    pool_free(&pool);
    if (ok) {
        json_put_line(run, "folder", name);
        cJSON_AddItemToObject(run, "manifest", cJSON_Duplicate(manifest.root, true));
        cJSON_AddItemToObject(run, "summary", summary);
        page_figures_of_run(summary, manifest.root);
        cJSON_AddItemToObject(run, "rules_diff", rules_json(&manifest.rules));
        add_analysis(run, folder, errors);
        add_repeat(run, folder, wishes->single_game ? RESULT_NONE : RESULT_RUN, errors);
    }
    if (ok && wishes->single_game)
        json_put_int(run, "single_game", wishes->games[0]);
    const bool logged = ok && manifest.log != LOG_NONE, wished = game_wishes_any(wishes);
    cJSON *picks = logged ? game_picks(folder, wishes, errors) : NULL;
    cJSON *fault_games = ok && !wishes->single_game ? add_faults(run, folder, errors) : NULL;
    for (int i = 0; wishes->single_game && i < NOT_ASKED; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(picks, not_asked[i]);
    if (picks && log_reader_open(&log, folder, NULL, errors))
        shown_games_add(run, &log, &wishes->language, wishes->single_game ? NULL : summary, picks,
                        fault_games, errors);
    if (ok)
        redealt_hands_add(run, folder, &manifest.rules, summary, errors);
    if (ok && !logged && wished)
        errors_add(errors, folder, "has no log: no game of it can be shown");
    cJSON_Delete(picks);
    cJSON_Delete(fault_games);
    log_reader_close(&log);
    manifest_free(&manifest);
    return run;
}

/* Adds what is in a folder of results; false if it has none. */
static bool add_index(cJSON *index, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    cJSON *list = result_list(folder, errors), *entry;
    bool found = cJSON_GetArraySize(list) > 0;
    size_t inside = strlen(folder) + 1;

    cJSON_ArrayForEach (entry, list) {
        const char *own = json_text(entry, "folder");
        cJSON_AddBoolToObject(entry, "page",
                              access(folder_file(own, "report.html", path), R_OK) == 0);
        cJSON_AddStringToObject(entry, "name", strlen(own) > inside ? own + inside : own);
    }
    while (found && (entry = cJSON_DetachItemFromArray(list, 0)))
        cJSON_AddItemToArray(index, entry);
    cJSON_Delete(list);
    return found;
}

/* What a page is made of: a list for each kind of folder. The file of one is read as the struct
 * that the fields describe, and has its tables, and what else follows from it, added to it. */
static const struct section_kind {
    const char *list, *file; /* without a file: run_json(), search_section() */
    const struct fields *fields;
    void (*add)(const void *result, cJSON *section, struct pool *pool);
} kinds[RESULT_KINDS] = {
    [RESULT_NONE] = {.list = "index"}, /* of a folder of results: links to the pages of each */
    [RESULT_RUN] = {.list = "runs"},
    [RESULT_SEARCH] = {.list = "searches"},
    [RESULT_STUDY] = {"studies", "study.json", &study_result_fields, add_to_study},
    [RESULT_POPULATIONS] = {"populations", "populations.json", &populations_result_fields,
                            add_to_populations},
    [RESULT_GRID] = {"grids", "grid.json", &grid_summary_fields, add_to_grid},
    [RESULT_HISTORY] = {"histories", "history.json", &history_result_fields, add_to_history},
    [RESULT_BISECT] = {"bisects", "bisect.json", &bisect_result_fields, add_to_bisect},
};

/* NULL with errors; the caller frees it. */
static cJSON *section_of(const struct section_kind *kind, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct pool pool = {0};
    cJSON *root = json_load(folder_file(folder, kind->file, path), errors), *section = NULL;
    void *result = pool_alloc(&pool, 1, kind->fields->size);

    if (root && fields_read_root(kind->fields, root, path, result, &pool, errors)) {
        section = fields_to_json(kind->fields, result);
        kind->add(result, section, &pool);
    }
    pool_free(&pool);
    cJSON_Delete(root);
    return section;
}

static cJSON *list_of(const cJSON *data, enum result_kind kind)
{
    return json_get(data, kinds[kind].list);
}

/* A run that was not finished has a manifest, and is missed its summary. */
static bool is_begun(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, "manifest.json", path), F_OK) == 0;
}

static void refuse(const char *folder, struct errors *errors)
{
    if (access(folder, F_OK) != 0 && errno == ENOENT)
        path_missing(folder, errors);
    else
        errors_add(errors, folder, "%s; expected the results of a run, a study or a search",
                   folder_exists(folder) ? folder_contents(folder) : "is not a folder");
}

static void add_folder(const cJSON *data, const char *folder, const char *name,
                       const struct game_wishes *wishes, struct errors *errors)
{
    enum result_kind kind = result_kind_of(folder);

    if (kind == RESULT_NONE && folder_exists(folder) &&
        add_index(list_of(data, RESULT_NONE), folder, errors))
        return;
    if (kind == RESULT_NONE && !is_begun(folder)) {
        refuse(folder, errors);
        return;
    }
    if (!kinds[kind].file &&
        kind != RESULT_SEARCH) { /* of a folder without results, the errors are those of a run */
        cJSON_AddItemToArray(list_of(data, RESULT_RUN), run_json(folder, name, wishes, errors));
        return;
    }
    cJSON *section = kind == RESULT_SEARCH ? search_section(folder, errors)
                                           : section_of(&kinds[kind], folder, errors);
    add_repeat(section, folder, kind, errors);
    if (!section)
        return;
    json_put_line(section, "folder", name);
    cJSON_AddItemToArray(list_of(data, kind), section);
}

static const char *title_of(const cJSON *data, int count)
{
    if (count > 1 || list_of(data, RESULT_NONE)->child)
        return "Skat Arena";
    for (int kind = RESULT_RUN; kind < RESULT_KINDS; kind++) {
        const cJSON *first = list_of(data, (enum result_kind)kind)->child;
        if (first)
            return json_text(kind == RESULT_RUN ? json_get(first, "manifest") : first, "name");
    }
    return "";
}

/* ---- the page ---- */

cJSON *report_data(const char *const *folders, const char *const *names, int count,
                   const struct game_wishes *wishes, struct errors *errors)
{
    const int before = errors->count;
    cJSON *data = cJSON_CreateObject();
    cJSON *title = cJSON_AddStringToObject(data, "title", "");
    page_language_add(data, &wishes->language);
    for (int kind = RESULT_NONE; kind < RESULT_KINDS; kind++)
        cJSON_AddArrayToObject(data, kinds[kind].list);

    for (int i = 0; i < count; i++)
        add_folder(data, folders[i], names[i], wishes, errors);
    if (game_wishes_any(wishes) && !list_of(data, RESULT_RUN)->child && errors->count == before)
        errors_add(errors, folders[0], "is no run: games can be asked for only of runs");
    if (errors->count == before) {
        if (list_of(data, RESULT_NONE)->child) {
            cJSON *ratings = run_ratings_of(list_of(data, RESULT_NONE));
            page_run_ratings(ratings);
            cJSON_AddItemToObject(data, "ratings", ratings);
        }
        cJSON_SetValuestring(title, title_of(data, count));
        return data;
    }
    cJSON_Delete(data);
    return NULL;
}

enum exit_code report_write(const char *const *folders, int count, const char *out, bool inside,
                            const struct game_wishes *wishes, enum page_solver solver,
                            struct errors *errors)
{
    static const char *const here[] = {"."};

    for (int i = 0; i < count; i++)
        if (!result_files_may_write(folders[i], out, errors))
            return EXIT_USAGE;
    if (!inside && !output_file_possible(out, errors)) /* now, not after the logs are read */
        return EXIT_INTERNAL;
    cJSON *data = report_data(folders, inside ? here : folders, count, wishes, errors);

    if (!data)
        return EXIT_BAD_FILE;
    const bool ok =
        page_save(data, PAGE_REPORT, solver, out, inside ? OUTPUT_OWN : OUTPUT_NAMED, errors);
    cJSON_Delete(data);
    return ok ? EXIT_OK : EXIT_INTERNAL;
}
