// SPDX-License-Identifier: MIT
#include "arena/cli/play_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/text.h"
#include "arena/base/interrupt.h"
#include "arena/base/memory.h"
#include "arena/config/config_warnings.h"
#include "arena/log/result_folder.h"
#include "arena/match/pilot.h"

int play_options_parse(struct play_options *options, struct cli_line *line,
                       const struct cli_option *own, int count, int least, int most)
{
    const struct cli_option shared[] = {
        OPT_GROUP(NULL),
        RULE_OPTION(&options->rule),
        SEED_OPTION(&options->overrides.seed),
        WORKERS_OPTION(&options->overrides.workers),
        OPT_TEXT("out", 'o', "DIR", "result folder (default: results/NAME)", &options->out),
        FORCE_OPTION(&options->force),
        OPT_FLAG("quiet", 'q', "print no progress and no tables", &options->quiet),
        JSON_OPTION(&options->format),
        OPT_GROUP("How bots play"),
        ISOLATION_OPTION(&options->overrides.isolation),
        LIMIT_OPTION(options),
        OPT_CHOICE("play", 0, "bots|solver", "solver: play all cards perfectly, with open hands",
                   &options->overrides.play),
        OPT_GROUP("What is kept"),
        OPT_CHOICE("log", 0, LOG_WORDS, "how the log is kept: as it is, compressed, or not at all",
                   &options->overrides.log),
    };
    enum { SHARED = sizeof shared / sizeof *shared };
    struct cli_option *table = xcalloc((size_t)count + SHARED, sizeof *table);

    options->overrides.rules = &options->rule;
    options->overrides.limits = &options->limit;
    memcpy(table, own, (size_t)count * sizeof *own);
    memcpy(table + count, shared, sizeof shared);
    const int code = cli_parse(line, table, count + SHARED, least, most);
    free(table);
    return code;
}

/* Whoever repeats a command may have meant to go on with its run. */
static void tell_unfinished(const char *folder)
{
    char file[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, RESUME_FILE, file), F_OK) == 0)
        print_note("the run in %s is not finished: `%s run --resume %s` continues it\n", folder,
                   program_invocation_name, folder);
}

bool play_options_show(const struct play_options *options, const struct fields *fields,
                       const void *result)
{
    if (options->format == TABLE_JSON)
        fields_print(fields, result, stdout);
    return options->format != TABLE_JSON && !(options->format == TABLE_TEXT && options->quiet);
}

struct campaign_options play_options_campaign(const struct play_options *options, bool resume)
{
    return (struct campaign_options){
        .out = options->out, .force = options->force, .resume = resume, .quiet = options->quiet};
}

static bool find_folder(const struct play_options *options, const char *name,
                        char path[FOLDER_PATH_SIZE], struct errors *errors)
{
    char last[FOLDER_PATH_SIZE];

    if (options->out)
        return result_folder_name(options->out, name, path, errors);
    if (!result_folder_next(name, options->force, path, last, errors))
        return false;
    if (*last && !options->shard && !options->quiet)
        tell_unfinished(last);
    return true;
}

bool play_options_open(const struct play_options *options, const char *name,
                       const struct config *config, char path[FOLDER_PATH_SIZE],
                       struct errors *errors)
{
    if (!find_folder(options, name, path, errors) ||
        !result_folder_open(path, options->force, errors))
        return false;
    isolation_note_of(config);
    return true;
}

/* "3/8" */
static bool read_shard(const char *text, struct config_overrides *overrides)
{
    char *end;

    overrides->shard = strtoll(text, &end, 10);
    if (*end == '/' && end[1] >= '1' && end[1] <= '9')
        overrides->shards = strtoll(end + 1, &end, 10);
    return !*end && overrides->shard >= 1 && overrides->shard <= overrides->shards &&
           overrides->shards <= SHARDS_MAX;
}

