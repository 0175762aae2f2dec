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
#include "arena/show/field_text.h"

/* ---- points and results ---- */

/* A row for each bot and side. */
static cJSON *rows_of_sides(const cJSON *bots)
{
    static const char *const sides[] = {"declarer", "defender"};
    cJSON *rows = cJSON_CreateArray();
    const cJSON *bot;

    cJSON_ArrayForEach (bot, bots)
        for (int i = 0; i < 2; i++) {
            cJSON *row = cJSON_Duplicate(json_get(bot, sides[i]), true);
            cJSON_AddStringToObject(row, "bot", json_text(bot, "name"));
            cJSON_AddStringToObject(row, "side", sides[i]);
            cJSON_AddItemToArray(rows, row);
        }
    return rows;
}

static const char results_legend[] =
    "winnable: with all cards open; lost: no longer winnable after a card of this seat; saved: won "
    "although no longer winnable\n";

/* For programs, all of it is one table. */
static void print_sides(const cJSON *bots, enum table_format format, FILE *out)
{
    static const struct column points[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "side"),
        COLUMN("games", "points.games:", .leave = 1),
        COLUMN("per game (95 % interval)", "points.per_game:2"),
        COLUMN("per choice (95 % interval)", "points.per_choice:2", .leave = 3),
        COLUMN("best", "points.best.mean:%1", .leave = 2),
    };
    static const struct column results[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "side"),
        COLUMN("winnable", "results.winnable/results.games:%1", .leave = 2),
        COLUMN("won", "results.won/results.games:%1"),
        COLUMN("lost", "results.turned/results.games:%1"),
        COLUMN("saved", "results.recovered/results.games:%1", .leave = 1),
    };
    static const struct column all[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "side", .csv = "side"),
        COLUMN("games", "points.games:", .csv = "games=points.games"),
        COLUMN("lost a game", "points.per_game:2",
               .csv = "lost_a_game,lost_a_game_low,lost_a_game_high=points.per_game"),
        COLUMN("lost a choice", "points.per_choice:2",
               .csv = "lost_a_choice,lost_a_choice_low,lost_a_choice_high=points.per_choice"),
        COLUMN("best cards", "points.best:%1", .csv = "best,best_low,best_high=points.best"),
        COLUMN("games with a goal", "results.games:", .csv = "judged=results.games"),
        COLUMN("winnable", "results.winnable:", .csv = "winnable=results.winnable"),
        COLUMN("won", "results.won:", .csv = "won=results.won"),
        COLUMN("lost", "results.turned:", .csv = "turned=results.turned"),
        COLUMN("saved", "results.recovered:", .csv = "recovered=results.recovered"),
    };
    cJSON *rows = rows_of_sides(bots);

    if (format != TABLE_TEXT) {
        table_print(rows, COLUMNS(all), format, out);
    } else {
        fprintf(out, "\ncard points lost against perfect play, all cards open\n");
        table_print(rows, COLUMNS(points), format, out);
        fprintf(out, "\nresults of the games\n");
        table_print(rows, COLUMNS(results), format, out);
        fputs(results_legend, out);
    }
    cJSON_Delete(rows);
}

/* ---- what lost games ---- */

static void print_phases(const cJSON *bots, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("bot", "bot"),
        COLUMN("as", "role"),
        COLUMN("in", "game"),
        COLUMN("games", "games:", .leave = 1),
        COLUMN("before play", "[{before_play/games:%1}]", .presence = IF_ANY),
        COLUMN("bid", "[{bid/games:%1}]"),
        COLUMN("announcement", "[{announcement/games:%1}]"),
        COLUMN("discard", "[{discard/games:%1}]"),
        COLUMN("lead", "[{lead/games:%1}]"),
        COLUMN("follow", "[{follow/games:%1}]"),
    };
    const cJSON *bot, *phase;
    cJSON *rows = cJSON_CreateArray();
    bool unknown = false;

    cJSON_ArrayForEach (bot, bots)
        cJSON_ArrayForEach (phase, json_get(bot, "phases")) {
            cJSON *row = cJSON_Duplicate(phase, true);
            cJSON_AddStringToObject(row, "bot", json_text(bot, "name"));
            cJSON_AddItemToArray(rows, row);
            unknown |= json_number(phase, "before_play") > 0;
        }
    fprintf(out, "\ngames that are no longer winnable, by the phase that lost them\n");
    table_print(rows, COLUMNS(columns), TABLE_TEXT, out);
    if (unknown)
        fprintf(out, "before play: by bid, announcement or discard; --contracts tells which\n");
    cJSON_Delete(rows);
}

