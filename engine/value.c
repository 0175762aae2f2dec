// SPDX-License-Identifier: MIT
#include "engine/value.h"

#include "engine/variant.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const skat_level_names[SKAT_LEVELS] = {
    [SKAT_LEVEL_HAND] = "hand",
    [SKAT_LEVEL_SCHNEIDER] = "schneider",
    [SKAT_LEVEL_SCHNEIDER_ANNOUNCED] = "schneider_announced",
    [SKAT_LEVEL_SCHWARZ] = "schwarz",
    [SKAT_LEVEL_SCHWARZ_ANNOUNCED] = "schwarz_announced",
    [SKAT_LEVEL_OUVERT] = "ouvert",
    [SKAT_LEVEL_RUM] = "rum",
};

enum {
    LOWEST_VALUE = 18, /* minimum for a fault in the auction, as conceded (rules.md 8.3) */
    AUCTION_FAULT_FACTOR = 2,
    BID_CHARGED = 2 /* times the bid, in `opponents` (rules.md 8.3) */
};

#define LEVEL(name) (1u << SKAT_LEVEL_##name)

int skat_matadors(const struct skat_ranking *order, skat_cards cards, int max)
{
    bool with = skat_cards_has(cards, order->top[0]);
    int run = 1;
    while (run < max && skat_cards_has(cards, order->top[run]) == with)
        run++;
    return with ? run : -run;
}

int skat_matadors_max(const struct skat_rules *rules, struct skat_contract contract)
{
    enum { JACKS = 4 };
    int tops =
        skat_cards_count(skat_rules_ranking(rules, contract)->trumps & rules->derived.deck->cards);
    return rules->value_matadors == SKAT_MATADORS_JACKS && tops > JACKS ? JACKS : tops;
}

static bool game_of_its_own(const struct skat_rules *rules, struct skat_contract contract)
{
    return contract.type == SKAT_GAME_GRAND && contract.with & SKAT_WITH_OUVERT &&
           skat_grand_ouvert_base(rules);
}

int skat_points_needed(const struct skat_rules *rules, struct skat_contract contract)
{
    return contract.with & SKAT_WITH_SCHNEIDER ? rules->value_schneider_points
                                               : rules->derived.deck->points / 2 + 1;
}

/* Each refused gift raises the declarer's goal (schenken, rules.md 7.2). */
enum { REFUSED_GAME = 1, REFUSED_SCHNEIDER = 2 };

static int base_value(const struct skat_rules *rules, struct skat_contract contract)
{
    if (game_of_its_own(rules, contract))
        return skat_grand_ouvert_base(rules);
    return skat_base_value(rules, contract.type, skat_contract_way(contract));
}

static bool doubles(const struct skat_rules *rules)
{
    return rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE;
}

/* The levels from announcements, hand, rum and refused gifts (rules.md 6, 7.2). */
static unsigned levels_said(const struct skat_rules *rules, const struct skat_facts *facts)
{
    unsigned with = facts->contract.with;
    unsigned levels = 0;

    if (with & SKAT_WITH_HAND && !rules->derived.variant->hand_is_no_level)
        levels |= LEVEL(HAND);
    if (with & SKAT_WITH_SCHNEIDER)
        levels |= LEVEL(SCHNEIDER) | LEVEL(SCHNEIDER_ANNOUNCED);
    if (with & SKAT_WITH_SCHWARZ)
        levels |= LEVEL(SCHWARZ) | LEVEL(SCHWARZ_ANNOUNCED);
    if (with & SKAT_WITH_OUVERT && !game_of_its_own(rules, facts->contract))
        levels |= LEVEL(OUVERT);
    if (facts->rum)
        levels |= LEVEL(RUM);
    if (facts->gifts_refused >= REFUSED_GAME)
        levels |= LEVEL(SCHNEIDER);
    if (facts->gifts_refused >= REFUSED_SCHNEIDER)
        levels |= LEVEL(SCHWARZ);
    return levels;
}

/* The levels from card play; none after a concession, gift or fault (rules.md 4). With a rest that
 * nobody took, those that are certain. */
