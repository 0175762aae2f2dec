// SPDX-License-Identifier: MIT
#include "arena/config/hand_cost.h"

#include <math.h>

#include "engine/ramsch.h"
#include "engine/session.h"
#include "engine/variant.h"

/* ---- the dearest games ---- */

/* What a game brings the player with the decisive hand, each of the others, and who sits out. */
struct hand_outcome {
    double mine, others, sitting;
};

/* The best and the worst that can be made of a hand. `shared`: who sits out gets what the player in
 * rearhand does, at most `sitting`. */
struct hand_extremes {
    struct hand_outcome won, lost;
    bool shared;
};

/* The factor by which a deal counts at most. */
static double most_bock(const struct skat_rules *rules)
{
    return rules->bock_triggers ? rules->bock_factor : 1;
}

double largest_factor(const struct skat_rules *rules)
{
    return ldexp(most_bock(rules), rules->kontra_levels);
}

/* Two levels more than can be bid are possible where gifts can be refused (rules.md 7.2). */
static int levels_above_bid(const struct skat_rules *rules)
{
    return rules->schenken == SKAT_SCHENKEN_OFF ? 0 : 2;
}

/* Base values of the games that can be announced or turned. */
struct bases {
    int highest; /* of those without announcements */
    int raised;  /* the dearest of the smallest multiples that reach the bid */
};

static void add_base(struct bases *bases, int base, int bid)
{
    int raised = base ? (bid + base - 1) / base * base : 0;

    bases->raised = raised > bases->raised ? raised : bases->raised;
}

static struct bases bases_of(const struct skat_rules *rules, int bid)
{
    struct bases bases = {0, bid};

    for (int skat = 0; skat < 2; skat++)
        for (int i = 0; i < rules->derived.declaration_count[skat]; i++) {
            struct skat_contract contract = rules->derived.declarations[skat][i];
            int base = skat_games[contract.type].fixed_value
                           ? 0
                           : skat_base_value(rules, contract.type, skat_contract_way(contract));
            add_base(&bases, base, bid);
            bases.highest = base > bases.highest ? base : bases.highest;
        }
    for (unsigned type = 0; type <= SKAT_GAME_GRAND && rules->derived.variant->turns; type++)
        add_base(&bases, skat_base_value(rules, type, SKAT_WAY_TURNED), bid);
    add_base(&bases, skat_grand_ouvert_base(rules), bid);
    return bases;
}

/* Seeger and Fabian's points for a game that was won or lost (rules.md 8). */
static void add_extras(struct hand_extremes *extremes, const struct skat_rules *rules)
{
    int32_t won[SKAT_SEATS_MAX], lost[SKAT_SEATS_MAX];

    skat_seeger_extras(rules, 0, true, won);
    skat_seeger_extras(rules, 0, false, lost);
    extremes->won.mine += won[0];
    extremes->won.others += won[1];
    extremes->won.sitting += won[1];
    extremes->lost.mine += lost[0];
    extremes->lost.others += lost[1];
    extremes->lost.sitting += lost[1];
}

static enum skat_scoring scoring_of(const struct skat_rules *rules, enum stats_scoring scoring)
{
    return scoring == STATS_CLASSIC  ? SKAT_SCORING_CLASSIC
           : scoring == STATS_SEEGER ? SKAT_SCORING_SEEGER_FABIAN
                                     : (enum skat_scoring)rules->scoring_system;
}

static struct hand_extremes declared(const struct skat_rules *rules, enum skat_scoring scoring)
{
    enum { BID_CHARGED = 2 }; /* at least, for a fault in the auction (rules.md 8.3) */
    const int highest = skat_ladder_top(rules);
    const struct bases bases = bases_of(rules, highest);
    const int refused = levels_above_bid(rules) * bases.highest;
    const double factor = fmax(rules->value_lost_factor, BID_CHARGED);

