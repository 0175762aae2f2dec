// SPDX-License-Identifier: MIT
#include "arena/sandbox/loader_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/sandbox/call_registers.h"

/* A signal handler gets no argument of ours, so it finds these here. */
static struct {
    const char *path;
    int file; /* -1: it has been opened */
    bool loading;
} loader = {.file = -1};

bool loader_files_possible(void) { return CALL_REGISTERS_KNOWN; }

void loader_files_begin(const char *path, int file)
{
    loader.path = path;
    loader.file = file;
    loader.loading = true;
}

void loader_files_end(void) { loader.loading = false; }

static long open_module(const char *path)
{
    int file = loader.file;

    if (file < 0 || strcmp(path, loader.path) != 0)
        return -EACCES;
    loader.file = -1;
    return file;
}

/* The C library asks for the properties of a descriptor by an empty path: fstat() does the same. */
static long properties(ucontext_t *context)
{
    const char *path =
        (const char *)call_argument(context, 1); /* NOLINT(performance-no-int-to-ptr) */

    if (!(call_argument(context, 3) & AT_EMPTY_PATH) || *path)
        return -EPERM;
    return syscall(SYS_fstat, call_argument(context, 0), call_argument(context, 2)) == 0 ? 0
                                                                                         : -errno;
}

bool loader_files_answer(const siginfo_t *info, void *context)
{
    int before = errno;
    long result;

    if (!CALL_REGISTERS_KNOWN)
        return false;
    if (info->si_syscall == SYS_newfstatat)
        result = properties(context);
    else if (info->si_syscall == SYS_openat && loader.loading)
        result = open_module((const char *)call_argument(context, 1)); /* NOLINT */
    else
        return false;
    call_answer(context, result);
    errno = before;
    return true;
}
