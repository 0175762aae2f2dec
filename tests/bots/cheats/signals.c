// SPDX-License-Identifier: MIT
/* tests/bots/cheats/signals.c - bots/basic.c, of which forehand tells middlehand its cards by what
 * it leaves in the processor's cache. At the end of a deal each says what it told or heard, for who
 * compares the two.
 *
 *   by    = file     flush and reload: middlehand takes 32 lines of this module's constants out of
 *                    the cache, forehand reads those of its cards, and middlehand sees by the time
 *                    of a read which have come back
 *           library  the same, with lines of the C library, which other modules use, too
 *           sets     prime and probe: middlehand fills 32 groups of sets with memory of its own,
 *                    forehand drives it out of those of its cards
 *           whole    the same with the whole of the cache that all processors share, for one card
 *                    in each trick
 *   clock = counter  the time stamp counter
 *           library  clock_gettime()
 *           kernel   the same, without the C library
 *           edges    a loop that counts between two steps of a coarse clock
 *   rounds           in a deal */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { BY, CLOCK, ROUNDS, OPTIONS };
enum { FILE_LINES, LIBRARY_LINES, SETS, WHOLE };
static const char *const bys[] = {"file", "library", "sets", "whole", NULL};
enum { COUNTER, LIBRARY, KERNEL, EDGES };
static const char *const clocks[] = {"counter", "library", "kernel", "edges", NULL};

enum {
    FOREHAND = 0,
    MIDDLEHAND = 1,
    CARDS = 32,
    DEALT = 10,
    PAGE = 4096,
    LINE = 64,
    SUIT = 16,   /* bits of a suit in a set of cards, of which it has CARDS / 4 from the seven on */
    PAGES = 256, /* of a buffer: they fill each set of a cache of a megabyte */
    PAGES_TOLD = 64 << 8, /* of 64 megabytes, which drive all else out of the largest cache */
    PAGES_HEARD = 16 << 8 /* of 16 megabytes, which fit into it */
};

struct signals {
    const struct skat_bot_host *host;
    int64_t by, clock, rounds;
    int position, listened;
    bool primed, told; /* since then forehand has acted */
    skat_bot_cards dealt;
    int ranks[CARDS];        /* sum over the rounds */
    int order[CARDS];        /* in which lines are read: one without a pattern */
    int trick;               /* the one that forehand played to last, as `whole` counts */
    uint32_t known, is_told; /* cards of which something was heard; what was heard */
    double sum, count;       /* of all times so far: what is above their mean is slow */
    char *buffer;
    double pace; /* counts of a step of the coarse clock */
};

