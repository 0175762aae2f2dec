// SPDX-License-Identifier: MIT
#include "arena/serve/run_live.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/report/fault_groups.h"
#include "arena/report/page_figures.h"
#include "arena/match/run_progress.h"
#include "arena/show/result_kind.h"
#include "arena/show/run_tables.h"

enum {
    READ_GAMES = 5000, /* between two looks at the clock */
    PAUSE_MS = 250,
    SAY_MS = 1000, /* between two texts */
    PATH = 96
};
/* By what factor the number of games grows from one point of the path to the next. */
static const double PATH_STEP = 1.15;

/* The difference as it was after ever more games, each time some more than before: the points of a
 * small line. */
struct difference_path {
    int count;
    double games[PATH], mean[PATH];
};

struct live {
    const char *folder;
    int out;
    struct run_follow *follow; /* NULL: it has no manifest yet */
    enum run_state state;
    bool read; /* all that is there */
    char note[400];
    struct run_pace pace;
    struct difference_path path;
    off_t faults_size; /* of faults.jsonl when it was read */
    cJSON *faults;
    char *said; /* the last text */
};

/* ---- the difference so far ---- */

/* A point of the path, if it is time for one. */
static void note_difference(struct live *live)
{
    struct difference_path *path = &live->path;
    const double games = (double)run_follow_games(live->follow);
    struct errors ignored = {0};
    struct run_summary summary;
    struct pool pool = {0};

    if (path->count < PATH && (!path->count || games >= path->games[path->count - 1] * PATH_STEP) &&
        run_follow_summary(live->follow, &summary, &pool, &ignored) &&
        summary.verdict->difference) {
        path->games[path->count] = games;
        path->mean[path->count++] = summary.verdict->difference->mean;
    }
    errors_free(&ignored);
    pool_free(&pool);
}

/* What the index shows of the run: all but its texts is in the rest of the line. */
static cJSON *row_of(const struct live *live, const cJSON *root)
{
    static const char *const copied[] = {"games", "planned", "played_share", "rate", "left"};
    const cJSON *verdict = json_get(json_get(root, "summary"), "verdict");
    cJSON *row = cJSON_CreateObject();

    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        json_copy(row, root, copied[i]);
    if (!verdict)
        return row;
    cJSON_AddItemToObject(row, "verdict", cJSON_Duplicate(verdict, true));
    cJSON *path = cJSON_AddArrayToObject(row, "path");
    for (int i = 0; i < live->path.count; i++) {
        const double point[] = {live->path.games[i], live->path.mean[i]};
        cJSON_AddItemToArray(path, cJSON_CreateDoubleArray(point, 2));
    }
    return row;
}

/* ---- the line ---- */

static void add_faults(struct live *live, const struct table_sink *to)
{
    const off_t MOST = 64 << 20; /* bytes: more are not read again and again */
    char path[FOLDER_PATH_SIZE];
    struct stat status;
    struct errors errors = {0};
    struct pool pool = {0};
    int count;

    const bool there = stat(folder_file(live->folder, "faults.jsonl", path), &status) == 0;
    if (there && status.st_size != live->faults_size && status.st_size <= MOST) {
        const struct fault_group *groups = fault_groups_read(live->folder, &count, &pool, &errors);
        if (!errors.count) { /* else a line is being written: the next time */
            cJSON_Delete(live->faults);
            live->faults = cJSON_CreateArray();
            live->faults_size = status.st_size;
            for (int i = 0; i < count; i++)
                cJSON_AddItemToArray(live->faults, fields_to_json(&fault_group_fields, &groups[i]));
        }
        pool_free(&pool);
        errors_free(&errors);
    }
    show_fault_groups(live->faults, to);
}

static void add_summary(const struct live *live, cJSON *root)
{
    struct pool pool = {0};
    struct errors ignored = {0};
    struct run_summary summary;

    if (run_follow_summary(live->follow, &summary, &pool, &ignored))
        cJSON_AddItemToObject(
            root, "summary",
            page_figures_of_run(&summary, run_follow_manifest(live->follow)->root));
    errors_free(&ignored);
    pool_free(&pool);
}

static void add_progress(cJSON *root, const struct run_progress *progress, double rate)
{
    if (isnan(progress->games))
        return;
    json_put_int(root, "games", (int64_t)progress->games);
    json_put_ratio(root, "played_share", (int64_t)progress->games, (int64_t)progress->planned);
    if (!isnan(rate))
        json_put_real(root, "rate", rate);
    if (rate > 0)
        json_put_real(root, "left", ceil((progress->planned - progress->games) / rate));
}

