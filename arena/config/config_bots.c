// SPDX-License-Identifier: MIT
#include "arena/config/config_bots.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/hash.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/machine.h"
#include "arena/base/text.h"
#include "arena/bot/module.h"
#include "arena/bot/module_probe.h"
#include "arena/base/program_dirs.h"
#include "arena/record/game_outcome.h"

/* ---- limits ---- */

/* In the order of docs/check.md. */
enum { LIMIT_KEYS = 6, A_DAY_MS = 86400000, LEAST_MB = 64, MOST_MB = 1 << 20 };
static const int64_t limit_most[LIMIT_KEYS] = {A_DAY_MS,   A_DAY_MS, A_DAY_MS,
                                               UINT32_MAX, MOST_MB,  JSON_INT_MAX};
static const char *const limit_keys[LIMIT_KEYS] = {"time_ms",  "bank_ms",   "cpu_ms",
                                                   "start_ms", "memory_mb", "nodes"};

static void limits_put(const struct skat_bot_limits *limits, int64_t values[LIMIT_KEYS])
{
    const int64_t all[LIMIT_KEYS] = {limits->time_ms,  limits->bank_ms,   limits->cpu_ms,
                                     limits->start_ms, limits->memory_mb, (int64_t)limits->nodes};
    memcpy(values, all, sizeof all);
}

void limits_read(const struct json_value *object, struct skat_bot_limits *limits)
{
    const struct json_value given = json_member(object, "limits");
    int64_t values[LIMIT_KEYS];

    if (!given.node || !json_is_object(&given))
        return;
    json_check_keys(&given, limit_keys, LIMIT_KEYS, sizeof *limit_keys);
    limits_put(limits, values);
    for (int i = 0; i < LIMIT_KEYS; i++) {
        const struct json_value value = json_member(&given, limit_keys[i]);
        values[i] = json_int(&value, 0, limit_most[i], values[i]);
        if (strcmp(limit_keys[i], "memory_mb") == 0 && values[i] && values[i] < LEAST_MB)
            json_wrong(&value, "0, for no limit, or 64..1048576");
        if (strcmp(limit_keys[i], "bank_ms") == 0 && values[i] && !values[0])
            json_wrong(&value, "0, because bank_ms has no effect without a limit of time");
    }
    *limits = (struct skat_bot_limits){.time_ms = (uint32_t)values[0],
                                       .bank_ms = (uint32_t)values[1],
                                       .cpu_ms = (uint32_t)values[2],
                                       .start_ms = (uint32_t)values[3],
                                       .memory_mb = (uint32_t)values[4],
                                       .nodes = (uint64_t)values[5]};
}

void limits_from_words(cJSON *root, const struct word_list *words, struct errors *errors)
{
    if (!words->count || !cJSON_IsObject(root))
        return;
    cJSON *limits = json_get(root, "limits");
    if (!limits)
        limits = cJSON_AddObjectToObject(root, "limits");
    for (int i = 0; i < words->count && cJSON_IsObject(limits); i++) {
        const char *equals = strchr(words->of[i], '=');
        if (!equals) {
            errors_add(errors, "--limit", "must be KEY=N, as time_ms=500, not \"%s\"",
                       words->of[i]);
            continue;
        }
        char *key = xstrndup(words->of[i], (size_t)(equals - words->of[i])), *end;
        const double number = strtod(equals + 1, &end);
        cJSON_DeleteItemFromObjectCaseSensitive(limits, key);
        if (equals[1] && !*end)
            cJSON_AddNumberToObject(limits, key, number);
        else
            cJSON_AddStringToObject(limits, key, equals + 1);
        free(key);
    }
}

cJSON *limits_json(const struct skat_bot_limits *limits)
{
    cJSON *object = cJSON_CreateObject();
    int64_t values[LIMIT_KEYS];

    limits_put(limits, values);
    for (int i = 0; i < LIMIT_KEYS; i++)
        json_put_int(object, limit_keys[i], values[i]);
    return object;
}

/* ---- the files of a command ---- */

/* Takes the next word of *text: plain characters, parts in single quotes, and \'. False at the end,
 * and where the shell would do more than take it as it is. */
