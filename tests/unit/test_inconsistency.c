// SPDX-License-Identifier: MIT
/* tests/unit/test_inconsistency.c - pairs of games of a deal, made by hand, in which a bot does or
 * does not contradict its own answers. */
#include "arena/compare/inconsistency.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static const char *const names[BOTS_MAX] = {"anna", "bert", "carl"};

/* Anna has the same seat at both tables; the others change places. In deal 2 she is forehand. */
enum { ANNA, BERT, CARL, FOREHAND_FIRST = 2 };
static const struct schedule duel = {
    .kind = SCHEDULE_PERMUTATIONS,
    .seats = 3,
    .sessions = 1,
    .deals = 9,
    .per_deal = 2,
    .arrangement_count = 2,
    .arrangements = {{ANNA, BERT, CARL}, {ANNA, CARL, BERT}},
};
static const char CARDS[] = "CJ.CA.CT.C9.SA.ST.HA.HT.DA.D7|SJ.HJ.CK.CQ.C8.SK.SQ.HK.HQ.DK|"
                            "DJ.C7.S9.S8.S7.H9.H8.H7.D9.D8|DT.DQ";

#define BOT(name, file, more)                                                                      \
    "{\"name\":\"" name "\",\"sha256\":\"" file "\",\"options\":{}" more "}"
#define DETERMINISTIC ",\"deterministic\":true"
static const char HONEST[] =
    "[" BOT("anna", "1", DETERMINISTIC) "," BOT("bert", "2", "") "," BOT("carl", "3", "") "]";

static struct inconsistency_finder *finder_of(const struct skat_rules *rules,
                                              const struct schedule *schedule, const char *bots,
                                              bool solver)
{
    cJSON *list = cJSON_Parse(bots);

    assert_non_null(list);
    struct inconsistency_finder *finder = inconsistency_finder_new(rules, schedule, list, solver);
    cJSON_Delete(list);
    return finder;
}

static void add(struct inconsistency_finder *finder, const struct skat_rules *rules,
                uint32_t arrangement, const char *moves, struct tally *tally)
{
    static struct skat_game game;
    static struct played_moves taken;
    const struct game_id id = {.game = 2 * FOREHAND_FIRST + arrangement,
                               .deal = FOREHAND_FIRST,
                               .arrangement = arrangement};
    struct skat_deal deal;

    deal_of(&deal, CARDS);
    skat_game_start(&game, rules, &deal, NULL);
    play_moves(&game, moves, moves);
    played_moves_of(&taken, &game);
    inconsistency_finder_add(finder, &id, &taken, tally);
}

/* What is found of anna in two games, "" for nothing; with how many. */
static int found(const char *options, const char *bots, bool solver, const char *one,
                 const char *other, char text[INCONSISTENCY_TEXT])
{
    static struct skat_rules rules;
    static struct tally tally;
    const struct inconsistency *first;

    rules_of(&rules, options);
    memset(&tally, 0, sizeof tally);
    *text = '\0';
    struct inconsistency_finder *finder = finder_of(&rules, &duel, bots, solver);
    if (!finder)
        return 0;
    add(finder, &rules, 0, one, &tally);
    add(finder, &rules, 1, other, &tally);
    assert_int_equal(tally.bots[BERT].inconsistent + tally.bots[CARL].inconsistent, 0);
    assert_int_equal(inconsistencies_of(finder, ANNA, &first), tally.bots[ANNA].inconsistent);
    if (tally.bots[ANNA].inconsistent)
        inconsistency_text(first, &rules, names, text);
    inconsistency_finder_free(finder);
    return (int)tally.bots[ANNA].inconsistent;
}

#define BID "1 18 0 p 2 p 1 s w DT.DQ "
#define KONTRA "kontra.levels=2 kontra.when=before_lead"

