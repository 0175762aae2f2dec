#include "arena/match/worker_pool.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/bot_process.h"
#include "arena/bot/deal_play.h"
#include "arena/base/exit_code.h"
#include "arena/record/game_json.h"
#include "arena/bot/module.h"
#include "arena/bot/own_clock.h"
#include "arena/bot/player.h"
#include "arena/bot/solver_player.h"
#include "engine/session.h"

struct worker {
    struct worker_pool *pool;
    const struct config *config;
    struct worker_shm *shm;
    int index;
    const struct skat_bot_module *modules[BOTS_MAX][PLAYER_PARTS];
    struct bot_process_spec processes[BOTS_MAX][PLAYER_PARTS]; /* of isolated bots */
    struct player players[BOTS_MAX][SKAT_SEATS_MAX]; /* opened if an arrangement needs them */
    struct abi_rules rules;
    struct skat_bot_session session;
    struct skat_deal deal;      /* cards of `deal_number` */
    struct skat_random_key key; /* of `deal_number` */
    uint64_t deal_number;       /* counted over all sessions, or NO_DEAL */
    struct stand_ins stand_ins;
    struct stand_in *auction; /* repeats the auction of the given deal; NULL if bots bid */
    struct solver_player *solverplay;
    char (*tables)[TABLE_TEXT_SIZE];
    char printed[FAULT_REPORT_OUTPUT + 1]; /* the end of what was printed last */
};

static const uint64_t NO_DEAL = UINT64_MAX;

static _Noreturn void cannot_start(const char *name, const char *reason)
{
    fprintf(stderr, "skat-arena: bot \"%s\": %s\n", name, reason);
    _exit(EXIT_INTERNAL);
}

/* The supervisor has the unit played again (supervisor_faults.c). */
static void bot_process_was_killed(void) { _exit(WORKER_BOT_PROCESS_KILLED); }

static bool isolated(const struct worker *worker, const struct bot_module *module)
{
    return worker->config->isolation == ISOLATION_PROCESS && !module->unsandboxed;
}

static const struct bot_module *part_of(const struct bot *bot, int part)
{
    return &bot->parts[bot->composed ? part : PLAYER_PART_BID];
}

static void load_module(struct worker *worker, int bot, int part)
{
    const struct bot *from = &worker->config->bots[bot];
    const struct bot_module *module = part_of(from, part);
    char reason[512];

    if (isolated(worker, module)) {
        worker->processes[bot][part] = (struct bot_process_spec){
            .path = module->path,
            .settings = module->settings,
            .setting_count = module->setting_count,
            .memory = (uint64_t)worker->config->memory_mb << 20,
            .killed = bot_process_was_killed,
        };
        return;
    }
    worker->shm->starting_bot = (uint8_t)bot;
    worker->modules[bot][part] = module_load(module->path, reason, sizeof reason);
    if (!worker->modules[bot][part])
        cannot_start(from->name, reason);
}

static void load_modules(struct worker *worker)
{
    for (int bot = 0; bot < worker->config->bot_count; bot++)
        for (int part = 0; part < PLAYER_PARTS; part++)
            load_module(worker, bot, part);
}

/* May answers of this bot be kept (kept_answers.h)? */
static bool keeps_answers(const struct worker *worker, int bot)
{
    const struct config *config = worker->config;
    const struct bot *from = &config->bots[bot];
    const struct skat_bot_module *module = worker->modules[bot][PLAYER_PART_BID];

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
        a->setting_count != b->setting_count)
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
static struct kept_answers *store_for(const struct worker *worker, int bot, int seat)
{
    const struct bot *bots = worker->config->bots;

    for (int other = 0; other < worker->config->bot_count; other++)
        if (worker->players[other][seat].kept.store && same_player(&bots[bot], &bots[other]))
            return worker->players[other][seat].kept.store;
    return kept_answers_new();
}

