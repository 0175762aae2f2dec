#include "arena/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/estimate_json.h"
#include "arena/figures.h"
#include "arena/statistics/distribution.h"
#include "engine/session.h"

static const char *const role_names[FACT_ROLES] = {
    [ROLE_DECLARER] = "declarer",   [ROLE_DEFENDER] = "defender",       [ROLE_RAMSCH] = "ramsch",
    [ROLE_PASSED_IN] = "passed_in", [ROLE_SITTING_OUT] = "sitting_out", [ROLE_NO_GAME] = "no_game",
};
static const char *const class_names[DECLARED_CLASSES] = {"both", "only_a", "only_b", "neither"};
static const char *const side_names[2] = {"a", "b"};

/* Final bids are counted in these rows, by their first bid; `to` is the last that official ladders have.
 * The last row has no upper end. */
static const struct calibration_row {
    int from, to;
} calibration_rows[CALIBRATION_ROWS] = {
    {18, 18}, {20, 24}, {27, 36}, {40, 59}, {60, 99}, {100, 0},
};

/* As people list them. */
static const uint8_t games_in_order[FACT_GAMES] = {
    SKAT_GAME_NULL,   SKAT_GAME_GRAND,    SKAT_GAME_CLUBS,         SKAT_GAME_SPADES,
    SKAT_GAME_HEARTS, SKAT_GAME_DIAMONDS, SKAT_GAME_SACHSENSPITZE, SKAT_GAME_REVOLUTION,
    FACT_UNANNOUNCED, FACT_RAMSCH,        FACT_PASSED_IN,          FACT_NO_GAME,
};

static const char *game_name(int kind)
{
    switch (kind) {
    case FACT_RAMSCH:
        return "ramsch";
    case FACT_UNANNOUNCED:
        return "unannounced";
    case FACT_PASSED_IN:
        return "passed_in";
    case FACT_NO_GAME:
        return "no_game";
    default:
        return skat_games[kind].name;
    }
}

/* ---- the schedule ---- */

static bool holds_both(const struct comparison *comparison, uint32_t arrangement)
{
    return comparison->seats_of[arrangement][0] && comparison->seats_of[arrangement][1];
}

/* Do two tables differ only in that a and b change places? Only of one group they meet in a deal. */
static bool comparable(const struct comparison *comparison, const uint8_t *one,
                       const uint8_t *other)
{
    for (int seat = 0; seat < comparison->schedule->seats; seat++) {
        bool one_is = one[seat] == comparison->a || one[seat] == comparison->b;
        bool other_is = other[seat] == comparison->a || other[seat] == comparison->b;
        if (one_is != other_is || (!one_is && one[seat] != other[seat]))
            return false;
    }
    return true;
}

static void look_at_tables(struct comparison *comparison)
{
    const struct schedule *schedule = comparison->schedule;

    for (int i = 0; i < schedule->arrangement_count; i++) {
        const uint8_t *table = schedule->arrangements[i];
        for (int seat = 0; seat < schedule->seats; seat++) {
            comparison->seats_of[i][0] += table[seat] == comparison->a;
            comparison->seats_of[i][1] += table[seat] == comparison->b;
        }
        comparison->class_of[i] = (uint32_t)i;
        for (int k = i - i % schedule->per_deal; k < i && comparison->class_of[i] == (uint32_t)i;
             k++)
            if (comparable(comparison, table, schedule->arrangements[k]))
                comparison->class_of[i] = comparison->class_of[k];
        comparison->comparable |=
            comparison->class_of[i] != (uint32_t)i && holds_both(comparison, (uint32_t)i);
    }
}

/* Tables of group `first` .. with both bots, and how often each sits in each seat there. */
static int count_tables(const struct comparison *comparison, int first,
                        int seats[2][SKAT_SEATS_MAX])
{
    const struct schedule *schedule = comparison->schedule;
    int tables = 0;

    memset(seats, 0, 2 * sizeof *seats);
    for (int i = first; i < first + schedule->per_deal; i++) {
        if (!holds_both(comparison, (uint32_t)i))
            continue;
        tables++;
        for (int seat = 0; seat < schedule->seats; seat++) {
            seats[0][seat] += schedule->arrangements[i][seat] == comparison->a;
            seats[1][seat] += schedule->arrangements[i][seat] == comparison->b;
        }
    }
    return tables;
}

