// SPDX-License-Identifier: MIT
#include "arena/compare/redeals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/fields_lines.h"
#include "arena/base/file.h"
#include "arena/base/folder.h"
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
}

/* What a line changes, from its differences. */
static void change_of(const struct redeal_line *line, struct redeal_change *change)
{
    const int64_t *const of[STATS_SCORINGS] = {
        [STATS_CLASSIC] = line->classic,
        [STATS_SEEGER] = line->seeger_fabian,
        [STATS_OWN] = line->score,
    };

    *change = (struct redeal_change){.cases = 1,
                                     .tries = line->tries,
                                     .played = line->redeals_count,
                                     .answers = line->answers,
                                     .failed = line->failed};
    for (int scoring = 0; scoring < STATS_SCORINGS && !line->failed; scoring++) {
        int32_t differences[REDEALS_MOST + 1];
        for (int i = 0; i <= line->redeals_count; i++)
            differences[i] = (int32_t)of[scoring][i];
        change->score[scoring] = redeal_change(differences, line->redeals_count);
    }
}

/* ---- writing ---- */

/* Texts of a line. */
struct line_texts {
    char answers[2][SKAT_TOKEN_SIZE];
    char base[SKAT_RECORD_SIZE];
    char cards[REDEALS_MOST][SKAT_DEAL_TEXT_SIZE];
    char moves[REDEALS_MOST][2][SKAT_RECORD_SIZE];
    int64_t differences[STATS_SCORINGS][REDEALS_MOST + 1];
};

/* The moves of a game, from what was answered in it. */
static void moves_text(const struct redeal_game *game, char text[SKAT_RECORD_SIZE])
{
    const struct game_trace *trace = &game->trace;
    struct skat_game played;

    skat_game_start(&played, trace->rules, &trace->deal, &trace->terms);
    for (int i = 0; i < trace->count; i++)
        skat_game_apply(&played, trace->steps[i].position, &trace->steps[i].action);
    text[skat_record_moves(&played, text)] = '\0';
}

static void answer_text(const struct redealt_case *redealt, const struct redeal_game *game,
                        char text[SKAT_TOKEN_SIZE])
{
    const struct game_trace_step *step = &game->trace.steps[redealt->of.steps];
    struct skat_action action = step->action;

    action_sort_cards(&action);
    action_text(game->trace.rules, step->position, &action, text);
}

static void put_differences(const struct redealt_case *redealt, const struct schedule *schedule,
                            const struct comparison_plan *compared, struct line_texts *texts)
{
    const uint8_t *table = schedule->arrangements[redealt->id.arrangement];

    for (int i = 0; i <= redealt->count; i++) {
        const struct redeal_game *game = i ? redealt->ways[i - 1][0] : redealt->game,
                                 *base = i ? redealt->ways[i - 1][1] : redealt->base;
        int32_t difference[STATS_SCORINGS];
        redeal_difference(difference, table, schedule->seats, compared->a, compared->b,
                          &game->stats, &base->stats);
        for (int scoring = 0; scoring < STATS_SCORINGS; scoring++)
            texts->differences[scoring][i] = difference[scoring];
    }
}

static void put_redeals(const struct redealt_case *redealt, struct line_texts *texts,
                        struct redealt_games games[REDEALS_MOST])
{
    const struct skat_deck *deck = redealt->game->trace.rules->derived.deck;

    for (int i = 0; i < redealt->count; i++) {
        for (int way = 0; way < 2; way++)
            moves_text(redealt->ways[i][way], texts->moves[i][way]);
        skat_deal_print(&redealt->ways[i][0]->trace.deal, deck, texts->cards[i]);
        games[i] = (struct redealt_games){.number = redealt->number[i],
                                          .cards = texts->cards[i],
                                          .moves = texts->moves[i][0],
                                          .base_moves = texts->moves[i][1]};
    }
}

size_t redeal_line_write(const struct redealt_case *redealt, const struct schedule *schedule,
                         const struct comparison_plan *compared, const char *const names[],
                         struct redeal_change *change, char text[REDEAL_LINE_SIZE])
{
    const struct redeal_table *table = redealt->of.table;
    static struct line_texts texts; /* used one at a time */
    struct redealt_games games[REDEALS_MOST];
    struct redeal_change of_line;

