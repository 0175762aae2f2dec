// SPDX-License-Identifier: MIT
#include "arena/import/iss_import.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/import/import_journal.h"
#include "arena/log/result_folder.h"
#include "arena/record/game_json.h"
#include "arena/import/iss_source.h"
#include "arena/iss/iss_moves.h"
#include "arena/iss/iss_result.h"
#include "arena/log/manifest.h"
#include "arena/base/text.h"
#include "arena/import/player_roster.h"
#include "arena/import/player_table.h"
#include "arena/import/record_index.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"
#include "arena/compare/run_fold.h"
#include "arena/base/version.h"

const char import_records_file[] = "records.sgf";

/* The files that grow: enum import_output. */
static const char *const output_names[IMPORT_OUTPUTS] = {"games.jsonl", import_records_file,
                                                         "import.jsonl"};

struct import {
    struct iss_source *sources;
    int source_count;
    const struct import_options *options;
    struct import_totals *totals;
    struct errors *errors;
    struct import_journal *journal;
    struct import_place place; /* up to which it was done before; source_count: nothing was */
    struct progress_meter progress;
    uint64_t counted; /* records, by the first pass */
    bool interrupted, unwritten;
    struct player_roster *roster;
    struct player_table *players;
    struct record_index *records; /* those that are imported */
    struct manifest manifest;     /* all but its root, which is made at the end */
    struct run_fold *fold;
    FILE *out[IMPORT_OUTPUTS];
    char *buffers; /* of these files, OUTPUT_BUFFER bytes each */
    char log_path[FOLDER_PATH_SIZE];
    bool torn;    /* the last record in records.sgf has no newline */
    bool changed; /* a file has changed since it was first read */
    /* the current record */
    struct iss_source *source;
    struct iss_record record;
    uint64_t key; /* of it */
    char names[SKAT_PLAYERS][ISS_NAME_SIZE];
    struct skat_game game;
    struct game_outcome outcome;
    struct import_issues found;
};

/* ---- the first pass ---- */

/* Reads the players' names; names that must be changed are import issues. */
static void read_names(const struct iss_record *record, char names[SKAT_PLAYERS][ISS_NAME_SIZE],
                       struct import_issues *found)
{
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const struct iss_value *value = &record->values[ISS_P0 + position];
        if (!iss_name(value, names[position]) && found)
            import_issues_add(found, ISSUE_NAME_CHANGED, value->text ? value->text : "",
                              value->length);
    }
}

/* What is done with the players of each game. */
typedef void take_names(struct player_roster *, const char *const names[SKAT_PLAYERS]);

static void count_record(struct player_roster *roster, take_names *take, struct iss_reader *file,
                         struct iss_piece *piece)
{
    struct import_issues ignored = {.count = 0};
    char names[SKAT_PLAYERS][ISS_NAME_SIZE];
    struct iss_record record;

    if (!piece->text || !iss_reader_record(file, piece, &record, &ignored))
        return;
    read_names(&record, names, NULL);
    take(roster, (const char *const[]){names[0], names[1], names[2]});
}

/* The first pass: counts the players and computes the file's checksum. */
static bool count_source(struct import *import, struct iss_source *source)
{
    struct iss_reader file;
    struct iss_piece piece;
    struct sha256_ctx sum;

    if (!iss_source_open(source, &file, import->errors))
        return false;
    sha256_init(&sum);
    file.sum = &sum;
    while (iss_reader_next(&file, &piece)) {
        source->records += piece.text != NULL;
        progress_show(&import->progress, import->counted += piece.text != NULL);
        count_record(import->roster, player_roster_count, &file, &piece);
    }
    bool ok = iss_reader_ended(&file, import->errors);
    source->bytes = file.bytes;
    hash_end(&sum, source->sha256);
    iss_source_close(source, &file);
    return ok;
}

/* Where there are so many games that not all tables may fit: who played together. */
static bool meet_source(struct import *import, struct iss_source *source)
{
    struct iss_reader file;
    struct iss_piece piece;

    if (!iss_source_open(source, &file, import->errors))
        return false;
    while (iss_reader_next(&file, &piece))
        count_record(import->roster, player_roster_meet, &file, &piece);
    bool ok = iss_reader_ended(&file, import->errors);
    iss_source_close(source, &file);
    return ok;
}

