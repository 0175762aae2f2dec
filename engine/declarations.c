// SPDX-License-Identifier: MIT
#include "engine/declarations.h"

#include "engine/spitzen.h"
#include "engine/value.h"
#include "engine/variant.h"

/* Not in the rules, or impossible if nobody sees the own cards. */
static bool is_left_out(const struct skat_variant *variant, bool skat, unsigned type, unsigned with)
{
    return (variant->games && !(variant->games >> type & 1)) ||
           (variant->blind && (with & SKAT_WITH_OUVERT || skat));
}

static void add_contract(struct skat_rules *rules, bool skat, unsigned type, unsigned with)
{
    struct skat_contract *list = rules->derived.declarations[skat];
    struct skat_contract contract = {(uint8_t)type, (uint8_t)with};
    int (*value_of)(const struct skat_rules *, struct skat_contract) =
        skat ? skat_null_value : skat_null_reach;

    if (is_left_out(rules->derived.variant, skat, type, with))
        return;
    int place = rules->derived.declaration_count[skat]++;

    contract = skat_rules_complete(rules, contract);
    if (skat_games[type].fixed_value) {
        /* Insert by value: see `declarations` in rules.h. */
        int value = value_of(rules, contract);
        for (; place > 0 && value_of(rules, list[place - 1]) > value; place--)
            list[place] = list[place - 1];
        rules->derived.null_count[skat]++;
    }
    list[place] = contract;
}

static void add_declaration(struct skat_rules *rules, bool skat, unsigned type, unsigned with)
{
    add_contract(rules, skat, type, with | (skat ? 0 : SKAT_WITH_HAND));
}

static void list_solo_and_guckser(struct skat_rules *rules)
{
    add_declaration(rules, false, SKAT_GAME_NULL, 0);
    add_declaration(rules, false, SKAT_GAME_NULL, SKAT_WITH_OUVERT);
    if (rules->tourneeskat_guckser_null) {
        add_contract(rules, false, SKAT_GAME_NULL, 0);
        add_contract(rules, true, SKAT_GAME_NULL, 0);
        add_contract(rules, true, SKAT_GAME_NULL, SKAT_WITH_OUVERT);
    }
    for (unsigned type = SKAT_GAME_DIAMONDS; type <= SKAT_GAME_GRAND; type++) {
        add_declaration(rules, false, type, 0);
        add_declaration(rules, false, type, SKAT_WITH_SCHNEIDER);
        add_declaration(rules, false, type, SKAT_WITH_SCHWARZ);
    }
    add_declaration(rules, false, SKAT_GAME_GRAND, SKAT_WITH_OUVERT);
    add_contract(rules, false, SKAT_GAME_GRAND, 0);
    add_contract(rules, true, SKAT_GAME_GRAND, 0);
}

static void list_suits_and_grand(struct skat_rules *rules)
{
    for (unsigned type = SKAT_GAME_DIAMONDS; type <= SKAT_GAME_GRAND; type++)
        add_declaration(rules, true, type, 0);
}

/* What may be announced with a suit game or grand, each completed by what it implies. */
static const uint8_t announcements[] = {SKAT_WITH_SCHNEIDER, SKAT_WITH_SCHWARZ, SKAT_WITH_OUVERT,
                                        SKAT_WITH_OUVERT | SKAT_WITH_SCHNEIDER,
                                        SKAT_WITH_OUVERT | SKAT_WITH_SCHWARZ};

/* How many of them there are: the last two are ouvert itself where that implies schwarz. */
static size_t announcement_count(const struct skat_rules *rules, unsigned type)
{
    const size_t all = sizeof announcements / sizeof *announcements;

    return skat_ouvert_implies(rules, type) & SKAT_WITH_SCHWARZ ? all - 2 : all;
}

