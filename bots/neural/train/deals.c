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

/* An auction of players who go up to their limits, whatever others say. */
struct auction_course {
    const struct skat_rules *rules;
    int limits[3], next; /* of the ladder, the index of the bid that is next */
    uint16_t highest[3];
};

static bool would_say(struct auction_course *course, int seat)
{
    const uint16_t bid = course->next < course->rules->derived.ladder_count
                             ? course->rules->derived.ladder[course->next]
                             : UINT16_MAX;
    if (course->limits[seat] < bid)
        return false;
    course->highest[seat] = bid;
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

/* Who declares, or -1 if nobody bids. */
static int run_auction(struct auction_course *course)
{
    const int winner = contest(course, 2, contest(course, 1, 0));

    return course->highest[winner] || would_say(course, winner) ? winner : -1;
}

static void announce(const struct training_dealer *dealer, const struct bidding_style *style,
                     struct skat_bot_view *view, struct training_deal *deal)
{
    const struct club_player *club = &dealer->club;
    const cards skat = deal->world.skat, ten = view->hand;
    cards aside = skat;

    deal->twelve = ten | skat;
    if (!bidding_hand_game(style, &club->rules, view, &deal->contract)) {
        deal->contract = (struct skat_bot_contract){0};
        view->hand = deal->twelve;
        view->picked_up = 1;
        bidding_declare(style, &club->rules, &club->discards, view, &deal->contract, &aside);
    }
    deal->world.skat = aside;
    deal->world.hands[deal->declarer] = deal->twelve & ~aside;
}

/* False: nobody bids, or null is played. */
static bool try_deal(const struct training_dealer *dealer, struct skat_random *random,
                     struct training_deal *deal)
{
    struct auction_course course = {.rules = &dealer->rules};
    struct bidding_style styles[3];
    cards deck = ALL_CARDS;

    *deal = (struct training_deal){.declarer = -1};
    for (int seat = 0; seat < 3; seat++) {
        styles[seat] = dealer->club.style;
        styles[seat].caution =
            CAUTION_LEAST + (int)skat_random_below(random, CAUTION_MOST - CAUTION_LEAST + 1);
        deal->world.hands[seat] = draw_hand(&deck, SKAT_HAND, random);
        course.limits[seat] = bidding_limit(&styles[seat], &dealer->club.rules,
                                            deal->world.hands[seat], seat == 0, 0);
    }
    deal->world.skat = deck;
    deal->declarer = run_auction(&course);
    if (deal->declarer < 0)
        return false;
    deal->bid = course.highest[deal->declarer];
    const cards ten = deal->world.hands[deal->declarer];
    struct skat_bot_view view = {.size = sizeof view,
                                 .position = (uint8_t)deal->declarer,
                                 .declarer = (uint8_t)deal->declarer,
                                 .dealt = ten,
                                 .hand = ten,
                                 .bid = (uint16_t)deal->bid,
                                 .kontra_by = SKAT_BOT_NOBODY,
                                 .dummy = SKAT_BOT_NOBODY};
    for (int seat = 0; seat < 3; seat++)
        view.highest[seat] = course.highest[seat];
    announce(dealer, &styles[deal->declarer], &view, deal);
    deal->table = rollout_announced(&view, deal->declarer, deal->contract,
                                    deal->world.hands[deal->declarer]);
    return deal->contract.type <= GRAND;
}

struct training_deal training_deal_next(const struct training_dealer *dealer,
                                        struct skat_random *random)
{
    struct training_deal deal;

    while (!try_deal(dealer, random, &deal))
        ;
    return deal;
}
