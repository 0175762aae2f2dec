#include "engine/value.h"

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
};

enum {
    POINTS_TO_WIN = 61,
    POINTS_SCHNEIDER_SUFFERED = 30, /* declarer with so many or fewer is schneider */
    LOWEST_VALUE = 18,              /* floor of a fault in the auction (rulebook 8) */
    AUCTION_FAULT_FACTOR = 2
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
    int tops = skat_contract_ranking(contract)->top_count;
    return rules->matadors == SKAT_MATADORS_JACKS && tops > JACKS ? JACKS : tops;
}

int skat_points_needed(const struct skat_rules *rules, struct skat_contract contract)
{
    return contract.with & SKAT_WITH_SCHNEIDER ? rules->schneider_points : POINTS_TO_WIN;
}

static bool game_of_its_own(const struct skat_rules *rules, struct skat_contract contract)
{
    return contract.type == SKAT_GAME_GRAND && contract.with & SKAT_WITH_OUVERT &&
           rules->grand_ouvert_base;
}

static int base_value(const struct skat_rules *rules, struct skat_contract contract)
{
    if (game_of_its_own(rules, contract))
        return rules->grand_ouvert_base;
    return contract.type == SKAT_GAME_GRAND ? rules->grand_base : skat_games[contract.type].base;
}

static bool doubles(const struct skat_rules *rules)
{
    return rules->schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE;
}

/* Rulebook 6, multiplier: each level once, won or lost. */
static unsigned count_levels(const struct skat_rules *rules, const struct skat_facts *facts)
{
    unsigned with = facts->contract.with;
    unsigned levels = 0;

    if (with & SKAT_WITH_HAND)
        levels |= LEVEL(HAND);
    if (with & SKAT_WITH_SCHNEIDER)
        levels |= LEVEL(SCHNEIDER) | LEVEL(SCHNEIDER_ANNOUNCED);
    if (with & SKAT_WITH_SCHWARZ)
        levels |= LEVEL(SCHWARZ) | LEVEL(SCHWARZ_ANNOUNCED);
    if (with & SKAT_WITH_OUVERT && !game_of_its_own(rules, facts->contract))
        levels |= LEVEL(OUVERT);
    if (facts->ending != SKAT_ENDED_PLAYED)
        return levels; /* rulebook 4: no other schneider or schwarz */

    if (facts->points >= rules->schneider_points || facts->points <= POINTS_SCHNEIDER_SUFFERED)
        levels |= LEVEL(SCHNEIDER);
    if (facts->tricks == 0 || facts->tricks == rules->derived.deck->hand)
        levels |= LEVEL(SCHWARZ);
    if (rules->hand_schwarz == SKAT_HAND_SCHWARZ_LADDER && !doubles(rules) &&
        levels & LEVEL(HAND) && levels & LEVEL(SCHWARZ))
        levels |= LEVEL(SCHNEIDER_ANNOUNCED);
    return levels;
}

/* Did declarer do what was announced? (Whether the bid was met is asked apart.) */
static bool goal_reached(const struct skat_rules *rules, const struct skat_facts *facts)
{
    switch (facts->ending) {
    case SKAT_ENDED_CONCEDED:
    case SKAT_ENDED_DECLARER_FAULT:
        return false;
    case SKAT_ENDED_DEFENDER_FAULT:
        return true;
    case SKAT_ENDED_PLAYED:
        break;
    }
    if (skat_games[facts->contract.type].fixed_value)
        return facts->tricks == 0;
    if (facts->contract.with & SKAT_WITH_SCHWARZ && facts->tricks < rules->derived.deck->hand)
        return false;
    return facts->points >= skat_points_needed(rules, facts->contract);
}

/* Matadors, game and levels; where schneider and schwarz double, they are no levels. */
static int multiplier(const struct skat_rules *rules, int matadors, unsigned levels)
{
    const unsigned doubling = LEVEL(SCHNEIDER) | LEVEL(SCHWARZ);

    if (!doubles(rules))
        return abs(matadors) + 1 + __builtin_popcount(levels);
    return (abs(matadors) + 1 + __builtin_popcount(levels & ~doubling))
           << __builtin_popcount(levels & doubling);
}

/* Suit and grand: matadors, levels, value and the overbid rule (rulebook 6). */
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
    result->multiplier = (int16_t)multiplier(rules, scored, result->levels);
    result->value = (int16_t)(result->base * result->multiplier);
    result->overbid = result->base * multiplier(rules, deciding, result->levels) < facts->bid;
    if (result->overbid)
        result->value = (int16_t)((facts->bid + result->base - 1) / result->base * result->base);
}

static void fixed_value(int value, struct skat_result *result)
{
    result->base = result->value = (int16_t)value;
    result->multiplier = 1;
}

void skat_value(const struct skat_rules *rules, const struct skat_facts *facts,
                struct skat_result *result)
{
    *result = (struct skat_result){
        .points = (int16_t)facts->points,
        .tricks = (int16_t)facts->tricks,
        .doubling = 1,
        .bock = 1,
    };
    if (!facts->announced)
        result->value = (int16_t)facts->bid; /* rulebook 8, faults; there is no base yet */
    else if (skat_games[facts->contract.type].fixed_value)
        fixed_value(skat_null_value(rules, facts->contract), result);
    else
        multiplied_value(rules, facts, result);

    /* A defender's fault wins the game even where it was overbid (rulebook 8). */
    result->won = goal_reached(rules, facts) &&
                  (!result->overbid || facts->ending == SKAT_ENDED_DEFENDER_FAULT);
    bool single = rules->lost_hand == SKAT_LOST_HAND_SINGLE && facts->announced &&
                  facts->contract.with & SKAT_WITH_HAND;
    result->signed_value =
        result->won ? result->value : -result->value * (single ? 1 : rules->lost_factor);
}

void skat_value_undeclared(int bid, bool fault, struct skat_result *result)
{
    *result = (struct skat_result){.won = -1, .bock = 1};
    if (fault) {
        result->value = (int16_t)(bid > LOWEST_VALUE ? bid : LOWEST_VALUE);
        result->signed_value = -AUCTION_FAULT_FACTOR * result->value;
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
        "hand", "schneider", "announced", "schwarz", "announced", "ouvert",
    };
    int count = abs(result->matadors), value;
    /* Where schneider and schwarz double, the levels alone do not give the multiplier. */
    bool doubled = result->multiplier != count + 1 + __builtin_popcount(result->levels);
    unsigned apart = doubled ? LEVEL(SCHNEIDER) | LEVEL(SCHWARZ) : 0;
    bool own = facts->contract.type == SKAT_GAME_GRAND && facts->contract.with & SKAT_WITH_OUVERT &&
               !(result->levels & LEVEL(OUVERT));

    say(words, "%s %d", result->matadors > 0 ? "with" : "without", count);
    say(words, ", game %d", ++count);
    for (int level = 0; level < SKAT_LEVELS; level++)
        if ((result->levels & ~apart) >> level & 1)
            say(words, ", %s %d", said[level], ++count);
    value = result->base * count;
    say(words, ", times %d %s%s: %d", result->base, skat_games[facts->contract.type].name,
        own ? " ouvert" : "", value);
    for (int level = 0; level < SKAT_LEVELS; level++)
        if ((result->levels & apart) >> level & 1)
            say(words, ", %s doubles: %d", said[level], value *= 2);
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
    if (!result->won)
        say(&words, ", lost %d", -result->signed_value);
    return text;
}
