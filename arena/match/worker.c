// SPDX-License-Identifier: MIT
/* arena/match/worker.c - a worker's process (worker_pool.h): plays the units in its slots, one game
 * at a time or side by side, and goes on after its predecessor died in the middle of one. */
#include "arena/match/worker_pool.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/memory.h"
#include "arena/base/machine.h"
#include "arena/bot/call_timer.h"
#include "arena/match/side_by_side.h"
#include "arena/match/worker_redeals.h"
#include "arena/match/worker_table.h"
#include "arena/record/game_json.h"
#include "arena/record/answer_words.h"
#include "arena/sandbox/coarse_clocks.h"
#include "engine/session.h"

/* The players of a place, or of all of them. */
struct place_tables {
    struct worker_table table; /* whose game is in shared memory; `players` NULL: not open */
    bool seated;               /* all its players are open */
    struct side_by_side *side; /* NULL: not open */
};

struct worker {
    struct worker_pool *pool;
    const struct config *config;
    struct worker_shm *shm;
    int index;
    cpu_set_t allowed; /* processors that this run may use */
    sigset_t signals;  /* that are blocked */
    struct slot_buffers buffers[WORK_SLOTS];
    struct worker_bots bots;
    struct place_tables *places; /* one for each place with isolation, otherwise one for all */
    struct bid_scout *scouts[2]; /* of both bots whose bids are compared; NULL: not open */
    struct worker_redeals *redeals;
    char (*names)[TABLE_TEXT_SIZE];        /* of the bots at a table, by arrangement */
    char printed[FAULT_REPORT_OUTPUT + 1]; /* the end of what was printed last */
};

/* ---- the unit at hand ---- */

static struct work_slot *slot_at_hand(const struct worker *worker)
{
    return &worker->shm->slots[worker->shm->next_slot];
}

static const struct slot_buffers *buffers_at_hand(const struct worker *worker)
{
    return &worker->buffers[worker->shm->next_slot];
}

/* Where the game of a deal (0.. of the unit) stands at the place that is being played. */
static size_t index_of(const struct worker *worker, uint32_t deal)
{
    return (size_t)deal * (size_t)worker->pool->places + slot_at_hand(worker)->places;
}

static bool is_skipped(const struct worker *worker, uint32_t deal)
{
    const struct deal_bids *bids = buffers_at_hand(worker)->bids;

    return bids && bids[deal].known == STATS_BIDS_ALIKE;
}

static void now_doing(const struct worker *worker, enum worker_activity activity)
{
    atomic_store_explicit(&worker->shm->activity, (uint8_t)activity, memory_order_relaxed);
}

/* After what was done last. What bots have blocked of signals meanwhile is not blocked for others:
 * once for all their calls, since it is a call of the system. */
static void done(const struct worker *worker)
{
    now_doing(worker, WORKER_BETWEEN);
    sigprocmask(SIG_SETMASK, &worker->signals, NULL);
}

/* Whether the supervisor wants no more of this unit. After an interruption, that is so of a single
 * deal, whose games are played again, and of games that had to be played one at a time. A session
 * is finished: it may have taken hours. */
static bool may_stop(const struct worker *worker)
{
    const struct unit *unit = &slot_at_hand(worker)->unit;
    const struct worker_pool_stop *stop = worker->pool->stop;

    return atomic_load_explicit(&stop->drop_all, memory_order_relaxed) ||
           (unit_is_left(worker->config, unit) &&
            atomic_load_explicit(&stop->stop, memory_order_relaxed));
}

/* What was printed since the last call. */
static void read_output(struct worker *worker)
{
    bot_output_read(&worker->pool->outputs[worker->index], &worker->shm->printed, worker->printed);
}

/* ---- a finished game ---- */

static void add_fault_report(struct worker *worker, const struct worker_table *table,
                             const struct game_outcome *outcome, const struct fault_report *report)
{
    const struct config *config = worker->config;
    const uint8_t *bots = config->schedule.arrangements[outcome->id.arrangement];
    struct work_slot *slot = slot_at_hand(worker);

    slot->reports_length += (uint32_t)fault_report_write(
        table->game, outcome, config->bots[bots[outcome->seat_of[table->game->fault]]].name, report,
        buffers_at_hand(worker)->reports + slot->reports_length);
}

