#include "arena/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/record/tally.h"
#include "arena/solve/game_analysis.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/log/log_reader.h"
#include "arena/report/assets.h"
#include "arena/report/game_steps.h"
#include "arena/report/plots.h"
#include "arena/show/result_list.h"
#include "arena/config/rules_json.h"
#include "arena/base/atomic_file.h"
#include "arena/study/study.h"
#include "arena/study/study_populations.h"
#include "arena/tune/tune.h"
#include "arena/log/summary_file.h"

enum { FAULTS_SHOWN = 10 };

/* ---- games shown on the page ---- */

/* The games of swings and divergences, by index, each read once. */
struct shown_games {
    uint64_t *index;
    cJSON **game;
    int count;
    cJSON *faults; /* the first games that ended by a fault */
    struct game_analyses analyses;
};

static void list_games(struct shown_games *shown, const cJSON *swings)
{
    const cJSON *swing, *game;

    cJSON_ArrayForEach (swing, swings)
        cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(swing, "games")) {
            size_t size = (size_t)shown->count + 1;
            shown->index = xrealloc(shown->index, size * sizeof *shown->index);
            shown->game = xrealloc(shown->game, size * sizeof *shown->game);
            shown->index[shown->count] = (uint64_t)game->valuedouble;
            shown->game[shown->count++] = NULL;
        }
}

static bool is_fault(const struct log_reader *log)
{
    return strstr(log->text, "\"fault\":") != NULL;
}

/* Adds a line of the log wherever it is needed. */
static void take_line(struct shown_games *shown, struct log_reader *log, struct errors *errors)
{
    static struct game_json line; /* 7 kB, used one at a time */
    bool fault = cJSON_GetArraySize(shown->faults) < FAULTS_SHOWN && is_fault(log), wanted = fault;
    char where[FOLDER_PATH_SIZE + 30];

    for (int i = 0; i < shown->count; i++)
        wanted |= shown->index[i] == log_reader_game(log);
    if (!wanted || log->torn)
        return;
    snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
    if (game_json_read(log->text, log->length, &log->rules, NULL, where, &line, errors)) {
        log_reader_check_place(log, &line, where, errors);
        cJSON *analysis = game_analyses_find(&shown->analyses, &line);
        for (int i = 0; i < shown->count; i++)
            if (shown->index[i] == log_reader_game(log))
                shown->game[i] = game_json(&line, analysis);
        if (fault)
            cJSON_AddItemToArray(shown->faults, game_json(&line, analysis));
        cJSON_Delete(analysis);
    }
    cJSON_Delete(line.root);
    line.root = NULL;
}

static double count_faults(const cJSON *summary)
{
    const cJSON *bot, *kind;
    double sum = 0;

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(summary, "bots"))
        cJSON_ArrayForEach (kind, cJSON_GetObjectItemCaseSensitive(bot, "faults"))
            sum += kind->valuedouble;
    return sum;
}

/* One error for all games that a complete log should have but does not. */
static void name_missing(const struct shown_games *shown, const char *path, struct errors *errors)
{
    int missing = 0, first = -1;

    for (int i = 0; i < shown->count; i++)
        if (!shown->game[i]) {
            missing++;
            if (first < 0 || shown->index[i] < shown->index[first])
                first = i;
        }
    if (missing)
        errors_add(errors, path,
                   "lacks %d of the %d games that summary.json is about, game %llu first", missing,
                   shown->count, (unsigned long long)shown->index[first]);
}

/* The lists of deals on a page, in the order in which they are read and written. */
static const struct {
    const char *key, *kind;
} deal_lists[] = {{"asked", "asked"},
                  {"swings", "swing"},
                  {"divergences", "divergence"},
                  {"largest", "largest"},
                  {"sample", "sample"}};
enum { DEAL_LISTS = sizeof deal_lists / sizeof *deal_lists };

/* A comparison says itself which deals made the difference; other runs show the largest swings and some others. */
static const cJSON *deals_of(int list, const cJSON *comparison, const cJSON *picks)
{
    const char *key = deal_lists[list].key;
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(comparison, key);

    if (own || (comparison && strcmp(key, "asked") != 0))
        return own;
    return cJSON_GetObjectItemCaseSensitive(picks, key);
}