static void list_games(struct skat_rules *rules, bool skat)
{
    add_declaration(rules, skat, SKAT_GAME_NULL, 0);
    add_declaration(rules, skat, SKAT_GAME_NULL, SKAT_WITH_OUVERT);
    if (skat_rules_revolution(rules) && !skat)
        add_declaration(rules, skat, SKAT_GAME_REVOLUTION, 0);
    for (unsigned type = SKAT_GAME_DIAMONDS; type < SKAT_GAME_DECLARED; type++) {
        if (skat_games[type].fixed_value ||
            (type == SKAT_GAME_SACHSENSPITZE && !rules->sachsenspitze))
            continue;
        add_declaration(rules, skat, type, 0);
        if (!skat || !skat_ouvert_needs_hand(rules))
            for (size_t i = 0; i < announcement_count(rules, type); i++)
                add_declaration(rules, skat, type, announcements[i]);
    }
}

static void list_games_of_skat(struct skat_rules *rules)
{
    list_games(rules, false);
    list_games(rules, true);
}

bool skat_is_declaration(const struct skat_rules *rules, bool skat, struct skat_contract contract)
{
    for (int i = 0; i < rules->derived.declaration_count[skat]; i++)
        if (skat_contract_same(rules->derived.declarations[skat][i], contract))
            return true;
    return false;
}

/* ---- the auction by suits (rules.md 3.1) ---- */

enum { BY_HAND = SKAT_WITH_HAND, OPEN = SKAT_WITH_HAND | SKAT_WITH_OUVERT };

/* Frage, in which the skat is taken; solo; null and grand, which are by hand; the two that are
 * open. */
static const struct skat_contract call_games[SKAT_CALLS_MAX] = {
    {SKAT_GAME_DIAMONDS, 0},     {SKAT_GAME_HEARTS, 0},         {SKAT_GAME_SPADES, 0},
    {SKAT_GAME_CLUBS, 0},        {SKAT_GAME_DIAMONDS, BY_HAND}, {SKAT_GAME_HEARTS, BY_HAND},
    {SKAT_GAME_SPADES, BY_HAND}, {SKAT_GAME_CLUBS, BY_HAND},    {SKAT_GAME_NULL, BY_HAND},
    {SKAT_GAME_GRAND, BY_HAND},  {SKAT_GAME_NULL, OPEN},        {SKAT_GAME_GRAND, OPEN},
};

int skat_call_rank(struct skat_contract contract)
{
    /* An open suit game is a solo as any other; open null and grand have ranks of their own. */
    unsigned counts = contract.type < SKAT_SUITS ? BY_HAND : OPEN;

    for (int i = 0; i < SKAT_CALLS_MAX; i++)
        if (call_games[i].type == contract.type && call_games[i].with == (contract.with & counts))
            return i + 1;
    return 0;
}

int skat_call_place(const struct skat_rules *rules, struct skat_contract contract)
{
    for (int i = 0; i < rules->derived.call_count; i++)
        if (skat_contract_same(rules->derived.calls[i], contract))
            return i;
    return -1;
}

/* Adds a game to the end of the list of those by hand or with the skat. */
static void append_contract(struct skat_rules *rules, bool skat, struct skat_contract contract)
{
    if (!is_left_out(rules->derived.variant, skat, contract.type, contract.with))
        rules->derived.declarations[skat][rules->derived.declaration_count[skat]++] =
            skat_rules_complete(rules, contract);
}

/* Adds what may be announced of one rank: the game, and schneider, schwarz and ouvert with it. */
static void list_rank(struct skat_rules *rules, bool skat, struct skat_contract game)
{
    append_contract(rules, skat, game);
    if (skat_games[game.type].fixed_value || (skat && skat_ouvert_needs_hand(rules)))
        return;
    for (size_t i = 0; i < announcement_count(rules, game.type); i++) {
        struct skat_contract announced = {game.type, game.with | announcements[i]};
        if (skat_call_rank(announced) == skat_call_rank(game) &&
            !skat_is_declaration(rules, skat, skat_rules_complete(rules, announced)))
            append_contract(rules, skat, announced);
    }
}

