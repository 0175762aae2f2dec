// SPDX-License-Identifier: MIT
/* tests/unit/test_tourneeskat.c - Turnéskat by its text: every worked example, the
 * whole Budnyckel, turning, taking or leaving the skat, the score sheet. Random games of it:
 * test_game.c, test_random_games.c. */
#include "tests/unit/engine_helpers.h"
#include "engine/rule_set.h"

static void rules_tourneeskat(struct skat_rules *rules)
{
    rules_of_game(rules, SKAT_VARIANT_TOURNEESKAT, NULL);
}

static struct skat_contract contract_of(const char *code)
{
    struct skat_contract contract;
    if (!skat_contract_parse(code, &contract))
        fail_msg("no contract: %s", code);
    return contract;
}

/* ---- values ---- */

struct example {
    const char *from, *code;
    int bid, matadors, points, tricks;
    int turned;
    enum skat_ending ending;
    int base, multiplier, value, signed_value;
};

static void check_example(const struct skat_rules *rules, const struct example *example)
{
    struct skat_result result;
    struct skat_facts facts = {
        .announced = true,
        .contract = contract_of(example->code),
        .bid = example->bid,
        .matadors = example->matadors,
        .matadors_hand = example->matadors,
        .points = example->points,
        .tricks = example->tricks,
        .turned = example->turned,
        .ending = example->ending,
        .bock = 1,
    };
    facts.picked_up = !(facts.contract.with & SKAT_WITH_HAND);
    skat_value(rules, &facts, &result);
    if (result.base != example->base || result.multiplier != example->multiplier ||
        result.value != example->value || result.signed_value != example->signed_value)
        fail_msg("%s: base %d times %d, value %d, signed %d; want %d times %d, %d, %d",
                 example->from, result.base, result.multiplier, result.value, result.signed_value,
                 example->base, example->multiplier, example->value, example->signed_value);
}

static void values_are_those_of_the_text(void **state)
{
    static const struct example examples[] = {
        {"turne hearts without 2, schneider", "HW", 10, -2, 95, 8, 1, SKAT_ENDED_PLAYED, 6, 4, 24,
         24},
        /* The text counts to eight and says 84; eight times twelve is 96. */
        {"solo clubs with 3, schwarz announced", "CHZ", 10, 3, 120, 10, 0, SKAT_ENDED_PLAYED, 12, 8,
         96, 96},
        {"grand ouvert with 3", "GOH", 10, 3, 120, 10, 0, SKAT_ENDED_PLAYED, 24, 8, 192, 192},
        {"guckser grand with 2, lost", "G", 10, 2, 60, 5, 0, SKAT_ENDED_PLAYED, 16, 3, 48, -96},
        {"solo hearts with 2, schneider announced, 88", "HHS", 10, 2, 88, 8, 0, SKAT_ENDED_PLAYED,
         10, 5, 50, -50},
        {"footnote: the same, lost schwarz", "HHS", 10, 2, 0, 0, 0, SKAT_ENDED_PLAYED, 10, 6, 60,
         -60},
        {"too high: solo diamonds with 1, bid 40", "DH", 40, 1, 73, 6, 0, SKAT_ENDED_PLAYED, 9, 2,
         45, -45},
        /* Tables I and II: levels won. */
        {"table I, simple", "DW", 10, 1, 61, 5, 1, SKAT_ENDED_PLAYED, 5, 2, 10, 10},
        {"table I, 90 is not schneider", "DW", 10, 1, 90, 9, 1, SKAT_ENDED_PLAYED, 5, 2, 10, 10},
        {"table I, schneider", "DW", 10, 1, 91, 9, 1, SKAT_ENDED_PLAYED, 5, 3, 15, 15},
        {"table I, schwarz", "DW", 10, 1, 120, 10, 1, SKAT_ENDED_PLAYED, 5, 4, 20, 20},
        {"table II, simple", "DH", 10, 1, 61, 5, 0, SKAT_ENDED_PLAYED, 9, 2, 18, 18},
        {"table II, schneider", "DH", 10, 1, 91, 9, 0, SKAT_ENDED_PLAYED, 9, 3, 27, 27},
        {"table II, schneider announced", "DHS", 10, 1, 91, 9, 0, SKAT_ENDED_PLAYED, 9, 4, 36, 36},
        {"table II, schwarz", "DH", 10, 1, 120, 10, 0, SKAT_ENDED_PLAYED, 9, 4, 36, 36},
        {"table II, schwarz, schneider announced", "DHS", 10, 1, 120, 10, 0, SKAT_ENDED_PLAYED, 9,
         5, 45, 45},
        {"table II, schwarz announced", "DHZ", 10, 1, 120, 10, 0, SKAT_ENDED_PLAYED, 9, 6, 54, 54},
        {"lost with 31", "DH", 10, 1, 31, 3, 0, SKAT_ENDED_PLAYED, 9, 2, 18, -18},
        {"lost schneider with 30", "DH", 10, 1, 30, 3, 0, SKAT_ENDED_PLAYED, 9, 3, 27, -27},
        {"lost schwarz", "DH", 10, 1, 0, 0, 0, SKAT_ENDED_PLAYED, 9, 4, 36, -36},
        /* Won and lost: once for solo and for a turne of one card, else twice. */
        {"turne of one card, lost", "SW", 14, 1, 60, 5, 1, SKAT_ENDED_PLAYED, 7, 2, 14, -14},
        {"passt mir nicht, lost", "SW", 14, 1, 60, 5, 2, SKAT_ENDED_PLAYED, 7, 2, 14, -28},
        {"passt mir nicht, won", "SW", 14, 1, 61, 5, 2, SKAT_ENDED_PLAYED, 7, 2, 14, 14},
        {"turne grand, lost after passt mir nicht", "GW", 10, -3, 50, 5, 2, SKAT_ENDED_PLAYED, 12,
         4, 48, -96},
        {"nullo lost", "NH", 20, 0, 0, 1, 0, SKAT_ENDED_PLAYED, 20, 1, 20, -20},
        {"null ouvert lost", "NOH", 20, 0, 0, 1, 0, SKAT_ENDED_PLAYED, 40, 1, 40, -40},
        {"guckser nullo lost", "N", 15, 0, 0, 1, 0, SKAT_ENDED_PLAYED, 15, 1, 15, -30},
        {"guckser null ouvert lost", "NO", 15, 0, 0, 1, 0, SKAT_ENDED_PLAYED, 30, 1, 30, -60},
        {"guckser null ouvert won", "NO", 15, 0, 0, 0, 0, SKAT_ENDED_PLAYED, 30, 1, 30, 30},
        /* Doubling comes last, after the bid is reached. */
        {"guckser grand with 1, bid 40, lost", "G", 40, 1, 60, 5, 0, SKAT_ENDED_PLAYED, 16, 2, 48,
         -96},
        /* Giving up: matadors are paid, schneider is not; the lowest level that reaches the bid. */
        {"turne diamonds with 3 given up", "DW", 10, 3, 0, 0, 1, SKAT_ENDED_CONCEDED, 5, 4, 20,
         -20},
        {"turne spades with 1 given up at 20", "SW", 20, 1, 0, 0, 1, SKAT_ENDED_CONCEDED, 7, 2, 21,
         -21},
        {"the same with two cards", "SW", 20, 1, 0, 0, 2, SKAT_ENDED_CONCEDED, 7, 2, 21, -42},
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(examples); i++)
        check_example(&rules, &examples[i]);
}

