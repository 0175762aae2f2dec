// SPDX-License-Identifier: MIT
/* tests/unit/test_errors.c - how far stammtisch is off where it errs on purpose: as often above as
 * below, as much as it is told, and the same each time that it is asked. */
#include "bots/stammtisch/errors.h"

#include "bots/stammtisch/model.h"
#include "tests/unit/unit_test.h"

enum { TIMES = 40000, DEVIATION = 500 };

/* Each of the three numbers of a question moves its answer. */
static int asked(int way, unsigned i)
{
    return error_of(way == 0 ? i : 7, way == 1 ? (enum judged_thing)(i % 3) : JUDGED_CARD,
                    way == 2 ? i : i / 3, DEVIATION);
}

TEST(mean_and_deviation)
{
    for (int way = 0; way < 3; way++) {
        double sum = 0, squares = 0;
        for (unsigned i = 0; i < TIMES; i++) {
            const int error = asked(way, i);
            sum += error;
            squares += (double)error * error;
        }
        /* Four standard errors: 2.5 of the mean, and as much for the root mean square. */
        assert_true(sum / TIMES > -10 && sum / TIMES < 10);
        const double variance = squares / TIMES;
        assert_true(variance > 0.97 * DEVIATION * DEVIATION &&
                    variance < 1.03 * DEVIATION * DEVIATION);
    }
}

TEST(the_same_question_again)
{
    int differ = 0;

    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(error_of(i, JUDGED_GAME, 3, DEVIATION),
                         error_of(i, JUDGED_GAME, 3, DEVIATION));
        assert_int_equal(error_of(i, JUDGED_GAME, 3, 0), 0);
        differ += error_of(i, JUDGED_GAME, 3, DEVIATION) != error_of(i, JUDGED_GAME, 4, DEVIATION);
    }
    assert_true(differ > 90);
}

static int odds_of(int game, cards twelve, cards aside)
{
    return model_log_odds(game, twelve & ~aside, AFTER_DISCARD, 1, points_in(aside));
}

/* Without an error the discards are as good as the best of the tables; with one, they are two of
 * the twelve, and not always the same. */
TEST(discards)
{
    struct discards tables;
    cards cards_held = PLAIN(0) | PLAIN(1) | JACKS;
    int different = 0;

    while (count(cards_held) > 12)
        take(&cards_held);
    model_discards(&tables);
    for (int game = 0; game <= GRAND; game++) {
        const cards best = model_put_aside(&tables, game, cards_held);
        const cards own = model_put_aside_roughly(1, game, cards_held, 1, 0);
        assert_int_equal(count(own), 2);
        assert_true(odds_of(game, cards_held, own) >= odds_of(game, cards_held, best));
    }
    const cards first_chosen = model_put_aside_roughly(0, GRAND, cards_held, 1, 200);
    for (unsigned deal = 0; deal < 50; deal++) {
        const cards own = model_put_aside_roughly(deal, GRAND, cards_held, 1, 200);
        assert_int_equal(count(own), 2);
        assert_true(!(own & ~cards_held) && !(own & JACKS));
        different += own != first_chosen;
    }
    assert_true(different > 0);
}
