// SPDX-License-Identifier: MIT
/* bots/stammtisch/turne.h - Turnéskat: solo, guckser or turné, and how high to bid on them.
 *
 * The tables of model.h give the prospects of a game: for a solo with the ten cards, for a guckser
 * with ten cards before the skat, and for a turné with all possible skats. */
#ifndef STAMMTISCH_TURNE_H
#define STAMMTISCH_TURNE_H

#include "bots/stammtisch/bidding.h"

/* The highest value worth bidding; `passing` as in bidding_limit. */
int turne_limit(const struct bidding_style *style, const struct rules *rules,
                const struct discards *discards, const struct skat_bot_view *view, int passing);

/* GAME and TURN: announces a game or turns the next card. */
void turne_choose(const struct bidding_style *style, const struct rules *rules,
                  const struct discards *discards, const struct skat_bot_view *view,
                  const struct skat_bot_decision *decision, struct skat_bot_action *out);

/* DECLARE: one of the games left, and two discards. */
void turne_declare(const struct rules *rules, const struct discards *discards,
                   const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                   struct skat_bot_contract *contract, cards *aside);

/* Is the turné hopeless? For its declarer, before the first card. */
int turne_given_up(const struct rules *rules, const struct skat_bot_view *view);

#endif
