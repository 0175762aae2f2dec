// SPDX-License-Identifier: MIT
/* arena/cli/cmd_analyze.c - skat-arena analyze FOLDER|FILE: game analysis with open cards. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/solve/analysis_journal.h"
#include "arena/solve/analysis_totals.h"
#include "arena/base/journal.h"
#include "arena/base/memory.h"
#include "arena/cli/common_options.h"
#include "arena/cli/options.h"
#include "arena/base/exit_code.h"
#include "arena/base/processors.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal_fold.h"
#include "engine/variant.h"
#include "arena/base/json_write.h"
#include "arena/show/analysis_tables.h"

/* ---- the command ---- */

struct analyze_options {
    const char *out, *contracts, *rules;
    const char *format; /* NULL: not given */
    int64_t first, count, sample, limit_nodes, workers;
    bool force, resume, quiet, json;
};

/* Receives the game analyses. */
struct sink {
    struct output_file lines;
    struct analysis_totals *totals;
    struct analysis_journal *journal;
};

static void take_analysis(void *context, const struct game_analysis *analysis)
{
    struct sink *sink = context;
    cJSON *line = game_analysis_json(analysis);
    char *text = xcheck(cJSON_PrintUnformatted(line));

    fprintf(sink->lines.file, "%s\n", text);
    analysis_totals_add(sink->totals, analysis);
    free(text);
    cJSON_Delete(line);
}

/* Takes the analysis of a game that was just analysed, not read from the journal. */
static void take_new_analysis(void *context, const struct game_analysis *analysis)
{
    struct sink *sink = context;

    analysis_journal_add(sink->journal, analysis);
    take_analysis(sink, analysis);
}

static enum contract_search_depth depth_of(const char *name)
{
    for (int depth = 0; name && depth < CONTRACTS_DEPTHS; depth++)
        if (strcmp(contract_search_depth_names[depth], name) == 0)
            return (enum contract_search_depth)depth;
    return CONTRACTS_ACTUAL;
}

enum { WORKERS_MOST = 1024 };

static struct analysis_plan plan_of(const char *path, const struct analyze_options *options)
{
    return (struct analysis_plan){
        .path = path,
        .options = {depth_of(options->contracts), (uint64_t)options->limit_nodes},
        .first = (uint64_t)options->first,
        .count = (uint64_t)options->count,
        .sample = (uint64_t)options->sample,
        .workers = options->workers ? (int)options->workers : processors_online(WORKERS_MOST),
        .progress = !options->quiet,
    };
}

/* Where the files go: next to the log, or into another folder, which is created. */
struct analysis_paths {
    char folder[FOLDER_PATH_SIZE], lines[FOLDER_PATH_SIZE], totals[FOLDER_PATH_SIZE],
        journal[FOLDER_PATH_SIZE];
};

static void place_beside(struct analysis_paths *places, const char *log_path)
{
    const char *slash = strrchr(log_path, '/');
    int length = slash > log_path ? (int)(slash - log_path) : 1; /* "/games.jsonl" is in "/" */

    snprintf(places->folder, sizeof places->folder, "%.*s", length < FOLDER_MAX ? length : 0,
             slash ? log_path : ".");
}

static bool is_free(const char *path, bool force, struct errors *errors)
{
    if (!force && access(path, F_OK) == 0) {
        errors_add(errors, path, "exists; use --force to overwrite it or --out for another folder");
        return false;
    }
    return output_file_possible(path, errors);
}

