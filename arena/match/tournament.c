// SPDX-License-Identifier: MIT
#include "arena/match/tournament.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/text.h"
#include "arena/base/output_file.h"
#include "arena/bot/abi_rules.h"
#include "arena/base/exit_code.h"
#include "arena/base/interrupt.h"
#include "arena/base/folder.h"
#include "arena/base/json_file.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/terminal_fold.h"
#include "arena/bot/module.h"
#include "arena/match/result_folder.h"
#include "arena/match/pilot.h"
#include "arena/compare/redeal_choice.h"
#include "arena/match/log_resume_state.h"
#include "arena/match/resume.h"
#include "arena/match/supervisor.h"
#include "arena/compare/summary.h"
#include "arena/match/timing.h"
#include "arena/match/worker_pool.h"
#include "arena/match/worker_table.h"
#include "engine/rule_set.h"

/* ---- playing ---- */

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

/* Names the variants that a part of a bot does not support. */
static void warn_of_part(const struct config *config, const char *name,
                         const struct bot_module *part)
{
    uint64_t played = abi_variants(&config->rules);
    int missing = 0;

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        if (played >> variant & 1 &&
            !module_knows(part->description, (enum skat_bot_variant)variant)) {
            if (!missing)
                fprintf(stderr, "skat-arena: warning: %s does not know", name);
            fprintf(stderr, "%s %s", missing++ ? "," : "", skat_bot_variant_name(variant));
        }
    if (missing)
        fprintf(stderr, ": it plays anyway, with the defaults of bots/README.md\n");
}

uint64_t tournament_least_units(const struct config *config)
{
    const struct test_plan *test = &config->compared.test;

    if (!test->margin)
        return (uint64_t)test->min_units;
    const struct comparison_plan *compared = &config->compared;
    const struct sequence_plan sequence =
        test_sequence(test, 1,
                      comparison_plan_hand(compared, &config->rules, &config->schedule, compared->a,
                                           compared->b, stats_primary_scoring(&config->rules)));
    return (uint64_t)sequence_least_units(&sequence, SEQUENCE_ABOVE);
}

void tournament_warn_of_units(const struct config *config)
{
    const struct schedule *schedule = &config->schedule;
    const char *unit = schedule->whole_sessions ? "session" : "deal";
    struct schedule whole = *schedule; /* what a test decides is of all shards */

    whole.shard = whole.shards = 0;
    const uint64_t units = schedule_units(&whole);
    if (schedule_units(schedule) < 2)
        print_note("skat-arena: warning: a single %s%s: intervals need at least two\n", unit,
                   schedule->whole_sessions ? ", played as a whole" : "");
    else if (config->compared.tested && units < tournament_least_units(config))
        print_note(
            "skat-arena: warning: %s takes at least %llu %ss; there are %llu\n",
            config->compared.test.margin ? "a pass of a bot that is not better" : "a verdict",
            (unsigned long long)tournament_least_units(config), unit, (unsigned long long)units);
}

/* A bot that has found the seed knows all cards, and isolation was asked for against such bots. */
static void warn_of_seed(const struct config *config)
{
    char seed[SKAT_SEED_TEXT_SIZE];

    if (config_seed_can_be_tried(config))
        print_note(
            "skat-arena: warning: the seed %s is small: an isolated bot can find it by trying, "
            "and compute all cards (`skat-arena deal --seal` draws a large one)\n",
            skat_seed_print(&config->seed, seed));
}

/* Names the bots that are not sandboxed although the config asks for it. */
static void warn_of_sandbox(const struct config *config, const char *name,
                            const struct bot_module *part)
{
    if (config->isolation == ISOLATION_PROCESS && part->unsandboxed)
        print_note("skat-arena: warning: %s is not isolated: the module %s starts processes, which "
                   "are not sandboxed\n",
                   name, part->name);
}

/* Limits that somebody chose: the default is more than most bots need. */
static void warn_of_memory(const struct config *config)
{
    const uint64_t there_is = memory_there_is() >> 20;
    uint64_t processes = 0, all_mb = 0;
    bool chosen = false;

    for (int bot = 0; bot < config->bot_count; bot++) {
        /* With the programs of `pipe`, whose groups have the same limit. */
        const uint64_t of_bot =
            (uint64_t)config->workers *
            (uint64_t)(worker_bot_processes(config, bot) + worker_programs(config, bot));
        const uint32_t memory_mb = config->bots[bot].limits.memory_mb;
        processes += of_bot;
        all_mb += of_bot * memory_mb;
        chosen |= memory_mb != config->limits.memory_mb;
    }
    const cJSON *limits = cJSON_GetObjectItemCaseSensitive(config->root, "limits");
    if ((chosen || cJSON_GetObjectItemCaseSensitive(limits, "memory_mb")) && all_mb > there_is)
        print_note(
            "skat-arena: warning: memory_mb allows %llu bot processes %llu MB together, and there "
            "are %llu MB: if they take it, the system ends processes, and then the run ends\n",
            (unsigned long long)processes, (unsigned long long)all_mb,
            (unsigned long long)there_is);
}

