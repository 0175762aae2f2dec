// SPDX-License-Identifier: MIT
/* bots/neural/announcement.h - after the pick-up: which game, and which two cards put aside, by the
 * chance that a network gives them. */
#ifndef NEURAL_ANNOUNCEMENT_H
#define NEURAL_ANNOUNCEMENT_H

#include "bots/neural/hand_network.h"
#include "bots/stammtisch/player.h"

/* What the network sees of a suit game or grand with these twelve cards, two of them put aside.
 * `order` is that of the twelve in this game. */
void announcement_inputs(const struct skat_bot_view *view, int game, const struct suit_order *order,
                         cards twelve, cards aside, struct hand_inputs *inputs);

/* The chances of a suit game or grand by the network, in thousandths. */
struct announcement_chances {
    int won, schneider;
};
struct announcement_chances announcement_chances(const struct hand_network *net,
                                                 const struct skat_bot_view *view, int game,
                                                 const struct suit_order *order, cards twelve,
                                                 cards aside);

/* What a game with these chances is worth, in thousandths of a point; view->hand has the twelve. */
int announcement_worth(const struct rules *rules, const struct skat_bot_view *view, int game,
                       struct announcement_chances chances);

/* The best game that is allowed, and its discards: a suit game or grand by the network, null by the
 * tables. view->hand has twelve cards of the usual 32. */
void announcement_choose(const struct hand_network *net, const struct club_player *club,
                         const struct skat_bot_view *view, struct skat_bot_contract *contract,
                         cards *aside);

#endif
