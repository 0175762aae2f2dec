// SPDX-License-Identifier: MIT
/* bots/neural/train/training_table.h - who sits at a table of training, and how a game goes on
 * there. */
#ifndef NEURAL_TRAINING_TABLE_H
#define NEURAL_TRAINING_TABLE_H

#include "bots/neural/train/deals.h"

/* Who plays: pimc without a search, the network in the tree, or stammtisch. */
enum training_kind { BY_LINE, BY_NETWORK, AS_CLUB };

struct training_table {
    enum training_kind kinds[3]; /* by position */
};

/* Seats players: `kind`, and in a third of the seats stammtisch. */
struct training_table training_table_of(enum training_kind kind, struct skat_random *random);

/* The card that the player whose turn it is chooses. */
card training_card(const struct training_table *table, const struct rollout *rollout, cards legal);

/* Plays a game to its end. `first` is played first, unless it is SKAT_BOT_NO_CARD. Returns the
 * declarer's card points with the skat; of null, as rollout_play(). */
int training_play_on(const struct training_table *table, struct rollout rollout, struct world world,
                     card first);

#endif
