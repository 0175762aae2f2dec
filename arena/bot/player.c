// SPDX-License-Identifier: MIT
#include "arena/bot/player.h"

#include <stdio.h>

#include "arena/bot/bot_process.h"
#include "arena/bot/module.h"
#include "engine/game/record.h"

/* A bot that cannot choose cards to pass on is not asked whether to take any. */
static uint64_t decisions_of(const struct skat_bot_module *module)
{
    const uint64_t schieben =
        SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_SCHIEBEN) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_PASS_ON);
    bool both = (module->decisions & schieben) == schieben;
    return both ? module->decisions : module->decisions & ~schieben;
}

static void create(struct player *player, const struct player_plan *plan, int part)
{
    const struct skat_bot_module *module = plan->modules[part];

    player->instances[part] =
        module->create(&player->host->api, plan->settings[part], (uint32_t)plan->counts[part]);
    player->policy[part] = module_policy_of(module, player->instances[part]);
    if (!plan->samples[part])
        player->batch[part] = module_batch_of(module, player->instances[part]);
}

/* Seats another player of the leader's bot, which answers in the same calls. */
static void join(struct player *player, const struct player *leader, int part)
{
    player->batch[part] = leader->batch[part];
    player->policy[part] = leader->policy[part];
    player->instances[part] =
        leader->modules[part]->batch->join(leader->instances[part], &player->host->api);
}

static bool open_process(struct player *player, const struct player_plan *plan, int part,
                         char *reason, size_t size)
{
    struct bot_process *process =
        bot_process_open(plan->processes[part], player->host,
                         plan->composed ? (enum player_part)part : PLAYER_PARTS, reason, size);

    player->processes[part] = process;
    if (!process)
        return false;
    player->modules[part] = &process->proxy;
    player->instances[part] = process->instances;
    player->batch[part] = UINT32_MAX;
    return true;
}

static bool make_instance(struct player *player, const struct player_plan *plan, int part,
                          struct call_mark *mark, char *reason, size_t size)
{
    player->host->part = (uint8_t)part;
    const struct player *leader = plan->leader;
    player->modules[part] = plan->modules[part];
    if (plan->processes[part]) {
        if (!leader)
            return open_process(player, plan, part, reason, size);
        player->modules[part] = &leader->processes[part]->joined;
    }
    if (plan->programs[part] && !(leader && leader->batch[part]))
        player_host_take_program(player->host, (enum player_part)part, plan->programs[part], mark);
    player_host_enter(player->host, mark, CALL_create);
    if (leader && leader->batch[part])
        join(player, leader, part);
    else
        create(player, plan, part);
    call_mark_leave(mark);
    snprintf(reason, size, "%s() returned NULL", leader && leader->batch[part] ? "join" : "create");
    if (!player->instances[part])
        return false;
    snprintf(reason, size, "has no policy to draw from");
    return !plan->samples[part] || player->policy[part];
}

bool player_open(struct player *player, const struct player_plan *plan, struct call_mark *mark,
                 char *reason, size_t size)
{
    *player = (struct player){
        .host = player_host_new(plan->name, plan->seat, &plan->limits),
        .session = PLAYER_NO_SESSION,
        .leader = plan->leader ? plan->leader : player,
        .composed = plan->composed,
        .sees_all = plan->sees_all,
        .samples = {plan->samples[PLAYER_PART_BID],
                    plan->samples[plan->composed ? PLAYER_PART_PLAY : PLAYER_PART_BID]},
        .sampling = {.always = plan->limits.bank_ms > 0 || plan->samples[PLAYER_PART_BID] ||
                               plan->samples[PLAYER_PART_PLAY],
                     .slow_ns = call_sampling_slow_ns()},
        .times = plan->times,
        .in_vain = plan->in_vain};
    for (int part = 0; part < (plan->composed ? PLAYER_PARTS : 1); part++)
        if (!make_instance(player, plan, part, mark, reason, size))
            return false;
    if (!plan->composed) {
        player->modules[PLAYER_PART_PLAY] = player->modules[PLAYER_PART_BID];
        player->instances[PLAYER_PART_PLAY] = player->instances[PLAYER_PART_BID];
        player->policy[PLAYER_PART_PLAY] = player->policy[PLAYER_PART_BID];
        player->batch[PLAYER_PART_PLAY] = player->batch[PLAYER_PART_BID];
    }
    for (int part = 0; part < PLAYER_PARTS; part++) {
        player->decides[part] = decisions_of(player->modules[part]);
        player->told_of |= call_functions_of(player->modules[part]);
    }
    player->host->failed = GAME_OK;
    return true;
}

