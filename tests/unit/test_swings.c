// SPDX-License-Identifier: MIT
/* tests/unit/test_swings.c - the decision of a deal that differs first: the games of that deal are
 * compared, all of them, and no other game. */
#include "arena/compare/swings.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { PER_DEAL = 3, DEALS = 3, GAMES = DEALS * PER_DEAL };
static const char *const names[BOTS_MAX] = {"anna", "bert"};

/* Tables that differ only in where anna sits. */
static const struct schedule schedule = {
    .seats = 3,
    .sessions = 1,
    .deals = DEALS,
    .per_deal = PER_DEAL,
    .arrangement_count = PER_DEAL,
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
static struct comparison swings_of_all_deals(struct pool *pool)
{
    /* One more than there are tables: a table after the last would be comparable. */
    static const uint32_t class_of[PER_DEAL + 1] = {0};
    static const bool wanted[PER_DEAL + 1] = {true, true, true, true};
    struct skat_rules rules;
    char path[] = "/tmp/skat-arena-swings-XXXXXX";
    struct swings swings = {0};
    struct comparison comparison = {0};

    rules_of(&rules, NULL);
    for (int deal = 0; deal < DEALS; deal++)
        swings_add(&swings, (uint64_t)deal, 100 - deal, true);
    const struct swing_context context = {.schedule = &schedule,
                                          .rules = &rules,
                                          .names = names,
                                          .class_of = class_of,
                                          .wanted = wanted,
                                          .a = 0,
                                          .b = 1,
                                          .scale = 1};
    write_log(path);
    swings_result(&swings, &context, path, &comparison, pool);
    remove(path);
    return comparison;
}

TEST(the_first_difference_is_within_the_deal)
{
    static const struct {
        int move, games[2]; /* the earliest move, and the first two games in which it differs */
    } want[DEALS] = {{3, {0, 1}}, {3, {3, 5}}, {1, {6, 7}}};
    struct pool pool = {0};
    const struct comparison comparison = swings_of_all_deals(&pool);

    assert_int_equal(comparison.swings_count, DEALS);
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
    }
    pool_free(&pool);
}

TEST(all_games_of_a_deal_are_listed)
{
    struct pool pool = {0};
    const struct comparison comparison = swings_of_all_deals(&pool);

    assert_int_equal(comparison.divergences_count, DEALS);
    for (int deal = 0; deal < DEALS; deal++) {
        assert_int_equal(comparison.divergences[deal].games_count, PER_DEAL);
        for (int place = 0; place < PER_DEAL; place++)
            assert_int_equal(comparison.divergences[deal].games[place], deal * PER_DEAL + place);
    }
    pool_free(&pool);
}
