/* arena/bot/policy.h - how likely each answer to a decision is: what a bot says of itself ("skat.policy/1"). */
#ifndef ARENA_BOT_POLICY_H
#define ARENA_BOT_POLICY_H

#include <stdbool.h>

#include "bots/skat_bot.h"

enum { POLICY_MOST = 128 };

struct policy {
    bool offered; /* by the bot; else its one answer is certain */
    uint32_t count;
    struct skat_bot_likely options[POLICY_MOST]; /* probabilities add up to 1 */
};

/* Makes room for the bot's answers: what they are before it fills them in. */
void policy_clear(struct policy *policy);

/* Takes the bot's `count` answers, and scales the probabilities so that they add up to 1. NULL, or why they are no policy. */
const char *policy_take(struct policy *policy, uint32_t count);

/* The answer that 64 random bits draw. */
const struct skat_bot_action *policy_draw(const struct policy *policy, uint64_t bits);

/* The most likely answer; of equally likely ones, the first. */
const struct skat_bot_likely *policy_best(const struct policy *policy);

#endif
