// SPDX-License-Identifier: MIT
#include "arena/match/bot_output.h"

#include <string.h>

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
        fprintf(to, "a bot: the same line, %llu time%s more\n", (unsigned long long)output->repeats,
                output->repeats == 1 ? "" : "s");
    output->repeats = 0;
}

/* Shows the line that is complete. */
static void show_line(struct bot_output *output, const struct config *config, FILE *to)
{
    if (!output->length)
        return;
    output->line[output->length] = '\0';
    output->length = 0;
    text_make_printable(output->line);
    if (strcmp(output->line, output->last) == 0) {
        output->repeats++;
        return;
    }
    show_repeats(output, to);
    fprintf(to, "%s%s\n", is_named(config, output->line) ? "bot " : "a bot: ", output->line);
    strcpy(output->last, output->line);
}

void bot_output_end(struct bot_output *output, const struct config *config, FILE *to)
{
    show_line(output, config, to);
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
