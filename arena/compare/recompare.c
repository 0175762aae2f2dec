// SPDX-License-Identifier: MIT
#include "arena/compare/recompare.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/result/summary_file.h"
#include "arena/compare/run_fold.h"
#include "arena/base/folder.h"
#include "arena/base/text.h"
#include "arena/base/terminal.h"
#include "arena/log/log_replayer.h"

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

/* A fold, and what is wrong with its lines. */
struct refolding {
    struct run_fold *fold;
    struct errors *errors;
};

static bool take_line(void *context, const struct replayed_line *line)
{
    const struct refolding *refolding = context;
    const int before = refolding->errors->count;

    if (run_fold_read(refolding->fold, line, refolding->errors))
        run_fold_take(refolding->fold);
    return refolding->errors->count == before;
}

/* Checks that the log has as many games as summary.json. Without a summary the run was cut off,
 * which is only a warning. */
static void check_length(int64_t games, const struct log_reader *log, const char *folder,
                         struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "summary.json", path), F_OK) != 0) {
        print_note("skat-arena: warning: %s: the run was cut off after %lld games\n", folder,
                   (long long)games);
        return;
    }
    struct pool pool = {0};
    struct run_summary summary;
    if (run_summary_load(&summary, path, &pool, errors) && summary.games != games)
        errors_add(errors, log->path, "has %lld games, but summary.json has %lld", (long long)games,
                   (long long)summary.games);
    pool_free(&pool);
}

/* Replays the log for a pair other than that of the summary. */
static void fold_log(struct log_reader *log, const char *folder, struct run_fold *fold,
                     struct run_numbers *numbers, struct pool *pool, struct errors *errors)
{
    const struct refolding refolding = {fold, errors};

    *numbers = (struct run_numbers){0};
    log->with_bids = true;
    if (log_games_each(log, take_line, (void *)&refolding, errors))
        run_stats_numbers(run_fold_stats(fold), log->path, numbers, pool);
    if (!errors->count && !numbers->comparison)
        errors_add(errors, log->path, "these two share more tables in some deals than in others");
    if (!errors->count)
        check_length(run_fold_tally(fold)->games, log, folder, errors);
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
        compared->bidding = manifest->compared.bidding;
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
    const struct manifest *manifest = &log->manifest;
    struct redeals_source source;
    struct run_fold *fold = run_fold_new_comparing(manifest, compared);

    if (redeals_source_open(&source, folder, compared, &manifest->schedule, manifest->names,
                            errors)) {
        source.sign = compared->a == manifest->compared.a ? 1 : -1;
        run_stats_take_redeals(run_fold_stats(fold), redeals_source_change, &source);
        fold_log(log, folder, fold, numbers, pool, errors);
    }
    redeals_source_close(&source);
    run_fold_free(fold);
    return !errors->count;
}