static unsigned levels_made(const struct skat_rules *rules, const struct skat_facts *facts)
{
    unsigned levels = 0;

    if (facts->ending != SKAT_ENDED_PLAYED)
        return 0;
    if (facts->points >= rules->value_schneider_points ||
        facts->points + facts->rest_points <= rules->derived.deck->schneider)
        levels |= LEVEL(SCHNEIDER);
    if (facts->tricks + facts->rest_tricks == 0 || facts->tricks == rules->derived.deck->hand)
        levels |= LEVEL(SCHWARZ);
    return levels;
}

/* Each level counts once, won or lost (rules.md 6, multiplier). */
static unsigned count_levels(const struct skat_rules *rules, const struct skat_facts *facts)
{
    unsigned levels = levels_said(rules, facts) | levels_made(rules, facts);
    bool ladder = rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_LADDER;

    if (ladder && levels & LEVEL(HAND) && levels & LEVEL(SCHWARZ))
        levels |= LEVEL(SCHNEIDER_ANNOUNCED);
    return levels;
}

/* Did the declarer end the game, by giving up or by a fault? */
static bool gave_up(const struct skat_facts *facts)
{
    return facts->ending == SKAT_ENDED_CONCEDED || facts->ending == SKAT_ENDED_DECLARER_FAULT ||
           facts->ending == SKAT_ENDED_RESIGNED;
}

/* Did the declarer reach the goal of the announcement? (The bid is checked separately.) */
static bool goal_reached(const struct skat_rules *rules, const struct skat_facts *facts)
{
    if (facts->ending != SKAT_ENDED_PLAYED)
        return !gave_up(facts); /* otherwise the defenders gave up, or one was at fault */
    if (skat_games[facts->contract.type].fixed_value)
        return facts->tricks == 0;
    bool all_tricks =
        facts->contract.with & SKAT_WITH_SCHWARZ || facts->gifts_refused >= REFUSED_SCHNEIDER;
    int needed = facts->gifts_refused >= REFUSED_GAME ? rules->value_schneider_points
                                                      : skat_points_needed(rules, facts->contract);
    if (all_tricks && facts->tricks < rules->derived.deck->hand)
        return false;
    return facts->points >= needed && !facts->spitzen_failed;
}

static int spitzen_levels(const struct skat_rules *rules, struct skat_contract contract)
{
    return skat_contract_spitzen(contract) * rules->spitzen_levels;
}

/* Matadors, game and levels; if schneider and schwarz double, they are not levels. */
static int multiplier(const struct skat_rules *rules, const struct skat_facts *facts, int matadors,
                      unsigned levels)
{
    const unsigned doubling = LEVEL(SCHNEIDER) | LEVEL(SCHWARZ);
    int counted = spitzen_levels(rules, facts->contract) + facts->gifts_refused;

    if (!doubles(rules))
        return abs(matadors) + 1 + counted + __builtin_popcount(levels);
    return (abs(matadors) + 1 + counted + __builtin_popcount(levels & ~doubling))
           << __builtin_popcount(levels & doubling);
}

/* Under `opponents` (Dutch text), an overbid declarer who took the skat and gives up pays the
 * bid. */
static bool bid_is_charged(const struct skat_facts *facts)
{
    return facts->picked_up && gave_up(facts);
}

/* The smallest multiple of the base that reaches the bid. */
static int raised(int base, int bid) { return (bid + base - 1) / base * base; }

/* The cost of a lost game before kontra and bock, in `opponents` or all other scorings. */
static int loss(const struct skat_rules *rules, const struct skat_facts *facts,
                const struct skat_result *result, bool opponents)
{
    bool hand = facts->announced && facts->contract.with & SKAT_WITH_HAND;
    /* A lost turné counts once, unless the second card decided it (rules.md 10.1). */
    bool single = facts->turned == 1 ||
                  (hand && (rules->value_lost_hand == SKAT_LOST_HAND_SINGLE || opponents));
    int value = result->overbid ? raised(result->base, facts->bid) : result->value;

    if (opponents && result->overbid && bid_is_charged(facts))
        return BID_CHARGED * facts->bid;
    return value * (single ? 1 : rules->value_lost_factor);
}

