#include "arena/compare/head_to_head.h"

#include <math.h>
#include <stdlib.h>

#include "arena/base/memory.h"
#include "arena/compare/estimate_json.h"
#include "arena/stats/distribution.h"
#include "arena/base/json_write.h"
#include "engine/variant.h"

static const char *const role_names[STATS_ROLES] = {
    [STATS_ROLE_DECLARER] = "declarer",       [STATS_ROLE_DEFENDER] = "defender",
    [STATS_ROLE_RAMSCH] = "ramsch",           [STATS_ROLE_PASSED_IN] = "passed_in",
    [STATS_ROLE_SITTING_OUT] = "sitting_out", [STATS_ROLE_NO_GAME] = "no_game",
};
static const char *const class_names[DECLARED_CLASSES] = {"both", "only_a", "only_b", "neither"};
static const char *const side_names[2] = {"a", "b"};

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

static struct estimate scaled(const struct head_to_head *two, const struct moments *moments)
{
    return estimate_scaled(moments_estimate(moments), head_to_head_scale(two));
}

static void add_scorings(cJSON *root, const struct head_to_head *two)
{
    cJSON *scorings = cJSON_AddObjectToObject(root, "scorings");
    double width = student_quantile((1 + STATS_CONFIDENCE) / 2, (double)two->units - 1);

    for (int i = 0; i < STATS_SCORINGS; i++) {
        if (i == STATS_OWN && two->primary != STATS_OWN)
            continue; /* it equals one of the others */
        struct estimate estimate = scaled(two, &two->score[i]);
        cJSON *scoring = estimate_to_json(scorings, stats_scoring_names[i], estimate);
        estimate_per_series_to_json(scoring, estimate);
        struct counted_sample sample = head_to_head_sample(two, i, head_to_head_largest(two));
        struct estimate likely = empirical_estimate(&sample, width);
        cJSON *item = cJSON_AddObjectToObject(scoring, "empirical");
        json_put_real(item, "low", two->units > 1 ? likely.low : NAN);
        json_put_real(item, "high", two->units > 1 ? likely.high : NAN);
        free(sample.values);
    }
}

/* Was every deal played alike, as far as can be seen? */
static bool identical(const struct head_to_head *two)
{
    return two->comparable && two->deals && !two->divergent && two->zero == two->units;
}

static const char *verdict_of(const struct head_to_head *two)
{
    struct estimate estimate = scaled(two, &two->score[two->primary]);

    return identical(two)      ? "identical play"
           : estimate.low > 0  ? "a is better"
           : estimate.high < 0 ? "b is better"
                               : "no difference shown";
}

/* Adds a part: what each bot did in these seats, and their contribution to the difference. */
static void add_part(cJSON *list, const char *name, const int64_t seats[2], const int64_t points[2],
                     struct estimate effect)
{
    if (!seats[0] && !seats[1])
        return;
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "name", name);
    for (int side = 0; side < 2; side++) {
        cJSON *bot = cJSON_AddObjectToObject(part, side_names[side]);
        json_put_int(bot, "seats", seats[side]);
        json_put_int(bot, "points", points[side]);
        json_put_ratio(bot, "mean", points[side], seats[side]);
    }
    estimate_to_json(part, "effect", effect);
    cJSON_AddItemToArray(list, part);
}

static const char *position_name(const struct head_to_head *two, int position)
{
    return position == SKAT_PLAYERS
               ? "sitting_out"
               : skat_position_name(two->rules->derived.deck, (unsigned)position);
}

static void add_splits(cJSON *root, const struct head_to_head *two)
{
    const struct compared_bot *a = &two->bots[0], *b = &two->bots[1];

    cJSON *list = cJSON_AddArrayToObject(root, "roles");
    for (int i = 0; i < STATS_ROLES; i++)
        add_part(list, role_names[i], (int64_t[]){a->role_seats[i], b->role_seats[i]},
                 (int64_t[]){a->role_points[i], b->role_points[i]}, scaled(two, &two->role[i]));
    list = cJSON_AddArrayToObject(root, "contracts");
    for (int i = 0; i < STATS_GAMES; i++) {
        int kind = games_in_order[i];
        add_part(list, game_name(kind), (int64_t[]){a->game_seats[kind], b->game_seats[kind]},
                 (int64_t[]){a->game_points[kind], b->game_points[kind]},
                 scaled(two, &two->game[kind]));
    }
    list = cJSON_AddArrayToObject(root, "positions");
    for (int i = 0; i <= SKAT_PLAYERS; i++)
        add_part(list, position_name(two, i),
                 (int64_t[]){a->position_seats[i], b->position_seats[i]},
                 (int64_t[]){a->position_points[i], b->position_points[i]},
                 scaled(two, &two->position[i]));
}

