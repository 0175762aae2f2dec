/* arena/command_run.c - skat-arena run CONFIG */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/cli.h"
#include "arena/config.h"
#include "arena/results.h"
#include "arena/run.h"

enum { PATH_SIZE = 1200, OUT_MAX = 1100 };

struct run_options {
    const char *out;
    bool force, quiet, json;
    struct config_overrides overrides;
};

static const char *in_folder(const char *folder, const char *file, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%.1100s/%s", folder, file);
    return path;
}

static bool make_folders(const char *path, struct problems *problems)
{
    char part[PATH_SIZE];

    for (size_t i = 1; path[i - 1]; i++) {
        if (path[i] != '/' && path[i])
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0777) < 0 && errno != EEXIST) {
            problems_add(problems, part, "cannot be made: %s", strerror(errno));
            return false;
        }
    }
    return true;
}

/* A folder that holds anything is somebody's result. With --force its result files are removed,
 * nothing else. */
static bool open_folder(const char *path, bool force, struct problems *problems)
{
    static const char *const files[] = {"manifest.json", "games.jsonl", "summary.json",
                                        "timing.json"};
    DIR *folder = opendir(path);
    const struct dirent *entry;
    bool used = false;
    char file[PATH_SIZE];

    while (folder && (entry = readdir(folder)))
        used |= strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (folder)
        closedir(folder);
    if (used && !force) {
        problems_add(
            problems, path,
            "exists and is not empty; --force overwrites its results, --out names another");
        return false;
    }
    for (size_t i = 0; used && i < sizeof files / sizeof *files; i++)
        unlink(in_folder(path, files[i], file));
    return make_folders(path, problems);
}

