// SPDX-License-Identifier: MIT
#include "arena/stats/response_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

static const double LAST_RADIUS = 0.4; /* of the first one */
static const double REACH = 1.5;       /* deviation of the weights of rounds, in radii */
static const double PULL = 0.02;       /* towards 0, in inverse squares of a round's error */

void surface_open(struct surface *surface, int numbers, const struct surface_point *start,
                  int planned, double first_radius)
{
    *surface = (struct surface){
        .numbers = numbers, .planned = planned, .first_radius = first_radius, .centre = *start};
    surface->round = xcalloc((size_t)planned, sizeof *surface->round);
}

void surface_close(struct surface *surface) { free(surface->round); }

static double clamped(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double radius(const struct surface *surface)
{
    double done = surface->planned > 1 ? surface->rounds / (surface->planned - 1.0) : 1;
    return surface->first_radius * pow(LAST_RADIUS, done);
}

void surface_pair(const struct surface *surface, double (*draw)(void *), void *context,
                  struct surface_point *plus, struct surface_point *minus)
{
    const double NEAREST = 0.3; /* of the radius */

    for (int i = 0; i < surface->numbers; i++) {
        double size = radius(surface) * (NEAREST + (1 - NEAREST) * draw(context));
        double step = draw(context) < 0.5 ? -size : size;
        plus->at[i] = clamped(surface->centre.at[i] + step, 0, 1);
        minus->at[i] = clamped(surface->centre.at[i] - step, 0, 1);
    }
}

/* ---- the fit ---- */

/* The terms at a point, relative to the middle of the box. Returns their number. */
static int terms_at(const struct surface_point *point, int numbers, double terms[SURFACE_TERMS])
{
    int count = 0;

    for (int i = 0; i < numbers; i++)
        terms[count++] = point->at[i] - 0.5;
    for (int i = 0; i < numbers; i++)
        for (int k = i; k < numbers; k++)
            terms[count++] = terms[i] * terms[k];
    return count;
}

/* Solves a positive definite system by Cholesky's method; the solution replaces `right`. */
static void solve(double matrix[SURFACE_TERMS][SURFACE_TERMS], double right[SURFACE_TERMS],
                  int size)
{
    for (int i = 0; i < size; i++)
        for (int k = 0; k <= i; k++) {
            double sum = matrix[i][k];
            for (int j = 0; j < k; j++)
                sum -= matrix[i][j] * matrix[k][j];
            matrix[i][k] = i == k ? sqrt(sum) : sum / matrix[k][k];
        }
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++)
            right[i] -= matrix[i][j] * right[j];
        right[i] /= matrix[i][i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int j = i + 1; j < size; j++)
            right[i] -= matrix[j][i] * right[j];
        right[i] /= matrix[i][i];
    }
}

/* The mean error of the rounds that have one: the unit of all differences. */
static double unit_of(const struct surface *surface)
{
    double sum = 0;
    int count = 0;

    for (int i = 0; i < surface->rounds; i++)
        if (surface->round[i].error > 0) {
            sum += surface->round[i].error;
            count++;
        }
    return count ? sum / count : 1;
}

/* How much a round counts: less the farther its middle is from the centre, and the larger its
 * error. */
static double weight_of(const struct surface *surface, const struct surface_round *round,
                        double unit)
{
    double squares = 0, reach = REACH * radius(surface);

    for (int i = 0; i < surface->numbers; i++) {
        double distance = (round->plus.at[i] + round->minus.at[i]) / 2 - surface->centre.at[i];
        squares += distance * distance;
    }
    double relative = round->error > 0 ? unit / round->error : 1;
    return exp(-squares / (2 * reach * reach)) * relative * relative;
}

static int fit(const struct surface *surface, double solution[SURFACE_TERMS])
{
    double matrix[SURFACE_TERMS][SURFACE_TERMS] = {{0}}, unit = unit_of(surface);
    int count = 0;

    memset(solution, 0, SURFACE_TERMS * sizeof *solution);
    for (int r = 0; r < surface->rounds; r++) {
        const struct surface_round *round = &surface->round[r];
        double plus[SURFACE_TERMS], minus[SURFACE_TERMS], weight = weight_of(surface, round, unit);
        count = terms_at(&round->plus, surface->numbers, plus);
        terms_at(&round->minus, surface->numbers, minus);
        for (int i = 0; i < count; i++) {
            solution[i] += weight * (plus[i] - minus[i]) * round->difference / unit;
            for (int k = 0; k < count; k++)
                matrix[i][k] += weight * (plus[i] - minus[i]) * (plus[k] - minus[k]);
        }
    }
    for (int i = 0; i < count; i++)
        matrix[i][i] += PULL;
    solve(matrix, solution, count);
    return count;
}

/* ---- the maximum ---- */

/* Along number `own` with the others as they are: value = linear x + square x^2. */
static void along(const double *solution, int numbers, const double *at, int own, double *linear,
                  double *square)
{
    int term = numbers;

    *linear = solution[own];
    *square = 0;
    for (int i = 0; i < numbers; i++)
        for (int k = i; k < numbers; k++, term++) {
            if (i == own && k == own)
                *square = solution[term];
            else if (i == own)
                *linear += solution[term] * at[k];
            else if (k == own)
                *linear += solution[term] * at[i];
        }
}

static double best_between(double linear, double square, double low, double high)
{
    if (square < 0)
        return clamped(-linear / (2 * square), low, high);
    return linear * (high - low) + square * (high * high - low * low) > 0 ? high : low;
}

/* Number by number, again and again: the function is quadratic and the box small. */
static void move_centre(struct surface *surface, const double *solution)
{
    enum { ROUNDS = 30 };
    double at[SURFACE_MAX], low[SURFACE_MAX], high[SURFACE_MAX], linear, square;
    double step = radius(surface) / 2;

    for (int i = 0; i < surface->numbers; i++) {
        at[i] = surface->centre.at[i] - 0.5;
        low[i] = clamped(at[i] - step, -0.5, 0.5);
        high[i] = clamped(at[i] + step, -0.5, 0.5);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < surface->numbers; i++) {
            along(solution, surface->numbers, at, i, &linear, &square);
            if (linear != 0 || square != 0)
                at[i] = best_between(linear, square, low[i], high[i]);
        }
    for (int i = 0; i < surface->numbers; i++)
        surface->centre.at[i] = at[i] + 0.5;
}

void surface_add(struct surface *surface, const struct surface_round *round)
{
    double solution[SURFACE_TERMS];

    surface->round[surface->rounds++] = *round;
    fit(surface, solution);
    move_centre(surface, solution);
}

/* ---- the function itself ---- */

void surface_fit(const struct surface *surface, struct surface_fit *result)
{
    *result = (struct surface_fit){.numbers = surface->numbers, .unit = unit_of(surface)};
    fit(surface, result->term);
}

double surface_fit_difference(const struct surface_fit *fitted, const struct surface_point *one,
                              const struct surface_point *other)
{
    double at_one[SURFACE_TERMS], at_other[SURFACE_TERMS], sum = 0;
    const int count = terms_at(one, fitted->numbers, at_one);

    terms_at(other, fitted->numbers, at_other);
    for (int i = 0; i < count; i++)
        sum += fitted->term[i] * (at_one[i] - at_other[i]);
    return sum * fitted->unit;
}
