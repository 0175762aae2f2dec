// SPDX-License-Identifier: MIT
#include "arena/export/decision_export.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/text.h"
#include "arena/base/json_write.h"
#include "arena/base/output_file.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/journal.h"
#include "arena/base/memory.h"
#include "arena/base/npz_file.h"
#include "arena/base/machine.h"
#include "arena/base/terminal.h"
#include "arena/base/version.h"
#include "arena/import/bot_names.h"
#include "arena/export/game_rows.h"
#include "arena/log/log_replayer.h"
#include "arena/log/result_folder.h"
#include "engine/json/rules_json.h"
#include "engine/learn/observation.h"
#include "engine/game/record.h"
#include "engine/solver/solver.h"
#include "engine/variant.h"

enum { SOLVER_BITS = 18, NO_VALUE = -1, THREADS_MAX = 64, CHUNK_ROWS = 4096 };

#define FOLDER_JOURNAL "export.part" /* in the folder of the files */
#define TABLE_JOURNAL ".part"        /* after the name of a table */

/* The rows of a file, column by column. */
struct rows {
    int count, room;
    struct skat_observation *observation; /* NULL if not wanted */
    struct skat_observation_open *open;   /* all cards; NULL if not wanted */
    uint8_t *mask;
    uint16_t *action;
    uint64_t *game, *session, *deal;
    uint8_t *seat, *position;
    int32_t *score, *seeger;
    uint32_t *bot;   /* its number among the names */
    int16_t *values; /* [card]; NULL if not wanted */
};

/* A file of rows. Nine tenths of the time of an export are spent compressing them (perf), so a
 * thread does that while the next file is filled. */
struct export_shard {
    const struct export *of;
    struct rows rows;
    int number; /* of the file */
    pthread_t writer;
    bool writing;
    struct errors failed; /* of its writer */
};

struct export
{
    const struct decision_export_options *options;
    struct decision_exported *done;
    struct errors *errors;
    const struct skat_rules *rules;
    struct skat_action_space space;
    struct export_shard *shards; /* shard_count of them */
    int shard_count;
    struct export_shard *shard; /* the one that is filled */
    struct skat_solver *solver; /* NULL if values are not wanted */
    FILE *out;                  /* of a table: its chunk, or standard output */
    FILE *table;                /* the whole table; NULL for standard output */
    char *chunk;                /* rows that are not in the journal yet */
    size_t chunk_size;
    uint64_t chunk_rows;
    struct journal *journal; /* of what is finished; NULL: on standard output */
    uint64_t skipped;        /* rows that are finished since before */
    struct progress_meter progress;
    bool interrupted, unwritten;
    const struct replayed_line *line;
    struct bot_names names;
    uint32_t bot_of[SKAT_SEATS_MAX]; /* by seat, of this game */
};

/* ---- rows ---- */

static void make_rows(const struct export *to, struct rows *rows, int room)
{
    const size_t n = (size_t)room;

    *rows = (struct rows){
        .room = room,
        .observation = to->options->no_observation ? NULL : xcalloc(n, sizeof *rows->observation),
        .open = to->options->open ? xcalloc(n, sizeof *rows->open) : NULL,
        .mask = xcalloc(n, (size_t)to->space.count),
        .action = xcalloc(n, sizeof *rows->action),
        .game = xcalloc(n, sizeof *rows->game),
        .session = xcalloc(n, sizeof *rows->session),
        .deal = xcalloc(n, sizeof *rows->deal),
        .seat = xcalloc(n, 1),
        .position = xcalloc(n, 1),
        .score = xcalloc(n, sizeof *rows->score),
        .seeger = xcalloc(n, sizeof *rows->seeger),
        .bot = xcalloc(n, sizeof *rows->bot),
        .values = to->solver ? xcalloc(n, SKAT_DECK_MAX * sizeof *rows->values) : NULL,
    };
}

