#include "arena/tune/option_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/version.h"
#include "arena/compare/estimate_json.h"
#include "arena/config/rules_json.h"
#include "arena/config/seed_json.h"
#include "arena/match/result_folder.h"
#include "arena/stats/distribution.h"
#include "arena/stats/holm.h"
#include "arena/tune/option_search.h"

enum { FORMAT_VERSION = 1, DEALS = 3600, DEALS_MAX = 10000000 };

/* ---- the plan ---- */

/* Replaces each array of values by the range that they span, so that ranges are read as in a search. */
static cJSON *ranges_of(const struct json_value *options)
{
    cJSON *ranges = cJSON_CreateObject();

    for (const cJSON *item = cJSON_IsObject(options->node) ? options->node->child : NULL; item;
         item = item->next)
        cJSON_AddNullToObject(ranges, item->string);
    return ranges;
}

static void read_values(struct sweep_plan *plan, const struct json_value *options, int index)
{
    struct option_range *range = &plan->ranges.of[index];
    struct json_value list = json_member(options, range->name);
    int count = cJSON_GetArraySize(list.node);

    if (!cJSON_IsArray(list.node) || count < 1 || count > SWEEP_VALUES_MAX) {
        json_wrong(&list, "an array of 1..64 values");
        return;
    }
    for (int i = 0; i < count; i++) {
        struct json_value value = json_element(&list, i);
        plan->values[index][i] = json_int(&value, range->low, range->high, range->low);
        for (int k = 0; k < i; k++)
            if (plan->values[index][k] == plan->values[index][i])
                json_wrong(&value, "each value once");
    }
    plan->value_count[index] = count;
}

/* The values of combination `number`; the last option changes fastest. */
static void combine(const struct sweep_plan *plan, int number, int64_t values[SURFACE_MAX])
{
    for (int i = plan->ranges.count - 1; i >= 0; i--) {
        values[i] = plan->values[i][number % plan->value_count[i]];
        number /= plan->value_count[i];
    }
}

static int combinations(const struct sweep_plan *plan)
{
    int64_t all = 1;

    for (int i = 0; i < plan->ranges.count; i++)
        all = all > SWEEP_POINTS_MAX ? all : all * plan->value_count[i];
    return (int)all;
}

static bool is_own(const struct sweep_plan *plan, const int64_t *values)
{
    for (int i = 0; i < plan->ranges.count; i++)
        if (values[i] != plan->ranges.of[i].start)
            return false;
    return true;
}

static void count_points(struct sweep_plan *plan, const struct json_value *options)
{
    int64_t values[SURFACE_MAX];
    int all = combinations(plan);

    if (all > SWEEP_POINTS_MAX) {
        json_wrong(options, "at most 256 combinations");
        return;
    }
    for (int i = 0; i < all; i++) {
        combine(plan, i, values);
        plan->points += !is_own(plan, values);
    }
    if (!plan->points)
        json_wrong(options, "a combination other than the bot's own values");
}

bool sweep_plan_read(struct sweep_plan *plan, const struct json_value *object,
                     const struct config *config)
{
    struct errors *errors = object->errors;
    int before = errors->count;
    struct json_value options = json_member(object, "options");
    cJSON *as_search = cJSON_Duplicate(object->node, true), *ranges = ranges_of(&options);
    struct json_value search = *object;
    struct search_plan found;

    *plan = (struct sweep_plan){0};
    if (cJSON_IsObject(options.node))
        cJSON_ReplaceItemInObjectCaseSensitive(as_search, "options", ranges);
    else
        cJSON_Delete(ranges);
    search.node = as_search;
    if (search_plan_read(&found, &search, config)) {
        struct json_value deals = json_member(object, "deals");
        plan->bot = found.bot;
        plan->ranges = found.ranges;
        plan->deals = json_int(&deals, 72, DEALS_MAX, DEALS);
        for (int i = 0; i < plan->ranges.count; i++)
            read_values(plan, &options, i);
        if (errors->count == before)
            count_points(plan, &options);
    }
    cJSON_Delete(as_search);
    return errors->count == before;
}

/* ---- playing ---- */

struct point {
    int64_t values[SURFACE_MAX];
    struct option_duel_result result;
    double p;
};

