// SPDX-License-Identifier: MIT
/* arena/cli/cmd_import.c - skat-arena import FILE... --out FOLDER: turns ISS records into a run. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena/base/machine.h"
#include "arena/base/folder.h"
#include "arena/cli/options.h"
#include "arena/import/iss_import.h"
#include "arena/import/iss_source.h"
#include "arena/base/packed_reader.h"
#include "arena/base/text.h"

/* A row for each reason that occurred. */
static cJSON *rows_of(const struct import_totals *totals)
{
    cJSON *rows = cJSON_CreateArray();

    for (int reason = 0; reason < ISSUE_REASONS; reason++) {
        const struct import_count *count = &totals->of_reason[reason];
        const struct import_issue_info *info = &import_issue_infos[reason];
        char place[IMPORT_PLACE_SIZE];
        if (!count->records)
            continue;
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "kind", import_issue_kind_names[info->kind]);
        cJSON_AddStringToObject(row, "reason", info->word);
        json_put_int(row, "records", (int64_t)count->records);
        cJSON_AddStringToObject(row, "text", info->text);
        cJSON_AddStringToObject(row, "file", count->file);
        json_put_int(row, "line", (int64_t)count->line);
        json_put_int(row, "column", (int64_t)count->column);
        cJSON_AddStringToObject(row, "place", import_place_text(count->line, count->column, place));
        cJSON_AddItemToArray(rows, row);
    }
    return rows;
}

/* The reasons, and how many records each has; as text beside what else is told. */
static void print_reasons(const struct import_totals *totals, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("kind", "kind"),
        COLUMN("reason", "reason"),
        COLUMN("records", "records:"),
        COLUMN("what", "text", .leave = 1),
        COLUMN("first in", "{file}:{place}", .csv = "file"),
        COLUMN("", NULL, .csv = "line"),
        COLUMN("", NULL, .csv = "column"),
    };
    cJSON *rows = rows_of(totals);

    if (rows->child || format != TABLE_TEXT)
        table_print(rows, COLUMNS(columns), format, format == TABLE_TEXT ? stderr : stdout);
    cJSON_Delete(rows);
}

/* Prints a line per reason: the number of records and the place of the first. */
static void tell(const struct import_totals *totals, const char *out, double seconds)
{
    print_note("%llu record%s: %llu game%s imported, %llu record%s refused, %llu odd, %llu with a "
               "different result\n",
               (unsigned long long)totals->records, text_plural(totals->records),
               (unsigned long long)totals->games, text_plural(totals->games),
               (unsigned long long)totals->of_kind[ISSUE_REFUSED],
               text_plural(totals->of_kind[ISSUE_REFUSED]),
               (unsigned long long)totals->of_kind[ISSUE_ODD],
               (unsigned long long)totals->of_kind[ISSUE_DIFFERENCE]);
    print_reasons(totals, TABLE_TEXT);
    if (totals->others)
        print_note("%llu players: the %llu with the most games keep their names, the others are "
                   "\"(others)\" in the log; players.jsonl has all\n",
                   (unsigned long long)totals->players,
                   (unsigned long long)(totals->players - totals->others));
    print_note("%s in %.1f s, %.0f records/s; import.jsonl has a line for each issue\n", out,
               seconds, seconds > 0 ? (double)totals->records / seconds : 0);
    print_note("players: skat-arena results %s\n", out);
}

static bool can_be_read(const char *const *files, int count, struct errors *errors)
{
    bool input = false;

    for (int i = 0; i < count; i++) {
        if (!iss_source_reads_once(files[i])) {
            FILE *file = packed_reader_open(files[i]);
            if (file)
                fclose(file);
            else
                packed_reader_refused(files[i], errno, errors);
            continue;
        }
        if (input && strcmp(files[i], "-") == 0)
            errors_add(errors, "-", "standard input can be given only once");
        input |= strcmp(files[i], "-") == 0;
    }
    return !errors->count;
}

static int import(const char *const *files, int count, const struct import_options *options,
                  bool strict, enum table_format format, struct errors *errors)
{
    struct import_totals totals;

    if (!options->out) {
        errors_add(errors, "--out", "is required: the folder for the games");
        return EXIT_USAGE;
    }
    if (options->force && options->resume) {
        errors_add(errors, "--force", "starts over, --resume continues: only one of them");
        return EXIT_USAGE;
    }
    if (!can_be_read(files, count, errors))
        return EXIT_BAD_FILE;
    if (strlen(options->out) >= FOLDER_MAX) {
        errors_add(errors, "--out", "longer than %d bytes", FOLDER_MAX - 1);
        return EXIT_USAGE;
    }
    double begun = clock_seconds(CLOCK_MONOTONIC);
    const int code = import_files(files, count, options, &totals, errors);
    const bool ended = code == EXIT_OK || code == EXIT_BAD_FILE;
    if (ended && format != TABLE_TEXT)
        print_reasons(&totals, format);
    if (options->progress && ended)
        tell(&totals, options->out, clock_seconds(CLOCK_MONOTONIC) - begun);
    const bool refused = strict && totals.of_kind[ISSUE_REFUSED];
    return code == EXIT_OK && refused ? EXIT_BAD_FILE : code;
}

static int run(struct cli_line *line)
{
    struct import_options options = {.progress = true};
    bool quiet = false, strict = false;
    enum table_format format = TABLE_TEXT;
    const struct cli_option table[] = {
        OPT_TEXT("out", 'o', "DIR", "result folder for the games", &options.out),
        FORCE_OPTION(&options.force),
        OPT_FLAG("resume", 0, "continue an import of these files that was interrupted",
                 &options.resume),
        OPT_FLAG("quiet", 'q', "print no progress and no counts", &quiet),
        OPT_FLAG("strict", 0, "exit status 65 if a record was refused", &strict),
        FORMAT_OPTION(&format),
        JSON_OPTION(&format),
    };
    int code = cli_parse(line, OPTIONS(table), 1, CLI_ANY);
    if (code >= 0)
        return code;
    options.progress = !quiet;
    return import(line->words, line->count, &options, strict, format, line->errors);
}

const struct cli_command command_import = {
    "import",
    "FILE...",
    "turn ISS game records into a result folder",
    "Each FILE has records as the International Skat Server writes them; - is standard input. "
    "Files\n"
    "compressed by gzip, bzip2, xz or zstd are decompressed, whatever their names are. Games are\n"
    "replayed by the official rules. A record that is refused, is odd or has a different result "
    "gets\n"
    "a line in import.jsonl, and the import continues. verify, replay, report and export accept "
    "the\n"
    "folder like that of any run.",
    run,
    .examples = "export results/short --out games.sgf\n"
                "write records first, as the ISS would\n"
                "import games.sgf --out results/imported\n"
                "read them, replay each by the rules, and note what is odd\n"
                "results results/imported --least 2\n"
                "who played at least two games, and how well",
};
