// SPDX-License-Identifier: MIT
#include "arena/compare/redeals.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/input_line.h"
#include "arena/base/fields.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/record/action_text.h"
#include "engine/deck.h"

FIELDS_ROWS(redealt_games, REDEALT_GAMES_FIELDS);
FIELDS_ROWS(redealt_seat, REDEALT_SEAT_FIELDS);
FIELDS_ROWS(redeal_line, REDEAL_LINE_FIELDS);

/* ---- what re-deals change ---- */

void redeal_change_add(struct redeal_change *sum, const struct redeal_change *more)
{
    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        sum->score[scoring] += more->score[scoring];
    sum->cases += more->cases;
    sum->tries += more->tries;
    sum->played += more->played;
    sum->answers += more->answers;
    sum->failed += more->failed;
    for (int class = 0; class < REDEAL_CLASSES; class ++) {
        sum->worth[class].cases += more->worth[class].cases;
        for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
            sum->worth[class].score[scoring] += more->worth[class].score[scoring];
    }
}

const char *const redeal_class_names[REDEAL_CLASSES] = {
    [REDEAL_ONLY_A_BIDS] = "only_a_bids",       [REDEAL_ONLY_B_BIDS] = "only_b_bids",
    [REDEAL_OTHER_BIDS] = "other_bids",         [REDEAL_ONLY_A_HAND] = "only_a_hand",
    [REDEAL_ONLY_B_HAND] = "only_b_hand",       [REDEAL_OTHER_GAMES] = "other_games",
    [REDEAL_OTHER_DISCARDS] = "other_discards",
};

/* The class of two answers, as action_text() writes them. */
enum redeal_class redeal_class_of(const struct redealt_seat *seat, const char *a_name)
{
    const bool is_a = strcmp(seat->bot, a_name) == 0;
    const char *a = is_a ? seat->answer : seat->other_answer,
               *b = is_a ? seat->other_answer : seat->answer;
    const bool bidding = strcmp(seat->decision, "bid") == 0 || strcmp(seat->decision, "hold") == 0;
    const char *const less = bidding ? "pass" : "picks up";
    const size_t game = strcspn(a, ".");

    if (strcmp(b, less) == 0)
        return bidding ? REDEAL_ONLY_A_BIDS : REDEAL_ONLY_A_HAND;
    if (strcmp(a, less) == 0)
        return bidding ? REDEAL_ONLY_B_BIDS : REDEAL_ONLY_B_HAND;
    if (bidding)
        return REDEAL_OTHER_BIDS;
    return a[0] != b[0] || game != strcspn(b, ".") || strncmp(a, b, game) != 0
               ? REDEAL_OTHER_GAMES
               : REDEAL_OTHER_DISCARDS;
}

/* What a case changes, from its differences. */
static void change_of(const struct redealt_seat *seat, const char *a, struct redeal_change *change)
{
    const int64_t *const of[STATS_SCORINGS] = {
        [STATS_CLASSIC] = seat->classic,
        [STATS_SEEGER] = seat->seeger_fabian,
        [STATS_OWN] = seat->score,
    };

    *change = (struct redeal_change){.cases = 1,
                                     .tries = seat->tries,
                                     .played = seat->redeals_count,
                                     .answers = seat->answers,
                                     .failed = seat->failed};
    struct redeal_worth *worth = &change->worth[redeal_class_of(seat, a)];
    worth->cases = 1;
    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++) {
        int32_t differences[REDEALS_MOST + 1];
        for (int i = 0; i <= seat->redeals_count; i++)
            differences[i] = (int32_t)of[scoring][i];
        if (!seat->failed)
            change->score[scoring] = redeal_change(differences, seat->redeals_count);
        worth->score[scoring] =
            of[scoring][0] * (REDEAL_WEIGHT / SEAT_WEIGHT) + change->score[scoring];
    }
}

void redeal_line_change(const struct redeal_line *line, const char *a, struct redeal_change *change)
{
    *change = (struct redeal_change){.cases = 0};
    for (int i = 0; i < line->cases_count; i++) {
        struct redeal_change of_case;
        change_of(&line->cases[i], a, &of_case);
        redeal_change_add(change, &of_case);
    }
}

/* ---- writing ---- */

