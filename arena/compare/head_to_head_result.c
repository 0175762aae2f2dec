// SPDX-License-Identifier: MIT
/* arena/compare/head_to_head_result.c - turns the sums of head_to_head.h into the record of a
 * comparison that is written and shown: means with their errors, splits, the curve and the bins. */
#include "arena/compare/head_to_head.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"
#include "arena/stats/distribution.h"
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
    return two->deals > two->unplayed ? (double)two->deals / (double)(two->deals - two->unplayed)
                                      : 1;
}

static struct estimate scaled(const struct head_to_head *two, const struct moments *moments)
{
    return estimate_scaled(moments_estimate(moments), head_to_head_scale(two));
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
    struct estimate estimate = scaled(two, &two->score[scoring]);
    return (struct scoring_difference){
        .deal = estimate,
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
                                                      scaled(two, &two->redealt_worth[class])};
    }
    *redeals = (struct comparison_redeals){
        .most = two->redeals,
        .cases = redealt->cases,
        .failed = redealt->failed,
        .tries = redealt->tries,
        .played = redealt->played,
        .answers = redealt->answers,
        .as_dealt = scaled(two, &two->as_dealt),
        .change = scaled(two, &two->changed),
        .classes = classes,
        .classes_count = count,
    };
    return redeals;
}

/* A list that grows in memory with room for all of it. */
struct part_list {
    struct compared_split *parts;
    int count;
};

static double ratio(int64_t part, int64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

static struct split_seats seats_of(int64_t seats, int64_t points)
{
    return (struct split_seats){seats, points, ratio(points, seats)};
}

/* Adds a part: what each bot did in these seats, and their contribution to the difference. */
static void add_part(struct part_list *list, const char *name, const int64_t seats[2],
                     const int64_t points[2], struct estimate effect)
{
    if (seats[0] || seats[1])
        list->parts[list->count++] = (struct compared_split){name, seats_of(seats[0], points[0]),
                                                             seats_of(seats[1], points[1]), effect};
}

static struct part_list part_list(struct pool *pool, int most)
{
    return (struct part_list){.parts =
                                  pool_alloc(pool, (size_t)most, sizeof(struct compared_split))};
}

static const char *position_name(const struct head_to_head *two, int position)
{
    return position == SKAT_PLAYERS
               ? "sitting_out"
               : skat_position_name(two->rules->derived.deck, (unsigned)position);
}

static void add_splits(struct comparison *comparison, const struct head_to_head *two,
                       struct pool *pool)
{
    const struct compared_bot *a = &two->bots[0], *b = &two->bots[1];
    struct part_list roles = part_list(pool, STATS_ROLES), games = part_list(pool, STATS_GAMES),
                     positions = part_list(pool, SKAT_PLAYERS + 1),
                     bids = part_list(pool, BID_ROWS);

    for (int i = 0; i < STATS_ROLES; i++)
        add_part(&roles, role_names[i], (int64_t[]){a->role_seats[i], b->role_seats[i]},
                 (int64_t[]){a->role_points[i], b->role_points[i]}, scaled(two, &two->role[i]));
    for (int i = 0; i < STATS_GAMES; i++) {
        int kind = games_in_order[i];
        add_part(&games, game_name(kind), (int64_t[]){a->game_seats[kind], b->game_seats[kind]},
                 (int64_t[]){a->game_points[kind], b->game_points[kind]},
                 scaled(two, &two->game[kind]));
    }
    for (int i = 0; i <= SKAT_PLAYERS; i++)
        add_part(&positions, position_name(two, i),
                 (int64_t[]){a->position_seats[i], b->position_seats[i]},
                 (int64_t[]){a->position_points[i], b->position_points[i]},
                 scaled(two, &two->position[i]));
    for (int i = 0; i < BID_ROWS; i++)
        add_part(&bids, bid_row_names[i], (int64_t[]){a->bid_seats[i], b->bid_seats[i]},
                 (int64_t[]){a->bid_points[i], b->bid_points[i]}, scaled(two, &two->bid[i]));
    comparison->bids = bids.parts;
    comparison->bids_count = bids.count;
    comparison->roles = roles.parts;
    comparison->roles_count = roles.count;
    comparison->contracts = games.parts;
    comparison->contracts_count = games.count;
    comparison->positions = positions.parts;
    comparison->positions_count = positions.count;
}

static void add_decisions(struct comparison *comparison, const struct head_to_head *two,
                          struct pool *pool)
{
    comparison->decisions = pool_alloc(pool, STATS_STAGES + 1, sizeof *comparison->decisions);
    for (int i = 0; two->comparable && i <= STATS_STAGES; i++)
        if (two->first_deals[i])
            comparison->decisions[comparison->decisions_count++] = (struct compared_deals){
                stage_names[i], two->first_deals[i], scaled(two, &two->first[i])};
}

/* The share of its seats of deals that were played, in which a bot declares. */
static struct declared_by declared_by(const struct head_to_head *two, int64_t declared,
                                      int64_t weights)
{
    return (struct declared_by){declared, ratio(weights, (int64_t)two->weight * two->per_deal *
                                                             (two->deals - two->unplayed))};
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
            estimate_scaled(scaled(two, &two->declares[kind]), of_played(two))};
    }
    list[0] = (struct compared_declaring){
        "any", declared_by(two, declared[0], weights[0]), declared_by(two, declared[1], weights[1]),
        estimate_scaled(scaled(two, &two->declares_any), of_played(two))};
    comparison->declares = list;
    comparison->declares_count = count > 1 ? count : 0;
}

