// SPDX-License-Identifier: MIT
#include "arena/serve/result_site.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/report/repeat.h"
#include "arena/report/report.h"
#include "arena/serve/http_path.h"
#include "arena/serve/page_store.h"
#include "arena/serve/run_state.h"
#include "arena/serve/run_tables.h"
#include "arena/serve/run_watch.h"

struct result_site {
    const char *root;    /* as it was named */
    char real[PATH_MAX]; /* the same without links */
    struct page_store *pages;
    struct run_watch *runs;
    struct run_tables *tables; /* NULL: nobody plays here */
};

/* A place below the root that exists. */
struct place {
    char folder[FOLDER_PATH_SIZE];
    char home[4 * HTTP_PATH_DEPTH]; /* the way up to the root: "../"; "" there */
    bool tables;                    /* whether its games can be taken over */
};

struct result_site *result_site_new(const char *root, const char *opponent, struct errors *errors)
{
    struct result_site *site = xcalloc(1, sizeof *site);

    site->root = root;
    if (strlen(root) > FOLDER_MAX - HTTP_PATH_SIZE / 2 || !realpath(root, site->real)) {
        errors_add(errors, root, "cannot be served: %s", strerror(errno ? errno : ENAMETOOLONG));
        free(site);
        return NULL;
    }
    site->tables = opponent ? run_tables_new(opponent, errors) : NULL;
    if (opponent && !site->tables) {
        free(site);
        return NULL;
    }
    site->pages = page_store_new();
    site->runs = run_watch_new();
    return site;
}

void result_site_free(struct result_site *site)
{
    if (!site)
        return;
    page_store_free(site->pages);
    run_watch_free(site->runs);
    run_tables_free(site->tables);
    free(site);
}

/* ---- places ---- */

/* Finds a folder; false if there is none, or a link leads out of the root. */
static bool find(const struct result_site *site, const char *folder, struct place *place)
{
    const size_t root = strlen(site->real);
    char real[PATH_MAX];

    if (strlen(site->root) + strlen(folder) + 2 > FOLDER_MAX)
        return false;
    if (*folder)
        folder_file(site->root, folder, place->folder);
    else
        snprintf(place->folder, sizeof place->folder, "%s", site->root);
    place->home[0] = '\0';
    for (const char *at = folder; at && *at; at = strchr(at + 1, '/'))
        strcat(place->home, "../");
    if (!folder_exists(place->folder) || !realpath(place->folder, real))
        return false;
    const bool at_top = strcmp(site->real, "/") == 0;
    return strncmp(real, site->real, root) == 0 && (at_top || !real[root] || real[root] == '/');
}

/* A run that is being played, or was stopped, is shown as it goes. */
static bool is_unfinished(const char *folder)
{
    const enum run_state state = run_state_of(folder);

    return state == RUN_STATE_PLAYING || state == RUN_STATE_STOPPED;
}

/* ---- pages, in a child ---- */

/* What the index has of each folder: whether there is a page, and what goes on in it. */
static void mark_index(const cJSON *index)
{
    cJSON *entry;

    cJSON_ArrayForEach (entry, index) {
        const char *folder = json_text(entry, "folder");
        const bool unfinished = is_unfinished(folder);
        const bool has_page = unfinished || result_kind_of(folder) != RESULT_NONE;
        cJSON_DeleteItemFromObjectCaseSensitive(entry, "page");
        cJSON_AddBoolToObject(entry, "page", has_page);
        if (unfinished)
            cJSON_AddStringToObject(entry, "state", run_state_names[run_state_of(folder)]);
    }
}

/* For serve_child.h: writes the page of a place, or why there is none. */
static int make_page(const void *context, int out)
{
    const struct place *place = context;
    const char *folder = place->folder;
    struct errors errors = {0};
    FILE *file = fdopen(out, "w");

    if (!file)
        return EXIT_INTERNAL;
    cJSON *data = report_data(&folder, &folder, 1, &GAME_WISHES_NONE, &errors);
    if (data) {
        mark_index(cJSON_GetObjectItemCaseSensitive(data, "index"));
        if (*place->home)
            cJSON_AddStringToObject(data, "home", place->home);
        if (place->tables)
            cJSON_AddTrueToObject(data, "tables");
        page_print(data, PAGE_REPORT, PAGE_SOLVER_AUTO, file);
    } else {
        fwrite(errors.text, 1, errors.length, file);
    }
    cJSON_Delete(data);
    errors_free(&errors);
    if (fclose(file) != 0)
        return EXIT_INTERNAL;
    return data ? EXIT_OK : EXIT_BAD_FILE;
}

