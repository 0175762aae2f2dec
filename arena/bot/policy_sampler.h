// SPDX-License-Identifier: MIT
/* arena/bot/policy_sampler.h - a bot whose answers are drawn from its policy,
 * with the random numbers of deal and seat: one draw for each decision, so runs repeat and two such
 * bots in the same seat draw alike.
 *
 * It looks like a bot itself, and passes on all calls but `act`. */
#ifndef ARENA_BOT_POLICY_SAMPLER_H
#define ARENA_BOT_POLICY_SAMPLER_H

#include "arena/bot/player_host.h"
#include "bots/skat_bot.h"

struct policy_sampler;

/* Owns the instance from now on: it is destroyed with the sampler. Never NULL. */
struct policy_sampler *policy_sampler_new(const struct skat_bot_module *module, void *instance,
                                          const struct skat_bot_policy *policy,
                                          struct player_host *host);

/* The module whose instance the sampler is. Valid as long as the sampler. */
const struct skat_bot_module *policy_sampler_module(const struct policy_sampler *sampler);

#endif
