/* bots/stammtisch/turned.h - sächsische Spitze: a grand upside down.
 *
 * Its jacks rank D H S C and its suits 7 8 9 T Q K A from the top. So it is a grand with other
 * names on the cards, and is judged and played as one; only the card points stay where they are. */
#ifndef STAMMTISCH_TURNED_H
#define STAMMTISCH_TURNED_H

#include "bots/stammtisch/memory.h"
#include "bots/stammtisch/model.h"

/* The cards that stand where these do, in a grand. */
cards turned_cards(cards set);

/* log odds of winning with ten cards; the arguments are those of model_log_odds. */
int turned_log_odds(cards hand, enum stage stage, int forehand, int aside);

/* The best two of twelve to put aside. */
cards turned_put_aside(cards twelve, int forehand);

/* Either side. */
card turned_play(const struct skat_bot_view *view, cards legal, const struct memory *memory);

#endif