/* Suit and grand: matadors, levels, value and the overbid rule (rules.md 6). */
static void multiplied_value(const struct skat_rules *rules, const struct skat_facts *facts,
                             struct skat_result *result)
{
    bool own_cards_decide = rules->value_overbid_hand != SKAT_OVERBID_HAND_COUNTS &&
                            facts->contract.with & SKAT_WITH_HAND;
    bool own_cards_score = own_cards_decide && rules->value_overbid_hand == SKAT_OVERBID_HAND_HAND;
    int scored = own_cards_score ? facts->matadors_hand : facts->matadors;
    int deciding = own_cards_decide ? facts->matadors_hand : facts->matadors;

    result->base = (int16_t)base_value(rules, facts->contract);
    result->levels = (uint8_t)count_levels(rules, facts);
    result->matadors = (int8_t)scored;
    result->spitzen = (uint8_t)spitzen_levels(rules, facts->contract);
    result->gifts_refused = (uint8_t)facts->gifts_refused;
    result->multiplier = (int16_t)multiplier(rules, facts, scored, result->levels);
    result->value = (int16_t)(result->base * result->multiplier);
    result->overbid =
        result->base * multiplier(rules, facts, deciding, result->levels) < facts->bid;
    if (result->overbid)
        result->value =
            (int16_t)(rules->scoring_system == SKAT_SCORING_OPPONENTS && bid_is_charged(facts)
                          ? facts->bid
                          : raised(result->base, facts->bid));
}

/* What the cards are worth: everything but what a loss, kontra and bock make of it. */
static void count_value(const struct skat_rules *rules, const struct skat_facts *facts,
                        struct skat_result *result)
{
    *result = (struct skat_result){
        .points = (int16_t)facts->points,
        .tricks = (int16_t)facts->tricks,
        .doubling = (int16_t)(1 << facts->kontra),
        .bock = (int16_t)facts->bock,
    };
    if (!facts->announced) {
        /* a fault (rules.md 8.3); no base yet, and no bid in games without an auction */
        result->value = (int16_t)(facts->bid ? facts->bid : LOWEST_VALUE);
    } else if (skat_games[facts->contract.type].fixed_value) {
        result->base = result->value = (int16_t)skat_null_value(rules, facts->contract);
        result->multiplier = 1;
    } else {
        multiplied_value(rules, facts, result);
    }

    /* A defender's fault wins a game that still could reach its bid (rules.md 8.3). */
    result->won = goal_reached(rules, facts) &&
                  (!result->overbid || facts->ending == SKAT_ENDED_DEFENDER_FAULT);
}

/* The game as it ends if the declarer takes `points` and `tricks` more, and the others the rest. */
static struct skat_facts played_on(const struct skat_facts *facts, int points, int tricks,
                                   bool spitzen_failed)
{
    struct skat_facts played = *facts;

    played.ending = SKAT_ENDED_PLAYED;
    played.points += points;
    played.tricks += tricks;
    played.rest_points = played.rest_tricks = 0;
    played.spitzen_failed = spitzen_failed;
    return played;
}

static bool is_won(const struct skat_rules *rules, const struct skat_facts *facts)
{
    struct skat_result result;

    count_value(rules, facts, &result);
    return result.won;
}

enum skat_decided skat_value_decided(const struct skat_rules *rules, const struct skat_facts *facts)
{
    if (!facts->announced)
        return SKAT_UNDECIDED;
    const struct skat_facts none = played_on(facts, 0, 0, facts->spitzen_failed);
    const struct skat_facts all =
        played_on(facts, facts->rest_points, facts->rest_tricks, facts->spitzen_lost);
    const bool with = is_won(rules, &all);
    return with != is_won(rules, &none) ? SKAT_UNDECIDED
           : with                       ? SKAT_DECIDED_WON
                                        : SKAT_DECIDED_LOST;
}

static bool is_fault(const struct skat_facts *facts)
{
    return facts->ending == SKAT_ENDED_DECLARER_FAULT || facts->ending == SKAT_ENDED_DEFENDER_FAULT;
}

