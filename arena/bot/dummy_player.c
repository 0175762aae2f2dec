// SPDX-License-Identifier: MIT
#include "arena/bot/dummy_player.h"

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    return (void)settings, (void)count, (void *)host;
}

static void destroy(void *bot) { (void)bot; }

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    (void)bot, (void)view, (void)decision, (void)out;
}

static const struct skat_bot_module dummy = {
    SKAT_BOT_SIZES, .id = "dummy", .version = "1", .create = create, .destroy = destroy, .act = act,
};

bool dummy_players_open(struct player players[SKAT_PLAYERS], struct latency_histogram *times,
                        struct call_mark *mark, char *reason, size_t size)
{
    struct player_plan plan = {.name = "dummy", .modules = {&dummy, &dummy}, .times = times};

    for (plan.seat = 0; plan.seat < SKAT_PLAYERS; plan.seat++)
        if (!player_open(&players[plan.seat], &plan, mark, reason, size))
            return false;
    return true;
}

void dummy_players_close(struct player players[SKAT_PLAYERS], struct call_mark *mark)
{
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        player_close(&players[seat], mark);
}
