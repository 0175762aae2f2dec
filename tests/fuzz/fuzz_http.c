// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_http.c - what a client sends to `serve`: what is read of it is within its bounds,
 * the same however the bytes come, and leads to no place but below the folder that is served. What
 * is read of an answer to a table is one line. And the address of a table is read as one thing,
 * which has one name. */

#include "arena/serve/http_host.h"
#include "arena/serve/http_path.h"
#include "arena/serve/http_request.h"
#include "arena/serve/table_address.h"
#include "arena/serve/table_answer.h"
#include "tests/fuzz/fuzz.h"

/* The folder is a chain of plain names. */
static void check_path(const struct http_path *path)
{
    const char *name = path->folder;

    fuzz_must(strlen(path->folder) < sizeof path->folder && *path->page != '.' &&
              !strchr(path->page, '/') && !strchr(path->page, '\\'));
    while (*name) {
        const size_t length = strcspn(name, "/");
        fuzz_must(length && *name != '.' && !memchr(name, '\\', length));
        name += length;
        if (*name && !*++name)
            abort(); /* a slash ends it */
    }
}

/* What comes as an answer: a bot is asked no more than the page could. */
static void check_answer(const char *bytes, size_t size)
{
    struct table_answer answer;

    if (!table_answer_read(bytes, size, &answer))
        return;
    fuzz_must(strlen(answer.token) == TABLE_TOKEN_SIZE - 1 && *answer.text);
    for (const char *at = answer.text; *at; at++)
        fuzz_must(*at >= ' ' && *at <= '~');
}

/* A table has one name: what is read of an address writes the same address. */
static void check_address(const char *page)
{
    static const char *const endings[] = {
        [TABLE_PAGE] = "", [TABLE_STATE] = ".json", [TABLE_ANSWER] = ".answer"};
    struct table_address address;
    char again[2 * TABLE_NAME_SIZE], name[TABLE_NAME_SIZE];

    if (!table_address_read(&address, page))
        return;
    fuzz_must(address.game >= 0 && address.move >= 1 && strlen(page) < sizeof again);
    table_address_name(address.game, address.move, address.in, name);
    snprintf(again, sizeof again, "%s%s", address.name, endings[address.part]);
    fuzz_must(strcmp(again, page) == 0 && strcmp(name, address.name) == 0);
}

/* The bytes as a text, as if they were the last part of an address. */
static void check_bytes_as_address(const char *bytes, size_t size)
{
    char page[sizeof((struct http_path){0}.page)];

    if (size >= sizeof page)
        return;
    memcpy(page, bytes, size);
    page[size] = '\0';
    check_address(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_request request, cut;
    struct http_path path;
    struct http_place place;
    struct errors errors = {0};
    const char *bytes = (const char *)data;
    const int status = http_request_read(bytes, size, &request);

    check_answer(bytes, size);
    check_bytes_as_address(bytes, size);
    if (status != 200)
        return 0;
    fuzz_must(request.head <= size && request.body <= HTTP_BODY_MAX && *request.target == '/' &&
              strlen(request.target) < sizeof request.target && strlen(request.host) <= size);
    fuzz_must(http_request_read(bytes, request.head, &cut) == 200 &&
              strcmp(cut.host, request.host) == 0); /* what follows a head does not change it */
    fuzz_must(http_request_read(bytes, request.head - 1, &cut) == 0); /* not complete */
    if (request.body <= size - request.head)
        check_answer(bytes + request.head, request.body);
    if (http_path_read(&path, request.target)) {
        check_path(&path);
        check_address(path.page);
    }
    fuzz_must(http_place_read(&place, "127.0.0.1", 7528, &errors));
    http_place_accepts(&place, request.host);
    return 0;
}