    answer_text(redealt, redealt->game, texts.answers[0]);
    answer_text(redealt, redealt->base, texts.answers[1]);
    moves_text(redealt->base, texts.base);
    put_redeals(redealt, &texts, games);
    put_differences(redealt, schedule, compared, &texts);
    const int count = redealt->count;
    const struct redeal_line line = {
        .session = (int64_t)redealt->id.session,
        .deal = (int64_t)redealt->id.deal,
        .game = (int64_t)redealt->id.game,
        .seat = table->seat,
        .position =
            skat_position_name(redealt->game->trace.rules->derived.deck, redealt->of.position),
        .decision = skat_decision_rows[redealt->of.decision].name,
        .bot = names[schedule->arrangements[redealt->id.arrangement][table->seat]],
        .base_bot = names[table->base[table->seat]],
        .answer = texts.answers[0],
        .base_answer = texts.answers[1],
        .base_moves = texts.base,
        .tries = redealt->tries,
        .answers = redealt->answers,
        .failed = redealt->failed,
        .redeals = games,
        .redeals_count = count,
        .classic = texts.differences[STATS_CLASSIC],
        .classic_count = count + 1,
        .seeger_fabian = texts.differences[STATS_SEEGER],
        .seeger_fabian_count = count + 1,
        .score = texts.differences[STATS_OWN],
        .score_count = count + 1,
    };
    change_of(&line, &of_line);
    redeal_change_add(change, &of_line);
    cJSON *object = fields_to_json(&redeal_line_fields, &line);
    if (!cJSON_PrintPreallocated(object, text, REDEAL_LINE_SIZE - 2, false))
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

static bool is_sound(const struct redeal_line *line, const char *where, struct errors *errors)
{
    enum { FARTHEST = 100000000 };
    const int count = line->redeals_count + 1;
    const int before = errors->count;

    if (count > REDEALS_MOST + 1)
        errors_add(errors, where, "\"redeals\" has %d elements; at most %d are possible", count - 1,
                   REDEALS_MOST);
    if (line->classic_count != count || line->seeger_fabian_count != count ||
        line->score_count != count)
        errors_add(errors, where,
                   "has %d, %d and %d differences; there are %d re-deals and the deal itself",
                   line->classic_count, line->seeger_fabian_count, line->score_count, count - 1);
    for (int i = 0; i < count && errors->count == before; i++)
        if (llabs(line->classic[i]) > FARTHEST || llabs(line->seeger_fabian[i]) > FARTHEST ||
            llabs(line->score[i]) > FARTHEST)
            errors_add(errors, where, "difference %d is farther than any game's: %d", i, FARTHEST);
    if (line->session < 0 || line->deal < 0)
        errors_add(errors, where, "the deal has no number");
    return errors->count == before;
}

/* Reads the next line. False with errors. */
static bool read_next(struct redeals_reader *reader, struct errors *errors)
{
    char where[1300];

    pool_free(&reader->pool);
    reader->pool = (struct pool){0};
    reader->begin = ftell(reader->file);
    const ssize_t length = getline(&reader->text, &reader->room, reader->file);
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
                         struct errors *errors)
{
    *reader = (struct redeals_reader){.deals = schedule->deals};
    if (!compared->redeals)
        return true;
    folder_file(folder, REDEALS_FILE, reader->path);
    reader->file = fopen(reader->path, "re");
    if (reader->file)
        return read_next(reader, errors);
    if (errno == ENOENT)
        return true;
    errors_add(errors, reader->path, "cannot be read: %s", strerror(errno));
    return false;
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
                         void (*each)(void *context, const struct redeal_line *line,
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
            if (each)
                each(context, &reader->next, where);
            change_of(&reader->next, &of_line);
            redeal_change_add(change, &of_line);
        }
        ok = read_next(reader, errors);
    }
    return ok;
}

bool redeals_reader_take(struct redeals_reader *reader, uint64_t deal, struct redeal_change *change,
                         struct errors *errors)
{
    return redeals_reader_each(reader, deal, NULL, NULL, change, errors);
}

bool redeals_source_change(void *context, uint64_t deal, struct redeal_change *change)
{
    struct redeals_source *source = context;
    const bool ok = redeals_reader_take(&source->reader, deal, change, source->errors);

    for (int scoring = 0; scoring < STATS_SCORINGS && source->sign < 0; scoring++)
        change->score[scoring] = -change->score[scoring];
    return ok;
}
