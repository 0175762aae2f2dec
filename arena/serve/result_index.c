// SPDX-License-Identifier: MIT
#include "arena/serve/result_index.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/hash_index.h"
#include "arena/base/input_file.h"
#include "arena/base/input_open.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/log/log_reader.h"
#include "arena/log/manifest.h"
#include "arena/report/repeat.h"
#include "arena/serve/made_store.h"
#include "arena/serve/run_state.h"
#include "arena/show/result_list.h"
#include "arena/show/run_ratings.h"

/* Folders that are looked at; rows of each; processes that read rows; runs that are followed. */
enum { FOLDERS = 4, ROWS = 2000, READERS = 24, FOLLOWED = 6 };
/* Milliseconds: patience of the first answer, also after a pause; until the folder and its rows are
 * read again, and for each row of it, so that many rows cost no more. */
enum { FIRST_MS = 700, AGAIN_MS = 2000, A_ROW_MS = 10 };

/* A folder that somebody asks for. */
struct asked_folder {
    struct served_place place;
    int64_t asked; /* 0: free */
    int64_t begun; /* when it was asked for first, or again after a pause */
};

struct result_index {
    struct run_watch *runs;
    struct made_store *made; /* lists of folders, rows, and lists of bots */
    struct asked_folder of[FOLDERS];
};

struct result_index *result_index_new(struct run_watch *runs)
{
    struct result_index *index = xcalloc(1, sizeof *index);

    index->runs = runs;
    index->made = made_store_new((struct made_plan){.kept = 2 * (ROWS + FOLDERS),
                                                    .at_a_time = READERS,
                                                    .limits = {.seconds = 10, .megabytes = 512}});
    return index;
}

void result_index_free(struct result_index *index)
{
    made_store_free(index->made);
    free(index);
}

/* ---- the list of folders, in a child ---- */

static int may_be_folder(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (entry->d_type == DT_DIR || entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN);
}

static int by_name(const void *one, const void *other)
{
    const char *const *a = one, *const *b = other;
    return strcmp(*a, *b);
}

/* Writes the names, each with its zero byte, in order. The last one is a sentence if there are more
 * than are listed, or "". */
static int list_folder(const void *context, uint64_t known, int out)
{
    const struct served_place *place = context;
    const char *names[ROWS];
    const struct dirent *entry = NULL;
    int count = 0;
    FILE *file = fdopen(out, "w");

    (void)known; /* it is new each time */
    input_stay_below(place->root->real);
    DIR *folder = input_folder_open(place->folder);
    if (!file || !folder)
        return EXIT_BAD_FILE;
    while (count < ROWS && (entry = readdir(folder)))
        if (may_be_folder(entry) && strlen(place->folder) + strlen(entry->d_name) + 2 <= FOLDER_MAX)
            names[count++] = xstrdup(entry->d_name);
    qsort(names, (size_t)count, sizeof *names, by_name);
    fwrite(&(uint64_t){0}, sizeof(uint64_t), 1, file);
    for (int i = 0; i < count; i++)
        fwrite(names[i], 1, strlen(names[i]) + 1, file);
    if (entry)
        fprintf(file, "This folder has more than %d folders: the others are not listed.", ROWS);
    fputc('\0', file);
    return fclose(file) == 0 ? EXIT_OK : EXIT_INTERNAL;
}

/* ---- a row, in a child ---- */

struct row_work {
    const struct served_place *place; /* of the folder that it is in */
    const char *name;
};

/* Of its process: it is of a run that is played; the folder has no results. */
enum row_code { ROW_READ = EXIT_OK, ROW_OF_PLAYED = EXIT_REJECTED, ROW_OF_NOTHING = EXIT_USAGE };

/* A row of a folder that cannot be read, or has a file that cannot: without the folder's name,
 * which the row has. */
static void add_problem(cJSON *row, const char *folder, const char *why)
{
    const size_t length = strlen(folder);
    const char *at = strncmp(why, folder, length) == 0 ? why + length : why;
    char *text = xstrndup(at + strspn(at, "/: "), strcspn(at, "\n") - strspn(at, "/: "));

    json_put_line(row, "problem", text);
    free(text);
}