/* The moves of a game, from what was answered in it. */
static const char *moves_text(const struct redeal_game *game, struct pool *pool)
{
    const struct game_trace *trace = &game->trace;
    struct skat_game played;
    char text[SKAT_RECORD_SIZE];

    skat_game_start(&played, trace->rules, &trace->deal, &trace->terms);
    for (int i = 0; i < trace->count; i++)
        skat_game_apply(&played, trace->steps[i].position, &trace->steps[i].action);
    text[skat_record_moves(&played, text)] = '\0';
    return pool_text(pool, text);
}

static const char *answer_text(const struct redealt_case *redealt, const struct redeal_game *game,
                               struct pool *pool)
{
    const struct game_trace_step *step = &game->trace.steps[redealt->of.steps];
    struct skat_action action = step->action;
    char text[SKAT_TOKEN_SIZE];

    action_sort_cards(&action);
    return pool_text(pool, action_text(game->trace.rules, step->position, &action, text));
}

static void put_differences(const struct redealt_case *redealt, const struct schedule *schedule,
                            const struct comparison_plan *compared, struct redealt_seat *seat,
                            struct pool *pool)
{
    const uint8_t *table = schedule->arrangements[redealt->id.arrangement];
    const size_t count = (size_t)redealt->count + 1;
    int64_t *of[STATS_SCORINGS];

    for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
        of[scoring] = pool_alloc(pool, count, sizeof *of[scoring]);
    for (size_t i = 0; i < count; i++) {
        const struct redeal_game *game = i ? redealt->ways[i - 1][0] : redealt->game,
                                 *counterpart = i ? redealt->ways[i - 1][1] : redealt->counterpart;
        int32_t difference[STATS_SCORINGS];
        redeal_difference(difference, table, schedule->seats, compared->a, compared->b,
                          &game->stats, &counterpart->stats);
        for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
            of[scoring][i] = difference[scoring];
    }
    seat->classic = of[STATS_CLASSIC];
    seat->seeger_fabian = of[STATS_SEEGER];
    seat->score = of[STATS_OWN];
    seat->classic_count = seat->seeger_fabian_count = seat->score_count = (int)count;
}

static void put_redeals(const struct redealt_case *redealt, struct redealt_seat *seat,
                        struct pool *pool)
{
    const struct skat_deck *deck = redealt->game->trace.rules->derived.deck;
    char cards[SKAT_DEAL_TEXT_SIZE];

    seat->redeals_count = redealt->count;
    seat->redeals = pool_alloc(pool, REDEALS_MOST, sizeof *seat->redeals);
    for (int i = 0; i < redealt->count; i++) {
        skat_deal_print(&redealt->ways[i][0]->trace.deal, deck, cards);
        seat->redeals[i] =
            (struct redealt_games){.number = redealt->number[i],
                                   .cards = pool_text(pool, cards),
                                   .moves = moves_text(redealt->ways[i][0], pool),
                                   .other_moves = moves_text(redealt->ways[i][1], pool)};
    }
}

void redeal_line_begin(struct redeal_line *line, const struct schedule *schedule, uint64_t deal,
                       struct pool *pool)
{
    const struct game_id first = schedule_game(schedule, deal, 0);

    *line = (struct redeal_line){
        .game = (int64_t)first.game,
        .session = (int64_t)first.session,
        .deal = (int64_t)first.deal,
        .cases = pool_alloc(pool, (size_t)schedule->per_deal, sizeof *line->cases),
    };
}

void redeal_line_add(struct redeal_line *line, const struct redealt_case *redealt,
                     const struct schedule *schedule, const struct comparison_plan *compared,
                     const char *const names[], struct pool *pool)
{
    const struct redeal_table *table = redealt->of.table;
    const struct skat_deck *deck = redealt->game->trace.rules->derived.deck;
    struct redealt_seat *seat = &line->cases[line->cases_count++];

    *seat = (struct redealt_seat){
        .game = (int64_t)redealt->id.game,
        .seat = table->seat,
        .position = skat_position_name(deck, redealt->of.position),
        .decision = skat_decision_rows[redealt->of.decision].name,
        .bot = names[schedule->arrangements[redealt->id.arrangement][table->seat]],
        .other_bot = names[table->counterpart[table->seat]],
        .answer = answer_text(redealt, redealt->game, pool),
        .other_answer = answer_text(redealt, redealt->counterpart, pool),
        .other_moves = moves_text(redealt->counterpart, pool),
        .tries = redealt->tries,
        .answers = redealt->answers,
        .failed = redealt->failed,
    };
    put_redeals(redealt, seat, pool);
    put_differences(redealt, schedule, compared, seat, pool);
}