/* Sets per_deal and matches. False when deals differ in the number of tables with both. */
static bool count_meetings(struct comparison *comparison)
{
    const struct schedule *schedule = comparison->schedule;
    int seats[2][SKAT_SEATS_MAX];

    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal) {
        int tables = count_tables(comparison, first, seats);
        if (first == 0) {
            comparison->per_deal = tables;
            comparison->matches = seats[0][0] * seats[1][0];
        }
        for (int seat = 0; seat < schedule->seats; seat++)
            if (seats[0][seat] * seats[1][seat] != comparison->matches)
                comparison->matches = 0;
        if (tables != comparison->per_deal)
            return false;
    }
    return comparison->per_deal > 0;
}

struct comparison *comparison_new(const struct schedule *schedule, const struct skat_rules *rules,
                                  int a, int b)
{
    struct comparison *comparison = calloc(1, sizeof *comparison);
    size_t count = (size_t)schedule->arrangement_count;

    if (!comparison)
        abort(); /* out of memory */
    comparison->schedule = schedule;
    comparison->a = a;
    comparison->b = b;
    comparison->rules = rules;
    comparison->primary = fact_primary(rules);
    comparison->players = __builtin_popcount(rules->derived.company->sitting);
    comparison->curve_step = 1;
    comparison->seats_of = calloc(count, sizeof *comparison->seats_of);
    comparison->class_of = calloc(count, sizeof *comparison->class_of);
    if (!comparison->seats_of || !comparison->class_of)
        abort();
    look_at_tables(comparison);
    if (count_meetings(comparison))
        return comparison;
    comparison_free(comparison);
    return NULL;
}

void comparison_free(struct comparison *comparison)
{
    if (!comparison)
        return;
    for (int i = 0; i < FACT_SCORINGS; i++)
        histogram_free(&comparison->histogram[i]);
    free(comparison->seats_of);
    free(comparison->class_of);
    free(comparison);
}

/* ---- a game ---- */

static int seat_weight(const struct comparison *comparison, const struct fact *fact, int side)
{
    return SEAT_WEIGHT / comparison->seats_of[fact->arrangement][side];
}

/* One seat of a or b (side 0, 1) in a game. */
static void add_seat(struct comparison *comparison, const struct fact *fact, unsigned seat,
                     int side)
{
    struct parts *parts = &comparison->parts;
    struct compared_bot *bot = &comparison->bots[side];
    int weight = seat_weight(comparison, fact, side) * (side ? -1 : 1);
    unsigned position = fact_position(fact, seat);
    int place = position == SKAT_NOBODY ? SKAT_PLAYERS : (int)position;
    enum fact_role role = fact_role(fact, position);
    int32_t points = fact->score[comparison->primary][seat];

    for (int scoring = 0; scoring < FACT_SCORINGS; scoring++)
        parts->score[scoring] += (int64_t)weight * fact->score[scoring][seat];
    parts->role[role] += (int64_t)weight * points;
    parts->game[fact->kind] += (int64_t)weight * points;
    parts->position[place] += (int64_t)weight * points;
    bot->role_seats[role]++;
    bot->role_points[role] += points;
    bot->game_seats[fact->kind]++;
    bot->game_points[fact->kind] += points;
    bot->position_seats[place]++;
    bot->position_points[place] += points;
}

static int calibration_row(int bid)
{
    int row = CALIBRATION_ROWS - 1;

    while (row >= 0 && bid < calibration_rows[row].from)
        row--;
    return row;
}

static void add_declarer(struct compared_bot *bot, const struct fact *fact)
{
    int row = calibration_row(fact->bid);

    bot->declared++;
    bot->won += fact->won;
    bot->overbid += fact->overbid;
    bot->hand += fact->hand;
    bot->hand_won += fact->hand && fact->won;
    bot->bid_sum += fact->bid;
    if (row >= 0) {
        bot->bid_declared[row]++;
        bot->bid_won[row] += fact->won;
    }
}

