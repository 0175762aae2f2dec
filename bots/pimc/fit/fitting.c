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

void weights_write(const struct card_weights *weights, const char *name, const char *header)
{
    printf("// SPDX-License-Identifier: MIT\n"
           "/* bots/pimc/%s.c - written by fit/fit_%s.c: bots/pimc/fit/README.md. */\n"
           "#include \"bots/pimc/%s\"\n\n"
           "/* clang-format off */\n"
           "const struct card_weights usual_%s = {{\n",
           name, name, header, name);
    for (int i = 0; i < CARD_CONTEXTS; i++) {
        printf("{");
        for (int f = 0; f < CARD_FEATURES; f++)
            printf("%d%s", weights->of[i][f],
                   f == CARD_FEATURES - 1 ? ""
                   : f % 20 == 19         ? ",\n "
                                          : ",");
        puts("},");
    }
    puts("}};");
}