static void add_declared(cJSON *bidding, const struct head_to_head *two)
{
    cJSON *declared = cJSON_AddObjectToObject(bidding, "declared");
    int64_t matches = two->deals * two->matches * two->players;
    /* At each position, the weights of a's seats add up to `weights`, and so do those of b's. A
     * match counts the product of its two weights, so the sum over all matches, divided by
     * `weights`, is the difference that comes from the position. */
    double weights = (double)SEAT_WEIGHT * two->per_deal / two->schedule->seats;
    double scale = head_to_head_scale(two) / weights;

    for (int i = 0; i < DECLARED_CLASSES; i++) {
        cJSON *class = cJSON_AddObjectToObject(declared, class_names[i]);
        json_put_int(class, "matches", two->class_matches[i]);
        json_put_ratio(class, "share", two->class_matches[i], matches);
        json_put_int(class, "a_won", two->bots[0].class_won[i]);
        json_put_int(class, "b_won", two->bots[1].class_won[i]);
        estimate_to_json(class, "worth", estimate_scaled(moments_estimate(&two->worth[i]), scale));
    }
}

static void add_bot_bidding(cJSON *bots, const char *side, const struct compared_bot *counts)
{
    cJSON *bot = cJSON_AddObjectToObject(bots, side);

    json_put_int(bot, "declared", counts->declared);
    json_put_int(bot, "won", counts->won);
    json_put_int(bot, "overbid", counts->overbid);
    json_put_int(bot, "hand", counts->hand);
    json_put_int(bot, "hand_won", counts->hand_won);
    json_put_int(bot, "bid_sum", counts->bid_sum);
    cJSON *kontra = cJSON_AddObjectToObject(bot, "kontra");
    json_put_int(kontra, "said", counts->kontra);
    json_put_int(kontra, "right", counts->kontra_right);
    json_put_int(kontra, "chances", counts->defended);
    json_put_int(kontra, "lost_by_declarer", counts->lost_by_declarer);
}

static void add_calibration(cJSON *bidding, const struct head_to_head *two)
{
    cJSON *list = cJSON_AddArrayToObject(bidding, "calibration");

    for (int i = 0; i < CALIBRATION_ROWS; i++) {
        if (!two->bots[0].bid_declared[i] && !two->bots[1].bid_declared[i])
            continue;
        cJSON *row = cJSON_CreateObject();
        json_put_int(row, "from", head_to_head_calibration_rows[i].from);
        json_put_real(row, "to",
                      head_to_head_calibration_rows[i].to ? head_to_head_calibration_rows[i].to
                                                          : NAN);
        for (int side = 0; side < 2; side++) {
            cJSON *bot = cJSON_AddObjectToObject(row, side_names[side]);
            json_put_int(bot, "declared", two->bots[side].bid_declared[i]);
            json_put_int(bot, "won", two->bots[side].bid_won[i]);
        }
        cJSON_AddItemToArray(list, row);
    }
}

static void add_bidding_report(cJSON *root, const struct head_to_head *two)
{
    int64_t matches = two->deals * two->matches * two->players;

    if (!two->matches) {
        cJSON_AddNullToObject(root, "bidding");
        return;
    }
    cJSON *bidding = cJSON_AddObjectToObject(root, "bidding");
    json_put_int(bidding, "matches", matches);
    cJSON *higher = cJSON_AddObjectToObject(bidding, "higher");
    json_put_int(higher, "a", two->higher[0]);
    json_put_int(higher, "b", two->higher[1]);
    json_put_int(higher, "same", two->higher[2]);
    cJSON *highest = cJSON_AddObjectToObject(bidding, "highest");
    json_put_ratio(highest, "a", two->bots[0].highest, matches);
    json_put_ratio(highest, "b", two->bots[1].highest, matches);
    double scale = 1.0 / (two->matches * two->players) / (double)head_to_head_deals_of_unit(two);
    estimate_to_json(highest, "difference",
                     estimate_scaled(moments_estimate(&two->highest), scale));
    add_declared(bidding, two);
    cJSON *bots = cJSON_AddObjectToObject(bidding, "bots");
    for (int side = 0; side < 2; side++)
        add_bot_bidding(bots, side_names[side], &two->bots[side]);
    add_calibration(bidding, two);
}

