// SPDX-License-Identifier: MIT
/* arena/check/check_table.c - the tables of a check, their players and deals. Runs in children. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/check/check.h"
#include "arena/base/machine.h"
#include "arena/record/game_outcome.h"
#include "engine/variant.h"

void check_give_up(struct check *check, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(check->box->reason, sizeof check->box->reason, format, arguments);
    va_end(arguments);
    job_leave(&check->box->outcome);
}

bool check_time_is_up(struct check *check)
{
    uint64_t spent = clock_ns(CLOCK_MONOTONIC) - check->box->began;

    if (spent < (uint64_t)check->seconds * 1000000000u)
        return false;
    check->box->cut = true;
    return true;
}

void check_leave_in_time(struct check *check)
{
    if (check_time_is_up(check))
        job_leave(&check->box->outcome);
}

/* ---- tables ---- */

/* The key of table `index`: each plays as a run of its own, in place of one of its sessions. */
static struct skat_random_key table_key(const struct check *check, int index)
{
    return skat_random_deal_key(&check->key, UINT64_MAX, (uint64_t)index);
}

static void lay(struct check *check, int rules)
{
    struct check_box *box = check->box;
    int index = box->tables_count++;

    box->tables[index] = (struct check_table){
        .rules = &check->rules[rules],
        .key = table_key(check, index),
        .transcript = check->transcripts[check->half] + index,
    };
    box->tables[index].transcript->count = box->tables[index].transcript->deals = 0;
}

void check_lay_table(struct check *check, int rules)
{
    lay(check, rules);
    check->box->tables[0].transcript = NULL;
    check->box->tables[0].key = table_key(check, rules);
}

void check_lay_tables(struct check *check)
{
    do
        for (int i = 0; i < check->rules_count; i++)
            if (!check->rules[i].broken)
                lay(check, i);
    while (check->box->tables_count < CHECK_TABLES_LEAST);
}

/* ---- players ---- */

static void open_player(struct check *check, struct player *player, enum check_who who, int seat)
{
    const struct check_cast *cast = &check->casts[who];
    char reason[200];
    struct player_plan plan = {
        .name = cast->from[PLAYER_PART_BID]->name,
        .seat = seat,
        .composed = cast->from[PLAYER_PART_BID] != cast->from[PLAYER_PART_PLAY],
        .limits = check->limits,
        .times = &check->box->sampled,
        .leader = who == CHECK_SUBJECT ? check->leader : NULL,
    };

    for (int part = 0; part < PLAYER_PARTS; part++) {
        plan.modules[part] = cast->modules[part];
        plan.settings[part] = cast->from[part]->settings;
        plan.counts[part] = cast->from[part]->setting_count;
        plan.programs[part] = cast->from[part]->unsandboxed ? &check->groups.of_programs : NULL;
    }
    if (!player_open(player, &plan, &check->box->outcome.mark, reason, sizeof reason))
        check_give_up(check, "%s", reason);
}

struct player *check_player(struct check *check, struct check_table *table, enum check_who who,
                            int seat)
{
    struct player *player = &table->players[who][seat];

    check->box->table = (int)(table - check->box->tables);
    if (!player->host)
        open_player(check, player, who, seat);
    return player;
}

void check_open_leader(struct check *check, struct player *leader)
{
    open_player(check, leader, CHECK_SUBJECT, 0);
    check->leader = leader;
}

void check_dismiss(struct check *check, struct player *player)
{
    struct check_box *box = check->box;

    if (!player->host)
        return;
    player_leave_session(player, &box->outcome.mark);
    if (player->host->failures_in_vain)
        snprintf(box->in_vain.words, sizeof box->in_vain.words, "%s", player->host->failure);
    box->in_vain.calls += player->host->failures_in_vain;
    player_close(player, &check->box->outcome.mark);
}

void check_dismiss_all(struct check *check, struct check_table *table)
{
    for (int who = 0; who < CHECK_WHO; who++)
        for (int seat = 0; seat < SKAT_SEATS_MAX; seat++)
            check_dismiss(check, &table->players[who][seat]);
}

void check_dismiss_tables(struct check *check)
{
    for (int i = 0; i < check->box->tables_count; i++)
        check_dismiss_all(check, &check->box->tables[i]);
}

static uint64_t session_of(const struct check_table *table)
{
    return table->deal / CHECK_SESSION_DEALS;
}