TEST(what_a_bot_answers_otherwise_is_found)
{
    static const struct {
        const char *why, *options, *one, *other, *text;
    } cases[] = {
        {"the same games", NULL, BID "1 G.HK.HQ 0 CA", BID "1 G.HK.HQ 0 CA", ""},
        {"another bot bids otherwise, then all differs", NULL, BID "1 G.HK.HQ 0 CA",
         "1 p 2 18 0 y 2 p 0 CH 0 CJ", ""},
        {"she holds, or passes", NULL, "1 18 0 y 1 p 2 p 0 CH 0 CJ", BID "1 G.HK.HQ 0 CA",
         "in game 5, move 2, forehand answers p, but y in game 4"},
        {"her game", NULL, "1 18 0 y 1 p 2 p 0 CH 0 CJ", "1 18 0 y 1 p 2 p 0 GH 0 CJ",
         "in game 5, move 5, forehand answers GH, but CH in game 4"},
        {"her discards, which nobody sees", NULL, "1 18 0 y 1 p 2 p 0 s w DT.DQ 0 C.D7.DQ 0 CJ",
         "1 18 0 y 1 p 2 p 0 s w DT.DQ 0 C.DT.DQ 0 CJ",
         "in game 5, move 7, forehand answers C.DT.DQ, but C.D7.DQ in game 4"},
        {"her lead", NULL, BID "1 G.HK.HQ 0 CA", BID "1 G.HK.HQ 0 HA",
         "in game 5, move 7, forehand answers HA, but CA in game 4"},
        {"another bot's card comes first", NULL, BID "1 G.HK.HQ 0 CA 1 CK 2 C7 0 CT",
         BID "1 G.HK.HQ 0 CA 1 C8 2 C7 0 HA", ""},
        {"she could not see other discards", NULL, BID "1 G.HK.HQ 0 CA", BID "1 G.HK.DK 0 HA",
         "in game 5, move 7, forehand answers HA, but CA in game 4"},
        {"and played the same", NULL, BID "1 G.HK.HQ 0 CA", BID "1 G.HK.DK 0 CA", ""},
        {"then sees a card of them", NULL, BID "1 G.HK.HQ 0 DA 1 DK 2 D8 0 CA",
         BID "1 G.HK.DK 0 DA 1 DQ 2 D8 0 HA", ""},
        {"she sees them: the hand is open", NULL, BID "1 NO.HK.HQ 0 CA", BID "1 NO.HK.DK 0 HA", ""},
        {"she says kontra, or nothing", KONTRA, BID "1 G.HK.HQ 0 CA", BID "1 G.HK.HQ 0 K 0 CA",
         "in game 5, move 7, forehand answers K, but play on in game 4"},
        {"nothing, after she said it", KONTRA, BID "1 G.HK.HQ 0 K 0 CA", BID "1 G.HK.HQ 0 CA",
         "in game 5, move 7, forehand answers play on, but K in game 4"},
        {"her partner says it", KONTRA, BID "1 G.HK.HQ 2 K 0 CA", BID "1 G.HK.HQ 0 HA", ""},
        {"a game that a fault ended before", NULL, BID "1 G.HK.HQ", BID "1 G.HK.HQ 0 HA", ""},
        {"she concedes", NULL, "1 18 0 y 1 p 2 p 0 s w DT.DQ 0 C.D7.DQ 0 CJ",
         "1 18 0 y 1 p 2 p 0 s w DT.DQ 0 C.D7.DQ 0 RE",
         "in game 5, move 8, forehand answers RE, but CJ in game 4"},
    };
    char text[INCONSISTENCY_TEXT];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int count =
            found(cases[i].options, HONEST, false, cases[i].one, cases[i].other, text);
        if (strcmp(text, cases[i].text) != 0 || count != (*cases[i].text != '\0'))
            fail_msg("%s: %d, \"%s\"", cases[i].why, count, text);
    }
}

