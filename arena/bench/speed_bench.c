// SPDX-License-Identifier: MIT
#include "arena/bench/speed_bench.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/program_dirs.h"
#include "arena/config/config.h"
#include "arena/log/result_folder.h"
#include "arena/match/supervisor.h"

extern char **environ;

/* The rules of a workload: official, or those of configs/rules/stammtisch.json, written out here so
 * that the bench needs no file. The latter have nearly all that carries over between deals. */
static const char OFFICIAL[] = "{}";
static const char PUB[] =
    "{\"concede\": \"before_lead\", \"passed_in\": \"ramsch\", "
    "\"kontra\": {\"levels\": 2, \"when\": \"first_trick\", \"who\": \"bidders_or_18\"}, "
    "\"bock\": {\"triggers\": [\"grand_hand_played\", \"kontra_lost\", \"re_said\", "
    "\"sixty_sixty\"], "
    "\"ramsch_after\": true}, \"ramsch_round\": {\"grand_hand\": true}}";

/* The bot in all three seats, and whether a log is written (to a temporary file). */
static const struct bench_workload {
    const char *bot;
    const char *rules;
    const char *title;
    bool log;
} workloads[] = {
    {"basic", OFFICIAL, "no log", false},      {"random", OFFICIAL, "no log", false},
    {"random", OFFICIAL, "with log", true},    {"random", PUB, "pub rules", false},
    {"stammtisch", OFFICIAL, "no log", false}, {"stammtisch", OFFICIAL, "with log", true},
    {"stammtisch", PUB, "pub rules", false},   {"neural", OFFICIAL, "no log", false},
    {"neural", PUB, "pub rules", false},
};
enum {
    WORKLOADS = sizeof workloads / sizeof *workloads,
    SIGNATURE_GAMES = 20000,
    ROUNDS = 7,
    SESSION = 1000,
    CONFIG_SIZE = 1024
};

bool speed_bench_knows(const char *bot)
{
    for (int i = 0; i < WORKLOADS; i++)
        if (strcmp(workloads[i].bot, bot) == 0)
            return true;
    return false;
}

static bool is_wanted(int index, const struct speed_bench_options *options)
{
    return !options->bot || strcmp(options->bot, workloads[index].bot) == 0;
}

/* ---- playing a workload ---- */

/* Whole sessions for the pub rules, under which deals carry state on. */
static int64_t games_of(const struct bench_workload *bench, int64_t games)
{
    int64_t sessions = (games + SESSION - 1) / SESSION;

    return bench->rules == PUB ? sessions * SESSION : games;
}

/* The same config for playing here and for running the program. Returns its length. */
static size_t write_config(char text[CONFIG_SIZE], const struct bench_workload *bench,
                           int64_t sessions, int64_t deals, int64_t workers)
{
    int length =
        snprintf(text, CONFIG_SIZE,
                 "{\"name\": \"bench\", \"seed\": 20261121, \"sessions\": %lld, \"deals\": %lld, "
                 "\"rules\": %s, \"bots\": {\"bot\": \"%s\"}, "
                 "\"seats\": [\"bot\", \"bot\", \"bot\"], \"workers\": %lld, \"log\": \"%s\"}",
                 (long long)sessions, (long long)deals, bench->rules, bench->bot,
                 (long long)workers, bench->log ? "all" : "none");

    return (size_t)length;
}

/* Sets *log_bytes to the size of the log. */
static bool play_workload(const struct bench_workload *bench, int64_t games, int64_t workers,
                          struct supervisor_result *result, int64_t *log_bytes,
                          struct errors *errors)
{
    struct config_overrides overrides = CONFIG_NO_OVERRIDES;
    struct config config;
    char text[CONFIG_SIZE];
    bool pub = bench->rules == PUB;

    size_t length =
        write_config(text, bench, pub ? games / SESSION : 1, pub ? SESSION : games, workers);
    bool ok = config_parse(&config, text, length, "bench", ".", &overrides, errors);
    struct log_writer *log = ok && bench->log ? log_writer_temporary(errors) : NULL;
    ok = ok && (log || !bench->log) &&
         supervisor_play(&config, &(struct supervisor_outputs){.log = log}, result, errors);
    *log_bytes = log ? log_writer_bytes(log) : 0;
    log_writer_close(log);
    config_free(&config);
    return ok && !result->interrupted;
}

