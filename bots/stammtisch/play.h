/* bots/stammtisch/play.h - card play: one function for each type of game.
 *
 * Chances are in 256ths and scores in 256ths of a card point, as integers, so that the bot
 * plays the same on every machine. */
#ifndef STAMMTISCH_PLAY_H
#define STAMMTISCH_PLAY_H

#include "bots/stammtisch/memory.h"

/* Card points by rank, and the cards that have none, nor the next lower one of their suit. */
struct card_points {
    int8_t of[16];
    cards blank;
};
extern const struct card_points usual_points;

/* Suit and grand games, either side. `legal` is not empty. */
card play_card(const struct skat_bot_view *view, cards legal, const struct memory *memory,
               const struct card_points *points);

/* Null games and revolution, either side. */
card play_null(const struct skat_bot_view *view, cards legal, const struct memory *memory);

#endif
