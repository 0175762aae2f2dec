// SPDX-License-Identifier: MIT
#include "arena/learn/bot_seats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/module.h"
#include "arena/config/config_bots.h"
#include "engine/game/record.h"

/* What is played at one table. */
struct bot_table {
    struct player players[SKAT_SEATS_MAX];
    struct player *at[SKAT_PLAYERS]; /* by position */
    uint8_t seat_of[SKAT_PLAYERS];
    struct play play;
    union player_decision decision; /* that of the learner */
    char illegal[SKAT_TOKEN_SIZE];
    uint64_t session, deal;
};

struct bot_seats {
    struct skat_tables_guests guests;
    struct module_files *modules; /* files of the bots */
    struct bot *bots;
    int bot_count, table_count, seat_count;
    int bot_of[SKAT_SEATS_MAX]; /* index in `bots`, -1 for the learner */
    struct skat_random_key run;
    struct abi_rules rules;
    struct skat_bot_session session;
    struct call_mark mark;
    struct latency_histogram times;
    uint64_t faults[SKAT_SEATS_MAX];
    char fault[SKAT_FAILURE_SIZE + 200]; /* the first that was not told; or "" */
    char told[SKAT_FAILURE_SIZE + 200];
    struct bot_table *tables;
};

/* ---- the seats of the learner ---- */

static void never_asked(void *bot, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    (void)bot, (void)view, (void)decision, (void)out;
}

static const struct skat_bot_module learner = {.id = "learner", .act = never_asked};

static bool is_learner(const struct player *player) { return player->modules[0] == &learner; }

static void seat_learner(struct player *player, int seat)
{
    const struct skat_bot_limits none = {0};

    *player = (struct player){
        .modules = {&learner, &learner},
        .host = player_host_new("learner", seat, &none),
        .session = PLAYER_NO_SESSION,
    };
    player->host->failed = GAME_OK; /* what player_open() does once a bot has started */
}

/* ---- guests ---- */

static void begin_session(struct bot_seats *seats, struct player *player, uint64_t session)
{
    if (!is_learner(player))
        player_enter_session(player, session, &seats->session, &seats->run, session, &seats->mark);
}

static void begin(void *context, int index, struct skat_game *game,
                  const uint8_t seat_of[SKAT_PLAYERS], uint64_t session, uint64_t deal)
{
    struct bot_seats *seats = context;
    struct bot_table *table = &seats->tables[index];
    const struct skat_random_key key = skat_random_deal_key(&seats->run, session, deal);

    memcpy(table->seat_of, seat_of, sizeof table->seat_of);
    table->session = session;
    table->deal = deal;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        table->at[position] =
            &table->players[seat_of[position] == SKAT_NOBODY ? seat_of[0] : seat_of[position]];
    for (int position = 0; position < SKAT_PLAYERS; position++)
        begin_session(seats, table->at[position], session);
    table->play = (struct play){
        .players = table->at,
        .game = game,
        .illegal = table->illegal,
        .mark = &seats->mark,
    };
    play_begin(&table->play, &key);
}

static bool pending(void *context, int index, struct skat_game *game,
                    struct skat_decision *decision)
{
    struct bot_seats *seats = context;
    struct bot_table *table = &seats->tables[index];
    union player_action action;

    (void)game;
    while (play_pending(&table->play, &table->decision)) {
        if (is_learner(table->at[table->play.asked])) {
            *decision = table->decision.engine;
            return true;
        }
        play_ask(&table->play, &table->decision, &action);
        if (!play_apply(&table->play, &table->decision, &action))
            return false;
    }
    return false;
}

static void apply(void *context, int index, struct skat_game *game,
                  const struct skat_decision *decision, const struct skat_action *action)
{
    struct bot_seats *seats = context;
    struct bot_table *table = &seats->tables[index];
    const union player_action answer = {.engine = *action};

    (void)game, (void)decision;
    play_apply(&table->play, &table->decision, &answer);
}

/* The first fault is the one that explains the others. */
static void note_fault(struct bot_seats *seats, const struct bot_table *table, unsigned position,
                       enum game_status status)
{
    const struct player *player = table->at[position];
    const unsigned seat = table->seat_of[position];

    seats->faults[seat]++;
    if (*seats->fault)
        return;
    const char *why = *table->illegal          ? table->illegal
                      : *player->host->failure ? player->host->failure
                                               : "it did not say why";
    snprintf(seats->fault, sizeof seats->fault,
             "the bot in seat %u (%s), session %llu, deal %llu: %s: %s", seat,
             player->modules[0]->id, (unsigned long long)table->session,
             (unsigned long long)table->deal, game_status_names[status], why);
}

static void end(void *context, int index, struct skat_game *game)
{
    struct bot_seats *seats = context;
    const struct bot_table *table = &seats->tables[index];
    const enum game_status status = play_end(&seats->tables[index].play);

    if (status != GAME_OK && !is_learner(table->at[game->fault]))
        note_fault(seats, table, game->fault, status);
}

const char *bot_seats_next_fault(struct bot_seats *seats)
{
    if (!*seats->fault)
        return NULL;
    memcpy(seats->told, seats->fault, sizeof seats->told);
    *seats->fault = '\0';
    return seats->told;
}

/* ---- opening ---- */

