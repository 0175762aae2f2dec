// SPDX-License-Identifier: MIT
/* tests/unit/test_belief.c - the worlds that pimc draws by what was bid, announced and played: they
 * agree with what the player sees, and are more like the true one than worlds that are drawn
 * evenly. */
#include "tests/unit/repeat.h"
#include "tests/unit/three_players.h"

#include "bots/pimc/belief.h"
#include "engine/rule_set.h"

enum { WORLDS = 20 };

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
                 const struct world *truth, struct skat_random *random)
{
    struct world worlds[WORLDS];
    int number = 0;

    belief_draw(belief, view, random, worlds, WORLDS);
    for (int i = 0; i < WORLDS; i++) {
        agrees(view, &worlds[i]);
        for (int seat = 0; seat < 3; seat++)
            if (seat != view->position)
                number += count(worlds[i].hands[seat] & truth->hands[seat]);
    }
    return number;
}

struct belief_measured {
    struct skat_random random;
    long sum[4]; /* cards that are where they are, by each kind of evidence: the bits of BY_BIDS and
                BY_PLAYS */
};

/* Measures at each card that is played after the first two tricks. */
static void measure(void *context, const struct three *table, const struct skat_decision *decision)
{
    struct belief_measured *measured = context;
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct world truth = world_of(&table->game);
    struct belief belief = {.club = &table->players[decision->position]};

    if (decision->kind != SKAT_DECIDE_CARD || view.played_count <= 6)
        return;
    for (belief.by = 0; belief.by < 4; belief.by++)
        measured->sum[belief.by] += right(&belief, &view, &truth, &measured->random);
}

static void evidence_tells_where_cards_are(void **state)
{
    struct belief_measured measured = {.sum = {0}};
    const long *sum = measured.sum;
    (void)state;

    skat_random_start_number(&measured.random, 1);
    watch_games(full_or(200, 25), &measured, measure);
    assert_true(sum[BY_BIDS] > sum[0] * 102 / 100);
    assert_true(sum[BY_PLAYS] > sum[0] * 105 / 100);
    assert_true(sum[BY_BIDS | BY_PLAYS] > sum[BY_PLAYS]);
}

/* Draws after other worlds were drawn, so that the plays of many hands have been weighed already.
 */
static void compare_with_the_first_draw(void *context, const struct three *table,
                                        const struct skat_decision *decision)
{
    static struct evidence evidence;
    struct skat_random *random = context;
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct belief belief = {.club = &table->players[decision->position],
                                  .by = BY_BIDS | BY_PLAYS};
    struct world worlds[2][WORLDS];

    if (decision->kind != SKAT_DECIDE_CARD || view.played_count <= 6)
        return;
    evidence_gather(&evidence, &belief, &view);
    evidence_draw(&evidence, random, worlds[0], WORLDS);
    struct skat_random again = *random;
    evidence_draw(&evidence, random, worlds[0], WORLDS);
    belief_draw(&belief, &view, &again, worlds[1], WORLDS);
    assert_memory_equal(worlds[0], worlds[1], sizeof worlds[0]);
}

static void what_was_kept_changes_nothing(void **state)
{
    struct skat_random random;
    (void)state;

    skat_random_start_number(&random, 3);
    watch_games(full_or(60, 8), &random, compare_with_the_first_draw);
}

static void so_many_worlds_are_the_true_one(void **state)
{
    static struct three table;
    struct skat_rules rules;
    struct skat_random random;
    struct world worlds[100];
    int same = 0;
    (void)state;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    sit_down(&table, &rules, 1);
    skat_random_start_number(&random, 2);
    const struct skat_bot_view view = view_of(&table.game, 0);
    const struct belief belief = {
        .club = &table.players[0], .true_worlds = 30, .truth = world_of(&table.game)};
    belief_draw(&belief, &view, &random, worlds, 100);
    for (int i = 0; i < 100; i++) {
        agrees(&view, &worlds[i]);
        same += worlds[i].hands[1] == belief.truth.hands[1];
    }
    assert_in_range(same, 15, 45);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evidence_tells_where_cards_are),
        cmocka_unit_test(what_was_kept_changes_nothing),
        cmocka_unit_test(so_many_worlds_are_the_true_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