static void print_contracts(const cJSON *bots, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("bot", "name"),
        COLUMN("declared", "contracts.asked:"),
        COLUMN("other wins", "contracts.lost_with_other:"),
        COLUMN("passed in", "missed.passed_in:", .leave = 1),
        COLUMN("missed", "missed.missed:"),
        COLUMN("value", "missed.mean_value:1"),
    };

    if (!json_get(bots->child, "missed"))
        return;
    fputs("\n", out);
    table_print(bots, COLUMNS(columns), TABLE_TEXT, out);
    fprintf(out, "other wins: another game would have won where this one could not\n");
}

static void print_adjusted(const cJSON *analysis, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("bot", "name"),
        COLUMN("score (95 % interval)", "at_average_worth.score:2", .leave = 2),
        COLUMN("worth", "at_average_worth.worth.mean:2", .leave = 1),
        COLUMN("at average worth (95 % interval)", "at_average_worth.adjusted:2"),
        COLUMN("b", "[{at_average_worth.reduction:?}{at_average_worth.coefficient:2}]", .leave = 3),
        COLUMN("variance", "at_average_worth.reduction/-1:+%0", .leave = 3),
    };
    const char *scoring = json_text(analysis, "scoring");

    fprintf(out, "\n%s points a deal\n",
            strcmp(scoring, "seeger_fabian") == 0 ? "Seeger" : scoring);
    table_print(json_get(analysis, "bots"), COLUMNS(columns), TABLE_TEXT, out);
    fprintf(out, "worth: the games that the bots chose, by open cards\n"
                 "b: points of score for a point of worth\n"
                 "variance: that of single games at average worth against that of their scores\n");
}

/* ---- all of it ---- */

/* What became of the games: "120 games: 113 played, 7 passed in". */
static void print_counts(const cJSON *analysis, FILE *out)
{
    static const char *const parts[] = {
        "{kinds.played} played",
        "{kinds.passed_in} passed in",
        "{kinds.ramsch} ramsch (not measured: no sides)",
        "{kinds.no_game} ended before card play",
        "{kinds.gave_up} given up: more nodes than --limit-nodes",
    };
    const char *between = ": ";

    print_sentence(analysis, "{games} game{games:s}", out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (field_says(analysis, parts[i] + 1)) {
            fputs(between, out);
            print_sentence(analysis, parts[i], out);
            between = ", ";
        }
    print_sentence(analysis,
                   "\n[{without_goal} with spitzen: points only, no results\n][{contracts_gave_up} "
                   "whose other contracts reached --limit-nodes\n]",
                   out);
}

/* As text, all tables of analysis.json; as CSV and Markdown, two rows for each bot, as declarer and
 * as defender. */
static void print_analysis(const cJSON *analysis, enum table_format format, FILE *out)
{
    const cJSON *bots = json_get(analysis, "bots");

    if (format == TABLE_TEXT)
        print_counts(analysis, out);
    if (format == TABLE_TEXT && (!bots->child || !json_number(analysis, "games")))
        return;
    print_sides(bots, format, out);
    if (format != TABLE_TEXT)
        return;
    print_phases(bots, out);
    print_contracts(bots, out);
    print_adjusted(analysis, out);
}

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

/* Of a game that was just analysed, not read from the journal. */
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