static void count_game(const struct worker *worker)
{
    slot_at_hand(worker)->played++;
    atomic_fetch_add_explicit(&worker->shm->games, 1, memory_order_relaxed);
}

/* Writes a finished game to its slot. `report` describes its fault, or is NULL. */
static void finish_game(struct worker *worker, const struct worker_table *table,
                        enum game_status fault, const struct fault_report *report)
{
    struct worker_shm *shm = worker->shm;
    const struct config *config = worker->config;
    struct work_slot *slot = slot_at_hand(worker);
    const struct slot_buffers *buffers = buffers_at_hand(worker);
    const uint64_t deal = table->id->game / (uint64_t)worker->pool->places - slot->unit.first_deal;
    const size_t index = index_of(worker, (uint32_t)deal);
    struct game_lines *line = &buffers->lines[index];
    struct game_outcome outcome;

    game_outcome_of_game(table->game, table->id, fault, &outcome);
    if (config->rules.derived.carries)
        game_outcome_add_to_session(&outcome, table->game, &shm->session);
    tally_add(&slot->tally, table->game, &outcome,
              config->schedule.arrangements[table->id->arrangement]);
    if (buffers->stats) {
        game_stats_of(buffers->stats + index, table->game, &outcome, table->illegal);
        if (buffers->bids)
            buffers->stats[index].bids = buffers->bids[deal];
    }
    if (buffers->moves)
        played_moves_of(buffers->moves + index, table->game);
    line->begin = slot->text_length;
    if (buffers->text)
        slot->text_length +=
            (uint32_t)game_json_write(table->game, &outcome, worker->names[table->id->arrangement],
                                      table->illegal, buffers->text + slot->text_length);
    line->end = slot->text_length;
    line->report_begin = slot->reports_length;
    if (report)
        add_fault_report(worker, table, &outcome, report);
    line->report_end = slot->reports_length;
    count_game(worker);
}

/* Finishes a game with a fault that did not end this process: an illegal action, a failure that the
 * bot reported, or a fault of a bot process. */
static void finish_faulty_game(struct worker *worker, const struct worker_table *table,
                               enum game_status fault)
{
    const struct player *offender = table->at[table->game->fault];
    struct fault_report report = {.what = offender->host->failure, .output = worker->printed};
    char refused[REFUSED_ANSWER_SIZE];

    read_output(worker);
    if (fault == GAME_ILLEGAL)
        report.what = refused_answer_words(table->game, table->illegal, refused);
    const struct bot_process *process =
        offender->processes[offender->composed ? offender->host->failed_part : 0];
    if (process && fault != GAME_ILLEGAL) {
        report.output = process->output;
        report.crash = &process->crash;
    }
    finish_game(worker, table, fault, &report);
}

/* A game that is not played: the two bots bid the deal alike. */
static void skip_game(struct worker *worker, uint32_t deal)
{
    const struct slot_buffers *buffers = buffers_at_hand(worker);
    const struct work_slot *slot = slot_at_hand(worker);
    const size_t index = index_of(worker, deal);
    const struct game_id id =
        schedule_game(&worker->config->schedule, slot->unit.first_deal + deal, slot->places);

    buffers->lines[index] = (struct game_lines){0};
    if (buffers->stats)
        buffers->stats[index] =
            game_stats_of_skipped(&id, worker->config->rules.seats, buffers->bids[deal]);
    count_game(worker);
}

/* ---- tables ---- */

/* Whose players play there: those of all places, or of this one. */
static uint32_t players_place(const struct worker *worker, uint32_t place)
{
    return !worker->config->isolates ? WORKER_ANY_PLACE : place;
}

/* The table of a place, which may have no players yet. */
static struct place_tables *tables_of(struct worker *worker, uint32_t place)
{
    struct worker_shm *shm = worker->shm;
    struct place_tables *tables =
        &worker->places[players_place(worker, place) == WORKER_ANY_PLACE ? 0 : place];

    if (!tables->table.players) {
        worker_table_open(&tables->table, &worker->bots, &shm->game, &shm->id, shm->illegal);
        tables->table.carried = &shm->session;
    }
    return tables;
}

/* Its players, for games that are played one at a time. */
static struct worker_table *open_table(struct worker *worker, uint32_t place)
{
    struct place_tables *tables = tables_of(worker, place);

