// SPDX-License-Identifier: MIT
#include "arena/compare/head_to_head.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/compare/redeal_case.h"
#include "engine/session.h"
#include "engine/variant.h"

/* Final bids are counted in the last row whose `from` they reach. `to` is the highest official bid
 * of a row; the last row is open-ended. */
const struct calibration_row head_to_head_calibration_rows[CALIBRATION_ROWS] = {
    {18, 18}, {20, 24}, {27, 36}, {40, 59}, {60, 99}, {100, 0},
};

/* ---- the schedule ---- */

/* Do two tables differ only in the places of a and b? Both must be in one group to share deals. */
static bool comparable(const struct head_to_head *two, const uint8_t *one, const uint8_t *other)
{
    for (int seat = 0; seat < two->schedule->seats; seat++) {
        bool one_is = one[seat] == two->a || one[seat] == two->b;
        bool other_is = other[seat] == two->a || other[seat] == two->b;
        if (one_is != other_is || (!one_is && one[seat] != other[seat]))
            return false;
    }
    return true;
}

static void look_at_tables(struct head_to_head *two)
{
    const struct schedule *schedule = two->schedule;

    for (int i = 0; i < schedule->arrangement_count; i++) {
        const uint8_t *table = schedule->arrangements[i];
        two->seats_of[i][0] = (uint8_t)table_seats_of(table, schedule->seats, two->a);
        two->seats_of[i][1] = (uint8_t)table_seats_of(table, schedule->seats, two->b);
        two->class_of[i] = (uint32_t)i;
        for (int k = i - i % schedule->per_deal; k < i && two->class_of[i] == (uint32_t)i; k++)
            if (comparable(two, table, schedule->arrangements[k]))
                two->class_of[i] = two->class_of[k];
        two->comparable |=
            two->class_of[i] != (uint32_t)i && head_to_head_holds_both(two, (uint32_t)i);
    }
}

/* Counts the group's tables with both bots, and how often each bot has each seat there. */
static int count_tables(const struct head_to_head *two, int first, int seats[2][SKAT_SEATS_MAX])
{
    const struct schedule *schedule = two->schedule;
    int tables = 0;

    memset(seats, 0, 2 * sizeof *seats);
    for (int i = first; i < first + schedule->per_deal; i++) {
        if (!head_to_head_holds_both(two, (uint32_t)i))
            continue;
        tables++;
        for (int seat = 0; seat < schedule->seats; seat++) {
            seats[0][seat] += schedule->arrangements[i][seat] == two->a;
            seats[1][seat] += schedule->arrangements[i][seat] == two->b;
        }
    }
    return tables;
}

/* Sets per_deal and matches. False when deals differ in the number of tables with both. */
static bool count_meetings(struct head_to_head *two)
{
    const struct schedule *schedule = two->schedule;
    int seats[2][SKAT_SEATS_MAX];

    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal) {
        int tables = count_tables(two, first, seats);
        if (first == 0) {
            two->per_deal = tables;
            two->matches = seats[0][0] * seats[1][0];
        }
        for (int seat = 0; seat < schedule->seats; seat++)
            if (seats[0][seat] * seats[1][seat] != two->matches)
                two->matches = 0;
        if (tables != two->per_deal)
            return false;
    }
    return two->per_deal > 0;
}

