// SPDX-License-Identifier: MIT
#include "arena/match/tournament.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/text.h"
#include "arena/base/output_file.h"
#include "arena/config/config_warnings.h"
#include "arena/base/command_line.h"
#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/machine.h"
#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/log/result_folder.h"
#include "arena/match/pilot.h"
#include "arena/compare/redeal_choice.h"
#include "arena/match/log_resume_state.h"
#include "arena/match/resume.h"
#include "arena/match/supervisor.h"
#include "arena/match/worker_pool.h"
#include "arena/match/worker_table.h"

/* ---- what is said before ---- */

static void announce(const struct config *config, const char *out)
{
    char seed[SKAT_SEED_TEXT_SIZE];
    const uint64_t games = schedule_games(&config->schedule),
                   deals = schedule_deals(&config->schedule);

    print_note("%s: %s%llu game%s (%d arrangement%s of %llu deal%s), seed %s, %d worker%s -> %s\n",
               config->name, config->compared.tested && !config->schedule.shards ? "at most " : "",
               (unsigned long long)games, text_plural((long long)games), config->schedule.per_deal,
               text_plural(config->schedule.per_deal), (unsigned long long)deals,
               text_plural((long long)deals), skat_seed_print(&config->seed, seed), config->workers,
               text_plural(config->workers), out);
    if (config->rules.deals % config->rules.seats && !config->given.count)
        print_note("skat-arena: warning: %d deal%s not a multiple of %d seats: some seats deal "
                   "and lead more often than others\n",
                   config->rules.deals, config->rules.deals == 1 ? " is" : "s are",
                   config->rules.seats);
}

/* Limits that somebody chose: the default is more than most bots need. */
static void warn_of_memory(const struct config *config)
{
    const uint64_t there_is = memory_there_is() >> 20;
    uint64_t processes = 0, all_mb = 0;
    bool chosen = false;

    for (int bot = 0; bot < config->bot_count; bot++) {
        /* With the programs of `pipe`, whose groups have the same limit. */
        const uint64_t of_bot = (uint64_t)config->workers * (uint64_t)worker_processes(config, bot);
        const uint32_t memory_mb = config->bots[bot].limits.memory_mb;
        if (!of_bot)
            continue;
        processes += of_bot;
        all_mb += of_bot * memory_mb;
        chosen |= memory_mb != config->limits.memory_mb;
    }
    const cJSON *limits = json_get(config->root, "limits");
    if ((chosen || json_get(limits, "memory_mb")) && all_mb > there_is)
        print_note(
            "skat-arena: warning: memory_mb allows %llu bot processes %llu MB together, and there "
            "are %llu MB: if they take it, the system ends processes, and then the run ends\n",
            (unsigned long long)processes, (unsigned long long)all_mb,
            (unsigned long long)there_is);
}

/* ---- timing.json ---- */

static void add_times(cJSON *bot, const struct latency_histogram *times)
{
    static const struct {
        const char *key;
        double share;
    } percentiles[] = {{"p50_us", 0.5}, {"p90_us", 0.9}, {"p99_us", 0.99}, {"max_us", 1}};

    json_put_int(bot, "answers_asked", (int64_t)times->count);
    json_put_int(bot, "decisions_timed", (int64_t)times->timed);
    cJSON_AddNumberToObject(bot, "mean_decision_us",
                            times->count ? (double)times->nanoseconds / (double)times->count / 1000
                                         : 0);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++)
        cJSON_AddNumberToObject(bot, percentiles[i].key,
                                (double)latency_quantile(times, percentiles[i].share) / 1000);
}

/* Wall time, host, workers and rates: everything that differs from run to run. The caller deletes
 * it. */
static cJSON *timing_of(const struct config *config, const struct supervisor_result *result)
{
    cJSON *root = command_timing(config->workers, result->seconds);

    json_put_int(root, "games", (int64_t)result->games);
    cJSON_AddNumberToObject(root, "games_per_second",
                            result->seconds > 0 ? (double)result->games / result->seconds : 0);
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < config->bot_count; i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "name", config->bots[i].name);
        add_times(bot, &result->times[i]);
        json_put_int(bot, "answers_kept", (int64_t)result->kept[i]);
        json_put_int(bot, "batch_calls", (int64_t)result->batch_calls[i]);
        json_put_int(bot, "batch_answers", (int64_t)result->batch_answers[i]);
        cJSON_AddItemToArray(bots, bot);
    }
    return root;
}