static bool find_places(struct analysis_paths *places, const char *log_path,
                        const struct analyze_options *options, struct errors *errors)
{

    if (!options->out)
        place_beside(places, log_path);
    else if (strlen(options->out) < FOLDER_MAX)
        snprintf(places->folder, sizeof places->folder, "%s", options->out);
    if (!*places->folder) {
        errors_add(errors, options->out ? "--out" : log_path,
                   "the folder's path is longer than %d bytes", FOLDER_MAX - 1);
        return false;
    }
    folder_file(places->folder, "analysis.jsonl", places->lines);
    folder_file(places->folder, "analysis.json", places->totals);
    folder_file(places->folder, ANALYSIS_JOURNAL_FILE, places->journal);
    if (options->out && !output_folder_make(places->folder, errors))
        return false;
    if (!options->resume && !options->force && journal_exists(places->journal)) {
        errors_add(errors, places->journal,
                   "an analysis was interrupted: --resume continues it, --force starts over");
        return false;
    }
    if (options->resume || options->force) {
        output_file_tidy(places->lines);
        output_file_tidy(places->totals);
    }
    bool lines = is_free(places->lines, options->force, errors);
    return is_free(places->totals, options->force, errors) && lines;
}

/* Saves and prints the result. */
static int finish(struct sink *sink, const struct analysis_paths *places,
                  const struct analyze_options *options, struct errors *errors)
{
    cJSON *analysis = analysis_totals_json(sink->totals);
    bool ok = output_file_end(&sink->lines, errors) && json_save(analysis, places->totals, errors);

    const enum table_format format = table_format_of(options->format, options->json);
    if (ok && format == TABLE_JSON)
        json_print(analysis, stdout);
    else if (ok && (format != TABLE_TEXT || !options->quiet))
        print_analysis(analysis, format, stdout);
    if (ok && !options->quiet)
        print_note("%s, %s\n", places->lines, places->totals);
    cJSON_Delete(analysis);
    return ok ? EXIT_OK : EXIT_INTERNAL;
}

/* Keeps what is to be gone on with, and forgets what is finished or of a damaged log. Returns an
 * exit code. */
static int leave(struct sink *sink, int code, const struct analysis_paths *places,
                 struct errors *errors)
{
    const uint64_t games = analysis_journal_games(sink->journal);

    if (code == EXIT_OK || code == EXIT_BAD_FILE)
        return analysis_journal_remove(sink->journal, errors) ? code : EXIT_INTERNAL;
    if (!analysis_journal_keep(sink->journal, errors))
        return EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        print_note("skat-arena: interrupted: %llu games are analysed and kept in %s; the same "
                   "command with --resume continues\n",
                   (unsigned long long)games, places->journal);
    return code;
}

static int analyze_into(struct analysis_plan *plan, struct log_reader *log,
                        const struct analysis_paths *places, const struct analyze_options *options,
                        struct errors *errors)
{
    static const int codes[] = {
        [ANALYSIS_DONE] = EXIT_OK,
        [ANALYSIS_BAD_FILE] = EXIT_BAD_FILE,
        [ANALYSIS_INTERRUPTED] = EXIT_INTERRUPTED,
        [ANALYSIS_FAILED] = EXIT_INTERNAL,
    };
    struct sink sink = {.totals = analysis_totals_new(plan, log)};
    int code = EXIT_INTERNAL;

    if (!output_file_begin(&sink.lines, places->lines, OUTPUT_OWN)) {
        output_file_end(&sink.lines, errors);
    } else if (!(sink.journal = analysis_journal_open(places->journal, plan, log, options->resume,
                                                      take_analysis, &sink, errors))) {
        output_file_drop(&sink.lines);
        code = EXIT_USAGE;
    } else {
        enum analysis_end end = analysis_workers_run(plan, log, take_new_analysis, &sink, errors);
        code = codes[end];
        if (end == ANALYSIS_DONE)
            code = finish(&sink, places, options, errors);
        else
            output_file_drop(&sink.lines);
        code = leave(&sink, code, places, errors);
    }
    analysis_totals_free(sink.totals);
    return code;
}

/* Other contracts can be analyzed only in variants with hand and skat games. In all others depth is
 * set to CONTRACTS_NONE, and giving --contracts is an error. */
