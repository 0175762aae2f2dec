// SPDX-License-Identifier: MIT
/* tests/unit/game_script.h - reads the scripts of games in tests/data/games, whose README.md says
 * what they look like, and makes a test of each "== name" in them. */
#ifndef SKAT_TESTS_GAME_SCRIPT_H
#define SKAT_TESTS_GAME_SCRIPT_H

#include <glob.h>

#include "tests/unit/engine_helpers.h"

/* Lines that describe cases: those before the first one are said before each case. */
struct script_test {
    const char *file;
    char *name;
    char **lines; /* words and what follows them; "- " begins a case */
    int first_number, count;
};

/* What a line that begins with `word` does; `rest` is what follows, and may be written to. */
struct script_verb {
    const char *word;
    void (*say)(char *rest);
};

struct script {
    const struct script_verb *verbs;
    size_t verb_count;
    void (*begin)(void), (*end)(void);
};

static const struct script *script_now; /* what the tests are made of */
static char script_case[320];           /* where a test is; empty when it has ended */

static inline void script_say(const struct script_test *test, int number)
{
    char line[2048];
    snprintf(line, sizeof line, "%s", test->lines[number]);
    size_t length = strcspn(line, " ");
    char *rest = line + length + strspn(line + length, " ");
    line[length] = 0;
    for (size_t i = 0; i < script_now->verb_count; i++)
        if (strcmp(script_now->verbs[i].word, line) == 0) {
            script_now->verbs[i].say(rest);
            return;
        }
    fail_msg("%s:%d: what is \"%s\"?", test->file, test->first_number + number, line);
}

static inline void script_run(void **state)
{
    const struct script_test *test = *state;
    int shared = 0;
    while (shared < test->count && strncmp(test->lines[shared], "- ", 2) != 0)
        shared++;
    for (int i = shared; i < test->count;) {
        snprintf(script_case, sizeof script_case, "%s:%d: %s", test->file, test->first_number + i,
                 test->lines[i] + 2);
        script_now->begin();
        for (int k = 0; k < shared; k++)
            if (*test->lines[k])
                script_say(test, k);
        for (i++; i < test->count && strncmp(test->lines[i], "- ", 2) != 0; i++)
            if (*test->lines[i])
                script_say(test, i);
        script_now->end();
    }
    if (shared == test->count)
        fail_msg("%s: \"%s\" has no case", test->file, test->name);
    *script_case = 0;
}

/* After a failure, which has left the test. */
static inline int script_tell_case(void **state)
{
    (void)state;
    if (*script_case)
        print_error("in %s\n", script_case);
    *script_case = 0;
    return 0;
}

/* The lines of a file without the comments; numbers stay those of the file. */
static inline char **script_lines(const char *path, int *count)
{
    FILE *file = fopen(path, "r");
    char line[2048], **lines = NULL;
    if (!file) {
        perror(path);
        exit(1);
    }
    for (*count = 0; fgets(line, sizeof line, file); (*count)++) {
        line[strcspn(line, "\n")] = 0;
        lines = realloc(lines, ((size_t)*count + 1) * sizeof *lines);
        lines[*count] = strdup(*line == '#' ? "" : line);
    }
    fclose(file);
    return lines;
}

/* Plays all scripts, beside other tests. Returns how many failed. */
static inline int script_play_all(const struct script *script, const char *pattern)
{
    struct CMUnitTest *tests = NULL;
    size_t test_count = 0;
    glob_t files;
    script_now = script;
    if (glob(pattern, 0, NULL, &files) != 0)
        return fprintf(stderr, "no scripts: %s\n", pattern);
    for (size_t f = 0; f < files.gl_pathc; f++) {
        int count;
        char **lines = script_lines(files.gl_pathv[f], &count);
        struct script_test *test = NULL;
        for (int i = 0; i < count; i++) {
            if (strncmp(lines[i], "== ", 3) != 0) {
                if (test)
                    test->count++;
                continue;
            }
            test = malloc(sizeof *test);
            *test = (struct script_test){files.gl_pathv[f], lines[i] + 3, lines + i + 1, i + 2, 0};
            tests = realloc(tests, (test_count + 1) * sizeof *tests);
            tests[test_count++] =
                (struct CMUnitTest){test->name, script_run, NULL, script_tell_case, test};
        }
    }
    return _cmocka_run_group_tests("scripts", tests, test_count, NULL, NULL);
}

#endif