static int terminal_width(FILE *stream)
{
    struct winsize size;

    if (!isatty(fileno(stream)))
        return 0;
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

static void announce(const struct config *config, const char *out)
{
    fprintf(
        stderr, "%s: %llu games (%d arrangement%s of %llu deals), seed %llu, %d worker%s -> %s\n",
        config->name, (unsigned long long)config_games(config), config->arrangement_count,
        config->arrangement_count == 1 ? "" : "s",
        (unsigned long long)(config->sessions * (uint64_t)config->rules.deals),
        (unsigned long long)config->seed, config->workers, config->workers == 1 ? "" : "s", out);
    if (config->rules.deals % config->rules.seats && !config->given)
        fprintf(stderr,
                "skat-arena: warning: %d deals are no multiple of %d seats: some deal, and "
                "lead, more often than others\n",
                config->rules.deals, config->rules.seats);
}

/* Names the variants that a part of a bot was not written for. */
static void warn_of_part(const struct config *config, const char *name,
                         const struct bot_module *part)
{
    uint64_t played = player_variants(&config->rules);
    int missing = 0;

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        if (played >> variant & 1 &&
            !module_knows(part->description, (enum skat_bot_variant)variant)) {
            if (!missing)
                fprintf(stderr, "skat-arena: warning: %s does not know", name);
            fprintf(stderr, "%s %s", missing++ ? "," : "", module_variant_names[variant]);
        }
    if (missing)
        fprintf(stderr, ": it plays all the same, with the defaults of bots/README.md\n");
}

/* What a person would want to know before a long run. */
static void warn(const struct config *config)
{
    const char *notes[SKAT_NOTES_MAX];
    int count = skat_rules_notes(&config->rules, notes);

    for (int i = 0; i < count; i++)
        fprintf(stderr, "skat-arena: warning: rules: %s\n", notes[i]);
    for (int i = 0; i < config->bot_count; i++) {
        const struct bot *bot = &config->bots[i];
        for (int part = 0; part < (bot->composed ? PARTS : 1); part++)
            warn_of_part(config, bot->name, &bot->parts[part]);
    }
}

/* Saves what is known when the games are over, whole run or not. */
static bool save_results(const struct config *config, const struct run_result *result,
                         const char *out, const cJSON *summary, struct problems *problems)
{
    char path[PATH_SIZE];

    cJSON *timing = timing_of(config, result);
    bool ok = json_save(summary, in_folder(out, "summary.json", path), problems);
    ok = json_save(timing, in_folder(out, "timing.json", path), problems) && ok;
    cJSON_Delete(timing);
    return ok;
}

static FILE *open_log(const char *path, struct problems *problems)
{
    FILE *log = fopen(path, "w");
    if (!log)
        problems_add(problems, path, "cannot be written: %s", strerror(errno));
    return log;
}

static void report(const struct run_options *options, const struct config *config,
                   const struct run_result *result, const cJSON *summary, const char *out)
{
    if (options->json) {
        char *text = cJSON_Print(summary);
        printf("%s\n", text);
        free(text);
    } else {
        summary_print(summary, terminal_width(stdout), stdout);
        printf("\n%s in %.1f s, %.0f games/s\n", out, result->seconds,
               result->seconds > 0 ? (double)result->games / result->seconds : 0);
    }
    if (result->interrupted)
        fprintf(stderr, "skat-arena: interrupted: %llu of %llu games are finished and in %s\n",
                (unsigned long long)result->games, (unsigned long long)config_games(config), out);
}

static int play(const struct config *config, const struct run_options *options, const char *out,
                struct problems *problems)
{
    char path[PATH_SIZE];
    const char *names[BOTS_MAX];
    struct run_result *result = calloc(1, sizeof *result);
    FILE *log = NULL;

    cJSON *manifest = manifest_of(config);
    bool ok = result && json_save(manifest, in_folder(out, "manifest.json", path), problems);
    cJSON_Delete(manifest);
    if (ok && config->log == LOG_ALL) {
        log = open_log(in_folder(out, "games.jsonl", path), problems);
        ok = log != NULL;
    }
    if (!ok) {
        free(result);
        return EXIT_INTERNAL;
    }
    if (!options->quiet)
        announce(config, out);
    warn(config);
    ok = run_play(config, log, !options->quiet && isatty(STDERR_FILENO), result, problems);
    if (log && fclose(log) != 0 && ok) {
        problems_add(problems, path, "cannot be written: %s", strerror(errno));
        ok = false;
    }
    for (int i = 0; i < config->bot_count; i++)
        names[i] = config->bots[i].name;
    cJSON *summary =
        summary_of(&result->tally, &config->rules, names, config->bot_count, config_games(config));
    ok = save_results(config, result, out, summary, problems) && ok;
    if (ok && (!options->quiet || options->json))
        report(options, config, result, summary, out);
    int code = !ok ? EXIT_INTERNAL : result->interrupted ? EXIT_INTERRUPTED : EXIT_OK;
    cJSON_Delete(summary);
    free(result);
    return code;
}

static int run(int argc, char **argv)
{
    struct run_options options = {.overrides = CONFIG_NO_OVERRIDES};
    const struct cli_option table[] = {
        {"out", 'o', CLI_TEXT, "DIR", "result folder (default: results/ and the config's name)",
         &options.out, 0, 0},
        {"seed", 0, CLI_INT, "N", "instead of the config's seed", &options.overrides.seed, 0,
         ((int64_t)1 << 53) - 1},
        {"deals", 0, CLI_INT, "N", "deals of a session, instead of the config's",
         &options.overrides.deals, 1, 1000000000},
        {"workers", 'j', CLI_INT, "N", "processes that play (default: one for each processor)",
         &options.overrides.workers, 1, WORKERS_MAX},
        {"log", 0, CLI_CHOICE, "all|none", "what games.jsonl keeps", &options.overrides.log, 0, 0},
        {"force", 'f', CLI_FLAG, NULL, "overwrite the results in an existing folder",
         &options.force, 0, 0},
        {"quiet", 'q', CLI_FLAG, NULL, "no progress and no table", &options.quiet, 0, 0},
        {"json", 0, CLI_FLAG, NULL, "print summary.json instead of the table", &options.json, 0, 0},
    };
    const char *words[1];
    char out[PATH_SIZE];
    int count;
    int code = cli_parse(&command_run, table, sizeof table / sizeof *table, argc, argv, words,
                         &count, 1, 1);
    if (code >= 0)
        return code;

    struct config config;
    struct problems problems = {0};
    code = EXIT_USAGE;
    if (config_load(&config, words[0], &options.overrides, &problems)) {
        int length = snprintf(out, sizeof out, "%s%s", options.out ? "" : "results/",
                              options.out ? options.out : config.name);
        if (length >= OUT_MAX)
            problems_add(&problems, "--out", "longer than %d bytes", OUT_MAX - 1);
        else if (open_folder(out, options.force, &problems))
            code = play(&config, &options, out, &problems);
    }
    problems_print(&problems, stderr);
    problems_free(&problems);
    config_free(&config);
    return code;
}

const struct cli_command command_run = {
    "run", "CONFIG", "play a configured tournament", NULL, run,
};
