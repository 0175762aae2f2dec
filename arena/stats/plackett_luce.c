// SPDX-License-Identifier: MIT
#include "arena/stats/plackett_luce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"

/* A placing fills the places of a table from first to last: each step chooses one of the remaining
 * bots. The likelihood needs only how often each set of bots remained. With a tie, a set remains
 * with some probability; all are multiples of 1/60, since a tie of five leaves each of 1, 5 or 10
 * sets of a size, a tie of four 1, 4 or 6, and so on. */
enum { WHOLE = 60, SETS_MAX = 1 << PLACINGS_TABLE_MAX };

struct placings {
    int bots, count;
    struct placings_table *tables; /* `count` of them */
    int64_t *left;                 /* [PLACINGS_GROUPS][count][SETS_MAX], in 60ths */
};

/* The data and state of a fit, with all units or without a group. */
struct fit {
    const struct placings *placings;
    int64_t *left; /* [count][SETS_MAX] */
    bool met[PLACINGS_BOTS_MAX][PLACINGS_BOTS_MAX];
    bool plays[PLACINGS_BOTS_MAX];       /* met another bot */
    double wins[PLACINGS_BOTS_MAX];      /* how often chosen, except as the last */
    double strengths[PLACINGS_BOTS_MAX]; /* geometric mean 1 over those that play */
};

static size_t group_size(const struct placings *placings)
{
    return (size_t)placings->count * SETS_MAX;
}

struct placings *placings_new(int bots, const struct placings_table *tables, int count)
{
    struct placings *placings = xcheck(malloc(sizeof *placings));

    *placings = (struct placings){.bots = bots, .count = count};
    placings->tables = xcalloc((size_t)count + 1, sizeof *tables);
    if (count)
        memcpy(placings->tables, tables, (size_t)count * sizeof *tables);
    placings->left = xcalloc(PLACINGS_GROUPS * group_size(placings) + 1, sizeof *placings->left);
    return placings;
}

void placings_free(struct placings *placings)
{
    if (!placings)
        return;
    free(placings->tables);
    free(placings->left);
    free(placings);
}

/* The chance, in 60ths, that `set` remains at some step. It must hold all bots that are worse than
 * its best; the bots in it that tie with its best are one of choose(tied, within) equally likely
 * choices. */
static int chance_left(const double *merit, int count, unsigned set)
{
    static const int choose[PLACINGS_TABLE_MAX + 1][PLACINGS_TABLE_MAX + 1] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1},
    };
    double best = -INFINITY;
    int tied = 0, within = 0;

    for (int i = 0; i < count; i++)
        if (set >> i & 1 && merit[i] > best)
            best = merit[i];
    for (int i = 0; i < count; i++) {
        bool in = set >> i & 1;
        if (merit[i] < best && !in)
            return 0;
        tied += merit[i] == best;
        within += merit[i] == best && in;
    }
    return WHOLE / choose[tied][within];
}

void placings_add(struct placings *placings, int table, uint64_t unit, const double *merit)
{
    size_t row = (size_t)(unit % PLACINGS_GROUPS) * (size_t)placings->count + (size_t)table;
    int64_t *left = placings->left + row * SETS_MAX;
    int count = placings->tables[table].count;

    for (unsigned set = 1; set < 1u << count; set++)
        left[set] += chance_left(merit, count, set);
}

/* How often all bots of a table remained: once per placing. */
static int64_t whole_table(const struct placings_table *table, const int64_t *left)
{
    return left[(1u << table->count) - 1];
}

/* Which bots met, and how often each was chosen: once per placing, except when it was the last one
 * left. Each pair that met gets one extra game, half won by each. */
static void count_wins(struct fit *fit)
{
    const struct placings *placings = fit->placings;

    for (int a = 0; a < placings->bots; a++) {
        fit->wins[a] = 0;
        for (int b = 0; b < placings->bots; b++)
            fit->wins[a] += fit->met[a][b] ? 0.5 : 0;
    }
    for (int t = 0; t < placings->count; t++) {
        const struct placings_table *table = &placings->tables[t];
        const int64_t *left = fit->left + (size_t)t * SETS_MAX;
        for (int i = 0; i < table->count; i++)
            fit->wins[table->bots[i]] += (double)(whole_table(table, left) - left[1u << i]) / WHOLE;
    }
}