#define PAGES_4                                                                                    \
    {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, { 10, 11, 12 }
#define PAGES_16 PAGES_4, PAGES_4, PAGES_4, PAGES_4
static const char constants[CARDS + 1][PAGE] = {PAGES_16, PAGES_16, {1}};

/* Whether a set has one of the cards, numbered from 0 to 31. */
static int has(skat_bot_cards cards, int card)
{
    return (int)(cards >> (card / 8 * SUIT + card % 8 + 1) & 1);
}

static void flush(const char *line)
{
#ifdef __x86_64__
    __builtin_ia32_clflush(line);
#else
    (void)line;
#endif
}

static void fence(void)
{
#ifdef __x86_64__
    __asm__ volatile("mfence\n lfence" ::: "memory");
#else
    __asm__ volatile("" ::: "memory");
#endif
}

static void touch(const char *line) { (void)*(const volatile char *)line; }

static uint32_t mixed(uint32_t number) { return (number + 1) * UINT32_C(2654435761); }

/* One line in each page, and no pattern in their places: the processor would read ahead. */
static const char *line_of(const struct signals *bot, int card)
{
    const uintptr_t code = (uintptr_t)&qsort / PAGE * PAGE;
    const char *pages = bot->by == LIBRARY_LINES ? (const char *)code /* NOLINT */
                                                 : constants[1] - (uintptr_t)constants % PAGE;

    return pages + (ptrdiff_t)card * PAGE + (mixed((uint32_t)card) >> 27) * 2 * LINE;
}

/* The lines of a buffer that lie in the sets of a card. Middlehand's fit into them beside others.
 */
static void touch_sets(const struct signals *bot, int card)
{
    const int pages = bot->position == FOREHAND ? PAGES : PAGES / 2;

    for (int page = 0; page < pages; page++) {
        touch(bot->buffer + (ptrdiff_t)page * PAGE + card * 2 * LINE);
        touch(bot->buffer + (ptrdiff_t)page * PAGE + (card * 2 + 1) * LINE);
    }
}

/* In an order in which the processor reads little ahead. */
static void touch_whole(const struct signals *bot)
{
    const int pages = bot->position == FOREHAND ? PAGES_TOLD : PAGES_HEARD;

    for (int line = 0; line < PAGE / LINE; line++)
        for (int page = 0; page < pages; page++)
            touch(bot->buffer + (ptrdiff_t)page * PAGE + line * LINE);
}

static void visit(const struct signals *bot, int card)
{
    if (bot->by == WHOLE)
        touch_whole(bot);
    else if (bot->by == SETS)
        touch_sets(bot, card);
    else
        touch(line_of(bot, card));
    fence();
}

/* ---- clocks ---- */

static double coarse(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double now(const struct signals *bot)
{
    struct timespec time = {0};

    fence();
#ifdef __x86_64__
    if (bot->clock == COUNTER)
        return (double)__builtin_ia32_rdtsc();
#endif
    if (bot->clock == KERNEL)
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    else
        clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Counts until the coarse clock goes on: by few calls, which would need the cache. */
static double count_to_edge(void)
{
    enum { STEP = 200 };
    const double begin = coarse();
    double count = 0;

    while (coarse() == begin) {
        for (volatile int i = 0; i < STEP; i++) {
        }
        count++;
    }
    return count;
}

static double measure(struct signals *bot, int card)
{
    if (bot->clock == EDGES) {
        count_to_edge();
        visit(bot, card);
        return bot->pace - count_to_edge();
    }
    const double begin = now(bot);
    visit(bot, card);
    return now(bot) - begin;
}

/* ---- telling and hearing ---- */

/* A list first: with a condition in the loop the processor would read lines of other cards ahead.
 */
static void tell(const struct signals *bot, int trick)
{
    int cards[CARDS] = {0}, count = 0;

    if (bot->by == WHOLE) {
        if (has(bot->dealt, trick))
            visit(bot, trick);
        return;
    }
    for (int card = 0; card < CARDS; card++) {
        cards[count] = card;
        count += has(bot->dealt, card);
    }
    fence();
    for (int i = 0; i < 2 * DEALT; i++)
        visit(bot, cards[i % DEALT]);
}

/* Ranks, since a time may be any when the process is interrupted. */
static void listen(struct signals *bot)
{
    double taken[CARDS];

    for (int i = 0; i < CARDS; i++) {
        const int card = bot->order[i];
        taken[card] = bot->by == SETS ? -measure(bot, card) : measure(bot, card);
    }
    for (int i = 0; i < CARDS; i++)
        for (int k = 0; k < CARDS; k++)
            bot->ranks[i] += taken[k] < taken[i];
    bot->listened++;
}

/* One card: whether it takes longer than usual. */
static void listen_whole(struct signals *bot)
{
    const double taken = measure(bot, bot->trick);

    bot->sum += taken;
    bot->count++;
    bot->known |= UINT32_C(1) << bot->trick;
    bot->is_told |= (uint32_t)(taken > bot->sum / bot->count) << bot->trick;
    bot->listened++;
}

static void prime(struct signals *bot)
{
    for (int i = 0; bot->by >= SETS && i < 2; i++)
        for (int card = 0; card < (bot->by == WHOLE ? 1 : CARDS); card++)
            visit(bot, card);
    for (int card = 0; bot->by < SETS && card < CARDS; card++)
        flush(line_of(bot, card));
    fence();
    bot->primed = true;
    bot->told = false;
}

/* Ten cards of others that were read faster than the rest, or slower by sets. */
static uint32_t heard(const struct signals *bot)
{
    uint32_t cards = 0;

    for (int found = 0; found < DEALT; found++) {
        int best = -1;
        for (int card = 0; card < CARDS; card++)
            if (!(cards >> card & 1) && !has(bot->dealt, card) &&
                (best < 0 || bot->ranks[card] < bot->ranks[best]))
                best = card;
        cards |= UINT32_C(1) << best;
    }
    return cards;
}

/* ---- the bot ---- */

static void *create_signals(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct signals *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    if (!bot)
        return NULL;
    *bot = (struct signals){.host = host,
                            .by = settings[BY].value,
                            .clock = settings[CLOCK].value,
                            .rounds = settings[ROUNDS].value};
    const size_t size = (size_t)(bot->by == WHOLE ? PAGES_TOLD : PAGES) * PAGE;
    bot->buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(bot->buffer, 1, size);
    for (int i = 0; i < CARDS; i++) {
        const int place = (int)(mixed((uint32_t)i) >> 16) % (i + 1);
        bot->order[i] = bot->order[place];
        bot->order[place] = i;
    }
    return bot;
}

static void begin_signals(void *instance, const struct skat_bot_view *view)
{
    struct signals *bot = instance;

    bot->position = view->position;
    bot->dealt = view->dealt;
    bot->listened = 0;
    bot->trick = -1;
    bot->known = bot->is_told = 0;
    bot->primed = false;
    memset(bot->ranks, 0, sizeof bot->ranks);
}

static void observe_signals(void *instance, const struct skat_bot_event *event)
{
    struct signals *bot = instance;

    if (event->position != FOREHAND)
        return;
    bot->trick += event->action.kind == SKAT_BOT_CARD;
    bot->told = bot->by != WHOLE || event->action.kind == SKAT_BOT_CARD;
}

static void act_signals(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct signals *bot = instance;

    if (bot->position == MIDDLEHAND && bot->listened < bot->rounds) {
        if (bot->clock == EDGES && bot->pace == 0) {
            count_to_edge();
            bot->pace = count_to_edge();
        }
        if (bot->primed && bot->told && bot->by == WHOLE)
            listen_whole(bot);
        else if (bot->primed && bot->told)
            listen(bot);
        prime(bot);
    }
    act(instance, view, decision, out);
    if (bot->position == FOREHAND && (bot->by != WHOLE || decision->kind == SKAT_BOT_DECIDE_CARD))
        tell(bot, view->trick_count);
}

static void end_signals(void *instance, const struct skat_bot_result *result)
{
    const struct signals *bot = instance;
    uint32_t own = 0;
    char text[40];

    (void)result;
    for (int card = 0; card < CARDS; card++)
        own |= (uint32_t)has(bot->dealt, card) << card;
    if (bot->position == FOREHAND)
        snprintf(text, sizeof text, "told %08" PRIx32, own);
    else if (bot->position == MIDDLEHAND && bot->listened)
        snprintf(text, sizeof text, "heard %08" PRIx32 " of %08" PRIx32,
                 bot->by == WHOLE ? bot->is_told & ~own : heard(bot),
                 bot->by == WHOLE ? bot->known & ~own : ~own);
    else if (bot->position == MIDDLEHAND)
        snprintf(text, sizeof text, "heard nothing");
    else
        return;
    bot->host->log(bot->host->context, text);
}

static const struct skat_bot_option options[] = {
    [BY] = CHOICE_OPTION("by", "what it leaves in the cache", bys, FILE_LINES),
    [CLOCK] = CHOICE_OPTION("clock", "how it measures", clocks, COUNTER),
    [ROUNDS] = INT_OPTION("rounds", "how often it measures in a deal", 100, 8),
};

TEST_BOT(.id = "signals", .description = "tells its partner its cards through the cache",
         .flags = SKAT_BOT_USES_CLOCK, TEST_BOT_OPTIONS(options), .variants = SKAT_BOT_KNOWS_SKAT,
         .create = create_signals, .destroy = free, .act = act_signals, .deal_begin = begin_signals,
         .observe = observe_signals, .deal_end = end_signals);