/* ---- one record ---- */

static bool is_skat(const struct iss_record *record, struct import_issues *found)
{
    const struct iss_value *game = &record->values[ISS_GM];

    if (!game->text || (game->length == 4 && memcmp(game->text, "Skat", 4) == 0))
        return true;
    import_issues_add(found, ISSUE_OTHER_GAME, game->text, game->length);
    return false;
}

static void check_result(struct import *import)
{
    const struct iss_value *value = &import->record.values[ISS_R];
    struct iss_result theirs, ours;

    if (!value->text) {
        import_issues_add(&import->found, ISSUE_NO_RESULT, "", 0);
    } else if (!iss_result_read(&theirs, value->text, value->length)) {
        import_issues_add(&import->found, ISSUE_BAD_RESULT, value->text, value->length);
    } else if (theirs.kind == ISS_RESULT_UNKNOWN) {
        import_issues_add(&import->found, ISSUE_UNKNOWN_RESULT, value->text, value->length);
    } else {
        iss_result_of(&import->game, &import->outcome, &ours);
        iss_result_compare(&theirs, &ours, &import->found);
    }
}

/* Gives the game its place in the run. False when its players were not counted before. */
static bool seat_game(struct import *import, enum game_status fault)
{
    char(*const names)[ISS_NAME_SIZE] = import->names;
    struct game_id id = {.game = import->totals->games, .session = import->totals->games};

    read_names(&import->record, names, &import->found);
    id.arrangement =
        player_roster_seat(import->roster, (const char *const[]){names[0], names[1], names[2]},
                           &import->manifest.schedule);
    if (id.arrangement == UINT32_MAX) {
        import->changed = true;
        return false;
    }
    game_outcome_of_game(&import->game, &id, fault, &import->outcome);
    return true;
}

/* Counts a game in the table of players, and its record as imported. */
static void count_results(struct import *import, const struct import_game *game)
{
    const char *const names[] = {game->names[0], game->names[1], game->names[2]};

    player_table_add_game(import->players, &game->stats, names);
    record_index_add(import->records, game->key);
}

static void write_game(struct import *import, const struct iss_piece *piece)
{
    const uint8_t *bots = import->manifest.schedule.arrangements[import->outcome.id.arrangement];
    const char *const *names = player_roster_names(import->roster);
    char table[TABLE_TEXT_SIZE], line[GAME_JSON_SIZE];
    struct import_game counted;

    game_json_table((const char *const[]){names[bots[0]], names[bots[1]], names[bots[2]]},
                    SKAT_PLAYERS, table);
    size_t length = game_json_write(&import->game, &import->outcome, table, "", line);
    fwrite(line, 1, length, import->out[IMPORT_LOG]);
    fwrite(piece->bytes, 1, piece->length, import->out[IMPORT_RECORDS]);
    import->torn = piece->bytes[piece->length - 1] != '\n';
    memset(&counted, 0, sizeof counted); /* it is written as it is */
    game_stats_of(&counted.stats, &import->game, &import->outcome, "");
    memcpy(counted.names, import->names, sizeof counted.names);
    counted.key = import->key;
    run_fold_add_game(import->fold, &counted.stats, &import->game, &import->outcome);
    count_results(import, &counted);
    import_journal_game(import->journal, &counted);
    import->totals->games++;
}

/* Counts each reason, and each kind, once a record. */
static void count_findings(struct import *import, const struct iss_piece *piece)
{
    uint32_t reasons = 0, kinds = 0;

    for (int i = 0; i < import->found.count; i++) {
        enum import_issue_reason reason = import->found.list[i].reason;
        struct import_count *count = &import->totals->of_reason[reason];
        if (!count->records)
            *count = (struct import_count){0, import->source->path, piece->line, piece->column};
        count->records += !(reasons >> reason & 1);
        reasons |= 1u << reason;
        kinds |= 1u << import_issue_infos[reason].kind;
    }
    for (int kind = 0; kind < ISSUE_KINDS; kind++)
        import->totals->of_kind[kind] += kinds >> kind & 1;
}
_Static_assert(ISSUE_REASONS <= 32, "a bit for each reason");

