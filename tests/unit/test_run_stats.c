// SPDX-License-Identifier: MIT
/* tests/unit/test_run_stats.c - what the progress of a run says about the two bots that it
 * compares, and which decision of a deal is named as the first that differs. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/passed_in.h"
#include "tests/unit/unit_test.h"

#include "arena/compare/run_stats.h"
#include "arena/compare/swings.h"

enum { PER_DEAL = 2, TEXT = 200 };
static const char *const names[BOTS_MAX] = {"anna", "bert"};
static const struct test_plan plan = {
    .h0 = -1, .h1 = 1, .alpha = 0.05, .beta = 0.05, .min_units = 100, .block = 10};

/* Two tables a deal: anna has one seat of the first and two of the second. */
static const struct schedule schedule = {
    .seats = 3,
    .sessions = 1,
    .deals = 100,
    .per_deal = PER_DEAL,
    .arrangement_count = PER_DEAL,
    .arrangements = {{0, 1, 1}, {1, 0, 0}},
};

/* In the deal after the last one, anna scores this much at the first table; all else is 0. */
static void add_deal(struct run_stats *stats, uint64_t deal, int score)
{
    for (uint32_t place = 0; place < PER_DEAL; place++) {
        struct game_stats game = passed_in_game(&schedule, deal, place);
        for (int scoring = 0; scoring < STATS_SCORINGS && place == 0; scoring++)
            game.score[scoring][0] = score;
        assert_true(run_stats_add(stats, &game));
    }
}

/* The text after these deals. */
static const char *progress(const struct comparison_plan *compared, int deals, const int *scores,
                            size_t size, char text[TEXT])
{
    static struct skat_rules rules;

    rules_of(&rules, NULL);
    struct run_stats *stats = run_stats_new(&rules, &schedule, compared, names, 2);
    for (int i = 0; i < deals; i++)
        add_deal(stats, (uint64_t)i, scores[i]);
    memset(text, '#', TEXT);
    run_stats_progress(stats, text, size);
    char pair[TEXT];
    run_stats_pair(stats, pair, sizeof pair);
    assert_string_equal(pair, compared->a < 0 ? "" : "anna - bert");
    run_stats_free(stats);
    return text;
}

/* A deal's difference is half of what anna scores at one of the two tables, and an interval takes
 * two deals. It is that of what was seen: of 12 and 24 it is 18 with an error of 6, of -4, -4 and
 * 1000 it is 330.67 with one of 334.67, times 12.706 and 4.3027 of Student's distribution. */
TEST(progress_begins_with_two_deals)
{
    static const struct {
        const char *what;
        bool compared;
        int deals, scores[3];
        const char *want;
    } cases[] = {
        {"no two bots are compared", false, 3, {24, 24, 24}, ""},
        {"no deal yet", true, 0, {0}, ""},
        {"one deal has no interval", true, 1, {24}, ""},
        {"two deals alike", true, 2, {24, 24}, "+12.00 (+12.00 to +12.00)"},
        {"two deals", true, 2, {24, 48}, "+18.00 (-58.24 to +94.24)"},
        {"bert is better", true, 2, {-8, -8}, "-4.00 (-4.00 to -4.00)"},
        {"more than a hand costs", true, 3, {-8, -8, 2000}, "+330.67 (-1109.29 to +1770.62)"},
    };
    char text[TEXT];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct comparison_plan compared = {.a = cases[i].compared ? 0 : -1, .b = 1};
        const char *got = progress(&compared, cases[i].deals, cases[i].scores, TEXT, text);
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: got \"%s\", want \"%s\"", cases[i].what, got, cases[i].want);
    }
}

/* Wald's bounds with alpha = beta = 0.05 are -ln 19 and ln 19. No difference says nothing about
 * hypotheses that are equally far from it. With a hand thrown away one loses 540, alone at its
 * table, where the other one wins 264: together 402 a deal. */
TEST(a_test_has_its_ratio_and_bounds)
{
    const struct comparison_plan compared = {.a = 0, .b = 1, .tested = true, .test = plan};
    char text[TEXT];

    assert_string_equal(progress(&compared, 1, (int[]){24}, TEXT, text), "");
    assert_string_equal(progress(&compared, 2, (int[]){0, 0}, TEXT, text),
                        "+0.00 (-402.00 to +402.00), LLR 0.00 in -2.94 .. 2.94");
}

/* Where the interval decides, the ratio says nothing. */
TEST(a_test_with_a_margin_has_no_ratio)
{
    struct comparison_plan compared = {.a = 0, .b = 1, .tested = true, .test = plan};
    char text[TEXT];

    compared.test.margin = 0.5;
    assert_string_equal(progress(&compared, 2, (int[]){0, 0}, TEXT, text),
                        "+0.00 (-402.00 to +402.00)");
}

TEST(a_long_text_is_cut)
{
    static const char whole[] = "+12.00 (-402.00 to +402.00), LLR ";
    const struct comparison_plan compared = {.a = 0, .b = 1, .tested = true, .test = plan};
    char text[TEXT];

    for (size_t size = 1; size <= sizeof whole; size++) {
        progress(&compared, 2, (int[]){24, 24}, size, text);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        assert_int_equal(text[size], '#');
    }
}

