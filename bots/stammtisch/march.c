// SPDX-License-Identifier: MIT
#include "bots/stammtisch/march.h"

#include "bots/stammtisch/memory.h"

enum { LATE = 6 /* after so many tricks, one player having all of them is no accident */ };

static cards hidden_of(const struct skat_bot_view *view, int class)
{
    return unseen(view) & class_cards(class, JACKS);
}

/* The number of cards in the class that lose a trick, in the worst case that each round draws only
 * one of the others' cards. */
static int losers_in(const struct skat_bot_view *view, cards hand, int class)
{
    cards mine = hand & class_cards(class, JACKS), out = hidden_of(view, class);
    int left = count(out), losers = 0;

    for (; mine && left > 0; left--) {
        card c = strongest(mine);
        mine &= ~BIT(c);
        losers += above(out, c) != 0;
    }
    return losers;
}

static int losers(const struct skat_bot_view *view, cards hand)
{
    int sum = 0, undrawn = count(hidden_of(view, TRUMP)) - count(hand & JACKS);

    for (int class = 0; class < CLASSES; class ++)
        sum += losers_in(view, hand, class);
    return sum + (undrawn > 0 && hand & ~JACKS ? undrawn : 0);
}

/* Are there few enough losers? A player with half of the points has little to lose. */
static int worth_trying(const struct skat_bot_view *view, cards hand)
{
    enum { MANY = 50, LOST_ANYWAY = 61 };
    int points = view->points[view->position];

    return losers(view, hand) <= (points >= LOST_ANYWAY ? 3 : points >= MANY ? 1 : 0);
}

static int unbeaten(const struct skat_bot_view *view, card c)
{
    return !above(hidden_of(view, class_of(c, JACKS)), c);
}

/* Leads jacks while others have some, then long suits from the top. */
static card lead_for_all(const struct skat_bot_view *view, cards legal)
{
    card chosen = first(legal);
    int best = -1;

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int class = class_of(c, JACKS);
        int value = 64 * unbeaten(view, c) + strength(c) +
                    (class == TRUMP ? (hidden_of(view, TRUMP) ? 128 : -64)
                                    : 2 * count(view->hand & PLAIN(class)));
        if (value > best) {
            best = value;
            chosen = c;
        }
    }
    return chosen;
}

static card best_in_trick(const struct skat_bot_view *view)
{
    const skat_bot_card *trick = &view->played[3 * view->trick_count];
    card best = trick[0];

    for (int i = 1; i < view->played_count - 3 * view->trick_count; i++)
        if (beats(trick[i], best, JACKS))
            best = trick[i];
    return best;
}

/* The lowest card sure to take the trick, else the highest that can take it, if any. */
static int taker(const struct skat_bot_view *view, cards legal, card *chosen)
{
    int last = view->played_count - 3 * view->trick_count == 2, sure = 0, found = 0;
    card best = best_in_trick(view);

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        if (!beats(c, best, JACKS))
            continue;
        int is_sure = last || unbeaten(view, c);
        int better = !found || (is_sure && !sure) ||
                     (is_sure == sure && (strength(c) < strength(*chosen)) == is_sure);
        if (better) {
            *chosen = c;
            sure = is_sure;
        }
        found = 1;
    }
    return found && sure;
}

static int make(const struct skat_bot_view *view, cards legal, card *chosen)
{
    if (view->tricks[view->position] != view->trick_count)
        return 0;
    if (view->played_count == 3 * view->trick_count) {
        if (!worth_trying(view, view->hand))
            return 0;
        *chosen = lead_for_all(view, legal);
        return 1;
    }
    card c = 0;
    if (!taker(view, legal, &c) || !worth_trying(view, view->hand & ~BIT(c)))
        return 0;
    *chosen = c;
    return 1;
}

/* Somebody has all tricks: take one, or keep a card that may take one later. */
static int stop(const struct skat_bot_view *view, cards legal, card *chosen)
{
    int marcher = view->leader[view->trick_count];

    if (view->trick_count < LATE || view->tricks[marcher] != view->trick_count ||
        marcher == view->position || view->played_count == 3 * view->trick_count)
        return 0;
    card best = best_in_trick(view), lowest = first(legal);
    for (cards rest = legal; rest;) {
        card c = take(&rest);
        if (beats(c, best, JACKS)) {
            *chosen = c;
            return 1;
        }
        if (strength(c) < strength(lowest))
            lowest = c;
    }
    *chosen = lowest;
    return view->winner == marcher; /* otherwise the third player stops the march */
}

int march_played(const struct skat_bot_view *view, cards legal, const struct rules *rules,
                 card *chosen)
{
    if (!rules->ramsch_march)
        return 0;
    return make(view, legal, chosen) || stop(view, legal, chosen);
}