static void the_count_is_said_as_in_the_text(void **state)
{
    static const struct {
        const char *want;
        struct skat_facts facts;
    } cases[] = {
        {"without 2, game 3, schneider 4, times 6 hearts: 24",
         {.contract = {SKAT_GAME_HEARTS, SKAT_WITH_TURN},
          .matadors = -2,
          .points = 95,
          .tricks = 8,
          .turned = 1}},
        {"with 3, game 4, schneider 5, announced 6, schwarz 7, announced 8, times 24 grand ouvert: "
         "192",
         {.contract = {SKAT_GAME_GRAND,
                       SKAT_WITH_HAND | SKAT_WITH_OUVERT | SKAT_WITH_SCHWARZ | SKAT_WITH_SCHNEIDER},
          .matadors = 3,
          .points = 120,
          .tricks = 10}},
        {"with 2, game 3, times 16 grand: 48, lost 96",
         {.contract = {SKAT_GAME_GRAND, 0}, .matadors = 2, .points = 40, .tricks = 3}},
        {"with 1, game 2, times 9 diamonds: 18, bid 40: raised to 45, lost 45",
         {.contract = {SKAT_GAME_DIAMONDS, SKAT_WITH_HAND},
          .bid = 40,
          .matadors = 1,
          .points = 73,
          .tricks = 6}},
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_facts facts = cases[i].facts;
        struct skat_result result;
        char words[SKAT_WORDS_SIZE];
        facts.announced = true;
        facts.bock = 1;
        skat_value(&rules, &facts, &result);
        assert_string_equal(skat_value_words(&facts, &result, words), cases[i].want);
    }
}

/* ---- the Budnyckel ---- */

/* Columns: turne in D H S C, solo in D H S C, then the base values 12 (turne grand), 15 (guckser
 * nullo), 16 (guckser grand), 20 (solo grand and nullo), 24 (grand ouvert), 30 and 40 (null
 * ouvert). */
