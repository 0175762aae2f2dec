// SPDX-License-Identifier: MIT
/* arena/compare/head_to_head_result.c - turns the sums of head_to_head.h into the record of a
 * comparison that is written and shown: means with their errors, splits, the curve and the bins. */
#include "arena/compare/head_to_head.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"
#include "engine/variant.h"

static const char *const role_names[STATS_ROLES] = {
    [STATS_ROLE_DECLARER] = "declarer",       [STATS_ROLE_DEFENDER] = "defender",
    [STATS_ROLE_RAMSCH] = "ramsch",           [STATS_ROLE_PASSED_IN] = "passed_in",
    [STATS_ROLE_SITTING_OUT] = "sitting_out", [STATS_ROLE_NO_GAME] = "no_game",
};

/* In the usual order. */
static const uint8_t games_in_order[STATS_GAMES] = {
    SKAT_GAME_NULL,    SKAT_GAME_GRAND,    SKAT_GAME_CLUBS,         SKAT_GAME_SPADES,
    SKAT_GAME_HEARTS,  SKAT_GAME_DIAMONDS, SKAT_GAME_SACHSENSPITZE, SKAT_GAME_REVOLUTION,
    STATS_UNANNOUNCED, STATS_RAMSCH,       STATS_PASSED_IN,         STATS_NO_GAME,
};

static const char *game_name(int kind)
{
    switch (kind) {
    case STATS_RAMSCH:
        return "ramsch";
    case STATS_UNANNOUNCED:
        return "unannounced";
    case STATS_PASSED_IN:
        return "passed_in";
    case STATS_NO_GAME:
        return "no_game";
    default:
        return skat_games[kind].name;
    }
}

/* The names of head_to_head_calibration_rows. */
static const char *const bid_row_names[BID_ROWS] = {"18",    "20-24", "27-36", "40-59",
                                                    "60-99", "100+",  "none"};

/* By enum stats_stage. */
static const char *const stage_names[STATS_STAGES + 1] = {
    [STATS_STAGE_BIDS] = "bids",   [STATS_STAGE_GAME] = "game", [STATS_STAGE_KONTRA] = "kontra",
    [STATS_STAGE_CARDS] = "cards", [STATS_STAGES] = "none",
};

/* What a mean over all deals is times this over those that were played. */
static double of_played(const struct head_to_head *two)
{
    return two->deals > two->unplayed.deals
               ? (double)two->deals / (double)(two->deals - two->unplayed.deals)
               : 1;
}

/* The mean of a sum over the units, in points a deal. */
static struct estimate effect_of(const struct head_to_head *two, int sum)
{
    return estimate_scaled(moments_estimate(&two->sums[sum].all), head_to_head_scale(two));
}

/* Was every deal played alike, as far as can be seen? */
static bool identical(const struct head_to_head *two)
{
    return two->comparable && two->deals && !two->divergent && two->equal == two->units;
}

static struct scoring_difference difference_in(const struct head_to_head *two, int scoring,
                                               struct pool *pool)
{
    struct counted_sample sample = head_to_head_sample(two, scoring);
    const struct judged judged = judged_of(&sample, two->hand[scoring]);
    const double lowest = sample.count ? sample.values[0].value : NAN,
                 highest = sample.count ? sample.values[sample.count - 1].value : NAN;

    free(sample.values);
    return (struct scoring_difference){
        .deal = effect_of(two, SUM_SCORE + scoring),
        .hand = two->hand[scoring] * (double)head_to_head_deals_of_unit(two),
        .lowest = lowest,
        .highest = highest,
        .judged = identical(two) ? NULL : judged_copy(&judged, pool),
    };
}

/* The rule set's own, if it does not equal one of the others. */
static struct scoring_differences differences(const struct head_to_head *two, struct pool *pool)
{
    struct scoring_differences all = {.classic = difference_in(two, STATS_CLASSIC, pool),
                                      .seeger_fabian = difference_in(two, STATS_SEEGER, pool)};

    if (two->primary == STATS_OWN) {
        all.score = pool_alloc(pool, 1, sizeof *all.score);
        *all.score = difference_in(two, STATS_OWN, pool);
    }
    return all;
}

