// SPDX-License-Identifier: MIT
#include "arena/sandbox/crash_trace.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/sandbox/coarse_clocks.h"
#include "arena/sandbox/loader.h"

/* A signal handler gets no argument of ours, so it finds the memory here. */
static struct crash *outcome;

#ifdef __SANITIZE_ADDRESS__
static const int deadly[] = {0};
#else
static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
#endif

static void copy_text(char *to, size_t size, const char *from)
{
    size_t length = 0;

    while (from && from[length] && length + 1 < size) {
        to[length] = from[length];
        length++;
    }
    to[length] = '\0';
}

static void note_frame(struct crash_frame *frame, void *address)
{
    Dl_info info = {0};

    *frame = (struct crash_frame){.offset = (uint64_t)(uintptr_t)address};
    if (!dladdr(address, &info) || !info.dli_fname)
        return;
    const char *slash = strrchr(info.dli_fname, '/');
    copy_text(frame->module, sizeof frame->module, slash ? slash + 1 : info.dli_fname);
    copy_text(frame->symbol, sizeof frame->symbol, info.dli_sname);
    frame->offset -= (uint64_t)(uintptr_t)info.dli_fbase;
}

static void record(int number, const siginfo_t *info, const void *context)
{
    enum { OWN_FRAMES = 3 }; /* this function, the handler, and the signal trampoline */
    void *addresses[CRASH_FRAMES + OWN_FRAMES];
    struct crash *crash = outcome;

    crash->signal = number;
    crash->system_call = number == SIGSYS ? info->si_syscall : 0;
    crash->architecture = number == SIGSYS ? info->si_arch : 0;
    crash->read_counter = coarse_clocks_stopped(info, context);
    int count = backtrace(addresses, CRASH_FRAMES + OWN_FRAMES);
    crash->frame_count = 0;
    for (int i = OWN_FRAMES; i < count; i++)
        note_frame(&crash->frames[crash->frame_count++], addresses[i]);
}

/* SA_RESETHAND: the signal that is raised ends the process. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    record(number, info, context);
    raise(number);
}

/* A call that the sandbox stopped. The handler stays, since it answers some of them; nobody in the
 * sandbox can remove it, so the end is an exit. */
static void on_forbidden_call(int number, siginfo_t *info, void *context)
{
    enum {
        SHELLS_STATUS_OF_SIGNALS = 128,
        FORBIDDEN = 1 /* SYS_SECCOMP, which the C library lacks */
    };

    if (info->si_code == FORBIDDEN &&
        (loader_files_answer(info, context) || coarse_clocks_answer(info, context)))
        return;
    record(number, info, context);
    if (info->si_code == FORBIDDEN)
        syscall(SYS_exit_group, SHELLS_STATUS_OF_SIGNALS + number); /* ASan's _exit() opens files */
    signal(number, SIG_DFL);
    raise(number);
}

void crash_trace_watch(struct crash *crash)
{
    static char stack[1 << 16]; /* for the handler: the crash may be a stack overflow */
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    void *address;

    outcome = crash;
    backtrace(&address, 1); /* the first call loads a library, which a handler may not */
    sigaltstack(&alternate, NULL);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        sigaction(deadly[i], &action, NULL);
    action = (struct sigaction){.sa_sigaction = on_forbidden_call,
                                .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGSYS, &action, NULL);
}