static void add_bidding(struct compared_bot *bot, const struct fact *fact, unsigned position)
{
    enum fact_role role = fact_role(fact, position);

    if (role == ROLE_DECLARER)
        add_declarer(bot, fact);
    if (role != ROLE_DEFENDER)
        return;
    bot->defended++;
    bot->lost_by_declarer += !fact->won;
    if (position == fact->kontra_by) {
        bot->kontra++;
        bot->kontra_right += !fact->won;
    }
}

/* Which of the two sits in this seat: 0 a, 1 b, -1 somebody else. */
static int side_of(const struct comparison *comparison, const struct fact *fact, unsigned seat)
{
    if (seat == SKAT_NOBODY)
        return -1;
    int bot = comparison->schedule->arrangements[fact->arrangement][seat];
    return bot == comparison->a ? 0 : bot == comparison->b ? 1 : -1;
}

static void add_game(struct comparison *comparison, const struct fact *fact)
{
    for (unsigned seat = 0; seat < fact->seats; seat++) {
        int side = side_of(comparison, fact, seat);
        if (side < 0)
            continue;
        add_seat(comparison, fact, seat, side);
        add_bidding(&comparison->bots[side], fact, fact_position(fact, seat));
    }
}

/* ---- a deal ---- */

/* a in one game and b in another, in the same position of the same deal. */
static void add_match(struct comparison *comparison, const struct fact *a, const struct fact *b,
                      unsigned position)
{
    bool a_declared = a->declarer == position, b_declared = b->declarer == position;
    enum declared_class class = a_declared   ? b_declared ? DECLARED_BOTH : DECLARED_ONLY_A
                                : b_declared ? DECLARED_ONLY_B
                                             : DECLARED_NEITHER;
    int a_high = a->highest[position], b_high = b->highest[position];

    comparison->class_matches[class]++;
    comparison->bots[0].class_won[class] += a_declared && a->won;
    comparison->bots[1].class_won[class] += b_declared && b->won;
    comparison->parts.worth[class] += (int64_t)seat_weight(comparison, a, 0) *
                                      seat_weight(comparison, b, 1) *
                                      (a->score[comparison->primary][a->seat_of[position]] -
                                       b->score[comparison->primary][b->seat_of[position]]);
    comparison->higher[a_high > b_high ? 0 : a_high < b_high ? 1 : 2]++;
    comparison->bots[0].highest += a_high;
    comparison->bots[1].highest += b_high;
    comparison->parts.highest += a_high - b_high;
}

static void add_matches(struct comparison *comparison, const struct fact *facts, unsigned position)
{
    int per_deal = comparison->schedule->per_deal;

    for (int i = 0; i < per_deal; i++) {
        if (!holds_both(comparison, facts[i].arrangement) ||
            side_of(comparison, &facts[i], facts[i].seat_of[position]) != 0)
            continue;
        for (int k = 0; k < per_deal; k++)
            if (holds_both(comparison, facts[k].arrangement) &&
                side_of(comparison, &facts[k], facts[k].seat_of[position]) == 1)
                add_match(comparison, &facts[i], &facts[k], position);
    }
}

/* Each game is compared with the first of its class, which is of the same deal. */
bool comparison_diverges(const struct comparison *comparison, const struct fact *facts)
{
    for (int i = 1; i < comparison->schedule->per_deal; i++) {
        uint32_t first = comparison->class_of[facts[i].arrangement] - facts[0].arrangement;
        if (facts[i].moves != facts[first].moves && holds_both(comparison, facts[i].arrangement))
            return true;
    }
    return false;
}

void comparison_add_deal(struct comparison *comparison, const struct fact *facts)
{
    const struct schedule *schedule = comparison->schedule;
    int64_t before = comparison->parts.score[comparison->primary];
    bool divergent = comparison_diverges(comparison, facts);

    for (int i = 0; i < schedule->per_deal; i++)
        if (holds_both(comparison, facts[i].arrangement))
            add_game(comparison, &facts[i]);
    for (unsigned position = 0; comparison->matches && position < SKAT_PLAYERS; position++)
        add_matches(comparison, facts, position);
    comparison->deals++;
    comparison->divergent += divergent;
    swings_add(&comparison->swings, facts->session * schedule->deals + facts->deal,
               comparison->parts.score[comparison->primary] - before, divergent);
}