    if (!tables->seated) {
        worker_shm_starting(worker->shm, true);
        worker_table_open_players(&tables->table, players_place(worker, place), NULL, true);
        worker_shm_starting(worker->shm, false);
        tables->seated = true;
    }
    return &tables->table;
}

/* One player of each bot, which all others of it can join. */
static void open_leaders(struct worker *worker, struct worker_table *table)
{
    const struct schedule *schedule = &worker->config->schedule;

    for (int i = 0; i < schedule->arrangement_count; i++)
        for (int seat = 0; seat < schedule->seats; seat++) {
            const int bot = schedule->arrangements[i][seat];
            bool open = false;
            for (int other = 0; other < SKAT_SEATS_MAX; other++)
                open |= table->players[bot][other].host != NULL;
            if (!open)
                worker_table_open_player(table, bot, seat, NULL, true);
        }
}

static void close_tables(struct place_tables *tables)
{
    side_by_side_close(tables->side);
    if (tables->table.players)
        worker_table_close(&tables->table);
    *tables = (struct place_tables){.side = NULL};
}

static struct side_by_side *open_side_tables(struct worker *worker, uint32_t place)
{
    struct place_tables *tables = tables_of(worker, place);
    const bool isolated = worker->config->isolates;

    if (tables->side)
        return tables->side;
    if (isolated)
        open_table(worker, place);
    worker_shm_starting(worker->shm, true);
    if (!isolated)
        open_leaders(worker, &tables->table);
    tables->side = side_by_side_open(&worker->bots, &tables->table, players_place(worker, place),
                                     worker->config->tables);
    worker_shm_starting(worker->shm, false);
    return tables->side;
}

/* ---- games, one at a time ---- */

/* The players learn what was played of the deal at the places before: of a game that ended with a
 * fault, all until then. */
static void learn_games(const struct worker *worker, struct worker_table *table, uint32_t deal)
{
    const struct played_moves *moves = buffers_at_hand(worker)->moves + index_of(worker, deal);

    for (uint32_t back = 1; back <= slot_at_hand(worker)->places; back++)
        worker_table_learn(table, table->id->arrangement - back, moves - back);
}

/* A player's session begins in its first game there, so a fault in session_begin costs that game,
 * and each later one in which it fails again, however the run is split. One in session_end is
 * free. */
static void play_game(struct worker *worker, uint32_t deal)
{
    struct worker_shm *shm = worker->shm;
    const struct work_slot *slot = slot_at_hand(worker);
    struct worker_table *table = open_table(worker, slot->places);

    shm->id = schedule_game(&worker->config->schedule, slot->unit.first_deal + deal, slot->places);
    worker_table_prepare(table);
    if (config_uses_earlier_games(worker->config))
        learn_games(worker, table, deal);
    now_doing(worker, WORKER_GAME);
    worker_table_begin(table);
    const enum game_status fault = players_play(table->at, worker_table_stand_ins(table),
                                                &shm->game, &table->key, shm->illegal, &shm->mark);
    if (fault == GAME_OK)
        finish_game(worker, table, fault, NULL);
    else
        finish_faulty_game(worker, table, fault);
    done(worker);
}

/* ---- games, side by side ---- */

static bool is_skipped_of(void *context, uint32_t deal) { return is_skipped(context, deal); }

static void finished(void *context, const struct worker_table *table)
{
    finish_game(context, table, GAME_OK, NULL);
}

/* After a fault this process ends, since bots are in the middle of games, and those that they share
 * may be lost: the next one plays the unit one game at a time (worker_process.c). */
static void play_side_by_side(struct worker *worker)
{
    const struct work_slot *slot = slot_at_hand(worker);
    const struct side_games games = {.unit = &slot->unit,
                                     .place = slot->places,
                                     .is_skipped = is_skipped_of,
                                     .finished = finished,
                                     .context = worker};
    struct side_by_side *side = open_side_tables(worker, slot->places);

    for (uint32_t deal = 0; deal < slot->unit.deals; deal++)
        if (is_skipped(worker, deal))
            skip_game(worker, deal);
    now_doing(worker, WORKER_SIDE_BY_SIDE);
    if (!side_by_side_play(side, &games)) {
        fflush(NULL);
        _exit(WORKER_PLAY_ALONE);
    }
    done(worker);
}

