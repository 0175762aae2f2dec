// SPDX-License-Identifier: MIT
#include "arena/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arena/sandbox/coarse_clocks.h"
#include "arena/sandbox/loader_files.h"
#include "arena/sandbox/trapped_call.h"

static bool failed(const char *what, int error, char *reason, size_t size)
{
    snprintf(reason, size, "%s: %s", what, strerror(error));
    return false;
}

/* ---- files: Landlock ---- */

/* All access rights of the first version of Landlock, including reading files. */
static const uint64_t all_access = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

static int create_ruleset(const struct landlock_ruleset_attr *attributes, size_t size,
                          uint32_t flags)
{
    return (int)syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

static bool has_landlock(void)
{
    return create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

/* A kernel that has filters looks for one there. libseccomp takes for granted that it has them. To
 * answer the calls that they stop, this program must know the processor. */
static bool has_filters(void)
{
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT &&
           trapped_call_known();
}

bool sandbox_possible(char *reason, size_t size)
{
    static const char landlock[] = "no Landlock (Linux 5.13, enabled at boot)";
    const char *filters = trapped_call_known()
                              ? "no seccomp filters"
                              : "no seccomp filters that are known for this processor";
    const bool files = has_landlock(), calls = has_filters();

    snprintf(reason, size, "this kernel has %s%s%s", files ? "" : landlock,
             files || calls ? "" : " and ", calls ? "" : filters);
    return files && calls;
}

/* A path that does not exist needs no rule. */
static bool permit_reading(int ruleset, const char *path, bool folder)
{
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | (folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
        .parent_fd = open(path, O_PATH | O_CLOEXEC),
    };

    if (rule.parent_fd < 0)
        return errno == ENOENT;
    bool ok = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0u) == 0;
    close(rule.parent_fd);
    return ok;
}

static bool limit_files(char *reason, size_t size)
{
    static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64",
                                            "/usr/local/lib"};
    const struct landlock_ruleset_attr attributes = {.handled_access_fs = all_access};
    int ruleset = create_ruleset(&attributes, sizeof attributes, 0);

    if (ruleset < 0)
        return failed("no Landlock", errno, reason, size);
    bool ok = permit_reading(ruleset, "/etc/ld.so.cache", false);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        ok = ok && permit_reading(ruleset, libraries[i], true);
    ok = ok && syscall(SYS_landlock_restrict_self, ruleset, 0u) == 0;
    int error = errno;
    close(ruleset);
    return ok || failed("Landlock", error, reason, size);
}

/* ---- system calls: seccomp ---- */

/* System calls for pure computation: memory, the process's own signals, exit. */
static const int computing[] = {
    SCMP_SYS(brk),          SCMP_SYS(munmap),          SCMP_SYS(mremap),          SCMP_SYS(pause),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),  SCMP_SYS(sigaltstack),     SCMP_SYS(getpid),
    SCMP_SYS(gettid),       SCMP_SYS(getrandom),       SCMP_SYS(close),           SCMP_SYS(exit),
    SCMP_SYS(exit_group),   SCMP_SYS(restart_syscall), SCMP_SYS(set_robust_list), SCMP_SYS(getcpu),
    SCMP_SYS(rseq),         SCMP_SYS(lseek),
};

/* Where clocks are the system's: those of the whole machine, since those of a process would tell
 * what another one uses. */
static const int telling_time[] = {
    SCMP_SYS(time),         SCMP_SYS(times),     SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),
    SCMP_SYS(gettimeofday), SCMP_SYS(nanosleep), SCMP_SYS(sched_yield)};

/* Calls that the C library makes but does not need: they fail instead of raising SIGSYS. */
static const int refused[] = {
    SCMP_SYS(ioctl),  SCMP_SYS(prlimit64), SCMP_SYS(getrlimit), SCMP_SYS(sysinfo),
    SCMP_SYS(uname),  SCMP_SYS(fcntl),     SCMP_SYS(getuid),    SCMP_SYS(geteuid),
    SCMP_SYS(getgid), SCMP_SYS(getegid),   SCMP_SYS(getppid),   SCMP_SYS(prctl),
    SCMP_SYS(access), SCMP_SYS(readlink),  SCMP_SYS(getcwd),
};

/* Additional calls in the first stage, where the system's libraries are loaded. Files are opened
 * only for reading, and Landlock limits which. */
