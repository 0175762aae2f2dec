// SPDX-License-Identifier: MIT
/* arena/cli/cmd_run.c - skat-arena run CONFIG: plays a tournament, or continues one. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/cli/play_options.h"
#include "arena/show/conclusion.h"
#include "arena/base/interrupt.h"
#include "arena/match/resume.h"
#include "arena/config/config_warnings.h"
#include "arena/show/run_tables.h"

int run_conclude(const cJSON *command, const struct tournament *tournament, const char *folder,
                 const struct play_options *options, int code, struct errors *errors)
{
    const struct run_summary *summary = tournament->summary;
    const enum table_format format = options->format;
    const bool shown = play_options_show(options, &run_summary_fields, summary);

    (void)command, (void)errors;
    if (shown && format == TABLE_TEXT)
        print_conclusion(summary, folder, stdout);
    if (shown)
        result_print(show_standings, &run_summary_fields, summary, format, stdout);
    if (shown && format != TABLE_TEXT && !options->quiet)
        print_verdict(summary->verdict, stderr); /* the table has no place for it */
    if (shown && format == TABLE_TEXT) {
        print_effort(&tournament->result, folder, stdout);
        print_next("page:", "report", folder, "", stdout);
    }
    return code == EXIT_OK ? (int)summary->verdict->exit_status : code;
}

/* Continues a run in the way of the command that began it. */
static int resume_run(const struct config *config, const struct play_options *options,
                      const char *folder, struct errors *errors)
{
    cJSON *saved = resume_saved(folder);
    const cJSON *command = json_get(saved, "command");
    const char *board = cJSON_GetStringValue(json_get(saved, "board"));

    isolation_note_of(config);
    const int code = regress_was_alone(command)
                         ? regress_resume(command, config, folder, board, options, errors)
                         : play_run(config, folder, options, command, board, true, errors);
    cJSON_Delete(saved);
    return code;
}

struct named_config {
    const char *path;
    const struct config_overrides *overrides;
};

static bool load_config(struct config *config, const void *context, int64_t deals,
                        struct errors *errors)
{
    const struct named_config *named = context;
    struct config_overrides overrides = *named->overrides;

    overrides.deals = deals;
    return config_load(config, named->path, &overrides, errors);
}

static int play_config(const char *path, const struct play_options *options, struct errors *errors)
{
    const struct named_config named = {path, &options->overrides};
    struct config config = {0};
    char out[FOLDER_PATH_SIZE];

    int code = play_options_config(options, &config, options->overrides.deals, load_config, &named,
                                   errors);
    if (code == EXIT_OK)
        code = play_options_open(options, config.name, &config, out, errors)
                   ? play_run(&config, out, options, NULL, options->board, false, errors)
                   : EXIT_USAGE;
    config_free(&config);
    return code;
}

/* Plays a run to its end, or a finished one to more deals; options that would change more are
 * refused. */
static int resume(const struct cli_line *line, const char *folder,
                  const struct play_options *options)
{
    const int64_t deals = options->overrides.deals,
                  workers = options->overrides.workers > 0 ? options->overrides.workers : 0;
    const struct refusal refusals[] = {
        {cli_given(line, "seed session-deals log isolation play redeals bidding shard board rule "
                         "limit time out force"),
         "resume",
         "continues a run unchanged: only --workers, --quiet, --json and --format may be added, "
         "and "
         "--deals to a finished run"}};
    struct config config;
    char moved[FOLDER_PATH_SIZE];
    int code = EXIT_BAD_FILE;

    if (!cli_refuse(line, OPTIONS(refusals)) ||
        (deals >= 0 && !resume_extend(folder, deals, workers, line->errors)))
        return EXIT_USAGE;
    interrupt_hear();
    if (resume_load(&config, &folder, moved, workers, line->errors))
        code = resume_run(&config, options, folder, line->errors);
    config_free(&config);
    return code;
}

static int run(struct cli_line *line)
{
    struct play_options options = PLAY_OPTIONS_DEFAULT;
    const char *folder = NULL;
    const struct cli_option own[] = {
        DEALS_OPTION(&options),
        OPT_TEXT("resume", 0, "DIR",
                 "continue the interrupted run in DIR; with --deals, a finished one", &folder),
        FORMAT_OPTION(&options.format),
        OPT_GROUP("What is played"),
        TIME_OPTION(&options),
        SESSION_DEALS_OPTION(&options),
        REDEALS_OPTION(&options),
        BIDDING_OPTION(&options),
        OPT_GROUP("Several machines"),
        SHARD_OPTION(&options),
        BOARD_OPTION(&options),
    };
    int code = play_options_parse(&options, line, OPTIONS(own), 0, 1);
    if (code >= 0)
        return code;
    code = EXIT_USAGE;
    if (!line->count == !folder)
        errors_add(line->errors, "run", "needs a config, or --resume and a folder");
    else if (play_options_read_shard(&options, line->errors))
        code = folder ? resume(line, folder, &options)
                      : play_config(line->words[0], &options, line->errors);
    return play_options_end(line, code);
}

const struct cli_command command_run = {
    "run",
    "CONFIG | --resume DIR",
    "play a configured tournament",
    "Files and statistics go to a folder in results/. --resume continues a run that was "
    "interrupted, even by a power cut, to the same files; with --deals N, a finished run to N "
    "deals.",
    run,
    .manual = "--resume runs the bots that the folder names, as CONFIG does: only continue a run "
              "of somebody whom you trust.",
    .examples = "run stammtisch\n"
                "play the sample tournament configs/stammtisch.json into results/stammtisch\n"
                "run round-robin --deals 72 --out results/short\n"
                "play a config with fewer deals, into another folder",
    .rejected = "the test rejects, or the new bot of a config with a margin fails",
    .undecided = "the test ended without a decision",
};
