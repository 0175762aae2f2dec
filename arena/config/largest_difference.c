// SPDX-License-Identifier: MIT
#include "arena/config/largest_difference.h"

#include <math.h>

#include "engine/ramsch.h"
#include "engine/session.h"
#include "engine/variant.h"

/* ---- the dearest games ---- */

/* What a game brings the player with the decisive hand, each of the others, and who sits out. */
struct hand_outcome {
    double mine, others, sitting;
};

/* The best and the worst that can be made of a hand. */
struct hand_extremes {
    struct hand_outcome won, lost;
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

int largest_bid(const struct skat_rules *rules) { return skat_ladder_top(rules); }

static struct hand_extremes declared(const struct skat_rules *rules, enum skat_scoring scoring)
{
    enum { BID_CHARGED = 2 }; /* at least, for a fault in the auction (rules.md 8.3) */
    const int highest = largest_bid(rules);
    const struct bases bases = bases_of(rules, highest);
    const int refused = levels_above_bid(rules) * bases.highest;
    const double factor = fmax(rules->value_lost_factor, BID_CHARGED);

    double value = (highest + refused) * largest_factor(rules),
           loss = (bases.raised + refused) * factor * largest_factor(rules);
    struct hand_extremes extremes = {{value, 0, 0}, {-loss, 0, 0}};
    if (scoring == SKAT_SCORING_MINUS)
        extremes.won = (struct hand_outcome){0, -value, -value};
    if (scoring == SKAT_SCORING_OPPONENTS)
        extremes.lost = (struct hand_outcome){0, loss, rules->scoring_sitting_share ? loss : 0};
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
                   skat_rules_ramsch_rounds(rules)
               ? SKAT_PLAYERS
               : 0;
}

/* All card points, doubled for each virgin and for each player who passes on the skat or knocks, or
 * a fault, if that costs more; or a march (rules.md 7.4, 7.5, 8.3). */
static struct hand_extremes ramsch(const struct skat_rules *rules, enum skat_scoring scoring)
{
    const bool knocks = rules->derived.decisions >> SKAT_DECIDE_KNOCK & 1;
    const double bock = most_bock(rules);
    const double loss = ldexp(bock * fmax(skat_ramsch_most(rules), skat_ramsch_fault(rules)),
                              most_ramsch_doublings(rules));
    const double marched = ldexp(rules->ramsch_march * bock, knocks ? SKAT_PLAYERS : 0);

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
};

/* The difference of the mean scores, the first bot's less the second's, at a table with both. `in`:
 * bits 1 << seat, who plays; `holder` has the decisive hand. */
static double difference_of_outcome(const struct schedule *schedule, const uint8_t *table,
                                    const int bots[2], const struct hand_outcome *outcome,
                                    int holder, unsigned in)
{
    double mean[2];

    for (int i = 0; i < 2; i++) {
        double sum = 0;
        int seats = 0;
        for (int seat = 0; seat < schedule->seats; seat++)
            if (table[seat] == bots[i]) {
                sum += seat == holder   ? outcome->mine
                       : in >> seat & 1 ? outcome->others
                                        : outcome->sitting;
                seats++;
            }
        mean[i] = sum / seats;
    }
    return mean[0] - mean[1];
}

/* The difference a - b in a game of a table with both. */
static double difference_in_game(const struct schedule *schedule, const uint8_t *table,
                                 const int bots[2], const struct thrown_hand *hand)
{
    const struct hand_outcome *outcome =
        table[hand->holder] == hand->loser ? &hand->extremes->lost : &hand->extremes->won;

    return difference_of_outcome(schedule, table, bots, outcome, hand->holder, hand->in);
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

/* Bits 1 << seat: who plays when this seat deals. */
static unsigned playing(const struct skat_rules *rules, int dealer)
{
    uint8_t seat_of[SKAT_PLAYERS];
    unsigned in = 0;

    skat_positions(rules, dealer, seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] != SKAT_NOBODY)
            in |= 1u << seat_of[position];
    return in;
}

static double largest_of_group(const struct skat_rules *rules, const struct schedule *schedule,
                               int first, const int bots[2], const struct hand_extremes *extremes)
{
    double largest = 0;

    for (int dealer = 0; dealer < schedule->seats; dealer++)
        for (int holder = 0; holder < schedule->seats; holder++)
            for (int i = 0; i < 2; i++) {
                const struct thrown_hand hand = {extremes, holder, bots[i], playing(rules, dealer)};
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

double largest_difference(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, enum stats_scoring scoring)
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

/* ---- with faults (rules.md 8.3) ---- */

/* One way in which a game can end for who has the decisive hand, and what a player at fault pays
 * beside that, who has it or not. */
struct game_end {
    struct hand_outcome outcome;
    double own_penalty, penalty;
};

enum { GAME_ENDS = 3 };
struct game_ends {
    struct game_end ends[GAME_ENDS];
    double tied; /* what each player loses where all do (ramsch) */
};

/* Whether anybody can be declarer: without an auction, too, by a grand hand in a ramsch round. */
static bool is_declared(const struct skat_rules *rules)
{
    return rules->auction != SKAT_AUCTION_NONE ||
           rules->derived.decisions >> SKAT_DECIDE_GRAND_HAND & 1;
}

/* What a player at fault is charged where nobody else gains or loses: before the announcement, or
 * in ramsch. */
static double alone(const struct skat_rules *rules)
{
    const struct skat_undeclared_facts facts = {
        .may_be_declared = is_declared(rules),
        .may_be_ramsch = plays_ramsch(rules),
        .bid = largest_bid(rules),
        .extras = skat_seeger_gap(rules),
        .ramsch = {.bock = (uint8_t)most_bock(rules),
                   .doublings_most = (uint8_t)most_ramsch_doublings(rules)},
    };
    struct skat_result result;

    skat_value_undeclared_fault(rules, &facts, &result);
    return -result.signed_value;
}

/* What a defender at fault pays is, for each seat that a partner can have, what lies between the
 * game as it is charged and its worst other end: between the dearest two if declarer has won it,
 * nothing if declarer has lost the dearest, and the dearer of them if it is worth nothing. */
static struct game_ends declared_ends(const struct skat_rules *rules, enum skat_scoring scoring)
{
    enum { OPPONENTS = 2 };
    const struct hand_extremes points = declared(rules, SKAT_SCORING_CLASSIC);
    const struct hand_extremes extremes = declared(rules, scoring);
    const bool worst = rules->faults == SKAT_FAULTS_WORST;
    const double won = points.won.mine, loss = -points.lost.mine, extras = skat_seeger_gap(rules),
                 partners = worst ? rules->seats - 2 : 0,
                 paid = partners && rules->scoring_system == SKAT_SCORING_OPPONENTS
                            ? OPPONENTS * loss
                            : 0;
    /* If a round hangs on the last cards, the value of the game is charged, too. */
    const bool rounds = rules->bock_triggers || rules->ramsch_round_triggers;
    const double round = worst && rounds ? fmax(won, loss) : 0;

    return (struct game_ends){
        .ends = {{extremes.won, 0, partners * (won + loss + extras) + round},
                 {extremes.lost, paid + round, round},
                 {{0, 0, 0}, 0, partners * (fmax(won, loss) + extras) + round}}};
}

static struct game_ends ramsch_ends(const struct skat_rules *rules, enum skat_scoring scoring)
{
    const struct hand_extremes extremes = ramsch(rules, scoring);

    return (struct game_ends){.ends = {{extremes.won, 0, 0}, {extremes.lost, 0, 0}},
                              .tied = -extremes.lost.mine};
}

/* A table with both bots, of which the second is to fall behind. */
struct lead_table {
    const struct schedule *schedule;
    const uint8_t *table;
    const int *bots;
    unsigned in; /* bits 1 << seat: who plays */
};

/* How many seats the second bot has, only those that play or all. */
static int seats_behind(const struct lead_table *at, bool playing_only)
{
    int seats = 0;

    for (int seat = 0; seat < at->schedule->seats; seat++)
        seats += at->table[seat] == at->bots[1] && (!playing_only || at->in >> seat & 1);
    return seats;
}

/* How far the second bot falls behind by an end, with a fault of the player whose costs most. */
static double lead_by_end(const struct lead_table *at, const struct game_end *end, int holder)
{
    double penalty = 0;

    for (int seat = 0; seat < at->schedule->seats; seat++)
        if (at->table[seat] == at->bots[1] && at->in >> seat & 1)
            penalty = fmax(penalty, seat == holder ? end->own_penalty : end->penalty);
    return difference_of_outcome(at->schedule, at->table, at->bots, &end->outcome, holder, at->in) +
           penalty / seats_behind(at, false);
}

static double lead_by_game(const struct lead_table *at, const struct game_ends *ends)
{
    double lead = ends->tied * seats_behind(at, true) / seats_behind(at, false);

    for (int holder = 0; holder < at->schedule->seats; holder++)
        for (int i = 0; i < GAME_ENDS && at->in >> holder & 1; i++)
            lead = fmax(lead, lead_by_end(at, &ends->ends[i], holder));
    return lead;
}

/* All that a game can be. */
struct possible_games {
    struct game_ends of[2];
    int count;
    double alone;
};

static struct possible_games possible_games(const struct skat_rules *rules,
                                            enum skat_scoring scoring)
{
    struct possible_games games = {.alone = alone(rules)};

    if (is_declared(rules))
        games.of[games.count++] = declared_ends(rules, scoring);
    if (plays_ramsch(rules))
        games.of[games.count++] = ramsch_ends(rules, scoring);
    return games;
}

/* How far the second bot can fall behind the first in one game at a table, over all ways in which
 * the game can end. */
static double largest_lead(const struct lead_table *at, const struct possible_games *games)
{
    double lead = seats_behind(at, true) ? games->alone / seats_behind(at, false) : 0;

    for (int i = 0; i < games->count; i++)
        lead = fmax(lead, lead_by_game(at, &games->of[i]));
    return lead;
}

/* The mean over the games of a deal at the tables of a group with both, whoever sits out. */
static double largest_lead_of_group(const struct schedule *schedule, int first, const int bots[2],
                                    unsigned in, const struct possible_games *possible)
{
    double sum = 0;
    int games = 0;

    for (int i = first; i < first + schedule->per_deal; i++) {
        const struct lead_table at = {schedule, schedule->arrangements[i], bots, in};
        if (!schedule_seats_bot(schedule, i, bots[0]) || !schedule_seats_bot(schedule, i, bots[1]))
            continue;
        sum += largest_lead(&at, possible);
        games++;
    }
    return games ? sum / games : 0;
}

double largest_difference_with_faults(const struct skat_rules *rules,
                                      const struct schedule *schedule, int a, int b,
                                      enum stats_scoring scoring)
{
    const int ways[2][2] = {{a, b}, {b, a}};
    const struct possible_games possible = possible_games(rules, scoring_of(rules, scoring));
    double largest = largest_difference(rules, schedule, a, b, scoring);

    for (int way = 0; way < 2; way++)
        for (int dealer = 0; dealer < schedule->seats; dealer++)
            for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal)
                largest = fmax(largest, largest_lead_of_group(schedule, first, ways[way],
                                                              playing(rules, dealer), &possible));
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

struct hand_range largest_hand_range(const struct skat_rules *rules, enum stats_scoring scoring)
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