enum { KEY_COLUMNS = 15 };
static const struct {
    const char *code; /* of a game with that base value; null games have multiplier 1 */
    int base;
} key_columns[KEY_COLUMNS] = {
    {"DW", 5},  {"HW", 6}, {"SW", 7}, {"CW", 8},  {"DH", 9},   {"HH", 10}, {"SH", 11},  {"CH", 12},
    {"GW", 12}, {"N", 15}, {"G", 16}, {"GH", 20}, {"GOH", 24}, {"NO", 30}, {"NOH", 40},
};
static const struct {
    int bid;
    int multiplier[KEY_COLUMNS];
} key[] = {
    {10, {2}},
    {12, {0, 2}},
    {14, {0, 0, 2}},
    {15, {3, [9] = 1}},
    {16, {0, 0, 0, 2}},
    {18, {0, 3, 0, 0, 2}},
    {20, {4, [5] = 2, [11] = 1}},
    {21, {0, 0, 3}},
    {22, {[6] = 2}},
    {24, {0, 4, 0, 3, [7] = 2, [8] = 2}},
    {25, {5}},
    {27, {[4] = 3}},
    {28, {0, 0, 4}},
    {30, {6, 5, [5] = 3, [13] = 1}},
    {32, {0, 0, 0, 4, [10] = 2}},
    {33, {[6] = 3}},
    {35, {7, 0, 5}},
    {36, {0, 6, 0, 0, 4, [7] = 3, [8] = 3}},
    {40, {8, 0, 0, 5, 0, 4, [11] = 2, [14] = 1}},
    {42, {0, 7, 6}},
    {44, {[6] = 4}},
    {45, {9, [4] = 5}},
    {48, {0, 8, 0, 6, [7] = 4, [8] = 4, [10] = 3, [12] = 2}},
};

/* What the game of a column is worth with that multiplier, by the engine: with one matador less,
 * and without levels. Nullo shares the column of solo grand; a game may not go so low or so high.
 */
static int worth(const struct skat_rules *rules, const char *code, int multiplier)
{
    struct skat_facts facts = {.announced = true,
                               .contract = contract_of(code),
                               .points = 61,
                               .tricks = 5,
                               .turned = 1,
                               .bock = 1,
                               .matadors = multiplier - 1};
    struct skat_result result;
    facts.matadors_hand = facts.matadors;
    skat_value(rules, &facts, &result);
    return result.value;
}

static void the_budnyckel_is_the_beginning_of_the_ladder(void **state)
{
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t row = 0; row < COUNT_OF(key); row++)
        assert_int_equal(rules.derived.ladder[row], key[row].bid);
    assert_int_equal(rules.derived.ladder[rules.derived.ladder_count - 1], 24 * 9);
}

static void every_cell_of_the_budnyckel_is_a_value(void **state)
{
    struct skat_rules rules;
    int processes = 0;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t row = 0; row < COUNT_OF(key); row++)
        for (int column = 0; column < KEY_COLUMNS; column++) {
            int multiplier = key[row].multiplier[column];
            const char *code = key_columns[column].code;
            bool nullo = column == 11 && multiplier == 1; /* 20 once */
            if (!multiplier)
                continue;
            processes++;
            assert_int_equal(key_columns[column].base * multiplier, key[row].bid);
            /* The key lists base values only; by the text grand ouvert counts six at least. */
            if (strcmp(code, "GOH") == 0)
                continue;
            int value = worth(&rules, nullo ? "NH" : code, multiplier);
            if (value != key[row].bid)
                fail_msg("row %d, %s times %d: %d", key[row].bid, code, multiplier, value);
        }
    assert_int_equal(processes, 49); /* counted in the text */
}

/* A row of the key is complete: no other column has that value. */
static void empty_cells_of_the_budnyckel_are_no_values(void **state)
{
    (void)state;
    for (size_t row = 0; row < COUNT_OF(key); row++)
        for (int column = 0; column < KEY_COLUMNS; column++) {
            bool null = column == 9 || column >= 13;
            int base = key_columns[column].base, bid = key[row].bid;
            bool possible = null ? bid == base : bid % base == 0 && bid / base >= 2;
            if (column == 11)
                possible |= bid == 20; /* nullo */
            if (possible != (key[row].multiplier[column] > 0))
                fail_msg("row %d, column %d", bid, column);
        }
}

static void without_guckser_null_there_is_none(void **state)
{
    struct skat_rules rules;
    (void)state;
    skat_rules_of_game(&rules, SKAT_VARIANT_TOURNEESKAT);
    rules.guckser_null = 0;
    rules.null_values[0] = 17; /* which no other game is worth */
    assert_true(skat_rules_prepare(&rules, NULL));
    for (int i = 0; i < rules.derived.ladder_count; i++)
        assert_int_not_equal(rules.derived.ladder[i], 17);
    assert_int_equal(rules.derived.declaration_count[1], 1);
    rules.guckser_null = 1;
    assert_true(skat_rules_prepare(&rules, NULL));
    bool there = false;
    for (int i = 0; i < rules.derived.ladder_count; i++)
        there |= rules.derived.ladder[i] == 17;
    assert_true(there);
}

