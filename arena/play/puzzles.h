// SPDX-License-Identifier: MIT
/* arena/play/puzzles.h - positions with a known answer, for a person to solve. */
#ifndef ARENA_PLAY_PUZZLES_H
#define ARENA_PLAY_PUZZLES_H

#include "arena/play/table_face.h"

/* Asks the person for the answer of each position, the first `most` of the set, and says whether it
 * is right. Ends when the person leaves. Returns how many were solved, of *asked. */
int puzzles_play(const struct position_set *set, const struct skat_rules *rules, int most,
                 const struct table_face *face, int *asked);

#endif