static void open_player(struct worker *worker, int bot, int seat)
{
    const struct config *config = worker->config;
    const struct bot *from = &config->bots[bot];
    struct player *player = &worker->players[bot][seat];
    struct player_plan plan = {
        .name = from->name,
        .seat = seat,
        .composed = from->composed,
        .sees_all = from->sees_all,
        .times = &worker->shm->times[bot],
        .limits = config->limits,
    };
    char reason[512];

    if (player->host)
        return;
    for (int part = 0; part < PLAYER_PARTS; part++) {
        const struct bot_module *module = part_of(from, part);
        plan.modules[part] = worker->modules[bot][part];
        plan.processes[part] = isolated(worker, module) ? &worker->processes[bot][part] : NULL;
        plan.settings[part] = module->settings;
        plan.counts[part] = module->setting_count;
    }
    worker->shm->starting_bot = (uint8_t)bot;
    if (!player_open(player, &plan, &worker->shm->mark, reason, sizeof reason))
        cannot_start(from->name, reason);
    if (keeps_answers(worker, bot))
        player->kept = (struct kept_place){.store = store_for(worker, bot, seat),
                                           .given = &worker->shm->kept[bot]};
}

static void open_players(struct worker *worker)
{
    const struct config *config = worker->config;
    const struct schedule *schedule = &config->schedule;

    worker->tables = calloc((size_t)schedule->arrangement_count, sizeof *worker->tables);
    if (!worker->tables)
        cannot_start("", "out of memory");
    for (int i = 0; i < schedule->arrangement_count; i++) {
        const char *names[SKAT_SEATS_MAX];
        for (int seat = 0; seat < config->rules.seats; seat++) {
            open_player(worker, config->schedule.arrangements[i][seat], seat);
            names[seat] = config->bots[config->schedule.arrangements[i][seat]].name;
        }
        game_json_table(names, config->rules.seats, worker->tables[i]);
    }
}

/* Sets up what decides instead of the bots. */
static void open_stand_ins(struct worker *worker)
{
    struct stand_ins *all = &worker->stand_ins;

    if (worker->config->contract != CONTRACTS_BID) {
        worker->auction = &all->of[all->count++];
        worker->auction->answer = fixed_auction_answer;
    }
    if (worker->config->play == PLAY_SOLVER) {
        worker->solverplay = solver_player_new();
        if (!worker->solverplay)
            cannot_start("", "out of memory");
        all->of[all->count++] = (struct stand_in){solver_player_answer, worker->solverplay};
    }
}

static void end_session(struct worker *worker, struct player *player)
{
    if (player->session == PLAYER_NO_SESSION)
        return;
    player->session = PLAYER_NO_SESSION;
    player_session_end(player, &worker->shm->mark);
}

static void begin_session(struct worker *worker, struct player *player, uint64_t session)
{
    if (player->session == session)
        return;
    /* session_begin has its own random numbers, the same in every arrangement: no deal has this
     * number. */
    const struct skat_random_key key =
        skat_random_deal_key(&worker->config->key, worker->shm->id.session, UINT64_MAX);
    player_session_begin(player, &worker->session, &key, &worker->shm->mark);
    player->session = session;
}

/* Equal bots share a store. */
static void drop_store(struct worker *worker, int seat, struct kept_answers *store)
{
    for (int bot = 0; store && bot < worker->config->bot_count; bot++)
        if (worker->players[bot][seat].kept.store == store)
            worker->players[bot][seat].kept.store = NULL;
    free(store);
}

static void close_players(struct worker *worker)
{
    for (int bot = 0; bot < worker->config->bot_count; bot++)
        for (int seat = 0; seat < worker->config->rules.seats; seat++)
            if (worker->players[bot][seat].host) {
                drop_store(worker, seat, worker->players[bot][seat].kept.store);
                end_session(worker, &worker->players[bot][seat]);
                player_close(&worker->players[bot][seat], &worker->shm->mark);
            }
}

