// SPDX-License-Identifier: MIT
/* tests/unit/test_call_timer.c - what counts as a bot's own time (arena/bot/call_timer.h). Nothing
 * here depends on how fast the machine is: a time that must not count never does, and one that
 * counts is waited for. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/base/clock.h"
#include "arena/bot/call_timer.h"

enum { LIMIT_MS = 160, LOOKS = 40 };

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

static void look(struct call_timer *timer, bool *due)
{
    usleep((unsigned)call_timer_pause_ms(timer) * 1000);
    *due = call_timer_due(timer);
}

static void who_sleeps_or_computes_becomes_late(void **state)
{
    (void)state;
    for (int what = SLEEPS; what <= SPINS; what++) {
        pid_t child = start((enum child_job)what);
        struct call_timer timer;
        bool due = false;
        call_timer_start(&timer, child, LIMIT_MS, 0, false);
        while (!due)
            look(&timer, &due);
        assert_true(timer.counted_ns >= LIMIT_MS * UINT64_C(1000000));
        end(child);
    }
}

static void who_was_stopped_does_not(void **state)
{
    pid_t child = start(SPINS);
    struct call_timer timer;
    bool due = false;
    (void)state;
    kill(child, SIGSTOP);
    waitpid(child, NULL, WUNTRACED);
    call_timer_start(&timer, child, LIMIT_MS, LIMIT_MS, false);
    for (int i = 0; i < LOOKS; i++) /* more than two limits */
        look(&timer, &due);
    assert_false(due);
    assert_true(timer.counted_ns == 0);
    assert_true(timer.watched_ns > 0);
    end(child);
}

/* Time in which the watcher did not look is worth one pause, however long it is. */
static void a_watcher_that_did_not_run_counts_a_pause(void **state)
{
    pid_t child = start(SLEEPS);
    struct call_timer timer;
    (void)state;
    call_timer_start(&timer, child, LIMIT_MS, 0, false);
    for (int i = 0; i < 3; i++) {
        usleep(2 * LIMIT_MS * 1000);
        assert_false(call_timer_due(&timer));
    }
    end(child);
}

static void processor_time_alone(void **state)
{
    pid_t sleeper = start(SLEEPS), spinner = start(SPINS);
    struct call_timer sleeps, spins;
    bool due = false, other;
    (void)state;
    call_timer_start(&sleeps, sleeper, 0, LIMIT_MS, false);
    call_timer_start(&spins, spinner, 0, LIMIT_MS, false);
    while (!due) {
        look(&spins, &due);
        other = call_timer_due(&sleeps);
        assert_false(other);
    }
    end(sleeper);
    end(spinner);
}

/* A process that waits for a child, which waits for a processor: the scheduler runs one of many at
 * a time on the one processor that they may use. */
struct crowd {
    pid_t waits;    /* for the first of */
    pid_t spins[8]; /* none of which gets half of the processor */
};

enum { CROWD = sizeof((struct crowd *)0)->spins / sizeof(pid_t) };

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
static void whose_program_waits_for_a_processor_does_not(void **state)
{
    cpu_set_t before, one;
    (void)state;

    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int i = 0, found = 0; i < CPU_SETSIZE && !found; i++)
        if (CPU_ISSET(i, &before) && (found = 1))
            CPU_SET(i, &one);
    for (int in_thread = 0; in_thread < 2; in_thread++) {
        struct crowd crowd;
        struct call_timer timer;
        bool due = false;
        assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0); /* children have it, too */
        crowd.waits = start_with_child(in_thread);
        for (int i = 0; i < CROWD; i++)
            crowd.spins[i] = start(SPINS);
        assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
        call_timer_start(&timer, crowd.waits, LIMIT_MS, 0, true);
        look(&timer, &due);
        const uint64_t counted_ns = timer.counted_ns, cpu_ns = timer.cpu_ns;
        for (int i = 0; i < LOOKS; i++) /* more than two limits */
            look(&timer, &due);
        assert_true(timer.watched_ns > 2 * LIMIT_MS * UINT64_C(1000000));
        assert_true(timer.counted_ns - counted_ns <= timer.cpu_ns - cpu_ns);
        for (int i = 0; i < CROWD; i++)
            end(crowd.spins[i]);
        while (!due) /* alone it is slow, and becomes late */
            look(&timer, &due);
        end(crowd.waits);
    }
}

/* A program that sleeps is late, as a bot that sleeps. */
static void whose_program_sleeps_becomes_late(void **state)
{
    pid_t child = start(SLEEPS);
    struct call_timer timer;
    bool due = false;
    (void)state;

    call_timer_start(&timer, child, LIMIT_MS, 0, true);
    while (!due)
        look(&timer, &due);
    assert_true(timer.counted_ns >= LIMIT_MS * UINT64_C(1000000));
    end(child);
}

