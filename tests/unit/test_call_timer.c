// SPDX-License-Identifier: MIT
/* tests/unit/test_call_timer.c - how long bots take: what counts as a bot's own time, which
 * decisions are timed, and percentiles of the times. Nothing here depends on how fast the machine
 * is: a time that must not count never does, and one that counts is waited for. */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/base/machine.h"
#include "arena/bot/call_timer.h"
#include "arena/stats/latency_histogram.h"

enum { LIMIT_MS = 48, LOOKS = 40 };
static const uint64_t MILLION = 1000000;

enum child_job { SLEEPS, SPINS };

static void *spin(void *unused)
{
    for (volatile unsigned turns = 0;; turns++)
        ;
    return unused;
}

static pid_t start(enum child_job what)
{
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* also where a test fails */
    while (child == 0)
        if (what == SLEEPS)
            pause();
    return child;
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static bool look(struct call_timer *timer)
{
    usleep((unsigned)call_timer_pause_ms(timer) * 1000);
    return call_timer_due(timer);
}

/* Whoever sleeps or computes, and a program that sleeps. */
TEST(who_takes_time_becomes_late)
{
    for (int what = 0; what < 3; what++) {
        pid_t child = start(what == 1 ? SPINS : SLEEPS);
        struct call_timer timer;
        call_timer_start(&timer, child, LIMIT_MS, 0, what == 2);
        while (!look(&timer))
            ;
        assert_true(timer.counted_ns >= LIMIT_MS * MILLION);
        end(child);
    }
}

TEST(who_was_stopped_does_not)
{
    pid_t child = start(SPINS);
    struct call_timer timer;
    kill(child, SIGSTOP);
    waitpid(child, NULL, WUNTRACED);
    call_timer_start(&timer, child, LIMIT_MS, LIMIT_MS, false);
    for (int i = 0; i < LOOKS; i++) /* more than two limits */
        assert_false(look(&timer));
    assert_true(timer.counted_ns == 0);
    assert_true(timer.watched_ns > 0);
    end(child);
}

/* Time in which the watcher did not look is worth one pause, however long it is. */
TEST(a_watcher_that_did_not_run_counts_a_pause)
{
    pid_t child = start(SLEEPS);
    struct call_timer timer;
    call_timer_start(&timer, child, LIMIT_MS, 0, false);
    for (int i = 0; i < 3; i++) {
        usleep(2 * LIMIT_MS * 1000);
        assert_false(call_timer_due(&timer));
    }
    end(child);
}

TEST(processor_time_alone)
{
    pid_t sleeper = start(SLEEPS), spinner = start(SPINS);
    struct call_timer sleeps, spins;
    call_timer_start(&sleeps, sleeper, 0, LIMIT_MS, false);
    call_timer_start(&spins, spinner, 0, LIMIT_MS, false);
    while (!look(&spins))
        assert_false(call_timer_due(&sleeps));
    end(sleeper);
    end(spinner);
}

/* ---- where many want the one processor that they may use ---- */

enum { CROWD = 3 };

/* What is started from now on may use the first of the processors that `before` has. */
static void confine(cpu_set_t *before)
{
    cpu_set_t one;

    assert_int_equal(sched_getaffinity(0, sizeof *before, before), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, before))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
}

/* They run one at a time beside what was started before; this process is confined no longer. */
static void start_crowd(pid_t crowd[CROWD], const cpu_set_t *before)
{
    for (int i = 0; i < CROWD; i++)
        crowd[i] = start(SPINS);
    assert_int_equal(sched_setaffinity(0, sizeof *before, before), 0);
}

static void end_crowd(const pid_t crowd[CROWD])
{
    for (int i = 0; i < CROWD; i++)
        end(crowd[i]);
}

static pid_t start_with_child(bool in_thread)
{
    int ready[2];
    char byte;

    assert_int_equal(pipe(ready), 0);
    pid_t parent = fork();
    assert_true(parent >= 0);
    if (parent == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        const pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            pthread_t thread;
            if (in_thread && pthread_create(&thread, NULL, spin, NULL) != 0)
                _exit(1);
            const bool told = write(ready[1], "", 1) == 1;
            while (told && in_thread)
                pause();
            spin(NULL);
        }
        waitpid(child, NULL, 0);
        _exit(0);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return parent;
}

/* Its process waits for a program, and that for a processor, in its first thread or in another. No
 * more counts than it gets of one, which is little, unless this watcher gets little, too. */
