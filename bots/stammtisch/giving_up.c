// SPDX-License-Identifier: MIT
#include "bots/stammtisch/giving_up.h"

#include "bots/stammtisch/bidding.h"
#include "bots/stammtisch/memory.h"

enum { ANNOUNCED = SKAT_BOT_SCHNEIDER | SKAT_BOT_SCHWARZ | SKAT_BOT_OUVERT | SKAT_BOT_SPITZEN };

static int all_points(const struct skat_bot_view *view) { return points_in(deck_of(view)); }

static int points_of_defenders(const struct skat_bot_view *view)
{
    int points = 0;

    for (int seat = 0; seat < 3; seat++)
        points += seat == view->declarer ? 0 : view->points[seat];
    return points;
}

/* Declarer's points as far as this player sees them: those of the skat only if it took the skat. */
static int points_of_declarer(const struct skat_bot_view *view)
{
    return view->points[view->declarer] + points_in(view->skat);
}

int giving_up_claims(const struct rules *rules, const struct skat_bot_view *view)
{
    const int game = view->contract.type;

    if (!rules->usual_trumps || game > GRAND || view->played_count != 3 * view->trick_count)
        return 0;
    const cards trumps = trumps_of(game), out = unseen(view);
    for (cards rest = view->hand; rest;) {
        const card c = take(&rest);
        if (above(out & class_cards(class_of(c, trumps), trumps), c))
            return 0;
    }
    return !(out & trumps) || !(view->hand & ~trumps);
}

int giving_up_yields(const struct rules *rules, const struct skat_bot_view *view)
{
    const int game = view->contract.type;

    if (!rules->usual_trumps || game > GRAND || view->played_count != 3 * view->trick_count)
        return 0;
    const cards trumps = trumps_of(game);
    for (cards rest = view->seen[view->gift_by]; rest;) {
        const card c = take(&rest);
        const int class = class_of(c, trumps);
        if (above(view->hand & class_cards(class, trumps), c) ||
            (class != TRUMP && view->hand & trumps))
            return 0;
    }
    return 1;
}

int giving_up_lost(const struct rules *rules, const struct skat_bot_view *view)
{
    const int half = all_points(view) / 2;

    if (!rules->asks_for_consent || view->contract.type > GRAND)
        return 0;
    if (view->position == view->declarer)
        return points_of_defenders(view) >= half;
    return points_of_declarer(view) > half && !(view->contract.with & ANNOUNCED) &&
           !view->gifts_refused;
}

int giving_up_concedes(const struct bidding_style *style, const struct skat_bot_view *view)
{
    const int game = view->contract.type;

    if (game > GRAND || count(view->hand) < SKAT_HAND)
        return 0;
    return bidding_chance(style, game, view->hand, view->picked_up ? AFTER_DISCARD : BY_HAND,
                          view->position == 0,
                          view->picked_up ? points_in(view->skat) : 0) < style->concede;
}

/* The defenders give up. Declarer plays on for schneider, once the game is won, and takes no win
 * that does not reach the bid. */
static int declarer_accepts(const struct rules *rules, const struct skat_bot_view *view)
{
    const int game = view->contract.type, all = all_points(view);

    if (game > GRAND)
        return 1;
    cards counted = memory_ten_of(view, view->declarer, view->hand) | view->skat;
    int levels = view->rum + (view->contract.with & SKAT_BOT_HAND);
    if (!(view->contract.with & ANNOUNCED) &&
        bidding_value(rules, game, counted, levels) < view->bid)
        return 0;
    return points_of_declarer(view) <= all / 2 ||
           all - points_of_defenders(view) < rules->schneider_points;
}

int giving_up_agreed(const struct rules *rules, const struct skat_bot_view *view)
{
    if (view->position == view->declarer)
        return declarer_accepts(rules, view);
    if (view->gift_by != view->declarer)
        return giving_up_lost(rules, view);
    /* Schneider is a quarter of all points. */
    return is_null(view->contract.type) || points_of_declarer(view) > all_points(view) / 4;
}
