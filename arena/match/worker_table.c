// SPDX-License-Identifier: MIT
#include "arena/match/worker_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/bot/fixed_auction.h"
#include "arena/bot/module.h"
#include "arena/bot/solver_player.h"
#include "engine/session.h"

static const uint64_t NO_DEAL = UINT64_MAX;

static _Noreturn void cannot_start(const char *name, const char *reason)
{
    fprintf(stderr, "skat-arena: bot \"%s\": %s\n", name, reason);
    _exit(EXIT_INTERNAL);
}

/* ---- modules ---- */

/* The supervisor has the unit played again (supervisor_faults.c). */
static void bot_process_was_killed(void) { _exit(WORKER_BOT_PROCESS_KILLED); }

static bool isolated(const struct worker_bots *bots, const struct bot_module *module)
{
    return bots->config->isolation == ISOLATION_PROCESS && !module->unsandboxed;
}

static void load_module(struct worker_bots *bots, int bot, int part)
{
    const struct bot *from = &bots->config->bots[bot];
    const struct bot_module *module = bot_part(from, part);
    char reason[512];

    if (isolated(bots, module)) {
        bots->processes[bot][part] = (struct bot_process_spec){
            .path = module->path,
            .settings = module->settings,
            .setting_count = module->setting_count,
            .memory = (uint64_t)bots->config->memory_mb << 20,
            .killed = bot_process_was_killed,
        };
        return;
    }
    bots->shm->starting_bot = (uint8_t)bot;
    bots->modules[bot][part] = module_load(module->path, reason, sizeof reason);
    if (!bots->modules[bot][part])
        cannot_start(from->name, reason);
}

void worker_bots_open(struct worker_bots *bots, const struct config *config, struct worker_shm *shm)
{
    *bots = (struct worker_bots){.config = config, .shm = shm};
    abi_rules_of(&config->rules, &bots->rules);
    bots->session = (struct skat_bot_session){
        .size = sizeof bots->session,
        .deals = (uint32_t)config->rules.deals,
        .rules = &bots->rules.rules,
    };
    for (int bot = 0; bot < config->bot_count; bot++)
        for (int part = 0; part < PLAYER_PARTS; part++)
            load_module(bots, bot, part);
    if (config->play == PLAY_SOLVER && !(bots->solver = solver_player_new()))
        cannot_start("", "out of memory");
}

void worker_bots_close(struct worker_bots *bots) { solver_player_free(bots->solver); }

/* ---- players ---- */

/* May answers of this bot be kept (kept_answers.h)? */
static bool may_keep_answers(const struct worker_bots *bots, int bot)
{
    const struct config *config = bots->config;
    const struct bot *from = &config->bots[bot];
    const struct skat_bot_module *module = bots->modules[bot][PLAYER_PART_BID];

    return config->keep_answers && config->schedule.per_deal > 1 &&
           !config->schedule.whole_sessions && !config->limits.bank_ms && !from->composed &&
           module && module->flags & SKAT_BOT_DETERMINISTIC && !bot_uses_clock(from) &&
           !bot_remembers(from) && !from->parts[PLAYER_PART_BID].unsandboxed && !module->observe &&
           !module->game_begin && !module->game_end && !module->deal_end;
}

static bool same_player(const struct bot *one, const struct bot *other)
{
    const struct bot_module *a = &one->parts[PLAYER_PART_BID], *b = &other->parts[PLAYER_PART_BID];

    if (one->composed || other->composed || strcmp(a->path, b->path) != 0 ||
        a->setting_count != b->setting_count || a->samples != b->samples)
        return false;
    for (int i = 0; i < a->setting_count; i++) {
        const struct skat_bot_setting *x = &a->settings[i], *y = &b->settings[i];
        if (strcmp(x->name, y->name) != 0 || x->value != y->value ||
            strcmp(x->text ? x->text : "", y->text ? y->text : "") != 0)
            return false;
    }
    return true;
}

/* The store of this bot in this seat: that of another bot that is the same, or a new one. */
static struct kept_answers *store_for(const struct worker_table *table, int bot, int seat)
{
    const struct config *config = table->bots->config;

    for (int other = 0; other < config->bot_count; other++)
        if (table->players[other][seat].kept.store &&
            same_player(&config->bots[bot], &config->bots[other]))
            return table->players[other][seat].kept.store;
    return kept_answers_new();
}

/* A player of this bot that others can join. */
static const struct player *leader_of(const struct worker_table *leaders, int bot)
{
    for (int seat = 0; leaders && seat < SKAT_SEATS_MAX; seat++)
        if (leaders->players[bot][seat].host)
            return &leaders->players[bot][seat];
    return NULL;
}

void worker_table_open_player(struct worker_table *table, int bot, int seat,
                              const struct worker_table *leaders, bool keeps)
{
    const struct worker_bots *bots = table->bots;
    const struct config *config = bots->config;
    const struct bot *from = &config->bots[bot];
    struct player *player = &table->players[bot][seat];
    struct player_plan plan = bot_player_plan(from, seat);
    char reason[512];

    if (player->host)
        return;
    plan.times = &bots->shm->times[bot];
    plan.limits = config->limits;
    plan.leader = leader_of(leaders, bot);
    for (int part = 0; part < PLAYER_PARTS; part++) {
        plan.modules[part] = bots->modules[bot][part];
        plan.processes[part] =
            isolated(bots, bot_part(from, part)) ? &bots->processes[bot][part] : NULL;
    }
    bots->shm->starting_bot = (uint8_t)bot;
    if (!player_open(player, &plan, &bots->shm->mark, reason, sizeof reason))
        cannot_start(from->name, reason);
    if (keeps && may_keep_answers(bots, bot))
        player->kept = (struct kept_place){.store = store_for(table, bot, seat),
                                           .given = &bots->shm->kept[bot]};
}