/* ---- answers ---- */

static void not_here(struct http_answer *answer)
{
    http_answer_text(answer, 404, "There is nothing here. All results are listed at /\n");
}

/* An index changes with any of its folders: one that is older than two seconds is made again. */
static uint64_t stamp_of(const char *folder)
{
    enum { INDEX_MS = 2000 };

    return result_kind_of(folder) != RESULT_NONE ? folder_stamp(folder)
                                                 : (uint64_t)(clock_ms(CLOCK_MONOTONIC) / INDEX_MS);
}

static bool answer_page(struct result_site *site, const struct place *place,
                        struct http_answer *answer)
{
    const struct page_wish wish = {place->folder, stamp_of(place->folder), make_page, place};
    struct http_body *body;
    const enum page_state state = page_store_get(site->pages, &wish, &body);

    if (state == PAGE_READY)
        *answer = (struct http_answer){200, HTTP_TYPE_HTML, body};
    else if (state == PAGE_FAILED)
        *answer = (struct http_answer){500, HTTP_TYPE_TEXT, body};
    return state != PAGE_LATER;
}

static void answer_live_page(const struct place *place, struct http_answer *answer)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = xcheck(open_memstream(&text, &size));
    cJSON *data = cJSON_CreateObject();

    cJSON_AddStringToObject(data, "title", place->folder);
    cJSON_AddStringToObject(data, "folder", place->folder);
    if (*place->home)
        cJSON_AddStringToObject(data, "home", place->home);
    page_print(data, PAGE_LIVE, PAGE_SOLVER_NEVER, file);
    cJSON_Delete(data);
    fclose(file);
    *answer = (struct http_answer){200, HTTP_TYPE_HTML, http_body_new(xcheck(text), size)};
}

static bool answer_live(struct result_site *site, const struct place *place,
                        struct http_answer *answer)
{
    struct http_body *body = run_watch_get(site->runs, place->folder);

    if (body)
        *answer = (struct http_answer){200, HTTP_TYPE_JSON, body};
    return body;
}

static bool answer(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer)
{
    struct result_site *site = context;
    struct http_path path;
    struct place place;

    const bool read = http_path_read(&path, request->path);
    const bool at_table = read && site->tables && run_tables_has(path.page);
    if (request->method == HTTP_POST && !at_table) {
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
        return true;
    }
    if (!read || !find(site, path.folder, &place)) {
        not_here(answer);
        return true;
    }
    if (at_table && result_kind_of(place.folder) == RESULT_RUN)
        return run_tables_answer(site->tables, place.folder, path.page, request, body, answer);
    place.tables = site->tables && result_kind_of(place.folder) == RESULT_RUN;
    const bool unfinished = is_unfinished(place.folder);
    const bool has_run = unfinished || result_kind_of(place.folder) == RESULT_RUN;
    if (strcmp(path.page, "live.json") == 0 && has_run)
        return answer_live(site, &place, answer);
    if ((strcmp(path.page, "live") == 0 && has_run) || (!*path.page && unfinished))
        answer_live_page(&place, answer);
    else if (!*path.page || strcmp(path.page, "report.html") == 0)
        return answer_page(site, &place, answer);
    else
        not_here(answer);
    return true;
}

static int watch(void *context, struct pollfd *places, int room)
{
    const struct result_site *site = context;
    const int count = page_store_watch(site->pages, places, room);

    const int all = count + run_watch_places(site->runs, places + count, room - count);

    return site->tables ? all + run_tables_places(site->tables, places + all, room - all) : all;
}

static void look(void *context)
{
    struct result_site *site = context;

    page_store_look(site->pages);
    run_watch_look(site->runs);
    if (site->tables)
        run_tables_look(site->tables);
}

struct http_site result_site_of(struct result_site *site)
{
    return (struct http_site){site, answer, watch, look};
}
