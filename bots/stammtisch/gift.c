// SPDX-License-Identifier: MIT
#include "bots/stammtisch/gift.h"

#include "bots/stammtisch/kontra.h"
#include "bots/stammtisch/memory.h"

/* Giving up saves only the level for schneider and costs the defenders every chance, so the game
 * must be as good as lost. The declarer's chance, in thousandths. */
enum { HOPELESS = 975, PARTNER_SAYS_SO = 900 };

static int lacks_all(const struct skat_bot_view *view)
{
    cards trumps = trumps_of(view->contract.type);
    return !(view->hand & ((ACES & ~trumps) | JACKS)) && count(view->hand & trumps) <= 1;
}

int gift_proposed(const struct skat_bot_view *view)
{
    return !view->gifts_refused && !view->kontra && lacks_all(view) &&
           kontra_declarers_chance(view) >= HOPELESS;
}

int gift_agreed(const struct skat_bot_view *view)
{
    return kontra_declarers_chance(view) >= PARTNER_SAYS_SO;
}

/* Chance of schneider, in thousandths. */
static int schneider_chance(const struct skat_bot_view *view)
{
    int game = view->contract.type;
    cards ten = memory_ten_of(view, view->declarer, view->hand);
    int odds = view->picked_up ? model_log_odds(game, ten, AFTER_DISCARD, view->position == 0,
                                                points_in(view->skat))
                               : model_log_odds(game, ten, BY_HAND, view->position == 0, 0);
    return bidding_schneider_chance(odds);
}

int gift_accepted(const struct rules *rules, const struct skat_bot_view *view)
{
    enum { TWO_LEVELS = 2, SURE = 800 };
    int game = view->contract.type;
    int levels = view->rum + (view->contract.with & SKAT_BOT_HAND);

    if (view->gifts_refused || game > GRAND)
        return 1; /* schwarz would be the next goal */
    cards counted = memory_ten_of(view, view->declarer, view->hand) | view->skat;
    int simple = bidding_value(rules, game, counted, levels);
    int with_schneider = bidding_value(rules, game, counted, levels + TWO_LEVELS);
    if (simple < view->bid)
        return with_schneider < view->bid; /* accepted, the game would be lost as overbid */
    /* Refusing wins with_schneider or loses lost_factor times that; accepting wins `simple`. */
    int chance = schneider_chance(view);
    int refused = chance * with_schneider - (1000 - chance) * with_schneider * rules->lost_factor;
    return chance < SURE || refused <= 1000 * simple;
}
