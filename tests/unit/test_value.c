// SPDX-License-Identifier: MIT
/* tests/unit/test_value.c - values and results: rules.md 6, concession (4), variants (7), faults
 * and scoring (8), and every worked example of section 9 that is a value. */
#include "tests/unit/engine_helpers.h"
#include "engine/rule_set.h"

enum value_outcome {
    LOST,
    WON,
    OVERBID /* lost, and the value without raising is below the bid */
};

struct value_case {
    const char *from;
    const char *options;
    const char *code;
    int bid, matadors, points, tricks;
    enum value_outcome outcome;
    int value, signed_value;
    int matadors_hand; /* 0: as with the skat */
    enum skat_ending ending;
};

/* The same with what only variants have (rules.md 7). */
struct variant_case {
    struct value_case is;
    int gifts_refused, kontra, bock; /* bock 0: the deal counts once */
    bool rum, spitzen_failed;
};

static struct skat_contract contract_of(const char *code)
{
    struct skat_contract contract;
    if (skat_contract_parse(code, &contract) != (int)strlen(code))
        fail_msg("no contract \"%s\"", code);
    return contract;
}

static struct skat_facts facts_of(const struct value_case *c)
{
    bool fault = c->ending == SKAT_ENDED_DECLARER_FAULT || c->ending == SKAT_ENDED_DEFENDER_FAULT;

    return (struct skat_facts){
        .rest_points = fault ? 120 - c->points : 0, /* a fault before the defenders have a trick */
        .rest_tricks = fault ? 10 - c->tricks : 0,
        .announced = true,
        .contract = contract_of(c->code),
        .bid = c->bid,
        .matadors = c->matadors,
        .matadors_hand = c->matadors_hand ? c->matadors_hand : c->matadors,
        .points = c->points,
        .tricks = c->tricks,
        .ending = c->ending,
        .picked_up = !(contract_of(c->code).with & SKAT_WITH_HAND),
        .bock = 1,
    };
}

static struct skat_facts facts_of_variant(const struct variant_case *c)
{
    struct skat_facts facts = facts_of(&c->is);
    facts.gifts_refused = c->gifts_refused;
    facts.kontra = c->kontra;
    facts.bock = c->bock ? c->bock : 1;
    facts.rum = c->rum;
    facts.spitzen_failed = c->spitzen_failed;
    return facts;
}

/* log-format: multiplier is the one before the overbid rule. Where schneider and schwarz double
 * (Wikipedia 6.1), the rows say the expected value. */
static void check_multiplier(const char *from, bool levels_add, const struct skat_result *got)
{
    int levels = __builtin_popcount(got->levels) + got->spitzen + got->gifts_refused;
    int matadors = abs(got->matadors);
    if (matadors && levels_add && got->multiplier != matadors + 1 + levels)
        fail_msg("%s: multiplier %d with %d matadors and %d levels", from, got->multiplier,
                 matadors, levels);
    if (!got->overbid && got->value != got->base * got->multiplier)
        fail_msg("%s: value %d is not %d x %d", from, got->value, got->base, got->multiplier);
    if (got->overbid && got->value % got->base)
        fail_msg("%s: value %d is no multiple of %d", from, got->value, got->base);
}

static void check_facts(const struct value_case *c, const struct skat_facts *facts)
{
    struct skat_rules rules;
    struct skat_result got;
    rules_of(&rules, c->options);
    memset(&got, 0x55, sizeof got);
    skat_value(&rules, facts, &got);
    if (got.value != c->value || got.signed_value != c->signed_value)
        fail_msg("%s: value %d signed %d, want %d and %d", c->from, got.value, got.signed_value,
                 c->value, c->signed_value);
    if (got.won != (c->outcome == WON))
        fail_msg("%s: won is %d", c->from, got.won);
    if (c->ending == SKAT_ENDED_PLAYED && got.overbid != (c->outcome == OVERBID))
        fail_msg("%s: overbid is %d", c->from, got.overbid);
    if (got.points != c->points || got.tricks != c->tricks || got.doubling != 1 << facts->kontra ||
        got.bock != facts->bock)
        fail_msg("%s: points %d tricks %d doubling %d bock %d", c->from, got.points, got.tricks,
                 got.doubling, got.bock);
    /* scoring `opponents` charges a bid that is no multiple of the base */
    if (!c->matadors_hand && !strstr(c->options, "opponents"))
        check_multiplier(c->from, !strstr(c->options, "double"), &got);
}

static void check_values(const struct value_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct skat_facts facts = facts_of(&cases[i]);
        check_facts(&cases[i], &facts);
    }
}

static void check_variants(const struct variant_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct skat_facts facts = facts_of_variant(&cases[i]);
        check_facts(&cases[i].is, &facts);
    }
}

/* ---- section 9 ---- */

