// SPDX-License-Identifier: MIT
#include "arena/sandbox/coarse_clocks.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "arena/sandbox/own_mappings.h"
#include "arena/sandbox/trapped_call.h"

/* Set once, before foreign code runs: the functions of the vDSO get no argument of ours. */
static coarse_clocks_teller *own_time; /* or NULL */

/* ---- a time of its own ---- */

enum { BILLION = 1000000000, A_DAY = 86400 };
enum own_clock { NO_CLOCK, DATE, AGE, PROCESSOR_TIME };

/* What `clock` shows. That of another process is none: what it uses would be a message. */
static enum own_clock own_clock(clockid_t clock)
{
    const pid_t process = ~(clock >> 3); /* of clocks of processes, which are negative */

    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
        return DATE;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        return AGE;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
        return PROCESSOR_TIME;
    default:
        return clock < 0 && (process == 0 || process == getpid()) ? PROCESSOR_TIME : NO_CLOCK;
    }
}

/* All clocks begin with the process, and the date is always that of the first second of 2000. */
static struct timespec own_moment(enum own_clock clock)
{
    const time_t year_2000 = 946684800;
    const int before = errno;
    const uint64_t now = own_time(0);
    const time_t begin = clock == DATE ? year_2000 : 0;

    errno = before;
    return (struct timespec){.tv_sec = begin + (time_t)(now / BILLION),
                             .tv_nsec = (long)(now % BILLION)};
}

/* Longer sleeps than a day end after a day. */
static uint64_t nanoseconds_of(const struct timespec *time)
{
    return time->tv_sec >= A_DAY ? (uint64_t)A_DAY * BILLION
                                 : (uint64_t)time->tv_sec * BILLION + (uint64_t)time->tv_nsec;
}

static bool is_time(const struct timespec *time)
{
    return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < BILLION;
}

/* The time from now until `moment`, or 0 if that is past. */
static struct timespec time_until(enum own_clock clock, const struct timespec *moment)
{
    const struct timespec now = own_moment(clock);
    struct timespec left = {moment->tv_sec - now.tv_sec, moment->tv_nsec - now.tv_nsec};

    if (left.tv_nsec < 0) {
        left.tv_nsec += BILLION;
        left.tv_sec--;
    }
    if (left.tv_sec < 0)
        left = (struct timespec){0};
    return left;
}

static long sleep_for(const struct timespec *time)
{
    if (!is_time(time))
        return -EINVAL;
    own_time(nanoseconds_of(time));
    return 0;
}

static long sleep_by(clockid_t number, bool until, const struct timespec *time)
{
    const enum own_clock clock = own_clock(number);

    if (clock == NO_CLOCK || clock == PROCESSOR_TIME || !is_time(time))
        return -EINVAL;
    const struct timespec left = until ? time_until(clock, time) : *time;
    return sleep_for(&left);
}

/* Nobody else can change the word, so nobody wakes whom waits for that: only the time does. */
static long wait_for_word(const uint32_t *word, int operation, uint32_t value,
                          const struct timespec *time)
{
    const int kind = operation & FUTEX_CMD_MASK,
              clock = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;

    if (*(const volatile uint32_t *)word != value)
        return -EAGAIN;
    const long slept = sleep_by(clock, kind == FUTEX_WAIT_BITSET, time);
    return slept ? slept : -ETIMEDOUT;
}

static long own_times(struct tms *used)
{
    const struct timespec now = own_moment(PROCESSOR_TIME);
    const long second = sysconf(_SC_CLK_TCK);
    const clock_t ticks = now.tv_sec * second + now.tv_nsec / (BILLION / second);

    if (used)
        *used = (struct tms){.tms_utime = ticks};
    return ticks;
}

/* ---- any time ---- */

static long kernel_result(long result) { return result < 0 ? -errno : result; }

static long clock_time(clockid_t number, struct timespec *time)
{
    if (!own_time)
        return kernel_result(syscall(SYS_clock_gettime, number, time));
    const enum own_clock clock = own_clock(number);
    if (clock == NO_CLOCK)
        return -EINVAL;
    *time = own_moment(clock);
    return 0;
}

static long clock_resolution(clockid_t number, struct timespec *resolution)
{
    if (!own_time)
        return kernel_result(syscall(SYS_clock_getres, number, resolution));
    if (own_clock(number) == NO_CLOCK)
        return -EINVAL;
    if (resolution)
        *resolution = (struct timespec){.tv_nsec = COARSE_CLOCKS_STEP_NS};
    return 0;
}

