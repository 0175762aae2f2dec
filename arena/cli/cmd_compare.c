// SPDX-License-Identifier: MIT
/* arena/cli/cmd_compare.c - skat-arena compare: two bots on the same deals. */

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/cli/play_options.h"
#include "arena/config/command_config.h"
#include "arena/result/run_summary.h"
#include "arena/result/decide_verdict.h"
#include "arena/show/run_tables.h"
#include "arena/show/conclusion.h"
#include "arena/base/input_file.h"
#include "arena/base/interrupt.h"
#include "arena/bot/module.h"
#include "arena/base/memory.h"
#include "arena/log/log_reader.h"
#include "arena/compare/log_questions.h"
#include "arena/compare/run_fold.h"
#include "arena/match/run_progress.h"
#include "arena/log/result_folder.h"
#include "arena/config/bot_spec.h"

struct compare_options {
    struct play_options play;
    const char *rules, *seatings, *scoring, *policies, *allow_for; /* NULL: not given */
    bool details, decisions, several, tested;
    int64_t deals, games; /* 0: not given */
    struct test_plan plan;
};

/* What is compared; each later source supports fewer options. */
enum compare_source { TWO_BOTS, A_CONFIG, TWO_OF_A_FOLDER, A_FOLDER };

/* ---- options ---- */

/* Refuses options that have no meaning for this source. */
static bool options_fit(const struct cli_line *line, const struct compare_options *options,
                        enum compare_source source)
{
    const bool played = source >= TWO_OF_A_FOLDER, bots = source == TWO_BOTS,
               asks = options->decisions,
               text = options->play.format == TABLE_TEXT || options->play.format == TABLE_JSON;
    const char *fixed = source == A_CONFIG
                            ? "set it in the config instead"
                            : "nothing is played: it was fixed when the folder was played",
               *not_asked = "has no effect with --decisions, which asks bots as the run did";
    const struct refusal refusals[] = {
        {played, "seed log play rule redeals bidding time shard board out force", fixed},
        {source == A_FOLDER, "workers",
         "nothing is replayed unless two bots of the folder are named"},
        {!bots && !asks, "rules", fixed},
        {!bots, "deals seatings scoring test", fixed},
        {options->several, "details", "is for one pair: compare FOLDER --details"},
        {options->several, "shard", "is for one pair"},
        {!text, "details", "is text; --json has all of it"},
        {!asks, "games policies", "has no effect without --decisions"},
        {source != TWO_OF_A_FOLDER, "decisions",
         "asks two bots at the decisions of a log: FOLDER A B"},
        {played && !asks, "isolation", "no bot is asked without --decisions"},
        {asks, "details workers limit", not_asked},
        {asks && !text, "format", "is not for --decisions"},
        {!options->tested, "h0 h1 alpha beta min-units block",
         bots ? "has no effect without --test" : fixed},
        {!bots, "allow-for", "only for two bots on the command line; a config says \"allow_for\""},
    };

    return cli_refuse(line, OPTIONS(refusals));
}

/* ---- the result ---- */

/* The row of a pair; `regress` may have ended before its bots met. */
static cJSON *pair_row(const struct run_summary *summary, const char *folder)
{
    const struct run_verdict *verdict = summary->verdict;
    const struct comparison *comparison = summary->numbers.comparison;
    cJSON *row = cJSON_CreateObject();
    const struct estimate *difference = verdict->difference;

    cJSON_AddStringToObject(row, "a", comparison ? comparison->a : "");
    cJSON_AddStringToObject(row, "b", comparison ? comparison->b : "");
    if (difference) {
        struct estimate shown = *difference;
        if (isnan(verdict->level)) /* of identical play there is no interval */
            shown.low = shown.high = NAN;
        estimate_put(row, "difference", shown);
    }
    cJSON_AddStringToObject(row, "result", verdict->result);
    cJSON_AddNumberToObject(row, "units", (double)verdict->units);
    cJSON_AddStringToObject(row, "unit", verdict->unit);
    cJSON_AddNumberToObject(row, "exit_status", (double)verdict->exit_status);
    json_put_line(row, "folder", folder);
    cJSON_AddItemToObject(row, "verdict", fields_to_json(&run_verdict_fields, verdict));
    return row;
}

