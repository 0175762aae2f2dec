// SPDX-License-Identifier: MIT
#include "arena/serve/run_live.h"

#include <dirent.h>
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
#include "arena/base/input_open.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/report/fault_groups.h"
#include "arena/report/page_figures.h"
#include "arena/report/repeat.h"
#include "arena/result/summary_file.h"
#include "arena/serve/run_follow.h"
#include "arena/serve/run_state.h"
#include "arena/serve/serve_child.h"

enum {
    READ_GAMES = 5000, /* between two looks at the clock */
    PAUSE_MS = 250,
    SHOW_MS = 1000, /* between two lines */
    WINDOW = 64,    /* of measured rates: about a minute */
    PATH = 96
};
/* Of the number of games at a point of the path to that at the next. */
static const double PATH_STEP = 1.15;

/* When how many games were there. */
struct games_at {
    int64_t ms;
    double games;
};

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
    struct games_at window[WINDOW];
    int moments;
    struct difference_path path;
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

/* ---- the difference so far ---- */

/* A point of the path, if it is time for one. */
static void note_difference(struct live *live)
{
    struct difference_path *path = &live->path;
    const double games = (double)run_follow_games(live->follow);
    struct run_summary summary;
    struct pool pool = {0};

    if (path->count == PATH || !games ||
        (path->count && games < path->games[path->count - 1] * PATH_STEP))
        return;
    run_follow_summary(live->follow, &summary, &pool);
    if (summary.verdict->difference) {
        path->games[path->count] = games;
        path->mean[path->count++] = summary.verdict->difference->mean;
    }
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
    const cJSON *summary = json_get(root, "summary");

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
    if (cJSON_HasObjectItem(root, "summary"))
        page_figures_of_run(cJSON_GetObjectItem(root, "summary"), manifest->root);
    if (manifest->log != LOG_NONE) {
        json_put_int(root, "games", (int64_t)fmin(games_of(live, root), (double)planned));
        json_put_ratio(root, "played_share", (int64_t)json_number(root, "games"), (int64_t)planned);
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
    if (live->follow) {
        add_run(live, root);
        cJSON_AddItemToObject(root, "row", row_of(live, root));
    }
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

struct follow_work {
    const char *root, *folder;
};

/* Whether there is a run, or one is being begun. */
static bool is_run(const char *folder)
{
    const enum run_state state = run_state_of(folder);
    DIR *open = input_folder_open(folder);

    return open && closedir(open) == 0 &&
           (state == RUN_STATE_PLAYING || state == RUN_STATE_STOPPED ||
            result_kind_of(folder) == RESULT_RUN);
}

/* For serve_child.h: writes what the run is, a line of JSON, whenever that has changed. Ends when
 * the run is no longer played and all is read, or another run has taken its place; with EXIT_USAGE
 * where there is none. */
static int follow_run(const void *context, int out)
{
    const struct timespec pause = {0, PAUSE_MS * 1000000L};
    const struct follow_work *work = context;
    struct live live = {.folder = work->folder, .out = out, .state = RUN_STATE_PLAYING};
    int64_t shown = 0;
    bool more = true;

    input_stay_below(work->root);
    if (!is_run(work->folder))
        return EXIT_USAGE;
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

/* ---- in the server ---- */

/* Milliseconds: a run that nobody asks for is not followed any more; one whose process has ended is
 * looked at again, since it may have been resumed. */
enum { IDLE_MS = 30000, AGAIN_MS = 2000 };

/* A session of a run may be long, but what is kept of it is not. */
static const struct serve_limits limits = {.megabytes = 1024};

struct watched_run {
    char folder[FOLDER_PATH_SIZE]; /* "": free */
    struct serve_child child;
    struct http_body *now; /* what it said last, or NULL */
    bool none;             /* there is no run */
    int64_t asked, ended;  /* when; ended 0: it runs */
};

struct run_watch {
    struct watched_run runs[WATCHED_RUNS];
};

struct run_watch *run_watch_new(void) { return xcalloc(1, sizeof(struct run_watch)); }

static void forget(struct watched_run *run)
{
    if (!*run->folder)
        return;
    serve_child_end(&run->child);
    http_body_drop(run->now);
    *run = (struct watched_run){.folder = ""};
}

void run_watch_free(struct run_watch *watch)
{
    for (int i = 0; i < WATCHED_RUNS; i++)
        forget(&watch->runs[i]);
    free(watch);
}

/* The run, or the place for it: a free one, or that of the run not asked for the longest. */
static struct watched_run *find(struct run_watch *watch, const char *folder)
{
    struct watched_run *place = NULL;

    for (int i = 0; i < WATCHED_RUNS; i++) {
        struct watched_run *run = &watch->runs[i];
        if (strcmp(run->folder, folder) == 0)
            return run;
        if (!place || (*place->folder && (!*run->folder || run->asked < place->asked)))
            place = run;
    }
    forget(place);
    snprintf(place->folder, sizeof place->folder, "%s", folder);
    return place;
}

static void begin(struct watched_run *run, const char *root)
{
    const struct follow_work work = {root, run->folder};
    struct errors errors = {0};

    if (!serve_child_start(&run->child, limits, follow_run, &work, &errors))
        run->ended = clock_ms(CLOCK_MONOTONIC);
    errors_report(&errors);
}

bool run_watch_get(struct run_watch *watch, const struct served_root *root, const char *folder,
                   struct http_body **body)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    struct watched_run *run = find(watch, folder);
    const bool again = run->ended && now - run->ended > AGAIN_MS;

    if (again)
        serve_child_end(&run->child);
    if (!run->asked || again) {
        run->ended = 0;
        begin(run, root->real);
    }
    run->asked = now;
    *body = run->now && !run->none ? http_body_use(run->now) : NULL;
    return run->now || run->none;
}

cJSON *run_watch_row(struct run_watch *watch, const struct served_root *root, const char *folder)
{
    struct http_body *body;

    if (!run_watch_get(watch, root, folder, &body) || !body)
        return NULL;
    cJSON *line = cJSON_ParseWithLength(body->bytes, body->size);
    cJSON *row = cJSON_DetachItemFromObjectCaseSensitive(line, "row");
    cJSON_Delete(line);
    http_body_drop(body);
    return row;
}

int run_watch_places(const struct run_watch *watch, struct pollfd *places, int room)
{
    int count = 0;

    for (int i = 0; i < WATCHED_RUNS && count < room; i++)
        if (*watch->runs[i].folder && !watch->runs[i].ended)
            places[count++] = (struct pollfd){.fd = watch->runs[i].child.fd, .events = POLLIN};
    return count;
}

static void set_now(struct watched_run *run, char *text, size_t length)
{
    http_body_drop(run->now);
    run->now = http_body_new(text, length);
}

/* The last whole line of what came is what the run is now. */
static void take_lines(struct watched_run *run)
{
    size_t length;
    int lines;
    char *line = serve_child_last_line(&run->child, &length, &lines);

    if (line) {
        set_now(run, line, length);
        run->none = false;
    }
}

static void look_at(struct watched_run *run)
{
    static const char failed[] =
        "{\"state\":\"none\",\"note\":\"The process that reads this run crashed.\"}";
    const bool runs = serve_child_read(&run->child);

    take_lines(run);
    if (runs)
        return;
    run->ended = clock_ms(CLOCK_MONOTONIC);
    run->none = run->child.code == EXIT_USAGE;
    if (!run->none && (run->child.code != EXIT_OK || !run->now))
        set_now(run, xstrndup(failed, sizeof failed - 1), sizeof failed - 1);
}

void run_watch_look(struct run_watch *watch)
{
    const int64_t now = clock_ms(CLOCK_MONOTONIC);

    for (int i = 0; i < WATCHED_RUNS; i++) {
        struct watched_run *run = &watch->runs[i];
        if (*run->folder && !run->ended)
            look_at(run);
        if (*run->folder && now - run->asked > IDLE_MS)
            forget(run);
    }
}
