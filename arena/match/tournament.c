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
#include "arena/match/redeal_choice.h"
#include "arena/match/resume.h"
#include "arena/match/unit_journal.h"
#include "arena/match/supervisor.h"
#include "arena/match/summary.h"
#include "arena/match/timing.h"
#include "arena/match/worker_pool.h"
#include "arena/match/worker_table.h"
#include "engine/rule_set.h"

/* ---- playing ---- */

/* A shard cannot know the verdict of the test for the whole run, so it plays all of its part. */
static struct comparison_plan comparison_plan_of(const struct config *config)
{
    struct comparison_plan compared = config->compared;

    compared.tested &= !config->schedule.shards;
    return compared;
}

static void announce(const struct config *config, const char *out)
{
    char seed[SKAT_SEED_TEXT_SIZE];
    const uint64_t games = schedule_games(&config->schedule),
                   deals = schedule_deals(&config->schedule);

    print_note("%s: %s%llu game%s (%d arrangement%s of %llu deal%s), seed %s, %d worker%s -> %s\n",
               config->name, comparison_plan_of(config).tested ? "at most " : "",
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

/* The log of a run and its buffer; both NULL if the config keeps none. */
struct run_log {
    FILE *file;
    char *buffer;
};

/* Opens it. False with an error. */
static bool start_log(struct run_log *log, const struct config *config, const char *path,
                      bool append, struct errors *errors)
{
    *log = (struct run_log){0};
    if (config->log == LOG_NONE)
        return true;
    log->file = output_file_grow(path, append ? OUTPUT_APPEND : OUTPUT_ANEW);
    if (!log->file) {
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
        return false;
    }
    output_file_buffer(log->file, log->buffer = xcalloc(1, OUTPUT_BUFFER));
    if (append) /* where it ends is asked for */
        fseek(log->file, 0, SEEK_END);
    return true;
}

/* What sees every game of a run, those that were played before it was continued, too. */
struct watchers {
    struct run_stats *stats;
    struct inconsistency_finder *inconsistencies;
    struct board *board; /* or NULL */
};

/* The shard of a run joins its board, if it has one. False with an error. */
static bool join_board(struct watchers *watchers, const cJSON *manifest, const char *board,
                       struct errors *errors)
{
    watchers->board = board ? board_join(board, manifest, errors) : NULL;
    if (watchers->board)
        run_stats_watch(watchers->stats, board_add, watchers->board);
    return watchers->board || !board;
}

static struct watchers new_watchers(const struct config *config,
                                    const struct comparison_plan *compared,
                                    const char *names[BOTS_MAX])
{
    cJSON *bots = manifest_bots(config);

    config_names(config, names);
    const struct watchers watchers = {
        run_stats_new(&config->rules, &config->schedule, compared, names, config->bot_count),
        inconsistency_finder_new(&config->rules, &config->schedule, bots,
                                 config->play == PLAY_SOLVER),
        NULL};
    cJSON_Delete(bots);
    return watchers;
}

static void free_watchers(const struct watchers *watchers)
{
    run_stats_free(watchers->stats);
    inconsistency_finder_free(watchers->inconsistencies);
    board_leave(watchers->board);
}

static void summarise(struct tournament *tournament, const struct config *config, const char *out,
                      const struct tournament_options *options, const struct watchers *watchers)
{
    const char *names[BOTS_MAX];
    char log_path[FOLDER_PATH_SIZE];

    config_names(config, names);
    tournament->summary = pool_alloc(&tournament->pool, 1, sizeof *tournament->summary);
    const struct summary_sources sources = {
        .tally = &tournament->result.tally,
        .rules = &config->rules,
        .names = names,
        .bots = config->bot_count,
        .planned = schedule_games(&config->schedule),
        .schedule = &config->schedule,
        .tested = config->compared.tested,
        .uses_clock = config_uses_clock(config),
        .seed_can_be_tried = config_seed_can_be_tried(config),
        .stats = watchers->stats,
        .finder = watchers->inconsistencies,
        .log = config->log == LOG_NONE ? NULL : folder_file(out, "games.jsonl", log_path),
        .manifest = options->command,
    };
    summary_of(tournament->summary, &sources, &tournament->pool);
    if (!options->silent)
        inconsistencies_warn(watchers->inconsistencies, &tournament->result.tally, names, 1);
}

/* Closes an output, if there is one. False, with an error unless `ok` is false already, if it
 * cannot be written. */
static bool close_output(FILE *file, const char *path, bool ok, struct errors *errors)
{
    if (!file || output_file_close(file))
        return ok;
    if (ok)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return false;
}

/* Plays what is not in `start`, and summarises all of it. */
static bool play_tournament(struct tournament *tournament, const struct config *config,
                            const char *out, const struct tournament_options *options,
                            const struct watchers *watchers, const struct supervisor_start *start,
                            struct errors *errors)
{
    char redeals_path[FOLDER_PATH_SIZE], faults_path[FOLDER_PATH_SIZE], log_path[FOLDER_PATH_SIZE],
        journal_path[FOLDER_PATH_SIZE];
    struct run_log log;
    FILE *journal = NULL;

    folder_file(out, "games.jsonl", log_path);
    if (!start_log(&log, config, log_path, start != NULL, errors))
        return false;
    folder_file(out, JOURNAL_FILE, journal_path);
    if (config->log == LOG_DIVERGENT && !options->game_stats &&
        !(journal = unit_journal_open(journal_path, start != NULL, config->bot_count, errors))) {
        close_output(log.file, log_path, false, errors);
        free(log.buffer);
        return false;
    }
    const struct supervisor_outputs outputs = {
        .log = log.file,
        .log_path = log_path,
        .journal = journal,
        .journal_path = journal_path,
        .faults_path = folder_file(out, "faults.jsonl", faults_path),
        .redeals_path = folder_file(out, REDEALS_FILE, redeals_path),
        .game_stats = options->game_stats,
        .stats = watchers->stats,
        .inconsistencies = watchers->inconsistencies,
        .start = start,
        .board = watchers->board,
        .most_faults = options->most_faults,
        .progress = !options->quiet,
    };
    if (watchers->board)
        board_begin_play(watchers->board);
    bool ok = supervisor_play(config, &outputs, &tournament->result, errors);
    ok = close_output(log.file, log_path, ok, errors);
    free(log.buffer);
    ok = close_output(journal, journal_path, ok, errors);
    summarise(tournament, config, out, options, watchers);
    return ok;
}

/* From the whole log, or from a part of it and the journal. */
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

/* Plays from the beginning, or on from `start`, and saves the results. */
static int play_and_save(struct tournament *tournament, const struct config *config,
                         const char *out, const struct tournament_options *options,
                         const struct watchers *watchers, const struct supervisor_start *start,
                         struct errors *errors)
{
    bool resumable = !options->game_stats && !options->step;
    char path[FOLDER_PATH_SIZE];
    bool ok = play_tournament(tournament, config, out, options, watchers, start, errors);

    if (watchers->board && tournament->result.interrupted)
        board_note_interruption(watchers->board);
    if (!options->silent && !options->step && tournament->result.interrupted)
        tell_interruption(tournament, config, out, resumable);
    if (!options->silent && tournament->result.enough)
        tell_enough(tournament, config, out, watchers->board);
    if (tournament->summary)
        ok = save_results(config, &tournament->result, out, tournament->summary, errors) && ok;
    /* A shard that need not play on could. */
    if (ok && resumable && !tournament->result.interrupted && !tournament->result.enough)
        ok = resume_remove(out, errors) &&
             (config->schedule.shards || /* merge needs those of shards */
              output_file_remove(folder_file(out, JOURNAL_FILE, path), errors));
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

/* The manifest, with what `regress` found before. The caller deletes it. */
static cJSON *manifest_of_run(const struct config *config, const struct tournament_options *options)
{
    cJSON *manifest = manifest_of(config);

    json_copy(manifest, options->command, "played_alone");
    return manifest;
}

/* Plays a config whose number of re-deals is settled. */
static int play_settled(struct tournament *tournament, const struct config *config, const char *out,
                        const struct tournament_options *options, struct errors *errors)
{
    const char *names[BOTS_MAX];
    const struct comparison_plan compared = comparison_plan_of(config);
    int claim = -1, code = EXIT_INTERNAL;

    *tournament = (struct tournament){0};
    cJSON *manifest = manifest_of_run(config, options);
    struct watchers watchers = new_watchers(config, &compared, names);
    if (!join_board(&watchers, manifest, options->board, errors)) {
        code = EXIT_USAGE; /* nothing is written */
    } else if (save_beginning(config, out, options, manifest, &claim, errors)) {
        tell_beginning(config, out, options);
        code = play_and_save(tournament, config, out, options, &watchers, NULL, errors);
    }
    cJSON_Delete(manifest);
    free_watchers(&watchers);
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
static bool was_begun(const struct config *config, const char *out)
{
    char path[FOLDER_PATH_SIZE];
    struct stat log;

    return access(folder_file(out, "manifest.json", path), F_OK) == 0 &&
           stat(folder_file(out, "games.jsonl", path), &log) == 0 &&
           (config->log != LOG_DIVERGENT || log.st_size || unit_journal_exists(out));
}

static bool join_board_again(struct watchers *watchers, const struct config *config,
                             const struct tournament_options *options, struct errors *errors)
{
    cJSON *manifest = manifest_of_run(config, options);
    const bool ok = join_board(watchers, manifest, options->board, errors);

    cJSON_Delete(manifest);
    return ok;
}

/* Interrupted again before it went on. */
static int stay_interrupted(const char *out, const struct tournament_options *options,
                            const struct watchers *watchers)
{
    if (watchers->board)
        board_note_interruption(watchers->board);
    if (!options->silent)
        print_note(
            "skat-arena: interrupted before the run went on: %s is as it was; `%s run --resume "
            "%s` continues\n",
            out, program_invocation_name, out);
    return EXIT_INTERRUPTED;
}

static int go_on(struct tournament *tournament, const struct config *config, const char *out,
                 const struct tournament_options *options, struct watchers *watchers,
                 struct errors *errors)
{
    const struct log_resume_sinks sinks = {.stats = watchers->stats,
                                           .finder = watchers->inconsistencies,
                                           .game_stats = options->game_stats};
    struct log_resume_state state;

    output_folder_tidy(out);
    if (!join_board_again(watchers, config, options, errors) ||
        !resume_state(&state, out, config->workers, &sinks, errors))
        return interrupt_heard() && !errors->count ? stay_interrupted(out, options, watchers)
                                                   : EXIT_BAD_FILE;
    const struct supervisor_start start = {state.deals, state.games, state.tally};
    if (!options->quiet)
        print_note("%s: continuing after %llu of %llu games -> %s\n", config->name,
                   (unsigned long long)state.games,
                   (unsigned long long)schedule_games(&config->schedule), out);
    return play_and_save(tournament, config, out, options, watchers, &start, errors);
}

int tournament_resume(struct tournament *tournament, const struct config *begun, const char *out,
                      const struct tournament_options *options, struct errors *errors)
{
    const char *names[BOTS_MAX];
    struct config own = *begun;
    const struct config *config = &own;
    keep_redeals(&own, out);
    const struct comparison_plan compared = comparison_plan_of(config);
    int claim, code;

    *tournament = (struct tournament){0};
    if (!can_continue(config))
        errors_add(errors, out,
                   "kept no whole log, which is needed to continue a run: --force starts over");
    else if (config->log == LOG_DIVERGENT && was_begun(config, out) && !unit_journal_exists(out))
        errors_add(
            errors, out,
            "kept a part of the games, and the journal of the others is missing, so it cannot "
            "be continued: --force starts over");
    if (errors->count || !resume_fits(config, out, errors) ||
        !result_folder_claim(out, &claim, errors))
        return EXIT_BAD_FILE;
    if (!was_begun(config, out)) {
        code = tournament_play(tournament, config, out, options, errors);
    } else {
        struct watchers watchers = new_watchers(config, &compared, names);
        code = go_on(tournament, config, out, options, &watchers, errors);
        free_watchers(&watchers);
    }
    result_folder_release(claim);
    return code;
}

void tournament_free(struct tournament *tournament)
{
    pool_free(&tournament->pool);
    tournament->summary = NULL;
}