/* ---- a run ---- */

/* A run that is played, and what sees every game of it, those that were played before it was
 * continued, too. */
struct tournament_run {
    const struct config *config;
    const char *out;
    const struct tournament_options *options;
    struct tournament *tournament;
    struct errors *errors;
    bool has_state; /* resume.json: what is cut off can be resumed */
    struct manifest manifest;
    struct run_fold *fold;
    struct board *board; /* of the shards, or NULL */
};

static struct tournament_run run_of(struct tournament *tournament, const struct config *config,
                                    const char *out, const struct tournament_options *options,
                                    struct errors *errors)
{
    *tournament = (struct tournament){0};
    return (struct tournament_run){.config = config,
                                   .out = out,
                                   .options = options,
                                   .tournament = tournament,
                                   .errors = errors,
                                   .has_state = !options->game_stats && !options->step};
}

/* With the manifest that was read from `path`, which is the run's from now on; NULL: errors say
 * why. False with errors; the caller closes it in any case. */
static bool open_run(struct tournament_run *run, cJSON *manifest, const char *path)
{
    if (!manifest || !manifest_read(&run->manifest, manifest, path, run->errors))
        return false;
    run->fold = run_fold_new(&run->manifest);
    return true;
}

/* The shard of a run joins its board, if it has one. False with an error. */
static bool join_board(struct tournament_run *run)
{
    const char *board = run->options->board;

    run->board = board ? board_join(board, run->manifest.root, run->errors) : NULL;
    if (run->board)
        run_stats_watch(run_fold_stats(run->fold), board_add, run->board);
    return run->board || !board;
}

static void close_run(struct tournament_run *run)
{
    run_fold_free(run->fold);
    board_leave(run->board);
    manifest_free(&run->manifest);
}

static bool can_continue(const struct config *config) { return config->log != LOG_NONE; }

/* Closes the log. False, with an error unless `ok` is false already, if it cannot be written. */
static bool close_log(struct log_writer *log, bool ok, struct errors *errors)
{
    char *path = xstrdup(log ? log_writer_path(log) : "");
    const bool closed = log_writer_close(log);

    if (ok && !closed)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    free(path);
    return ok && closed;
}

/* Plays what was not played before. */
static bool play_games(const struct tournament_run *run, bool goes_on)
{
    const enum log_mode mode = goes_on ? log_mode_of_folder(run->out) : run->config->log;
    const struct supervisor_outputs outputs = {
        .log = mode == LOG_NONE ? NULL : log_writer_open(run->out, mode, goes_on, run->errors),
        .faults_path = FOLDER_FILE(run->out, "faults.jsonl"),
        .redeals_path = FOLDER_FILE(run->out, REDEALS_FILE),
        .game_stats = run->options->game_stats,
        .fold = run->fold,
        .board = run->board,
        .most_faults = run->options->most_faults,
        .progress = !run->options->quiet || run->options->part_of,
        .part_of = run->options->part_of,
    };

    if (!outputs.log && mode != LOG_NONE)
        return false;
    if (run->board)
        board_begin_play(run->board);
    run->tournament->summary =
        pool_alloc(&run->tournament->pool, 1, sizeof *run->tournament->summary);
    const bool ok = supervisor_play(run->config, &outputs, &run->tournament->result, run->errors);
    return close_log(outputs.log, ok, run->errors);
}

/* Summarises all games, whether or not the run is complete. */
static bool save_results(const struct tournament_run *run)
{
    const struct tournament *tournament = run->tournament;

    run_fold_finish(run->fold,
                    can_continue(run->config) ? FOLDER_FILE(run->out, "games.jsonl") : NULL,
                    tournament->summary, &run->tournament->pool);
    if (!run->options->silent)
        run_fold_warn(run->fold, 1);
    cJSON *timing = timing_of(run->config, &tournament->result);
    bool ok = fields_save(&run_summary_fields, tournament->summary,
                          FOLDER_FILE(run->out, "summary.json"), run->errors);
    ok = json_save(timing, FOLDER_FILE(run->out, "timing.json"), run->errors) && ok;
    cJSON_Delete(timing);
    return ok;
}