/* NULL without re-deals. */
static struct comparison_redeals *redeals_of(const struct head_to_head *two, struct pool *pool)
{
    const struct redeal_change *redealt = &two->redealt;

    if (!two->redeals)
        return NULL;
    struct comparison_redeals *redeals = pool_alloc(pool, 1, sizeof *redeals);
    struct redealt_class *classes = pool_alloc(pool, REDEAL_CLASSES, sizeof *classes);
    int count = 0;
    for (int class = 0; class < REDEAL_CLASSES; class ++) {
        const struct redeal_worth *worth = &redealt->worth[class];
        if (worth->cases)
            classes[count++] = (struct redealt_class){redeal_class_names[class], worth->cases,
                                                      (double)worth->score[two->primary] /
                                                          two->weight / (double)worth->cases,
                                                      effect_of(two, SUM_REDEALT + class)};
    }
    *redeals = (struct comparison_redeals){
        .most = two->redeals,
        .cases = redealt->cases,
        .failed = redealt->failed,
        .tries = redealt->tries,
        .played = redealt->played,
        .answers = redealt->answers,
        .as_dealt = effect_of(two, SUM_AS_DEALT),
        .change = effect_of(two, SUM_CHANGED),
        .classes = classes,
        .classes_count = count,
    };
    return redeals;
}

static struct split_seats seats_of(const struct compared_bot *bot, int sum)
{
    const int64_t seats = bot->splits[sum - SUM_ROLE].seats,
                  points = bot->splits[sum - SUM_ROLE].points;

    return (struct split_seats){seats, points, ratio_of(points, seats)};
}

/* Lists the parts of a split that occurred, of `count` sums from `first` on: what each bot did in
 * these seats, and their contribution to the difference. In `order`, or in their own (NULL).
 * Returns their number. */
static int list_split(struct compared_split **list, const struct head_to_head *two, int first,
                      int count, const uint8_t *order, const char *const names[], struct pool *pool)
{
    int kept = 0;

    *list = pool_alloc(pool, (size_t)count, sizeof **list);
    for (int i = 0; i < count; i++) {
        const int at = order ? order[i] : i;
        const struct split_seats a = seats_of(&two->bots[0], first + at),
                                 b = seats_of(&two->bots[1], first + at);
        if (a.seats || b.seats)
            (*list)[kept++] = (struct compared_split){names[at], a, b, effect_of(two, first + at)};
    }
    return kept;
}

static void add_splits(struct comparison *comparison, const struct head_to_head *two,
                       struct pool *pool)
{
    const char *games[STATS_GAMES], *positions[SKAT_PLAYERS + 1];

    for (int kind = 0; kind < STATS_GAMES; kind++)
        games[kind] = game_name(kind);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        positions[position] = skat_position_name(two->rules->derived.deck, position);
    positions[SKAT_PLAYERS] = "sitting_out";
    comparison->roles_count =
        list_split(&comparison->roles, two, SUM_ROLE, STATS_ROLES, NULL, role_names, pool);
    comparison->contracts_count =
        list_split(&comparison->contracts, two, SUM_GAME, STATS_GAMES, games_in_order, games, pool);
    comparison->positions_count = list_split(&comparison->positions, two, SUM_POSITION,
                                             SKAT_PLAYERS + 1, NULL, positions, pool);
    comparison->bids_count =
        list_split(&comparison->bids, two, SUM_BID, BID_ROWS, NULL, bid_row_names, pool);
}

static void add_decisions(struct comparison *comparison, const struct head_to_head *two,
                          struct pool *pool)
{
    comparison->decisions = pool_alloc(pool, STATS_STAGES + 1, sizeof *comparison->decisions);
    for (int i = 0; two->comparable && i <= STATS_STAGES; i++)
        if (two->first_deals[i])
            comparison->decisions[comparison->decisions_count++] = (struct compared_deals){
                stage_names[i], two->first_deals[i], effect_of(two, SUM_FIRST + i)};
}

/* The share of its seats of deals that were played, in which a bot declares. */
static struct declared_by declared_by(const struct head_to_head *two, int64_t declared,
                                      int64_t weights)
{
    return (struct declared_by){declared,
                                ratio_of(weights, (int64_t)two->weight * two->per_deal *
                                                      (two->deals - two->unplayed.deals))};
}

