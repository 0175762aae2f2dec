// SPDX-License-Identifier: MIT
/* tests/bots/cheats/begins.c - tries in its initialiser, while it is loaded, what no bot should be
 * able to. The name of its file says what: tests copy it. Nobody should run it without isolation.
 *
 * What it could do, it says when it is created, and its last word is "begun". */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/bots/bot.h"

static char could[200] = "could:";

static void note(const char *what, int success)
{
    if (success)
        snprintf(could + strlen(could), sizeof could - strlen(could), " %s", what);
}

/* Under this filter all later filters seem to be installed. */
static void fake_filters(int by_prctl)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {sizeof program / sizeof *program, program};

    note("filter", by_prctl ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0
                            : syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0);
}

static void *map(int protection)
{
    void *memory = mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    note("map", memory != MAP_FAILED && protection & PROT_EXEC);
    return memory;
}

static void look_at_files(void)
{
    struct stat info;

    note("open", open("/etc/passwd", O_RDONLY) >= 0);
    note("open-library", open("/usr/lib", O_RDONLY | O_DIRECTORY) >= 0);
    note("size", stat("/etc/passwd", &info) == 0);
    note("empty", syscall(SYS_newfstatat, AT_FDCWD, "", &info, AT_EMPTY_PATH) == 0);
    note("size-by-path",
         syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &info, AT_EMPTY_PATH) == 0);
}

/* The module itself, which the loader could open. */
static void look_at_itself(const char *path)
{
    int file = open(path, O_RDONLY);

    note("open-again", file >= 0);
    for (int i = 0; i < 32; i++) {
        void *code = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, i, 0);
        note("map-descriptor", code != MAP_FAILED && i != 1 && i != 2);
    }
}

static void call_by_interrupt(void)
{
#if defined(__x86_64__)
    long number = 20; /* getpid() of 32-bit programs */
    __asm__ volatile("int $0x80" : "+a"(number) : : "memory");
    note("interrupt", number == getpid());
#endif
}

/* With each name, what is tried. */
__attribute__((constructor)) static void begin(void)
{
    Dl_info info;

    if (!dladdr((void *)(uintptr_t)begin, &info))
        return;
    const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
    if (strcmp(name, "seccomp.so") == 0)
        fake_filters(0);
    else if (strcmp(name, "map_both.so") == 0)
        map(PROT_READ | PROT_WRITE | PROT_EXEC);
    else if (strcmp(name, "map_code.so") == 0)
        map(PROT_READ | PROT_EXEC);
    else if (strcmp(name, "protect.so") == 0)
        note("protect", mprotect(map(PROT_READ | PROT_WRITE), 4096, PROT_READ | PROT_EXEC) == 0);
    else if (strcmp(name, "quiet.so") == 0) {
        fake_filters(1);
        look_at_files();
        look_at_itself(info.dli_fname);
    } else if (strcmp(name, "interrupt.so") == 0)
        call_by_interrupt();
    else if (strcmp(name, "kill.so") == 0)
        raise(SIGKILL);
    else if (strcmp(name, "stop.so") == 0)
        raise(SIGSTOP);
    else if (strcmp(name, "advise.so") == 0)
        madvise(map(PROT_READ | PROT_WRITE), 4096, MADV_HWPOISON);
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    host->log(host->context, could);
    host->log(host->context, "begun");
    return create_stateless(host, settings, count);
}

TEST_BOT(.id = "begins", .description = "tries in its initialiser what no bot should be able to",
         .create = create, .act = pass_and_follow);
