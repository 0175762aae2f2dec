// SPDX-License-Identifier: MIT
/* tests/unit/test_child.c - who ended a child process (arena/base/child.h). */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "tests/unit/unit_test.h"

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
TEST(kills_from_outside_are_known)
{
    enum { ROUNDS = 100 };
    char byte;

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

TEST(own_kills_are_known)
{
    bool killed = false;
    int pipe_end;

    const pid_t child = start(&pipe_end);
    assert_false(child_has_ended(child));
    const int status = child_end(child, 1, &killed);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_true(killed);
    close(pipe_end);
}

TEST(an_exit_is_waited_for)
{
    enum { CODE = 7, PATIENCE_MS = 60000 };
    bool killed = true;

    const pid_t child = fork();
    if (child == 0)
        _exit(CODE);
    const int status = child_end(child, PATIENCE_MS, &killed);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == CODE);
    assert_false(killed);
}
