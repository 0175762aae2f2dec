// SPDX-License-Identifier: MIT
#include "arena/base/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/memory.h"

/* ---- what it is short of ---- */

bool shortage_is(int error)
{
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

bool shortage_wait(int number)
{
    enum { ATTEMPTS = 50 };
    const struct timespec moment = {0, 100000000};

    if (number >= ATTEMPTS)
        return false;
    nanosleep(&moment, NULL);
    return true;
}

bool shortage_insist(bool (*make)(void *context), void *context)
{
    for (int attempt = 1; !make(context); attempt++) {
        const int error = errno;
        if (!shortage_is(error) || !shortage_wait(attempt)) {
            errno = error;
            return false;
        }
    }
    return true;
}

/* ---- processors ---- */

int processors_online(int most)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : online < most ? (int)online : most;
}

void processors_run_on(pid_t process, const cpu_set_t *allowed, int number)
{
    const int count = CPU_COUNT(allowed);
    int left = count ? number % count : 0;
    cpu_set_t one;

    for (int cpu = 0; count && cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, allowed) && left-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(process, sizeof one, &one);
            return;
        }
}

/* ---- memory ---- */

/* The least `memory.max` of a cgroup and those above it; UINT64_MAX if none has a limit. `path` is
 * used up. */
static uint64_t cgroup_limit(char *path)
{
    uint64_t least = UINT64_MAX;

    for (char *slash; (slash = strrchr(path, '/')); *slash = '\0') {
        char *name = xasprintf("/sys/fs/cgroup%s/memory.max", path);
        FILE *file = fopen(name, "r");
        unsigned long long limit;
        if (file && fscanf(file, "%llu", &limit) == 1 && limit < least)
            least = limit;
        if (file)
            fclose(file);
        free(name);
    }
    return least;
}

char *machine_cgroup(void)
{
    FILE *file = fopen("/proc/self/cgroup", "r");
    char *line = NULL, *path = NULL;
    size_t size = 0;

    while (file && !path && getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::/", 4) == 0)
            path = xstrdup(strcmp(line + 3, "/") == 0 ? "" : line + 3);
    }
    if (file)
        fclose(file);
    free(line);
    return path;
}

uint64_t memory_there_is(void)
{
    const uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    char *group = machine_cgroup();
    const uint64_t limit = group ? cgroup_limit(group) : UINT64_MAX;

    free(group);
    return limit < machine ? limit : machine;
}

/* ---- descriptors ---- */

void descriptor_close(int descriptor)
{
    const int error = errno;

    if (descriptor >= 0)
        close(descriptor);
    errno = error;
}

FILE *descriptor_stream(int descriptor, const char *mode)
{
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, mode);

    if (!file)
        descriptor_close(descriptor);
    return file;
}

char *system_text(const char *path, char *text, size_t size)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;

    for (ssize_t got; file >= 0 && (got = read(file, text + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    descriptor_close(file);
    return text;
}
