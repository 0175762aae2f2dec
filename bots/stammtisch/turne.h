/* bots/stammtisch/turne.h - Turneskat: solo, guckser or turne, and how high to bid on them.
 *
 * What a game promises is asked of the tables of model.h: of the ten cards for solo, of ten cards
 * before the skat for guckser, and for a turne of all that may lie in the skat. */
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
