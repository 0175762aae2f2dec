// SPDX-License-Identifier: MIT
#include "arena/base/processors.h"

#include <unistd.h>

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