/* The facts that count: neither a fault nor giving up later changes a decided game, and one that
 * was played to its end, or given up early, has no rest. */
static struct skat_facts facts_that_count(const struct skat_rules *rules,
                                          const struct skat_facts *facts)
{
    struct skat_facts counted = *facts;
    bool given_up = facts->ending == SKAT_ENDED_RESIGNED || facts->ending == SKAT_ENDED_YIELDED;

    if (!is_fault(facts) && !given_up)
        counted.rest_points = counted.rest_tricks = 0;
    else if (skat_value_decided(rules, facts))
        counted.ending = SKAT_ENDED_PLAYED;
    return counted;
}

/* What a value comes to. Kontra and bock come last: they never help to reach the bid (7.1). */
static void charge(const struct skat_rules *rules, const struct skat_facts *facts,
                   struct skat_result *result)
{
    const int doublings = result->doubling * result->bock;
    const bool opponents = rules->scoring_system == SKAT_SCORING_OPPONENTS;

    result->classic_value =
        (result->won ? result->value : -loss(rules, facts, result, false)) * doublings;
    result->signed_value = opponents && !result->won ? -loss(rules, facts, result, true) * doublings
                                                     : result->classic_value;
}

/* ---- what a fault costs (rules.md 8.3, faults) ---- */

static int more_of(int one, int other) { return one > other ? one : other; }

/* The same game as the other side's fault ends it. */
static struct skat_facts as_fault_of(const struct skat_facts *facts, enum skat_ending ending)
{
    struct skat_facts other = *facts;

    other.ending = ending;
    return other;
}

/* Replaces the result by that of another end if it is worse for the side at fault. */
static void take_worse(const struct skat_rules *rules, const struct skat_facts *fault,
                       const struct skat_facts *end, struct skat_result *result)
{
    const bool declarers = fault->ending == SKAT_ENDED_DECLARER_FAULT;
    struct skat_result other;

    count_value(rules, end, &other);
    charge(rules, end, &other);
    if (!result->bock || (declarers ? other.classic_value < result->classic_value
                                    : other.classic_value > result->classic_value))
        *result = other;
}

/* The same game, doubled as much as it could still have been. */
static struct skat_facts doubled_most(const struct skat_facts *facts, int kontra)
{
    struct skat_facts most = *facts;

    most.kontra = more_of(facts->kontra, kontra);
    most.bock = more_of(facts->bock, facts->bock_most);
    return most;
}

/* Of all ends that the cards could still have brought, the one that is worst for the side at fault,
 * with at most `kontra` doublings. They differ in levels and in who has won, so these six are
 * enough: nobody makes another level; the defenders take the rest; the declarer does, with and
 * without the spitzen; or the loser of the rest has one trick of it, and so is not schwarz. */
static void worst_end(const struct skat_rules *rules, const struct skat_facts *facts, int kontra,
                      struct skat_result *result)
{
    const bool spitzen = skat_contract_spitzen(facts->contract) && facts->rest_tricks;
    const int points = facts->rest_points, tricks = facts->rest_tricks, one = tricks > 0;
    const bool failed = facts->spitzen_failed, lost = facts->spitzen_lost;
    const struct skat_facts ends[] = {
        as_fault_of(facts, SKAT_ENDED_PLAYED),
        played_on(facts, 0, 0, failed),
        played_on(facts, points, tricks, lost),
        played_on(facts, points, tricks, lost || spitzen),
        played_on(facts, 0, one, failed),
        played_on(facts, points, tricks - one, lost || spitzen),
    };

    *result = (struct skat_result){0};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const struct skat_facts most = doubled_most(&ends[i], kontra);
        take_worse(rules, facts, &ends[i], result);
        take_worse(rules, facts, &most, result);
    }
    result->points = (int16_t)facts->points;
    result->tricks = (int16_t)facts->tricks;
}

/* Before the announcement: as if the highest value had been played for. */
static void worst_announcement(const struct skat_rules *rules, const struct skat_facts *facts,
                               int kontra, struct skat_result *result)
{
    struct skat_facts dearest = doubled_most(facts, kontra);

    dearest.bid = more_of(facts->bid, skat_ladder_top(rules));
    count_value(rules, &dearest, result);
    charge(rules, &dearest, result);
}