static const int loading[] = {
    SCMP_SYS(read),     SCMP_SYS(pread64), SCMP_SYS(newfstatat), SCMP_SYS(mmap),
    SCMP_SYS(mprotect), SCMP_SYS(seccomp), SCMP_SYS(readlink),   SCMP_SYS(getcwd),
    SCMP_SYS(access),   SCMP_SYS(uname),   SCMP_SYS(getrlimit),  SCMP_SYS(sysinfo),
    SCMP_SYS(getuid),   SCMP_SYS(geteuid), SCMP_SYS(getgid),     SCMP_SYS(getegid),
    SCMP_SYS(getppid),  SCMP_SYS(madvise), SCMP_SYS(fstat),
};

/* fcntl() can direct signals to any process. */
static const int refused_while_loading[] = {SCMP_SYS(ioctl), SCMP_SYS(fcntl)};

static int allow_all(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count)
{
    int error = 0;

    for (size_t i = 0; i < count && !error; i++)
        error = seccomp_rule_add(filter, action, calls[i], 0);
    return error;
}
#define ALLOW_ALL(filter, action, calls)                                                           \
    allow_all(filter, action, calls, sizeof(calls) / sizeof *(calls))

/* A call if its first argument is one of some values. */
static int allow_values(scmp_filter_ctx filter, int call, const int *values, size_t count)
{
    int error = 0;

    for (size_t i = 0; i < count && !error; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1,
                                 SCMP_A0(SCMP_CMP_EQ, (uint64_t)values[i], 0));
    return error;
}
#define ALLOW_VALUES(filter, call, values)                                                         \
    allow_values(filter, call, values, sizeof(values) / sizeof *(values))

/* Sleeping until another process has used its time is never allowed. */
static int allow_clocks(scmp_filter_ctx filter, const struct sandbox_limits *limits)
{
    static const int sleeping[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};

    if (limits->own_time)
        return 0; /* coarse_clocks.c answers for all */
    const int error = ALLOW_ALL(filter, SCMP_ACT_ALLOW, telling_time);
    return error ? error : ALLOW_VALUES(filter, SCMP_SYS(clock_nanosleep), sleeping);
}

/* Calls that take the number of a process, for this process. */
static int allow_for_itself(scmp_filter_ctx filter)
{
    const int itself[] = {0, getpid()};

    return ALLOW_VALUES(filter, SCMP_SYS(sched_getaffinity), itself);
}

/* Allows futexes in private memory only: on a page that two processes share, the number of waiters
 * would be a channel between them. A process whose clock shows its own time may wake its threads,
 * but wait only without a timeout. */
static int allow_futexes(scmp_filter_ctx filter, const struct sandbox_limits *limits)
{
    const struct scmp_arg_cmp private =
        SCMP_A1(SCMP_CMP_MASKED_EQ, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG);

    if (!limits->own_time)
        return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(futex), 1, private);
    const int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(futex), 2, private,
                                       SCMP_A3(SCMP_CMP_EQ, 0, 0));
    return error ? error
                 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(futex), 1,
                                    SCMP_A1(SCMP_CMP_EQ, FUTEX_WAKE_PRIVATE, 0));
}

static int allow_writing(scmp_filter_ctx filter, int out)
{
    const int descriptors[] = {STDOUT_FILENO, STDERR_FILENO, out};
    int error = 0;

    for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors && !error; i++) {
        const struct scmp_arg_cmp to = SCMP_A0(SCMP_CMP_EQ, (uint64_t)descriptors[i], 0);
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, to);
        if (!error)
            error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(writev), 1, to);
    }
    return error;
}

/* Signals to itself, as abort() sends them, but none that cannot be handled: that a bot process was
 * killed or stopped always comes from outside. Handlers for all signals below SIGSYS, which belongs
 * to the sandbox. ("All except SIGSYS" would be unsafe: the kernel uses 32 bits of the number, but
 * a filter compares 64.) */
static int allow_signals(scmp_filter_ctx filter)
{
    int error = 0;

    for (unsigned number = 1; number <= SIGSYS && !error; number++)
        if (number != SIGKILL && !(number >= SIGSTOP && number <= SIGTTOU))
            error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 2,
                                     SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid(), 0),
                                     SCMP_A2(SCMP_CMP_EQ, number, 0));
    return error ? error
                 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(rt_sigaction), 1,
                                    SCMP_A0(SCMP_CMP_LT, SIGSYS, 0));
}

/* prctl() is allowed only for the second filter; prlimit64() may read limits but not set them, for
 * no process. */
