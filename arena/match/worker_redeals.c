// SPDX-License-Identifier: MIT
#include "arena/match/worker_redeals.h"

#include <stdlib.h>

#include "arena/base/memory.h"
#include "arena/bot/player.h"

enum { WAYS = 2 };

/* What is done at a table. Tables of a deal at which the same seat is changed show the same hand,
 * so they have tables of their own: a set for each. */
enum { SET_TRIES, SET_WAYS, TABLES_OF_SET = SET_WAYS + WAYS * REDEALS_MOST };

struct task_table {
    struct worker_table table; /* its `players` are NULL until it is opened */
    struct skat_game game;
    struct game_id id;
    char illegal[SKAT_TOKEN_SIZE];
};

struct worker_redeals {
    const struct worker_bots *bots;
    const struct config *config;
    const struct schedule *schedule;
    struct redeal_tasks *tasks;          /* shared: survives the process */
    struct worker_table *shared_table;   /* of bots that are not isolated */
    struct task_table *counterparts;     /* of isolated ones: for each counterpart of a deal, */
    struct task_table *sets;             /* and TABLES_OF_SET for each table of a deal */
    struct player dummies[SKAT_PLAYERS]; /* one of them stands for the player of a case */
    /* The deal at hand. */
    uint64_t number;
    const struct played_moves *moves; /* of its games, by place */
    struct dealt dealt;
    struct redeal_tables tables;
    struct redeal_game *games; /* by place */
    const struct redeal_game **played;
    struct redeal_game counterpart; /* of the tables at hand, if it was played */
    struct redeal_game ways[REDEALS_MOST][WAYS];
    struct redeal_case *cases;
    struct redeal_line line;
    struct pool pool; /* of the line */
    const char *names[BOTS_MAX];
};

struct worker_redeals *worker_redeals_open(const struct worker_bots *bots,
                                           struct worker_table *table)
{
    const struct config *config = bots->config;
    const size_t places = (size_t)config->schedule.per_deal;
    struct worker_redeals *all = xcalloc(1, sizeof *all);

    all->bots = bots;
    all->config = config;
    all->schedule = &config->schedule;
    all->tasks = &bots->shm->tasks;
    if (!config->isolates) {
        all->shared_table = table;
    } else {
        all->counterparts = xcalloc(places, sizeof *all->counterparts);
        all->sets = xcalloc(places * TABLES_OF_SET, sizeof *all->sets);
    }
    all->games = xcalloc(places, sizeof *all->games);
    all->played = xcalloc(places, sizeof *all->played);
    all->cases = xcalloc(places, sizeof *all->cases);
    config_names(config, all->names);
    dummy_players_open(all->dummies, &bots->shm->times[0], &bots->shm->mark);
    return all;
}

static void close_tables(struct task_table *tables, size_t count)
{
    for (size_t i = 0; tables && i < count; i++)
        if (tables[i].table.players)
            worker_table_close(&tables[i].table);
    free(tables);
}

void worker_redeals_close(struct worker_redeals *all)
{
    if (!all)
        return;
    const size_t places = (size_t)all->schedule->per_deal;
    close_tables(all->counterparts, places);
    close_tables(all->sets, places * TABLES_OF_SET);
    dummy_players_close(all->dummies, &all->bots->shm->mark);
    free(all->cases);
    free(all->played);
    free(all->games);
    free(all);
}

/* ---- a task ---- */

/* Begins the next task. False: it has ended a process, and fails. */
static bool begin_task(struct worker_redeals *all)
{
    struct redeal_tasks *tasks = all->tasks;

    tasks->number++;
    for (uint32_t i = 0; i < tasks->failed_count; i++)
        if (tasks->failed[i] == tasks->number)
            return false;
    return tasks->failed_count < TASKS_FAILED;
}

/* The table for a task: `own`, or that of bots that are not isolated, with these bots in the seats.
 */
static struct worker_table *table_of_task(struct worker_redeals *all, struct task_table *own,
                                          const uint8_t *bots)
{
    struct worker_table *table = all->shared_table;

    if (!table) {
        table = &own->table;
        if (!table->players)
            worker_table_open(table, all->bots, &own->game, &own->id, own->illegal);
    }
    table->seated = bots;
    worker_shm_starting(all->bots->shm, true);
    for (int seat = 0; seat < all->schedule->seats; seat++)
        worker_table_open_player(table, bots[seat], seat, NULL, false);
    worker_shm_starting(all->bots->shm, false);
    return table;
}

