// SPDX-License-Identifier: MIT
#include "bots/pimc/fit/fitting.h"

#include <math.h>
#include <stdio.h>

void equations_solve(const struct equations *equations, double solution[CARD_FEATURES])
{
    double m[CARD_FEATURES][CARD_FEATURES + 1];

    for (int f = 0; f < CARD_FEATURES; f++) {
        for (int g = 0; g < CARD_FEATURES; g++)
            m[f][g] = f <= g ? equations->left[f][g] : equations->left[g][f];
        m[f][CARD_FEATURES] = equations->right[f];
    }
    for (int f = 0; f < CARD_FEATURES; f++)
        for (int row = 0; row < CARD_FEATURES; row++) {
            const double factor = m[row][f] / m[f][f];
            for (int g = f; row != f && factor != 0 && g <= CARD_FEATURES; g++)
                m[row][g] -= factor * m[f][g];
        }
    for (int f = 0; f < CARD_FEATURES; f++)
        solution[f] = m[f][CARD_FEATURES] / m[f][f];
}

int16_t weight_of(double value, int unit)
{
    return (int16_t)lround(fmax(INT16_MIN, fmin(INT16_MAX, unit * value)));
}

bool weights_write(const struct card_weights *weights)
{
    return fwrite(weights, sizeof *weights, 1, stdout) == 1 && fflush(stdout) == 0;
}