/* Below the table, for people. */
static void print_warnings_of_pairs(const cJSON *rows)
{
    const cJSON *row, *warning;

    cJSON_ArrayForEach (row, rows)
        cJSON_ArrayForEach (warning, json_get(json_get(row, "verdict"), "warnings"))
            printf("\nWARNING %s - %s: %s\n", json_text(row, "a"), json_text(row, "b"),
                   warning->valuestring);
}

static void print_pairs(const cJSON *rows, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("a", "a"),
        COLUMN("b", "b"),
        COLUMN("a - b (95 % interval)", "difference:+!2", .csv = "mean,low,high=difference"),
        COLUMN("result", "result"),
        COLUMN("played", "units:"),
        COLUMN("unit", "unit", .leave = 1),
        COLUMN("folder", "folder", .leave = 2),
        COLUMN("", NULL, .csv = "warnings=verdict.warnings"),
    };
    table_print(rows, COLUMNS(columns), format, stdout);
    if (format == TABLE_TEXT || format == TABLE_MD)
        print_warnings_of_pairs(rows);
    if (format == TABLE_TEXT)
        printf(
            "\neach interval is for its pair alone, and covers what was seen; a loss too rare to\n"
            "have been seen could still undo what looks better; `compare FOLDER --details` says\n"
            "where a difference comes from\n");
}

static void print_result(const struct run_summary *summary, const char *folder,
                         enum table_format format, bool details)
{
    if (format == TABLE_TEXT) {
        print_conclusion(summary, folder, stdout);
        if (details && summary->numbers.comparison)
            print_comparison(summary, folder, stdout);
        return;
    }
    cJSON *rows = cJSON_CreateArray();
    cJSON_AddItemToArray(rows, pair_row(summary, folder));
    print_pairs(rows, format);
    cJSON_Delete(rows);
}

static void show_verdict_of(const struct run_summary *summary, const char *folder,
                            const struct play_options *options, bool details)
{
    if (play_options_show(options, &run_summary_fields, summary))
        print_result(summary, folder, options->format, details);
}

static void print_end(const struct tournament *tournament, const char *folder, bool details)
{
    print_effort(&tournament->result, folder, stdout);
    if (!details)
        print_next("details:", "compare", folder, " --details", stdout);
    print_next("page:", "report", folder, "", stdout);
}

int compare_conclude(const cJSON *command, const struct tournament *tournament, const char *folder,
                     const struct play_options *options, int code, struct errors *errors)
{
    const bool details = cJSON_IsTrue(json_get(command, "details"));
    const bool told = !options->quiet && options->format == TABLE_TEXT;
    (void)errors;
    if (code == EXIT_INTERRUPTED && told)
        printf("interrupted; so far:\n");
    show_verdict_of(tournament->summary, folder, options, details);
    if (told)
        print_end(tournament, folder, details);
    return code == EXIT_OK ? (int)tournament->summary->verdict->exit_status : code;
}

/* ---- playing ---- */

/* Opens the folder of a pair; those of several bots have theirs in that of --out. */
static bool open_folder(const struct config *config, enum compare_source source,
                        const struct compare_options *options, char out[FOLDER_PATH_SIZE],
                        struct errors *errors)
{
    char pair[2 * BOT_SPEC_NAME_SIZE + sizeof "-vs-"], folder[FOLDER_PATH_SIZE];
    struct play_options play = options->play;

    snprintf(pair, sizeof pair, "%s-vs-%s", config->bots[config->compared.a].name,
             config->bots[config->compared.b].name);
    if (options->several && play.out)
        play.out = folder_file(play.out, pair, folder);
    return play_options_open(&play, source == TWO_BOTS ? pair : config->name, config, out, errors);
}

/* Shows the result; if `rows` is not NULL, its row is added to those instead. */
static int play_comparison(const struct config *config, enum compare_source source,
                           const struct compare_options *options, cJSON *rows,
                           struct errors *errors)
{
    char out[FOLDER_PATH_SIZE];
    struct tournament tournament;
    int code;

