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
#include "arena/log/summary_file.h"

static int find_name(const struct manifest *manifest, const char *name, struct problems *problems)
{
    for (int i = 0; i < manifest->bot_count; i++)
        if (strcmp(manifest->names[i], name) == 0)
            return i;
    char suggestion[SUGGESTION_SIZE];
    problems_add(problems, name, "no bot of this folder%s",
                 did_you_mean(name, manifest->names, (size_t)manifest->bot_count,
                              sizeof *manifest->names, suggestion));
    return -1;
}

/* Replays the log for another pair than the summary has. */
static cJSON *analyse_log(struct logfile *log, const struct question *question,
                          struct problems *problems)
{
    static struct gameline line; /* 7 kB, used one at a time */
    struct sessions sessions = {.rules = &log->rules};
    struct analysis *analysis = analysis_new(&log->rules, &log->manifest.schedule, question,
                                             log->manifest.names, log->manifest.bot_count);
    char where[1300];
    struct fact fact;

    while (!problems->count && logfile_next(log)) {
        snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
        if (log->torn)
            problems_add(problems, where, "the last line is torn: the run was cut off");
        else if (gameline_read(log->text, log->length, &log->rules,
                               log->rules.derived.carries ? &sessions : NULL, where, &line,
                               problems)) {
            logfile_check_place(log, &line, where, problems);
            fact_of_game(&fact, &line.game, &line.outcome, line.illegal);
            if (!problems->count)
                analysis_add(analysis, &fact);
        }
        cJSON_Delete(line.root);
        line.root = NULL;
    }
    logfile_ended(log, problems);
    cJSON *summary = cJSON_CreateObject();
    if (!problems->count)
        analysis_to_json(analysis, log->path, summary);
    if (!problems->count && !cJSON_GetObjectItemCaseSensitive(summary, "comparison"))
        problems_add(problems, log->path, "the manifest's tables hold these two unequally often");
    sessions_free(&sessions);
    analysis_free(analysis);
    return summary;
}

/* Is it the whole log that summary.json is about? Without a summary the run was cut off: what there
 * is may be looked at, but not without a word. */
static void check_length(const struct logfile *log, const char *folder, struct problems *problems)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(folder, "summary.json", path), F_OK) != 0) {
        fprintf(stderr, "skat-arena: warning: %s: the run was cut off after %llu games\n", folder,
                (unsigned long long)log->number);
        return;
    }
    cJSON *summary = summary_load(path, problems);
    if (summary && figure(summary, "games") != (double)log->number)
        problems_add(problems, log->path, "has %llu games, summary.json is about %.0f",
                     (unsigned long long)log->number, figure(summary, "games"));
    cJSON_Delete(summary);
}

bool recompare_find_pair(struct question *question, const struct manifest *manifest,
                         const char *const names[2], const char *folder, struct problems *problems)
{
    question->a = find_name(manifest, names[0], problems);
    question->b = find_name(manifest, names[1], problems);
    if (problems->count)
        return false;
    if (manifest->schedule.kind == SCHEDULE_RECORDED)
        problems_add(problems, folder,
                     "has imported games, each on a deal of its own; what these two have at common "
                     "tables stands in \"pairs\" of summary.json");
    else if (question->a == question->b)
        problems_add(problems, names[1], "is the same bot: there is nothing to compare");
    else if (!question_pair_meets(question, &manifest->schedule))
        problems_add(problems, folder, "%s and %s never sit at the same table", names[0], names[1]);
    return !problems->count;
}

cJSON *recompare(struct logfile *log, const char *folder, const struct question *question,
                 struct problems *problems)
{
    cJSON *summary = analyse_log(log, question, problems);

    if (!problems->count)
        check_length(log, folder, problems);
    return summary;
}