struct head_to_head *head_to_head_new(const struct schedule *schedule,
                                      const struct skat_rules *rules,
                                      const struct comparison_plan *plan)
{
    struct head_to_head *two = xcalloc(1, sizeof *two);
    size_t count = (size_t)schedule->arrangement_count;

    two->schedule = schedule;
    two->a = plan->a;
    two->b = plan->b;
    two->redeals = plan->redeals;
    two->weight = plan->redeals ? REDEAL_WEIGHT : SEAT_WEIGHT;
    two->rules = rules;
    two->primary = stats_primary_scoring(rules);
    two->players = __builtin_popcount(rules->derived.seating->sitting);
    two->curve_step = 1;
    two->seats_of = xcalloc(count, sizeof *two->seats_of);
    two->class_of = xcalloc(count, sizeof *two->class_of);
    two->order.difference.cycle = two->order.divergence.cycle =
        schedule->arrangement_count / schedule->per_deal;
    look_at_tables(two);
    if (count_meetings(two)) {
        for (int i = 0; i < STATS_SCORINGS; i++)
            two->hand[i] =
                comparison_plan_hand(plan, rules, schedule, two->a, two->b, (enum stats_scoring)i);
        return two;
    }
    head_to_head_free(two);
    return NULL;
}

void head_to_head_free(struct head_to_head *two)
{
    if (!two)
        return;
    for (int i = 0; i < STATS_SCORINGS; i++)
        histogram_free(&two->histogram[i]);
    order_test_free(&two->order.difference);
    order_test_free(&two->order.divergence);
    free(two->seats_of);
    free(two->class_of);
    free(two);
}

/* ---- a game ---- */

static int seat_weight(const struct head_to_head *two, const struct game_stats *game, int side)
{
    return two->weight / two->seats_of[game->arrangement][side];
}

static int calibration_row(int bid)
{
    int row = CALIBRATION_ROWS - 1;

    while (row >= 0 && bid < head_to_head_calibration_rows[row].from)
        row--;
    return row;
}

/* Adds one seat of a or b (side 0 or 1) in a game. */
static void add_seat(struct head_to_head *two, const struct game_stats *game, unsigned seat,
                     int side)
{
    struct compared_bot *bot = &two->bots[side];
    const int weight = seat_weight(two, game, side) * (side ? -1 : 1);
    const unsigned position = game_stats_position(game, seat);
    const enum stats_role role = game_stats_role(game, position);
    const int32_t points = game->score[two->primary][seat];
    const int row = calibration_row(game->bid);
    const int splits[] = {SUM_ROLE + (int)role, SUM_GAME + game->kind,
                          SUM_POSITION + (position == SKAT_NOBODY ? SKAT_PLAYERS : (int)position),
                          SUM_BID + (row < 0 ? CALIBRATION_ROWS : row)};

    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        two->sums[SUM_SCORE + scoring].now += (int64_t)weight * game->score[scoring][seat];
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        two->sums[splits[i]].now += (int64_t)weight * points;
        bot->splits[splits[i] - SUM_ROLE].seats++;
        bot->splits[splits[i] - SUM_ROLE].points += points;
    }
    if (role == STATS_ROLE_DECLARER) {
        two->sums[SUM_DECLARES + game->kind].now += weight;
        two->sums[SUM_DECLARES_ANY].now += weight;
        bot->game_declared[game->kind]++;
        bot->game_weights[game->kind] += abs(weight);
    }
}

static void add_declarer(struct compared_bot *bot, const struct game_stats *game)
{
    struct bidder *bidder = &bot->bidder;
    const int row = calibration_row(game->bid);

    bidder->declared++;
    bidder->won += game->won;
    bidder->overbid += game->overbid;
    bidder->hand += game->hand;
    bidder->hand_won += game->hand && game->won;
    bidder->bid_sum += game->bid;
    if (row >= 0) {
        bot->bids[row].declared++;
        bot->bids[row].won += game->won;
    }
}

static void add_bidding(struct compared_bot *bot, const struct game_stats *game, unsigned position)
{
    const enum stats_role role = game_stats_role(game, position);
    struct kontras *kontra = &bot->bidder.kontra;

    if (role == STATS_ROLE_DECLARER)
        add_declarer(bot, game);
    if (role != STATS_ROLE_DEFENDER)
        return;
    kontra->chances++;
    kontra->lost_by_declarer += !game->won;
    kontra->said += position == game->kontra_by;
    kontra->right += position == game->kontra_by && !game->won;
}