size_t redeal_line_write(const struct redeal_line *line, char *text, size_t size)
{
    cJSON *object = fields_to_json(&redeal_line_fields, line);

    if (!cJSON_PrintPreallocated(object, text, (int)size - 2, false))
        abort(); /* all texts have a maximum length, so this is our bug */
    cJSON_Delete(object);
    const size_t length = strlen(text);
    memcpy(text + length, "\n", 2);
    return length + 1;
}

/* ---- reading ---- */

static void place_of(const struct redeals_reader *reader, char where[1300])
{
    snprintf(where, 1300, "%s, line %" PRIu64, reader->path, reader->number);
}

static bool is_sound_case(const struct redealt_seat *seat, const char *where, struct errors *errors)
{
    enum { FARTHEST = 100000000 };
    const int count = seat->redeals_count + 1;
    const int before = errors->count;

    if (count > REDEALS_MOST + 1)
        errors_add(errors, where, "\"redeals\" has %d elements; at most %d are possible", count - 1,
                   REDEALS_MOST);
    if (seat->classic_count != count || seat->seeger_fabian_count != count ||
        seat->score_count != count)
        errors_add(errors, where,
                   "has %d, %d and %d differences; there are %d re-deals and the deal itself",
                   seat->classic_count, seat->seeger_fabian_count, seat->score_count, count - 1);
    for (int i = 0; i < count && errors->count == before; i++)
        if (llabs(seat->classic[i]) > FARTHEST || llabs(seat->seeger_fabian[i]) > FARTHEST ||
            llabs(seat->score[i]) > FARTHEST)
            errors_add(errors, where, "difference %d is farther than any game's: %d", i, FARTHEST);
    return errors->count == before;
}

static bool is_sound(const struct redeal_line *line, const char *where, struct errors *errors)
{
    const int before = errors->count;

    if (line->session < 0 || line->deal < 0)
        errors_add(errors, where, "the deal has no number");
    for (int i = 0; i < line->cases_count && errors->count == before; i++)
        is_sound_case(&line->cases[i], where, errors);
    return errors->count == before;
}

/* Reads the next line. False with errors. */
static bool read_next(struct redeals_reader *reader, struct errors *errors)
{
    char where[1300];

    pool_free(&reader->pool);
    reader->pool = (struct pool){0};
    reader->begin = ftell(reader->file);
    const ssize_t length = input_line_read(&reader->text, &reader->room, reader->file);
    /* Neither is a torn line one, nor one of which a file system has lost something. */
    reader->more = length > 0 && reader->text[length - 1] == '\n' &&
                   !memchr(reader->text, '\0', (size_t)length);
    if (!reader->more)
        return true;
    reader->number++;
    place_of(reader, where);
    reader->more = fields_read_line(&redeal_line_fields, reader->text, where, &reader->next,
                                    &reader->pool, errors) &&
                   is_sound(&reader->next, where, errors);
    reader->next_deal =
        reader->more ? (uint64_t)reader->next.session * reader->deals + (uint64_t)reader->next.deal
                     : 0;
    return reader->more;
}

bool redeals_reader_open(struct redeals_reader *reader, const char *folder,
                         const struct comparison_plan *compared, const struct schedule *schedule,
                         const char *const names[], struct errors *errors)
{
    *reader = (struct redeals_reader){.deals = schedule->deals};
    if (!compared->redeals)
        return true;
    reader->a = names[compared->a];
    folder_file(folder, REDEALS_FILE, reader->path);
    if (!input_file_open_optional(reader->path, &reader->file, errors))
        return false;
    return !reader->file || read_next(reader, errors);
}

void redeals_reader_close(struct redeals_reader *reader)
{
    if (reader->file)
        fclose(reader->file);
    free(reader->text);
    pool_free(&reader->pool);
    *reader = (struct redeals_reader){0};
}

