// SPDX-License-Identifier: MIT
#include "arena/export/iss_export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/iss/import_issue.h"
#include "arena/base/folder.h"
#include "arena/record/game_json.h"
#include "arena/import/iss_import.h"
#include "arena/iss/iss_record.h"
#include "arena/iss/iss_reader.h"
#include "arena/iss/iss_moves.h"
#include "arena/log/log_reader.h"
#include "arena/record/game_outcome.h"
#include "arena/base/output_file.h"
#include "arena/config/schedule.h"
#include "engine/card.h"
#include "engine/deal.h"
#include "engine/game/game.h"
#include "engine/rule_set.h"
#include "engine/variant.h"
#include "engine/game/record.h"
#include "engine/rules.h"
#include "engine/value.h"
#include "engine/game/view.h"

const char *const iss_export_skip_texts[ISS_EXPORT_SKIPS] = {
    [ISS_EXPORT_SKIP_RAMSCH] = "ramsch, which ISS does not play",
    [ISS_EXPORT_SKIP_DOUBLED] = "doubled by kontra or bock, which ISS does not have",
    [ISS_EXPORT_SKIP_ILLEGAL] = "ended by an illegal action, which ISS records cannot express",
    [ISS_EXPORT_SKIP_RULES] = "not possible by the official rules",
};

struct exporter {
    const struct iss_export_options *options;
    struct errors *errors;
    FILE *out;
    struct log_reader log;
    struct iss_reader records; /* the imported records, if there are any */
    struct iss_record record;
    struct session_tracker sessions;
    struct skat_rules official;
    struct game_json line;
    struct skat_game game; /* the same by the official rules */
    struct iss_exported *exported;
    char text[ISS_LINE_SIZE];
};

/* ---- a game by the official rules ---- */

static enum iss_export_skip replay_officially(struct exporter *exporter,
                                              struct game_outcome *outcome)
{
    const struct game_json *line = &exporter->line;
    struct skat_game *game = &exporter->game;
    char moves[SKAT_RECORD_SIZE];
    struct skat_replay replay;
    struct skat_decision decision;

    skat_record_moves(&line->game, moves);
    skat_game_start(game, &exporter->official, &line->game.deal, NULL);
    skat_record_replay(game, moves, false, &replay);
    if (replay.end != SKAT_REPLAY_ALL)
        return ISS_EXPORT_SKIP_RULES;
    if (game_status_is_fault(line->outcome.status))
        skat_game_fail(game, line->game.fault);
    if (skat_game_pending(game, &decision))
        return ISS_EXPORT_SKIP_RULES;
    game_outcome_of_game(game, &line->id, line->outcome.status, outcome);
    return ISS_EXPORT_DONE;
}

static enum iss_export_skip tell_game(struct exporter *exporter, struct game_outcome *outcome)
{
    const struct game_json *line = &exporter->line;
    const struct skat_result *result = &line->outcome.result;
    bool declared = line->game.table.declarer != SKAT_NOBODY;

    if (line->outcome.status == GAME_ILLEGAL)
        return ISS_EXPORT_SKIP_ILLEGAL;
    if (result->is_ramsch)
        return ISS_EXPORT_SKIP_RAMSCH;
    if (declared && result->doubling * result->bock > 1)
        return ISS_EXPORT_SKIP_DOUBLED;
    return replay_officially(exporter, outcome);
}

/* ---- records ---- */

struct own_values {
    struct iss_value values[ISS_MV];
    char texts[ISS_MV][2 * 100 + 3];
};

static void set_value(struct own_values *own, enum iss_property property, const char *text)
{
    const char *value = iss_escape(text, own->texts[property], sizeof own->texts[property]);
    own->values[property] = (struct iss_value){value, strlen(value)};
}

