// SPDX-License-Identifier: MIT
#include "arena/compare/redeals_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/memory.h"
#include "arena/config/redeal_tables.h"
#include "arena/record/action_text.h"
#include "engine/deck.h"

struct redeals_check {
    const struct skat_rules *rules;
    const struct schedule *schedule;
    const struct comparison_plan *compared;
    const struct skat_random_key *run;
    const char *const *names;
    struct errors *errors;
    struct redeals_reader reader;
    uint64_t lines; /* that are about deals of the log */
    /* The deal at hand. */
    uint64_t deal;
    int count; /* games that were added */
    struct redeal_tables tables;
    struct redeal_game *games; /* by place */
    const struct redeal_game **played;
    bool *sound;
    struct game_stats *stats; /* the same */
    int *lines_of_counterpart;
    struct redeal_change change;
    /* The line at hand. */
    struct redeal_case *cases;
    struct redeal_game *counterpart, *ways[2];
};

struct redeals_check *redeals_check_new(const char *folder, const struct skat_rules *rules,
                                        const struct schedule *schedule,
                                        const struct comparison_plan *compared,
                                        const struct skat_random_key *run, const char *const *names,
                                        struct errors *errors)
{
    const size_t places = (size_t)schedule->per_deal;

    if (!compared->redeals)
        return NULL;
    struct redeals_check *check = xcalloc(1, sizeof *check);
    *check = (struct redeals_check){
        .rules = rules,
        .schedule = schedule,
        .compared = compared,
        .run = run,
        .names = names,
        .errors = errors,
        .games = xcalloc(places, sizeof *check->games),
        .played = xcalloc(places, sizeof *check->played),
        .sound = xcalloc(places, sizeof *check->sound),
        .stats = xcalloc(places, sizeof *check->stats),
        .lines_of_counterpart = xcalloc(places, sizeof *check->lines_of_counterpart),
        .cases = xcalloc(places, sizeof *check->cases),
        .counterpart = xcalloc(1, sizeof *check->counterpart),
        .ways = {xcalloc(1, sizeof *check->counterpart), xcalloc(1, sizeof *check->counterpart)},
    };
    if (redeals_reader_open(&check->reader, folder, compared, schedule, names, errors))
        return check;
    redeals_check_free(check);
    return NULL;
}

void redeals_check_free(struct redeals_check *check)
{
    if (!check)
        return;
    redeals_reader_close(&check->reader);
    free(check->games);
    free(check->played);
    free(check->sound);
    free(check->stats);
    free(check->lines_of_counterpart);
    free(check->cases);
    free(check->counterpart);
    free(check->ways[0]);
    free(check->ways[1]);
    free(check);
}

/* ---- a line ---- */

/* Replays moves on cards. */
static bool game_of_text(struct redeal_game *game, const struct redeals_check *check,
                         const struct game_id *id, const struct skat_deal *deal, const char *text)
{
    struct played_moves moves;
    struct skat_game played;
    struct skat_replay replay;

    skat_game_start(&played, check->rules, deal, NULL);
    skat_record_replay(&played, text, false, &replay);
    if (replay.end != SKAT_REPLAY_ALL)
        return false;
    played_moves_of(&moves, &played);
    return redeal_game_of(game, check->rules, id, &moves);
}

static void check_text(struct redeals_check *check, const char *where, const char *key,
                       const char *is, const char *should)
{
    if (strcmp(is, should) != 0)
        errors_add(check->errors, where, "field \"%s\": is %.80s; the games give %.80s", key, is,
                   should);
}

static void check_answer(struct redeals_check *check, const char *where, const char *key,
                         const char *is, const struct redeal_game *game, int step)
{
    struct skat_action action = game->trace.steps[step].action;
    char text[SKAT_TOKEN_SIZE];

    action_sort_cards(&action);
    check_text(check, where, key, is,
               action_text(check->rules, game->trace.steps[step].position, &action, text));
}

static void check_differences(struct redeals_check *check, const char *where,
                              const struct redealt_seat *line, int number, const uint8_t *table,
                              const struct redeal_game *game, const struct redeal_game *counterpart)
{
    const int64_t is[STATS_SCORINGS] = {
        [STATS_CLASSIC] = line->classic[number],
        [STATS_SEEGER] = line->seeger_fabian[number],
        [STATS_OWN] = line->score[number],
    };
    int32_t should[STATS_SCORINGS];

    redeal_difference(should, table, check->schedule->seats, check->compared->a, check->compared->b,
                      &game->stats, &counterpart->stats);
    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        if (is[scoring] != should[scoring])
            errors_add(check->errors, where, "field \"%s[%d]\": is %lld; the moves give %d",
                       stats_scoring_names[scoring], number, (long long)is[scoring],
                       should[scoring]);
}

