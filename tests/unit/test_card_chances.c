// SPDX-License-Identifier: MIT
/* tests/unit/test_card_chances.c - how likely pimc takes the cards of others to be: chances add up
 * to one, are those that the weights ask for, and belong to equal cards together. */
#include <math.h>

#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/card_chances.h"

struct chances_look {
    void (*at)(const struct card_choices *choices, cards legal);
    int decisions;
};

static void look(void *context, const struct three *table, const struct skat_decision *decision)
{
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    struct chances_look *look = context;
    struct memory memory = {0};
    struct card_choices choices;

    if (decision->kind != SKAT_DECIDE_CARD || !several(decision->cards) ||
        view.contract.type > GRAND)
        return;
    memory_update(&memory, &view);
    card_choices_look(&choices, &view, decision->cards, &memory);
    look->at(&choices, decision->cards);
    look->decisions++;
}

/* Looks at each decision between cards in some games of stammtisch. */
static void in_games(void look_at(const struct card_choices *choices, cards legal))
{
    struct chances_look all = {.at = look_at};

    watch_games(40, &all, look);
    assert_true(all.decisions > 300);
}

static void add_up(const struct card_choices *choices, cards legal)
{
    double sum = 0;
    int most_worth = 0, clubs = 0;
    (void)legal;

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

TEST(chances_add_up_to_one) { in_games(add_up); }

/* Weights of card points alone: a card with ten more has e to the 1 times the chance. */
static void by_points(const struct card_choices *choices, cards legal)
{
    static struct card_weights points;
    (void)legal;

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

TEST(chances_are_those_of_the_weights) { in_games(by_points); }

/* Each card has its choice, which is the card itself, or an equal one below it. */
static void stand_for(const struct card_choices *choices, cards legal)
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

TEST(equal_cards_are_one_choice) { in_games(stand_for); }