/* ---- a unit ---- */

/* Keeps at most CURVE_POINTS of the growing mean: every `curve_step`-th, a power of two. */
static void add_to_curve(struct comparison *comparison)
{
    if (comparison->units % comparison->curve_step)
        return;
    if (comparison->curve_count == CURVE_POINTS) {
        comparison->curve_step *= 2;
        comparison->curve_count /= 2;
        for (int i = 0; i < comparison->curve_count; i++)
            comparison->curve[i] = comparison->curve[2 * i + 1];
        if (comparison->units % comparison->curve_step)
            return;
    }
    comparison->curve[comparison->curve_count++] = (struct curve_point){
        comparison->units, moments_estimate(&comparison->score[comparison->primary])};
}

static void add_parts(struct moments *moments, const int64_t *parts, int count)
{
    for (int i = 0; i < count; i++)
        moments_add(&moments[i], parts[i]);
}

void comparison_end_unit(struct comparison *comparison)
{
    struct parts *parts = &comparison->parts;
    int64_t difference = parts->score[comparison->primary];

    comparison->units++;
    comparison->zero += !difference;
    moments_add(&comparison->sign, 1 + (difference > 0) - (difference < 0));
    add_parts(comparison->score, parts->score, FACT_SCORINGS);
    for (int i = 0; i < FACT_SCORINGS; i++)
        histogram_add(&comparison->histogram[i], parts->score[i]);
    add_parts(comparison->role, parts->role, FACT_ROLES);
    add_parts(comparison->game, parts->game, FACT_GAMES);
    add_parts(comparison->position, parts->position, SKAT_PLAYERS + 1);
    add_parts(comparison->worth, parts->worth, DECLARED_CLASSES);
    moments_add(&comparison->highest, parts->highest);
    add_to_curve(comparison);
    *parts = (struct parts){0};
}

static int64_t deals_of_unit(const struct comparison *comparison)
{
    return comparison->schedule->whole_sessions ? (int64_t)comparison->schedule->deals : 1;
}

double comparison_scale(const struct comparison *comparison)
{
    return 1.0 / (SEAT_WEIGHT * comparison->per_deal) / (double)deals_of_unit(comparison);
}

/* ---- numbers ---- */

static struct estimate scaled(const struct comparison *comparison, const struct moments *moments)
{
    return estimate_scaled(moments_estimate(moments), comparison_scale(comparison));
}

static void add_scorings(cJSON *root, const struct comparison *comparison)
{
    enum { RESAMPLES = 1000, BOOTSTRAP_SEED = 1 };
    cJSON *scorings = cJSON_AddObjectToObject(root, "scorings");
    double scale = comparison_scale(comparison), low, high;

    for (int i = 0; i < FACT_SCORINGS; i++) {
        if (i == FACT_OWN && comparison->primary != FACT_OWN)
            continue; /* one of the others */
        struct estimate estimate = scaled(comparison, &comparison->score[i]);
        cJSON *scoring = estimate_to_json(scorings, fact_scoring_names[i], estimate);
        estimate_per_series_to_json(scoring, estimate);
        histogram_bootstrap(&comparison->histogram[i], RESAMPLES, CONFIDENCE, BOOTSTRAP_SEED, &low,
                            &high);
        cJSON *bootstrap = cJSON_AddObjectToObject(scoring, "bootstrap");
        figures_real(bootstrap, "low", low * scale);
        figures_real(bootstrap, "high", high * scale);
    }
}

/* Was every deal played alike, as far as one can see? */
static bool identical(const struct comparison *comparison)
{
    return comparison->comparable && comparison->deals && !comparison->divergent &&
           comparison->zero == comparison->units;
}