static void free_rows(struct rows *rows)
{
    void *const columns[] = {rows->observation, rows->open,    rows->mask,   rows->action,
                             rows->game,        rows->session, rows->deal,   rows->seat,
                             rows->position,    rows->score,   rows->seeger, rows->bot,
                             rows->values};

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        free(columns[i]);
}

static void make_shards(struct export *to, int count, int room)
{
    to->shards = xcalloc((size_t)count, sizeof *to->shards);
    to->shard_count = count;
    to->shard = to->shards;
    for (int i = 0; i < count; i++) {
        to->shards[i].of = to;
        make_rows(to, &to->shards[i].rows, room);
    }
}

static void free_shards(struct export *to)
{
    for (int i = 0; i < to->shard_count; i++)
        free_rows(&to->shards[i].rows);
    free(to->shards);
}

/* ---- numpy's files ---- */

static const char *shard_path(const struct export_shard *shard, char path[FOLDER_PATH_SIZE])
{
    char name[40];

    snprintf(name, sizeof name, "decisions-%05d.npz", shard->number);
    return folder_file(shard->of->options->out, name, path);
}

/* In its thread. */
static void *write_shard(void *context)
{
    struct export_shard *shard = context;
    const struct export *to = shard->of;
    const struct rows *rows = &shard->rows;
    const size_t n = (size_t)rows->count;
    char path[FOLDER_PATH_SIZE];
    struct npz_file npz;
    struct output_file save;

    if (!output_file_begin(&save, shard_path(shard, path), OUTPUT_OWN)) {
        output_file_end(&save, &shard->failed);
        return NULL;
    }
    npz_begin(&npz, save.file);
    npz_add(&npz, "observation", "<i2", 2, n, SKAT_OBSERVATION_SIZE, rows->observation);
    if (rows->open)
        npz_add(&npz, "open", "<i2", 2, n, SKAT_OBSERVATION_OPEN_SIZE, rows->open);
    npz_add(&npz, "mask", "|b1", 1, n, (size_t)to->space.count, rows->mask);
    npz_add(&npz, "action", "<u2", 2, n, 0, rows->action);
    npz_add(&npz, "game", "<u8", 8, n, 0, rows->game);
    npz_add(&npz, "session", "<u8", 8, n, 0, rows->session);
    npz_add(&npz, "deal", "<u8", 8, n, 0, rows->deal);
    npz_add(&npz, "seat", "|u1", 1, n, 0, rows->seat);
    npz_add(&npz, "position", "|u1", 1, n, 0, rows->position);
    npz_add(&npz, "score", "<i4", 4, n, 0, rows->score);
    npz_add(&npz, "seeger", "<i4", 4, n, 0, rows->seeger);
    npz_add(&npz, "bot", "<u4", 4, n, 0, rows->bot);
    if (rows->values)
        npz_add(&npz, "values", "<i2", 2, n, SKAT_DECK_MAX, rows->values);
    npz_end(&npz);
    output_file_end(&save, &shard->failed);
    return NULL;
}

/* Waits until a file is written; it can then be filled again. The journal counts files: after one
 * that could not be written, none is finished. */
static void await_shard(struct export *to, struct export_shard *shard)
{
    if (shard->writing)
        pthread_join(shard->writer, NULL);
    shard->writing = false;
    to->unwritten |= shard->failed.count > 0;
    if (shard->rows.count && !to->unwritten)
        journal_add(to->journal, &shard->number, sizeof shard->number);
    errors_move(to->errors, &shard->failed);
    shard->rows.count = 0;
}

/* Has the rows written, and goes on with the next file, for which it may have to wait. */
static void end_shard(struct export *to)
{
    struct export_shard *shard = to->shard;

    if (!shard->rows.count)
        return;
    shard->number = to->done->files++;
    shard->writing = pthread_create(&shard->writer, NULL, write_shard, shard) == 0;
    if (!shard->writing)
        write_shard(shard); /* no thread is to be had */
    to->shard = to->shards + (shard - to->shards + 1) % to->shard_count;
    await_shard(to, to->shard);
}

