// SPDX-License-Identifier: MIT
/* tests/unit/test_belief.c - the worlds that pimc draws by what was bid, announced and played: they
 * agree with what the player sees, and are more like the true one than worlds that are drawn
 * evenly. */
#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/belief.h"
#include "engine/rule_set.h"

enum { WORLDS = BELIEF_AT_ONCE };

static void agrees(const struct skat_bot_view *view, const struct world *world)
{
    const cards all = world->hands[0] | world->hands[1] | world->hands[2] | world->skat;

    assert_true(world->hands[view->position] == view->hand);
    assert_true(all == (ALL_CARDS & ~view->gone));
    assert_int_equal(count(world->hands[0]) + count(world->hands[1]) + count(world->hands[2]) +
                         count(world->skat),
                     count(all));
}

/* How many of the cards of the other hands are where they are, in all worlds together. */
static int right(const struct belief *belief, const struct skat_bot_view *view,
                 const struct world *truth, uint64_t seed)
{
    struct world worlds[WORLDS];
    int number = 0;

    belief_draw(belief, view, seed, worlds, WORLDS);
    for (int i = 0; i < WORLDS; i++) {
        agrees(view, &worlds[i]);
        for (int seat = 0; seat < 3; seat++)
            if (seat != view->position)
                number += count(worlds[i].hands[seat] & truth->hands[seat]);
    }
    return number;
}

struct belief_measured {
    uint64_t seed; /* of the next decision */
    long sum[4]; /* cards that are where they are, by each kind of evidence: the bits of BY_BIDS and
                BY_PLAYS */
};

/* Measures at each card that is played after the first two tricks. */
static void measure(void *context, const struct three *table, const struct skat_decision *decision)
{
    struct belief_measured *measured = context;
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct world truth = world_of(&table->game);
    struct belief belief = {.club = &table->players[decision->position], .candidates = 6};

    if (decision->kind != SKAT_DECIDE_CARD || view.played_count <= 6)
        return;
    for (belief.by = 0; belief.by < 4; belief.by++)
        measured->sum[belief.by] += right(&belief, &view, &truth, measured->seed);
    measured->seed += 1000;
}

TEST(evidence_tells_where_cards_are)
{
    struct belief_measured measured = {.sum = {0}};
    const long *sum = measured.sum;

    watch_games(10, &measured, measure);
    assert_true(sum[BY_BIDS] > sum[0] * 102 / 100);
    assert_true(sum[BY_PLAYS] > sum[0] * 105 / 100);
    assert_true(sum[BY_BIDS | BY_PLAYS] > sum[BY_PLAYS]);
}

/* Draws the second worlds alone, then the first, then all and the first few. What was drawn before
 * has weighed the plays of many hands already, which changes nothing. */
static void compare_draws(void *context, const struct three *table,
                          const struct skat_decision *decision)
{
    static struct evidence evidence;
    uint64_t *seed = context;
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct belief belief = {
        .club = &table->players[decision->position], .by = BY_BIDS | BY_PLAYS, .candidates = 3};
    struct world apart[2 * WORLDS], all[2 * WORLDS], few[3];

    if (decision->kind != SKAT_DECIDE_CARD || view.played_count <= 6)
        return;
    *seed += 1000;
    evidence_gather(&evidence, &belief, &view, *seed);
    evidence_draw(&evidence, WORLDS, apart + WORLDS, WORLDS);
    evidence_draw(&evidence, 0, apart, WORLDS);
    belief_draw(&belief, &view, *seed, all, 2 * WORLDS);
    assert_memory_equal(apart, all, sizeof all);
    evidence_draw(&evidence, 0, few, 3);
    assert_memory_equal(few, all, sizeof few);
}

TEST(a_world_does_not_depend_on_others)
{
    uint64_t seed = 3;

    watch_games(2, &seed, compare_draws);
}

TEST(so_many_worlds_are_the_true_one)
{
    static struct three table;
    struct skat_rules rules;
    struct world worlds[100];
    int same = 0;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    sit_down(&table, &rules, 1);
    const struct skat_bot_view view = view_of(&table.game, 0);
    const struct belief belief = {
        .club = &table.players[0], .true_worlds = 30, .truth = world_of(&table.game)};
    belief_draw(&belief, &view, 2, worlds, 100);
    for (int i = 0; i < 100; i++) {
        agrees(&view, &worlds[i]);
        same += worlds[i].hands[1] == belief.truth.hands[1];
    }
    assert_in_range(same, 15, 45);
}
