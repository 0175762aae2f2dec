// SPDX-License-Identifier: MIT
/* tests/unit/test_card_values.c - what pimc gives cards without a search: the features of cards at
 * a table set by hand, and in games that are played, that the worth of cards is what the weights
 * make of them. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/rollout.h"
#include "engine/rule_set.h"

#define CARD(suit, rank) ((suit)*16 + (rank))
#define SET(suit, rank) BIT(CARD(suit, rank))

enum { D = SKAT_BOT_DIAMONDS, H = SKAT_BOT_HEARTS, S = SKAT_BOT_SPADES, C = SKAT_BOT_CLUBS };
enum { SEVEN = SKAT_BOT_SEVEN, QUEEN = SKAT_BOT_QUEEN, KING = SKAT_BOT_KING };
enum { TEN = SKAT_BOT_TEN, ACE = SKAT_BOT_ACE, JACK_ = SKAT_BOT_JACK };

/* Spades; the second trick. The declarer, in the middle, has led the ace of hearts before, and
 * holds this one with the ten of clubs, led by the rear; this is forehand, the other defender. */
static struct skat_bot_view spades(void)
{
    struct skat_bot_view view = {
        .size = sizeof view,
        .position = 0,
        .declarer = 1,
        .announced = 1,
        .picked_up = 1,
        .contract = {SKAT_BOT_SPADES, 0},
        .dummy = SKAT_BOT_NOBODY,
        .hand = SET(D, TEN) | SET(D, SEVEN) | SET(S, QUEEN) | SET(S, ACE) | SET(H, ACE),
        .played = {CARD(H, KING), CARD(H, SEVEN), CARD(H, TEN), CARD(C, TEN)},
        .leader = {1, 0},
        .trick_count = 1,
        .played_count = 4,
    };

    view.leader[1] = 2;
    view.winner = 2;
    view.points[2] = 14;
    view.dealt = view.hand;
    for (int i = 0; i < view.played_count; i++)
        view.gone |= BIT(view.played[i]);
    return view;
}

/* The features of one of the cards that may be played. */
static void features_of(const struct skat_bot_view *view, card wanted, int16_t x[CARD_FEATURES])
{
    struct memory memory = {0};
    struct table table;
    struct weighed weighed[SKAT_BOT_HAND_MAX];

    memory_update(&memory, view);
    table_look(&table, view, &memory, usual_points.of);
    const struct card_scene scene = card_scene_of(&table);
    const int number = play_weigh(&table, BIT(wanted), weighed);
    assert_int_equal(number, 1);
    card_features(&scene, weighed, x);
}

TEST(a_ruff_and_a_schmear_are_seen)
{
    const struct skat_bot_view view = spades();
    int16_t ruff[CARD_FEATURES], schmear[CARD_FEATURES];

    features_of(&view, CARD(S, QUEEN), ruff);
    assert_int_equal(ruff[RUFFS], 1);
    assert_int_equal(ruff[RUFFED], 10);
    assert_int_equal(ruff[SCHMEAR], 0);
    assert_int_equal(ruff[POINTS], 3);
    assert_int_equal(ruff[TRUMP_RANK + QUEEN - SEVEN], 1);
    assert_int_equal(ruff[OVERTAKES_PARTNER], 1);
    assert_int_equal(ruff[OWN_TRUMPS], 2);
    assert_int_equal(ruff[HIDDEN_TRUMPS], 9);
    assert_int_equal(ruff[HIGHER], 6); /* four jacks, ten and king */
    assert_int_equal(ruff[LOWER], 3);
    features_of(&view, CARD(D, TEN), schmear);
    assert_int_equal(schmear[SCHMEAR], 1);
    assert_int_equal(schmear[RUFFS], 0);
    assert_int_equal(schmear[PLAIN_RANK + TEN - SEVEN], 1);
    assert_int_equal(schmear[TEN_UNDER_ACE], 1);
    assert_int_equal(schmear[TEN_GUARDED], 2);
    assert_int_equal(schmear[TWO], 1);
    assert_int_equal(schmear[BRINGS], schmear[WINS] * 10 / CARD_SCALE);
    assert_int_equal(schmear[TAKES], schmear[WINS] * 10 / CARD_SCALE);
    assert_int_equal(schmear[LOSES], (ONE - schmear[WINS]) * 20 / CARD_SCALE);
    features_of(&view, CARD(D, SEVEN), schmear);
    assert_int_equal(schmear[BARES_TEN], 1);
    assert_int_equal(schmear[FROM_TEN], 1);
    features_of(&view, CARD(H, ACE), schmear);
    assert_int_equal(schmear[VOIDS_TO_RUFF], 1);
    assert_int_equal(schmear[HIGHEST], 1);
    assert_int_equal(schmear[LONE_HIGH], 1);
    assert_int_equal(schmear[LED_BY_DECLARER], 1);
}

