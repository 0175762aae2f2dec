// SPDX-License-Identifier: MIT
/* tests/bots/cheats/times.c - bots/basic.c that says at its first decision how fine the clocks are
 * that it can reach: the smallest step of each in nanoseconds, "0" for one that stands still and
 * "none" for one that cannot be read. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static const int64_t BILLION = 1000000000;

struct times {
    const struct skat_bot_host *host;
    bool old_page, said;
};

/* A clock: false if it cannot be read. `number` is the same for all of its readings. */
typedef bool reading(int number, int64_t *ns);

static bool of_timespec(bool ok, struct timespec time, int64_t *ns)
{
    *ns = time.tv_sec * BILLION + time.tv_nsec;
    return ok;
}

static bool by_library(int number, int64_t *ns)
{
    struct timespec time = {0};
    const bool ok = clock_gettime(number, &time) == 0;
    return of_timespec(ok, time, ns);
}

static bool by_kernel(int number, int64_t *ns)
{
    struct timespec time = {0};
    const bool ok = syscall(SYS_clock_gettime, number, &time) == 0;
    return of_timespec(ok, time, ns);
}

static bool of_day(struct timeval time, bool ok, int64_t *ns)
{
    *ns = time.tv_sec * BILLION + time.tv_usec * 1000;
    return ok;
}

static bool day_by_library(int number, int64_t *ns)
{
    struct timeval time = {0};
    const bool ok = gettimeofday(&time, NULL) == 0;
    (void)number;
    return of_day(time, ok, ns);
}

static bool day_by_kernel(int number, int64_t *ns)
{
    struct timeval time = {0};
    const bool ok = syscall(SYS_gettimeofday, &time, NULL) == 0;
    (void)number;
    return of_day(time, ok, ns);
}

/* The page at which old programs for x86-64 call the kernel for the time; not every kernel has it.
 */
static bool day_by_old_page(int number, int64_t *ns)
{
    struct timeval time = {0};
    bool ok = false;
    (void)number;
#ifdef __x86_64__
    int (*const function)(struct timeval *, void *) =
        (int (*)(struct timeval *, void *))UINT64_C(0xffffffffff600000); /* NOLINT */
    ok = function(&time, NULL) == 0;
#endif
    return of_day(time, ok, ns);
}

static bool of_processor(int number, int64_t *ns)
{
    const clock_t used = clock();
    (void)number;
    *ns = (int64_t)used * (BILLION / CLOCKS_PER_SEC);
    return used != (clock_t)-1;
}

/* When it has last printed. */
static bool by_file(int number, int64_t *ns)
{
    struct stat status;
    const bool ok = write(number, "", 1) >= 0 && fstat(number, &status) == 0;
    return of_timespec(ok, ok ? status.st_mtim : (struct timespec){0}, ns);
}

/* Many readings, for some steps of a clock of a hundredth of a second. */
static int64_t smallest_step(reading *read, int number)
{
    enum { READINGS = 2000, SECONDS_PART = 20 };
    struct timespec coarse;
    int64_t smallest = 0, before, now, end;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &coarse);
    end = coarse.tv_sec * BILLION + coarse.tv_nsec + BILLION / SECONDS_PART;
    if (!read(number, &before))
        return -1;
    do {
        for (int i = 0; i < READINGS; i++, before = now)
            if (read(number, &now) && now > before && (!smallest || now - before < smallest))
                smallest = now - before;
        clock_gettime(CLOCK_MONOTONIC_COARSE, &coarse);
    } while (coarse.tv_sec * BILLION + coarse.tv_nsec < end);
    return smallest;
}

static void say(const struct times *bot, const char *name, int number, reading *read)
{
    const int64_t step = smallest_step(read, number);
    char text[80];

    if (step < 0)
        snprintf(text, sizeof text, "step of %s %d: none", name, number);
    else
        snprintf(text, sizeof text, "step of %s %d: %" PRId64, name, number, step);
    bot->host->log(bot->host->context, text);
}

/* The number of a clock that counts the processor time of a process (clock_getcpuclockid(3)). */
static int clock_of(int process)
{
    enum { SCHEDULED = 2, KIND_BITS = 3 };
    return (int)((~(unsigned)process << KIND_BITS) | SCHEDULED);
}

static void say_all(const struct times *bot)
{
    static const int clocks[] = {CLOCK_REALTIME,         CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW,
                                 CLOCK_BOOTTIME,         CLOCK_TAI,       CLOCK_PROCESS_CPUTIME_ID,
                                 CLOCK_THREAD_CPUTIME_ID};

    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        say(bot, "clock_gettime", clocks[i], by_library);
        say(bot, "kernel", clocks[i], by_kernel);
    }
    say(bot, "gettimeofday", 0, day_by_library);
    say(bot, "gettimeofday, kernel", 0, day_by_kernel);
    if (bot->old_page)
        say(bot, "gettimeofday, old page", 0, day_by_old_page);
    say(bot, "clock", 0, of_processor);
    say(bot, "process", clock_of(0), by_kernel);
    say(bot, "another process", clock_of(1), by_kernel);
    say(bot, "file", STDERR_FILENO, by_file);
}

static void *create_times(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                          uint32_t count)
{
    struct times *bot = calloc(1, sizeof *bot);

    if (bot && count == 1)
        *bot = (struct times){.host = host, .old_page = settings[0].value != 0};
    return bot;
}

static void act_times(void *instance, const struct skat_bot_view *view,
                      const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct times *bot = instance;

    act(instance, view, decision, out);
    if (!bot->said)
        say_all(bot);
    bot->said = true;
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("old_page", "whether this kernel has it", 0),
};

TEST_BOT(.id = "times", .description = "says how fine clocks are", .flags = SKAT_BOT_USES_CLOCK,
         TEST_BOT_OPTIONS(options), .variants = SKAT_BOT_KNOWS_SKAT, .create = create_times,
         .destroy = free, .act = act_times);