static bool next_word(const char **text, char word[FOLDER_PATH_SIZE])
{
    const char *at = *text + strspn(*text, " \t");
    size_t length = 0;
    bool quoted = false, any = false;

    for (; *at && (quoted || (*at != ' ' && *at != '\t')); at++) {
        any = true;
        if (*at == '\'') {
            quoted = !quoted;
            continue;
        }
        const bool escaped = !quoted && at[0] == '\\' && at[1] == '\'';
        at += escaped;
        if (!quoted && !escaped && !isalnum((unsigned char)*at) && !strchr("_./-+@,:%", *at))
            return false;
        if (length == FOLDER_PATH_SIZE - 1)
            return false;
        word[length++] = *at;
    }
    word[length] = '\0';
    *text = at;
    return any && !quoted;
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Finds a program in PATH, as the shell does. */
static bool find_by_path(const char *name, char path[FOLDER_PATH_SIZE])
{
    const char *folders = getenv("PATH");

    for (const char *folder = folders; folder; folder = *folder ? folder + 1 : NULL) {
        const int length = (int)strcspn(folder, ":");
        const int size = snprintf(path, FOLDER_PATH_SIZE, "%.*s/%s", length ? length : 1,
                                  length ? folder : ".", name);
        if (size < FOLDER_PATH_SIZE && is_file(path) && access(path, X_OK) == 0)
            return true;
        folder += length;
    }
    return false;
}

static bool add(struct command_file *file, const char *word, const char *path)
{
    snprintf(file->word, sizeof file->word, "%s", word);
    return is_file(path) && hash_file(path, file->sha256);
}

/* Finds and hashes the files of a command line for /bin/sh in the working directory: its first word
 * (the one after `exec`), by PATH unless it has a slash; and if that has none, the next word that
 * is no option, if it names a file. Only words without variables, patterns and double quotes count,
 * and only before the first operator. Returns their number, 0 if the first one is none. */
static int read_command_files(const char *command, struct command_file files[COMMAND_FILES_MAX])
{
    char word[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    const char *text = command;

    if (!next_word(&text, word) || (strcmp(word, "exec") == 0 && !next_word(&text, word)))
        return 0;
    if (strchr(word, '/'))
        return add(&files[0], word, word);
    if (!find_by_path(word, path) || !add(&files[0], word, path))
        return 0;
    while (next_word(&text, word))
        if (word[0] != '-')
            return add(&files[1], word, word) ? 2 : 1;
    return 1;
}

/* ---- modules ---- */

/* Refuses settings that are too long to be passed to a bot process. */
static void check_texts(const struct bot_module *module, const struct json_value *options)
{
    for (int i = 0; i < module->setting_count; i++) {
        const struct skat_bot_setting *setting = &module->settings[i];
        size_t name = strlen(setting->name), text = setting->text ? strlen(setting->text) : 0;
        struct json_value value = json_member(options, setting->name);
        if (name >= CLEAN_EXEC_NAME_SIZE || text >= CLEAN_EXEC_TEXT_SIZE)
            errors_add(
                value.errors, value.place,
                "found a name of %zu bytes with a text of %zu; expected at most %d and %d for "
                "isolated bots",
                name, text, CLEAN_EXEC_NAME_SIZE - 1, CLEAN_EXEC_TEXT_SIZE - 1);
    }
}

/* Whether its answers are drawn from its policy. */
static void read_sample(struct bot_module *module, const struct json_value *value, bool sandboxed)
{
    struct json_value sample = {.errors = value->errors};

    if (cJSON_IsObject(value->node))
        sample = json_member(value, "sample");
    if (!sample.node)
        return;
    module->samples = json_flag(&sample, false);
    if (module->samples && !module_has_policy(module->description))
        json_wrong(&sample, "false: this bot does not say how likely its answers are");
    else if (module->samples && sandboxed)
        json_wrong(&sample, "false: an isolated bot is only asked for answers (--isolation none)");
}

static void read_files(struct bot_module *module)
{
    for (int i = 0; i < module->setting_count; i++)
        if (strcmp(module->settings[i].name, "command") == 0)
            module->file_count = read_command_files(module->settings[i].text, module->files);
}

/* `error`: errno, when its file was read or examined. */
static void refuse(const struct json_value *at, const struct bot_module *module, const char *reason,
                   int error)
{
    if (shortage_is(error))
        errors_add_shortage(at->errors, "bot module %s %s", module->path, reason);
    else
        errors_add(at->errors, at->place, "bot module %s %s%s", module->path, reason,
                   module->isolated ? isolation_way_out(reason) : "");
}

const cJSON *bot_starter(const cJSON *bot)
{
    const cJSON *const modules[] = {bot, json_get(bot, "bid"), json_get(bot, "play")};

    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        if (isolation_starts_programs(json_text(modules[i], "module")))
            return modules[i];
    return NULL;
}

/* `whole`: it is a whole bot, which may have "sees" and "limits", too. */
static void read_module(const struct bot_needs *needs, struct bot_module *module, uint32_t start_ms,
                        const struct json_value *value, bool whole)
{
    static const char *const keys[] = {"module", "options", "sample", "sees", "limits"};
    struct json_value name = *value, options = {.errors = value->errors};
    char reason[512];

    if (cJSON_IsObject(value->node)) {
        json_check_keys(value, keys, whole ? 5 : 3, sizeof *keys);
        name = json_member(value, "module");
        options = json_member(value, "options");
    }
    if (!cJSON_IsString(name.node)) {
        json_wrong(&name, "the name of a bot module (\"random\"), or the path of one (with a /)");
        return;
    }
    module->name = name.node->valuestring;
    if (!module_find(module->name, needs->folder, module->path)) {
        module_missing(module->name, module->path, name.place, name.errors);
        return;
    }
    if (value->errors->shortage)
        return; /* each attempt takes seconds */
    module->unsandboxed = isolation_starts_programs(module->name);
    const bool sandboxed = module->isolated =
        isolation_covers(needs->isolation, module->name, module->path);
    module->file = module_files_read(needs->modules, module->path, reason, sizeof reason);
    module->description = !module->file ? NULL
                                        : module_probe(module->file, NULL, 0, sandboxed, start_ms,
                                                       reason, sizeof reason);
    if (!module->description) {
        refuse(&name, module, reason, errno);
        return;
    }
    if (!options.node)
        snprintf(options.place, sizeof options.place, "%.*s.options", JSON_PLACE_SIZE - 64,
                 value->place);
    module->setting_count = module_settings(module->description, &options, module->settings);
    if (module->setting_count < 0)
        return;
    if (sandboxed)
        check_texts(module, &options);
    if (module->unsandboxed)
        read_files(module);
    cJSON *started = module_probe(module->file, module->settings, module->setting_count, sandboxed,
                                  start_ms, reason, sizeof reason);
    if (!started)
        refuse(&name, module, reason, errno);
    else
        module_take_claims(module->description, started);
    cJSON_Delete(started);
    read_sample(module, value, sandboxed);
}

static void check_part(const struct bot_module *module, const struct json_value *value,
                       uint64_t needed, const char *what)
{
    if (module->description && !module_decides(module->description, needed))
        errors_add(value->errors, value->place, "module \"%s\" cannot %s", module->name, what);
}

/* A bot of one module must support only the decisions that it is asked for. */
static void check_whole(const struct bot_needs *needs, const struct bot_module *module,
                        const struct json_value *value)
{
    uint64_t bid = needs->bid ? SKAT_BOT_DECIDES_BIDDING : 0;
    uint64_t play = needs->play ? SKAT_BOT_DECIDES_PLAY : 0;

    check_part(module, value, bid | play,
               bid && play
                   ? "both bid and play; a bot of two parts has {\"bid\": ..., \"play\": ...}"
               : bid ? "bid and declare"
                     : "play cards");
}

/* "stammtisch:caution=50" in a config, as on the command line: {"module": ..., "options": ...} in
 * its place, which is what a manifest keeps of it. */
static void expand_word(const struct bot_needs *needs, cJSON *source,
                        const struct json_value *value)
{
    cJSON *bot = NULL;

    if (cJSON_IsString(source))
        bot = bot_spec_in_config(source->valuestring, needs->folder, needs->isolation, value->place,
                                 value->errors);
    if (!bot)
        return;
    /* The node stays: others point to it. */
    cJSON_free(source->valuestring);
    source->valuestring = NULL;
    source->type = cJSON_Object | (source->type & cJSON_StringIsConst);
    source->child = bot->child;
    bot->child = NULL;
    cJSON_Delete(bot);
}

static void expand_words(const struct bot_needs *needs, cJSON *source,
                         const struct json_value *value)
{
    static const char *const parts[] = {"bid", "play"};

    expand_word(needs, source, value);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        cJSON *part = json_get(source, parts[i]);
        struct json_value at = json_member(value, parts[i]);
        if (part)
            expand_word(needs, part, &at);
    }
}

static void read_bot(const struct bot_needs *needs, struct bot *bot, const struct json_value *value)
{
    static const char *const keys[] = {"bid", "play", "sees", "limits"}, *const sights[] = {"own",
                                                                                            "all"};

    bot->limits = needs->limits;
    if (cJSON_IsObject(value->node)) {
        const struct json_value sees = json_member(value, "sees");
        bot->sees_all = json_choice(&sees, sights, 2, 0) == 1;
        limits_read(value, &bot->limits);
    }
    const uint32_t start_ms = bot->limits.start_ms;
    bot->composed = json_get(value->node, "bid") || json_get(value->node, "play");
    if (!bot->composed) {
        read_module(needs, &bot->parts[PLAYER_PART_BID], start_ms, value, true);
        check_whole(needs, &bot->parts[PLAYER_PART_BID], value);
        return;
    }
    json_check_keys(value, keys, 4, sizeof *keys);
    struct json_value bid = json_member(value, "bid"), play = json_member(value, "play");
    read_module(needs, &bot->parts[PLAYER_PART_BID], start_ms, &bid, false);
    read_module(needs, &bot->parts[PLAYER_PART_PLAY], start_ms, &play, false);
    check_part(&bot->parts[PLAYER_PART_BID], &bid, SKAT_BOT_DECIDES_BIDDING, "bid and declare");
    check_part(&bot->parts[PLAYER_PART_PLAY], &play, SKAT_BOT_DECIDES_PLAY, "play cards");
}

/* Whether a part of it declares a flag. */
static bool declares(const struct bot *bot, const char *flag)
{
    for (int part = 0; part < PLAYER_PARTS; part++)
        if (bot->parts[part].description && module_has_flag(bot->parts[part].description, flag))
            return true;
    return false;
}

bool bot_remembers(const struct bot *bot) { return declares(bot, "remembers"); }

struct player_plan bot_player_plan(const struct bot *bot, int seat)
{
    struct player_plan plan = {.name = bot->name,
                               .seat = seat,
                               .composed = bot->composed,
                               .sees_all = bot->sees_all,
                               .limits = bot->limits};

    for (int part = 0; part < PLAYER_PARTS; part++) {
        const struct bot_module *module = bot_part(bot, part);
        plan.settings[part] = module->settings;
        plan.counts[part] = module->setting_count;
        plan.samples[part] = module->samples;
    }
    return plan;
}

uint32_t bot_batch(const struct bot *bot)
{
    uint32_t most = 0;

    for (int part = 0; part < PLAYER_PARTS; part++) {
        const cJSON *description = bot->parts[part].description;
        const uint32_t batch =
            description && !bot->parts[part].samples ? module_batch(description) : 0;
        most = batch > most ? batch : most;
    }
    return most;
}

bool bot_is_isolated(const struct bot *bot)
{
    return bot->parts[PLAYER_PART_BID].isolated || bot->parts[PLAYER_PART_PLAY].isolated;
}

bool bot_starts_programs(const struct bot *bot)
{
    return bot->parts[PLAYER_PART_BID].unsandboxed || bot->parts[PLAYER_PART_PLAY].unsandboxed;
}

bool bot_starts_processes(const struct bot *bot)
{
    for (int part = 0; part < PLAYER_PARTS; part++) {
        const struct bot_module *module = &bot->parts[part];
        if (module->description && module->unsandboxed &&
            (module->samples || !module_batch(module->description)))
            return true;
    }
    return false;
}

struct bot *bots_read(const struct json_value *bots, const struct bot_needs *needs, int *count)
{
    *count = 0;
    if (!json_is_object(bots))
        return NULL;
    int wanted = cJSON_GetArraySize(bots->node);
    if (wanted < 1 || wanted > BOTS_MAX) {
        errors_add(bots->errors, bots->place, "found %d bots; expected 1..%d", wanted, BOTS_MAX);
        return NULL;
    }
    struct bot *list = xcalloc((size_t)wanted, sizeof *list);
    for (cJSON *item = bots->node->child; item; item = item->next) {
        struct json_value value = json_member(bots, item->string);
        for (int i = 0; i < *count; i++)
            if (strcmp(list[i].name, item->string) == 0)
                errors_add(bots->errors, bots->place, "the bot \"%s\" is listed twice",
                           item->string);
        struct bot *bot = &list[(*count)++];
        bot->name = xstrdup(item->string);
        expand_words(needs, item, &value);
        value.node = bot->source = cJSON_Duplicate(item, true);
        if (!text_is_name(bot->name))
            errors_add(
                value.errors, value.place,
                "names have 1..40 bytes of UTF-8, no quotes, backslashes, control characters, "
                "nor any that turn the direction of text");
        read_bot(needs, bot, &value);
    }
    return list;
}

bool bot_uses_clock(const struct bot *bot) { return declares(bot, "uses_clock"); }

void bots_free(struct bot *bots, int count)
{
    for (int i = 0; i < count; i++) {
        free(bots[i].name);
        cJSON_Delete(bots[i].source);
        for (int part = 0; part < PLAYER_PARTS; part++)
            cJSON_Delete(bots[i].parts[part].description);
    }
    free(bots);
}

/* ---- populations: who sits at the table, as a file of its own in configs/populations ---- */

static void not_found(const char *name, const char *place, struct errors *errors)
{
    int count;
    char **names = program_names(PROGRAM_POPULATIONS, &count);
    char folder[FOLDER_PATH_SIZE], suggestion[SUGGESTION_SIZE];

    errors_add(
        errors, place, "no population \"%.80s\" in %s%s", name,
        program_own_dir(PROGRAM_POPULATIONS, folder),
        did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, suggestion));
    program_names_free(names, count);
}

