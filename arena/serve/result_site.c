// SPDX-License-Identifier: MIT
#include "arena/serve/result_site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/report/page.h"
#include "arena/serve/made_store.h"
#include "arena/serve/result_index.h"
#include "arena/serve/result_page.h"
#include "arena/serve/run_live.h"
#include "arena/serve/table_site.h"

/* The page of a run of millions of games takes minutes to make. It is good for a second whatever
 * happens: whoever waited for it gets it, though its results change faster than it can be made. */
enum { PAGE_SECONDS = 600, FRESH_MS = 1000 };

struct result_site {
    struct served_root root;
    struct made_store *pages;
    struct run_watch *runs;
    struct result_index *index;
    struct run_tables *tables; /* NULL: nobody plays here */
};

struct result_site *result_site_new(const char *root, const char *opponent, struct errors *errors)
{
    struct result_site *site = xcalloc(1, sizeof *site);

    site->root.name = root;
    if (strlen(root) > FOLDER_MAX - HTTP_PATH_SIZE / 2 || !realpath(root, site->root.real)) {
        errors_add(errors, root, "cannot be served: %s", strerror(errno ? errno : ENAMETOOLONG));
        free(site);
        return NULL;
    }
    site->tables = opponent ? run_tables_new(opponent, site->root.real, errors) : NULL;
    if (opponent && !site->tables) {
        free(site);
        return NULL;
    }
    site->pages = made_store_new((struct made_plan){
        .kept = 32, .at_a_time = 16, .limits = {.seconds = PAGE_SECONDS, .megabytes = 4096}});
    site->runs = run_watch_new();
    site->index = result_index_new(site->runs);
    return site;
}

void result_site_free(struct result_site *site)
{
    if (!site)
        return;
    result_index_free(site->index);
    made_store_free(site->pages);
    run_watch_free(site->runs);
    run_tables_free(site->tables);
    free(site);
}

/* ---- answers ---- */

static void not_here(struct http_answer *answer)
{
    http_answer_text(answer, 404, "There is nothing here. All results are listed at /\n");
}

/* What the process of a page says; false while it is not there yet. The answer is set but for
 * PAGE_OF_FOLDER. */
static bool ask_page(struct result_site *site, const struct served_place *place, int *code,
                     struct http_answer *answer)
{
    char key[FOLDER_PATH_SIZE + sizeof((struct http_path){0}.page)];
    const struct made_wish wish = {key, FRESH_MS, result_page_make, place};
    struct made made;

    snprintf(key, sizeof key, "%s/%s", place->folder, place->page);
    if (!made_store_ask(site->pages, &wish, &made) || !made.fresh)
        return false;
    *code = made.code;
    if (made.code == PAGE_NOT_HERE)
        not_here(answer);
    else if (made.code == MADE_NOTHING)
        http_answer_text(answer, 500, "This page cannot be made: the process that makes it %s.\n",
                         made.body->bytes);
    else if (made.code != PAGE_OF_FOLDER)
        *answer = (struct http_answer){made.code == PAGE_MADE ? 200 : 500,
                                       made.code == PAGE_MADE ? HTTP_TYPE_HTML : HTTP_TYPE_TEXT,
                                       http_body_use(made.body)};
    return true;
}

/* The rows of a folder, for its page or as the page itself; false while they are not there yet. */
static bool answer_index(struct result_site *site, const struct served_place *place, bool page,
                         struct http_answer *answer)
{
    cJSON *data = result_index_get(site->index, place);
    char *text = NULL;
    size_t size = 0;

    if (!data)
        return false;
    if (page) {
        FILE *file = xcheck(open_memstream(&text, &size));
        cJSON_AddStringToObject(data, "title", "Skat Arena");
        json_put_line(data, "folder", place->folder);
        if (*place->home)
            cJSON_AddStringToObject(data, "home", place->home);
        page_print(data, PAGE_INDEX, PAGE_SOLVER_NEVER, file);
        fclose(file);
    } else {
        text = cJSON_PrintUnformatted(data);
        size = text ? strlen(text) : 0;
    }
    cJSON_Delete(data);
    *answer = (struct http_answer){200, page ? HTTP_TYPE_HTML : HTTP_TYPE_JSON,
                                   http_body_new(xcheck(text), size)};
    return true;
}

static bool answer_live(struct result_site *site, const struct served_place *place,
                        struct http_answer *answer)
{
    struct http_body *body;

    if (!run_watch_get(site->runs, place->root, place->folder, &body))
        return false;
    if (body)
        *answer = (struct http_answer){200, HTTP_TYPE_JSON, body};
    else
        not_here(answer);
    return true;
}

static bool answer_place(struct result_site *site, struct served_place *place,
                         const struct http_request *request, const char *body,
                         struct http_answer *answer)
{
    static const char any_table[] =
        "table-0-1"; /* whether there can be one depends on the folder */
    const char *page = place->page;
    const bool table = site->tables && run_tables_has(page), rows = strcmp(page, "index.json") == 0;
    int code;

    if (strcmp(page, "live.json") == 0)
        return answer_live(site, place, answer);
    place->page = table ? any_table : rows ? "" : page;
    if (!ask_page(site, place, &code, answer))
        return false;
    if (code == PAGE_OF_FOLDER)
        return answer_index(site, place, !rows, answer);
    if (code != PAGE_MADE || !(table || rows))
        return true;
    http_body_drop(answer->body);
    if (table)
        return run_tables_answer(site->tables, place->folder, page, request, body, answer);
    not_here(answer);
    return true;
}

static bool answer(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer)
{
    struct result_site *site = context;
    struct http_path path;
    struct served_place place;

    const bool read = http_path_read(&path, request->path);
    if (request->method == HTTP_POST && !(read && site->tables && run_tables_has(path.page)))
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
    else if (!read || !served_place_of(&place, &site->root, &path))
        not_here(answer);
    else {
        place.tables = site->tables;
        return answer_place(site, &place, request, body, answer);
    }
    return true;
}

static int watch(void *context, struct pollfd *places, int room)
{
    const struct result_site *site = context;
    int count = made_store_watch(site->pages, places, room);

    count += run_watch_places(site->runs, places + count, room - count);
    count += result_index_watch(site->index, places + count, room - count);
    if (site->tables)
        count += run_tables_places(site->tables, places + count, room - count);
    return count;
}

static void look(void *context)
{
    struct result_site *site = context;

    made_store_look(site->pages);
    run_watch_look(site->runs);
    result_index_look(site->index);
    if (site->tables)
        run_tables_look(site->tables);
}

struct http_site result_site_of(struct result_site *site)
{
    return (struct http_site){site, answer, watch, look};
}
