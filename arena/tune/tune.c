#include "arena/tune/tune.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/compare/estimate_json.h"
#include "arena/match/result_folder.h"

/* ---- tune.jsonl ---- */

struct path {
    const struct search_plan *plan;
    cJSON *before; /* the lines of rounds that were played before */
    FILE *file;
    bool quiet;
};

static cJSON *round_to_json(const struct search_plan *plan, int number,
                            const struct search_round *round)
{
    cJSON *line = cJSON_CreateObject();

    json_put_int(line, "round", number);
    cJSON_AddItemToObject(line, "plus", option_ranges_to_json(&plan->ranges, round->plus));
    cJSON_AddItemToObject(line, "minus", option_ranges_to_json(&plan->ranges, round->minus));
    estimate_to_json(line, "difference", round->result.difference);
    cJSON_AddItemToObject(line, "centre", option_ranges_to_json(&plan->ranges, round->centre));
    return line;
}

static bool known(void *context, int number, struct search_round *round)
{
    const struct path *path = context;
    const cJSON *line = cJSON_GetArrayItem(path->before, number);
    const cJSON *difference = cJSON_GetObjectItemCaseSensitive(line, "difference");
    const struct option_ranges *ranges = &path->plan->ranges;

    if (!line)
        return false;
    option_ranges_from_json(ranges, cJSON_GetObjectItemCaseSensitive(line, "plus"), round->plus);
    option_ranges_from_json(ranges, cJSON_GetObjectItemCaseSensitive(line, "minus"), round->minus);
    round->result.difference = (struct estimate){.mean = json_number(difference, "mean"),
                                                 .error = json_number(difference, "error")};
    return true;
}

/* "round 12 of 40: caution 61, null_bonus -20" */
static void show_progress(const struct path *path, int number, const struct search_round *round)
{
    const struct option_ranges *ranges = &path->plan->ranges;
    char text[80 * (SURFACE_MAX + 1)];
    int used = snprintf(text, sizeof text, "round %d of %d:", number + 1, path->plan->rounds);

    for (int i = 0; i < ranges->count && used < (int)sizeof text; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s %s %lld", i ? "," : "",
                         ranges->of[i].name, (long long)round->centre[i]);
    if (!path->quiet)
        progress_line(text, number + 1, path->plan->rounds);
}

static bool played(void *context, int number, const struct search_round *round,
                   struct errors *errors)
{
    struct path *path = context;
    cJSON *line = round_to_json(path->plan, number, round);
    char *text = cJSON_PrintUnformatted(line);
    bool ok = fprintf(path->file, "%s\n", text) > 0 && fflush(path->file) == 0;

    if (!ok)
        errors_add(errors, "tune.jsonl", "cannot be written: %s", strerror(errno));
    free(text);
    cJSON_Delete(line);
    show_progress(path, number, round);
    return ok;
}

static bool fits(const struct search_plan *plan, const cJSON *line, int number)
{
    int64_t values[SURFACE_MAX];
    const cJSON *difference = cJSON_GetObjectItemCaseSensitive(line, "difference");

    return json_number(line, "round") == number &&
           option_ranges_from_json(&plan->ranges, cJSON_GetObjectItemCaseSensitive(line, "plus"),
                                   values) &&
           option_ranges_from_json(&plan->ranges, cJSON_GetObjectItemCaseSensitive(line, "minus"),
                                   values) &&
           cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(difference, "mean"));
}

/* Reads the rounds that were played before; a last line without an end is cut off. */
static bool read_before(struct path *path, const char *name, struct errors *errors)
{
    FILE *file = output_file_grow(name, OUTPUT_REWRITE);
    char *text = NULL, where[FOLDER_PATH_SIZE + 30];
    size_t size = 0;
    int before = errors->count;
    long whole = 0;

    path->before = cJSON_CreateArray();
    if (!file)
        return true;
    for (int number = 0; getline(&text, &size, file) > 0 && strchr(text, '\n'); number++) {
        snprintf(where, sizeof where, "%s:%d", name, number + 1);
        cJSON *line = json_parse(text, strlen(text), where, errors);
        if (line && !fits(path->plan, line, number))
            errors_add(errors, where, "is no round of this search: other options or another order");
        if (errors->count > before) {
            cJSON_Delete(line);
            break;
        }
        cJSON_AddItemToArray(path->before, line);
        whole = ftell(file);
    }
    if (errors->count == before && ftruncate(fileno(file), whole) != 0)
        errors_add(errors, name, "%s", strerror(errno));
    free(text);
    fclose(file);
    return errors->count == before;
}

/* ---- tune.json ---- */

static const char *const verdict_words[] = {
    [OPTIONS_EQUAL] = "no difference",
    [OPTIONS_NOT_SHOWN] = "not shown to be better",
    [OPTIONS_BETTER] = "better",
    [OPTIONS_WORSE] = "worse",
};

