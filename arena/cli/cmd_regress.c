// SPDX-License-Identifier: MIT
/* arena/cli/cmd_regress.c - skat-arena regress OLD NEW: tests that a changed bot is not worse. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/cli/play_options.h"
#include "arena/result/run_summary.h"
#include "arena/result/decide_verdict.h"
#include "arena/config/config_warnings.h"
#include "arena/config/command_config.h"
#include "arena/base/memory.h"
#include "arena/show/run_tables.h"
#include "arena/result/fault_line.h"
#include "arena/show/junit.h"
#include "arena/regress/lone_play.h"
#include "arena/match/resume.h"
#include "arena/log/result_folder.h"
#include "arena/base/output_file.h"
#include "arena/show/conclusion.h"

struct regress_options {
    struct play_options play;
    const char *rules, *junit, *scoring;
    struct word_list against;
    int64_t deals; /* at most; 0: the default, or what the config says */
    double margin, alpha, beta;
    bool same; /* play although both are the same file */
};

/* ---- JUnit ---- */

enum { FAULT_CASES = 20 };

/* The backtrace and the command that replays the game. */
static char *fault_details(const struct fault_line *fault, const cJSON *row, const char *folder)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = xcheck(open_memstream(&text, &length));

    for (int i = 0; i < fault->backtrace_count; i++)
        fprintf(out, "at %s\n", fault->backtrace[i]);
    print_replay(folder, out);
    print_sentence(row, " --game {game}\n", out);
    fclose(out);
    return text;
}

/* How long the run in the folder took, by its timing.json; its shards together, if it was merged; 0
 * without it. */
static double run_seconds(const char *folder)
{
    cJSON *timing = json_of_folder(folder, "timing.json", NULL);
    double seconds = json_number(timing, "seconds");
    const cJSON *shard;

    if (cJSON_IsArray(timing))
        cJSON_ArrayForEach (shard, timing)
            seconds += json_number(shard, "seconds");
    cJSON_Delete(timing);
    return seconds;
}

/* The case of a check; an undecided check has not failed. */
static struct junit_case case_of(const struct verdict_check *check)
{
    const char *failed = verdict_result_names[VERDICT_FAILED],
               *open = verdict_result_names[VERDICT_OPEN];

    return (struct junit_case){
        .name = check->name,
        .output = check->sentence,
        .type = check->result,
        .failure = strcmp(check->result, failed) == 0 ? check->sentence : NULL,
        .skipped = strcmp(check->result, open) == 0 ? check->sentence : NULL};
}

/* One case for each check and, if the new bot failed, for each of its first faults. */
static bool write_junit(const struct run_verdict *verdict, const char *name, const char *folder,
                        const char *positions, const char *path, struct errors *errors)
{
    struct junit_case cases[VERDICT_QUESTIONS + FAULT_CASES] = {0};
    char *names[FAULT_CASES], *details[FAULT_CASES];
    int count = 0;
    struct fault_line faults[FAULT_CASES];
    struct pool pool = {0};

    for (; count < verdict->checks_count; count++)
        cases[count] = case_of(&verdict->checks[count]);
    cases[VERDICT_POINTS].seconds = run_seconds(folder);
    if (*positions)
        cases[VERDICT_DIVERGENCE].output = positions;
    const bool failed = run_verdict_has(verdict, VERDICT_FAULTS, VERDICT_FAILED);
    int shown = failed ? fault_lines_of(folder, name, FAULT_CASES, faults, &pool, errors) : 0;
    for (int i = 0; i < shown; i++) {
        cJSON *row = fields_to_json(&fault_line_fields, &faults[i]);
        names[i] = field_text(row, "fault in game {game}");
        details[i] = fault_details(&faults[i], row, folder);
        cJSON_Delete(row);
        cases[count++] = (struct junit_case){.name = names[i],
                                             .type = faults[i].status,
                                             .failure = faults[i].what,
                                             .details = details[i],
                                             .errors = faults[i].output ? faults[i].output : ""};
    }
    const struct junit_suite suite = {
        .name = "skat-arena regress",
        .verdict = verdict,
        .seconds = cases[VERDICT_POINTS].seconds,
    };
    bool ok = junit_write(path, &suite, cases, count, errors);
    for (int i = 0; i < shown; i++) {
        free(names[i]);
        free(details[i]);
    }
    pool_free(&pool);
    return ok;
}

/* ---- the conclusion ---- */

