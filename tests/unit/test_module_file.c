// SPDX-License-Identifier: MIT
/* Modules are loaded from what was read of their files; and how, where the kernel cannot give the
 * loader other bytes than those at a path. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/file.h"
#include "arena/base/folder.h"
#include "arena/bot/module.h"
#include "tests/unit/unit_test.h"

static char folder[FOLDER_PATH_SIZE], reason[400];

static const char *in_folder(const char *name)
{
    static char paths[4][FOLDER_PATH_SIZE];
    static int next;
    next = (next + 1) % 4;
    return folder_file(folder, name, paths[next]);
}

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

static int begin(void **state)
{
    struct errors errors = {0};
    (void)state;
    return folder_make_temporary(folder, &errors) ? 0 : 1;
}

static int end(void **state)
{
    (void)state;
    unlink(in_folder("mine.so"));
    unlink(in_folder("link.so"));
    return rmdir(folder);
}

static const struct module_file *read_mine(struct module_files *files)
{
    const struct module_file *file =
        module_files_read(files, in_folder("mine.so"), reason, sizeof reason);
    if (!file)
        fail_msg("%s", reason);
    return file;
}

TEST_BETWEEN(begin, its_hash_is_that_of_its_bytes, end)
{
    struct module_files *files = module_files_new();
    char expected[65];

    put_bot(in_folder("mine.so"), "random");
    const struct module_file *file = read_mine(files);
    assert_non_null(SHA256File(bot_file("random"), expected));
    assert_string_equal(file->sha256, expected);
    module_files_free(files);
}

TEST_BETWEEN(begin, a_file_is_read_once, end)
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

TEST_BETWEEN(begin, what_is_no_file_is_refused, end)
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

static void expect(bool ok, const char *what)
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
    expect(module && strcmp(module->id, "random") == 0, "not loaded");
    expect(dladdr((const void *)module->id, &info) && strcmp(info.dli_fname, file->path) == 0,
           "it does not know its path");
    expect(module_load(file, reason, sizeof reason) == module, "not the same one");
    module_files_free(files);
}

static void load_another_of_its_name(void)
{
    struct module_files *files = module_files_new(), *others = module_files_new();

    put_bot(in_folder("mine.so"), "random");
    const struct skat_bot_module *module = module_load(read_mine(files), reason, sizeof reason);
    expect(module != NULL, "not loaded");
    expect(module_load(read_mine(others), reason, sizeof reason) == module, "read again");
    module_files_free(others);
    others = module_files_new();
    put_bot(in_folder("mine.so"), "basic");
    expect(!module_load(read_mine(others), reason, sizeof reason), "the other one is loaded");
    expect(strstr(reason, "its file has changed since") != NULL, "not the reason");
    module_files_free(files);
    module_files_free(others);
}

/* As on Linux before 5.11. */
static void forbid_dispatch(void)
{
    enum { PR_SET_SYSCALL_USER_DISPATCH_ = 59 };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);

    expect(filter &&
               seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                                SCMP_A0(SCMP_CMP_EQ, PR_SET_SYSCALL_USER_DISPATCH_, 0)) == 0 &&
               seccomp_load(filter) == 0,
           "no filter");
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

TEST_BETWEEN(begin, what_is_gone_is_loaded, end)
{
    assert_int_equal(in_child(load_what_is_gone), 0);
    assert_int_equal(in_child(load_what_is_gone_on_an_old_kernel), 0);
}

TEST_BETWEEN(begin, a_process_has_one_of_a_name, end)
{
    assert_int_equal(in_child(load_another_of_its_name), 0);
    assert_int_equal(in_child(load_another_of_its_name_on_an_old_kernel), 0);
}
