// SPDX-License-Identifier: MIT
#include "bots/pipe/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text_put.h"

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

char *text_room(struct text *text, size_t more)
{
    enum { FIRST_SIZE = 4096 };
    size_t needed = text->length + more;

    if (needed > text->size) {
        size_t size = text->size ? text->size : FIRST_SIZE;
        while (size < needed)
            size *= 2;
        char *data = realloc(text->data, size);
        if (!data)
            abort(); /* out of memory */
        text->data = data;
        text->size = size;
    }
    return text->data + text->length;
}

static void add(struct text *text, const char *bytes, size_t length)
{
    memcpy(text_room(text, length), bytes, length);
    text->length += length;
    text->last = bytes[length - 1];
}

static void add_quoted(struct text *text, const char *word)
{
    add(text, "\"", 1);
    if (*word)
        add(text, word, strlen(word));
    add(text, "\"", 1);
}

/* Writes what precedes a value: a comma unless it is the first, and its key. */
static void begin_value(struct text *text, const char *key)
{
    if (text->last && text->last != '{' && text->last != '[')
        add(text, ",", 1);
    if (!key)
        return;
    add_quoted(text, key);
    add(text, ":", 1);
}

void put_open(struct text *text, const char *key, char bracket)
{
    begin_value(text, key);
    add(text, &bracket, 1);
}

void put_close(struct text *text, char bracket) { add(text, &bracket, 1); }

void put_number(struct text *text, const char *key, int64_t number)
{
    begin_value(text, key);
    char *begin = text_room(text, PUT_INT_SIZE + 1), *end = put_int(begin, number);
    text->length += (size_t)(end - begin);
    text->last = end[-1];
}

void put_thousandths(struct text *text, const char *key, int64_t number)
{
    char digits[PUT_INT_SIZE + 8];
    const int length = snprintf(digits, sizeof digits, "%g", (double)number / 1000);

    begin_value(text, key);
    add(text, digits, (size_t)length);
}

void put_flag(struct text *text, const char *key, int flag)
{
    begin_value(text, key);
    if (flag)
        add(text, "true", 4);
    else
        add(text, "false", 5);
}

void put_word(struct text *text, const char *key, const char *word)
{
    begin_value(text, key);
    add_quoted(text, word);
}

void put_null(struct text *text, const char *key)
{
    begin_value(text, key);
    add(text, "null", 4);
}

void put_line_end(struct text *text)
{
    add(text, "\n", 1);
    text->last = '\0';
}

const char *text_quote(const char *line, size_t length, char quoted[QUOTE_SIZE])
{
    size_t cut = length < QUOTE_SIZE ? length : QUOTE_SIZE - 1;

    for (size_t i = 0; i < cut; i++)
        quoted[i] = line[i] >= ' ' && line[i] <= '~' ? line[i] : '?';
    quoted[cut] = '\0';
    if (cut < length)
        memcpy(quoted + cut - 3, "...", 3);
    return quoted;
}
