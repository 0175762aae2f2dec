// SPDX-License-Identifier: MIT
#include "arena/sandbox/loader_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* A signal handler gets no argument of ours, so it finds these here. */
static struct {
    const char *path;
    int file; /* -1: it has been opened */
    bool loading;
} loader = {.file = -1};

/* Where a system call has its arguments and its result. */
#if defined(__x86_64__)
enum { POSSIBLE = true, RESULT = REG_RAX };
static const int places[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10};
static greg_t *register_of(ucontext_t *context, int place)
{
    return &context->uc_mcontext.gregs[place];
}
#elif defined(__aarch64__)
enum { POSSIBLE = true, RESULT = 0 };
static const int places[] = {0, 1, 2, 3};
static unsigned long long *register_of(ucontext_t *context, int place)
{
    return &context->uc_mcontext.regs[place];
}
#else
enum { POSSIBLE = false, RESULT = 0 };
static const int places[4];
static long *register_of(ucontext_t *context, int place)
{
    (void)context, (void)place;
    static long none;
    return &none;
}
#endif

static long argument(ucontext_t *context, int number)
{
    return (long)*register_of(context, places[number]);
}

bool loader_files_possible(void) { return POSSIBLE; }

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
    const char *path = (const char *)argument(context, 1); /* NOLINT(performance-no-int-to-ptr) */

    if (!(argument(context, 3) & AT_EMPTY_PATH) || *path)
        return -EPERM;
    return syscall(SYS_fstat, argument(context, 0), argument(context, 2)) == 0 ? 0 : -errno;
}

bool loader_files_answer(const siginfo_t *info, void *context)
{
    int before = errno;
    long result;

    if (!POSSIBLE)
        return false;
    if (info->si_syscall == SYS_newfstatat)
        result = properties(context);
    else if (info->si_syscall == SYS_openat && loader.loading)
        result = open_module((const char *)argument(context, 1)); /* NOLINT */
    else
        return false;
    *register_of(context, RESULT) = result;
    errno = before;
    return true;
}