/* What is known: of the run that compares them; of what the new bot played alone, if that was
 * enough; or, without a summary, that both are the same file, so that nothing was played. */
struct regression {
    struct lone_play plays[LONE_PLAYS]; /* of both, alone */
    const struct run_verdict *verdict;
    const struct run_summary *summary; /* or NULL */
    const char *folder;                /* of the results, or "" */
};

static void print_json(const struct regression *regression)
{
    cJSON *root = regression->summary ? fields_to_json(&run_summary_fields, regression->summary)
                                      : cJSON_CreateObject();

    if (!regression->summary)
        cJSON_AddItemToObject(root, "verdict",
                              fields_to_json(&run_verdict_fields, regression->verdict));
    json_print(root, stdout);
    cJSON_Delete(root);
}

/* A row for each check. */
static void print_rows(const struct run_verdict *verdict, enum table_format format)
{
    static const struct column columns[] = {
        COLUMN("check", "name"),
        COLUMN("result", "result"),
        COLUMN("what was found", "sentence"),
    };
    cJSON *root = fields_to_json(&run_verdict_fields, verdict);

    table_print(json_get(root, "checks"), COLUMNS(columns), format, stdout);
    cJSON_Delete(root);
}

/* The first deals that are played differently; the caller frees it. */
static char *divergences_text(const struct run_summary *summary, const char *folder)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = xcheck(open_memstream(&text, &length));

    print_divergences(summary, folder, memory);
    fclose(memory);
    return text;
}

static void print_text(const struct regression *regression, const char *positions, bool quiet)
{
    if (!regression->summary) {
        print_verdict(regression->verdict, stdout);
        return;
    }
    print_conclusion(regression->summary, regression->folder, stdout);
    if (!quiet) {
        printf("%s\nthe games are in %s\n", positions, regression->folder);
        print_next("page:", "report", regression->folder, "", stdout);
    }
}

static int conclude(const struct regression *regression, const struct play_options *options,
                    const char *junit, int code, struct errors *errors)
{
    const enum table_format format = options->format;
    const char *name = regression->plays[LONE_NEW].bot, *folder = regression->folder;
    char *positions = divergences_text(regression->summary, folder);

    if (format == TABLE_JSON)
        print_json(regression);
    else if (format == TABLE_TEXT)
        print_text(regression, positions, options->quiet);
    else
        print_rows(regression->verdict, format);
    if (format != TABLE_TEXT && format != TABLE_JSON && !options->quiet)
        print_verdict(regression->verdict,
                      stderr); /* beside the table, which has no place for it */
    if (junit && !write_junit(regression->verdict, name, folder, positions, junit, errors))
        code = EXIT_INTERNAL;
    free(positions);
    return code == EXIT_OK ? (int)regression->verdict->exit_status : code;
}

/* ---- of a folder ---- */

/* Reads what both played alone from the manifest. False where it has none, as if it cannot be read.
 */
static bool read_alone(const char *folder, struct lone_play plays[LONE_PLAYS], struct pool *pool)
{
    cJSON *manifest = json_of_folder(folder, "manifest.json", NULL);
    const bool read = manifest && lone_plays_read(manifest, plays, pool);

    cJSON_Delete(manifest);
    return read;
}

bool regress_is_in(const char *folder)
{
    struct lone_play plays[LONE_PLAYS];
    struct pool pool = {0};
    const bool is = read_alone(folder, plays, &pool);

    pool_free(&pool);
    return is;
}

bool regress_write_junit(const struct run_summary *summary, const char *folder, const char *path,
                         struct errors *errors)
{
    struct lone_play plays[LONE_PLAYS] = {0};
    struct pool pool = {0};

    read_alone(folder, plays, &pool);
    char *positions = divergences_text(summary, folder);
    const bool ok =
        write_junit(summary->verdict, plays[LONE_NEW].bot, folder, positions, path, errors);
    free(positions);
    pool_free(&pool);
    return ok;
}

/* ---- what a folder remembers ---- */

/* `plays`: what both played alone; NULL: they have not yet. */
static cJSON *command_of(const struct lone_play *plays, const char *junit)
{
    cJSON *command = cJSON_CreateObject();

    cJSON_AddStringToObject(command, "name", "regress");
    if (plays)
        lone_plays_write(command, plays);
    else
        cJSON_AddNullToObject(command, "played_alone");
    if (junit)
        cJSON_AddStringToObject(command, "junit", junit);
    return command;
}

