#include "bots/stammtisch/spitzen.h"

enum { TRUMPS = 11 };

/* The seven wins the last trick when by then nobody else has a trump: so he needs, beside the named
 * ones, a trump to draw each of theirs with, high ones to keep the lead, and some to spare. */
static int safe(int suit, cards ten, int named)
{
    static const int spare_needed[5] = {9, 2, 1, 0, -1}; /* by the jacks that he holds */
    cards trumps = ten & trumps_of(suit);
    int others = TRUMPS - count(trumps), drawing = count(trumps) - named;

    return drawing - others >= spare_needed[count(trumps & JACKS)];
}

int spitzen_announced(int suit, cards ten, int max)
{
    int named = 0;

    while (named < max && ten & BIT(LANE(suit) + SKAT_BOT_SEVEN + named) &&
           safe(suit, ten, named + 1))
        named++;
    return named;
}

cards spitzen_spare(const struct skat_bot_contract *contract, cards legal)
{
    int spitzen = (contract->with & SKAT_BOT_SPITZEN) / SKAT_BOT_SPITZE;

    if (!spitzen) /* so of all games but suit games */
        return legal;
    cards named = (((cards)1 << spitzen) - 1) << (LANE(contract->type) + SKAT_BOT_SEVEN);
    if (legal & ~named)
        return legal & ~named;
    return BIT(strongest(legal)); /* the seven comes last, before it the eight ... */
}
