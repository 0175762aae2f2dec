// SPDX-License-Identifier: MIT
#include "arena/serve/result_index.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/input_file.h"
#include "arena/base/input_open.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/text.h"
#include "arena/log/manifest.h"
#include "arena/report/repeat.h"
#include "arena/serve/run_state.h"
#include "arena/serve/serve_child.h"
#include "arena/show/result_list.h"

/* Folders whose index is kept; rows of each; processes that read rows; runs that are followed. */
enum { FOLDERS = 4, ROWS = 2000, READERS = 24, FOLLOWED = 6 };
/* Milliseconds: patience of the first answer, also after a pause; until the folder and its rows are
 * read again, and for each row of it, so that many rows cost no more; until an index that nobody
 * asks for is dropped. */
enum { FIRST_MS = 700, AGAIN_MS = 2000, A_ROW_MS = 10, IDLE_MS = 60000 };

static const struct serve_limits limits = {.seconds = 10, .megabytes = 512};

struct row {
    char *name;
    bool reading;
    struct serve_child child;
    int64_t read_at; /* 0: never */
    uint64_t stamp;
    bool playing;
    char *text; /* JSON; NULL: the folder has no results, or was not read yet */
};

struct folder_index {
    struct served_place place; /* "" as its folder: free */
    bool listing;
    struct serve_child lister;
    int64_t listed_at, asked; /* listed_at 0: never */
    int64_t begun;            /* when it was asked for first, or again after a pause */
    char *note;               /* why it is not listed, or not all of it; or NULL */
    struct row *rows;         /* by name */
    int count;
};

struct result_index {
    struct run_watch *runs;
    struct folder_index of[FOLDERS];
};

struct result_index *result_index_new(struct run_watch *runs)
{
    struct result_index *index = xcalloc(1, sizeof *index);

    index->runs = runs;
    return index;
}

static void free_row(struct row *row)
{
    if (row->reading)
        serve_child_end(&row->child);
    free(row->name);
    free(row->text);
}

static void forget(struct folder_index *folder)
{
    if (folder->listing)
        serve_child_end(&folder->lister);
    for (int i = 0; i < folder->count; i++)
        free_row(&folder->rows[i]);
    free(folder->rows);
    free(folder->note);
    *folder = (struct folder_index){.count = 0};
}

void result_index_free(struct result_index *index)
{
    for (int i = 0; i < FOLDERS; i++)
        forget(&index->of[i]);
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
static int list_folder(const void *context, int out)
{
    const struct served_place *place = context;
    const char *names[ROWS];
    const struct dirent *entry = NULL;
    int count = 0;
    FILE *file = fdopen(out, "w");

    input_stay_below(place->root->real);
    DIR *folder = input_folder_open(place->folder);
    if (!file || !folder)
        return EXIT_BAD_FILE;
    while (count < ROWS && (entry = readdir(folder)))
        if (may_be_folder(entry) && strlen(place->folder) + strlen(entry->d_name) + 2 <= FOLDER_MAX)
            names[count++] = xstrdup(entry->d_name);
    qsort(names, (size_t)count, sizeof *names, by_name);
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
    uint64_t known; /* the stamp of the row as it was read last */
};

struct row_head {
    uint64_t stamp, playing;
};

static void begin_row(cJSON *row, const char *name)
{
    char *text = xstrdup(name);

    text_make_line(text);
    cJSON_AddStringToObject(row, "name", text);
    free(text);
}

/* A row of a folder that cannot be read, or has a file that cannot: without the folder's name,
 * which the row has. */
static void add_problem(cJSON *row, const char *folder, const char *why)
{
    const size_t length = strlen(folder);
    const char *at = strncmp(why, folder, length) == 0 ? why + length : why;
    char *text = xstrndup(at + strspn(at, "/: "), strcspn(at, "\n") - strspn(at, "/: "));

    text_make_line(text);
    cJSON_AddStringToObject(row, "problem", text);
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
    }
    manifest_free(&manifest);
    errors_free(&ignored);
}

/* The list takes a run without its manifest, but no page of it can be made. */
static void check_manifest(const char *folder, struct errors *errors)
{
    struct manifest manifest;
    char path[FOLDER_PATH_SIZE];

    if (result_kind_of(folder) == RESULT_RUN && !errors->count &&
        manifest_load(&manifest, folder_file(folder, "manifest.json", path), errors))
        manifest_free(&manifest);
}