/* Warns of what a user should know before a long run. */
static void warn(const struct config *config)
{
    const char *notes[SKAT_NOTES_MAX];
    int count = skat_rules_notes(&config->rules, notes);

    for (int i = 0; i < count; i++)
        print_note("skat-arena: warning: rules: %s\n", notes[i]);
    warn_of_seed(config);
    warn_of_memory(config);
    if (config->given.skipped)
        print_note(
            "skat-arena: warning: skipping %zu deals of %s: no player bid for and declared a "
            "game\n",
            config->given.skipped, config->given_file);
    if (config->given.repeated)
        print_note(
            "skat-arena: warning: skipping %zu deals of %s: their hands are those of earlier "
            "ones\n",
            config->given.repeated, config->given_file);
    for (int i = 0; i < config->bot_count; i++) {
        const struct bot *bot = &config->bots[i];
        for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++) {
            warn_of_part(config, bot->name, &bot->parts[part]);
            warn_of_sandbox(config, bot->name, &bot->parts[part]);
        }
    }
}

/* Saves the results of the games played, whether or not the run is complete. */
static bool save_results(const struct config *config, const struct supervisor_result *result,
                         const char *out, const struct run_summary *summary, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    cJSON *timing = timing_of(config, result);
    bool ok =
        fields_save(&run_summary_fields, summary, folder_file(out, "summary.json", path), errors);
    ok = json_save(timing, folder_file(out, "timing.json", path), errors) && ok;
    cJSON_Delete(timing);
    return ok;
}

/* What a run is, and what sees every game of it, those that were played before it was continued,
 * too. */
struct record {
    struct manifest manifest;
    struct run_fold *fold;
    struct board *board; /* of the shards, or NULL */
};

/* The shard of a run joins its board, if it has one. False with an error. */
static bool join_board(struct record *record, const char *board, struct errors *errors)
{
    record->board = board ? board_join(board, record->manifest.root, errors) : NULL;
    if (record->board)
        run_stats_watch(run_fold_stats(record->fold), board_add, record->board);
    return record->board || !board;
}

/* False with errors; the caller closes it in any case. */
static bool open_record(struct record *record, const struct config *config,
                        const struct tournament_options *options, struct errors *errors)
{
    cJSON *root = manifest_of(config);

    *record = (struct record){.fold = NULL};
    json_copy(root, options->command, "played_alone"); /* what `regress` found before */
    if (!manifest_read(&record->manifest, root, "manifest", errors))
        return false;
    record->fold = run_fold_new(&record->manifest);
    return true;
}

/* The same of a run that was begun, as its folder has it. */
static bool load_record(struct record *record, const char *out, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    *record = (struct record){.fold = NULL};
    if (!manifest_load(&record->manifest, folder_file(out, "manifest.json", path), errors))
        return false;
    record->fold = run_fold_new(&record->manifest);
    return true;
}

static void close_record(struct record *record)
{
    run_fold_free(record->fold);
    board_leave(record->board);
    manifest_free(&record->manifest);
}

static void summarise(struct tournament *tournament, const struct config *config, const char *out,
                      const struct tournament_options *options, const struct record *record)
{
    char path[FOLDER_PATH_SIZE];

    tournament->summary = pool_alloc(&tournament->pool, 1, sizeof *tournament->summary);
    run_fold_finish(record->fold,
                    config->log == LOG_NONE ? NULL : folder_file(out, "games.jsonl", path),
                    tournament->summary, &tournament->pool);
    if (!options->silent)
        run_fold_warn(record->fold, 1);
}

/* Opens the log, to go on with or a new one; NULL if the config keeps none. False with an error. */
static bool open_log(struct log_writer **log, const struct config *config, const char *out,
                     bool goes_on, struct errors *errors)
{
    const enum log_mode mode = goes_on ? log_mode_of_folder(out) : config->log;

    *log = mode == LOG_NONE ? NULL : log_writer_open(out, mode, goes_on, errors);
    return *log || mode == LOG_NONE;
}

/* Closes it. False, with an error unless `ok` is false already, if it cannot be written. */
static bool close_log(struct log_writer *log, bool ok, struct errors *errors)
{
    char *path = xstrdup(log ? log_writer_path(log) : "");
    const bool closed = log_writer_close(log);

    if (ok && !closed)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    free(path);
    return ok && closed;
}

