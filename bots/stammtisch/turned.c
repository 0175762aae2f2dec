// SPDX-License-Identifier: MIT
#include "bots/stammtisch/turned.h"

#include "bots/stammtisch/play.h"

/* A 7 takes the place of an ace in the order, a king that of an 8, and so on, and vice versa. */
static const uint8_t place_of[16] = {
    [SKAT_BOT_ACE] = SKAT_BOT_SEVEN,  [SKAT_BOT_KING] = SKAT_BOT_EIGHT,
    [SKAT_BOT_QUEEN] = SKAT_BOT_NINE, [SKAT_BOT_TEN] = SKAT_BOT_QUEEN,
    [SKAT_BOT_NINE] = SKAT_BOT_KING,  [SKAT_BOT_EIGHT] = SKAT_BOT_TEN,
    [SKAT_BOT_SEVEN] = SKAT_BOT_ACE,
};
static const uint8_t rank_at[16] = {
    [SKAT_BOT_SEVEN] = SKAT_BOT_ACE,  [SKAT_BOT_EIGHT] = SKAT_BOT_KING,
    [SKAT_BOT_NINE] = SKAT_BOT_QUEEN, [SKAT_BOT_QUEEN] = SKAT_BOT_TEN,
    [SKAT_BOT_KING] = SKAT_BOT_NINE,  [SKAT_BOT_TEN] = SKAT_BOT_EIGHT,
    [SKAT_BOT_ACE] = SKAT_BOT_SEVEN,
};
/* Points of the cards by the place that they take: A K Q T 9 8 7 at 7 8 9 Q K T A. */
static const struct card_points points_at = {
    .of = {[SKAT_BOT_SEVEN] = 11,
           [SKAT_BOT_EIGHT] = 4,
           [SKAT_BOT_NINE] = 3,
           [SKAT_BOT_QUEEN] = 10,
           [SKAT_BOT_JACK] = 2},
    .blank = OF_RANK(SKAT_BOT_TEN) | OF_RANK(SKAT_BOT_ACE),
};

/* Jacks swap suits, D with C and H with S; plain cards keep theirs. */
static card turned_card(card c, const uint8_t ranks[16])
{
    int suit = c >> 4, rank = c & 15;
    return (card)(rank == SKAT_BOT_JACK ? (3 - suit) << 4 | rank : suit << 4 | ranks[rank]);
}

cards turned_cards(cards set)
{
    cards turned = 0;
    while (set)
        turned |= BIT(turned_card(take(&set), place_of));
    return turned;
}

/* How much lower the chance is than in a grand with the same places, in 256ths of log odds: the
 * high cards have no points. Measured, see README.md. */
enum { TURNED_WORSE = 64 };

int turned_log_odds(cards hand, enum stage stage, int forehand, int aside)
{
    return model_log_odds(GRAND, turned_cards(hand), stage, forehand, aside) - TURNED_WORSE;
}

cards turned_put_aside(cards twelve, int forehand)
{
    cards chosen = 0;
    int best = -(1 << 30);

    for (cards rest = twelve & ~JACKS; rest;) {
        cards one = BIT(take(&rest));
        for (cards others = rest; others;) {
            cards out = one | BIT(take(&others));
            int odds = turned_log_odds(twelve & ~out, AFTER_DISCARD, forehand, points_in(out));
            if (odds > best) {
                best = odds;
                chosen = out;
            }
        }
    }
    return chosen; /* at least eight of twelve cards are not jacks */
}

card turned_play(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    struct skat_bot_view grand = *view;

    grand.contract.type = GRAND;
    grand.hand = turned_cards(view->hand);
    grand.skat = turned_cards(view->skat);
    grand.shown = turned_cards(view->shown);
    grand.gone = turned_cards(view->gone);
    for (int i = 0; i < view->played_count; i++)
        grand.played[i] = turned_card(view->played[i], place_of);
    return turned_card(play_card(&grand, turned_cards(legal), memory, &points_at), rank_at);
}
