// SPDX-License-Identifier: MIT
#include "arena/serve/table_site.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/report/page.h"
#include "engine/text_put.h"

/* ---- what a request says ---- */

const struct table_language table_languages[TABLE_LANGUAGES] = {
    {"", "en", "English", {.german = false}},
    {"-de", "de", "Deutsch", {.german = true}},
    {"-de-cards", "de", "Deutsch, deutsche Karten", {.german = true, .german_cards = true}},
};

/* Up to 15 digits, the first of which is no needless zero. NULL for anything else. */
static const char *read_digits(const char *at, int64_t *number)
{
    enum { DIGITS = 15 };
    const char *first = at;

    for (*number = 0; isdigit((unsigned char)*at) && at - first < DIGITS; at++)
        *number = 10 * *number + (*at - '0');
    return at > first && !(*first == '0' && at - first > 1) ? at : NULL;
}

/* What follows the name. */
static bool read_part(enum table_part *part, const char *rest)
{
    static const char *const endings[] = {
        [TABLE_PAGE] = "", [TABLE_STATE] = ".json", [TABLE_ANSWER] = ".answer"};

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(rest, endings[i]) == 0) {
            *part = (enum table_part)i;
            return true;
        }
    return false;
}

bool table_address_read(struct table_address *address, const char *page)
{
    static const char head[] = "table-";
    const char *at = page;

    if (strncmp(at, head, sizeof head - 1) != 0 ||
        !(at = read_digits(at + sizeof head - 1, &address->game)) || *at != '-' ||
        !(at = read_digits(at + 1, &address->move)) || address->move < 1)
        return false;
    for (int i = 0; i < TABLE_LANGUAGES; i++) {
        const size_t length = strlen(table_languages[i].suffix);
        if (strncmp(at, table_languages[i].suffix, length) == 0 &&
            read_part(&address->part, at + length)) {
            address->in = &table_languages[i];
            table_address_name(address->game, address->move, address->in, address->name);
            return true;
        }
    }
    return false;
}

void table_address_name(int64_t game, int64_t move, const struct table_language *in,
                        char name[TABLE_NAME_SIZE])
{
    snprintf(name, TABLE_NAME_SIZE, "table-%" PRId64 "-%" PRId64 "%s", game, move, in->suffix);
}

/* Takes a line of printable ASCII, 1 .. size - 1 bytes, off the text. */
static bool take_line(const char **at, const char *end, char *line, size_t size)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    const size_t length = (size_t)((stop ? stop : end) - *at);

    if (!length || length >= size)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((*at)[i] < ' ' || (*at)[i] > '~')
            return false;
    memcpy(line, *at, length);
    line[length] = '\0';
    *at = stop ? stop + 1 : end;
    return true;
}

bool table_answer_read(const char *body, size_t length, struct table_answer *answer)
{
    const char *at = body, *end = body + length, *rest;
    char number[TABLE_TOKEN_SIZE];
    int64_t state = 0;

    *answer = (struct table_answer){.state = 0};
    const bool read = take_line(&at, end, answer->token, sizeof answer->token) &&
                      strlen(answer->token) == TABLE_TOKEN_SIZE - 1 &&
                      take_line(&at, end, number, sizeof number) &&
                      (rest = read_digits(number, &state)) && !*rest &&
                      take_line(&at, end, answer->text, sizeof answer->text) && at == end;
    answer->state = (uint64_t)state;
    return read;
}

/* ---- the sites ---- */

struct table_site {
    struct child_store *children;
    const struct table_plan *plan; /* of the one table; NULL: there are several */
    const char *opponent, *root;   /* of several */
    char token[TABLE_TOKEN_SIZE];
};

/* The table that a request is about. */
struct asked_table {
    const struct table_site *site;
    const struct table_plan *plan;
    const char *key; /* of its process */
};

/* ---- tables ---- */

/* Begins a table, which replaces one with the same key and continues the numbers of its states. */
static void begin_table(const struct asked_table *table)
{
    const struct child_wish wish = {.key = table->key,
                                    .work = table_child,
                                    .context = table->plan,
                                    .shared = casual_shared_size()};

    child_store_begin(table->site->children, CHILD_TABLE, &wish);
}

/* A site whose token is 32 digits that nobody knows. NULL with an error. */
static struct table_site *new_site(struct child_store *children, struct errors *errors)
{
    struct table_site *site = xcalloc(1, sizeof *site);
    unsigned char bytes[(TABLE_TOKEN_SIZE - 1) / 2];

    site->children = children;
    if (getentropy(bytes, sizeof bytes) == 0) {
        *put_hex(site->token, bytes, sizeof bytes) = '\0';
        return site;
    }
    errors_add(errors, "play", "no random numbers: %s", strerror(errno));
    free(site);
    return NULL;
}

struct table_site *table_site_new(struct child_store *children, const struct table_plan *plan,
                                  struct errors *errors)
{
    struct table_site *site = new_site(children, errors);

    if (site) {
        site->plan = plan;
        begin_table(&(struct asked_table){site, plan, ""});
    }
    return site;
}

struct table_site *table_site_of_runs(struct child_store *children, const char *opponent,
                                      const char *root, struct errors *errors)
{
    struct table_site *site = new_site(children, errors);

    if (site) {
        site->opponent = opponent;
        site->root = root;
    }
    return site;
}

void table_site_free(struct table_site *site) { free(site); }

/* ---- how it is ---- */