/* ---- the course of a deal ---- */

/* Forehand holds `hand`; the skat is `first` and then `second`. */
static void start(struct skat_game *game, const struct skat_rules *rules, const char *hand,
                  const char *first, const char *second)
{
    struct skat_deal deal;
    memset(&deal, 0, sizeof deal);
    deal_around(&deal, 0, cards_of(hand), cards_of(first) | cards_of(second));
    deal.cards[30] = skat_card_parse(first);
    deal.cards[31] = skat_card_parse(second);
    memset(game, 0, sizeof *game);
    skat_game_start(game, rules, &deal, NULL);
}

static const char strong[] = "CJ SJ HJ CA CT CK C9 HA DA SA";
static const char weak[] = "C7 C8 C9 S7 S8 S9 H7 H8 H9 D8";

/* What is asked after these moves, with what is on offer: "turn HW GW t", "declare HW". */
static const char *asked_after(struct skat_game *game, const char *moves, char text[256])
{
    static const char *const names[SKAT_DECISIONS] = {
        [SKAT_DECIDE_NOTHING] = "over",    [SKAT_DECIDE_BID] = "bid",
        [SKAT_DECIDE_HOLD] = "hold",       [SKAT_DECIDE_GAME] = "game",
        [SKAT_DECIDE_DECLARE] = "declare", [SKAT_DECIDE_CONCEDE] = "concede",
        [SKAT_DECIDE_CARD] = "card",       [SKAT_DECIDE_TURN] = "turn",
    };
    struct skat_decision decision;
    char code[SKAT_CODE_SIZE];
    play_moves(game, moves, moves);
    skat_game_pending(game, &decision);
    int length = snprintf(text, 256, "%s", names[decision.kind]);
    for (uint32_t i = 0; i < decision.declaration_count; i++) {
        skat_contract_code(decision.declarations[i], true, code);
        length += snprintf(text + length, 256 - (size_t)length, " %s", code);
    }
    if (decision.may_turn)
        snprintf(text + length, 256 - (size_t)length, " t");
    return text;
}

static void what_may_be_played_follows_the_skat(void **state)
{
    static const struct {
        const char *from, *first, *second, *moves, *want;
    } cases[] = {
        {"at 10 all is there", "H9", "D7", "1 p 2 p 0 10",
         "game NH N NOH DH DHS DHZ HH HHS HHZ SH SHS SHZ CH CHS CHZ GH GHS GHZ GO G t"},
        {"no null below the bid; guckser null may be opened", "H9", "D7",
         "1 10 0 y 1 12 0 y 1 22 0 y 1 p 2 p",
         "game N NOH DH DHS DHZ HH HHS HHZ SH SHS SHZ CH CHS CHZ GH GHS GHZ GO G t"},
        {"nor that above 30", "H9", "D7", "1 32 0 y 1 p 2 p",
         "game NOH DH DHS DHZ HH HHS HHZ SH SHS SHZ CH CHS CHZ GH GHS GHZ GO G t"},
        {"a turned card gives its suit", "H9", "D7", "1 p 2 p 0 10 0 t w H9", "turn HW t"},
        {"a jack gives grand, too", "DJ", "D7", "1 p 2 p 0 10 0 t w DJ", "turn DW GW t"},
        {"passt mir nicht: the second card decides", "H9", "D7",
         "1 p 2 p 0 10 0 t w H9 0 t w D7 w H9.D7", "declare DW"},
        {"is a jack the second, grand may be chosen", "H9", "DJ", "1 p 2 p 0 10 0 t w H9 0 t w DJ",
         "turn DW GW"},
        {"two jacks", "DJ", "H9", "1 p 2 p 0 10 0 t w DJ 0 GW w DJ.H9", "declare GW"},
        {"the skat without a word is guckser grand", "H9", "D7", "1 p 2 p 0 10 0 s w H9.D7",
         "declare G"},
        {"guckser grand", "H9", "D7", "1 p 2 p 0 10 0 G w H9.D7", "declare G"},
        {"guckser null may be opened", "H9", "D7", "1 p 2 p 0 10 0 N w H9.D7", "declare N NO"},
        {"and must be above 15", "H9", "D7", "1 16 0 y 1 p 2 p 0 N w H9.D7", "declare NO"},
        {"solo: the skat stays", "H9", "D7", "1 p 2 p 0 10 0 CHS", "card"},
        {"after a turne cards are put aside", "H9", "D7",
         "1 p 2 p 0 10 0 t w H9 0 HW w H9.D7 0 HW.H9.D7", "card"},
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_game game;
        char text[256];
        start(&game, &rules, strong, cases[i].first, cases[i].second);
        asked_after(&game, cases[i].moves, text);
        if (strcmp(text, cases[i].want) != 0)
            fail_msg("%s: \"%s\", want \"%s\"", cases[i].from, text, cases[i].want);
    }
}

