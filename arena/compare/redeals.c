// SPDX-License-Identifier: MIT
#include "arena/compare/redeals.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/fields_lines.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/compare/seat_weights.h"
#include "arena/record/action_text.h"
#include "engine/deck.h"

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

bool redeals_reader_take(struct redeals_reader *reader, uint64_t deal, struct redeal_change *change,
                         struct errors *errors)
{
    return redeals_reader_each(reader, deal, NULL, NULL, change, errors);
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
    const bool ok =
        redeals_reader_take(&source->reader, deal - source->first, change, source->errors);

    for (int scoring = 0; scoring < STATS_SCORINGS && source->sign < 0; scoring++) {
        change->score[scoring] = -change->score[scoring];
        for (int class = 0; class < REDEAL_CLASSES; class ++)
            change->worth[class].score[scoring] = -change->worth[class].score[scoring];
    }
    return ok;
}
