// SPDX-License-Identifier: MIT
#include "arena/tune/option_grid.h"

#include "arena/base/exit_code.h"

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

/* What was played of it so far. */
static void begin(struct grid_summary *summary, const struct config *config,
                  const struct grid_plan *plan, struct pool *pool)
{
    int64_t start[SURFACE_MAX];

    option_ranges_starts(&plan->ranges, start);
    *summary = (struct grid_summary){
        .head = option_duel_head(config, plan->bot, pool),
        .start = option_ranges_named(&plan->ranges, start, pool),
        .start_count = plan->ranges.count,
        .deals = plan->deals,
        .points = pool_alloc(pool, (size_t)plan->points, sizeof *summary->points),
    };
}

static int play_points(struct option_duel *duel, const struct grid_plan *plan,
                       struct grid_summary *summary, struct pool *pool, struct errors *errors)
{
    int64_t start[SURFACE_MAX], values[SURFACE_MAX];
    int code = EXIT_OK, all = combinations(plan);

    option_ranges_starts(&plan->ranges, start);
    campaign_progress(duel->campaign, 0, plan->points, "combinations", NULL);
    for (int i = 0; i < all; i++) {
        struct option_duel_result result;
        combine(plan, i, values);
        if (option_ranges_is_start(&plan->ranges, values))
            continue;
        code = option_duel_play(duel, values, start, 0, plan->deals, &result, errors);
        if (code != EXIT_OK)
            break;
        summary->points[summary->points_count++] = (struct grid_point){
            .options = option_ranges_named(&plan->ranges, values, pool),
            .options_count = plan->ranges.count,
            .difference = result.difference,
            .equal = result.equal,
            .judged = judged_copy(&result.judged, pool),
        };
        campaign_progress(duel->campaign, summary->points_count, plan->points, "combinations", "");
    }
    return code;
}

static void finish(struct grid_summary *summary, const struct grid_plan *plan)
{
    struct judged *judged[GRID_POINTS_MAX];

    for (int i = 0; i < summary->points_count; i++)
        judged[i] = summary->points[i].judged;
    judged_adjust(judged, summary->points_count);
    summary->complete = summary->points_count == plan->points;
    fields_round(&grid_summary_fields, summary);
}

int grid_run(struct campaign *campaign, const struct config *config, const struct grid_plan *plan,
             struct grid_summary *summary, struct pool *pool, struct errors *errors)
{
    struct option_duel duel = {.ranges = NULL};
    int code = EXIT_INTERNAL;

    begin(summary, config, plan, pool);
    if (option_duel_open(&duel, config, plan->bot, &plan->ranges, campaign, errors))
        code = play_points(&duel, plan, summary, pool, errors);
    finish(summary, plan);
    if (!errors->count && !campaign_save(campaign, &grid_summary_fields, summary, "grid.json",
                                         config->workers, errors))
        code = EXIT_INTERNAL;
    option_duel_close(&duel);
    return code;
}