static long time_of_day(struct timeval *time, struct timezone *zone)
{
    struct timespec now = {0};

    if (zone)
        *zone = (struct timezone){0};
    if (!time)
        return 0;
    const long result = clock_time(CLOCK_REALTIME, &now);
    if (result == 0)
        *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return result;
}

/* ---- the functions of the vDSO ---- */

static int new_clock_gettime(clockid_t clock, struct timespec *time)
{
    return (int)clock_time(clock, time);
}

static int new_clock_getres(clockid_t clock, struct timespec *resolution)
{
    return (int)clock_resolution(clock, resolution);
}

static int new_gettimeofday(struct timeval *time, struct timezone *zone)
{
    return (int)time_of_day(time, zone);
}

static time_t new_time(time_t *at)
{
    struct timespec now = {0};

    clock_time(CLOCK_REALTIME_COARSE, &now);
    if (at)
        *at = now.tv_sec;
    return now.tv_sec;
}

/* In place of getrandom() of the vDSO, which reads pages that are taken away here. */
static ssize_t new_getrandom(void *buffer, size_t size, unsigned flags, void *state, size_t bytes)
{
    enum { ASKS_FOR_THE_STATES_SIZE = -1 };

    (void)state;
    if (bytes == (size_t)ASKS_FOR_THE_STATES_SIZE)
        return -ENOSYS;
    return kernel_result(syscall(SYS_getrandom, buffer, size, flags));
}

static const struct {
    const char *name; /* after __vdso_ or __kernel_ */
    void (*function)(void);
} replaced[] = {
    {"clock_gettime", (void (*)(void))new_clock_gettime},
    {"clock_getres", (void (*)(void))new_clock_getres},
    {"gettimeofday", (void (*)(void))new_gettimeofday},
    {"time", (void (*)(void))new_time},
    {"getrandom", (void (*)(void))new_getrandom},
};

/* Code that jumps to a function, whose address follows it. */
#if defined(__x86_64__)
static const unsigned char jump[] = {0xf3, 0x0f, 0x1e, 0xfa,        /* endbr64 */
                                     0xff, 0x25, 0,    0,    0, 0}; /* jmp *0(%rip) */
#elif defined(__aarch64__)
static const unsigned char jump[] = {0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6}; /* ldr x16, br x16 */
#else
static const unsigned char jump[] = {0}; /* the sandbox is not possible (trapped_call.h) */
#endif

static bool put_jump(char *at, size_t room, void (*function)(void))
{
    if (room < sizeof jump + sizeof function)
        return false;
    memcpy(at, jump, sizeof jump);
    memcpy(at + sizeof jump, &function, sizeof function);
    return true;
}

/* A symbol of the image that lies at `image`: false if it cannot be replaced but has to be. */
static bool replace_symbol(char *image, size_t size, const ElfW(Sym) * symbol, const char *name)
{
    static const char *const prefixes[] = {"__vdso_", "__kernel_"};
    bool ok = true;

    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++)
        for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
            if (strncmp(name, prefixes[p], strlen(prefixes[p])) == 0 &&
                strcmp(name + strlen(prefixes[p]), replaced[i].name) == 0)
                ok = ok && symbol->st_value + symbol->st_size <= size &&
                     put_jump(image + symbol->st_value, symbol->st_size, replaced[i].function);
    return ok;
}

/* The image is the kernel's, so it is not examined further. */
static bool replace_functions(char *image, size_t size)
{
    const ElfW(Ehdr) *head = (const void *)image;
    const ElfW(Shdr) *sections = (const void *)(image + head->e_shoff);
    bool ok = head->e_shoff && head->e_shoff + head->e_shnum * sizeof *sections <= size;

    for (int s = 0; ok && s < head->e_shnum; s++) {
        if (sections[s].sh_type != SHT_DYNSYM)
            continue;
        const ElfW(Sym) *symbols = (const void *)(image + sections[s].sh_offset);
        const char *names = image + sections[sections[s].sh_link].sh_offset;
        for (size_t i = 0; ok && i < sections[s].sh_size / sizeof *symbols; i++)
            if (symbols[i].st_shndx != SHN_UNDEF && symbols[i].st_size)
                ok = replace_symbol(image, size, &symbols[i], names + symbols[i].st_name);
    }
    return ok;
}

/* In one step, since this process may be told the time at any moment: the copy moves over it. */
static bool replace_image(const struct own_mapping *old)
{
    void *const there = (void *)old->begin; /* NOLINT(performance-no-int-to-ptr) */
    const size_t size = old->end - old->begin;
    char *image = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (image == MAP_FAILED)
        return false;
    memcpy(image, there, size);
    if (!replace_functions(image, size)) {
        errno = ENOTSUP;
        return false;
    }
    return mprotect(image, size, PROT_READ | PROT_EXEC) == 0 &&
           mremap(image, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, there) == there;
}

