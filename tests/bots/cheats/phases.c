// SPDX-License-Identifier: MIT
/* tests/bots/cheats/phases.c - bots/basic.c that keeps a hand in no memory at all: at the end of a
 * deal it sleeps until the phase of a clock stands for the hand that it had, and at the beginning
 * of the next one, perhaps in another process, it looks at the clock. If that stands for the hand
 * that it has now, it plays its last legal card instead of the first. It says how much time has
 * passed since its last deal. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { SLOT_MS = 16, SLOTS = 64, PERIOD_MS = SLOT_MS * SLOTS };

struct phasing_bot {
    const struct skat_bot_host *host;
    int64_t ended_ms; /* its last deal; 0: none yet */
    unsigned hand;
    bool knows;
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static unsigned slot_of(skat_bot_cards hand)
{
    return (unsigned)(hand * 0x9e3779b97f4a7c15u >> 58) % SLOTS;
}

/* Into the slot, but not to its edges, since the next deal does not begin at once. */
static void sleep_into(unsigned slot)
{
    const int64_t at = now_ms() % PERIOD_MS, wanted = (int64_t)slot * SLOT_MS + SLOT_MS / 4,
                  left = (wanted - at + PERIOD_MS) % PERIOD_MS;
    const struct timespec sleep = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};

    nanosleep(&sleep, NULL);
}

static void *create_phasing(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct phasing_bot *bot = calloc(1, sizeof *bot);

    (void)settings, (void)count;
    if (bot)
        bot->host = host;
    return bot;
}

static void say_pause(const struct phasing_bot *bot)
{
    char text[60];

    snprintf(text, sizeof text, "%" PRId64 " ms since its last deal", now_ms() - bot->ended_ms);
    bot->host->log(bot->host->context, text);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct phasing_bot *bot = instance;

    bot->hand = slot_of(view->dealt);
    bot->knows = now_ms() % PERIOD_MS / SLOT_MS == bot->hand;
    if (bot->ended_ms)
        say_pause(bot);
}

static void act_phasing(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct phasing_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && bot->knows)
        skat_bot_play(out, nth_card(decision->cards, UINT32_MAX));
}

static void deal_end(void *instance, const struct skat_bot_result *result)
{
    struct phasing_bot *bot = instance;

    (void)result;
    sleep_into(bot->hand);
    bot->ended_ms = now_ms();
}

TEST_BOT(.id = "phases", .description = "knows a hand again by the phase of a clock",
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_phasing, .destroy = free,
         .act = act_phasing, .deal_begin = deal_begin, .deal_end = deal_end);
