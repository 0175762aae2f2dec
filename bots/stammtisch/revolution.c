#include "bots/stammtisch/revolution.h"

#include "bots/stammtisch/null.h"

/* May a card of the suit be left on top? Not when to each of his cards, from the lowest, there are
 * no more cards below it missing than he has himself: then he can always duck. Cards below `from`
 * are gone. */
static int suit_safe(unsigned mask, int from)
{
    int held = 0, missing = 0;

    for (int rank = from; rank < 8; rank++)
        if (!(mask >> rank & 1))
            missing++;
        else if (missing > held++)
            return 0;
    return 1;
}

card revolution_lead(cards hand)
{
    enum { SKAT_CARDS = 2 };

    for (int suit = 0; suit < SUITS; suit++) {
        unsigned mask = null_mask(hand, suit);
        if (mask & 1 && 8 - __builtin_popcount(mask) > SKAT_CARDS && suit_safe(mask, 1))
            return first(hand & PLAIN(suit)); /* the seven, or the six */
    }
    return SKAT_BOT_NO_CARD;
}

int revolution_safe(const struct rules *rules, cards hand, int forehand)
{
    int leads = forehand || rules->revolution == REVOLUTION_EXCHANGE_AND_SKAT;

    for (int suit = 0; suit < SUITS; suit++)
        if (!suit_safe(null_mask(hand, suit), 0))
            return 0;
    return !leads || revolution_lead(hand) != SKAT_BOT_NO_CARD;
}

/* How often declarer could be left on top in the suit: cards missing below his beyond those that
 * cover them. */
static int weakness(unsigned his)
{
    int held = 0, missing = 0, sum = 0;

    for (int rank = 0; rank < 8; rank++)
        if (!(his >> rank & 1))
            missing++;
        else if (missing > held++)
            sum += missing - held + 1;
    return sum;
}

/* What a card is good for in the hand that is to catch him: all of the suit in which he is weakest,
 * so that the partner is out of it and throws away; of the others the high ones, to get the lead,
 * and low ones where he has something above them. */
static int worth(card c, cards shown, int target)
{
    int suit = c >> 4, rank = null_rank_of(c);

    if (suit == target)
        return 100 - rank;
    return weakness(null_mask(shown, suit)) * 2 + rank;
}

static int weakest_suit(cards shown)
{
    int target = 0, most = -1;

    for (int suit = 0; suit < SUITS; suit++) {
        int weak = weakness(null_mask(shown, suit));
        if (weak > most) {
            most = weak;
            target = suit;
        }
    }
    return target;
}

cards revolution_exchange(const struct skat_bot_view *view, cards pool)
{
    int size = count(view->hand), target = weakest_suit(view->shown);
    cards chosen = 0;

    while (count(chosen) < size) {
        cards rest = pool & ~chosen;
        card best = first(rest);
        for (; rest; rest &= rest - 1)
            if (worth(first(rest), view->shown, target) > worth(best, view->shown, target))
                best = first(rest);
        chosen |= BIT(best);
    }
    return chosen;
}
