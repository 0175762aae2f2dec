// SPDX-License-Identifier: MIT
/* bots/pimc/doubling.h - kontra, re and further doublings, and giving up, by sampling. */
#ifndef PIMC_DOUBLING_H
#define PIMC_DOUBLING_H

#include "bots/pimc/judge.h"

#include "bots/pimc/belief.h"

enum { DOUBLING_WORLDS = 100 }; /* the most that can be played out */

/* The declarer's chance, in thousandths, as any player sees it: in sampled worlds, of which it
 * plays out `worlds` at most, and by the tables, which alone count for games that are not judged.
 */
int doubling_chance(struct judge *judge, const struct belief *belief,
                    const struct skat_bot_view *view, int worlds);

/* Should this player double? */
int doubling_says(struct judge *judge, const struct belief *belief,
                  const struct skat_bot_view *view, int worlds);

/* Should declarer, who has played no card, give up, because this chance is less than `needed`
 * thousandths? Asks the tables first: games that they give a fourth are played, and overbid ones,
 * which giving up does not make cheaper. */
int doubling_gives_up(struct judge *judge, const struct belief *belief,
                      const struct skat_bot_view *view, int worlds, int needed);

#endif