static void what_may_not_be_is_refused(void **state)
{
    static const struct {
        const char *from, *moves;
        enum skat_refusal refusal;
    } cases[] = {
        {"forehand alone names the lowest value", "1 p 2 p 0 12", SKAT_REFUSED_BID},
        {"11 is no value", "1 11", SKAT_REFUSED_BID},
        {"guckser in a suit", "1 p 2 p 0 10 0 C", SKAT_REFUSED_DECLARATION},
        {"null ouvert with the skat is said after it", "1 p 2 p 0 10 0 NO",
         SKAT_REFUSED_DECLARATION},
        {"solo ouvert in a suit", "1 p 2 p 0 10 0 CO", SKAT_REFUSED_DECLARATION},
        {"a turne that was not turned", "1 p 2 p 0 10 0 HW", SKAT_REFUSED_DECLARATION},
        {"nullo below the bid", "1 21 0 y 1 p 2 p 0 NH", SKAT_REFUSED_NULL_VALUE},
        {"guckser null below the bid, even open", "1 32 0 y 1 p 2 p 0 N", SKAT_REFUSED_NULL_VALUE},
        {"another suit than the card's", "1 p 2 p 0 10 0 t w H9 0 DW", SKAT_REFUSED_DECLARATION},
        {"grand without a jack", "1 p 2 p 0 10 0 t w H9 0 GW", SKAT_REFUSED_DECLARATION},
        {"solo after turning", "1 p 2 p 0 10 0 t w H9 0 CH", SKAT_REFUSED_DECLARATION},
        {"guckser after turning", "1 p 2 p 0 10 0 t w H9 0 G", SKAT_REFUSED_DECLARATION},
        {"taking the skat after turning", "1 p 2 p 0 10 0 t w H9 0 s", SKAT_REFUSED_KIND},
        {"a third card", "1 p 2 p 0 10 0 t w H9 0 t w D7 w H9.D7 0 t", SKAT_REFUSED_KIND},
        {"grand after guckser null", "1 p 2 p 0 10 0 N w H9.D7 0 G.H9.D7",
         SKAT_REFUSED_DECLARATION},
        {"null after guckser grand", "1 p 2 p 0 10 0 G w H9.D7 0 N.H9.D7",
         SKAT_REFUSED_DECLARATION},
        {"the suit of the first card after the second",
         "1 p 2 p 0 10 0 t w H9 0 t w D7 w H9.D7 0 HW.H9.D7", SKAT_REFUSED_DECLARATION},
        {"announcements with the skat", "1 p 2 p 0 10 0 s w H9.D7 0 GS.H9.D7",
         SKAT_REFUSED_DECLARATION},
        {"solo is not given up", "1 p 2 p 0 10 0 CH 0 RE", SKAT_REFUSED_CONCEDE},
        {"guckser is not given up", "1 p 2 p 0 10 0 s w H9.D7 0 G.H9.D7 0 RE",
         SKAT_REFUSED_CONCEDE},
        {"a turne is not given up before it is announced", "1 p 2 p 0 10 0 t w H9 0 RE",
         SKAT_REFUSED_CONCEDE},
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_game game;
        struct skat_replay replay;
        start(&game, &rules, strong, "H9", "D7");
        skat_record_replay(&game, cases[i].moves, false, &replay);
        if (replay.end != SKAT_REPLAY_REFUSED || replay.refusal != cases[i].refusal)
            fail_msg("%s: end %d, refusal %d (%s %s)", cases[i].from, replay.end, replay.refusal,
                     skat_refusal_text(replay.refusal), replay.error.text);
    }
}

/* Turnéskat text: "Ett exempel pa en budgivning": middlehand 10, 12; rearhand 14, 15, 16; forehand
 * holds and passes. */
static void the_auction_of_the_text(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    (void)state;
    rules_tourneeskat(&rules);
    start(&game, &rules, strong, "H9", "D7");
    play_moves(&game, "auction", "1 10 0 y 1 12 0 y 1 p 2 14 0 y 2 15 0 y 2 16 0 p");
    assert_int_equal(game.table.declarer, 2);
    assert_int_equal(game.table.bid, 16);
    assert_int_equal(game.phase, SKAT_PHASE_GAME);
}

static void forehand_chooses_ramsch_when_the_others_pass(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    char text[256];
    (void)state;
    rules_tourneeskat(&rules);
    start(&game, &rules, strong, "H9", "D7");
    assert_string_equal(asked_after(&game, "1 p 2 p 0 p", text), "card");
    assert_true(skat_game_is_ramsch(&game));
    assert_int_equal(game.table.turn, 0);
}

