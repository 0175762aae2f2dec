// SPDX-License-Identifier: MIT
#include "arena/tune/tune.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/fields.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
#include "arena/base/input_line.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"

enum { ROUNDS = 40, DEALS = 720, CHECK_DEALS = 14400 };
enum { ROUNDS_MAX = 10000, DEALS_MAX = 10000000 };

/* ---- the plan ---- */

bool search_plan_read(struct search_plan *plan, const struct json_value *object,
                      const struct config *config)
{
    static const char *const keys[] = {"bot", "options", "rounds", "deals", "check_deals"};
    int before = object->errors->count;

    *plan = (struct search_plan){0};
    if (!json_is_object(object))
        return false;
    json_check_keys(object, keys, sizeof keys / sizeof *keys, sizeof *keys);
    plan->bot = option_ranges_bot(object, config);
    struct json_value value = json_member(object, "options");
    if (plan->bot >= 0)
        option_ranges_read(&plan->ranges, &value, &config->bots[plan->bot]);
    value = json_member(object, "rounds");
    plan->rounds = (int)json_int(&value, 2, ROUNDS_MAX, ROUNDS);
    value = json_member(object, "deals");
    plan->deals = json_int(&value, 36, DEALS_MAX, DEALS);
    value = json_member(object, "check_deals");
    plan->check_deals = json_int(&value, 72, DEALS_MAX, CHECK_DEALS);
    return object->errors->count == before;
}

/* ---- the search ---- */

/* A round as it was played, and where it led. */
struct search_round {
    int64_t plus[SURFACE_MAX], minus[SURFACE_MAX];
    struct option_duel_result result;
    int64_t centre[SURFACE_MAX];
};

/* Numbers in 0..1 that belong to a round, whatever was drawn before. */
static double draw(void *random)
{
    return (double)(skat_random_bits(random) >> 11) / (double)((uint64_t)1 << 53);
}

/* The values of a round. Where they agree after rounding, the second ones move by a step. */
static void choose(const struct option_duel *duel, const struct search_plan *plan,
                   const struct surface *surface, int number, struct search_round *round)
{
    const uint64_t purpose = 0x706f696e; /* "poin" */
    struct skat_random_key key = skat_random_deal_key(&duel->key, (uint64_t)number, purpose);
    struct skat_random random;
    struct surface_point plus = {{0}}, minus = {{0}};

    skat_random_start(&random, &key, purpose);
    surface_pair(surface, draw, &random, &plus, &minus);
    option_ranges_values(&plan->ranges, &plus, round->plus);
    option_ranges_values(&plan->ranges, &minus, round->minus);
    if (option_ranges_same(&plan->ranges, round->plus, round->minus))
        round->minus[0] += round->minus[0] < plan->ranges.of[0].high ? 1 : -1;
}

static void learn(struct surface *surface, const struct option_ranges *ranges,
                  struct search_round *round)
{
    const struct surface_round seen = {
        .plus = option_ranges_point(ranges, round->plus),
        .minus = option_ranges_point(ranges, round->minus),
        .difference = round->result.difference.mean,
        .error = round->result.difference.error,
    };

    surface_add(surface, &seen);
    option_ranges_values(ranges, &surface->centre, round->centre);
}

/* Puts options back to their start, one by one, where that does not lose, on deals that no round
 * used. */
static int prune(struct option_duel *duel, const struct search_plan *plan,
                 int64_t winner[SURFACE_MAX], struct errors *errors)
{
    const uint64_t own = (uint64_t)1 << 41; /* no round has this number */
    int code = EXIT_OK;

    for (int i = 0; i < plan->ranges.count && code == EXIT_OK; i++) {
        struct option_duel_result result;
        int64_t other[SURFACE_MAX];
        memcpy(other, winner, sizeof other);
        other[i] = plan->ranges.of[i].start;
        if (other[i] == winner[i])
            continue;
        code = option_duel_play(duel, winner, other, own + (uint64_t)i, plan->check_deals, &result,
                                errors);
        if (code == EXIT_OK && result.difference.mean <= 0)
            winner[i] = other[i];
    }
    return code;
}