/* Plays the game `id` with these bots and cards. False if a bot failed. */
static bool play_game(struct worker_redeals *all, struct task_table *own, const struct game_id *id,
                      const uint8_t *bots, const struct skat_deal *deal, struct redeal_game *into)
{
    struct played_moves moves;

    if (!begin_task(all))
        return false;
    struct worker_table *table = table_of_task(all, own, bots);
    *table->id = *id;
    worker_table_prepare_cards(table, deal);
    worker_table_begin(table);
    const enum game_status fault =
        players_play(table->at, worker_table_stand_ins(table), table->game, &table->key,
                     table->illegal, &all->bots->shm->mark);
    table->seated = NULL;
    if (fault != GAME_OK)
        return false;
    played_moves_of(&moves, table->game);
    return redeal_game_of(into, &all->config->rules, id, &moves);
}

/* ---- tries ---- */

enum try_answer { AS_BEFORE, OTHERWISE, FAULT };

/* Has the next decision answered: by the player of the case as before, by others if they would. */
static enum try_answer answer_next(struct redealt_case *redealt, struct play *play,
                                   const struct game_trace_step *step)
{
    const union player_action before = {.engine = step->action};
    union player_decision decision;
    union player_action action;

    if (!play_pending(play, &decision))
        return FAULT;
    if (decision.engine.position != step->position)
        return OTHERWISE;
    if (step->position != redealt->of.position) {
        play_ask(play, &decision, &action);
        redealt->answers++;
        if (play->players[step->position]->host->failed != GAME_OK)
            return FAULT;
        if (!skat_action_same(&action.engine, &step->action))
            return OTHERWISE;
    }
    return play_apply(play, &decision, &before) ? AS_BEFORE : FAULT;
}

static enum try_answer try_deal(struct worker_redeals *all, struct worker_table *table,
                                struct redealt_case *redealt, uint32_t number)
{
    struct skat_deal deal;
    enum try_answer answer = AS_BEFORE;

    redeal_cards(&deal, &redealt->of, redealt->game, &all->dealt.key, redealt->id.arrangement,
                 number);
    *table->id = redealt->id;
    worker_table_prepare_cards(table, &deal);
    table->at[redealt->of.position] = &all->dummies[0];
    struct play play = worker_table_play(table);
    for (int i = 0; i < redealt->of.steps && answer == AS_BEFORE; i++)
        answer = answer_next(redealt, &play, &redealt->game->trace.steps[i]);
    play_end(&play);
    return answer;
}

/* Finds deals in which the others answer as before. False if a bot failed. */
static bool try_deals(struct worker_redeals *all, struct task_table *own,
                      struct redealt_case *redealt)
{
    const int wanted = all->config->compared.redeals;
    enum try_answer answer = AS_BEFORE;

    if (!begin_task(all))
        return false;
    const int64_t before = redealt->answers;
    struct worker_table *table = table_of_task(all, own, redealt->of.table->counterpart);
    while (redealt->count < wanted && redealt->tries < REDEAL_TRIES_MOST && answer != FAULT) {
        answer = try_deal(all, table, redealt, redealt->tries);
        if (answer == AS_BEFORE)
            redealt->number[redealt->count++] = redealt->tries;
        redealt->tries++;
    }
    table->seated = NULL;
    if (answer != FAULT)
        return true;
    redealt->tries = 0; /* as if the process had ended by it */
    redealt->count = 0;
    redealt->answers = before;
    return false;
}

/* ---- a case ---- */

/* Plays re-deal number `n` both ways. False if a bot failed, or answers otherwise than it did: then
 * it is not deterministic. */
static bool play_redeal(struct worker_redeals *all, struct task_table *set,
                        struct redealt_case *redealt, int n)
{
    const struct redeal_case *of = &redealt->of;
    const uint8_t *const bots[WAYS] = {all->schedule->arrangements[redealt->id.arrangement],
                                       of->table->counterpart};
    struct skat_deal deal;

    redeal_cards(&deal, of, redealt->game, &all->dealt.key, redealt->id.arrangement,
                 redealt->number[n]);
    for (int way = 0; way < WAYS; way++) {
        const struct redeal_game *dealt = way ? redealt->counterpart : redealt->game;
        struct redeal_game *game = redealt->ways[n][way];
        if (!play_game(all, set + SET_WAYS + WAYS * n + way, &redealt->id, bots[way], &deal,
                       game) ||
            !redeal_begins_alike(&game->trace, &dealt->trace, of->steps + 1))
            return false;
        redealt->answers += game->trace.count;
    }
    return true;
}