/* What it took. */
static void print_answers(const struct tournament *tournament, const struct play_options *options)
{
    if (!tournament->summary->numbers.comparison || options->quiet || options->format != TABLE_TEXT)
        return;
    print_effort(&tournament->result, NULL, stdout);
}

/* Tells which shard of a run is in the folder, and who has the verdict; false if it is no shard. */
static bool tell_shard(const char *folder, const struct play_options *options)
{
    cJSON *manifest = json_of_folder(folder, "manifest.json", NULL);
    const cJSON *shard = json_get(json_get(manifest, "schedule"), "shard");
    const bool is = cJSON_IsObject(shard);

    if (is && !options->quiet)
        print_note("shard %.0f of %.0f is in %s; `%s merge` of all shards has the verdict\n",
                   json_number(shard, "number"), json_number(shard, "of"), folder,
                   program_invocation_name);
    cJSON_Delete(manifest);
    return is;
}

int regress_conclude(const cJSON *command, const struct tournament *tournament, const char *folder,
                     const struct play_options *options, int code, struct errors *errors)
{
    struct regression regression = {
        .verdict = tournament->summary->verdict,
        .summary = tournament->summary,
        .folder = folder,
    };
    const char *junit = json_text(command, "junit");
    struct pool pool = {0};

    if (tell_shard(folder, options)) {
        if (options->format == TABLE_JSON)
            print_json(&regression);
        return code;
    }
    lone_plays_read(command, regression.plays, &pool);
    code = conclude(&regression, options, *junit ? junit : NULL, code, errors);
    print_answers(tournament, options);
    pool_free(&pool);
    return code;
}

/* ---- playing ---- */

static const char regress_name[] = "regress";
static const char usual_log[] = "zstd"; /* in CI, it is kept for long */

/* What was asked for. */
struct asked_regression {
    const char *const *words;
    int count;
    const struct regress_options *options;
    struct test_plan plan;
};

/* `deals`: at most, 0: the default, or what the config says. */
static bool make_config(struct config *config, const void *context, int64_t deals,
                        struct errors *errors)
{
    enum { DEALS = 36000 };
    const struct asked_regression *asked = context;
    const struct regress_options *options = asked->options;
    const struct test_plan *plan = &asked->plan;
    const char *const *words = asked->words;
    const int count = asked->count;
    static const char *const third[] = {"stammtisch", "random"};
    struct config_overrides overrides = options->play.overrides;
    bool usual = !options->against.count;
    const struct two_bots two = {
        .bots = {words[count - 1], words[0]},
        .names = {"new", "old"},
        .others = usual ? third : options->against.of,
        .other_count = usual ? 2 : options->against.count,
        .rules = options->rules,
        .scoring = options->scoring,
        .deals = deals > 0 ? deals : DEALS,
        .tested = true,
        .test = *plan,
    };

    if (count == 2 && !overrides.log)
        overrides.log = usual_log;
    if (count == 2)
        return two_bot_config(config, &two, regress_name, &overrides, errors);
    overrides.deals = deals > 0 ? deals : -1;
    if (!config_load(config, words[0], &overrides, errors))
        return false;
    if (config->compared.a < 0)
        errors_add(errors, words[0], "needs \"compare\": [NEW, OLD], the bots to be judged");
    struct test_plan own = margin_test_defaults[config->schedule.whole_sessions];
    own.h0 = plan->h0;
    own.h1 = plan->h1;
    own.margin = plan->margin;
    own.alpha = plan->alpha;
    own.beta = plan->beta;
    own.faults = plan->faults;
    config->compared.test = own;
    config->compared.tested = true;
    /* resume.json keeps the config as a text. */
    if (!overrides.log && !json_get(config->root, "log")) {
        config->log = log_mode_of(usual_log);
        cJSON_AddStringToObject(config->root, "log", usual_log);
    }
    cJSON_DeleteItemFromObjectCaseSensitive(config->root, "test");
    test_plan_to_json(&own, cJSON_AddObjectToObject(config->root, "test"));
    return !errors->count;
}

/* One of them is isolated, and only then its memory is limited: that makes no difference. */
static void forget_memory(cJSON *bot)
{
    cJSON_DeleteItemFromObjectCaseSensitive(json_get(bot, "limits"), "memory_mb");
}

