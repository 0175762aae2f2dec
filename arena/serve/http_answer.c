// SPDX-License-Identifier: MIT
#include "arena/serve/http_answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/base/memory.h"

void http_answer_text(struct http_answer *answer, int status, const char *format, ...)
{
    va_list arguments;
    char *text = NULL;

    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    text = xcheck(text);
    *answer = (struct http_answer){status, HTTP_TYPE_TEXT, http_body_new(text, strlen(text))};
}

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {505, "HTTP Version Not Supported"},
    };

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "";
}

int http_answer_head(const struct http_answer *answer, char head[HTTP_FIELDS_SIZE])
{
    const time_t now = time(NULL);
    struct tm when;
    char date[40];

    /* The names of days and months are those of the C locale, which the program never leaves. */
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &when));
    return snprintf(head, HTTP_FIELDS_SIZE,
                    "HTTP/1.1 %d %s\r\n"
                    "Date: %s\r\n"
                    "Content-Type: %s\r\n"
                    "Content-Length: %zu\r\n"
                    "%s"
                    "Cache-Control: no-store\r\n"
                    "Content-Security-Policy: frame-ancestors 'none'; object-src 'none'\r\n"
                    "Cross-Origin-Opener-Policy: same-origin\r\n"
                    "Cross-Origin-Resource-Policy: same-origin\r\n"
                    "Referrer-Policy: no-referrer\r\n"
                    "X-Content-Type-Options: nosniff\r\n"
                    "Connection: close\r\n\r\n",
                    answer->status, reason_of(answer->status), date, answer->type,
                    answer->body->size, answer->status == 405 ? "Allow: GET, HEAD\r\n" : "");
}
