// SPDX-License-Identifier: MIT
#include "bots/neural/train/deals.h"

#include <stdlib.h>

enum { CAUTION_LEAST = 480, CAUTION_MOST = 620 }; /* of a player, in thousandths */

void training_dealer_init(struct training_dealer *dealer)
{
    struct skat_error error;

    player_init(&dealer->club, &usual_style);
    dealer->club.rules.seeger = 1;
    dealer->club.rules.games = ALL_GAMES;
    skat_rules_official(&dealer->rules);
    if (!skat_rules_prepare(&dealer->rules, &error))
        abort();
}

card training_draw(cards set, struct skat_random *random)
{
    for (unsigned skip = skat_random_below(random, (uint32_t)count(set)); skip; skip--)
        set &= set - 1;
    return first(set);
}

static cards draw_hand(cards *deck, int number, struct skat_random *random)
{
    cards hand = 0;

    while (number--) {
        const card c = training_draw(*deck, random);
        hand |= BIT(c);
        *deck &= ~BIT(c);
    }
    return hand;
}

struct training_hands training_hands_next(const struct training_dealer *dealer, int least, int most,
                                          struct skat_random *random)
{
    struct training_hands dealt;
    cards deck = ALL_CARDS;

    for (int seat = 0; seat < 3; seat++) {
        dealt.styles[seat] = dealer->club.style;
        dealt.styles[seat].caution =
            least + (int)skat_random_below(random, (uint32_t)(most - least + 1));
        dealt.hands[seat] = draw_hand(&deck, SKAT_HAND, random);
        dealt.limits[seat] = bidding_limit(&dealt.styles[seat], &dealer->club.rules,
                                           dealt.hands[seat], seat == 0, 0);
    }
    dealt.skat = deck;
    return dealt;
}

/* ---- the auction ---- */

struct auction_course {
    const struct skat_rules *rules;
    const int *limits;
    int next; /* of the ladder, the index of the bid that is next */
    uint16_t *highest;
};

static bool would_say(struct auction_course *course, int seat)
{
    if (course->next >= course->rules->derived.ladder_count ||
        course->limits[seat] < course->rules->derived.ladder[course->next])
        return false;
    course->highest[seat] = course->rules->derived.ladder[course->next];
    return true;
}

/* One bids, the other holds, until one passes. Returns the other one. */
static int contest(struct auction_course *course, int bidder, int holder)
{
    for (;; course->next++) {
        if (!would_say(course, bidder))
            return holder;
        if (!would_say(course, holder)) {
            course->next++;
            return bidder;
        }
    }
}

int training_auction(const struct training_dealer *dealer, const int limits[3], uint16_t highest[3])
{
    struct auction_course course = {&dealer->rules, limits, 0, highest};

    for (int seat = 0; seat < 3; seat++)
        highest[seat] = 0;
    const int winner = contest(&course, 2, contest(&course, 1, 0));
    return highest[winner] || would_say(&course, winner) ? winner : -1;
}

/* ---- the announcement ---- */

struct skat_bot_view training_view(const struct training_hands *hands, int declarer,
                                   const uint16_t highest[3])
{
    struct skat_bot_view view = {.size = sizeof view,
                                 .position = (uint8_t)declarer,
                                 .declarer = (uint8_t)declarer,
                                 .dealt = hands->hands[declarer],
                                 .hand = hands->hands[declarer],
                                 .bid = highest[declarer],
                                 .kontra_by = SKAT_BOT_NOBODY,
                                 .dummy = SKAT_BOT_NOBODY};

    for (int seat = 0; seat < 3; seat++)
        view.highest[seat] = highest[seat];
    return view;
}

void training_announce(const struct training_dealer *dealer, const struct bidding_style *style,
                       const struct training_hands *hands, struct skat_bot_view *view,
                       struct skat_bot_contract *contract, cards *aside)
{
    const struct club_player *club = &dealer->club;

    *contract = (struct skat_bot_contract){0};
    *aside = hands->skat;
    if (bidding_hand_game(style, &club->rules, view, contract))
        return;
    view->hand |= hands->skat;
    view->picked_up = 1;
    bidding_declare(style, &club->rules, &club->discards, view, contract, aside);
}

struct training_deal training_announced(const struct training_hands *hands,
                                        const struct skat_bot_view *view,
                                        struct skat_bot_contract contract, cards aside)
{
    struct training_deal deal = {
        .declarer = view->position, .bid = view->bid, .contract = contract};

    for (int seat = 0; seat < 3; seat++)
        deal.world.hands[seat] = hands->hands[seat];
    deal.twelve = hands->hands[deal.declarer] | hands->skat;
    deal.world.hands[deal.declarer] = deal.twelve & ~aside;
    deal.world.skat = aside;
    deal.table = rollout_announced(view, deal.declarer, contract, deal.world.hands[deal.declarer]);
    return deal;
}

struct training_deal training_deal_next(const struct training_dealer *dealer,
                                        struct skat_random *random)
{
    for (;;) {
        const struct training_hands hands =
            training_hands_next(dealer, CAUTION_LEAST, CAUTION_MOST, random);
        struct skat_bot_contract contract;
        uint16_t highest[3];
        cards aside;
        const int declarer = training_auction(dealer, hands.limits, highest);
        if (declarer < 0)
            continue;
        struct skat_bot_view view = training_view(&hands, declarer, highest);
        training_announce(dealer, &hands.styles[declarer], &hands, &view, &contract, &aside);
        if (contract.type <= GRAND)
            return training_announced(&hands, &view, contract, aside);
    }
}