/* NULL: no results are there. */
static cJSON *row_of(const char *folder, const char *name, enum run_state state)
{
    struct errors errors = {0};
    cJSON *row = result_entry(folder, &errors);
    const bool unfinished = state == RUN_STATE_PLAYING || state == RUN_STATE_STOPPED;

    if (row) {
        begin_row(row, name);
        cJSON_AddBoolToObject(row, "page", unfinished || result_kind_of(folder) != RESULT_NONE);
        if (unfinished)
            add_progress(row, folder, state);
        check_manifest(folder, &errors);
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
    begin_row(row, name);
    add_problem(row, folder, why == ENOENT ? "is a link that leads nowhere" : errors.text);
    errors_free(&errors);
    return row;
}

static bool write_row(int out, const struct row_head *head, cJSON *row)
{
    char *text = row ? xcheck(cJSON_PrintUnformatted(row)) : xstrdup("");
    const bool ok = output_write(out, (const char *)head, sizeof *head) &&
                    output_write(out, text, strlen(text));

    free(text);
    cJSON_Delete(row);
    return ok;
}

/* Writes the head, and the row unless it is known. */
static int read_row(const void *context, int out)
{
    const struct row_work *work = context;
    char folder[FOLDER_PATH_SIZE];
    struct row_head head = {0};
    cJSON *row = NULL;

    input_stay_below(work->place->root->real);
    DIR *open = input_folder_open(folder_file(work->place->folder, work->name, folder));
    if (open) {
        closedir(open);
        const enum run_state state = run_state_of(folder);
        head = (struct row_head){folder_stamp(folder), state == RUN_STATE_PLAYING};
        if (head.playing || head.stamp != work->known)
            row = row_of(folder, work->name, state);
        else
            head.stamp = work->known;
    } else if (errno != ENOTDIR) {
        row = closed_row(folder, work->name, errno);
    }
    return write_row(out, &head, row) ? EXIT_OK : EXIT_INTERNAL;
}

/* ---- in the server: rows ---- */

static void begin_reading(struct folder_index *folder, struct row *row)
{
    const struct row_work work = {&folder->place, row->name, row->stamp};
    struct errors errors = {0};

    row->reading = serve_child_start(&row->child, limits, read_row, &work, &errors);
    errors_free(&errors); /* no process now: the next time */
}

static void set_failed(struct row *row)
{
    char why[80];
    cJSON *failed = cJSON_CreateObject();

    snprintf(why, sizeof why, "The process that reads this folder %s.",
             serve_child_why(&row->child));
    begin_row(failed, row->name);
    cJSON_AddStringToObject(failed, "problem", why);
    row->text = xcheck(cJSON_PrintUnformatted(failed));
    row->stamp = 0;
    row->playing = false;
    cJSON_Delete(failed);
}

static void take_row(struct row *row)
{
    struct serve_child *child = &row->child;
    struct row_head head;

    row->reading = false;
    row->read_at = clock_ms(CLOCK_MONOTONIC);
    if (child->code != EXIT_OK || child->size < sizeof head) {
        free(row->text);
        set_failed(row);
    } else {
        memcpy(&head, child->bytes, sizeof head);
        const bool unchanged = head.stamp == row->stamp && child->size == sizeof head;
        if (!unchanged) {
            free(row->text);
            row->text = child->size == sizeof head
                            ? NULL
                            : xstrndup(child->bytes + sizeof head, child->size - sizeof head);
        }
        row->stamp = head.stamp;
        row->playing = head.playing;
    }
    serve_child_end(child);
}

static int readers(const struct result_index *index)
{
    int count = 0;

    for (int i = 0; i < FOLDERS; i++)
        for (int at = 0; at < index->of[i].count; at++)
            count += index->of[i].rows[at].reading;
    return count;
}

/* A row that was read by then is read again. */
static int64_t old_at(const struct folder_index *folder, int64_t now)
{
    return now - AGAIN_MS - (int64_t)folder->count * A_ROW_MS;
}

/* Those that were never read come first. */
static void read_rows(struct result_index *index, struct folder_index *folder)
{
    const int64_t old = old_at(folder, clock_ms(CLOCK_MONOTONIC));
    int busy = readers(index);

    for (int again = 0; again < 2; again++)
        for (int i = 0; i < folder->count && busy < READERS; i++) {
            struct row *row = &folder->rows[i];
            if (row->reading || (again ? row->read_at > old : row->read_at != 0))
                continue;
            begin_reading(folder, row);
            busy++;
        }
}

/* ---- in the server: the list ---- */

static int row_by_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct row *)row)->name);
}

/* Rows of folders that are there still are kept. */
static void take_names(struct folder_index *folder, const char *names, const char *end)
{
    struct row *rows = xcalloc(ROWS, sizeof *rows);
    int count = 0;

    for (const char *name = names; name < end && count < ROWS; name += strlen(name) + 1) {
        struct row *old = folder->count ? bsearch(name, folder->rows, (size_t)folder->count,
                                                  sizeof *rows, row_by_name)
                                        : NULL;
        if (old)
            rows[count++] = *old;
        else
            rows[count++].name = xstrdup(name);
        if (old) /* moved; the others are still found by their names */
            *old = (struct row){.name = xstrdup(name)};
    }
    for (int i = 0; i < folder->count; i++)
        free_row(&folder->rows[i]);
    free(folder->rows);
    folder->rows = rows;
    folder->count = count;
}

static void set_note(struct folder_index *folder, const char *note)
{
    free(folder->note);
    folder->note = *note ? xstrdup(note) : NULL;
}

