// SPDX-License-Identifier: MIT
/* Files are written by one module: whole or not at all, and never through a link that somebody put
 * into a folder. */
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/file.h"
#include "arena/base/folder.h"
#include "arena/base/output_file.h"
#include "tests/unit/unit_test.h"

static char folder[FOLDER_PATH_SIZE];

static const char *in_folder(const char *name)
{
    static char paths[4][FOLDER_PATH_SIZE];
    static int next;
    next = (next + 1) % 4;
    return folder_file(folder, name, paths[next]);
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void expect(const char *path, const char *text)
{
    struct errors errors = {0};
    size_t length;
    char *found = file_read(path, INPUT_NAMED, &length, &errors);
    assert_non_null(found);
    assert_string_equal(found, text);
    free(found);
}

static int files_there(void)
{
    DIR *directory = opendir(folder);
    int count = -2; /* "." and ".." */
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static bool save(const char *path, const char *text, enum output_name name)
{
    struct errors errors = {0};
    struct output_file output;
    if (output_file_begin(&output, path, name))
        fputs(text, output.file);
    bool ok = output_file_end(&output, &errors);
    assert_int_equal(ok, errors.count == 0);
    errors_free(&errors);
    return ok;
}

static int empty_folder(void **state)
{
    struct errors errors = {0};
    (void)state;
    assert_true(folder_make_temporary(folder, &errors));
    put(in_folder("victim"), "precious");
    return 0;
}

static int remove_folder(void **state)
{
    char command[FOLDER_PATH_SIZE + 20];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

TEST_BETWEEN(empty_folder, what_is_dropped_leaves_the_old_file, remove_folder)
{
    struct output_file output;
    assert_true(output_file_begin(&output, in_folder("victim"), OUTPUT_OWN));
    fputs("half", output.file);
    assert_int_equal(files_there(), 2);
    output_file_drop(&output);
    assert_int_equal(files_there(), 1);
    expect(in_folder("victim"), "precious");
}

TEST_BETWEEN(empty_folder, a_name_of_the_user_is_followed, remove_folder)
{
    assert_int_equal(symlink("victim", in_folder("link")), 0);
    assert_true(save(in_folder("link"), "new", OUTPUT_NAMED));
    expect(in_folder("victim"), "new");
    char target[20] = "";
    assert_true(readlink(in_folder("link"), target, sizeof target - 1) > 0);
    assert_string_equal(target, "victim");
    assert_int_equal(symlink("later", in_folder("dangling")), 0);
    assert_true(save(in_folder("dangling"), "made", OUTPUT_NAMED));
    expect(in_folder("later"), "made");
    assert_true(save("/dev/null", "gone", OUTPUT_NAMED));
    assert_false(save("/dev/full", "too much", OUTPUT_NAMED));
    assert_false(save(folder, "a folder", OUTPUT_NAMED));
    assert_int_equal(files_there(), 4);
}

TEST_BETWEEN(empty_folder, a_name_of_the_program_is_not, remove_folder)
{
    const char *const name = "report.html";
    assert_int_equal(symlink("victim", in_folder(name)), 0);
    assert_true(save(in_folder(name), "page", OUTPUT_OWN));
    expect(in_folder(name), "page");
    assert_int_equal(unlink(in_folder(name)), 0);
    assert_int_equal(link(in_folder("victim"), in_folder(name)), 0);
    assert_true(save(in_folder(name), "page", OUTPUT_OWN));
    assert_int_equal(unlink(in_folder(name)), 0);
    assert_int_equal(mkfifo(in_folder(name), 0600), 0);
    assert_true(save(in_folder(name), "page", OUTPUT_OWN)); /* and does not wait for a reader */
    expect(in_folder(name), "page");
    assert_int_equal(unlink(in_folder(name)), 0);
    assert_int_equal(mkdir(in_folder(name), 0700), 0);
    assert_false(save(in_folder(name), "page", OUTPUT_OWN));
    expect(in_folder("victim"), "precious");
    assert_int_equal(files_there(), 2);
}

TEST_BETWEEN(empty_folder, a_log_does_not_grow_elsewhere, remove_folder)
{
    static const enum output_growth growths[] = {OUTPUT_APPEND, OUTPUT_REWRITE, OUTPUT_NEW};
    const char *const name = "games.jsonl";
    assert_int_equal(symlink("victim", in_folder(name)), 0);
    for (int i = 0; i < 3; i++)
        assert_null(output_file_grow(in_folder(name), growths[i]));
    assert_false(output_file_cut(in_folder(name), 0));
    assert_int_equal(unlink(in_folder(name)), 0);
    assert_int_equal(mkfifo(in_folder(name), 0600), 0);
    assert_null(output_file_grow(in_folder(name), OUTPUT_APPEND));
    FILE *log = output_file_grow(in_folder(name), OUTPUT_ANEW);
    assert_non_null(log);
    fputs("one\ntwo\n", log);
    assert_int_equal(fclose(log), 0);
    assert_true(output_file_cut(in_folder(name), 4));
    log = output_file_grow(in_folder(name), OUTPUT_APPEND);
    fputs("three\n", log);
    assert_int_equal(fclose(log), 0);
    expect(in_folder(name), "one\nthree\n");
    expect(in_folder("victim"), "precious");
}

TEST(left_overs_are_known_by_their_names)
{
    static const char *const are[] = {"a.0123abcd.new", "summary.json.ffffffff.new"};
    static const char *const are_not[] = {".0123abcd.new", "a.0123abcd", "a.0123abcx.new",
                                          "a.new",         "",           "a.123abcd.new"};
    for (int i = 0; i < 2; i++)
        assert_true(output_file_is_left_over(are[i]));
    for (int i = 0; i < 6; i++)
        assert_false(output_file_is_left_over(are_not[i]));
}

enum { NO_DISK = 77 };

/* In a process with mounts of its own: fills a disk of 8 KiB. 0: the message says so. */
static int fill_a_disk(const char *path)
{
    struct errors errors = {0};
    struct output_file output;
    char room[1];

    if ((unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) ||
        mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", path, "tmpfs", 0, "size=8k") != 0)
        return NO_DISK;
    if (!output_file_begin(&output, in_folder("log"), OUTPUT_OWN))
        return 1;
    setvbuf(output.file, room, _IOFBF, 1); /* nothing that failed is left to be written again */
    for (int i = 0; i < 1 << 14; i++)
        fputc('x', output.file);
    if (!ferror(output.file) || output_file_end(&output, &errors))
        return 2;
    return strstr(errors.text, "cannot be written: No space left on device") ? 0 : 3;
}

TEST_BETWEEN(empty_folder, a_full_disk_is_named_after_the_write, remove_folder)
{
    int status = 0;

    const pid_t child = fork();
    if (child == 0)
        _exit(fill_a_disk(folder));
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_DISK)
        skip();
    assert_int_equal(status, 0);
}

TEST_BETWEEN(empty_folder, what_interrupted_writes_left_is_removed, remove_folder)
{
    const int before = files_there();
    put(in_folder("a.json.0123abcd.new"), "of a.json");
    put(in_folder("b.0123abcd.new"), "of b");
    put(in_folder("a.json"), "whole");
    put(in_folder("a.json.new"), "the user's");
    output_file_tidy(in_folder("a.json"));
    assert_int_equal(files_there(), before + 3);
    expect(in_folder("b.0123abcd.new"), "of b");
    output_folder_tidy(folder);
    assert_int_equal(files_there(), before + 2);
    expect(in_folder("a.json"), "whole");
    expect(in_folder("a.json.new"), "the user's");
}