    if (config->compared.a < 0) {
        errors_add(errors, config->path,
                   "has more than two bots; name the two with \"compare\": [\"a\", \"b\"]");
        return EXIT_USAGE;
    }
    if (!open_folder(config, source, options, out, errors))
        return EXIT_USAGE;
    cJSON *command = cJSON_CreateObject();
    cJSON_AddStringToObject(command, "name", "compare");
    cJSON_AddBoolToObject(command, "details", options->details);
    if (rows) {
        const struct tournament_options how = {.quiet = options->play.quiet, .command = command};
        code = tournament_play(&tournament, config, out, &how, errors);
        if (tournament.summary && code == EXIT_OK)
            cJSON_AddItemToArray(rows, pair_row(tournament.summary, out));
        tournament_free(&tournament);
    } else {
        code = play_run(config, out, &options->play, command, options->play.board, false, errors);
    }
    cJSON_Delete(command);
    return code;
}

/* What a comparison is made of: two bots, or a config. */
struct compared_words {
    const struct compare_options *options;
    const char *const *words;
};

static bool load_config(struct config *config, const void *context, int64_t deals,
                        struct errors *errors)
{
    const struct compared_words *compared = context;
    struct config_overrides overrides = compared->options->play.overrides;

    overrides.deals = deals > 0 ? deals : overrides.deals;
    return config_load(config, compared->words[0], &overrides, errors);
}

static struct two_bots two_bots_of(const char *const words[2],
                                   const struct compare_options *options)
{
    enum { DEALS = 3600 };

    return (struct two_bots){
        .bots = {words[0], words[1]},
        .rules = options->rules,
        .seatings = options->seatings,
        .scoring = options->scoring,
        .deals = options->deals ? options->deals : DEALS,
        .tested = options->tested,
        .test = options->plan,
        .allow_for = options->allow_for,
    };
}

static bool make_config(struct config *config, const void *context, int64_t deals,
                        struct errors *errors)
{
    const struct compared_words *compared = context;
    struct two_bots two = two_bots_of(compared->words, compared->options);

    two.deals = deals > 0 ? deals : two.deals;
    return two_bot_config(config, &two, "compare", &compared->options->play.overrides, errors);
}

/* Plays two bots or a config, and shows the result, or adds its row to `rows`. */
static int compare_played(const char *const *words, enum compare_source source,
                          const struct compare_options *options, cJSON *rows, struct errors *errors)
{
    const struct compared_words compared = {options, words};
    const char *wrong = options->tested ? test_plan_wrong(&options->plan) : NULL;
    struct config config = {0};

    if (wrong) {
        errors_add(errors, "--test", "%s", wrong);
        return EXIT_USAGE;
    }
    int code =
        play_options_config(&options->play, &config, options->deals,
                            source == TWO_BOTS ? make_config : load_config, &compared, errors);
    if (code == EXIT_OK)
        code = play_comparison(&config, source, options, rows, errors);
    config_free(&config);
    return code;
}

/* Accepted if all pairs are; else rejected if one is. */
static int status_of_pairs(const cJSON *rows)
{
    bool undecided = false;
    const cJSON *row;

    cJSON_ArrayForEach (row, rows) {
        const int status = (int)json_number(row, "exit_status");
        if (status == EXIT_REJECTED)
            return EXIT_REJECTED;
        undecided |= status == EXIT_UNDECIDED;
    }
    return undecided ? EXIT_UNDECIDED : EXIT_OK;
}

/* Whether the first of `count` bots can play against each other one: what is wrong with the last is
 * said before the first plays. */
static bool pairs_can_play(const char *const *words, int count,
                           const struct compare_options *options, struct errors *errors)
{
    for (int i = 1; i < count && !errors->count; i++) {
        const struct two_bots two = two_bots_of((const char *const[]){words[0], words[i]}, options);
        struct config config = {0};
        two_bot_config(&config, &two, "compare", &options->play.overrides, errors);
        config_free(&config);
    }
    return !errors->count;
}

/* The first of `count` bots against each other one, on the same deals. What was finished is shown,
 * also if a later pair cannot be played. */