/* All files, even after an error: threads use their rows. In the order of their numbers, which is
 * that of the journal: the next one to be filled would wait for the oldest. */
static void await_shards(struct export *to)
{
    const int next = (int)(to->shard - to->shards);

    to->shard->rows.count = 0; /* of a file that was not begun */
    for (int i = 0; i < to->shard_count; i++)
        await_shard(to, &to->shards[(next + i) % to->shard_count]);
}

static cJSON *parts_json(const struct skat_observation_layout *layout)
{
    cJSON *parts = cJSON_CreateArray();

    for (int i = 0; i < layout->part_count; i++) {
        const struct skat_observation_part *part = &layout->parts[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", part->name);
        cJSON_AddNumberToObject(object, "first", part->first);
        cJSON_AddNumberToObject(object, "rows", part->rows);
        cJSON_AddNumberToObject(object, "columns", part->columns);
        cJSON_AddStringToObject(object, "help", part->help);
        cJSON_AddItemToArray(parts, object);
    }
    return parts;
}

/* What stands where, for readers in any language. */
static bool write_schema(const struct export *to)
{
    cJSON *root = cJSON_CreateObject(), *actions = cJSON_CreateArray();
    char path[FOLDER_PATH_SIZE], text[SKAT_NUMBER_TEXT];

    json_put_int(root, "format", RESULT_FORMAT);
    cJSON_AddItemToObject(root, "rules", skat_rules_to_json(to->rules));
    cJSON_AddItemToObject(root, "observation", parts_json(&skat_observation_layout));
    if (to->options->open)
        cJSON_AddItemToObject(root, "open", parts_json(&skat_observation_open_layout));
    for (int number = 0; number < to->space.count; number++)
        cJSON_AddItemToArray(actions,
                             cJSON_CreateString(skat_number_text(&to->space, number, text)));
    cJSON_AddItemToObject(root, "actions", actions);
    cJSON_AddItemToObject(root, "bots", bot_names_json(&to->names));
    bool ok = json_save(root, folder_file(to->options->out, "schema.json", path), to->errors);
    cJSON_Delete(root);
    return ok;
}

/* ---- a table ---- */

static void print_names(const struct skat_observation_layout *layout, const char *prefix, FILE *out)
{
    for (int i = 0; i < layout->part_count; i++)
        fprintf(out, ",%s_%s", prefix, layout->parts[i].name);
}

static void print_head(const struct export *to, FILE *out)
{
    const struct decision_export_options *options = to->options;

    fprintf(out, "game,session,deal,seat,position,decision,action%s,score,seeger",
            options->no_observation ? "" : ",allowed");
    if (to->solver)
        fputs(",values", out);
    if (!options->no_observation)
        print_names(&skat_observation_layout, "seen", out);
    if (options->open)
        print_names(&skat_observation_open_layout, "open", out);
    fputs(",bot\n", out);
}

/* Words of the allowed actions, with "|" between them; and, where they were solved, the values of
 * the cards. */
static void print_allowed(const struct export *to, int row)
{
    char text[SKAT_NUMBER_TEXT];
    char between = ',';

    for (int number = 0; number < to->space.count; number++)
        if (to->shard->rows.mask[row * to->space.count + number]) {
            fprintf(to->out, "%c%s", between, skat_number_text(&to->space, number, text));
            between = '|';
        }
}

static void print_values(const struct export *to, int row)
{
    const size_t first = (size_t)row * SKAT_DECK_MAX;
    char text[SKAT_NUMBER_TEXT];
    int printed = 0;

    putc(',', to->out);
    for (int card = 0; card < SKAT_DECK_MAX; card++) {
        const int value = to->shard->rows.values[first + (size_t)card];
        if (value != NO_VALUE)
            fprintf(to->out, "%s%s %d", printed++ ? "|" : "",
                    skat_number_text(&to->space, card, text), value);
    }
}

/* `numbers`: the int16_t values of a row, as `layout` has them. */
static void print_parts(FILE *out, const struct skat_observation_layout *layout,
                        const void *numbers)
{
    const int16_t *values = numbers;

    for (int i = 0; i < layout->part_count; i++) {
        const struct skat_observation_part *part = &layout->parts[i];
        for (int n = 0; n < part->rows * part->columns; n++)
            fprintf(out, "%c%d", n ? ' ' : ',', values[part->first + n]);
    }
}

static void print_row(const struct export *to, int row, enum skat_decision_kind kind)
{
    const struct rows *rows = &to->shard->rows;
    char text[SKAT_NUMBER_TEXT];

    fprintf(to->out, "%llu,%llu,%llu,%u,%s,%s,%s", (unsigned long long)rows->game[row],
            (unsigned long long)rows->session[row], (unsigned long long)rows->deal[row],
            rows->seat[row], skat_position_name(to->rules->derived.deck, rows->position[row]),
            skat_decision_rows[kind].name, skat_number_text(&to->space, rows->action[row], text));
    if (rows->observation)
        print_allowed(to, row);
    fprintf(to->out, ",%d,%d", (int)rows->score[row], (int)rows->seeger[row]);
    if (rows->values)
        print_values(to, row);
    if (rows->observation)
        print_parts(to->out, &skat_observation_layout, &rows->observation[row]);
    if (rows->open)
        print_parts(to->out, &skat_observation_open_layout, &rows->open[row]);
    putc(',', to->out);
    csv_print_text(to->names.names[rows->bot[row]], to->out);
    putc('\n', to->out);
}

/* ---- decisions ---- */

/* The value of each card that may be played, with all cards open; nothing for games that are not
 * solved. */
static void solve(struct export *to, const struct skat_game *game,
                  const struct skat_decision *decision, int16_t values[SKAT_DECK_MAX])
{
    const struct skat_table *table = &game->table;
    struct skat_solver_deal deal = {.game = table->contract.type, .alone = table->declarer};
    struct skat_solver_position at = {.leader = game->table.leader[table->trick_count]};
    int16_t found[SKAT_CARD_CODES];

    for (int card = 0; card < SKAT_DECK_MAX; card++)
        values[card] = NO_VALUE;
    if (decision->kind != SKAT_DECIDE_CARD || !game->rules->derived.variant->solved ||
        table->declarer == SKAT_NOBODY || game->hands_dealt != SKAT_PLAYERS)
        return;
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        deal.hands[seat] = at.hands[seat] = game->hands[seat];
    for (int n = game->trick_began; n < table->played_count; n++) {
        const skat_card card = table->played[n];
        deal.hands[(at.leader + at.count) % SKAT_PLAYERS] |= skat_card_bit(card);
        at.trick[at.count++] = card;
    }
    skat_solver_deal(to->solver, &deal);
    skat_solver_cards(to->solver, &at, found);
    for (int card = 0; card < SKAT_DECK_MAX; card++)
        values[card] = found[skat_card_of_number(card)];
}

static void observe(const struct export *to, const struct skat_game *game,
                    const struct skat_view *view, const struct skat_choice *choice, int row)
{
    const struct rows *rows = &to->shard->rows;

    if (rows->observation)
        skat_observe(to->rules, view, game->moves, game->move_count, choice,
                     &rows->observation[row]);
    if (rows->open)
        skat_observe_open(game, view->position, &rows->open[row]);
}

static void add_row(struct export *to, const struct skat_game *game, const struct skat_view *view,
                    const struct skat_choice *choice, int number)
{
    struct rows *rows = &to->shard->rows;
    const struct replayed_line *line = to->line;

    if (to->done->rows < to->skipped) {
        to->done->rows++;
        return;
    }
    const int row = rows->count++;
    const unsigned position = view->position, seat = line->stats.seat_of[position];

    observe(to, game, view, choice, row);
    skat_choice_mask(&to->space, choice, rows->mask + (size_t)row * (size_t)to->space.count);
    rows->action[row] = (uint16_t)number;
    rows->game[row] = line->stats.game;
    rows->session[row] = line->stats.session;
    rows->deal[row] = line->stats.deal;
    rows->seat[row] = (uint8_t)seat;
    rows->position[row] = (uint8_t)position;
    rows->score[row] = line->stats.score[STATS_OWN][seat];
    rows->seeger[row] = line->stats.score[STATS_SEEGER][seat];
    rows->bot[row] = to->bot_of[seat];
    if (rows->values)
        solve(to, game, &choice->decision, rows->values + (size_t)row * SKAT_DECK_MAX);
    to->done->rows++;
    if (to->options->csv) {
        print_row(to, row, (enum skat_decision_kind)choice->decision.kind);
        rows->count = 0;
        to->chunk_rows++;
    } else if (rows->count == rows->room) {
        end_shard(to);
    }
}

/* An action of the record. One that nobody asked for, as kontra before one's turn, is no answer to
 * a decision. */
static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    struct export *to = context;
    struct skat_decision decision;
    struct skat_choice choice;
    struct skat_view view;
    uint16_t numbers[SKAT_NUMBERS_OF_ACTION];

    if (to->errors->count || !skat_game_pending(game, &decision) || decision.position != position)
        return;
    const skat_cards hand = game->hands[position];
    const int count = skat_numbers_of(&to->space, &decision, hand, action, numbers);
    if (!count)
        return;
    skat_game_view(game, skat_game_player(game, position), &view);
    skat_choice_begin(&to->space, &choice, &decision, hand);
    for (int i = 0; i < count && !to->errors->count; i++) {
        add_row(to, game, &view, &choice, numbers[i]);
        skat_choice_pick(&to->space, &choice, numbers[i]);
    }
}

