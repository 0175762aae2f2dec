// SPDX-License-Identifier: MIT
#include "bots/stammtisch/spitzen.h"

#define DIAMOND_JACK BIT(LANE(SKAT_BOT_DIAMONDS) + SKAT_BOT_JACK)

/* The seven wins the last trick if nobody else has a trump left. Besides the named trumps, that
 * takes a trump to draw each trump of the others, high ones to keep the lead, and some to spare. */
static int safe(int suit, cards ten, int named)
{
    static const int spare_needed[5] = {9, 2, 1, 0, -1}; /* by number of own jacks */
    cards trumps = ten & trumps_of(suit);
    int all = count(ten) > SKAT_HAND ? 12 : 11, others = all - count(trumps),
        drawing = count(trumps) - named;

    return drawing - others >= spare_needed[count(trumps & JACKS)];
}

int spitzen_announced(int suit, cards ten, int max)
{
    int named = 0, lowest = count(ten) > SKAT_HAND ? SKAT_BOT_SIX : SKAT_BOT_SEVEN;

    while (named < max && ten & BIT(LANE(suit) + lowest + named) && safe(suit, ten, named + 1))
        named++;
    return named;
}

/* The diamond jack wins the last trick if the other jack is gone by then: it falls to the two
 * highest, which are led before. */
int spitzen_of_grand(cards ten, cards known)
{
    const cards needed = DIAMOND_JACK | BIT(LANE(SKAT_BOT_SPADES) + SKAT_BOT_JACK) |
                         BIT(LANE(SKAT_BOT_CLUBS) + SKAT_BOT_JACK);

    return (ten & needed) == needed && (known & JACKS) != JACKS;
}

cards spitzen_spare(const struct skat_bot_view *view, cards legal)
{
    int spitzen = (view->contract.with & SKAT_BOT_SPITZEN) / SKAT_BOT_SPITZE;

    if (!spitzen) /* always so except in suit games and grand */
        return legal;
    cards named = view->contract.type == GRAND
                      ? DIAMOND_JACK
                      : (((cards)1 << spitzen) - 1)
                            << (LANE(view->contract.type) +
                                (has_sixes(view) ? SKAT_BOT_SIX : SKAT_BOT_SEVEN));
    if (legal & ~named)
        return legal & ~named;
    return BIT(strongest(legal)); /* the seven comes last, the eight before it ... */
}
