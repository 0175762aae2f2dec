// SPDX-License-Identifier: MIT
#include "arena/import/iss_import.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/packed_reader.h"
#include "arena/record/game_json.h"
#include "arena/iss/iss_reader.h"
#include "arena/iss/iss_moves.h"
#include "arena/iss/iss_result.h"
#include "arena/base/json_file.h"
#include "arena/log/manifest.h"
#include "arena/base/text.h"
#include "arena/import/player_roster.h"
#include "arena/import/player_table.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"
#include "arena/match/summary.h"
#include "arena/base/version.h"

const char import_records_file[] = "records.sgf";

/* One of the input files. */
struct iss_source {
    const char *path;
    FILE *spool;                        /* a copy of what can be read only once; else NULL */
    char md5[MD5_DIGEST_STRING_LENGTH]; /* SHA-256 would take as long as everything else */
    uint64_t bytes, records;
};

struct import {
    struct iss_source *sources;
    int source_count;
    struct import_totals *totals;
    struct errors *errors;
    struct player_roster *roster;
    struct player_table *players;
    struct skat_rules rules;
    struct schedule schedule;
    struct comparison_plan compared;
    struct run_stats *stats;
    struct tally tally;
    FILE *log, *records, *issues;
    char log_path[FOLDER_PATH_SIZE];
    bool torn;    /* the last record in records.sgf has no newline */
    bool changed; /* a file has changed since it was first read */
    /* the current record */
    struct iss_source *source;
    struct iss_record record;
    char names[SKAT_PLAYERS][ISS_NAME_SIZE];
    struct skat_game game;
    struct game_outcome outcome;
    struct import_issues found;
};

/* ---- reading twice ---- */

static bool is_input(const char *path) { return strcmp(path, "-") == 0; }

bool import_reads_once(const char *path)
{
    struct stat info;

    return is_input(path) || (stat(path, &info) == 0 && S_ISFIFO(info.st_mode));
}

/* Copies all of `in` to an unnamed file. */
static bool spool_stream(struct iss_source *source, FILE *in)
{
    char block[1 << 16];
    size_t got;

    source->spool = tmpfile();
    while (source->spool && (got = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, got, source->spool);
    return source->spool && !ferror(in) && fflush(source->spool) == 0;
}

static bool spool_source(struct iss_source *source, struct errors *errors)
{
    FILE *in = is_input(source->path) ? stdin : fopen(source->path, "r");
    bool ok = in && spool_stream(source, in);

    if (!ok)
        errors_add(errors, is_input(source->path) ? "standard input" : source->path,
                   "cannot be %s: %s", in ? "kept in a temporary file" : "read", strerror(errno));
    if (in && in != stdin)
        fclose(in);
    return ok;
}

static bool open_source(struct iss_reader *file, struct iss_source *source, struct errors *errors)
{
    if (!source->spool && !import_reads_once(source->path))
        return iss_reader_open(file, source->path, errors);
    if (!source->spool && !spool_source(source, errors))
        return false;
    FILE *stream = packed_reader_of(source->spool);
    if (stream)
        iss_reader_start(file, source->path, stream);
    else
        errors_add(errors, source->path, "%s", packed_reader_error(errno));
    return stream;
}

static void close_source(struct iss_reader *file, const struct iss_source *source)
{
    if (file->file == source->spool)
        file->file = NULL; /* it is read a second time */
    iss_reader_close(file);
}

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
    MD5_CTX md5;

    if (!open_source(&file, source, import->errors))
        return false;
    MD5Init(&md5);
    file.md5 = &md5;
    while (iss_reader_next(&file, &piece))
        count_record(import->roster, player_roster_count, &file, &piece);
    bool ok = iss_reader_ended(&file, import->errors);
    source->bytes = file.bytes;
    MD5End(&md5, source->md5);
    close_source(&file, source);
    return ok;
}

/* Where there are so many games that not all tables may fit: who played together. */
static bool meet_source(struct import *import, struct iss_source *source)
{
    struct iss_reader file;
    struct iss_piece piece;

    if (!open_source(&file, source, import->errors))
        return false;
    while (iss_reader_next(&file, &piece))
        count_record(import->roster, player_roster_meet, &file, &piece);
    bool ok = iss_reader_ended(&file, import->errors);
    close_source(&file, source);
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
    id.arrangement = player_roster_seat(
        import->roster, (const char *const[]){names[0], names[1], names[2]}, &import->schedule);
    if (id.arrangement == UINT32_MAX) {
        import->changed = true;
        return false;
    }
    game_outcome_of_game(&import->game, &id, fault, &import->outcome);
    return true;
}