static int compare_several(const char *const *words, int count,
                           const struct compare_options *options, struct errors *errors)
{
    if (!pairs_can_play(words, count, options, errors))
        return EXIT_USAGE;
    cJSON *rows = cJSON_CreateArray();
    int code = EXIT_OK;

    for (int i = 1; i < count && code == EXIT_OK; i++) {
        const char *const pair[] = {words[0], words[i]};
        code = compare_played(pair, TWO_BOTS, options, rows, errors);
        if (code == EXIT_OK && i + 1 < count && interrupt_heard()) {
            print_note("skat-arena: interrupted: %d of %d pairs are finished\n", i, count - 1);
            code = EXIT_INTERRUPTED;
        }
    }
    const enum table_format format = options->play.format;
    if (cJSON_GetArraySize(rows) && (!options->play.quiet || format != TABLE_TEXT))
        print_pairs(rows, format);
    if (code == EXIT_OK)
        code = status_of_pairs(rows);
    cJSON_Delete(rows);
    return code;
}

static void print_again(const struct run_summary *summary)
{
    cJSON *root = fields_to_json(&run_numbers_fields, &summary->numbers);

    cJSON_AddItemToObject(root, "verdict", fields_to_json(&run_verdict_fields, summary->verdict));
    json_print(root, stdout);
    cJSON_Delete(root);
}

/* All else that a verdict rests on: from summary.json, or, of a run that was cut off, from what is
 * there; that lasts as long as `follow`. */
static bool summary_so_far(const char *folder, struct run_summary *summary,
                           struct run_follow **follow, struct pool *pool, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    *follow = NULL;
    if (access(folder_file(folder, "summary.json", path), F_OK) == 0)
        return run_summary_load(summary, path, pool, errors);
    *follow = run_follow_open(folder, errors);
    return *follow && run_follow_read_all(*follow, errors) &&
           run_follow_summary(*follow, summary, pool, errors);
}

/* The verdict on a pair: that of the run, if it is the pair of the run. */
static struct run_verdict *verdict_of_pair(struct run_summary *summary,
                                           const struct run_numbers *of_run, struct pool *pool)
{
    struct run_verdict *verdict =
        of_run->test && !summary->numbers.test
            ? decide_verdict_of_pair(summary, of_run->test, of_run->comparison, pool)
            : decide_verdict(summary, NULL, pool);
    fields_round(&run_verdict_fields, verdict);
    return verdict;
}

/* Any pair, from the log. */
static int compare_again(struct log_reader *log, const char *folder,
                         const struct comparison_plan *compared,
                         const struct compare_options *options, struct errors *errors)
{
    struct pool pool = {0};
    struct run_summary summary;
    struct run_follow *follow;
    struct run_numbers numbers;
    int code = EXIT_BAD_FILE;

    if (recompare(log, folder, compared, &numbers, &pool, errors) &&
        summary_so_far(folder, &summary, &follow, &pool, errors)) {
        const struct run_numbers of_run = summary.numbers;
        summary.numbers = numbers;
        summary.verdict = verdict_of_pair(&summary, &of_run, &pool);
        if (!numbers.test && (of_run.test || (summary.shard && summary.shard->tested)))
            run_numbers_forget_judged(&summary.numbers);
        if (options->play.format == TABLE_JSON)
            print_again(&summary);
        else
            show_verdict_of(&summary, folder, &options->play, options->details);
        code = (int)summary.verdict->exit_status;
        run_follow_close(follow);
    }
    pool_free(&pool);
    return code;
}

/* ---- a result folder ---- */

static int compare_pair(const char *folder, const char *const names[2],
                        const struct compare_options *options, struct errors *errors)
{
    struct log_reader log = {0};
    struct comparison_plan compared = {0};
    int code = EXIT_USAGE;

    if (!run_folder_has(folder, "manifest.json", errors))
        return EXIT_BAD_FILE;
    bool open = log_reader_open(&log, folder, NULL, errors);
    if (options->play.overrides.workers > 0)
        log.workers = (int)options->play.overrides.workers;
    if (!open) {
        code = EXIT_BAD_FILE;
    } else if (recompare_find_pair(&compared, &log.manifest, names, folder, errors)) {
        code = compare_again(&log, folder, &compared, options, errors);
    }
    log_reader_close(&log);
    return code;
}