static void add_curve_point(cJSON *points, const struct head_to_head *two, int64_t units,
                            struct estimate estimate)
{
    cJSON *object = cJSON_CreateObject();

    estimate = estimate_scaled(estimate, head_to_head_scale(two));
    json_put_int(object, "units", units);
    json_put_real(object, "mean", estimate.mean);
    json_put_real(object, "low", estimate.low);
    json_put_real(object, "high", estimate.high);
    cJSON_AddItemToArray(points, object);
}

/* The last point is the last unit; if there is no room for it, every second point is dropped. */
static void add_curve(cJSON *root, const struct head_to_head *two)
{
    cJSON *curve = cJSON_AddObjectToObject(root, "curve");
    cJSON *points = cJSON_AddArrayToObject(curve, "points");
    int count = two->curve_count;
    bool ends = count && two->curve[count - 1].units == two->units;
    int step = count == CURVE_POINTS && !ends ? 2 : 1;

    for (int i = step - 1; i < count; i += step)
        add_curve_point(points, two, two->curve[i].units, two->curve[i].estimate);
    if (!ends && two->units)
        add_curve_point(points, two, two->units, moments_estimate(&two->score[two->primary]));
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

static void add_distribution(cJSON *root, const struct head_to_head *two)
{
    size_t count;
    struct histogram_bin *bins = histogram_bins(&two->histogram[two->primary], &count);
    int64_t point = SEAT_WEIGHT * two->per_deal * head_to_head_deals_of_unit(two);
    cJSON *distribution = cJSON_AddObjectToObject(root, "distribution");
    double range = count ? (double)(bins[count - 1].value - bins[0].value) / (double)point : 0;

    int64_t width = bin_width(100 * range);
    json_put_real(distribution, "width", (double)width / 100);
    cJSON *list = cJSON_AddArrayToObject(distribution, "bins");
    int64_t at = count ? bin_of(bins[0].value, point, width) : 0;
    for (size_t i = 0; i < count; at++) {
        cJSON *bin = cJSON_CreateObject();
        int64_t sum = 0;
        for (; i < count && bin_of(bins[i].value, point, width) == at; i++)
            sum += bins[i].count;
        json_put_real(bin, "from", (double)(at * width) / 100);
        json_put_int(bin, "count", sum);
        cJSON_AddItemToArray(list, bin);
    }
    free(bins);
}

static void add_swings(cJSON *root, const struct head_to_head *two, const char *const *names,
                       const char *log)
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
        .scale = 1.0 / (SEAT_WEIGHT * two->per_deal),
    };
    swings_to_json(&two->swings, &context, log, root);
    free(wanted);
}

cJSON *head_to_head_to_json(const struct head_to_head *two, const struct skat_rules *rules,
                            const char *const *names, const char *log)
{
    cJSON *root = cJSON_CreateObject();
    struct estimate primary = scaled(two, &two->score[two->primary]);

    cJSON_AddStringToObject(root, "a", names[two->a]);
    cJSON_AddStringToObject(root, "b", names[two->b]);
    cJSON_AddStringToObject(root, "unit", two->schedule->whole_sessions ? "session" : "deal");
    json_put_int(root, "units", two->units);
    json_put_int(root, "deals", two->deals);
    json_put_int(root, "games", two->deals * two->per_deal);
    cJSON_AddStringToObject(root, "primary", stats_scoring_names[stats_primary_scoring(rules)]);
    add_scorings(root, two);
    estimate_likelihood_to_json(root, primary, two->units);
    estimate_to_json(root, "superiority", estimate_scaled(moments_estimate(&two->sign), 0.5));
    cJSON_AddStringToObject(root, "verdict", verdict_of(two));
    json_put_real(root, "divergent", two->comparable ? (double)two->divergent : NAN);
    json_put_ratio(root, "divergent_share", two->divergent, two->comparable ? two->deals : 0);
    json_put_int(root, "zero", two->zero);
    json_put_int(root, "better", two->better);
    json_put_int(root, "worse", two->units - two->better - two->zero);
    json_put_real(root, "divergence_bound",
                  identical(two) ? fmin(3.0 / (double)two->units, 1) : NAN);
    add_splits(root, two);
    add_bidding_report(root, two);
    add_curve(root, two);
    add_distribution(root, two);
    add_swings(root, two, names, log);
    return root;
}
