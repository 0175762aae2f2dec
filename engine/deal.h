/* engine/deal.h - the deals: from a seed, or given as text. */
#ifndef SKAT_ENGINE_DEAL_H
#define SKAT_ENGINE_DEAL_H

#include <stdint.h>

#include "engine/card.h"
#include "engine/error.h"
#include "engine/rules.h"

/* All cards of a deal in the order in which they came: the hand of position 0, of 1, of 2,
 * then the skat, and the second one where the deck has one. */
struct skat_deal {
    skat_card cards[SKAT_DECK_MAX];
};

/* Deal number `deal` of session number `session`: a pure function of its arguments (design
 * decision 2). The pack is shuffled without bias and dealt in the deck's packets, 3-skat-4-3. */
void skat_deal_shuffled(struct skat_deal *deal, const struct skat_deck *deck, uint64_t seed,
                        uint64_t session, uint64_t index);

/* The cards of a position 0..2, of the skat and of the second skat as sets. */
skat_cards skat_deal_hand(const struct skat_deal *deal, const struct skat_deck *deck, int position);
skat_cards skat_deal_skat(const struct skat_deal *deal, const struct skat_deck *deck);
skat_cards skat_deal_aside(const struct skat_deal *deal, const struct skat_deck *deck);

enum { SKAT_DEAL_TEXT_SIZE = SKAT_DECK_MAX * 3 + 1 };
/* "CJ.SJ...|...|...|D7.H9" (log-format.md). Returns the length. */
int skat_deal_print(const struct skat_deal *deal, const struct skat_deck *deck,
                    char text[SKAT_DEAL_TEXT_SIZE]);
/* Reads that; ISS's own form, dots between all cards, too. Every card of the deck must stand
 * there once. On failure returns false with the reason in *error. */
bool skat_deal_parse(struct skat_deal *deal, const struct skat_deck *deck, const char *text,
                     struct skat_error *error);

#endif