/* Plays what was not played before, and summarises all of it. */
static bool play_tournament(struct tournament *tournament, const struct config *config,
                            const char *out, const struct tournament_options *options,
                            const struct record *record, bool goes_on, struct errors *errors)
{
    char redeals_path[FOLDER_PATH_SIZE], faults_path[FOLDER_PATH_SIZE];
    struct log_writer *log;

    if (!open_log(&log, config, out, goes_on, errors))
        return false;
    const struct supervisor_outputs outputs = {
        .log = log,
        .faults_path = folder_file(out, "faults.jsonl", faults_path),
        .redeals_path = folder_file(out, REDEALS_FILE, redeals_path),
        .game_stats = options->game_stats,
        .fold = record->fold,
        .board = record->board,
        .most_faults = options->most_faults,
        .progress = !options->quiet,
    };
    if (record->board)
        board_begin_play(record->board);
    bool ok = supervisor_play(config, &outputs, &tournament->result, errors);
    ok = close_log(log, ok, errors);
    summarise(tournament, config, out, options, record);
    return ok;
}

static bool can_continue(const struct config *config) { return config->log != LOG_NONE; }

static void tell_interruption(const struct tournament *tournament, const struct config *config,
                              const char *out, bool resumable)
{
    fprintf(stderr, "skat-arena: interrupted: %llu of %llu games are finished and in %s",
            (unsigned long long)tournament->result.games,
            (unsigned long long)schedule_games(&config->schedule), out);
    if (resumable && can_continue(config))
        fprintf(stderr, "; `%s run --resume %s` continues", program_invocation_name, out);
    fprintf(stderr, "\n");
}

static void tell_enough(const struct tournament *tournament, const struct config *config,
                        const char *out, const struct board *board)
{
    print_note(
        "skat-arena: the shards have a verdict after %llu of %llu %ss: %llu of the %llu games "
        "of this shard are in %s; `%s merge` joins the shards\n",
        (unsigned long long)board_units(board), (unsigned long long)board_units_planned(board),
        config->schedule.whole_sessions ? "session" : "deal",
        (unsigned long long)tournament->result.games,
        (unsigned long long)schedule_games(&config->schedule), out, program_invocation_name);
}

/* Plays from the beginning, or goes on, and saves the results. */
static int play_and_save(struct tournament *tournament, const struct config *config,
                         const char *out, const struct tournament_options *options,
                         const struct record *record, bool goes_on, struct errors *errors)
{
    bool resumable = !options->game_stats && !options->step;
    bool ok = play_tournament(tournament, config, out, options, record, goes_on, errors);

    if (record->board && tournament->result.interrupted)
        board_note_interruption(record->board);
    if (!options->silent && !options->step && tournament->result.interrupted)
        tell_interruption(tournament, config, out, resumable);
    if (!options->silent && tournament->result.enough)
        tell_enough(tournament, config, out, record->board);
    if (tournament->summary)
        ok = save_results(config, &tournament->result, out, tournament->summary, errors) && ok;
    /* A shard that need not play on could. */
    const bool goes_on_later = tournament->result.interrupted || tournament->result.enough;
    if (ok && resumable && !(goes_on_later && can_continue(config)))
        ok = resume_remove(out, errors);
    return !ok ? EXIT_INTERNAL : tournament->result.interrupted ? EXIT_INTERRUPTED : EXIT_OK;
}

/* The first files of a run. In this order, it can be resumed wherever it is cut off. */
static bool save_beginning(const struct config *config, const char *out,
                           const struct tournament_options *options, const cJSON *manifest,
                           int *claim, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    return (options->game_stats || options->step ||
            (resume_save(config, out, options->command, options->board, errors) &&
             result_folder_claim(out, claim, errors))) &&
           json_save(manifest, folder_file(out, "manifest.json", path), errors);
}

static void tell_beginning(const struct config *config, const char *out,
                           const struct tournament_options *options)
{
    if (!options->quiet)
        announce(config, out);
    if (!options->silent)
        warn(config);
    if (config->compared.a >= 0 && !options->game_stats && !options->silent)
        tournament_warn_of_units(config);
}

/* Plays a config whose number of re-deals is settled. */
static int play_settled(struct tournament *tournament, const struct config *config, const char *out,
                        const struct tournament_options *options, struct errors *errors)
{
    struct record record;
    int claim = -1, code = EXIT_INTERNAL;

    *tournament = (struct tournament){0};
    if (!open_record(&record, config, options, errors) ||
        !join_board(&record, options->board, errors)) {
        code = EXIT_USAGE; /* nothing is written */
    } else if (save_beginning(config, out, options, record.manifest.root, &claim, errors)) {
        tell_beginning(config, out, options);
        code = play_and_save(tournament, config, out, options, &record, false, errors);
    }
    close_record(&record);
    result_folder_release(claim);
    return code;
}

