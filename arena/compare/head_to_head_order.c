// SPDX-License-Identifier: MIT
/* arena/compare/head_to_head_order.c - does the order of the units matter? Says in numbers and
 * words where two bots differ otherwise than in the rest of the run. */
#include "arena/compare/head_to_head.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/memory.h"

/* Chance of a warning if units are independent: as low as that of a worker of fishtest, the test of
 * Stockfish, to be thrown out for results unlike the others'. */
static const double LEVEL = 0.001;

/* ---- numbers ---- */

static struct unit_stretch part_of(const struct head_to_head *two, struct order_stretch stretch,
                                   double scale)
{
    const struct schedule *schedule = two->schedule;
    const int64_t deals = head_to_head_deals_of_unit(two), games = schedule->per_deal * deals,
                  first_deal = (int64_t)schedule_first_deal(schedule),
                  first_game = (int64_t)schedule_first_game(schedule);

    return (struct unit_stretch){
        .first = first_deal / deals + stretch.from,
        .last = first_deal / deals + stretch.to - 1,
        .first_game = first_game + stretch.from * games,
        .last_game = first_game + stretch.to * games - 1,
        .mean = scale * stretch.mean,
    };
}

/* `tests`: the series that are tested, for all of which together the level holds. */
static struct order_series series_of(const struct head_to_head *two, const struct order_test *test,
                                     int tests, double scale, struct pool *pool)
{
    const struct order_result result = order_test_result(test);
    struct order_series series = {.p = isnan(result.p) ? NAN : fmin(1, tests * result.p)};

    if (!(series.p <= LEVEL))
        return series;
    series.found = pool_alloc(pool, 1, sizeof *series.found);
    *series.found = (struct order_found){
        .length = result.length,
        .ratio = result.ratio,
        .lowest = part_of(two, result.lowest, scale),
        .highest = part_of(two, result.highest, scale),
    };
    return series;
}

/* ---- words ---- */

static void say_place(const char *unit, const struct unit_stretch *part, FILE *out)
{
    fprintf(out, " in %ss %" PRId64 " to %" PRId64 " (games %" PRId64 " to %" PRId64 ")", unit,
            part->first, part->last, part->first_game, part->last_game);
}

static void say_difference(const struct order_found *found, const char *a, const char *b,
                           const char *unit, FILE *out)
{
    fprintf(out, "%s - %s is %+.2f points a deal", a, b, found->highest.mean);
    say_place(unit, &found->highest, out);
    fprintf(out, ", but %+.2f", found->lowest.mean);
    say_place(unit, &found->lowest, out);
}

static void say_divergence(const struct order_found *found, const char *unit, FILE *out)
{
    fprintf(out, "they play %.1f%% of the deals differently", 100 * found->highest.mean);
    say_place(unit, &found->highest, out);
    fprintf(out, ", but %.1f%%", 100 * found->lowest.mean);
    say_place(unit, &found->lowest, out);
}

/* What it means for the interval. */
static void say_meaning(const struct order_found *difference, const char *unit, FILE *out)
{
    if (difference && difference->ratio > 1)
        fprintf(
            out,
            "The interval supposes that %ss are independent of each other, and they are not: it "
            "is too narrow, since over %" PRId64
            " %ss the difference varies %.1f times as much as that allows.",
            unit, difference->length, unit, sqrt(difference->ratio));
    else
        fprintf(out,
                "The interval supposes that %ss are independent of each other and that both bots "
                "stay as they are, and that is not so.",
                unit);
}

static const char *words_of(const struct unit_order *order, const char *a, const char *b,
                            const char *unit, struct pool *pool)
{
    const struct order_found *difference = order->difference.found,
                             *divergence = order->divergence ? order->divergence->found : NULL;
    char *text = NULL;
    size_t length = 0;

    if (!difference && !divergence)
        return NULL;
    FILE *out = xcheck(open_memstream(&text, &length));
    fprintf(out, "%s and %s are not the same throughout the run: ", a, b);
    if (difference)
        say_difference(difference, a, b, unit, out);
    if (difference && divergence)
        fprintf(out, "; ");
    if (divergence)
        say_divergence(divergence, unit, out);
    fprintf(out, " (p %.2g). ",
            difference && divergence ? fmin(order->difference.p, order->divergence->p)
            : difference             ? order->difference.p
                                     : order->divergence->p);
    say_meaning(difference, unit, out);
    fprintf(out, " Look for what a bot keeps from deal to deal, and for other load on the machine; "
                 "then play again.");
    fclose(out);
    const char *words = pool_text(pool, text);
    free(text);
    return words;
}

struct unit_order *head_to_head_order(const struct head_to_head *two, const char *const *names,
                                      struct pool *pool)
{
    const double deals = (double)head_to_head_deals_of_unit(two);
    const int tests = two->comparable ? 2 : 1;
    struct unit_order *order = pool_alloc(pool, 1, sizeof *order);

    *order = (struct unit_order){
        .level = LEVEL,
        .difference = series_of(two, &two->order.difference, tests, head_to_head_scale(two), pool),
    };
    if (two->comparable) {
        order->divergence = pool_alloc(pool, 1, sizeof *order->divergence);
        *order->divergence = series_of(two, &two->order.divergence, tests, 1 / deals, pool);
    }
    order->warning = words_of(order, names[two->a], names[two->b],
                              two->schedule->whole_sessions ? "session" : "deal", pool);
    return order;
}
