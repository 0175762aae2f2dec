// SPDX-License-Identifier: MIT
/* tests/bots/draws.c - random legal cards, drawn from all random numbers that it got: so a number
 * that is lost, repeated or another player's shows in the cards. Options: how many it draws in
 * `create`, in each `session_begin`, in each call of a `deal`, and at the `end` of a deal and a
 * session, where they change nothing. */
#include <stdlib.h>

#include "tests/bots/chance.h"

enum { CREATE, SESSION, DEAL, END, OPTIONS };

struct drawing_bot {
    INSTANCE_FIELDS;
    uint64_t created, session, deal;
    int limit;
};

static uint64_t draw(const struct drawing_bot *bot, int when)
{
    const uint64_t ODD = UINT64_C(6364136223846793005);
    uint64_t sum = 0;

    for (int64_t i = 0; i < bot->option[when]; i++)
        sum = sum * ODD + bot->host->random(bot->host->context);
    return sum;
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct drawing_bot *bot = new_instance(sizeof *bot, host, settings, count);
    if (bot)
        bot->created = draw(bot, CREATE);
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct drawing_bot *bot = instance;
    (void)session;
    bot->session = draw(bot, SESSION);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct drawing_bot *bot = instance;
    (void)view;
    bot->deal = draw(bot, DEAL);
    bot->limit = bot->deal % 3 ? 0 : 18 + (int)(bot->deal / 4 % 16);
}

static void observe(void *instance, const struct skat_bot_event *event)
{
    struct drawing_bot *bot = instance;
    (void)event;
    bot->deal ^= draw(bot, DEAL);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct drawing_bot *bot = instance;

    bot->deal ^= draw(bot, DEAL);
    answer_by_chance(bot->limit, (bot->created ^ bot->session ^ bot->deal) / 4, view, decision,
                     out);
}

static void deal_end(void *instance, const struct skat_bot_result *result)
{
    (void)result;
    draw(instance, END);
}

static void session_end(void *instance) { draw(instance, END); }

static const struct skat_bot_option options[OPTIONS] = {
    [CREATE] = INT_OPTION("create", "numbers in create", 1000, 1),
    [SESSION] = INT_OPTION("session", "numbers in session_begin", 1000, 1),
    [DEAL] = INT_OPTION("deal", "numbers in each call of a deal", 1000, 1),
    [END] = INT_OPTION("end", "numbers in deal_end and session_end", 1000, 0),
};

TEST_BOT(.id = "draws", .description = "draws random numbers in all calls",
         TEST_BOT_OPTIONS(options), .create = create, .destroy = free, .act = act,
         .session_begin = session_begin, .deal_begin = deal_begin, .observe = observe,
         .deal_end = deal_end, .session_end = session_end);
