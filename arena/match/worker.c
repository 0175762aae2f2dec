// SPDX-License-Identifier: MIT
/* arena/match/worker.c - a worker's process (worker_pool.h): plays the parts in its slots, one game
 * at a time or side by side, and goes on after its predecessor died in the middle of a game. */
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
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/processors.h"
#include "arena/record/game_json.h"
#include "arena/bot/own_clock.h"
#include "arena/bot/own_descriptors.h"
#include "arena/match/side_by_side.h"
#include "arena/match/worker_table.h"
#include "arena/sandbox/coarse_clocks.h"
#include "arena/sandbox/no_writing.h"
#include "arena/record/refused_answer.h"
#include "engine/session.h"

struct worker {
    struct worker_pool *pool;
    const struct config *config;
    struct worker_shm *shm;
    int index;
    cpu_set_t allowed; /* processors that this run may use */
    int processor;     /* that it and its bots run on: work_slot; -1: any of them */
    struct slot_buffers buffers[WORK_SLOTS];
    struct own_descriptors pipes; /* orders and reports */
    struct worker_bots bots;
    struct worker_table table;             /* whose game is in `shm` */
    struct side_by_side *side;             /* NULL: not open */
    char (*names)[TABLE_TEXT_SIZE];        /* of the bots at a table, by group of arrangements */
    char printed[FAULT_REPORT_OUTPUT + 1]; /* the end of what was printed last */
};

static const struct slot_buffers *buffers_of(const struct worker *worker,
                                             const struct work_slot *slot)
{
    return &worker->buffers[slot - worker->shm->slots];
}

/* Names of the bots at a table of this worker's place. */
static const char *names_at(const struct worker *worker, uint32_t arrangement)
{
    return worker->names[arrangement / (uint32_t)worker->pool->places];
}

static void add_fault_report(struct worker *worker, struct work_slot *slot,
                             const struct game_outcome *outcome, const struct fault_report *report)
{
    const struct config *config = worker->config;
    const struct skat_game *game = &worker->shm->game;
    const uint8_t *table = config->schedule.arrangements[outcome->id.arrangement];

    slot->fault_report_length += (uint32_t)fault_report_write(
        game, outcome, config->bots[table[outcome->seat_of[game->fault]]].name, report,
        buffers_of(worker, slot)->reports + slot->fault_report_length);
}

/* Writes a finished game to its slot. `report` describes its fault, or is NULL. */
static void finish_game(struct worker *worker, struct work_slot *slot,
                        const struct worker_table *table, enum game_status fault,
                        const struct fault_report *report)
{
    struct worker_shm *shm = worker->shm;
    const struct config *config = worker->config;
    struct game_outcome outcome;
    const struct slot_buffers *buffers = buffers_of(worker, slot);
    const uint64_t index = table->id->game / (uint64_t)worker->pool->places - slot->first_deal;
    struct game_lines *line = &buffers->lines[index];

    game_outcome_of_game(table->game, table->id, fault, &outcome);
    if (config->rules.derived.carries)
        game_outcome_add_to_session(&outcome, table->game, &shm->session);
    tally_add(&slot->tally, table->game, &outcome,
              config->schedule.arrangements[table->id->arrangement]);
    if (buffers->stats)
        game_stats_of(buffers->stats + index, table->game, &outcome, table->illegal);
    if (buffers->moves)
        played_moves_of(buffers->moves + index, table->game);
    line->recorded = buffers->records && worker_table_record(table, fault, buffers->records[index]);
    line->begin = slot->text_length;
    if (buffers->text)
        slot->text_length += (uint32_t)game_json_write(
            table->game, &outcome, names_at(worker, table->id->arrangement), table->illegal,
            buffers->text + slot->text_length);
    line->end = slot->text_length;
    line->report_begin = slot->fault_report_length;
    if (report)
        add_fault_report(worker, slot, &outcome, report);
    line->report_end = slot->fault_report_length;
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
    char refused[REFUSED_ANSWER_SIZE];

    worker_pool_pass_output(worker->pool, worker->index, worker->printed);
    if (fault == GAME_ILLEGAL) {
        report.what = refused_answer_words(worker->table.game, shm->illegal, refused);
    }
    const struct bot_process *process =
        offender->processes[offender->composed ? offender->host->failed_part : 0];
    if (process && fault != GAME_ILLEGAL) {
        report.output = bot_process_output(process);
        report.crash = bot_process_crash(process);
    }
    finish_game(worker, slot, &worker->table, fault, &report);
}