/* In the order of ranks, so that the games that declarer owes are the end of a list. */
static void list_by_rank(struct skat_rules *rules)
{
    for (int i = 0; i < SKAT_CALLS_MAX; i++) {
        struct skat_contract game = call_games[i];
        bool skat = !(game.with & SKAT_WITH_HAND);
        int before = rules->derived.declaration_count[skat];
        list_rank(rules, skat, game);
        if (rules->derived.declaration_count[skat] > before)
            rules->derived.calls[rules->derived.call_count++] = skat_rules_complete(rules, game);
    }
}

void skat_list_declarations(struct skat_rules *rules)
{
    for (int skat = 0; skat < 2; skat++)
        rules->derived.declaration_count[skat] = rules->derived.null_count[skat] = 0;
    rules->derived.call_count = 0;
    if (rules->auction == SKAT_AUCTION_SUITS)
        list_by_rank(rules);
    else if (rules->derived.variant->announced == SKAT_ANNOUNCED_SOLO_AND_GUCKSER)
        list_solo_and_guckser(rules);
    else if (rules->derived.variant->announced == SKAT_ANNOUNCED_SUITS_AND_GRAND)
        list_suits_and_grand(rules);
    else
        list_games_of_skat(rules);
}

/* ---- the bid ladder (rules.md 3) ---- */

enum { VALUE_LIMIT = 8192 }; /* more than any value of a game */

static void mark_values(const struct skat_rules *rules, bool skat, struct skat_contract contract,
                        bool rum, bool possible[VALUE_LIMIT])
{
    const struct skat_deck *deck = rules->derived.deck;
    /* The endings of a game that differ in levels. */
    const struct {
        int points, tricks;
    } endings[] = {
        {deck->points / 2 + 1, 5}, {rules->value_schneider_points, 5}, {deck->points, deck->hand}};

    bool fixed = skat_games[contract.type].fixed_value;
    int most = fixed ? 0 : skat_matadors_max(rules, contract);
    /* Who has taken the skat knows of all four jacks, with which grand has no spitze. */
    if (skat && contract.type == SKAT_GAME_GRAND && skat_contract_spitzen(contract))
        most--;

    for (int matadors = fixed ? 0 : 1; matadors <= most; matadors++)
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
            struct skat_facts facts = {
                .announced = true,
                .contract = contract,
                .rum = rum,
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

/* All ways to announce a game: with each number of spitzen, with and without rum (rules.md 7.6). */
static void mark_declaration(const struct skat_rules *rules, bool skat,
                             struct skat_contract contract, bool possible[VALUE_LIMIT])
{
    int spitzen = skat_spitzen_most(rules, contract.type);

    for (int rum = 0; rum <= (skat && rules->rum); rum++)
        for (int n = 0; n <= spitzen; n++) {
            struct skat_contract with = contract;
            with.with |= (uint8_t)(n * SKAT_WITH_SPITZE);
            mark_values(rules, skat, with, rum, possible);
        }
}

/* Turnés are turned, not announced: their values are added to those of the lists. */
static void mark_turned(const struct skat_rules *rules, bool possible[VALUE_LIMIT])
{
    for (unsigned type = 0; type <= SKAT_GAME_GRAND; type++)
        mark_values(rules, true, (struct skat_contract){(uint8_t)type, SKAT_WITH_TURN}, false,
                    possible);
}

bool skat_make_ladder(struct skat_rules *rules, struct skat_error *error)
{
    bool possible[VALUE_LIMIT] = {false};

    for (int skat = 0; skat < 2; skat++)
        for (int i = 0; i < rules->derived.declaration_count[skat]; i++)
            mark_declaration(rules, skat, rules->derived.declarations[skat][i], possible);
    if (rules->derived.variant->turns)
        mark_turned(rules, possible);
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
