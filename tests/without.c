// SPDX-License-Identifier: MIT
/* tests/without.c - runs a command on a machine that lacks something: without WHAT[,WHAT]...
 * COMMAND [ARGUMENT]...
 *
 * A seccomp filter answers the system calls of what is missing as a kernel does that was built
 * without it, or a container that forbids it. `make test-without` plays the tests so. */
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* A call, and what it answers; with a mask, only if its argument has one of these bits or, if
 * `equal`, is the value. */
struct refused {
    const char *what;
    int call, error;
    unsigned argument;
    bool equal;
    uint64_t mask;
};

static const struct refused table[] = {
    {"landlock", SCMP_SYS(landlock_create_ruleset), ENOSYS, 0, false, 0},
    {"landlock", SCMP_SYS(landlock_add_rule), ENOSYS, 0, false, 0},
    {"landlock", SCMP_SYS(landlock_restrict_self), ENOSYS, 0, false, 0},
    {"seccomp", SCMP_SYS(seccomp), ENOSYS, 0, false, 0},
    {"seccomp", SCMP_SYS(prctl), EINVAL, 0, true, PR_SET_SECCOMP},
    {"seccomp", SCMP_SYS(prctl), EINVAL, 0, true, PR_GET_SECCOMP},
    {"namespaces", SCMP_SYS(unshare), EPERM, 0, false, 0},
    {"namespaces", SCMP_SYS(setns), EPERM, 0, false, 0},
    {"namespaces", SCMP_SYS(clone3), ENOSYS, 0, false, 0}, /* the C library tries clone() then */
    {"namespaces", SCMP_SYS(clone), EPERM, 0, false, CLONE_NEWUSER},
    {"namespaces", SCMP_SYS(clone), EPERM, 0, false, CLONE_NEWPID},
    {"namespaces", SCMP_SYS(clone), EPERM, 0, false, CLONE_NEWNS},
    {"namespaces", SCMP_SYS(clone), EPERM, 0, false, CLONE_NEWNET},
    {"ptrace", SCMP_SYS(ptrace), EPERM, 0, false, 0},
    {"ptrace", SCMP_SYS(process_vm_readv), EPERM, 0, false, 0},
    {"ptrace", SCMP_SYS(process_vm_writev), EPERM, 0, false, 0},
    {"perf", SCMP_SYS(perf_event_open), EPERM, 0, false, 0},
    {"ipv6", SCMP_SYS(socket), EAFNOSUPPORT, 0, true, AF_INET6},
};

static int refuse(scmp_filter_ctx filter, const struct refused *row)
{
    const uint32_t action = SCMP_ACT_ERRNO((uint32_t)row->error);
    const enum scmp_compare how = row->equal ? SCMP_CMP_EQ : SCMP_CMP_MASKED_EQ;

    if (!row->mask)
        return seccomp_rule_add(filter, action, row->call, 0);
    return seccomp_rule_add(filter, action, row->call, 1,
                            SCMP_CMP(row->argument, how, row->mask, row->mask));
}

static bool is_asked(const char *list, const char *what)
{
    const size_t length = strlen(what);

    for (const char *at = list; (at = strstr(at, what)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

/* Calls of 32-bit programs, by `int 0x80` too: a kernel without them ends the process. */
static int refuse_32_bits(scmp_filter_ctx filter)
{
    return seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
}

int main(int argc, char **argv)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int error =
        filter ? seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW) : -ENOMEM;

    if (argc < 3) {
        fprintf(stderr, "Usage: without WHAT[,WHAT]... COMMAND [ARGUMENT]...\n"
                        "WHAT: 32bit, landlock, seccomp, namespaces, ptrace, perf, ipv6\n");
        return 64;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table && !error; i++)
        if (is_asked(argv[1], table[i].what))
            error = refuse(filter, &table[i]);
    if (!error && is_asked(argv[1], "32bit"))
        error = refuse_32_bits(filter);
    error = error ? error : seccomp_load(filter);
    if (error) {
        fprintf(stderr, "without: %s\n", strerror(-error));
        return 70;
    }
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
