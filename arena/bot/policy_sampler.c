// SPDX-License-Identifier: MIT
#include "arena/bot/policy_sampler.h"

#include <stdlib.h>

#include "arena/base/memory.h"
#include "arena/bot/policy.h"

struct policy_sampler {
    struct skat_bot_module module; /* a copy of `of`, with the functions below */
    const struct skat_bot_module *of;
    void *instance;
    const struct skat_bot_policy *policy;
    struct player_host *host;
    struct policy said; /* in this decision */
};

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct policy_sampler *sampler = bot;
    const struct skat_bot_host *host = &sampler->host->api;

    const char *wrong =
        policy_ask(&sampler->said, sampler->policy, sampler->instance, view, decision);
    if (sampler->host->failed != GAME_OK)
        return; /* it has said why */
    if (wrong)
        host->fail(host->context, SKAT_BOT_FAIL_CRASH, wrong);
    else
        *out = *policy_draw(&sampler->said, host->random(host->context));
}

static void destroy(void *bot)
{
    struct policy_sampler *sampler = bot;

    sampler->of->destroy(sampler->instance);
    free(sampler);
}

/* A function that passes a call on. */
#define PASS_ON(function, parameters, ...)                                                         \
    static void function parameters                                                                \
    {                                                                                              \
        const struct policy_sampler *sampler = bot;                                                \
        sampler->of->function(sampler->instance, __VA_ARGS__);                                     \
    }
PASS_ON(session_begin, (void *bot, const struct skat_bot_session *session), session)
PASS_ON(deal_begin, (void *bot, const struct skat_bot_view *view), view)
PASS_ON(observe, (void *bot, const struct skat_bot_event *event), event)
PASS_ON(game_begin, (void *bot, const struct skat_bot_view *view), view)
PASS_ON(game_end,
        (void *bot, const struct skat_bot_view *view, const struct skat_bot_result *result), view,
        result)
PASS_ON(deal_end, (void *bot, const struct skat_bot_result *result), result)

static void session_end(void *bot)
{
    const struct policy_sampler *sampler = bot;
    sampler->of->session_end(sampler->instance);
}

struct policy_sampler *policy_sampler_new(const struct skat_bot_module *module, void *instance,
                                          const struct skat_bot_policy *policy,
                                          struct player_host *host)
{
    struct policy_sampler *sampler = xcalloc(1, sizeof *sampler);

    sampler->of = module;
    sampler->instance = instance;
    sampler->policy = policy;
    sampler->host = host;
    sampler->module = *module;
    sampler->module.act = act;
    sampler->module.destroy = destroy;
    /* What the bot does not want to hear of stays unheard. */
    sampler->module.session_begin = module->session_begin ? session_begin : NULL;
    sampler->module.deal_begin = module->deal_begin ? deal_begin : NULL;
    sampler->module.observe = module->observe ? observe : NULL;
    sampler->module.game_begin = module->game_begin ? game_begin : NULL;
    sampler->module.game_end = module->game_end ? game_end : NULL;
    sampler->module.deal_end = module->deal_end ? deal_end : NULL;
    sampler->module.session_end = module->session_end ? session_end : NULL;
    return sampler;
}

const struct skat_bot_module *policy_sampler_module(const struct policy_sampler *sampler)
{
    return &sampler->module;
}