static void worst_of(const struct skat_rules *rules, const struct skat_facts *facts, int kontra,
                     struct skat_result *result)
{
    if (facts->announced)
        worst_end(rules, facts, kontra, result);
    else
        worst_announcement(rules, facts, kontra, result);
}

/* How many seats one bot can have beside one that is at fault, if another bot has one, too. */
static int partners(const struct skat_rules *rules) { return rules->seats - 2; }

/* How much better the first result is for declarer, in any scoring. */
static int advantage(const struct skat_facts *facts, const struct skat_result *better,
                     const struct skat_result *worse)
{
    const int points = more_of(better->classic_value - worse->classic_value,
                               better->signed_value - worse->signed_value);

    return points + (better->won != worse->won ? facts->extras : 0);
}

/* What a defender at fault pays beside what declarer gets: all that declarer could have lost, so
 * that no declarer is helped by a partner's or a copy's fault, and all that more doublings could
 * have brought declarer, which nobody is paid. In `opponents` a loss is paid to others, so there it
 * is the dearest one. */
static int penalty_of_defender(const struct skat_rules *rules, const struct skat_facts *facts,
                               const struct skat_result *result)
{
    const struct skat_facts declarers = as_fault_of(facts, SKAT_ENDED_DECLARER_FAULT);
    const bool pays_others = rules->scoring_system == SKAT_SCORING_OPPONENTS;
    struct skat_result lost, doubled;

    worst_of(rules, &declarers,
             pays_others ? facts->kontra_limits.by_both : facts->kontra_limits.by_defenders, &lost);
    worst_of(rules, facts, facts->kontra_limits.by_both, &doubled);
    return partners(rules) *
           more_of(advantage(facts, result, &lost), advantage(facts, &doubled, result));
}

/* What those who sit out could still have got by a game that declarer wins. */
static int most_shared(const struct skat_rules *rules, const struct skat_facts *facts)
{
    const struct skat_facts defenders = as_fault_of(facts, SKAT_ENDED_DEFENDER_FAULT);
    struct skat_result won;

    if (!facts->shared)
        return 0;
    worst_of(rules, &defenders, facts->kontra_limits.by_both, &won);
    return more_of(won.signed_value, 0);
}

/* What a declarer at fault pays beside the loss: what others get for it (`opponents`), and what it
 * keeps from others. */
static int penalty_of_declarer(const struct skat_rules *rules, const struct skat_facts *facts,
                               const struct skat_result *result)
{
    enum { OPPONENTS = 2 };
    const bool paid = rules->scoring_system == SKAT_SCORING_OPPONENTS && rules->seats > OPPONENTS;
    const int lost = paid && result->signed_value < 0 ? OPPONENTS * -result->signed_value : 0;

    return lost + partners(rules) * most_shared(rules, facts);
}

static void fault_value(const struct skat_rules *rules, const struct skat_facts *facts,
                        struct skat_result *result)
{
    if (facts->ending == SKAT_ENDED_DECLARER_FAULT) {
        worst_of(rules, facts, facts->kontra_limits.by_defenders, result);
        result->penalty = penalty_of_declarer(rules, facts, result);
    } else {
        worst_of(rules, facts, facts->kontra_limits.by_declarer, result);
        result->penalty = penalty_of_defender(rules, facts, result);
    }
    if (facts->round_hangs)
        result->penalty += result->value * result->doubling * result->bock;
}

void skat_value(const struct skat_rules *rules, const struct skat_facts *facts,
                struct skat_result *result)
{
    const struct skat_facts counted = facts_that_count(rules, facts);

    if (is_fault(facts) && rules->faults == SKAT_FAULTS_WORST) {
        fault_value(rules, facts, result);
        return;
    }
    count_value(rules, &counted, result);
    charge(rules, &counted, result);
}

void skat_result_multiply(struct skat_result *result, int times)
{
    result->bock = (int16_t)(result->bock * times);
    result->signed_value *= times;
    result->classic_value *= times;
    result->penalty *= times;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        result->ramsch.score[position] *= times;
}