static const char *verdict_of(const struct comparison *comparison)
{
    struct estimate estimate = scaled(comparison, &comparison->score[comparison->primary]);

    return identical(comparison) ? "identical play"
           : estimate.low > 0    ? "a is better"
           : estimate.high < 0   ? "b is better"
                                 : "no difference shown";
}

/* A kind of seats: what each bot did there, and what it contributes. */
static void add_part(cJSON *list, const char *name, const int64_t seats[2], const int64_t points[2],
                     struct estimate effect)
{
    if (!seats[0] && !seats[1])
        return;
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "name", name);
    for (int side = 0; side < 2; side++) {
        cJSON *bot = cJSON_AddObjectToObject(part, side_names[side]);
        figures_int(bot, "seats", seats[side]);
        figures_int(bot, "points", points[side]);
        figures_ratio(bot, "mean", points[side], seats[side]);
    }
    estimate_to_json(part, "effect", effect);
    cJSON_AddItemToArray(list, part);
}

static const char *position_name(const struct comparison *comparison, int position)
{
    return position == SKAT_PLAYERS
               ? "sitting_out"
               : skat_position_name(comparison->rules->derived.deck, (unsigned)position);
}

static void add_splits(cJSON *root, const struct comparison *comparison)
{
    const struct compared_bot *a = &comparison->bots[0], *b = &comparison->bots[1];

    cJSON *list = cJSON_AddArrayToObject(root, "roles");
    for (int i = 0; i < FACT_ROLES; i++)
        add_part(list, role_names[i], (int64_t[]){a->role_seats[i], b->role_seats[i]},
                 (int64_t[]){a->role_points[i], b->role_points[i]},
                 scaled(comparison, &comparison->role[i]));
    list = cJSON_AddArrayToObject(root, "contracts");
    for (int i = 0; i < FACT_GAMES; i++) {
        int kind = games_in_order[i];
        add_part(list, game_name(kind), (int64_t[]){a->game_seats[kind], b->game_seats[kind]},
                 (int64_t[]){a->game_points[kind], b->game_points[kind]},
                 scaled(comparison, &comparison->game[kind]));
    }
    list = cJSON_AddArrayToObject(root, "positions");
    for (int i = 0; i <= SKAT_PLAYERS; i++)
        add_part(list, position_name(comparison, i),
                 (int64_t[]){a->position_seats[i], b->position_seats[i]},
                 (int64_t[]){a->position_points[i], b->position_points[i]},
                 scaled(comparison, &comparison->position[i]));
}

static void add_declared(cJSON *bidding, const struct comparison *comparison)
{
    cJSON *declared = cJSON_AddObjectToObject(bidding, "declared");
    int64_t matches = comparison->deals * comparison->matches * comparison->players;
    /* At each position the weights of a's seats add up to `weights`, and so do those of b's. Each
     * match counts the product of its two, so that the sum over all matches, divided by `weights`, is
     * the difference that comes from the position. */
    double weights = (double)SEAT_WEIGHT * comparison->per_deal / comparison->schedule->seats;
    double scale = comparison_scale(comparison) / weights;

    for (int i = 0; i < DECLARED_CLASSES; i++) {
        cJSON *class = cJSON_AddObjectToObject(declared, class_names[i]);
        figures_int(class, "matches", comparison->class_matches[i]);
        figures_ratio(class, "share", comparison->class_matches[i], matches);
        figures_int(class, "a_won", comparison->bots[0].class_won[i]);
        figures_int(class, "b_won", comparison->bots[1].class_won[i]);
        estimate_to_json(class, "worth",
                         estimate_scaled(moments_estimate(&comparison->worth[i]), scale));
    }
}

static void add_bot_bidding(cJSON *bots, const char *side, const struct compared_bot *counts)
{
    cJSON *bot = cJSON_AddObjectToObject(bots, side);

    figures_int(bot, "declared", counts->declared);
    figures_int(bot, "won", counts->won);
    figures_int(bot, "overbid", counts->overbid);
    figures_int(bot, "hand", counts->hand);
    figures_int(bot, "hand_won", counts->hand_won);
    figures_int(bot, "bid_sum", counts->bid_sum);
    cJSON *kontra = cJSON_AddObjectToObject(bot, "kontra");
    figures_int(kontra, "said", counts->kontra);
    figures_int(kontra, "right", counts->kontra_right);
    figures_int(kontra, "chances", counts->defended);
    figures_int(kontra, "lost_by_declarer", counts->lost_by_declarer);
}

