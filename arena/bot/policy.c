#include "arena/bot/policy.h"

#include <math.h>
#include <string.h>

void policy_clear(struct policy *policy)
{
    memset(policy, 0, sizeof *policy);
    for (int i = 0; i < POLICY_MOST; i++)
        policy->options[i].action.size = sizeof policy->options[i].action;
}

const char *policy_take(struct policy *policy, uint32_t count)
{
    const double TOLERANCE = 0.001;
    double sum = 0;

    if (count < 1 || count > POLICY_MOST)
        return "its policy has no answer, or more than there is room for";
    for (uint32_t i = 0; i < count; i++) {
        const double probability = policy->options[i].probability;
        if (!(probability > 0 && probability <= 1 + TOLERANCE))
            return "a probability of its policy is not between 0 and 1";
        sum += probability;
    }
    if (fabs(sum - 1) > TOLERANCE)
        return "the probabilities of its policy do not add up to 1";
    for (uint32_t i = 0; i < count; i++)
        policy->options[i].probability /= sum;
    policy->offered = true;
    policy->count = count;
    return NULL;
}

const struct skat_bot_action *policy_draw(const struct policy *policy, uint64_t bits)
{
    double left = ldexp((double)(bits >> 11), -53); /* in [0, 1) */
    uint32_t i = 0;

    while (i + 1 < policy->count && left >= policy->options[i].probability)
        left -= policy->options[i++].probability;
    return &policy->options[i].action;
}

const struct skat_bot_likely *policy_best(const struct policy *policy)
{
    const struct skat_bot_likely *best = policy->options;

    for (uint32_t i = 1; i < policy->count; i++)
        if (policy->options[i].probability > best->probability)
            best = &policy->options[i];
    return best;
}
