// SPDX-License-Identifier: MIT
#include "arena/sandbox/sandbox.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
#include "arena/sandbox/loader.h"
#include "arena/sandbox/private_pages.h"
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

/* A filter that is being made. */
struct filter {
    scmp_filter_ctx of;
    int error; /* of the first rule that could not be added, negative; 0: none */
};

static void add(struct filter *filter, uint32_t action, int call, unsigned count,
                const struct scmp_arg_cmp *arguments)
{
    if (!filter->error)
        filter->error = seccomp_rule_add_array(filter->of, action, call, count, arguments);
}

/* A call whose arguments are these. */
#define ADD(filter, action, call, ...)                                                             \
    add(filter, action, call,                                                                      \
        sizeof((struct scmp_arg_cmp[]){__VA_ARGS__}) / sizeof(struct scmp_arg_cmp),                \
        (struct scmp_arg_cmp[]){__VA_ARGS__})
#define ALLOW(filter, call, ...) ADD(filter, SCMP_ACT_ALLOW, call, __VA_ARGS__)

static void add_all(struct filter *filter, uint32_t action, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(filter, action, calls[i], 0, NULL);
}
#define ADD_ALL(filter, action, calls)                                                             \
    add_all(filter, action, calls, sizeof(calls) / sizeof *(calls))

/* A call if its first argument is one of some values. */
static void allow_values(struct filter *filter, int call, const int *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ALLOW(filter, call, SCMP_A0(SCMP_CMP_EQ, (uint64_t)values[i], 0));
}
#define ALLOW_VALUES(filter, call, values)                                                         \
    allow_values(filter, call, values, sizeof(values) / sizeof *(values))

/* Sleeping until another process has used its time is never allowed. */
static void allow_clocks(struct filter *filter, const struct sandbox_limits *limits)
{
    static const int sleeping[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};

    if (limits->own_time)
        return; /* coarse_clocks.c answers for all */
    ADD_ALL(filter, SCMP_ACT_ALLOW, telling_time);
    ALLOW_VALUES(filter, SCMP_SYS(clock_nanosleep), sleeping);
}

/* Calls that take the number of a process, for this process. */
static void allow_for_itself(struct filter *filter)
{
    const int itself[] = {0, getpid()};

    ALLOW_VALUES(filter, SCMP_SYS(sched_getaffinity), itself);
}

/* Words of memory that nobody shares: the number of those that wait for one of a file which two
 * have mapped would be a message. With a time of its own, the process wakes others as it likes, but
 * waits only without a time. */
static void allow_futexes(struct filter *filter, const struct sandbox_limits *limits)
{
    const struct scmp_arg_cmp private =
        SCMP_A1(SCMP_CMP_MASKED_EQ, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG);

    if (!limits->own_time) {
        ALLOW(filter, SCMP_SYS(futex), private);
        return;
    }
    ALLOW(filter, SCMP_SYS(futex), private, SCMP_A3(SCMP_CMP_EQ, 0, 0));
    ALLOW(filter, SCMP_SYS(futex), SCMP_A1(SCMP_CMP_EQ, FUTEX_WAKE_PRIVATE, 0));
}

static void allow_writing(struct filter *filter, int out)
{
    const int descriptors[] = {STDOUT_FILENO, STDERR_FILENO, out};

    ALLOW_VALUES(filter, SCMP_SYS(write), descriptors);
    ALLOW_VALUES(filter, SCMP_SYS(writev), descriptors);
}

/* Signals to itself, as abort() sends them, but none that cannot be handled: that a bot process was
 * killed or stopped always comes from outside. Handlers for all signals below SIGSYS, which belongs
 * to the sandbox. ("All except SIGSYS" would be unsafe: the kernel uses 32 bits of the number, but
 * a filter compares 64.) */
static void allow_signals(struct filter *filter)
{
    for (unsigned number = 1; number <= SIGSYS; number++)
        if (number != SIGKILL && !(number >= SIGSTOP && number <= SIGTTOU))
            ALLOW(filter, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid(), 0),
                  SCMP_A2(SCMP_CMP_EQ, number, 0));
    ALLOW(filter, SCMP_SYS(rt_sigaction), SCMP_A0(SCMP_CMP_LT, SIGSYS, 0));
}

/* prctl() is allowed only for the second filter; prlimit64() may read limits but not set them, for
 * no process. */
static void allow_parts_while_loading(struct filter *filter)
{
    ALLOW(filter, SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NO_NEW_PRIVS, 0));
    ADD(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prctl),
        SCMP_A0(SCMP_CMP_NE, PR_SET_NO_NEW_PRIVS, 0));
    ALLOW(filter, SCMP_SYS(prlimit64), SCMP_A2(SCMP_CMP_EQ, 0, 0));
    ADD(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), SCMP_A2(SCMP_CMP_NE, 0, 0));
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
static void allow_memory(struct filter *filter, int file)
{
    static const unsigned advices[] = {MADV_NORMAL,   MADV_RANDOM,     MADV_SEQUENTIAL,
                                       MADV_WILLNEED, MADV_DONTNEED,   MADV_FREE,
                                       MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP};

    ALLOW(filter, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), mapping_flags());
    ALLOW(filter, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC | PROT_WRITE, PROT_EXEC),
          mapping_flags(), SCMP_A4(SCMP_CMP_EQ, (uint64_t)file, 0));
    ADD(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap),
        SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_HUGETLB, MAP_HUGETLB));
    ALLOW(filter, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        ALLOW(filter, SCMP_SYS(madvise), SCMP_A2(SCMP_CMP_EQ, advices[i], 0));
}