/* The bots, each under the name of its seat. Returns false after errors. */
static bool read_bots(struct bot_seats *seats, const struct json_value *value)
{
    const struct bot_needs needs = {.folder = NULL,
                                    .isolation = ISOLATION_NONE,
                                    .modules = seats->modules,
                                    .limits = {.start_ms = PLAYER_START_MS},
                                    .bid = true,
                                    .play = true};
    cJSON *object = cJSON_CreateObject();
    const struct json_value bots = {.node = object, .errors = value->errors, .place = "bots"};
    int before = value->errors->count, wanted = 0, learners = 0;
    char name[24];

    if (!cJSON_IsArray(value->node) || cJSON_GetArraySize(value->node) != seats->seat_count) {
        snprintf(name, sizeof name, "an array of %d seats", seats->seat_count);
        json_wrong(value, name);
        cJSON_Delete(object);
        return false;
    }
    for (int seat = 0; seat < seats->seat_count; seat++) {
        const cJSON *item = cJSON_GetArrayItem(value->node, seat);
        seats->bot_of[seat] = cJSON_IsNull(item) ? -1 : wanted++;
        learners += cJSON_IsNull(item);
        snprintf(name, sizeof name, "seat %d", seat);
        if (!cJSON_IsNull(item))
            cJSON_AddItemToObject(object, name, cJSON_Duplicate(item, true));
    }
    if (!learners)
        errors_add(value->errors, value->place,
                   "no seat is left for the learner: null at least one");
    else if (wanted)
        seats->bots = bots_read(&bots, &needs, &seats->bot_count);
    cJSON_Delete(object);
    return value->errors->count == before;
}

static bool open_bot(struct bot_seats *seats, struct player *player, int seat,
                     struct errors *errors)
{
    const struct bot *bot = &seats->bots[seats->bot_of[seat]];
    struct player_plan plan = bot_player_plan(bot, seat);
    char reason[512];

    plan.times = &seats->times;
    for (int part = 0; part < PLAYER_PARTS; part++) {
        plan.modules[part] = module_load(bot_part(bot, part)->file, reason, sizeof reason);
        if (!plan.modules[part]) {
            errors_add(errors, bot->name, "%s", reason);
            return false;
        }
    }
    if (player_open(player, &plan, &seats->mark, reason, sizeof reason))
        return true;
    errors_add(errors, bot->name, "%s", reason);
    return false;
}

static void close_player(struct bot_seats *seats, struct player *player)
{
    if (!player->host)
        return;
    if (is_learner(player) || !player->instances[0]) {
        free(player->host);
        return;
    }
    player_close(player, &seats->mark);
}

static void close_tables(struct bot_seats *seats, struct bot_table *tables)
{
    for (int t = 0; tables && t < seats->table_count; t++)
        for (int seat = 0; seat < seats->seat_count; seat++)
            close_player(seats, &tables[t].players[seat]);
    free(tables);
}

/* All tables with their players; NULL after errors. */
static struct bot_table *open_tables(struct bot_seats *seats, struct errors *errors)
{
    struct bot_table *tables = xcalloc((size_t)seats->table_count, sizeof *tables);

    for (int t = 0; t < seats->table_count; t++)
        for (int seat = 0; seat < seats->seat_count; seat++) {
            struct player *player = &tables[t].players[seat];
            if (seats->bot_of[seat] < 0) {
                seat_learner(player, seat);
            } else if (!open_bot(seats, player, seat, errors)) {
                close_tables(seats, tables);
                return NULL;
            }
        }
    return tables;
}

struct bot_seats *bot_seats_open(const struct json_value *value, const struct skat_rules *rules,
                                 const struct skat_random_key *run, int tables)
{
    struct bot_seats *seats = xcalloc(1, sizeof *seats);

    seats->modules = module_files_new();
    seats->seat_count = rules->seats;
    seats->table_count = tables;
    seats->run = *run;
    seats->guests = (struct skat_tables_guests){seats, begin, pending, apply, end};
    abi_rules_of(rules, &seats->rules);
    seats->session = (struct skat_bot_session){
        .size = sizeof seats->session,
        .deals = (uint32_t)rules->deals,
        .rules = &seats->rules.rules,
    };
    if (read_bots(seats, value))
        seats->tables = open_tables(seats, value->errors);
    if (seats->tables)
        return seats;
    bot_seats_close(seats);
    return NULL;
}

bool bot_seats_reset(struct bot_seats *seats, const struct skat_random_key *run,
                     struct errors *errors)
{
    struct bot_table *tables = open_tables(seats, errors);

    if (!tables)
        return false;
    close_tables(seats, seats->tables);
    seats->tables = tables;
    seats->run = *run;
    memset(seats->faults, 0, sizeof seats->faults);
    *seats->fault = '\0';
    return true;
}

void bot_seats_close(struct bot_seats *seats)
{
    if (!seats)
        return;
    close_tables(seats, seats->tables);
    bots_free(seats->bots, seats->bot_count);
    module_files_free(seats->modules);
    free(seats);
}

const struct skat_tables_guests *bot_seats_guests(const struct bot_seats *seats)
{
    return &seats->guests;
}

uint64_t bot_seats_faults(const struct bot_seats *seats, int seat) { return seats->faults[seat]; }