/* The values that the server writes, for a game that was played here. */
static void values_of_run(const struct exporter *exporter, struct own_values *own)
{
    const struct game_json *line = &exporter->line;
    const cJSON *name = json_get(exporter->log.manifest.root, "name");
    char number[24];

    set_value(own, ISS_GM, "Skat");
    set_value(own, ISS_PC, "Skat Arena");
    set_value(own, ISS_CO, cJSON_IsString(name) ? name->valuestring : "");
    snprintf(number, sizeof number, "%llu", (unsigned long long)line->id.session);
    set_value(own, ISS_SE, number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)line->id.game);
    set_value(own, ISS_ID, number);
    set_value(own, ISS_DT, exporter->options->date);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        set_value(own, ISS_P0 + position, line->table[line->outcome.seat_of[position]]);
        set_value(own, ISS_R0 + position, "");
    }
}

static void write_record(struct exporter *exporter, const struct iss_value values[ISS_MV],
                         const struct game_outcome *outcome)
{
    size_t length = iss_write(values, &exporter->game, outcome, exporter->text);

    fwrite(exporter->text, 1, length, exporter->out);
    exporter->exported->games++;
    exporter->exported->revalued +=
        outcome->result.signed_value != exporter->line.outcome.result.signed_value;
}

static void export_line(struct exporter *exporter, const char *where)
{
    struct own_values own;
    struct game_outcome outcome;

    if (game_json_read(exporter->log.text, exporter->log.length, &exporter->log.rules,
                       exporter->sessions.rules ? &exporter->sessions : NULL, where,
                       &exporter->line, exporter->errors)) {
        enum iss_export_skip skip = tell_game(exporter, &outcome);
        if (skip != ISS_EXPORT_DONE) {
            exporter->exported->skipped[skip]++;
        } else if (exporter->records.file) {
            write_record(exporter, exporter->record.values, &outcome);
        } else {
            values_of_run(exporter, &own);
            write_record(exporter, own.values, &outcome);
        }
    }
    cJSON_Delete(exporter->line.root);
    exporter->line.root = NULL;
}

/* ---- imported records ---- */

/* Is this the deal of the line? The log separates hands with bars, the record with dots. */
static bool has_deal(const struct exporter *exporter, const struct skat_deal *deal)
{
    static const char key[] = "\"cards\":\"";
    const char *cards = strstr(exporter->log.text, key);
    char text[SKAT_DEAL_TEXT_SIZE];
    int length = skat_deal_print(deal, &skat_deck_32, text);

    return cards && strncmp(cards + strlen(key), text, (size_t)length) == 0;
}

/* The next piece with a text; copies blanks before it unchanged. False at the end of the file. */
static bool next_text(struct exporter *exporter, struct iss_piece *piece)
{
    while (iss_reader_next(&exporter->records, piece)) {
        if (piece->text)
            return true;
        if (!exporter->options->normalize)
            fwrite(piece->bytes, 1, piece->length, exporter->out);
    }
    return false;
}

/* The record of the line. False when there is none. */
static bool next_record(struct exporter *exporter, struct iss_piece *piece)
{
    struct import_issues ignored = {.count = 0};
    struct skat_deal deal;

    return next_text(exporter, piece) &&
           iss_reader_record(&exporter->records, piece, &exporter->record, &ignored) &&
           iss_deal(&exporter->record, &deal, &ignored) && has_deal(exporter, &deal);
}

/* Writes the record unchanged, or rebuilds it from the line and the record's other values. */
static void export_imported(struct exporter *exporter, const char *where)
{
    struct iss_piece piece;

    if (!next_record(exporter, &piece)) {
        errors_add(exporter->errors, where, "%s does not have the record of this game",
                   import_records_file);
        return;
    }
    if (exporter->options->normalize) {
        export_line(exporter, where);
        return;
    }
    fwrite(piece.bytes, 1, piece.length, exporter->out);
    exporter->exported->games++;
}

