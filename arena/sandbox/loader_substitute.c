// SPDX-License-Identifier: MIT
#include "arena/sandbox/loader_substitute.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnu/lib-names.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/sandbox/trapped_call.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH /* since Linux 5.11 */
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
enum { DISPATCH_OFF, DISPATCH_ON, CALLS_ALLOWED = 0, CALLS_STOPPED = 1 };

/* A signal handler gets no argument of ours, so it finds these here. */
static struct {
    const char *path;
    int file;                /* -1: it has been opened */
    volatile char calls;     /* read by the kernel at each call of the thread */
    struct sigaction before; /* who handled SIGSYS */
    bool active;
} loading = {.file = -1};

/* ---- the C library's code ---- */

struct code {
    unsigned long start, size;
    bool translated; /* valgrind runs a copy of it, elsewhere */
};

static void note_code(const struct dl_phdr_info *info, struct code *code)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            code->start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            code->size = info->dlpi_phdr[i].p_memsz;
        }
}

static int look_at(struct dl_phdr_info *info, size_t size, void *context)
{
    static const char valgrind[] = "vgpreload_";
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    struct code *code = context;

    (void)size;
    if (strcmp(name, LIBC_SO) == 0)
        note_code(info, code);
    code->translated |= strncmp(name, valgrind, sizeof valgrind - 1) == 0;
    return 0;
}

/* ---- the handler ---- */

static void end(void)
{
    if (!loading.active)
        return;
    loading.active = false;
    loading.calls = CALLS_ALLOWED;
    prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_OFF, 0, 0, 0);
    sigaction(SIGSYS, &loading.before, NULL);
}

/* The call itself, which from here is not stopped: this is the C library's code. */
static long make_call(long call, ucontext_t *context)
{
    const long result =
        syscall(call, trapped_call_argument(context, 0), trapped_call_argument(context, 1),
                trapped_call_argument(context, 2), trapped_call_argument(context, 3),
                trapped_call_argument(context, 4), trapped_call_argument(context, 5));
    return result == -1 ? -errno : result;
}

static void answer(int number, siginfo_t *info, void *context)
{
    const int before = errno;
    long result;

    (void)number;
    if (info->si_syscall == SYS_openat &&
        strcmp((const char *)trapped_call_argument(context, 1), loading.path) == 0) { /* NOLINT */
        result = loading.file;
        loading.file = -1;
        end(); /* the library's code runs next, and is to find everything as it was */
    } else {
        result = make_call(info->si_syscall, context);
    }
    trapped_call_return(context, result);
    errno = before;
}

/* ---- the whole ---- */

/* From now on, each call that this thread makes outside of the C library is stopped. Those that the
 * loader makes are its own; and from the C library's code the handler returns. */
static bool begin(const char *path, int file, const struct code *code)
{
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};

    if (!trapped_call_known() || !code->size)
        return false;
    loading.path = path;
    loading.file = file;
    loading.calls = CALLS_ALLOWED;
    if (sigaction(SIGSYS, &action, &loading.before) != 0)
        return false;
    loading.active = true;
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, code->start, code->size, &loading.calls) ==
        0)
        return true;
    end();
    return false;
}

static void *load(const char *path, int file, enum substitution *how)
{
    struct code code = {0};

    dl_iterate_phdr(look_at, &code);
#ifdef __SANITIZE_THREAD__
    code.translated = true; /* its runtime makes calls of its own, also while a signal is handled */
#endif
    *how = code.translated ? SUBSTITUTION_VALGRIND : SUBSTITUTION_IMPOSSIBLE;
    if (code.translated || !begin(path, file, &code))
        return NULL;
    errno = 0;
    loading.calls = CALLS_STOPPED;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const int error = errno;
    end();
    *how = loading.file < 0 ? SUBSTITUTION_DONE : SUBSTITUTION_NOT_ASKED;
    errno = error;
    return handle;
}

void *loader_substitute(const char *path, int file, enum substitution *how)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    sigset_t sigsys, mask;

    sigemptyset(&sigsys);
    sigaddset(&sigsys, SIGSYS);
    pthread_mutex_lock(&one_at_a_time);
    pthread_sigmask(SIG_UNBLOCK, &sigsys,
                    &mask); /* a signal that is blocked would end the process */
    void *handle = load(path, file, how);
    const int error = errno;
    if (*how != SUBSTITUTION_DONE)
        close(file);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    pthread_mutex_unlock(&one_at_a_time);
    errno = error;
    return handle;
}
