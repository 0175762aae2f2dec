// SPDX-License-Identifier: MIT
#include "arena/show/result_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/input_file.h"
#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"
#include "arena/result/run_summary.h"
#include "arena/show/field_text.h"
#include "arena/show/result_kind.h"
#include "arena/show/run_ratings.h"

/* What a folder is, by the first of these files that it has: one of a kind of results, or what is
 * no result, or not yet. */
struct listed_kind {
    const char *file, *name, *read; /* the file to read, or NULL */
    const char *words;              /* of it; NULL: there should be a summary */
    enum result_kind of_results;    /* or RESULT_NONE */
};
enum { OTHERS = 3, LISTED_KINDS = RESULT_NONE + OTHERS };

static struct listed_kind listed_kind(int number)
{
    static const struct listed_kind others[OTHERS] = {
        {"import.jsonl", "import", "summary.json",
         "[{format:?}{games:0} games that others played; results lists their players]"
         "[{!format:?}not finished: import --resume continues it]",
         RESULT_NONE},
        {"resume.json", "unfinished", NULL, "not finished: run --resume continues it", RESULT_NONE},
        {"manifest.json", "run", "manifest.json", NULL, RESULT_NONE},
    };
    const int before = RESULT_RUN; /* an import has a summary, too */

    if (number == before)
        return others[0];
    if (number > RESULT_NONE)
        return others[number - RESULT_NONE];
    const int kind = number < before ? number : number - 1;
    const struct result_kind_row *row = &result_kinds[kind];
    return (struct listed_kind){row->file, row->name, row->file, NULL, (enum result_kind)kind};
}

/* The whole verdict of a run, too. */
static void add_sentence(cJSON *entry, const struct listed_kind *kind, const cJSON *root,
                         const char *path, struct errors *errors)
{
    const enum result_kind of = kind->of_results;
    const bool is_run = of == RESULT_RUN;
    union any_result result;
    struct pool pool = {0};

    if (of == RESULT_NONE && !kind->words)
        errors_add(errors, path, "there is no summary.json beside it, and no resume.json");
    else if (of == RESULT_NONE || (is_run ? run_summary_read(&result.run, root, path, &pool, errors)
                                          : fields_read_root(result_kinds[of].fields, root, path,
                                                             &result, &pool, errors))) {
        char *text = kind->words ? field_text(root, kind->words) : NULL;
        cJSON_AddStringToObject(entry, "verdict",
                                text ? text : result_sentence(of, &result, root, &pool));
        free(text);
        if (is_run)
            cJSON_AddItemToObject(entry, "run_verdict",
                                  cJSON_Duplicate(json_get(root, "verdict"), true));
    }
    pool_free(&pool);
}

/* ---- one folder ---- */

static void add_command(cJSON *entry, const char *folder, const cJSON *root)
{
    cJSON *timing = result_file_of_run(folder, "timing.json", root),
          *command = cJSON_DetachItemFromObjectCaseSensitive(timing, "command");

    cJSON_AddItemToObject(entry, "command", command ? command : cJSON_CreateNull());
    cJSON_Delete(timing);
}

/* What is wrong with the file is an error; its line is listed all the same. `before`: the errors
 * before it was read. */
static void add_verdict(cJSON *entry, const cJSON *root, const struct listed_kind *kind,
                        const char *path, int before, struct errors *errors)
{
    const cJSON *format = json_get(root, "format");

    if (cJSON_IsNumber(json_get(root, "games")))
        json_put_int(entry, "games", (int64_t)json_number(root, "games"));
    else
        cJSON_AddNullToObject(entry, "games");
    if (errors->count == before)
        add_sentence(entry, kind, root, path, errors);
    if (errors->count > before)
        cJSON_AddStringToObject(entry, "verdict",
                                cJSON_IsNumber(format) && format->valueint != RESULT_FORMAT
                                    ? "another format"
                                    : "damaged");
}

/* ---- who took part ---- */