static void add_declares(struct comparison *comparison, const struct head_to_head *two,
                         struct pool *pool)
{
    const struct compared_bot *bots = two->bots;
    int64_t declared[2] = {0}, weights[2] = {0};
    struct compared_declaring *list = pool_alloc(pool, STATS_GAMES + 1, sizeof *list);
    int count = 1; /* after "any" */

    for (int i = 0; i < STATS_GAMES; i++) {
        const int kind = games_in_order[i];
        if (!bots[0].game_declared[kind] && !bots[1].game_declared[kind])
            continue;
        struct declared_by of[2];
        for (int side = 0; side < 2; side++) {
            of[side] =
                declared_by(two, bots[side].game_declared[kind], bots[side].game_weights[kind]);
            declared[side] += bots[side].game_declared[kind];
            weights[side] += bots[side].game_weights[kind];
        }
        list[count++] = (struct compared_declaring){
            game_name(kind), of[0], of[1],
            estimate_scaled(effect_of(two, SUM_DECLARES + kind), of_played(two))};
    }
    list[0] = (struct compared_declaring){
        "any", declared_by(two, declared[0], weights[0]), declared_by(two, declared[1], weights[1]),
        estimate_scaled(effect_of(two, SUM_DECLARES_ANY), of_played(two))};
    comparison->declares = list;
    comparison->declares_count = count > 1 ? count : 0;
}

static int64_t matches_of(const struct head_to_head *two)
{
    return (two->deals - two->unplayed.deals) * two->matches * two->players;
}

static struct declared_matches declared_as(const struct head_to_head *two,
                                           enum declared_class class)
{
    /* At each position, the weights of a's seats add up to `weights`, and so do those of b's. A
     * match counts the product of its two weights, so the sum over all matches, divided by
     * `weights`, is the difference that comes from the position. */
    double weights = (double)two->weight * two->per_deal / two->schedule->seats;
    double scale = head_to_head_scale(two) / weights;

    return (struct declared_matches){
        .matches = two->class_matches[class],
        .share = ratio_of(two->class_matches[class], matches_of(two)),
        .a_won = two->bots[0].class_won[class],
        .b_won = two->bots[1].class_won[class],
        .worth = estimate_scaled(moments_estimate(&two->sums[SUM_WORTH + (int)class].all), scale),
    };
}

static void add_calibration(struct compared_bidding *bidding, const struct head_to_head *two,
                            struct pool *pool)
{
    bidding->calibration = pool_alloc(pool, CALIBRATION_ROWS, sizeof *bidding->calibration);
    for (int i = 0; i < CALIBRATION_ROWS; i++)
        if (two->bots[0].bids[i].declared || two->bots[1].bids[i].declared) {
            const struct calibration_row *row = &head_to_head_calibration_rows[i];
            bidding->calibration[bidding->calibration_count++] =
                (struct bids_won){row->from, row->to ? row->to : FIELD_NO_INT, two->bots[0].bids[i],
                                  two->bots[1].bids[i]};
        }
}

/* NULL if the two never meet in the same position of a deal. */
static struct compared_bidding *bidding_of(const struct head_to_head *two, struct pool *pool)
{
    const int64_t matches = matches_of(two);
    const double of_match =
        1.0 / (two->matches * two->players) / (double)head_to_head_deals_of_unit(two);

    if (!two->matches)
        return NULL;
    struct compared_bidding *bidding = pool_alloc(pool, 1, sizeof *bidding);
    *bidding = (struct compared_bidding){
        .matches = matches,
        .higher = {two->higher[0], two->higher[1], two->higher[2]},
        .highest = {ratio_of(two->bots[0].highest, matches),
                    ratio_of(two->bots[1].highest, matches),
                    estimate_scaled(moments_estimate(&two->sums[SUM_HIGHEST].all),
                                    of_match * of_played(two))},
        .declared = {declared_as(two, DECLARED_BOTH), declared_as(two, DECLARED_ONLY_A),
                     declared_as(two, DECLARED_ONLY_B), declared_as(two, DECLARED_NEITHER)},
        .bots = {two->bots[0].bidder, two->bots[1].bidder},
    };
    add_calibration(bidding, two, pool);
    return bidding;
}

