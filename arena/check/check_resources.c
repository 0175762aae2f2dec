// SPDX-License-Identifier: MIT
/* arena/check/check_resources.c - does it leak memory, descriptors, threads or processes?
 *
 * Plays deals with new instances for each deal, then with the same instances, and measures the
 * process after each round of deals, one at each table. Caches fill and tables are built when first
 * needed, so a bot may grow, but it must not keep growing at the same pace. */
#include <dirent.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/text.h"
#include "arena/check/check.h"
#include "arena/base/machine.h"

/* ---- what a process uses: in the child ---- */

/* AddressSanitizer's allocator replaces that of the C library, and provides this. */
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static uint64_t heap_bytes(void)
{
    if (__sanitizer_get_current_allocated_bytes)
        return __sanitizer_get_current_allocated_bytes();
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

uint64_t check_statm(int which)
{
    char text[200] = "";
    unsigned long long pages[2];

    if (lseek(CHECK_STATM, 0, SEEK_SET) != 0 || read(CHECK_STATM, text, sizeof text - 1) <= 0 ||
        sscanf(text, "%llu %llu", &pages[0], &pages[1]) != 2)
        return 0;
    return pages[which] * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* 0 if unknown or meaningless: a sanitizer keeps freed memory for a while. */
static uint64_t resident_bytes(bool isolated)
{
    char text[200];
    unsigned long long total, resident = 0;

    if (__sanitizer_get_current_allocated_bytes)
        return 0;
    if (isolated)
        return check_statm(1);
    if (sscanf(system_text("/proc/self/statm", text, sizeof text), "%llu %llu", &total,
               &resident) != 2)
        return 0;
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Folders with an entry for each descriptor and thread; opened before a bot can exhaust them. An
 * isolated child has none: it can start neither threads nor processes. */
struct gauges {
    bool isolated;
    DIR *descriptors, *threads;
};

/* Entries of a folder, without . and .. */
static uint64_t entries(DIR *folder)
{
    const struct dirent *entry;
    uint64_t count = 0;

    if (!folder)
        return 0;
    rewinddir(folder);
    while ((entry = readdir(folder)))
        count += entry->d_name[0] != '.';
    return count;
}

/* Descriptors of an isolated child, which cannot open the folder. */
static uint64_t descriptors_open(void)
{
    enum { NUMBERS = 32 }; /* the sandbox allows no greater ones */
    struct stat status;
    uint64_t count = 0;

    for (int number = 0; number < NUMBERS; number++)
        count += syscall(SYS_fstat, number, &status) == 0;
    return count;
}

/* Number of child processes, including those that ended but were not waited for. */
static uint64_t children(void)
{
    siginfo_t info;
    char path[64], text[1024];
    uint64_t count = 0;

    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
        return 0; /* there are none */
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    system_text(path, text, sizeof text);
    for (const char *at = text; *at; at++)
        count += *at == ' ';
    return count ? count : 1;
}

static struct check_usage usage_now(const struct gauges *gauges)
{
    return (struct check_usage){
        .heap = heap_bytes(),
        .resident = resident_bytes(gauges->isolated),
        .descriptors = gauges->isolated ? descriptors_open() : entries(gauges->descriptors),
        .threads = entries(gauges->threads),
        .children = gauges->isolated ? 0 : children(),
    };
}

static void take_sample(struct check_samples *samples, const struct gauges *gauges)
{
    if (samples->count < CHECK_SAMPLES_MAX)
        samples->usage[samples->count++] = usage_now(gauges);
}

/* ---- the job ---- */

static void play_round(struct check *check, bool anew)
{
    for (int i = 0; i < check->box->tables_count; i++) {
        struct check_table *table = &check->box->tables[i];
        check_play_deal(check, table);
        if (anew)
            check_dismiss_all(check, table);
    }
}

static void play_rounds(struct check *check, const struct gauges *gauges,
                        struct check_samples *samples, bool anew)
{
    int64_t rounds = check->deals < CHECK_SAMPLES_MAX ? check->deals : CHECK_SAMPLES_MAX;

    check->box->began = clock_ns(CLOCK_MONOTONIC);
    for (int64_t i = 0; i < rounds && !check_time_is_up(check); i++) {
        play_round(check, anew);
        take_sample(samples, gauges);
    }
}

/* Creates all instances of a table. */
static void make_instances(struct check *check, struct check_table *table)
{
    for (int who = 0; who < CHECK_WHO; who++)
        for (int seat = 0; seat < table->rules->rules.seats; seat++)
            check_player(check, table, (enum check_who)who, seat);
}

static void use_and_give_back(void *context)
{
    struct check *check = context;
    struct check_box *box = check->box;

    check_load(check);
    check_lay_tables(check);
    const struct gauges gauges = {
        .isolated = check->isolated,
        .descriptors = check->isolated ? NULL : opendir("/proc/self/fd"),
        .threads = check->isolated ? NULL : opendir("/proc/self/task"),
    };
    for (int i = 0; i < box->tables_count; i++)
        box->tables[i].transcript = NULL; /* its pages would look like growth */
    box->before = usage_now(&gauges);
    play_rounds(check, &gauges, &box->made, true);
    for (int i = 0; i < box->tables_count; i++)
        make_instances(check, &box->tables[i]); /* a later one would look like growth, too */
    play_rounds(check, &gauges, &box->kept, false);
    check_dismiss_tables(check);
    box->after = usage_now(&gauges);
}

/* ---- judging ---- */

enum { KILOBYTE = 1024, THIRDS = 3 };

static const struct resource {
    const char *name, *unit;
    size_t offset;    /* in struct check_usage */
    double tolerance; /* ignored growth from one third of the samples to the next */
} resources[] = {
    {"heap", " bytes", offsetof(struct check_usage, heap), 4.0 * KILOBYTE},
    {"resident memory", " bytes", offsetof(struct check_usage, resident), 1024.0 * KILOBYTE},
    {"descriptors", "", offsetof(struct check_usage, descriptors), 0.5},
    {"threads", "", offsetof(struct check_usage, threads), 0.5},
    {"child processes", "", offsetof(struct check_usage, children), 0.5},
};
enum { RESOURCES = sizeof resources / sizeof *resources, FIRST_COUNTED = 2 };

static double value_of(const struct check_usage *usage, const struct resource *resource)
{
    return (double)*(const uint64_t *)(const void *)((const char *)usage + resource->offset);
}

static double mean_of_third(const struct check_samples *samples, const struct resource *resource,
                            uint32_t third)
{
    uint32_t from = samples->count * third / THIRDS, to = samples->count * (third + 1) / THIRDS;
    double sum = 0;

    for (uint32_t i = from; i < to; i++)
        sum += value_of(&samples->usage[i], resource);
    return sum / (to - from);
}

/* Growth from the first to the last third, if it never stopped; else 0. */
static double growth(const struct check_samples *samples, const struct resource *resource)
{
    double thirds[THIRDS];

    if (samples->count < THIRDS)
        return 0;
    for (uint32_t i = 0; i < THIRDS; i++)
        thirds[i] = mean_of_third(samples, resource, i);
    double early = thirds[1] - thirds[0], late = thirds[2] - thirds[1];
    return early > resource->tolerance && late > resource->tolerance && late > early / 3
               ? early + late
               : 0;
}

/* The first of some resources that grows, or NULL. */
static const struct resource *growing(const struct check_samples *samples, int from, int to)
{
    for (int i = from; i < to; i++)
        if (growth(samples, &resources[i]) > 0)
            return &resources[i];
    return NULL;
}

/* Adds a failure line when one of these resources grows. */
static bool check_growth(struct check *check, const char *what, int from, int to)
{
    const struct {
        const struct check_samples *samples;
        const char *how;
    } series[] = {{&check->box->made, "new instances for each deal"},
                  {&check->box->kept, "the same instances"}};

    for (int i = 0; i < 2; i++) {
        const struct resource *resource = growing(series[i].samples, from, to);
        if (!resource)
            continue;
        check_add(
            &check->report, CHECK_FAIL, what, NULL,
            "%s kept growing, by %.0f%s from the first to the last third of %u deals, with %s",
            resource->name, growth(series[i].samples, resource), resource->unit,
            series[i].samples->count * (uint32_t)check->box->tables_count, series[i].how);
        return false;
    }
    return true;
}

static void check_memory(struct check *check)
{
    const struct check_box *box = check->box;
    uint32_t rounds = box->made.count < box->kept.count ? box->made.count : box->kept.count;
    enum { ROUNDS_LEAST = 9 };

    if (rounds < ROUNDS_LEAST)
        check_add(&check->report, CHECK_SKIP, "memory", NULL,
                  "only %u round%s of deals could be played: too few to tell", rounds,
                  text_plural(rounds));
    else if (check_growth(check, "memory", 0, FIRST_COUNTED))
        check_add(&check->report, CHECK_OK, "memory", NULL,
                  "does not grow: %llu deals, a table of new instances for half of them",
                  (unsigned long long)box->deals);
}

/* Descriptors, threads and processes when all instances are gone. */
static void check_left_over(struct check *check)
{
    static const char WHAT[] = "left over";
    const struct check_usage *before = &check->box->before, *after = &check->box->after;

    if (!check_growth(check, WHAT, FIRST_COUNTED, RESOURCES))
        return;
    if (after->descriptors < before->descriptors)
        check_add(&check->report, CHECK_FAIL, WHAT, NULL,
                  "closed %llu descriptors that are not its own",
                  (unsigned long long)(before->descriptors - after->descriptors));
    else if (after->children > before->children || after->threads > before->threads ||
             after->descriptors > before->descriptors)
        check_add(&check->report, CHECK_WARN, WHAT, NULL,
                  "when all instances are destroyed: %d descriptors, %d threads, %d processes",
                  (int)(after->descriptors - before->descriptors),
                  (int)(after->threads - before->threads),
                  (int)(after->children - before->children));
    else
        check_add(&check->report, CHECK_OK, WHAT, NULL,
                  "no descriptors, threads or processes when all instances are destroyed");
}

void check_resources(struct check *check)
{
    if (!check_any_rules_left(check)) {
        check_add(&check->report, CHECK_SKIP, "memory", NULL, "%s", check_nothing_left);
        check_add(&check->report, CHECK_SKIP, "left over", NULL, "%s", check_nothing_left);
    } else if (check_job(check, "memory", use_and_give_back)) {
        check_memory(check);
        check_left_over(check);
    }
}