void skat_value_passed_in(int bock, struct skat_result *result)
{
    *result = (struct skat_result){.won = -1, .bock = (int16_t)bock};
}

void skat_value_ramsch(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_result *result)
{
    *result = (struct skat_result){.won = -1, .bock = facts->bock, .is_ramsch = true};
    skat_ramsch_count(rules, facts, &result->ramsch);
    result->doubling = result->ramsch.doubling;
}

/* ---- faults without a declarer ---- */

/* What a player at fault is charged: value x factor, doubled and in bock. `doubling` 0: as 1. */
struct undeclared_charge {
    int value, factor, doubling, extras;
};

static int amount(struct undeclared_charge charge)
{
    return charge.value * charge.factor * more_of(charge.doubling, 1) + charge.extras;
}

/* How many times the highest value a bot can fall behind whose players raise nothing: as declarer,
 * against kontra; or because another bot wins it (in `opponents`, by a third one's loss), with all
 * doublings if others say kontra, while only one of its seats is charged. */
static int worst_factor(const struct skat_rules *rules)
{
    const int lost = more_of(rules->value_lost_factor, AUCTION_FAULT_FACTOR)
                     << (rules->kontra_levels > 0);
    const int others = more_of(rules->seats - 1, partners(rules) << rules->kontra_levels);

    return more_of(
        lost,
        others * (rules->scoring_system == SKAT_SCORING_OPPONENTS ? rules->value_lost_factor : 1));
}

static struct undeclared_charge auction_charge(const struct skat_rules *rules,
                                               const struct skat_undeclared_facts *facts)
{
    const int value = more_of(facts->bid, LOWEST_VALUE);

    if (rules->faults == SKAT_FAULTS_CONCEDED)
        return (struct undeclared_charge){value, AUCTION_FAULT_FACTOR, 0, 0};
    return (struct undeclared_charge){more_of(value, skat_ladder_top(rules)), worst_factor(rules),
                                      0, (rules->seats - 1) * facts->extras};
}

static struct undeclared_charge ramsch_charge(const struct skat_rules *rules,
                                              const struct skat_ramsch_facts *facts)
{
    const bool worst = rules->faults == SKAT_FAULTS_WORST;
    const int doublings = worst ? more_of(facts->unseen + facts->knocks, facts->doublings_most) : 0;

    return (struct undeclared_charge){skat_ramsch_fault(rules), 1, 1 << doublings, 0};
}

static struct undeclared_charge dearer(struct undeclared_charge one, struct undeclared_charge other)
{
    return amount(other) > amount(one) ? other : one;
}

/* The dearer of what the deal could still have become. */
static struct undeclared_charge undeclared_charge(const struct skat_rules *rules,
                                                  const struct skat_undeclared_facts *facts)
{
    const struct undeclared_charge auction = auction_charge(rules, facts);
    const struct undeclared_charge ramsch = ramsch_charge(rules, &facts->ramsch);

    if (rules->faults == SKAT_FAULTS_CONCEDED)
        return facts->is_ramsch ? ramsch : auction;
    if (!facts->may_be_declared)
        return ramsch;
    if (!facts->may_be_ramsch)
        return auction;
    return facts->is_ramsch ? dearer(ramsch, auction) : dearer(auction, ramsch);
}

void skat_value_undeclared_fault(const struct skat_rules *rules,
                                 const struct skat_undeclared_facts *facts,
                                 struct skat_result *result)
{
    const struct skat_ramsch_facts *ramsch = &facts->ramsch;
    const struct undeclared_charge charge = undeclared_charge(rules, facts);
    const int bock = more_of(ramsch->bock, ramsch->bock_most);

    *result = (struct skat_result){
        .won = -1,
        .value = (int16_t)charge.value,
        .doubling = (int16_t)charge.doubling,
        .bock = (int16_t)bock,
        .is_ramsch = facts->is_ramsch,
    };
    result->signed_value = result->classic_value = -amount(charge) * bock;
    for (int i = 0; i < SKAT_PLAYERS && facts->is_ramsch; i++) {
        result->ramsch.points[i] = ramsch->points[i];
        result->ramsch.tricks[i] = ramsch->tricks[i];
    }
}