static struct difference_after point_of(const struct head_to_head *two, int64_t units,
                                        struct estimate estimate)
{
    estimate = estimate_scaled(estimate, head_to_head_scale(two));
    return (struct difference_after){units, estimate.mean, {estimate.low, estimate.high}};
}

/* The last point is the last unit; if there is no room for it, every second point is dropped. */
static struct difference_curve curve_of(const struct head_to_head *two, struct pool *pool)
{
    int count = two->curve_count;
    bool ends = count && two->curve[count - 1].units == two->units;
    int step = count == CURVE_POINTS && !ends ? 2 : 1;
    struct difference_curve curve = {.points =
                                         pool_alloc(pool, (size_t)count + 1, sizeof *curve.points)};

    for (int i = step - 1; i < count; i += step)
        curve.points[curve.points_count++] =
            point_of(two, two->curve[i].units, two->curve[i].estimate);
    if (!ends && two->units)
        curve.points[curve.points_count++] =
            point_of(two, two->units, moments_estimate(&two->sums[SUM_SCORE + two->primary].all));
    return curve;
}

/* The smallest width of 1, 2 or 5 times a power of ten with which a range fits into BINS bins; both
 * in hundredths of a point. */
static int64_t bin_width(double range)
{
    enum { BINS = 64, STEPS = 3 };
    static const int steps[STEPS] = {1, 2, 5};
    int64_t decade = 1;

    for (;; decade *= 10)
        for (int i = 0; i < STEPS; i++)
            if (range <= (double)(steps[i] * decade) * (BINS - 2))
                return steps[i] * decade;
}

/* The bin of a sum over a unit, in which a point is `point`. In integers, because doubles do not
 * always give whole quotients exactly. */
static int64_t bin_of(int64_t value, int64_t point, int64_t width)
{
    wide hundredths = (wide)value * 100, bin = point * width;
    return (int64_t)((hundredths - (hundredths < 0 ? bin - 1 : 0)) / bin);
}

static struct difference_bins bins_of(const struct head_to_head *two, struct pool *pool)
{
    size_t count;
    struct histogram_bin *values = histogram_bins(&two->histogram[two->primary], &count);
    int64_t point = (int64_t)two->weight * two->per_deal * head_to_head_deals_of_unit(two);
    double range = count ? (double)(values[count - 1].value - values[0].value) / (double)point : 0;
    int64_t width = bin_width(100 * range);
    int64_t first = count ? bin_of(values[0].value, point, width) : 0,
            last = count ? bin_of(values[count - 1].value, point, width) : -1;
    struct difference_bins all = {
        .width = (double)width / 100,
        .bins = pool_alloc(pool, (size_t)(last - first + 1), sizeof *all.bins),
        .bins_count = (int)(last - first + 1)};

    for (int i = 0; i < all.bins_count; i++)
        all.bins[i].from = (double)((first + i) * width) / 100;
    for (size_t i = 0; i < count; i++)
        all.bins[bin_of(values[i].value, point, width) - first].count += values[i].count;
    free(values);
    return all;
}

static void add_swings(struct comparison *comparison, const struct head_to_head *two,
                       const char *const *names, const char *log, struct pool *pool)
{
    const struct schedule *schedule = two->schedule;
    bool *wanted = xcalloc((size_t)schedule->arrangement_count, sizeof *wanted);

    for (int i = 0; i < schedule->arrangement_count; i++)
        wanted[i] = head_to_head_holds_both(two, (uint32_t)i);
    struct swing_context context = {
        .rules = two->rules,
        .schedule = schedule,
        .names = names,
        .class_of = two->class_of,
        .wanted = wanted,
        .a = two->a,
        .b = two->b,
        .scale = 1.0 / ((double)two->weight * two->per_deal),
    };
    swings_result(&two->swings, &context, log, comparison, pool);
    free(wanted);
}

/* NULL where all deals are played. */
static struct unplayed_deals *unplayed_of(const struct head_to_head *two, struct pool *pool)
{
    if (!two->bidding)
        return NULL;
    struct unplayed_deals *unplayed = pool_alloc(pool, 1, sizeof *unplayed);

    *unplayed = two->unplayed;
    unplayed->games = unplayed->deals * two->per_deal;
    return unplayed;
}

/* ---- does the order of the units matter? ---- */