bool check_session_begins(const struct check_table *table)
{
    return table->deal % CHECK_SESSION_DEALS == 0;
}

void check_tell_session(struct check *check, struct check_table *table, struct player *player)
{
    const uint64_t session = session_of(table);

    player_enter_session(player, session, &table->rules->session, &table->key, session,
                         &check->box->outcome.mark);
}

/* Seats take all positions in turn, so the bot does so in each case. */
static enum check_who who_sits_in_turn(const struct check_table *table, int seat)
{
    uint64_t session = session_of(table);
    bool is_one = seat == (int)(session / 3 % (unsigned)table->rules->rules.seats);

    switch (session % 3) {
    case 0:
        return CHECK_SUBJECT;
    case 1:
        return is_one ? CHECK_SUBJECT : CHECK_OTHER;
    }
    return is_one ? CHECK_OTHER : CHECK_SUBJECT;
}

static enum check_who who_sits(const struct check_table *table, int seat)
{
    switch (table->seating) {
    case CHECK_SEAT_ALONE:
        return seat == table->seat ? CHECK_SUBJECT : CHECK_OTHER;
    case CHECK_SEATS_ALL:
        return CHECK_SUBJECT;
    default:
        return who_sits_in_turn(table, seat);
    }
}

void check_seats_of(const struct check_table *table, uint8_t seat_of[SKAT_PLAYERS])
{
    const struct skat_rules *rules = &table->rules->rules;

    skat_positions(rules, skat_dealer(rules->seats, table->deal % CHECK_SESSION_DEALS), seat_of);
}

static void seat_players(struct check *check, struct check_table *table)
{
    uint8_t seat_of[SKAT_PLAYERS];

    check_seats_of(table, seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (seat_of[position] == SKAT_NOBODY) {
            table->subject[position] = false;
            table->at[position] = table->at[0]; /* which is never called here (player.h) */
            continue;
        }
        enum check_who who = who_sits(table, seat_of[position]);
        table->subject[position] = who == CHECK_SUBJECT;
        table->at[position] = check_player(check, table, who, seat_of[position]);
    }
}

void check_seat(struct check *check, struct check_table *table, unsigned position)
{
    uint8_t seat_of[SKAT_PLAYERS];

    check_seats_of(table, seat_of);
    table->at[position] = check_player(check, table, CHECK_SUBJECT, seat_of[position]);
}

/* ---- a deal ---- */

static void start_game(struct check_table *table)
{
    const struct skat_rules *rules = &table->rules->rules;
    struct skat_terms terms;
    struct skat_deal deal;

    skat_deal_of_run(&deal, rules->derived.deck, &table->key, session_of(table),
                     table->deal % CHECK_SESSION_DEALS);
    if (!rules->derived.carries) {
        skat_game_start(&table->game, rules, &deal, NULL);
        return;
    }
    if (check_session_begins(table))
        skat_session_start(&table->session, rules);
    skat_session_terms(&table->session, &terms);
    skat_game_start(&table->game, rules, &deal, &terms);
}

struct skat_random_key check_deal_key(const struct check_table *table)
{
    return skat_random_deal_key(&table->key, session_of(table), table->deal % CHECK_SESSION_DEALS);
}

void check_begin_deal(struct check *check, struct check_table *table)
{
    const struct skat_random_key key = check_deal_key(table);

    check->box->table = (int)(table - check->box->tables);
    start_game(table);
    seat_players(check, table);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        check_tell_session(check, table, table->at[position]);
    if (table->trace)
        game_trace_begin(table->trace, &table->game);
    table->play = (struct play){.players = table->at,
                                .game = &table->game,
                                .illegal = table->illegal,
                                .mark = &check->box->outcome.mark};
    play_begin(&table->play, &key);
}

