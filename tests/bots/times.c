// SPDX-License-Identifier: MIT
/* tests/bots/times.c - bots/basic.c that says at its first decision how fine the clocks are
 * that it can reach: the smallest step of each in nanoseconds, "0" for one that stands still and
 * "none" for one that cannot be read. With `sleeps` it says instead what the clocks show, and how
 * far they go on while it sleeps or waits. */
#include <errno.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

static const int64_t BILLION = 1000000000;

struct times {
    const struct skat_bot_host *host;
    bool sleeps, said;
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
    enum { READINGS = 2000, SECONDS_PART = 100 };
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
    say(bot, "clock", 0, of_processor);
    say(bot, "process", clock_of(0), by_kernel);
    say(bot, "another process", clock_of(1), by_kernel);
    say(bot, "file", STDERR_FILENO, by_file);
}

/* ---- what they show, and sleeping ---- */

static void say_number(const struct times *bot, const char *what, int64_t number)
{
    char text[80];

    snprintf(text, sizeof text, "%s: %" PRId64, what, number);
    bot->host->log(bot->host->context, text);
}

static int64_t read_ns(reading *read, int number)
{
    int64_t ns = 0;
    read(number, &ns);
    return ns;
}

static const struct timespec a_minute = {.tv_sec = 60};

static int sleep_a_minute(void) { return nanosleep(&a_minute, NULL); }

static int sleep_until_a_minute_later(void)
{
    struct timespec moment;

    clock_gettime(CLOCK_REALTIME, &moment);
    moment.tv_sec += a_minute.tv_sec;
    return clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, NULL);
}

static int wait_a_minute_for_a_word(void)
{
    static const uint32_t word = 1;
    const long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, word, &a_minute, NULL, 0);
    return result == -1 && errno == ETIMEDOUT ? 0 : 1;
}

static int wait_for_a_word_until_a_minute_later(void)
{
    static const uint32_t word = 1;
    struct timespec moment;

    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += a_minute.tv_sec;
    const long result = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, word, &moment, NULL,
                                FUTEX_BITSET_MATCH_ANY);
    return result == -1 && errno == ETIMEDOUT ? 0 : 1;
}

/* Says how many seconds it takes by the clock, or -1 if it fails. */
static void say_sleep(const struct times *bot, const char *what, int (*sleep)(void))
{
    const int64_t before = read_ns(by_kernel, CLOCK_MONOTONIC);
    const int result = sleep();
    const int64_t passed = read_ns(by_kernel, CLOCK_MONOTONIC) - before;

    say_number(bot, what, result == 0 ? passed / BILLION : -1);
}

static void say_sleeps(const struct times *bot)
{
    struct tms used;

    say_number(bot, "seconds of its life", read_ns(by_library, CLOCK_MONOTONIC) / BILLION);
    say_number(bot, "seconds of its life by times()", times(&used) / sysconf(_SC_CLK_TCK));
    say_number(bot, "the date", time(NULL));
    say_sleep(bot, "a minute's sleep", sleep_a_minute);
    say_sleep(bot, "sleep until then", sleep_until_a_minute_later);
    say_sleep(bot, "a minute's waiting", wait_a_minute_for_a_word);
    say_sleep(bot, "waiting until then", wait_for_a_word_until_a_minute_later);
}

static void *create_times(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                          uint32_t count)
{
    struct times *bot = calloc(1, sizeof *bot);

    if (bot && count == 1)
        *bot = (struct times){.host = host, .sleeps = settings[0].value != 0};
    return bot;
}

static void act_times(void *instance, const struct skat_bot_view *view,
                      const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct times *bot = instance;

    act(instance, view, decision, out);
    if (!bot->said && bot->sleeps)
        say_sleeps(bot);
    if (!bot->said && !bot->sleeps)
        say_all(bot);
    bot->said = true;
}

static const struct skat_bot_option options[] = {
    BOOL_OPTION("sleeps", "says what clocks show, and sleeps, instead", 0),
};

TEST_BOT(.id = "times", .description = "says how fine clocks are", .flags = SKAT_BOT_USES_CLOCK,
         TEST_BOT_OPTIONS(options), .variants = SKAT_BOT_KNOWS_SKAT, .create = create_times,
         .destroy = free, .act = act_times);