/* Where a module lies, what it is called and whether it came with the program makes no difference:
 * its bytes are what it is. */
static void forget_names(cJSON *bot, const struct bot *of)
{
    static const char *const parts[PLAYER_PARTS] = {"bid", "play"};

    cJSON_DeleteItemFromObjectCaseSensitive(bot, "name");
    for (int i = 0; i < (of->composed ? PLAYER_PARTS : 1); i++) {
        cJSON *part = of->composed ? json_get(bot, parts[i]) : bot;
        cJSON_DeleteItemFromObjectCaseSensitive(part, "module");
        cJSON_ReplaceItemInObjectCaseSensitive(part, "sha256",
                                               cJSON_CreateString(of->parts[i].file->sha256));
    }
}

/* Are modules and options of both the same? */
static bool same_file(const struct config *config)
{
    cJSON *manifest = manifest_of(config), *bots = json_get(manifest, "bots");
    cJSON *a = cJSON_GetArrayItem(bots, config->compared.a),
          *b = cJSON_GetArrayItem(bots, config->compared.b);

    forget_names(a, &config->bots[config->compared.a]);
    forget_names(b, &config->bots[config->compared.b]);
    if (bot_is_isolated(&config->bots[config->compared.a]) !=
        bot_is_isolated(&config->bots[config->compared.b])) {
        forget_memory(a);
        forget_memory(b);
    }
    bool same = cJSON_Compare(a, b, true);
    cJSON_Delete(manifest);
    return same;
}

/* Both alone: old first, so that what the folder keeps is of the new one. */
static int play_alone(const struct config *config, struct regression *regression,
                      struct errors *errors)
{
    const int bots[LONE_PLAYS] = {[LONE_OLD] = config->compared.b, [LONE_NEW] = config->compared.a};
    int code = EXIT_OK;

    for (int i = 0; i < LONE_PLAYS && code == EXIT_OK; i++)
        code = lone_play_run(&regression->plays[i], config, bots[i], regression->folder, errors);
    return code;
}

/* The new bot fails alone, so that the results are of what it played: they get the verdict. */
static int conclude_early(const struct regression *regression, const struct play_options *options,
                          const char *junit, struct errors *errors)
{
    char manifest_path[FOLDER_PATH_SIZE], summary_path[FOLDER_PATH_SIZE], manifest_hash[HASH_SIZE];
    struct run_summary summary;
    struct pool pool = {0};
    int code = EXIT_INTERNAL;

    cJSON *manifest =
        json_load(folder_file(regression->folder, "manifest.json", manifest_path), errors);
    folder_file(regression->folder, "summary.json", summary_path);
    if (manifest && run_summary_load(&summary, summary_path, &pool, errors)) {
        summary.verdict = decide_verdict(&summary, regression->plays, &pool);
        lone_plays_write(manifest, regression->plays);
        manifest_sha256(manifest, manifest_hash);
        summary.manifest_sha256 = manifest_hash;
        struct regression all = *regression;
        all.summary = &summary;
        all.verdict = summary.verdict;
        if (json_save(manifest, manifest_path, errors) &&
            fields_save(&run_summary_fields, &summary, summary_path, errors))
            code = conclude(&all, options, junit, EXIT_OK, errors);
    }
    if (code != EXIT_INTERNAL && !resume_remove(regression->folder, errors))
        code = EXIT_INTERNAL;
    cJSON_Delete(manifest);
    pool_free(&pool);
    return code;
}

/* What one hand can cost the two in a unit, in points a deal. */
static double hand_of(const struct config *config)
{
    const struct comparison_plan *compared = &config->compared;

    return comparison_plan_hand(compared, &config->rules, &config->schedule, compared->a,
                                compared->b, stats_primary_scoring(&config->rules));
}

/* What was not seen may exist: a rare disaster. */
static void say_what_it_takes(const struct config *config)
{
    const struct schedule *schedule = &config->schedule;
    const double deals = schedule->whole_sessions ? (double)schedule->deals : 1;

    print_note("a pass takes at least %.0f deals, unless the new bot is better: one hand can put "
               "the two %.0f points apart in its deal, and the margin is %g a deal\n",
               (double)config_least_units(config) * deals, hand_of(config) * deals,
               config->compared.test.margin);
}

/* Nothing is kept of the games that both play alone. */
static int tell_interruption(const char *folder)
{
    result_folder_clear_step(folder);
    print_note("skat-arena: interrupted while the bots played alone: nothing of that is kept; `%s "
               "run --resume %s` begins it again\n",
               program_invocation_name, folder);
    return EXIT_INTERRUPTED;
}

