// SPDX-License-Identifier: MIT
/* bots/pimc/doubling.h - kontra, re and further doublings, by sampling. */
#ifndef PIMC_DOUBLING_H
#define PIMC_DOUBLING_H

#include "bots/pimc/judge.h"

#include "bots/pimc/belief.h"

enum { DOUBLING_WORLDS = 100 }; /* the most that can be played out */

/* Should this player double? Combines the declarer's chance in sampled worlds and by the tables;
 * uses only the tables for games that are not judged. */
int doubling_says(struct judge *judge, const struct belief *belief,
                  const struct skat_bot_view *view, int worlds);

#endif
