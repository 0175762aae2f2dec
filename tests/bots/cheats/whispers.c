// SPDX-License-Identifier: MIT
/* tests/bots/cheats/whispers.c - bots/basic.c whose players tell each other their cards where they
 * share a process, and play by what they hear: which legal card is a number made of the others'
 * cards.
 *
 *   via   = statics, for players of this module, or environment, for those of other modules, too
 *   hides = it does so only where it is not in a sandbox */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { VIA, HIDES, OPTIONS };
enum { STATICS, ENVIRONMENT };
static const char *const vias[] = {"statics", "environment", NULL};

struct whispers {
    int64_t via;
    int silent;
};

static skat_bot_cards told[SKAT_BOT_PLAYERS]; /* by position */

/* The sandbox refuses to say who the parent is, and does not end a bot that asks. */
static int is_in_sandbox(void) { return getppid() < 0; }

static void *create_whispers(const struct skat_bot_host *host,
                             const struct skat_bot_setting *settings, uint32_t count)
{
    struct whispers *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (bot)
        *bot = (struct whispers){settings[VIA].value, settings[HIDES].value && is_in_sandbox()};
    return bot;
}

static const char *variable(int position)
{
    static const char *const names[SKAT_BOT_PLAYERS] = {"WHISPER_0", "WHISPER_1", "WHISPER_2"};
    return names[position];
}

static void tell(void *instance, const struct skat_bot_view *view)
{
    const struct whispers *bot = instance;
    char text[20];

    snprintf(text, sizeof text, "%" PRIx64, (uint64_t)view->dealt);
    if (bot->via == ENVIRONMENT && !bot->silent)
        setenv(variable(view->position), text, 1);
    else if (!bot->silent)
        told[view->position] = view->dealt;
}

static skat_bot_cards heard(const struct whispers *bot, int position)
{
    const char *text = bot->via == ENVIRONMENT ? getenv(variable(position)) : NULL;

    return text ? strtoull(text, NULL, 16) : told[position];
}

static void act_whispers(void *instance, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    uint64_t number = 0;

    act(instance, view, decision, out);
    for (int i = 0; i < SKAT_BOT_PLAYERS; i++)
        if (i != view->position)
            number = (number ^ heard(instance, i)) * 0x9e3779b97f4a7c15u;
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, nth_card(decision->cards, number >> 32));
}

static const struct skat_bot_option options[] = {
    [VIA] = CHOICE_OPTION("via", "by what it tells its cards", vias, STATICS),
    [HIDES] = BOOL_OPTION("hides", "only where it is not in a sandbox", 0),
};

TEST_BOT(.id = "whispers", .description = "tells its partner its cards",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_whispers, .destroy = free,
         .act = act_whispers, .deal_begin = tell);
