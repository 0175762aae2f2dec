// SPDX-License-Identifier: MIT
/* tests/unit/test_card_values.c - how pimc plays without a search: the features of cards, the worth
 * and the chances that weights make of them, and games that it plays out, which are those that
 * three players play who see only their own cards (three_players.h). */
#include <math.h>

#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/rollout.h"

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
    table_look(&table, view, &memory);
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
    assert_int_equal(play_card(&view, eight | nine, &memory), first(eight));
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

    table_look(&t, &table->view, &table->memory);
    card_values(weights, &table->view, legal, &table->memory, worth);
    for (cards rest = legal; rest;)
        sum += worth[take(&rest)];
    assert_in_range(sum + count(legal), 0, 2 * count(legal)); /* each is rounded */
    for (cards rest = play_distinct(&t, legal); rest;)
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

    table_look(&t, &table->view, &table->memory);
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

/* ---- chances: how likely others are to play a card ---- */

static void add_up(const struct card_choices *choices)
{
    double sum = 0;
    int most_worth = 0, clubs = 0;

    for (int i = 0; i < choices->number; i++) {
        const double chance = card_chance(&usual_card_odds, choices, i);
        assert_true(chance >= 0 && chance <= 1);
        sum += chance;
        most_worth += choices->features[i][MOST_WORTH];
        clubs += choices->features[i][CLUBS];
    }
    assert_true(fabs(sum - 1) < 1e-9);
    assert_int_equal(most_worth, 1);
    assert_int_equal(clubs, 1);
}

/* Weights of card points alone: a card with ten more has e to the 1 times the chance. */
static void follow_from_weights(const struct card_choices *choices)
{
    static struct card_weights points;

    for (int i = 0; i < CARD_CONTEXTS; i++)
        points.of[i][POINTS] = CARD_ODDS_UNIT / 16;
    for (int i = 0; i < choices->number; i++)
        for (int k = 0; k < choices->number; k++) {
            const int more = choices->features[i][POINTS] - choices->features[k][POINTS];
            const double ratio =
                card_chance(&points, choices, i) / card_chance(&points, choices, k);
            assert_true(fabs(ratio / exp(more / 16.0) - 1) < 1e-4);
        }
}

/* Each card has its choice, which is the card itself, or an equal one below it. */
static void stand_for_equal_cards(const struct card_choices *choices, cards legal)
{
    for (cards rest = legal; rest;) {
        const card c = take(&rest);
        const card by = choices->weighed[card_choices_of(choices, c)].card;
        assert_true(by <= c && by >> 4 == c >> 4);
        assert_int_equal(points_of(by), points_of(c));
        for (card between = by; between < c; between++)
            assert_true(choices->hand >> between & 1);
    }
}

static void look_at_choices(void *context, const struct three *table,
                            const struct skat_decision *decision)
{
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    int *decisions = context;
    struct memory memory = {0};
    struct card_choices choices;

    if (decision->kind != SKAT_DECIDE_CARD || !several(decision->cards) ||
        view.contract.type > GRAND)
        return;
    memory_update(&memory, &view);
    card_choices_look(&choices, &view, decision->cards, &memory);
    add_up(&choices);
    follow_from_weights(&choices);
    stand_for_equal_cards(&choices, decision->cards);
    ++*decisions;
}

TEST(chances_add_up_to_one_and_are_those_of_the_weights)
{
    int decisions = 0;

    watch_games(40, &decisions, look_at_choices);
    assert_true(decisions > 300);
}

/* ---- games that are played out ---- */

/* What is played out from a moment of the game. */
static int played_out(const struct card_weights *weights, const struct skat_game *game, card first)
{
    const struct skat_bot_view view = view_of(game, skat_trick_next(game));
    const struct world world = world_of(game);
    struct rollout rollout = rollout_at(&view);

    rollout.weights = weights;
    return rollout_play(rollout, &world, first);
}

static int announced(const struct three *table)
{
    const struct skat_bot_view view = view_of(&table->game, 0);
    const struct world world = world_of(&table->game);
    struct rollout rollout =
        rollout_announced(&view, view.declarer, view.contract, world.hands[view.declarer]);

    rollout.weights = table->weights;
    return rollout_play(rollout, &world, SKAT_BOT_NO_CARD);
}

static int ended_with(const struct skat_game *game)
{
    struct skat_result result;

    skat_game_result(game, &result);
    if (game->table.contract.type == SKAT_GAME_NULL)
        return result.won ? ROLLOUT_NULL_WON : ROLLOUT_NULL_LOST;
    return result.points;
}

static void played_out_by(const struct card_weights *weights)
{
    struct skat_rules rules;
    int declared[SKAT_GAME_NULL + 1] = {0}, ouvert = 0;
    struct three table = {.weights = weights};

    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (int number = 0; number < 100; number++) {
        int expected[3 * SKAT_HAND + 1], moments = 0;
        struct skat_decision decision;
        sit_down(&table, &rules, (uint64_t)number);
        while (skat_game_pending(&table.game, &decision)) {
            if (decision.kind == SKAT_DECIDE_CARD) {
                if (!table.game.table.played_count)
                    expected[moments++] = announced(&table);
                expected[moments++] = played_out(weights, &table.game, SKAT_BOT_NO_CARD);
            }
            answer(&table, &decision);
        }
        if (!moments)
            continue;
        declared[table.game.table.contract.type]++;
        ouvert += (table.game.table.contract.with & SKAT_BOT_OUVERT) != 0;
        for (int i = 0; i < moments; i++)
            assert_int_equal(expected[i], ended_with(&table.game));
    }
    for (int game = 0; game <= SKAT_GAME_NULL; game++)
        assert_true(declared[game] > 0);
    assert_true(ouvert > 0);
}

TEST(played_out_as_stammtisch_plays) { played_out_by(NULL); }

TEST(played_out_by_the_worth_of_cards) { played_out_by(&usual_card_weights); }

/* A first card that nobody would play: as if it had been played. */
static void play_out_any_card(void *context, const struct three *table,
                              const struct skat_decision *decision)
{
    cards legal = decision->kind == SKAT_DECIDE_CARD ? decision->cards : 0;
    int *others = context;

    while (legal) {
        const card c = take(&legal);
        struct skat_game after = table->game;
        const struct skat_action action = {
            .size = sizeof action, .kind = SKAT_ACTION_CARD, .count = 1, .cards = {c}};
        assert_int_equal(skat_game_apply(&after, decision->position, &action), SKAT_ACCEPTED);
        if (after.phase == SKAT_PHASE_OVER)
            continue;
        assert_int_equal(played_out(&usual_card_weights, &table->game, c),
                         played_out(&usual_card_weights, &after, SKAT_BOT_NO_CARD));
        ++*others;
    }
}

TEST(played_out_after_any_card)
{
    int others = 0;

    watch_games(10, &others, play_out_any_card);
    assert_true(others > 300);
}