/* ---- bids alone ----
 *
 * Of two bots that play cards alike, a deal in which both would bid, pick up, put aside and
 * announce the same at every table differs in nothing, so its games need not be played. That is
 * asked at one table: one of the two sits in every seat and decides, the other one hears the same
 * in the same seats and says what it would answer, until their first different answer or the first
 * card. If they never differ, neither do any two tables of the deal, whoever sits where. */

/* One of the two bots in every seat. */
struct bid_scout {
    struct worker_table table;
    struct skat_game game;
    struct game_id id;
    char illegal[SKAT_TOKEN_SIZE];
    uint8_t seated[SKAT_SEATS_MAX];
};

static struct bid_scout *scout_open(struct worker *worker, int bot)
{
    struct bid_scout *scout = xcalloc(1, sizeof *scout);

    memset(scout->seated, bot, sizeof scout->seated);
    worker_table_open(&scout->table, &worker->bots, &scout->game, &scout->id, scout->illegal);
    scout->table.seated = scout->seated;
    for (int seat = 0; seat < worker->config->rules.seats; seat++)
        worker_table_open_player(&scout->table, bot, seat, NULL, false);
    return scout;
}

static void scout_close(struct bid_scout *scout)
{
    if (scout)
        worker_table_close(&scout->table);
    free(scout);
}

static struct play scout_begin(struct bid_scout *scout, const struct game_id *id)
{
    scout->id = *id;
    worker_table_prepare(&scout->table);
    return worker_table_play(&scout->table);
}

/* Asks the player whose decision it is. False if it fails. */
static bool scout_ask(struct play *play, const union player_decision *decision,
                      union player_action *action)
{
    play_ask(play, decision, action);
    return play->players[decision->engine.position]->host->failed == GAME_OK;
}

/* Goes through the bids, up to the first card. */
static bool bid_alike(struct play *deciding, struct play *silent, uint16_t *answers)
{
    union player_decision decision, same;
    union player_action action, other;

    for (; play_pending(deciding, &decision) && decision.engine.kind != SKAT_DECIDE_CARD;
         *answers += 2)
        if (!play_pending(silent, &same) || !scout_ask(deciding, &decision, &action) ||
            !scout_ask(silent, &same, &other) || !skat_action_same(&action.engine, &other.engine) ||
            !play_apply(deciding, &decision, &action) || !play_apply(silent, &same, &other))
            return false;
    return true;
}

/* Whether they bid this deal, counted over all sessions, alike. If one of them fails, it counts as
 * bid differently: then the game shows it. Of the deals that are bid alike, some are played all the
 * same. */
static struct deal_bids scout_deal(const struct worker *worker, uint64_t number)
{
    struct deal_bids bids = {STATS_BIDS_DIFFER, 0};
    const struct game_id id = schedule_game(&worker->config->schedule, number, 0);
    struct play deciding = scout_begin(worker->scouts[0], &id),
                silent = scout_begin(worker->scouts[1], &id);
    const bool alike = bid_alike(&deciding, &silent, &bids.answers);
    const enum game_status one = play_end(&deciding), other = play_end(&silent);

    if (one != GAME_OK || other != GAME_OK)
        bids.answers = 0; /* counts as if the process had ended by it */
    else if (alike)
        bids.known = number % BIDS_CHECKED_EVERY ? STATS_BIDS_ALIKE : STATS_BIDS_CHECKED;
    else
        bids.answers += 2; /* the last ones */
    return bids;
}

/* Finds out which deals the two bots bid alike, where bids alone are compared. */
static void scout_deals(struct worker *worker)
{
    const struct comparison_plan *compared = &worker->config->compared;
    struct work_slot *slot = slot_at_hand(worker);
    struct deal_bids *bids = buffers_at_hand(worker)->bids;

    if (bids && slot->scouted < slot->unit.deals && !worker->scouts[0]) {
        worker_shm_starting(worker->shm, true);
        worker->scouts[0] = scout_open(worker, compared->a);
        worker->scouts[1] = scout_open(worker, compared->b);
        worker_shm_starting(worker->shm, false);
    }
    now_doing(worker, WORKER_SCOUTING);
    for (; bids && slot->scouted < slot->unit.deals && !may_stop(worker); slot->scouted++)
        bids[slot->scouted] = scout_deal(worker, slot->unit.first_deal + slot->scouted);
    done(worker);
}