static void ramsch_costs_20_30_50(void **state)
{
    static const struct {
        const char *from;
        struct skat_ramsch_facts facts;
        int32_t score[SKAT_PLAYERS];
    } cases[] = {
        {"no virgin; the skat counts for nobody",
         {.points = {40, 38, 37},
          .tricks = {3, 4, 3},
          .last_trick = {7, 8, 9},
          .skat_points = 5,
          .bock = 1},
         {-20, 0, 0}},
        {"one virgin",
         {.points = {70, 50, 0}, .tricks = {6, 4, 0}, .last_trick = {9, 8, -1}, .bock = 1},
         {-30, 0, 0}},
        {"two virgins",
         {.points = {0, 110, 0},
          .tricks = {0, 10, 0},
          .last_trick = {-1, 9, -1},
          .skat_points = 10,
          .bock = 1},
         {0, -50, 0}},
        {"a trick without points is a trick",
         {.points = {70, 50, 0}, .tricks = {6, 3, 1}, .last_trick = {9, 8, 7}, .bock = 1},
         {-20, 0, 0}},
        {"two tie: who took a trick last",
         {.points = {45, 30, 45}, .tricks = {4, 2, 4}, .last_trick = {8, 9, 7}, .bock = 1},
         {-20, 0, 0}},
        {"three tie: who took a trick last",
         {.points = {40, 40, 40}, .tricks = {4, 3, 3}, .last_trick = {8, 7, 9}, .bock = 1},
         {0, 0, -20}},
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_result result;
        skat_value_ramsch(&rules, &cases[i].facts, &result);
        for (int position = 0; position < SKAT_PLAYERS; position++)
            if (result.ramsch.score[position] != cases[i].score[position])
                fail_msg("%s: position %d has %d", cases[i].from, position,
                         result.ramsch.score[position]);
    }
}

/* ---- bids that are too high ---- */

static void a_bid_that_cannot_be_reached_ends_the_game(void **state)
{
    static const struct {
        const char *from, *first, *second, *moves;
        bool over;
        int signed_value;
    } cases[] = {
        /* weak holds no jack: without 4 at least; the club jack makes it with 1 */
        {"turne hearts, with 1: 6 x 4 at most", "HA", "CJ",
         "1 25 0 y 1 p 2 p 0 t w HA 0 HW w HA.CJ", true, -30},
        {"24 can be reached with schwarz", "HA", "CJ", "1 24 0 y 1 p 2 p 0 t w HA 0 HW w HA.CJ",
         false, 0},
        {"without the jack it is without 4, 6 x 7", "HA", "D7",
         "1 42 0 y 1 p 2 p 0 t w HA 0 HW w HA.D7", false, 0},
        {"after passt mir nicht it is lost twice", "HA", "CJ",
         "1 36 0 y 1 p 2 p 0 t w HA 0 t w CJ 0 CW w HA.CJ", true, -80},
        {"grand with that jack: 12 x 4", "HA", "CJ",
         "1 48 0 y 1 p 2 p 0 t w HA 0 t w CJ 0 GW w HA.CJ", false, 0},
        {"the second card decides by itself", "CJ", "HA",
         "1 25 0 y 1 p 2 p 0 t w CJ 0 t w HA w CJ.HA", true, -60},
        {"guckser grand with 1: 16 x 4", "HA", "CJ", "1 65 0 y 1 p 2 p 0 s w HA.CJ", true, -160},
        {"which is worth 64", "HA", "CJ", "1 64 0 y 1 p 2 p 0 s w HA.CJ", false, 0},
        {"a null needs no matadors", "HA", "CJ", "1 30 0 y 1 p 2 p 0 N w HA.CJ", false, 0},
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_game game;
        struct skat_result result;
        start(&game, &rules, weak, cases[i].first, cases[i].second);
        play_moves(&game, cases[i].from, cases[i].moves);
        if (is_over(&game) != cases[i].over)
            fail_msg("%s: over %d", cases[i].from, is_over(&game));
        if (!cases[i].over)
            continue;
        skat_game_result(&game, &result);
        if (result.signed_value != cases[i].signed_value || !result.overbid || result.won)
            fail_msg("%s: signed %d", cases[i].from, result.signed_value);
        assert_int_equal(game.ending, SKAT_ENDED_CONCEDED);
    }
}

/* ---- giving up ---- */