/* A set of `table` remained `times`: adds times / (sum of its strengths) to the load of each. */
static void add_load(const struct fit *fit, const struct placings_table *table, unsigned set,
                     double times, double *load)
{
    double sum = 0;

    for (int i = 0; i < table->count; i++)
        if (set >> i & 1)
            sum += fit->strengths[table->bots[i]];
    for (int i = 0; i < table->count; i++)
        if (set >> i & 1)
            load[table->bots[i]] += times / sum;
}

/* The divisor of each bot's wins in a step of Hunter (plackett_luce.h), section 5. */
static void add_loads(const struct fit *fit, double *load)
{
    const struct placings *placings = fit->placings;

    for (int t = 0; t < placings->count; t++) {
        const struct placings_table *table = &placings->tables[t];
        const int64_t *left = fit->left + (size_t)t * SETS_MAX;
        for (unsigned set = 1; set < 1u << table->count; set++)
            if (left[set] && (set & (set - 1))) /* a single bot is not a choice */
                add_load(fit, table, set, (double)left[set] / WHOLE, load);
    }
    for (int a = 0; a < placings->bots; a++)
        for (int b = 0; b < placings->bots; b++)
            if (fit->met[a][b])
                load[a] += 1 / (fit->strengths[a] + fit->strengths[b]);
}

/* Scales the strengths to a geometric mean of 1 over the bots that play. */
static void centre(struct fit *fit)
{
    double logs = 0;
    int playing = 0;

    for (int bot = 0; bot < fit->placings->bots; bot++) {
        if (!fit->plays[bot])
            continue;
        logs += log(fit->strengths[bot]);
        playing++;
    }
    for (int bot = 0; bot < fit->placings->bots; bot++)
        fit->strengths[bot] *= exp(-logs / playing);
}

/* One step; returns the largest change of the logarithm of a strength. */
static double improve(struct fit *fit)
{
    double load[PLACINGS_BOTS_MAX] = {0}, old[PLACINGS_BOTS_MAX], change = 0;

    memcpy(old, fit->strengths, sizeof old);
    add_loads(fit, load);
    for (int bot = 0; bot < fit->placings->bots; bot++)
        if (fit->plays[bot])
            fit->strengths[bot] = fit->wins[bot] / load[bot];
    centre(fit);
    for (int bot = 0; bot < fit->placings->bots; bot++)
        if (fit->plays[bot])
            change = fmax(change, fabs(log(fit->strengths[bot] / old[bot])));
    return change;
}

/* Fits from the current strengths. Steps shrink by a factor, so 1e-10 leaves room for slow
 * convergence; the errors of ratings are many orders larger. */
static void fit_strengths(struct fit *fit)
{
    enum { STEPS_MAX = 100000 };

    count_wins(fit);
    for (int step = 0; step < STEPS_MAX && improve(fit) > 1e-10; step++)
        ;
}

static bool group_has_placings(const struct placings *placings, int group)
{
    const int64_t *left = placings->left + (size_t)group * group_size(placings);

    for (int t = 0; t < placings->count; t++)
        if (whole_table(&placings->tables[t], left + (size_t)t * SETS_MAX))
            return true;
    return false;
}

/* Adds `sign` times the counts of a group to those of the fit. */
static void add_group(struct fit *fit, int group, int sign)
{
    size_t size = group_size(fit->placings);
    const int64_t *left = fit->placings->left + (size_t)group * size;

    for (size_t i = 0; i < size; i++)
        fit->left[i] += sign * left[i];
}

/* Which bots met in all units: leaving out a group keeps the extra games. */
static void find_meetings(struct fit *fit)
{
    for (int t = 0; t < fit->placings->count; t++) {
        const struct placings_table *table = &fit->placings->tables[t];
        if (!whole_table(table, fit->left + (size_t)t * SETS_MAX))
            continue;
        for (int i = 0; i < table->count; i++) {
            fit->plays[table->bots[i]] = true;
            for (int j = 0; j < table->count; j++)
                fit->met[table->bots[i]][table->bots[j]] |= i != j;
        }
    }
}

/* Efron and Stein 1981, Annals of Statistics 9, "The jackknife estimate of variance": the
 * jackknife's squared error is (groups - 1)/groups times the sum of squares of the ratings without
 * each group, about their mean. */