static void read_games(struct shown_games *shown, struct log_reader *log, const cJSON *summary,
                       const cJSON *picks, struct errors *errors)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    double faults = count_faults(summary);
    uint64_t last = 0;

    *shown = (struct shown_games){.faults = cJSON_CreateArray()};
    game_analyses_open(&shown->analyses, log->path);
    for (int i = 0; i < DEAL_LISTS; i++)
        list_games(shown, deals_of(i, comparison, picks));
    for (int i = 0; i < shown->count; i++)
        last = shown->index[i] > last ? shown->index[i] : last;
    while ((!log->number || log_reader_game(log) < last ||
            cJSON_GetArraySize(shown->faults) <
                (faults < FAULTS_SHOWN ? (int)faults : FAULTS_SHOWN)) &&
           log_reader_next(log))
        take_line(shown, log, errors);
    log_reader_ended(log, errors);
    game_analyses_close(&shown->analyses);
    if (!log_reader_is_partial(log))
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
        cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(swing, "games")) {
            if (shown->game[*next])
                cJSON_AddItemToArray(games, shown->game[*next]);
            ++*next;
        }
        cJSON_AddItemToArray(list, object);
    }
}

static void add_games(cJSON *run, struct log_reader *log, const cJSON *summary, const cJSON *picks,
                      struct errors *errors)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    struct shown_games shown;
    int next = 0;

    read_games(&shown, log, summary, picks, errors);
    cJSON *list = cJSON_AddArrayToObject(run, "swings");
    for (int i = 0; i < DEAL_LISTS; i++)
        add_swings(list, deals_of(i, comparison, picks), deal_lists[i].kind, &shown, &next);
    cJSON_AddItemToObject(run, "faults", shown.faults);
    free(shown.index);
    free(shown.game);
}

/* ---- runs and studies ---- */

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
    cJSON_AddStringToObject(object, "base",
                            rules->game == SKAT_VARIANT_SKAT ? "isko"
                                                             : skat_variant_names[rules->game]);
    cJSON_AddItemToObject(object, "changes", rules_json_changes(&official, rules));
    return object;
}

/* Adds the totals of analyze, if there are any. */
static void add_analysis(cJSON *run, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "analysis.json", path), F_OK) != 0)
        return;
    cJSON *analysis = json_load(path, errors);
    if (cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(analysis, "bots"))) {
        cJSON_AddItemToObject(run, "analysis", analysis);
        return;
    }
    if (analysis)
        errors_add(errors, path,
                   "is not an analysis: \"bots\" must be an array; analyze --force "
                   "recreates it");
    cJSON_Delete(analysis);
}

/* The folder is called `name` on the page. */
static cJSON *run_json(const char *folder, const char *name, const struct game_wishes *wishes,
                       struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct log_reader log = {0};
    struct manifest manifest = {0};
    cJSON *run = cJSON_CreateObject();

    cJSON *summary = summary_load(folder_file(folder, "summary.json", path), errors);
    bool ok =
        summary && manifest_load(&manifest, folder_file(folder, "manifest.json", path), errors);
    if (ok) {
        cJSON_AddStringToObject(run, "folder", name);
        cJSON_AddItemToObject(run, "manifest", cJSON_Duplicate(manifest.root, true));
        cJSON_AddItemToObject(run, "summary", summary);
        cJSON_AddItemToObject(run, "rules_diff", rules_json(&manifest.rules));
        cJSON_AddItemToObject(run, "plots", plots_of(summary));
        add_analysis(run, folder, errors);
    }
    if (ok && wishes->alone)
        json_put_int(run, "alone", wishes->games[0]);
    const bool logged = ok && manifest.log.mode != LOG_NONE, wished = game_wishes_any(wishes),
               compared = cJSON_GetObjectItemCaseSensitive(summary, "comparison") != NULL;
    /* A comparison has its own games: its log need not be read for others. */
    cJSON *picks = !logged               ? NULL
                   : compared && !wished ? cJSON_CreateObject()
                                         : game_picks(folder, wishes, errors);
    for (int i = 0; wishes->alone && i < DEAL_LISTS; i++)
        if (strcmp(deal_lists[i].key, "asked") != 0)
            cJSON_DeleteItemFromObjectCaseSensitive(picks, deal_lists[i].key);
    if (picks && log_reader_open(&log, folder, NULL, errors))
        add_games(run, &log, wishes->alone ? NULL : summary, picks, errors);
    if (ok && !logged && wished)
        errors_add(errors, folder, "has no log: no game of it can be shown");
    cJSON_Delete(picks);
    log_reader_close(&log);
    manifest_free(&manifest);
    if (!ok)
        cJSON_Delete(summary);
    return run;
}

/* What a page is made of, a list for each kind of folder. */
struct sections {
    cJSON *runs, *studies, *populations, *searches;
    cJSON *index; /* what is in a folder of results: links to the pages of each */
};

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_file(const char *folder, const char *file)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, file, path), F_OK) == 0;
}