/* Why a table ended that was not over. The caller frees it. */
static char *why_it_ended(const struct table_plan *plan, const struct child_said *said)
{
    const bool crashed = said->exit < 0;
    char bot[CASUAL_NAME_SIZE];

    if (casual_shared_bot(said->shared, bot)) {
        const char *format = crashed ? "%s crashed, and the table ended." : "%s ended the table.";
        return xasprintf(language_phrase(&plan->language, format), bot);
    }
    const char *why = "The process of this table has ended; most likely one of the bots did it.";
    if (crashed)
        why = "The process of this table crashed; most likely one of the bots did.";
    else if (said->exit)
        why = "The table has ended; the terminal says why.";
    return xstrdup(language_phrase(&plan->language, why));
}

/* The table as it is; if its process ended before the table was over, that is said. False if there
 * is no table. */
static bool find_table(const struct asked_table *table, struct child_said *said)
{
    struct child_store *children = table->site->children;

    if (!child_store_find(children, CHILD_TABLE, table->key, said))
        return false;
    if (said->runs || said->code == TABLE_OVER)
        return true;
    char *why = why_it_ended(table->plan, said);
    cJSON *failed = table_failed_json(said->stamp + 1, why);
    char *text = xcheck(cJSON_PrintUnformatted(failed));
    child_store_say(children, CHILD_TABLE, table->key, TABLE_OVER, said->stamp + 1, text);
    free(text);
    cJSON_Delete(failed);
    free(why);
    return child_store_find(children, CHILD_TABLE, table->key, said);
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

static bool answer_page(const struct asked_table *table, struct http_answer *answer)
{
    cJSON *data = cJSON_CreateObject();
    size_t size;

    cJSON_AddStringToObject(data, "title", "Skat Arena");
    cJSON_AddStringToObject(data, "token", table->site->token);
    if (table->plan->name) {
        cJSON_AddStringToObject(data, "name", table->plan->name);
        add_languages(data, table->plan);
    }
    page_language_add(data, &table->plan->language);
    char *text = page_text(data, PAGE_TABLE, &size);
    *answer = (struct http_answer){200, HTTP_TYPE_HTML, body_new(text, size)};
    return true;
}

/* False while it has said nothing yet. */
static bool answer_state(const struct asked_table *table, struct http_answer *answer)
{
    static const char none[] = "{\"state\":0,\"phase\":\"none\"}";
    struct child_said said;

    if (!find_table(table, &said))
        http_answer_text(answer, 200, "%s", none);
    else if (!said.body)
        return false;
    else
        *answer = (struct http_answer){.status = 200, .body = body_use(said.body)};
    answer->type = HTTP_TYPE_JSON;
    return true;
}

/* Whether two tokens are the same, in the same time whatever they are. */
static bool same_token(const char *one, const char *other)
{
    int different = 0;

    for (int i = 0; i < TABLE_TOKEN_SIZE; i++)
        different |= one[i] ^ other[i];
    return !different;
}

/* Hands an answer to the table, once: a request is looked at again until the table has moved. False
 * until then. */
static bool answer_said(const struct asked_table *table, const char *body, size_t length,
                        struct http_answer *answer)
{
    struct table_answer told;
    struct child_said said = {.fresh = true};

    if (!table_answer_read(body, length, &told)) {
        http_answer_text(answer, 400, "That is no answer to a table.\n");
        return true;
    }
    if (!same_token(told.token, table->site->token)) {
        http_answer_text(answer, 403, "This page is of a table that has ended. Load it again.\n");
        return true;
    }
    find_table(table, &said);
    const bool again = strcmp(told.text, "again") == 0;
    if (!said.fresh)
        return false; /* it was begun anew, and has said nothing yet */
    if (told.state != said.stamp || !(said.runs || again))
        return answer_state(table, answer);
    if (again)
        begin_table(table);
    else
        child_store_tell(table->site->children, CHILD_TABLE, table->key, told.text);
    return false;
}

static bool answer_part(const struct asked_table *table, enum table_part part,
                        const struct http_request *request, const char *body,
                        struct http_answer *answer)
{
    if (part == TABLE_ANSWER && request->method == HTTP_POST)
        return answer_said(table, body, request->body, answer);
    if (part == TABLE_PAGE && request->method != HTTP_POST)
        return answer_page(table, answer);
    if (part == TABLE_STATE && request->method != HTTP_POST)
        return answer_state(table, answer);
    if (request->method == HTTP_POST)
        http_answer_text(answer, 405, "Only GET and HEAD are answered here.\n");
    else
        http_answer_text(answer, 404, "There is nothing here. The table is at /\n");
    return true;
}

static bool answer(void *context, const struct http_request *request, const char *body,
                   struct http_answer *answer)
{
    static const char *const names[] = {
        [TABLE_PAGE] = "", [TABLE_STATE] = "table.json", [TABLE_ANSWER] = "answer"};
    const struct table_site *site = context;
    const struct asked_table table = {site, site->plan, ""};
    struct http_path path;
    int part = TABLE_PARTS;

    if (http_path_read(&path, request->path) && !*path.folder)
        for (part = 0; part < TABLE_PARTS && strcmp(path.page, names[part]) != 0;)
            part++;
    return answer_part(&table, (enum table_part)part, request, body, answer);
}

struct http_site table_site_of(struct table_site *site)
{
    return (struct http_site){site, answer, site->children};
}

bool table_site_answer_run(struct table_site *site, const char *folder, const char *page,
                           const struct http_request *request, const char *body,
                           struct http_answer *answer)
{
    char key[FOLDER_PATH_SIZE + TABLE_NAME_SIZE];
    struct table_address address;

    if (!table_address_read(&address, page))
        return false;
    snprintf(key, sizeof key, "%s/%s", folder, address.name);
    const struct table_plan plan = {
        .setup = {.bots = {site->opponent}, .bot_count = 1, .takes = true},
        .language = address.in->language,
        .from = {folder, site->root, address.game, address.move},
        .name = address.name};
    return answer_part(&(struct asked_table){site, &plan, key}, address.part, request, body,
                       answer);
}
