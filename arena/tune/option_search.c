// SPDX-License-Identifier: MIT
#include "arena/tune/option_search.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/exit_code.h"

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

int option_search(struct option_duel *duel, const struct search_plan *plan,
                  const struct search_log *log, int64_t winner[SURFACE_MAX], struct errors *errors)
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
        if (log && !log->played(log->context, number, &round, errors))
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