/* One against the other, after both have played alone. */
static int play_both(const struct config *config, const struct play_options *options,
                     const char *board, const char *junit, const struct regression *regression,
                     struct errors *errors)
{
    cJSON *command = command_of(regression->plays, junit);

    if (!options->quiet)
        say_what_it_takes(config);
    const int code = play_run(config, regression->folder, options, command, board, false, errors);
    cJSON_Delete(command);
    return code;
}

/* Plays into the open folder `out`. What `run --resume` needs is there from the beginning. */
static int play_regression(const struct config *config, const struct play_options *options,
                           const char *board, const char *junit, const char *out,
                           struct errors *errors)
{
    struct regression regression = {.folder = out};
    cJSON *command = command_of(NULL, junit);
    int claim = -1, code = EXIT_INTERNAL;

    if (resume_save(config, out, command, board, errors) &&
        result_folder_claim(out, &claim, errors))
        code = play_alone(config, &regression, errors);
    if (code == EXIT_INTERRUPTED) {
        code = tell_interruption(out);
    } else if (code == EXIT_OK && lone_play_fails(&regression.plays[LONE_NEW])) {
        code = conclude_early(&regression, options, junit, errors);
    } else if (code == EXIT_OK) {
        result_folder_clear_step(out);
        code = play_both(config, options, board, junit, &regression, errors);
    }
    result_folder_release(claim);
    cJSON_Delete(command);
    return code;
}

bool regress_was_alone(const cJSON *command)
{
    return strcmp(json_text(command, "name"), "regress") == 0 &&
           cJSON_IsNull(json_get(command, "played_alone"));
}

int regress_resume(const cJSON *command, const struct config *config, const char *folder,
                   const char *board, const struct play_options *options, struct errors *errors)
{
    const char *junit = json_text(command, "junit");
    int claim = -1;

    if (!result_folder_claim(folder, &claim, errors))
        return EXIT_BAD_FILE;
    result_folder_clear_step(folder);
    const int code = play_regression(config, options, board, *junit ? junit : NULL, folder, errors);
    result_folder_release(claim);
    return code;
}

/* Both are the same file: there is no need to play, and perhaps one to build. */
static int conclude_unplayed(const struct config *config, const struct regress_options *options,
                             struct errors *errors)
{
    const int bots[LONE_PLAYS] = {[LONE_OLD] = config->compared.b, [LONE_NEW] = config->compared.a};
    struct regression regression = {.folder = ""};
    struct pool pool = {0};

    for (int i = 0; i < LONE_PLAYS; i++)
        regression.plays[i] = (struct lone_play){.bot = config->bots[bots[i]].name};
    regression.verdict = decide_verdict_of_one_file(regression.plays[LONE_NEW].bot,
                                                    regression.plays[LONE_OLD].bot, &pool);
    int code = conclude(&regression, &options->play, options->junit, EXIT_OK, errors);
    pool_free(&pool);
    return code;
}

/* Otherwise any bot would pass. */
static bool margin_can_be_missed(const struct config *config, struct errors *errors)
{
    const double margin = config->compared.test.margin, hand = hand_of(config);

    if (margin < hand)
        return true;
    errors_add(errors, "--margin",
               "%g is too large: one hand puts two bots at most %g points a deal apart here, so "
               "any would pass",
               margin, hand);
    return false;
}

static int regress(const char *const *words, int count, const struct regress_options *options,
                   struct errors *errors)
{
    const struct asked_regression asked = {.words = words,
                                           .count = count,
                                           .options = options,
                                           .plan = {.model = TEST_POINTS,
                                                    .h0 = -options->margin,
                                                    .h1 = 0,
                                                    .margin = options->margin,
                                                    .alpha = options->alpha,
                                                    .beta = options->beta,
                                                    .faults = VERDICT_FAULTS_ALPHA}};
    struct play_options untimed = options->play; /* both may be the same file */
    struct config config = {0};
    char out[FOLDER_PATH_SIZE];
    int code = EXIT_USAGE;

