// SPDX-License-Identifier: MIT
#include "bots/neural/announcement.h"

enum {
    OWN_CARD,
    ASIDE_CARD = OWN_CARD + HAND_SLOTS,
    POSITION = ASIDE_CARD + HAND_SLOTS,
    PLAYS_GRAND = POSITION + 3,
    BID_OF,                                  /* of the next player, and of the last */
    BID_ON = BID_OF + 2 * HAND_BID_STEPS,    /* the suit whose value each has bid last */
    ANNOUNCEMENT_INPUTS = BID_ON + 2 * SUITS /* at most HAND_INPUTS */
};
_Static_assert(ANNOUNCEMENT_INPUTS <= (int)HAND_INPUTS, "the network has an input for each");

static const uint8_t bases[SUITS] = {9, 10, 11, 12};

void announcement_inputs(const struct skat_bot_view *view, int game, const struct suit_order *order,
                         cards twelve, cards aside, struct hand_inputs *inputs)
{
    inputs->number = 0;
    hand_inputs_cards(inputs, OWN_CARD, order, twelve & ~aside);
    hand_inputs_cards(inputs, ASIDE_CARD, order, aside);
    hand_inputs_put(inputs, POSITION + view->position);
    if (game == GRAND)
        hand_inputs_put(inputs, PLAYS_GRAND);
    for (int other = 0; other < 2; other++) {
        const int bid = view->highest[(view->position + 1 + other) % 3];
        hand_inputs_bid(inputs, BID_OF + other * HAND_BID_STEPS, bid);
        for (int suit = 0; suit < SUITS; suit++)
            if (bid && bid % bases[suit] == 0)
                hand_inputs_put(inputs, BID_ON + other * SUITS + order->lane[suit]);
    }
}

/* What a level more would bring: schneider, with this chance in thousandths. */
static int schneider_worth(const struct rules *rules, const struct skat_bot_view *view, int game,
                           int chance)
{
    const int value = bidding_value(rules, game, view->hand, 0);

    return value < view->bid ? 0 : chance * (bidding_value(rules, game, view->hand, 1) - value);
}

struct announcement_chances announcement_chances(const struct hand_network *net,
                                                 const struct skat_bot_view *view, int game,
                                                 const struct suit_order *order, cards twelve,
                                                 cards aside)
{
    struct hand_inputs inputs;
    int outputs[HAND_OUTPUTS];

    announcement_inputs(view, game, order, twelve, aside, &inputs);
    hand_network_outputs(net, &inputs, outputs);
    return (struct announcement_chances){model_chance(outputs[0]), model_chance(outputs[1])};
}

int announcement_worth(const struct rules *rules, const struct skat_bot_view *view, int game,
                       struct announcement_chances chances)
{
    const struct skat_bot_contract contract = {(uint8_t)game, 0};

    return bidding_worth(rules, contract, view->hand, view->bid, view->rum, chances.won) +
           schneider_worth(rules, view, game, chances.schneider);
}

static void try_game(const struct hand_network *net, const struct club_player *club,
                     const struct skat_bot_view *view, int game, struct best_game *best)
{
    const struct suit_order order = suit_order_of(view->hand, game);
    const struct skat_bot_contract contract = {(uint8_t)game, 0};

    for (cards rest = view->hand & ~JACKS; rest;) {
        const cards one = BIT(take(&rest));
        for (cards others = rest; others;) {
            const cards aside = one | BIT(take(&others));
            const struct announcement_chances chances =
                announcement_chances(net, view, game, &order, view->hand, aside);
            best_game_keep(best, announcement_worth(&club->rules, view, game, chances), contract,
                           aside);
        }
    }
}

static void try_nulls(const struct club_player *club, const struct skat_bot_view *view,
                      struct best_game *best)
{
    const cards aside = model_put_aside(&club->discards, NULL_GAME, view->hand);

    for (int ouvert = 0; ouvert < 2; ouvert++) {
        const struct skat_bot_contract null = bidding_game(NULL_GAME + ouvert);
        const int chance = bidding_null_chance(club, view->hand & ~aside, AFTER_DISCARD,
                                               view->position == 0, ouvert);
        best_game_keep(best, bidding_worth(&club->rules, null, view->hand, view->bid, 0, chance),
                       null, aside);
    }
}

void announcement_choose(const struct hand_network *net, const struct club_player *club,
                         const struct skat_bot_view *view, struct skat_bot_contract *contract,
                         cards *aside)
{
    struct best_game best = {.worth = INT32_MIN};

    for (int game = 0; game <= GRAND; game++)
        try_game(net, club, view, game, &best);
    if (club->style.null_games)
        try_nulls(club, view, &best);
    *contract = best.contract;
    *aside = best.aside;
}
