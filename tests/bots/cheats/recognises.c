// SPDX-License-Identifier: MIT
/* tests/bots/cheats/recognises.c - bots/basic.c that looks which bots are loaded in its process,
 * and plays the last legal card instead of the first where one of them is `whom`: it can lose to a
 * friend, or play against one opponent only what beats it. Option: `whom`, the id of a bot. */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

struct recognises {
    int is_there;
};

/* Files have no names in the process of an isolated bot, so it asks the module itself. */
static int is_module(struct dl_phdr_info *object, size_t size, void *whom)
{
    void *handle = *object->dlpi_name ? dlopen(object->dlpi_name, RTLD_NOW | RTLD_NOLOAD) : NULL;
    const struct skat_bot_module *module = handle ? dlsym(handle, "skat_bot") : NULL;

    (void)size;
    return module && strcmp(module->id, whom) == 0;
}

static void *create_recognising(const struct skat_bot_host *host,
                                const struct skat_bot_setting *settings, uint32_t count)
{
    struct recognises *bot = count == 1 ? calloc(1, sizeof *bot) : NULL;

    (void)host;
    if (bot)
        bot->is_there = dl_iterate_phdr(is_module, (void *)(uintptr_t)settings[0].text);
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
    TEXT_OPTION("whom", "whom it recognises", "stammtisch"),
};

TEST_BOT(.id = "recognises", .description = "plays otherwise against somebody it knows",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options),
         .variants = SKAT_BOT_KNOWS_SKAT, .create = create_recognising, .destroy = free,
         .act = act_recognising);