static struct tune_round round_of(const struct search_plan *plan, int number,
                                  const struct search_round *round, struct pool *pool)
{
    const struct option_ranges *ranges = &plan->ranges;

    return (struct tune_round){
        .round = number,
        .plus = option_ranges_named(ranges, round->plus, pool),
        .plus_count = ranges->count,
        .minus = option_ranges_named(ranges, round->minus, pool),
        .minus_count = ranges->count,
        .difference = round->result.difference,
        .centre = option_ranges_named(ranges, round->centre, pool),
        .centre_count = ranges->count,
    };
}

static bool write_round(FILE *lines, const struct search_plan *plan, int number,
                        const struct search_round *round, struct errors *errors)
{
    struct pool pool = {0};
    const struct tune_round line = round_of(plan, number, round, &pool);
    cJSON *json = fields_to_json(&tune_round_fields, &line);
    char *text = cJSON_PrintUnformatted(json);
    bool ok = fprintf(lines, "%s\n", text) > 0 && output_file_sync(lines);

    if (!ok)
        errors_add(errors, "tune.jsonl", "cannot be written: %s", strerror(errno));
    free(text);
    cJSON_Delete(json);
    pool_free(&pool);
    return ok;
}

/* "12 of 40 rounds: caution 61, null_bonus -20" */
static void show_progress(struct campaign *campaign, const struct search_plan *plan, int number,
                          const struct search_round *round)
{
    char text[80 * (SURFACE_MAX + 1)] = "";
    int used = 0;

    for (int i = 0; i < plan->ranges.count && used < (int)sizeof text; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s %lld", i ? ", " : "",
                         plan->ranges.of[i].name, (long long)round->centre[i]);
    campaign_progress(campaign, number + 1, plan->rounds, "rounds", text);
}

int option_search(struct option_duel *duel, const struct search_plan *plan, FILE *lines,
                  int64_t winner[SURFACE_MAX], struct errors *errors)
{
    const double WHOLE_RANGE = 0.5;
    int64_t start[SURFACE_MAX] = {0};
    struct surface surface;
    int code = EXIT_OK;

    option_ranges_starts(&plan->ranges, start);
    struct surface_point begin = option_ranges_point(&plan->ranges, start);
    surface_open(&surface, plan->ranges.count, &begin, plan->rounds, WHOLE_RANGE);
    campaign_progress(duel->campaign, 0, plan->rounds, "rounds", NULL);
    for (int number = 0; number < plan->rounds && code == EXIT_OK; number++) {
        struct search_round round = {.plus = {0}};
        choose(duel, plan, &surface, number, &round);
        code = option_duel_play(duel, round.plus, round.minus, (uint64_t)number, plan->deals,
                                &round.result, errors);
        if (code != EXIT_OK)
            break;
        learn(&surface, &plan->ranges, &round);
        show_progress(duel->campaign, plan, number, &round);
        if (lines && !write_round(lines, plan, number, &round, errors))
            code = EXIT_INTERNAL;
    }
    option_ranges_values(&plan->ranges, &surface.centre, winner);
    surface_close(&surface);
    return code == EXIT_OK ? prune(duel, plan, winner, errors) : code;
}

int option_search_check(struct option_duel *duel, const struct search_plan *plan,
                        const int64_t winner[SURFACE_MAX], struct option_duel_result *result,
                        struct errors *errors)
{
    const uint64_t own = (uint64_t)1 << 40; /* no round has this number */
    int64_t start[SURFACE_MAX];

    option_ranges_starts(&plan->ranges, start);
    return option_duel_play(duel, winner, start, own, plan->check_deals, result, errors);
}

/* ---- tune.json ---- */

/* What the check says of the winner, and the exit code. */
static const struct {
    const char *words;
    int code;
} verdicts[] = {
    [OPTIONS_EQUAL] = {"no difference", EXIT_UNDECIDED},
    [OPTIONS_NOT_SHOWN] = {"not shown to be better", EXIT_UNDECIDED},
    [OPTIONS_BETTER] = {"better", EXIT_OK},
    [OPTIONS_WORSE] = {"worse", EXIT_REJECTED},
};

