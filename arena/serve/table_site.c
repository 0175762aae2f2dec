// SPDX-License-Identifier: MIT
#include "arena/serve/table_site.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/clock.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/system_random.h"
#include "arena/report/page.h"
#include "arena/serve/http_address.h"
#include "arena/serve/serve_child.h"
#include "arena/serve/table_request.h"
#include "engine/text_put.h"

struct table_site {
    const struct table_plan *plan;
    struct table_plan again; /* of the table that is played: its seed is drawn anew each time */
    char seed[SKAT_SEED_TEXT_SIZE];
    char token[TABLE_TOKEN_SIZE];
    struct serve_child child;
    bool ended;                   /* the child has */
    struct http_body *now;        /* the last state, or NULL */
    uint64_t state;               /* its number */
    uint64_t answered;            /* the state to which the last answer belongs */
    struct casual_shared *shared; /* with the child; or NULL */
};

/* ---- the table ---- */

static void set_now(struct table_site *site, char *text, size_t length)
{
    http_body_drop(site->now);
    site->now = http_body_new(text, length);
}

/* A table that is no more, and why. */
static void set_failed(struct table_site *site, const char *note)
{
    cJSON *failed = cJSON_CreateObject();

    json_put_int(failed, "state", (int64_t)++site->state);
    cJSON_AddStringToObject(failed, "phase", "failed");
    cJSON_AddStringToObject(failed, "note", note);
    char *text = xcheck(cJSON_PrintUnformatted(failed));
    set_now(site, text, strlen(text));
    cJSON_Delete(failed);
}

/* Begins a table; states go on where those of the one before ended. */
static void begin_table(struct table_site *site)
{
    struct errors errors = {0};

    serve_child_end(&site->child);
    casual_shared_free(site->shared);
    site->shared = casual_shared_new();
    const struct table_work work = {&site->again, site->state, site->shared};
    site->again = *site->plan;
    if (!site->again.setup.seed)
        site->again.setup.seed = play_setup_draw_seed(site->seed, &errors);
    site->ended =
        !site->again.setup.seed ||
        !serve_child_start(&site->child, (struct serve_limits){0}, table_child, &work, &errors);
    if (site->ended)
        set_failed(site, errors.text);
    errors_free(&errors);
}

/* 32 digits that nobody knows. False with an error. */
static bool draw_token(char token[TABLE_TOKEN_SIZE], struct errors *errors)
{
    unsigned char bytes[(TABLE_TOKEN_SIZE - 1) / 2];

    if (!system_random(bytes, sizeof bytes)) {
        errors_add(errors, "play", "no random numbers: %s", strerror(errno));
        return false;
    }
    *put_hex(token, bytes, sizeof bytes) = '\0';
    return true;
}

struct table_site *table_site_new(const struct table_plan *plan, struct errors *errors)
{
    struct table_site *site = xcalloc(1, sizeof *site);

    site->plan = plan;
    if (!draw_token(site->token, errors)) {
        free(site);
        return NULL;
    }
    begin_table(site);
    return site;
}

/* One that is begun by the first "again". Until then the phase is "none". */
static struct table_site *table_site_waiting(const struct table_plan *plan,
                                             const char token[TABLE_TOKEN_SIZE])
{
    static const char none[] = "{\"state\":1,\"phase\":\"none\"}";
    struct table_site *site = xcalloc(1, sizeof *site);

    site->plan = plan;
    memcpy(site->token, token, TABLE_TOKEN_SIZE);
    site->ended = true;
    site->child.fd = -1;
    site->state = 1;
    set_now(site, xstrdup(none), sizeof none - 1);
    return site;
}

void table_site_free(struct table_site *site)
{
    if (!site)
        return;
    serve_child_end(&site->child);
    casual_shared_free(site->shared);
    http_body_drop(site->now);
    free(site);
}

/* ---- answers ---- */

/* The same table in each language: addresses for links. */
static void add_languages(cJSON *data, const struct table_plan *plan)
{
    cJSON *languages = cJSON_AddArrayToObject(data, "languages");

    for (int i = 0; i < TABLE_LANGUAGES; i++) {
        char name[TABLE_NAME_SIZE];
        cJSON *language = cJSON_CreateObject();
        table_address_name(plan->from.game, plan->from.move, &table_languages[i], name);
        cJSON_AddStringToObject(language, "name", name);
        cJSON_AddStringToObject(language, "code", table_languages[i].code);
        cJSON_AddStringToObject(language, "label", table_languages[i].label);
        cJSON_AddItemToArray(languages, language);
    }
}

static void answer_page(const struct table_site *site, struct http_answer *answer)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = xcheck(open_memstream(&text, &size));
    cJSON *data = cJSON_CreateObject();

    cJSON_AddStringToObject(data, "title", "Skat Arena");
    cJSON_AddStringToObject(data, "token", site->token);
    if (site->plan->name) {
        cJSON_AddStringToObject(data, "name", site->plan->name);
        add_languages(data, site->plan);
    }
    page_language_add(data, &site->plan->language);
    page_print(data, PAGE_TABLE, PAGE_SOLVER_AUTO, file);
    cJSON_Delete(data);
    fclose(file);
    *answer = (struct http_answer){200, HTTP_TYPE_HTML, http_body_new(xcheck(text), size)};
}

static void answer_now(const struct table_site *site, struct http_answer *answer)
{
    *answer = (struct http_answer){200, HTTP_TYPE_JSON, http_body_use(site->now)};
}

/* Whether two tokens are the same, in the same time whatever they are. */
static bool same_token(const char *one, const char *other)
{
    int different = 0;

    for (int i = 0; i < TABLE_TOKEN_SIZE; i++)
        different |= one[i] ^ other[i];
    return !different;
}

