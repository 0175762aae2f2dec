/* bots/stammtisch/memory.h - what a player keeps in mind: who is out of what, which cards are
 * still out. Follows from the view alone. */
#ifndef STAMMTISCH_MEMORY_H
#define STAMMTISCH_MEMORY_H

#include "bots/stammtisch/cards.h"

struct memory {
    int counted;                 /* cards of view->played that were taken in */
    uint8_t out[3];              /* by position: bits 1 << class that it cannot follow */
    cards trumps;                /* of the game that is played; none in null */
    uint8_t pile;                /* bits 1 << position: cards there are turned, nobody chooses them */
};

/* Takes in the cards that were played since the last call. After the announcement only. */
void memory_update(struct memory *memory, const struct skat_bot_view *view);

/* The cards that a player had when play began: those he still holds, and what he has played. */
cards memory_ten_of(const struct skat_bot_view *view, int seat, cards held);

/* Cards that this player has not seen: in the two other hands, or aside. */
static inline cards unseen(const struct skat_bot_view *view)
{
    return deck_of(view) & ~(view->hand | view->skat | view->gone);
}

/* Two at the table: the dummy's cards, once they lie open. */
static inline cards dummy_cards(const struct skat_bot_view *view)
{
    return view->dummy == SKAT_BOT_NOBODY ? 0 : view->seen[view->dummy];
}

#endif
