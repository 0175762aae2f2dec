// SPDX-License-Identifier: MIT
/* tests/unit/test_files.c - files are written by one module: whole or not at all, and never through
 * a link that somebody put into a folder; and modules are loaded from what was read of their files,
 * also where the kernel cannot give the loader other bytes than those at a path. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/unit_test.h"

#include "arena/base/input_file.h"
#include "arena/base/folder.h"
#include "arena/base/hash.h"
#include "arena/base/output_file.h"
#include "arena/bot/module.h"

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

/* ---- modules are loaded from what was read of their files ---- */

static char reason[400];

/* A bot of this build, beside the folder of the tests. */
static const char *bot_file(const char *name)
{
    static char path[PATH_MAX + 40];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    assert_true(length > 0);
    path[length] = '\0';
    char *end = strstr(path, "/tests/unit/");
    assert_non_null(end);
    snprintf(end, 40, "/bots/%s.so", name);
    return path;
}

/* Copies a bot of this build. */
static void put_bot(const char *path, const char *name)
{
    struct errors errors = {0};
    size_t length;
    char *content = file_read(bot_file(name), INPUT_NAMED, &length, &errors);
    assert_non_null(content);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    free(content);
}

static const struct module_file *read_mine(struct module_files *files)
{
    const struct module_file *file =
        module_files_read(files, in_folder("mine.so"), reason, sizeof reason);
    if (!file)
        fail_msg("%s", reason);
    return file;
}

TEST_BETWEEN(empty_folder, its_hash_is_that_of_its_bytes, remove_folder)
{
    struct module_files *files = module_files_new();
    char expected[65];

    put_bot(in_folder("mine.so"), "random");
    const struct module_file *file = read_mine(files);
    assert_non_null(hash_file(bot_file("random"), expected));
    assert_string_equal(file->sha256, expected);
    module_files_free(files);
}

TEST_BETWEEN(empty_folder, a_file_is_read_once, remove_folder)
{
    struct module_files *files = module_files_new();
    char before[65];

    put_bot(in_folder("mine.so"), "random");
    assert_int_equal(symlink("mine.so", in_folder("link.so")), 0);
    const struct module_file *file = read_mine(files);
    memcpy(before, file->sha256, sizeof before);
    put_bot(in_folder("mine.so"), "basic");
    assert_ptr_equal(read_mine(files), file);
    assert_ptr_equal(module_files_read(files, in_folder("link.so"), reason, sizeof reason), file);
    assert_string_equal(file->sha256, before);
    module_files_free(files);
}

TEST_BETWEEN(empty_folder, what_is_no_file_is_refused, remove_folder)
{
    struct module_files *files = module_files_new();

    assert_null(module_files_read(files, folder, reason, sizeof reason));
    assert_string_equal(reason, "cannot be read: Is a directory");
    assert_null(module_files_read(files, in_folder("none.so"), reason, sizeof reason));
    assert_string_equal(reason, "cannot be read: No such file or directory");
    assert_int_equal(mkfifo(in_folder("link.so"), 0600), 0);
    assert_null(module_files_read(files, in_folder("link.so"), reason, sizeof reason));
    assert_string_equal(reason, "is a named pipe; expected a shared object (.so)");
    module_files_free(files);
}

/* ---- loading, in processes of their own: what is loaded stays ---- */

/* The exit status of a child. */
static int in_child(void (*run)(void))
{
    int status;

    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run();
        fflush(NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void child_expects(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "%s: %s\n", what, reason);
    _exit(1);
}

/* The file is gone when it is loaded; yet it knows where it lay. */
static void load_what_is_gone(void)
{
    struct module_files *files = module_files_new();
    Dl_info info;

    put_bot(in_folder("mine.so"), "random");
    const struct module_file *file = read_mine(files);
    unlink(in_folder("mine.so"));
    const struct skat_bot_module *module = module_load(file, reason, sizeof reason);
    child_expects(module && strcmp(module->id, "random") == 0, "not loaded");
    child_expects(dladdr((const void *)module->id, &info) &&
                      strcmp(info.dli_fname, file->path) == 0,
                  "it does not know its path");
    child_expects(module_load(file, reason, sizeof reason) == module, "not the same one");
    module_files_free(files);
}

static void load_another_of_its_name(void)
{
    struct module_files *files = module_files_new(), *others = module_files_new();

    put_bot(in_folder("mine.so"), "random");
    const struct skat_bot_module *module = module_load(read_mine(files), reason, sizeof reason);
    child_expects(module != NULL, "not loaded");
    child_expects(module_load(read_mine(others), reason, sizeof reason) == module, "read again");
    module_files_free(others);
    others = module_files_new();
    put_bot(in_folder("mine.so"), "basic");
    child_expects(!module_load(read_mine(others), reason, sizeof reason),
                  "the other one is loaded");
    child_expects(strstr(reason, "its file has changed since") != NULL, "not the reason");
    module_files_free(files);
    module_files_free(others);
}

enum { NO_FILTERS = 77 };

/* As on Linux before 5.11; where there are no filters of system calls the child ends here. */
static void forbid_dispatch(void)
{
    enum { PR_SET_SYSCALL_USER_DISPATCH_ = 59 };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);

    if (!filter ||
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                         SCMP_A0(SCMP_CMP_EQ, PR_SET_SYSCALL_USER_DISPATCH_, 0)) != 0 ||
        seccomp_load(filter) != 0)
        _exit(NO_FILTERS);
    seccomp_release(filter);
}

static void load_what_is_gone_on_an_old_kernel(void)
{
    forbid_dispatch();
    load_what_is_gone();
}

static void load_another_of_its_name_on_an_old_kernel(void)
{
    forbid_dispatch();
    load_another_of_its_name();
}

static void on_an_old_kernel(void (*run)(void))
{
    const int status = in_child(run);

    if (status == NO_FILTERS)
        print_message("this kernel has no filters of system calls\n");
    else
        assert_int_equal(status, 0);
}

TEST_BETWEEN(empty_folder, what_is_gone_is_loaded, remove_folder)
{
    assert_int_equal(in_child(load_what_is_gone), 0);
    on_an_old_kernel(load_what_is_gone_on_an_old_kernel);
}

TEST_BETWEEN(empty_folder, a_process_has_one_of_a_name, remove_folder)
{
    assert_int_equal(in_child(load_another_of_its_name), 0);
    on_an_old_kernel(load_another_of_its_name_on_an_old_kernel);
}