static int64_t matches_of(const struct head_to_head *two)
{
    return (two->deals - two->unplayed) * two->matches * two->players;
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
        .share = ratio(two->class_matches[class], matches_of(two)),
        .a_won = two->bots[0].class_won[class],
        .b_won = two->bots[1].class_won[class],
        .worth = estimate_scaled(moments_estimate(&two->worth[class]), scale),
    };
}

static struct bidder bidder_of(const struct compared_bot *counts)
{
    return (struct bidder){
        .declared = counts->declared,
        .won = counts->won,
        .overbid = counts->overbid,
        .hand = counts->hand,
        .hand_won = counts->hand_won,
        .bid_sum = counts->bid_sum,
        .kontra = {.said = counts->kontra,
                   .right = counts->kontra_right,
                   .chances = counts->defended,
                   .lost_by_declarer = counts->lost_by_declarer},
    };
}

static void add_calibration(struct compared_bidding *bidding, const struct head_to_head *two,
                            struct pool *pool)
{
    const struct compared_bot *a = &two->bots[0], *b = &two->bots[1];

    bidding->calibration = pool_alloc(pool, CALIBRATION_ROWS, sizeof *bidding->calibration);
    for (int i = 0; i < CALIBRATION_ROWS; i++)
        if (a->bid_declared[i] || b->bid_declared[i]) {
            const struct calibration_row *row = &head_to_head_calibration_rows[i];
            bidding->calibration[bidding->calibration_count++] =
                (struct bids_won){.from = row->from,
                                  .to = row->to ? row->to : FIELD_NO_INT,
                                  .a = {a->bid_declared[i], a->bid_won[i]},
                                  .b = {b->bid_declared[i], b->bid_won[i]}};
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
        .highest = {ratio(two->bots[0].highest, matches), ratio(two->bots[1].highest, matches),
                    estimate_scaled(moments_estimate(&two->highest), of_match * of_played(two))},
        .declared = {declared_as(two, DECLARED_BOTH), declared_as(two, DECLARED_ONLY_A),
                     declared_as(two, DECLARED_ONLY_B), declared_as(two, DECLARED_NEITHER)},
        .bots = {bidder_of(&two->bots[0]), bidder_of(&two->bots[1])},
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
            point_of(two, two->units, moments_estimate(&two->score[two->primary]));
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

    *unplayed = (struct unplayed_deals){two->unplayed,     two->unplayed * two->per_deal,
                                        two->checked,      two->checked_divergent,
                                        two->contradicted, two->scouted};
    return unplayed;
}

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
        .games = (two->deals - two->unplayed) * two->per_deal,
        .primary = stats_scoring_names[two->primary],
        .scorings = differences(two, pool),
        .superiority = estimate_scaled(moments_estimate(&two->sign), 0.5),
        .divergent = two->comparable ? two->divergent : FIELD_NO_INT,
        .divergent_share = two->comparable ? ratio(two->divergent, two->deals) : NAN,
        .equal = two->equal,
        .better = two->better,
        .worse = two->units - two->better - two->equal,
        .divergence_bound = alike ? fmin(3.0 / (double)two->units, 1) : NAN,
        .redeals = redeals_of(two, pool),
        .unplayed = unplayed_of(two, pool),
        .bidding = bidding_of(two, pool),
        .curve = curve_of(two, pool),
        .distribution = bins_of(two, pool),
        .order = head_to_head_order(two, names, pool),
    };
    add_splits(comparison, two, pool);
    add_decisions(comparison, two, pool);
    add_declares(comparison, two, pool);
    add_swings(comparison, two, names, log, pool);
}
