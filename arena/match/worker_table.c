// SPDX-License-Identifier: MIT
#include "arena/match/worker_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/machine.h"
#include "arena/bot/fixed_auction.h"
#include "arena/bot/module.h"
#include "arena/bot/solver_player.h"
#include "engine/session.h"
#include "engine/variant.h"

static _Noreturn void cannot_start(const char *name, const char *reason)
{
    fprintf(stderr, "skat-arena: bot \"%s\": %s\n", name, reason);
    _exit(EXIT_INTERNAL);
}

/* ---- modules ---- */

/* The supervisor has the unit played again (worker_process.c). */
static void bot_process_was_killed(void) { _exit(WORKER_BOT_PROCESS_KILLED); }

/* The supervisor ends the run, which can be continued. */
static void no_bot_process(int error)
{
    (void)error; /* it was tried for seconds: the supervisor says for whom there was none */
    _exit(WORKER_SHORTAGE);
}

static void load_module(struct worker_bots *bots, int bot, int part)
{
    const struct bot *from = &bots->config->bots[bot];
    const struct bot_module *module = bot_part(from, part);
    char reason[512];

    if (module->isolated) {
        bots->processes[bot][part] = (struct bot_process_spec){
            .file = module->file,
            .settings = module->settings,
            .setting_count = module->setting_count,
            .memory = bot_memory(from),
            .groups = &bots->groups[bot].processes,
            .killed = bot_process_was_killed,
            .shortage = no_bot_process,
        };
        return;
    }
    bots->shm->starting_bot = (uint8_t)bot;
    for (int attempt = 1;; attempt++) {
        bots->modules[bot][part] = module_load(module->file, reason, sizeof reason);
        if (bots->modules[bot][part])
            return;
        int error = errno;
        if (!shortage_is(error))
            cannot_start(from->name, reason);
        if (!shortage_wait(attempt))
            no_bot_process(error);
    }
}

int worker_processes(const struct config *config, int bot)
{
    const struct schedule *schedule = &config->schedule;
    int seats = 0, parts = 0;

    for (int part = 0; part < (config->bots[bot].composed ? PLAYER_PARTS : 1); part++) {
        const struct bot_module *module = bot_part(&config->bots[bot], part);
        parts += module->isolated || (module->unsandboxed && config->isolation != ISOLATION_NONE);
    }
    for (int place = 0; place < schedule->per_deal && place <= WORKER_PLACES_KEPT; place++)
        for (int seat = 0; seat < schedule->seats; seat++) {
            bool sits = false;
            for (int i = place; i < schedule->arrangement_count; i += schedule->per_deal)
                sits |= schedule->arrangements[i][seat] == bot;
            seats += sits;
        }
    return seats * parts;
}

static void open_groups(struct worker_bots *bots, const struct cgroup_tree *tree, const char *name)
{
    for (int bot = 0; bot < bots->config->bot_count; bot++) {
        const uint64_t memory = bot_memory(&bots->config->bots[bot]);
        char *of_bot = xasprintf("%s-bot%d", name, bot),
             *programs = xasprintf("%s-program%d", name, bot);
        cgroup_set_open(&bots->groups[bot].processes, tree, of_bot, 0, memory, 1);
        cgroup_set_open(&bots->groups[bot].programs, tree, programs, 0, memory, PROGRAM_PROCESSES);
        free(programs);
        free(of_bot);
    }
}

void worker_bots_open(struct worker_bots *bots, const struct config *config, struct worker_shm *shm,
                      const struct cgroup_tree *tree, const char *name)
{
    bots->config = config;
    bots->shm = shm;
    if (tree)
        open_groups(bots, tree, name);
    for (int bot = 0; bot < config->bot_count; bot++)
        bots->programs[bot] = (struct program_plan){.groups = &bots->groups[bot].programs,
                                                    .memory = bot_memory(&config->bots[bot]),
                                                    .killed = bot_process_was_killed,
                                                    .shortage = no_bot_process};
    abi_rules_of(&config->rules, &bots->rules);
    bots->session = (struct skat_bot_session){
        .size = sizeof bots->session,
        .deals = (uint32_t)config->rules.deals,
        .rules = &bots->rules.rules,
    };
    for (int bot = 0; bot < config->bot_count; bot++)
        for (int part = 0; part < PLAYER_PARTS; part++)
            load_module(bots, bot, part);
    if (!config->isolates)
        module_files_close(config->modules);
    if (config->play == PLAY_SOLVER)
        bots->solver = solver_player_new();
}