/* What is mapped for the vDSO to read is not needed any more: the times of the last tick, and of
 * virtual machines. It leaves no gap, in which any module would lie at the same place. */
static bool replace_all(const struct own_mapping *mappings, size_t count)
{
    bool ok = true;

    for (size_t i = 0; i < count && ok; i++)
        if (strcmp(mappings[i].name, "[vdso]") == 0)
            ok = replace_image(&mappings[i]);
    for (size_t i = 0; i < count && ok; i++)
        if (strncmp(mappings[i].name, "[vvar", 5) == 0)
            ok = own_mappings_empty(&mappings[i]);
    return ok;
}

static bool replace_vdso(void)
{
    const int descriptor = own_mappings_open();
    size_t count;

    if (descriptor < 0)
        return false;
    struct own_mapping *mappings = own_mappings_read(descriptor, &count);
    const bool ok = mappings && replace_all(mappings, count);
    const int error = errno;
    free(mappings);
    close(descriptor);
    errno = error;
    return ok;
}

bool coarse_clocks_begin(coarse_clocks_teller *teller, char *reason, size_t size)
{
    own_time = teller;
    if (!replace_vdso()) {
        snprintf(reason, size, "the kernel's code for clocks (vDSO) cannot be replaced: %s",
                 strerror(errno));
        return false;
    }
#ifdef __x86_64__ /* kernels for arm64 have it since 6.12, and the counter can be read before */
    const bool needed = true;
#else
    const bool needed = false;
#endif
    if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) == 0 || !needed)
        return true;
    snprintf(reason, size, "the time stamp counter cannot be forbidden: %s", strerror(errno));
    return false;
}

/* ---- in handlers ---- */

static void *pointer(void *context, int number)
{
    return (void *)trapped_call_argument(context, number); /* NOLINT(performance-no-int-to-ptr) */
}

/* False: the call is none that waits or asks for the time. */
static bool answer(int call, void *context, long *result)
{
    const int first = (int)trapped_call_argument(context, 0),
              second = (int)trapped_call_argument(context, 1), kind = second & FUTEX_CMD_MASK;

    switch (call) {
    case SYS_clock_gettime:
        *result = clock_time(first, pointer(context, 1));
        return true;
    case SYS_clock_getres:
        *result = clock_resolution(first, pointer(context, 1));
        return true;
    case SYS_gettimeofday:
        *result = time_of_day(pointer(context, 0), pointer(context, 1));
        return true;
#ifdef SYS_time /* arm64 has none */
    case SYS_time:
        *result = (long)new_time(pointer(context, 0));
        return true;
#endif
    case SYS_times:
        *result = own_times(pointer(context, 0));
        return true;
    case SYS_sched_yield:
        *result = 0;
        return true;
    case SYS_nanosleep:
        *result = sleep_for(pointer(context, 0));
        return true;
    case SYS_clock_nanosleep:
        *result = sleep_by(first, second & TIMER_ABSTIME, pointer(context, 2));
        return true;
    case SYS_futex:
        if (!(second & FUTEX_PRIVATE_FLAG) || (kind != FUTEX_WAIT && kind != FUTEX_WAIT_BITSET))
            return false; /* its other arguments are no word and no time */
        *result = wait_for_word(pointer(context, 0), second,
                                (uint32_t)trapped_call_argument(context, 2), pointer(context, 3));
        return true;
    default:
        return false;
    }
}

bool coarse_clocks_answer(const siginfo_t *info, void *context)
{
    const int before = errno;
    long result;

    if (!own_time || !answer(info->si_syscall, context, &result))
        return false;
    trapped_call_return(context, result);
    errno = before;
    return true;
}

bool coarse_clocks_stopped(const siginfo_t *info, const void *context)
{
#ifdef __x86_64__
    static const unsigned char rdtsc[] = {0x0f, 0x31}, rdtscp[] = {0x0f, 0x01, 0xf9};
    const ucontext_t *where = context;
    const greg_t address = where->uc_mcontext.gregs[REG_RIP];
    const void *at = (const void *)address; /* NOLINT(performance-no-int-to-ptr) */

    /* The signal is not one for an address that cannot be read: so there is an instruction, unless
     * that address is none of a process. */
    return info->si_signo == SIGSEGV && info->si_code == SI_KERNEL && address >> 47 == 0 &&
           (memcmp(at, rdtsc, sizeof rdtsc) == 0 || memcmp(at, rdtscp, sizeof rdtscp) == 0);
#else
    (void)info, (void)context;
    return false;
#endif
}
