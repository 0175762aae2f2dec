/* arena/cli/cmd_regress.c - skat-arena regress OLD NEW: tests that a changed bot is not worse. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/config/two_bot_config.h"
#include "arena/base/memory.h"
#include "arena/show/comparison_tables.h"
#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/record/game_text.h"
#include "arena/base/json_file.h"
#include "arena/show/junit.h"
#include "arena/log/log_reader.h"
#include "arena/cli/play_options.h"
#include "arena/compare/regression.h"
#include "arena/match/result_folder.h"
#include "arena/base/atomic_file.h"
#include "arena/show/summary_tables.h"
#include "arena/match/tournament.h"

struct regress_options {
    struct play_options play;
    const char *rules, *junit;
    int64_t deals;
    double margin, alpha, beta;
};

static int exit_code(const struct regression *regression)
{
    if (!regression->failures)
        return EXIT_OK;
    return regression->undecided && regression->failures == 1 ? EXIT_UNDECIDED : EXIT_REJECTED;
}

/* ---- output ---- */

/* The position in which the first decision of a divergent deal differed, from the log. */
static void print_position(const char *folder, const cJSON *first, FILE *out)
{
    static struct game_json line; /* 7 kB, used one at a time */
    const cJSON *position = cJSON_GetObjectItemCaseSensitive(first, "position");
    double wanted = json_number_within(first, "a", "game");
    struct errors errors = {0};
    struct log_reader log;

    if (!cJSON_IsNumber(position) || position->valueint < 0 || position->valueint >= SKAT_PLAYERS)
        return;
    bool open = log_reader_open(&log, folder, NULL, &errors);
    while (open && log_reader_next(&log) && (double)log_reader_game(&log) < wanted)
        ;
    if (open && game_json_read(log.text, log.length, &log.rules, NULL, log.path, &line, &errors)) {
        const struct game_text text = {&line, game_text_symbols(), out, NULL};
        fprintf(out, "      ");
        game_text_print_position(&text, (int)json_number(first, "move"),
                                 (unsigned)position->valueint);
        cJSON_Delete(line.root);
    }
    log_reader_close(&log);
    errors_free(&errors);
}

static void print_divergences(const cJSON *summary, const char *folder, FILE *out)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const cJSON *swing, *list = cJSON_GetObjectItemCaseSensitive(comparison, "divergences");

    if (!cJSON_GetArraySize(list))
        return;
    fprintf(out, "\nthe first deals played differently (new - old in points per deal)\n");
    cJSON_ArrayForEach (swing, list) {
        print_swing(swing, folder, out);
        print_position(folder, cJSON_GetObjectItemCaseSensitive(swing, "first"), out);
    }
}

static void print_checks(const struct regression *regression, FILE *out)
{
    fprintf(out, "\n");
    for (int i = 0; i < REGRESSION_CHECKS; i++)
        fprintf(out, "%-4s %s\n", regression->checks[i].failed ? "FAIL" : "ok",
                regression->checks[i].text);
}

static bool write_junit(const struct regression *regression, const char *positions,
                        const char *path, struct errors *errors)
{
    struct junit_case cases[REGRESSION_CHECKS];

    for (int i = 0; i < REGRESSION_CHECKS; i++) {
        const struct regression_check *check = &regression->checks[i];
        cases[i] = (struct junit_case){.name = check->name,
                                       .output = check->text,
                                       .failure = check->failed ? check->text : NULL};
    }
    if (*positions)
        cases[REGRESSION_DIVERGENCE].output = positions;
    return junit_write(path, "skat-arena regress", cases, REGRESSION_CHECKS, errors);
}

/* ---- playing ---- */