/* What stands before the rows of an entry of a table's journal. */
struct table_entry {
    uint64_t rows, size;
};

/* Keeps the rows of the chunk in the journal, and appends them to the table. */
static void keep_chunk(struct export *to)
{
    fflush(to->out);
    const struct table_entry head = {to->chunk_rows, to->chunk_size};
    char *entry = xcheck(malloc(sizeof head + to->chunk_size));

    memcpy(entry, &head, sizeof head);
    if (to->chunk_size)
        memcpy(entry + sizeof head, to->chunk, to->chunk_size);
    journal_add(to->journal, entry, sizeof head + to->chunk_size);
    fwrite(to->chunk, 1, to->chunk_size, to->table);
    free(entry);
    rewind(to->out);
    to->chunk_rows = 0;
}

static bool take_game(void *context, const struct replayed_line *line)
{
    struct export *to = context;
    const struct skat_record_watcher watcher = {to, acts};

    to->line = line;
    to->done->games++;
    for (int seat = 0; seat < line->game.seats; seat++)
        to->bot_of[seat] = bot_names_number(&to->names, line->game.table[seat]);
    replayed_line_follow(line, &watcher);
    if (to->table && (to->chunk_rows >= CHUNK_ROWS || to->solver))
        keep_chunk(to);
    progress_show(&to->progress, to->done->games);
    to->interrupted = interrupt_heard();
    return !to->errors->count && !to->interrupted;
}

