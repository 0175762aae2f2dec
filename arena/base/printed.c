// SPDX-License-Identifier: MIT
#include "arena/base/printed.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/text.h"

static void keep(struct printed *printed, const char *text, size_t length)
{
    const size_t head = sizeof printed->head - 1, tail = sizeof printed->tail - 1;

    if (printed->bytes < head)
        snprintf(printed->head + printed->bytes, head + 1 - printed->bytes, "%.*s", (int)length,
                 text);
    printed->bytes += length;
    if (length > tail) {
        text += length - tail;
        length = tail;
    }
    size_t old = strlen(printed->tail), kept = old + length > tail ? tail - length : old;
    memmove(printed->tail, printed->tail + old - kept, kept);
    memcpy(printed->tail + kept, text, length);
    printed->tail[kept + length] = '\0';
}

void printed_drain(struct printed *printed, int from)
{
    enum { READS = 64 };
    char text[4096];

    for (int reads = 0; reads < READS; reads++) {
        ssize_t got = read(from, text, sizeof text);
        if (got <= 0)
            return;
        for (ssize_t i = 0; i < got; i++)
            text[i] = text[i] ? text[i] : ' ';
        keep(printed, text, (size_t)got);
    }
}

const char *printed_last_line(const struct printed *printed, char *line, size_t size)
{
    static const char NOISE[] = "ABORTING"; /* how a sanitizer's report ends */
    char tail[sizeof printed->tail];
    char *at;

    memcpy(tail, printed->tail, sizeof tail);
    line[0] = '\0';
    while (*tail && !*line) {
        at = strrchr(tail, '\n');
        at = at ? at : tail;
        if (!strstr(at, NOISE))
            snprintf(line, size, "%s", at + strspn(at, "\n "));
        *at = '\0';
    }
    text_make_printable(line);
    return line;
}
