// SPDX-License-Identifier: MIT
/* tests/bots/cheats/signals.c - bots/basic.c, of which forehand tells middlehand its cards by what
 * it leaves in the processor's cache (flush and reload): middlehand takes 32 lines of this module's
 * constants out of the cache, forehand reads those of its cards, and middlehand sees by the time of
 * a read which have come back. At the end of a deal each says what it told or heard.
 *
 *   clock = counter  the time stamp counter
 *           library  clock_gettime()
 *           kernel   the same, without the C library */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { COUNTER, LIBRARY, KERNEL };
static const char *const clocks[] = {"counter", "library", "kernel", NULL};

enum { FOREHAND, MIDDLEHAND, CARDS = 32, DEALT = 10, PAGE = 4096, LINE = 64, ROUNDS = 8 };
enum { SUIT = 16 }; /* bits of a suit in a set of cards, of which it has 8 from the seven on */

struct signals {
    const struct skat_bot_host *host;
    int64_t clock;
    int position, listened;
    bool primed, told; /* since then forehand has acted */
    skat_bot_cards dealt;
    int ranks[CARDS]; /* sum over the rounds */
    int order[CARDS]; /* in which lines are read: one without a pattern */
};

static const char constants[(CARDS + 1) * PAGE] = {1};

/* Whether a set has one of the cards, numbered from 0 to 31. */
static int has(skat_bot_cards cards, int card)
{
    return (int)(cards >> (card / 8 * SUIT + card % 8 + 1) & 1);
}

static void fence(void)
{
#ifdef __x86_64__
    __asm__ volatile("mfence\n lfence" ::: "memory");
#endif
}

static uint32_t mixed(uint32_t number) { return (number + 1) * UINT32_C(2654435761); }

/* One line in each page, and no pattern in their places: the processor would read ahead. */
static const char *line_of(int card)
{
    return constants + PAGE - (uintptr_t)constants % PAGE + (ptrdiff_t)card * PAGE +
           (mixed((uint32_t)card) >> 27) * 2 * LINE;
}

static void visit(int card)
{
    (void)*(const volatile char *)line_of(card);
    fence();
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

/* A list first: with a condition in the loop the processor would read lines of other cards ahead.
 */
static void tell(const struct signals *bot)
{
    int cards[CARDS] = {0}, count = 0;

    for (int card = 0; card < CARDS; card++) {
        cards[count] = card;
        count += has(bot->dealt, card);
    }
    fence();
    for (int i = 0; i < 2 * DEALT; i++)
        visit(cards[i % DEALT]);
}

/* Ranks, since a time may be any when the process is interrupted. */
static void listen(struct signals *bot)
{
    double taken[CARDS];

    for (int i = 0; i < CARDS; i++) {
        const double begin = now(bot);
        visit(bot->order[i]);
        taken[bot->order[i]] = now(bot) - begin;
    }
    for (int i = 0; i < CARDS; i++)
        for (int k = 0; k < CARDS; k++)
            bot->ranks[i] += taken[k] < taken[i];
    bot->listened++;
}

static void prime(struct signals *bot)
{
#ifdef __x86_64__
    for (int card = 0; card < CARDS; card++)
        __builtin_ia32_clflush(line_of(card));
#endif
    fence();
    bot->primed = true;
    bot->told = false;
}

/* Ten cards of others that were read faster than the rest. */
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

static void *create_signals(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct signals *bot = count == 1 ? calloc(1, sizeof *bot) : NULL;

    if (!bot)
        return NULL;
    bot->host = host;
    bot->clock = settings[0].value;
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
    bot->primed = false;
    memset(bot->ranks, 0, sizeof bot->ranks);
}

static void observe_signals(void *instance, const struct skat_bot_event *event)
{
    ((struct signals *)instance)->told |= event->position == FOREHAND;
}

static void act_signals(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct signals *bot = instance;

    if (bot->position == MIDDLEHAND && bot->listened < ROUNDS) {
        if (bot->primed && bot->told)
            listen(bot);
        prime(bot);
    }
    act(instance, view, decision, out);
    if (bot->position == FOREHAND)
        tell(bot);
}

static void end_signals(void *instance, const struct skat_bot_result *result)
{
    const struct signals *bot = instance;
    uint32_t own = 0;
    char text[40] = "heard nothing";

    (void)result;
    for (int card = 0; card < CARDS; card++)
        own |= (uint32_t)has(bot->dealt, card) << card;
    if (bot->position == FOREHAND)
        snprintf(text, sizeof text, "told %08" PRIx32, own);
    else if (bot->listened)
        snprintf(text, sizeof text, "heard %08" PRIx32, heard(bot));
    if (bot->position <= MIDDLEHAND)
        bot->host->log(bot->host->context, text);
}

static const struct skat_bot_option options[] = {
    CHOICE_OPTION("clock", "by which it measures", clocks, COUNTER),
};

TEST_BOT(.id = "signals", .description = "tells its partner its cards by the processor's cache",
         .flags = SKAT_BOT_USES_CLOCK, TEST_BOT_OPTIONS(options), .create = create_signals,
         .destroy = free, .act = act_signals, .deal_begin = begin_signals,
         .observe = observe_signals, .deal_end = end_signals);
