// SPDX-License-Identifier: MIT
/* bots/stammtisch/memory.h - what a player remembers: who is out of which suit, and which cards are
 * still in play. Derived from the view alone. */
#ifndef STAMMTISCH_MEMORY_H
#define STAMMTISCH_MEMORY_H

#include "bots/stammtisch/cards.h"

struct memory {
    int counted;    /* cards of view->played processed so far */
    uint8_t out[3]; /* by position: bits 1 << class that the player is out of */
    cards trumps;   /* trumps of the game; none in null */
    uint8_t pile;   /* bits 1 << position of a pile: nobody chooses its cards */
};

/* Processes the cards played since the last call. Only after the announcement. */
void memory_update(struct memory *memory, const struct skat_bot_view *view);

/* The cards that a player had when play began: those still held and those played. */
cards memory_ten_of(const struct skat_bot_view *view, int seat, cards held);

/* Cards that this player has not seen: in the other hands or in the skat. */
static inline cards unseen(const struct skat_bot_view *view)
{
    return deck_of(view) & ~(view->hand | view->skat | view->gone);
}

/* Tables of two: the dummy's cards, once they are open. */
static inline cards dummy_cards(const struct skat_bot_view *view)
{
    return view->dummy == SKAT_BOT_NOBODY ? 0 : view->seen[view->dummy];
}

#endif
