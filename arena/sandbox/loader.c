// SPDX-License-Identifier: MIT
#include "arena/sandbox/loader.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <gnu/lib-names.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/memory.h"
#include "arena/sandbox/trapped_call.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH /* since Linux 5.11 */
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
enum { DISPATCH_OFF, DISPATCH_ON, CALLS_ALLOWED = 0, CALLS_STOPPED = 1 };
enum { DESCRIPTORS = 8 }; /* a sandbox has fewer */

/* A signal handler gets no argument of ours, so it finds these here. */
static struct {
    const char *path;
    int file; /* -1: it has been opened */
    /* Not sandboxed. */
    volatile char calls;     /* read by the kernel at each call of the thread */
    struct sigaction before; /* who handled SIGSYS */
    bool active;
    /* In a sandbox. */
    bool loading;
    bool known[DESCRIPTORS]; /* `status` is that of the descriptor */
    struct stat status[DESCRIPTORS];
} loader = {.file = -1};

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

/* ---- its calls, where there is no filter ---- */

static void end(void)
{
    if (!loader.active)
        return;
    loader.active = false;
    loader.calls = CALLS_ALLOWED;
    prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_OFF, 0, 0, 0);
    sigaction(SIGSYS, &loader.before, NULL);
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
        strcmp((const char *)trapped_call_argument(context, 1), loader.path) == 0) { /* NOLINT */
        result = loader.file;
        loader.file = -1;
        end(); /* the library's code runs next, and is to find everything as it was */
    } else {
        result = make_call(info->si_syscall, context);
    }
    trapped_call_return(context, result);
    errno = before;
}

/* From now on, each call that this thread makes outside of the C library is stopped. Those that the
 * loader makes are its own; and from the C library's code the handler returns. */
static bool begin(const char *path, int file, const struct code *code)
{
    struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};

    if (!trapped_call_known() || !code->size)
        return false;
    loader.path = path;
    loader.file = file;
    loader.calls = CALLS_ALLOWED;
    if (sigaction(SIGSYS, &action, &loader.before) != 0)
        return false;
    loader.active = true;
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, DISPATCH_ON, code->start, code->size, &loader.calls) ==
        0)
        return true;
    end();
    return false;
}

void *loader_load_number(int file, const char *path)
{
    char name[32];
    struct link_map *map;

    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    errno = 0;
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0)
        map->l_name = xstrdup(path);
    if (!handle)
        descriptor_close(file);
    return handle;
}

static void *load(const char *path, int file, enum loader_end *how)
{
    struct code code = {0};

    dl_iterate_phdr(look_at, &code);
#ifdef __SANITIZE_THREAD__
    code.translated = true; /* its runtime makes calls of its own, also while a signal is handled */
#endif
    *how = code.translated ? LOADER_BY_PATH : LOADER_TRIED;
    if (!code.translated && !begin(path, file, &code))
        return loader_load_number(file, path);
    errno = 0;
    loader.calls = code.translated ? CALLS_ALLOWED : CALLS_STOPPED;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const int error = errno;
    end();
    errno = error;
    if (!code.translated && loader.file >= 0)
        *how = LOADER_NOT_ASKED;
    if (*how != LOADER_TRIED)
        descriptor_close(file);
    return handle;
}

void *loader_load(const char *path, int file, enum loader_end *how)
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
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    pthread_mutex_unlock(&one_at_a_time);
    errno = error;
    return handle;
}

/* ---- in a sandbox ---- */

static bool take_needed(Elf *elf, Elf_Scn *section, size_t names,
                        bool (*take)(void *context, const char *name), void *context)
{
    Elf_Data *data = elf_getdata(section, NULL);
    bool goes_on = true;
    GElf_Dyn entry;

    for (int i = 0; goes_on && data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++)
        if (entry.d_tag == DT_NEEDED) {
            const char *name = elf_strptr(elf, names, entry.d_un.d_val);
            goes_on = take(context, name ? name : "/");
        }
    return goes_on;
}

bool loader_each_needed(int file, bool (*take)(void *context, const char *name), void *context)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    bool goes_on = true;

    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    while (goes_on && (section = elf_nextscn(elf, section)))
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
            goes_on = take_needed(elf, section, header.sh_link, take, context);
    elf_end(elf);
    return goes_on;
}

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
