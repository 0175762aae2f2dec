// SPDX-License-Identifier: MIT
#include "arena/base/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t heard; /* a signal handler gets no argument of ours */

static void on_signal(int number)
{
    (void)number;
    heard++;
}

void interrupt_hear(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

int interrupt_count(void) { return heard; }