static void tell_interruption(const struct tournament_run *run)
{
    fprintf(stderr, "skat-arena: interrupted: %llu of %llu games are finished and in %s",
            (unsigned long long)run->tournament->result.games,
            (unsigned long long)schedule_games(&run->config->schedule), run->out);
    if (run->has_state && can_continue(run->config))
        fprintf(stderr, "; `%s run --resume %s` continues", program_invocation_name, run->out);
    fprintf(stderr, "\n");
}

static void tell_enough(const struct tournament_run *run)
{
    const struct board_reader *reader = board_reader_of(run->board);

    print_note(
        "skat-arena: the shards have a verdict after %llu of %llu %ss: %llu of the %llu games "
        "of this shard are in %s; `%s merge` joins the shards\n",
        (unsigned long long)run_stats_units(reader->stats),
        (unsigned long long)schedule_units(&reader->whole.schedule),
        run->config->schedule.whole_sessions ? "session" : "deal",
        (unsigned long long)run->tournament->result.games,
        (unsigned long long)schedule_games(&run->config->schedule), run->out,
        program_invocation_name);
}

/* Plays from the beginning, or goes on, and saves the results. */
static int play_and_save(const struct tournament_run *run, bool goes_on)
{
    const struct supervisor_result *result = &run->tournament->result;
    const struct tournament_options *options = run->options;
    bool ok = play_games(run, goes_on);

    if (run->board && result->interrupted)
        board_note_interruption(run->board);
    if (!options->silent && !options->step && result->interrupted)
        tell_interruption(run);
    if (!options->silent && result->enough)
        tell_enough(run);
    if (run->tournament->summary)
        ok = save_results(run) && ok;
    /* A shard that need not play on could. */
    const bool goes_on_later = result->interrupted || result->enough;
    if (ok && run->has_state && !(goes_on_later && can_continue(run->config)))
        ok = resume_remove(run->out, run->errors);
    return !ok ? EXIT_INTERNAL : result->interrupted ? EXIT_INTERRUPTED : EXIT_OK;
}

static bool save_state(const struct tournament_run *run)
{
    return !run->has_state || resume_save(run->config, run->out, run->options->command,
                                          run->options->board, run->errors);
}

/* The first files of a run. In this order, it can be resumed wherever it is cut off. */
static bool save_beginning(const struct tournament_run *run, int *claim)
{
    return save_state(run) &&
           (!run->has_state || result_folder_claim(run->out, claim, run->errors)) &&
           json_save(run->manifest.root, FOLDER_FILE(run->out, "manifest.json"), run->errors);
}

static void tell_beginning(const struct tournament_run *run)
{
    if (!run->options->quiet)
        announce(run->config, run->out);
    if (run->options->silent)
        return;
    config_warn(run->config);
    warn_of_memory(run->config);
    if (run->config->compared.a >= 0 && !run->options->game_stats)
        config_warn_of_units(run->config);
}

/* Plays a run whose number of re-deals is settled. */
static int play_settled(struct tournament_run *run)
{
    int claim = -1, code = EXIT_INTERNAL;
    cJSON *manifest = manifest_of(run->config);

    json_copy(manifest, run->options->command, "played_alone"); /* what `regress` found before */
    if (!open_run(run, manifest, "manifest") || !join_board(run)) {
        code = EXIT_USAGE; /* nothing is written */
    } else if (save_beginning(run, &claim)) {
        tell_beginning(run);
        code = play_and_save(run, false);
    }
    close_run(run);
    result_folder_release(claim);
    return code;
}

