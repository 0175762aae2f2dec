// SPDX-License-Identifier: MIT
/* bots/neural/train/training.h - games to learn from: who sits at the table, what is dealt, how
 * these players bid, announce and play; and the files of records. */
#ifndef NEURAL_TRAINING_H
#define NEURAL_TRAINING_H

#include <stdio.h>

#include "engine/random.h"
#include "engine/rule_set.h"

#include "bots/pimc/rollout.h"
#include "bots/stammtisch/player.h"

/* ---- tables ---- */

/* Who plays: pimc without a search, the networks in the tree, stammtisch, or a stammtisch that is
 * careless in null: there one card in four is any card. The networks also bid and announce; for the
 * others, stammtisch's tables do. (Who learns to bid always announces by the network:
 * record_hands.c.) */
enum training_kind { BY_LINE, BY_NETWORK, AS_CLUB, CARELESS };

struct training_table {
    enum training_kind kinds[3]; /* by position */
    uint64_t slips;              /* a number by which careless players err */
};

/* Seats players: `kind`, and in a third of the seats stammtisch; where nulls are learned in three
 * fifths of them, of which half are careless. */
struct training_table training_table_of(enum training_kind kind, bool nulls,
                                        struct skat_random *random);

/* ---- deals ---- */

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

/* A player of stammtisch with this caution, in thousandths. */
struct club_player training_player(const struct training_dealer *dealer, int caution);

/* Cards as dealt, to whom, how cautious these players are, and what they would bid to. */
struct training_hands {
    cards hands[3], skat;
    struct training_table table;
    int cautions[3];
    int limits[3];
};
/* Players whose caution is drawn from these bounds, in thousandths, unless they are equal. For
 * each thousandth of caution beyond the usual one, the networks ask for an eighth of a point. */
struct training_hands training_hands_next(const struct training_dealer *dealer,
                                          const struct training_table *table, int least, int most,
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

/* The contract that its player announces and what is put aside, the skat itself in a hand game, on
 * which stammtisch's tables always decide. `view` is the declarer's, and has twelve cards
 * afterwards unless the game is one by hand. */
void training_announce(const struct training_dealer *dealer, const struct training_hands *hands,
                       struct skat_bot_view *view, struct skat_bot_contract *contract,
                       cards *aside);

/* The next deal in which one of these players declares a suit game or grand; or with `nulls` a
 * null, which a player also does whose cards give it a chance of a quarter (TRIES_NULL), in two of
 * three such games an open one if that has the chance, too. */
struct training_deal training_deal_next(const struct training_dealer *dealer,
                                        const struct training_table *table, bool nulls,
                                        struct skat_random *random);

/* A card of the set, which is not empty. */
card training_draw(cards set, struct skat_random *random);

/* ---- play ---- */

/* The card that the player whose turn it is chooses. */
card training_card(const struct training_table *table, const struct rollout *rollout, cards legal);

/* Plays a game to its end. `first` is played first, unless it is SKAT_BOT_NO_CARD. Returns its
 * rollout_outcome(). */
int training_play_on(const struct training_table *table, struct rollout rollout, struct world world,
                     card first);

/* ---- records ---- */

/* The argument that names players other than stammtisch, "linear" or "network". False: another one.
 */
bool training_kind_read(const char *argument, enum training_kind *kind);

/* Opens the file whose path is `path` followed by `name` ("/x" for a file in a folder, or an
 * ending) for writing. Never NULL: if it cannot be opened, says why and exits with 1. */
FILE *training_file_create(const char *path, const char *name);

/* Closes it. If something was not written, says so in the name of `program` and exits with 1. */
void training_file_close(const char *program, FILE *file);

/* Turns on the bit of an input in a record, whose bits begin with the lowest. */
static inline void training_input_put(uint8_t *bits, int input)
{
    bits[input / 8] |= (uint8_t)(1 << input % 8);
}

#endif
