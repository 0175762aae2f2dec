// SPDX-License-Identifier: MIT
#include "arena/serve/table_request.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* ---- answers ---- */

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
