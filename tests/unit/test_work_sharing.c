// SPDX-License-Identifier: MIT
/* tests/unit/test_work_sharing.c - pieces of work shared among threads: each is done once, and one
 * that takes long holds up no others. */
#include <sched.h>
#include <stdatomic.h>

#include "arena/learn/work_sharing.h"
#include "tests/unit/unit_test.h"

enum { PIECES = 500 };

struct noted {
    atomic_int done, times[PIECES], threads[WORK_THREADS_MAX];
    int waits; /* this piece ends when all others are done; -1: none waits */
};

static void note(void *context, int thread, int number)
{
    struct noted *noted = context;

    if (number == noted->waits)
        while (atomic_load(&noted->done) < PIECES - 1)
            sched_yield();
    atomic_fetch_add(&noted->times[number], 1);
    atomic_fetch_add(&noted->threads[thread], 1);
    atomic_fetch_add(&noted->done, 1);
}

TEST(each_piece_is_done_once)
{
    static const int threads[] = {1, 2, 3, WORK_THREADS_MAX, 1000};

    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct noted noted = {.waits = -1};
        const struct shared_work work = {PIECES, note, &noted};
        work_share(&work, threads[i]);
        for (int n = 0; n < PIECES; n++)
            assert_int_equal(noted.times[n], 1);
        if (threads[i] == 1)
            assert_int_equal(noted.threads[0], PIECES);
    }
}

TEST(nothing_is_no_work)
{
    struct noted noted = {.waits = -1};
    const struct shared_work work = {0, note, &noted};

    work_share(&work, 4);
    assert_int_equal(noted.done, 0);
}

/* With shares that are made beforehand, the other pieces of its share would wait for it for ever.
 */
TEST(a_long_piece_holds_up_no_others)
{
    static const int longs[] = {0, 1, PIECES / 2, PIECES - 1};

    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        struct noted noted = {.waits = longs[i]};
        const struct shared_work work = {PIECES, note, &noted};
        work_share(&work, 2);
        assert_int_equal(noted.done, PIECES);
    }
}