/* `more`: answers in a counterpart that was played for it. */
static void play_case(struct worker_redeals *all, const struct redeal_case *of,
                      const struct redeal_game *counterpart, int64_t more)
{
    struct redealt_case redealt = {
        .of = *of,
        .id = schedule_game(all->schedule, all->number, (uint32_t)of->table->place),
        .game = all->played[of->table->place],
        .counterpart = counterpart,
        .answers = more,
    };
    struct task_table *set = all->sets ? &all->sets[of->table->same_seat * TABLES_OF_SET] : NULL;

    for (int n = 0; n < REDEALS_MOST; n++)
        for (int way = 0; way < WAYS; way++)
            redealt.ways[n][way] = &all->ways[n][way];
    redealt.failed = !try_deals(all, set, &redealt);
    for (int n = 0; n < redealt.count && !redealt.failed; n++)
        if (!play_redeal(all, set, &redealt, n)) {
            redealt.failed = true;
            redealt.count = n;
        }
    redeal_line_add(&all->line, &redealt, all->schedule, &all->config->compared, all->names,
                    &all->pool);
}

/* ---- a deal ---- */

/* The cases at the tables with one counterpart. Where no table shows the counterpart, it is
 * played. */
static void play_counterpart(struct worker_redeals *all, int number)
{
    const struct redeal_game *counterpart = NULL;
    const struct redeal_table *table = all->tables.of;
    int count, like;

    while (table->counterpart_number != number)
        table++;
    const enum redeal_counterpart known =
        redeal_cases_find(all->cases, &count, &all->tables, number, all->played, NULL, &like);
    if (known == REDEAL_COUNTERPART_UNUSED)
        return;
    if (known == REDEAL_COUNTERPART_KNOWN) {
        counterpart = all->played[like];
    } else {
        const struct game_id id = schedule_game(all->schedule, all->number, (uint32_t)table->place);
        struct task_table *own = all->counterparts ? &all->counterparts[number] : NULL;
        if (!play_game(all, own, &id, table->counterpart, &all->dealt.deal, &all->counterpart))
            return; /* who fails here fails in the games of the log, too */
        counterpart = &all->counterpart;
        redeal_cases_find(all->cases, &count, &all->tables, number, all->played, counterpart,
                          &like);
    }
    for (int i = 0; i < count; i++)
        play_case(all, &all->cases[i], counterpart,
                  i == 0 && counterpart == &all->counterpart ? counterpart->trace.count : 0);
}

/* Replays the games of the deal. False if one of them ended by a fault. */
static bool replay_games(struct worker_redeals *all)
{
    for (int i = 0; i < all->tables.count; i++) {
        const int place = all->tables.of[i].place;
        const struct game_id id = schedule_game(all->schedule, all->number, (uint32_t)place);
        if (!redeal_game_of(&all->games[place], &all->config->rules, &id, &all->moves[place]))
            return false;
        all->played[place] = &all->games[place];
    }
    return true;
}

size_t worker_redeals_play(struct worker_redeals *all, uint64_t number,
                           const struct played_moves moves[], const struct game_stats stats[],
                           char *line, struct redeal_change *change)
{
    const struct comparison_plan *compared = &all->config->compared;
    const struct game_id first = schedule_game(all->schedule, number, 0);

    redeal_tables_of(&all->tables, all->schedule, first.arrangement, compared->a, compared->b,
                     number % 2 == 1);
    if (!redeal_tables_differ(&all->tables, stats))
        return 0;
    all->number = number;
    all->moves = moves;
    all->dealt = config_deal(all->config, first.session, first.deal);
    all->tasks->number = 0;
    redeal_line_begin(&all->line, all->schedule, number, &all->pool);
    const bool sound = replay_games(all);
    for (int counterpart = 0; counterpart < all->tables.counterparts && sound; counterpart++)
        play_counterpart(all, counterpart);
    redeal_line_change(&all->line, all->names[compared->a], change);
    const size_t length =
        redeal_line_write(&all->line, line, REDEAL_LINE_SIZE(all->schedule->per_deal));
    pool_free(&all->pool);
    all->tasks->number = all->tasks->failed_count = 0;
    return length;
}