/* Settles the number of re-deals: as a pilot says. Returns an exit code. */
static int settle_redeals(struct config *config, const struct tournament_run *run)
{
    if (config->compared.redeals != REDEALS_AUTO)
        return EXIT_OK;
    const int64_t deals = redeal_pilot_deals(config);
    if (!run->options->quiet && deals)
        print_note("%s: a pilot of %" PRId64 " deals says how many re-deals pay\n", config->name,
                   deals);
    const int redeals = redeal_pilot(config, run->errors);
    if (redeals < 0)
        return run->errors->count ? EXIT_INTERNAL : EXIT_INTERRUPTED;
    config->compared.redeals = redeals;
    return EXIT_OK;
}

/* Interrupted in the pilot: the folder says how the run begins, which can be resumed, since runs
 * with re-deals keep what is needed for that. Returns an exit code. */
static int keep_beginning(const struct tournament_run *run)
{
    if (!save_state(run))
        return EXIT_INTERNAL;
    if (run->has_state && !run->options->silent)
        print_note("skat-arena: interrupted before the first game; `%s run --resume %s` begins\n",
                   program_invocation_name, run->out);
    return EXIT_INTERRUPTED;
}

int tournament_play(struct tournament *tournament, const struct config *config, const char *out,
                    const struct tournament_options *options, struct errors *errors)
{
    struct config settled = *config; /* but for this number, it is the caller's */
    struct tournament_run run = run_of(tournament, config, out, options, errors);

    const int code = settle_redeals(&settled, &run);
    if (code == EXIT_INTERRUPTED)
        return keep_beginning(&run);
    run.config = &settled;
    return code == EXIT_OK ? play_settled(&run) : code;
}

/* Interrupted again before it went on. */
static int stay_interrupted(const struct tournament_run *run)
{
    if (run->board)
        board_note_interruption(run->board);
    if (!run->options->silent)
        print_note(
            "skat-arena: interrupted before the run went on: %s is as it was; `%s run --resume "
            "%s` continues\n",
            run->out, program_invocation_name, run->out);
    return EXIT_INTERRUPTED;
}

static int go_on(struct tournament_run *run)
{
    const struct log_resume_plan plan = {.folder = run->out,
                                         .workers = run->config->workers,
                                         .fold = run->fold,
                                         .game_stats = run->options->game_stats,
                                         .cut = true};
    struct log_resume_state state;

    output_folder_tidy(run->out);
    if (!join_board(run) || !log_resume_state_read(&state, &plan, run->errors))
        return interrupt_heard() && !run->errors->count ? stay_interrupted(run) : EXIT_BAD_FILE;
    if (!run->options->quiet)
        print_note("%s: continuing after %llu of %llu games -> %s\n", run->config->name,
                   (unsigned long long)state.games,
                   (unsigned long long)schedule_games(&run->config->schedule), run->out);
    return play_and_save(run, true);
}

int tournament_resume(struct tournament *tournament, const struct config *begun, const char *out,
                      const struct tournament_options *options, struct errors *errors)
{
    struct config config = *begun;
    struct tournament_run run = run_of(tournament, &config, out, options, errors);
    char path[FOLDER_PATH_SIZE];
    int claim = -1, code = EXIT_BAD_FILE;
    const bool has_manifest = access(folder_file(out, "manifest.json", path), F_OK) == 0;
    cJSON *manifest = has_manifest ? json_load(path, errors) : NULL;

    if (manifest && config.compared.redeals == REDEALS_AUTO) /* as a pilot said when it began */
        config.compared.redeals = (int)json_number(manifest, "redeals");
    if (!can_continue(&config))
        errors_add(errors, out,
                   "kept no log, which is needed to continue a run: --force starts over");
    const bool ok = !errors->count && (!manifest || resume_fits(&config, manifest, path, errors)) &&
                    result_folder_claim(out, &claim, errors);
    if (ok && manifest && log_mode_of_folder(out) != LOG_NONE) {
        if (open_run(&run, manifest, path))
            code = go_on(&run);
        close_run(&run);
    } else {
        if (ok)
            code = tournament_play(tournament, &config, out, options, errors);
        cJSON_Delete(manifest);
    }
    result_folder_release(claim);
    return code;
}

void tournament_free(struct tournament *tournament)
{
    pool_free(&tournament->pool);
    tournament->summary = NULL;
}
