// SPDX-License-Identifier: MIT
#include "arena/config/largest_difference.h"

#include <math.h>

#include "engine/session.h"
#include "engine/variant.h"

/* ---- the dearest games ---- */

/* What a game brings the player with the decisive hand, and each of the others. */
struct hand_outcome {
    double mine, others;
};

/* The best and the worst that can be made of a hand. */
struct hand_extremes {
    struct hand_outcome won, lost;
};

/* All that doubles a declared game. */
static double doublings(const struct skat_rules *rules)
{
    return ldexp(rules->bock_triggers ? rules->bock_factor : 1, rules->kontra_levels);
}

/* Two levels more than can be bid are possible where gifts can be refused (rules.md 7.2). */
static int levels_above_bid(const struct skat_rules *rules)
{
    return rules->schenken == SKAT_SCHENKEN_OFF ? 0 : 2;
}

static int dearest_base(const struct skat_rules *rules, int bid, int *raised)
{
    int most = 0;

    *raised = bid;
    for (unsigned type = 0; type < SKAT_GAME_DECLARED; type++)
        for (int way = 0; way < SKAT_WAYS; way++) {
            int base =
                skat_games[type].fixed_value ? 0 : skat_base_value(rules, type, (enum skat_way)way);
            most = base > most ? base : most;
            if (base && (bid + base - 1) / base * base > *raised)
                *raised = (bid + base - 1) / base * base;
        }
    return most;
}

/* Seeger and Fabian's points for a game that was won or lost (rules.md 8). */
static void add_extras(struct hand_extremes *extremes, int seats)
{
    int32_t won[SKAT_SEATS_MAX], lost[SKAT_SEATS_MAX];

    skat_seeger_extras(seats, 0, true, won);
    skat_seeger_extras(seats, 0, false, lost);
    extremes->won.mine += won[0];
    extremes->won.others += won[1];
    extremes->lost.mine += lost[0];
    extremes->lost.others += lost[1];
}

static enum skat_scoring scoring_of(const struct skat_rules *rules, enum stats_scoring scoring)
{
    return scoring == STATS_CLASSIC  ? SKAT_SCORING_CLASSIC
           : scoring == STATS_SEEGER ? SKAT_SCORING_SEEGER_FABIAN
                                     : (enum skat_scoring)rules->scoring;
}

static struct hand_extremes declared(const struct skat_rules *rules, enum skat_scoring scoring)
{
    enum { BID_CHARGED = 2 }; /* at least, under `opponents` (rules.md 8.3) */
    int highest =
        rules->derived.ladder_count ? rules->derived.ladder[rules->derived.ladder_count - 1] : 0;
    int raised, base = dearest_base(rules, highest, &raised);
    double factor = rules->lost_factor;

    highest += levels_above_bid(rules) * base;
    raised += levels_above_bid(rules) * base;
    if (scoring == SKAT_SCORING_OPPONENTS)
        factor = fmax(factor, BID_CHARGED);
    double value = highest * doublings(rules), loss = raised * factor * doublings(rules);
    struct hand_extremes extremes = {{value, 0}, {-loss, 0}};
    if (scoring == SKAT_SCORING_MINUS)
        extremes.won = (struct hand_outcome){0, -value};
    if (scoring == SKAT_SCORING_OPPONENTS)
        extremes.lost = (struct hand_outcome){0, loss};
    if (scoring == SKAT_SCORING_SEEGER_FABIAN)
        add_extras(&extremes, rules->seats);
    return extremes;
}

static bool plays_ramsch(const struct skat_rules *rules)
{
    return rules->passed_in != SKAT_PASSED_IN_VOID || skat_rules_ramsch_rounds(rules);
}

/* All card points, doubled for each virgin and for each player who passes on the skat; or a march
 * (rules.md 7.4, 7.5). */
static struct hand_extremes ramsch(const struct skat_rules *rules, enum skat_scoring scoring)
{
    enum { FIXED_MOST = 50, PASSED_ON_MOST = 3 };
    const bool fixed = rules->ramsch_score == SKAT_RAMSCH_FIXED;
    const bool march = rules->ramsch_march && !fixed;
    const int virgins = rules->ramsch_virgin == SKAT_RAMSCH_NO_VIRGINS ? 0 : march ? 1 : 2;
    double bock = rules->bock_triggers ? rules->bock_factor : 1;
    double loss = (fixed ? FIXED_MOST : ldexp(rules->derived.deck->points, virgins)) * bock;
    double marched = march ? rules->ramsch_march * bock : 0;

    if (rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH || skat_rules_ramsch_rounds(rules))
        loss = ldexp(loss, PASSED_ON_MOST);
    return (struct hand_extremes){
        .won = scoring == SKAT_SCORING_MINUS ? (struct hand_outcome){0, -marched}
                                             : (struct hand_outcome){marched, 0},
        .lost = {-loss, 0},
    };
}

/* ---- over the games of a deal ---- */

/* The difference a - b in a game of a table if the player in seat `holder` has the hand, and bot
 * `loser` makes the worst of it; 0 if not both are there. */
static double difference_in_game(const struct schedule *schedule, const uint8_t *table,
                                 const int bots[2], const struct hand_extremes *extremes,
                                 int holder, int loser)
{
    const struct hand_outcome *outcome = table[holder] == loser ? &extremes->lost : &extremes->won;
    double mean[2];

    for (int i = 0; i < 2; i++) {
        double sum = 0;
        int seats = 0;
        for (int seat = 0; seat < schedule->seats; seat++)
            if (table[seat] == bots[i]) {
                sum += seat == holder ? outcome->mine : outcome->others;
                seats++;
            }
        if (!seats)
            return 0;
        mean[i] = sum / seats;
    }
    return mean[0] - mean[1];
}

static bool holds(const struct schedule *schedule, const uint8_t *table, int bot)
{
    for (int seat = 0; seat < schedule->seats; seat++)
        if (table[seat] == bot)
            return true;
    return false;
}

/* The same for all games of a deal at the tables of a group, whose first is given. */
static double difference_of_deal(const struct schedule *schedule, int first, const int bots[2],
                                 const struct hand_extremes *extremes, int holder, int loser)
{
    double sum = 0;
    int games = 0;

    for (int i = first; i < first + schedule->per_deal; i++) {
        const uint8_t *table = schedule->arrangements[i];
        if (!holds(schedule, table, bots[0]) || !holds(schedule, table, bots[1]))
            continue;
        sum += difference_in_game(schedule, table, bots, extremes, holder, loser);
        games++;
    }
    return games ? sum / games : 0;
}

static double largest_of(const struct schedule *schedule, const int bots[2],
                         const struct hand_extremes *extremes)
{
    double largest = 0;

    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal)
        for (int holder = 0; holder < schedule->seats; holder++)
            for (int i = 0; i < 2; i++)
                largest = fmax(largest, fabs(difference_of_deal(schedule, first, bots, extremes,
                                                                holder, bots[i])));
    return largest;
}

double largest_difference(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, enum stats_scoring scoring)
{
    const int bots[2] = {a, b};
    const enum skat_scoring as = scoring_of(rules, scoring);
    double largest = 1; /* above 0 whatever the rules */

    if (!rules->no_auction) {
        struct hand_extremes extremes = declared(rules, as);
        largest = fmax(largest, largest_of(schedule, bots, &extremes));
    }
    if (plays_ramsch(rules)) {
        struct hand_extremes extremes = ramsch(rules, as);
        largest = fmax(largest, largest_of(schedule, bots, &extremes));
    }
    return largest;
}