static uint64_t spin_ms(uint64_t ms)
{
    struct timespec used;
    uint64_t begin = 0, now;

    do {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        now = (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
        begin = begin ? begin : now;
    } while (now < begin + ms * 1000000);
    return now - begin;
}

/* A bot that slept before it answered has not paid with that for what it computes afterwards. */
static void a_gap_is_what_is_used_in_it(void **state)
{
    enum { CALL_MS = 30, GAP_MS = 10 };
    struct call_gaps gaps = {0};

    (void)state;
    assert_int_equal(call_gaps_note(&gaps, getpid()), 0);
    usleep(CALL_MS * 1000);
    assert_true(call_gaps_note(&gaps, getpid()) < CALL_MS * UINT64_C(1000000));
    uint64_t used = spin_ms(GAP_MS);
    assert_true(call_gaps_note(&gaps, getpid()) >= used);
    used = spin_ms(CALL_MS);
    assert_true(call_gaps_note(&gaps, getpid()) >= used);
    assert_true(call_gaps_note(&gaps, getpid()) < CALL_MS * UINT64_C(1000000));
    assert_int_equal(call_gaps_note(&gaps, getppid()), 0);
}

/* A process among others on one processor needs many times as long to end as it takes: it has that
 * time; and one that does not end is not waited for any longer, also if it was stopped. */
static void a_last_moment_is_the_process_own(void **state)
{
    enum { NEEDED_MS = 40, MOMENT_MS = 100 };
    cpu_set_t before, one;
    pid_t others[CROWD], sleeper = start(SLEEPS);
    siginfo_t ended = {0};

    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &before))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    for (int i = 0; i < CROWD; i++)
        others[i] = start(SPINS);
    const pid_t ends = fork();
    if (ends == 0) {
        spin_ms(NEEDED_MS);
        _exit(0);
    }
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    call_timer_wait(ends, MOMENT_MS);
    assert_int_equal(waitid(P_PID, (id_t)ends, &ended, WEXITED | WNOHANG), 0);
    assert_int_equal(ended.si_pid, ends);
    for (int i = 0; i < CROWD; i++)
        end(others[i]);
    for (int stopped = 0; stopped < 2; stopped++) {
        const int64_t began = clock_ms(CLOCK_MONOTONIC);
        if (stopped)
            kill(sleeper, SIGSTOP);
        call_timer_wait(sleeper, MOMENT_MS);
        const int64_t took = clock_ms(CLOCK_MONOTONIC) - began;
        assert_true(took >= MOMENT_MS - 1);
        assert_true(took < call_timer_longest_ms(MOMENT_MS));
    }
    end(sleeper);
}

/* Nobody looked before the answer was there: what was computed for it counts, once. */
static void what_is_computed_counts_without_a_look(void **state)
{
    enum { USED = 7, SLEPT = 4, WALL = 10 };
    const uint64_t million = 1000000;
    struct call_timer timer;

    (void)state;
    call_timer_start(&timer, getpid(), WALL, 0, false);
    assert_false(call_timer_used(&timer, USED * million, 0));
    assert_int_equal(timer.counted_ns, USED * million);
    assert_true(call_timer_used(&timer, USED * million, SLEPT * million));
    call_timer_start(&timer, getpid(), 0, USED, false);
    assert_false(call_timer_used(&timer, USED * million - 1, SLEPT * million));
    assert_true(call_timer_used(&timer, USED * million, 0));
    call_timer_start(&timer, getpid(), 0, 0, false);
    assert_false(call_timer_used(&timer, UINT64_MAX / 2, 0));
    call_timer_start(&timer, getpid(), WALL, 0, false);
    call_timer_slept(&timer, (WALL + SLEPT) * million);
    call_timer_used(&timer, USED * million, SLEPT * million);
    assert_int_equal(timer.counted_ns, (WALL + SLEPT) * million);
}

static void without_a_limit_there_is_no_look(void **state)
{
    struct call_timer timer;
    (void)state;
    call_timer_start(&timer, getpid(), 0, 0, false);
    assert_int_equal(call_timer_pause_ms(&timer), -1);
    assert_false(call_timer_due(&timer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_sleeps_or_computes_becomes_late),
        cmocka_unit_test(who_was_stopped_does_not),
        cmocka_unit_test(a_watcher_that_did_not_run_counts_a_pause),
        cmocka_unit_test(processor_time_alone),
        cmocka_unit_test(whose_program_waits_for_a_processor_does_not),
        cmocka_unit_test(whose_program_sleeps_becomes_late),
        cmocka_unit_test(a_gap_is_what_is_used_in_it),
        cmocka_unit_test(a_last_moment_is_the_process_own),
        cmocka_unit_test(what_is_computed_counts_without_a_look),
        cmocka_unit_test(without_a_limit_there_is_no_look),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