static int allow_parts_while_loading(scmp_filter_ctx filter)
{
    const struct {
        int call;
        struct scmp_arg_cmp allowed, refused;
    } parts[] = {
        {SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NO_NEW_PRIVS, 0),
         SCMP_A0(SCMP_CMP_NE, PR_SET_NO_NEW_PRIVS, 0)},
        {SCMP_SYS(prlimit64), SCMP_A2(SCMP_CMP_EQ, 0, 0), SCMP_A2(SCMP_CMP_NE, 0, 0)},
    };
    int error = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts && !error; i++) {
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, parts[i].call, 1, parts[i].allowed);
        if (!error)
            error =
                seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), parts[i].call, 1, parts[i].refused);
    }
    return error;
}

/* How memory may be mapped: privately, as malloc() and the loader do. Huge pages (MAP_HUGETLB) are
 * taken from those of the whole machine, so how many there are left is a number that all processes
 * share; asking for them fails, and whatever does that goes on without. */
static struct scmp_arg_cmp mapping_flags(void)
{
    const uint64_t free_choice =
        MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK | MAP_DENYWRITE;

    return SCMP_A3(SCMP_CMP_MASKED_EQ, ~free_choice, MAP_PRIVATE);
}

/* Memory is never writable and executable, not even one after the other: only the file of the
 * module can be mapped as code, which no descriptor names once it is loaded. */
static int allow_memory(scmp_filter_ctx filter, int file)
{
    static const unsigned advices[] = {MADV_NORMAL,   MADV_RANDOM,     MADV_SEQUENTIAL,
                                       MADV_WILLNEED, MADV_DONTNEED,   MADV_FREE,
                                       MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP};
    int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), mapping_flags());

    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 3,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC | PROT_WRITE, PROT_EXEC),
                                 mapping_flags(), SCMP_A4(SCMP_CMP_EQ, (uint64_t)file, 0));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1,
                                 SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_HUGETLB, MAP_HUGETLB));
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    for (size_t i = 0; i < sizeof advices / sizeof *advices && !error; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1,
                                 SCMP_A2(SCMP_CMP_EQ, advices[i], 0));
    return error;
}

static int allow_opening_to_read(scmp_filter_ctx filter)
{
    /* O_RDONLY is 0: no bit for writing, creating or truncating may be set. */
    return seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
        SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC | O_TMPFILE, 0));
}

static int allow_reading(scmp_filter_ctx filter, int in, int file)
{
    const struct {
        int call, descriptor;
    } allowed[] = {{SCMP_SYS(read), in},
                   {SCMP_SYS(read), file},
                   {SCMP_SYS(pread64), file},
                   {SCMP_SYS(fstat), file}};
    int error = 0;

    for (size_t i = 0; i < sizeof allowed / sizeof *allowed && !error; i++)
        if (allowed[i].descriptor >= 0)
            error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i].call, 1,
                                     SCMP_A0(SCMP_CMP_EQ, (uint64_t)allowed[i].descriptor, 0));
    return error;
}

/* What both stages allow. A call of another architecture raises SIGSYS, too, and says so. */
static scmp_filter_ctx new_filter(const struct sandbox_limits *limits, int out, int *error)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);

    *error = filter ? seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_TRAP) : -ENOMEM;
    *error = *error ? *error : ALLOW_ALL(filter, SCMP_ACT_ALLOW, computing);
    *error = *error ? *error : allow_clocks(filter, limits);
    *error = *error ? *error : allow_for_itself(filter);
    *error = *error ? *error : allow_futexes(filter, limits);
    *error = *error ? *error : allow_writing(filter, out);
    *error = *error ? *error : allow_signals(filter);
    return filter;
}

/* Filters stack: a call that either filter forbids is forbidden. */
static bool install(scmp_filter_ctx filter, int error, char *reason, size_t size)
{
    error = error ? error : seccomp_load(filter);
    seccomp_release(filter);
    return !error || failed("seccomp", -error, reason, size);
}

static bool first_filter(const struct sandbox_limits *limits, int out, char *reason, size_t size)
{
    int error;
    scmp_filter_ctx filter = new_filter(limits, out, &error);

    error = error ? error : ALLOW_ALL(filter, SCMP_ACT_ALLOW, loading);
    error = error ? error : ALLOW_ALL(filter, SCMP_ACT_ERRNO(EPERM), refused_while_loading);
    error = error ? error : allow_parts_while_loading(filter);
    error = error ? error : allow_opening_to_read(filter);
    return install(filter, error, reason, size);
}

static bool final_filter(const struct sandbox_limits *limits, int file, int in, int out,
                         char *reason, size_t size)
{
    int error;
    scmp_filter_ctx filter = new_filter(limits, out, &error);

    error = error ? error : ALLOW_ALL(filter, SCMP_ACT_ERRNO(EPERM), refused);
    error = error ? error : allow_memory(filter, file);
    error = error ? error : allow_reading(filter, in, file);
    return install(filter, error, reason, size);
}