/* A game that was imported before is refused; "game 3" has the record already. */
static bool is_new(struct import *import)
{
    import->key = record_key(&import->record);
    const uint32_t game = record_index_find(import->records, import->key);
    char text[IMPORT_ISSUE_SIZE];

    if (game == RECORD_INDEX_NONE)
        return true;
    int length = snprintf(text, sizeof text, "game %u", game);
    import_issues_add(&import->found, ISSUE_DUPLICATE, text, (size_t)length);
    return false;
}

static bool import_record(struct import *import, struct iss_reader *file, struct iss_piece *piece)
{
    struct iss_record *record = &import->record;
    enum game_status fault;

    if (!iss_reader_record(file, piece, record, &import->found) || !is_new(import))
        return false;
    if (record->unknown.text)
        import_issues_add(&import->found, ISSUE_UNKNOWN_PROPERTY, record->unknown.text,
                          record->unknown.length);
    if (!is_skat(record, &import->found) ||
        !iss_play(record, &import->manifest.rules, &import->game, &fault, &import->found) ||
        !seat_game(import, fault))
        return false;
    check_result(import);
    return true;
}

/* Says where the first records are that are refused, and why. */
static void tell_refused(const struct import *import, const struct iss_piece *piece)
{
    enum { SHOWN = 20 };
    const uint64_t refused = import->totals->of_kind[ISSUE_REFUSED];
    const struct import_issue *issue = &import->found.list[import->found.count - 1];
    char place[IMPORT_PLACE_SIZE];

    if (!import->options->progress || refused > SHOWN)
        return;
    progress_end(&import->progress);
    print_note("%s:%s: refused: %s%s%s, found \"%s\"\n", import->source->path,
               import_place_text(piece->line, piece->column, place),
               import_issue_infos[issue->reason].text, issue->detail ? ": " : "",
               issue->detail ? issue->detail : "", issue->found);
    if (refused == SHOWN)
        print_note("import.jsonl has all that is refused\n");
}

static void take_piece(struct import *import, struct iss_reader *file, struct iss_piece *piece)
{
    if (piece->is_message)
        return;
    if (!piece->text) {
        fwrite(piece->bytes, 1, piece->length, import->out[IMPORT_RECORDS]);
        return;
    }
    import->totals->records++;
    import->found.count = 0;
    bool imported = import_record(import, file, piece);
    const struct iss_value *id = &import->record.values[ISS_ID];
    const struct import_issue_place place = {
        .file = import->source->path,
        .line = piece->line,
        .column = piece->column,
        .id = id->text,
        .id_length = id->length,
        .game = imported ? (int64_t)import->totals->games : -1,
    };
    if (imported)
        write_game(import, piece);
    import_issues_write(&import->found, &place, import->out[IMPORT_ISSUES]);
    count_findings(import, piece);
    if (!imported)
        tell_refused(import, piece);
}

/* ---- going on later ---- */

static uint32_t number_of(const struct import *import, const char *path)
{
    uint32_t number = 0;

    while (path && import->sources[number].path != path)
        number++;
    return number;
}

/* Where the import stands, before the next record of a file. */
static void note_place(const struct import *import, const struct iss_reader *file,
                       struct import_place *place)
{
    memset(place, 0, sizeof *place); /* it is written as it is */
    place->source = (uint32_t)(import->source - import->sources);
    place->bytes = iss_reader_place(file);
    place->line = file->line;
    place->column = file->column;
    place->torn = import->torn;
    place->totals = *import->totals;
    place->tally = *run_fold_tally(import->fold);
    for (int reason = 0; reason < ISSUE_REASONS; reason++) {
        place->first[reason] = number_of(import, import->totals->of_reason[reason].file);
        place->totals.of_reason[reason].file = NULL;
    }
}

/* What was written is on the disk before the journal says so. */
static bool keep_outputs(struct import *import, struct import_place *place)
{
    for (int i = 0; i < IMPORT_OUTPUTS; i++) {
        if (!output_file_sync(import->out[i])) {
            errors_add(import->errors, output_names[i], "could not be written completely: %s",
                       strerror(errno));
            import->unwritten = true;
            return false;
        }
        place->length[i] = ftello(import->out[i]);
    }
    return true;
}