/* How far a run is that goes on, or was stopped. */
static void add_progress(cJSON *row, const char *folder, enum run_state state)
{
    struct manifest manifest;
    struct errors ignored = {0};
    char path[FOLDER_PATH_SIZE];

    cJSON_AddStringToObject(row, "state", run_state_names[state]);
    if (manifest_load(&manifest, folder_file(folder, "manifest.json", path), &ignored)) {
        cJSON_DeleteItemFromObjectCaseSensitive(row, "games");
        json_put_int(row, "games", (int64_t)log_tail_games(folder, &manifest.schedule));
        json_put_int(row, "planned", (int64_t)schedule_games(&manifest.schedule));
        json_put_ratio(row, "played_share", (int64_t)json_number(row, "games"),
                       (int64_t)json_number(row, "planned"));
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

/* A folder that has no results itself, but folders with results in it; NULL: none. */
static cJSON *row_of_folder(const char *folder, const char *name)
{
    DIR *open = input_folder_open(folder);
    char path[FOLDER_PATH_SIZE], text[40];
    int count = 0;

    for (const struct dirent *entry; open && (entry = readdir(open));)
        if (*entry->d_name != '.' && strlen(folder) + strlen(entry->d_name) + 2 <= FOLDER_MAX)
            count += result_kind_of(folder_file(folder, entry->d_name, path)) != RESULT_NONE;
    if (open)
        closedir(open);
    if (!count)
        return NULL;
    cJSON *row = cJSON_CreateObject();
    json_put_line(row, "name", name);
    cJSON_AddStringToObject(row, "kind", "folder");
    cJSON_AddBoolToObject(row, "page", true);
    snprintf(text, sizeof text, "%d result%s", count, text_plural((uint64_t)count));
    cJSON_AddStringToObject(row, "verdict", text);
    return row;
}

/* NULL: no results are there. */
static cJSON *row_of(const char *folder, const char *name, enum run_state state)
{
    struct errors errors = {0};
    cJSON *row = result_entry(folder, &errors);
    const bool unfinished = state == RUN_STATE_PLAYING || state == RUN_STATE_STOPPED;

    if (row) {
        const bool printable = json_put_line(row, "name", name);
        cJSON_AddBoolToObject(row, "page",
                              printable && (unfinished || result_kind_of(folder) != RESULT_NONE));
        if (!printable)
            errors_add(
                &errors, NULL,
                "its name is not UTF-8, or has control characters: rename it, and it has a page");
        if (unfinished)
            add_progress(row, folder, state);
        if (!errors.count && (unfinished || result_kind_of(folder) == RESULT_RUN))
            check_files(folder, &errors);
        if (errors.count)
            add_problem(row, folder, errors.text);
    }
    errors_free(&errors);
    return row ? row : row_of_folder(folder, name);
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

static int read_row(const void *context, uint64_t known, int out)
{
    const struct row_work *work = context;
    char folder[FOLDER_PATH_SIZE];
    uint64_t stamp = 0;
    enum run_state state = RUN_STATE_NONE;
    cJSON *row = NULL;

    input_stay_below(work->place->root->real);
    DIR *open = input_folder_open(folder_file(work->place->folder, work->name, folder));
    const int why = errno;
    if (open) {
        closedir(open);
        state = run_state_of(folder);
        stamp = state == RUN_STATE_PLAYING ? 0 : folder_stamp(folder);
        row = stamp && stamp == known ? NULL : row_of(folder, work->name, state);
    } else if (why != ENOTDIR) {
        row = closed_row(folder, work->name, why);
    }
    char *text = row ? xcheck(cJSON_PrintUnformatted(row)) : xstrdup("");
    const bool ok = output_write(out, (const char *)&stamp, sizeof stamp) &&
                    output_write(out, text, strlen(text));
    const enum row_code code = !row                         ? ROW_OF_NOTHING
                               : state == RUN_STATE_PLAYING ? ROW_OF_PLAYED
                                                            : ROW_READ;
    free(text);
    cJSON_Delete(row);
    return ok ? (int)code : EXIT_INTERNAL;
}

/* ---- the list of bots, in a child: of rows that were read ---- */

static int rate_rows(const void *context, uint64_t known, int out)
{
    const cJSON *rows = context, *row;
    cJSON *entries = cJSON_CreateArray();
    uint64_t stamp = HASH_START;

    cJSON_ArrayForEach (row, rows)
        if (cJSON_IsRaw(row))
            stamp = hash_more(stamp, row->valuestring, strlen(row->valuestring));
    cJSON_ArrayForEach (row, rows)
        if (cJSON_IsRaw(row) && stamp != known)
            cJSON_AddItemToArray(entries, cJSON_Parse(row->valuestring));
    cJSON *ratings = run_ratings_of(entries);
    char *text = stamp == known ? xstrdup("") : xcheck(cJSON_PrintUnformatted(ratings));
    const bool ok = output_write(out, (const char *)&stamp, sizeof stamp) &&
                    output_write(out, text, strlen(text));
    free(text);
    cJSON_Delete(ratings);
    cJSON_Delete(entries);
    return ok ? EXIT_OK : EXIT_INTERNAL;
}

/* ---- in the server ---- */

/* Of nothing that was read yet, MADE_NOTHING and no body. */
static struct made ask_list(struct result_index *index, const struct served_place *place)
{
    char key[FOLDER_PATH_SIZE + 8];
    const struct made_wish wish = {key, AGAIN_MS, list_folder, place};
    struct made made = {.code = MADE_NOTHING};

    snprintf(key, sizeof key, "list %s", place->folder);
    made_store_ask(index->made, &wish, &made);
    return made;
}

static struct made ask_row(struct result_index *index, const struct served_place *place,
                           const char *name, int count)
{
    char key[2 * FOLDER_PATH_SIZE];
    const struct row_work work = {place, name};
    const struct made_wish wish = {key, AGAIN_MS + count * A_ROW_MS, read_row, &work};
    struct made made = {.code = MADE_NOTHING};

    snprintf(key, sizeof key, "%s/%s", place->folder, name);
    made_store_ask(index->made, &wish, &made);
    return made;
}

/* Adds the list of bots of these rows, as far as it is known; false if it is older than they. */
static bool add_ratings(struct result_index *index, const struct served_place *place, cJSON *rows,
                        cJSON *root)
{
    char key[FOLDER_PATH_SIZE + 8];
    const struct made_wish wish = {key, AGAIN_MS, rate_rows, rows};
    struct made made = {.code = MADE_NOTHING};

    snprintf(key, sizeof key, "ratings %s", place->folder);
    made_store_ask(index->made, &wish, &made);
    if (made.code == EXIT_OK)
        cJSON_AddItemToObject(root, "ratings", cJSON_CreateRaw(made.body->bytes));
    return made.fresh;
}

/* The names of a list, or NULL; *count of them, and then the note. */
static const char *names_of(const struct made *list, int *count)
{
    *count = 0;
    if (!list->body || list->code != EXIT_OK)
        return NULL;
    for (size_t i = 0; i + 1 < list->body->size; i++)
        *count += !list->body->bytes[i];
    return list->body->bytes;
}

int result_index_watch(const struct result_index *index, struct pollfd *places, int room)
{
    return made_store_watch(index->made, places, room);
}

/* What is asked for is read on, though nobody asks at this moment. */
static void read_on(struct result_index *index, const struct served_place *place)
{
    const struct made list = ask_list(index, place);
    int count;
    const char *name = names_of(&list, &count);

    for (int i = 0; i < count; i++, name += strlen(name) + 1)
        ask_row(index, place, name, count);
}

void result_index_look(struct result_index *index)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);

    made_store_look(index->made);
    for (int i = 0; i < FOLDERS; i++)
        if (index->of[i].asked && now - index->of[i].asked < AGAIN_MS)
            read_on(index, &index->of[i].place);
}

/* ---- what is asked for ---- */

/* Notes that a folder is asked for, in place of the one that was not for the longest. */
static struct asked_folder *note_asked(struct result_index *index, const struct served_place *place)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct asked_folder *asked = &index->of[0];

    for (int i = 0; i < FOLDERS; i++) {
        struct asked_folder *other = &index->of[i];
        if (other->asked && strcmp(other->place.folder, place->folder) == 0) {
            asked = other;
            break;
        }
        if (other->asked < asked->asked)
            asked = other;
    }
    if (strcmp(asked->place.folder, place->folder) != 0 || now - asked->asked > AGAIN_MS)
        asked->begun = now;
    asked->asked = now;
    asked->place = *place;
    asked->place.page = ""; /* the other text is of a request, and goes with it */
    return asked;
}

