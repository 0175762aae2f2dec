// SPDX-License-Identifier: MIT
/* tests/unit/test_game_trace.c - other worlds that a player cannot tell from the real one, as
 * `skat-arena check` asks about. */
#include "arena/record/game_trace.h"
#include "tests/unit/engine_helpers.h"
#include "engine/rule_set.h"
#include "tests/unit/unit_test.h"

/* Large, and used one at a time. */
static struct game_trace trace, other;

/* Plays a deal at random to its end, and writes it down. */
static void tell_random_story(const struct skat_rules *rules, uint64_t *random)
{
    struct skat_game game;
    struct skat_decision decision;
    struct skat_action action;

    start_random(&game, rules, random);
    game_trace_begin(&trace, &game);
    while (skat_game_pending(&game, &decision)) {
        random_action(&action, &game, &decision, random);
        assert_true(game_trace_add(&trace, decision.position, &action));
        assert_int_equal(skat_game_apply(&game, decision.position, &action), SKAT_ACCEPTED);
    }
}

static void start_story(struct skat_game *game, const struct game_trace *told)
{
    memset(game, 0, sizeof *game);
    skat_game_start(game, told->rules, &told->deal, &told->terms);
}

static void assert_same_view(const struct skat_game games[2], unsigned position)
{
    struct skat_view views[2];
    struct skat_decision decisions[2];

    for (int i = 0; i < 2; i++) {
        skat_game_view(&games[i], position, &views[i]);
        skat_game_pending(&games[i], &decisions[i]);
    }
    assert_memory_equal(&views[0], &views[1], sizeof views[0]);
    if (skat_game_player(&games[0], decisions[0].position) == position)
        assert_memory_equal(&decisions[0], &decisions[1], sizeof decisions[0]);
}

/* What everybody hears of a step is the same. */
static void assert_same_step(const struct game_trace_step *one, const struct game_trace_step *same)
{
    assert_int_equal(one->position, same->position);
    assert_int_equal(one->action.kind, same->action.kind);
    assert_int_equal(one->action.bid, same->action.bid);
    assert_true(skat_contract_same(one->action.contract, same->action.contract));
    if (one->action.kind == SKAT_ACTION_CARD)
        assert_int_equal(one->action.cards[0], same->action.cards[0]);
}

static void assert_whole_deck(const struct skat_deal *deal)
{
    skat_cards seen = 0;
    for (int i = 0; i < skat_deck_32.count; i++)
        seen |= skat_card_bit(deal->cards[i]);
    assert_true(seen == SKAT_DECK_32);
}

/* The player at `position` cannot tell `other` from `trace`; and it is another. */
static void assert_other_world(unsigned position)
{
    struct skat_game games[2];

    assert_whole_deck(&other.deal);
    start_story(&games[0], &trace);
    start_story(&games[1], &other);
    assert_same_view(games, position);
    for (int i = 0; i < other.count; i++) {
        assert_same_step(&trace.steps[i], &other.steps[i]);
        for (int world = 0; world < 2; world++) {
            const struct game_trace_step *step = world ? &other.steps[i] : &trace.steps[i];
            assert_int_equal(skat_game_apply(&games[world], step->position, &step->action),
                             SKAT_ACCEPTED);
        }
        assert_same_view(games, position);
    }
    assert_true(memcmp(games[0].hands, games[1].hands, sizeof games[0].hands) != 0 ||
                memcmp(games[0].dealt, games[1].dealt, sizeof games[0].dealt) != 0 ||
                games[0].skat != games[1].skat ||
                memcmp(games[0].covered, games[1].covered, sizeof games[0].covered) != 0);
}