/* ---- the whole ---- */

static void read_log(struct export *to, struct log_reader *log)
{
    const uint64_t games = log->has_manifest ? schedule_games(&log->manifest.schedule) : 0;

    progress_start(&to->progress, "games", 0, games, to->options->progress);
    log_games_each(log, take_game, to, to->errors);
    progress_end(&to->progress);
}

/* Opens the journal at `path`; `anew` is how to start over. Returns an exit status. */
static int open_journal(struct export *to, const struct log_reader *log, const char *path,
                        const char *anew)
{
    const struct decision_export_options *options = to->options;

    if (!options->resume && journal_exists(path)) {
        errors_add(to->errors, path, "an export was interrupted: --resume continues it; %s", anew);
        return EXIT_USAGE;
    }
    char *identity = log_reader_identity(log);
    char *work = xasprintf("decisions of %s, csv %d, values %d, shard %lld%s%s", identity,
                           options->csv, options->values, (long long)options->shard,
                           options->no_observation ? ", no observation" : "",
                           options->open ? ", open cards" : "");
    to->journal = journal_open(path, work, options->resume, anew, to->errors);
    free(work);
    free(identity);
    if (to->journal)
        interrupt_hear();
    return to->journal ? EXIT_OK : EXIT_USAGE;
}

/* Keeps the journal of what is to be gone on with, or removes it. Returns an exit status. */
static int leave(struct export *to, int code, const char *path)
{
    if (code == EXIT_OK || code == EXIT_BAD_FILE)
        return journal_remove(to->journal, to->errors) ? code : EXIT_INTERNAL;
    if (!journal_keep(to->journal, to->errors))
        return EXIT_INTERNAL;
    print_note("skat-arena: %s: what is finished of the decisions is kept, as %s says; "
               "the same command with --resume continues\n",
               code == EXIT_INTERRUPTED ? "interrupted" : "not all could be written", path);
    return code;
}

