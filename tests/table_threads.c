// SPDX-License-Identifier: MIT
/* tests/table_threads.c - threads that open and play tables with bots, each thread tables of its
 * own (arena/learn/skat_ffi.h). A race is found by ThreadSanitizer, with which `make test-threads`
 * builds this program. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/learn/skat_ffi.h"

enum { THREADS = 4, ROUNDS = 3, TABLES = 4, STEPS = 60 };

struct job {
    pthread_t thread;
    const char *bots;
    uint64_t deals;
    char error[FFI_ERROR];
};

static bool play(struct job *job, const struct ffi_rules *rules)
{
    uint64_t counts[7];
    uint8_t done[TABLES];
    const struct ffi_tables_out out = {.done = done};
    struct ffi_tables *tables =
        skat_ffi_tables_open(rules, "1", 0, TABLES, 0, job->bots, NULL, &out, job->error);

    if (!tables)
        return false;
    skat_ffi_tables_random_steps(tables, STEPS);
    skat_ffi_tables_counts(tables, counts);
    job->deals += counts[0];
    skat_ffi_tables_close(tables);
    return true;
}

static void *run(void *context)
{
    struct job *job = context;
    struct ffi_rules *rules = skat_ffi_rules_open("\"isko\"", job->error);
    bool sound = rules;

    for (int round = 0; sound && round < ROUNDS; round++)
        sound = play(job, rules);
    if (rules)
        skat_ffi_rules_close(rules);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct job jobs[THREADS];
    uint64_t deals = 0;
    int failed = 0;

    if (argc < 2)
        return fprintf(stderr, "usage: table_threads BOTS...: JSON arrays of the bots of tables\n"),
               2;
    for (int i = 0; i < THREADS; i++) {
        jobs[i].bots = argv[1 + i % (argc - 1)];
        if (pthread_create(&jobs[i].thread, NULL, run, &jobs[i]))
            return EXIT_FAILURE;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        if (jobs[i].error[0] || !jobs[i].deals) {
            fprintf(stderr, "thread %d: %s\n", i, jobs[i].error);
            failed = 1;
        }
        deals += jobs[i].deals;
    }
    printf("%d threads played %llu deals at tables with bots\n", THREADS,
           (unsigned long long)deals);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
