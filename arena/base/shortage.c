// SPDX-License-Identifier: MIT
#include "arena/base/shortage.h"

#include <errno.h>
#include <time.h>

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