/* The defenders have 14 points and need 60, the declarer 61 with what lies in the skat. */
TEST(a_trick_that_decides_is_seen)
{
    struct skat_bot_view view = spades();
    int16_t x[CARD_FEATURES];

    features_of(&view, CARD(D, TEN), x);
    assert_int_equal(x[DECIDES], 0);
    view.points[2] = 40;
    features_of(&view, CARD(D, TEN), x); /* 20 points in the trick */
    assert_int_equal(x[DECIDES], x[WINS]);
    assert_int_equal(x[CLOSE_WINS], x[WINS]);
    features_of(&view, CARD(D, SEVEN), x);
    assert_int_equal(x[DECIDES], 0);
    view.points[1] = 36; /* and about five in the skat */
    features_of(&view, CARD(D, TEN), x);
    assert_int_equal(x[DECIDES_LOST], ONE - x[WINS]);
}

/* The declarer has announced the seven, and keeps it: the eight alone may be played, or the eight
 * and the nine. */
TEST(a_spitze_is_kept)
{
    const cards eight = SET(S, SKAT_BOT_EIGHT), nine = SET(S, SKAT_BOT_NINE);
    struct skat_bot_view view = spades();
    struct memory memory = {0};

    view.position = view.declarer = 0;
    view.contract.with = SKAT_BOT_SPITZE;
    view.hand = SET(S, SEVEN) | eight | nine;
    memory_update(&memory, &view);
    assert_int_equal(play_card(&view, eight | nine, &memory, &usual_points), first(eight));
    assert_int_equal(card_values_best(&usual_card_weights, &view, eight | nine, &memory),
                     first(eight));
}

/* Plays games out by weights, and looks at each decision. */
static void in_games(const struct card_weights *weights,
                     void look_at(const struct card_weights *weights, const struct rollout *table,
                                  cards legal))
{
    struct skat_rules rules;
    int decisions = 0;

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (int number = 0; number < 30; number++) {
        struct skat_deal deal;
        deal_by_number(&deal, rules.derived.deck, 20261124, 0, (uint64_t)number);
        struct world world = {.skat = skat_deal_skat(&deal, rules.derived.deck)};
        for (int seat = 0; seat < 3; seat++)
            world.hands[seat] = skat_deal_hand(&deal, rules.derived.deck, seat);
        const struct skat_bot_contract contract = {(uint8_t)(number % (GRAND + 1)), 0};
        const struct skat_bot_view view = {.size = sizeof view, .dummy = SKAT_BOT_NOBODY};
        struct rollout table =
            rollout_announced(&view, number % 3, contract, world.hands[number % 3]);
        table.weights = weights;
        while (rollout_turn(&table, &world)) {
            const cards legal = rollout_legal(&table.view, table.memory.trumps);
            if (several(legal)) {
                look_at(weights, &table, legal);
                decisions++;
            }
            rollout_put(&table, &world, rollout_choose(&table, legal));
        }
    }
    assert_true(decisions > 400);
}

static void adds_up(const struct card_weights *weights, const struct rollout *table, cards legal)
{
    const card best = card_values_best(weights, &table->view, legal, &table->memory);
    int worth[SKAT_CARD_CODES], sum = 0;
    struct table t;

    table_look(&t, &table->view, &table->memory, usual_points.of);
    card_values(weights, &table->view, legal, &table->memory, worth);
    for (cards rest = legal; rest;)
        sum += worth[take(&rest)];
    assert_in_range(sum + count(legal), 0, 2 * count(legal)); /* each is rounded */
    for (cards rest = play_distinct(&t, legal, &usual_points); rest;)
        assert_true(worth[take(&rest)] <= worth[best]);
}

TEST(the_worth_of_cards_is_the_difference_from_their_mean)
{
    in_games(&usual_card_weights, adds_up);
}

static void plays_like_stammtisch(const struct card_weights *weights, const struct rollout *table,
                                  cards legal)
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    int most = INT32_MIN, chosen = INT32_MIN;
    const card best = card_values_best(weights, &table->view, legal, &table->memory);

    table_look(&t, &table->view, &table->memory, usual_points.of);
    for (int i = 0, number = play_weigh(&t, legal, weighed); i < number; i++) {
        most = weighed[i].score > most ? weighed[i].score : most;
        chosen = weighed[i].card == best ? weighed[i].score : chosen;
    }
    assert_true(chosen > most - CARD_SCALE);
}

TEST(with_the_score_alone_it_is_stammtisch)
{
    static struct card_weights score;

    for (int i = 0; i < CARD_CONTEXTS; i++)
        score.of[i][SCORE] = CARD_WEIGHT_UNIT;
    in_games(&score, plays_like_stammtisch);
}