/* Returns a new row in `rows`. */
static cJSON *add_row(cJSON *rows, const char *bot, const char *title)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "bot", bot);
    cJSON_AddStringToObject(row, "workload", title);
    cJSON_AddItemToArray(rows, row);
    return row;
}

static void add_signature(cJSON *rows, const struct bench_workload *bench, uint64_t signature)
{
    char text[sizeof "0123456789abcdef"];

    snprintf(text, sizeof text, "%016" PRIx64, signature);
    cJSON_AddStringToObject(add_row(rows, bench->bot, bench->title), "signature", text);
}

bool speed_bench_signatures(const struct speed_bench_options *options, cJSON *rows,
                            struct errors *errors)
{
    struct supervisor_result *result = xcalloc(1, sizeof *result);
    int64_t log_bytes;
    bool ok = true;

    for (int i = 0; i < WORKLOADS && ok; i++) {
        if (!is_wanted(i, options))
            continue;
        ok = play_workload(&workloads[i], SIGNATURE_GAMES, options->workers, result, &log_bytes,
                           errors);
        if (ok)
            add_signature(rows, &workloads[i], result->tally.signature);
    }
    free(result);
    return ok;
}

/* ---- other programs ---- */

static double seconds_of(const struct rusage *usage)
{
    return (double)usage->ru_utime.tv_sec + (double)usage->ru_stime.tv_sec +
           ((double)usage->ru_utime.tv_usec + (double)usage->ru_stime.tv_usec) * 1e-6;
}

/* The processor time so far of this process and of those that it has started and that are over. */
static double processor_seconds(void)
{
    struct rusage own, children;

    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return seconds_of(&own) + seconds_of(&children);
}

/* Runs a program without a terminal; its standard error goes to `err`. Returns its exit status, or
 * -1; sets *seconds to its processor time. */
static int run_program(char *const argv[], int err, double *seconds)
{
    posix_spawn_file_actions_t actions;
    struct rusage usage = {0};
    int status = -1;
    pid_t pid;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) == 0)
        wait4(pid, &status, 0, &usage);
    posix_spawn_file_actions_destroy(&actions);
    *seconds = seconds_of(&usage);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Games a second of XSkat's three players; 0 if it is not installed. */
static double xskat_rate(void)
{
    enum { GAMES = 20000 };
    const char *path = access("/usr/games/xskat", X_OK) == 0 ? "/usr/games/xskat" : "xskat";
    char *const argv[] = {(char *)path, "-nolog", "-auto", "20000", NULL};
    int nowhere = open("/dev/null", O_WRONLY);
    double seconds = 0;
    int status = nowhere >= 0 ? run_program(argv, nowhere, &seconds) : -1;

    if (nowhere >= 0)
        close(nowhere);
    return status == 0 && seconds > 0 ? GAMES / seconds : 0;
}

/* The sum of what valgrind reports for each process. */
static double sum_collected(FILE *report)
{
    unsigned long long collected;
    char line[512];
    double sum = 0;

    rewind(report);
    while (fgets(line, sizeof line, report)) {
        const char *at = strstr(line, "Collected : ");
        if (at && sscanf(at, "Collected : %llu", &collected) == 1)
            sum += (double)collected;
    }
    return sum;
}

/* The instructions of all processes of a run into `folder`, as valgrind counts them; 0 if that
 * fails. */
static double count_in(const char *folder, const struct bench_workload *bench, int64_t games)
{
    char config[FOLDER_PATH_SIZE], program[PATH_MAX], text[CONFIG_SIZE];
    char *const argv[] = {"valgrind",
                          "--tool=callgrind",
                          "--callgrind-out-file=/dev/null",
                          "--trace-children=yes",
                          program,
                          "run",
                          config,
                          "--quiet",
                          "--force", /* the folder has the config already */
                          "--out",
                          (char *)folder,
                          NULL};
    FILE *report = tmpfile(),
         *file = output_file_grow(folder_file(folder, "config.json", config), OUTPUT_NEW);
    double sum = 0, seconds;

    if (file)
        fwrite(text, 1, write_config(text, bench, 1, games, 1), file);
    if (file && output_file_close(file) && report && program_executable(program) &&
        run_program(argv, fileno(report), &seconds) == 0)
        sum = sum_collected(report);
    if (report)
        fclose(report);
    unlink(config);
    return sum;
}

