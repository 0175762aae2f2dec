// SPDX-License-Identifier: MIT
/* bots/pimc/fit/fitting.h - what both fits do at the end. */
#ifndef PIMC_FIT_FITTING_H
#define PIMC_FIT_FITTING_H

#include <stdbool.h>

#include "bots/pimc/card_values.h"

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

#endif