/* Under rule sets with every variant, at any moment, for any player. */
TEST(other_worlds_cannot_be_told_apart)
{
    uint64_t random = 4711;
    struct skat_random drawn;
    int found = 0, late = 0;

    skat_random_start_number(&drawn, 1);
    for (int i = 0; i < 260; i++) {
        struct skat_rules rules;
        rules_random(&rules, &random);
        tell_random_story(&rules, &random);
        int steps = test_below(&random, trace.count + 1);
        unsigned position = (unsigned)test_below(&random, SKAT_PLAYERS);
        if (!game_trace_determinize(&trace, steps, position, &drawn, &other))
            continue;
        assert_int_equal(other.count, steps);
        assert_other_world(position);
        found++;
        late += steps > 20;
    }
    assert_true(found > 150 && late > 40);
}

/* Nor where two sit at the table: what the dummy has is hidden until it lies open, and a second
 * skat for ever. */
TEST(nor_at_tables_of_two)
{
    static const enum skat_variant_id games[] = {SKAT_VARIANT_PILOT, SKAT_VARIANT_STROHMANN,
                                                 SKAT_VARIANT_OMA, SKAT_VARIANT_OFFIZIERSSKAT};
    uint64_t random = 4712;
    struct skat_random drawn;
    int found[COUNT_OF(games)] = {0};

    skat_random_start_number(&drawn, 1);
    for (int i = 0; i < 300; i++) {
        struct skat_rules rules;
        int game = i % (int)COUNT_OF(games);
        rules_random_of_game(&rules, games[game], &random);
        tell_random_story(&rules, &random);
        int steps = test_below(&random, trace.count + 1);
        unsigned position = test_below(&random, 2) ? 0 : rules.derived.seating->dealer;
        if (!game_trace_determinize(&trace, steps, position, &drawn, &other))
            continue;
        assert_other_world(position);
        found[game]++;
    }
    for (size_t game = 0; game < COUNT_OF(games); game++)
        assert_true(found[game] > 25);
}

/* Before anything was said every card that one does not hold can lie anywhere else. */
TEST(every_hidden_card_comes_everywhere)
{
    struct skat_rules rules;
    struct skat_random drawn;
    struct skat_game game;
    skat_cards seen[SKAT_PLAYERS + 1] = {0};
    uint64_t random = 3;

    skat_rules_official(&rules);
    assert_true(skat_rules_prepare(&rules, NULL));
    start_random(&game, &rules, &random);
    game_trace_begin(&trace, &game);
    skat_random_start_number(&drawn, 1);
    for (int i = 0; i < 400; i++) {
        assert_true(game_trace_determinize(&trace, 0, 1, &drawn, &other));
        for (int place = 0; place < SKAT_PLAYERS; place++)
            seen[place] |= skat_deal_hand(&other.deal, &skat_deck_32, place);
        seen[SKAT_PLAYERS] |= skat_deal_skat(&other.deal, &skat_deck_32);
    }
    assert_true(seen[1] == game.dealt[1]);
    for (int place = 0; place <= SKAT_PLAYERS; place++)
        if (place != 1)
            assert_true(seen[place] == (SKAT_DECK_32 & ~game.dealt[1]));
}

/* Declarer who has seen the skat knows all cards when the last one is played; where each came from
 * is in the record. */
TEST(nothing_is_reshuffled_where_nothing_is_hidden)
{
    struct skat_rules rules;
    struct skat_random drawn;
    uint64_t random = 5;
    int ends = 0;

    skat_rules_official(&rules);
    assert_true(skat_rules_prepare(&rules, NULL));
    skat_random_start_number(&drawn, 1);
    while (ends < 20) {
        struct skat_game game;
        tell_random_story(&rules, &random);
        start_story(&game, &trace);
        for (int i = 0; i < trace.count; i++)
            skat_game_apply(&game, trace.steps[i].position, &trace.steps[i].action);
        if (game.table.played_count < 3 * skat_deck_32.hand || !game.table.picked_up)
            continue;
        assert_false(
            game_trace_determinize(&trace, trace.count, game.table.declarer, &drawn, &other));
        ends++;
    }
}