TEST(only_bots_that_claim_it)
{
#define REST "," BOT("bert", "2", "") "," BOT("carl", "3", "") "]"
#define COMPOSED(bid, play)                                                                        \
    "[{\"name\":\"anna\",\"bid\":" BOT("b", "4", bid) ",\"play\":" BOT("p", "5", play) "}" REST
    static const struct {
        const char *why, *bots;
        bool solver;
        int bids, cards; /* how many of a bid and of a card are found */
    } cases[] = {
        {"it says so", HONEST, false, 1, 1},
        {"it says nothing", "[" BOT("anna", "1", "") REST, false, 0, 0},
        {"it uses the clock", "[" BOT("anna", "1", DETERMINISTIC ",\"uses_clock\":true") REST,
         false, 0, 0},
        {"it sees all", "[" BOT("anna", "1", DETERMINISTIC ",\"sees\":\"all\"") REST, false, 1, 1},
        {"the solver plays the cards", HONEST, true, 1, 0},
        {"both parts", COMPOSED(DETERMINISTIC, DETERMINISTIC), false, 1, 1},
        {"who bids", COMPOSED(DETERMINISTIC, ""), false, 1, 0},
        {"who plays", COMPOSED("", DETERMINISTIC), false, 0, 1},
    };
    char text[INCONSISTENCY_TEXT];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int bids = found(NULL, cases[i].bots, cases[i].solver, "1 18 0 y 1 p 2 p 0 CH 0 CJ",
                               BID "1 G.HK.HQ 0 CA", text),
                  cards = found(NULL, cases[i].bots, cases[i].solver, BID "1 G.HK.HQ 0 CA",
                                BID "1 G.HK.HQ 0 HA", text);
        if (bids != cases[i].bids || cards != cases[i].cards)
            fail_msg("%s: %d bids, %d cards", cases[i].why, bids, cards);
    }
    /* Who sees all hands sees what the declarer has put aside. */
    assert_int_equal(found(NULL, "[" BOT("anna", "1", DETERMINISTIC ",\"sees\":\"all\"") REST,
                           false, BID "1 G.HK.HQ 0 CA", BID "1 G.HK.DK 0 HA", text),
                     0);
}

/* The same file with the same options, whatever it is called. */
TEST(equal_bots_are_one)
{
    static const struct schedule one_seat_each = {
        .kind = SCHEDULE_PERMUTATIONS,
        .seats = 3,
        .sessions = 1,
        .deals = 9,
        .per_deal = 2,
        .arrangement_count = 2,
        .arrangements = {{ANNA, CARL, CARL}, {BERT, CARL, CARL}}};
    static const struct {
        const char *bert;
        int found;
    } cases[] = {
        {BOT("bert", "1", DETERMINISTIC), 1},
        {BOT("bert", "2", DETERMINISTIC), 0},
        {BOT("bert", "1", DETERMINISTIC ",\"sees\":\"all\""), 0},
        {BOT("bert", "1", DETERMINISTIC ",\"sample\":true"), 0},
        {"{\"name\":\"bert\",\"sha256\":\"1\",\"options\":{\"worlds\":4},\"deterministic\":true}",
         0},
    };
    static struct skat_rules rules;
    static struct tally tally;
    const struct inconsistency *first;
    char bots[1000], text[INCONSISTENCY_TEXT];

    rules_of(&rules, NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(bots, sizeof bots, "[%s,%s,%s]", BOT("anna", "1", DETERMINISTIC), cases[i].bert,
                 BOT("carl", "3", ""));
        memset(&tally, 0, sizeof tally);
        struct inconsistency_finder *finder = finder_of(&rules, &one_seat_each, bots, false);
        assert_int_equal(finder != NULL, cases[i].found);
        assert_int_equal(inconsistency_finder_watches(finder, ANNA), cases[i].found);
        assert_false(inconsistency_finder_watches(finder, CARL));
        if (!finder)
            continue;
        add(finder, &rules, 0, BID "1 G.HK.HQ 0 CA", &tally);
        add(finder, &rules, 1, BID "1 G.HK.HQ 0 HA", &tally);
        assert_int_equal(tally.bots[BERT].inconsistent, 1);
        assert_int_equal(inconsistencies_of(finder, BERT, &first), 1);
        inconsistency_text(first, &rules, names, text);
        assert_string_equal(
            text, "in game 5, move 7, forehand answers HA, but CA in game 4, as \"anna\"");
        inconsistency_finder_free(finder);
    }
}

TEST(nothing_to_look_for)
{
    static struct skat_rules rules;
    struct schedule schedule = duel;

    rules_of(&rules, NULL);
    schedule.whole_sessions = true;
    assert_null(finder_of(&rules, &schedule, HONEST, false));
    schedule = duel;
    schedule.per_deal = 1; /* the tables take turns: no deal has both */
    assert_null(finder_of(&rules, &schedule, HONEST, false));
    schedule = duel;
    schedule.kind = SCHEDULE_RECORDED;
    assert_null(finder_of(&rules, &schedule, HONEST, false));
    inconsistency_finder_free(NULL);
    assert_false(inconsistency_finder_watches(NULL, ANNA));
}