static void worked_examples_have_their_values(void **state)
{
    static const struct value_case cases[] = {
        {"Swedish text, hearts without 2 won schneider", "", "H", 18, -2, 95, 9, WON, 40, 40, 0, 0},
        {"Swedish text, clubs hand with 4, schneider", "", "CH", 18, 4, 92, 9, WON, 84, 84, 0, 0},
        {"Swedish text, clubs hand with 5, schwarz, ladder", "hand_schwarz=ladder", "CH", 18, 5,
         120, 10, WON, 120, 120, 0, 0},
        {"ISkO Danish text, the same, additive", "", "CH", 18, 5, 120, 10, WON, 108, 108, 0, 0},
        {"Swedish text ISkO, grand ouvert with 4", "", "GOH", 18, 4, 120, 10, WON, 264, 264, 0, 0},
        {"Wikipedia 6.1, zu Tisch: with 2, game 3, hand 4, ouvert 5, x 12", "ouvert_schwarz=false",
         "COH", 18, 2, 70, 6, WON, 60, 60, 0, 0},
        {"rules.md 4, else it needs all tricks: 9 x 12", "", "COH", 18, 2, 70, 6, LOST, 108, -216,
         0, 0},
        {"Wikipedia 6.1, with the skat, 107 points: with 2, game 3, schneider 4, ouvert 5, x 24",
         "ouvert_schwarz=false announce_with_skat=true", "GO", 18, 2, 107, 9, WON, 120, 120, 0, 0},
        {"with 60 it is lost: 4 x 24", "ouvert_schwarz=false announce_with_skat=true", "GO", 18, 2,
         60, 5, LOST, 96, -192, 0, 0},
        {"rules.md 4, a grand ouvert of its own needs all tricks: 10 x 36 less one",
         "ouvert_schwarz=false grand_ouvert_base=36", "GOH", 18, 4, 107, 9, LOST, 360, -720, 0, 0},
        {"Swedish text, grand ouvert with 4, base 36", "grand_ouvert_base=36", "GOH", 18, 4, 120,
         10, WON, 360, 360, 0, 0},
        {"ISkO, clubs ouvert with 2", "", "COH", 18, 2, 120, 10, WON, 108, 108, 0, 0},
        {"Swedish text, spades with 1, lost schneider", "", "S", 18, 1, 25, 3, LOST, 33, -66, 0, 0},
        {"Swedish text, spades hand with 1, schneider announced, 85 points", "", "SHS", 18, 1, 85,
         8, LOST, 55, -110, 0, 0},
        {"Swedish text, null hand lost", "", "NH", 18, 0, 0, 1, LOST, 35, -70, 0, 0},
        {"Danish text, null ouvert lost in the ninth trick, bid 30", "", "NO", 30, 0, 14, 1, LOST,
         46, -92, 0, 0},
        {"Danish text, bid 30, clubs with 1", "", "C", 30, 1, 70, 6, OVERBID, 36, -72, 0, 0},
        {"Danish text, the same in hearts, no schneider", "", "H", 30, 1, 70, 6, OVERBID, 30, -60,
         0, 0},
        {"Danish text, the same in hearts, schneider suffered", "", "H", 30, 1, 20, 2, LOST, 30,
         -60, 0, 0},
        {"Wikipedia, bid 36, CJ found, grand with 1", "", "G", 36, 1, 61, 6, WON, 48, 48, 0, 0},
        {"Wikipedia, bid 36, clubs hand, CJ in the skat", "", "CH", 36, 1, 61, 6, WON, 36, 36, 0,
         0},
        {"Turnéskat text, hearts hand, schneider announced, with 2, lost schwarz", "", "HHS", 18, 2,
         4, 0, LOST, 70, -140, 0, 0},
        {"Swedish text, lost_hand single, bid 46, diamonds hand with 1", "lost_hand=single", "DH",
         46, 1, 70, 6, OVERBID, 54, -54, 0, 0},
        {"Wikipedia, bid 36, CJ found, defenders kept schneider", "", "C", 36, 1, 90, 8, WON, 36,
         36, 0, 0},
        {"Danish text, bid 20, grand with 2, 78 points", "", "G", 20, 2, 78, 7, WON, 72, 72, 0, 0},
        {"Danish text, with 2, plus 1, plus 1 for hand, is 4", "", "CH", 18, 2, 70, 7, WON, 48, 48,
         0, 0},
        {"Danish text, with 2, plus 1, plus 1 for schneider, is 4", "", "C", 18, 2, 95, 9, WON, 48,
         48, 0, 0},
        {"Danish text, with 2, plus 1, hand, schneider, schwarz, is 6", "", "CH", 18, 2, 120, 10,
         WON, 72, 72, 0, 0},
        {"Danish text, with 2, game 3 ... ouvert 9", "", "COH", 18, 2, 120, 10, WON, 108, 108, 0,
         0},
        {"Danish text, the highest multiplier: 18", "", "DOH", 18, 11, 120, 10, WON, 162, 162, 0,
         0},
        {"Danish text, the lowest: 2", "", "D", 18, -1, 61, 5, WON, 18, 18, 0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* The rows that give cards: the engine counts the matadors; the row states the tricks. */
struct card_case {
    const char *from;
    const char *options;
    const char *hand, *skat;
    int bid;
    const char *declaration;
    int points, tricks;
    int matadors;
    enum value_outcome outcome;
    int value, signed_value;
};

/* Forehand holds the bid and declares. */
static void start_declared(struct skat_game *game, const struct skat_rules *rules,
                           const struct card_case *c)
{
    struct skat_deal deal;
    char moves[128];
    memset(&deal, 0, sizeof deal);
    deal_around(&deal, 0, cards_of(c->hand), cards_of(c->skat));
    skat_game_start(game, rules, &deal, NULL);
    snprintf(moves, sizeof moves, "1 %d 0 y 1 p 2 p %s", c->bid, c->declaration);
    play_moves(game, c->from, moves);
}

static void check_card_case(const struct card_case *c)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_facts facts;
    struct skat_result got;
    rules_of(&rules, c->options);
    start_declared(&game, &rules, c);
    skat_game_facts(&game, &facts);
    assert_int_equal(facts.bid, c->bid);
    if (facts.matadors != c->matadors)
        fail_msg("%s: matadors %d, want %d", c->from, facts.matadors, c->matadors);
    facts.points = c->points;
    facts.tricks = c->tricks;
    facts.ending = SKAT_ENDED_PLAYED;
    skat_value(&rules, &facts, &got);
    if (got.value != c->value || got.signed_value != c->signed_value)
        fail_msg("%s: value %d signed %d, want %d and %d", c->from, got.value, got.signed_value,
                 c->value, c->signed_value);
    if (got.won != (c->outcome == WON) || got.overbid != (c->outcome == OVERBID))
        fail_msg("%s: won %d overbid %d", c->from, got.won, got.overbid);
}

#define S3_HAND "DJ DA DT DK DQ CA CT C7 SA S7"  /* "ohne 3", karo */
#define S2_HAND "DJ SA ST SK SQ S9 CA CT HA HT"  /* "zonder 3", schoppen */
#define D35_HAND "DJ HA HT HK HQ H9 H8 CA SA DA" /* "zonder 3", harten */
#define DANISH_1 "CJ DJ HA HT HK H8 H7 D9 D8 D7"
#define DANISH_2 "CJ SJ HJ HA HT HK H8 H7 CT C7"

static void worked_examples_with_cards_have_their_values(void **state)
{
    static const struct card_case cases[] = {
        {"Swedish text, bid 40, diamonds hand without 4, CJ in the skat", "",
         "DA DT DK DQ D9 D8 CA CT SA S7", "CJ H7", 40, "0 DH", 73, 7, 1, OVERBID, 45, -90},
        {"Danish text, bid 30, clubs without 2, CJ found", "", "HJ DJ CA CT CK C9 SA ST HA D7",
         "CJ H7", 30, "0 s 0 C.H7.D7", 70, 7, 1, OVERBID, 36, -72},
        {"Danish text, the same put aside: discards count", "", "HJ DJ CA CT CK C9 SA ST HA D7",
         "CJ H7", 30, "0 s 0 C.CJ.D7", 70, 7, 1, OVERBID, 36, -72},
        {"Danish text, the same in hearts", "", "HJ DJ CA CT CK C9 SA ST HA D7", "CJ H7", 30,
         "0 s 0 H.H7.D7", 70, 7, 1, OVERBID, 30, -60},
        {"Wikipedia, bid 36, CJ found, grand with 1", "", "HJ DJ CA CT CK C9 SA ST HA D7", "CJ H7",
         36, "0 s 0 G.H7.D7", 70, 7, 1, WON, 48, 48},
        {"Wikipedia, bid 36, clubs hand, CJ in the skat", "", "HJ DJ CA CT CK C9 SA ST HA D7",
         "CJ H7", 36, "0 CH", 70, 7, 1, WON, 36, 36},
        {"Wikipedia, bid 36, CJ found, kept schneider", "", "HJ DJ CA CT CK C9 SA ST HA D7",
         "CJ H7", 36, "0 s 0 C.H7.D7", 95, 8, 1, WON, 36, 36},
        {"Wikipedia, overbid_hand counts", "overbid_hand=counts", S3_HAND, "CJ H7", 45, "0 DH", 70,
         7, 1, OVERBID, 45, -90},
        {"Wikipedia, overbid_hand hand", "overbid_hand=hand", S3_HAND, "CJ H7", 45, "0 DH", 70, 7,
         1, WON, 45, 45},
        {"Wikipedia, overbid_hand skat", "overbid_hand=skat", S3_HAND, "CJ H7", 45, "0 DH", 70, 7,
         1, WON, 27, 27},
        {"Wikipedia 5.4.5, diamonds hand, the jack of spades in the skat, 27 bid", "", S3_HAND,
         "SJ H7", 27, "0 DH", 70, 7, -1, WON, 27, 27},
        {"Wikipedia 5.4.5, the same, more than 27 bid", "", S3_HAND, "SJ H7", 30, "0 DH", 70, 7, -1,
         OVERBID, 36, -72},
        {"Wikipedia 5.4.5, without 2: hand makes up for the jack in the skat", "",
         "HJ DA DT DK DQ CA CT C7 SA S7", "CJ H7", 27, "0 DH", 70, 7, 1, WON, 27, 27},
        {"Dutch text, bid 35, hearts, CJ found: with 1, game 2, schneider 3, schwarz 4", "",
         D35_HAND, "CJ DQ", 35, "0 s 0 H.DQ.H8", 120, 10, 1, WON, 40, 40},
        {"Dutch text, the same without all tricks", "", D35_HAND, "CJ DQ", 35, "0 s 0 H.DQ.H8", 95,
         9, 1, OVERBID, 40, -80},
        {"Dutch text, the same as grand", "", D35_HAND, "CJ DQ", 35, "0 s 0 G.DQ.H8", 70, 7, 1, WON,
         48, 48},
        {"Danish text, example 1: hearts with 1", "", DANISH_1, "SA SQ", 18, "0 s 0 H.SA.SQ", 70, 7,
         1, WON, 20, 20},
        {"Danish text, example 1, by hand", "", DANISH_1, "SA SQ", 18, "0 HH", 70, 7, 1, WON, 30,
         30},
        {"Danish text, example 1, 90 points", "", DANISH_1, "SA SQ", 18, "0 s 0 H.SA.SQ", 90, 8, 1,
         WON, 30, 30},
        {"Danish text, example 1, grand", "", DANISH_1, "SA SQ", 18, "0 s 0 G.SA.SQ", 70, 7, 1, WON,
         48, 48},
        {"Danish text, example 2: hearts are worth 40, whatever is in the skat", "", DANISH_2,
         "S7 SQ", 40, "0 s 0 H.S7.SQ", 70, 7, 3, WON, 40, 40},
        {"Danish text, example 2: grand with schneider", "", DANISH_2, "DJ SQ", 40, "0 s 0 G.C7.SQ",
         100, 9, 4, WON, 144, 144},
        {"Danish text, hearts hand and schneider announced, 95 points: with 7", "", DANISH_2,
         "DJ SQ", 40, "0 HHS", 95, 8, 7, WON, 110, 110},
        {"Dutch text, spades hand without 3, 91 points", "", S2_HAND, "C7 H7", 44, "0 SH", 91, 8,
         -3, WON, 66, 66},
        {"Dutch text, the same with SJ in the skat", "", S2_HAND, "SJ H7", 44, "0 SH", 91, 8, -1,
         WON, 44, 44},
        {"Dutch text, the same, more than 44 bid", "", S2_HAND, "SJ H7", 45, "0 SH", 91, 8, -1,
         OVERBID, 55, -110},
        {"xskat-android 20, jacks of a hand game's skat join the run", "",
         "CJ HJ DJ CA CT CK C9 SA ST HA", "SJ H7", 60, "0 CH", 70, 7, 7, WON, 108, 108},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_card_case(&cases[i]);
}

static void matadors_are_counted_from_the_club_jack_down(void **state)
{
    static const struct {
        const char *from, *cards;
        enum skat_ranking_id order;
        int max, want;
    } cases[] = {
        {"Wikipedia, CJ SJ DJ: with 2", "CJ SJ DJ CA", SKAT_RANKING_CLUBS, 11, 2},
        {"Wikipedia, CJ SJ HJ DJ CA: with 5", "CJ SJ HJ DJ CA CK", SKAT_RANKING_CLUBS, 11, 5},
        {"Wikipedia, HJ top: without 2", "HJ CA CT", SKAT_RANKING_CLUBS, 11, -2},
        {"Wikipedia, CK top: without 6", "CK CQ C9", SKAT_RANKING_CLUBS, 11, -6},
        {"Swedish text, most in suit: with 11", "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 SA",
         SKAT_RANKING_CLUBS, 11, 11},
        {"Swedish text, without 11", "SA ST SK SQ S9 S8 S7 HA HT HK HQ H9", SKAT_RANKING_CLUBS, 11,
         -11},
        {"Swedish text, in grand with 4 at most", "CJ SJ HJ DJ CA CT CK", SKAT_RANKING_GRAND, 4, 4},
        {"Swedish text, in grand without 4", "CA CT CK", SKAT_RANKING_GRAND, 4, -4},
        {"Danish text, J of clubs and hearts: with 1", "CJ HJ", SKAT_RANKING_HEARTS, 11, 1},
        {"Danish text, jack of diamonds, no higher one: without 3", "DJ HA", SKAT_RANKING_HEARTS,
         11, -3},
        {"Danish text, all jacks and the ace, not the ten: with 5", "CJ SJ HJ DJ HA HK",
         SKAT_RANKING_HEARTS, 11, 5},
        {"Swedish text, three jacks, not that of diamonds: with 3", "CJ SJ HJ SA",
         SKAT_RANKING_SPADES, 11, 3},
        {"Danish text, J of hearts and diamonds: without 2", "HJ DJ", SKAT_RANKING_SPADES, 11, -2},
        {"Danish text, the aces of other suits do not count", "CJ SJ HJ DJ CA SA DA",
         SKAT_RANKING_HEARTS, 11, 4},
        {"Wikipedia 6.1, matadors jacks: with 4", "CJ SJ HJ DJ CA CT", SKAT_RANKING_CLUBS, 4, 4},
        {"Wikipedia 6.1, matadors jacks: without 4", "CK CQ", SKAT_RANKING_CLUBS, 4, -4},
        {"Wikipedia, sächsische Spitze: DJ HJ, with 2", "DJ HJ CJ", SKAT_RANKING_SACHSENSPITZE, 4,
         2},
        {"Wikipedia, sächsische Spitze: SJ CJ, without 2", "SJ CJ", SKAT_RANKING_SACHSENSPITZE, 4,
         -2},
        {"Wikipedia, sächsische Spitze: CJ, without 3", "CJ C7", SKAT_RANKING_SACHSENSPITZE, 4, -3},
        {"Wikipedia, sächsische Spitze: sevens do not count", "CJ SJ HJ DJ C7 S7",
         SKAT_RANKING_SACHSENSPITZE, 4, 4},
        {"Wikipedia, sächsische Spitze: none", "C7 S7", SKAT_RANKING_SACHSENSPITZE, 4, -4},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int got =
            skat_matadors(&skat_rankings[cases[i].order], cards_of(cases[i].cards), cases[i].max);
        if (got != cases[i].want)
            fail_msg("%s: got %d, want %d", cases[i].from, got, cases[i].want);
    }
}

static void most_matadors_depend_on_game_and_option(void **state)
{
    static const struct {
        const char *from, *options, *code;
        int want;
    } cases[] = {
        {"rules.md 6, suit", "", "D", 11},
        {"rules.md 6, grand", "", "G", 4},
        {"rules.md 6, null", "", "N", 0},
        {"rules.md 6, suit, jacks", "matadors=jacks", "CH", 4},
        {"rules.md 6, grand, jacks", "matadors=jacks", "G", 4},
        {"rules.md 7.6, sächsische Spitze", "sachsenspitze_base=20", "P", 4},
        {"rules.md 7.6, revolution", "revolution=skat", "V", 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        rules_of(&rules, cases[i].options);
        int got = skat_matadors_max(&rules, contract_of(cases[i].code));
        if (got != cases[i].want)
            fail_msg("%s: got %d, want %d", cases[i].from, got, cases[i].want);
    }
}

static void jacks_option_ends_the_run_in_a_game(void **state)
{
    static const struct card_case cases[] = {
        {"Wikipedia 6.1, with 4 though the ace follows", "matadors=jacks",
         "CJ SJ HJ DJ CA CT CK SA ST H7", "D7 D8", 18, "0 CH", 70, 7, 4, WON, 72, 72},
        {"Swedish text, the same counted by trumps", "", "CJ SJ HJ DJ CA CT CK SA ST H7", "D7 D8",
         18, "0 CH", 70, 7, 7, WON, 108, 108},
        {"Wikipedia 6.1, without 4 though more are missing", "matadors=jacks",
         "CK CQ C9 C8 C7 SA ST HA HT DA", "D7 D8", 18, "0 CH", 70, 7, -4, WON, 72, 72},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_card_case(&cases[i]);
}

/* ---- section 6: thresholds and levels ---- */

static void thresholds_are_where_the_rulebook_puts_them(void **state)
{
    static const struct value_case cases[] = {
        {"Swedish text, 60 points lose", "", "H", 18, 1, 60, 5, LOST, 20, -40, 0, 0},
        {"Swedish text, 61 points win", "", "H", 18, 1, 61, 5, WON, 20, 20, 0, 0},
        {"jskat 33, 89 is not schneider", "", "H", 18, 1, 89, 9, WON, 20, 20, 0, 0},
        {"Swedish text, 90 is schneider", "", "H", 18, 1, 90, 9, WON, 30, 30, 0, 0},
        {"Swedish text, 31 is out of schneider", "", "H", 18, 1, 31, 3, LOST, 20, -40, 0, 0},
        {"Swedish text, 30 is schneider", "", "H", 18, 1, 30, 3, LOST, 30, -60, 0, 0},
        {"Turnéskat text, 90 of 91 is not schneider", "schneider_points=91", "H", 18, 1, 90, 9, WON,
         20, 20, 0, 0},
        {"Turnéskat text, 91 is schneider", "schneider_points=91", "H", 18, 1, 91, 9, WON, 30, 30,
         0, 0},
        {"Turnéskat text, declarer out with 31", "schneider_points=91", "H", 18, 1, 31, 3, LOST, 20,
         -40, 0, 0},
        {"rules.md 6, declarer schneider with 30", "schneider_points=91", "H", 18, 1, 30, 3, LOST,
         30, -60, 0, 0},
        {"Wikipedia 6.1, schneider doubles", "schneider_schwarz=double", "H", 18, 1, 90, 9, WON, 40,
         40, 0, 0},
        {"Wikipedia 6.1, schwarz doubles again", "schneider_schwarz=double", "H", 18, 1, 120, 10,
         WON, 80, 80, 0, 0},
        {"Wikipedia 6.1, suffered", "schneider_schwarz=double", "H", 18, 1, 30, 3, LOST, 40, -80, 0,
         0},
        {"rules.md 6, announcements stay levels", "schneider_schwarz=double", "HHS", 18, 1, 90, 9,
         WON, 80, 80, 0, 0},
        {"rules.md 6, doubling counts towards the bid", "schneider_schwarz=double", "H", 40, 1, 90,
         9, WON, 40, 40, 0, 0},
        {"Swedish text, announced, 89 lose", "", "HHS", 18, 1, 89, 9, LOST, 50, -100, 0, 0},
        {"Swedish text, announced, 90 win", "", "HHS", 18, 1, 90, 9, WON, 50, 50, 0, 0},
        {"Turnéskat text, announced, 90 of 91 lose", "schneider_points=91", "HHS", 18, 1, 90, 9,
         LOST, 50, -100, 0, 0},
        {"Turnéskat text, announced, 91 win", "schneider_points=91", "HHS", 18, 1, 91, 9, WON, 50,
         50, 0, 0},
        {"jskat 233, 120 points in nine tricks are not schwarz", "", "H", 18, 1, 120, 9, WON, 30,
         30, 0, 0},
        {"jskat 233, no trick is schwarz with 21 in the skat", "", "H", 18, 1, 21, 0, LOST, 40, -80,
         0, 0},
        {"Wikipedia, a trick worth 0 is a trick", "", "H", 18, 1, 0, 1, LOST, 30, -60, 0, 0},
        {"Swedish text, all tricks", "", "H", 18, 1, 120, 10, WON, 40, 40, 0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

static void announcements_count_won_or_lost(void **state)
{
    static const struct value_case cases[] = {
        {"ISkO, schwarz announced and made", "", "CHZ", 18, 1, 120, 10, WON, 84, 84, 0, 0},
        {"Swedish text, schwarz announced, nine tricks", "", "CHZ", 18, 1, 117, 9, LOST, 84, -168,
         0, 0},
        {"Swedish text, schwarz announced, 40 points", "", "CHZ", 18, 1, 40, 4, LOST, 84, -168, 0,
         0},
        {"Swedish text, ouvert with 120 points but nine tricks", "", "COH", 18, 1, 120, 9, LOST, 96,
         -192, 0, 0},
        {"xskat-android 37, ouvert implies schwarz", "", "GOH", 18, 1, 119, 9, LOST, 192, -384, 0,
         0},
        {"Swedish text, schneider announced, made schwarz", "", "DHS", 18, 1, 120, 10, WON, 54, 54,
         0, 0},
        {"ISkO, no level twice: announced and suffered schneider", "", "DHS", 18, 1, 20, 2, LOST,
         45, -90, 0, 0},
        {"ISkO, schwarz announced and suffered", "", "DHZ", 18, 1, 0, 0, LOST, 63, -126, 0, 0},
        {"Wikipedia 6.1, schneider announced after the pick-up", "announce_with_skat=true", "HS",
         18, 1, 90, 9, WON, 40, 40, 0, 0},
        {"Wikipedia 6.1, ouvert after the pick-up", "announce_with_skat=true", "HO", 18, 1, 120, 10,
         WON, 70, 70, 0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

static void hand_schwarz_ladder_counts_the_announcement_between(void **state)
{
    static const struct value_case cases[] = {
        {"rules.md 6, also when declarer loses schwarz", "hand_schwarz=ladder", "CH", 18, 5, 0, 0,
         LOST, 120, -240, 0, 0},
        {"rules.md 6, additive, loses schwarz", "hand_schwarz=additive", "CH", 18, 5, 0, 0, LOST,
         108, -216, 0, 0},
        {"rules.md 6, hand games only: won", "hand_schwarz=ladder", "C", 18, 5, 120, 10, WON, 96,
         96, 0, 0},
        {"rules.md 6, hand games only: lost", "hand_schwarz=ladder", "C", 18, 5, 0, 0, LOST, 96,
         -192, 0, 0},
        {"Swedish text, ladder, hand schneider has no such step", "hand_schwarz=ladder", "CH", 18,
         5, 100, 9, WON, 96, 96, 0, 0},
        {"Swedish text, ladder, announced schneider is that step", "hand_schwarz=ladder", "CHS", 18,
         5, 120, 10, WON, 120, 120, 0, 0},
        {"Swedish text, ladder, schwarz announced", "hand_schwarz=ladder", "CHZ", 18, 5, 120, 10,
         WON, 132, 132, 0, 0},
        {"Wikipedia 6.1, where schwarz doubles it is no step",
         "hand_schwarz=ladder schneider_schwarz=double", "CH", 18, 5, 120, 10, WON, 336, 336, 0,
         0}, /* with 5, game 6, hand 7: 84, 168, 336 */
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* ---- section 6: overbid ---- */

static void overbid_games_are_raised_to_the_bid(void **state)
{
    static const struct value_case cases[] = {
        {"Swedish text, lost even with 120 points", "", "D", 40, 1, 120, 10, OVERBID, 45, -90, 0,
         0},
        {"Swedish text, value equal to the bid is enough", "", "D", 18, 1, 61, 6, WON, 18, 18, 0,
         0},
        {"jskat 138, lost by points and overbid", "", "D", 40, 1, 50, 5, OVERBID, 45, -90, 0, 0},
        {"ISS 596891, clubs with 1 bid 36, 41 points: diamonds", "", "D", 36, 1, 41, 4, OVERBID, 36,
         -72, 0, 0},
        {"Swedish text, levels suffered reach the bid", "", "D", 27, 1, 10, 1, LOST, 27, -54, 0, 0},
        {"Swedish text, schneider announced reaches the bid", "", "HHS", 50, 1, 95, 9, WON, 50, 50,
         0, 0},
        {"Swedish text, grand raised by 24", "", "G", 50, 1, 80, 8, OVERBID, 72, -144, 0, 0},
        {"Swedish text, grand 20 raised by 20", "grand_base=20", "G", 50, 1, 80, 8, OVERBID, 60,
         -120, 0, 0},
        {"Swedish text, bid 264 in diamonds", "", "D", 264, 1, 80, 8, OVERBID, 270, -540, 0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

static void overbid_hand_lets_the_ten_cards_decide(void **state)
{
    static const struct value_case cases[] = {
        {"hand, lost by points", "overbid_hand=hand", "DH", 45, 1, 50, 5, LOST, 45, -90, -3, 0},
        {"skat, lost by points", "overbid_hand=skat", "DH", 45, 1, 50, 5, LOST, 27, -54, -3, 0},
        {"counts, lost by points", "overbid_hand=counts", "DH", 45, 1, 50, 5, OVERBID, 45, -90, -3,
         0},
        {"hand, the ten cards do not reach the bid", "overbid_hand=hand", "DH", 46, 1, 70, 7,
         OVERBID, 54, -108, -3, 0},
        {"skat, the ten cards do not reach the bid", "overbid_hand=skat", "DH", 46, 1, 70, 7,
         OVERBID, 54, -108, -3, 0},
        {"hand, the level made helps", "overbid_hand=hand", "DH", 54, 1, 90, 8, WON, 54, 54, -3, 0},
        {"skat, the level made helps and is scored", "overbid_hand=skat", "DH", 54, 1, 90, 8, WON,
         36, 36, -3, 0},
        {"hand, the skat makes it worth more", "overbid_hand=hand", "DH", 27, 5, 70, 7, WON, 27, 27,
         1, 0},
        {"skat, the skat makes it worth more", "overbid_hand=skat", "DH", 27, 5, 70, 7, WON, 63, 63,
         1, 0},
        {"counts, the skat makes it worth more", "overbid_hand=counts", "DH", 54, 5, 70, 7, WON, 63,
         63, 1, 0},
        {"hand, only the skat would reach the bid", "overbid_hand=hand", "DH", 54, 5, 70, 7,
         OVERBID, 54, -108, 1, 0},
        {"hand, no hand game", "overbid_hand=hand", "D", 45, 1, 70, 7, OVERBID, 45, -90, -4, 0},
        {"skat, no hand game", "overbid_hand=skat", "D", 45, 1, 70, 7, OVERBID, 45, -90, -4, 0},
        {"hand, lost_hand single", "overbid_hand=hand lost_hand=single", "DH", 45, 1, 50, 5, LOST,
         45, -45, -3, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* rules.md 6: the hand's own matadors decide whether the bid is met, and where it is not
 * "the smallest multiple of the base that reaches the bid is charged". */
static void overbid_hand_skat_charges_the_bid_where_only_the_skat_reaches_it(void **state)
{
    static const struct value_case cases[] = {
        {"skat, only the skat would reach the bid", "overbid_hand=skat", "DH", 54, 5, 70, 7,
         OVERBID, 54, -108, 1, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* ---- section 6: losing factors, grand ouvert, null ---- */

static void lost_games_cost_the_factor(void **state)
{
    static const struct value_case cases[] = {
        {"lost_factor 1", "lost_factor=1", "H", 18, 1, 50, 5, LOST, 20, -20, 0, 0},
        {"lost_factor 3", "lost_factor=3", "H", 18, 1, 50, 5, LOST, 20, -60, 0, 0},
        {"lost_factor 3, null", "lost_factor=3", "N", 18, 0, 0, 1, LOST, 23, -69, 0, 0},
        {"lost_factor 3, won", "lost_factor=3", "H", 18, 1, 61, 5, WON, 20, 20, 0, 0},
        {"Dutch text, lost_hand single in hand", "lost_hand=single", "HH", 18, 1, 50, 5, LOST, 30,
         -30, 0, 0},
        {"Dutch text, lost_hand single, skat taken", "lost_hand=single", "H", 18, 1, 50, 5, LOST,
         20, -40, 0, 0},
        {"Swedish text, lost_hand single, null hand", "lost_hand=single", "NH", 18, 0, 0, 1, LOST,
         35, -35, 0, 0},
        {"Swedish text, lost_hand single, null ouvert hand", "lost_hand=single", "NOH", 18, 0, 0, 1,
         LOST, 59, -59, 0, 0},
        {"Swedish text, lost_hand single, null", "lost_hand=single", "N", 18, 0, 0, 1, LOST, 23,
         -46, 0, 0},
        {"Swedish text, lost_hand single, overbid", "lost_hand=single", "HH", 36, 1, 80, 8, OVERBID,
         40, -40, 0, 0},
        {"Swedish text, lost_hand single, conceded", "lost_hand=single", "HH", 18, 1, 0, 0, LOST,
         30, -30, 0, SKAT_ENDED_CONCEDED},
        {"Swedish text, lost_hand single, null hand conceded", "lost_hand=single", "NH", 18, 0, 0,
         0, LOST, 35, -35, 0, SKAT_ENDED_CONCEDED},
        {"Swedish text, lost_hand single, overbid conceded", "lost_hand=single", "HH", 36, 1, 0, 0,
         LOST, 40, -40, 0, SKAT_ENDED_CONCEDED},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

static void grand_ouvert_may_be_a_game_of_its_own(void **state)
{
    static const struct value_case cases[] = {
        {"Swedish text, base 36 lost", "grand_ouvert_base=36", "GOH", 18, 4, 118, 9, LOST, 360,
         -720, 0, 0},
        {"Swedish text, base 30 with grand 20", "grand_base=20 grand_ouvert_base=30", "GOH", 18, 4,
         120, 10, WON, 300, 300, 0, 0},
        {"Swedish text, base 36 with 1", "grand_ouvert_base=36", "GOH", 18, 1, 120, 10, WON, 252,
         252, 0, 0},
        {"Swedish text, base 36 overbid uses this base", "grand_ouvert_base=36", "GOH", 264, 1, 120,
         10, OVERBID, 288, -576, 0, 0},
        {"Swedish text, base 30 overbid uses this base", "grand_base=20 grand_ouvert_base=30",
         "GOH", 220, 1, 120, 10, OVERBID, 240, -480, 0, 0},
        {"Swedish text, other grands keep their base", "grand_ouvert_base=36", "GHZ", 18, 4, 120,
         10, WON, 240, 240, 0, 0},
        {"Swedish text, suit ouvert keeps its level", "grand_ouvert_base=36", "COH", 18, 2, 120, 10,
         WON, 108, 108, 0, 0},
        {"Swedish text, conceded", "grand_ouvert_base=36", "GOH", 18, 4, 0, 0, LOST, 360, -720, 0,
         SKAT_ENDED_CONCEDED},
        {"Swedish text, grand 20 ouvert as a level", "grand_base=20", "GOH", 18, 4, 120, 10, WON,
         220, 220, 0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

static void null_games_have_fixed_values(void **state)
{
    static const struct value_case cases[] = {
        {"Swedish text, null", "", "N", 18, 0, 10, 0, WON, 23, 23, 0, 0},
        {"Swedish text, null hand", "", "NH", 18, 0, 10, 0, WON, 35, 35, 0, 0},
        {"Swedish text, null ouvert", "", "NO", 18, 0, 10, 0, WON, 46, 46, 0, 0},
        {"Swedish text, null ouvert hand", "", "NOH", 18, 0, 10, 0, WON, 59, 59, 0, 0},
        {"Swedish text, null lost", "", "N", 18, 0, 90, 1, LOST, 23, -46, 0, 0},
        {"Wikipedia, null ouvert hand 69", "null_values=23,35,46,69", "NOH", 18, 0, 0, 0, WON, 69,
         69, 0, 0},
        {"Wikipedia, null ouvert hand 69 lost", "null_values=23,35,46,69", "NOH", 18, 0, 0, 1, LOST,
         69, -138, 0, 0},
        {"rules.md 6, own values", "null_values=24,36,48,60", "NO", 18, 0, 0, 0, WON, 48, 48, 0, 0},
        {"rules.md 4, value equal to the bid", "", "NOH", 59, 0, 0, 0, WON, 59, 59, 0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* ---- section 7 ---- */

static void worked_examples_of_the_variants_have_their_values(void **state)
{
    static const struct variant_case cases[] = {
        {{"Swedish text, bid 30, clubs with 1, kontra, 70 points: 24 raised to 36, x 2 x 2", "",
          "C", 30, 1, 70, 6, OVERBID, 36, -144, 0, 0},
         .kontra = 1},
        {{"Swedish text, grand with 3, gift refused, 80 points: 3, 4, refused 5, schneider 6, x 24",
          "schenken=grand", "G", 18, 3, 80, 8, LOST, 144, -288, 0, 0},
         .gifts_refused = 1},
        {{"Swedish text, diamonds with 1 won, kontra and re: 18, 36, 72", "", "D", 18, 1, 70, 6,
          WON, 18, 72, 0, 0},
         .kontra = 2},
        {{"Swedish text, grand with 3, refused, then schneider accepted: 3, 4, 5, 6, x 24", "", "G",
          18, 3, 20, 2, WON, 144, 144, 0, SKAT_ENDED_GIFT},
         .gifts_refused = 1},
        {{"Wikipedia, clubs with 2, two spitzen: 2, 3, + 2 = 5, x 12", "spitzen.max=2", "C+2", 18,
          2, 70, 6, WON, 60, 60, 0, 0},
         .bock = 1},
    };
    (void)state;
    check_variants(cases, COUNT_OF(cases));
}

static void doublings_multiply_what_was_won_or_lost(void **state)
{
    static const struct variant_case cases[] = {
        {{"kontra won: 20 x 2", "", "H", 18, 1, 70, 6, WON, 20, 40, 0, 0}, .kontra = 1},
        {{"kontra lost: 20 x 2 x 2", "", "H", 18, 1, 50, 5, LOST, 20, -80, 0, 0}, .kontra = 1},
        {{"Wikipedia, kontra and re lost: 20 x 2 x 2 x 2", "", "H", 18, 1, 50, 5, LOST, 20, -160, 0,
          0},
         .kontra = 2},
        {{"supra: 20 x 8", "", "H", 18, 1, 70, 6, WON, 20, 160, 0, 0}, .kontra = 3},
        {{"hirsch: 20 x 16", "", "H", 18, 1, 70, 6, WON, 20, 320, 0, 0}, .kontra = 4},
        {{"bock won: 20 x 2", "", "H", 18, 1, 70, 6, WON, 20, 40, 0, 0}, .bock = 2},
        {{"bock lost: 20 x 2 x 2", "", "H", 18, 1, 50, 5, LOST, 20, -80, 0, 0}, .bock = 2},
        {{"bock of factor 3, kontra: 20 x 2 x 2 x 3", "", "H", 18, 1, 50, 5, LOST, 20, -240, 0, 0},
         .kontra = 1,
         .bock = 3},
        {{"null, kontra: 23 x 2 x 2", "", "N", 18, 0, 10, 1, LOST, 23, -92, 0, 0}, .kontra = 1},
        {{"hand single, kontra: 30 x 2", "lost_hand=single", "HH", 18, 1, 50, 5, LOST, 30, -60, 0,
          0},
         .kontra = 1},
        {{"Swedish text, kontra does not reach the bid of 40: 20, raised to 40, x 2 x 2", "", "H",
          40, 1, 70, 6, OVERBID, 40, -160, 0, 0},
         .kontra = 1},
        {{"nor does bock", "", "H", 40, 1, 70, 6, OVERBID, 40, -160, 0, 0}, .bock = 2},
        {{"conceded: 20 x 2 x 2", "", "H", 18, 1, 0, 0, LOST, 20, -80, 0, SKAT_ENDED_CONCEDED},
         .kontra = 1},
        {{"a defender's fault: 20 x 2 x 2", "fault_value=conceded", "H", 18, 1, 0, 0, WON, 20, 80,
          0, SKAT_ENDED_DEFENDER_FAULT},
         .kontra = 1,
         .bock = 2},
        {{"declarer's fault: 20 x 2 x 2 x 2", "fault_value=conceded", "H", 18, 1, 0, 0, LOST, 20,
          -160, 0, SKAT_ENDED_DECLARER_FAULT},
         .kontra = 1,
         .bock = 2},
    };
    (void)state;
    check_variants(cases, COUNT_OF(cases));
}

/* Grand with 3: game 4, 96. */
static void refused_gifts_raise_the_level_and_the_goal(void **state)
{
    static const struct variant_case cases[] = {
        {{"one refused, 90 points: 4 + 1 + schneider 1 = 6 x 24", "", "G", 18, 3, 90, 9, WON, 144,
          144, 0, 0},
         .gifts_refused = 1},
        {{"one refused, 89 points", "", "G", 18, 3, 89, 9, LOST, 144, -288, 0, 0},
         .gifts_refused = 1},
        {{"one refused, 90 of 91", "schneider_points=91", "G", 18, 3, 90, 9, LOST, 144, -288, 0, 0},
         .gifts_refused = 1},
        {{"one refused, schwarz made: 7 x 24", "", "G", 18, 3, 120, 10, WON, 168, 168, 0, 0},
         .gifts_refused = 1},
        {{"one refused, schneider suffered counts once", "", "G", 18, 3, 20, 2, LOST, 144, -288, 0,
          0},
         .gifts_refused = 1},
        {{"two refused, all tricks: 4 + 2 + schneider + schwarz = 8 x 24", "", "G", 18, 3, 120, 10,
          WON, 192, 192, 0, 0},
         .gifts_refused = 2},
        {{"two refused, 110 points in nine tricks", "", "G", 18, 3, 110, 9, LOST, 192, -384, 0, 0},
         .gifts_refused = 2},
        {{"by hand: 7 x 24", "", "GH", 18, 3, 95, 9, WON, 168, 168, 0, 0}, .gifts_refused = 1},
        {{"two refused by hand, ladder: 3, 4, hand 5, refused 7, schneider 8, (announced) 9, "
          "schwarz 10, x 24",
          "hand_schwarz=ladder", "GH", 18, 3, 80, 8, LOST, 240, -480, 0, 0},
         .gifts_refused = 2},
        {{"it reaches the bid: 6 x 12", "", "C", 72, 3, 95, 9, WON, 72, 72, 0, 0},
         .gifts_refused = 1},
        {{"conceded: 6 x 24", "", "G", 18, 3, 10, 1, LOST, 144, -288, 0, SKAT_ENDED_CONCEDED},
         .gifts_refused = 1},
        {{"Wikipedia 6.1, schneider doubles: 5 x 24 x 2", "schneider_schwarz=double", "G", 18, 3,
          80, 8, LOST, 240, -480, 0, 0},
         .gifts_refused = 1},
    };
    (void)state;
    check_variants(cases, COUNT_OF(cases));
}

static void an_accepted_gift_wins_if_the_value_reaches_the_bid(void **state)
{
    static const struct variant_case cases[] = {
        {{"simple: 4 x 24", "", "G", 18, 3, 0, 0, WON, 96, 96, 0, SKAT_ENDED_GIFT}, .bock = 1},
        {{"no schneider, whatever the points", "", "G", 18, 3, 95, 1, WON, 96, 96, 0,
          SKAT_ENDED_GIFT},
         .bock = 1},
        {{"by hand: 5 x 24", "", "GH", 18, 3, 0, 0, WON, 120, 120, 0, SKAT_ENDED_GIFT}, .bock = 1},
        {{"the value is the bid", "", "G", 96, 3, 0, 0, WON, 96, 96, 0, SKAT_ENDED_GIFT},
         .bock = 1},
        {{"the value is below the bid: raised to 120, lost", "", "G", 99, 3, 0, 0, OVERBID, 120,
          -240, 0, SKAT_ENDED_GIFT},
         .bock = 1},
        {{"which the second gift's levels reach: 6 x 24", "", "G", 99, 3, 0, 0, WON, 144, 144, 0,
          SKAT_ENDED_GIFT},
         .gifts_refused = 1},
        {{"kontra: 96 x 2", "", "G", 18, 3, 0, 0, WON, 96, 192, 0, SKAT_ENDED_GIFT}, .kontra = 1},
    };
    (void)state;
    check_variants(cases, COUNT_OF(cases));
}

static void spitzen_and_rum_are_levels(void **state)
{
    static const struct variant_case cases[] = {
        {{"two spitzen failed: 5 x 12", "spitzen.max=2", "C+2", 18, 2, 70, 6, LOST, 60, -120, 0, 0},
         .spitzen_failed = true},
        {{"failed with 95 points: schneider too, 6 x 12", "spitzen.max=2", "C+2", 18, 2, 95, 8,
          LOST, 72, -144, 0, 0},
         .spitzen_failed = true},
        {{"made, but 60 points", "spitzen.max=2", "C+2", 18, 2, 60, 6, LOST, 60, -120, 0, 0},
         .bock = 1},
        {{"they reach the bid", "spitzen.max=2", "C+2", 60, 2, 70, 6, WON, 60, 60, 0, 0},
         .bock = 1},
        {{"won or lost: the bid is met, and lost", "spitzen.max=2", "C+2", 60, 2, 70, 6, LOST, 60,
          -120, 0, 0},
         .spitzen_failed = true},
        {{"XSkat -spitze2, clubs with 2: 2, 3, + 2 = 5, x 12", "spitzen.max=1 spitzen.levels=2",
          "C+1", 18, 2, 70, 6, WON, 60, 60, 0, 0},
         .bock = 1},
        {{"XSkat -spitze2, failed", "spitzen.max=1 spitzen.levels=2", "C+1", 18, 2, 70, 6, LOST, 60,
          -120, 0, 0},
         .spitzen_failed = true},
        {{"two of them: 2, 3, + 4 = 7, x 12, reach the bid", "spitzen.max=2 spitzen.levels=2",
          "C+2", 84, 2, 70, 6, WON, 84, 84, 0, 0},
         .bock = 1},
        {{"seven: 1 + 1 + 7 = 9 x 9", "spitzen.max=7", "D+7", 18, 1, 70, 6, WON, 81, 81, 0, 0},
         .bock = 1},
        {{"by hand and schneider announced: 2, 3, 4, 5, 6, + 1 = 7 x 12", "spitzen.max=2", "CHS+1",
          18, 2, 95, 8, WON, 84, 84, 0, 0},
         .bock = 1},
        {{"conceded: they count", "spitzen.max=2", "C+2", 18, 2, 0, 0, LOST, 60, -120, 0,
          SKAT_ENDED_CONCEDED},
         .spitzen_failed = true},
        {{"a defender's fault: declarer wins them", "spitzen.max=2 fault_value=conceded", "C+2", 18,
          2, 0, 0, WON, 60, 60, 0, SKAT_ENDED_DEFENDER_FAULT},
         .spitzen_failed = true},
        {{"Wikipedia 6.1, double: (1 + 1 + 1) x 12 x 2", "spitzen.max=1 schneider_schwarz=double",
          "C+1", 18, 1, 90, 8, WON, 72, 72, 0, 0},
         .bock = 1},
        {{"rum: 2, 3, rum 4, x 12", "rum=true", "C", 18, 2, 70, 6, WON, 48, 48, 0, 0}, .rum = true},
        {{"rum lost", "rum=true", "C", 18, 2, 50, 5, LOST, 48, -96, 0, 0}, .rum = true},
        {{"rum reaches the bid", "rum=true", "C", 48, 2, 70, 6, WON, 48, 48, 0, 0}, .rum = true},
        {{"rum conceded", "rum=true", "C", 18, 2, 0, 0, LOST, 48, -96, 0, SKAT_ENDED_CONCEDED},
         .rum = true},
        {{"rum has no effect in null", "rum=true", "N", 18, 0, 0, 0, WON, 23, 23, 0, 0},
         .rum = true},
        {{"rum in null ouvert", "rum=true", "NO", 18, 0, 0, 1, LOST, 46, -92, 0, 0}, .rum = true},
    };
    (void)state;
    check_variants(cases, COUNT_OF(cases));
}

static void revolution_and_saechsische_spitze_have_values_of_their_own(void **state)
{
    static const struct value_case cases[] = {
        {"Wikipedia, revolution", "revolution=skat", "V", 18, 0, 10, 0, WON, 92, 92, 0, 0},
        {"Wikipedia, revolution lost", "revolution=skat", "V", 18, 0, 10, 1, LOST, 92, -184, 0, 0},
        {"a hand game for lost_hand", "revolution=skat lost_hand=single", "V", 18, 0, 10, 1, LOST,
         92, -92, 0, 0},
        {"revolution conceded", "revolution=skat", "V", 18, 0, 10, 0, LOST, 92, -184, 0,
         SKAT_ENDED_CONCEDED},
        {"Wikipedia, base 20 with 2: 3 x 20", "sachsenspitze_base=20", "P", 18, 2, 70, 6, WON, 60,
         60, 0, 0},
        {"Wikipedia, base 21 with 2: 3 x 21", "sachsenspitze_base=21", "P", 18, 2, 70, 6, WON, 63,
         63, 0, 0},
        {"without 4, schneider: 6 x 20", "sachsenspitze_base=20", "P", 18, -4, 90, 8, WON, 120, 120,
         0, 0},
        {"by hand, schneider announced and made: 1, 2, 3, 4, 5 x 20", "sachsenspitze_base=20",
         "PHS", 18, 1, 90, 8, WON, 100, 100, 0, 0},
        {"ouvert with 4: 11 x 20", "sachsenspitze_base=20", "POH", 18, 4, 120, 10, WON, 220, 220, 0,
         0},
        {"grand_ouvert_base is not for it", "sachsenspitze_base=20 grand_ouvert_base=36", "POH", 18,
         4, 120, 10, WON, 220, 220, 0, 0},
        {"lost: 2 x 20", "sachsenspitze_base=20", "P", 18, 1, 60, 5, LOST, 40, -80, 0, 0},
        {"overbid: 60 raised to 80", "sachsenspitze_base=20", "PH", 66, 1, 70, 6, OVERBID, 80, -160,
         0, 0},
        {"overbid: 42 raised to 63", "sachsenspitze_base=21", "P", 44, 1, 70, 6, OVERBID, 63, -126,
         0, 0},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* ---- section 8: scoring `opponents` (Dutch text) ---- */

static void opponents_charges_hand_games_once_and_others_twice(void **state)
{
    static const struct variant_case cases[] = {
        {{"won", "scoring=opponents", "H", 18, 1, 70, 6, WON, 20, 20, 0, 0}, .bock = 1},
        {{"lost with the skat: twice", "scoring=opponents", "H", 18, 1, 50, 5, LOST, 20, -40, 0, 0},
         .bock = 1},
        {{"lost by hand: once, whatever lost_hand says", "scoring=opponents lost_hand=double", "HH",
          18, 1, 50, 5, LOST, 30, -30, 0, 0},
         .bock = 1},
        {{"and so with single", "scoring=opponents lost_hand=single", "HH", 18, 1, 50, 5, LOST, 30,
          -30, 0, 0},
         .bock = 1},
        {{"null hand: once", "scoring=opponents", "NH", 18, 0, 10, 1, LOST, 35, -35, 0, 0},
         .bock = 1},
        {{"revolution is by hand: once", "scoring=opponents revolution=skat", "V", 18, 0, 10, 1,
          LOST, 92, -92, 0, 0},
         .bock = 1},
        {{"played out and overbid: raised to 45", "scoring=opponents", "D", 40, 1, 70, 6, OVERBID,
          45, -90, 0, 0},
         .bock = 1},
        {{"conceded, the value below the bid: twice the bid", "scoring=opponents", "D", 40, 1, 0, 0,
          LOST, 40, -80, 0, SKAT_ENDED_CONCEDED},
         .bock = 1},
        {{"conceded, the value is the bid", "scoring=opponents", "D", 18, 1, 0, 0, LOST, 18, -36, 0,
          SKAT_ENDED_CONCEDED},
         .bock = 1},
        {{"conceded by hand below the bid: raised, once", "scoring=opponents", "DH", 40, 1, 0, 0,
          LOST, 45, -45, 0, SKAT_ENDED_CONCEDED},
         .bock = 1},
        {{"declarer's fault: the same",
          "scoring=opponents decided_game=forfeited fault_value=conceded", "D", 40, 1, 0, 0, LOST,
          40, -80, 0, SKAT_ENDED_DECLARER_FAULT},
         .bock = 1},
        {{"kontra and bock: 2 x 40 x 2 x 2", "scoring=opponents", "D", 40, 1, 0, 0, LOST, 40, -320,
          0, SKAT_ENDED_CONCEDED},
         .kontra = 1,
         .bock = 2},
        {{"classic raises it", "scoring=classic", "D", 40, 1, 0, 0, LOST, 45, -90, 0,
          SKAT_ENDED_CONCEDED},
         .bock = 1},
    };
    (void)state;
    check_variants(cases, COUNT_OF(cases));
}

/* Under `opponents` the summary still counts what classic scoring would charge (results format). */
static void classic_values_do_not_know_opponents(void **state)
{
    static const struct {
        struct value_case is;
        int classic;
    } cases[] = {
        {{"lost by hand, once and twice", "scoring=opponents", "HH", 18, 1, 50, 5, LOST, 30, -30, 0,
          0},
         -60},
        {{"lost by hand, once and three times", "scoring=opponents lost_factor=3", "HH", 18, 1, 50,
          5, LOST, 30, -30, 0, 0},
         -90},
        {{"lost by hand, once in both", "scoring=opponents lost_hand=single", "HH", 18, 1, 50, 5,
          LOST, 30, -30, 0, 0},
         -30},
        {{"conceded below the bid: 40, and 45", "scoring=opponents", "D", 40, 1, 0, 0, LOST, 40,
          -80, 0, SKAT_ENDED_CONCEDED},
         -90},
        {{"declarer's fault below the bid: 40, and 45",
          "scoring=opponents decided_game=forfeited fault_value=conceded", "D", 40, 1, 0, 0, LOST,
          40, -80, 0, SKAT_ENDED_DECLARER_FAULT},
         -90},
        {{"won", "scoring=opponents", "H", 18, 1, 70, 6, WON, 20, 20, 0, 0}, 20},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_facts facts = facts_of(&cases[i].is);
        struct skat_rules rules;
        struct skat_result got;
        check_facts(&cases[i].is, &facts);
        rules_of(&rules, cases[i].is.options);
        skat_value(&rules, &facts, &got);
        if (got.classic_value != cases[i].classic)
            fail_msg("%s: classic value %d, want %d", cases[i].is.from, got.classic_value,
                     cases[i].classic);
    }
}

/* Forehand declares and rearhand's seat is one of three, or sits beside one or two others. */
static void scorings_say_who_is_charged(void **state)
{
    static const struct {
        const char *from;
        enum skat_scoring scoring;
        bool won;
        int signed_value;
        int want[3], sitting;
        const char *options;
    } cases[] = {
        {"Swedish text, classic, won", SKAT_SCORING_CLASSIC, true, 40, {40, 0, 0}, 0, NULL},
        {"Swedish text, classic, lost", SKAT_SCORING_CLASSIC, false, -80, {-80, 0, 0}, 0, NULL},
        {"Swedish text, Seeger and Fabian, won: the extras come later",
         SKAT_SCORING_SEEGER_FABIAN,
         true,
         40,
         {40, 0, 0},
         0,
         NULL},
        {"Swedish text, Seeger and Fabian, lost",
         SKAT_SCORING_SEEGER_FABIAN,
         false,
         -80,
         {-80, 0, 0},
         0,
         NULL},
        {"Wikipedia, minus, won: every other player, the sitting too",
         SKAT_SCORING_MINUS,
         true,
         40,
         {0, -40, -40},
         -40,
         NULL},
        {"Wikipedia, minus, lost", SKAT_SCORING_MINUS, false, -80, {-80, 0, 0}, 0, NULL},
        {"Dutch text, opponents, won", SKAT_SCORING_OPPONENTS, true, 40, {40, 0, 0}, 0, NULL},
        {"Dutch text, opponents, lost: the active ones",
         SKAT_SCORING_OPPONENTS,
         false,
         -80,
         {0, 80, 80},
         0,
         NULL},
        {"Dutch text, opponents, the fourth shares in the loss",
         SKAT_SCORING_OPPONENTS,
         false,
         -80,
         {0, 80, 80},
         80,
         "sitting_share=true"},
        {"Dutch text, opponents, won with a fourth",
         SKAT_SCORING_OPPONENTS,
         true,
         40,
         {40, 0, 0},
         0,
         "sitting_share=true"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game = {.rules = &rules, .table = {.declarer = 0}, .fault = SKAT_NOBODY};
        rules_of(&rules, cases[i].options);
        struct skat_result result = {.won = cases[i].won,
                                     .signed_value = cases[i].signed_value,
                                     .classic_value = cases[i].signed_value};
        int32_t score[SKAT_PLAYERS];
        int32_t sitting = skat_game_scores(&game, &result, cases[i].scoring, score);
        check_score(cases[i].from, cases[i].scoring, score, cases[i].want, sitting,
                    cases[i].sitting);
    }
}

/* rules.md 7.4, ramsch: alike in every scoring, but for a march in `minus`. */
static void ramsch_is_charged_in_every_scoring(void **state)
{
    static const struct {
        const char *from;
        enum skat_scoring scoring;
        uint8_t points[3], tricks[3];
        int want[3], sitting;
    } cases[] = {
        {"classic", SKAT_SCORING_CLASSIC, {60, 40, 20}, {4, 3, 3}, {-60, 0, 0}, 0},
        {"Seeger and Fabian: no extras",
         SKAT_SCORING_SEEGER_FABIAN,
         {60, 40, 20},
         {4, 3, 3},
         {-60, 0, 0},
         0},
        {"minus", SKAT_SCORING_MINUS, {60, 40, 20}, {4, 3, 3}, {-60, 0, 0}, 0},
        {"opponents", SKAT_SCORING_OPPONENTS, {60, 40, 20}, {4, 3, 3}, {-60, 0, 0}, 0},
        {"classic, march", SKAT_SCORING_CLASSIC, {0, 120, 0}, {0, 10, 0}, {0, 120, 0}, 0},
        {"minus, march: every other seat",
         SKAT_SCORING_MINUS,
         {0, 120, 0},
         {0, 10, 0},
         {-120, 0, -120},
         -120},
        {"opponents, march", SKAT_SCORING_OPPONENTS, {0, 120, 0}, {0, 10, 0}, {0, 120, 0}, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_game game = {.table = {.declarer = SKAT_NOBODY}, .fault = SKAT_NOBODY};
        struct skat_ramsch_facts facts = {.last_trick = {7, 8, 9}, .bock = 1};
        struct skat_rules rules;
        struct skat_result result;
        int32_t score[SKAT_PLAYERS];
        rules_of(&rules, "passed_in=ramsch");
        memcpy(facts.points, cases[i].points, sizeof facts.points);
        memcpy(facts.tricks, cases[i].tricks, sizeof facts.tricks);
        memset(&result, 0x55, sizeof result);
        skat_value_ramsch(&rules, &facts, &result);
        int32_t sitting = skat_game_scores(&game, &result, cases[i].scoring, score);
        check_score(cases[i].from, cases[i].scoring, score, cases[i].want, sitting,
                    cases[i].sitting);
    }
}

static void a_fault_in_ramsch_costs_120(void **state)
{
    struct skat_rules rules;
    (void)state;
    rules_of(&rules, "fault_value=conceded");
    for (int bock = 1; bock <= 3; bock++) {
        struct skat_undeclared_facts facts = {.is_ramsch = true,
                                              .may_be_ramsch = true,
                                              .ramsch = {.points = {14, 0, 0},
                                                         .tricks = {1, 0, 0},
                                                         .last_trick = {0, -1, -1},
                                                         .skat_points = 10,
                                                         .unseen = 2,
                                                         .bock = (uint8_t)bock}};
        struct skat_result got;
        memset(&got, 0x55, sizeof got);
        skat_value_undeclared_fault(&rules, &facts, &got);
        assert_int_equal(got.value, 120);
        assert_int_equal(got.signed_value, -120 * bock);
        assert_int_equal(got.bock, bock);
        assert_int_equal(got.won, -1);
        assert_int_equal(got.ramsch.points[0], 14); /* in tricks so far, no skat */
        assert_int_equal(got.ramsch.tricks[0], 1);
    }
}

/* ---- section 4: concession; section 8: faults ---- */

static void concession_counts_only_what_was_announced(void **state)
{
    static const struct value_case cases[] = {
        {"Swedish text, simple game", "", "H", 18, 2, 0, 0, LOST, 30, -60, 0, SKAT_ENDED_CONCEDED},
        {"Swedish text, no schneider for few points", "", "H", 18, 2, 4, 0, LOST, 30, -60, 0,
         SKAT_ENDED_CONCEDED},
        {"Swedish text, no schneider for many points", "", "H", 18, 2, 95, 1, LOST, 30, -60, 0,
         SKAT_ENDED_CONCEDED},
        {"Swedish text, hand counts", "", "HH", 18, 2, 0, 0, LOST, 40, -80, 0, SKAT_ENDED_CONCEDED},
        {"rules.md 4, schneider announced counts", "", "HHS", 18, 2, 0, 0, LOST, 60, -120, 0,
         SKAT_ENDED_CONCEDED},
        {"rules.md 4, schwarz announced counts", "", "HHZ", 18, 2, 0, 0, LOST, 80, -160, 0,
         SKAT_ENDED_CONCEDED},
        {"rules.md 4, ouvert counts", "", "HOH", 18, 2, 0, 0, LOST, 90, -180, 0,
         SKAT_ENDED_CONCEDED},
        {"rules.md 4, ladder needs a schwarz", "hand_schwarz=ladder", "HH", 18, 2, 0, 0, LOST, 40,
         -80, 0, SKAT_ENDED_CONCEDED},
        {"Swedish text, then overbid", "", "D", 40, 1, 0, 0, LOST, 45, -90, 0, SKAT_ENDED_CONCEDED},
        {"rules.md 4, then the loss factor", "lost_factor=3", "H", 18, 2, 0, 0, LOST, 30, -90, 0,
         SKAT_ENDED_CONCEDED},
        {"rules.md 4, null: its fixed value", "", "NO", 18, 0, 0, 0, LOST, 46, -92, 0,
         SKAT_ENDED_CONCEDED},
        {"rules.md 6, overbid_hand hand", "overbid_hand=hand", "DH", 45, 1, 0, 0, LOST, 45, -90, -3,
         SKAT_ENDED_CONCEDED},
        {"rules.md 6, overbid_hand skat", "overbid_hand=skat", "DH", 45, 1, 0, 0, LOST, 27, -54, -3,
         SKAT_ENDED_CONCEDED},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* With fault_value conceded, here and below; test_fault_value.c has the other. */
static void faults_cost_what_a_concession_would(void **state)
{
    static const struct value_case cases[] = {
        {"rules.md 8.3, declarer at fault", "decided_game=forfeited fault_value=conceded", "HHS",
         18, 2, 100, 9, LOST, 60, -120, 0, SKAT_ENDED_DECLARER_FAULT},
        {"rules.md 8.3, declarer at fault, overbid", "decided_game=forfeited fault_value=conceded",
         "D", 40, 1, 100, 9, LOST, 45, -90, 0, SKAT_ENDED_DECLARER_FAULT},
        {"rules.md 8.3, declarer at fault, hand single",
         "lost_hand=single decided_game=forfeited fault_value=conceded", "DH", 18, 1, 100, 9, LOST,
         27, -27, 0, SKAT_ENDED_DECLARER_FAULT},
        {"rules.md 8.3, declarer at fault in null", "fault_value=conceded", "N", 18, 0, 0, 0, LOST,
         23, -46, 0, SKAT_ENDED_DECLARER_FAULT},
        {"rules.md 8.3, defender at fault", "fault_value=conceded", "H", 18, 2, 0, 0, WON, 30, 30,
         0, SKAT_ENDED_DEFENDER_FAULT},
        {"rules.md 8.3, defender at fault, announced", "fault_value=conceded", "HHS", 18, 2, 60, 6,
         WON, 60, 60, 0, SKAT_ENDED_DEFENDER_FAULT},
        {"rules.md 8.3, defender at fault, value of a concession is raised",
         "decided_game=forfeited fault_value=conceded", "D", 40, 1, 60, 6, WON, 45, 45, 0,
         SKAT_ENDED_DEFENDER_FAULT},
        {"rules.md 8.3, defender at fault in null", "fault_value=conceded", "NOH", 18, 0, 0, 0, WON,
         59, 59, 0, SKAT_ENDED_DEFENDER_FAULT},
        {"jskat 202, not -1 but the game's value", "fault_value=conceded", "G", 18, 4, 0, 0, WON,
         120, 120, 0, SKAT_ENDED_DEFENDER_FAULT},
    };
    (void)state;
    check_values(cases, COUNT_OF(cases));
}

/* rules.md 8.3: who has won when a fault ends a game. `rest` is what nobody has taken. */
struct decided_case {
    const char *from, *options, *code;
    int bid, matadors, points, tricks, rest_points, rest_tricks;
    enum skat_decided want;
    int signed_value; /* of a decided game, whoever is at fault */
};

/* The same with what only variants have (rules.md 7). */
struct decided_variant {
    struct decided_case is;
    int gifts_refused, kontra;
    bool spitzen_failed, spitzen_lost;
};

static struct skat_facts facts_of_decided(const struct decided_variant *variant)
{
    const struct decided_case *c = &variant->is;

    return (struct skat_facts){
        .announced = true,
        .contract = contract_of(c->code),
        .bid = c->bid,
        .matadors = c->matadors,
        .matadors_hand = c->matadors,
        .points = c->points,
        .tricks = c->tricks,
        .picked_up = !(contract_of(c->code).with & SKAT_WITH_HAND),
        .bock = 1,
        .rest_points = c->rest_points,
        .rest_tricks = c->rest_tricks,
        .gifts_refused = variant->gifts_refused,
        .kontra = variant->kontra,
        .spitzen_failed = variant->spitzen_failed,
        .spitzen_lost = variant->spitzen_lost,
    };
}

/* What either fault makes of it, by both rules. */
static void check_decided(const struct decided_variant *variant)
{
    const struct decided_case *c = &variant->is;
    struct skat_rules rules;
    struct skat_facts facts = facts_of_decided(variant);

    rules_of(&rules, c->options);
    rules.fault_value = SKAT_FAULT_CONCEDED;
    if (skat_value_decided(&rules, &facts) != c->want)
        fail_msg("%s: decided %d, want %d", c->from, skat_value_decided(&rules, &facts), c->want);
    for (int declarer = 0; declarer < 2; declarer++)
        for (int rule = SKAT_DECIDED_STANDS; rule <= SKAT_DECIDED_FORFEITED; rule++) {
            struct skat_result got;
            bool stands = rule == SKAT_DECIDED_STANDS && c->want != SKAT_UNDECIDED;
            rules.decided_game = rule;
            facts.ending = declarer ? SKAT_ENDED_DECLARER_FAULT : SKAT_ENDED_DEFENDER_FAULT;
            skat_value(&rules, &facts, &got);
            if (got.won != (stands ? c->want == SKAT_DECIDED_WON : !declarer) ||
                (stands && got.signed_value != c->signed_value) || got.points != c->points)
                fail_msg("%s, fault of %s, rule %d: won %d, %d", c->from,
                         declarer ? "declarer" : "a defender", rule, got.won, got.signed_value);
        }
}

static void a_fault_changes_nothing_in_a_decided_game(void **state)
{
    static const struct decided_case cases[] = {
        {"ISkO 4.1.3, 61 points: won simply", "", "H", 18, 2, 61, 5, 30, 3, SKAT_DECIDED_WON, 30},
        {"ISkO 4.1.4, 60 points", "", "H", 18, 2, 60, 5, 30, 3, SKAT_UNDECIDED, 0},
        {"ISkO 4.1.3, with 90 points they are schneider", "", "H", 18, 2, 90, 8, 10, 1,
         SKAT_DECIDED_WON, 40},
        {"89 are not, though nobody else has any", "", "H", 18, 2, 89, 8, 31, 2, SKAT_DECIDED_WON,
         30},
        {"90 of 91", "schneider_points=91", "H", 18, 2, 90, 8, 10, 1, SKAT_DECIDED_WON, 30},
        {"nine tricks are not schwarz", "", "H", 18, 2, 120, 9, 0, 1, SKAT_DECIDED_WON, 40},
        {"after the last card they are", "", "H", 18, 2, 120, 10, 0, 0, SKAT_DECIDED_WON, 50},
        {"ISkO 4.1.3, the defenders have 60", "", "H", 18, 2, 31, 3, 29, 3, SKAT_DECIDED_LOST, -60},
        {"the defenders have 59", "", "H", 18, 2, 31, 3, 30, 3, SKAT_UNDECIDED, 0},
        {"the defenders have 90: schneider", "", "H", 18, 2, 0, 0, 30, 3, SKAT_DECIDED_LOST, -80},
        {"the defenders have 89", "", "H", 18, 2, 0, 0, 31, 3, SKAT_DECIDED_LOST, -60},
        {"null: declarer has a trick", "", "N", 18, 0, 4, 1, 110, 9, SKAT_DECIDED_LOST, -46},
        {"null: one trick left", "", "N", 18, 0, 0, 0, 10, 1, SKAT_UNDECIDED, 0},
        {"null: none left", "", "N", 18, 0, 0, 0, 0, 0, SKAT_DECIDED_WON, 23},
        {"schneider announced: 89", "", "HHS", 18, 2, 89, 8, 31, 2, SKAT_UNDECIDED, 0},
        {"schneider announced: 90", "", "HHS", 18, 2, 90, 8, 30, 2, SKAT_DECIDED_WON, 60},
        {"schneider announced: the defenders have 31", "", "HHS", 18, 2, 80, 7, 9, 1,
         SKAT_DECIDED_LOST, -120},
        {"schwarz announced: nine tricks", "", "HHZ", 18, 2, 120, 9, 0, 1, SKAT_UNDECIDED, 0},
        {"schwarz announced: all tricks", "", "HHZ", 18, 2, 120, 10, 0, 0, SKAT_DECIDED_WON, 80},
        {"schwarz announced: the defenders have one of no points", "", "HHZ", 18, 2, 60, 6, 60, 3,
         SKAT_DECIDED_LOST, -160},
        {"ouvert: the same", "", "HOH", 18, 2, 60, 6, 60, 3, SKAT_DECIDED_LOST, -180},
        {"61, but the bid needs schneider, which can still be made", "", "H", 40, 2, 61, 6, 59, 4,
         SKAT_UNDECIDED, 0},
        {"61, and the bid needs schneider, which cannot be made", "", "H", 40, 2, 61, 6, 28, 3,
         SKAT_DECIDED_LOST, -80},
        {"90, and the bid needs schneider", "", "H", 40, 2, 90, 8, 20, 1, SKAT_DECIDED_WON, 40},
        {"the bid needs schwarz, and the defenders have a trick", "", "H", 50, 2, 90, 8, 20, 1,
         SKAT_DECIDED_LOST, -100},
        {"overbid at any rate, before the first card (ISkO 5.4.2)", "", "D", 40, 1, 0, 0, 120, 10,
         SKAT_DECIDED_LOST, -90},
        {"overbid by hand, jack in the skat", "overbid_hand=hand", "DH", 54, -1, 0, 0, 120, 10,
         SKAT_DECIDED_LOST, -108},
        {"spitze: made", "spitzen.max=1", "H+1", 18, 2, 80, 8, 0, 0, SKAT_DECIDED_WON, 40},
        {"opponents, an overbid game is lost, not given up", "scoring=opponents", "D", 40, 1, 0, 0,
         120, 10, SKAT_DECIDED_LOST, -90},
        {"lost by hand, once", "lost_hand=single", "HH", 18, 2, 31, 3, 29, 3, SKAT_DECIDED_LOST,
         -40},
    };
    static const struct decided_variant variants[] = {
        {{"rules.md 7.1, kontra doubles", "kontra.levels=1", "H", 18, 2, 61, 5, 30, 3,
          SKAT_DECIDED_WON, 60},
         .kontra = 1},
        {{"gift refused: 89", "schenken=all", "H", 18, 2, 89, 8, 31, 2, SKAT_UNDECIDED, 0},
         .gifts_refused = 1},
        {{"gift refused: the defenders have 31", "schenken=all", "H", 18, 2, 80, 7, 9, 1,
          SKAT_DECIDED_LOST, -100},
         .gifts_refused = 1},
        {{"two gifts refused: one trick lost", "schenken=all", "H", 18, 2, 110, 8, 10, 1,
          SKAT_DECIDED_LOST, -140},
         .gifts_refused = 2},
        {{"spitze: 61, but the last trick is to come", "spitzen.max=1", "H+1", 18, 2, 100, 9, 20, 1,
          SKAT_UNDECIDED, 0},
         .spitzen_failed = true},
        {{"spitze: the seven is gone", "spitzen.max=1", "H+1", 18, 2, 61, 5, 30, 3,
          SKAT_DECIDED_LOST, -80},
         .spitzen_failed = true,
         .spitzen_lost = true},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct decided_variant plain = {.is = cases[i]};
        check_decided(&plain);
    }
    for (size_t i = 0; i < COUNT_OF(variants); i++)
        check_decided(&variants[i]);
}

/* rules.md 8.3: that a game is decided is a matter of the rest alone, and of nobody's fault. */
static void a_game_without_a_rest_is_decided(void **state)
{
    static const char *const codes[] = {"D", "CH", "GHS", "GHZ", "HO", "N", "NOH"};
    struct skat_rules rules;
    (void)state;
    rules_of(&rules, "");
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        for (int points = 0; points <= 120; points++)
            for (int tricks = 0; tricks <= 10; tricks++) {
                const struct decided_variant played = {.is = {.code = codes[i],
                                                              .bid = 36,
                                                              .matadors = 2,
                                                              .points = points,
                                                              .tricks = tricks}};
                struct skat_facts facts = facts_of_decided(&played);
                struct skat_result result;
                skat_value(&rules, &facts, &result);
                assert_int_equal(skat_value_decided(&rules, &facts),
                                 result.won ? SKAT_DECIDED_WON : SKAT_DECIDED_LOST);
            }
}

static void faults_before_the_announcement_are_worth_the_bid(void **state)
{
    static const struct {
        const char *from, *options;
        int bid;
        enum skat_ending ending;
        int won, signed_value;
    } cases[] = {
        {"rules.md 8, no auction: the lowest value", "", 0, SKAT_ENDED_DECLARER_FAULT, 0, -36},
        {"rules.md 8.3, declarer, bid 18", "", 18, SKAT_ENDED_DECLARER_FAULT, 0, -36},
        {"rules.md 8.3, declarer, bid 33", "", 33, SKAT_ENDED_DECLARER_FAULT, 0, -66},
        {"rules.md 8.3, declarer, lost_factor 1", "lost_factor=1", 33, SKAT_ENDED_DECLARER_FAULT, 0,
         -33},
        {"rules.md 8.3, no hand game was announced", "lost_hand=single", 33,
         SKAT_ENDED_DECLARER_FAULT, 0, -66},
        {"rules.md 8.3, defender, bid 33", "", 33, SKAT_ENDED_DEFENDER_FAULT, 1, 33},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_result got;
        struct skat_facts facts = {.bid = cases[i].bid, .ending = cases[i].ending, .bock = 1};
        rules_of(&rules, cases[i].options);
        rules.fault_value = SKAT_FAULT_CONCEDED;
        skat_value(&rules, &facts, &got);
        int value = cases[i].bid ? cases[i].bid : 18;
        if (got.value != value || got.signed_value != cases[i].signed_value ||
            got.won != cases[i].won)
            fail_msg("%s: won %d value %d signed %d", cases[i].from, got.won, got.value,
                     got.signed_value);
    }
}

static void deals_without_declarer_charge_only_the_offender(void **state)
{
    static const struct {
        const char *from;
        int bid;
        bool fault;
        int signed_value;
        int bock;
    } cases[] = {
        {"rules.md 3, passed in is void", 0, false, 0, 1},
        {"rules.md 8, in the auction 2 x 18 at least", 0, true, -36, 1},
        {"rules.md 8, bid 18", 18, true, -36, 1},
        {"rules.md 8, bid 20", 20, true, -40, 1},
        {"rules.md 8, bid 120", 120, true, -240, 1},
        {"rules.md 8, bock counts on: 2 x 20 x 2", 20, true, -80, 2},
        {"rules.md 8, passed in in a bock round", 0, false, 0, 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_result got;
        const struct skat_undeclared_facts facts = {.may_be_declared = true,
                                                    .bid = cases[i].bid,
                                                    .ramsch = {.bock = (uint8_t)cases[i].bock}};
        rules_of(&rules, "fault_value=conceded");
        memset(&got, 0x55, sizeof got);
        if (cases[i].fault)
            skat_value_undeclared_fault(&rules, &facts, &got);
        else
            skat_value_passed_in(cases[i].bock, &got);
        if (got.signed_value != cases[i].signed_value || got.won != -1 || got.overbid)
            fail_msg("%s: won %d signed %d", cases[i].from, got.won, got.signed_value);
    }
}

static void points_needed_follow_the_announcement(void **state)
{
    static const struct {
        const char *from, *options, *code;
        int want;
    } cases[] = {
        {"Swedish text, suit", "", "H", 61},
        {"Swedish text, hand", "", "GH", 61},
        {"Swedish text, schneider announced", "", "GHS", 90},
        {"Turnéskat text, schneider announced", "schneider_points=91", "GHS", 91},
        {"Turnéskat text, nothing announced", "schneider_points=91", "GH", 61},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        rules_of(&rules, cases[i].options);
        int got = skat_points_needed(&rules, contract_of(cases[i].code));
        if (got != cases[i].want)
            fail_msg("%s: got %d, want %d", cases[i].from, got, cases[i].want);
    }
}

/* ---- levels by name, words ---- */

static void levels_are_named_in_the_log(void **state)
{
    static const struct {
        const char *from, *options, *code;
        int points, tricks;
        const char *want;
    } cases[] = {
        {"simple", "", "H", 61, 6, ""},
        {"schneider", "", "H", 95, 9, "schneider "},
        {"schneider suffered", "", "H", 20, 2, "schneider "},
        {"schwarz includes schneider", "", "H", 120, 10, "schneider schwarz "},
        {"hand", "", "HH", 61, 6, "hand "},
        {"schneider announced, failed", "", "HHS", 70, 6, "hand schneider schneider_announced "},
        {"ouvert, failed", "", "GOH", 70, 6,
         "hand schneider schneider_announced schwarz schwarz_announced ouvert "},
        {"Swedish text, ladder", "hand_schwarz=ladder", "HH", 120, 10,
         "hand schneider schneider_announced schwarz "},
        {"null has none", "", "NOH", 0, 0, ""},
        {"spitzen are counted apart", "spitzen.max=2", "H+2", 61, 6, ""},
        {"sächsische Spitze", "sachsenspitze_base=20", "PHS", 95, 9,
         "hand schneider schneider_announced "},
        {"revolution has none", "revolution=skat", "V", 0, 0, ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[128] = "";
        struct skat_rules rules;
        struct skat_result result;
        struct value_case c = {.code = cases[i].code,
                               .bid = 18,
                               .matadors = 1,
                               .points = cases[i].points,
                               .tricks = cases[i].tricks};
        struct skat_facts facts = facts_of(&c);
        if (strchr("NV", *cases[i].code))
            facts.matadors = facts.matadors_hand = 0;
        rules_of(&rules, cases[i].options);
        skat_value(&rules, &facts, &result);
        for (int level = 0; level < SKAT_LEVELS; level++)
            if (result.levels >> level & 1)
                strcat(strcat(got, skat_level_names[level]), " ");
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: levels \"%s\", want \"%s\"", cases[i].from, got, cases[i].want);
    }
}

/* The numbers of a text, in order. */
static void numbers_in(const char *text, char *numbers, size_t size)
{
    size_t length = 0;
    *numbers = 0;
    while (*text && length + 12 < size)
        if (*text >= '0' && *text <= '9') {
            char *end;
            length +=
                (size_t)snprintf(numbers + length, size - length, "%ld ", strtol(text, &end, 10));
            text = end;
        } else
            text++;
}

static void check_words(const char *from, const char *options, const struct skat_facts *facts,
                        const char *want_numbers, const char *want)
{
    struct skat_rules rules;
    struct skat_result result;
    char got[SKAT_WORDS_SIZE], numbers[128];
    rules_of(&rules, options);
    skat_value(&rules, facts, &result);
    assert_ptr_equal(skat_value_words(facts, &result, got), got);
    numbers_in(got, numbers, sizeof numbers);
    if (strcmp(numbers, want_numbers) != 0)
        fail_msg("%s: \"%s\", want the numbers %s", from, got, want_numbers);
    if (want && strcmp(got, want) != 0)
        fail_msg("%s: \"%s\", want \"%s\"", from, got, want);
}

struct words_case {
    struct value_case facts; /* its outcome is not looked at here */
    const char *numbers;     /* of the count as the source says it */
    const char *words;       /* NULL: only the numbers are given by the source */
};

static void the_count_is_said_as_the_sources_say_it(void **state)
{
    static const struct words_case cases[] = {
        {{"Swedish text, hearts without 2 won schneider", "", "H", 18, -2, 95, 9, WON, 0, 0, 0, 0},
         "2 3 4 10 40 ",
         "without 2, game 3, schneider 4, times 10 hearts: 40"},
        {{"Swedish text, clubs hand with 4, schneider", "", "CH", 18, 4, 92, 9, WON, 0, 0, 0, 0},
         "4 5 6 7 12 84 ",
         "with 4, game 5, hand 6, schneider 7, times 12 clubs: 84"},
        {{"Swedish text, clubs hand with 5, schwarz, ladder", "hand_schwarz=ladder", "CH", 18, 5,
          120, 10, WON, 0, 0, 0, 0},
         "5 6 7 8 9 10 12 120 ",
         NULL},
        {{"Swedish text, grand ouvert with 4", "", "GOH", 18, 4, 120, 10, WON, 0, 0, 0, 0},
         "4 5 6 7 8 9 10 11 24 264 ",
         NULL},
        {{"Swedish text, grand ouvert with 4, base 36", "grand_ouvert_base=36", "GOH", 18, 4, 120,
          10, WON, 0, 0, 0, 0},
         "4 5 6 7 8 9 10 36 360 ",
         NULL},
        {{"Swedish text, spades with 1, lost schneider", "", "S", 18, 1, 25, 3, LOST, 0, 0, 0, 0},
         "1 2 3 11 33 66 ",
         "with 1, game 2, schneider 3, times 11 spades: 33, lost 66"},
        {{"Swedish text, spades hand with 1, schneider announced, 85", "", "SHS", 18, 1, 85, 8,
          LOST, 0, 0, 0, 0},
         "1 2 3 4 5 11 55 110 ",
         NULL},
        {{"XSkat -spitze2", "spitzen.max=1 spitzen.levels=2", "C+1", 18, 2, 70, 6, WON, 0, 0, 0, 0},
         "2 3 1 5 12 60 ",
         "with 2, game 3, 1 spitze 5, times 12 clubs: 60"},
        {{"Swedish text, null hand lost", "", "NH", 18, 0, 0, 1, LOST, 0, 0, 0, 0}, "35 70 ", NULL},
        {{"Swedish text, bid 40, diamonds hand with 1", "", "DH", 40, 1, 73, 7, OVERBID, 0, 0, 0,
          0},
         "1 2 3 9 27 40 45 90 ",
         "with 1, game 2, hand 3, times 9 diamonds: 27, bid 40: raised to 45, lost 90"},
        {{"Turnéskat text, hearts hand announced, lost schwarz", "", "HHS", 18, 2, 4, 0, LOST, 0, 0,
          0, 0},
         "2 3 4 5 6 7 10 70 140 ",
         NULL},
        {{"Dutch text, spades hand without 3, 91 points", "", "SH", 18, -3, 91, 8, WON, 0, 0, 0, 0},
         "3 4 5 6 11 66 ",
         "without 3, game 4, hand 5, schneider 6, times 11 spades: 66"},
        {{"Dutch text, the same with SJ in the skat", "", "SH", 18, -1, 91, 8, WON, 0, 0, 0, 0},
         "1 2 3 4 11 44 ",
         "without 1, game 2, hand 3, schneider 4, times 11 spades: 44"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_facts facts = facts_of(&cases[i].facts);
        check_words(cases[i].facts.from, cases[i].facts.options, &facts, cases[i].numbers,
                    cases[i].words);
    }
}

static void the_count_of_variants_is_said(void **state)
{
    static const struct {
        struct variant_case facts; /* as above */
        const char *numbers, *words;
    } cases[] = {
        {{{"Swedish text, bid 30, clubs with 1, kontra", "", "C", 30, 1, 70, 6, OVERBID, 0, 0, 0,
           0},
          .kontra = 1},
         "1 2 12 24 30 36 72 144 ",
         "with 1, game 2, times 12 clubs: 24, bid 30: raised to 36, lost 72, kontra 144"},
        {{{"Swedish text, grand with 3, refused", "", "G", 18, 3, 80, 8, LOST, 0, 0, 0, 0},
          .gifts_refused = 1},
         "3 4 5 6 24 144 288 ",
         NULL},
        {{{"Swedish text, diamonds with 1 won, kontra and re", "", "D", 18, 1, 70, 6, WON, 0, 0, 0,
           0},
          .kontra = 2},
         "1 2 9 18 36 72 ",
         NULL},
        {{{"bock", "", "D", 18, 1, 70, 6, WON, 0, 0, 0, 0}, .bock = 2}, "1 2 9 18 36 ", NULL},
        {{{"rum", "rum=true", "C", 18, 2, 70, 6, WON, 0, 0, 0, 0}, .rum = true},
         "2 3 4 12 48 ",
         "with 2, game 3, rum 4, times 12 clubs: 48"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct value_case *c = &cases[i].facts.is;
        struct skat_facts facts = facts_of_variant(&cases[i].facts);
        check_words(c->from, c->options, &facts, cases[i].numbers, cases[i].words);
    }
}

static void doublings_have_names(void **state)
{
    static const char *const names[] = {"kontra", "re",    "supra",  "hirsch",
                                        "blatt",  "lachs", "schuss", "doubled again"};
    (void)state;
    for (int level = 0; level < SKAT_KONTRA_LEVELS_MAX; level++)
        assert_string_equal(skat_doubling_name(level), names[level]); /* Wikipedia 6.1 */
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(doublings_have_names),
        cmocka_unit_test(worked_examples_have_their_values),
        cmocka_unit_test(worked_examples_with_cards_have_their_values),
        cmocka_unit_test(matadors_are_counted_from_the_club_jack_down),
        cmocka_unit_test(most_matadors_depend_on_game_and_option),
        cmocka_unit_test(jacks_option_ends_the_run_in_a_game),
        cmocka_unit_test(thresholds_are_where_the_rulebook_puts_them),
        cmocka_unit_test(announcements_count_won_or_lost),
        cmocka_unit_test(hand_schwarz_ladder_counts_the_announcement_between),
        cmocka_unit_test(overbid_games_are_raised_to_the_bid),
        cmocka_unit_test(overbid_hand_lets_the_ten_cards_decide),
        cmocka_unit_test(overbid_hand_skat_charges_the_bid_where_only_the_skat_reaches_it),
        cmocka_unit_test(lost_games_cost_the_factor),
        cmocka_unit_test(grand_ouvert_may_be_a_game_of_its_own),
        cmocka_unit_test(null_games_have_fixed_values),
        cmocka_unit_test(worked_examples_of_the_variants_have_their_values),
        cmocka_unit_test(doublings_multiply_what_was_won_or_lost),
        cmocka_unit_test(refused_gifts_raise_the_level_and_the_goal),
        cmocka_unit_test(an_accepted_gift_wins_if_the_value_reaches_the_bid),
        cmocka_unit_test(spitzen_and_rum_are_levels),
        cmocka_unit_test(revolution_and_saechsische_spitze_have_values_of_their_own),
        cmocka_unit_test(opponents_charges_hand_games_once_and_others_twice),
        cmocka_unit_test(classic_values_do_not_know_opponents),
        cmocka_unit_test(scorings_say_who_is_charged),
        cmocka_unit_test(ramsch_is_charged_in_every_scoring),
        cmocka_unit_test(a_fault_in_ramsch_costs_120),
        cmocka_unit_test(concession_counts_only_what_was_announced),
        cmocka_unit_test(faults_cost_what_a_concession_would),
        cmocka_unit_test(a_fault_changes_nothing_in_a_decided_game),
        cmocka_unit_test(a_game_without_a_rest_is_decided),
        cmocka_unit_test(faults_before_the_announcement_are_worth_the_bid),
        cmocka_unit_test(deals_without_declarer_charge_only_the_offender),
        cmocka_unit_test(points_needed_follow_the_announcement),
        cmocka_unit_test(levels_are_named_in_the_log),
        cmocka_unit_test(the_count_is_said_as_the_sources_say_it),
        cmocka_unit_test(the_count_of_variants_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