/* Copies the blanks after the last record. */
static void end_records(struct exporter *exporter)
{
    struct iss_piece piece;

    while (next_text(exporter, &piece))
        errors_add(exporter->errors, exporter->records.path,
                   "line %llu: has a record that the log does not have",
                   (unsigned long long)piece.line);
    iss_reader_ended(&exporter->records, exporter->errors);
}

static void export_games(struct exporter *exporter)
{
    char where[1300];

    while (!exporter->errors->count && log_reader_next(&exporter->log)) {
        snprintf(where, sizeof where, "%s:%llu", exporter->log.path,
                 (unsigned long long)exporter->log.number);
        if (exporter->log.torn)
            errors_add(exporter->errors, where, "the last line is torn: the run was cut off");
        else if (exporter->records.file)
            export_imported(exporter, where);
        else
            export_line(exporter, where);
    }
    if (!exporter->errors->count && log_reader_ended(&exporter->log, exporter->errors))
        log_reader_is_whole(&exporter->log, exporter->errors);
    if (exporter->records.file && !exporter->errors->count)
        end_records(exporter);
}

/* Opens records.sgf next to the log, if there is one. */
static bool open_records(struct exporter *exporter, char path[FOLDER_PATH_SIZE])
{
    const char *slash = strrchr(exporter->log.path, '/');

    snprintf(path, FOLDER_PATH_SIZE, "%.*s%s", slash ? (int)(slash + 1 - exporter->log.path) : 0,
             exporter->log.path, import_records_file);
    if (exporter->log.has_manifest && exporter->log.manifest.schedule.kind == SCHEDULE_RECORDED)
        return iss_reader_open(&exporter->records, path, exporter->errors);
    return true;
}

static int export_to(struct exporter *exporter, const char *path)
{
    struct output_file save;

    if (!path) {
        exporter->out = stdout;
        export_games(exporter);
        return exporter->errors->count ? EXIT_BAD_FILE : EXIT_OK;
    }
    if (!log_reader_may_write(&exporter->log, path, exporter->errors) ||
        !output_file_possible(path, exporter->errors))
        return EXIT_USAGE;
    if (output_file_begin(&save, path, OUTPUT_NAMED)) {
        exporter->out = save.file;
        export_games(exporter);
    }
    if (!exporter->errors->count)
        return output_file_end(&save, exporter->errors) ? EXIT_OK : EXIT_INTERNAL;
    output_file_drop(&save);
    return EXIT_BAD_FILE;
}

/* The ISS has no other game. */
static bool is_skat(const struct skat_rules *rules, const char *path, struct errors *errors)
{
    if (rules->game != SKAT_VARIANT_SKAT)
        errors_add(errors, path, "has games of \"%s\" (%s), but records of the ISS are for Skat",
                   skat_variant_names[rules->game], skat_variants[rules->game].title);
    return rules->game == SKAT_VARIANT_SKAT;
}

int iss_export(const char *path, const struct iss_export_options *options,
               struct iss_exported *exported, struct errors *errors)
{
    struct exporter *exporter = xcalloc(1, sizeof *exporter);
    char records[FOLDER_PATH_SIZE];
    int code = EXIT_BAD_FILE;

    *exported = (struct iss_exported){0};
    exporter->options = options;
    exporter->exported = exported;
    exporter->errors = errors;
    skat_rules_official(&exporter->official);
    skat_rules_prepare(&exporter->official, NULL);
    if (log_reader_open(&exporter->log, path, options->rules, errors) &&
        is_skat(&exporter->log.rules, path, errors) && open_records(exporter, records)) {
        exporter->official.concede_later = exporter->log.rules.concede_later;
        exporter->sessions.rules =
            exporter->log.rules.derived.carries ? &exporter->log.rules : NULL;
        code = export_to(exporter, options->out);
    }
    iss_reader_close(&exporter->records);
    log_reader_close(&exporter->log);
    session_tracker_free(&exporter->sessions);
    free(exporter);
    return code;
}