/* ---- units ---- */

/* The games of the unit at its next place. */
static void play_place(struct worker *worker)
{
    struct work_slot *slot = slot_at_hand(worker);

    if (unit_is_together(worker->config, &slot->unit))
        play_side_by_side(worker);
    while (slot->played < slot->unit.deals && !may_stop(worker))
        if (is_skipped(worker, slot->played))
            skip_game(worker, slot->played);
        else
            play_game(worker, slot->played);
    if (slot->played < slot->unit.deals)
        return;
    if (worker->config->isolates && slot->places >= WORKER_PLACES_KEPT)
        close_tables(tables_of(worker, slot->places));
    slot->places++;
    slot->played = 0;
}

static void play_redeals(struct worker *worker)
{
    const uint32_t places = (uint32_t)worker->pool->places;
    const struct slot_buffers *buffers = buffers_at_hand(worker);
    struct work_slot *slot = slot_at_hand(worker);

    if (!buffers->changes)
        return;
    if (!worker->redeals)
        worker->redeals = worker_redeals_open(&worker->bots, &tables_of(worker, 0)->table);
    now_doing(worker, WORKER_REDEALS);
    for (; slot->redealt < slot->unit.deals && !may_stop(worker); slot->redealt++) {
        const size_t first = (size_t)slot->redealt * places;
        struct redeal_change *change = &buffers->changes[slot->redealt];
        *change = (struct redeal_change){0};
        if (!is_skipped(worker, slot->redealt))
            slot->redeals_length += (uint32_t)worker_redeals_play(
                worker->redeals, slot->unit.first_deal + slot->redealt, buffers->moves + first,
                buffers->stats + first, buffers->redeals + slot->redeals_length, change);
    }
    done(worker);
}

static void play_unit(struct worker *worker)
{
    const struct work_slot *slot = slot_at_hand(worker);

    scout_deals(worker);
    while (slot->places < (uint32_t)worker->pool->places && !may_stop(worker))
        play_place(worker);
    if (slot->places == (uint32_t)worker->pool->places)
        play_redeals(worker);
}

/* The previous process of this worker died in the middle of a game: finishes that game. */
static void recover(struct worker *worker)
{
    struct worker_shm *shm = worker->shm;
    const struct worker_table *table = &tables_of(worker, slot_at_hand(worker)->places)->table;
    struct fault_report report = {
        .what = shm->how, .output = worker->printed, .crash = &shm->crash};
    char refused[REFUSED_ANSWER_SIZE];

    /* A game that a fault has already ended keeps it: an illegal answer, which is in the moves, or
     * what a bot reported, whose words were lost with the process. */
    enum game_status fault = (enum game_status)shm->recover;
    if (shm->game.fault != SKAT_NOBODY) {
        fault = (enum game_status)atomic_load(&shm->mark.failed);
        report = (struct fault_report){.what = "reported by the bot", .output = worker->printed};
        if (fault == GAME_OK) {
            fault = GAME_ILLEGAL;
            report.what = refused_answer_words(&shm->game, shm->illegal, refused);
        }
    }
    skat_game_fail(&shm->game, shm->recover_position);
    finish_game(worker, table, fault, &report);
    shm->recover = 0;
    shm->crash = (struct crash){0};
}

/* ---- the process ---- */

/* A worker whose bots are all in processes without a time stamp counter does without, too. Going
 * from a process that has it to one that has not costs 10 microseconds where a host has to be
 * asked, in virtual machines on some processors: three times as much as an exchange. */
static void do_without_counter(const struct config *config)
{
    char reason[100];

    if (config->isolates && !config_starts_programs(config))
        coarse_clocks_begin(NULL, reason, sizeof reason); /* only its speed depends on it */
}

/* A worker and its bot processes take turns, so they share a processor: waking another one costs
 * more than the whole exchange. Measured: 4,700 games a second instead of 1,000 to 1,600. What is
 * started later runs there, too. */
static void share_processor(const struct worker *worker)
{
    if (worker->config->isolates)
        processors_run_on(0, &worker->allowed, worker->index);
}

