// SPDX-License-Identifier: MIT
/* engine/game/scores.h - what each position and each seat scores by a result (rules.md 8.1), and
 * what a session learns of a finished game. */
#ifndef SKAT_ENGINE_GAME_SCORES_H
#define SKAT_ENGINE_GAME_SCORES_H

#include "engine/game/state.h"
#include "engine/value.h"

/* The score of a finished game in a scoring, for each position. A dummy's is that of its partner,
 * and nobody gets it. Returns the score of each seat that sits out. The extras that are added at
 * the end of a session are not included (rules.md 8.2). */
int32_t skat_game_scores(const struct skat_game *game, const struct skat_result *result,
                         enum skat_scoring scoring, int32_t score[SKAT_PLAYERS]);

/* The same for each seat; the players sat at seat_of[position] (skat_positions()). Entries from
 * rules->seats on are not set. */
void skat_game_seat_scores(const struct skat_game *game, const struct skat_result *result,
                           enum skat_scoring scoring, const uint8_t seat_of[SKAT_PLAYERS],
                           int32_t score[SKAT_SEATS_MAX]);

/* Sets *event, which skat_session_add() takes, to what happened in a finished game; it points to
 * *result. */
void skat_game_event(const struct skat_game *game, const struct skat_result *result,
                     const uint8_t seat_of[SKAT_PLAYERS], struct skat_deal_event *event);

#endif
