#include "arena/duel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SESSION_DEALS = 36, NAME_SIZE = 41 };

/* An option's value as JSON would have it. */
static void add_option(cJSON *options, const char *key, const char *value)
{
    char *end;
    double number = strtod(value, &end);

    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
        cJSON_AddBoolToObject(options, key, *value == 't');
    else if (*value && !*end)
        cJSON_AddNumberToObject(options, key, number);
    else
        cJSON_AddStringToObject(options, key, value);
}

/* "module:key=value,key=value" as a bot of a config. */
static cJSON *bot_json(const char *word, struct problems *problems)
{
    cJSON *bot = cJSON_CreateObject();
    char *copy = strdup(word), *rest = strchr(copy, ':'), *place = NULL;

    if (rest)
        *rest++ = '\0';
    cJSON_AddStringToObject(bot, "module", copy);
    cJSON *options = rest ? cJSON_AddObjectToObject(bot, "options") : NULL;
    for (char *option = strtok_r(rest ? rest : copy, ",", &place); rest && option;
         option = strtok_r(NULL, ",", &place)) {
        char *value = strchr(option, '=');
        if (value) {
            *value++ = '\0';
            add_option(options, option, value);
        } else {
            problems_add(problems, word,
                         "options are KEY=VALUE with commas between them, not \"%s\"", option);
        }
    }
    free(copy);
    return bot;
}

/* "builds/new/mine.so:x=1" is called "mine:x=1". */
static void bot_name(const char *word, char name[NAME_SIZE])
{
    size_t path = strcspn(word, ":");
    const char *options = word + path, *base = word;

    for (const char *at = word; at < options; at++)
        if (*at == '/')
            base = at + 1;
    size_t length = (size_t)(options - base);
    if (length > 3 && memcmp(options - 3, ".so", 3) == 0)
        length -= 3;
    snprintf(name, NAME_SIZE, "%.*s%s", (int)length, base, options);
}

static void add_bots(cJSON *root, const struct duel *duel, struct problems *problems)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *pair = cJSON_AddArrayToObject(root, "compare");
    char names[2][NAME_SIZE];

    for (int i = 0; i < 2; i++)
        if (duel->names[i])
            snprintf(names[i], NAME_SIZE, "%s", duel->names[i]);
        else
            bot_name(duel->bots[i], names[i]);
    if (strcmp(names[0], names[1]) == 0) {
        strcpy(names[0], "first");
        strcpy(names[1], "second");
    }
    for (int i = 0; i < 2; i++) {
        cJSON_AddItemToObject(bots, names[i], bot_json(duel->bots[i], problems));
        cJSON_AddItemToArray(pair, cJSON_CreateString(names[i]));
    }
}

bool duel_config(struct config *config, const struct duel *duel, const char *name,
                 const struct config_overrides *overrides, struct problems *problems)
{
    cJSON *root = cJSON_CreateObject();
    int64_t sessions = (duel->deals + SESSION_DEALS - 1) / SESSION_DEALS;
    int before = problems->count;

    cJSON_AddStringToObject(root, "name", name);
    cJSON_AddStringToObject(root, "rules", duel->rules ? duel->rules : "isko");
    cJSON_AddStringToObject(root, "schedule", schedule_names[SCHEDULE_DUEL]);
    cJSON_AddStringToObject(root, "seatings", duel->seatings ? duel->seatings : "rotations");
    cJSON_AddNumberToObject(root, "sessions", (double)sessions);
    cJSON_AddNumberToObject(root, "deals", (double)(sessions > 1 ? SESSION_DEALS : duel->deals));
    add_bots(root, duel, problems);
    if (duel->tested)
        test_plan_to_json(&duel->test, cJSON_AddObjectToObject(root, "test"));
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    config_parse(config, text, strlen(text), "command line", ".", overrides, problems);
    free(text);
    return problems->count == before;
}
