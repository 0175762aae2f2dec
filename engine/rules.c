#include "engine/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/value.h"

const struct skat_deck skat_deck_32 = {
    .cards = SKAT_DECK_32,
    .count = 32,
    .hand = 10,
    .skat = 2,
    .packets = {3, -2, 4, 3}, /* rulebook 2 */
};

static const char *const passed_in_names[] = {"void"};
static const char *const concede_names[] = {"until_second_trick", "before_lead", "never"};
static const char *const matadors_names[] = {"trumps", "jacks"};
static const char *const hand_schwarz_names[] = {"additive", "ladder"};
static const char *const schneider_schwarz_names[] = {"levels", "double"};
static const char *const overbid_hand_names[] = {"counts", "hand", "skat"};
static const char *const lost_hand_names[] = {"double", "single"};
static const char *const scoring_names[] = {"classic", "seeger_fabian"};
static const int grand_bases[] = {24, 20};
static const int schneider_points[] = {90, 91};
static const int grand_ouvert_bases[] = {0, 36, 30};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define AT(field) offsetof(struct skat_rules, field)
#define INT(field, low, high, help)                                                                \
    {#field, SKAT_OPTION_INT, AT(field), low, high, 1, NULL, NULL, help}
#define BOOL(field, help)                                                                          \
    {#field, SKAT_OPTION_BOOL, AT(field), 0, 1, 1, NULL, NULL, help}
#define CHOICE(field, names, help)                                                                 \
    {#field, SKAT_OPTION_CHOICE, AT(field), 0, 0, COUNT(names), names, NULL, help}
#define ONE_OF(field, values, help)                                                                \
    {#field, SKAT_OPTION_ONE_OF, AT(field), 0, 0, COUNT(values), NULL, values, help}
#define INTS(field, number, low, high, help)                                                       \
    {#field, SKAT_OPTION_INTS, AT(field), low, high, number, NULL, NULL, help}

/* In the order of the rulebook; `rules show` prints them so. */
const struct skat_rule_option skat_rule_options[] = {
    INT(seats, SKAT_SEATS_MIN, SKAT_SEATS_MAX, "players at the table (2)"),
    INT(deals, 0, 1000000000, "deals of a session; 0 means twelve for each seat (2)"),
    CHOICE(passed_in, passed_in_names, "what happens when all pass (3)"),
    ONE_OF(grand_base, grand_bases, "base value of grand (4)"),
    BOOL(announce_with_skat, "schneider, schwarz, ouvert also after picking up the skat (4)"),
    CHOICE(concede, concede_names, "how long declarer may give up (4)"),
    CHOICE(matadors, matadors_names, "which cards count as matadors in suit games (6)"),
    CHOICE(hand_schwarz, hand_schwarz_names,
           "does schwarz in a hand game count the schneider announcement (6)"),
    ONE_OF(schneider_points, schneider_points, "card points that make the defenders schneider (6)"),
    CHOICE(schneider_schwarz, schneider_schwarz_names,
           "do schneider and schwarz add a level or double the value (6)"),
    CHOICE(overbid_hand, overbid_hand_names, "do matadors in the skat overbid a hand game (6)"),
    INT(lost_factor, 1, 4, "lost games count so many times (6)"),
    CHOICE(lost_hand, lost_hand_names, "do lost hand games count lost_factor times or once (6)"),
    ONE_OF(grand_ouvert_base, grand_ouvert_bases,
           "base value of grand ouvert as a game of its own; null: ouvert is a level (6)"),
    INTS(null_values, SKAT_NULL_KINDS, 1, 999,
         "values of null, null hand, null ouvert, null ouvert hand (6)"),
    CHOICE(scoring, scoring_names, "how a session is added up (8)"),
};
const int skat_rule_option_count = COUNT(skat_rule_options);

const struct skat_rule_option *skat_rule_option_find(const char *name)
{
    for (int i = 0; i < skat_rule_option_count; i++)
        if (strcmp(skat_rule_options[i].name, name) == 0)
            return &skat_rule_options[i];
    return NULL;
}

int *skat_rule_option_value(struct skat_rules *rules, const struct skat_rule_option *option)
{
    return (int *)(void *)((char *)rules + option->offset);
}

const char *skat_rule_option_allowed(const struct skat_rule_option *option, char *text,
                                     size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    switch (option->type) {
    case SKAT_OPTION_INT:
        snprintf(text, size, "%d..%d", option->min, option->max);
        break;
    case SKAT_OPTION_BOOL:
        snprintf(text, size, "true | false");
        break;
    case SKAT_OPTION_INTS:
        snprintf(text, size, "%d integers, each %d..%d", option->count, option->min, option->max);
        break;
    case SKAT_OPTION_CHOICE:
        for (int i = 0; i < option->count && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", i ? " | " : "",
                                     option->names[i]);
        break;
    case SKAT_OPTION_ONE_OF:
        for (int i = 0; i < option->count && used < size; i++)
            used += (size_t)(option->values[i]
                                 ? snprintf(text + used, size - used, "%s%d", i ? " | " : "",
                                            option->values[i])
                                 : snprintf(text + used, size - used, "%snull", i ? " | " : ""));
        break;
    }
    return text;
}

void skat_rules_official(struct skat_rules *rules)
{
    *rules = (struct skat_rules){
        .seats = 3,
        .passed_in = SKAT_PASSED_IN_VOID,
        .grand_base = 24,
        .concede = SKAT_CONCEDE_UNTIL_SECOND_TRICK,
        .matadors = SKAT_MATADORS_TRUMPS,
        .hand_schwarz = SKAT_HAND_SCHWARZ_ADDITIVE,
        .schneider_points = 90,
        .overbid_hand = SKAT_OVERBID_HAND_COUNTS,
        .lost_factor = 2,
        .lost_hand = SKAT_LOST_HAND_DOUBLE,
        .null_values = {23, 35, 46, 59},
        .scoring = SKAT_SCORING_CLASSIC,
    };
}

/* ---- checking ---- */

static bool value_allowed(const struct skat_rule_option *option, int value)
{
    switch (option->type) {
    case SKAT_OPTION_INT:
    case SKAT_OPTION_BOOL:
    case SKAT_OPTION_INTS:
        return value >= option->min && value <= option->max;
    case SKAT_OPTION_CHOICE:
        return value >= 0 && value < option->count;
    case SKAT_OPTION_ONE_OF:
        for (int i = 0; i < option->count; i++)
            if (option->values[i] == value)
                return true;
        return false;
    }
    return false;
}

static bool options_allowed(struct skat_rules *rules, struct skat_error *error)
{
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const int *value = skat_rule_option_value(rules, option);
        int values = option->type == SKAT_OPTION_INTS ? option->count : 1;
        char allowed[256];
        for (int k = 0; k < values; k++)
            if (!value_allowed(option, value[k]))
                return skat_fail(error, "%s is %d, allowed: %s", option->name, value[k],
                                 skat_rule_option_allowed(option, allowed, sizeof allowed));
    }
    return true;
}

/* ---- games that can be announced (rulebook 4) ---- */

int skat_null_value(const struct skat_rules *rules, struct skat_contract contract)
{
    int hand = contract.with & SKAT_WITH_HAND ? 1 : 0;
    int ouvert = contract.with & SKAT_WITH_OUVERT ? 2 : 0;
    return rules->null_values[hand + ouvert];
}

static void add_declaration(struct skat_rules *rules, bool skat, unsigned type, unsigned with)
{
    struct skat_contract *list = rules->derived.declarations[skat];
    struct skat_contract contract = {(uint8_t)type, (uint8_t)(with | (skat ? 0 : SKAT_WITH_HAND))};
    int place = rules->derived.declaration_count[skat]++;

    contract = skat_contract_complete(contract);
    if (skat_games[type].fixed_value) {
        /* Insert by value: see `declarations` in the header. */
        int value = skat_null_value(rules, contract);
        for (; place > 0 && skat_null_value(rules, list[place - 1]) > value; place--)
            list[place] = list[place - 1];
        rules->derived.null_count[skat]++;
    }
    list[place] = contract;
}

static void list_declarations(struct skat_rules *rules, bool skat)
{
    static const uint8_t announcements[] = {SKAT_WITH_SCHNEIDER, SKAT_WITH_SCHWARZ,
                                            SKAT_WITH_OUVERT};

    rules->derived.declaration_count[skat] = 0;
    rules->derived.null_count[skat] = 0;
    add_declaration(rules, skat, SKAT_GAME_NULL, 0);
    add_declaration(rules, skat, SKAT_GAME_NULL, SKAT_WITH_OUVERT);
    for (unsigned type = SKAT_GAME_DIAMONDS; type <= SKAT_GAME_GRAND; type++) {
        add_declaration(rules, skat, type, 0);
        if (!skat || rules->announce_with_skat)
            for (size_t i = 0; i < sizeof announcements; i++)
                add_declaration(rules, skat, type, announcements[i]);
    }
}

/* ---- the bid ladder (rulebook 3) ---- */

enum { VALUE_LIMIT = 4096 }; /* above every value that a game can have */

static void mark_values(const struct skat_rules *rules, struct skat_contract contract,
                        bool possible[VALUE_LIMIT])
{
    /* Each way that a game can end, as the levels see it. */
    const struct {
        int points, tricks;
    } endings[] = {{61, 5}, {rules->schneider_points, 5}, {120, rules->derived.deck->hand}};

    bool fixed = skat_games[contract.type].fixed_value;
    int most = fixed ? 0 : skat_matadors_max(rules, contract);

    for (int matadors = fixed ? 0 : 1; matadors <= most; matadors++)
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
            struct skat_facts facts = {
                .announced = true,
                .contract = contract,
                .matadors = matadors,
                .matadors_hand = matadors,
                .points = endings[i].points,
                .tricks = endings[i].tricks,
            };
            struct skat_result result;
            skat_value(rules, &facts, &result);
            if (result.value < VALUE_LIMIT)
                possible[result.value] = true;
        }
}

static bool compute_ladder(struct skat_rules *rules, struct skat_error *error)
{
    bool possible[VALUE_LIMIT] = {false};

    for (int skat = 0; skat < 2; skat++)
        for (int i = 0; i < rules->derived.declaration_count[skat]; i++)
            mark_values(rules, rules->derived.declarations[skat][i], possible);
    rules->derived.ladder_count = 0;
    for (int value = 1; value < VALUE_LIMIT; value++) {
        if (!possible[value])
            continue;
        if (rules->derived.ladder_count == SKAT_LADDER_MAX)
            return skat_fail(error, "the rule set has more than %d different game values",
                             SKAT_LADDER_MAX);
        rules->derived.ladder[rules->derived.ladder_count++] = (uint16_t)value;
    }
    return true;
}

bool skat_rules_prepare(struct skat_rules *rules, struct skat_error *error)
{
    if (!options_allowed(rules, error))
        return false;
    if (rules->deals == 0)
        rules->deals = 12 * rules->seats;
    rules->derived.deck = &skat_deck_32;
    list_declarations(rules, false);
    list_declarations(rules, true);
    return compute_ladder(rules, error);
}

int skat_ladder_above(const struct skat_rules *rules, int bid)
{
    int low = 0, high = rules->derived.ladder_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (rules->derived.ladder[middle] > bid)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
