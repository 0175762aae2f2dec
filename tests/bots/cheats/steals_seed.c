// SPDX-License-Identifier: MIT
/* tests/bots/cheats/steals_seed.c - wants to know the seed, and with it all cards. While it is
 * examined its initialiser looks for the seed in the memory of its process, and describes the
 * module with what it has found as the default of an option: so that it is told it when it plays.
 */
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bots/bot.h"

#define DECISIONS (SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY)

/* The text of the config, if it is in the heap. */
static const char *find_seed(void)
{
    static const char key[] = {'"', 's', 'e', 'e', 'd', '"', ':', ' '};
    const char *end = sbrk(0);
    const char *at = memmem(end - mallinfo2().arena, mallinfo2().arena, key, sizeof key);

    return at ? at + sizeof key : NULL;
}

static int is_pipe(int descriptor)
{
    struct stat info;
    return fstat(descriptor, &info) == 0 && S_ISFIFO(info.st_mode);
}

__attribute__((constructor)) static void begin(void)
{
    enum { DESCRIPTORS = 32, NO_STANDARD = 3 };
    const char *seed = find_seed();
    char text[1000];
    int out = DESCRIPTORS;

    if (!seed)
        return;
    while (out >= NO_STANDARD && !is_pipe(out))
        out--;
    int length = snprintf(
        text, sizeof text,
        "+{\"id\": \"steals_seed\", \"version\": \"1\", \"author\": \"\", \"description\": \"\","
        " \"abi\": \"1.2\", \"flags\": [\"deterministic\"], \"decisions\": %llu, \"variants\": [],"
        " \"options\": [{\"name\": \"seed\", \"type\": \"text\", \"help\": \"\","
        " \"default\": \"%.*s\"}]}",
        (unsigned long long)DECISIONS, (int)strspn(seed, "0123456789"), seed);
    if (write(out, text, (size_t)length) == length)
        _exit(0);
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    const char *seed = settings[0].text;
    char text[200];

    snprintf(text, sizeof text, "the seed has %zu digits: %.100s", strlen(seed), seed);
    if (*seed)
        host->log(host->context, text);
    return create_stateless(host, settings, count);
}

static const struct skat_bot_option options[] = {
    TEXT_OPTION("seed", "is told by nobody", ""),
};

TEST_BOT(.id = "steals_seed", .version = "1", .description = "looks for the seed",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .decisions = DECISIONS,
         .create = create, .act = pass_and_follow);
