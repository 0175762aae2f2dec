// SPDX-License-Identifier: MIT
/* arena/iss/iss_moves.h - the moves of an ISS record, played through the state machine. */
#ifndef ARENA_ISS_ISS_MOVES_H
#define ARENA_ISS_ISS_MOVES_H

#include "arena/iss/iss_record.h"

/* Plays MV from the deal to the end of the game under `rules`, which outlive the game and are allow
 * later concessions for the rest (concede_later). Adapts moves that the rules do not have and adds
 * an issue: joins a declaration in two moves, omits shown cards, and charges a player who left or
 * ran out of time: *fault is then GAME_CRASH or GAME_TIMEOUT, else GAME_OK. On failure returns
 * false, and the last issue gives the reason. */
bool iss_play(const struct iss_record *record, const struct skat_rules *rules,
              struct skat_game *game, enum game_status *fault, struct import_issues *issues);

/* Reads only the deal, the first move of MV. */
bool iss_deal(const struct iss_record *record, struct skat_deal *deal,
              struct import_issues *issues);

#endif