/* ---- in words ---- */

struct words {
    char *text;
    int used;
};

__attribute__((format(printf, 2, 3))) static void say(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int room = SKAT_WORDS_SIZE - words->used;
    int length = vsnprintf(words->text + words->used, (size_t)room, format, args);
    va_end(args);
    words->used += length < room ? length : room - 1;
}

static void say_multiplier(struct words *words, const struct skat_facts *facts,
                           const struct skat_result *result)
{
    static const char *const said[SKAT_LEVELS] = {
        "hand", "schneider", "announced", "schwarz", "announced", "ouvert", "rum",
    };
    int count = abs(result->matadors), spitzen = skat_contract_spitzen(facts->contract), value;
    /* If schneider and schwarz double, the levels alone do not give the multiplier. */
    bool doubled = result->multiplier != count + 1 + result->spitzen + result->gifts_refused +
                                             __builtin_popcount(result->levels);
    unsigned apart = doubled ? LEVEL(SCHNEIDER) | LEVEL(SCHWARZ) : 0;
    bool own = facts->contract.type == SKAT_GAME_GRAND && facts->contract.with & SKAT_WITH_OUVERT &&
               !(result->levels & LEVEL(OUVERT));

    say(words, "%s %d", result->matadors > 0 ? "with" : "without", count);
    say(words, ", game %d", ++count);
    for (int level = 0; level < SKAT_LEVELS; level++)
        if ((result->levels & ~apart) >> level & 1)
            say(words, ", %s %d", said[level], ++count);
    if (result->spitzen)
        say(words, ", %d spitze%s %d", spitzen, spitzen == 1 ? "" : "n", count += result->spitzen);
    if (result->gifts_refused)
        say(words, ", %s refused %d", result->gifts_refused == 1 ? "gift" : "two gifts",
            count += result->gifts_refused);
    value = result->base * count;
    say(words, ", times %d %s%s: %d", result->base, skat_games[facts->contract.type].name,
        own ? " ouvert" : "", value);
    for (int level = 0; level < SKAT_LEVELS; level++)
        if ((result->levels & apart) >> level & 1)
            say(words, ", %s doubles: %d", said[level], value *= 2);
}

const char *skat_doubling_name(int level)
{
    static const char *const names[] = {"kontra", "re",    "supra", "hirsch",
                                        "blatt",  "lachs", "schuss"};
    return level < (int)(sizeof names / sizeof *names) ? names[level] : "doubled again";
}

/* The loss, then each doubling with the amount it leads to. */
static void say_doublings(struct words *words, const struct skat_facts *facts,
                          const struct skat_result *result)
{
    int amount = abs(result->signed_value) / result->doubling / result->bock;

    if (!result->won)
        say(words, ", lost %d", amount);
    for (int level = 0; level < facts->kontra; level++) {
        amount *= 2;
        say(words, ", %s %d", skat_doubling_name(level), amount);
    }
    const int unsaid = result->doubling >> facts->kontra; /* a fault is charged with these, too */
    if (unsaid > 1) {
        amount *= unsaid;
        say(words, ", possible doublings %d", amount);
    }
    if (result->bock > 1)
        say(words, ", bock %d", amount * result->bock);
}

const char *skat_value_words(const struct skat_facts *facts, const struct skat_result *result,
                             char text[SKAT_WORDS_SIZE])
{
    struct words words = {text, 0};
    char name[SKAT_CONTRACT_NAME_SIZE];

    if (!facts->announced)
        say(&words, "nothing announced, bid %d", facts->bid);
    else if (skat_games[facts->contract.type].fixed_value)
        say(&words, "%s %d", skat_contract_name(facts->contract, name), result->value);
    else
        say_multiplier(&words, facts, result);

    if (result->overbid && result->value != result->base * result->multiplier)
        say(&words, ", bid %d: raised to %d", facts->bid, result->value);
    else if (result->overbid)
        say(&words, ", overbid at %d", facts->bid);
    say_doublings(&words, facts, result);
    return text;
}