/* A re-deal of the line: its cards, both games, and that all begins as before. */
static void check_redeal(struct redeals_check *check, const char *where,
                         const struct redealt_seat *line, int number, const struct redeal_case *of,
                         const struct game_id *id)
{
    const struct redealt_games *redeal = &line->redeals[number];
    const struct redeal_game *dealt[2] = {check->played[of->table->place], check->counterpart};
    const char *moves[2] = {redeal->moves, redeal->other_moves};
    const struct skat_random_key key = skat_random_deal_key(check->run, id->session, id->deal);
    char text[SKAT_DEAL_TEXT_SIZE];
    struct skat_deal deal;

    if (redeal->number < 0 || redeal->number >= line->tries ||
        (number && redeal->number <= line->redeals[number - 1].number)) {
        errors_add(check->errors, where, "field \"redeals[%d].number\": is %lld of %lld tries",
                   number, (long long)redeal->number, (long long)line->tries);
        return;
    }
    redeal_cards(&deal, of, dealt[0], &key, id->arrangement, (uint32_t)redeal->number);
    skat_deal_print(&deal, check->rules->derived.deck, text);
    check_text(check, where, "redeals.cards", redeal->cards, text);
    for (int way = 0; way < 2; way++)
        if (!game_of_text(check->ways[way], check, id, &deal, moves[way]) ||
            !redeal_begins_alike(&check->ways[way]->trace, &dealt[way]->trace, of->steps + 1)) {
            errors_add(check->errors, where,
                       "field \"redeals[%d].%s\": no whole game that begins as the deal did",
                       number, way ? "other_moves" : "moves");
            return;
        }
    check_differences(check, where, line, number + 1,
                      check->schedule->arrangements[id->arrangement], check->ways[0],
                      check->ways[1]);
}

/* A table at which the counterpart was played says what it is. */
static void check_counterpart(struct redeals_check *check, const char *where,
                              const struct redeal_game *known)
{
    const struct game_trace *is = &check->counterpart->trace, *should = &known->trace;

    if (is->count != should->count || !redeal_begins_alike(is, should, should->count))
        errors_add(check->errors, where, "field \"other_moves\": not those of game %llu",
                   (unsigned long long)known->stats.game);
}

/* The case of a line, found in the games; NULL with an error. */
static const struct redeal_case *find_case(struct redeals_check *check, const char *where,
                                           const struct redealt_seat *line, struct game_id *id)
{
    const struct redeal_tables *tables = &check->tables;
    int count, like;

    for (int i = 0; i < tables->count; i++) {
        const struct redeal_table *table = &tables->of[i];
        *id = schedule_game(check->schedule, check->deal, (uint32_t)table->place);
        if (id->game != (uint64_t)line->game)
            continue;
        if (!game_of_text(check->counterpart, check, id, &check->played[table->place]->trace.deal,
                          line->other_moves))
            break;
        if (redeal_cases_find(check->cases, &count, tables, table->counterpart_number,
                              check->played, NULL, &like) == REDEAL_COUNTERPART_KNOWN)
            check_counterpart(check, where, check->played[like]);
        redeal_cases_find(check->cases, &count, tables, table->counterpart_number, check->played,
                          check->counterpart, &like);
        for (int k = 0; k < count; k++)
            if (check->cases[k].table == table) {
                check->lines_of_counterpart[table->counterpart_number]++;
                return &check->cases[k];
            }
    }
    errors_add(check->errors, where,
               "the games of the deal do not differ there, or its counterpart is no whole game");
    return NULL;
}

static void check_line(void *context, const struct redealt_seat *line, const char *where)
{
    struct redeals_check *check = context;
    struct game_id id;
    const struct redeal_case *of = find_case(check, where, line, &id);

    if (!of)
        return;
    const struct redeal_table *table = of->table;
    const struct redeal_game *game = check->played[table->place];
    const uint8_t *seated = check->schedule->arrangements[id.arrangement];
    if (line->seat != table->seat)
        errors_add(check->errors, where, "field \"seat\": is %lld; the games give %d",
                   (long long)line->seat, table->seat);
    check_text(check, where, "position", line->position,
               skat_position_name(check->rules->derived.deck, of->position));
    check_text(check, where, "decision", line->decision, skat_decision_rows[of->decision].name);
    check_text(check, where, "bot", line->bot, check->names[seated[table->seat]]);
    check_text(check, where, "other_bot", line->other_bot,
               check->names[table->counterpart[table->seat]]);
    check_answer(check, where, "answer", line->answer, game, of->steps);
    check_answer(check, where, "other_answer", line->other_answer, check->counterpart, of->steps);
    if (line->tries < 0 || line->tries > REDEAL_TRIES_MOST ||
        (!line->failed && line->redeals_count < check->compared->redeals &&
         line->tries < REDEAL_TRIES_MOST))
        errors_add(check->errors, where, "field \"tries\": %lld do not end with %d re-deals",
                   (long long)line->tries, line->redeals_count);
    check_differences(check, where, line, 0, seated, game, check->counterpart);
    for (int i = 0; i < line->redeals_count; i++)
        check_redeal(check, where, line, i, of, &id);
}