static void begin_list(struct folder_index *folder)
{
    struct errors errors = {0};

    folder->listing =
        serve_child_start(&folder->lister, limits, list_folder, &folder->place, &errors);
    errors_free(&errors);
}

/* The lister has ended. */
static void take_list(struct folder_index *folder)
{
    struct serve_child *child = &folder->lister;
    char why[80];

    folder->listing = false;
    folder->listed_at = clock_ms(CLOCK_MONOTONIC);
    if (child->code == EXIT_OK && child->size) {
        const char *note = memrchr(child->bytes, '\0', child->size - 1);
        note = note ? note + 1 : child->bytes;
        take_names(folder, child->bytes, note);
        set_note(folder, note);
    } else {
        snprintf(why, sizeof why,
                 child->code == EXIT_BAD_FILE ? "This folder cannot be read."
                                              : "The process that lists this folder %s.",
                 serve_child_why(child));
        set_note(folder, why);
    }
    serve_child_end(child);
}

int result_index_watch(const struct result_index *index, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < FOLDERS; i++) {
        const struct folder_index *folder = &index->of[i];
        if (folder->listing && count < room)
            places[count++] = (struct pollfd){.fd = folder->lister.fd, .events = POLLIN};
        for (int at = 0; at < folder->count && count < room; at++)
            if (folder->rows[at].reading)
                places[count++] =
                    (struct pollfd){.fd = folder->rows[at].child.fd, .events = POLLIN};
    }
    return count;
}

static void look_at(struct result_index *index, struct folder_index *folder)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);

    if (now - folder->asked > IDLE_MS) {
        forget(folder);
        return;
    }
    if (folder->listing && !serve_child_read(&folder->lister))
        take_list(folder);
    for (int i = 0; i < folder->count; i++)
        if (folder->rows[i].reading && !serve_child_read(&folder->rows[i].child))
            take_row(&folder->rows[i]);
    if (now - folder->asked > AGAIN_MS && folder->listed_at)
        return; /* what is being read comes to its end */
    if (!folder->listing && (!folder->listed_at || now - folder->listed_at > AGAIN_MS))
        begin_list(folder);
    read_rows(index, folder);
}

void result_index_look(struct result_index *index)
{
    for (int i = 0; i < FOLDERS; i++)
        if (*index->of[i].place.folder)
            look_at(index, &index->of[i]);
}

/* ---- what is asked for ---- */

/* The index of a folder, or the place for it: a free one, or that of the folder not asked for the
 * longest. */
static struct folder_index *find(struct result_index *index, const struct served_place *place)
{
    struct folder_index *oldest = &index->of[0];

    for (int i = 0; i < FOLDERS; i++) {
        struct folder_index *folder = &index->of[i];
        if (strcmp(folder->place.folder, place->folder) == 0)
            return folder;
        if (folder->asked < oldest->asked)
            oldest = folder;
    }
    forget(oldest);
    oldest->place = *place;
    oldest->place.page = ""; /* the other text is of a request, and goes with it */
    return oldest;
}

/* What goes on in the runs that are played, of the first few. */
static cJSON *live_rows(struct result_index *index, const struct folder_index *folder)
{
    cJSON *live = cJSON_CreateObject();
    char path[FOLDER_PATH_SIZE];
    int followed = 0;

    for (int i = 0; i < folder->count && followed < FOLLOWED; i++) {
        const struct row *row = &folder->rows[i];
        if (!row->playing)
            continue;
        followed++;
        cJSON *now = run_watch_row(index->runs, folder->place.root,
                                   folder_file(folder->place.folder, row->name, path));
        if (now)
            cJSON_AddItemToObject(live, row->name, now);
    }
    return live;
}

cJSON *result_index_get(struct result_index *index, const struct served_place *place)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct folder_index *folder = find(index, place);
    int unread = !folder->listed_at;

    if (now - folder->asked > AGAIN_MS)
        folder->begun = now;
    folder->asked = now;
    bool fresh = folder->listed_at >= folder->begun - AGAIN_MS;
    for (int i = 0; i < folder->count; i++) {
        unread += !folder->rows[i].read_at;
        fresh = fresh && folder->rows[i].read_at > old_at(folder, folder->begun);
    }
    if (!fresh && now - folder->begun < FIRST_MS)
        return NULL;
    cJSON *root = cJSON_CreateObject(), *rows = cJSON_AddArrayToObject(root, "index");
    json_put_int(root, "reading", unread);
    if (folder->note)
        cJSON_AddStringToObject(root, "note", folder->note);
    cJSON_AddItemToObject(root, "live", live_rows(index, folder));
    for (int i = 0; i < folder->count; i++) {
        const struct row *row = &folder->rows[i];
        if (row->text)
            cJSON_AddItemToArray(rows, cJSON_CreateRaw(row->text));
        if (row->read_at)
            continue;
        cJSON *none = cJSON_CreateObject();
        begin_row(none, row->name);
        cJSON_AddTrueToObject(none, "reading");
        cJSON_AddItemToArray(rows, none);
    }
    return root;
}