/* Of deals that are bid alike: which are not played, and what the others show. */
TEST(deals_that_are_bid_alike_are_counted)
{
    static const struct {
        enum stats_bids known;
        uint64_t moves;   /* at the second table; 0 at the first */
        uint16_t bid;     /* the same */
        uint16_t answers; /* that were asked for */
    } deals[] = {
        {STATS_BIDS_ALIKE, 0, 0, 6},    {STATS_BIDS_DIFFER, 7, 18, 4},
        {STATS_BIDS_CHECKED, 0, 0, 6},  {STATS_BIDS_CHECKED, 7, 0, 6},
        {STATS_BIDS_CHECKED, 7, 18, 6}, {STATS_BIDS_ALIKE, 0, 0, 8},
    };
    const struct comparison_plan compared = {.a = 0, .b = 1, .bidding = true};
    struct run_numbers numbers;
    struct skat_rules rules;
    struct pool pool = {0};

    rules_of(&rules, NULL);
    struct run_stats *stats = run_stats_new(&rules, &schedule, &compared, names, 2);
    for (size_t i = 0; i < COUNT_OF(deals); i++)
        for (uint32_t place = 0; place < PER_DEAL; place++) {
            struct game_stats game = passed_in_game(&schedule, i, place);
            game.bids = (struct deal_bids){(uint8_t)deals[i].known, deals[i].answers};
            game.moves = place ? deals[i].moves : 0;
            game.bid = place ? deals[i].bid : 0;
            assert_true(run_stats_add(stats, &game));
        }
    assert_int_equal(run_stats_unplayed(stats), 2 * PER_DEAL);
    run_stats_numbers(stats, NULL, &numbers, &pool);
    const struct comparison *comparison = numbers.comparison;
    assert_int_equal(comparison->deals, COUNT_OF(deals));
    assert_int_equal(comparison->games, 4 * PER_DEAL);
    assert_int_equal(comparison->divergent, 3);
    assert_int_equal(comparison->unplayed->deals, 2);
    assert_int_equal(comparison->unplayed->games, 2 * PER_DEAL);
    assert_int_equal(comparison->unplayed->checked, 3);
    assert_int_equal(comparison->unplayed->different, 2);
    assert_int_equal(comparison->unplayed->contradicted, 1);
    assert_int_equal(comparison->unplayed->answers, 36);
    pool_free(&pool);
    run_stats_free(stats);
}

enum { TABLES = 3, DEALS = 3, GAMES = DEALS * TABLES };

/* Tables that differ only in where anna sits. */
static const struct schedule three_tables = {
    .seats = 3,
    .sessions = 1,
    .deals = DEALS,
    .per_deal = TABLES,
    .arrangement_count = TABLES,
    .arrangements = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}},
};

/* The moves of all games. Those of deals 0 and 1 differ from each other at the first move, which
 * only matters if a game of another deal is read. */
static const char *const moves[GAMES] = {
    "1 18 0 p 2 p", "1 18 0 p 2 20", "1 18 0 p 2 p", /* the third move of the second game */
    "1 p 2 p 0 p",  "1 p 2 p 0 p",   "1 p 2 p 0 18", /* the third move of the last game */
    "1 p 2 18 0 p", "1 18 2 p 0 p",  "1 p 2 p 0 p",  /* the first move, then also the second */
};

/* Writes a log of these games to a file, which the caller removes. */
static void write_log(char *path)
{
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");

    assert_non_null(file);
    for (int i = 0; i < GAMES; i++)
        fprintf(file, "{\"game\":%d,\"declarer\":null,\"moves\":\"%s\"}\n", i, moves[i]);
    assert_int_equal(fclose(file), 0);
}

/* The comparison of a run in which every deal is among the largest swings. */
TEST(swings_name_the_first_difference_within_the_deal)
{
    static const struct {
        int move, games[2]; /* the earliest move, and the first two games in which it differs */
    } want[DEALS] = {{3, {0, 1}}, {3, {3, 5}}, {1, {6, 7}}};
    /* One more than there are tables: a table after the last would be comparable. */
    static const uint32_t class_of[TABLES + 1] = {0};
    static const bool wanted[TABLES + 1] = {true, true, true, true};
    struct skat_rules rules;
    char path[] = "/tmp/skat-arena-swings-XXXXXX";
    struct swings swings = {0};
    struct comparison comparison = {0};
    struct pool pool = {0};

    rules_of(&rules, NULL);
    for (int deal = 0; deal < DEALS; deal++)
        swings_add(&swings, (uint64_t)deal, 100 - deal, true);
    const struct swing_context context = {.schedule = &three_tables,
                                          .rules = &rules,
                                          .names = names,
                                          .class_of = class_of,
                                          .wanted = wanted,
                                          .a = 0,
                                          .b = 1,
                                          .scale = 1};
    write_log(path);
    swings_result(&swings, &context, path, &comparison, &pool);
    remove(path);
    assert_int_equal(comparison.swings_count, DEALS);
    assert_int_equal(comparison.divergences_count, DEALS);
    for (int deal = 0; deal < DEALS; deal++) {
        const struct noted_deal *swing = &comparison.swings[deal];
        assert_int_equal(swing->deal, deal);
        assert_non_null(swing->first);
        assert_int_equal(swing->first->move, want[deal].move);
        int64_t a = swing->first->a.game, b = swing->first->b.game;
        if (a > b) { /* the game in which anna decides comes first */
            int64_t kept = a;
            a = b;
            b = kept;
        }
        if (a != want[deal].games[0] || b != want[deal].games[1])
            fail_msg("deal %d: games %d and %d", deal, (int)a, (int)b);
        assert_int_equal(comparison.divergences[deal].games_count, TABLES); /* all are listed */
        for (int place = 0; place < TABLES; place++)
            assert_int_equal(comparison.divergences[deal].games[place], deal * TABLES + place);
    }
    pool_free(&pool);
}
