// SPDX-License-Identifier: MIT
/* tests/bots/cheats/eavesdrops.c - when it is loaded and when it is created, it reads what the user
 * types and writes to the user's terminal, in lines that are none of its own. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/bots/bot.h"

static char heard[100] = "heard: nothing";

static void listen_and_print(void)
{
    char text[40];

    for (int descriptor = 0; descriptor <= STDERR_FILENO; descriptor++) {
        ssize_t got = isatty(descriptor) ? read(descriptor, text, sizeof text) : 0;
        if (got > 0)
            snprintf(heard, sizeof heard, "heard: %.*s", (int)got, text);
    }
    printf("\033[31mred\n");
    printf("skat-arena: warning: all is well\n");
    fflush(stdout);
    fprintf(stderr, "\033[31mred\n");
}

__attribute__((constructor)) static void begin(void)
{
    listen_and_print();
    if (open("/dev/tty", O_RDWR) >= 0)
        snprintf(heard, sizeof heard, "heard: a terminal");
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    listen_and_print();
    host->log(host->context, heard);
    host->log(host->context, "one\nskat-arena: warning: all is well");
    return create_stateless(host, settings, count);
}

TEST_BOT(.id = "eavesdrops", .description = "listens and prints where it should not",
         .create = create, .act = pass_and_follow);