static int report(const struct regress_options *options, const struct tournament *tournament,
                  const char *out, struct errors *errors)
{
    char *positions = NULL;
    size_t length = 0;
    struct regression regression;

    regression_judge(&regression, tournament->summary, options->margin);
    FILE *memory = xcheck(open_memstream(&positions, &length));
    print_divergences(tournament->summary, out, memory);
    fclose(memory);
    if (options->play.json)
        json_print(tournament->summary, stdout);
    else if (!options->play.quiet)
        printf("%s", positions);
    if (!options->play.json) {
        print_conditions(out, stdout);
        print_checks(&regression, stdout);
    }
    bool written = !options->junit || write_junit(&regression, positions, options->junit, errors);
    free(positions);
    return written ? exit_code(&regression) : EXIT_INTERNAL;
}

static int regress(const char *const words[2], const struct regress_options *options,
                   struct errors *errors)
{
    struct two_bots two = {
        .bots = {words[1], words[0]},
        .names = {"new", "old"},
        .rules = options->rules,
        .deals = options->deals,
        .tested = true,
        .test = {.model = TEST_POINTS,
                 .h0 = -options->margin,
                 .h1 = 0,
                 .alpha = options->alpha,
                 .beta = options->beta},
    };
    const struct tournament_options how = {.quiet = options->play.quiet};
    struct config config;
    struct tournament tournament = {0};
    char out[FOLDER_PATH_SIZE];
    int code = EXIT_USAGE;

    if (options->junit && !atomic_file_possible(options->junit, errors))
        return EXIT_INTERNAL; /* now, not after an hour of play */
    const char *wrong = test_plan_wrong(&two.test);
    if (wrong) {
        errors_add(errors, "--margin, --alpha, --beta", "%s", wrong);
        return code;
    }
    if (two_bot_config(&config, &two, "regress", &options->play.overrides, errors) &&
        result_folder_name(options->play.out, config.name, out, errors) &&
        result_folder_open(out, options->play.force, errors)) {
        code = tournament_play(&tournament, &config, out, &how, errors);
        if (code == EXIT_OK)
            code = report(options, &tournament, out, errors);
    }
    tournament_free(&tournament);
    config_free(&config);
    return code;
}

static int run(int argc, char **argv)
{
    enum { MOST_DEALS = 1000000000, FARTHEST = 1000000, DEALS = 36000 };
    struct regress_options options = {
        .play = PLAY_OPTIONS_DEFAULT,
        .deals = DEALS,
        .margin = 0.5,
        .alpha = 0.05,
        .beta = 0.05,
    };
    const struct cli_option own[] = {
        {"margin", 'm', CLI_REAL, "X",
         "the new bot may be worse by at most X points per deal (default 0.5)", &options.margin, 0,
         FARTHEST},
        {"deals", 'n', CLI_INT, "N", "maximum number of deals (default 36000)", &options.deals, 1,
         MOST_DEALS},
        {"alpha", 0, CLI_REAL, "X", "chance of accepting a bot worse by the margin (0.05)",
         &options.alpha, 0, 1},
        {"beta", 0, CLI_REAL, "X", "chance of rejecting an equally good bot (0.05)", &options.beta,
         0, 1},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set (default: isko)", &options.rules, 0, 0},
        {"junit", 0, CLI_TEXT, "FILE", "also write the verdicts as JUnit XML", &options.junit, 0,
         0},
    };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option table[OWN + PLAY_OPTIONS];
    int options_count = play_options_table(&options.play, own, OWN, table), count;
    const char *words[2];
    int code = cli_parse(&command_regress, table, options_count, argc, argv, words, &count, 2, 2);
    if (code >= 0)
        return code;
    struct errors errors = {0};
    code = regress(words, &options, &errors);
    errors_print(&errors, stderr);
    errors_free(&errors);
    return code;
}

const struct cli_command command_regress = {
    "regress",
    "OLD NEW",
    "test that a changed bot is not worse than before",
    "Both play the same deals. If no deal differs, all deals are played and the bound 3/n on the\n"
    "share of deals that differ is reported; otherwise a sequential test stops play once it\n"
    "decides. More faults than chance explains also reject the new bot. Exit status: 0 not worse,\n"
    "1 worse, 2 undecided.",
    run,
};