bool sandbox_stopped(const struct crash *crash, int signal)
{
    return signal == SIGSYS || crash->signal == SIGSYS ||
           (crash->signal == SIGSEGV && crash->read_counter);
}

/* What the author of a bot has written, of calls that the C library makes for it. rt_sigaction() is
 * stopped for the signals by which it manages threads, and for SIGSYS. */
static const struct {
    int call;
    const char *purpose;
} purposes[] = {
    {SCMP_SYS(rt_sigaction), "to start a thread, or to handle SIGSYS"},
    {SCMP_SYS(clone), "to start a thread or a process"},
    {SCMP_SYS(clone3), "to start a thread or a process"},
};

/* Or "". */
static const char *purpose_of(int call)
{
    for (size_t i = 0; i < sizeof purposes / sizeof *purposes; i++)
        if (purposes[i].call == call)
            return purposes[i].purpose;
    return "";
}

const char *sandbox_call_name(const struct crash *crash, char text[SANDBOX_CALL_SIZE])
{
    enum { X32 = 0x40000000 }; /* a bit of the numbers of that ABI */
    const char *purpose = purpose_of(crash->system_call);
    char *name = NULL;

    if (crash->signal == SIGSEGV)
        snprintf(text, SANDBOX_CALL_SIZE, "rdtsc");
    else if (crash->signal != SIGSYS)
        snprintf(text, SANDBOX_CALL_SIZE, "a system call");
    else if (crash->architecture != seccomp_arch_native())
        snprintf(text, SANDBOX_CALL_SIZE, "int 0x80, call %d", crash->system_call);
    else if (crash->system_call & X32)
        snprintf(text, SANDBOX_CALL_SIZE, "x32 system call %d", crash->system_call & ~X32);
    else if ((name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, crash->system_call)))
        snprintf(text, SANDBOX_CALL_SIZE, "%s%s%s%s", purpose, *purpose ? " (" : "", name,
                 *purpose ? ")" : "");
    else
        snprintf(text, SANDBOX_CALL_SIZE, "syscall %d", crash->system_call);
    free(name);
    return text;
}

/* ---- resources ---- */

static bool limit(__rlimit_resource_t resource, uint64_t value)
{
    const struct rlimit both = {value, value};
    return setrlimit(resource, &both) == 0;
}

static bool limit_resources(const struct sandbox_limits *limits, char *reason, size_t size)
{
    bool ok = limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, SANDBOX_FILES) &&
              limit(RLIMIT_FSIZE, limits->output) && limit(RLIMIT_MSGQUEUE, 0) &&
              limit(RLIMIT_MEMLOCK, 0);

/* The shadow of a sanitizer alone takes terabytes of address space. */
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    if (limits->memory)
        ok = ok && limit(RLIMIT_AS, limits->memory);
#endif
    return ok || failed("setrlimit", errno, reason, size);
}

static bool drop_capabilities(char *reason, size_t size)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};

    return syscall(SYS_capset, &header, none) == 0 ||
           failed("no capabilities", errno, reason, size);
}

/* ---- both stages ---- */

#ifndef PR_SET_MEMORY_MERGE /* since Linux 6.4 */
#define PR_SET_MEMORY_MERGE 67
#endif

static bool filtered; /* set in the first stage */

bool sandbox_filters(void) { return filtered; }

bool sandbox_begin(const struct sandbox_limits *limits, int out, char *reason, size_t size)
{
    signal(SIGXFSZ, SIG_IGN); /* output beyond the limit is lost */
    /* Pages that are equal do not become one with those of another process, though the process that
     * started this one may have asked for that. */
    prctl(PR_SET_MEMORY_MERGE, 0, 0, 0, 0);
    /* Huge pages that nobody has written to are one page for all processes, of two megabytes: one
     * that reads half of it tells the next one, by what that finds in the processor's cache. */
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return failed("no_new_privs", errno, reason, size);
    filtered = has_filters();
    return (!trapped_call_known() || coarse_clocks_begin(limits->own_time, reason, size)) &&
           drop_capabilities(reason, size) && limit_resources(limits, reason, size) &&
           (!has_landlock() || limit_files(reason, size)) &&
           (!filtered || first_filter(limits, out, reason, size));
}

bool sandbox_seal(const struct sandbox_limits *limits, const char *path, int file, int in, int out,
                  char *reason, size_t size)
{
    if (!filtered)
        return true;
    loader_files_begin(path, file);
    return final_filter(limits, file, in, out, reason, size);
}

void sandbox_loaded(void) { loader_files_end(); }