static void add_to(cJSON *list, cJSON *section, const char *name)
{
    if (!section)
        return;
    cJSON_AddStringToObject(section, "folder", name);
    cJSON_AddItemToArray(list, section);
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

static void add_folder(const struct sections *sections, const char *folder, const char *name,
                       const struct game_wishes *wishes, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (has_file(folder, "study.json"))
        add_to(sections->studies, study_load(folder_file(folder, "study.json", path), errors),
               name);
    else if (has_file(folder, "populations.json"))
        add_to(sections->populations,
               study_populations_load(folder_file(folder, "populations.json", path), errors), name);
    else if (has_file(folder, "tune.json"))
        add_to(sections->searches, tune_load(folder, errors), name);
    else if (has_file(folder, "summary.json") || !is_folder(folder) ||
             !add_index(sections->index, folder, errors))
        cJSON_AddItemToArray(sections->runs, run_json(folder, name, wishes, errors));
}

static const char *title_of(const struct sections *sections, int count)
{
    const cJSON *run = sections->runs->child, *study = sections->studies->child,
                *populations = sections->populations->child;

    if (count > 1 || cJSON_GetArraySize(sections->index))
        return "Skat Arena";
    return run ? json_text(cJSON_GetObjectItemCaseSensitive(run, "manifest"), "name")
               : json_text(study         ? study
                           : populations ? populations
                                         : sections->searches->child,
                           "name");
}

/* ---- the page ---- */

/* The data goes into a script element, so none of its "<" may look like the element's end. */
static void put_data(const cJSON *data, FILE *file)
{
    char *text = cJSON_PrintUnformatted(data);

    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", file);
        else
            fputc(*at, file);
    free(text);
}

static void put_page(const cJSON *data, FILE *file)
{
    static const struct {
        const char *marker, *text; /* NULL: the data */
    } parts[] = {
        {"/*CSS*/", report_page_css},
        {"/*DATA*/", NULL},
        {"/*JS*/", report_page_js},
    };
    const char *at = report_page_html;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *marker = strstr(at, parts[i].marker);
        fwrite(at, 1, (size_t)(marker - at), file);
        if (parts[i].text)
            fputs(parts[i].text, file);
        else
            put_data(data, file);
        at = marker + strlen(parts[i].marker);
    }
    fputs(at, file);
}

/* How the page heads the columns of what bots did: record/tally.h. */
static void add_counters(cJSON *data)
{
    cJSON *counters = cJSON_AddArrayToObject(data, "counters");

    for (int i = 0; i < tally_counter_count; i++) {
        cJSON *counter = cJSON_CreateObject();
        cJSON_AddStringToObject(counter, "key", tally_counters[i].key);
        cJSON_AddStringToObject(counter, "title", tally_counters[i].title);
        if (tally_counters[i].share_of)
            cJSON_AddStringToObject(counter, "share_of", tally_counters[i].share_of);
        cJSON_AddItemToArray(counters, counter);
    }
}

static bool save_page(const cJSON *data, const char *path, struct errors *errors)
{
    struct atomic_file save;

    if (atomic_file_begin(&save, path))
        put_page(data, save.file);
    return atomic_file_end(&save, errors);
}

enum exit_code report_write(const char *const *folders, int count, const char *out, bool inside,
                            const struct game_wishes *wishes, struct errors *errors)
{
    int before = errors->count;
    enum exit_code code = EXIT_BAD_FILE;
    cJSON *data = cJSON_CreateObject();
    cJSON *title = cJSON_AddStringToObject(data, "title", "");
    add_counters(data);
    const struct sections sections = {
        .runs = cJSON_AddArrayToObject(data, "runs"),
        .studies = cJSON_AddArrayToObject(data, "studies"),
        .populations = cJSON_AddArrayToObject(data, "populations"),
        .searches = cJSON_AddArrayToObject(data, "searches"),
        .index = cJSON_AddArrayToObject(data, "index"),
    };

    for (int i = 0; i < count; i++)
        add_folder(&sections, folders[i], inside ? "." : folders[i], wishes, errors);
    if (game_wishes_any(wishes) && !cJSON_GetArraySize(sections.runs) && errors->count == before)
        errors_add(errors, folders[0], "is no run: games can be asked for only of runs");
    if (errors->count == before) {
        cJSON_SetValuestring(title, title_of(&sections, count));
        code = save_page(data, out, errors) ? EXIT_OK : EXIT_INTERNAL;
    }
    cJSON_Delete(data);
    return code;
}
