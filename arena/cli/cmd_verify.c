// SPDX-License-Identifier: MIT
/* arena/cli/cmd_verify.c - skat-arena verify FOLDER|FILE|ARCHIVE: recomputes every field of a log.
 */
#include <stdio.h>

#include "arena/cli/common_options.h"
#include "arena/show/field_text.h"
#include "arena/cli/options.h"
#include "arena/config/config.h"
#include "arena/base/exit_code.h"
#include "arena/base/errors.h"
#include "arena/import/player_check.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/terminal_fold.h"
#include "arena/report/archive_verify.h"
#include "arena/report/result_archive.h"

/* How it is checked, and how that is told. */
struct verify_options {
    const char *rules; /* or NULL */
    int64_t workers, shards;
    bool quiet;
    enum table_format format;
};

/* Prints what was verified; a log lacks what only archives have. */
static void print_row(cJSON *row, const char *sentences, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("verified", "path"),
        COLUMN("logs", "logs:"),
        COLUMN("games replayed", "games:"),
        COLUMN("files", "files:"),
        COLUMN("packed by another version", "packed_by"),
        COLUMN("run", "played_again"),
        COLUMN("shard played again", "shard:"),
        COLUMN("of shards", "shards:"),
        COLUMN("games played again", "again:"),
        COLUMN("games not compared", "timed:"),
        COLUMN("why not", "why_not"),
    };

    if (format != TABLE_TEXT) {
        table_print_one(row, COLUMNS(columns), format, stdout);
        return;
    }
    print_sentence(row, sentences, stdout);
    cJSON_Delete(row);
}

static const char log_sentences[] =
    "{path}: {games} game{games:s} replayed, every field agrees\n"
    "[{unfinished:?}the run is not finished: there is no summary to compare\n]"
    "[{played:?}no bot was asked again: scores and counts were checked; verify of an archive plays "
    "games again\n]";

static cJSON *row_of_log(const struct verified *verified)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "path", verified->path);
    json_put_int(row, "logs", 1);
    json_put_int(row, "games", (int64_t)verified->games);
    cJSON_AddBoolToObject(row, "unfinished", !verified->has_summary && verified->has_manifest);
    cJSON_AddBoolToObject(row, "played", verified->played);
    return row;
}

static int verify(const char *path, const struct verify_options *options)
{
    struct errors errors = {0};
    struct verified verified;
    bool ok = player_check_log(path, options->rules, (int)options->workers, options->quiet,
                               &verified, &errors);

    if (ok && (options->format != TABLE_TEXT || !options->quiet))
        print_row(row_of_log(&verified), log_sentences, options->format);
    errors_report(&errors);
    return ok ? EXIT_OK : EXIT_BAD_FILE;
}

static const char archive_sentences[] =
    "{path}: {files} files have their checksums, {games} game{games:s} of {logs} log{logs:s} "
    "replayed, every field agrees\n"
    "[config.json and README.txt differ from what this version makes of the results: not checked, "
    "since \"{packed_by}\" packed them\n]"
    "[{!packed_by:?}config.json and README.txt are what the results say\n]"
    "report.html was not checked: skat-arena report makes it anew\n"
    "[nothing was played again: {why_not}\n]"
    "[{!why_not:?}shard {shard} of {shards}][{!why_not:?}{played_again:?} of {played_again}]"
    "[{!why_not:?} played again from nothing: {again} games, the same lines\n]"
    "[games not compared, since a time limit decided them, then or now: {timed}\n]";

static cJSON *row_of_archive(const char *path, const struct archive_verified *verified)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "path", path);
    json_put_int(row, "logs", (int64_t)verified->logs);
    json_put_int(row, "games", (int64_t)verified->games);
    json_put_int(row, "files", (int64_t)verified->files);
    cJSON_AddStringToObject(row, "packed_by", verified->packed_by);
    if (verified->why_not[0]) {
        cJSON_AddStringToObject(row, "why_not", verified->why_not);
        return row;
    }
    cJSON_AddStringToObject(row, "played_again", verified->run);
    json_put_int(row, "shard", verified->shard);
    json_put_int(row, "shards", verified->shards);
    json_put_int(row, "again", (int64_t)verified->again);
    json_put_int(row, "timed", (int64_t)verified->timed);
    return row;
}

static int verify_archive(const char *path, const struct verify_options *options)
{
    const struct archive_check check = {(int)options->shards, (int)options->workers};
    struct archive_verified verified;
    struct errors errors = {0};
    const bool ok = archive_verify(path, &check, &verified, &errors);

    if (ok && (options->format != TABLE_TEXT || !options->quiet))
        print_row(row_of_archive(path, &verified), archive_sentences, options->format);
    if (verified.interrupted)
        errors_add(&errors, path, "interrupted while a shard was played again");
    errors_report(&errors);
    return ok ? EXIT_OK : verified.interrupted ? EXIT_INTERRUPTED : EXIT_BAD_FILE;
}

/* Reports options that do not fit what is verified. Returns -1, or the exit code. */
static int refuse(const struct verify_options *options, bool archive)
{
    const char *why = NULL;

    if (archive && options->rules)
        why = "an archive is verified by its own rules: unpack it for others";
    else if (!archive && options->shards >= 0)
        why = "--shards is for archives: a folder's games are only replayed";
    if (!why)
        return -1;
    print_note("skat-arena verify: %s\n", why);
    return EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    enum { SHARDS = 20 };
    struct verify_options options = {.shards = -1};
    struct word_list rule = {0};
    const char *format = NULL, *words[1];
    bool json = false;
    int count;
    const struct cli_option table[] = {
        OPT_TEXT("rules", 'r', "NAME", "rule set of the log instead of the manifest's",
                 &options.rules),
        RULE_OPTION(&rule),
        OPT_INT("workers", 'j', "N", "threads that replay (default: one per processor)",
                &options.workers, 1, WORKERS_MAX),
        OPT_INT("shards", 0, "N",
                "archive: play one of N shards of a run again (default 20; 0: none)",
                &options.shards, 0, 1000),
        OPT_FLAG("quiet", 'q', "print nothing if every field agrees", &options.quiet),
        FORMAT_OPTION(&format),
        JSON_OPTION(&json),
    };
    int code = cli_parse(&command_verify, OPTIONS(table), argc, argv, words, &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&options.rules, &rule, true);
    if (code >= 0)
        return code;
    const bool archive = result_archive_is_name(words[0]) && !folder_exists(words[0]);
    options.format = table_format_of(format, json);
    code = refuse(&options, archive);
    if (code >= 0)
        return code;
    if (options.shards < 0)
        options.shards = SHARDS;
    return archive ? verify_archive(words[0], &options) : verify(words[0], &options);
}

const struct cli_command command_verify = {
    "verify",
    "FOLDER|FILE|ARCHIVE",
    "replay every game of a log and recompute every field",
    "Differences are errors with file, line and field. If it is an archive, a shard of a run is "
    "also "
    "played again.",
    run,
    .manual = "If a manifest is next to the log, tables and dealt cards are also compared with it, "
              "and summary.json with the totals of the log. For imported games, players.jsonl is "
              "computed again, too, from the log and records.sgf. In an archive (`archive`), "
              "checksums, all logs, the hashes of all bots, config.json and README.txt are "
              "compared (but not report.html), and a shard of a run, drawn at random, is played "
              "again in the sandbox, with bots on this machine that have the same hashes.",
    .examples = "verify results/stammtisch\n"
                "recompute every field of every game",
    .interrupted =
        "interrupted while a shard of an archive was being played again; nothing was kept",
};
