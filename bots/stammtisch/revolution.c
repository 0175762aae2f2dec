// SPDX-License-Identifier: MIT
#include "bots/stammtisch/revolution.h"

#include "bots/stammtisch/null.h"

/* Is the suit safe? It is if no card has more missing than own cards below it: then the declarer
 * can always duck. Cards below `from` are gone. */
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
    int leads = forehand || rules->revolution_both;

    for (int suit = 0; suit < SUITS; suit++)
        if (!suit_safe(null_mask(hand, suit), 0))
            return 0;
    return !leads || revolution_lead(hand) != SKAT_BOT_NO_CARD;
}

/* How often the declarer may have to take a trick in the suit: missing lower cards in excess of own
 * cards that cover them. */
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

/* The worth of a card in the hand that should catch the declarer: all cards of the declarer's
 * weakest suit, so that the partner is out of it and can discard; in other suits high cards, to get
 * the lead, and low cards if the declarer has higher ones. */
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