static void jackknife(const struct fit *whole, double *error, double *between)
{
    const struct placings *placings = whole->placings;
    struct fit part = *whole; /* shares the counts: each group is taken out and put back */
    /* Shifts from the ratings of all units: their sums, and sums of products. */
    double sum[PLACINGS_BOTS_MAX] = {0}, product[PLACINGS_BOTS_MAX][PLACINGS_BOTS_MAX] = {{0}};
    double by[PLACINGS_BOTS_MAX];
    int groups = 0, bots = placings->bots;

    for (int group = 0; group < PLACINGS_GROUPS; group++) {
        if (!group_has_placings(placings, group))
            continue;
        groups++;
        add_group(&part, group, -1);
        memcpy(part.strengths, whole->strengths, sizeof part.strengths);
        fit_strengths(&part);
        add_group(&part, group, 1);
        for (int bot = 0; bot < bots; bot++) {
            by[bot] = 400 * log10(part.strengths[bot] / whole->strengths[bot]);
            sum[bot] += by[bot];
        }
        for (int a = 0; a < bots; a++)
            for (int b = 0; b < bots; b++)
                product[a][b] += by[a] * by[b];
    }
    for (int a = 0; a < bots; a++)
        for (int b = 0; b < bots; b++)
            product[a][b] -= sum[a] * sum[b] / groups;
    double factor = groups >= 2 ? (groups - 1.0) / groups : NAN;
    for (int a = 0; a < bots; a++) {
        error[a] = whole->plays[a] ? sqrt(fmax(product[a][a], 0) * factor) : NAN;
        for (int b = 0; between && b < bots; b++) {
            double variance = product[a][a] + product[b][b] - 2 * product[a][b];
            bool known = whole->plays[a] && whole->plays[b];
            between[a * bots + b] = known ? sqrt(fmax(variance, 0) * factor) : NAN;
        }
    }
}

bool placings_fit(const struct placings *placings, double *rating, double *error, double *between)
{
    struct fit fit = {.placings = placings};
    bool any = false;

    fit.left = xcalloc(group_size(placings) + 1, sizeof *fit.left);
    for (int group = 0; group < PLACINGS_GROUPS; group++) {
        any |= group_has_placings(placings, group);
        add_group(&fit, group, 1);
    }
    find_meetings(&fit);
    for (int bot = 0; bot < placings->bots; bot++)
        fit.strengths[bot] = 1;
    if (any)
        fit_strengths(&fit);
    for (int bot = 0; bot < placings->bots; bot++)
        rating[bot] = fit.plays[bot] ? 400 * log10(fit.strengths[bot]) : NAN;
    jackknife(&fit, error, between);
    free(fit.left);
    return any;
}

/* ---- are they bounded? ---- */

/* Sets of bots, as bits: those that each bot was ahead of, or level with, in some placing. A bot
 * that is missing from a set which remained was chosen before all of that set. */
static void find_beaten(const struct placings *placings, const int64_t *left,
                        uint64_t beaten[PLACINGS_BOTS_MAX])
{
    for (int t = 0; t < placings->count; t++) {
        const struct placings_table *table = &placings->tables[t];
        for (unsigned set = 1; set < 1u << table->count; set++)
            for (int i = 0; left[(size_t)t * SETS_MAX + set] && i < table->count; i++)
                for (int j = 0; !(set >> i & 1) && j < table->count; j++)
                    if (set >> j & 1)
                        beaten[table->bots[i]] |= UINT64_C(1) << table->bots[j];
    }
}

bool placings_are_bounded(const struct placings *placings)
{
    struct fit fit = {.placings = placings};
    uint64_t beaten[PLACINGS_BOTS_MAX] = {0};
    bool bounded = true;

    fit.left = xcalloc(group_size(placings) + 1, sizeof *fit.left);
    for (int group = 0; group < PLACINGS_GROUPS; group++)
        add_group(&fit, group, 1);
    find_meetings(&fit);
    find_beaten(placings, fit.left, beaten);
    for (int by = 0; by < placings->bots; by++) /* Warshall: what is beaten by way of others */
        for (int bot = 0; bot < placings->bots; bot++)
            if (beaten[bot] >> by & 1)
                beaten[bot] |= beaten[by];
    for (int a = 0; a < placings->bots; a++)
        for (int b = 0; b < placings->bots; b++)
            bounded &= !fit.met[a][b] || beaten[a] >> b & 1;
    free(fit.left);
    return bounded;
}
