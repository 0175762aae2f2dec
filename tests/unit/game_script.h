// SPDX-License-Identifier: MIT
/* tests/unit/game_script.h - reads the scripts of games in tests/data/games, whose README.md says
 * what they look like, and makes a test of each "== name" in them. */
#ifndef SKAT_TESTS_GAME_SCRIPT_H
#define SKAT_TESTS_GAME_SCRIPT_H

#include <ctype.h>
#include <glob.h>

#include "tests/unit/engine_helpers.h"

/* Lines that describe cases: those before the first one are said before each case. */
struct script_test {
    const char *file;
    const char *name;
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

/* What all scripts have, while the program runs. */
static char script_text[1 << 20];
static char *script_lines[1 << 14];
static struct script_test script_tests[512];
static struct CMUnitTest script_units[512];
static size_t script_text_length, script_line_count, script_test_count;

static inline void script_add(const char *file, char *line, int number)
{
    const bool begins = strncmp(line, "== ", 3) == 0;
    assert_true(script_line_count < COUNT_OF(script_lines));
    script_lines[script_line_count++] = *line == '#' ? line + strlen(line) : line;
    if (begins) {
        struct script_test *test = &script_tests[script_test_count];
        assert_true(script_test_count < COUNT_OF(script_tests));
        *test =
            (struct script_test){file, line + 3, &script_lines[script_line_count], number + 1, 0};
        script_units[script_test_count++] =
            (struct CMUnitTest){test->name, script_run, NULL, script_tell_case, test};
    } else if (script_test_count) {
        script_tests[script_test_count - 1].count++;
    }
}

static inline void script_read(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = script_text + script_text_length;
    int number = 0;
    assert_non_null(file);
    script_text_length += fread(text, 1, sizeof script_text - script_text_length - 1, file) + 1;
    assert_true(script_text_length < sizeof script_text);
    fclose(file);
    for (char *line = strsep(&text, "\n"); line; line = strsep(&text, "\n"))
        script_add(path, line, ++number);
}

/* Plays all scripts. Returns how many failed. */
static inline int script_play_all(const struct script *script, const char *pattern)
{
    glob_t files;
    script_now = script;
    if (glob(pattern, 0, NULL, &files) != 0) {
        fprintf(stderr, "no scripts: %s\n", pattern);
        return 1;
    }
    for (size_t f = 0; f < files.gl_pathc; f++)
        script_read(files.gl_pathv[f]);
    const int failed =
        _cmocka_run_group_tests("scripts", script_units, script_test_count, NULL, NULL);
    globfree(&files);
    return failed;
}

/* ---- words, numbers, fields ---- */

static inline char *next_word(char **rest)
{
    char *word = strsep(rest, " ");
    while (word && !*word)
        word = strsep(rest, " ");
    return word;
}

/* A number, "nobody", or cards with dots between them. */
static inline int64_t value_of(const char *text)
{
    if (strcmp(text, "nobody") == 0)
        return SKAT_NOBODY;
    if (isdigit((unsigned char)*text) || *text == '-')
        return strtol(text, NULL, 0);
    return cards_of(text);
}

static inline int next_number(char **rest)
{
    const char *word = next_word(rest);
    if (!word)
        fail_msg("a number is missing");
    return (int)value_of(word);
}

static inline int index_of(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    fail_msg("what is \"%s\"?", word);
    return -1;
}

static inline void expect_text(const char *what, const char *got, const char *want)
{
    if (strcmp(got, want) != 0)
        fail_msg("%s \"%s\",\n    want \"%s\"", what, got, want);
}

/* The names of the bits that are set. */
static inline void expect_bits(const char *what, uint64_t bits, const char *const *names, int count,
                               const char *want)
{
    char got[512] = "";
    for (int i = 0; i < count; i++)
        if (bits >> i & 1)
            strcat(strcat(got, *got ? " " : ""), names[i]);
    expect_text(what, got, want);
}

struct script_field {
    const char *name;
    size_t at, size;
    bool is_signed;
};
#define TYPE_OF(type, member) __typeof__(((type *)0)->member)
#define FIELD(type, member)                                                                        \
    {                                                                                              \
#member, offsetof(type, member), sizeof(TYPE_OF(type, member)),                            \
            (TYPE_OF(type, member)) - 1 < (TYPE_OF(type, member))1                                 \
    }

static inline int64_t field_value(const void *of, const struct script_field *field)
{
    const uint8_t *at = (const uint8_t *)of + field->at;
    uint64_t value = 0;
    memcpy(&value, at, field->size); /* little end first, as everywhere in these files */
    const int unused = 64 - 8 * (int)field->size;
    return field->is_signed ? (int64_t)(value << unused) >> unused : (int64_t)value;
}

static inline const struct script_field *
field_named(const char *name, const struct script_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    fail_msg("there is no field \"%s\"", name);
    return NULL;
}

/* "points=70 tricks=7": compares the fields of `of`, or sets them. */
static inline void fields_are(const void *of, const struct script_field *fields, size_t count,
                              char *rest)
{
    for (char *word = next_word(&rest); word; word = next_word(&rest)) {
        const char *name = strsep(&word, "=");
        const struct script_field *field = field_named(name, fields, count);
        const int64_t got = field_value(of, field), want = value_of(word ? word : "1");
        if (got != want)
            fail_msg("%s is %lld, want %lld", name, (long long)got, (long long)want);
    }
}

static inline void set_fields(void *of, const struct script_field *fields, size_t count, char *rest)
{
    for (char *word = next_word(&rest); word; word = next_word(&rest)) {
        const struct script_field *field = field_named(strsep(&word, "="), fields, count);
        const int64_t value = value_of(word ? word : "1");
        memcpy((uint8_t *)of + field->at, &value, field->size);
    }
}

#endif