static void add_run(struct live *live, cJSON *root)
{
    const struct manifest *manifest = run_follow_manifest(live->follow);
    const struct run_progress progress = run_progress_of(live->folder, manifest);

    run_pace_note(&live->pace, &progress);
    const double rate = run_pace_rate(&live->pace, live->folder);
    cJSON_AddItemToObject(root, "manifest", cJSON_Duplicate(manifest->root, true));
    json_put_int(root, "planned", (int64_t)progress.planned);
    add_summary(live, root);
    add_progress(root, &progress, rate);
    const struct table_sink to = {.page = cJSON_AddObjectToObject(root, "tables")};
    add_faults(live, &to);
    cJSON *shards =
        manifest->schedule.shards ? run_shards(live->folder, manifest, &progress, rate) : NULL;
    show_shards(shards, &to);
    cJSON_Delete(shards);
}

/* False if the server is gone. */
static bool say(struct live *live)
{
    cJSON *root = cJSON_CreateObject();
    bool ok = true;

    cJSON_AddStringToObject(root, "state", run_state_words[live->state]);
    cJSON_AddBoolToObject(root, "read", live->read);
    if (*live->note)
        cJSON_AddStringToObject(root, "note", live->note);
    if (live->follow) {
        add_run(live, root);
        cJSON_AddItemToObject(root, "row", row_of(live, root));
    }
    char *text = xcheck(cJSON_PrintUnformatted(root));
    cJSON_Delete(root);
    if (!live->said || strcmp(text, live->said) != 0)
        ok = child_say(live->out, RUN_LIVE_IS, 0, text, strlen(text));
    free(live->said);
    live->said = text;
    return ok;
}

/* ---- following ---- */

static void set_note(struct live *live, struct errors *errors)
{
    if (errors->count)
        snprintf(live->note, sizeof live->note, "%.*s", (int)strcspn(errors->text, "\n"),
                 errors->text);
    errors_free(errors);
    *errors = (struct errors){.text = NULL};
}

static void open_run(struct live *live)
{
    char path[FOLDER_PATH_SIZE];
    struct errors errors = {0};

    if (access(folder_file(live->folder, "manifest.json", path), F_OK) != 0) {
        snprintf(live->note, sizeof live->note, "The run is being prepared.");
        return;
    }
    live->follow = run_follow_open(live->folder, &errors);
    live->note[0] = '\0';
    set_note(live, &errors);
    if (live->follow && run_follow_manifest(live->follow)->log == LOG_NONE)
        snprintf(live->note, sizeof live->note,
                 "This run keeps no log of all games, so what it has found is known when it has "
                 "ended.");
}

/* Reads for as long as one look may take. False if what is there cannot be read. */
static bool read_on(struct live *live)
{
    const int64_t until = clock_ms(CLOCK_MONOTONIC) + SAY_MS;
    struct errors errors = {0};
    int64_t games;

    do {
        games = run_follow_read(live->follow, READ_GAMES, &errors);
        note_difference(live);
    } while (games > 0 && clock_ms(CLOCK_MONOTONIC) < until);
    live->read = games == 0;
    set_note(live, &errors);
    return games >= 0;
}

/* Whether there is nothing more to come, or what comes is not the end of what was read. Of a run
 * that was stopped more may come; when it is resumed, games of an unfinished unit are cut off. */
static bool is_over(const struct live *live, enum run_state before)
{
    if (live->follow && run_follow_is_over(live->follow))
        return true;
    if (before == RUN_INTERRUPTED && live->state == RUN_PLAYING)
        return true;
    return live->state == RUN_FINISHED || live->state == RUN_NOT_BEGUN;
}

/* Looks at the run. False if there is nothing more to come. */
static bool look(struct live *live)
{
    const enum run_state before = live->state;

    live->state = run_state_of(live->folder);
    if (!live->follow)
        open_run(live);
    if (live->state == RUN_FINISHED)
        live->read = true; /* its summary says all */
    else if (live->follow && !read_on(live))
        return false;
    return !is_over(live, before);
}

/* Whether there is a run, or one is being begun. */
static bool is_run(const char *folder)
{
    const enum run_state state = run_state_of(folder);
    DIR *open = input_folder_open(folder);

    return open && closedir(open) == 0 &&
           (state == RUN_PLAYING || state == RUN_INTERRUPTED ||
            result_kind_of(folder) == RESULT_RUN);
}

int run_live_say(const struct child_task *task)
{
    const struct timespec pause = {0, PAUSE_MS * 1000000L};
    const struct run_live_work *work = task->context;
    struct live live = {.folder = work->folder, .out = task->out, .state = RUN_PLAYING};
    int64_t said = 0;
    bool more = true;

    input_stay_below(work->root);
    if (!is_run(work->folder))
        return child_say(task->out, RUN_LIVE_NONE, 0, "", 0) ? EXIT_OK : EXIT_INTERNAL;
    while (more) {
        more = look(&live);
        const int64_t now = clock_ms(CLOCK_MONOTONIC);
        if (!more || !said || now - said >= SAY_MS) {
            more = say(&live) && more;
            said = now;
        }
        if (more && (live.read || !live.follow))
            nanosleep(&pause, NULL);
    }
    cJSON_Delete(live.faults);
    free(live.said);
    run_follow_close(live.follow);
    return EXIT_OK;
}