/* A game that is not played. */
static void skip_game(struct worker *worker, struct work_slot *slot, uint32_t number)
{
    const struct slot_buffers *buffers = buffers_of(worker, slot);

    buffers->lines[number] =
        (struct game_lines){slot->text_length, slot->text_length, slot->fault_report_length,
                            slot->fault_report_length, false};
    slot->played++;
    atomic_fetch_add_explicit(&worker->shm->games, 1, memory_order_relaxed);
}

static bool is_skipped(const struct worker *worker, const struct work_slot *slot, uint32_t number)
{
    const bool *skipped = buffers_of(worker, slot)->skipped;

    return skipped && skipped[number];
}

/* A player's session begins in its first game there, so a fault in session_begin costs that game,
 * and each later one in which it fails again, however the run is split. One in session_end is
 * free. */
static void play_game(struct worker *worker, struct work_slot *slot)
{
    struct worker_shm *shm = worker->shm;
    struct worker_table *table = &worker->table;
    const uint32_t number = slot->played;

    shm->id = worker_pool_game(worker->pool, worker->index, slot->first_deal, number);
    worker_table_prepare(table, &buffers_of(worker, slot)->deals[number]);
    if (slot->known)
        worker_table_learn(table, buffers_of(worker, slot)->before[number], slot->known);
    shm->in_game = true;
    worker_table_begin(table);
    enum game_status fault = players_play(table->at, worker_table_stand_ins(table), &shm->game,
                                          &table->key, shm->illegal, &shm->mark);
    if (fault == GAME_OK)
        finish_game(worker, slot, table, fault, NULL);
    else
        finish_faulty_game(worker, slot, fault, table->at[shm->game.fault]);
}

/* From now on, or no longer, a fault of a bot is one at its start. */
static void starting(struct worker *worker, bool starts)
{
    atomic_store(&worker->shm->phase, starts ? WORKER_STARTING : WORKER_WORKING);
}

/* ---- side by side ---- */

struct part_of_worker {
    struct worker *worker;
    struct work_slot *slot;
};

static void finished(void *context, const struct worker_table *table)
{
    const struct part_of_worker *part = context;

    finish_game(part->worker, part->slot, table, GAME_OK, NULL);
}

/* One player of each bot, which all others of it can join. */
static void open_leaders(struct worker *worker)
{
    const struct schedule *schedule = &worker->config->schedule;

    for (int i = (int)worker->bots.place; i < schedule->arrangement_count; i += schedule->per_deal)
        for (int seat = 0; seat < worker->config->rules.seats; seat++) {
            const int bot = schedule->arrangements[i][seat];
            bool open = false;
            for (int other = 0; other < SKAT_SEATS_MAX; other++)
                open |= worker->table.players[bot][other].host != NULL;
            if (!open)
                worker_table_open_player(&worker->table, bot, seat, NULL, true);
        }
}

static void open_side_tables(struct worker *worker)
{
    if (worker->side)
        return;
    starting(worker, true);
    open_leaders(worker);
    worker->side = side_by_side_open(&worker->bots, &worker->table, worker->config->tables);
    starting(worker, false);
}

/* Plays the games of a part side by side. After a fault this process ends, since bots are in the
 * middle of games, and those that they share may be lost: the next one plays them one at a time
 * (supervisor_faults.c). */
static void play_side_by_side(struct worker *worker, struct work_slot *slot)
{
    struct part_of_worker part = {worker, slot};
    const struct slot_buffers *buffers = buffers_of(worker, slot);

    open_side_tables(worker);
    for (uint32_t number = 0; number < slot->deals; number++)
        if (is_skipped(worker, slot, number))
            skip_game(worker, slot, number);
    worker->shm->side_by_side = true;
    if (!side_by_side_play(worker->side, slot, buffers, finished, &part)) {
        fflush(NULL);
        _exit(WORKER_PLAY_ALONE);
    }
    worker->shm->side_by_side = false;
}

/* ---- parts of units ---- */

/* The players of the worker's own table, for games that are played one at a time. */
static void open_own_players(struct worker *worker)
{
    starting(worker, true);
    worker_table_open_players(&worker->table, NULL, true);
    starting(worker, false);
}

