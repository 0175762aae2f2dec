// SPDX-License-Identifier: MIT
/* arena/cli/cmd_realism.c - skat-arena realism: do these bots play like people? */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/cli/play_options.h"
#include "arena/log/log_replayer.h"
#include "arena/show/study_tables.h"
#include "arena/study/realism.h"
#include "arena/config/config_warnings.h"
#include "engine/variant.h"

struct realism_options {
    struct play_options play;
    const char *reference, *rules;
    bool resume; /* goes on with the run in the folder */
};

/* Writes or prints what was counted. */
static void show_counted(const struct realism *realism, const struct realism_options *options,
                         const struct references *references)
{
    const enum table_format format = options->play.format;
    cJSON *json = realism_to_json(realism, references);

    if (format == TABLE_JSON)
        json_print(json, stdout);
    else if (format != TABLE_TEXT || !options->play.quiet)
        show_realism(json, &(struct table_sink){format, stdout, NULL});
    cJSON_Delete(json);
}

/* The references are about Skat. */
static void warn_of_game(const struct skat_rules *rules)
{
    if (rules->game != SKAT_VARIANT_SKAT)
        fprintf(
            stderr,
            "skat-arena: warning: these games are %s; the figures of others are those of Skat\n",
            rules->derived.variant->title);
}

/* ---- a result folder ---- */

static bool add_game(void *realism, const struct replayed_line *line)
{
    realism_add(realism, &line->stats);
    return true;
}

static int of_folder(const char *path, const struct realism_options *options,
                     const struct references *references, struct errors *errors)
{
    static struct realism realism; /* 1 MB */
    struct log_reader log = {0};
    const char *rules = options->rules;
    int code = EXIT_BAD_FILE;

    if (rule_option_join(&rules, &options->play.rule, true, errors) >= 0)
        return EXIT_USAGE;
    if (options->resume) {
        errors_add(errors, "--resume",
                   "continues the run of a config; `run --resume` with that of a folder");
        return EXIT_USAGE;
    }
    if (log_reader_open(&log, path, rules, errors)) {
        if (!log.has_manifest)
            errors_add(errors, path,
                       "has no manifest.json, which says how its games belong together");
        warn_of_game(&log.rules);
        realism_start(&realism, &log.rules, &log.manifest.schedule);
        if (!errors->count && log_games_each(&log, add_game, &realism, errors)) {
            show_counted(&realism, options, references);
            code = EXIT_OK;
        }
    }
    log_reader_close(&log);
    return code;
}

/* ---- a config, which is played ---- */

static int play_realism(struct config *config, const struct realism_options *options,
                        const struct references *references, struct errors *errors)
{
    static struct realism realism;
    struct campaign campaign;
    const struct play_options *play = &options->play;
    const struct campaign_options wanted = play_options_campaign(play, options->resume);
    FILE *game_stats = tmpfile();

    if (!game_stats) {
        errors_add(errors, "temporary file", "cannot be created: %s", strerror(errno));
        return EXIT_INTERNAL;
    }
    int code = EXIT_USAGE;
    if (campaign_open(&campaign, &wanted, config->name, config, errors)) {
        const struct tournament_options how = {.quiet = play->quiet, .game_stats = game_stats};
        isolation_note_of(config);
        code = campaign_play_in(&campaign, config, campaign.folder, &how, errors);
        if (code == EXIT_INTERRUPTED && config->log != LOG_NONE)
            print_note("skat-arena: the same command with --resume continues\n");
        warn_of_game(&config->rules);
        realism_start(&realism, &config->rules, &config->schedule);
        if ((code == EXIT_OK || code == EXIT_INTERRUPTED) &&
            realism_read(&realism, game_stats, errors))
            show_counted(&realism, options, references);
    }
    fclose(game_stats);
    return errors->count && code == EXIT_OK ? EXIT_INTERNAL : code;
}

static int of_config(const char *path, const struct realism_options *options,
                     const struct references *references, struct errors *errors)
{
    struct config config = {0};
    int code = EXIT_USAGE;

    if (options->rules)
        errors_add(errors, "--rules", "set it in the config instead");
    else if (options->resume && options->play.force)
        errors_add(errors, "--resume", "continues, and --force starts over: only one of them");
    else if (config_load(&config, path, &options->play.overrides, errors))
        code = play_realism(&config, options, references, errors);
    config_free(&config);
    return code;
}

/* ---- the command ---- */

/* A folder or a log that is there; all else is a config, by its path or name. */
static bool is_result(const char *path)
{
    size_t length = strlen(path), end = strlen(".json");
    bool named = length > end && strcmp(path + length - end, ".json") == 0;

    return folder_exists(path) || (!named && access(path, F_OK) == 0);
}

static int run(struct cli_line *line)
{
    struct realism_options options = {.play = PLAY_OPTIONS_DEFAULT};

    const struct cli_option own[] = {
        DEALS_OPTION(&options.play),
        OPT_TEXT("reference", 0, "NAME",
                 "only these figures of results/reference, or a file (default: all)",
                 &options.reference),
        OPT_TEXT("rules", 'r', "NAME", "a folder: replay by this rule set", &options.rules),
        OPT_FLAG("resume", 0, "a config: continue a run of it that was interrupted",
                 &options.resume),
        FORMAT_OPTION(&options.play.format),
        OPT_GROUP("What is played"),
        SESSION_DEALS_OPTION(&options.play),
    };
    struct references references;
    int code = play_options_parse(&options.play, line, OPTIONS(own), 1, 1);

    if (code >= 0)
        return code;
    code = EXIT_BAD_FILE;
    if (references_load(&references, options.reference, line->errors))
        code = (is_result(line->words[0]) ? of_folder : of_config)(line->words[0], &options,
                                                                   &references, line->errors);
    references_free(&references);
    return code;
}

const struct cli_command command_realism = {
    "realism",
    "FOLDER|CONFIG",
    "compare what bots choose and win with how people play",
    "Reads the games of a result FOLDER, or plays a CONFIG first. Shares have 95 % intervals over\n"
    "deals (or sessions). The distance to a reference is the root mean square of the differences,\n"
    "over the figures that it has.",
    run,
    .examples = "realism results/stammtisch\n"
                "how these games compare with those that people play",
};