/* The row, as far as it is known; NULL: the folder has no results. */
static cJSON *row_as_made(const struct made *made, const char *name)
{
    if (made->code == ROW_READ || made->code == ROW_OF_PLAYED)
        return cJSON_CreateRaw(made->body->bytes);
    if (made->code == ROW_OF_NOTHING)
        return NULL;
    cJSON *row = cJSON_CreateObject();
    char *why =
        made->body ? xasprintf("the process that reads this folder %s", made->body->bytes) : NULL;
    json_put_line(row, "name", name);
    if (why)
        cJSON_AddStringToObject(row, "problem", why);
    else
        cJSON_AddTrueToObject(row, "reading");
    free(why);
    return row;
}

/* Adds what goes on in a run that is played. */
static void add_live(struct result_index *index, const struct served_place *place, const char *name,
                     cJSON *live)
{
    char path[FOLDER_PATH_SIZE];
    cJSON *now = run_watch_row(index->runs, place->root, folder_file(place->folder, name, path));

    char *line = xstrdup(name);
    text_make_line(line); /* as the row is called */
    if (now)
        cJSON_AddItemToObject(live, line, now);
    free(line);
}

cJSON *result_index_get(struct result_index *index, const struct served_place *place)
{
    const struct asked_folder *asked = note_asked(index, place);
    const struct made list = ask_list(index, place);
    cJSON *root = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(root, "index"),
          *live = cJSON_AddObjectToObject(root, "live");
    int count, unread = !list.body, followed = 0;
    bool fresh = list.fresh;
    const char *name = names_of(&list, &count);

    for (int i = 0; i < count; i++, name += strlen(name) + 1) {
        const struct made made = ask_row(index, place, name, count);
        cJSON *row = row_as_made(&made, name);
        fresh = fresh && made.fresh;
        unread += !made.body;
        if (row)
            cJSON_AddItemToArray(rows, row);
        if (made.code == ROW_OF_PLAYED && followed++ < FOLLOWED)
            add_live(index, place, name, live);
    }
    json_put_int(root, "reading", unread);
    if (!unread && !add_ratings(index, place, rows, root))
        fresh = false;
    if (name && *name)
        cJSON_AddStringToObject(root, "note", name);
    else if (list.body && !name)
        cJSON_AddStringToObject(root, "note", "This folder cannot be read.");
    if (fresh || asked->asked - asked->begun >= FIRST_MS)
        return root;
    cJSON_Delete(root);
    return NULL;
}
