// SPDX-License-Identifier: MIT
/* tests/unit/test_match.c - before and in a run: how many deals fit into a time, and which games
 * are audited: only the bot's own, spread over the run, as many as were asked for, and the same in
 * shards of a run. */
#include <float.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/match/audit_sample.h"
#include "arena/match/time_pilot.h"

enum { ANNA, BERT, CARL, DORA, NOBODY_OF_THESE };

/* Anna sits at four of six tables of a cycle, in two groups; Dora at two, once in two seats. */
static const struct schedule tables = {
    .kind = SCHEDULE_ROUND_ROBIN,
    .seats = 3,
    .sessions = 50,
    .deals = 36,
    .per_deal = 3,
    .arrangement_count = 6,
    .arrangements = {{ANNA, BERT, CARL},
                     {CARL, ANNA, BERT},
                     {BERT, CARL, BERT},
                     {ANNA, BERT, DORA},
                     {DORA, ANNA, DORA},
                     {BERT, CARL, CARL}},
};

/* The games from `first` to `end` - 1 that are in the sample, looked at one by one. */
static int games_of(const struct schedule *schedule, uint64_t seed, int bot, int64_t one_in,
                    uint64_t first, uint64_t end, uint64_t *games, int most)
{
    const struct skat_random_key key = {{seed, 0}};
    static struct audit_sample sample;
    int count = 0;

    audit_sample_begin(&sample, schedule, &key, bot, one_in);
    for (uint64_t game = first; game < end; game++)
        if (audit_sample_next(&sample, game) == game) {
            assert_true(count < most);
            games[count++] = game;
        }
    return count;
}

enum { GAMES = 50 * 36 * 3, ROOM = 6000 };

TEST(only_games_of_the_bot)
{
    static uint64_t games[ROOM];

    for (int bot = ANNA; bot <= DORA; bot++) {
        const int count = games_of(&tables, 1, bot, 100, 0, GAMES, games, ROOM);
        assert_true(count > 50);
        for (int i = 0; i < count; i++)
            assert_non_null(memchr(tables.arrangements[games[i] % 6], bot, 3));
    }
    assert_int_equal(games_of(&tables, 1, NOBODY_OF_THESE, 1, 0, GAMES, games, ROOM), 0);
}

/* One in each stratum: of 3,600 games, strata of 1200 / 12 = 100; and every game if that is asked.
 */
TEST(as_many_as_asked_for)
{
    static uint64_t games[ROOM];

    const int count = games_of(&tables, 7, ANNA, 1200, 0, GAMES, games, ROOM);
    assert_int_equal(count, 36);
    for (int i = 0; i < count; i++) /* a stratum of 100 games of hers has 150 games */
        assert_int_equal(games[i] / 150, i);
    assert_int_equal(games_of(&tables, 7, ANNA, 100000000, 0, GAMES, games, ROOM) <= 1, 1);
    /* Dora decides twice as much at a table where she has two seats. */
    assert_int_equal(games_of(&tables, 7, DORA, 1800, 0, GAMES, games, ROOM), 18);
}

/* Parts of a run, and who skips games, have the same sample. */
TEST(parts_have_the_same)
{
    static uint64_t whole[ROOM], parts[ROOM];
    int count = games_of(&tables, 5, CARL, 60, 0, GAMES, whole, ROOM), together = 0;

    for (int shard = 1; shard <= 7; shard++) {
        struct schedule part = tables;
        part.shard = shard;
        part.shards = 7;
        const uint64_t first = schedule_first_game(&part);
        together += games_of(&part, 5, CARL, 60, first, first + schedule_games(&part),
                             parts + together, ROOM - together);
    }
    assert_int_equal(together, count);
    assert_memory_equal(whole, parts, (size_t)count * sizeof *whole);

    static struct audit_sample sample;
    const struct skat_random_key key = {{5, 0}};
    audit_sample_begin(&sample, &tables, &key, CARL, 60);
    for (int i = 0; i < count; i++) {
        assert_true(audit_sample_next(&sample, whole[i]) == whole[i]);
        i += i % 7;
    }
}

TEST(times_are_read)
{
    static const struct {
        const char *text;
        double want; /* seconds; 0: it is none */
    } cases[] = {
        {"90s", 90},    {"10m", 600},     {"1.5h", 5400}, {"2d", 172800}, {"0.5s", 0.5},
        {"1e3s", 1000}, {"90", 0},        {"", 0},        {"s", 0},       {"10", 0},
        {"10 m", 0},    {"10mm", 0},      {"10m ", 0},    {"0m", 0},      {"-1m", 0},
        {"nans", 0},    {"infinitys", 0}, {"1e400s", 0},  {"10M", 0},     {"1h30m", 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double seconds = -1;
        const bool is = time_pilot_read(cases[i].text, &seconds);
        if (is != (cases[i].want > 0) || (is && seconds != cases[i].want))
            fail_msg("%s: %d, %g", cases[i].text, is, seconds);
    }
}

TEST(deals_fit)
{
    static const struct {
        const char *from;
        double seconds;
        int64_t played;
        double took;
        int64_t session, want;
    } cases[] = {
        {"ten times as long, ten times as many", 100, 36, 10, 1, 360},
        {"a part of a deal is none", 10, 3, 4, 1, 7},
        {"whole sessions", 100, 36, 10, 36, 360},
        {"whole sessions, rounded down", 100, 36, 10, 100, 300},
        {"at least a deal", 1, 1, 1000, 1, 1},
        {"at least a session", 0, 36, 10, 36, 36},
        {"no more than a run may have", 1e9, 1000000, 1, 1, 1000000000},
        {"of no time at all", 10, 36, 0, 1, 1000000000},
        {"no overflow", DBL_MAX, INT64_MAX, 1e-300, 7, 999999994},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const int64_t got =
            time_pilot_deals(cases[i].seconds, cases[i].played, cases[i].took, cases[i].session);
        if (got != cases[i].want)
            fail_msg("%s: %lld", cases[i].from, (long long)got);
    }
}
