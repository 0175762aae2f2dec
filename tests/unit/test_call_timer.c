// SPDX-License-Identifier: MIT
/* tests/unit/test_call_timer.c - what counts as a bot's own time (arena/bot/call_timer.h). Nothing
 * here depends on how fast the machine is: a time that must not count never does, and one that
 * counts is waited for. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/bot/call_timer.h"

enum { LIMIT_MS = 160, LOOKS = 40 };

enum child_job { SLEEPS, SPINS };

static pid_t start(enum child_job what)
{
    pid_t child = fork();

    assert_true(child >= 0);
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
    assert_int_equal(call_gaps_begin(&gaps, getpid()), 0);
    usleep(CALL_MS * 1000);
    call_gaps_end(&gaps, getpid());
    const uint64_t used = spin_ms(GAP_MS);
    assert_true(call_gaps_begin(&gaps, getpid()) >= used);
    spin_ms(CALL_MS);
    call_gaps_end(&gaps, getpid());
    assert_true(call_gaps_begin(&gaps, getpid()) < CALL_MS * UINT64_C(1000000));
    assert_int_equal(call_gaps_begin(&gaps, getppid()), 0);
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
        cmocka_unit_test(a_gap_is_what_is_used_in_it),
        cmocka_unit_test(without_a_limit_there_is_no_look),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
