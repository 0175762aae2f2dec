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
    return rules->matadors == SKAT_MATADORS_JACKS && tops > JACKS ? JACKS : tops;
}

static bool game_of_its_own(const struct skat_rules *rules, struct skat_contract contract)
{
    return contract.type == SKAT_GAME_GRAND && contract.with & SKAT_WITH_OUVERT &&
           skat_grand_ouvert_base(rules);
}

/* What is announced. An open game announces schwarz, unless the rules leave it at that (rules.md 4,
 * ouvert_schwarz); one with a base of its own always does. */
static unsigned announced(const struct skat_rules *rules, struct skat_contract contract)
{
    const bool alone = contract.with & SKAT_WITH_OUVERT && !rules->ouvert_schwarz &&
                       !game_of_its_own(rules, contract);

    return alone ? contract.with & ~(unsigned)(SKAT_WITH_SCHNEIDER | SKAT_WITH_SCHWARZ)
                 : contract.with;
}

int skat_points_needed(const struct skat_rules *rules, struct skat_contract contract)
{
    return announced(rules, contract) & SKAT_WITH_SCHNEIDER ? rules->schneider_points
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
    return rules->schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE;
}

/* The levels from announcements, hand, rum and refused gifts (rules.md 6, 7.2). */
static unsigned levels_said(const struct skat_rules *rules, const struct skat_facts *facts)
{
    unsigned with = announced(rules, facts->contract);
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
    if (facts->points >= rules->schneider_points ||
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
    bool ladder = rules->hand_schwarz == SKAT_HAND_SCHWARZ_LADDER && !doubles(rules);

    if (ladder && levels & LEVEL(HAND) && levels & LEVEL(SCHWARZ))
        levels |= LEVEL(SCHNEIDER_ANNOUNCED);
    return levels;
}

/* Did the declarer reach the goal of the announcement? (The bid is checked separately.) */
static bool goal_reached(const struct skat_rules *rules, const struct skat_facts *facts)
{
    switch (facts->ending) {
    case SKAT_ENDED_CONCEDED:
    case SKAT_ENDED_DECLARER_FAULT:
    case SKAT_ENDED_RESIGNED:
        return false;
    case SKAT_ENDED_DEFENDER_FAULT:
    case SKAT_ENDED_GIFT:
    case SKAT_ENDED_YIELDED:
        return true;
    case SKAT_ENDED_PLAYED:
        break;
    }
    if (skat_games[facts->contract.type].fixed_value)
        return facts->tricks == 0;
    bool all_tricks = announced(rules, facts->contract) & SKAT_WITH_SCHWARZ ||
                      facts->gifts_refused >= REFUSED_SCHNEIDER;
    int needed = facts->gifts_refused >= REFUSED_GAME ? rules->schneider_points
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

static bool gave_up(const struct skat_facts *facts)
{
    return facts->ending == SKAT_ENDED_CONCEDED || facts->ending == SKAT_ENDED_DECLARER_FAULT ||
           facts->ending == SKAT_ENDED_RESIGNED;
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
    bool single =
        facts->turned == 1 || (hand && (rules->lost_hand == SKAT_LOST_HAND_SINGLE || opponents));
    int value = result->overbid ? raised(result->base, facts->bid) : result->value;

    if (opponents && result->overbid && bid_is_charged(facts))
        return BID_CHARGED * facts->bid;
    return value * (single ? 1 : rules->lost_factor);
}

/* Suit and grand: matadors, levels, value and the overbid rule (rules.md 6). */
static void multiplied_value(const struct skat_rules *rules, const struct skat_facts *facts,
                             struct skat_result *result)
{
    bool own_cards_decide =
        rules->overbid_hand != SKAT_OVERBID_HAND_COUNTS && facts->contract.with & SKAT_WITH_HAND;
    bool own_cards_score = own_cards_decide && rules->overbid_hand == SKAT_OVERBID_HAND_HAND;
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
        result->value = (int16_t)(rules->scoring == SKAT_SCORING_OPPONENTS && bid_is_charged(facts)
                                      ? facts->bid
                                      : raised(result->base, facts->bid));
}

static void fixed_value(int value, struct skat_result *result)
{
    result->base = result->value = (int16_t)value;
    result->multiplier = 1;
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
    if (!facts->announced)
        /* a fault (rules.md 8.3); no base yet, and no bid in games without an auction */
        result->value = (int16_t)(facts->bid ? facts->bid : LOWEST_VALUE);
    else if (skat_games[facts->contract.type].fixed_value)
        fixed_value(skat_null_value(rules, facts->contract), result);
    else
        multiplied_value(rules, facts, result);

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
    else if ((given_up || rules->decided_game == SKAT_DECIDED_STANDS) &&
             skat_value_decided(rules, facts))
        counted.ending = SKAT_ENDED_PLAYED;
    return counted;
}

/* What a value comes to. Kontra and bock come last: they never help to reach the bid (7.1). */
static void charge(const struct skat_rules *rules, const struct skat_facts *facts,
                   struct skat_result *result)
{
    const int doublings = result->doubling * result->bock;
    const bool opponents = rules->scoring == SKAT_SCORING_OPPONENTS;

    result->classic_value =
        (result->won ? result->value : -loss(rules, facts, result, false)) * doublings;
    result->signed_value = opponents && !result->won ? -loss(rules, facts, result, true) * doublings
                                                     : result->classic_value;
}

/* ---- what a fault costs (rules.md 8.3, fault_value) ---- */

static int more_of(int one, int other) { return one > other ? one : other; }

/* Replaces the result by that of another end if it is worse for the side at fault. */
static void take_worse(const struct skat_rules *rules, const struct skat_facts *fault,
                       const struct skat_facts *end, struct skat_result *result)
{
    const bool declarers = fault->ending == SKAT_ENDED_DECLARER_FAULT;
    struct skat_result other;

    count_value(rules, end, &other);
    if (rules->decided_game == SKAT_DECIDED_FORFEITED)
        other.won = !declarers;
    charge(rules, end, &other);
    if (!result->bock || (declarers ? other.classic_value < result->classic_value
                                    : other.classic_value > result->classic_value))
        *result = other;
}

/* The same game, doubled as much as it could still have been. */
static struct skat_facts doubled_most(const struct skat_facts *facts)
{
    struct skat_facts most = *facts;

    most.kontra = more_of(facts->kontra, facts->kontra_most);
    most.bock = more_of(facts->bock, facts->bock_most);
    return most;
}

/* Doubled as it is, and as much as it could still have been. */
static void take_worse_doubled(const struct skat_rules *rules, const struct skat_facts *fault,
                               const struct skat_facts *end, struct skat_result *result)
{
    const struct skat_facts most = doubled_most(end);

    take_worse(rules, fault, end, result);
    take_worse(rules, fault, &most, result);
}

/* Of all ends that the cards could still have brought, the one that is worst for the side at fault.
 * They differ in levels and in who has won, so these four are enough: the defenders take the rest;
 * the declarer does, with and without the spitzen; or nobody makes another level. */
static void worst_end(const struct skat_rules *rules, const struct skat_facts *facts,
                      struct skat_result *result)
{
    const bool spitzen = skat_contract_spitzen(facts->contract) && facts->rest_tricks;
    struct skat_facts shared = *facts;
    shared.ending = SKAT_ENDED_PLAYED;
    const struct skat_facts ends[] = {
        shared,
        played_on(facts, 0, 0, facts->spitzen_failed),
        played_on(facts, facts->rest_points, facts->rest_tricks, facts->spitzen_lost),
        played_on(facts, facts->rest_points, facts->rest_tricks, facts->spitzen_lost || spitzen),
    };

    *result = (struct skat_result){0};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        take_worse_doubled(rules, facts, &ends[i], result);
    result->points = (int16_t)facts->points;
    result->tricks = (int16_t)facts->tricks;
}

/* Before the announcement: as if the highest value had been played for. */
static void worst_announcement(const struct skat_rules *rules, const struct skat_facts *facts,
                               struct skat_result *result)
{
    struct skat_facts dearest = doubled_most(facts);

    dearest.bid = more_of(facts->bid, skat_ladder_top(rules));
    count_value(rules, &dearest, result);
    charge(rules, &dearest, result);
}

void skat_value(const struct skat_rules *rules, const struct skat_facts *facts,
                struct skat_result *result)
{
    const struct skat_facts counted = facts_that_count(rules, facts);

    if (!is_fault(facts) || rules->fault_value == SKAT_FAULT_CONCEDED) {
        count_value(rules, &counted, result);
        charge(rules, &counted, result);
    } else if (facts->announced) {
        worst_end(rules, facts, result);
    } else {
        worst_announcement(rules, facts, result);
    }
}

void skat_result_multiply(struct skat_result *result, int times)
{
    result->bock = (int16_t)(result->bock * times);
    result->signed_value *= times;
    result->classic_value *= times;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        result->ramsch.score[position] *= times;
}

void skat_value_passed_in(int bock, struct skat_result *result)
{
    *result = (struct skat_result){.won = -1, .bock = (int16_t)bock};
}

/* Charges whoever is at fault in a deal without a declarer. */
static void charge_offender(int charge, int doubling, int bock, struct skat_result *result)
{
    result->doubling = (int16_t)doubling;
    result->bock = (int16_t)bock;
    result->signed_value = result->classic_value = -charge * more_of(doubling, 1) * bock;
}

/* How many times the highest value a player can lose who raises nothing: as declarer, against
 * kontra; or in Bierlachs, which charges all players what another one wins, with all doublings. */
static int worst_factor(const struct skat_rules *rules)
{
    const int lost = more_of(rules->lost_factor, AUCTION_FAULT_FACTOR)
                     << (rules->kontra_levels > 0);

    return rules->scoring == SKAT_SCORING_MINUS ? more_of(lost, 1 << rules->kontra_levels) : lost;
}

void skat_value_auction_fault(const struct skat_rules *rules, int bid, int bock,
                              struct skat_result *result)
{
    const bool worst = rules->fault_value == SKAT_FAULT_WORST;
    const int value = more_of(bid, LOWEST_VALUE);

    *result = (struct skat_result){
        .won = -1,
        .value = (int16_t)(worst ? more_of(value, skat_ladder_top(rules)) : value),
    };
    charge_offender(result->value * (worst ? worst_factor(rules) : AUCTION_FAULT_FACTOR), 0, bock,
                    result);
}

void skat_value_ramsch(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                       struct skat_result *result)
{
    *result = (struct skat_result){.won = -1, .bock = facts->bock, .is_ramsch = true};
    skat_ramsch_count(rules, facts, &result->ramsch);
    result->doubling = result->ramsch.doubling;
}

/* The most that a player can lose, and twice what a march wins: of a bot with two seats at a table,
 * only the one at fault is charged. */
static int worst_ramsch(const struct skat_rules *rules)
{
    enum { TWO_SEATS = 2 };

    return more_of(skat_ramsch_most(rules), TWO_SEATS * skat_ramsch_march(rules));
}

void skat_value_ramsch_fault(const struct skat_rules *rules, const struct skat_ramsch_facts *facts,
                             struct skat_result *result)
{
    const bool worst = rules->fault_value == SKAT_FAULT_WORST;
    const int points = rules->derived.deck->points; /* all of the deck (rules.md 8.3) */
    const int charge = worst ? more_of(points, worst_ramsch(rules)) : points;
    const int doublings = worst ? more_of(facts->unseen + facts->knocks, facts->doublings_most) : 0;

    *result = (struct skat_result){.won = -1, .value = (int16_t)charge, .is_ramsch = true};
    charge_offender(charge, 1 << doublings, more_of(facts->bock, facts->bock_most), result);
    for (int i = 0; i < SKAT_PLAYERS; i++) {
        result->ramsch.points[i] = facts->points[i];
        result->ramsch.tricks[i] = facts->tricks[i];
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