static void get_deal(struct worker *worker, uint64_t number, const struct game_id *id)
{
    if (worker->deal_number == number)
        return; /* another arrangement of the same deal */
    worker->deal_number = number;
    worker->key = skat_random_deal_key(&worker->config->key, id->session, id->deal);
    if (worker->auction)
        worker->auction->context = &worker->config->given.auctions[id->deal];
    if (worker->config->given.count)
        worker->deal = worker->config->given.deals[id->deal];
    else
        skat_deal_shuffled(&worker->deal, worker->config->rules.derived.deck, &worker->key);
}

static struct slot_buffers buffers_of(const struct worker *worker, const struct work_slot *slot)
{
    return worker_pool_buffers(worker->pool, worker->index, (int)(slot - worker->shm->slots));
}

static void add_fault_report(struct worker *worker, struct work_slot *slot,
                             const struct game_outcome *outcome, const struct fault_report *report)
{
    const struct config *config = worker->config;
    const struct skat_game *game = &worker->shm->game;
    const uint8_t *table = config->schedule.arrangements[outcome->id.arrangement];

    slot->fault_report_length += (uint32_t)fault_report_write(
        game, outcome, config->bots[table[outcome->seat_of[game->fault]]].name, report,
        buffers_of(worker, slot).reports + slot->fault_report_length);
}

/* Writes the worker's finished game to its slot. `report` describes its fault, or is NULL. */
static void finish_game(struct worker *worker, struct work_slot *slot, enum game_status fault,
                        const struct fault_report *report)
{
    struct worker_shm *shm = worker->shm;
    const struct config *config = worker->config;
    struct game_outcome outcome;
    const struct slot_buffers buffers = buffers_of(worker, slot);
    uint64_t index =
        shm->id.game - slot->first_deal * (uint64_t)config->schedule.per_deal - slot->skip;

    game_outcome_of_game(&shm->game, &shm->id, fault, &outcome);
    if (config->rules.derived.carries)
        game_outcome_add_to_session(&outcome, &shm->game, &shm->session);
    tally_add(&slot->tally, &shm->game, &outcome,
              config->schedule.arrangements[shm->id.arrangement]);
    if (buffers.stats)
        game_stats_of(buffers.stats + index, &shm->game, &outcome, shm->illegal);
    if (buffers.text) {
        uint32_t *line = buffers.lines + 2 * index;
        size_t length = game_json_write(&shm->game, &outcome, worker->tables[shm->id.arrangement],
                                        shm->illegal, buffers.text + slot->text_length);
        line[0] = slot->text_length;
        line[1] = slot->text_length += (uint32_t)length;
    }
    if (report)
        add_fault_report(worker, slot, &outcome, report);
    slot->played++;
    shm->in_game = false;
    atomic_fetch_add_explicit(&shm->games, 1, memory_order_relaxed);
}

/* Finishes a game with a fault that did not end this process: an illegal action, a failure that the
 * bot reported, or a fault of a bot process. */
static void finish_faulty_game(struct worker *worker, struct work_slot *slot,
                               enum game_status fault, const struct player *offender)
{
    struct worker_shm *shm = worker->shm;
    struct fault_report report = {.what = offender->host->failure, .output = worker->printed};
    char refused[SKAT_TOKEN_SIZE + 20];

    worker_pool_pass_output(worker->pool, worker->index, worker->printed);
    if (fault == GAME_ILLEGAL) {
        snprintf(refused, sizeof refused, "refused: %s", shm->illegal);
        report.what = refused;
    }
    const struct bot_process *process =
        offender->processes[offender->composed ? offender->host->failed_part : 0];
    if (process && fault != GAME_ILLEGAL) {
        report.output = bot_process_output(process);
        report.crash = bot_process_crash(process);
    }
    finish_game(worker, slot, fault, &report);
}

/* A session as bots see it. In whole sessions, each arrangement is a session of its own. */
static uint64_t session_of(const struct config *config, const struct game_id *id)
{
    const struct schedule *schedule = &config->schedule;
    return schedule->whole_sessions
               ? id->session * (uint64_t)schedule->arrangement_count + id->arrangement
               : id->session;
}