static bool contracts_are_known(const struct skat_rules *rules, struct analysis_plan *plan,
                                const struct analyze_options *options, struct errors *errors)
{
    if (!rules->derived.variant->turns || plan->options.depth == CONTRACTS_NONE)
        return true;
    plan->options.depth = CONTRACTS_NONE;
    if (options->contracts)
        errors_add(errors, plan->path,
                   "has games of \"%s\", for which --contracts (other games the declarer could "
                   "have played) is not available; omit it to analyze the play",
                   skat_variant_names[rules->game]);
    return !options->contracts;
}

/* The solver knows the games of Skat, which Turnéskat shares. */
static bool is_solved(const struct log_reader *log, struct errors *errors)
{
    const struct skat_variant *variant = log->rules.derived.variant;

    if (!variant->solved)
        errors_add(errors, log->path,
                   "its games are %s; the solver supports only Skat and Turnéskat", variant->title);
    return variant->solved;
}

static int analyze(const char *path, const struct analyze_options *options, struct errors *errors)
{
    struct analysis_plan plan = plan_of(path, options);
    struct analysis_paths places = {0};
    struct log_reader log;
    int code = EXIT_BAD_FILE;

    if (log_reader_open(&log, path, options->rules, errors) && is_solved(&log, errors) &&
        contracts_are_known(&log.rules, &plan, options, errors))
        code = find_places(&places, log.path, options, errors)
                   ? analyze_into(&plan, &log, &places, options, errors)
                   : EXIT_USAGE;
    log_reader_close(&log);
    return code;
}

static int run(int argc, char **argv)
{
    struct word_list rule = {0};
    struct analyze_options options = {.sample = 1};
    struct errors errors = {0};
    const char *words[1];
    int count;
    const struct cli_option table[] = {
        OPT_INT("count", 'n', "N", "solve at most N games", &options.count, 1, INT64_MAX),
        OPT_INT("workers", 'j', "N", "worker processes (default: one per processor)",
                &options.workers, 1, WORKERS_MOST),
        OPT_TEXT("out", 'o', "DIR", "folder for the results (default: next to the log)",
                 &options.out),
        OPT_FLAG("force", 'f', "overwrite an existing analysis", &options.force),
        OPT_FLAG("resume", 0, "continue an analysis that was interrupted", &options.resume),
        OPT_FLAG("quiet", 'q', "print no progress and no tables", &options.quiet),
        JSON_OPTION(&options.json),
        FORMAT_OPTION(&options.format),
        OPT_GROUP("What is solved"),
        OPT_CHOICE("contracts", 0, "none|actual|best",
                   "which other contracts that declarer could have chosen are solved, too: none, "
                   "those with the actual discards (default), or those with the best discards",
                   &options.contracts),
        OPT_INT("first", 0, "N", "begin at game N of the log, counted from 0", &options.first, 0,
                INT64_MAX),
        OPT_INT("sample", 0, "N", "only every Nth deal, in all its seatings", &options.sample, 1,
                INT64_MAX),
        OPT_INT("limit-nodes", 0, "N", "give up a game after N nodes (default 0: never)",
                &options.limit_nodes, 0, INT64_MAX),
        OPT_TEXT("rules", 'r', "NAME", "rule set of the log instead of the manifest's",
                 &options.rules),
        RULE_OPTION(&rule),
    };
    int code = cli_parse(&command_analyze, OPTIONS(table), argc, argv, words, &count, 1, 1);
    if (code < 0)
        code = rule_option_join(&options.rules, &rule, true);
    if (code >= 0)
        return code;
    code = analyze(words[0], &options, &errors);
    errors_report(&errors);
    return code;
}

const struct cli_command command_analyze = {
    "analyze",
    "FOLDER|FILE",
    "solve games with all cards open and show what each card lost",
    "Writes analysis.jsonl (a line per game) and analysis.json (totals per bot) next to the log,\n"
    "which stays unchanged; replay and report show them. The result does not depend on the number "
    "of\n"
    "workers. An interrupted analysis keeps what is finished, and the same command with --resume\n"
    "continues.",
    run,
    .examples = "analyze results/short --count 60\n"
                "solve the first 60 games, and show what each bot lost by its card play",
};
