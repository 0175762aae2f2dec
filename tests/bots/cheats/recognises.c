// SPDX-License-Identifier: MIT
/* tests/bots/cheats/recognises.c - bots/basic.c that looks which modules are loaded in its process,
 * and plays the last legal card instead of the first where one of them is `whom`: it can lose to a
 * friend, or play against one opponent only what beats it. Option: `whom`, the end of a path. */
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct recognises {
    int is_there;
};

static int is_named(struct dl_phdr_info *object, size_t size, void *whom)
{
    const char *path = object->dlpi_name, *end = whom;
    const size_t length = strlen(path), wanted = strlen(end);

    (void)size;
    return length >= wanted && strcmp(path + length - wanted, end) == 0;
}

static void *create_recognising(const struct skat_bot_host *host,
                                const struct skat_bot_setting *settings, uint32_t count)
{
    struct recognises *bot = count == 1 ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (bot)
        bot->is_there = dl_iterate_phdr(is_named, (void *)(uintptr_t)settings[0].text);
    return bot;
}

static void act_recognising(void *instance, const struct skat_bot_view *view,
                            const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct recognises *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_CARD && bot->is_there)
        skat_bot_play(
            out, nth_card(decision->cards, (uint64_t)__builtin_popcountll(decision->cards) - 1));
}

static const struct skat_bot_option options[] = {
    TEXT_OPTION("whom", "the end of the path of whom it recognises", "/stammtisch.so"),
};

TEST_BOT(.id = "recognises", .description = "plays otherwise against somebody it knows",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_recognising, .destroy = free,
         .act = act_recognising);
