// SPDX-License-Identifier: MIT
#include "arena/compare/recompare.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/result/summary_file.h"
#include "arena/compare/run_stats.h"
#include "arena/record/game_stats.h"
#include "arena/base/folder.h"
#include "arena/base/spelling.h"
#include "arena/base/terminal_fold.h"
#include "arena/log/log_games.h"

static int find_name(const struct manifest *manifest, const char *name, struct errors *errors)
{
    for (int i = 0; i < manifest->bot_count; i++)
        if (strcmp(manifest->names[i], name) == 0)
            return i;
    char suggestion[SUGGESTION_SIZE];
    errors_add(errors, name, "not a bot of this folder%s",
               did_you_mean(name, manifest->names, (size_t)manifest->bot_count,
                            sizeof *manifest->names, suggestion));
    return -1;
}

static void add_game(void *stats, const struct game_stats *game) { run_stats_add(stats, game); }

/* Replays the log for a pair other than that of the summary. */
static void analyse_log(struct log_reader *log, const char *folder,
                        const struct comparison_plan *compared, struct run_numbers *numbers,
                        struct pool *pool, struct errors *errors)
{
    struct redeals_source source;

    struct run_stats *stats = run_stats_new(&log->rules, &log->manifest.schedule, compared,
                                            log->manifest.names, log->manifest.bot_count);

    *numbers = (struct run_numbers){0};
    const bool open = redeals_source_open(&source, folder, compared, &log->manifest.schedule,
                                          log->manifest.names, errors);
    source.sign = compared->a == log->manifest.compared.a ? 1 : -1;
    run_stats_take_redeals(stats, redeals_source_change, &source);
    if (open && log_games_read(log, add_game, stats, errors))
        run_stats_numbers(stats, log->path, numbers, pool);
    if (!errors->count && !numbers->comparison)
        errors_add(errors, log->path, "these two share more tables in some deals than in others");
    redeals_source_close(&source);
    run_stats_free(stats);
}

/* Checks that the log has as many games as summary.json. Without a summary the run was cut off,
 * which is only a warning. */
static void check_length(const struct log_reader *log, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "summary.json", path), F_OK) != 0) {
        print_note("skat-arena: warning: %s: the run was cut off after %llu games\n", folder,
                   (unsigned long long)log->number);
        return;
    }
    struct pool pool = {0};
    struct run_summary summary;
    if (run_summary_load(&summary, path, &pool, errors) && (uint64_t)summary.games != log->number)
        errors_add(errors, log->path, "has %llu games, but summary.json has %lld",
                   (unsigned long long)log->number, (long long)summary.games);
    pool_free(&pool);
}

/* Whether these are the two of the run, of which there may be re-deals. */
static bool is_pair_of_run(const struct comparison_plan *compared, const struct manifest *manifest)
{
    const struct comparison_plan *of_run = &manifest->compared;

    return (compared->a == of_run->a && compared->b == of_run->b) ||
           (compared->a == of_run->b && compared->b == of_run->a);
}

bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct errors *errors)
{
    compared->a = find_name(manifest, names[0], errors);
    compared->b = find_name(manifest, names[1], errors);
    if (errors->count)
        return false;
    if (compared->a == manifest->compared.a && compared->b == manifest->compared.b) {
        *compared = manifest->compared;
        compared->tested &= !manifest->schedule.shards; /* of all shards */
    }
    if (is_pair_of_run(compared, manifest)) { /* in either order */
        compared->redeals = manifest->compared.redeals;
        compared->allow_for = manifest->compared.allow_for;
    }
    if (manifest->schedule.kind == SCHEDULE_RECORDED)
        errors_add(errors, folder,
                   "has imported games, each on a deal of its own; the results of these two at "
                   "shared tables are in \"pairs\" of summary.json");
    else if (compared->a == compared->b)
        errors_add(errors, names[1], "is the same bot: there is nothing to compare");
    else if (!comparison_plan_pair_meets(compared, &manifest->schedule))
        errors_add(errors, folder, "%s and %s never sit at the same table", names[0], names[1]);
    return !errors->count;
}

bool recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
               struct run_numbers *numbers, struct pool *pool, struct errors *errors)
{
    analyse_log(log, folder, compared, numbers, pool, errors);
    if (!errors->count)
        check_length(log, folder, errors);
    return !errors->count;
}