/* Which of the two has this seat: 0 a, 1 b, -1 neither. */
static int side_of(const struct head_to_head *two, const struct game_stats *game, unsigned seat)
{
    if (seat == SKAT_NOBODY)
        return -1;
    int bot = two->schedule->arrangements[game->arrangement][seat];
    return bot == two->a ? 0 : bot == two->b ? 1 : -1;
}

static void add_game(struct head_to_head *two, const struct game_stats *game)
{
    for (unsigned seat = 0; seat < game->seats; seat++) {
        int side = side_of(two, game, seat);
        if (side < 0)
            continue;
        add_seat(two, game, seat, side);
        add_bidding(&two->bots[side], game, game_stats_position(game, seat));
    }
}

/* ---- a deal ---- */

/* Adds a match: a in one game and b in another, in the same position of the same deal. */
static void add_match(struct head_to_head *two, const struct game_stats *a,
                      const struct game_stats *b, unsigned position)
{
    bool a_declared = a->declarer == position, b_declared = b->declarer == position;
    enum declared_class class = a_declared   ? b_declared ? DECLARED_BOTH : DECLARED_ONLY_A
                                : b_declared ? DECLARED_ONLY_B
                                             : DECLARED_NEITHER;
    int a_high = a->highest[position], b_high = b->highest[position];

    two->class_matches[class]++;
    two->bots[0].class_won[class] += a_declared && a->won;
    two->bots[1].class_won[class] += b_declared && b->won;
    two->sums[SUM_WORTH + (int)class].now += (int64_t)seat_weight(two, a, 0) *
                                             seat_weight(two, b, 1) *
                                             (a->score[two->primary][a->seat_of[position]] -
                                              b->score[two->primary][b->seat_of[position]]);
    two->higher[a_high > b_high ? 0 : a_high < b_high ? 1 : 2]++;
    two->bots[0].highest += a_high;
    two->bots[1].highest += b_high;
    two->sums[SUM_HIGHEST].now += a_high - b_high;
}

static void add_matches(struct head_to_head *two, const struct game_stats *games, unsigned position)
{
    int per_deal = two->schedule->per_deal;

    for (int i = 0; i < per_deal; i++) {
        if (!head_to_head_holds_both(two, games[i].arrangement) ||
            side_of(two, &games[i], games[i].seat_of[position]) != 0)
            continue;
        for (int k = 0; k < per_deal; k++)
            if (head_to_head_holds_both(two, games[k].arrangement) &&
                side_of(two, &games[k], games[k].seat_of[position]) == 1)
                add_match(two, &games[i], &games[k], position);
    }
}

/* The first decision that differs between two games of a deal, at tables that differ only in where
 * the two sit. Compares each game with the first of its class. */
static enum stats_stage first_difference(const struct head_to_head *two,
                                         const struct game_stats *games)
{
    enum stats_stage earliest = STATS_STAGES;

    for (int i = 1; i < two->schedule->per_deal; i++) {
        uint32_t first = two->class_of[games[i].arrangement] - games[0].arrangement;
        if (!head_to_head_holds_both(two, games[i].arrangement))
            continue;
        const enum stats_stage stage = game_stats_first_difference(&games[first], &games[i]);
        if (stage < earliest)
            earliest = stage;
    }
    return earliest;
}

/* Whether the tables of a deal show different bids or announcements. */
static bool bid_differently(const struct head_to_head *two, const struct game_stats *games)
{
    for (int i = 1; i < two->schedule->per_deal; i++)
        if (games[i].declarer != games->declarer || games[i].kind != games->kind ||
            games[i].bid != games->bid || games[i].hand != games->hand ||
            games[i].ouvert != games->ouvert ||
            memcmp(games[i].highest, games->highest, sizeof games->highest) != 0)
            return true;
    return false;
}