/* Hands an answer to the table, once: a request is looked at again until the table has moved. */
static void tell(struct table_site *site, const struct table_answer *said)
{
    if (site->answered == said->state)
        return;
    site->answered = said->state;
    if (strcmp(said->text, "again") == 0)
        begin_table(site);
    else if (!serve_child_tell(&site->child, said->text))
        site->answered = 0; /* it has ended, which look() finds out */
}

/* False while the table has not moved. */
static bool answer_said(struct table_site *site, const char *body, size_t length,
                        struct http_answer *answer)
{
    struct table_answer said;

    if (!table_answer_read(body, length, &said)) {
        http_answer_text(answer, 400, "That is no answer to a table.\n");
        return true;
    }
    if (!same_token(said.token, site->token)) {
        http_answer_text(answer, 403, "This page is of a table that has ended. Load it again.\n");
        return true;
    }
    if (said.state == site->state && !(site->ended && strcmp(said.text, "again") != 0)) {
        tell(site, &said);
        return false;
    }
    answer_now(site, answer);
    return true;
}

/* What of a table a request is for, and the answer to it, as http_site.answer gives it. */
static bool table_site_answer(struct table_site *site, enum table_part part,
                              const struct http_request *request, const char *body,
                              struct http_answer *answer)
{
    if (part == TABLE_ANSWER && request->method == HTTP_POST)
        return site->now && answer_said(site, body, request->body, answer);
    if (part == TABLE_ANSWER)
        http_answer_text(answer, 404, "There is nothing here. The table is at /\n");
    else if (request->method == HTTP_POST)
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
    else if (part == TABLE_PAGE)
        answer_page(site, answer);
    else if (!site->now)
        return false;
    else
        answer_now(site, answer);
    return true;
}

/* Whether this is an answer that begins the table of a site that waits. */
static bool table_site_is_begun_by(const struct table_site *site, enum table_part part,
                                   const struct http_request *request, const char *body)
{
    struct table_answer said;

    return part == TABLE_ANSWER && request->method == HTTP_POST && site->ended &&
           table_answer_read(body, request->body, &said) && same_token(said.token, site->token) &&
           said.state == site->state && strcmp(said.text, "again") == 0;
}

static bool answer(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer)
{
    static const char *const names[] = {
        [TABLE_PAGE] = "", [TABLE_STATE] = "table.json", [TABLE_ANSWER] = "answer"};
    struct http_path path;

    if (http_path_read(&path, request->path) && !*path.folder)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcmp(path.page, names[i]) == 0)
                return table_site_answer(context, (enum table_part)i, request, body, answer);
    if (request->method == HTTP_POST)
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
    else
        http_answer_text(answer, 404, "There is nothing here. The table is at /\n");
    return true;
}

/* ---- what the child says ---- */

static int table_site_places(void *context, struct pollfd *places, int room)
{
    const struct table_site *site = context;

    if (site->ended || !room)
        return 0;
    *places = (struct pollfd){.fd = site->child.fd, .events = POLLIN};
    return 1;
}

/* Whether the last state is of a phase after which nothing follows. Names cannot look like that:
 * their quotes are escaped. */
static bool is_last(const struct table_site *site, const char *phase)
{
    char text[40];
    const int length = snprintf(text, sizeof text, "\"phase\":\"%s\"", phase);

    return site->now && memmem(site->now->bytes, site->now->size, text, (size_t)length);
}

static void say_bot(struct table_site *site, const char *format, const char *bot)
{
    char text[CASUAL_NAME_SIZE + 100];

    snprintf(text, sizeof text, language_phrase(&site->plan->language, format), bot);
    set_failed(site, text);
}

/* Unless it was meant to end, or has said why. */
static void say_why_it_ended(struct table_site *site)
{
    const struct language *language = &site->plan->language;
    const bool crashed = site->child.code == -1;
    char bot[CASUAL_NAME_SIZE];

    if (!crashed && (is_last(site, "failed") || (!site->child.code && is_last(site, "done"))))
        return;
    if (casual_shared_bot(site->shared, bot))
        say_bot(site, crashed ? "%s crashed, and the table ended." : "%s ended the table.", bot);
    else if (crashed)
        set_failed(
            site,
            language_phrase(language,
                            "The process of this table crashed; most likely one of the bots did."));
    else if (site->child.code)
        set_failed(site, language_phrase(language, "The table has ended; the terminal says why."));
    else
        set_failed(site,
                   language_phrase(
                       language,
                       "The process of this table has ended; most likely one of the bots did it."));
}

static void table_site_look(void *context)
{
    struct table_site *site = context;
    size_t length;
    int lines;

    if (site->ended)
        return;
    const bool runs = serve_child_read(&site->child);
    char *line = serve_child_last_line(&site->child, &length, &lines);
    if (line)
        set_now(site, line, length);
    site->state += (uint64_t)lines;
    if (runs)
        return;
    site->ended = true;
    say_why_it_ended(site);
}

struct http_site table_site_of(struct table_site *site)
{
    return (struct http_site){site, answer, table_site_places, table_site_look};
}

/* ---- tables at which a logged game is taken over ---- */

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
    if (draw_token(tables->token, errors))
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
    struct run_table waiting;

    set_up(&waiting, tables, folder, address);
    const bool begins = table_site_is_begun_by(waiting.site, address->part, request, body);
    struct run_table *table = begins ? make_room(tables) : &waiting;
    if (begins)
        set_up(table, tables, folder, address);
    table->asked = clock_ms(CLOCK_MONOTONIC);
    const bool answered = table_site_answer(table->site, address->part, request, body, answer);
    end_table(&waiting);
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