static cJSON *load(const char *name, const char *place, struct errors *errors)
{
    static const char *const keys[] = {"description", "bots", "seats"};
    static const struct json_expected members[] = {
        {"bots", cJSON_IsObject, "an object of bots"},
        {"seats", cJSON_IsArray, "an array of names of the bots"},
    };
    char path[FOLDER_PATH_SIZE];
    int before = errors->count;

    if (!program_file(PROGRAM_POPULATIONS, name, path) && !program_is_path(name)) {
        not_found(name, place, errors);
        return NULL;
    }
    cJSON *population = json_load_named(path, errors);
    if (population) {
        struct json_value root = json_root(population, path, errors);
        if (json_is_object(&root)) {
            json_check_keys(&root, keys, sizeof keys / sizeof *keys, sizeof *keys);
            json_expect(&root, members, sizeof members / sizeof *members);
        }
    }
    if (errors->count == before)
        return population;
    cJSON_Delete(population);
    return NULL;
}

bool population_seat(cJSON *root, const char *name, const char *place, struct errors *errors)
{
    static const char *const seated[] = {"bots", "seats"};
    static const char *const about_bots[] = {"compare", "test", "tune"};
    int before = errors->count;

    for (size_t i = 0; i < sizeof about_bots / sizeof *about_bots; i++)
        if (json_get(root, about_bots[i]))
            errors_add(errors, place,
                       "\"%s\" is about the config's own bots, which a population replaces",
                       about_bots[i]);
    cJSON *population = errors->count == before ? load(name, place, errors) : NULL;
    for (size_t i = 0; population && i < sizeof seated / sizeof *seated; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(root, seated[i]);
        cJSON_AddItemToObject(root, seated[i],
                              cJSON_DetachItemFromObjectCaseSensitive(population, seated[i]));
    }
    if (population) /* or `resume` would seat it again */
        cJSON_DeleteItemFromObjectCaseSensitive(root, "population");
    cJSON_Delete(population);
    return errors->count == before;
}

char *population_description(const char *name)
{
    struct errors ignored = {0};
    cJSON *population = load(name, name, &ignored);
    const cJSON *text = json_get(population, "description");
    char *copy = cJSON_IsString(text) ? xstrdup(text->valuestring) : NULL;

    cJSON_Delete(population);
    errors_free(&ignored);
    return copy;
}
