// SPDX-License-Identifier: MIT
/* tests/unit/test_log_writer.c - a log that grows has, plain or compressed, the lines that were
 * added, also when it is cut anywhere, gone on with, or lost its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/base/packed_reader.h"
#include "arena/log/log_writer.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { ROUNDS = 60, LINES = 300, LINE_MOST = 2000 };

/* What a log should have. */
struct expected {
    char text[LINES * LINE_MOST];
    size_t length;
};

static char folder[] = "/tmp/skat-arena-log-XXXXXX";

static void add_lines(struct log_writer *log, struct expected *expected, int count,
                      uint64_t *random)
{
    for (int i = 0; i < count; i++) {
        char *line = expected->text + expected->length;
        const size_t length = 1 + (size_t)test_below(random, LINE_MOST - 1);
        for (size_t k = 0; k + 1 < length; k++)
            line[k] = (char)('a' + test_below(random, 1 + (int)(length % 26)));
        line[length - 1] = '\n';
        expected->length += length;
        assert_true(log_writer_add(log, line, length));
        if (!test_below(random, 5))
            assert_true(log_writer_flush(log));
        if (!test_below(random, 20))
            assert_true(log_writer_sync(log));
    }
}

/* The bytes that can be read. The caller frees them. */
static char *read_log(size_t *length)
{
    char path[FOLDER_PATH_SIZE], *text = xcalloc(1, LINES * LINE_MOST);
    const struct zstd_position *position;
    FILE *file =
        zstd_reader_open_growing(folder_file(folder, "games.jsonl", path), INPUT_OWN, &position);

    assert_non_null(file);
    *length = fread(text, 1, LINES * LINE_MOST, file);
    fclose(file);
    return text;
}

static void expect_prefix(const struct expected *expected, size_t least)
{
    size_t length;
    char *found = read_log(&length);

    assert_in_range(length, least, expected->length);
    assert_memory_equal(found, expected->text, length);
    free(found);
}

static void remove_log(enum log_mode mode)
{
    char path[FOLDER_PATH_SIZE];
    assert_int_equal(unlink(folder_file(folder, log_file_name(mode), path)), 0);
}

TEST(lines_come_back_after_any_cut)
{
    static struct expected expected;
    struct errors errors = {0};
    uint64_t random = 5;

    assert_non_null(mkdtemp(folder));
    for (int round = 0; round < ROUNDS; round++) {
        const enum log_mode mode = round % 3 ? LOG_ZSTD : LOG_ALL;
        struct log_writer *log = log_writer_open(folder, mode, false, &errors);
        assert_non_null(log);
        expected.length = 0;
        add_lines(log, &expected, LINES / 3, &random);
        assert_true(log_writer_flush(log));
        expect_prefix(&expected, expected.length); /* while it grows */
        assert_true(log_writer_close(log));
        for (int again = 0; again < 2; again++) {
            expected.length = (size_t)test_below(&random, (int)expected.length + 1);
            assert_true(log_cut(folder, mode, (int64_t)expected.length, &errors));
            expect_prefix(&expected, expected.length);
            log = log_writer_open(folder, mode, true, &errors);
            add_lines(log, &expected, LINES / 4, &random);
            assert_true(log_writer_close(log));
            expect_prefix(&expected, expected.length);
        }
        remove_log(mode);
    }
    assert_int_equal(errors.count, 0);
}

/* As after a power cut: what was synced is there, and of the rest the beginning. */
TEST(a_lost_end_loses_what_was_not_synced)
{
    static struct expected expected;
    struct errors errors = {0};
    uint64_t random = 6;
    char path[FOLDER_PATH_SIZE];

    folder_file(folder, log_file_name(LOG_ZSTD), path);
    for (int round = 0; round < ROUNDS; round++) {
        struct log_writer *log = log_writer_open(folder, LOG_ZSTD, false, &errors);
        struct stat before, after;
        expected.length = 0;
        add_lines(log, &expected, LINES / 3, &random);
        assert_true(log_writer_sync(log));
        const size_t synced = expected.length;
        assert_int_equal(stat(path, &before), 0);
        add_lines(log, &expected, 10, &random);
        assert_true(log_writer_close(log));
        assert_int_equal(stat(path, &after), 0);
        const long long lost = test_below(&random, (int)(after.st_size - before.st_size) + 1);
        assert_int_equal(truncate(path, after.st_size - lost), 0);
        expect_prefix(&expected, synced);
        assert_true(log_sealed_bytes(path) >= (int64_t)synced);
        size_t length;
        free(read_log(&length));
        assert_true(log_cut(folder, LOG_ZSTD, (int64_t)length, &errors));
        expected.length = length;
        log = log_writer_open(folder, LOG_ZSTD, true, &errors);
        add_lines(log, &expected, 10, &random);
        assert_true(log_writer_close(log));
        expect_prefix(&expected, expected.length);
        remove_log(LOG_ZSTD);
    }
    assert_int_equal(errors.count, 0);
    assert_int_equal(rmdir(folder), 0);
}
