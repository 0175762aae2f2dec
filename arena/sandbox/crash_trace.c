#include "arena/sandbox/crash_trace.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

/* A signal handler gets no argument of ours, so it finds the memory here. */
static struct crash *outcome;

#ifdef __SANITIZE_ADDRESS__
static const int deadly[] = {SIGSYS};
#else
static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
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

/* SA_RESETHAND: the signal that follows the return ends the process. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    enum { OWN_FRAMES = 2 }; /* this function and the signal trampoline */
    void *addresses[CRASH_FRAMES + OWN_FRAMES];
    struct crash *crash = outcome;

    (void)context;
    crash->signal = number;
    crash->system_call = number == SIGSYS ? info->si_syscall : 0;
    int count = backtrace(addresses, CRASH_FRAMES + OWN_FRAMES);
    crash->frame_count = 0;
    for (int i = OWN_FRAMES; i < count; i++)
        note_frame(&crash->frames[crash->frame_count++], addresses[i]);
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
}