/* The files that are finished. False with an error when the journal has something else. */
static bool take_files(struct export *to)
{
    const struct entry_shape shape = {sizeof(int), sizeof(int)};
    const char *entry;
    size_t size;
    int number;

    while ((entry = journal_next(to->journal, &shape, &size, to->errors))) {
        memcpy(&number, entry, sizeof number);
        if (size != sizeof number || number != to->done->files)
            return journal_refuse(to->journal, to->errors,
                                  "is not the number of a file; next is %d", to->done->files);
        to->done->files++;
    }
    to->skipped = (uint64_t)to->done->files * (uint64_t)to->options->shard;
    return !journal_is_refused(to->journal);
}

/* With an open journal. */
static int write_files(struct export *to, struct log_reader *log)
{
    if (!take_files(to))
        return EXIT_BAD_FILE;
    /* One more than there are threads, since this one fills a file, too. */
    make_shards(to, processors_online(THREADS_MAX) + 1, (int)to->options->shard);
    read_log(to, log);
    if (!to->errors->count && !to->interrupted)
        end_shard(to);
    await_shards(to);
    if (to->unwritten)
        return EXIT_INTERNAL;
    if (to->errors->count)
        return EXIT_BAD_FILE;
    return to->interrupted ? EXIT_INTERRUPTED : write_schema(to) ? EXIT_OK : EXIT_INTERNAL;
}

/* Whether an export may continue in a folder whose journal would be at `path`. Without a journal,
 * the files there are those of a finished export, or not of an export at all. */
static bool may_go_on_in(const char *folder, const char *path, struct errors *errors)
{
    if (!journal_exists(path) && output_folder_is_used(folder)) {
        errors_add(errors, folder,
                   "has files, but no " FOLDER_JOURNAL
                   " from which to continue: the export is finished, or the files are not of an "
                   "export; --out names another folder");
        return false;
    }
    return true;
}

static int export_npz(struct export *to, struct log_reader *log)
{
    const char *folder = to->options->out;
    char path[FOLDER_PATH_SIZE];

    if (!folder) {
        errors_add(to->errors, "--decisions npz", "needs a folder: --out DIR");
        return EXIT_USAGE;
    }
    folder_file(folder, FOLDER_JOURNAL, path);
    if (!to->options->resume && !journal_exists(path) && folder_exists(folder)) {
        errors_add(to->errors, folder, "cannot be made: %s", strerror(EEXIST));
        return EXIT_USAGE;
    }
    if (to->options->resume && !may_go_on_in(folder, path, to->errors))
        return EXIT_USAGE;
    if (!output_folder_make(folder, to->errors))
        return EXIT_USAGE;
    const int code = open_journal(to, log, path, "remove the folder to start over");
    if (code == EXIT_OK && to->options->resume)
        output_folder_tidy(folder);
    return code == EXIT_OK ? leave(to, write_files(to, log), path) : code;
}