static cJSON *side_of(const cJSON *manifest, const char *name)
{
    static const char *const keys[] = {"id", "version"};
    const cJSON *bot;
    cJSON *side = cJSON_CreateObject();

    cJSON_AddStringToObject(side, "name", name);
    cJSON_ArrayForEach (bot, json_get(manifest, "bots"))
        for (int i = 0; i < 2 && strcmp(json_text(bot, "name"), name) == 0; i++)
            cJSON_AddStringToObject(side, keys[i], json_text(bot, keys[i]));
    return side;
}

/* "bots": their names; and of a comparison "difference", what a sparkline over the versions of a
 * bot is made of. */
static void add_bots(cJSON *entry, const char *folder, const cJSON *root)
{
    static const char *const numbers[] = {"mean", "low", "high"};
    cJSON *manifest = result_file_of_run(folder, "manifest.json", root),
          *bots = cJSON_AddArrayToObject(entry, "bots");
    const cJSON *bot, *comparison = json_get(root, "comparison");
    const char *scoring = json_text(comparison, "primary");
    const cJSON *verdict = json_get(entry, "run_verdict"),
                *estimate = json_get(verdict, "difference");
    char conditions[HASH_SIZE];

    cJSON_ArrayForEach (bot, json_get(manifest, "bots"))
        cJSON_AddItemToArray(bots, cJSON_CreateString(json_text(bot, "name")));
    if (manifest && verdict)
        add_meetings(entry, manifest, root);
    if (manifest && cJSON_IsNumber(json_get(estimate, "mean"))) {
        cJSON *difference = cJSON_AddObjectToObject(entry, "difference");
        cJSON_AddStringToObject(difference, "scoring", scoring);
        cJSON_AddStringToObject(difference, "schedule",
                                json_text(json_get(manifest, "schedule"), "kind"));
        conditions_of(manifest, conditions);
        cJSON_AddStringToObject(difference, "conditions", conditions);
        for (int i = 0; i < 3; i++)
            if (cJSON_IsNumber(json_get(estimate, numbers[i])))
                cJSON_AddNumberToObject(difference, numbers[i], json_number(estimate, numbers[i]));
        if (cJSON_IsNumber(json_get(verdict, "level")))
            json_put_real(difference, "level", json_number(verdict, "level"));
        cJSON_AddItemToObject(difference, "a", side_of(manifest, json_text(comparison, "a")));
        cJSON_AddItemToObject(difference, "b", side_of(manifest, json_text(comparison, "b")));
    }
    cJSON_Delete(manifest);
}

static cJSON *entry_dated(const char *folder, const char *kind, const struct stat *status)
{
    cJSON *entry = cJSON_CreateObject();
    char date[32];
    struct tm when;

    strftime(date, sizeof date, "%Y-%m-%d %H:%M", localtime_r(&status->st_mtime, &when));
    json_put_line(entry, "folder", folder);
    cJSON_AddStringToObject(entry, "kind", kind);
    cJSON_AddStringToObject(entry, "date", date);
    json_put_int(entry, "written",
                 (int64_t)status->st_mtim.tv_sec * 1000 + status->st_mtim.tv_nsec / 1000000);
    return entry;
}

static cJSON *entry_of_kind(const char *folder, const struct listed_kind *kind,
                            const struct stat *status, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE] = "";
    const int before = errors->count;
    const bool read = kind->read && (strcmp(kind->read, kind->file) == 0 ||
                                     access(folder_file(folder, kind->read, path), F_OK) == 0);
    cJSON *entry = entry_dated(folder, kind->name, status), *root = NULL;

    if (read)
        root = json_load(folder_file(folder, kind->read, path), errors);
    add_command(entry, folder, root);
    add_verdict(entry, root, kind, path, before, errors);
    add_bots(entry, folder, root);
    cJSON_Delete(root);
    return entry;
}

/* The kind whose file the folder has, with the status of this file. False: it has no results. */
static bool find_kind(const char *folder, struct listed_kind *kind, struct stat *status)
{
    char path[FOLDER_PATH_SIZE];

    for (int i = 0; i < LISTED_KINDS; i++) {
        *kind = listed_kind(i);
        if (stat(folder_file(folder, kind->file, path), status) == 0 ||
            lstat(path, status) == 0) /* a link that leads nowhere: the one who reads it says so */
            return true;
    }
    return false;
}

/* A folder that has no results itself, but folders with results in it, such as that of `compare`
 * with several bots; NULL: none. */
