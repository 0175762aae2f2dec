// SPDX-License-Identifier: MIT
/* bots/stammtisch/variants.h - the variant games for which this bot has functions of their own:
 * Turnéskat, Räuberskat, Offiziersskat. */
#ifndef STAMMTISCH_VARIANTS_H
#define STAMMTISCH_VARIANTS_H

#include "bots/stammtisch/bidding.h"

/* ---- Turnéskat: solo, guckser or turné, and how high to bid on them ----
 *
 * The tables of model.h give the prospects of a game: for a solo with the ten cards, for a guckser
 * with ten cards before the skat, and for a turné with all possible skats. */

/* The highest value worth bidding; `passing` as in bidding_limit. */
int turne_limit(const struct club_player *club, const struct skat_bot_view *view, int passing);

/* GAME and TURN: announces a game or turns the next card. */
void turne_choose(const struct club_player *club, const struct skat_bot_view *view,
                  const struct skat_bot_decision *decision, struct skat_bot_action *out);

/* DECLARE: one of the games left, and two discards. */
void turne_declare(const struct club_player *club, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_contract *contract,
                   cards *aside);

/* Is the turné hopeless? For its declarer, before the first card. */
int turne_given_up(const struct rules *rules, const struct skat_bot_view *view);

/* ---- Räuberskat: which game type to choose with five cards ---- */

/* Fills in club->usual: the average worth of each game type over all hands, in thousandths of a
 * point. */
void duties_usual(struct club_player *club);

/* The one of `allowed` whose worth with these five cards most exceeds its usual worth, since the
 * other game types are played with other cards. */
int duties_choice(const struct club_player *club, cards five, unsigned allowed);

/* ---- Offiziersskat: two hands, half of the cards covered ---- */

/* The game to announce with these four open cards. */
int two_hands_name(cards open);

/* Should the dealer (or forehand in reply) double? */
int two_hands_doubles(const struct skat_bot_view *view);

/* The card to play. */
card two_hands_play(const struct skat_bot_view *view, cards legal);

#endif