/* After an interruption, parts that had to be played one at a time are not finished: they are as
 * long as many games side by side. */
static bool may_stop(const struct worker *worker, const struct work_slot *slot)
{
    return slot->one_by_one && atomic_load(&worker->pool->stop->stop);
}

/* From now on, the mark of calls shows who closes descriptors, if the next part is to be watched.
 * That costs more than many a call, so it is done only where it has happened. */
static void watch_descriptors(struct worker *worker, const struct work_slot *slot)
{
    worker->shm->mark.watched = slot->one_by_one ? &worker->pipes : NULL;
}

static void play_part(struct worker *worker, struct work_slot *slot)
{
    watch_descriptors(worker, slot);
    if (worker->config->tables > 1 && !slot->one_by_one) {
        play_side_by_side(worker, slot);
        return;
    }
    if (slot->one_by_one)
        open_own_players(worker);
    while (slot->played < slot->deals && !may_stop(worker, slot))
        if (is_skipped(worker, slot, slot->played))
            skip_game(worker, slot, slot->played);
        else
            play_game(worker, slot);
}

/* Whether the game in progress is the next one of its part, and the record of one that the rules
 * allow: the bot that died may have overwritten it. Reads it back as `verify` reads a log. */
static bool is_game_of_slot(const struct worker *worker, const struct work_slot *slot,
                            enum game_status fault)
{
    const struct worker_shm *shm = worker->shm;
    const struct config *config = worker->config;
    const struct game_id next = worker_pool_game(worker->pool, worker->index, slot->first_deal,
                                                 slot->played),
                         *is = &shm->id;
    struct errors errors = {0};
    struct game_outcome outcome;
    struct game_json read;
    char line[GAME_JSON_SIZE + 1];

    if (is->game != next.game || is->session != next.session || is->deal != next.deal ||
        is->arrangement != next.arrangement)
        return false;
    game_outcome_of_game(&shm->game, &shm->id, fault, &outcome);
    size_t length = game_json_write(&shm->game, &outcome, names_at(worker, next.arrangement),
                                    shm->illegal, line);
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
    char refused[REFUSED_ANSWER_SIZE];

    /* A game that an illegal answer has already ended keeps that fault, which is in the moves. */
    enum game_status fault = (enum game_status)shm->recover;
    if (shm->game.fault != SKAT_NOBODY) {
        fault = GAME_ILLEGAL;
        report =
            (struct fault_report){.what = refused_answer_words(&shm->game, shm->illegal, refused),
                                  .output = worker->printed};
    }
    skat_game_fail(&shm->game, shm->recover_position);
    if (!is_game_of_slot(worker, &shm->slots[shm->next_slot], fault))
        _exit(WORKER_SPOILT);
    finish_game(worker, &shm->slots[shm->next_slot], &worker->table, fault, &report);
    shm->recover = 0;
    shm->crash = (struct crash){0};
}

/* A build that measures which lines are reached (make coverage) writes that from here. */
#ifdef WORKERS_WRITE
static void write_no_files(int rules) { (void)rules; }
#else
static void write_no_files(int rules) { no_writing_begin(rules); }
#endif

/* A worker whose bots are all in processes without a time stamp counter does without, too. Going
 * from a process that has it to one that has not costs 10 microseconds where a host has to be
 * asked, in virtual machines on some processors: three times as much as an exchange. */
static void do_without_counter(const struct config *config)
{
    char reason[100];

    if (config->isolation == ISOLATION_PROCESS && !config_starts_programs(config))
        coarse_clocks_begin(true, NULL, reason, sizeof reason); /* only its speed depends on it */
}

static void settle_in(struct worker *worker)
{
    struct rlimit none = {0, 0};
    const int *output = worker->pool->pipes[worker->index].output;

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* do not outlive the supervisor */
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGINT, SIG_IGN); /* the supervisor handles the terminal's signals */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    /* What bots print is not our output, but may belong in a fault report. */
    child_set_streams(output[1], output[1]);
    worker_pool_pass_output(worker->pool, worker->index, worker->printed);
    write_no_files(worker->pool->no_writing);
    crash_trace_watch(&worker->shm->crash);
    own_clock_watch();
    do_without_counter(worker->config);
}

/* A worker and its bot processes take turns, so they share a CPU: waking another one costs more
 * than the whole exchange. Measured: 4,700 games a second instead of 1,000 to 1,600. */
