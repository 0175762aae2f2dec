// SPDX-License-Identifier: MIT
#include "arena/serve/result_site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/report/page.h"
#include "arena/serve/result_page.h"
#include "arena/serve/run_live.h"
#include "arena/serve/table_site.h"

/* In milliseconds. A page is good for a second whatever happens: whoever waited for it gets it,
 * though its results change faster than it can be made. A list, a row or a run is looked at again
 * after two, and rows later where there are many, so that many cost no more. */
enum { PAGE_FRESH_MS = 1000, FRESH_MS = 2000, A_ROW_MS = 10 };
/* How long an index waits for rows that are not there yet, in milliseconds; how many runs it
 * follows. */
enum { PATIENCE_MS = 500, FOLLOWED = 6 };

struct result_site {
    struct served_root root;
    struct child_store *children;
    struct table_site *tables; /* NULL: nobody plays here */
};

struct result_site *result_site_new(const char *root, const char *opponent, struct errors *errors)
{
    struct result_site *site = xcalloc(1, sizeof *site);

    site->root.name = root;
    site->children = child_store_new();
    if (strlen(root) > FOLDER_MAX - HTTP_PATH_SIZE / 2 || !realpath(root, site->root.real))
        errors_add(errors, root, "cannot be served: %s", strerror(errno ? errno : ENAMETOOLONG));
    else if (opponent)
        site->tables = table_site_of_runs(site->children, opponent, site->root.real, errors);
    if (!errors->count)
        return site;
    result_site_free(site);
    return NULL;
}

void result_site_free(struct result_site *site)
{
    if (!site)
        return;
    child_store_free(site->children);
    table_site_free(site->tables);
    free(site);
}

/* What a process says of a place. `what`: which one. */
static bool ask(struct result_site *site, enum child_kind kind, const char *what, int fresh_ms,
                int (*work)(const struct child_task *task), const struct served_place *place,
                struct child_said *said)
{
    char key[2 * FOLDER_PATH_SIZE];
    const struct child_wish wish = {key, fresh_ms, work, place, 0};

    snprintf(key, sizeof key, "%s%s/%s", what, place->folder, place->page);
    return child_store_ask(site->children, kind, &wish, said);
}

static void not_here(struct http_answer *answer)
{
    http_answer_text(answer, 404, "There is nothing here. All results are listed at /\n");
}

/* ---- an index ---- */

/* The row, as far as it is known; NULL: the folder has no results. */
static cJSON *row_of(const struct child_said *said, const char *name)
{
    if (said->body && (said->code == PAGE_MADE || said->code == PAGE_OF_PLAYED))
        return cJSON_CreateRaw(said->body->bytes);
    if (said->body && said->code == PAGE_NOT_HERE)
        return NULL;
    cJSON *row = cJSON_CreateObject();
    json_put_line(row, "name", name);
    if (!said->body) {
        cJSON_AddTrueToObject(row, "reading");
        return row;
    }
    char *why = xasprintf("the process that reads this folder %s", said->body->bytes);
    cJSON_AddStringToObject(row, "problem", why);
    free(why);
    return row;
}

static bool ask_live(struct result_site *site, const char *folder, struct child_said *said)
{
    const struct run_live_work work = {site->root.real, folder};
    const struct child_wish wish = {folder, FRESH_MS, run_live_say, &work, 0};

    return child_store_ask(site->children, CHILD_RUN, &wish, said);
}

/* Adds what goes on in a run that is played, by the name of its row. */
static void add_live(struct result_site *site, const struct served_place *place, cJSON *live)
{
    char path[FOLDER_PATH_SIZE];
    struct child_said said;

    if (!ask_live(site, folder_file(place->folder, place->page, path), &said))
        return;
    char *line = xstrdup(place->page);
    cJSON *now = cJSON_ParseWithLength(said.body->bytes, said.body->size),
          *row = cJSON_DetachItemFromObjectCaseSensitive(now, "row");
    text_make_line(line);
    if (row)
        cJSON_AddItemToObject(live, line, row);
    cJSON_Delete(now);
    free(line);
}

/* What an index has. */
struct served_index {
    cJSON *root, *rows, *live;
    int unread, followed;
    bool fresh;
};