static void write_game(struct import *import, const struct iss_piece *piece)
{
    const uint8_t *bots = import->schedule.arrangements[import->outcome.id.arrangement];
    const char *const *names = player_roster_names(import->roster);
    char table[TABLE_TEXT_SIZE], line[GAME_JSON_SIZE];
    struct game_stats game_stats;

    game_json_table((const char *const[]){names[bots[0]], names[bots[1]], names[bots[2]]},
                    SKAT_PLAYERS, table);
    size_t length = game_json_write(&import->game, &import->outcome, table, "", line);
    fwrite(line, 1, length, import->log);
    fwrite(piece->bytes, 1, piece->length, import->records);
    import->torn = piece->bytes[piece->length - 1] != '\n';
    tally_add(&import->tally, &import->game, &import->outcome, bots);
    game_stats_of(&game_stats, &import->game, &import->outcome, "");
    run_stats_add(import->stats, &game_stats);
    player_table_add_game(import->players, &game_stats, import->names);
    import->totals->games++;
}

/* Counts each reason, and each kind, once a record. */
static void count_findings(struct import *import, uint64_t line)
{
    uint32_t reasons = 0, kinds = 0;

    for (int i = 0; i < import->found.count; i++) {
        enum import_issue_reason reason = import->found.list[i].reason;
        struct import_count *count = &import->totals->of_reason[reason];
        if (!count->records)
            *count = (struct import_count){0, import->source->path, line};
        count->records += !(reasons >> reason & 1);
        reasons |= 1u << reason;
        kinds |= 1u << import_issue_infos[reason].kind;
    }
    for (int kind = 0; kind < ISSUE_KINDS; kind++)
        import->totals->of_kind[kind] += kinds >> kind & 1;
}
_Static_assert(ISSUE_REASONS <= 32, "a bit for each reason");

static bool import_record(struct import *import, struct iss_reader *file, struct iss_piece *piece)
{
    struct iss_record *record = &import->record;
    enum game_status fault;

    if (!iss_reader_record(file, piece, record, &import->found))
        return false;
    if (record->unknown.text)
        import_issues_add(&import->found, ISSUE_UNKNOWN_PROPERTY, record->unknown.text,
                          record->unknown.length);
    if (!is_skat(record, &import->found) ||
        !iss_play(record, &import->rules, &import->game, &fault, &import->found) ||
        !seat_game(import, fault))
        return false;
    check_result(import);
    return true;
}

static void take_piece(struct import *import, struct iss_reader *file, struct iss_piece *piece)
{
    if (!piece->text) {
        fwrite(piece->bytes, 1, piece->length, import->records);
        return;
    }
    import->source->records++;
    import->totals->records++;
    import->found.count = 0;
    bool imported = import_record(import, file, piece);
    const struct iss_value *id = &import->record.values[ISS_ID];
    const struct import_issue_place place = {
        .file = import->source->path,
        .line = piece->line,
        .id = id->text,
        .id_length = id->length,
        .game = imported ? (int64_t)import->totals->games : -1,
    };
    if (imported)
        write_game(import, piece);
    import_issues_write(&import->found, &place, import->issues);
    count_findings(import, piece->line);
}

/* The second pass. */
static bool import_source(struct import *import, struct iss_source *source)
{
    struct iss_reader file;
    struct iss_piece piece;

    if (!open_source(&file, source, import->errors))
        return false;
    if (import->torn)
        putc('\n', import->records);
    import->torn = false;
    import->source = source;
    while (iss_reader_next(&file, &piece))
        take_piece(import, &file, &piece);
    import->changed |= file.bytes != source->bytes;
    if (import->changed)
        errors_add(import->errors, source->path, "changed while it was being read");
    close_source(&file, source);
    return !import->changed;
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
    cJSON_AddStringToObject(object, "md5", source->md5);
    json_put_int(object, "records", (int64_t)source->records);
    return object;
}

/* Where the first record of a reason is. */
static cJSON *place_json(const struct import_count *count)
{
    cJSON *object = json_of_file(count->file);

    json_put_int(object, "line", (int64_t)count->line);
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

/* The manifest of a run without bots: limits and seed are 0. */
static cJSON *manifest_of_import(const struct import *import)
{
    static const char *const limits[] = {"time_limit_ms", "cpu_limit_ms", "bank_ms", "node_budget"};
    cJSON *root = cJSON_CreateObject();
    char name[ISS_NAME_SIZE];

    name_of_run(import, name, sizeof name);
    json_put_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    cJSON_AddStringToObject(root, "name", name);
    json_put_int(root, "seed", 0);
    cJSON_AddItemToObject(root, "rules", skat_rules_to_json(&import->rules));
    cJSON_AddItemToObject(root, "schedule",
                          schedule_to_json(&import->schedule, player_roster_names(import->roster)));
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < player_roster_bots(import->roster); i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "name", player_roster_names(import->roster)[i]);
        cJSON_AddItemToArray(bots, bot);
    }
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        json_put_int(root, limits[i], 0);
    cJSON_AddStringToObject(root, "isolation", isolation_names[ISOLATION_NONE]);
    cJSON_AddStringToObject(root, "log", "all");
    cJSON_AddStringToObject(root, "deals", "log");
    cJSON_AddItemToObject(root, "import", import_json(import));
    return root;
}