    if (options->junit && !output_file_possible(options->junit, errors))
        return EXIT_INTERNAL; /* now, not after an hour of play */
    const char *wrong =
        options->margin > 0 ? test_plan_wrong(&asked.plan) : "the margin must be above 0";
    if (wrong) {
        errors_add(errors, "--margin, --alpha, --beta", "%s", wrong);
        return code;
    }
    untimed.time = NULL;
    code = play_options_config(&untimed, &config, options->deals, make_config, &asked, errors);
    if (code == EXIT_OK && !options->same && same_file(&config)) {
        code = conclude_unplayed(&config, options, errors);
        config_free(&config);
        return code;
    }
    if (code == EXIT_OK && options->play.time) {
        config_free(&config);
        config = (struct config){0};
        code = play_options_config(&options->play, &config, options->deals, make_config, &asked,
                                   errors);
    }
    if (code == EXIT_OK)
        code = margin_can_be_missed(&config, errors) &&
                       play_options_open(&options->play, config.name, &config, out, errors)
                   ? play_regression(&config, &options->play, options->play.board, options->junit,
                                     out, errors)
                   : EXIT_USAGE;
    config_free(&config);
    return code;
}

static int run(struct cli_line *line)
{
    struct regress_options options = {
        .play = PLAY_OPTIONS_DEFAULT,
        .margin = 0.5,
        .alpha = 0.05,
        .beta = 0.05,
    };
    const struct cli_option own[] = {
        OPT_REAL("margin", 'm', "X",
                 "the new bot may be worse by at most X points a deal (default 0.5)",
                 &options.margin, 0, FARTHEST),
        OPT_INT("deals", 'n', "N",
                "maximum number of deals (default 36000, or those of the config)", &options.deals,
                1, DEALS_MOST),
        OPT_TEXT("rules", 'r', "NAME", "rule set (default: skat)", &options.rules),
        OPT_TEXT("junit", 0, "FILE", "also write the verdicts as JUnit XML", &options.junit),
        OPT_GROUP("What counts"),
        OPT_TEXTS("against", 0, "BOT",
                  "a third bot, with which both also play; may be repeated (default: stammtisch "
                  "and random)",
                  &options.against),
        OPT_REAL("alpha", 0, "X",
                 "chance of passing a bot that is worse by just the margin (default 0.05)",
                 &options.alpha, 0, 1),
        OPT_REAL("beta", 0, "X",
                 "chance of failing a bot that is worse by just the margin (default 0.05)",
                 &options.beta, 0, 1),
        SCORING_OPTION("", &options.scoring),
        REDEALS_OPTION(&options.play),
        TIME_OPTION(&options.play),
        OPT_FLAG("same", 0,
                 "play even if both are the same file, for example because it reads other files",
                 &options.same),
        OPT_GROUP("Several machines"),
        SHARD_OPTION(&options.play),
        BOARD_OPTION(&options.play),
        OPT_GROUP(GROUP_OUTPUT),
        FORMAT_OPTION(&options.play.format),
    };
    int code = play_options_parse(&options.play, line, OPTIONS(own), 1, 2);
    if (code >= 0)
        return code;
    const struct refusal refusals[] = {
        {line->count == 1, "rules scoring against", "set it in the config instead"},
        {options.play.shard, "junit",
         "a shard of a run has no verdict: `merge` of all shards has the option, too"}};
    code =
        play_options_read_shard(&options.play, line->errors) && cli_refuse(line, OPTIONS(refusals))
            ? regress(line->words, line->count, &options, line->errors)
            : EXIT_USAGE;
    return play_options_end(line, code);
}

const struct cli_command command_regress = {
    "regress",
    "OLD NEW | CONFIG",
    "test that a changed bot is not worse than before",
    "Both play the same deals, against each other and together with each of the third bots, until "
    "a sequential test decides. In a CONFIG, \"compare\": [NEW, OLD] names the bots.",
    run,
    .examples = "regress old/mine.so new/mine.so --junit regress.xml\n"
                "the exit status says whether the new build is worse; CI reads the file",
    .manual =
        "First, each bot plays alone: if one always fails, the command ends, and one that answers "
        "the same question differently is named. The test is of points and of faults; the verdict "
        "is about all these tables. In CI, --seed commit gives each commit deals of its own, the "
        "same whenever its job is repeated. With --shard, `merge` gives the verdict of all shards.",
    .interrupted = "interrupted; skat-arena run --resume FOLDER continues",
    .accepted = "the new bot is not worse by more than the margin",
    .rejected = "the new bot is worse by more than the margin, or fails more often",
    .undecided = "undecided",
};
