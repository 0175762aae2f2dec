/* arena/command_regress.c - skat-arena regress OLD NEW: is a changed bot not worse? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/duel.h"
#include "arena/comparison_tables.h"
#include "arena/exit_code.h"
#include "arena/figures.h"
#include "arena/folder.h"
#include "arena/gametext.h"
#include "arena/json_file.h"
#include "arena/junit.h"
#include "arena/logfile.h"
#include "arena/play_options.h"
#include "arena/result_folder.h"
#include "arena/savefile.h"
#include "arena/summary_tables.h"
#include "arena/tournament.h"

enum { CHECKS = 3, TEXT_SIZE = 400 };

struct regress_options {
    struct play_options play;
    const char *rules, *junit;
    int64_t deals;
    double margin, alpha, beta;
};

/* What was looked at, each with a sentence; a failure is one that makes the new bot worse. */
struct checks {
    struct junit_case cases[CHECKS];
    char text[CHECKS][TEXT_SIZE];
    int failures;
    bool undecided;
};

/* ---- judging ---- */

struct faults {
    double count, seats;
};

static struct faults faults_of(const cJSON *summary, const char *name)
{
    const cJSON *bot, *count;
    struct faults faults = {0, 0};

    cJSON_ArrayForEach (bot, cJSON_GetObjectItemCaseSensitive(summary, "bots"))
        if (strcmp(figure_text(bot, "name"), name) == 0) {
            faults.seats = figure(bot, "deals");
            cJSON_ArrayForEach (count, cJSON_GetObjectItemCaseSensitive(bot, "faults"))
                faults.count += count->valuedouble;
        }
    return faults;
}

/* Could the faults of both have fallen on them by chance like this? Any fault of a bot that had none
 * is one too many; otherwise the new bot's are binomial in the sum, by seats. Three deviations, because
 * the games of a deal share its cards, so that faults come in threes. */
static bool more_faults(struct faults now, struct faults before)
{
    const double DEVIATIONS = 3;
    double both = now.count + before.count, share = now.seats / (now.seats + before.seats);

    if (!before.count)
        return now.count > 0;
    return now.count > both * share + DEVIATIONS * sqrt(both * share * (1 - share));
}

static void judge_faults(struct checks *checks, const cJSON *summary)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    struct faults now = faults_of(summary, "new"), before = faults_of(summary, "old");
    struct junit_case *check = &checks->cases[0];

    snprintf(checks->text[0], TEXT_SIZE,
             "%.0f fault%s (illegal actions, timeouts, crashes) in %.0f seats; the old bot has "
             "%.0f in %.0f",
             now.count, now.count == 1 ? "" : "s", now.seats, before.count, before.seats);
    *check = (struct junit_case){.name = "no more faults than before", .output = checks->text[0]};
    /* Where every deal is played alike, so are the faults. */
    if (figure(comparison, "divergent") > 0 && more_faults(now, before))
        check->failure = checks->text[0];
}

/* That the play differs is no failure: a changed bot may play differently. */
static void judge_divergence(struct checks *checks, const cJSON *summary)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    double deals = figure(comparison, "deals"), divergent = figure(comparison, "divergent");

    if (divergent > 0)
        snprintf(checks->text[1], TEXT_SIZE, "%.0f of %.0f deals are played differently (%.2f%%)",
                 divergent, deals, 100 * figure(comparison, "divergent_share"));
    else
        snprintf(checks->text[1], TEXT_SIZE,
                 "all %.0f deals are played alike: fewer than %.3g%% of all %ss differ (95 %%)",
                 deals, 100 * figure(comparison, "divergence_bound"),
                 figure_text(comparison, "unit"));
    checks->cases[1] = (struct junit_case){.name = "same play", .output = checks->text[1]};
}

static void judge_points(struct checks *checks, const cJSON *summary, double margin)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const cJSON *test = cJSON_GetObjectItemCaseSensitive(summary, "test");
    const cJSON *difference =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(comparison, "scorings"),
                                         figure_text(comparison, "primary"));
    const char *verdict = figure_text(test, "verdict");
    struct junit_case *check = &checks->cases[2];
    char early[60] = "";

    if (figure(test, "units") < figure(test, "min_units"))
        snprintf(early, sizeof early, "; no verdict before %.0f %ss", figure(test, "min_units"),
                 figure_text(comparison, "unit"));

    snprintf(
        checks->text[2], TEXT_SIZE,
        "%s: new - old is %+.3f points a deal (95 %% %+.3f to %+.3f) after %.0f %ss, margin %g, "
        "LLR %.2f in %.2f .. %.2f%s",
        strcmp(verdict, "accept") == 0   ? "not worse"
        : strcmp(verdict, "reject") == 0 ? "worse"
                                         : "undecided",
        figure(difference, "mean"), figure(difference, "low"), figure(difference, "high"),
        figure(test, "units"), figure_text(comparison, "unit"), margin, figure(test, "llr"),
        figure(test, "lower"), figure(test, "upper"), early);
    *check =
        (struct junit_case){.name = "not worse by more than the margin", .output = checks->text[2]};
    /* Without a difference there is nothing to test, however few the deals were. */
    bool same = figure(comparison, "divergent") == 0;
    if (same)
        snprintf(checks->text[2], TEXT_SIZE, "not worse: no deal tells the two apart");
    else if (strcmp(verdict, "accept") != 0)
        check->failure = checks->text[2];
    checks->undecided = !same && strcmp(verdict, "undecided") == 0;
}

static void judge(struct checks *checks, const cJSON *summary, double margin)
{
    *checks = (struct checks){0};
    judge_faults(checks, summary);
    judge_divergence(checks, summary);
    judge_points(checks, summary, margin);
    for (int i = 0; i < CHECKS; i++)
        checks->failures += checks->cases[i].failure != NULL;
}

