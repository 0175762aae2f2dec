// SPDX-License-Identifier: MIT
/* arena/cli/cmd_sweep.c - skat-arena sweep CONFIG: a grid of options, each against the bot's own.
 */
#include <stdio.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/terminal_fold.h"
#include "arena/cli/play_options.h"
#include "arena/match/result_folder.h"
#include "arena/cli/format_option.h"
#include "arena/show/result_rows.h"
#include "arena/show/tune_tables.h"
#include "arena/tune/option_sweep.h"
#include "arena/config/isolation_note.h"

static int play_sweep(const struct config *config, const struct play_options *options,
                      int64_t deals, bool resume, struct errors *errors)
{
    static struct sweep_plan plan;
    char out[FOLDER_PATH_SIZE];
    struct json_value root = json_root(config->root, config->path, errors);
    struct json_value object = json_member(&root, "sweep");
    struct sweep_summary summary;
    struct pool pool = {0};

    if (!sweep_plan_read(&plan, &object, config))
        return EXIT_USAGE;
    plan.deals = deals ? deals : plan.deals;
    if (!option_duel_possible(config, plan.bot, &plan.ranges, &plan.deals, 1, errors) ||
        !result_folder_name(options->out, config->name, out, errors) ||
        !(resume ? result_folder_continue(out, errors)
                 : result_folder_open(out, options->force, errors)))
        return EXIT_USAGE;
    isolation_note_of(config);
    const int code = sweep_run(config, &plan, out, resume, options->quiet, &summary, &pool, errors);
    const bool played = code != EXIT_INTERNAL;
    if (code == EXIT_INTERRUPTED)
        print_note("skat-arena: interrupted: %d of %d combinations are finished and in "
                   "%s/sweep.json; the same command with --resume continues\n",
                   summary.points_count, plan.points, out);
    const enum table_format format = options->json ? TABLE_JSON : table_format_of(options->format);
    if (played && format == TABLE_JSON)
        fields_print(&sweep_summary_fields, &summary, stdout);
    else if (played && format != TABLE_TEXT)
        print_sweep_rows(&summary, format, stdout);
    else if (played && !options->quiet)
        print_sweep(&summary, stdout);
    pool_free(&pool);
    return code;
}

static int run(int argc, char **argv)
{
    enum { MOST_DEALS = 10000000 };
    struct play_options options = PLAY_OPTIONS_DEFAULT;
    int64_t deals = 0;
    bool resume = false;
    const struct cli_option own[] = {
        {"deals", 'n', CLI_INT, "N", "deals of each combination (default 3600)", &deals, 72,
         MOST_DEALS},
        {"resume", 0, CLI_FLAG, NULL, "continue a sweep that was interrupted", &resume, 0, 0},
        format_option(&options.format),
    };
    enum { OWN = sizeof own / sizeof *own };
    struct cli_option table[OWN + PLAY_OPTIONS];
    int options_count = play_options_table(&options, own, OWN, table), count;
    const char *words[1];
    struct config config = {0};
    struct errors errors = {0};

    options.overrides.purpose = CONFIG_SWEEP;
    interrupt_hear();
    int code = cli_parse(&command_sweep, table, options_count, argc, argv, words, &count, 1, 1);
    if (code >= 0)
        return code;
    code = config_load(&config, words[0], &options.overrides, &errors)
               ? play_sweep(&config, &options, deals, resume, &errors)
               : EXIT_USAGE;
    code = errors_end(&errors, code);
    config_free(&config);
    return code;
}

const struct cli_command command_sweep = {
    "sweep",
    "CONFIG",
    "play all combinations of some option values against the bot's own",
    "A CONFIG says which in its key \"sweep\" (configs/README.md); its other bots sit at the "
    "table,\n"
    "too. All combinations play the same deals; p is adjusted for their number.",
    run,
    .examples = "sweep sweep --deals 360\n"
                "the grid of configs/sweep.json",
};