void head_to_head_add_deal(struct head_to_head *two, const struct game_stats *games)
{
    const struct schedule *schedule = two->schedule;
    const int64_t *difference = &head_to_head_difference(two)->now, before = *difference;
    const enum stats_stage first = first_difference(two, games);
    const bool divergent = first < STATS_STAGES;

    two->deals++;
    two->unplayed.answers += games->bids.answers;
    if (games->bids.known == STATS_BIDS_ALIKE) {
        two->unplayed.deals++;
        return;
    }
    for (int i = 0; i < schedule->per_deal; i++)
        if (head_to_head_holds_both(two, games[i].arrangement))
            add_game(two, &games[i]);
    for (unsigned position = 0; two->matches && position < SKAT_PLAYERS; position++)
        add_matches(two, games, position);
    if (games->bids.known == STATS_BIDS_CHECKED) {
        two->unplayed.checked++;
        two->unplayed.different += divergent;
        two->unplayed.contradicted += bid_differently(two, games);
    }
    two->divergent += divergent;
    two->sums[SUM_DIVERGENT].now += divergent;
    two->first_deals[first]++;
    two->sums[SUM_FIRST + (int)first].now += *difference - before;
    swings_add(&two->swings, games->session * schedule->deals + games->deal, *difference - before,
               divergent);
}

void head_to_head_change(struct head_to_head *two, const struct redeal_change *change)
{
    redeal_change_add(&two->redealt, change);
    for (int i = 0; i < STATS_SCORINGS; i++)
        two->sums[SUM_SCORE + i].now += change->score[i];
    two->sums[SUM_CHANGED].now += change->score[two->primary];
    for (int class = 0; class < REDEAL_CLASSES; class ++)
        two->sums[SUM_REDEALT + class].now += change->worth[class].score[two->primary];
}

/* ---- a unit ---- */

/* Keeps at most CURVE_POINTS of the running mean: one every `curve_step` units, a power of two. */
static void add_to_curve(struct head_to_head *two)
{
    if (two->units % two->curve_step)
        return;
    if (two->curve_count == CURVE_POINTS) {
        two->curve_step *= 2;
        two->curve_count /= 2;
        for (int i = 0; i < two->curve_count; i++)
            two->curve[i] = two->curve[2 * i + 1];
        if (two->units % two->curve_step)
            return;
    }
    two->curve[two->curve_count++] =
        (struct curve_point){two->units, moments_estimate(&head_to_head_difference(two)->all)};
}

void head_to_head_end_unit(struct head_to_head *two)
{
    struct unit_sum *sums = two->sums;
    const int64_t difference = head_to_head_difference(two)->now;

    two->units++;
    two->better += difference > 0;
    two->equal += !difference;
    sums[SUM_AHEAD].now = 1 + (difference > 0) - (difference < 0);
    sums[SUM_AS_DEALT].now = difference - sums[SUM_CHANGED].now;
    for (int i = 0; i < STATS_SCORINGS; i++)
        histogram_add(&two->histogram[i], sums[SUM_SCORE + i].now);
    order_test_add(&two->order.difference, difference);
    order_test_add(&two->order.divergence, sums[SUM_DIVERGENT].now);
    for (int i = 0; i < UNIT_SUMS; i++) {
        moments_add(&sums[i].all, sums[i].now);
        sums[i].now = 0;
    }
    add_to_curve(two);
}

struct counted_sample head_to_head_sample(const struct head_to_head *two, int scoring)
{
    size_t count;
    double reach = two->hand[scoring];
    struct counted_value *values =
        histogram_values(&two->histogram[scoring], head_to_head_scale(two), &count);

    if (count)
        reach = fmax(reach, fmax(fabs(values[0].value), fabs(values[count - 1].value)));
    return (struct counted_sample){values, count, -reach, reach};
}

double head_to_head_scale(const struct head_to_head *two)
{
    return 1.0 / ((double)two->weight * two->per_deal) / (double)head_to_head_deals_of_unit(two);
}
