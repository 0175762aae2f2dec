// SPDX-License-Identifier: MIT
/* tests/bots/cheats/forges.c - while it is examined, its initialiser writes a description of the
 * module itself, and ends the process. Tests write into a copy of the file what it writes, in place
 * of `forged`. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bots/bot.h"

enum { SIZE = 100000 };

/* Its first bytes are how tests find it. What follows ends with a zero byte. */
static const volatile char forged[SIZE] = "what is written:";

__attribute__((constructor)) static void begin(void)
{
    enum { DESCRIPTORS = 32, NO_STANDARD = 3, MARK = 16 };
    int out = DESCRIPTORS;
    struct stat info;

    while (out >= NO_STANDARD && !(fstat(out, &info) == 0 && S_ISFIFO(info.st_mode)))
        out--;
    const char *text = (const char *)forged + MARK;
    for (size_t left = strlen(text); left;) {
        ssize_t written = write(out, text, left);
        if (written <= 0)
            break;
        text += written;
        left -= (size_t)written;
    }
    _exit(0);
}

TEST_BOT(.id = "forges", .description = "writes its description itself", .act = pass_and_follow);