/* After each record: keeps a block when there are enough games, or before it is left. False when
 * that failed. */
static bool keep_block(struct import *import, const struct iss_reader *file)
{
    enum { BLOCK = 1 << 14, WRITE_OUT = 1 << 11 };
    const size_t games = import_journal_noted(import->journal);
    struct import_place place;

    if (games % WRITE_OUT == 0)
        for (int i = 0; games && i < IMPORT_OUTPUTS; i++)
            output_file_write_out(import->out[i]);
    if (file->skipping || (games < BLOCK && !import->interrupted))
        return true;
    note_place(import, file, &place);
    if (!keep_outputs(import, &place))
        return false;
    import_journal_add(import->journal, &place);
    return true;
}

/* Counts a game that was imported before. False if its players are not those that were counted now.
 */
static bool count_again(struct import *import, const struct import_game *game)
{
    const char *const names[] = {game->names[0], game->names[1], game->names[2]};
    const uint32_t arrangement =
        player_roster_seat(import->roster, names, &import->manifest.schedule);

    if (arrangement != game->stats.arrangement)
        return false;
    run_fold_add(import->fold, NULL, &game->stats, 1); /* what was counted of it comes at the end */
    count_results(import, game);
    return true;
}

/* Reads what was imported before. False if it does not fit what the files have now. */
static bool read_journal(struct import *import)
{
    const uint64_t players = import->totals->players, others = import->totals->others;
    const int before = import->errors->count;
    const struct import_game *games;
    size_t count;

    import->place.source = (uint32_t)import->source_count;
    while ((games = import_journal_next(import->journal, import->source_count, &import->place,
                                        &count, import->errors)))
        for (size_t i = 0; i < count; i++)
            if (!count_again(import, &games[i])) {
                errors_add(import->errors, IMPORT_JOURNAL_FILE,
                           "does not fit the files; --force starts over");
                return false;
            }
    if (import->errors->count > before)
        return false;
    if (import->place.source >= (uint32_t)import->source_count)
        return true;
    *import->totals = import->place.totals;
    import->totals->players = players;
    import->totals->others = others;
    for (int reason = 0; reason < ISSUE_REASONS; reason++)
        if (import->totals->of_reason[reason].records)
            import->totals->of_reason[reason].file =
                import->sources[import->place.first[reason]].path;
    run_fold_add(import->fold, &import->place.tally, NULL, 0);
    import->torn = import->place.torn;
    return true;
}

/* The work of the journal: these files, with these contents. The caller frees it. */
static char *work_of(const struct import *import)
{
    char all[HASH_SIZE];
    struct sha256_ctx sum;

    sha256_init(&sum);
    for (int i = 0; i < import->source_count; i++) {
        const struct iss_source *source = &import->sources[i];
        sha256_update(&sum, strlen(source->path) + 1, (const uint8_t *)source->path);
        sha256_update(&sum, HASH_SIZE, (const uint8_t *)source->sha256);
    }
    hash_end(&sum, all);
    return xasprintf("import of %d files, %s", import->source_count, all);
}

/* ---- the second pass ---- */

/* Whether a file was done before; one that was done in part is gone on with. */
static bool is_done(const struct import *import, const struct iss_source *source)
{
    return import->place.source < (uint32_t)import->source_count &&
           source < &import->sources[import->place.source];
}

/* Goes to the first record that is not imported. False if the file is too short. */
static bool begin_source(struct import *import, struct iss_reader *file)
{
    const ptrdiff_t number = import->source - import->sources;

    if (import->place.source == (uint32_t)number)
        return iss_reader_go_on(file, import->place.bytes, import->place.line,
                                import->place.column);
    if (import->torn)
        putc('\n', import->out[IMPORT_RECORDS]);
    import->torn = false;
    return true;
}