static void add_calibration(cJSON *bidding, const struct comparison *comparison)
{
    cJSON *list = cJSON_AddArrayToObject(bidding, "calibration");

    for (int i = 0; i < CALIBRATION_ROWS; i++) {
        if (!comparison->bots[0].bid_declared[i] && !comparison->bots[1].bid_declared[i])
            continue;
        cJSON *row = cJSON_CreateObject();
        figures_int(row, "from", calibration_rows[i].from);
        figures_real(row, "to", calibration_rows[i].to ? calibration_rows[i].to : NAN);
        for (int side = 0; side < 2; side++) {
            cJSON *bot = cJSON_AddObjectToObject(row, side_names[side]);
            figures_int(bot, "declared", comparison->bots[side].bid_declared[i]);
            figures_int(bot, "won", comparison->bots[side].bid_won[i]);
        }
        cJSON_AddItemToArray(list, row);
    }
}

static void add_bidding_report(cJSON *root, const struct comparison *comparison)
{
    int64_t matches = comparison->deals * comparison->matches * comparison->players;

    if (!comparison->matches) {
        cJSON_AddNullToObject(root, "bidding");
        return;
    }
    cJSON *bidding = cJSON_AddObjectToObject(root, "bidding");
    figures_int(bidding, "matches", matches);
    cJSON *higher = cJSON_AddObjectToObject(bidding, "higher");
    figures_int(higher, "a", comparison->higher[0]);
    figures_int(higher, "b", comparison->higher[1]);
    figures_int(higher, "same", comparison->higher[2]);
    cJSON *highest = cJSON_AddObjectToObject(bidding, "highest");
    figures_ratio(highest, "a", comparison->bots[0].highest, matches);
    figures_ratio(highest, "b", comparison->bots[1].highest, matches);
    double scale =
        1.0 / (comparison->matches * comparison->players) / (double)deals_of_unit(comparison);
    estimate_to_json(highest, "difference",
                     estimate_scaled(moments_estimate(&comparison->highest), scale));
    add_declared(bidding, comparison);
    cJSON *bots = cJSON_AddObjectToObject(bidding, "bots");
    for (int side = 0; side < 2; side++)
        add_bot_bidding(bots, side_names[side], &comparison->bots[side]);
    add_calibration(bidding, comparison);
}

static void add_curve_point(cJSON *points, const struct comparison *comparison, int64_t units,
                            struct estimate estimate)
{
    cJSON *object = cJSON_CreateObject();

    estimate = estimate_scaled(estimate, comparison_scale(comparison));
    figures_int(object, "units", units);
    figures_real(object, "mean", estimate.mean);
    figures_real(object, "low", estimate.low);
    figures_real(object, "high", estimate.high);
    cJSON_AddItemToArray(points, object);
}

/* The last point is the last unit; where there is no room for it, every second gives way. */
static void add_curve(cJSON *root, const struct comparison *comparison)
{
    cJSON *curve = cJSON_AddObjectToObject(root, "curve");
    cJSON *points = cJSON_AddArrayToObject(curve, "points");
    int count = comparison->curve_count;
    bool ends = count && comparison->curve[count - 1].units == comparison->units;
    int step = count == CURVE_POINTS && !ends ? 2 : 1;

    for (int i = step - 1; i < count; i += step)
        add_curve_point(points, comparison, comparison->curve[i].units,
                        comparison->curve[i].estimate);
    if (!ends && comparison->units)
        add_curve_point(points, comparison, comparison->units,
                        moments_estimate(&comparison->score[comparison->primary]));
}

/* The smallest 1, 2 or 5 times a power of ten with which a range fits into BINS bins; both in
 * hundredths of a point. */
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

