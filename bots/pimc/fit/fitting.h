// SPDX-License-Identifier: MIT
/* bots/pimc/fit/fitting.h - what the fits share: linear equations, weights as numbers, and logs of
 * games by the official rules. */
#ifndef PIMC_FIT_FITTING_H
#define PIMC_FIT_FITTING_H

#include <stdbool.h>

#include "engine/game/game.h"

#include "bots/pimc/rollout.h"

/* A system of linear equations: coefficients, symmetric and given for column >= row, and the right
 * side. */
struct equations {
    double left[CARD_FEATURES][CARD_FEATURES], right[CARD_FEATURES];
};

/* Solves a positive definite system. */
void equations_solve(const struct equations *equations, double solution[CARD_FEATURES]);

/* The nearest weight: `value` in these units, within the range of a weight. */
int16_t weight_of(double value, int unit);

/* Writes the weights to the standard output, as a file of learned numbers (bots/learned.h). False
 * if that fails, as on a full disk. */
bool weights_write(const struct card_weights *weights);

/* ---- logs ---- */

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