static bool import_source(struct import *import, struct iss_source *source)
{
    struct iss_reader file;
    struct iss_piece piece;

    if (is_done(import, source))
        return true;
    if (!iss_source_open(source, &file, import->errors))
        return false;
    import->source = source;
    bool kept = true, there = begin_source(import, &file);
    while (there && kept && !import->interrupted && iss_reader_next(&file, &piece)) {
        take_piece(import, &file, &piece);
        progress_show(&import->progress, import->totals->records);
        import->interrupted = interrupt_heard() && !file.skipping;
        kept = keep_block(import, &file);
    }
    import->changed |= kept && !import->interrupted && file.bytes != source->bytes;
    if (import->changed)
        errors_add(import->errors, source->path, "changed while it was being read");
    iss_source_close(source, &file);
    return kept && !import->interrupted && !import->changed;
}

/* ---- the files ---- */

/* An object that begins with the name of a file, without its folder. */
static cJSON *json_of_file(const char *file)
{
    cJSON *object = cJSON_CreateObject();
    char path[FOLDER_PATH_SIZE];

    snprintf(path, sizeof path, "%s", file);
    cJSON_AddStringToObject(object, "file", basename(path));
    return object;
}

static cJSON *source_json(const struct iss_source *source)
{
    cJSON *object = json_of_file(source->path);

    json_put_int(object, "bytes", (int64_t)source->bytes);
    cJSON_AddStringToObject(object, "sha256", source->sha256);
    json_put_int(object, "records", (int64_t)source->records);
    return object;
}

/* Where the first record of a reason is. */
static cJSON *place_json(const struct import_count *count)
{
    cJSON *object = json_of_file(count->file);

    json_put_int(object, "line", (int64_t)count->line);
    json_put_int(object, "column", (int64_t)count->column);
    return object;
}

static cJSON *import_json(const struct import *import)
{
    const struct import_totals *totals = import->totals;
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "format", "iss");
    cJSON *files = cJSON_AddArrayToObject(object, "files");
    for (int i = 0; i < import->source_count; i++)
        cJSON_AddItemToArray(files, source_json(&import->sources[i]));
    json_put_int(object, "records", (int64_t)totals->records);
    for (int kind = 0; kind < ISSUE_KINDS; kind++)
        json_put_int(object, import_issue_kind_names[kind], (int64_t)totals->of_kind[kind]);
    json_put_int(object, "players", (int64_t)totals->players);
    json_put_int(object, "others", (int64_t)totals->others);
    cJSON *found = cJSON_AddObjectToObject(object, "findings");
    for (int reason = 0; reason < ISSUE_REASONS; reason++)
        if (totals->of_reason[reason].records)
            json_put_int(found, import_issue_infos[reason].word,
                         (int64_t)totals->of_reason[reason].records);
    cJSON *first = cJSON_AddObjectToObject(object, "first");
    for (int reason = 0; reason < ISSUE_REASONS; reason++)
        if (totals->of_reason[reason].records)
            cJSON_AddItemToObject(first, import_issue_infos[reason].word,
                                  place_json(&totals->of_reason[reason]));
    return object;
}

/* Names the run after its first file, without the extension. */
static void name_of_run(const struct import *import, char *name, size_t size)
{
    char path[FOLDER_PATH_SIZE];

    snprintf(path, sizeof path, "%s", import->sources[0].path);
    snprintf(name, size, "%s", basename(path));
    name[strcspn(name, ".")] = '\0';
    if (!*name || strcmp(name, "-") == 0 || !text_is_name(name))
        snprintf(name, size, "import");
}

/* The manifest of a run without bots: its seed is 0. */
static cJSON *manifest_of_import(const struct import *import)
{
    cJSON *root = cJSON_CreateObject();
    char name[ISS_NAME_SIZE];

    name_of_run(import, name, sizeof name);
    json_put_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(root, "name", name);
    json_put_int(root, "seed", 0);
    cJSON_AddItemToObject(root, "rules", skat_rules_to_json(&import->manifest.rules));
    cJSON_AddItemToObject(
        root, "schedule",
        schedule_to_json(&import->manifest.schedule, player_roster_names(import->roster)));
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < player_roster_bots(import->roster); i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "name", player_roster_names(import->roster)[i]);
        cJSON_AddItemToArray(bots, bot);
    }
    cJSON_AddStringToObject(root, "isolation", isolation_names[ISOLATION_NONE]);
    cJSON_AddStringToObject(root, "log", "all");
    cJSON_AddStringToObject(root, "deals", "log");
    cJSON_AddItemToObject(root, "import", import_json(import));
    return root;
}

