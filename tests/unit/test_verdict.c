// SPDX-License-Identifier: MIT
/* tests/unit/test_verdict.c - when pimc has sampled enough worlds to settle a card. Includes the
 * source file, since a module exports only its descriptor. */
#include "bots/pimc/verdict.c"

#include "engine/random.h"
#include "tests/unit/unit_test.h"

enum { ONE = 0, OTHER = 1, THIRD = 2, NEED = 40 };

static void begin(struct verdict *verdict)
{
    verdict_begin(verdict, BIT(ONE) | BIT(OTHER) | BIT(THIRD));
}

static void add(struct verdict *verdict, int one, int other, int third)
{
    int utility[SKAT_CARD_CODES] = {0};
    utility[ONE] = one, utility[OTHER] = other, utility[THIRD] = third;
    verdict_add(verdict, utility);
}

TEST(better_in_all_worlds)
{
    struct verdict verdict;

    begin(&verdict);
    assert_int_equal(verdict_open(&verdict), BIT(ONE) | BIT(OTHER) | BIT(THIRD));
    for (int i = 0; i < NEED; i++) {
        add(&verdict, 0, WON, 0);
        assert_int_equal(verdict_narrow(&verdict), i + 1 >= 20);
    }
    assert_int_equal(verdict_open(&verdict), BIT(OTHER));
    assert_int_equal(verdict_card(&verdict, THIRD), OTHER);
}

TEST(as_good_in_all_worlds)
{
    struct verdict verdict;

    begin(&verdict);
    for (int i = 0; i < NEED; i++) {
        add(&verdict, i % 2 * WON, i % 2 * WON, i % 2 * WON);
        assert_int_equal(verdict_narrow(&verdict), i + 1 >= NEED);
    }
    assert_int_equal(verdict_open(&verdict), BIT(ONE) | BIT(OTHER) | BIT(THIRD));
    assert_int_equal(verdict_card(&verdict, THIRD), THIRD);
}

/* As often better as worse is not clear; a third card that always loses is left out of the
 * question, and what is asked of the others afterwards does not reopen it. */
TEST(one_of_three_is_closed)
{
    struct verdict verdict;

    begin(&verdict);
    for (int i = 0; i < 200; i++) {
        add(&verdict, i % 2 * WON, !(i % 2) * WON, 0);
        assert_false(verdict_narrow(&verdict));
    }
    assert_int_equal(verdict_open(&verdict), BIT(ONE) | BIT(OTHER));
    assert_int_not_equal(verdict_card(&verdict, THIRD), THIRD);
    assert_int_equal(verdict_card(&verdict, OTHER), OTHER);
}

/* By chance alone a card is seldom closed that is better in truth: 55 worlds won of 100 beside 45.
 */
TEST(the_better_card_is_seldom_closed)
{
    enum { TIMES = 2000, WORLDS = 100 };
    struct skat_random random;
    int closed = 0, kept = 0;

    skat_random_start_number(&random, 5);
    for (int time = 0; time < TIMES; time++) {
        struct verdict verdict;
        begin(&verdict);
        for (int i = 0; i < WORLDS; i++) {
            add(&verdict, (skat_random_below(&random, 100) < 55) * WON,
                (skat_random_below(&random, 100) < 45) * WON, 0);
            if (i % 20 == 19 && verdict_narrow(&verdict))
                break;
        }
        closed += !(verdict_open(&verdict) & BIT(ONE));
        kept += (verdict_open(&verdict) & BIT(OTHER)) != 0;
    }
    assert_in_range(closed, 0, TIMES / 100);
    assert_in_range(kept, TIMES / 4, TIMES); /* and not for lack of ever closing one */
    assert_in_range(kept, 0, TIMES * 9 / 10);
}

/* Ten worlds that were solved count as much as a hundred that were played out. */
TEST(two_kinds_of_worlds)
{
    struct verdict verdict, other;

    begin(&verdict);
    begin(&other);
    for (int i = 0; i < 100; i++)
        add(&verdict, (i < 60) * WON, (i < 50) * WON, 0);
    for (int i = 0; i < 10; i++)
        add(&other, (i < 5) * WON, (i < 7) * WON, 0);
    assert_int_equal(verdict_card(&verdict, THIRD), ONE);
    struct verdict less = verdict;
    verdict_join(&verdict, 1, &other, 1); /* 1.1 against 1.2 */
    assert_int_equal(verdict_card(&verdict, THIRD), OTHER);
    assert_int_equal(verdict_card(&verdict, ONE), OTHER);
    verdict_join(&less, 3, &other, 1); /* 2.3 against 2.2 */
    assert_int_equal(verdict_card(&less, THIRD), ONE);
    assert_int_equal(verdict_card(&less, OTHER), ONE);
    /* The same again, within a hundredth of a game: the preferred card. */
    begin(&verdict);
    begin(&other);
    for (int i = 0; i < 1000; i++)
        add(&verdict, (i < 605) * WON, (i < 500) * WON, 0);
    for (int i = 0; i < 10; i++)
        add(&other, (i < 5) * WON, (i < 6) * WON, 0);
    verdict_join(&verdict, 1, &other, 1);
    assert_int_equal(verdict_card(&verdict, THIRD), ONE);
    assert_int_equal(verdict_card(&verdict, OTHER), OTHER);
}

/* Twenty worlds in which ONE and OTHER get `one` and `other`, THIRD a little more, and `worth` is
 * expected of ONE. */
static struct verdict judged_alike(int one, int other, int worth)
{
    const int expected[SKAT_CARD_CODES] = {[ONE] = worth};
    struct verdict verdict;

    begin(&verdict);
    verdict_expect(&verdict, expected, 60);
    for (int i = 0; i < 20; i++)
        add(&verdict, one, other, other + 5);
    return verdict;
}

/* The customary card, whatever is expected of the others; but not where the game is lost with every
 * card, where another one is better by the worlds, where it loses in one world of twenty-one, or
 * after a single world. */
TEST(where_every_card_wins)
{
    struct verdict verdict = judged_alike(WON + 200, WON + 200, 50);

    assert_true(verdict_settle(&verdict, OTHER));
    assert_int_equal(verdict_card(&verdict, ONE), OTHER);
    verdict = judged_alike(WON + 200, WON + 200, 50);
    assert_false(verdict_settle(&verdict, SKAT_BOT_NO_CARD));
    verdict = judged_alike(WON - 200, WON - 200, 50);
    assert_false(verdict_settle(&verdict, OTHER));
    verdict = judged_alike(WON + 230, WON + 200, 50);
    assert_false(verdict_settle(&verdict, OTHER));
    verdict = judged_alike(WON + 200, WON + 200, 50);
    add(&verdict, WON + 200, WON - 1, WON + 200);
    assert_false(verdict_settle(&verdict, OTHER));
    assert_int_equal(verdict_card(&verdict, OTHER), ONE);
    begin(&verdict);
    add(&verdict, WON, WON, WON);
    assert_false(verdict_settle(&verdict, OTHER));
}
