// SPDX-License-Identifier: MIT
#include "arena/serve/run_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/serve/table_address.h"
#include "arena/serve/table_site.h"

struct run_table {
    char folder[FOLDER_PATH_SIZE], name[TABLE_NAME_SIZE];
    struct table_plan plan;
    struct table_site *site; /* NULL: there is none here */
    int64_t asked;           /* when it was asked for last, in milliseconds */
};

struct run_tables {
    const char *opponent, *root;
    char token[TABLE_TOKEN_SIZE];
    struct run_table of[RUN_TABLES];
};

struct run_tables *run_tables_new(const char *opponent, const char *root, struct errors *errors)
{
    struct run_tables *tables = xcalloc(1, sizeof *tables);

    tables->opponent = opponent;
    tables->root = root;
    if (table_site_draw_token(tables->token, errors))
        return tables;
    free(tables);
    return NULL;
}

static void end_table(struct run_table *table)
{
    table_site_free(table->site);
    table->site = NULL;
}

void run_tables_free(struct run_tables *tables)
{
    if (!tables)
        return;
    for (int i = 0; i < RUN_TABLES; i++)
        end_table(&tables->of[i]);
    free(tables);
}

bool run_tables_has(const char *page)
{
    struct table_address address;
    return table_address_read(&address, page);
}

/* ---- tables ---- */

static struct run_table *find(struct run_tables *tables, const char *folder, const char *name)
{
    for (int i = 0; i < RUN_TABLES; i++) {
        struct run_table *table = &tables->of[i];
        if (table->site && strcmp(table->folder, folder) == 0 && strcmp(table->name, name) == 0)
            return table;
    }
    return NULL;
}

/* Room for one more: nobody's, or that of the table that was not asked for the longest. */
static struct run_table *make_room(struct run_tables *tables)
{
    struct run_table *oldest = &tables->of[0];

    for (int i = 0; i < RUN_TABLES; i++) {
        struct run_table *table = &tables->of[i];
        if (!table->site)
            return table;
        if (table->asked < oldest->asked)
            oldest = table;
    }
    end_table(oldest);
    return oldest;
}

/* A table that waits. */
static void set_up(struct run_table *table, const struct run_tables *tables, const char *folder,
                   const struct table_address *address)
{
    snprintf(table->folder, sizeof table->folder, "%s", folder);
    snprintf(table->name, sizeof table->name, "%s", address->name);
    table->plan =
        (struct table_plan){.setup = {.bots = {tables->opponent}, .bot_count = 1, .takes = true},
                            .language = address->in->language,
                            .from = {.folder = table->folder,
                                     .root = tables->root,
                                     .game = address->game,
                                     .move = address->move},
                            .name = table->name};
    table->site = table_site_waiting(&table->plan, tables->token);
}

/* Answers about a table that has not begun: only this request may begin it, and then it gets room.
 */
static bool answer_anew(struct run_tables *tables, const char *folder,
                        const struct table_address *address, const struct http_request *request,
                        const char *body, struct http_answer *answer)
{
    struct run_table *table = xcalloc(1, sizeof *table);

    set_up(table, tables, folder, address);
    const bool begins = table_site_is_begun_by(table->site, address->part, request, body);
    bool answered = false;
    if (begins) {
        struct run_table *room = make_room(tables);
        set_up(room, tables, folder, address);
        room->asked = clock_ms(CLOCK_MONOTONIC);
        answered = table_site_answer(room->site, address->part, request, body, answer);
    } else {
        answered = table_site_answer(table->site, address->part, request, body, answer);
    }
    end_table(table);
    free(table);
    return answered;
}

bool run_tables_answer(struct run_tables *tables, const char *folder, const char *page,
                       const struct http_request *request, const char *body,
                       struct http_answer *answer)
{
    struct table_address address;

    if (!table_address_read(&address, page))
        return false;
    struct run_table *table = find(tables, folder, address.name);
    if (!table)
        return answer_anew(tables, folder, &address, request, body, answer);
    table->asked = clock_ms(CLOCK_MONOTONIC);
    return table_site_answer(table->site, address.part, request, body, answer);
}

int run_tables_places(const struct run_tables *tables, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < RUN_TABLES; i++)
        if (tables->of[i].site)
            count += table_site_places(tables->of[i].site, places + count, room - count);
    return count;
}

void run_tables_look(struct run_tables *tables)
{
    for (int i = 0; i < RUN_TABLES; i++)
        if (tables->of[i].site)
            table_site_look(tables->of[i].site);
}