static FILE *start_file(const char *out, const char *name, enum output_growth growth,
                        struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    FILE *file = output_file_grow(folder_file(out, name, path), growth);

    if (!file)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return file;
}

static bool end_file(FILE *file, const char *name, struct errors *errors)
{
    const bool ok = file && output_file_close(file);

    if (file && !ok)
        errors_add(errors, name, "could not be written completely: %s", strerror(errno));
    return ok;
}

static bool save_players(const struct import *import, const char *out)
{
    FILE *file = start_file(out, player_table_file, OUTPUT_ANEW, import->errors);

    if (file)
        player_table_write(import->players, file);
    return end_file(file, player_table_file, import->errors);
}

static bool save(struct import *import, const char *out)
{
    char path[FOLDER_PATH_SIZE];

    import->manifest.root = manifest_of_import(import);
    struct pool pool = {0};
    struct run_summary summary;
    import->manifest.bot_count = player_roster_bots(import->roster);
    for (int i = 0; i < import->manifest.bot_count; i++)
        import->manifest.names[i] = player_roster_names(import->roster)[i];
    run_fold_finish(import->fold, import->log_path, &summary, &pool);
    bool ok =
        json_save(import->manifest.root, folder_file(out, "manifest.json", path), import->errors) &&
        fields_save(&run_summary_fields, &summary, folder_file(out, "summary.json", path),
                    import->errors);
    manifest_free(&import->manifest);
    pool_free(&pool);
    return save_players(import, out) && ok;
}

/* ---- the whole import ---- */

static void start(struct import *import)
{
    skat_rules_official(&import->manifest.rules);
    import->manifest.rules.deals = 1;
    import->manifest.rules.concede_later = SKAT_CONCEDE_LATER_REST;
    import->manifest.rules.faults =
        SKAT_FAULTS_CONCEDED; /* a person who is away answers nothing on purpose */
    skat_rules_prepare(&import->manifest.rules, NULL);
    import->manifest.schedule = (struct schedule){
        .kind = SCHEDULE_RECORDED, .seats = SKAT_PLAYERS, .deals = 1, .per_deal = 1};
    import->manifest.compared = (struct comparison_plan){.a = -1, .b = -1};
    import->roster = player_roster_new();
    import->players = player_table_new();
    import->records = record_index_new();
}

/* Opens a file of the results, after what was imported before. */
static bool open_output(struct import *import, int output)
{
    const char *out = import->options->out, *name = output_names[output];
    const bool anew = import->place.source >= (uint32_t)import->source_count;
    char path[FOLDER_PATH_SIZE];

    if (!anew && !output_file_cut(folder_file(out, name, path), import->place.length[output])) {
        errors_add(import->errors, path, "cannot be continued: %s", strerror(errno));
        return false;
    }
    FILE *file = start_file(out, name, anew ? OUTPUT_ANEW : OUTPUT_APPEND, import->errors);
    if (file)
        output_file_buffer(file, import->buffers + output * OUTPUT_BUFFER);
    import->out[output] = file;
    return file && fseeko(file, 0, SEEK_END) == 0;
}

/* The second pass. False with errors, or when it was interrupted. */
static bool play_all(struct import *import)
{
    bool written = true;

    folder_file(import->options->out, "games.jsonl", import->log_path);
    import->buffers = xcalloc(IMPORT_OUTPUTS, OUTPUT_BUFFER);
    for (int i = 0; i < IMPORT_OUTPUTS && written; i++)
        written = open_output(import, i);
    progress_start(&import->progress, "records", import->totals->records, import->counted,
                   import->options->progress);
    bool ok = written;
    for (int i = 0; ok && i < import->source_count; i++)
        ok = import_source(import, &import->sources[i]);
    progress_end(&import->progress);
    for (int i = 0; i < IMPORT_OUTPUTS; i++)
        written = end_file(import->out[i], output_names[i], import->errors) && written;
    free(import->buffers);
    import->unwritten |= !written;
    return ok && written;
}

