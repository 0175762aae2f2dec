// SPDX-License-Identifier: MIT
/* tests/unit/test_child.c - who ended a child process (arena/base/child.h). */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/base/child.h"

/* A child that waits, and the end of a pipe that is closed when it has gone. */
static pid_t start(int *pipe_end)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    while (child == 0)
        pause();
    close(ends[1]);
    *pipe_end = ends[0];
    return child;
}

/* A process that somebody else kills is not taken for one that child_end() killed, though its pipe
 * is closed a moment before it can be waited for. Without patience at all that moment is met in
 * some of so many rounds. */
static void kills_from_outside_are_known(void **state)
{
    enum { ROUNDS = 3000 };
    char byte;
    (void)state;

    for (int round = 0; round < ROUNDS; round++) {
        bool killed = true;
        int pipe_end;
        const pid_t child = start(&pipe_end);
        kill(child, SIGKILL);
        assert_int_equal(read(pipe_end, &byte, 1), 0);
        const int status = child_end(child, 0, &killed);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        assert_false(killed);
        close(pipe_end);
    }
}

static void own_kills_are_known(void **state)
{
    bool killed = false;
    int pipe_end;
    (void)state;

    const pid_t child = start(&pipe_end);
    assert_false(child_has_ended(child));
    const int status = child_end(child, 1, &killed);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_true(killed);
    close(pipe_end);
}

static void an_exit_is_waited_for(void **state)
{
    enum { CODE = 7, PATIENCE_MS = 60000 };
    bool killed = true;
    (void)state;

    const pid_t child = fork();
    if (child == 0)
        _exit(CODE);
    const int status = child_end(child, PATIENCE_MS, &killed);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CODE);
    assert_false(killed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kills_from_outside_are_known),
        cmocka_unit_test(own_kills_are_known),
        cmocka_unit_test(an_exit_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