static int exit_code(const struct checks *checks)
{
    if (!checks->failures)
        return EXIT_OK;
    return checks->undecided && checks->failures == 1 ? EXIT_UNDECIDED : EXIT_REJECTED;
}

/* ---- saying it ---- */

/* The position in which the first decision of a divergent deal differed, from the log. */
static void print_position(const char *folder, const cJSON *first, FILE *out)
{
    static struct gameline line; /* 7 kB, used one at a time */
    const cJSON *position = cJSON_GetObjectItemCaseSensitive(first, "position");
    double wanted = figure_within(first, "a", "game");
    struct problems problems = {0};
    struct logfile log;

    if (!cJSON_IsNumber(position) || position->valueint < 0 || position->valueint >= SKAT_PLAYERS)
        return;
    bool open = logfile_open(&log, folder, NULL, &problems);
    while (open && logfile_next(&log) && (double)logfile_game(&log) < wanted)
        ;
    if (open && gameline_read(log.text, log.length, &log.rules, NULL, log.path, &line, &problems)) {
        const struct gametext text = {&line, gametext_symbols(), out, NULL};
        fprintf(out, "      ");
        gametext_print_position(&text, (int)figure(first, "move"), (unsigned)position->valueint);
        cJSON_Delete(line.root);
    }
    logfile_close(&log);
    problems_free(&problems);
}

static void print_divergences(const cJSON *summary, const char *folder, FILE *out)
{
    const cJSON *comparison = cJSON_GetObjectItemCaseSensitive(summary, "comparison");
    const cJSON *swing, *list = cJSON_GetObjectItemCaseSensitive(comparison, "divergences");

    if (!cJSON_GetArraySize(list))
        return;
    fprintf(out, "\nthe first deals played differently (new - old in points a deal)\n");
    cJSON_ArrayForEach (swing, list) {
        print_swing(swing, folder, out);
        print_position(folder, cJSON_GetObjectItemCaseSensitive(swing, "first"), out);
    }
}

static void print_checks(const struct checks *checks, FILE *out)
{
    fprintf(out, "\n");
    for (int i = 0; i < CHECKS; i++)
        fprintf(out, "%-4s %s\n", checks->cases[i].failure ? "FAIL" : "ok", checks->text[i]);
}

/* ---- playing ---- */

static int report(const struct regress_options *options, const struct tournament *tournament,
                  const char *out, struct problems *problems)
{
    char *positions = NULL;
    size_t length = 0;
    struct checks checks;

    judge(&checks, tournament->summary, options->margin);
    FILE *memory = open_memstream(&positions, &length);
    if (!memory)
        abort(); /* out of memory */
    print_divergences(tournament->summary, out, memory);
    fclose(memory);
    if (options->play.json)
        json_print(tournament->summary, stdout);
    else if (!options->play.quiet)
        printf("%s", positions);
    if (!options->play.json) {
        print_conditions(out, stdout);
        print_checks(&checks, stdout);
    }
    if (length)
        checks.cases[1].output = positions;
    bool written = !options->junit || junit_write(options->junit, "skat-arena regress",
                                                  checks.cases, CHECKS, problems);
    free(positions);
    return written ? exit_code(&checks) : EXIT_INTERNAL;
}

static int regress(const char *const words[2], const struct regress_options *options,
                   struct problems *problems)
{
    struct duel duel = {
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

    if (options->junit && !savefile_possible(options->junit, problems))
        return EXIT_INTERNAL; /* now, not after an hour of play */
    const char *wrong = test_plan_wrong(&duel.test);
    if (wrong) {
        problems_add(problems, "--margin, --alpha, --beta", "%s", wrong);
        return code;
    }
    if (duel_config(&config, &duel, "regress", &options->play.overrides, problems) &&
        result_folder_name(options->play.out, config.name, out, problems) &&
        result_folder_open(out, options->play.force, problems)) {
        code = tournament_play(&tournament, &config, out, &how, problems);
        if (code == EXIT_OK)
            code = report(options, &tournament, out, problems);
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
         "points a deal that the new bot may be worse at most (default 0.5)", &options.margin, 0,
         FARTHEST},
        {"deals", 'n', CLI_INT, "N", "deals to play at most (default 36000)", &options.deals, 1,
         MOST_DEALS},
        {"alpha", 0, CLI_REAL, "X", "chance to accept a bot that is worse by the margin (0.05)",
         &options.alpha, 0, 1},
        {"beta", 0, CLI_REAL, "X", "chance to reject one that is as good (0.05)", &options.beta, 0,
         1},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set (default: isko)", &options.rules, 0, 0},
        {"junit", 0, CLI_TEXT, "FILE", "write the verdicts for CI systems, too", &options.junit, 0,
         0},
    };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option table[OWN + PLAY_OPTIONS];
    int options_count = play_options_table(&options.play, own, OWN, table), count;
    const char *words[2];
    int code = cli_parse(&command_regress, table, options_count, argc, argv, words, &count, 2, 2);
    if (code >= 0)
        return code;
    struct problems problems = {0};
    code = regress(words, &options, &problems);
    problems_print(&problems, stderr);
    problems_free(&problems);
    return code;
}

const struct cli_command command_regress = {
    "regress",
    "OLD NEW",
    "test that a changed bot is not worse than it was",
    "Both play the same deals. Without any difference the whole number of deals is played, and "
    "the\n"
    "bound 3/n on how many differ is said; else a sequential test ends it as soon as it is clear.\n"
    "More faults than chance explains reject a bot, too. Exit status 0 not worse, 1 worse, 2 "
    "undecided.",
    run,
};
