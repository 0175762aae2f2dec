// SPDX-License-Identifier: MIT
/* tests/unit/test_child.c - who ended a child process (arena/base/child.h). */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <string.h>

#include "arena/base/child.h"
#include "arena/base/interrupt.h"
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

static struct child_result run(const char *script, bool joined, bool to_the_end)
{
    const char *const words[] = {"sh", "-c", script, NULL};
    const struct child_program program = {words, "/", joined, to_the_end};
    struct child_result result;

    assert_true(child_program_run(&program, &result));
    return result;
}

TEST(what_it_prints_and_how_it_ends)
{
    char line[80];

    struct child_result result = run("pwd; echo no >&2; exit 3", false, false);
    assert_string_equal(result.text, "/\n");
    assert_string_equal(printed_last_line(&result.said, line, sizeof line), "no");
    assert_int_equal(WEXITSTATUS(result.status), 3);
    assert_false(result.stopped);
    free(result.text);

    result = run("kill -KILL $$", false, false);
    assert_true(WIFSIGNALED(result.status));
    free(result.text);
}

/* More than a pipe holds, on both sides. */
TEST(much_is_read_whole)
{
    struct child_result result =
        run("i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890123456789; "
            "echo error >&2; i=$((i+1)); done",
            false, false);
    assert_int_equal(strlen(result.text), 3000 * 41);
    assert_int_equal(result.said.bytes, 3000 * 6);
    free(result.text);
}

TEST(joined_output_is_what_it_says)
{
    char line[80];
    struct child_result result = run("echo compiling", true, false);
    assert_string_equal(result.text, "");
    assert_string_equal(printed_last_line(&result.said, line, sizeof line), "compiling");
    free(result.text);
}

/* By its path: of a name, the system may say instead that a folder of PATH cannot be read. */
TEST(a_program_that_is_not_there)
{
    static const char *const words[] = {"no/such-program", NULL};
    const struct child_program program = {words, "/", false, false};
    struct child_result result;
    char line[80];

    assert_true(child_program_run(&program, &result));
    assert_int_equal(WEXITSTATUS(result.status), 127);
    assert_string_equal(printed_last_line(&result.said, line, sizeof line),
                        "no/such-program: No such file or directory");
    free(result.text);
}

/* What the program leaves behind may keep its output open. */
TEST(it_is_not_waited_for_what_it_leaves)
{
    struct child_result result = run("sleep 1000 & echo $!", false, false);
    const pid_t left = (pid_t)strtol(result.text, NULL, 10);
    assert_int_equal(result.status, 0);
    assert_int_equal(kill(left, SIGKILL), 0);
    free(result.text);
}

/* Where make and git say what they are run in, a program does not hear of it. */
TEST(it_is_not_told_where_this_one_runs)
{
    setenv("GIT_DIR", "/nowhere", 1);
    setenv("MAKEFLAGS", "-j9", 1);
    struct child_result result = run("echo \"<$GIT_DIR$MAKEFLAGS>\"", false, false);
    assert_string_equal(result.text, "<>\n");
    free(result.text);
}

/* The last test: from now on, an interruption has been heard. */
TEST(an_interruption_ends_all_of_it)
{
    interrupt_hear();
    raise(SIGTERM);
    struct child_result result = run("trap '' TERM; sh -c 'sleep 1000'; exit 5", false, false);
    assert_true(result.stopped);
    free(result.text);
    result = run("exit 5", false, true);
    assert_false(result.stopped);
    assert_int_equal(WEXITSTATUS(result.status), 5);
    free(result.text);
}