TEST(whose_program_waits_for_a_processor_does_not)
{
    cpu_set_t before;

    if (access("/proc/thread-self/children", R_OK) != 0) {
        print_message("this kernel does not list the children of processes\n");
        skip();
    }
    for (int in_thread = 0; in_thread < 2; in_thread++) {
        struct call_timer timer;
        pid_t crowd[CROWD];
        confine(&before);
        const pid_t waits = start_with_child(in_thread);
        start_crowd(crowd, &before);
        call_timer_start(&timer, waits, LIMIT_MS, 0, true);
        look(&timer);
        const uint64_t counted_ns = timer.counted_ns, cpu_ns = timer.cpu_ns;
        for (int i = 0; i < LOOKS; i++) /* more than two limits */
            look(&timer);
        assert_true(timer.watched_ns > 2 * LIMIT_MS * MILLION);
        assert_true(timer.counted_ns - counted_ns <= timer.cpu_ns - cpu_ns);
        end_crowd(crowd);
        while (!look(&timer)) /* alone it is slow, and becomes late */
            ;
        end(waits);
    }
}

static uint64_t spin_ms(uint64_t ms)
{
    const uint64_t begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t used;

    do
        used = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
    while (used < ms * MILLION);
    return used;
}

/* A process among others on one processor needs many times as long to end as it takes: it has that
 * time; and one that does not end is not waited for without end, also if it was stopped. */
TEST(a_last_moment_is_the_process_own)
{
    enum { NEEDED_MS = 20, MOMENT_MS = 80 };
    cpu_set_t before;
    pid_t crowd[CROWD], sleeper = start(SLEEPS);
    siginfo_t ended = {0};

    confine(&before);
    const pid_t ends = fork();
    if (ends == 0) {
        spin_ms(NEEDED_MS);
        _exit(0);
    }
    start_crowd(crowd, &before);
    call_timer_wait(ends, MOMENT_MS);
    assert_int_equal(waitid(P_PID, (id_t)ends, &ended, WEXITED | WNOHANG), 0);
    assert_int_equal(ended.si_pid, ends);
    end_crowd(crowd);
    for (int stopped = 0; stopped < 2; stopped++) {
        const int64_t began = clock_ms(CLOCK_MONOTONIC);
        if (stopped)
            kill(sleeper, SIGSTOP);
        call_timer_wait(sleeper, MOMENT_MS);
        assert_true(clock_ms(CLOCK_MONOTONIC) - began >= MOMENT_MS - 1);
    }
    end(sleeper);
}

/* ---- without a look ---- */

/* A bot that slept before it answered has not paid with that for what it computes afterwards. */
TEST(a_gap_is_what_is_used_in_it)
{
    enum { CALL_MS = 30, GAP_MS = 10 };
    struct call_gaps gaps = {0};

    assert_int_equal(call_gaps_note(&gaps, getpid()), 0);
    usleep(CALL_MS * 1000);
    assert_true(call_gaps_note(&gaps, getpid()) < CALL_MS * MILLION);
    const uint64_t used = spin_ms(GAP_MS);
    assert_true(call_gaps_note(&gaps, getpid()) >= used);
    assert_int_equal(call_gaps_note(&gaps, getppid()), 0);
}

/* Nobody looked before the answer was there: what was computed for it counts, once. */
TEST(what_is_computed_counts_without_a_look)
{
    enum { USED = 7, SLEPT = 4, WALL = 10 };
    struct call_timer timer;

    call_timer_start(&timer, getpid(), WALL, 0, false);
    assert_false(call_timer_used(&timer, USED * MILLION, 0));
    assert_int_equal(timer.counted_ns, USED * MILLION);
    assert_true(call_timer_used(&timer, USED * MILLION, SLEPT * MILLION));
    call_timer_start(&timer, getpid(), 0, USED, false);
    assert_false(call_timer_used(&timer, USED * MILLION - 1, SLEPT * MILLION));
    assert_true(call_timer_used(&timer, USED * MILLION, 0));
    call_timer_start(&timer, getpid(), 0, 0, false);
    assert_false(call_timer_used(&timer, UINT64_MAX / 2, 0));
    call_timer_start(&timer, getpid(), WALL, 0, false);
    call_timer_slept(&timer, (WALL + SLEPT) * MILLION);
    call_timer_used(&timer, USED * MILLION, SLEPT * MILLION);
    assert_int_equal(timer.counted_ns, (WALL + SLEPT) * MILLION);
}