static void note_fault(struct check *check, const struct check_table *table, enum game_status fault)
{
    struct check_box *box = check->box;
    const struct skat_game *game = &table->game;
    char deal[SKAT_DEAL_TEXT_SIZE], moves[SKAT_RECORD_SIZE], refused[REFUSED_ANSWER_SIZE];

    if (fault == GAME_OK || !table->subject[table->game.fault] || box->faults++)
        return;
    box->first_fault.status = fault;
    box->first_fault.deal = table->deal;
    snprintf(box->first_fault.position, sizeof box->first_fault.position, "%s",
             skat_position_name(game->rules->derived.deck, game->fault));
    skat_deal_print(&game->deal, game->rules->derived.deck, deal);
    skat_record_moves(game, moves);
    snprintf(box->first_fault.moves, sizeof box->first_fault.moves, "deal %s, moves %s%s%s", deal,
             moves, *moves && *table->illegal ? " " : "", table->illegal);
    if (fault == GAME_ILLEGAL)
        refused_answer_words(game, table->illegal, refused);
    snprintf(box->first_fault.words, sizeof box->first_fault.words, "%s",
             fault == GAME_ILLEGAL ? refused : table->at[game->fault]->host->failure);
}

void check_end_deal(struct check *check, struct check_table *table)
{
    const struct game_id id = {.session = session_of(table),
                               .deal = table->deal % CHECK_SESSION_DEALS};
    struct game_outcome outcome;
    enum game_status fault = play_end(&table->play);

    note_fault(check, table, fault);
    if (table->rules->rules.derived.carries) {
        game_outcome_of_game(&table->game, &id, fault, &outcome);
        game_outcome_add_to_session(&outcome, &table->game, &table->session);
    }
    table->deal++;
    check->box->deals++;
    if (table->transcript && table->transcript->count < CHECK_ANSWERS_MAX)
        table->transcript->deals++;
}

struct skat_action check_plain_action(const struct skat_action *action)
{
    struct skat_action plain = {.size = sizeof plain, .kind = action->kind};

    if (action->kind == SKAT_ACTION_BID)
        plain.bid = action->bid;
    if (action->kind == SKAT_ACTION_CHOOSE || action->kind == SKAT_ACTION_PLACE)
        plain.number = action->number;
    if (action->kind < SKAT_ACTIONS && skat_names_contract(action->kind))
        plain.contract = action->contract;
    if (action->kind == SKAT_ACTION_CARD || action->kind == SKAT_ACTION_DECLARE ||
        action->kind == SKAT_ACTION_PASS_ON || action->kind == SKAT_ACTION_EXCHANGE) {
        plain.count = action->count < SKAT_HAND_MAX ? action->count : SKAT_HAND_MAX;
        memcpy(plain.cards, action->cards, plain.count);
    }
    return plain;
}

void check_note_answer(struct check *check, struct check_table *table,
                       const struct skat_decision *decision, const struct skat_action *action,
                       uint64_t nanoseconds)
{
    struct check_transcript *transcript = table->transcript;

    latency_add(&check->box->times[decision->kind], nanoseconds, 1);
    if (transcript && transcript->count < CHECK_ANSWERS_MAX)
        transcript->answers[transcript->count++] =
            (struct check_answer){.deal = (uint32_t)table->deal,
                                  .position = decision->position,
                                  .decision = decision->kind,
                                  .action = check_plain_action(action)};
}

bool check_is_asked(const struct check_table *table, const struct skat_decision *decision)
{
    unsigned position = skat_game_player(&table->game, decision->position);
    const struct player *player = table->at[position];

    return table->subject[position] &&
           (player->decides[PLAYER_PART_BID] | player->decides[PLAYER_PART_PLAY]) >>
                   decision->kind &
               1;
}

bool check_pending(struct check *check, struct check_table *table)
{
    check->box->table = (int)(table - check->box->tables);
    return play_pending(&table->play, &table->decision);
}

bool check_answered(struct check *check, struct check_table *table, uint64_t nanoseconds)
{
    const struct skat_decision *decision = &table->decision.engine;

    if (check_is_asked(table, decision))
        check_note_answer(check, table, decision, &table->action.engine, nanoseconds);
    if (table->trace)
        game_trace_add(table->trace, decision->position, &table->action.engine);
    return play_apply(&table->play, &table->decision, &table->action);
}

bool check_decide(struct check *check, struct check_table *table)
{
    uint64_t before = clock_ns(CLOCK_MONOTONIC);

    play_ask(&table->play, &table->decision, &table->action);
    return check_answered(check, table, clock_ns(CLOCK_MONOTONIC) - before);
}

bool check_step(struct check *check, struct check_table *table)
{
    if (check_pending(check, table) && check_decide(check, table))
        return true;
    check_end_deal(check, table);
    return false;
}

void check_play_deal(struct check *check, struct check_table *table)
{
    check_begin_deal(check, table);
    while (check_step(check, table))
        ;
}