bool redeals_reader_each(struct redeals_reader *reader, uint64_t deal,
                         void (*each)(void *context, const struct redealt_seat *seat,
                                      const char *where),
                         void *context, struct redeal_change *change, struct errors *errors)
{
    bool ok = true;

    *change = (struct redeal_change){0};
    while (ok && reader->more && reader->next_deal <= deal) {
        if (reader->next_deal == deal) {
            struct redeal_change of_line;
            char where[1300];
            place_of(reader, where);
            for (int i = 0; each && i < reader->next.cases_count; i++)
                each(context, &reader->next.cases[i], where);
            redeal_line_change(&reader->next, reader->a, &of_line);
            redeal_change_add(change, &of_line);
        }
        ok = read_next(reader, errors);
    }
    return ok;
}

bool redeals_reader_lacks(struct redeals_reader *reader, const struct comparison_plan *compared,
                          const struct schedule *schedule, const struct game_stats *games,
                          struct errors *errors)
{
    const uint64_t deal = games->session * schedule->deals + games->deal;
    static struct redeal_tables tables; /* large, and used one at a time */

    if (!compared->redeals)
        return false;
    redeal_tables_of(&tables, schedule, games->arrangement, compared->a, compared->b,
                     deal % 2 == 1);
    while (reader->more && reader->next_deal < deal && read_next(reader, errors))
        ;
    return redeal_tables_differ(&tables, games) && !(reader->more && reader->next_deal == deal);
}

bool redeals_source_open(struct redeals_source *source, const char *folder,
                         const struct comparison_plan *compared, const struct schedule *schedule,
                         const char *const names[], struct errors *errors)
{
    *source = (struct redeals_source){.errors = errors, .sign = 1};
    return redeals_reader_open(&source->reader, folder, compared, schedule, names, errors) &&
           redeals_reader_open(&source->scout, folder, compared, schedule, names, errors);
}

void redeals_source_close(struct redeals_source *source)
{
    redeals_reader_close(&source->reader);
    redeals_reader_close(&source->scout);
}

static bool refresh(struct redeals_reader *reader, struct errors *errors)
{
    if (!reader->a || reader->more)
        return true;
    if (!reader->file && !input_file_open_optional(reader->path, &reader->file, errors))
        return false;
    return !reader->file ||
           (fseek(reader->file, (long)reader->begin, SEEK_SET) == 0 && read_next(reader, errors));
}

bool redeals_source_refresh(struct redeals_source *source, struct errors *errors)
{
    return refresh(&source->reader, errors) && refresh(&source->scout, errors);
}

bool redeals_source_change(void *context, uint64_t deal, struct redeal_change *change)
{
    struct redeals_source *source = context;
    const bool ok = redeals_reader_each(&source->reader, deal - source->first, NULL, NULL, change,
                                        source->errors);

    for (int scoring = 0; scoring < STATS_SCORINGS && source->sign < 0; scoring++) {
        change->score[scoring] = -change->score[scoring];
        for (int class = 0; class < REDEAL_CLASSES; class ++)
            change->worth[class].score[scoring] = -change->worth[class].score[scoring];
    }
    return ok;
}

/* ---- the lines computed again ---- */

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
    struct redeal_game *counterpart, *ways[REDEALS_MOST][2];
    struct redeal_line again; /* made from the games; it comes from the pool */
    struct pool pool;
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
    };
    for (int i = 0; i < 2 * REDEALS_MOST; i++)
        check->ways[i / 2][i % 2] = xcalloc(1, sizeof *check->counterpart);
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
    for (int i = 0; i < 2 * REDEALS_MOST; i++)
        free(check->ways[i / 2][i % 2]);
    free(check);
}

/* ---- a line computed again ---- */

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

/* Plays a re-deal of the line again, both ways: its cards are those of its try, and all begins as
 * before. False with an error. */