/* Settles the number of re-deals: as a pilot says. Returns an exit code. */
static int settle_redeals(struct config *config, const struct tournament_options *options,
                          struct errors *errors)
{
    if (config->compared.redeals != REDEALS_AUTO)
        return EXIT_OK;
    const int64_t deals = redeal_pilot_deals(config);
    if (!options->quiet && deals)
        print_note("%s: a pilot of %" PRId64 " deals says how many re-deals pay\n", config->name,
                   deals);
    const int redeals = redeal_pilot(config, errors);
    if (redeals < 0)
        return errors->count ? EXIT_INTERNAL : EXIT_INTERRUPTED;
    config->compared.redeals = redeals;
    return EXIT_OK;
}

/* Interrupted in the pilot: the folder says how the run begins, which can be resumed, since runs
 * with re-deals keep what is needed for that. Returns an exit code. */
static int keep_beginning(const struct config *config, const char *out,
                          const struct tournament_options *options, struct errors *errors)
{
    if (options->game_stats || options->step)
        return EXIT_INTERRUPTED;
    if (!resume_save(config, out, options->command, options->board, errors))
        return EXIT_INTERNAL;
    if (!options->silent)
        print_note("skat-arena: interrupted before the first game; `%s run --resume %s` begins\n",
                   program_invocation_name, out);
    return EXIT_INTERRUPTED;
}

int tournament_play(struct tournament *tournament, const struct config *config, const char *out,
                    const struct tournament_options *options, struct errors *errors)
{
    struct config settled = *config; /* but for this number, it is the caller's */

    *tournament = (struct tournament){0};
    const int code = settle_redeals(&settled, options, errors);
    if (code == EXIT_INTERRUPTED)
        return keep_beginning(config, out, options, errors);
    return code == EXIT_OK ? play_settled(tournament, &settled, out, options, errors) : code;
}

/* As the run began, if it did. */
static void keep_redeals(struct config *config, const char *out)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {0};
    cJSON *manifest = access(folder_file(out, "manifest.json", path), F_OK) == 0
                          ? json_load(path, &ignored)
                          : NULL;

    if (manifest && config->compared.redeals == REDEALS_AUTO)
        config->compared.redeals = (int)json_number(manifest, "redeals");
    cJSON_Delete(manifest);
    errors_free(&ignored);
}

/* Is there a log to continue? */
static bool was_begun(const char *out)
{
    char path[FOLDER_PATH_SIZE];

    return access(folder_file(out, "manifest.json", path), F_OK) == 0 &&
           log_mode_of_folder(out) != LOG_NONE;
}

/* Interrupted again before it went on. */
static int stay_interrupted(const char *out, const struct tournament_options *options,
                            const struct record *record)
{
    if (record->board)
        board_note_interruption(record->board);
    if (!options->silent)
        print_note(
            "skat-arena: interrupted before the run went on: %s is as it was; `%s run --resume "
            "%s` continues\n",
            out, program_invocation_name, out);
    return EXIT_INTERRUPTED;
}

static int go_on(struct tournament *tournament, const struct config *config, const char *out,
                 const struct tournament_options *options, struct record *record,
                 struct errors *errors)
{
    struct log_resume_state state;

    output_folder_tidy(out);
    if (!join_board(record, options->board, errors) ||
        !log_resume_state_continue(&state, out, config->workers, record->fold, options->game_stats,
                                   errors))
        return interrupt_heard() && !errors->count ? stay_interrupted(out, options, record)
                                                   : EXIT_BAD_FILE;
    if (!options->quiet)
        print_note("%s: continuing after %llu of %llu games -> %s\n", config->name,
                   (unsigned long long)state.games,
                   (unsigned long long)schedule_games(&config->schedule), out);
    return play_and_save(tournament, config, out, options, record, true, errors);
}

int tournament_resume(struct tournament *tournament, const struct config *begun, const char *out,
                      const struct tournament_options *options, struct errors *errors)
{
    struct config own = *begun;
    const struct config *config = &own;
    struct record record;
    int claim, code = EXIT_BAD_FILE;

    keep_redeals(&own, out);
    *tournament = (struct tournament){0};
    if (!can_continue(config))
        errors_add(errors, out,
                   "kept no log, which is needed to continue a run: --force starts over");
    if (errors->count || !resume_fits(config, out, errors) ||
        !result_folder_claim(out, &claim, errors))
        return code;
    if (!was_begun(out)) {
        code = tournament_play(tournament, config, out, options, errors);
    } else {
        if (load_record(&record, out, errors))
            code = go_on(tournament, config, out, options, &record, errors);
        close_record(&record);
    }
    result_folder_release(claim);
    return code;
}

void tournament_free(struct tournament *tournament)
{
    pool_free(&tournament->pool);
    tournament->summary = NULL;
}