/* The first pass: who plays, and what the files are. False with errors, but the rest goes on. */
static bool count_all(struct import *import)
{
    bool whole = true;

    progress_start(&import->progress, "records counted", 0, 0, import->options->progress);
    for (int i = 0; i < import->source_count; i++)
        whole = count_source(import, &import->sources[i]) && whole;
    bool many = player_roster_rank(import->roster);
    for (int i = 0; many && i < import->source_count; i++)
        whole = meet_source(import, &import->sources[i]) && whole;
    progress_end(&import->progress);
    player_roster_settle(import->roster);
    import->totals->players = player_roster_players(import->roster);
    import->totals->others = player_roster_others(import->roster);
    import->manifest.bot_count = BOTS_MAX; /* they get their numbers as they come */
    import->fold = run_fold_new(&import->manifest);
    return whole;
}

/* With an open journal. Returns an exit status. */
static int import_all(struct import *import, bool whole)
{
    if (!read_journal(import))
        return EXIT_USAGE;
    const bool played = play_all(import);
    if (import->unwritten)
        return EXIT_INTERNAL;
    if (import->interrupted)
        return EXIT_INTERRUPTED;
    if (!played)
        return EXIT_BAD_FILE;
    if (!import->totals->games) {
        errors_add(import->errors, import->sources[0].path, "no record could be imported");
        return EXIT_BAD_FILE;
    }
    import->manifest.schedule.sessions = import->totals->games;
    if (!save(import, import->options->out))
        return EXIT_INTERNAL;
    return whole ? EXIT_OK : EXIT_BAD_FILE;
}

/* Keeps the journal of what is to be gone on with, or removes it. Returns an exit status. */
static int leave(struct import *import, int code)
{
    const bool over = code == EXIT_OK || code == EXIT_BAD_FILE;

    if (!(over ? import_journal_remove : import_journal_keep)(import->journal, import->errors))
        return EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        fprintf(
            stderr,
            "skat-arena: interrupted: %llu of %llu records are imported, as " IMPORT_JOURNAL_FILE
            " says; the same command with --resume continues\n",
            (unsigned long long)import->totals->records, (unsigned long long)import->counted);
    return code;
}

/* The folder: a new one, or that of the import that is gone on with. What is read must not be a
 * result that is removed or written there. */
static bool open_folder(const struct import *import)
{
    const struct import_options *options = import->options;
    struct errors *errors = import->errors;
    const bool there = import_journal_exists(options->out);

    for (int i = 0; i < import->source_count; i++)
        if (result_files_has(options->out, import->sources[i].path)) {
            errors_add(errors, "--out", "%s has %s, which is read: the import needs another folder",
                       options->out, import->sources[i].path);
            return false;
        }
    if (there && options->resume)
        return result_folder_continue(options->out, errors);
    if (there && !options->force) {
        errors_add(errors, options->out,
                   "an import was interrupted: --resume continues it, --force starts over");
        return false;
    }
    return result_folder_open(options->out, options->force, errors);
}

static int import_into(struct import *import)
{
    const struct import_options *options = import->options;

    if (!open_folder(import))
        return EXIT_USAGE;
    const bool whole = count_all(import);
    char *work = work_of(import);
    import->journal = import_journal_open(options->out, work, options->resume, import->errors);
    free(work);
    if (!import->journal)
        return EXIT_USAGE;
    interrupt_hear();
    return leave(import, import_all(import, whole));
}

int import_files(const char *const *files, int file_count, const struct import_options *options,
                 struct import_totals *totals, struct errors *errors)
{
    struct import *import = xcalloc(1, sizeof *import);
    struct iss_source *sources = xcalloc((size_t)file_count, sizeof *sources);

    *totals = (struct import_totals){0};
    import->sources = sources;
    import->source_count = file_count;
    import->options = options;
    import->totals = totals;
    import->errors = errors;
    for (int i = 0; i < file_count; i++)
        sources[i].path = files[i];
    start(import);
    const int code = import_into(import);
    for (int i = 0; i < file_count; i++)
        iss_source_forget(&sources[i]);
    player_roster_free(import->roster);
    player_table_free(import->players);
    record_index_free(import->records);
    run_fold_free(import->fold);
    free(sources);
    free(import);
    return code;
}
