// SPDX-License-Identifier: MIT
/* engine/game/result.h - the result of a game: the facts that its value depends on, the result of a
 * finished game, and what each seat scores by it (rules.md 6, 8). All are pure functions of rules,
 * deal and decisions. */
#ifndef SKAT_ENGINE_GAME_RESULT_H
#define SKAT_ENGINE_GAME_RESULT_H

#include "engine/game/state.h"
#include "engine/value.h"

/* ---- facts that value.h and ramsch.h compute with ---- */

/* The facts of a declared game. Valid only if there is a declarer. */
void skat_game_facts(const struct skat_game *game, struct skat_facts *facts);

/* The facts of a ramsch so far. */
void skat_game_ramsch_facts(const struct skat_game *game, struct skat_ramsch_facts *facts);

/* What a deal that a fault ended without a declarer could still have become (rules.md 8.3). */
void skat_game_undeclared_facts(const struct skat_game *game, struct skat_undeclared_facts *facts);

/* ---- the result ---- */

/* The result of a finished game. */
void skat_game_result(const struct skat_game *game, struct skat_result *result);

/* ---- scores (rules.md 8.1) ---- */

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