/* Starts the worker's game. If the rules have sessions, earlier games have updated it. */
static void start_game(struct worker *worker)
{
    struct worker_shm *shm = worker->shm;
    const struct skat_rules *rules = &worker->config->rules;
    struct skat_terms terms;

    if (!rules->derived.carries) {
        skat_game_start(&shm->game, rules, &worker->deal, NULL);
        return;
    }
    if (shm->id.deal == 0)
        skat_session_start(&shm->session, rules);
    skat_session_terms(&shm->session, &terms);
    skat_game_start(&shm->game, rules, &worker->deal, &terms);
}

/* A player's session begins in its first game there, so a fault in session_begin costs that game,
 * and each later one in which it fails again, however the run is split. One in session_end is
 * free. */
static void play_game(struct worker *worker, struct work_slot *slot)
{
    struct worker_shm *shm = worker->shm;
    const struct config *config = worker->config;
    enum { FOREHAND_SITS }; /* in every game, so it fills empty positions */
    struct player *players[SKAT_PLAYERS];
    uint8_t seat_of[SKAT_PLAYERS];

    const uint32_t number = slot->skip + slot->played;
    shm->id = schedule_unit_game(&config->schedule, slot->first_deal, slot->deals, number);
    uint64_t deal = schedule_unit_deal(&config->schedule, slot->first_deal, slot->deals, number);
    const uint8_t *table = config->schedule.arrangements[shm->id.arrangement];
    uint64_t session = session_of(config, &shm->id);
    get_deal(worker, deal, &shm->id);
    skat_positions(&config->rules, skat_dealer(config->rules.seats, shm->id.deal), seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        players[position] = seat_of[position] == SKAT_NOBODY
                                ? players[FOREHAND_SITS]
                                : &worker->players[table[seat_of[position]]][seat_of[position]];
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (players[position]->session != session)
            end_session(worker, players[position]);
    shm->illegal[0] = '\0';
    start_game(worker);
    shm->in_game = true;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        begin_session(worker, players[position], session);
    enum game_status fault =
        players_play(players, worker->stand_ins.count ? &worker->stand_ins : NULL, &shm->game,
                     &worker->key, shm->illegal, &shm->mark);
    if (fault == GAME_OK)
        finish_game(worker, slot, fault, NULL);
    else
        finish_faulty_game(worker, slot, fault, players[shm->game.fault]);
}

static void play_unit(struct worker *worker, struct work_slot *slot)
{
    while (slot->played < slot->games)
        play_game(worker, slot);
}

/* Whether the game in progress is the next one of its unit, and the record of one that the rules
 * allow: the bot that died may have overwritten it. Reads it back as `verify` reads a log. */
static bool is_game_of_slot(const struct worker *worker, const struct work_slot *slot,
                            enum game_status fault)
{
    const struct worker_shm *shm = worker->shm;
    const struct config *config = worker->config;
    const struct game_id next = schedule_unit_game(&config->schedule, slot->first_deal, slot->deals,
                                                   slot->skip + slot->played),
                         *is = &shm->id;
    struct errors errors = {0};
    struct game_outcome outcome;
    struct game_json read;
    char line[GAME_JSON_SIZE + 1];

    if (is->game != next.game || is->session != next.session || is->deal != next.deal ||
        is->arrangement != next.arrangement)
        return false;
    game_outcome_of_game(&shm->game, &shm->id, fault, &outcome);
    size_t length =
        game_json_write(&shm->game, &outcome, worker->tables[next.arrangement], shm->illegal, line);
    line[length] = '\0';
    bool sound =
        game_json_read(line, length, &config->rules, NULL, "", &read, &errors) && !errors.count;
    cJSON_Delete(read.root);
    errors_free(&errors);
    return sound;
}

/* The previous process of this worker died in the middle of a game: finishes that game. */
static void recover(struct worker *worker)
{
    struct worker_shm *shm = worker->shm;
    struct fault_report report = {
        .what = shm->how, .output = worker->printed, .crash = &shm->crash};
    char refused[SKAT_TOKEN_SIZE + 20];

    /* A game that an illegal answer has already ended keeps that fault, which is in the moves. */
    enum game_status fault = (enum game_status)shm->recover;
    if (shm->game.fault != SKAT_NOBODY) {
        fault = GAME_ILLEGAL;
        snprintf(refused, sizeof refused, "refused: %s", shm->illegal);
        report = (struct fault_report){.what = refused, .output = worker->printed};
    }
    skat_game_fail(&shm->game, shm->recover_position);
    if (!is_game_of_slot(worker, &shm->slots[shm->next_slot], fault))
        _exit(WORKER_SPOILT);
    finish_game(worker, &shm->slots[shm->next_slot], fault, &report);
    shm->recover = 0;
    shm->crash = (struct crash){0};
}

/* May unit `number` be played? If so, it counts as begun. */
static bool may_begin(const struct worker_pool *pool, uint64_t number)
{
    uint64_t begun = atomic_load(&pool->begun->units);

    if (atomic_load(&pool->stop->stop) && number >= begun)
        return false;
    while (begun <= number &&
           !atomic_compare_exchange_weak(&pool->begun->units, &begun, number + 1))
        ;
    return true;
}

static void settle_in(struct worker *worker)
{
    struct rlimit none = {0, 0};
    const int *output = worker->pool->outputs[worker->index];

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* do not outlive the supervisor */
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGINT, SIG_IGN); /* the supervisor handles the terminal's signals */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    /* What bots print is not our output, but may belong in a fault report. */
    child_set_streams(output[1], output[1]);
    worker_pool_pass_output(worker->pool, worker->index, worker->printed);
    crash_trace_watch(&worker->shm->crash);
    own_clock_watch();
}