/* The rows that are finished. False with an error when the journal has something else. */
static bool take_rows(struct export *to)
{
    const struct entry_shape shape = {sizeof(struct table_entry), 1};
    const char *entry;
    struct table_entry head;
    size_t size;

    while ((entry = journal_next(to->journal, &shape, &size, to->errors))) {
        memcpy(&head, entry, sizeof head);
        if (head.size != size - sizeof head)
            return journal_refuse(to->journal, to->errors,
                                  "has %" PRIu64 " bytes of rows; allowed are the %zu that follow",
                                  head.size, size - sizeof head);
        fwrite(entry + sizeof head, 1, (size_t)head.size, to->table);
        to->skipped += head.rows;
    }
    return !journal_is_refused(to->journal);
}

/* With an open journal. */
static int write_table(struct export *to, struct log_reader *log)
{
    struct output_file save;

    if (!output_file_begin(&save, to->options->out, OUTPUT_NAMED)) {
        output_file_end(&save, to->errors);
        return EXIT_INTERNAL;
    }
    to->table = save.file;
    to->out = xcheck(open_memstream(&to->chunk, &to->chunk_size));
    print_head(to, to->table);
    if (take_rows(to)) {
        read_log(to, log);
        keep_chunk(to);
    }
    fclose(to->out);
    free(to->chunk);
    if (!to->errors->count && !to->interrupted)
        return output_file_end(&save, to->errors) ? EXIT_OK : EXIT_INTERNAL;
    output_file_drop(&save);
    return to->errors->count ? EXIT_BAD_FILE : EXIT_INTERRUPTED;
}

/* A device or a pipe is written to at once, and so is standard output: nothing is kept of it. */
static int print_table(struct export *to, struct log_reader *log)
{
    struct output_file save = {.file = stdout};

    if (to->options->out && !output_file_begin(&save, to->options->out, OUTPUT_NAMED)) {
        output_file_end(&save, to->errors);
        return EXIT_INTERNAL;
    }
    to->out = save.file;
    print_head(to, to->out);
    read_log(to, log);
    if (to->options->out && !output_file_end(&save, to->errors))
        return EXIT_INTERNAL;
    return to->errors->count ? EXIT_BAD_FILE : EXIT_OK;
}

static int export_table(struct export *to, struct log_reader *log)
{
    const char *out = to->options->out;
    struct stat status;

    make_shards(to, 1, 1);
    to->done->files = 1;
    if (!out || (stat(out, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))
        return print_table(to, log);
    if (!log_reader_may_write(log, out, to->errors) || !output_file_possible(out, to->errors))
        return EXIT_USAGE;
    char *path = xasprintf("%s" TABLE_JOURNAL, out);
    int code = EXIT_USAGE;
    if (!to->options->resume || journal_may_resume(path, out, to->errors))
        code = open_journal(to, log, path, "remove it to start over");
    if (code == EXIT_OK && to->options->resume)
        output_file_tidy(out);
    if (code == EXIT_OK)
        code = leave(to, write_table(to, log), path);
    free(path);
    return code;
}

int decision_export(const char *path, const struct decision_export_options *options,
                    struct decision_exported *exported, struct errors *errors)
{
    struct export to = {.options = options, .done = exported, .errors = errors};
    void *memory = options->values ? xcalloc(1, skat_solver_size(SOLVER_BITS)) : NULL;
    struct log_reader log;
    int code = EXIT_BAD_FILE;

    *exported = (struct decision_exported){0};
    bot_names_start(&to.names);
    if (log_reader_open(&log, path, options->rules, errors)) {
        to.rules = &log.rules;
        to.solver = memory ? skat_solver_init(memory, SOLVER_BITS) : NULL;
        skat_action_space_of(&to.space, to.rules);
        code = options->csv ? export_table(&to, &log) : export_npz(&to, &log);
    }
    log_reader_close(&log);
    free_shards(&to);
    bot_names_free(&to.names);
    free(memory);
    return code;
}