/* `check`: the winner less the start; NULL: it is not finished. */
static void summarise(struct tune_summary *summary, const struct config *config,
                      const struct search_plan *plan, const int64_t winner[SURFACE_MAX],
                      const struct option_duel_result *check, struct pool *pool)
{
    const int count = plan->ranges.count;

    *summary = (struct tune_summary){
        .head = option_duel_head(config, plan->bot, pool),
        .module = pool_text(pool, config->bots[plan->bot].parts[0].name),
        .complete = check,
        .rounds = plan->rounds,
        .deals = plan->deals,
        .options = pool_alloc(pool, (size_t)count, sizeof *summary->options),
        .options_count = count,
        .verdict = check ? verdicts[option_duel_verdict(check)].words : "not finished",
    };
    for (int i = 0; i < count; i++) {
        const struct option_range *range = &plan->ranges.of[i];
        summary->options[i] = (struct tuned_option){pool_text(pool, range->name), range->low,
                                                    range->high, range->start, winner[i]};
    }
    if (check) {
        summary->check = pool_alloc(pool, 1, sizeof *summary->check);
        *summary->check = option_duel_checked(plan->check_deals, check, pool);
    }
    fields_round(&tune_summary_fields, summary);
}

/* ---- the whole ---- */

int tune_run(struct campaign *campaign, const struct config *config, const struct search_plan *plan,
             struct tune_summary *summary, struct pool *pool, struct errors *errors)
{
    struct option_duel duel = {.ranges = NULL};
    struct option_duel_result check = {.equal = true};
    int64_t winner[SURFACE_MAX] = {0};
    char name[FOLDER_PATH_SIZE];
    FILE *lines = output_file_grow(folder_file(campaign->folder, "tune.jsonl", name), OUTPUT_ANEW);
    int code = EXIT_INTERNAL;

    if (!lines)
        errors_add(errors, name, "%s", strerror(errno));
    else if (option_duel_open(&duel, config, plan->bot, &plan->ranges, campaign, errors))
        code = option_search(&duel, plan, lines, winner, errors);
    if (code == EXIT_OK && !option_ranges_is_start(&plan->ranges, winner))
        code = option_search_check(&duel, plan, winner, &check, errors);
    if (code == EXIT_OK || code == EXIT_INTERRUPTED) {
        summarise(summary, config, plan, winner, code == EXIT_OK ? &check : NULL, pool);
        if (!campaign_save(campaign, &tune_summary_fields, summary, "tune.json", config->workers,
                           errors))
            code = EXIT_INTERNAL;
    }
    option_duel_close(&duel);
    if (lines)
        fclose(lines); /* each round was synced */
    return code == EXIT_OK ? verdicts[option_duel_verdict(&check)].code : code;
}

/* ---- reading ---- */

/* Reads the rounds of a search that another process may be writing; a last line that is not whole
 * is left out. NULL with *count 0 if there is no such file; with errors, the rounds before the
 * error. */
static struct tune_round *read_rounds(const char *name, int *count, struct pool *pool,
                                      struct errors *errors)
{
    FILE *file;
    struct tune_round *rounds = NULL;
    char *text = NULL, where[FOLDER_PATH_SIZE + 30];
    size_t size = 0;
    bool ok = input_file_open_optional(name, &file, errors);

    *count = 0;
    while (ok && file && input_line_read(&text, &size, file) > 0 && strchr(text, '\n')) {
        snprintf(where, sizeof where, "%s:%d", name, *count + 1);
        rounds = xrealloc(rounds, ((size_t)*count + 1) * sizeof *rounds);
        ok = fields_read_line(&tune_round_fields, text, where, &rounds[*count], pool, errors);
        *count += ok;
    }
    free(text);
    if (file)
        fclose(file);
    pool_keep(pool, rounds, free);
    return rounds;
}

bool tune_load(struct tune_summary *tune, const char *folder, struct pool *pool,
               struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    const int before = errors->count;
    cJSON *json = json_load(folder_file(folder, "tune.json", path), errors);

    if (json && fields_read_root(&tune_summary_fields, json, path, tune, pool, errors))
        tune->path =
            read_rounds(folder_file(folder, "tune.jsonl", path), &tune->path_count, pool, errors);
    cJSON_Delete(json);
    return errors->count == before;
}

/* ---- the grid ---- */

enum { GRID_DEALS = 3600 };

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
    plan->deals = json_int(&deals, 72, DEALS_MAX, GRID_DEALS);
    if (plan->bot >= 0)
        option_ranges_declared(&plan->ranges, &options, &config->bots[plan->bot],
                               "{\"OPTION\": [value, ...]}");
    for (int i = 0; i < plan->ranges.count; i++)
        read_values(plan, &options, i);
    if (object->errors->count == before)
        count_points(plan, &options);
    return object->errors->count == before;
}

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
