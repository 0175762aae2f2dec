// SPDX-License-Identifier: MIT
/* arena/cli/cmd_run.c - skat-arena run CONFIG: plays a tournament, or continues one. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/show/conclusion.h"
#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/cli/cmd_compare.h"
#include "arena/cli/cmd_regress.h"
#include "arena/base/folder.h"
#include "arena/cli/play_options.h"
#include "arena/log/result_folder.h"
#include "arena/match/resume.h"
#include "arena/cli/common_options.h"
#include "arena/show/standing_tables.h"
#include "arena/match/tournament.h"
#include "arena/config/isolation_note.h"

static void report(const struct play_options *options, const struct tournament *tournament,
                   const char *out)
{
    const struct run_summary *summary = tournament->summary;
    const enum table_format format = table_format_of(options->format, options->json);

    if (format == TABLE_JSON) {
        fields_print(&run_summary_fields, summary, stdout);
    } else if (format != TABLE_TEXT) {
        print_standings(summary, format, stdout);
        if (!options->quiet) /* beside the table, which has no place for it */
            print_verdict(summary->verdict, stderr);
    } else if (!options->quiet) {
        print_conclusion(summary, out, stdout);
        print_standings(summary, format, stdout);
        print_effort(&tournament->result, out, stdout);
        print_next("page:", "report", out, "", stdout);
    }
}

/* As the command would have that began the run. */
static int conclude(const cJSON *command, const struct tournament *tournament, const char *out,
                    const struct play_options *options, int code, struct errors *errors)
{
    if (strcmp(json_text(command, "name"), "regress") == 0)
        return regress_conclude(command, tournament, out, options, code, errors);
    return compare_conclude(command, tournament, out, options, code);
}

/* `command`: what began the run that is resumed; NULL: `run`. */
static int play_run(const struct config *config, const struct play_options *options,
                    const char *out, bool resume, const cJSON *command, const char *board,
                    struct errors *errors)
{
    static struct tournament tournament; /* 100 kB, used once */
    const struct tournament_options how = {
        .quiet = options->quiet, .board = board, .command = command};

    isolation_note_of(config);
    int code =
        (resume ? tournament_resume : tournament_play)(&tournament, config, out, &how, errors);

    if (command && tournament.summary && code != EXIT_INTERNAL && code != EXIT_BAD_FILE)
        code = conclude(command, &tournament, out, options, code, errors);
    else if (tournament.summary && !tournament.result.enough)
        report(options, &tournament, out);
    if (!command && code == EXIT_OK && !tournament.result.enough)
        code = (int)tournament.summary->verdict->exit_status;
    tournament_free(&tournament);
    return code;
}

/* As the command that began it goes on. */
static int resume_run(const struct config *config, const struct play_options *options,
                      const char *out, struct errors *errors)
{
    cJSON *saved = resume_saved(out);
    const cJSON *command = json_get(saved, "command");
    const char *board = cJSON_GetStringValue(json_get(saved, "board"));
    const int code = regress_was_alone(command)
                         ? regress_resume(command, config, out, board, options, errors)
                         : play_run(config, options, out, true, command, board, errors);

    cJSON_Delete(saved);
    return code;
}

static int play_config(const char *path, const struct play_options *options, struct errors *errors)
{
    struct config config;
    char out[FOLDER_PATH_SIZE];
    struct config_overrides timed = options->overrides;
    int code = EXIT_USAGE;

    bool ok = config_load(&config, path, &timed, errors);
    if (ok && options->time) {
        const int found =
            play_options_settle_time(options, &config, timed.deals > 0, &timed.deals, errors);
        config_free(&config);
        if (found != EXIT_OK)
            return found;
        ok = config_load(&config, path, &timed, errors);
    }
    if (ok && play_options_folder(options, config.name, out, errors) &&
        result_folder_open(out, options->force, errors))
        code = play_run(&config, options, out, false, NULL, options->board, errors);
    config_free(&config);
    return code;
}

/* Plays a run to its end, or a finished one to more deals; options that would change more are
 * refused. */
static int resume(const char *folder, const struct play_options *options, struct errors *errors)
{
    const struct config_overrides *overrides = &options->overrides;
    struct config config;
    char moved[FOLDER_PATH_SIZE];
    int code = EXIT_BAD_FILE;

    if (overrides->seed || overrides->session_deals >= 0 || overrides->log ||
        overrides->isolation || overrides->play || overrides->redeals || overrides->bidding ||
        overrides->shards || options->rule.count || options->limit.count || options->board ||
        options->time || options->out || options->force) {
        errors_add(
            errors, "--resume",
            "continues a run unchanged: only --workers, --quiet, --json and --format may be added, "
            "and --deals to a finished run");
        return EXIT_USAGE;
    }
    if (overrides->deals >= 0 &&
        !resume_extend(folder, overrides->deals, overrides->workers > 0 ? overrides->workers : 0,
                       errors))
        return EXIT_USAGE;
    if (resume_load(&config, &folder, moved, overrides->workers > 0 ? overrides->workers : 0,
                    errors))
        code = resume_run(&config, options, folder, errors);
    config_free(&config);
    return code;
}

static int run(int argc, char **argv)
{
    struct play_options options = PLAY_OPTIONS_DEFAULT;
    const char *folder = NULL, *path = NULL;
    const struct cli_option own[] = {
        play_options_deals(&options),
        {"resume", 0, CLI_TEXT, "DIR",
         "continue the interrupted run in DIR; with --deals, a finished one", &folder, 0, 0},
        format_option(&options.format),
        option_group("What is played"),
        play_options_time(&options),
        play_options_session_deals(&options),
        play_options_redeals(&options),
        play_options_bidding(&options),
        option_group("Several machines"),
        play_options_shard(&options),
        play_options_board(&options),
    };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option table[OWN + PLAY_OPTIONS];
    int options_count = play_options_table(&options, own, OWN, table), count;
    int code = cli_parse(&command_run, table, options_count, argc, argv, &path, &count, 0, 1);
    if (code >= 0)
        return code;
    struct errors errors = {0};
    interrupt_hear();
    code = EXIT_USAGE;
    if (!play_options_read_shard(&options, &errors))
        code = EXIT_USAGE;
    else if (!path == !folder)
        errors_add(&errors, "run", "needs a config, or --resume and a folder");
    else
        code = folder ? resume(folder, &options, &errors) : play_config(path, &options, &errors);
    if (code == EXIT_USAGE && play_options_stopped(&errors))
        code = EXIT_INTERRUPTED;
    return errors_end(&errors, code);
}

const struct cli_command command_run = {
    "run",
    "CONFIG | --resume DIR",
    "play a configured tournament",
    "Files and statistics go to a folder in results/. --resume continues a run that was "
    "interrupted, even by a power cut, to the same files; with --deals N, a finished run to N "
    "deals.",
    run,
    .manual =
        "--resume runs the bots that the folder names, as CONFIG does: only continue a run of "
        "somebody whom you trust.",
    .examples = "run stammtisch\n"
                "play the sample tournament configs/stammtisch.json into results/stammtisch\n"
                "run round-robin --deals 72 --out results/short\n"
                "play a config with fewer deals, into another folder",
    .rejected = "the test rejects, or the new bot of a config with a margin fails",
    .undecided = "the test ended without a decision",
};