TEST(without_a_limit_there_is_no_look)
{
    struct call_timer timer;
    call_timer_start(&timer, getpid(), 0, 0, false);
    assert_int_equal(call_timer_pause_ms(&timer), -1);
    assert_false(call_timer_due(&timer));
}

/* ---- percentiles from buckets ---- */

enum { COUNT = 5000 };

static int by_length(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

/* From nanoseconds to hours, each power of two as likely as any. */
static void draw(uint64_t list[COUNT], uint64_t seed)
{
    for (int i = 0; i < COUNT; i++)
        list[i] = test_random(&seed) >> (22 + test_random(&seed) % 42);
}

/* The bucket's end: never too short, and at most an eighth too long. */
TEST(percentiles_are_those_of_the_sorted_list)
{
    static const double shares[] = {0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1};
    static uint64_t list[COUNT];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct latency_histogram times = {0};
        draw(list, seed);
        for (int i = 0; i < COUNT; i++)
            latency_add(&times, list[i], 1);
        qsort(list, COUNT, sizeof *list, by_length);
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            int rank = (int)ceil(shares[i] * COUNT);
            uint64_t exact = list[rank ? rank - 1 : 0];
            uint64_t got = latency_quantile(&times, shares[i]);
            assert_true(got >= exact);
            assert_true((double)got <= (double)exact * 1.125);
        }
        assert_true(times.longest == list[COUNT - 1]);
        assert_true(latency_quantile(&times, 1) == times.longest);
    }
}

TEST(small_lengths_are_exact_and_nothing_has_none)
{
    const struct latency_histogram none = {0};

    assert_int_equal(latency_quantile(&none, 0.5), 0);
    assert_int_equal(latency_quantile(&none, 1), 0);
    for (uint64_t length = 0; length < 16; length++) {
        struct latency_histogram times = {0};
        latency_add(&times, length, 1);
        latency_add(&times, 1000, 1);
        assert_int_equal(latency_quantile(&times, 0.5), length);
    }
}

TEST(merged_is_as_if_added)
{
    static uint64_t list[COUNT];
    struct latency_histogram parts[3] = {0}, all = {0}, merged = {0};
    draw(list, 77);
    for (int i = 0; i < COUNT; i++) {
        latency_add(&parts[i % 3], list[i], 1);
        latency_add(&all, list[i], 1);
    }
    for (int i = 0; i < 3; i++)
        latency_merge(&merged, &parts[i]);
    assert_memory_equal(&merged, &all, sizeof all);
}

/* ---- which decisions are timed (arena/bot/call_timer.h) ---- */

/* Notes a round of decisions that take so long; returns what the one after them stands for. */
static uint32_t after_round(struct call_sampling *sampling, uint64_t ns)
{
    for (int i = 0; i < CALL_SAMPLING_ROUND; i++)
        call_sampling_note(sampling, ns);
    return call_sampling_note(sampling, ns);
}

TEST(fast_is_what_is_short_beside_reading_the_clock)
{
    static const struct {
        uint32_t slow_ns;
        uint64_t ns;
        bool always;
        uint32_t stands_for;
        bool costly;
    } cases[] = {
        {1000, 1000, false, CALL_SAMPLING_EVERY, false}, /* at the limit */
        {1000, 1001, false, 1, false},
        {40000, 40000, false, CALL_SAMPLING_EVERY, false}, /* a clock that takes long to read */
        {40000, 40001, false, 1, false},
        {1000, 5000, false, 1, false},
        {1000, 5001, false, 1, true},
        {1000, 10, true, 1, false}, /* with a time bank each is timed */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct call_sampling sampling = {.always = cases[i].always, .slow_ns = cases[i].slow_ns};
        assert_int_equal(after_round(&sampling, cases[i].ns), cases[i].stands_for);
        assert_int_equal(sampling.untimed, cases[i].stands_for - 1);
        assert_int_equal(sampling.costly, cases[i].costly);
    }
}

TEST(one_long_decision_does_not_make_a_bot_slow)
{
    struct call_sampling sampling = {.slow_ns = 1000};
    for (int i = 1; i < CALL_SAMPLING_ROUND; i++)
        call_sampling_note(&sampling, 400);
    call_sampling_note(&sampling, UINT64_C(5000000000)); /* counts for 10,000 */
    assert_true(sampling.fast);
}

TEST(what_is_slow_is_at_least_a_microsecond)
{
    assert_in_range(call_sampling_slow_ns(), CALL_SAMPLING_SLOW_NS, 1000000);
}