void worker_table_open_players(struct worker_table *table, const struct worker_table *leaders,
                               bool keeps)
{
    const struct config *config = table->bots->config;
    const struct schedule *schedule = &config->schedule;

    for (int i = 0; i < schedule->arrangement_count; i++)
        for (int seat = 0; seat < config->rules.seats; seat++)
            worker_table_open_player(table, schedule->arrangements[i][seat], seat, leaders, keeps);
}

/* Sets up what decides instead of the bots. */
static void open_stand_ins(struct worker_table *table)
{
    struct stand_ins *all = &table->stand_ins;

    if (table->bots->config->contract != CONTRACTS_BID) {
        table->auction = &all->of[all->count++];
        table->auction->answer = fixed_auction_answer;
    }
    if (table->bots->solver)
        all->of[all->count++] = (struct stand_in){solver_player_answer, table->bots->solver};
}

void worker_table_open(struct worker_table *table, const struct worker_bots *bots,
                       struct skat_game *game, struct game_id *id, char *illegal)
{
    *table = (struct worker_table){
        .bots = bots, .game = game, .id = id, .illegal = illegal, .deal_number = NO_DEAL};
    table->players = xcalloc((size_t)bots->config->bot_count, sizeof *table->players);
    open_stand_ins(table);
}

/* Equal bots share a store. */
static void drop_store(struct worker_table *table, int seat, struct kept_answers *store)
{
    for (int bot = 0; store && bot < table->bots->config->bot_count; bot++)
        if (table->players[bot][seat].kept.store == store)
            table->players[bot][seat].kept.store = NULL;
    free(store);
}

void worker_table_close(struct worker_table *table)
{
    const struct config *config = table->bots->config;

    for (int bot = 0; bot < config->bot_count; bot++)
        for (int seat = 0; seat < config->rules.seats; seat++) {
            struct player *player = &table->players[bot][seat];
            if (!player->host)
                continue;
            drop_store(table, seat, player->kept.store);
            player_close(player, &table->bots->shm->mark);
        }
    free(table->players);
    *table = (struct worker_table){0};
}

/* ---- games ---- */

const struct stand_ins *worker_table_stand_ins(const struct worker_table *table)
{
    return table->stand_ins.count ? &table->stand_ins : NULL;
}

static void get_deal(struct worker_table *table, uint64_t number)
{
    const struct config *config = table->bots->config;

    if (table->deal_number == number)
        return; /* another arrangement of the same deal */
    table->deal_number = number;
    table->key = skat_deal_of_run(&table->deal, config->rules.derived.deck, &config->key,
                                  table->id->session, table->id->deal);
    if (table->auction)
        table->auction->context = &config->given.auctions[table->id->deal];
    if (config->given.count)
        table->deal = config->given.deals[table->id->deal];
}

/* A session as bots see it. In whole sessions, each arrangement is a session of its own. */
static uint64_t session_of(const struct worker_table *table)
{
    const struct schedule *schedule = &table->bots->config->schedule;

    return schedule->whole_sessions
               ? table->id->session * (uint64_t)schedule->arrangement_count + table->id->arrangement
               : table->id->session;
}

static void seat_players(struct worker_table *table)
{
    enum { FOREHAND_SITS }; /* in every game, so it fills empty positions */
    const struct config *config = table->bots->config;
    const uint8_t *bot_of = config->schedule.arrangements[table->id->arrangement];
    uint8_t seat_of[SKAT_PLAYERS];

    skat_positions(&config->rules, skat_dealer(config->rules.seats, table->id->deal), seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        table->at[position] = seat_of[position] == SKAT_NOBODY
                                  ? table->at[FOREHAND_SITS]
                                  : &table->players[bot_of[seat_of[position]]][seat_of[position]];
}

/* If the rules have sessions, earlier games have updated what they carry. */
static void start_game(struct worker_table *table)
{
    const struct skat_rules *rules = &table->bots->config->rules;
    struct skat_terms terms;

    if (!rules->derived.carries) {
        skat_game_start(table->game, rules, &table->deal, NULL);
        return;
    }
    if (table->id->deal == 0)
        skat_session_start(table->carried, rules);
    skat_session_terms(table->carried, &terms);
    skat_game_start(table->game, rules, &table->deal, &terms);
}

void worker_table_prepare(struct worker_table *table, uint64_t deal)
{
    const uint64_t session = session_of(table);

    get_deal(table, deal);
    seat_players(table);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (table->at[position]->session != session)
            player_leave_session(table->at[position], &table->bots->shm->mark);
    table->illegal[0] = '\0';
    start_game(table);
}

void worker_table_begin(struct worker_table *table)
{
    const struct worker_bots *bots = table->bots;
    const uint64_t session = session_of(table);

    for (int position = 0; position < SKAT_PLAYERS; position++)
        player_enter_session(table->at[position], session, &bots->session, &bots->config->key,
                             table->id->session, &bots->shm->mark);
}