/* ---- a deal ---- */

/* Are there as many lines as cases? Where the counterpart had to be played and a bot failed in
 * it, there are none. */
static void count_lines(struct redeals_check *check)
{
    for (int counterpart = 0; counterpart < check->tables.counterparts; counterpart++) {
        int count, like;
        const enum redeal_counterpart known = redeal_cases_find(
            check->cases, &count, &check->tables, counterpart, check->played, NULL, &like);
        if (known == REDEAL_COUNTERPART_KNOWN && count != check->lines_of_counterpart[counterpart])
            errors_add(check->errors, check->reader.path,
                       "has %d lines about the tables of game %llu, which differ in the auction "
                       "%d times",
                       check->lines_of_counterpart[counterpart],
                       (unsigned long long)schedule_game(check->schedule, check->deal, 0).game,
                       count);
    }
}

/* What a line says besides its cases, and that it says no more than it can. */
static void check_text_of_line(struct redeals_check *check)
{
    const struct redeals_reader *reader = &check->reader;
    const struct redeal_line *line = &reader->next;
    const uint64_t first = schedule_game(check->schedule, check->deal, 0).game;
    char where[1300];

    if (!reader->more || reader->next_deal != check->deal)
        return;
    check->lines++;
    snprintf(where, sizeof where, "%s, line %llu", reader->path,
             (unsigned long long)reader->number);
    if (line->game != (int64_t)first)
        errors_add(check->errors, where, "field \"game\": is %lld; the schedule has %llu",
                   (long long)line->game, (unsigned long long)first);
    const size_t room = REDEAL_LINE_SIZE(line->cases_count + 1);
    char *text = xcalloc(1, room);
    redeal_line_write(line, text, room);
    if (strcmp(text, reader->text) != 0)
        errors_add(check->errors, where,
                   "differs from what skat-arena writes for the same re-deals");
    free(text);
}

static void check_deal(struct redeals_check *check)
{
    bool sound = true;

    memset(check->lines_of_counterpart, 0,
           (size_t)check->schedule->per_deal * sizeof *check->lines_of_counterpart);
    for (int i = 0; i < check->tables.count; i++)
        sound = sound && check->sound[check->tables.of[i].place];
    for (int place = 0; place < check->schedule->per_deal; place++)
        check->stats[place] = check->games[place].stats;
    if (sound && redeals_reader_lacks(&check->reader, check->compared, check->schedule,
                                      check->stats, check->errors))
        errors_add(check->errors, check->reader.path,
                   "has no line about the deal of game %llu, whose tables differ",
                   (unsigned long long)check->stats[0].game);
    check_text_of_line(check);
    redeals_reader_each(&check->reader, check->deal, sound ? check_line : NULL, check,
                        &check->change, check->errors);
    if (sound)
        count_lines(check);
}

void redeals_check_add(struct redeals_check *check, const struct game_id *id,
                       const struct played_moves *moves)
{
    const uint64_t deal = id->session * check->schedule->deals + id->deal;
    const int place = (int)(id->game % (uint64_t)check->schedule->per_deal);

    if (place == 0) {
        check->deal = deal;
        check->count = 0;
        redeal_tables_of(&check->tables, check->schedule, id->arrangement, check->compared->a,
                         check->compared->b, deal % 2 == 1);
    }
    if (deal != check->deal || place != check->count)
        return; /* an error of the log, which is told of elsewhere */
    check->count++;
    check->sound[place] = redeal_game_of(&check->games[place], check->rules, id, moves);
    check->played[place] = &check->games[place];
    if (check->count == check->schedule->per_deal)
        check_deal(check);
}

void redeals_check_end(struct redeals_check *check)
{
    const struct redeals_reader *reader = &check->reader;
    struct stat status;

    if (reader->file &&
        (reader->more || reader->number != check->lines ||
         fstat(fileno(reader->file), &status) != 0 || status.st_size != reader->begin))
        errors_add(check->errors, reader->path,
                   "has a line that is about no deal of the log, is not in order, or is torn");
}

bool redeals_check_change(void *context, uint64_t deal, struct redeal_change *change)
{
    const struct redeals_check *check = context;

    *change = deal == check->deal ? check->change : (struct redeal_change){.cases = 0};
    return true;
}
