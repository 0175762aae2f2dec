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

/* The next deal in which somebody declares a suit game or grand. */
struct training_deal training_deal_next(const struct training_dealer *dealer,
                                        struct skat_random *random);

/* A card of the set, which is not empty. */
card training_draw(cards set, struct skat_random *random);

#endif
