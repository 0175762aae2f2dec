// SPDX-License-Identifier: MIT
#include "arena/serve/http_request.h"

#include <string.h>
#include <strings.h>

/* A part of the head. */
struct span {
    const char *at;
    size_t length;
};

enum { OK = 200, BAD = 400 };

static bool is(struct span span, const char *text)
{
    return span.length == strlen(text) && strncasecmp(span.at, text, span.length) == 0;
}

/* Copies a span as text; false if it is too long. */
static bool copy(struct span span, char *text, size_t size)
{
    if (span.length >= size)
        return false;
    memcpy(text, span.at, span.length);
    text[span.length] = '\0';
    return true;
}

/* A visible character of ASCII. */
static bool is_visible(char c) { return c > ' ' && c < 127; }

/* A character of a token: RFC 9110, section 5.6.2. */
static bool is_of_token(char c) { return is_visible(c) && !strchr("\"(),/:;<=>?@[\\]{}", c); }

static bool is_token(struct span span)
{
    for (size_t i = 0; i < span.length; i++)
        if (!is_of_token(span.at[i]))
            return false;
    return span.length > 0;
}

/* Takes the text up to `end` off the span; false if it has none. */
static bool take_until(struct span *rest, char end, struct span *taken)
{
    const char *at = memchr(rest->at, end, rest->length);

    if (!at)
        return false;
    *taken = (struct span){rest->at, (size_t)(at - rest->at)};
    rest->length -= taken->length + 1;
    rest->at = at + 1;
    return true;
}

/* The next line without its CR LF; false if it does not end so. */
static bool take_line(struct span *rest, struct span *line)
{
    if (!take_until(rest, '\n', line) || !line->length || line->at[line->length - 1] != '\r')
        return false;
    line->length--;
    return !memchr(line->at, '\r', line->length) && !memchr(line->at, '\0', line->length);
}

/* ---- the first line ---- */

static int read_method(struct span word, enum http_method *method)
{
    static const char *const names[] = {
        [HTTP_GET] = "GET", [HTTP_HEAD] = "HEAD", [HTTP_POST] = "POST"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word.length == strlen(names[i]) && memcmp(word.at, names[i], word.length) == 0) {
            *method = (enum http_method)i;
            return OK;
        }
    return is_token(word) ? 405 : BAD;
}

static int read_target(struct span word, char target[HTTP_TARGET_SIZE])
{
    for (size_t i = 0; i < word.length; i++)
        if (!is_visible(word.at[i]))
            return BAD;
    if (!word.length || *word.at != '/')
        return BAD; /* a proxy's form, or "*": this is no proxy */
    return copy(word, target, HTTP_TARGET_SIZE) ? OK : 414;
}

static int read_version(struct span word)
{
    if (is(word, "HTTP/1.1") || is(word, "HTTP/1.0"))
        return OK;
    return word.length == 8 && strncmp(word.at, "HTTP/", 5) == 0 ? 505 : BAD;
}

static int read_first_line(struct span line, struct http_request *request)
{
    struct span method, target;

    if (!take_until(&line, ' ', &method) || !take_until(&line, ' ', &target))
        return BAD;
    int status = read_method(method, &request->method);
    if (status == OK)
        status = read_target(target, request->target);
    return status == OK ? read_version(line) : status;
}

/* ---- the fields ---- */

/* How often those fields came that count. */
struct seen {
    int host, origin, length;
};

static struct span trimmed(struct span span)
{
    while (span.length && (*span.at == ' ' || *span.at == '\t')) {
        span.at++;
        span.length--;
    }
    while (span.length && (span.at[span.length - 1] == ' ' || span.at[span.length - 1] == '\t'))
        span.length--;
    return span;
}

static int read_length(struct span value, size_t *length)
{
    enum { DIGITS = 9 };

    *length = 0;
    if (!value.length)
        return BAD;
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] < '0' || value.at[i] > '9')
            return BAD;
        if (i < DIGITS)
            *length = *length * 10 + (size_t)(value.at[i] - '0');
    }
    return value.length > DIGITS || *length > HTTP_BODY_MAX ? 413 : OK;
}

static int read_field(struct span line, struct http_request *request, struct seen *seen)
{
    struct span name;

    if (!take_until(&line, ':', &name) || !is_token(name))
        return BAD;
    const struct span value = trimmed(line);
    if (is(name, "host"))
        return seen->host++ || !copy(value, request->host, sizeof request->host) ? BAD : OK;
    if (is(name, "origin"))
        return seen->origin++ || !copy(value, request->origin, sizeof request->origin) ? BAD : OK;
    if (is(name, "content-length"))
        return seen->length++ ? BAD : read_length(value, &request->body);
    return is(name, "transfer-encoding") ? 501 : OK;
}

/* The bytes of a head that ends within `length`; 0 if it does not. */
static size_t head_length(const char *bytes, size_t length)
{
    const char *end = memmem(bytes, length, "\r\n\r\n", 4);

    return end ? (size_t)(end - bytes) + 4 : 0;
}

int http_request_read(const char *bytes, size_t length, struct http_request *request)
{
    struct seen seen = {0};
    struct span rest, line;

    *request = (struct http_request){.head = head_length(bytes, length)};
    if (!request->head || request->head > HTTP_HEAD_MAX)
        return request->head || length >= HTTP_HEAD_MAX ? 431 : 0;
    rest = (struct span){bytes, request->head - 2};
    int status = take_line(&rest, &line) ? read_first_line(line, request) : BAD;
    while (status == OK && rest.length)
        status = take_line(&rest, &line) ? read_field(line, request, &seen) : BAD;
    if (status == OK && !seen.host)
        return BAD; /* also of HTTP/1.0: whom the client means must be known */
    if (status == OK && request->body && request->method != HTTP_POST)
        return BAD;
    return status;
}