bool play_options_read_shard(struct play_options *options, struct errors *errors)
{
    const int before = errors->count;

    if (options->shard && !read_shard(options->shard, &options->overrides))
        errors_add(errors, "--shard", "must be K/N with 1 <= K <= N <= %d, not \"%.30s\"",
                   SHARDS_MAX, options->shard);
    if (options->board && !options->shard)
        errors_add(errors, "--board", "is only for a shard of a run; it needs --shard K/N");
    return errors->count == before;
}

static void tell_unbegun(void)
{
    print_note("skat-arena: interrupted before the first game: nothing was written\n");
}

int play_options_end(const struct cli_line *line, int code)
{
    if (code != EXIT_USAGE || !interrupt_heard())
        return code;
    errors_free(line->errors);
    tell_unbegun();
    return EXIT_INTERRUPTED;
}

/* How many deals fit into the time that --time gives. Returns an exit code. */
static int find_deals(const struct play_options *options, const struct config *config, bool given,
                      int64_t *deals, struct errors *errors)
{
    struct time_pilot pilot;
    double seconds;

    if (given || options->overrides.session_deals > 0)
        errors_add(errors, "--time", "says how many deals are played: leave out --deals");
    else if (options->shard)
        errors_add(errors, "--time", "shards on other machines would find another number: --deals");
    else if (config->compared.redeals == REDEALS_AUTO)
        errors_add(errors, "--time",
                   "says how many deals are played, by which \"auto\" chooses the number of "
                   "re-deals: give that number, or --deals");
    else if (!text_read_duration(options->time, &seconds))
        errors_add(errors, "--time", "must be a time like 90s, 10m, 2h or 1d, not \"%.30s\"",
                   options->time);
    if (errors->count)
        return EXIT_USAGE;
    const int code = time_pilot_play(&pilot, config, seconds, errors);
    if (code == EXIT_INTERRUPTED)
        tell_unbegun();
    if (code != EXIT_OK)
        return code;
    *deals = pilot.deals;
    if (!options->quiet)
        print_note("%s: a pilot of %lld deal%s took %.1f s, so --time %s is --deals %lld\n",
                   config->name, (long long)pilot.played, text_plural(pilot.played), pilot.seconds,
                   options->time, (long long)pilot.deals);
    return EXIT_OK;
}

int play_options_config(const struct play_options *options, struct config *config, int64_t deals,
                        bool (*make)(struct config *config, const void *context, int64_t deals,
                                     struct errors *errors),
                        const void *context, struct errors *errors)
{
    interrupt_hear();
    if (!make(config, context, deals, errors))
        return EXIT_USAGE;
    if (!options->time)
        return EXIT_OK;
    const int code = find_deals(options, config, deals > 0, &deals, errors);
    config_free(config);
    *config = (struct config){0};
    if (code != EXIT_OK)
        return code;
    return make(config, context, deals, errors) ? EXIT_OK : EXIT_USAGE;
}

/* ---- a run ---- */

static run_conclusion *conclusion_of(const cJSON *command)
{
    static const struct {
        const char *name;
        run_conclusion *conclude;
    } others[] = {
        {"compare", compare_conclude}, {"regress", regress_conclude}, {"ladder", ladder_conclude}};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(json_text(command, "name"), others[i].name) == 0)
            return others[i].conclude;
    return run_conclude;
}

int play_run(const struct config *config, const char *folder, const struct play_options *options,
             const cJSON *command, const char *board, bool resume, struct errors *errors)
{
    static struct tournament tournament; /* 100 kB, used once */
    const struct tournament_options how = {
        .quiet = options->quiet, .board = board, .command = command};

    int code =
        (resume ? tournament_resume : tournament_play)(&tournament, config, folder, &how, errors);
    /* What all shards show together is not what this one does: programs get it all the same. */
    if (tournament.summary && tournament.result.enough && options->format == TABLE_JSON)
        fields_print(&run_summary_fields, tournament.summary, stdout);
    else if (tournament.summary && !tournament.result.enough &&
             (code == EXIT_OK || code == EXIT_INTERRUPTED))
        code = conclusion_of(command)(command, &tournament, folder, options, code, errors);
    tournament_free(&tournament);
    return code;
}
