// SPDX-License-Identifier: MIT
#include "arena/serve/result_page.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/hash_index.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/log/log_reader.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/report/report.h"
#include "arena/match/run_progress.h"
#include "arena/serve/table_site.h"
#include "arena/show/result_kind.h"
#include "arena/show/result_list.h"
#include "arena/show/run_ratings.h"

/* ---- places ---- */

bool served_place_of(struct served_place *place, const struct served_root *root,
                     const struct http_path *path)
{
    *place = (struct served_place){.root = root, .page = path->page};
    if (strlen(root->name) + strlen(path->folder) + 2 > FOLDER_MAX)
        return false;
    if (*path->folder)
        folder_file(root->name, path->folder, place->folder);
    else
        snprintf(place->folder, sizeof place->folder, "%s", root->name);
    for (const char *at = path->folder; at && *at; at = strchr(at + 1, '/'))
        strcat(place->home, "../");
    return true;
}

/* Whether there is such a folder; else errno. */
static bool is_folder(const char *folder)
{
    DIR *open = input_folder_open(folder);

    return open && closedir(open) == 0;
}

uint64_t folder_stamp(const char *folder)
{
    uint64_t sum = HASH_START;

    for (const char *const *file = result_files; *file; file++) {
        char path[FOLDER_PATH_SIZE];
        struct stat status = {.st_size = -1};
        if (stat(folder_file(folder, *file, path), &status) != 0)
            status = (struct stat){.st_size = -1};
        const int64_t parts[] = {(int64_t)status.st_ino, status.st_size, status.st_mtim.tv_sec,
                                 status.st_mtim.tv_nsec};
        sum = hash_more(sum, parts, sizeof parts);
    }
    return sum;
}

static int exit_code(bool said) { return said ? EXIT_OK : EXIT_INTERNAL; }

/* Says this JSON, and deletes it. */
static int say_json(const struct child_task *task, int code, uint64_t stamp, cJSON *json)
{
    char *text = xcheck(cJSON_PrintUnformatted(json));
    const bool ok = child_say(task->out, code, stamp, text, strlen(text));

    free(text);
    cJSON_Delete(json);
    return exit_code(ok);
}

/* ---- pages ---- */

static int say_page(const struct child_task *task, enum page_kind kind, uint64_t stamp, cJSON *data)
{
    const struct served_place *place = task->context;
    size_t size;

    if (*place->home)
        cJSON_AddStringToObject(data, "home", place->home);
    char *text = page_text(data, kind, &size);
    return exit_code(child_say(task->out, PAGE_MADE, stamp, text, size));
}

/* A run as it goes, without what goes on in it: its script asks for that. */
static int say_live_page(const struct child_task *task)
{
    const struct served_place *place = task->context;
    cJSON *data = cJSON_CreateObject();

    json_put_line(data, "title", place->folder);
    json_put_line(data, "folder", place->folder);
    return say_page(task, PAGE_LIVE, 0, data);
}

/* The page that `report` writes, with links to what else is served; or why there is none. */
static int say_report(const struct child_task *task, bool run, uint64_t stamp)
{
    const struct served_place *place = task->context;
    const char *folder = place->folder;
    struct errors errors = {0};
    cJSON *data = report_data(&folder, &folder, 1, &GAME_WISHES_NONE, &errors);

    if (!data)
        return exit_code(child_say(task->out, PAGE_FAILED, stamp, errors.text, errors.length));
    if (place->tables && run)
        cJSON_AddTrueToObject(data, "tables");
    return say_page(task, PAGE_REPORT, stamp, data);
}

static int say_code(const struct child_task *task, enum page_code code)
{
    return exit_code(child_say(task->out, code, 0, "", 0));
}

static bool is_unfinished(enum run_state state)
{
    return state == RUN_PLAYING || state == RUN_INTERRUPTED;
}

int result_page_make(const struct child_task *task)
{
    const struct served_place *place = task->context;
    const char *folder = place->folder, *page = place->page;
    struct table_address table;

    input_stay_below(place->root->real);
    if (!is_folder(folder))
        return say_code(task, PAGE_NOT_HERE);
    const enum result_kind kind = result_kind_of(folder);
    const bool unfinished = is_unfinished(run_state_of(folder)), run = kind == RESULT_RUN;
    if (table_address_read(&table, page))
        return say_code(task, run && place->tables ? PAGE_MADE : PAGE_NOT_HERE);
    if (strcmp(page, "live") == 0 ? run || unfinished : !*page && unfinished)
        return say_live_page(task);
    if (*page && strcmp(page, "report.html") != 0)
        return say_code(task, PAGE_NOT_HERE);
    char manifest[FOLDER_PATH_SIZE];
    if (kind == RESULT_NONE && access(folder_file(folder, "manifest.json", manifest), F_OK) != 0)
        return say_code(task, PAGE_OF_FOLDER);
    const uint64_t stamp = unfinished ? 0 : folder_stamp(folder);
    if (stamp && stamp == task->known)
        return exit_code(child_say_known(task->out));
    return say_report(task, run, stamp);
}

/* ---- the list of folders ---- */

static bool may_be_folder(const struct served_place *place, const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (entry->d_type == DT_DIR || entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) &&
           strlen(place->folder) + strlen(entry->d_name) + 2 <= FOLDER_MAX;
}

static int by_name(const void *one, const void *other)
{
    const char *const *a = one, *const *b = other;
    return strcmp(*a, *b);
}