void worker_bots_close(struct worker_bots *bots) { solver_player_free(bots->solver); }

/* ---- players ---- */

/* May answers of this bot be kept (kept_answers.h)? */
static bool may_keep_answers(const struct worker_bots *bots, int bot)
{
    const struct skat_bot_module *module = bots->modules[bot][PLAYER_PART_BID];

    return config_keeps_answers_of(bots->config, bot) && module && !module->observe &&
           !module->game_begin && !module->game_end && !module->deal_end;
}

/* A player of this bot that one in a seat can join: with isolation that of the seat, since nobody
 * else's cards may get into its process. */
static const struct player *leader_of(const struct worker_table *leaders, int bot, int seat)
{
    const bool isolated = leaders && leaders->bots->config->isolates;

    for (int other = 0; leaders && other < SKAT_SEATS_MAX; other++)
        if (leaders->players[bot][other].host && (!isolated || other == seat))
            return &leaders->players[bot][other];
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
    plan.in_vain = &bots->shm->in_vain[bot];
    plan.leader = leader_of(leaders, bot, seat);
    for (int part = 0; part < PLAYER_PARTS; part++) {
        plan.modules[part] = bots->modules[bot][part];
        plan.processes[part] = bot_part(from, part)->isolated ? &bots->processes[bot][part] : NULL;
        plan.programs[part] = bot_part(from, part)->unsandboxed ? &bots->programs[bot] : NULL;
    }
    bots->shm->starting_bot = (uint8_t)bot;
    if (!player_open(player, &plan, &bots->shm->mark, reason, sizeof reason))
        cannot_start(from->name, reason);
    if (!keeps || !may_keep_answers(bots, bot))
        return;
    if (!table->kept[seat])
        table->kept[seat] = xcalloc(1, sizeof *table->kept[seat]);
    player->kept = (struct kept_place){.store = table->kept[seat], .given = &bots->shm->kept[bot]};
}

void worker_table_open_players(struct worker_table *table, uint32_t place,
                               const struct worker_table *leaders, bool keeps)
{
    const struct schedule *schedule = &table->bots->config->schedule;
    const bool any = place == WORKER_ANY_PLACE;

    for (int i = any ? 0 : (int)place; i < schedule->arrangement_count;
         i += any ? 1 : schedule->per_deal)
        for (int seat = 0; seat < schedule->seats; seat++)
            worker_table_open_player(table, schedule->arrangements[i][seat], seat, leaders, keeps);
}

/* Sets up what decides instead of the bots. */
static void open_stand_ins(struct worker_table *table)
{
    struct stand_ins *all = &table->stand_ins;

    if (table->bots->config->contract != CONTRACTS_BID) {
        table->auction = &all->of[all->count++];
        *table->auction = (struct stand_in){fixed_auction_answer, NULL};
    }
    if (table->bots->solver)
        all->of[all->count++] = (struct stand_in){solver_player_answer, table->bots->solver};
}

void worker_table_open(struct worker_table *table, const struct worker_bots *bots,
                       struct skat_game *game, struct game_id *id, char *illegal)
{
    *table = (struct worker_table){.bots = bots, .game = game, .id = id, .illegal = illegal};
    table->players = xcalloc((size_t)bots->config->bot_count, sizeof *table->players);
    open_stand_ins(table);
}

void worker_table_close(struct worker_table *table)
{
    const struct config *config = table->bots->config;

    for (int bot = 0; bot < config->bot_count; bot++)
        for (int seat = 0; seat < config->rules.seats; seat++) {
            struct player *player = &table->players[bot][seat];
            if (player->host)
                player_close(player, &table->bots->shm->mark);
        }
    for (int seat = 0; seat < config->rules.seats; seat++)
        free(table->kept[seat]);
    free(table->players);
    *table = (struct worker_table){0};
}

/* ---- games ---- */

