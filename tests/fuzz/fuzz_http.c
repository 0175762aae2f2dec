// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_http.c - what a client sends to `serve`, as far as libmicrohttpd does not read
 * it: a path leads to no place but below the folder that is served; what is read of an answer to a
 * table is one line; the address of a table is read as one thing, which has one name; and any text
 * is looked at as the name of a host. */

#include "arena/serve/http_server.h"
#include "arena/serve/table_site.h"
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_path path;
    struct http_place place;
    struct errors errors = {0};
    char text[2 * HTTP_PATH_SIZE];

    check_answer((const char *)data, size);
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    check_address(text);
    if (http_path_read(&path, text)) {
        check_path(&path);
        check_address(path.page);
    }
    fuzz_must(http_place_read(&place, "127.0.0.1", 7528, &errors));
    http_place_accepts(&place, text);
    return 0;
}
