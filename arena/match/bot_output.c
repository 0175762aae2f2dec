// SPDX-License-Identifier: MIT
#include "arena/match/bot_output.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/text.h"

/* Whether a bot's name and a colon begin the line. */
static bool is_named(const struct config *config, const char *line)
{
    for (int i = 0; i < config->bot_count; i++) {
        size_t length = strlen(config->bots[i].name);
        if (strncmp(line, config->bots[i].name, length) == 0 && line[length] == ':')
            return true;
    }
    return false;
}

static void show_repeats(struct bot_output *output, FILE *to)
{
    if (output->repeats)
        fprintf(to, "a bot: the same %s, %llu time%s more\n",
                strchr(output->last, '\n') ? "lines" : "line", (unsigned long long)output->repeats,
                text_plural(output->repeats));
    output->repeats = 0;
}

/* Shows a line, or the lines of a block, without the last newline. */
static void show_text(struct bot_output *output, const struct config *config, const char *text,
                      FILE *to)
{
    static const char anonymous[] = "a bot: ";

    if (strcmp(text, output->last) == 0) {
        output->repeats++;
        return;
    }
    show_repeats(output, to);
    fputs(is_named(config, text) ? "bot " : anonymous, to);
    for (const char *at = text; *at; at++) {
        fputc(*at, to);
        if (*at == '\n')
            fprintf(to, "%*s", (int)sizeof anonymous - 1, "");
    }
    fputc('\n', to);
    strcpy(output->last, text);
}

static void show_block(struct bot_output *output, const struct config *config, FILE *to)
{
    if (output->block_length)
        show_text(output, config, output->block, to);
    output->block_length = 0;
}

/* A traceback of Python; one of a syntax error may lack its heading. */
static bool begins_block(const char *line)
{
    static const char *const beginnings[] = {"Traceback (most recent call last):", "  File \""};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

static void add_to_block(struct bot_output *output, size_t length)
{
    if (output->block_length)
        output->block[output->block_length++] = '\n';
    memcpy(output->block + output->block_length, output->line, length + 1);
    output->block_length += length;
}

/* Shows the line that is complete, or keeps it in the block. The first line of a traceback that is
 * not indented, the exception, is its last one. */
static void show_line(struct bot_output *output, const struct config *config, FILE *to)
{
    const size_t length = output->length;

    if (!length)
        return;
    output->line[length] = '\0';
    output->length = 0;
    text_make_printable(output->line);
    if (output->block_length + length >= BOT_OUTPUT_BLOCK)
        show_block(output, config, to);
    if (output->block_length) {
        add_to_block(output, length);
        if (*output->line != ' ')
            show_block(output, config, to);
    } else if (begins_block(output->line)) {
        add_to_block(output, length);
    } else {
        show_text(output, config, output->line, to);
    }
}

void bot_output_end(struct bot_output *output, const struct config *config, FILE *to)
{
    show_line(output, config, to);
    show_block(output, config, to);
    show_repeats(output, to);
}

void bot_output_show(struct bot_output *output, const struct config *config, const char *text,
                     size_t length, FILE *to)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n')
            output->line[output->length++] = text[i] ? text[i] : '?';
        if (text[i] == '\n' || output->length == BOT_OUTPUT_LINE)
            show_line(output, config, to);
    }
}

/* ---- from the worker to the supervisor ---- */

enum { READS = 64 }; /* at a time: a child of a bot may print without end */

bool bot_output_open(struct bot_output *output)
{
    int ends[2];

    if (output->to)
        return true;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    output->from = ends[0];
    output->to = ends[1];
    return true;
}

void bot_output_close(const struct bot_output *output)
{
    if (!output->to)
        return;
    close(output->from);
    close(output->to);
}

static void put(struct printed_ring *ring, const char *text, size_t length)
{
    const uint32_t begin = atomic_load_explicit(&ring->begin, memory_order_acquire);
    uint32_t end = atomic_load_explicit(&ring->end, memory_order_relaxed);

    for (size_t i = 0; i < length && end - begin < PRINTED_RING; i++)
        ring->text[end++ % PRINTED_RING] = text[i];
    atomic_store_explicit(&ring->end, end, memory_order_release);
}

void bot_output_read(const struct bot_output *output, struct printed_ring *ring,
                     char last[FAULT_REPORT_OUTPUT + 1])
{
    char text[4096];
    size_t kept = 0;
    ssize_t got;

    for (int reads = 0; reads < READS && (got = read(output->from, text, sizeof text)) > 0;
         reads++) {
        size_t fresh = (size_t)got < FAULT_REPORT_OUTPUT ? (size_t)got : FAULT_REPORT_OUTPUT;
        size_t old = kept < FAULT_REPORT_OUTPUT - fresh ? kept : FAULT_REPORT_OUTPUT - fresh;
        memmove(last, last + kept - old, old);
        memcpy(last + old, text + got - fresh, fresh);
        kept = old + fresh;
        put(ring, text, (size_t)got);
    }
    last[kept] = '\0';
}

void bot_output_show_read(struct bot_output *output, struct printed_ring *ring,
                          const struct config *config, bool all)
{
    const uint32_t end = atomic_load_explicit(&ring->end, memory_order_acquire);
    uint32_t at = atomic_load_explicit(&ring->begin, memory_order_relaxed);
    at = end - at > PRINTED_RING ? end : at; /* a bot has overwritten it */
    char text[4096];
    ssize_t got;

    while (at != end) {
        const uint32_t from = at % PRINTED_RING, rest = end - at;
        const uint32_t piece = rest < PRINTED_RING - from ? rest : PRINTED_RING - from;
        bot_output_show(output, config, ring->text + from, piece, stderr);
        at += piece;
    }
    atomic_store_explicit(&ring->begin, end, memory_order_release);
    for (int reads = 0; all && reads < READS && (got = read(output->from, text, sizeof text)) > 0;
         reads++)
        bot_output_show(output, config, text, (size_t)got, stderr);
    if (all)
        bot_output_end(output, config, stderr);
}