static FILE *start_file(const char *out, const char *name, struct errors *errors)
{
    enum { BUFFER = 1 << 16 };
    char path[FOLDER_PATH_SIZE];
    FILE *file = output_file_grow(folder_file(out, name, path), OUTPUT_ANEW);

    if (file)
        setvbuf(file, NULL, _IOFBF, BUFFER);
    else
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return file;
}

static bool end_file(FILE *file, const char *name, struct errors *errors)
{
    const bool ok = file && output_file_close(file);

    if (!ok)
        errors_add(errors, name, "could not be written completely: %s", strerror(errno));
    return ok;
}

static bool save_players(const struct import *import, const char *out)
{
    FILE *file = start_file(out, player_table_file, import->errors);

    if (file)
        player_table_write(import->players, file);
    return end_file(file, player_table_file, import->errors);
}

static bool save(const struct import *import, const char *out)
{
    char path[FOLDER_PATH_SIZE];

    cJSON *manifest = manifest_of_import(import);
    struct pool pool = {0};
    struct run_summary summary;
    const struct summary_sources sources = {
        .tally = &import->tally,
        .rules = &import->rules,
        .names = player_roster_names(import->roster),
        .bots = player_roster_bots(import->roster),
        .planned = import->totals->games,
        .stats = import->stats,
        .log = import->log_path,
    };
    summary_of(&summary, &sources, &pool);
    bool ok = json_save(manifest, folder_file(out, "manifest.json", path), import->errors) &&
              fields_save(&run_summary_fields, &summary, folder_file(out, "summary.json", path),
                          import->errors);
    cJSON_Delete(manifest);
    pool_free(&pool);
    return save_players(import, out) && ok;
}

/* ---- the whole import ---- */

static void start(struct import *import)
{
    skat_rules_official(&import->rules);
    import->rules.deals = 1;
    import->rules.concede_later = SKAT_CONCEDE_LATER_REST;
    skat_rules_prepare(&import->rules, NULL);
    import->schedule = (struct schedule){
        .kind = SCHEDULE_RECORDED, .seats = SKAT_PLAYERS, .deals = 1, .per_deal = 1};
    import->compared = (struct comparison_plan){.a = -1, .b = -1};
    import->roster = player_roster_new();
    import->players = player_table_new();
}

static bool play_all(struct import *import, const char *out)
{
    struct errors *errors = import->errors;

    folder_file(out, "games.jsonl", import->log_path);
    import->log = start_file(out, "games.jsonl", errors);
    import->records = start_file(out, import_records_file, errors);
    import->issues = start_file(out, "import.jsonl", errors);
    bool ok = import->log && import->records && import->issues;
    for (int i = 0; ok && i < import->source_count; i++)
        ok = import_source(import, &import->sources[i]);
    ok = end_file(import->log, "games.jsonl", errors) && ok;
    ok = end_file(import->records, import_records_file, errors) && ok;
    return end_file(import->issues, "import.jsonl", errors) && ok;
}

static bool import_all(struct import *import, const char *out)
{
    bool whole = true;

    for (int i = 0; i < import->source_count; i++)
        whole = count_source(import, &import->sources[i]) && whole;
    bool many = player_roster_rank(import->roster);
    for (int i = 0; many && i < import->source_count; i++)
        whole = meet_source(import, &import->sources[i]) && whole;
    player_roster_settle(import->roster);
    import->totals->players = player_roster_players(import->roster);
    import->totals->others = player_roster_others(import->roster);
    import->stats = run_stats_new(&import->rules, &import->schedule, &import->compared,
                                  player_roster_names(import->roster), BOTS_MAX);
    if (!play_all(import, out))
        return false;
    if (!import->totals->games) {
        errors_add(import->errors, import->sources[0].path, "no record could be imported");
        return false;
    }
    import->schedule.sessions = import->totals->games;
    return save(import, out) && whole;
}

bool import_files(const char *const *files, int file_count, const char *out,
                  struct import_totals *totals, struct errors *errors)
{
    struct import *import = xcalloc(1, sizeof *import);
    struct iss_source *sources = xcalloc((size_t)file_count, sizeof *sources);

    *totals = (struct import_totals){0};
    import->sources = sources;
    import->source_count = file_count;
    import->totals = totals;
    import->errors = errors;
    for (int i = 0; i < file_count; i++)
        sources[i].path = files[i];
    start(import);
    bool ok = import_all(import, out);
    for (int i = 0; i < file_count; i++)
        if (sources[i].spool)
            fclose(sources[i].spool);
    player_roster_free(import->roster);
    player_table_free(import->players);
    run_stats_free(import->stats);
    free(sources);
    free(import);
    return ok;
}
