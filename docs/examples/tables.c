// SPDX-License-Identifier: MIT
/* tables.c - a thousand tables, a random decision at each in every step: what a deal brings
 * forehand's seat on average, and how fast that goes.
 *
 *     cc tables.c $(pkg-config --cflags --libs libskat) -o tables && ./tables */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/learn/tables.h"
#include "engine/rule_set.h"
#include "engine/seed.h"

enum { TABLES = 1024, STEPS = 1000 };

int main(void)
{
    static int32_t actions[TABLES], reward[TABLES][SKAT_SEATS_MIN + 1];
    const struct skat_seed seed = skat_seed_of_number(1);
    struct skat_rules rules;
    struct skat_random random;
    long long sum = 0;

    skat_rules_official(&rules);
    if (!skat_rules_prepare(&rules, NULL))
        return EXIT_FAILURE;
    const struct skat_tables_plan plan = {
        .rules = &rules,
        .run = skat_seed_key(&seed),
        .count = TABLES,
        .out.reward = &reward[0][0],
    };
    struct skat_tables *tables = skat_tables_init(malloc(skat_tables_size(&plan)), &plan);
    skat_random_start_number(&random, 1);
    clock_t began = clock();
    for (int step = 0; step < STEPS; step++) {
        skat_tables_random(tables, &random, actions);
        skat_tables_step(tables, actions, NULL);
        for (int t = 0; t < TABLES; t++)
            sum += reward[t][0];
    }
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%llu deals, %.1f points a deal at seat 0\n",
           (unsigned long long)skat_tables_deals(tables),
           (double)sum / (double)skat_tables_deals(tables));
    fprintf(stderr, "%.1f million decisions a second\n",
            (double)skat_tables_decisions(tables) / seconds / 1e6);
    free(tables);
    return EXIT_SUCCESS;
}
