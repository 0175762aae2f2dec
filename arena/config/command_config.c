// SPDX-License-Identifier: MIT
#include "arena/config/command_config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/config/bot_spec.h"

/* ---- the bots of a config of two ---- */

enum { NAMED_MAX = BOTS_MAX };

static const char *spec_of(const struct two_bots *two, int bot)
{
    return bot < 2 ? two->bots[bot] : two->others[bot - 2];
}

static bool is_taken(char names[][BOT_SPEC_NAME_SIZE], int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Is there another bot with this brief name? */
static bool is_ambiguous(const struct two_bots *two, int bot, const char *name)
{
    char other[BOT_SPEC_NAME_SIZE];

    for (int i = 0; i < 2 + two->other_count; i++) {
        bot_spec_name(spec_of(two, i), true, other);
        if (i != bot && !(i < 2 && two->names[i]) && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* The given name, or a brief one, or where that is ambiguous the whole spec, or with a number. */
static void name_bot(const struct two_bots *two, int bot, char names[][BOT_SPEC_NAME_SIZE])
{
    char *name = names[bot], plain[BOT_SPEC_NAME_SIZE];

    if (bot < 2 && two->names[bot]) {
        bot_spec_copy_name(name, two->names[bot]);
        return;
    }
    bot_spec_name(spec_of(two, bot), true, name);
    if (is_ambiguous(two, bot, name))
        bot_spec_name(spec_of(two, bot), false, name);
    memcpy(plain, name, sizeof plain);
    for (int i = 2; is_taken(names, bot, name); i++) {
        const int number_size = snprintf(NULL, 0, "-%d", i);
        snprintf(name, sizeof plain, "%.*s-%d", (int)sizeof plain - 1 - number_size, plain, i);
    }
}

static void add_bots(cJSON *root, const struct two_bots *two, enum isolation isolation,
                     char names[][BOT_SPEC_NAME_SIZE], struct errors *errors)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *pair = cJSON_AddArrayToObject(root, "compare"),
          *seats = cJSON_AddArrayToObject(root, "seats");

    for (int i = 0; i < 2 + two->other_count; i++) {
        name_bot(two, i, names);
        cJSON_AddItemToObject(bots, names[i], bot_spec_json(spec_of(two, i), isolation, errors));
        cJSON_AddItemToArray(seats, cJSON_CreateString(names[i]));
        if (i < 2)
            cJSON_AddItemToArray(pair, cJSON_CreateString(names[i]));
    }
}

/* ---- the config ---- */

static cJSON *rules_of(const struct two_bots *two)
{
    const char *name = two->rules ? two->rules : "skat";

    if (!two->scoring)
        return cJSON_CreateString(name);
    cJSON *rules = cJSON_CreateObject();
    cJSON_AddStringToObject(rules, "extends", name);
    cJSON_AddStringToObject(rules, "scoring.system", two->scoring);
    return rules;
}

/* Errors are told by the words of the bots, whose names are given. */
static bool parse(struct config *config, const cJSON *root, const struct two_bots *two,
                  char names[][BOT_SPEC_NAME_SIZE], const struct config_overrides *overrides,
                  struct errors *errors)
{
    char *text = cJSON_PrintUnformatted(root);
    struct command_bot bots[NAMED_MAX];
    struct errors found = {0};
    bool ok = config_parse(config, text, strlen(text), CONFIG_OF_COMMAND, ".", overrides, &found);

    if (ok && config->rules.derived.carries)
        ok = !config_refuse_single_session(config, "", &found);
    for (int i = 0; i < 2 + two->other_count; i++)
        bots[i] = (struct command_bot){names[i], spec_of(two, i)};
    command_places_move(errors, &found, bots, 2 + two->other_count);
    free(text);
    return ok;
}

bool two_bot_config(struct config *config, const struct two_bots *two, const char *name,
                    const struct config_overrides *overrides, struct errors *errors)
{
    cJSON *root = cJSON_CreateObject();
    int64_t deals = two->deals < TWO_BOT_SESSION ? two->deals : TWO_BOT_SESSION;
    char names[NAMED_MAX][BOT_SPEC_NAME_SIZE];
    int before = errors->count;

    cJSON_AddStringToObject(root, "name", name);
    cJSON_AddItemToObject(root, "rules", rules_of(two));
    cJSON_AddStringToObject(root, "schedule",
                            schedule_names[two->other_count ? SCHEDULE_AGAINST : SCHEDULE_DUEL]);
    cJSON_AddStringToObject(root, "seatings", two->seatings ? two->seatings : "rotations");
    cJSON_AddNumberToObject(root, "sessions", (double)((two->deals + deals - 1) / deals));
    cJSON_AddNumberToObject(root, "deals", (double)deals);
    add_bots(root, two, isolation_of(overrides->isolation), names, errors);
    if (two->allow_for)
        cJSON_AddStringToObject(root, "allow_for", two->allow_for);
    if (two->tested)
        test_plan_to_json(&two->test, cJSON_AddObjectToObject(root, "test"));
    bool ok = parse(config, root, two, names, overrides, errors);
    if (ok && two->deals % deals && config->schedule.whole_sessions)
        config_refuse_deals(two->deals, deals, errors);
    if (ok && errors->count == before && two->deals % deals && !config->schedule.whole_sessions) {
        config_free(config);
        cJSON_AddNumberToObject(root, "total_deals", (double)two->deals);
        parse(config, root, two, names, overrides, errors);
    }
    cJSON_Delete(root);
    return errors->count == before;
}

/* ---- errors by the words of the command line ---- */

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

    if (skip(&at, CONFIG_OF_COMMAND) && skip(&at, ": $"))
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
