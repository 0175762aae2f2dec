#include "arena/duel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/figures.h"

enum { NAME_SIZE = 41 };

/* ---- a bot ---- */

/* An option's value as JSON would have it. `type`, as the module describes it, settles what a word
 * like 5 is; "" is an option that it has not. */
static void add_option(cJSON *options, const char *key, const char *value, const char *type)
{
    char *end;
    double number = strtod(value, &end);
    bool is_text = strcmp(type, "text") == 0 || strcmp(type, "choice") == 0;

    if (!is_text && (strcmp(value, "true") == 0 || strcmp(value, "false") == 0))
        cJSON_AddBoolToObject(options, key, *value == 't');
    else if (!is_text && *value && !*end)
        cJSON_AddNumberToObject(options, key, number);
    else
        cJSON_AddStringToObject(options, key, value);
}

static const char *option_type(const cJSON *description, const char *key)
{
    const cJSON *option;

    cJSON_ArrayForEach (option, cJSON_GetObjectItemCaseSensitive(description, "options"))
        if (strcmp(figure_text(option, "name"), key) == 0)
            return figure_text(option, "type");
    return "";
}

/* "key=value,key=value": `list` is cut up. */
static void add_options(cJSON *bot, const char *word, char *list, struct problems *problems)
{
    const char *module = figure_text(bot, "module");
    cJSON *options = cJSON_AddObjectToObject(bot, "options"), *description = NULL;
    char path[MODULE_PATH_SIZE], reason[512], *place = NULL;

    /* What cannot be probed is for the config to say, which probes it, too. */
    if (module_find(module, ".", path))
        description = module_probe(path, NULL, 0, false, reason, sizeof reason);
    for (char *option = strtok_r(list, ",", &place); option; option = strtok_r(NULL, ",", &place)) {
        char *value = strchr(option, '=');
        if (value) {
            *value++ = '\0';
            add_option(options, option, value, option_type(description, option));
        } else {
            problems_add(problems, word,
                         "options are KEY=VALUE with commas between them, not \"%s\"", option);
        }
    }
    cJSON_Delete(description);
}

/* Where the path of a bot's word ends: at the first colon behind the last slash of what could be a
 * path, that is before any "=". */
static size_t path_length(const char *word)
{
    size_t end = strcspn(word, "="), base = 0;

    for (size_t i = 0; i < end; i++)
        if (word[i] == '/')
            base = i + 1;
    return base + strcspn(word + base, ":");
}

/* "module:key=value,key=value" as a bot of a config. */
static cJSON *bot_json(const char *word, struct problems *problems)
{
    cJSON *bot = cJSON_CreateObject();
    size_t length = path_length(word);
    char *copy = strdup(word);

    copy[length] = '\0';
    cJSON_AddStringToObject(bot, "module", copy);
    if (word[length])
        add_options(bot, word, copy + length + 1, problems);
    free(copy);
    return bot;
}

/* Copies as much as fits, whole characters of UTF-8 only. */
static void copy_name(char name[NAME_SIZE], const char *text)
{
    size_t length = strnlen(text, NAME_SIZE - 1);

    while (text[length] && length && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    memcpy(name, text, length);
    name[length] = '\0';
}

/* "builds/new/mine.so:x=1" is called "mine:x=1". */
static void bot_name(const char *word, char name[NAME_SIZE])
{
    size_t path = path_length(word), base = path;
    char *text = NULL;

    while (base && word[base - 1] != '/')
        base--;
    size_t length = path - base;
    if (length > 3 && memcmp(word + path - 3, ".so", 3) == 0)
        length -= 3;
    if (asprintf(&text, "%.*s%s", (int)length, word + base, word + path) < 0)
        abort(); /* out of memory */
    copy_name(name, text);
    free(text);
}

static void add_bots(cJSON *root, const struct duel *duel, struct problems *problems)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *pair = cJSON_AddArrayToObject(root, "compare");
    char names[2][NAME_SIZE];

    for (int i = 0; i < 2; i++)
        if (duel->names[i])
            copy_name(names[i], duel->names[i]);
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

/* ---- the config ---- */

int64_t duel_session_deals(int64_t deals)
{
    enum { USUAL = 36 }; /* a multiple of 2, 3 and 4: everybody deals equally often */

    for (int away = 0; away <= USUAL / 2; away++) {
        if (deals % (USUAL - away) == 0)
            return USUAL - away;
        if (deals % (USUAL + away) == 0)
            return USUAL + away;
    }
    return deals;
}

bool duel_config(struct config *config, const struct duel *duel, const char *name,
                 const struct config_overrides *overrides, struct problems *problems)
{
    cJSON *root = cJSON_CreateObject();
    int64_t deals = duel_session_deals(duel->deals);
    int before = problems->count;

    cJSON_AddStringToObject(root, "name", name);
    cJSON_AddStringToObject(root, "rules", duel->rules ? duel->rules : "isko");
    cJSON_AddStringToObject(root, "schedule", schedule_names[SCHEDULE_DUEL]);
    cJSON_AddStringToObject(root, "seatings", duel->seatings ? duel->seatings : "rotations");
    cJSON_AddNumberToObject(root, "sessions", (double)(duel->deals / deals));
    cJSON_AddNumberToObject(root, "deals", (double)deals);
    add_bots(root, duel, problems);
    if (duel->tested)
        test_plan_to_json(&duel->test, cJSON_AddObjectToObject(root, "test"));
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    config_parse(config, text, strlen(text), "command line", ".", overrides, problems);
    free(text);
    return problems->count == before;
}
