// SPDX-License-Identifier: MIT
/* bots/stammtisch/two_hands.c - Offiziersskat.
 *
 * Both players see all open cards, so a trick can be analysed: a lead and the best answer to it.
 * Covered cards, which are turned up when the card above is played, are ignored. */
#include "bots/stammtisch/two_hands.h"

enum { POINT = 16 }; /* scores are in sixteenths of a card point */

/* The worth of keeping a card, roughly what it will take later. */
static int worth(card c, cards trumps)
{
    int rank = c & 15;

    if (rank == SKAT_BOT_JACK)
        return (9 + (c >> 4)) * POINT;
    if (trumps >> c & 1)
        return (4 + (rank - SKAT_BOT_SEVEN) / 2) * POINT;
    return rank == SKAT_BOT_ACE ? 5 * POINT : rank == SKAT_BOT_TEN ? 2 * POINT : 0;
}

static int strength_of(cards hand, int game)
{
    cards trumps = trumps_of(game);
    int sum = 0;

    while (hand) {
        card c = take(&hand);
        sum += worth(c, trumps);
    }
    return sum;
}

int two_hands_name(cards open)
{
    int best = GRAND, most = 0;

    if (count(open & JACKS) >= 3 || count(open & (JACKS | ACES)) == 4)
        return GRAND;
    for (int suit = 0; suit < SUITS; suit++) {
        /* Of equal strength, the more valuable suit. */
        int here = strength_of(open, suit) + suit;
        if (here > most) {
            most = here;
            best = suit;
        }
    }
    return best;
}

/* The open cards of the other player. */
static cards across(const struct skat_bot_view *view) { return view->seen[1 - view->position]; }

int two_hands_doubles(const struct skat_bot_view *view)
{
    enum { AHEAD = 16 * POINT, FAR_AHEAD = 26 * POINT };
    int lead = strength_of(view->hand, view->contract.type) -
               strength_of(across(view), view->contract.type);

    return lead > (view->kontra ? FAR_AHEAD : AHEAD);
}

/* The result of the trick for the leader of `led` if the answer is `answer`. */
static int outcome(card led, card answer, cards trumps)
{
    int points = (points_of(led) + points_of(answer)) * POINT;
    int lead_again = POINT; /* the next lead is worth something, too */

    return beats(answer, led, trumps) ? -points - lead_again : points + lead_again;
}

static cards following(cards hand, card led, cards trumps)
{
    cards same = hand & class_cards(class_of(led, trumps), trumps);
    return same ? same : hand;
}

/* The score of a lead after the other player's best answer. */
static int score_lead(const struct skat_bot_view *view, card led, cards trumps)
{
    int least = 1 << 20;

    for (cards rest = following(across(view), led, trumps); rest;) {
        card answer = take(&rest);
        int score = outcome(led, answer, trumps) + worth(answer, trumps);
        least = score < least ? score : least;
    }
    return (least == 1 << 20 ? 0 : least) - worth(led, trumps);
}

card two_hands_play(const struct skat_bot_view *view, cards legal)
{
    cards trumps = trumps_of(view->contract.type);
    int leads = view->played_count % 2 == 0, best = -(1 << 20);
    card chosen = first(legal);

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int score =
            leads ? score_lead(view, c, trumps)
                  : -outcome(view->played[view->played_count - 1], c, trumps) - worth(c, trumps);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}