/* Adds the rows of a list of names. Returns what follows them. */
static const char *add_rows(struct served_index *index, struct result_site *site,
                            const struct served_place *place, const struct body *names)
{
    const char *at = names->bytes, *end;
    int count = 0;

    for (size_t i = 0; i < names->size; i++)
        count += names->bytes[i] == '/';
    for (; (end = strchr(at, '/')); at = end + 1) {
        struct served_place of = *place;
        struct child_said said = {.body = NULL};
        char *name = xstrndup(at, (size_t)(end - at));
        of.page = name;
        ask(site, CHILD_ROW, "", FRESH_MS + count * A_ROW_MS, result_page_row, &of, &said);
        cJSON *row = row_of(&said, name);
        if (row)
            cJSON_AddItemToArray(index->rows, row);
        index->fresh &= said.fresh;
        index->unread += !said.body;
        if (said.body && said.code == PAGE_OF_PLAYED && index->followed++ < FOLLOWED)
            add_live(site, &of, index->live);
        free(name);
    }
    return at;
}

/* Adds the list of bots of all rows, as far as it is known. */
static void add_ratings(struct served_index *index, struct result_site *site,
                        const struct served_place *place)
{
    char key[FOLDER_PATH_SIZE + 10];
    const struct child_wish wish = {key, FRESH_MS, result_page_rate, index->rows, 0};
    struct child_said said = {.body = NULL};

    snprintf(key, sizeof key, "ratings %s", place->folder);
    if (child_store_ask(site->children, CHILD_ROW, &wish, &said) && said.code == PAGE_MADE)
        cJSON_AddItemToObject(index->root, "ratings", cJSON_CreateRaw(said.body->bytes));
    index->fresh &= said.fresh;
}

/* The rows of the folder of a place: {"reading": how many are not there yet, "index": [...],
 * "live": {NAME: the "row" of run_live.h, ...}, "ratings", "note"}. A row is that of
 * result_page_row(), or has its "name" and "reading": true, or "problem". */
static struct served_index index_of(struct result_site *site, struct served_place *place)
{
    struct served_index index = {.root = cJSON_CreateObject()};
    struct child_said list = {.body = NULL};

    place->page = "";
    index.rows = cJSON_AddArrayToObject(index.root, "index");
    index.live = cJSON_AddObjectToObject(index.root, "live");
    ask(site, CHILD_ROW, "list ", FRESH_MS, result_page_list, place, &list);
    index.fresh = list.fresh;
    index.unread = !list.body;
    const char *note = "";
    if (list.body)
        note = list.code == PAGE_MADE ? add_rows(&index, site, place, list.body)
                                      : "This folder cannot be read.";
    if (*note)
        cJSON_AddStringToObject(index.root, "note", note);
    json_put_int(index.root, "reading", index.unread);
    if (!index.unread)
        add_ratings(&index, site, place);
    return index;
}

/* Answers with the index, as a page or as the JSON that this page asks for. False while it is worth
 * waiting for rows. */
static bool answer_index(struct result_site *site, struct served_place *place, bool page,
                         const struct http_request *request, struct http_answer *answer)
{
    const struct served_index index = index_of(site, place);
    char *text = NULL;
    size_t size = 0;

    if (!index.fresh && request->waited_ms < PATIENCE_MS) {
        cJSON_Delete(index.root);
        return false;
    }
    if (page) {
        FILE *file = xcheck(open_memstream(&text, &size));
        cJSON_AddStringToObject(index.root, "title", "Skat Arena");
        json_put_line(index.root, "folder", place->folder);
        if (*place->home)
            cJSON_AddStringToObject(index.root, "home", place->home);
        page_print(index.root, PAGE_INDEX, PAGE_SOLVER_NEVER, file);
        fclose(file);
    } else {
        text = cJSON_PrintUnformatted(index.root);
        size = text ? strlen(text) : 0;
    }
    cJSON_Delete(index.root);
    *answer = (struct http_answer){200, page ? HTTP_TYPE_HTML : HTTP_TYPE_JSON,
                                   body_new(xcheck(text), size)};
    return true;
}

/* ---- the other pages ---- */

/* What the process of a page says; false while it is not there yet. The answer is set but for
 * PAGE_OF_FOLDER. */