static void settle_in(struct worker *worker)
{
    const int output = worker->pool->outputs[worker->index].to;

    signal(SIGINT, SIG_IGN); /* the supervisor handles the terminal's signals */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigprocmask(SIG_BLOCK, NULL, &worker->signals);
    /* What bots print is not our output, but may belong in a fault report. */
    child_set_streams(output, output);
    read_output(worker);
    crash_trace_watch(&worker->shm->crash);
    own_clock_watch();
    do_without_counter(worker->config);
    share_processor(worker);
}

static void name_tables(struct worker *worker)
{
    const struct schedule *schedule = &worker->config->schedule;

    worker->names = xcalloc((size_t)schedule->arrangement_count, sizeof *worker->names);
    for (int i = 0; i < schedule->arrangement_count; i++) {
        const char *names[SKAT_SEATS_MAX];
        for (int seat = 0; seat < schedule->seats; seat++)
            names[seat] = worker->config->bots[schedule->arrangements[i][seat]].name;
        game_json_table(names, schedule->seats, worker->names[i]);
    }
}

/* Opens the players of the unit's place before the first game, so that a bot that cannot start is
 * known by then. Where games are played side by side, only the players that this unit needs are
 * opened. */
static void open_players(struct worker *worker)
{
    const struct work_slot *slot = slot_at_hand(worker);

    if (slot->places == (uint32_t)worker->pool->places)
        return;
    if (unit_is_together(worker->config, &slot->unit))
        open_side_tables(worker, slot->places);
    else
        open_table(worker, slot->places);
}

static void open_worker(struct worker *worker)
{
    const struct config *config = worker->config;
    const size_t places = (size_t)worker->pool->places;
    char name[20];

    snprintf(name, sizeof name, "worker%d", worker->index);
    worker_bots_open(&worker->bots, config, worker->shm, &worker->pool->groups, name);
    worker->places = xcalloc(!config->isolates ? 1 : places, sizeof *worker->places);
    name_tables(worker);
    open_players(worker);
}

static void close_worker(struct worker *worker)
{
    const int places = !worker->config->isolates ? 1 : worker->pool->places;

    worker_redeals_close(worker->redeals);
    scout_close(worker->scouts[0]);
    scout_close(worker->scouts[1]);
    for (int place = 0; place < places; place++)
        close_tables(&worker->places[place]);
    fflush(NULL);
    read_output(worker);
    worker_bots_close(&worker->bots);
    free(worker->places);
    free(worker->names);
    free(worker);
}

void worker_run(struct worker_pool *pool, int index, int orders, int reports)
{
    struct worker *worker = xcalloc(1, sizeof *worker);
    struct worker_shm *shm = worker_pool_shm(pool, index);
    char byte = 0;

    *worker = (struct worker){.pool = pool, .config = pool->config, .shm = shm, .index = index};
    for (int i = 0; i < WORK_SLOTS; i++)
        worker->buffers[i] = worker_pool_buffers(pool, index, i);
    sched_getaffinity(0, sizeof worker->allowed, &worker->allowed);
    worker_pool_keep(pool, index, orders, reports);
    settle_in(worker);
    open_worker(worker);
    worker_shm_starting(worker->shm, false);
    if (shm->recover)
        recover(worker);
    for (;;) {
        struct work_slot *slot = slot_at_hand(worker);
        const ssize_t got = read(orders, &byte, 1);
        if (got == 0)
            break;
        /* A bot may have closed our descriptors or opened others in their place. */
        if (got < 0 || atomic_load(&slot->state) != WORK_SLOT_ASSIGNED)
            _exit(WORKER_LOST_PIPES);
        play_unit(worker);
        fflush(NULL);
        read_output(worker);
        if (fcntl(orders, F_GETFD) < 0 || fcntl(reports, F_GETFD) < 0)
            _exit(WORKER_LOST_PIPES); /* found before the unit counts, whatever is left to play */
        shm->next_slot = (shm->next_slot + 1) % WORK_SLOTS;
        atomic_store(&slot->state, WORK_SLOT_DONE);
        if (write(reports, &byte, 1) != 1)
            _exit(WORKER_LOST_PIPES);
    }
    close_worker(worker);
    _exit(0);
}