/* Chance of a warning if units are independent: as low as that of a worker of fishtest, the test of
 * Stockfish, to be thrown out for results unlike the others'. */
static const double LEVEL = 0.001;

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

static const char *place_in_words(const char *unit, const struct unit_stretch *part,
                                  struct pool *pool)
{
    return pool_print(pool, " in %ss %" PRId64 " to %" PRId64 " (games %" PRId64 " to %" PRId64 ")",
                      unit, part->first, part->last, part->first_game, part->last_game);
}

/* What it means for the interval. */
static const char *meaning_in_words(const struct order_found *difference, const char *unit,
                                    struct pool *pool)
{
    if (difference && difference->ratio > 1)
        return pool_print(
            pool,
            "The interval supposes that %ss are independent of each other, and they are not: it "
            "is too narrow, since over %" PRId64
            " %ss the difference varies %.1f times as much as that allows.",
            unit, difference->length, unit, sqrt(difference->ratio));
    return pool_print(pool,
                      "The interval supposes that %ss are independent of each other and that both "
                      "bots stay as they are, and that is not so.",
                      unit);
}

static const char *order_in_words(const struct unit_order *order, const char *a, const char *b,
                                  const char *unit, struct pool *pool)
{
    const struct order_found *difference = order->difference.found,
                             *divergence = order->divergence ? order->divergence->found : NULL;
    const char *differ = "", *diverge = "";

    if (!difference && !divergence)
        return NULL;
    if (difference)
        differ =
            pool_print(pool, "%s - %s is %+.2f points a deal%s, but %+.2f%s", a, b,
                       difference->highest.mean, place_in_words(unit, &difference->highest, pool),
                       difference->lowest.mean, place_in_words(unit, &difference->lowest, pool));
    if (divergence)
        diverge = pool_print(
            pool, "they play %.1f%% of the deals differently%s, but %.1f%%%s",
            100 * divergence->highest.mean, place_in_words(unit, &divergence->highest, pool),
            100 * divergence->lowest.mean, place_in_words(unit, &divergence->lowest, pool));
    return pool_print(pool,
                      "%s and %s are not the same throughout the run: %s%s%s (p %.2g). %s Look for "
                      "what a bot keeps from deal to deal, and for other load on the machine; then "
                      "play again.",
                      a, b, differ, difference && divergence ? "; " : "", diverge,
                      difference && divergence ? fmin(order->difference.p, order->divergence->p)
                      : difference             ? order->difference.p
                                               : order->divergence->p,
                      meaning_in_words(difference, unit, pool));
}

static struct unit_order *order_of(const struct head_to_head *two, const char *const *names,
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
    order->warning = order_in_words(order, names[two->a], names[two->b],
                                    two->schedule->whole_sessions ? "session" : "deal", pool);
    return order;
}

/* ---- all of it ---- */

void head_to_head_result(const struct head_to_head *two, const char *const *names, const char *log,
                         struct comparison *comparison, struct pool *pool)
{
    const bool alike = identical(two);

    *comparison = (struct comparison){
        .a = names[two->a],
        .b = names[two->b],
        .unit = two->schedule->whole_sessions ? "session" : "deal",
        .units = two->units,
        .deals = two->deals,
        .games = (two->deals - two->unplayed.deals) * two->per_deal,
        .primary = stats_scoring_names[two->primary],
        .scorings = differences(two, pool),
        .superiority = estimate_scaled(moments_estimate(&two->sums[SUM_AHEAD].all), 0.5),
        .divergent = two->comparable ? two->divergent : FIELD_NO_INT,
        .divergent_share = two->comparable ? ratio_of(two->divergent, two->deals) : NAN,
        .equal = two->equal,
        .better = two->better,
        .worse = two->units - two->better - two->equal,
        .divergence_bound = alike ? fmin(3.0 / (double)two->units, 1) : NAN,
        .redeals = redeals_of(two, pool),
        .unplayed = unplayed_of(two, pool),
        .bidding = bidding_of(two, pool),
        .curve = curve_of(two, pool),
        .distribution = bins_of(two, pool),
        .order = order_of(two, names, pool),
    };
    add_splits(comparison, two, pool);
    add_decisions(comparison, two, pool);
    add_declares(comparison, two, pool);
    add_swings(comparison, two, names, log, pool);
}
