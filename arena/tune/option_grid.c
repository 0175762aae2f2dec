// SPDX-License-Identifier: MIT
#include "arena/tune/option_grid.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"

enum { DEALS = 3600, DEALS_MAX = 10000000 };

/* ---- the plan ---- */

static void read_values(struct grid_plan *plan, const struct json_value *options, int index)
{
    struct option_range *range = &plan->ranges.of[index];
    struct json_value list = json_member(options, range->name);
    int count = cJSON_GetArraySize(list.node);

    if (!cJSON_IsArray(list.node) || count < 1 || count > GRID_VALUES_MAX) {
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
static void combine(const struct grid_plan *plan, int number, int64_t values[SURFACE_MAX])
{
    for (int i = plan->ranges.count - 1; i >= 0; i--) {
        values[i] = plan->values[i][number % plan->value_count[i]];
        number /= plan->value_count[i];
    }
}

static int combinations(const struct grid_plan *plan)
{
    int64_t all = 1;

    for (int i = 0; i < plan->ranges.count; i++)
        all = all > GRID_POINTS_MAX ? all : all * plan->value_count[i];
    return (int)all;
}

static void count_points(struct grid_plan *plan, const struct json_value *options)
{
    int64_t values[SURFACE_MAX];
    int all = combinations(plan);

    if (all > GRID_POINTS_MAX) {
        json_wrong(options, "at most 256 combinations");
        return;
    }
    for (int i = 0; i < all; i++) {
        combine(plan, i, values);
        plan->points += !option_ranges_is_start(&plan->ranges, values);
    }
    if (!plan->points)
        json_wrong(options, "a combination other than the bot's own values");
}

bool grid_plan_read(struct grid_plan *plan, const struct json_value *object,
                    const struct config *config)
{
    static const char *const keys[] = {"bot", "grid", "deals"};
    int before = object->errors->count;

    *plan = (struct grid_plan){0};
    if (!json_is_object(object))
        return false;
    json_check_keys(object, keys, sizeof keys / sizeof *keys, sizeof *keys);
    plan->bot = option_ranges_bot(object, config);
    struct json_value options = json_member(object, "grid");
    struct json_value deals = json_member(object, "deals");
    plan->deals = json_int(&deals, 72, DEALS_MAX, DEALS);
    if (plan->bot >= 0)
        option_ranges_declared(&plan->ranges, &options, &config->bots[plan->bot],
                               "{\"OPTION\": [value, ...]}");
    for (int i = 0; i < plan->ranges.count; i++)
        read_values(plan, &options, i);
    if (object->errors->count == before)
        count_points(plan, &options);
    return object->errors->count == before;
}

/* ---- playing ---- */

struct point {
    int64_t values[SURFACE_MAX];
    struct option_duel_result result;
};

static struct grid_point grid_point_of(const struct grid_plan *plan, const struct point *point,
                                       struct pool *pool)
{
    return (struct grid_point){
        .options = option_ranges_named(&plan->ranges, point->values, pool),
        .options_count = plan->ranges.count,
        .difference = point->result.difference,
        .equal = point->result.equal,
        .judged = judged_copy(&point->result.judged, pool),
    };
}

static void adjust_p(struct point *points, int count)
{
    struct judged **judged = xcalloc((size_t)count + 1, sizeof *judged);

    for (int i = 0; i < count; i++)
        judged[i] = &points[i].result.judged;
    judged_adjust(judged, count);
    free(judged);
}

static void summarise(struct grid_summary *summary, const struct config *config,
                      const struct grid_plan *plan, struct point *points, int count,
                      struct pool *pool)
{
    int64_t start[SURFACE_MAX];

    option_ranges_starts(&plan->ranges, start);
    adjust_p(points, count);
    *summary = (struct grid_summary){
        .head = option_duel_head(config, plan->bot, pool),
        .start = option_ranges_named(&plan->ranges, start, pool),
        .start_count = plan->ranges.count,
        .complete = count == plan->points,
        .deals = plan->deals,
        .points = pool_alloc(pool, (size_t)count, sizeof *summary->points),
        .points_count = count,
    };
    for (int i = 0; i < count; i++)
        summary->points[i] = grid_point_of(plan, &points[i], pool);
    fields_round(&grid_summary_fields, summary);
}

static int play_points(struct option_duel *duel, const struct grid_plan *plan, struct point *points,
                       int *played, struct errors *errors)
{
    int64_t start[SURFACE_MAX];
    int code = EXIT_OK, all = combinations(plan);

    option_ranges_starts(&plan->ranges, start);
    *played = 0;
    campaign_progress(duel->campaign, 0, plan->points, "combinations", NULL);
    for (int i = 0; i < all && code == EXIT_OK; i++) {
        struct point *point = &points[*played];
        combine(plan, i, point->values);
        if (option_ranges_is_start(&plan->ranges, point->values))
            continue;
        code = option_duel_play(duel, point->values, start, 0, plan->deals, &point->result, errors);
        *played += code == EXIT_OK;
        if (code == EXIT_OK)
            campaign_progress(duel->campaign, *played, plan->points, "combinations", "");
    }
    return code;
}

int grid_run(struct campaign *campaign, const struct config *config, const struct grid_plan *plan,
             struct grid_summary *summary, struct pool *pool, struct errors *errors)
{
    struct option_duel duel = {.ranges = NULL};
    struct point *points = xcalloc(GRID_POINTS_MAX, sizeof *points);
    int code = EXIT_INTERNAL, played = 0;

    if (option_duel_open(&duel, config, plan->bot, &plan->ranges, campaign, errors))
        code = play_points(&duel, plan, points, &played, errors);
    if (code == EXIT_OK || code == EXIT_INTERRUPTED) {
        summarise(summary, config, plan, points, played, pool);
        if (!campaign_save(campaign, &grid_summary_fields, summary, "grid.json", config, errors))
            code = EXIT_INTERNAL;
    }
    option_duel_close(&duel);
    free(points);
    return code;
}
