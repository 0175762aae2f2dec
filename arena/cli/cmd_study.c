/* arena/cli/cmd_study.c - skat-arena study CONFIG */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/cli/play_options.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/match/result_folder.h"
#include "arena/study/study.h"
#include "arena/show/study_tables.h"
#include "arena/show/summary_tables.h"
#include "arena/base/terminal.h"
#include "arena/match/tournament.h"

/* The whole state of a study; large, therefore static. */
struct whole {
    struct config config; /* of the base */
    struct config varied; /* the same with the rules and description of a variation */
    struct variations variations;
    struct study study;
    struct tournament tournament;
};

/* ---- signals between two runs; within a run, the run handles them ---- */

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static void hear_signals(void)
{
    static const int heard[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};

    for (size_t i = 0; i < sizeof heard / sizeof *heard; i++)
        sigaction(heard[i], &action, NULL);
}

/* ---- folders ---- */

/* The folder of the base (-1) or of a variation. */
static bool name_run_folder(const struct whole *whole, const char *out, int index,
                            char path[FOLDER_PATH_SIZE], struct errors *errors)
{
    char inside[FOLDER_PATH_SIZE];
    const char *name = index < 0 ? "base" : whole->variations.of[index].name;

    return result_folder_name(folder_file(out, name, inside), name, path, errors);
}

static bool open_folders(const struct whole *whole, const char *out, bool force,
                         struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    bool ok = result_folder_open(out, force, errors);

    for (int i = -1; ok && i < whole->variations.count; i++)
        ok =
            name_run_folder(whole, out, i, path, errors) && result_folder_open(path, force, errors);
    return ok;
}

/* The folders of runs that were not played are empty; rmdir() keeps all others. */
static void remove_empty_folders(const struct whole *whole, const char *out)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};

    for (int i = -1; i < whole->variations.count; i++)
        if (name_run_folder(whole, out, i, path, &ignored))
            rmdir(path);
    errors_free(&ignored);
}

/* ---- playing ---- */

/* A temporary file for game statistics; it is gone when this process ends. */
static FILE *open_stats_file(struct errors *errors)
{
    FILE *game_stats = tmpfile();

    if (!game_stats)
        errors_add(errors, "temporary file", "cannot be created: %s", strerror(errno));
    return game_stats;
}

static int play_run(struct whole *whole, const struct config *config, int index, const char *out,
                    bool quiet, FILE *game_stats, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct tournament_options how = {.quiet = quiet, .game_stats = game_stats};

    if (interrupted)
        return EXIT_INTERRUPTED;
    if (!game_stats || !name_run_folder(whole, out, index, path, errors))
        return EXIT_INTERNAL;
    int code = tournament_play(&whole->tournament, config, path, &how, errors);
    if (whole->tournament.result.signalled)
        interrupted = 1; /* even if that run finished: later runs are not to start */
    tournament_free(&whole->tournament);
    return code;
}

/* The same bots, deals and seeds, with other rules. */
static int play_variation(struct whole *whole, int index, FILE *base, const char *out, bool quiet,
                          struct errors *errors)
{
    const struct variation *variation = &whole->variations.of[index];
    char description[VARIATION_NAME_SIZE + 80];
    FILE *game_stats = open_stats_file(errors);

    whole->varied = whole->config;
    whole->varied.rules = variation->rules;
    snprintf(description, sizeof description, "Variation %s of a study.", variation->name);
    whole->varied.description = description;
    int code = play_run(whole, &whole->varied, index, out, quiet, game_stats, errors);
    if (code == EXIT_OK && !study_add(&whole->study, base, game_stats, errors))
        code = EXIT_INTERNAL;
    if (game_stats)
        fclose(game_stats);
    return code;
}

static int play_all(struct whole *whole, const char *out, bool quiet, struct errors *errors)
{
    FILE *game_stats = open_stats_file(errors);
    int code = play_run(whole, &whole->config, -1, out, quiet, game_stats, errors);

    for (int i = 0; i < whole->variations.count && code == EXIT_OK; i++)
        code = play_variation(whole, i, game_stats, out, quiet, errors);
    if (game_stats)
        fclose(game_stats);
    return code;
}

/* ---- the report ---- */

static bool report(struct whole *whole, const struct play_options *options, const char *out,
                   struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    study_adjust(&whole->study);
    cJSON *json = study_to_json(&whole->study);
    bool ok = json_save(json, folder_file(out, "study.json", path), errors) &&
              study_save_csv(json, folder_file(out, "study.csv", path), errors);
    if (options->json) {
        json_print(json, stdout);
    } else if (!options->quiet) {
        print_conditions(folder_file(out, "base", path), stdout);
        print_study(json, terminal_width(stdout), stdout);
        printf("\n%s: study.json, study.csv, and a result folder for each rule set\n", out);
    }
    cJSON_Delete(json);
    return ok;
}

static int play(struct whole *whole, const struct play_options *options, const char *out,
                struct errors *errors)
{
    hear_signals();
    tournament_warn_of_units(&whole->config);
    study_start(&whole->study, &whole->config, &whole->variations);
    int code = play_all(whole, out, options->quiet, errors);
    if (code != EXIT_INTERNAL && !report(whole, options, out, errors))
        code = EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        fprintf(stderr,
                "skat-arena: interrupted: %d of %d variations are finished and in %s/study.json; "
                "--force starts the study again\n",
                whole->study.measured, whole->variations.count, out);
    remove_empty_folders(whole, out);
    study_free(&whole->study);
    return code;
}

static int study(const char *path, const struct play_options *options)
{
    static struct whole whole;
    struct errors errors = {0};
    char out[FOLDER_PATH_SIZE];
    int code = EXIT_USAGE;

    bool loaded = config_load(&whole.config, path, &options->overrides, &errors);
    if (variations_read(&whole.variations, &whole.config, loaded, &errors) && loaded &&
        result_folder_name(options->out, whole.config.name, out, &errors) &&
        open_folders(&whole, out, options->force, &errors))
        code = play(&whole, options, out, &errors);
    errors_print(&errors, stderr);
    errors_free(&errors);
    config_free(&whole.config);
    return code;
}

static int run(int argc, char **argv)
{
    struct play_options options = PLAY_OPTIONS_DEFAULT;
    const struct cli_option deals = play_options_deals(&options);
    struct cli_option table[1 + PLAY_OPTIONS];
    int options_count = play_options_table(&options, &deals, 1, table), count;
    const char *words[1];

    options.overrides.study = true;
    int code = cli_parse(&command_study, table, options_count, argc, argv, words, &count, 1, 1);
    return code >= 0 ? code : study(words[0], &options);
}

const struct cli_command command_study = {
    "study",
    "CONFIG",
    "measure the effect of rule variations",
    "CONFIG is a tournament with \"variations\" of its rules, or with a \"grid\" of options. Its\n"
    "own rules and each variation are played with the same deals, seats and seeds. Each rule set\n"
    "has its own result folder, DIR/base or DIR/NAME; the effects are in DIR/study.json.",
    run,
};
