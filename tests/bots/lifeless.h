/* tests/bots/lifeless.h - functions for modules that do not play: that are refused before they are
 * asked, or only pass and follow. */
#ifndef TESTS_BOTS_LIFELESS_H
#define TESTS_BOTS_LIFELESS_H

#include "bots/skat_bot.h"

static inline void *lifeless_create(const struct skat_bot_host *host,
                                    const struct skat_bot_setting *settings, uint32_t count)
{
    static char instance;
    (void)host, (void)settings, (void)count;
    return &instance;
}

static inline void lifeless_destroy(void *bot) { (void)bot; }

static inline void lifeless_act(void *bot, const struct skat_bot_view *view,
                                const struct skat_bot_decision *decision,
                                struct skat_bot_action *out)
{
    (void)bot, (void)view, (void)decision, (void)out;
}

static inline void passing_act(void *bot, const struct skat_bot_view *view,
                               const struct skat_bot_decision *decision,
                               struct skat_bot_action *out)
{
    (void)bot, (void)view;
    if (decision->kind == SKAT_BOT_DECIDE_CARD)
        skat_bot_play(out, skat_bot_first(decision->cards));
    else
        out->kind = SKAT_BOT_PASS;
}

#endif