static double p_of(const struct option_duel_result *result)
{
    const struct estimate *difference = &result->difference;

    return result->equal || difference->error == 0
               ? NAN
               : 2 * student_cdf(-fabs(difference->mean / difference->error),
                                 (double)(result->units - 1));
}

static cJSON *point_to_json(const struct sweep_plan *plan, const struct point *point)
{
    cJSON *object = cJSON_CreateObject();

    cJSON_AddItemToObject(object, "options", option_ranges_to_json(&plan->ranges, point->values));
    estimate_to_json(object, "difference", point->result.difference);
    cJSON_AddBoolToObject(object, "equal", point->result.equal);
    json_put_real(object, "p", p_of(&point->result));
    json_put_real(object, "p_holm", point->p);
    return object;
}

static cJSON *sweep_to_json(const struct config *config, const struct sweep_plan *plan,
                            struct point *points, int count)
{
    cJSON *root = cJSON_CreateObject(), *list;
    double *p = xcalloc((size_t)count + 1, sizeof *p);
    int64_t start[SURFACE_MAX];

    for (int i = 0; i < plan->ranges.count; i++)
        start[i] = plan->ranges.of[i].start;
    for (int i = 0; i < count; i++)
        p[i] = p_of(&points[i].result);
    holm_adjust(p, count);
    for (int i = 0; i < count; i++)
        points[i].p = p[i];
    free(p);
    json_put_int(root, "format", FORMAT_VERSION);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(root, "name", config->name);
    seed_json_put(root, "seed", &config->seed);
    cJSON_AddItemToObject(root, "rules", rules_json_to_json(&config->rules));
    cJSON_AddStringToObject(root, "bot", config->bots[plan->bot].name);
    cJSON_AddItemToObject(root, "start", option_ranges_to_json(&plan->ranges, start));
    cJSON_AddBoolToObject(root, "complete", count == plan->points);
    json_put_int(root, "deals", plan->deals);
    list = cJSON_AddArrayToObject(root, "points");
    for (int i = 0; i < count; i++)
        cJSON_AddItemToArray(list, point_to_json(plan, &points[i]));
    return root;
}

/* On a terminal the line is renewed; elsewhere every tenth is enough. */
static void show_progress(int played, int points)
{
    bool terminal = isatty(STDERR_FILENO), last = played == points;

    if (terminal)
        fprintf(stderr, "\r\033[K%d of %d combinations%s", played, points, last ? "\n" : "");
    else if (last || played % (points / 10 + 1) == 0)
        fprintf(stderr, "%d of %d combinations\n", played, points);
}

static int play_points(struct option_duel *duel, const struct sweep_plan *plan, const char *scratch,
                       bool quiet, struct point *points, int *played, struct errors *errors)
{
    int64_t start[SURFACE_MAX];
    int code = EXIT_OK, all = combinations(plan);

    for (int i = 0; i < plan->ranges.count; i++)
        start[i] = plan->ranges.of[i].start;
    *played = 0;
    for (int i = 0; i < all && code == EXIT_OK; i++) {
        struct point *point = &points[*played];
        combine(plan, i, point->values);
        if (is_own(plan, point->values))
            continue;
        code = option_duel_play(duel, point->values, start, 0, plan->deals, scratch, &point->result,
                                errors);
        *played += code == EXIT_OK;
        if (!quiet && code == EXIT_OK)
            show_progress(*played, plan->points);
    }
    return code;
}

int sweep(const struct config *config, const struct sweep_plan *plan, const char *out, bool quiet,
          cJSON **json, struct errors *errors)
{
    struct option_duel duel = {.ranges = NULL};
    struct point *points = xcalloc(SWEEP_POINTS_MAX, sizeof *points);
    char scratch[FOLDER_PATH_SIZE];
    int code = EXIT_INTERNAL, played = 0;

    folder_file(out, "scratch", scratch);
    if (option_duel_open(&duel, config, plan->bot, &plan->ranges, errors)) {
        code = play_points(&duel, plan, scratch, quiet, points, &played, errors);
        if (code != EXIT_INTERNAL)
            *json = sweep_to_json(config, plan, points, played);
        result_folder_remove(scratch);
    }
    option_duel_close(&duel);
    free(points);
    return code;
}