static double count_run(const struct bench_workload *bench, int64_t games)
{
    struct errors errors = {0};
    char folder[FOLDER_PATH_SIZE];
    double sum = 0;

    if (folder_make_temporary(folder, &errors)) {
        sum = count_in(folder, bench, games);
        result_folder_remove(folder);
    }
    errors_free(&errors);
    return sum;
}

/* Instructions a game, without those of starting and ending. */
static double instructions_of(const struct bench_workload *bench)
{
    enum { FEW = 500, MANY = 2500 };
    double few = count_run(bench, FEW), many = few ? count_run(bench, MANY) : 0;

    return many > few ? (many - few) / (MANY - FEW) : 0;
}

/* ---- the table ---- */

struct measured {
    double rates[ROUNDS];
    double clock_reads, log_bytes; /* a game */
};

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median_of(struct measured *measured)
{
    qsort(measured->rates, ROUNDS, sizeof *measured->rates, by_size);
    return measured->rates[ROUNDS / 2];
}

static bool measure(const struct bench_workload *bench, int64_t games, int64_t workers, int round,
                    struct measured *measured, struct supervisor_result *result,
                    struct errors *errors)
{
    enum { READS_EACH = 2 };
    const double before = processor_seconds();
    int64_t log_bytes;

    if (!play_workload(bench, games, workers, result, &log_bytes, errors))
        return false;
    measured->rates[round] = (double)games / (processor_seconds() - before);
    measured->clock_reads = READS_EACH * (double)result->times[0].timed / (double)games;
    measured->log_bytes = (double)log_bytes / (double)games;
    return true;
}

static bool measure_all(const struct speed_bench_options *options, struct measured *all,
                        struct measured *xskat, struct errors *errors)
{
    struct supervisor_result *result = xcalloc(1, sizeof *result);
    bool ok = true;

    for (int round = 0; round < ROUNDS && ok; round++) {
        xskat->rates[round] = xskat_rate();
        for (int i = 0; i < WORKLOADS && ok; i++)
            if (is_wanted(i, options))
                ok = measure(&workloads[i], games_of(&workloads[i], options->games / ROUNDS + 1),
                             options->workers, round, &all[i], result, errors);
    }
    free(result);
    return ok;
}

/* Returns the row, with the rates of all rounds. `per_second`: XSkat's rate, or 0. */
static cJSON *add_rates(cJSON *rows, const char *bot, const char *title, struct measured *measured,
                        double per_second)
{
    const double middle = median_of(measured);
    cJSON *row = add_row(rows, bot, title);

    cJSON_AddNumberToObject(row, "games_per_second", middle);
    cJSON_AddNumberToObject(row, "lowest", measured->rates[0]);
    cJSON_AddNumberToObject(row, "highest", measured->rates[ROUNDS - 1]);
    if (per_second > 0)
        cJSON_AddNumberToObject(row, "times_xskat", middle / per_second);
    return row;
}

static void add_measured(cJSON *rows, const struct bench_workload *bench, struct measured *measured,
                         double per_second, bool count_instructions)
{
    cJSON *row = add_rates(rows, bench->bot, bench->title, measured, per_second);
    const double instructions = count_instructions ? instructions_of(bench) : 0;

    cJSON_AddNumberToObject(row, "clock_reads", measured->clock_reads);
    cJSON_AddNumberToObject(row, "log_bytes", measured->log_bytes);
    if (instructions > 0)
        cJSON_AddNumberToObject(row, "instructions", instructions);
}

bool speed_bench_measure(const struct speed_bench_options *options, cJSON *rows,
                         struct errors *errors)
{
    static const struct measured nothing;
    struct measured all[WORKLOADS], xskat = nothing;

    for (int i = 0; i < WORKLOADS; i++)
        all[i] = nothing;
    if (!measure_all(options, all, &xskat, errors))
        return false;
    const double per_second = median_of(&xskat);
    for (int i = 0; i < WORKLOADS; i++)
        if (is_wanted(i, options))
            add_measured(rows, &workloads[i], &all[i], per_second, options->instructions);
    if (per_second > 0)
        add_rates(rows, "XSkat", "no log", &xskat, per_second);
    return true;
}