/* What two bots would do at the decisions of a log. */
static int compare_decisions(const char *folder, const char *const words[2],
                             const struct compare_options *options, struct errors *errors)
{
    const struct log_questions asked = {.log = folder,
                                        .rules = options->rules,
                                        .words = {words[0], words[1]},
                                        .games = options->games,
                                        .isolation = options->play.overrides.isolation,
                                        .policies = options->policies};
    int code = EXIT_USAGE;

    cJSON *result = log_questions_ask(&asked, &code, errors);
    if (result && options->play.format == TABLE_JSON)
        json_print(result, stdout);
    else if (result && !options->play.quiet)
        print_decision_gaps(result, folder, stdout);
    cJSON_Delete(result);
    return code;
}

static int compare_folder(const char *folder, const struct compare_options *options,
                          struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (!run_folder_has(folder, "summary.json", errors))
        return EXIT_BAD_FILE;
    struct pool pool = {0};
    struct run_summary summary;
    bool read =
        run_summary_load(&summary, folder_file(folder, "summary.json", path), &pool, errors);
    int code = EXIT_BAD_FILE;

    const bool alone = read && summary.verdict->checks_count; /* of `regress`: a bot failed alone */

    if (read && (summary.numbers.comparison || alone)) {
        show_verdict_of(&summary, folder, &options->play, options->details);
        code = (int)summary.verdict->exit_status;
    } else if (read) {
        errors_add(errors, path,
                   "has no comparison; name two of its bots: skat-arena compare %s A B", folder);
    }
    pool_free(&pool);
    return code;
}

/* ---- the command ---- */

/* One bot alone, by name, path or with options; a config of the same name is meant only by its
 * path. */
static bool is_bot(const char *word)
{
    char path[MODULE_PATH_SIZE], module[MODULE_PATH_SIZE];
    struct stat status;

    snprintf(module, sizeof module, "%.*s", (int)strcspn(word, ":"), word);
    return stat(word, &status) != 0 && module_find(module, ".", path);
}

/* A bot by the path of its file, which no config has. */
static bool is_program(const char *word)
{
    const char *suffix = strrchr(word, '.');

    return suffix && (strcmp(suffix, ".so") == 0 || strcmp(suffix, ".py") == 0);
}

/* "games.jsonl", or packed. */
static bool is_log(const char *word) { return strstr(word, ".jsonl") != NULL; }

/* Whether it is a bot where a folder may stand, too: neither folder nor log, but a module, a
 * program or a NAME=. */
static bool begins_bots(const char *word)
{
    return !folder_exists(word) && !is_log(word) &&
           (is_bot(word) || access(word, F_OK) == 0 || strchr(word, '=') || !strchr(word, '/'));
}

/* Says why there are too few bots, or too many for a folder. */
static bool is_whole(const struct cli_line *line, bool several)
{
    const char *word = line->words[0];

    if (several && folder_exists(word))
        errors_add(line->errors, word, "is a result folder: name two of its bots, not %d",
                   line->count - 1);
    else if (line->count == 1 && is_bot(word))
        errors_add(
            line->errors, word,
            "is one bot: the second is missing (to play the config of this name: configs/%s.json)",
            word);
    else if (line->count == 1 && is_program(word))
        errors_add(line->errors, word, "is one bot: the second is missing");
    return !line->errors->count;
}

static int dispatch(const struct cli_line *line, struct compare_options *options)
{
    const char *const *words = line->words;
    const int count = line->count;
    struct errors *errors = line->errors;

    options->several = count > 3 || (count == 3 && !options->decisions && begins_bots(words[0]));
    if (!is_whole(line, options->several))
        return EXIT_USAGE;
    const enum compare_source source = options->several || count == 2 ? TWO_BOTS
                                       : count == 3                   ? TWO_OF_A_FOLDER
                                       : folder_exists(words[0])      ? A_FOLDER
                                                                      : A_CONFIG;
    if (!options_fit(line, options, source))
        return EXIT_USAGE;
    if (options->several)
        return compare_several(words, count, options, errors);
    if (source == TWO_OF_A_FOLDER)
        return (options->decisions ? compare_decisions : compare_pair)(words[0], words + 1, options,
                                                                       errors);
    return source == A_FOLDER ? compare_folder(words[0], options, errors)
                              : compare_played(words, source, options, NULL, errors);
}

