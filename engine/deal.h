// SPDX-License-Identifier: MIT
/* engine/deal.h - deals from a seed or from text. */
#ifndef SKAT_ENGINE_DEAL_H
#define SKAT_ENGINE_DEAL_H

#include <stdint.h>

#include "engine/card.h"
#include "engine/error.h"
#include "engine/random.h"
#include "engine/rules.h"

/* All cards of a deal in dealing order: the hands of positions 0, 1 and 2, then the skat, then the
 * second skat if the deck has one. */
struct skat_deal {
    skat_card cards[SKAT_DECK_MAX];
};

/* Deal `number` of a session, in the run with the key `run` (seed.h): a pure function of its
 * arguments. The pack is shuffled without bias and dealt in the deck's packets (in Skat
 * 3-skat-4-3). Returns the deal's key, which also starts the streams of its seats. */
struct skat_random_key skat_deal_of_run(struct skat_deal *deal, const struct skat_deck *deck,
                                        const struct skat_random_key *run, uint64_t session,
                                        uint64_t number);

/* The cards of a position 0..2, of the skat and of the second skat, as sets. */
skat_cards skat_deal_hand(const struct skat_deal *deal, const struct skat_deck *deck, int position);
skat_cards skat_deal_skat(const struct skat_deal *deal, const struct skat_deck *deck);
skat_cards skat_deal_aside(const struct skat_deal *deal, const struct skat_deck *deck);

enum { SKAT_DEAL_TEXT_SIZE = SKAT_DECK_MAX * 3 + 1 };
/* Writes "CJ.SJ...|...|...|D7.H9" (docs/formats.md). Returns the length. */
int skat_deal_print(const struct skat_deal *deal, const struct skat_deck *deck,
                    char text[SKAT_DEAL_TEXT_SIZE]);
/* Reads that form, and that of ISS with dots between all cards. Every card of the deck must occur
 * exactly once. On failure returns false with the reason in *error. */
bool skat_deal_parse(struct skat_deal *deal, const struct skat_deck *deck, const char *text,
                     struct skat_error *error);

#endif
