// SPDX-License-Identifier: MIT
/* bots/pimc/fit/log.h - reads logs of games by the official rules. */
#ifndef PIMC_FIT_LOG_H
#define PIMC_FIT_LOG_H

#include "engine/game/game.h"

#include "bots/pimc/card_chances.h"

/* Hears of each card that is played in a suit game or grand where several are legal, before it is:
 * of which game of the log, counted from 1, and what the player sees. */
typedef void log_plays(void *context, long number, const struct skat_game *game,
                       const struct skat_bot_view *view, card played);

/* Follows the games of a log, one after the other. Ends `program` with a message if the file cannot
 * be read, or one is no game by the official rules. */
void log_read(const char *program, const char *path, void *context, log_plays *plays);

/* What the bot sees at this position. */
struct skat_bot_view log_view(const struct skat_game *game, unsigned position);

#endif