static void share_processor(struct worker *worker, const struct work_slot *slot)
{
    if (worker->config->isolation != ISOLATION_PROCESS || worker->processor == slot->processor)
        return;
    worker->processor = slot->processor;
    processors_run_on(0, &worker->allowed, worker->processor);
    worker_table_move(&worker->table, &worker->allowed, worker->processor);
    side_by_side_move(worker->side, &worker->allowed, worker->processor);
}

/* The players of its own table are opened now, so that what cannot start is known before the first
 * game; but of those that play side by side, only the ones that are needed there. */
static void open_table(struct worker *worker)
{
    const struct config *config = worker->config;
    const struct schedule *schedule = &config->schedule;
    const uint32_t place = worker->bots.place, places = (uint32_t)worker->pool->places;
    struct worker_shm *shm = worker->shm;

    worker_table_open(&worker->table, &worker->bots, &shm->game, &shm->id, shm->illegal);
    worker->table.carried = &shm->session;
    if (config->tables > 1 && !shm->slots[shm->next_slot].one_by_one)
        open_side_tables(worker);
    else
        worker_table_open_players(&worker->table, NULL, true);
    worker->names = xcalloc((size_t)schedule->arrangement_count / places, sizeof *worker->names);
    for (uint32_t i = place; i < (uint32_t)schedule->arrangement_count; i += places) {
        const char *names[SKAT_SEATS_MAX];
        for (int seat = 0; seat < config->rules.seats; seat++)
            names[seat] = config->bots[schedule->arrangements[i][seat]].name;
        game_json_table(names, config->rules.seats, worker->names[i / places]);
    }
}

void worker_run(struct worker_pool *pool, int index, int orders, int reports)
{
    struct worker *worker = calloc(1, sizeof *worker);
    struct worker_shm *shm = worker_pool_shm(pool, index);
    char byte = 0, name[20];

    if (!worker)
        _exit(EXIT_INTERNAL);
    *worker = (struct worker){
        .pool = pool,
        .config = pool->config,
        .shm = shm,
        .index = index,
        .processor = -1,
    };
    for (int i = 0; i < WORK_SLOTS; i++)
        worker->buffers[i] = worker_pool_buffers(pool, index, i);
    sched_getaffinity(0, sizeof worker->allowed, &worker->allowed);
    worker_pool_keep(pool, index, orders, reports);
    own_descriptors_note(&worker->pipes, orders, reports);
    watch_descriptors(worker, &shm->slots[shm->next_slot]);
    snprintf(name, sizeof name, "worker%d", index);
    worker_bots_open_groups(&worker->bots, pool->config, &pool->groups, name,
                            worker_pool_place(pool, index));
    settle_in(worker);
    share_processor(worker, &shm->slots[shm->next_slot]);
    worker_bots_open(&worker->bots, pool->config, shm, worker_pool_place(pool, index));
    open_table(worker);
    atomic_store(&shm->phase, WORKER_WORKING);
    if (shm->recover)
        recover(worker);
    for (;;) {
        struct work_slot *slot = &shm->slots[shm->next_slot];
        ssize_t got = read(orders, &byte, 1);
        if (got == 0)
            break;
        /* A bot may have replaced our descriptors, so play only assigned parts. */
        if (got < 0 || atomic_load(&slot->state) != WORK_SLOT_ASSIGNED)
            _exit(WORKER_LOST_PIPES);
        share_processor(worker, slot);
        if (!atomic_load(&pool->stop->drop_all))
            play_part(worker, slot);
        fflush(NULL);
        if (!own_descriptors_are_there(&worker->pipes))
            _exit(WORKER_LOST_PIPES); /* while it is not finished: so it is played again */
        worker_pool_pass_output(pool, index, worker->printed);
        shm->next_slot = (shm->next_slot + 1) % WORK_SLOTS;
        atomic_store(&slot->state, WORK_SLOT_DONE);
        if (write(reports, &byte, 1) != 1)
            _exit(WORKER_LOST_PIPES);
    }
    side_by_side_close(worker->side);
    worker_table_close(&worker->table);
    fflush(NULL);
    worker_pool_pass_output(pool, index, worker->printed);
    worker_bots_close(&worker->bots);
    free(worker->names);
    free(worker);
    _exit(0);
}