static cJSON *entry_of_folder(const char *folder)
{
    DIR *open = input_folder_open(folder);
    char path[FOLDER_PATH_SIZE];
    struct listed_kind kind;
    struct stat status;
    int count = 0;

    for (const struct dirent *entry; open && (entry = readdir(open));)
        if (*entry->d_name != '.' && strlen(folder) + strlen(entry->d_name) + 2 <= FOLDER_MAX)
            count += find_kind(folder_file(folder, entry->d_name, path), &kind, &status);
    if (open)
        closedir(open);
    if (!count || stat(folder, &status) != 0)
        return NULL;
    cJSON *entry = entry_dated(folder, "folder", &status), *counted = cJSON_CreateObject();
    cJSON_AddNumberToObject(counted, "results", count);
    char *said = field_text(counted, "{results} result{results:s}");
    cJSON_AddNullToObject(entry, "command");
    cJSON_AddNullToObject(entry, "games");
    cJSON_AddStringToObject(entry, "verdict", said);
    cJSON_AddArrayToObject(entry, "bots");
    free(said);
    cJSON_Delete(counted);
    return entry;
}

cJSON *result_entry(const char *folder, struct errors *errors)
{
    struct listed_kind kind;
    struct stat status;

    return find_kind(folder, &kind, &status) ? entry_of_kind(folder, &kind, &status, errors)
                                             : entry_of_folder(folder);
}

/* ---- the list ---- */

static int by_date(const void *one, const void *other)
{
    const cJSON *const *a = one, *const *b = other;
    double first = json_number(*a, "written"), second = json_number(*b, "written");

    return first < second   ? -1
           : first > second ? 1
                            : strcmp(json_text(*a, "folder"), json_text(*b, "folder"));
}

static cJSON *sorted(cJSON *list)
{
    int count = cJSON_GetArraySize(list);
    cJSON **entries = xcalloc((size_t)count + 1, sizeof *entries), *result = cJSON_CreateArray();

    for (int i = 0; i < count; i++)
        entries[i] = cJSON_DetachItemFromArray(list, 0);
    qsort(entries, (size_t)count, sizeof *entries, by_date);
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(result, entries[i]);
    free(entries);
    cJSON_Delete(list);
    return result;
}

cJSON *result_list(const char *folder, struct errors *errors)
{
    DIR *directory = opendir(folder);
    cJSON *list = cJSON_CreateArray();

    if (!directory) {
        input_file_refused(folder, errno, errors);
        cJSON_Delete(list);
        return NULL;
    }
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char path[FOLDER_PATH_SIZE];
        if (entry->d_name[0] == '.' || strlen(folder) + strlen(entry->d_name) + 2 > FOLDER_MAX)
            continue;
        cJSON *found = result_entry(folder_file(folder, entry->d_name, path), errors);
        if (found)
            cJSON_AddItemToArray(list, found);
    }
    closedir(directory);
    cJSON *itself = cJSON_GetArraySize(list) ? NULL : result_entry(folder, errors);
    if (itself) /* a result folder, not a folder of them */
        cJSON_AddItemToArray(list, itself);
    return sorted(list);
}

void print_result_list(const cJSON *list, enum table_format format, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("folder", "folder"),
        COLUMN("kind", "kind"),
        COLUMN("date", "date"),
        COLUMN("games", "games:", .csv = "games"),
        COLUMN("verdict", "verdict"),
        COLUMN("command", "command"),
        COLUMN("", NULL, .csv = "warnings=run_verdict.warnings"),
    };
    const cJSON *entry, *warning;

    if (format != TABLE_TEXT) {
        table_print(list, COLUMNS(columns), format, out);
        return;
    }
    cJSON_ArrayForEach (entry, list) {
        print_sentence(entry, "{folder}  {date}  {kind}\n    [{!verdict:?}-][{verdict}]\n", out);
        cJSON_ArrayForEach (warning, json_get(json_get(entry, "run_verdict"), "warnings"))
            fprintf(out, "    WARNING %s\n", warning->valuestring);
        print_sentence(entry, "[    {run_verdict.needed}\n][    {command}\n]", out);
    }
}
