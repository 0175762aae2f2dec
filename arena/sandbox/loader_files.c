// SPDX-License-Identifier: MIT
#include "arena/sandbox/loader_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/sandbox/trapped_call.h"

enum { DESCRIPTORS = 8 }; /* a sandbox has fewer */

/* A signal handler gets no argument of ours, so it finds these here. */
static struct {
    const char *path;
    int file; /* -1: it has been opened */
    bool loading;
    bool known[DESCRIPTORS]; /* `status` is that of the descriptor */
    struct stat status[DESCRIPTORS];
} loader = {.file = -1};

void loader_files_begin(const char *path, int file)
{
    loader.path = path;
    loader.file = file;
    loader.loading = true;
    for (int i = 0; i < DESCRIPTORS; i++)
        loader.known[i] = i != file && fstat(i, &loader.status[i]) == 0;
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

static long properties(long descriptor, struct stat *status)
{
    if (descriptor < 0 || descriptor >= DESCRIPTORS || !loader.known[descriptor] ||
        (lseek((int)descriptor, 0, SEEK_CUR) < 0 && errno == EBADF)) /* it is closed by now */
        return -EBADF;
    *status = loader.status[descriptor];
    return 0;
}

/* The C library asks for the properties of a descriptor by an empty path: fstat() does the same,
 * and is allowed for the file of the module. */
static long properties_at(void *context)
{
    const long descriptor = trapped_call_argument(context, 0);
    const char *path = (const char *)trapped_call_argument(context, 1);     /* NOLINT */
    struct stat *status = (struct stat *)trapped_call_argument(context, 2); /* NOLINT */

    if (!(trapped_call_argument(context, 3) & AT_EMPTY_PATH) || *path)
        return -EPERM;
    if (properties(descriptor, status) == 0)
        return 0;
    return syscall(SYS_fstat, descriptor, status) == 0 ? 0 : -errno;
}

bool loader_files_answer(const siginfo_t *info, void *context)
{
    int before = errno;
    long result;

    if (info->si_syscall == SYS_newfstatat)
        result = properties_at(context);
    else if (info->si_syscall == SYS_fstat)
        result = properties(trapped_call_argument(context, 0),
                            (struct stat *)trapped_call_argument(context, 1)); /* NOLINT */
    else if (info->si_syscall == SYS_openat && loader.loading)
        result = open_module((const char *)trapped_call_argument(context, 1)); /* NOLINT */
    else
        return false;
    trapped_call_return(context, result);
    errno = before;
    return true;
}
