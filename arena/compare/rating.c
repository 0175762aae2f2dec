// SPDX-License-Identifier: MIT
#include "arena/compare/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/stats/moments.h"
#include "arena/stats/plackett_luce.h"
#include "arena/record/table_limits.h"

/* Tables with the same bots, each with the same number of seats, and their sums in this unit. */
struct company {
    struct placings_table table;       /* its different bots, ascending */
    uint8_t seats[PLACINGS_TABLE_MAX]; /* of each */
    int64_t points[PLACINGS_TABLE_MAX];
    int games;
};

struct rating {
    const struct schedule *schedule;
    int bots;
    struct company *companies;
    int company_count;
    int *company_of; /* by arrangement; -1: only one bot */
    struct placings *placings;
    int64_t units, placed;
};

/* ---- which bots sit together ---- */

static int by_number(const void *one, const void *other)
{
    return *(const uint8_t *)one - *(const uint8_t *)other;
}

static void company_of_table(const struct schedule *schedule, const uint8_t *table,
                             struct company *company)
{
    uint8_t sorted[SKAT_SEATS_MAX];

    *company = (struct company){0};
    memcpy(sorted, table, (size_t)schedule->seats);
    qsort(sorted, (size_t)schedule->seats, 1, by_number);
    for (int i = 0; i < schedule->seats; i++) {
        struct placings_table *bots = &company->table;
        if (!bots->count || bots->bots[bots->count - 1] != sorted[i])
            bots->bots[bots->count++] = sorted[i];
        company->seats[bots->count - 1]++;
    }
}

static int find_company(struct rating *rating, const struct company *company)
{
    if (company->table.count < 2)
        return -1;
    for (int i = 0; i < rating->company_count; i++)
        if (memcmp(&rating->companies[i].table, &company->table, sizeof company->table) == 0 &&
            memcmp(rating->companies[i].seats, company->seats, sizeof company->seats) == 0)
            return i;
    rating->companies[rating->company_count] = *company;
    return rating->company_count++;
}

struct rating *rating_new(const struct schedule *schedule, int bots)
{
    size_t count = (size_t)schedule->arrangement_count;
    struct rating *rating = xcalloc(1, sizeof *rating);
    struct placings_table *tables = xcalloc(count, sizeof *tables);

    rating->schedule = schedule;
    rating->bots = bots;
    rating->companies = xcalloc(count, sizeof *rating->companies);
    rating->company_of = xcalloc(count, sizeof *rating->company_of);
    for (size_t i = 0; i < count; i++) {
        struct company company;
        company_of_table(schedule, schedule->arrangements[i], &company);
        rating->company_of[i] = find_company(rating, &company);
    }
    for (int i = 0; i < rating->company_count; i++)
        tables[i] = rating->companies[i].table;
    rating->placings = placings_new(bots, tables, rating->company_count);
    free(tables);
    if (rating->company_count)
        return rating;
    rating_free(rating);
    return NULL;
}

void rating_free(struct rating *rating)
{
    if (!rating)
        return;
    placings_free(rating->placings);
    free(rating->companies);
    free(rating->company_of);
    free(rating);
}

/* ---- units ---- */

static void add_game(struct rating *rating, const struct game_stats *game,
                     enum stats_scoring scoring)
{
    int index = rating->company_of[game->arrangement];

    if (index < 0)
        return;
    struct company *company = &rating->companies[index];
    const uint8_t *table = rating->schedule->arrangements[game->arrangement];
    company->games++;
    for (int seat = 0; seat < game->seats; seat++)
        for (int i = 0; i < company->table.count; i++)
            if (company->table.bots[i] == table[seat])
                company->points[i] += game->score[scoring][seat];
}

static void place(struct rating *rating, int index, uint64_t unit)
{
    enum { WEIGHT = 12 }; /* divisible by every number of seats that leaves one for another bot */
    struct company *company = &rating->companies[index];
    double merit[PLACINGS_TABLE_MAX];

    for (int i = 0; i < company->table.count; i++) {
        merit[i] = (double)(company->points[i] * (WEIGHT / company->seats[i]));
        company->points[i] = 0;
    }
    company->games = 0;
    placings_add(rating->placings, index, unit, merit);
    rating->placed++;
}

void rating_add_unit(struct rating *rating, uint64_t unit, const struct game_stats *games,
                     size_t count, enum stats_scoring scoring)
{
    for (size_t i = 0; i < count; i++)
        add_game(rating, &games[i], scoring);
    for (int i = 0; i < rating->company_count; i++)
        if (rating->companies[i].games)
            place(rating, i, unit);
    rating->units++;
}

static int64_t groups_of(const struct rating *rating)
{
    return rating->units < PLACINGS_GROUPS ? rating->units : PLACINGS_GROUPS;
}

/* An estimate, if the placings could be fitted and bound the ratings; else NaN. */
static struct estimate estimate_if(bool known, double mean, double error,
                                   const struct rating *rating)
{
    return estimate_of(known ? mean : NAN, known ? error : NAN, groups_of(rating));
}

void rating_result(const struct rating *rating, const char *const *names,
                   struct bot_ratings *ratings, struct pool *pool)
{
    const int bots = rating->bots;
    double value[BOTS_MAX], error[BOTS_MAX], between[BOTS_MAX * BOTS_MAX];
    bool sits[BOTS_MAX];

    schedule_bots(rating->schedule, sits);
    const bool fitted = placings_fit(rating->placings, value, error, between),
               known = fitted && placings_are_bounded(rating->placings);
    *ratings = (struct bot_ratings){
        .method = "plackett_luce",
        .scale = "400 log10",
        .units = rating->units,
        .placings = rating->placed,
        .bounded = !fitted || known,
        .bots = pool_alloc(pool, (size_t)bots, sizeof *ratings->bots),
        .differences = pool_alloc(pool, (size_t)bots * (size_t)bots, sizeof *ratings->differences),
    };
    for (int bot = 0; bot < bots; bot++) {
        struct estimate estimate = estimate_if(known, value[bot], error[bot], rating);
        if (sits[bot])
            ratings->bots[ratings->bots_count++] = (struct bot_rating){
                names[bot], estimate.mean, estimate.error, {estimate.low, estimate.high}};
    }
    for (int a = 0; a < bots; a++)
        for (int b = a + 1; b < bots; b++)
            if (sits[a] && sits[b])
                ratings->differences[ratings->differences_count++] = (struct rating_difference){
                    names[a], names[b],
                    estimate_if(known, value[a] - value[b], between[a * bots + b], rating)};
}
