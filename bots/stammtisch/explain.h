// SPDX-License-Identifier: MIT
/* bots/stammtisch/explain.h - what the player thought of a decision, in a line for a person. */
#ifndef STAMMTISCH_EXPLAIN_H
#define STAMMTISCH_EXPLAIN_H

#include <stddef.h>

#include "bots/stammtisch/player.h"

/* Writes what the player weighed for this answer, which it has just given: how high it bids, and
 * the chances of its games; the chance of the announced one; the cards with their scores in card
 * points. Empty where something else decides. */
void explain_answer(struct club_player *player, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                    char *text, size_t room);

/* Adds a formatted piece to a text, as far as there is room. */
__attribute__((format(printf, 3, 4))) void explain_add(char *text, size_t room, const char *format,
                                                       ...);
/* A card as in records, "CJ". Returns `text`. */
const char *explain_card(card c, char text[3]);

#endif