int result_page_list(const struct child_task *task)
{
    const struct served_place *place = task->context;
    const struct dirent *entry = NULL;
    char *names[INDEX_ROWS], *text;
    size_t size;
    int count = 0;
    FILE *file = xcheck(open_memstream(&text, &size));

    input_stay_below(place->root->real);
    DIR *folder = input_folder_open(place->folder);
    if (!folder)
        return say_code(task, PAGE_NOT_HERE);
    while (count < INDEX_ROWS && (entry = readdir(folder)))
        if (may_be_folder(place, entry))
            names[count++] = xstrdup(entry->d_name);
    qsort(names, (size_t)count, sizeof *names, by_name);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s/", names[i]);
    if (entry)
        fprintf(file, "This folder has more than %d folders: the others are not listed.",
                INDEX_ROWS);
    return exit_code(fclose(file) == 0 && child_say(task->out, PAGE_MADE, 0, text, size));
}

/* ---- a row ---- */

/* Why a folder, or a file of it, cannot be read: without the folder's name, which the row has. */
static void add_problem(cJSON *row, const char *folder, const char *why)
{
    const size_t length = strlen(folder);
    const char *at = strncmp(why, folder, length) == 0 ? why + length : why;
    char *text = xstrndup(at + strspn(at, "/: "), strcspn(at, "\n") - strspn(at, "/: "));

    json_put_line(row, "problem", text);
    free(text);
}

/* How far a run is that goes on, or was interrupted. */
static void add_progress(cJSON *row, const char *folder, enum run_state state)
{
    struct manifest manifest;
    struct errors ignored = {0};
    char path[FOLDER_PATH_SIZE];

    cJSON_AddStringToObject(row, "state", run_state_words[state]);
    if (manifest_load(&manifest, folder_file(folder, "manifest.json", path), &ignored)) {
        const struct run_progress progress = run_progress_of(folder, &manifest);
        cJSON_DeleteItemFromObjectCaseSensitive(row, "games");
        json_put_real(row, "games", progress.games);
        json_put_real(row, "planned", progress.planned);
        json_put_real(row, "played_share", progress.games / progress.planned);
    }
    manifest_free(&manifest);
    errors_free(&ignored);
}

/* Without the files of its games nothing can be shown of a run, though it has a summary. */
static void check_files(const char *folder, struct errors *errors)
{
    struct manifest manifest;
    struct log_reader log;
    char path[FOLDER_PATH_SIZE];

    if (!manifest_load(&manifest, folder_file(folder, "manifest.json", path), errors))
        return;
    if (manifest.log != LOG_NONE) {
        log_reader_open(&log, folder, NULL, errors);
        log_reader_close(&log);
    }
    manifest_free(&manifest);
}

/* NULL: no results are there. */
static cJSON *row_of(const char *folder, const char *name, enum run_state state)
{
    struct errors errors = {0};
    const enum result_kind kind = result_kind_of(folder);
    const bool unfinished = is_unfinished(state);
    cJSON *row = result_entry(folder, &errors);

    if (row) {
        const bool printable = json_put_line(row, "name", name),
                   has_page = unfinished || kind != RESULT_NONE ||
                              strcmp(json_text(row, "kind"), "folder") == 0;
        cJSON_AddBoolToObject(row, "page", printable && has_page);
        if (!printable)
            cJSON_AddStringToObject(row, "note",
                                    "It has no page, since its name is not UTF-8, or has control "
                                    "characters: rename it.");
        if (unfinished)
            add_progress(row, folder, state);
        if (!errors.count && (unfinished || kind == RESULT_RUN))
            check_files(folder, &errors);
        if (errors.count)
            add_problem(row, folder, errors.text);
    }
    errors_free(&errors);
    return row;
}

static cJSON *closed_row(const char *folder, const char *name, int why)
{
    struct errors errors = {0};
    cJSON *row = cJSON_CreateObject();

    input_file_refused(folder, why, &errors);
    json_put_line(row, "name", name);
    add_problem(row, folder, why == ENOENT ? "is a link that leads nowhere" : errors.text);
    errors_free(&errors);
    return row;
}

int result_page_row(const struct child_task *task)
{
    const struct served_place *place = task->context;
    char folder[FOLDER_PATH_SIZE];

    input_stay_below(place->root->real);
    if (!is_folder(folder_file(place->folder, place->page, folder)))
        return errno == ENOTDIR
                   ? say_code(task, PAGE_NOT_HERE)
                   : say_json(task, PAGE_MADE, 0, closed_row(folder, place->page, errno));
    const enum run_state state = run_state_of(folder);
    const uint64_t stamp = state == RUN_PLAYING ? 0 : folder_stamp(folder);
    if (stamp && stamp == task->known)
        return exit_code(child_say_known(task->out));
    cJSON *row = row_of(folder, place->page, state);
    if (!row)
        return say_code(task, PAGE_NOT_HERE);
    /* The stamp says nothing of the folders in this one. */
    const bool of_folders = strcmp(json_text(row, "kind"), "folder") == 0;
    return say_json(task, state == RUN_PLAYING ? PAGE_OF_PLAYED : PAGE_MADE, of_folders ? 0 : stamp,
                    row);
}

/* ---- the list of bots ---- */

int result_page_rate(const struct child_task *task)
{
    const cJSON *rows = task->context, *row;
    cJSON *entries = cJSON_CreateArray();
    uint64_t stamp = HASH_START;

    cJSON_ArrayForEach (row, rows)
        if (cJSON_IsRaw(row))
            stamp = hash_more(stamp, row->valuestring, strlen(row->valuestring));
    if (stamp == task->known)
        return exit_code(child_say_known(task->out));
    cJSON_ArrayForEach (row, rows)
        if (cJSON_IsRaw(row))
            cJSON_AddItemToArray(entries, cJSON_Parse(row->valuestring));
    cJSON *ratings = run_ratings_of(entries);
    page_run_ratings(ratings);
    return say_json(task, PAGE_MADE, stamp, ratings);
}