const struct stand_ins *worker_table_stand_ins(const struct worker_table *table)
{
    return table->stand_ins.count ? &table->stand_ins : NULL;
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
    const uint8_t *bot_of =
        table->seated ? table->seated : config->schedule.arrangements[table->id->arrangement];
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

/* Once it has its cards. */
static void prepare(struct worker_table *table)
{
    const uint64_t session = session_of(table);

    if (table->auction)
        table->auction->context = &table->bots->config->given.auctions[table->id->deal];
    seat_players(table);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (table->at[position]->session != session)
            player_leave_session(table->at[position], &table->bots->shm->mark);
    for (int seat = 0; seat < table->bots->config->rules.seats; seat++)
        if (table->kept[seat])
            table->kept[seat]->games = 0;
    table->illegal[0] = '\0';
    start_game(table);
}

void worker_table_prepare(struct worker_table *table)
{
    const struct dealt dealt =
        config_deal(table->bots->config, table->id->session, table->id->deal);

    table->deal = dealt.deal;
    table->key = dealt.key;
    prepare(table);
}

void worker_table_prepare_cards(struct worker_table *table, const struct skat_deal *deal)
{
    table->key = config_deal(table->bots->config, table->id->session, table->id->deal).key;
    table->deal = *deal;
    prepare(table);
}

/* ---- what was played of a deal at other places ---- */

/* Whether something else decides instead of the bots. */
static bool decided_elsewhere(const void *context, const struct skat_game *game,
                              const struct skat_decision *decision)
{
    const struct stand_ins *all = context;

    for (int i = 0; i < all->count; i++)
        if (all->of[i].answer(all->of[i].context, game, decision, NULL))
            return true;
    return false;
}

/* Whether answers of this player may be taken from another game; nobody sits where one fills in. */
static bool uses_answers(const struct worker_table *table, unsigned position)
{
    const struct player *player = table->at[position];

    return player->kept.store && player->sampling.costly &&
           skat_sits(table->bots->config->rules.derived.seating, position);
}

/* The player at this position learns from a game in which the same bot sat in its seat. */
static void learn_answers(const struct worker_table *table, unsigned position,
                          const struct played_moves *played)
{
    static struct skat_game scratch;
    const struct skat_rules *rules = &table->bots->config->rules;
    const struct player *player = table->at[position];
    const struct kept_asked asked = {position, player->decides[PLAYER_PART_BID], decided_elsewhere,
                                     &table->stand_ins};
    char text[SKAT_RECORD_SIZE];

    played_moves_text(played, played->count, rules, &scratch, text);
    kept_learn(player->kept.store, &asked, table->game, text);
}

void worker_table_learn(const struct worker_table *table, uint32_t arrangement,
                        const struct played_moves *moves)
{
    const struct config *config = table->bots->config;
    const uint8_t *one = config->schedule.arrangements[arrangement],
                  *other = config->schedule.arrangements[table->id->arrangement];
    uint8_t seat_of[SKAT_PLAYERS];

    skat_positions(&config->rules, skat_dealer(config->rules.seats, table->id->deal), seat_of);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (uses_answers(table, position) &&
            config_same_bot(config, one[seat_of[position]], other[seat_of[position]]))
            learn_answers(table, position, moves);
}

/* ---- a game begins ---- */

void worker_table_begin(struct worker_table *table)
{
    const struct worker_bots *bots = table->bots;
    const uint64_t session = session_of(table);

    for (int position = 0; position < SKAT_PLAYERS; position++)
        player_enter_session(table->at[position], session, &bots->session, &bots->config->key,
                             table->id->session, &bots->shm->mark);
}

struct play worker_table_play(struct worker_table *table)
{
    worker_table_begin(table);
    struct play play = {.players = table->at,
                        .game = table->game,
                        .illegal = table->illegal,
                        .mark = &table->bots->shm->mark,
                        .stand_ins = worker_table_stand_ins(table)};
    play_begin(&play, &table->key);
    return play;
}

bool worker_table_flush(const struct worker_table *leaders)
{
    const struct config *config = leaders->bots->config;
    bool sound = true;

    for (int bot = 0; bot < config->bot_count; bot++)
        for (int seat = 0; seat < config->rules.seats; seat++) {
            const struct player *player = &leaders->players[bot][seat];
            for (int part = 0; player->host && part < PLAYER_PARTS; part++)
                if (player->processes[part]) {
                    player_host_enter(player->host, &leaders->bots->shm->mark, CALL_deal_end);
                    bot_process_flush(player->processes[part]);
                    call_mark_leave(&leaders->bots->shm->mark);
                    bot_process_park(player->processes[part]);
                }
            sound = sound && (!player->host || player->host->failed == GAME_OK);
        }
    return sound;
}
