// SPDX-License-Identifier: MIT
#include <string.h>

#include "bots/neural/bid_value.h"

enum {
    CHANCE_STEPS = 10,
    CHANCES = SUITS + 2, /* of the suits in order, of grand and null */
    OWN_CARD = 0,
    POSITION = OWN_CARD + HAND_SLOTS,
    PRICE = POSITION + 3,
    SUIT_AT = PRICE + HAND_BID_STEPS,            /* which suit is at each place of the order */
    CHANCE = SUIT_AT + SUITS * SUITS,            /* steps of the chance by stammtisch's tables */
    BID_INPUTS = CHANCE + CHANCES * CHANCE_STEPS /* at most HAND_INPUTS */
};
_Static_assert(BID_INPUTS <= (int)HAND_INPUTS, "the network has an input for each");

int bid_value_knows(const struct rules *rules)
{
    const struct rules official = rules_official();

    return memcmp(rules->null_values, official.null_values, sizeof rules->null_values) == 0 &&
           rules->grand_base == official.grand_base && rules->jacks_only == official.jacks_only &&
           rules->lost_factor == official.lost_factor && rules->bock == 1 && !rules->passed_in &&
           !rules->bierlachs_limit && !rules->revolution && !rules->sachsenspitze_base &&
           !rules->spitzen_max && !rules->rum;
}

static void put_chance(struct hand_inputs *inputs, int place, int chance)
{
    enum { LEAST = 200, STEP = 75 };

    for (int i = 0; i < CHANCE_STEPS && chance >= LEAST + i * STEP; i++)
        hand_inputs_put(inputs, CHANCE + place * CHANCE_STEPS + i);
}

void bid_value_inputs(const struct club_player *club, const struct skat_bot_view *view, int bid,
                      struct hand_inputs *inputs)
{
    const struct suit_order order = suit_order_of(view->hand, GRAND);
    const int forehand = view->position == 0;

    inputs->number = 0;
    hand_inputs_cards(inputs, OWN_CARD, &order, view->hand);
    hand_inputs_put(inputs, POSITION + view->position);
    hand_inputs_bid(inputs, PRICE, bid);
    for (int suit = 0; suit < SUITS; suit++) {
        hand_inputs_put(inputs, SUIT_AT + order.lane[suit] * SUITS + suit);
        put_chance(inputs, order.lane[suit],
                   bidding_chance(club, suit, view->hand, BEFORE_SKAT, forehand, 0));
    }
    put_chance(inputs, SUITS, bidding_chance(club, GRAND, view->hand, BEFORE_SKAT, forehand, 0));
    put_chance(inputs, SUITS + 1, bidding_null_chance(club, view->hand, BEFORE_SKAT, forehand, 0));
}

int bid_value_pays(const struct hand_network *net, const struct club_player *club,
                   const struct skat_bot_view *view, int bid)
{
    struct hand_inputs inputs;
    int outputs[HAND_OUTPUTS]; /* classic, Seeger and Fabian */

    bid_value_inputs(club, view, bid, &inputs);
    hand_network_outputs(net, &inputs, outputs);
    return outputs[club->rules.seeger != 0] > 0;
}

void bid_value_answer(const struct hand_network *net, const struct club_player *club,
                      const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                      struct skat_bot_action *out)
{
    const int holds = decision->kind == SKAT_BOT_DECIDE_HOLD;
    const int next = holds ? view->bid : decision->bid_count ? decision->bids[0] : 0;

    player_bid(view, decision, next && bid_value_pays(net, club, view, next) ? next : 0, out);
}
