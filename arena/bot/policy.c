// SPDX-License-Identifier: MIT
#include "arena/bot/policy.h"

#include <math.h>
#include <string.h>

/* Makes the probabilities add up to 1. NULL, or why they are none. */
static const char *scale(struct policy *policy)
{
    const double TOLERANCE = 0.001;
    double sum = 0;

    if (policy->count < 1 || policy->count > POLICY_MOST)
        return "its policy has no answer, or more than there is room for";
    for (uint32_t i = 0; i < policy->count; i++) {
        const double probability = policy->options[i].probability;
        if (!(probability > 0 && probability <= 1 + TOLERANCE))
            return "a probability of its policy is not between 0 and 1";
        sum += probability;
    }
    if (fabs(sum - 1) > TOLERANCE)
        return "the probabilities of its policy do not add up to 1";
    for (uint32_t i = 0; i < policy->count; i++)
        policy->options[i].probability /= sum;
    return NULL;
}

void policy_be_certain(struct policy *policy, const struct skat_bot_action *action)
{
    policy->count = 1;
    policy->options[0] = (struct skat_bot_likely){*action, 1};
}

const char *policy_ask(struct policy *policy, const struct skat_bot_policy *of, void *bot,
                       const struct skat_bot_view *view, const struct skat_bot_decision *decision)
{
    memset(policy, 0, sizeof *policy);
    for (int i = 0; i < POLICY_MOST; i++)
        policy->options[i].action.size = sizeof policy->options[i].action;
    policy->count = of->options(bot, view, decision, policy->options, POLICY_MOST);
    return scale(policy);
}

const struct skat_bot_action *policy_draw(const struct policy *policy, uint64_t bits)
{
    double left = ldexp((double)(bits >> 11), -53); /* in [0, 1) */
    uint32_t i = 0;

    while (i + 1 < policy->count && left >= policy->options[i].probability)
        left -= policy->options[i++].probability;
    return &policy->options[i].action;
}
