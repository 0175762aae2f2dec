// SPDX-License-Identifier: MIT
#include "arena/serve/run_tables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/serve/table_site.h"

struct run_table {
    char folder[FOLDER_PATH_SIZE], name[TABLE_NAME_SIZE];
    struct table_plan plan;
    struct table_site *site; /* NULL: there is none here */
    int64_t asked;           /* when it was asked for last, in milliseconds */
};

struct run_tables {
    const char *opponent;
    char token[TABLE_TOKEN_SIZE];
    struct run_table of[RUN_TABLES];
};

struct run_tables *run_tables_new(const char *opponent, struct errors *errors)
{
    struct run_tables *tables = xcalloc(1, sizeof *tables);

    tables->opponent = opponent;
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

/* ---- addresses ---- */

/* Which table, and what of it. */
struct table_address {
    char name[TABLE_NAME_SIZE]; /* "table-1692-17" */
    int64_t game, move;
    const char *rest; /* of the address: "", ".json" or ".answer" */
};

/* Up to 15 digits, the first of which is no needless zero. */
static const char *read_digits(const char *at, int64_t *number)
{
    enum { DIGITS = 15 };
    const char *first = at;

    for (*number = 0; isdigit((unsigned char)*at) && at - first < DIGITS; at++)
        *number = 10 * *number + (*at - '0');
    return at > first && !(*first == '0' && at - first > 1) ? at : NULL;
}

static bool read_address(struct table_address *address, const char *page)
{
    static const char head[] = "table-";
    const char *at = page;

    if (strncmp(at, head, sizeof head - 1) != 0 ||
        !(at = read_digits(at + sizeof head - 1, &address->game)) || *at != '-' ||
        !(at = read_digits(at + 1, &address->move)) || address->move < 1)
        return false;
    address->rest = at;
    snprintf(address->name, sizeof address->name, "%.*s", (int)(at - page), page);
    return !*at || strcmp(at, ".json") == 0 || strcmp(at, ".answer") == 0;
}

bool run_tables_has(const char *page)
{
    struct table_address address;
    return read_address(&address, page);
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

static struct run_table *open_table(struct run_tables *tables, const char *folder,
                                    const struct table_address *address)
{
    struct run_table *table = make_room(tables);

    snprintf(table->folder, sizeof table->folder, "%s", folder);
    snprintf(table->name, sizeof table->name, "%s", address->name);
    table->plan = (struct table_plan){
        .setup = {.bots = {tables->opponent}, .bot_count = 1, .takes = true},
        .from = {.folder = table->folder, .game = address->game, .move = address->move},
        .name = table->name};
    table->site = table_site_waiting(&table->plan, tables->token);
    return table;
}

bool run_tables_answer(struct run_tables *tables, const char *folder, const char *page,
                       const struct http_request *request, const char *body,
                       struct http_answer *answer)
{
    struct table_address address;

    if (!read_address(&address, page))
        return false;
    struct run_table *table = find(tables, folder, address.name);
    if (!table)
        table = open_table(tables, folder, &address);
    table->asked = clock_ms(CLOCK_MONOTONIC);
    const enum table_part part = !*address.rest                       ? TABLE_PAGE
                                 : strcmp(address.rest, ".json") == 0 ? TABLE_STATE
                                                                      : TABLE_ANSWER;
    return table_site_answer(table->site, part, request, body, answer);
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