/* Forehand plays a turne in hearts; the first trick goes to middlehand or to forehand. */
static void a_turne_is_given_up_until_the_second_lead(void **state)
{
    static const char turne[] = "1 p 2 p 0 10 0 t w H9 0 HW w H9.D7 0 HW.H9.D7";
    struct skat_rules rules;
    struct skat_game game;
    struct skat_decision decision;
    struct skat_action concede = action_of(SKAT_ACTION_CONCEDE);
    (void)state;
    rules_tourneeskat(&rules);
    start(&game, &rules, weak, "HA", "D7");
    play_moves(&game, "turne", "1 p 2 p 0 10 0 t w HA 0 HW w HA.D7 0 HW.HA.D7");
    assert_true(skat_game_pending(&game, &decision));
    assert_int_equal(decision.kind, SKAT_DECIDE_CARD);
    assert_true(decision.may_concede);
    /* A low card: the trick is another's, who would lead; declarer is asked before. */
    uint64_t random = 5;
    for (int i = 0; i < 3; i++) {
        struct skat_action action = action_of(SKAT_ACTION_CARD);
        skat_game_pending(&game, &decision);
        action.count = 1;
        action.cards[0] = i ? random_card(decision.cards, &random) : skat_card_parse("C7");
        assert_int_equal(skat_game_apply(&game, decision.position, &action), SKAT_ACCEPTED);
    }
    assert_true(game.table.winner != 0);
    assert_true(skat_game_pending(&game, &decision));
    assert_int_equal(decision.kind, SKAT_DECIDE_CONCEDE);
    assert_int_equal(decision.position, 0);
    struct skat_game given_up = game;
    assert_int_equal(skat_game_apply(&given_up, 0, &concede), SKAT_ACCEPTED);
    assert_true(is_over(&given_up));
    /* Declarer plays on, and once the second trick is led it is too late. */
    struct skat_action play_on = action_of(SKAT_ACTION_PLAY_ON);
    assert_int_equal(skat_game_apply(&game, 0, &play_on), SKAT_ACCEPTED);
    skat_game_pending(&game, &decision);
    struct skat_action lead = action_of(SKAT_ACTION_CARD);
    lead.count = 1;
    lead.cards[0] = skat_cards_first(decision.cards);
    assert_int_equal(skat_game_apply(&game, decision.position, &lead), SKAT_ACCEPTED);
    assert_int_equal(skat_game_apply(&game, 0, &concede), SKAT_REFUSED_CONCEDE);
    /* With the trick taken by declarer, the next lead is the moment. */
    start(&game, &rules, strong, "H9", "D7");
    play_moves(&game, "turne", turne);
    for (int i = 0; i < 3; i++) {
        struct skat_action action = action_of(SKAT_ACTION_CARD);
        skat_game_pending(&game, &decision);
        action.count = 1;
        action.cards[0] = i ? random_card(decision.cards, &random) : skat_card_parse("CJ");
        assert_int_equal(skat_game_apply(&game, decision.position, &action), SKAT_ACCEPTED);
    }
    skat_game_pending(&game, &decision);
    assert_int_equal(decision.kind, SKAT_DECIDE_CARD);
    assert_int_equal(decision.position, 0);
    assert_true(decision.may_concede);
}

/* ---- views and records ---- */

static void turned_cards_lie_open_to_all(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    (void)state;
    rules_tourneeskat(&rules);
    start(&game, &rules, strong, "H9", "D7");
    play_moves(&game, "turned", "1 p 2 p 0 10 0 t w H9");
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct skat_view view;
        skat_game_view(&game, position, &view);
        assert_int_equal(view.turned.count, 1);
        assert_int_equal(view.turned.cards[0], skat_card_parse("H9"));
        assert_int_equal(view.turned.cards[1], 0); /* the other is not in it */
        assert_true(view.skat == 0);
    }
    play_moves(&game, "both", "0 t w D7 w H9.D7 0 DW.H9.D7");
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct skat_view view;
        skat_game_view(&game, position, &view);
        assert_int_equal(view.turned.count, 2);
        assert_int_equal(view.turned.cards[1], skat_card_parse("D7"));
    }
}

static void records_are_written_as_they_are_read(void **state)
{
    static const char *const records[] = {
        "1 p 2 p 0 10 0 t w H9 0 HW w H9.D7 0 HW.H9.D7",
        "1 p 2 p 0 10 0 t w H9 0 t w D7 w H9.D7 0 DW.H9.D7",
        "1 p 2 p 0 10 0 s w H9.D7 0 G.H9.D7",
        "1 p 2 p 0 10 0 G w H9.D7 0 G.H9.D7",
        "1 p 2 p 0 10 0 N w H9.D7 0 NO.H9.D7",
        "1 p 2 p 0 10 0 t w H9 0 HW w H9.D7 0 HW.H9.D7 0 RE",
        "1 p 2 p 0 10 0 GO",
        "1 p 2 p 0 p",
    };
    static const char *const bad[] = {
        "1 p 2 p 0 10 0 t w D7",              /* it was the nine */
        "1 p 2 p 0 10 0 t w H9.D7",           /* only one lies open */
        "1 p 2 p 0 10 w H9",                  /* none does */
        "1 p 2 p 0 10 0 t w H9 0 HW w H9.D8", /* not the skat of the deal */
    };
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(records); i++) {
        static char text[SKAT_RECORD_SIZE];
        struct skat_game game;
        start(&game, &rules, strong, "H9", "D7");
        play_moves(&game, records[i], records[i]);
        skat_record_moves(&game, text);
        assert_string_equal(text, records[i]);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct skat_game game;
        struct skat_replay replay;
        start(&game, &rules, strong, "H9", "D7");
        skat_record_replay(&game, bad[i], false, &replay);
        if (replay.end != SKAT_REPLAY_BAD)
            fail_msg("\"%s\" is taken", bad[i]);
    }
}

