// SPDX-License-Identifier: MIT
#include "bots/stammtisch/schieben.h"

/* What jacks and plain suits lose, in sixteenths of a point. Fitted to ramsch games of this bot
 * with itself: the README.md in this folder says how. */
enum { UNIT = 16 };
static const int16_t jack_loss[16] = {-176, -220, -129, -182, -12, -80, 8,   58,
                                      87,   44,   200,  29,   502, 82,  671, 651};
static const int16_t plain_loss[PLAIN_MASKS] = {
    258, 101, 116, -88,  166, -71,  -36,  -225, 225, -9,   31,  -202, 58,  -178, -152, -259,
    281, 79,  99,  -185, 149, -174, -120, -268, 187, -118, -67, -253, -27, -205, -151, -245,
    347, 187, 208, -160, 267, -138, -94,  -247, 343, -77,  -25, -241, 25,  -205, -161, -250,
    375, 14,  54,  -223, 92,  -189, -117, -273, 170, -90,  -46, -268, 28,  -173, -92,  -343,
    416, 246, 264, -92,  346, -82,  -29,  -249, 429, -50,  19,  -248, 58,  -207, -166, -271,
    512, 32,  90,  -218, 155, -211, -131, -242, 283, -129, -98, -286, -13, -229, -131, -251,
    590, 214, 249, -200, 308, -194, -100, -272, 395, -138, -21, -241, 53,  -225, -132, -253,
    494, 60,  107, -254, 178, -224, -161, -247, 325, -67,  9,   -219, 127, -273, -39,  -251};

static int loss_of(cards hand)
{
    int sum = jack_loss[jack_mask(hand)];
    for (int suit = 0; suit < SUITS; suit++)
        sum += plain_loss[plain_mask(hand, suit)];
    return sum;
}

int schieben_expected_loss(cards hand)
{
    int loss = loss_of(hand) / UNIT;
    return loss > 0 ? loss : 0;
}

enum { ALL_LOSE = 88 /* points that a ramsch costs the three players in total */ };

int schieben_cost(cards hand)
{
    /* The difference to the others: own loss minus half of their total loss. */
    int own = schieben_expected_loss(hand);
    return own - (ALL_LOSE - own) / 2;
}

int schieben_knocks(cards hand)
{
    return schieben_cost(hand) < 0; /* whoever loses less than the others gains by doubling */
}

int schieben_takes(const struct skat_bot_view *view)
{
    enum { SAFE = 10 };
    return schieben_expected_loss(view->hand) > SAFE;
}

/* Tries all ways to pass on `number` cards of `rest` in addition to those in `gone`. */
static void try_ways(cards hand, cards rest, int number, cards gone, int *best, cards *chosen)
{
    while (count(rest) >= number) {
        cards out = gone | BIT(take(&rest));
        int loss = number > 1 ? 0 : loss_of(hand & ~out);
        if (number > 1) {
            try_ways(hand, rest, number - 1, out, best, chosen);
        } else if (loss < *best) {
            *best = loss;
            *chosen = out;
        }
    }
}

cards schieben_passed_on(const struct skat_bot_view *view, cards allowed, int number)
{
    cards chosen = 0;
    int best = 1 << 30;

    try_ways(view->hand, allowed, number, 0, &best, &chosen);
    return chosen;
}
