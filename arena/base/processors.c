// SPDX-License-Identifier: MIT
#include "arena/base/processors.h"

#include <unistd.h>

int processors_online(int most)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    return online < 1 ? 1 : online < most ? (int)online : most;
}
