// SPDX-License-Identifier: MIT
#include "arena/config/command_places.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

const char command_places_config[] = "command line";

/* ---- one place ---- */

static bool skip(const char **at, const char *text)
{
    size_t length = strlen(text);

    if (strncmp(*at, text, length) != 0)
        return false;
    *at += length;
    return true;
}

/* The bot whose name is here, followed by the end of the place or a member; the longest, as one
 * name may begin another. */
static const struct command_bot *bot_at(const char *at, const struct command_bot *bots, int count,
                                        size_t *length)
{
    const struct command_bot *found = NULL;

    *length = 0;
    for (int i = 0; i < count; i++) {
        size_t size = strlen(bots[i].name);
        if (strncmp(at, bots[i].name, size) == 0 && (at[size] == '.' || at[size] == ':') &&
            size >= *length) {
            found = &bots[i];
            *length = size;
        }
    }
    return found;
}

/* What is wrong with the module, of which the word says the path already. */
static char *module_line(const char *at, const char *word)
{
    const char *rest = at;

    if (skip(&rest, ": bot module ") && skip(&rest, word) && *rest == ' ')
        return xasprintf("%s:%s", word, rest);
    return xasprintf("%s%s", word, at);
}

/* "$.bots.NAME.options.caution: found 500": its word, the option, and what is wrong. */
static char *bot_line(const char *at, const struct command_bot *bots, int count)
{
    static const char unknown[] = ": unknown key ";
    size_t length;
    const struct command_bot *bot = bot_at(at, bots, count, &length);

    if (!bot)
        return NULL;
    at += length;
    if (skip(&at, ".module"))
        return module_line(at, bot->word);
    if (!skip(&at, ".options"))
        return xasprintf("%s%s", bot->word, at);
    if (skip(&at, unknown))
        return xasprintf("%s: unknown option %s", bot->word, at);
    return *at == '.' ? xasprintf("%s: option %s", bot->word, at + 1)
                      : xasprintf("%s%s", bot->word, at);
}

/* What other members of the config are made from. */
static char *option_line(const char *at)
{
    static const struct {
        const char *member, *option;
    } options[] = {
        {".rules", "--rules"}, {".sessions", "--deals"},    {".total_deals", "--deals"},
        {".deals", "--deals"}, {".seatings", "--seatings"}, {".allow_for", "--allow-for"},
        {".test", "--test"},   {".tune.options.", ""},
    };

    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (skip(&at, options[i].member))
            return xasprintf("%s%s", options[i].option, at);
    return NULL;
}

/* A line without its end, in new memory. */
static char *told(const char *line, size_t length, const struct command_bot *bots, int count)
{
    char *copy = xstrndup(line, length), *text = NULL;
    const char *at = copy;

    if (skip(&at, command_places_config) && skip(&at, ": $"))
        text = skip(&at, ".bots.") ? bot_line(at, bots, count) : option_line(at);
    if (!text)
        return copy;
    free(copy);
    return text;
}

void command_places_move(struct errors *errors, struct errors *from, const struct command_bot *bots,
                         int count)
{
    const char *line = from->text;

    for (int i = 0; i < from->count; i++) {
        const char *end = strchr(line, '\n');
        char *text = told(line, (size_t)(end - line), bots, count);
        errors_add(errors, NULL, "%s", text);
        free(text);
        line = end + 1;
    }
    errors->shortage |= from->shortage;
    errors_free(from);
}
