// SPDX-License-Identifier: MIT
/* tests/bots/cheats/spoils.c - overwrites all memory that its worker shares, in its first deal
 * there (with `once`, in its third), and plays on as if nothing had been. In the first, because the
 * games that a new worker plays again are then spoilt again, however few a unit has on a slow
 * machine. Only a bot in a worker can do that; with isolation there is nothing to find.
 *
 *   with = the byte, or "random"; "thread" overwrites nothing, but a thread crashes between calls
 *   then = what it does next: play on, crash, or never return
 *   once = the key of a message queue, in hexadecimal: if it is there, the bot does nothing; else
 *          it makes it first. (A file would do, if workers could make files.) */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/msg.h>
#include <unistd.h>

#include "tests/bots/bot.h"

static const char *const withs[] = {"0x00", "0x01", "0x55", "0xff", "random", "thread", NULL};
enum with { WITH_00, WITH_01, WITH_55, WITH_FF, WITH_RANDOM, WITH_THREAD };
static const int bytes[] = {0x00, 0x01, 0x55, 0xff};
static const char *const thens[] = {"play", "crash", "loop", NULL};
enum then { THEN_PLAY, THEN_CRASH, THEN_LOOP };
enum { OPTION_WITH, OPTION_THEN, OPTION_ONCE, OPTIONS };

struct spoiler {
    enum with with;
    enum then then;
    const char *once;
    int deals;
};

static void *crash_soon(void *nothing)
{
    usleep(20000);
    abort();
    return nothing;
}

static void fill(char *begin, size_t size, enum with with)
{
    unsigned seed = 4711;

    if (with != WITH_RANDOM) {
        memset(begin, bytes[with], size);
        return;
    }
    for (size_t i = 0; i < size; i++)
        begin[i] = (char)rand_r(&seed);
}

/* All mappings that are writable and shared; a part of each, since they are large. */
static void fill_shared(enum with with)
{
    enum { MOST = 1 << 20 };
    FILE *maps = fopen("/proc/self/maps", "r");
    unsigned long begin, end;
    char line[500], mode[5];

    while (maps && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx %4s", &begin, &end, mode) == 3 && strcmp(mode, "rw-s") == 0)
            fill((char *)begin, end - begin < MOST ? end - begin : MOST, with);
    if (maps)
        fclose(maps);
}

static void spoil(const struct spoiler *bot)
{
    pthread_t thread;

    const key_t queue = (key_t)strtoul(bot->once, NULL, 16);

    if (*bot->once && msgget(queue, IPC_CREAT | IPC_EXCL | 0600) < 0)
        return;
    if (bot->with == WITH_THREAD)
        pthread_create(&thread, NULL, crash_soon, NULL);
    else
        fill_shared(bot->with);
    if (bot->then == THEN_CRASH)
        abort();
    while (bot->then == THEN_LOOP)
        sleep(1);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct spoiler *bot = instance;

    (void)view;
    if (++bot->deals == (*bot->once ? 3 : 1))
        spoil(bot);
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct spoiler *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (!bot)
        return NULL;
    bot->with = (enum with)settings[OPTION_WITH].value;
    bot->then = (enum then)settings[OPTION_THEN].value;
    bot->once = settings[OPTION_ONCE].text;
    return bot;
}

static const struct skat_bot_option options[] = {
    [OPTION_WITH] = CHOICE_OPTION("with", "what it writes", withs, WITH_00),
    [OPTION_THEN] = CHOICE_OPTION("then", "what it does next", thens, THEN_PLAY),
    [OPTION_ONCE] = TEXT_OPTION("once", "a file that it makes the first time", ""),
};

TEST_BOT(.id = "spoils", .description = "overwrites the memory of its worker",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create,
         .destroy = free, .act = pass_and_follow, .deal_begin = deal_begin);
