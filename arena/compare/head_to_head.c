#include "arena/compare/head_to_head.h"

#include <stdlib.h>
#include <string.h>

#include "arena/stats/distribution.h"
#include "engine/session.h"

/* Final bids are counted in these rows, by their first bid; `to` is the last that official ladders have.
 * The last row has no upper end. */
const struct calibration_row comparison_calibration_rows[CALIBRATION_ROWS] = {
    {18, 18}, {20, 24}, {27, 36}, {40, 59}, {60, 99}, {100, 0},
};

/* ---- the schedule ---- */

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
        comparison->comparable |= comparison->class_of[i] != (uint32_t)i &&
                                  comparison_holds_both(comparison, (uint32_t)i);
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
        if (!comparison_holds_both(comparison, (uint32_t)i))
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
    comparison->primary = stats_primary_scoring(rules);
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
    for (int i = 0; i < STATS_SCORINGS; i++)
        histogram_free(&comparison->histogram[i]);
    free(comparison->seats_of);
    free(comparison->class_of);
    free(comparison);
}

/* ---- a game ---- */

static int seat_weight(const struct comparison *comparison, const struct game_stats *game, int side)
{
    return SEAT_WEIGHT / comparison->seats_of[game->arrangement][side];
}

/* One seat of a or b (side 0, 1) in a game. */
static void add_seat(struct comparison *comparison, const struct game_stats *game, unsigned seat,
                     int side)
{
    struct parts *parts = &comparison->parts;
    struct compared_bot *bot = &comparison->bots[side];
    int weight = seat_weight(comparison, game, side) * (side ? -1 : 1);
    unsigned position = game_stats_position(game, seat);
    int place = position == SKAT_NOBODY ? SKAT_PLAYERS : (int)position;
    enum stats_role role = game_stats_role(game, position);
    int32_t points = game->score[comparison->primary][seat];

    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        parts->score[scoring] += (int64_t)weight * game->score[scoring][seat];
    parts->role[role] += (int64_t)weight * points;
    parts->game[game->kind] += (int64_t)weight * points;
    parts->position[place] += (int64_t)weight * points;
    bot->role_seats[role]++;
    bot->role_points[role] += points;
    bot->game_seats[game->kind]++;
    bot->game_points[game->kind] += points;
    bot->position_seats[place]++;
    bot->position_points[place] += points;
}

static int calibration_row(int bid)
{
    int row = CALIBRATION_ROWS - 1;

    while (row >= 0 && bid < comparison_calibration_rows[row].from)
        row--;
    return row;
}

static void add_declarer(struct compared_bot *bot, const struct game_stats *game)
{
    int row = calibration_row(game->bid);

    bot->declared++;
    bot->won += game->won;
    bot->overbid += game->overbid;
    bot->hand += game->hand;
    bot->hand_won += game->hand && game->won;
    bot->bid_sum += game->bid;
    if (row >= 0) {
        bot->bid_declared[row]++;
        bot->bid_won[row] += game->won;
    }
}

static void add_bidding(struct compared_bot *bot, const struct game_stats *game, unsigned position)
{
    enum stats_role role = game_stats_role(game, position);

    if (role == STATS_ROLE_DECLARER)
        add_declarer(bot, game);
    if (role != STATS_ROLE_DEFENDER)
        return;
    bot->defended++;
    bot->lost_by_declarer += !game->won;
    if (position == game->kontra_by) {
        bot->kontra++;
        bot->kontra_right += !game->won;
    }
}

/* Which of the two sits in this seat: 0 a, 1 b, -1 somebody else. */
static int side_of(const struct comparison *comparison, const struct game_stats *game,
                   unsigned seat)
{
    if (seat == SKAT_NOBODY)
        return -1;
    int bot = comparison->schedule->arrangements[game->arrangement][seat];
    return bot == comparison->a ? 0 : bot == comparison->b ? 1 : -1;
}

static void add_game(struct comparison *comparison, const struct game_stats *game)
{
    for (unsigned seat = 0; seat < game->seats; seat++) {
        int side = side_of(comparison, game, seat);
        if (side < 0)
            continue;
        add_seat(comparison, game, seat, side);
        add_bidding(&comparison->bots[side], game, game_stats_position(game, seat));
    }
}

/* ---- a deal ---- */

/* a in one game and b in another, in the same position of the same deal. */
static void add_match(struct comparison *comparison, const struct game_stats *a,
                      const struct game_stats *b, unsigned position)
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

static void add_matches(struct comparison *comparison, const struct game_stats *games,
                        unsigned position)
{
    int per_deal = comparison->schedule->per_deal;

    for (int i = 0; i < per_deal; i++) {
        if (!comparison_holds_both(comparison, games[i].arrangement) ||
            side_of(comparison, &games[i], games[i].seat_of[position]) != 0)
            continue;
        for (int k = 0; k < per_deal; k++)
            if (comparison_holds_both(comparison, games[k].arrangement) &&
                side_of(comparison, &games[k], games[k].seat_of[position]) == 1)
                add_match(comparison, &games[i], &games[k], position);
    }
}

/* Each game is compared with the first of its class, which is of the same deal. */
bool comparison_diverges(const struct comparison *comparison, const struct game_stats *games)
{
    for (int i = 1; i < comparison->schedule->per_deal; i++) {
        uint32_t first = comparison->class_of[games[i].arrangement] - games[0].arrangement;
        if (games[i].moves != games[first].moves &&
            comparison_holds_both(comparison, games[i].arrangement))
            return true;
    }
    return false;
}

void comparison_add_deal(struct comparison *comparison, const struct game_stats *games)
{
    const struct schedule *schedule = comparison->schedule;
    int64_t before = comparison->parts.score[comparison->primary];
    bool divergent = comparison_diverges(comparison, games);

    for (int i = 0; i < schedule->per_deal; i++)
        if (comparison_holds_both(comparison, games[i].arrangement))
            add_game(comparison, &games[i]);
    for (unsigned position = 0; comparison->matches && position < SKAT_PLAYERS; position++)
        add_matches(comparison, games, position);
    comparison->deals++;
    comparison->divergent += divergent;
    swings_add(&comparison->swings, games->session * schedule->deals + games->deal,
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
    add_parts(comparison->score, parts->score, STATS_SCORINGS);
    for (int i = 0; i < STATS_SCORINGS; i++)
        histogram_add(&comparison->histogram[i], parts->score[i]);
    add_parts(comparison->role, parts->role, STATS_ROLES);
    add_parts(comparison->game, parts->game, STATS_GAMES);
    add_parts(comparison->position, parts->position, SKAT_PLAYERS + 1);
    add_parts(comparison->worth, parts->worth, DECLARED_CLASSES);
    moments_add(&comparison->highest, parts->highest);
    add_to_curve(comparison);
    *parts = (struct parts){0};
}

double comparison_scale(const struct comparison *comparison)
{
    return 1.0 / (SEAT_WEIGHT * comparison->per_deal) /
           (double)comparison_deals_of_unit(comparison);
}