/* The bin of a sum over a unit, of which `point` make a point; in integers, as quotients that should
 * be whole are not always so in doubles. */
static int64_t bin_of(int64_t value, int64_t point, int64_t width)
{
    wide hundredths = (wide)value * 100, bin = point * width;
    return (int64_t)((hundredths - (hundredths < 0 ? bin - 1 : 0)) / bin);
}

static void add_distribution(cJSON *root, const struct comparison *comparison)
{
    size_t count;
    struct histogram_bin *bins =
        histogram_bins(&comparison->histogram[comparison->primary], &count);
    int64_t point = SEAT_WEIGHT * comparison->per_deal * deals_of_unit(comparison);
    cJSON *distribution = cJSON_AddObjectToObject(root, "distribution");
    double range = count ? (double)(bins[count - 1].value - bins[0].value) / (double)point : 0;

    int64_t width = bin_width(100 * range);
    figures_real(distribution, "width", (double)width / 100);
    cJSON *list = cJSON_AddArrayToObject(distribution, "bins");
    int64_t at = count ? bin_of(bins[0].value, point, width) : 0;
    for (size_t i = 0; i < count; at++) {
        cJSON *bin = cJSON_CreateObject();
        int64_t sum = 0;
        for (; i < count && bin_of(bins[i].value, point, width) == at; i++)
            sum += bins[i].count;
        figures_real(bin, "from", (double)(at * width) / 100);
        figures_int(bin, "count", sum);
        cJSON_AddItemToArray(list, bin);
    }
    free(bins);
}

static void add_swings(cJSON *root, const struct comparison *comparison, const char *const *names,
                       const char *log)
{
    const struct schedule *schedule = comparison->schedule;
    bool *wanted = calloc((size_t)schedule->arrangement_count, sizeof *wanted);

    if (!wanted)
        abort(); /* out of memory */
    for (int i = 0; i < schedule->arrangement_count; i++)
        wanted[i] = holds_both(comparison, (uint32_t)i);
    struct swing_context context = {
        .rules = comparison->rules,
        .schedule = schedule,
        .names = names,
        .class_of = comparison->class_of,
        .wanted = wanted,
        .a = comparison->a,
        .b = comparison->b,
        .scale = 1.0 / (SEAT_WEIGHT * comparison->per_deal),
    };
    swings_to_json(&comparison->swings, &context, log, root);
    free(wanted);
}

cJSON *comparison_to_json(const struct comparison *comparison, const struct skat_rules *rules,
                          const char *const *names, const char *log)
{
    cJSON *root = cJSON_CreateObject();
    struct estimate primary = scaled(comparison, &comparison->score[comparison->primary]);

    cJSON_AddStringToObject(root, "a", names[comparison->a]);
    cJSON_AddStringToObject(root, "b", names[comparison->b]);
    cJSON_AddStringToObject(root, "unit",
                            comparison->schedule->whole_sessions ? "session" : "deal");
    figures_int(root, "units", comparison->units);
    figures_int(root, "deals", comparison->deals);
    figures_int(root, "games", comparison->deals * comparison->per_deal);
    cJSON_AddStringToObject(root, "primary", fact_scoring_names[fact_primary(rules)]);
    add_scorings(root, comparison);
    figures_real(root, "likelihood", estimate_likelihood(primary, comparison->units));
    estimate_to_json(root, "superiority",
                     estimate_scaled(moments_estimate(&comparison->sign), 0.5));
    cJSON_AddStringToObject(root, "verdict", verdict_of(comparison));
    figures_real(root, "divergent", comparison->comparable ? (double)comparison->divergent : NAN);
    figures_ratio(root, "divergent_share", comparison->divergent,
                  comparison->comparable ? comparison->deals : 0);
    figures_int(root, "zero", comparison->zero);
    figures_real(root, "divergence_bound",
                 identical(comparison) ? fmin(3.0 / (double)comparison->units, 1) : NAN);
    add_splits(root, comparison);
    add_bidding_report(root, comparison);
    add_curve(root, comparison);
    add_distribution(root, comparison);
    add_swings(root, comparison, names, log);
    return root;
}