static void allow_opening_to_read(struct filter *filter)
{
    /* O_RDONLY is 0: no bit for writing, creating or truncating may be set. */
    ALLOW(filter, SCMP_SYS(openat),
          SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC | O_TMPFILE, 0));
}

static void allow_reading(struct filter *filter, int in, int file)
{
    const struct scmp_arg_cmp module = SCMP_A0(SCMP_CMP_EQ, (uint64_t)file, 0);

    if (in >= 0)
        ALLOW(filter, SCMP_SYS(read), SCMP_A0(SCMP_CMP_EQ, (uint64_t)in, 0));
    ALLOW(filter, SCMP_SYS(read), module);
    ALLOW(filter, SCMP_SYS(pread64), module);
    ALLOW(filter, SCMP_SYS(fstat), module);
}

/* What both stages allow. A call of another architecture raises SIGSYS, too, and says so. */
static struct filter new_filter(const struct sandbox_limits *limits, int out)
{
    struct filter filter = {.of = seccomp_init(SCMP_ACT_TRAP)};

    filter.error =
        filter.of ? seccomp_attr_set(filter.of, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_TRAP) : -ENOMEM;
    ADD_ALL(&filter, SCMP_ACT_ALLOW, computing);
    allow_clocks(&filter, limits);
    allow_for_itself(&filter);
    allow_futexes(&filter, limits);
    allow_writing(&filter, out);
    allow_signals(&filter);
    return filter;
}

/* Filters stack: a call that either filter forbids is forbidden. */
static bool install(const struct filter *filter, char *reason, size_t size)
{
    const int error = filter->error ? filter->error : seccomp_load(filter->of);

    seccomp_release(filter->of);
    return !error || failed("seccomp", -error, reason, size);
}

static bool first_filter(const struct sandbox_limits *limits, int out, char *reason, size_t size)
{
    struct filter filter = new_filter(limits, out);

    ADD_ALL(&filter, SCMP_ACT_ALLOW, loading);
    ADD_ALL(&filter, SCMP_ACT_ERRNO(EPERM), refused_while_loading);
    allow_parts_while_loading(&filter);
    allow_opening_to_read(&filter);
    return install(&filter, reason, size);
}

static bool final_filter(const struct sandbox_limits *limits, int file, int in, int out,
                         char *reason, size_t size)
{
    struct filter filter = new_filter(limits, out);

    ADD_ALL(&filter, SCMP_ACT_ERRNO(EPERM), refused);
    allow_memory(&filter, file);
    allow_reading(&filter, in, file);
    return install(&filter, reason, size);
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

/* The first stage: only this program's own code may run in it. From then on 1, 2 and `out` may be
 * written to, and of files only the system's libraries read. */
static bool begin(const struct sandbox_limits *limits, bool filters, int out, char *reason,
                  size_t size)
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
    return (!trapped_call_known() || coarse_clocks_begin(limits->own_time, reason, size)) &&
           drop_capabilities(reason, size) && limit_resources(limits, reason, size) &&
           (!has_landlock() || limit_files(reason, size)) &&
           (!filters || first_filter(limits, out, reason, size));
}

struct library_refusal {
    char *reason;
    size_t size;
};

/* Loads a library that the module needs, unless it is one of another place than the system's, where
 * the module itself may lie. The loader says whether it was found, when it loads the module. */
static bool load_library(void *context, const char *name)
{
    const struct library_refusal *refusal = context;

    if (strchr(name, '/')) {
        snprintf(refusal->reason, refusal->size,
                 "needs \"%.100s\": an isolated bot can have libraries of the system", name);
        return false;
    }
    if (dlopen(name, RTLD_NOW | RTLD_LOCAL))
        return true;
    snprintf(refusal->reason, refusal->size, "cannot be loaded: %s", dlerror());
    return false;
}

void *sandbox_load(int file, const char *path, const struct sandbox_limits *limits, int in, int out,
                   char *reason, size_t size)
{
    static char own_path[PATH_MAX]; /* no other process can change it */
    /* A copy that no other process has. */
    const int own = sealed_copy(file, "module", SEALED_CODE),
              mappings = own < 0 ? -1 : own_mappings_open();
    struct library_refusal refusal = {reason, size};
    void *handle = NULL;

    if (mappings < 0) {
        failed("cannot be loaded", errno, reason, size);
        return NULL;
    }
    close(file);
    *reason = '\0';
    snprintf(own_path, sizeof own_path, "%s", path);
    const bool filters = has_filters();
    /* The loader cannot open libraries in the final stage. Once they are there, what this process
     * has mapped becomes its own. */
    if (begin(limits, filters, out, reason, size) &&
        loader_each_needed(own, load_library, &refusal) &&
        private_pages_begin(mappings, reason, size) && close(mappings) == 0) {
        if (filters)
            loader_files_begin(own_path, own);
        if (!filters || final_filter(limits, own, in, out, reason, size)) {
            errno = 0;
            handle = filters ? dlopen(own_path, RTLD_NOW | RTLD_LOCAL)
                             : loader_load_number(own, own_path);
        }
    }
    loader_files_end();
    return handle;
}