/* ---- the protocol (table IV) ---- */

/* John plays solo diamonds with 2, Helmut solo grand with 3 (lost), then solo spades with 2. */
static void the_protocol_adds_up(void **state)
{
    enum { JOHN, PETER, HELMUT };
    static const struct {
        int seat;
        const char *code;
        int matadors, points, game;
        int totals[3];
    } deals[] = {
        {JOHN, "DH", 2, 61, 27, {27, 0, 0}},
        {HELMUT, "GH", 3, 60, -80, {27, 0, -80}},
        {HELMUT, "SH", 2, 61, 33, {27, 0, -47}},
    };
    int totals[3] = {0};
    struct skat_rules rules;
    (void)state;
    rules_tourneeskat(&rules);
    for (size_t i = 0; i < COUNT_OF(deals); i++) {
        struct skat_game game;
        struct skat_result result;
        uint8_t seat_of[SKAT_PLAYERS];
        int32_t score[SKAT_PLAYERS];
        struct skat_facts facts = {.announced = true,
                                   .contract = contract_of(deals[i].code),
                                   .bid = 10,
                                   .matadors = deals[i].matadors,
                                   .points = deals[i].points,
                                   .tricks = 5,
                                   .bock = 1};
        skat_value(&rules, &facts, &result);
        assert_int_equal(result.signed_value, deals[i].game);
        /* The deal moves on clockwise; the declarer sits at another position each time. */
        start(&game, &rules, strong, "H9", "D7");
        skat_positions(&rules, skat_dealer(3, i), seat_of);
        for (unsigned position = 0; position < SKAT_PLAYERS; position++)
            if (seat_of[position] == deals[i].seat)
                game.table.declarer = (uint8_t)position;
        skat_game_scores(&game, &result, SKAT_SCORING_CLASSIC, score);
        for (int position = 0; position < SKAT_PLAYERS; position++)
            totals[seat_of[position]] += score[position];
        assert_memory_equal(totals, deals[i].totals, sizeof totals);
    }
}

/* ---- options ---- */

static void options_of_other_games_are_refused(void **state)
{
    static const struct {
        const char *option, *value;
    } cases[] = {
        {"grand_base", "20"},
        {"hand_schwarz", "ladder"},
        {"kontra.levels", "1"},
        {"bock.factor", "3"},
        {"spitzen.max", "1"},
        {"revolution", "skat"},
        {"rum", "true"},
        {"schieben.jacks", "true"},
        {"schneider_points", "90"},
        {"lost_hand", "double"},
        {"lost_factor", "1"},
        {"passed_in", "void"},
        {"ramsch.score", "points"},
        {"matadors", "jacks"},
        {"sachsenspitze_base", "20"},
        {"schenken", "all"},
        {"scoring", "opponents"},
        {"announce_with_skat", "true"},
    };
    struct skat_rules rules;
    struct skat_error error = {""};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        skat_rules_of_game(&rules, SKAT_VARIANT_TOURNEESKAT);
        rules_set(&rules, cases[i].option, cases[i].value);
        if (skat_rules_prepare(&rules, &error) || !strstr(error.text, cases[i].option))
            fail_msg("%s: \"%s\"", cases[i].option, error.text);
    }
    skat_rules_official(&rules);
    rules.guckser_null = 1;
    assert_false(skat_rules_prepare(&rules, &error));
    assert_non_null(strstr(error.text, "guckser_null"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_text),
        cmocka_unit_test(the_count_is_said_as_in_the_text),
        cmocka_unit_test(the_budnyckel_is_the_beginning_of_the_ladder),
        cmocka_unit_test(every_cell_of_the_budnyckel_is_a_value),
        cmocka_unit_test(empty_cells_of_the_budnyckel_are_no_values),
        cmocka_unit_test(without_guckser_null_there_is_none),
        cmocka_unit_test(what_may_be_played_follows_the_skat),
        cmocka_unit_test(what_may_not_be_is_refused),
        cmocka_unit_test(the_auction_of_the_text),
        cmocka_unit_test(forehand_chooses_ramsch_when_the_others_pass),
        cmocka_unit_test(ramsch_costs_20_30_50),
        cmocka_unit_test(a_bid_that_cannot_be_reached_ends_the_game),
        cmocka_unit_test(a_turne_is_given_up_until_the_second_lead),
        cmocka_unit_test(turned_cards_lie_open_to_all),
        cmocka_unit_test(records_are_written_as_they_are_read),
        cmocka_unit_test(the_protocol_adds_up),
        cmocka_unit_test(options_of_other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
