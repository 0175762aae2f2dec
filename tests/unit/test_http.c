// SPDX-License-Identifier: MIT
/* tests/unit/test_http.c - what `serve` reads of a request: its head, the place it names, the host
 * it means. */
#include <string.h>

#include "arena/serve/http_answer.h"
#include "arena/serve/http_host.h"
#include "arena/serve/http_path.h"
#include "arena/serve/http_request.h"
#include "arena/serve/table_address.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#define HOST "Host: localhost:7528\r\n"

TEST(heads_are_read)
{
    static const struct {
        const char *from, *bytes;
        int want;
    } cases[] = {
        {"RFC 9112, 2.1", "GET / HTTP/1.1\r\n" HOST "\r\n", 200},
        {"RFC 9112, 3.2: none without Host", "GET / HTTP/1.1\r\n\r\n", 400},
        {"RFC 9112, 3.2: two of them", "GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400},
        {"RFC 9112, 5.1: no space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
        {"RFC 9112, 5.2: no folded lines", "GET / HTTP/1.1\r\n" HOST " a: b\r\n\r\n", 400},
        {"RFC 9112, 2.2: no lone LF", "GET / HTTP/1.1\n" HOST "\r\n", 400},
        {"RFC 9112, 2.2: no lone CR", "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400},
        {"not complete", "GET / HTTP/1.1\r\n" HOST "\r", 0},
        {"nothing yet", "", 0},
        {"RFC 9110, 9.1: method names are case-sensitive", "get / HTTP/1.1\r\n" HOST "\r\n", 405},
        {"another method", "DELETE / HTTP/1.1\r\n" HOST "\r\n", 405},
        {"no method", "G<T / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"RFC 9112, 3.2.2: a proxy's form", "GET http://a/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"two spaces", "GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"a control character", "GET /\x01 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"bytes beyond ASCII", "GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"HTTP/1.0 with Host", "GET / HTTP/1.0\r\n" HOST "\r\n", 200},
        {"HTTP/2.0", "GET / HTTP/2.0\r\n" HOST "\r\n", 505},
        {"HTTP/0.9", "GET /\r\n\r\n", 400},
        {"RFC 9112, 6.1", "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", 501},
        {"a body", "POST / HTTP/1.1\r\n" HOST "Content-Length: 4\r\n\r\npass", 200},
        {"a body of GET", "GET / HTTP/1.1\r\n" HOST "Content-Length: 4\r\n\r\npass", 400},
        {"two lengths", "POST / HTTP/1.1\r\n" HOST "Content-Length: 4\r\nContent-Length: 4\r\n\r\n",
         400},
        {"a negative length", "POST / HTTP/1.1\r\n" HOST "Content-Length: -4\r\n\r\n", 400},
        {"a length that is none", "POST / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n", 400},
        {"too long a body", "POST / HTTP/1.1\r\n" HOST "Content-Length: 4097\r\n\r\n", 413},
        {"a length beyond all numbers",
         "POST / HTTP/1.1\r\n" HOST "Content-Length: 18446744073709551617\r\n\r\n", 413},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_request request;
        const int got = http_request_read(cases[i].bytes, strlen(cases[i].bytes), &request);
        if (got != cases[i].want)
            fail_msg("%s: got %d, want %d", cases[i].from, got, cases[i].want);
    }
}

TEST(a_request_is_what_was_sent)
{
    static const char bytes[] =
        "POST /a%20b/?x HTTP/1.1\r\nhOsT: \t[::1]:80 \r\nOrigin: http://x\r\n"
        "Content-Length: 4\r\n\r\npass";
    struct http_request request;

    assert_int_equal(http_request_read(bytes, sizeof bytes - 1, &request), 200);
    assert_int_equal(request.method, HTTP_POST);
    assert_string_equal(request.target, "/a%20b/?x");
    assert_string_equal(request.host, "[::1]:80");
    assert_string_equal(request.origin, "http://x");
    assert_int_equal(request.body, 4);
    assert_string_equal(bytes + request.head, "pass");
}

TEST(what_is_too_long_is_refused)
{
    static char bytes[HTTP_HEAD_MAX + 100];
    struct http_request request;

    memset(bytes, 'a', sizeof bytes);
    memcpy(bytes, "GET /", 5);
    memcpy(bytes + 5 + HTTP_TARGET_SIZE, " HTTP/1.1\r\n" HOST "\r\n",
           strlen(" HTTP/1.1\r\n" HOST "\r\n"));
    assert_int_equal(http_request_read(bytes, sizeof bytes, &request), 414);
    memset(bytes, 'a', sizeof bytes);
    assert_int_equal(http_request_read(bytes, HTTP_HEAD_MAX - 1, &request), 0);
    assert_int_equal(http_request_read(bytes, HTTP_HEAD_MAX, &request), 431);
    memcpy(bytes + HTTP_HEAD_MAX, "\r\n\r\n", 4);
    assert_int_equal(http_request_read(bytes, sizeof bytes, &request), 431);
}

TEST(targets_lead_below_the_folder)
{
    static const struct {
        const char *target, *folder, *page; /* folder NULL: refused */
    } cases[] = {
        {"/", "", ""},
        {"/live", "", "live"},
        {"/a/report.html?x=/..", "a", "report.html"},
        {"/a%20b/c/", "a b/c", ""},
        {"/%C3%A4/live.json#x", "\xc3\xa4", "live.json"},
        {"/..", NULL, NULL},
        {"/../a/", NULL, NULL},
        {"/a/../../b/", NULL, NULL},
        {"/%2e%2e/a", NULL, NULL},
        {"/.%2E/a", NULL, NULL},
        {"/.git/", NULL, NULL},
        {"/a%2fb/", NULL, NULL},
        {"/a%5cb/", NULL, NULL},
        {"/a\\b/", NULL, NULL},
        {"/a%00/", NULL, NULL},
        {"/a%0a/", NULL, NULL},
        {"/a%7f/", NULL, NULL},
        {"/%ff/", NULL, NULL},
        {"/%c0%ae%c0%ae/", NULL, NULL},
        {"/%/", NULL, NULL},
        {"/%2/", NULL, NULL},
        {"/%zz/", NULL, NULL},
        {"/%4", NULL, NULL},
        {"//a/", NULL, NULL},
        {"/a//b", NULL, NULL},
        {"/1/2/3/4/5/6/7/8/", "1/2/3/4/5/6/7/8", ""},
        {"/1/2/3/4/5/6/7/8/9/", NULL, NULL},
        {"a", NULL, NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_path path;
        const bool got = http_path_read(&path, cases[i].target);
        if (got != (cases[i].folder != NULL))
            fail_msg("%s: %s", cases[i].target, got ? "was read" : "was refused");
        if (got &&
            (strcmp(path.folder, cases[i].folder) != 0 || strcmp(path.page, cases[i].page) != 0))
            fail_msg("%s: \"%s\", \"%s\"", cases[i].target, path.folder, path.page);
    }
}

TEST(hosts_are_believed_by_where_it_listens)
{
    static const struct {
        const char *listen, *host;
        bool want;
    } cases[] = {
        {"127.0.0.1", "127.0.0.1:7528", true},
        {"127.0.0.1", "localhost:7528", true},
        {"127.0.0.1", "LocalHost:7528", true},
        {"127.0.0.1", "[::1]:7528", true}, /* a tunnel */
        {"127.0.0.1", "127.0.0.1", false}, /* port 80 */
        {"127.0.0.1", "127.0.0.1:80", false},
        {"127.0.0.1", "evil.example:7528", false},
        {"127.0.0.1", "localhost.evil.example:7528", false},
        {"127.0.0.1", "127.0.0.1.evil.example:7528", false},
        {"127.0.0.1", "192.168.0.1:7528", false},
        {"127.0.0.1", "", false},
        {"127.0.0.1", ":7528", false},
        {"127.0.0.1", "127.0.0.1:", false},
        {"127.0.0.1", "127.0.0.1:+7528", false},
        {"127.0.0.1", "127.0.0.1:7528x", false},
        {"127.0.0.1", "127.0.0.1:99999999999", false},
        {"127.0.0.1", "user@127.0.0.1:7528", false},
        {"::1", "[::1]:7528", true},
        {"[::1]", "[::1]:7528", true},
        {"::1", "[::1", false},
        {"0.0.0.0", "192.168.0.1:7528", true},
        {"0.0.0.0", "localhost:7528", true},
        {"0.0.0.0", "evil.example:7528", false},
        {"192.168.0.1", "192.168.0.1:7528", true},
        {"192.168.0.1", "localhost:7528", false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_place place;
        struct errors errors = {0};
        assert_true(http_place_read(&place, cases[i].listen, 7528, &errors));
        if (http_place_accepts(&place, cases[i].host) != cases[i].want)
            fail_msg("at %s, \"%s\"", cases[i].listen, cases[i].host);
    }
}

TEST(addresses_are_in_digits)
{
    static const char *const wrong[] = {"localhost", "",     "1.2.3", "1.2.3.4.5",
                                        "[::1",      "::1]", "[]"};
    struct http_place place;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct errors errors = {0};
        if (http_place_read(&place, wrong[i], 1, &errors) || errors.count != 1)
            fail_msg("\"%s\" was read", wrong[i]);
        errors_free(&errors);
    }
    struct errors none = {0};
    assert_true(http_place_read(&place, "127.8.0.1", 1, &none) && place.loopback);
    assert_true(http_place_read(&place, "::1", 1, &none) && place.loopback);
    assert_true(http_place_read(&place, "0.0.0.0", 1, &none) && !place.loopback);
    assert_true(http_place_read(&place, "::", 1, &none) && !place.loopback);
}

TEST(tables_have_addresses)
{
    static const struct {
        const char *page, *name; /* NULL: none */
        int64_t game, move;
        bool german, german_cards;
        enum table_part part;
    } cases[] = {
        {"table-1692-17", "table-1692-17", 1692, 17, false, false, TABLE_PAGE},
        {"table-0-1.json", "table-0-1", 0, 1, false, false, TABLE_STATE},
        {"table-4-12-de", "table-4-12-de", 4, 12, true, false, TABLE_PAGE},
        {"table-4-12-de.answer", "table-4-12-de", 4, 12, true, false, TABLE_ANSWER},
        {"table-4-12-de-cards.json", "table-4-12-de-cards", 4, 12, true, true, TABLE_STATE},
        {"table-999999999999999-1", "table-999999999999999-1", 999999999999999, 1, false, false,
         TABLE_PAGE},
        {.page = "table-1000000000000000-1"},
        {.page = "table-01-1"},
        {.page = "table-1-0"},
        {.page = "table-1"},
        {.page = "table-1-1-"},
        {.page = "table-1-1-en"},
        {.page = "table-1-1-de-de"},
        {.page = "table-1-1-cards"},
        {.page = "table-1-1.html"},
        {.page = "table--1-1"},
        {.page = "table-+1-1"},
        {.page = ""},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table_address address;
        const bool read = table_address_read(&address, cases[i].page);
        if (read != (cases[i].name != NULL))
            fail_msg("\"%s\" was %sread", cases[i].page, read ? "" : "not ");
        if (!read)
            continue;
        assert_string_equal(address.name, cases[i].name);
        assert_int_equal(address.game, cases[i].game);
        assert_int_equal(address.move, cases[i].move);
        assert_int_equal(address.part, cases[i].part);
        assert_int_equal(address.in->language.german, cases[i].german);
        assert_int_equal(address.in->language.german_cards, cases[i].german_cards);
    }
}

TEST(a_head_ends_before_its_body)
{
    struct http_answer answer;
    char head[HTTP_FIELDS_SIZE];

    http_answer_text(&answer, 404, "no %s\n", "page");
    const int length = http_answer_head(&answer, head);
    assert_in_range(length, 1, sizeof head - 1);
    assert_memory_equal(head, "HTTP/1.1 404 Not Found\r\n", 24);
    assert_string_equal(head + length - 4, "\r\n\r\n");
    assert_non_null(strstr(head, "\r\nContent-Length: 8\r\n"));
    assert_ptr_equal(strstr(head, "\r\n\r\n"), head + length - 4);
    http_body_drop(answer.body);
}
