// SPDX-License-Identifier: MIT
#include "arena/serve/run_live.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/clock.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/report/fault_groups.h"
#include "arena/result/summary_file.h"
#include "arena/serve/run_follow.h"
#include "arena/serve/run_shards.h"
#include "arena/serve/run_state.h"

enum {
    READ_GAMES = 5000, /* between two looks at the clock */
    PAUSE_MS = 250,
    SHOW_MS = 1000, /* between two lines */
    WINDOW = 64     /* of measured rates: about a minute */
};

/* When how many games were there. */
struct games_at {
    int64_t ms;
    double games;
};

struct live {
    const char *folder;
    int out;
    struct run_follow *follow; /* NULL: it has no manifest yet */
    enum run_state state;
    bool read; /* all that is there */
    char note[400];
    struct games_at window[WINDOW];
    int moments;
    off_t faults_size; /* of faults.jsonl when it was read */
    cJSON *faults;
    char *shown; /* the line that was written last */
};

/* ---- rate ---- */

/* A fast run may be ahead of its reader: what counts is what is there. */
static void note_moment(struct live *live)
{
    if (!live->follow || live->state != RUN_STATE_PLAYING) {
        live->moments = 0;
        return;
    }
    if (live->moments == WINDOW)
        memmove(live->window, live->window + 1, --live->moments * sizeof *live->window);
    live->window[live->moments++] =
        (struct games_at){clock_ms(CLOCK_MONOTONIC), run_follow_games_there(live->follow)};
}

/* Games a second; NAN if that is not known. */
static double rate_of(const struct live *live)
{
    enum { LEAST_MS = 1500, THOUSAND = 1000 };
    const struct games_at *first = live->window, *last = live->window + live->moments - 1;

    if (live->moments < 2 || last->ms - first->ms < LEAST_MS)
        return NAN;
    return fmax(0, last->games - first->games) * THOUSAND / (double)(last->ms - first->ms);
}

/* ---- the line ---- */

static void add_faults(struct live *live, cJSON *root)
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
    if (live->faults)
        cJSON_AddItemToObject(root, "fault_groups", cJSON_Duplicate(live->faults, true));
}

/* That of the file when the run has ended, else of what was read. */
static void add_summary(const struct live *live, cJSON *root)
{
    char path[FOLDER_PATH_SIZE];
    struct pool pool = {0};
    struct errors ignored = {0};
    struct run_summary summary;

    folder_file(live->folder, "summary.json", path);
    if (live->state == RUN_STATE_FINISHED && run_summary_load(&summary, path, &pool, &ignored)) {
        cJSON_AddItemToObject(root, "summary", fields_to_json(&run_summary_fields, &summary));
    } else if (run_follow_can_read(live->follow) && run_follow_games(live->follow)) {
        run_follow_summary(live->follow, &summary, &pool);
        cJSON_AddItemToObject(root, "summary", fields_to_json(&run_summary_fields, &summary));
    }
    errors_free(&ignored);
    pool_free(&pool);
}

static void add_speed(const struct live *live, cJSON *root, uint64_t planned)
{
    const double rate = rate_of(live);
    const double rest = fmax(0, (double)planned - run_follow_games_there(live->follow));

    if (!isfinite(rate))
        return;
    json_put_real(root, "rate", rate);
    if (rate > 0)
        json_put_real(root, "left", ceil(rest / rate));
}

/* Of a run that has ended those of its summary, since its log need not have been read. */
static double games_of(const struct live *live, const cJSON *root)
{
    const cJSON *summary = cJSON_GetObjectItemCaseSensitive(root, "summary");

    if (live->state == RUN_STATE_FINISHED && summary)
        return json_number(summary, "games");
    return run_follow_can_read(live->follow) ? (double)run_follow_games(live->follow)
                                             : run_follow_games_there(live->follow);
}

static void add_run(struct live *live, cJSON *root)
{
    const struct manifest *manifest = run_follow_manifest(live->follow);
    const uint64_t planned = schedule_games(&manifest->schedule);
    cJSON *shards = run_shards(live->folder, manifest);

    cJSON_AddItemToObject(root, "manifest", cJSON_Duplicate(manifest->root, true));
    json_put_int(root, "planned", (int64_t)planned);
    add_summary(live, root);
    if (manifest->log != LOG_NONE) {
        json_put_int(root, "games", (int64_t)fmin(games_of(live, root), (double)planned));
        add_speed(live, root, planned);
    }
    add_faults(live, root);
    if (shards)
        cJSON_AddItemToObject(root, "shards", shards);
}

static cJSON *line_of(struct live *live)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "state", run_state_names[live->state]);
    cJSON_AddBoolToObject(root, "read", live->read);
    if (*live->note)
        cJSON_AddStringToObject(root, "note", live->note);
    if (live->follow)
        add_run(live, root);
    return root;
}

/* False if the server is gone. */
static bool show(struct live *live)
{
    cJSON *root = line_of(live);
    char *text = xcheck(cJSON_PrintUnformatted(root));
    bool ok = true;

    cJSON_Delete(root);
    if (!live->shown || strcmp(text, live->shown) != 0)
        ok = output_write(live->out, text, strlen(text)) && output_write(live->out, "\n", 1);
    free(live->shown);
    live->shown = text;
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
    if (live->follow && !run_follow_can_read(live->follow))
        snprintf(live->note, sizeof live->note,
                 "This run keeps no log of all games, so what it has found is known when it has "
                 "ended.");
}

/* Reads for as long as one look may take. False if what is there cannot be read. */
static bool read_on(struct live *live)
{
    const int64_t until = clock_ms(CLOCK_MONOTONIC) + SHOW_MS;
    struct errors errors = {0};
    int64_t games;

    do {
        games = run_follow_read(live->follow, READ_GAMES, &errors);
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
    if (before == RUN_STATE_STOPPED && live->state == RUN_STATE_PLAYING)
        return true;
    return live->state == RUN_STATE_FINISHED || live->state == RUN_STATE_NONE;
}

/* Looks at the run. False if there is nothing more to come. */
static bool look(struct live *live)
{
    const enum run_state before = live->state;

    live->state = run_state_of(live->folder);
    if (!live->follow)
        open_run(live);
    if (live->state == RUN_STATE_FINISHED)
        live->read = true; /* its summary says all */
    else if (live->follow && !read_on(live))
        return false;
    return !is_over(live, before);
}

int run_live(const void *context, int out)
{
    const struct timespec pause = {0, PAUSE_MS * 1000000L};
    struct live live = {.folder = context, .out = out, .state = RUN_STATE_PLAYING};
    int64_t shown = 0;
    bool more = true;

    while (more) {
        more = look(&live);
        const int64_t now = clock_ms(CLOCK_MONOTONIC);
        if (!more || !shown || now - shown >= SHOW_MS) {
            note_moment(&live);
            more = show(&live) && more;
            shown = now;
        }
        if (more && (live.read || !live.follow))
            nanosleep(&pause, NULL);
    }
    cJSON_Delete(live.faults);
    free(live.shown);
    run_follow_close(live.follow);
    return EXIT_OK;
}