    double value = (highest + refused) * largest_factor(rules),
           loss = (bases.raised + refused) * factor * largest_factor(rules);
    struct hand_extremes extremes = {{value, 0, 0}, {-loss, 0, 0}, false};
    if (scoring == SKAT_SCORING_MINUS)
        extremes.won = (struct hand_outcome){0, -value, -value};
    if (scoring == SKAT_SCORING_OPPONENTS) {
        extremes.lost = (struct hand_outcome){0, loss, 0};
        extremes.shared = rules->scoring_sitting_share;
    }
    if (extremes.shared) {
        extremes.won.sitting = value;
        extremes.lost.sitting = loss;
    }
    if (scoring == SKAT_SCORING_SEEGER_FABIAN)
        add_extras(&extremes, rules);
    return extremes;
}

static bool plays_ramsch(const struct skat_rules *rules)
{
    return rules->passed_in != SKAT_PASSED_IN_VOID || skat_rules_ramsch_rounds(rules) ||
           rules->derived.variant->duties;
}

/* How many times a loss in ramsch is doubled at most by players who pass on the skat or knock: who
 * does the one cannot do the other, so each of them once. */
static int most_ramsch_doublings(const struct skat_rules *rules)
{
    const bool knocks = rules->derived.decisions >> SKAT_DECIDE_KNOCK & 1;

    return knocks || rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH ||
                   skat_rules_schieberamsch_rounds(rules)
               ? SKAT_PLAYERS
               : 0;
}

/* All card points, doubled for each virgin and for each player who passes on the skat or knocks, or
 * a fault, if that costs more; or a march, or the win of the fewest points (rules.md 7.4, 7.5,
 * 8.3). */
static struct hand_extremes ramsch(const struct skat_rules *rules, enum skat_scoring scoring)
{
    const bool knocks = rules->derived.decisions >> SKAT_DECIDE_KNOCK & 1;
    const double bock = most_bock(rules);
    const double loss = ldexp(bock * fmax(skat_ramsch_most(rules), skat_ramsch_fault(rules)),
                              most_ramsch_doublings(rules));
    const bool extras =
        scoring == SKAT_SCORING_SEEGER_FABIAN && rules->ramsch_score == SKAT_RAMSCH_FEWEST;
    const double marched = ldexp(skat_ramsch_most_won(rules) * bock, knocks ? SKAT_PLAYERS : 0) +
                           (extras ? rules->scoring_won_game : 0);

    return (struct hand_extremes){
        .won = scoring == SKAT_SCORING_MINUS ? (struct hand_outcome){0, -marched, -marched}
                                             : (struct hand_outcome){marched, 0, 0},
        .lost = {-loss, 0, 0},
    };
}

/* ---- over the games of a deal ---- */

/* One way to throw a hand away. */
struct thrown_hand {
    const struct hand_extremes *extremes;
    int holder;  /* the seat that has the hand */
    int loser;   /* the bot that makes the worst of it */
    unsigned in; /* bits 1 << seat: who plays */
    int dealt;   /* the seat in rearhand */
};

/* What one seat gets of an outcome. */
static double outcome_of_seat(const struct thrown_hand *hand, const struct hand_outcome *outcome,
                              int seat)
{
    const bool sits_out = !(hand->in >> seat & 1);

    if (sits_out && !hand->extremes->shared)
        return outcome->sitting;
    return (sits_out ? hand->dealt : seat) == hand->holder ? outcome->mine : outcome->others;
}

/* The difference of the mean scores, the first bot's less the second's, at a table with both. */
static double difference_in_game(const struct schedule *schedule, const uint8_t *table,
                                 const int bots[2], const struct thrown_hand *hand)
{
    const struct hand_outcome *outcome =
        table[hand->holder] == hand->loser ? &hand->extremes->lost : &hand->extremes->won;
    double mean[2];

    for (int i = 0; i < 2; i++) {
        double sum = 0;
        int seats = 0;
        for (int seat = 0; seat < schedule->seats; seat++)
            if (table[seat] == bots[i]) {
                sum += outcome_of_seat(hand, outcome, seat);
                seats++;
            }
        mean[i] = sum / seats;
    }
    return mean[0] - mean[1];
}

