// SPDX-License-Identifier: MIT
/* tests/bots/crash_in_constructor.c - crashes while it is loaded, before anything is asked. */
#include <stddef.h>
#include <stdio.h>

#include "tests/bots/bot.h"

__attribute__((constructor)) static void crash(void)
{
    volatile int *volatile nowhere = NULL;
    fprintf(stderr, "hello\ngoodbye \033[31m\n");
    *nowhere = 1;
}

TEST_BOT(.id = "crash_in_constructor");