void player_leave_session(struct player *player, struct call_mark *mark)
{
    if (player->session == PLAYER_NO_SESSION)
        return;
    player->session = PLAYER_NO_SESSION;
    for (int part = 0; part < (player->composed ? PLAYER_PARTS : 1); part++)
        if (player->modules[part]->session_end) {
            player_host_enter(player->host, mark, CALL_session_end);
            player->modules[part]->session_end(player->instances[part]);
            call_mark_leave(mark);
        }
    if (player->host->failed != GAME_OK) { /* there is no game to charge */
        player->host->failures_in_vain++;
        if (player->in_vain)
            ++*player->in_vain;
    }
    player->host->failed = GAME_OK;
}

void player_enter_session(struct player *player, uint64_t number,
                          const struct skat_bot_session *session, const struct skat_random_key *run,
                          uint64_t number_in_run, struct call_mark *mark)
{
    const uint64_t NO_DEAL = UINT64_MAX;

    if (player->session == number)
        return;
    const struct skat_random_key key = skat_random_deal_key(run, number_in_run, NO_DEAL);
    player_leave_session(player, mark);
    player_host_start_streams(player->host, &key);
    CALL_PARTS(player, mark, session_begin, session);
    /* Who cannot begin has not begun, and is asked again in its next game: so all games of the
     * session are lost, as after a crash here, and not one for each process that plays some. */
    player->session = player->host->failed == GAME_OK ? number : PLAYER_NO_SESSION;
}

void player_close(struct player *player, struct call_mark *mark)
{
    if (!player->host)
        return;
    player_leave_session(player, mark);
    for (int part = 0; part < (player->composed ? PLAYER_PARTS : 1); part++)
        if (player->processes[part]) {
            bot_process_close(player->processes[part]);
        } else if (player->instances[part]) {
            player_host_enter(player->host, mark, CALL_destroy);
            player->modules[part]->destroy(player->instances[part]);
            call_mark_leave(mark);
        }
    player_host_free(player->host);
    *player = (struct player){0};
}

/* ---- dummies ---- */

static void *create_dummy(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                          uint32_t count)
{
    return (void)settings, (void)count, (void *)host;
}

static void destroy_dummy(void *bot) { (void)bot; }

static void act_as_dummy(void *bot, const struct skat_bot_view *view,
                         const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    (void)bot, (void)view, (void)decision, (void)out;
}

static const struct skat_bot_module dummy = {
    SKAT_BOT_SIZES,           .id = "dummy",       .version = "1", .create = create_dummy,
    .destroy = destroy_dummy, .act = act_as_dummy,
};

void dummy_players_open(struct player players[SKAT_PLAYERS], struct latency_histogram *times,
                        struct call_mark *mark)
{
    char reason[80]; /* there is none: nothing of a dummy can fail */
    struct player_plan plan = {.name = "dummy", .modules = {&dummy, &dummy}, .times = times};

    for (plan.seat = 0; plan.seat < SKAT_PLAYERS; plan.seat++)
        player_open(&players[plan.seat], &plan, mark, reason, sizeof reason);
}

void dummy_players_close(struct player players[SKAT_PLAYERS], struct call_mark *mark)
{
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        player_close(&players[seat], mark);
}