/* The same for all games of a deal at the tables of a group, whose first is given. If a third bot
 * has the hand, it makes no difference. */
static double difference_of_deal(const struct schedule *schedule, int first, const int bots[2],
                                 const struct thrown_hand *hand)
{
    double sum = 0;
    int games = 0;

    for (int i = first; i < first + schedule->per_deal; i++) {
        const uint8_t *table = schedule->arrangements[i];
        if (!schedule_seats_bot(schedule, i, bots[0]) || !schedule_seats_bot(schedule, i, bots[1]))
            continue;
        if (table[hand->holder] == bots[0] || table[hand->holder] == bots[1])
            sum += difference_in_game(schedule, table, bots, hand);
        games++;
    }
    return games ? sum / games : 0;
}

/* Bits 1 << seat: who plays. */
static unsigned playing(const uint8_t seat_of[SKAT_PLAYERS])
{
    unsigned in = 0;

    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] != SKAT_NOBODY)
            in |= 1u << seat_of[position];
    return in;
}

static double largest_of_group(const struct skat_rules *rules, const struct schedule *schedule,
                               int first, const int bots[2], const struct hand_extremes *extremes)
{
    double largest = 0;
    uint8_t seat_of[SKAT_PLAYERS];

    for (int dealer = 0; dealer < schedule->seats; dealer++)
        for (int holder = 0; holder < schedule->seats; holder++)
            for (int i = 0; i < 2; i++) {
                skat_positions(rules, dealer, seat_of);
                const struct thrown_hand hand = {extremes, holder, bots[i], playing(seat_of),
                                                 seat_of[SKAT_PLAYERS - 1]};
                if (hand.in >> holder & 1)
                    largest = fmax(largest, fabs(difference_of_deal(schedule, first, bots, &hand)));
            }
    return largest;
}

static double largest_of(const struct skat_rules *rules, const struct schedule *schedule,
                         const int bots[2], const struct hand_extremes *extremes)
{
    double largest = 0;

    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal)
        largest = fmax(largest, largest_of_group(rules, schedule, first, bots, extremes));
    return largest;
}

double hand_cost(const struct skat_rules *rules, const struct schedule *schedule, int a, int b,
                 enum stats_scoring scoring)
{
    const int bots[2] = {a, b};
    const enum skat_scoring as = scoring_of(rules, scoring);
    double largest = 1; /* above 0 whatever the rules */

    if (rules->auction != SKAT_AUCTION_NONE) {
        struct hand_extremes extremes = declared(rules, as);
        largest = fmax(largest, largest_of(rules, schedule, bots, &extremes));
    }
    if (plays_ramsch(rules)) {
        struct hand_extremes extremes = ramsch(rules, as);
        largest = fmax(largest, largest_of(rules, schedule, bots, &extremes));
    }
    return largest;
}

static void widen(struct hand_range *range, const struct hand_extremes *extremes, int others)
{
    const struct hand_outcome *of[] = {&extremes->won, &extremes->lost};

    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const double all = others * fmax(fabs(of[i]->others), fabs(of[i]->sitting));
        range->lowest = fmin(range->lowest, of[i]->mine - all);
        range->highest = fmax(range->highest, of[i]->mine + all);
    }
}

struct hand_range hand_range_of(const struct skat_rules *rules, enum stats_scoring scoring)
{
    const enum skat_scoring as = scoring_of(rules, scoring);
    struct hand_range range = {0, 0};

    if (rules->auction != SKAT_AUCTION_NONE) {
        const struct hand_extremes extremes = declared(rules, as);
        widen(&range, &extremes, rules->seats - 1);
    }
    if (plays_ramsch(rules)) {
        const struct hand_extremes extremes = ramsch(rules, as);
        widen(&range, &extremes, rules->seats - 1);
    }
    return range;
}
