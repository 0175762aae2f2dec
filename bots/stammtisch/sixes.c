// SPDX-License-Identifier: MIT
#include "bots/stammtisch/sixes.h"

static int log_odds(int game, cards hand, int aside, int forehand)
{
    return game == NULL_GAME ? model_null_log_odds(hand, AFTER_DISCARD, forehand, 0)
                             : model_log_odds(game, hand, AFTER_DISCARD, forehand, aside);
}

/* Removes the best `number` cards of `rest` from *hand. Returns the log odds of what is left. */
static int take_best(int game, cards rest, int number, int forehand, cards *hand, cards out)
{
    int best = -(1 << 30);
    cards chosen = *hand;

    if (!number)
        return log_odds(game, *hand, points_in(out), forehand);
    while (count(rest) >= number) {
        cards one = BIT(take(&rest)), left = *hand & ~one;
        int odds = take_best(game, rest, number - 1, forehand, &left, out | one);
        if (odds > best) {
            best = odds;
            chosen = left;
        }
    }
    *hand = chosen;
    return best;
}

cards sixes_put_aside(int game, cards hand, int number, int forehand)
{
    cards left = hand, plain = game == NULL_GAME ? hand : hand & ~trumps_of(game);

    /* Discards trumps only if there are too few other cards. */
    take_best(game, count(plain) >= number ? plain : hand, number, forehand, &left, 0);
    return hand & ~left;
}
