#include "arena/compare/recompare.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/compare/run_stats.h"
#include "arena/record/game_stats.h"
#include "arena/base/json_write.h"
#include "arena/base/folder.h"
#include "arena/base/spelling.h"
#include "arena/log/log_games.h"
#include "arena/log/summary_file.h"

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
static cJSON *analyse_log(struct log_reader *log, const struct comparison_plan *compared,
                          struct errors *errors)
{
    struct run_stats *stats = run_stats_new(&log->rules, &log->manifest.schedule, compared,
                                            log->manifest.names, log->manifest.bot_count);
    cJSON *summary = cJSON_CreateObject();

    if (log_games_read(log, add_game, stats, errors))
        run_stats_to_json(stats, log->path, summary);
    if (!errors->count && !cJSON_GetObjectItemCaseSensitive(summary, "comparison"))
        errors_add(errors, log->path, "these two share more tables in some deals than in others");
    run_stats_free(stats);
    return summary;
}

/* Checks that the log has as many games as summary.json. Without a summary the run was cut off,
 * which is only a warning. */
static void check_length(const struct log_reader *log, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "summary.json", path), F_OK) != 0) {
        fprintf(stderr, "skat-arena: warning: %s: the run was cut off after %llu games\n", folder,
                (unsigned long long)log->number);
        return;
    }
    cJSON *summary = summary_load(path, errors);
    if (summary && json_number(summary, "games") != (double)log->number)
        errors_add(errors, log->path, "has %llu games, but summary.json has %.0f",
                   (unsigned long long)log->number, json_number(summary, "games"));
    cJSON_Delete(summary);
}

bool recompare_find_pair(struct comparison_plan *compared, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct errors *errors)
{
    compared->a = find_name(manifest, names[0], errors);
    compared->b = find_name(manifest, names[1], errors);
    if (errors->count)
        return false;
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

cJSON *recompare(struct log_reader *log, const char *folder, const struct comparison_plan *compared,
                 struct errors *errors)
{
    cJSON *summary = analyse_log(log, compared, errors);

    if (!errors->count)
        check_length(log, folder, errors);
    return summary;
}