static bool ask_page(struct result_site *site, const struct served_place *place, int *code,
                     struct http_answer *answer)
{
    struct child_said said;

    if (!ask(site, CHILD_PAGE, "", PAGE_FRESH_MS, result_page_make, place, &said) || !said.fresh)
        return false;
    *code = said.code;
    if (said.code == PAGE_NOT_HERE)
        not_here(answer);
    else if (said.code == CHILD_FAILED)
        http_answer_text(answer, 500, "This page cannot be made: the process that makes it %s.\n",
                         said.body->bytes);
    else if (said.code != PAGE_OF_FOLDER)
        *answer = (struct http_answer){said.code == PAGE_MADE ? 200 : 500,
                                       said.code == PAGE_MADE ? HTTP_TYPE_HTML : HTTP_TYPE_TEXT,
                                       body_use(said.body)};
    return true;
}

/* The page of a result, of a run that goes on, or an index, by what is there. */
static bool answer_page(struct result_site *site, struct served_place *place,
                        const struct http_request *request, const char *body,
                        struct http_answer *answer)
{
    int code;

    (void)body;
    if (!ask_page(site, place, &code, answer))
        return false;
    return code != PAGE_OF_FOLDER || answer_index(site, place, true, request, answer);
}

static bool answer_rows(struct result_site *site, struct served_place *place,
                        const struct http_request *request, const char *body,
                        struct http_answer *answer)
{
    int code;

    (void)body;
    place->page = "";
    if (!ask_page(site, place, &code, answer))
        return false;
    if (code == PAGE_OF_FOLDER)
        return answer_index(site, place, false, request, answer);
    if (code == PAGE_MADE) {
        body_drop(answer->body);
        not_here(answer);
    }
    return true;
}

static bool answer_live(struct result_site *site, struct served_place *place,
                        const struct http_request *request, const char *body,
                        struct http_answer *answer)
{
    struct child_said said;

    (void)request, (void)body;
    if (!ask_live(site, place->folder, &said))
        return false;
    if (said.code == RUN_LIVE_NONE) {
        not_here(answer);
        return true;
    }
    if (said.code == CHILD_FAILED)
        http_answer_text(
            answer, 200,
            "{\"state\":\"not begun\",\"note\":\"The process that reads this run %s.\"}",
            said.body->bytes);
    else
        *answer = (struct http_answer){.status = 200, .body = body_use(said.body)};
    answer->type = HTTP_TYPE_JSON;
    return true;
}

static bool answer_table(struct result_site *site, struct served_place *place,
                         const struct http_request *request, const char *body,
                         struct http_answer *answer)
{
    static const char any_table[] = "table-0-1"; /* whether there is one depends on the folder */
    const char *page = place->page;
    int code;

    place->page = any_table;
    if (!ask_page(site, place, &code, answer))
        return false;
    if (code != PAGE_MADE)
        return true;
    body_drop(answer->body);
    return table_site_answer_run(site->tables, place->folder, page, request, body, answer);
}

/* ---- what is where ---- */

/* By the last part of an address. */
static const struct route {
    const char *page; /* NULL: any */
    bool (*answer)(struct result_site *site, struct served_place *place,
                   const struct http_request *request, const char *body,
                   struct http_answer *answer);
} routes[] = {{"index.json", answer_rows}, {"live.json", answer_live}, {NULL, answer_page}},
  table_route = {NULL, answer_table}; /* only where somebody may play; answers can be sent there */

static bool answer(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer)
{
    const struct route *route = routes;
    struct result_site *site = context;
    struct http_path path = {.page = ""};
    struct served_place place;
    struct table_address table;

    const bool is_place =
        http_path_read(&path, request->path) && served_place_of(&place, &site->root, &path);
    while (route->page && strcmp(route->page, path.page) != 0)
        route++;
    if (is_place && site->tables && table_address_read(&table, path.page))
        route = &table_route;
    if (request->method == HTTP_POST && route != &table_route)
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
    else if (!is_place)
        not_here(answer);
    else {
        place.tables = site->tables;
        return route->answer(site, &place, request, body, answer);
    }
    return true;
}

struct http_site result_site_of(struct result_site *site)
{
    return (struct http_site){site, answer, site->children};
}