static bool play_redeal(struct redeals_check *check, const char *where,
                        const struct redealt_seat *line, int number, struct redealt_case *again)
{
    const struct redealt_games *redeal = &line->redeals[number];
    const struct redeal_game *dealt[2] = {again->game, again->counterpart};
    const char *moves[2] = {redeal->moves, redeal->other_moves};
    const struct game_id *id = &again->id;
    const struct skat_random_key key = skat_random_deal_key(check->run, id->session, id->deal);
    struct skat_deal deal;

    if (redeal->number < 0 || redeal->number >= line->tries ||
        (number && redeal->number <= line->redeals[number - 1].number)) {
        errors_add(check->errors, where, "field \"redeals[%d].number\": is %lld of %lld tries",
                   number, (long long)redeal->number, (long long)line->tries);
        return false;
    }
    redeal_cards(&deal, &again->of, again->game, &key, id->arrangement, (uint32_t)redeal->number);
    for (int way = 0; way < 2; way++)
        if (!game_of_text(again->ways[number][way], check, id, &deal, moves[way]) ||
            !redeal_begins_alike(&again->ways[number][way]->trace, &dealt[way]->trace,
                                 again->of.steps + 1)) {
            errors_add(check->errors, where,
                       "field \"redeals[%d].%s\": no whole game that begins as the deal did",
                       number, way ? "other_moves" : "moves");
            return false;
        }
    again->number[number] = (uint32_t)redeal->number;
    again->count = number + 1;
    return true;
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

/* Adds to the line made again what a case says that its games give. */
static void check_case(void *context, const struct redealt_seat *line, const char *where)
{
    struct redeals_check *check = context;
    struct redealt_case again = {.tries = (uint32_t)line->tries,
                                 .answers = line->answers,
                                 .failed = line->failed,
                                 .counterpart = check->counterpart};
    const struct redeal_case *of = find_case(check, where, line, &again.id);

    if (!of || check->again.cases_count == check->schedule->per_deal)
        return; /* more cases than tables: some are there twice, as the comparison says */
    if (line->tries < 0 || line->tries > REDEAL_TRIES_MOST ||
        (!line->failed && line->redeals_count < check->compared->redeals &&
         line->tries < REDEAL_TRIES_MOST))
        errors_add(check->errors, where, "field \"tries\": %lld do not end with %d re-deals",
                   (long long)line->tries, line->redeals_count);
    again.of = *of;
    again.game = check->played[of->table->place];
    memcpy(again.ways, check->ways, sizeof again.ways);
    for (int i = 0; i < line->redeals_count; i++)
        if (!play_redeal(check, where, line, i, &again))
            return;
    redeal_line_add(&check->again, &again, check->schedule, check->compared, check->names,
                    &check->pool);
}

/* ---- the lines of a deal ---- */

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

static bool add_difference(void *context, const char *place, const char *what)
{
    const struct redeals_check *check = context;

    errors_add(check->errors, place, "%s", what);
    return true;
}

/* Compares a line with the same line made again from the games, and where they say the same, to the
 * byte. */
static void compare_line(struct redeals_check *check, const char *text, const char *where)
{
    const size_t room = REDEAL_LINE_SIZE(check->again.cases_count + 1);
    const int before = check->errors->count;
    char *again = xcalloc(1, room);

    redeal_line_write(&check->again, again, room);
    if (strcmp(text, again) != 0) {
        cJSON *is = cJSON_Parse(text), *should = cJSON_Parse(again);
        json_differences(where, is, should, "the games give", add_difference, check);
        cJSON_Delete(is);
        cJSON_Delete(should);
        if (check->errors->count == before)
            errors_add(check->errors, where,
                       "differs from what skat-arena writes for the same re-deals");
    }
    free(again);
}

static void check_deal(struct redeals_check *check)
{
    struct redeals_reader *reader = &check->reader;
    const int before = check->errors->count;
    char where[1300], *text = NULL;
    bool sound = true;

    memset(check->lines_of_counterpart, 0,
           (size_t)check->schedule->per_deal * sizeof *check->lines_of_counterpart);
    for (int i = 0; i < check->tables.count; i++)
        sound = sound && check->sound[check->tables.of[i].place];
    for (int place = 0; place < check->schedule->per_deal; place++)
        check->stats[place] = check->games[place].stats;
    if (sound &&
        redeals_reader_lacks(reader, check->compared, check->schedule, check->stats, check->errors))
        errors_add(check->errors, reader->path,
                   "has no line about the deal of game %llu, whose tables differ",
                   (unsigned long long)check->stats[0].game);
    if (reader->more && reader->next_deal == check->deal) {
        check->lines++;
        text = xstrdup(reader->text);
        place_of(reader, where);
    }
    redeal_line_begin(&check->again, check->schedule, check->deal, &check->pool);
    redeals_reader_each(reader, check->deal, sound ? check_case : NULL, check, &check->change,
                        check->errors);
    if (text && sound && check->errors->count == before)
        compare_line(check, text, where);
    if (sound)
        count_lines(check);
    free(text);
    pool_free(&check->pool);
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