/* A worker and its bot processes take turns, so they share a CPU: waking another one costs more
 * than the whole exchange. Measured: 4,700 games a second instead of 1,000 to 1,600. */
static void share_processor(int index)
{
    cpu_set_t allowed, one;

    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    int left = index % CPU_COUNT(&allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed) && left-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            sched_setaffinity(0, sizeof one, &one);
            return;
        }
}

void worker_run(struct worker_pool *pool, int index, int orders, int reports)
{
    struct worker *worker = calloc(1, sizeof *worker);
    struct worker_shm *shm = pool->areas[index].shm;
    char byte = 0;

    if (!worker)
        _exit(EXIT_INTERNAL);
    *worker = (struct worker){
        .pool = pool,
        .config = pool->config,
        .shm = shm,
        .index = index,
        .deal_number = NO_DEAL,
    };
    worker_pool_keep(pool, index);
    settle_in(worker);
    if (pool->config->isolation == ISOLATION_PROCESS)
        share_processor(index);
    abi_rules_of(&pool->config->rules, &worker->rules);
    worker->session = (struct skat_bot_session){
        .size = sizeof worker->session,
        .deals = (uint32_t)pool->config->rules.deals,
        .rules = &worker->rules.rules,
    };
    load_modules(worker);
    open_players(worker);
    open_stand_ins(worker);
    atomic_store(&shm->phase, WORKER_WORKING);
    if (shm->recover)
        recover(worker);
    for (;;) {
        struct work_slot *slot = &shm->slots[shm->next_slot];
        ssize_t got = read(orders, &byte, 1);
        if (got == 0)
            break;
        /* A bot may have replaced our descriptors, so play only assigned units. */
        if (got < 0 || atomic_load(&slot->state) != WORK_SLOT_ASSIGNED)
            _exit(WORKER_LOST_PIPES);
        if (may_begin(pool, slot->number))
            play_unit(worker, slot);
        fflush(NULL);
        worker_pool_pass_output(pool, index, worker->printed);
        shm->next_slot = (shm->next_slot + 1) % WORK_SLOTS;
        atomic_store(&slot->state, WORK_SLOT_DONE);
        if (write(reports, &byte, 1) != 1)
            _exit(WORKER_LOST_PIPES);
    }
    close_players(worker);
    fflush(NULL);
    worker_pool_pass_output(pool, index, worker->printed);
    solver_player_free(worker->solverplay);
    free(worker->tables);
    free(worker);
    _exit(0);
}
