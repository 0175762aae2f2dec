// SPDX-License-Identifier: MIT
/* bots/neural/train/deals.h - suit games and grands to learn from: dealt, bid and announced by
 * players of stammtisch, who are more or less cautious. */
#ifndef NEURAL_TRAIN_DEALS_H
#define NEURAL_TRAIN_DEALS_H

#include "engine/random.h"
#include "engine/rule_set.h"

#include "bots/pimc/rollout.h"
#include "bots/stammtisch/player.h"

/* A game before its first card. */
struct training_deal {
    struct rollout table;
    struct world world;
    int declarer, bid;
    struct skat_bot_contract contract;
    cards twelve; /* the declarer's, the skat included */
};

/* What deals are drawn by. Set up once; then constant, for any number of threads. */
struct training_dealer {
    struct club_player club;
    struct skat_rules rules; /* the official ones, for their ladder of bids */
};
void training_dealer_init(struct training_dealer *dealer);

/* Cards as dealt, and what their players would bid to by the tables. */
struct training_hands {
    cards hands[3], skat;
    struct bidding_style styles[3];
    int limits[3];
};
/* Players whose caution is drawn from these bounds, in thousandths. */
struct training_hands training_hands_next(const struct training_dealer *dealer, int least, int most,
                                          struct skat_random *random);

/* The auction of players who go up to these limits, whatever others say. Returns who declares, or
 * -1 if nobody bids, and how high each went. */
int training_auction(const struct training_dealer *dealer, const int limits[3],
                     uint16_t highest[3]);

/* What the winner of an auction sees before the announcement. */
struct skat_bot_view training_view(const struct training_hands *hands, int declarer,
                                   const uint16_t highest[3]);

/* The game after an announcement; `view` is the declarer's before it. */
struct training_deal training_announced(const struct training_hands *hands,
                                        const struct skat_bot_view *view,
                                        struct skat_bot_contract contract, cards aside);

/* By the tables: the contract and what is put aside, the skat itself in a hand game. `view` is the
 * declarer's, and has twelve cards afterwards unless the game is one by hand. */
void training_announce(const struct training_dealer *dealer, const struct bidding_style *style,
                       const struct training_hands *hands, struct skat_bot_view *view,
                       struct skat_bot_contract *contract, cards *aside);

/* The next deal in which somebody declares a suit game or grand. */
struct training_deal training_deal_next(const struct training_dealer *dealer,
                                        struct skat_random *random);

/* A card of the set, which is not empty. */
card training_draw(cards set, struct skat_random *random);

#endif
