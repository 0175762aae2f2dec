// SPDX-License-Identifier: MIT
/* arena/bot/policy.h - how likely each answer to a decision is: what a bot says of itself */
#ifndef ARENA_BOT_POLICY_H
#define ARENA_BOT_POLICY_H

#include "bots/skat_bot.h"

enum { POLICY_MOST = 128 };

struct policy {
    uint32_t count;
    struct skat_bot_likely options[POLICY_MOST]; /* probabilities add up to 1 */
};

/* Asks a bot that has a policy, and scales the probabilities so that they add up to 1. NULL, or why
 * they are no policy. */
const char *policy_ask(struct policy *policy, const struct skat_bot_policy *of, void *bot,
                       const struct skat_bot_view *view, const struct skat_bot_decision *decision);

/* The policy of a bot that has none: this answer is certain. */
void policy_be_certain(struct policy *policy, const struct skat_bot_action *action);

/* The answer that 64 random bits draw. */
const struct skat_bot_action *policy_draw(const struct policy *policy, uint64_t bits);

#endif