static int run(struct cli_line *line)
{
    struct compare_options options = {.play = PLAY_OPTIONS_DEFAULT, .plan = test_defaults[0]};

    options.plan.min_units = options.plan.block = 0; /* the defaults of the units */
    const struct cli_option own[] = {
        OPT_INT("deals", 'n', "N",
                "two bots: number of deals, with --test the maximum (default 3600)", &options.deals,
                1, DEALS_MOST),
        OPT_TEXT("rules", 'r', "NAME", "two bots: rule set (default: skat)", &options.rules),
        OPT_FLAG("details", 'd', "also show where the difference comes from", &options.details),
        OPT_ENUM("test", 't', "points|normalised",
                 "two bots: stop as soon as a sequential test decides", &options.plan.model),
        OPT_GROUP("What counts"),
        OPT_CHOICE("seatings", 0, "rotations|all",
                   "two bots: play each deal in three seatings, or in all six", &options.seatings),
        SCORING_OPTION("two bots: ", &options.scoring),
        ALLOW_FOR_OPTION(&options.allow_for),
        REDEALS_OPTION(&options.play),
        BIDDING_OPTION(&options.play),
        TIME_OPTION(&options.play),
        OPT_GROUP("The sequential test"),
        TEST_OPTIONS(options.plan),
        OPT_INT("min-units", 0, "N", "no verdict before N units (default 500 deals or 50 sessions)",
                &options.plan.min_units, 2, DEALS_MOST),
        OPT_INT("block", 0, "N", "evaluate after every N units (default 100 deals or 10 sessions)",
                &options.plan.block, 1, DEALS_MOST),
        OPT_GROUP("Several machines"),
        SHARD_OPTION(&options.play),
        BOARD_OPTION(&options.play),
        OPT_GROUP("Decisions of a log: FOLDER A B"),
        OPT_FLAG("decisions", 0,
                 "ask both bots at each decision of the log, and show where they differ most; "
                 "--rules is that of a log without manifest",
                 &options.decisions),
        OPT_INT("games", 0, "N", "only those of the first N games", &options.games, 1, DEALS_MOST),
        OPT_TEXT("policies", 0, "FILE",
                 "write all of them with both bots' answers, one JSON object per line",
                 &options.policies),
        OPT_GROUP(GROUP_OUTPUT),
        FORMAT_OPTION(&options.play.format),
    };
    int code = play_options_parse(&options.play, line, OPTIONS(own), 1, BOTS_MAX);
    if (code >= 0)
        return code;
    options.tested = cli_given(line, "test");
    code = play_options_read_shard(&options.play, line->errors) ? dispatch(line, &options)
                                                                : EXIT_USAGE;
    return play_options_end(line, code);
}

const struct cli_command command_compare = {
    "compare",
    "BOT BOT... | CONFIG | FOLDER [A B]",
    "compare two or more bots on the same deals, with error bars",
    "BOT is a module's name or path, with options (stammtisch:caution=45), or a program (mine.py). "
    "With more than two, the first is compared with each of the others. A CONFIG is played. A "
    "result "
    "FOLDER is not played again: its summary is shown, or the pair A and B.",
    run,
    .examples = "compare stammtisch stammtisch:caution=50\n"
                "is a bolder bidder better?\n"
                "compare results/stammtisch bold timid --details\n"
                "two bots of a run, and where the difference comes from\n"
                "compare stammtisch stammtisch:caution=40 stammtisch:caution=50 --format md\n"
                "one against several, as a table in Markdown\n"
                "compare results/stammtisch bold ./mine.so --decisions\n"
                "where does a changed bot decide differently?\n"
                "compare ./mine.so club=stammtisch --deals 1000\n"
                "a bot of your own",
    .manual =
        "NAME= in front of a bot names it: new=stammtisch:null=false. A program is run by the pipe "
        "bot. With more than two bots, all pairs play the same deals, and a table has a line for "
        "each; the exit status is 0 if it would be 0 for every pair. In a CONFIG the pair that it "
        "names is compared. With a test, the exit status is its verdict.\n\n"
        "With --decisions, A and B are any two bots, which are asked what they would have done in "
        "the games of the FOLDER, whoever played them. Of those that only the FOLDER names, "
        "modules run in a sandbox and programs are refused, unless --isolation none is given.",
    .interrupted = "interrupted; skat-arena run --resume FOLDER continues",
    .rejected = "the test rejects; with several bots, any of the tests",
    .undecided = "the test ended without a decision",
};