cJSON *tune_to_json(const struct config *config, const struct search_plan *plan,
                    const struct tune_result *result)
{
    cJSON *root = option_duel_json(config, plan->bot), *options;

    cJSON_AddStringToObject(root, "module", config->bots[plan->bot].parts[0].name);
    cJSON_AddBoolToObject(root, "complete", result->complete);
    json_put_int(root, "rounds", plan->rounds);
    json_put_int(root, "deals", plan->deals);
    options = cJSON_AddArrayToObject(root, "options");
    for (int i = 0; i < plan->ranges.count; i++) {
        const struct option_range *range = &plan->ranges.of[i];
        cJSON *option = cJSON_CreateObject();
        cJSON_AddStringToObject(option, "name", range->name);
        json_put_int(option, "low", range->low);
        json_put_int(option, "high", range->high);
        json_put_int(option, "start", range->start);
        json_put_int(option, "winner", result->winner[i]);
        cJSON_AddItemToArray(options, option);
    }
    cJSON_AddStringToObject(root, "verdict",
                            result->complete ? verdict_words[option_duel_verdict(&result->check)]
                                             : "not finished");
    if (result->complete) {
        cJSON *check = cJSON_AddObjectToObject(root, "check");
        json_put_int(check, "deals", plan->check_deals);
        estimate_to_json(check, "difference", result->check.difference);
    }
    return root;
}

/* ---- the whole ---- */

static int search_and_check(struct option_duel *duel, const struct search_plan *plan,
                            struct path *path, const char *out, struct tune_result *result,
                            struct errors *errors)
{
    const struct search_log log = {path, known, played};
    char scratch[FOLDER_PATH_SIZE];

    folder_file(out, "scratch", scratch);
    int code = option_search(duel, plan, &log, scratch, result->winner, errors);
    result->check.equal = true;
    if (code == EXIT_OK && !option_ranges_is_start(&plan->ranges, result->winner))
        code = option_search_check(duel, plan, result->winner, scratch, &result->check, errors);
    result->complete = code == EXIT_OK;
    result_folder_remove(scratch);
    return code;
}

int tune(const struct config *config, const struct search_plan *plan, const char *out, bool quiet,
         struct tune_result *result, struct errors *errors)
{
    struct path path = {.plan = plan, .quiet = quiet};
    struct option_duel duel = {.ranges = NULL};
    char name[FOLDER_PATH_SIZE];
    int code = EXIT_INTERNAL;

    *result = (struct tune_result){.complete = false};
    folder_file(out, "tune.jsonl", name);
    if (!read_before(&path, name, errors)) {
        code = EXIT_BAD_FILE;
    } else if (!(path.file = output_file_grow(name, OUTPUT_APPEND))) {
        errors_add(errors, name, "%s", strerror(errno));
    } else if (option_duel_open(&duel, config, plan->bot, &plan->ranges, errors)) {
        code = search_and_check(&duel, plan, &path, out, result, errors);
        if (code != EXIT_INTERNAL) {
            cJSON *json = tune_to_json(config, plan, result);
            if (!json_save(json, folder_file(out, "tune.json", name), errors))
                code = EXIT_INTERNAL;
            cJSON_Delete(json);
        }
    }
    option_duel_close(&duel);
    cJSON_Delete(path.before);
    if (path.file)
        fclose(path.file);
    return code;
}

/* ---- reading ---- */

static void check_option(const struct json_value *option)
{
    static const struct json_expected members[] = {
        {"name", cJSON_IsString, "a name"},     {"low", cJSON_IsNumber, "a number"},
        {"high", cJSON_IsNumber, "a number"},   {"start", cJSON_IsNumber, "a number"},
        {"winner", cJSON_IsNumber, "a number"},
    };

    if (json_is_object(option))
        json_expect(option, members, sizeof members / sizeof *members);
}

static void check(const struct json_value *root)
{
    static const struct json_expected members[] = {
        {"name", cJSON_IsString, "a name"},     {"bot", cJSON_IsString, "a name"},
        {"verdict", cJSON_IsString, "a text"},  {"rounds", cJSON_IsNumber, "a number"},
        {"options", cJSON_IsArray, "an array"},
    };
    struct json_value options = json_member(root, "options");

    if (!json_is_object(root))
        return;
    json_expect(root, members, sizeof members / sizeof *members);
    json_each(&options, check_option);
}

/* The rounds as an array; a last line that is cut off is left out. */
static cJSON *read_path(const char *name, struct errors *errors)
{
    cJSON *rounds = cJSON_CreateArray();
    FILE *file = fopen(name, "r");
    char *text = NULL;
    size_t size = 0;

    while (file && getline(&text, &size, file) > 0 && strchr(text, '\n')) {
        cJSON *line = json_parse(text, strlen(text), name, errors);
        if (!line)
            break;
        cJSON_AddItemToArray(rounds, line);
    }
    free(text);
    if (file)
        fclose(file);
    return rounds;
}

cJSON *tune_load(const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    int before = errors->count;
    cJSON *json = json_load(folder_file(folder, "tune.json", path), errors);
    struct json_value root = json_root(json, path, errors);

    if (json)
        check(&root);
    if (errors->count == before)
        cJSON_AddItemToObject(json, "path",
                              read_path(folder_file(folder, "tune.jsonl", path), errors));
    if (errors->count == before)
        return json;
    cJSON_Delete(json);
    return NULL;
}
