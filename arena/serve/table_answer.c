// SPDX-License-Identifier: MIT
#include "arena/serve/table_answer.h"

#include <string.h>

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

static bool read_number(const char *text, uint64_t *number)
{
    enum { DIGITS = 15 };

    *number = 0;
    if (strlen(text) > DIGITS)
        return false;
    for (; *text >= '0' && *text <= '9'; text++)
        *number = *number * 10 + (uint64_t)(*text - '0');
    return !*text;
}

bool table_answer_read(const char *body, size_t length, struct table_answer *answer)
{
    const char *at = body, *end = body + length;
    char number[TABLE_TOKEN_SIZE];

    *answer = (struct table_answer){.state = 0};
    return take_line(&at, end, answer->token, sizeof answer->token) &&
           strlen(answer->token) == TABLE_TOKEN_SIZE - 1 &&
           take_line(&at, end, number, sizeof number) && read_number(number, &answer->state) &&
           take_line(&at, end, answer->text, sizeof answer->text) && at == end;
}
