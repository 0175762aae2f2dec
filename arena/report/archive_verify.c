// SPDX-License-Identifier: MIT
#include "arena/report/archive_verify.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/json_read.h"
#include "arena/base/memory.h"
#include "arena/base/hash.h"
#include "arena/base/input_file.h"
#include "arena/base/input_line.h"
#include "arena/base/late_library.h"
#include "arena/base/output_file.h"
#include "arena/base/version.h"
#include "arena/base/packed_reader.h"
#include "arena/config/config.h"
#include "arena/import/player_check.h"
#include "arena/log/log_writer.h"
#include "arena/log/manifest.h"
#include "arena/log/result_folder.h"
#include "arena/match/tournament.h"
#include "arena/record/game_json.h"
#include "arena/report/repeat.h"
#include "arena/report/result_archive.h"
#include "arena/sandbox/sandbox.h"

/* ---- unpacking ---- */

/* An archive that is being unpacked. */
struct unpacking {
    const char *path, *into;
    char *top; /* FOLDER_PATH_SIZE bytes, "" before the first member */
    struct libarchive library;
    struct archive *archive;
    uint64_t members, files, bytes, most_bytes;
    struct errors *errors;
};

static bool refuse(const struct unpacking *unpacking, const char *name, const char *why)
{
    errors_add(unpacking->errors, unpacking->path, "member \"%.200s\" %s", name ? name : "", why);
    return false;
}

static bool cannot_write(const struct unpacking *unpacking, const char *name)
{
    errors_add(unpacking->errors, unpacking->path, "member \"%.200s\" cannot be written: %s", name,
               strerror(errno));
    return false;
}

/* "run/games.jsonl": parts that are neither empty nor "." nor "..", and no control characters. */
static bool is_plain_name(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            return false;
    for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL) {
        size_t length = strcspn(part, "/");
        if (!length && part[0] != '\0')
            return false;
        if ((length == 1 && part[0] == '.') || (length == 2 && memcmp(part, "..", 2) == 0))
            return false;
    }
    return *name && *name != '/';
}

/* All members are of one folder, the first one's. */
static bool is_in_top(struct unpacking *unpacking, const char *name)
{
    const size_t length = strcspn(name, "/");
    char *top = xasprintf("%s/%.*s", unpacking->into, (int)length, name);
    const bool fits = strlen(top) < FOLDER_MAX / 2;

    if (fits && !unpacking->top[0])
        snprintf(unpacking->top, FOLDER_PATH_SIZE, "%s", top);
    const bool same = fits && strcmp(top, unpacking->top) == 0;
    free(top);
    return same;
}

static bool unpack_data(struct unpacking *unpacking, const char *name, FILE *file)
{
    const void *bytes;
    size_t size;
    la_int64_t offset, end = 0;
    int status = ARCHIVE_OK;

    while ((status = unpacking->library.archive_read_data_block(unpacking->archive, &bytes, &size,
                                                                &offset)) == ARCHIVE_OK) {
        unpacking->bytes += size;
        if (offset != end)
            return refuse(unpacking, name, "has holes");
        if (unpacking->bytes > unpacking->most_bytes)
            return refuse(unpacking, name, "makes it too large: it grows more than any results do");
        end += (la_int64_t)size;
        if (fwrite(bytes, 1, size, file) != size)
            return cannot_write(unpacking, name);
    }
    return status == ARCHIVE_EOF || refuse(unpacking, name, "is damaged");
}

/* Makes the folders of a name below `into`, as tar does: an archive need not have them as members,
 * but they count like members. */
static bool make_folders_of(struct unpacking *unpacking, const char *name)
{
    char part[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];

    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - name), name);
        const bool made = mkdir(folder_file(unpacking->into, part, path), 0700) == 0;
        if (!made && errno != EEXIST)
            return cannot_write(unpacking, name);
        if (made && ++unpacking->members > ARCHIVE_FILES_MAX)
            return refuse(unpacking, name, "is one too many");
    }
    return true;
}

static bool unpack_file(struct unpacking *unpacking, const char *name, const char *to)
{
    if (!make_folders_of(unpacking, name))
        return false;
    FILE *file = output_file_grow(to, OUTPUT_NEW);

    if (!file)
        return errno == EEXIST ? refuse(unpacking, name, "is there twice")
                               : cannot_write(unpacking, name);
    unpacking->files++;
    bool ok = unpack_data(unpacking, name, file);
    return (fclose(file) == 0 || cannot_write(unpacking, name)) && ok;
}

/* A folder may have been made already, for a file below it. */
static bool unpack_folder(struct unpacking *unpacking, const char *name, const char *to)
{
    struct stat status;

    if (!make_folders_of(unpacking, name))
        return false;
    if (mkdir(to, 0700) == 0 ||
        (errno == EEXIST && lstat(to, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    return errno == EEXIST ? refuse(unpacking, name, "is there twice")
                           : cannot_write(unpacking, name);
}

/* The name of a member without "./" before it and "/" after it, to be freed. */
static char *name_of(const char *pathname)
{
    const char *begin = pathname ? pathname : "";

    if (begin[0] == '.' && begin[1] == '/')
        begin += 2;
    char *name = xstrdup(begin);
    const size_t length = strlen(name);
    if (length && name[length - 1] == '/')
        name[length - 1] = '\0';
    return name;
}

static bool unpack_member(struct unpacking *unpacking, struct archive_entry *entry)
{
    const struct libarchive *library = &unpacking->library;
    const char *pathname = library->archive_entry_pathname(entry);
    char *name = name_of(pathname), to[FOLDER_PATH_SIZE];
    const mode_t type = library->archive_entry_filetype(entry);
    bool ok = true;

    if (!is_plain_name(name) || strlen(name) > FOLDER_MAX / 2)
        ok = refuse(unpacking, pathname, "has a name that leads elsewhere");
    else if (!is_in_top(unpacking, name))
        ok = refuse(unpacking, name, "is not in the folder of the others");
    else if (++unpacking->members > ARCHIVE_FILES_MAX)
        ok = refuse(unpacking, name, "is one too many");
    else if (library->archive_entry_hardlink(entry) || (type != AE_IFREG && type != AE_IFDIR))
        ok = refuse(unpacking, name, "is neither a file nor a folder");
    else if (type == AE_IFREG)
        ok = unpack_file(unpacking, name, folder_file(unpacking->into, name, to));
    else
        ok = unpack_folder(unpacking, name, folder_file(unpacking->into, name, to));
    free(name);
    return ok;
}

static bool unpack_members(struct unpacking *unpacking)
{
    const struct libarchive *library = &unpacking->library;
    struct archive_entry *entry;
    int status;

    while ((status = library->archive_read_next_header(unpacking->archive, &entry)) == ARCHIVE_OK)
        if (!unpack_member(unpacking, entry))
            return false;
    if (status == ARCHIVE_EOF && unpacking->top[0])
        return true;
    errors_add(unpacking->errors, unpacking->path, "is no archive of results: %s",
               status == ARCHIVE_EOF ? "it is empty"
                                     : library->archive_error_string(unpacking->archive));
    return false;
}

bool archive_unpack(const char *path, const char *into, char top[FOLDER_PATH_SIZE], uint64_t *files,
                    struct errors *errors)
{
    struct unpacking unpacking = {.path = path, .into = into, .top = top, .errors = errors};
    const struct libarchive *library = &unpacking.library;
    FILE *file = input_file_open(path, INPUT_OWN);
    struct stat status;

    top[0] = '\0';
    if (!file || fstat(fileno(file), &status) != 0) {
        input_file_refused(path, errno, errors);
        return false;
    }
    unpacking.most_bytes = (uint64_t)status.st_size * ARCHIVE_GROWTH_MAX + (4 << 20);
    libarchive_load(&unpacking.library);
    unpacking.archive = xcheck(library->archive_read_new());
    library->archive_read_support_filter_gzip(unpacking.archive);
    library->archive_read_support_filter_xz(unpacking.archive);
    library->archive_read_support_filter_zstd(unpacking.archive);
    library->archive_read_support_format_tar(unpacking.archive);
    bool ok = library->archive_read_open_FILE(unpacking.archive, file) == ARCHIVE_OK;
    if (!ok)
        errors_add(errors, path, "is no archive of results: %s",
                   library->archive_error_string(unpacking.archive));
    ok = ok && unpack_members(&unpacking);
    library->archive_read_free(unpacking.archive);
    fclose(file);
    *files = unpacking.files;
    return ok;
}

/* ---- checksums ---- */

/* One line, "HASH  NAME". */
static bool check_line(const char *path, const char *top, const char *line, struct errors *errors)
{
    enum { HASH = HASH_SIZE - 1 };
    char file[FOLDER_PATH_SIZE], is[HASH_SIZE];

    if (strlen(line) < HASH + 3 || memcmp(line + HASH, "  ", 2) != 0 ||
        !is_plain_name(line + HASH + 2)) {
        errors_add(errors, path, "SHA256SUMS: \"%.80s\" is no hash and name", line);
        return false;
    }
    const char *name = line + HASH + 2;
    if (!hash_file(folder_file(top, name, file), is)) {
        errors_add(errors, path, "%s is missing, which SHA256SUMS lists", name);
        return false;
    }
    if (strncmp(is, line, HASH) == 0)
        return true;
    errors_add(errors, path, "%s is not what was packed: its checksum differs", name);
    return false;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each line once, so that as many lines as files mean that all files are listed. */
static void check_all_listed(const char *path, char **lines, size_t count, uint64_t files,
                             struct errors *errors)
{
    if (count)
        qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 1; i < count; i++)
        if (strcmp(lines[i - 1], lines[i]) == 0) {
            errors_add(errors, path, "SHA256SUMS lists a file twice: %s", lines[i]);
            return;
        }
    if (count + 1 != files)
        errors_add(errors, path, "has files that SHA256SUMS does not list");
}

bool archive_unpack_check(const char *path, const char *top, uint64_t files, struct errors *errors)
{
    char sums[FOLDER_PATH_SIZE], **lines = NULL, *line = NULL;
    const int before = errors->count;
    size_t size = 0, count = 0;
    FILE *file = input_file_open(folder_file(top, "SHA256SUMS", sums), INPUT_OWN);

    if (!file) {
        errors_add(errors, path, "has no SHA256SUMS: is it an archive of results?");
        return false;
    }
    while (count < ARCHIVE_FILES_MAX && input_line_read(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        check_line(path, top, line, errors);
        lines = xrealloc(lines, (count + 1) * sizeof *lines);
        lines[count++] = xstrdup(line);
    }
    free(line);
    fclose(file);
    if (errors->count == before)
        check_all_listed(path, lines, count, files, errors);
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
    return errors->count == before;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
    (void)status, (void)type, (void)ftw;
    return remove(path);
}

void archive_unpack_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- what is checked ---- */

/* An archive that is being checked. */
struct archive_checking {
    const char *path;
    const struct archive_check *check;
    struct archive_verified *verified;
    char scratch[FOLDER_PATH_SIZE], top[FOLDER_PATH_SIZE];
    char harness[80]; /* that packed it, as played.json says */
    struct errors *errors;
};

static void not_again(struct archive_checking *checking, const char *why, const char *what)
{
    snprintf(checking->verified->why_not, sizeof checking->verified->why_not, "%s%s", why, what);
}

/* Draws 0..below - 1. */
static uint64_t draw(uint64_t below)
{
    uint64_t drawn = 0;

    if (getentropy(&drawn, sizeof drawn) != 0)
        drawn = 0;
    return drawn % below;
}

/* ---- what is in the archive ---- */

/* played.json says what the manifests say. */
static cJSON *check_played(struct archive_checking *checking)
{
    char path[FOLDER_PATH_SIZE];

    if (access(folder_file(checking->top, PLAYED_FILE, path), F_OK) != 0) {
        errors_add(checking->errors, checking->path,
                   "has no " PLAYED_FILE ": is it an archive of results?");
        return NULL;
    }
    cJSON *says = json_load(path, checking->errors);
    cJSON *is = result_format_check(says, path, checking->errors)
                    ? played_of(checking->top, checking->errors)
                    : NULL;
    cJSON *runs = cJSON_DetachItemFromObject(is, "runs");

    if (is && !cJSON_Compare(runs, json_get(says, "runs"), true)) {
        errors_add(checking->errors, checking->path,
                   PLAYED_FILE " does not say what the manifests say");
        cJSON_Delete(runs);
        runs = NULL;
    }
    snprintf(checking->harness, sizeof checking->harness, "%s",
             json_text(json_get(says, "packed_by"), "harness"));
    cJSON_Delete(says);
    cJSON_Delete(is);
    return runs;
}

/* Is what a file should have, "" if there should be none, not what it has, NULL if there is none?
 */
static bool differs(const char *should, const char *is)
{
    return strcmp(should, is ? is : "") != 0;
}

/* All of a file in the archive's folder, to be freed; NULL if there is none. */
static char *text_of(const struct archive_checking *checking, const char *name)
{
    char path[FOLDER_PATH_SIZE], *text = NULL;
    FILE *file = input_file_open(folder_file(checking->top, name, path), INPUT_OWN);
    size_t size = 0;

    if (!file)
        return NULL;
    if (getdelim(&text, &size, '\0', file) < 0 && !text)
        text = xstrdup("");
    fclose(file);
    return text;
}

/* The text after the first line, which has the name of the folder: the user may rename that. */
static const char *after_heading(const char *text)
{
    const char *end = text ? strchr(text, '\n') : NULL;
    return end ? end : text;
}

/* Makes config.json and README.txt from the results again. Another version of the program may word
 * them differently: then a message says that they were not compared. */
static bool check_repeat(struct archive_checking *checking)
{
    const enum result_kind kind = result_kind_of(checking->top);
    cJSON *repeat = repeat_of(checking->top, kind, checking->errors);

    if (!repeat)
        return false;
    char *config = text_of(checking, "config.json"), *readme = text_of(checking, "README.txt"),
         *written = result_archive_readme("", repeat);
    const char *wrong = differs(json_text(repeat, "config"), config)             ? "config.json"
                        : differs(after_heading(written), after_heading(readme)) ? "README.txt"
                                                                                 : NULL;
    const bool other = strcmp(checking->harness, ARENA_HARNESS) != 0;
    if (wrong && other)
        snprintf(checking->verified->packed_by, sizeof checking->verified->packed_by, "%s",
                 checking->harness);
    else if (wrong)
        errors_add(checking->errors, checking->path, "%s is not what is made from the results",
                   wrong);
    free(config);
    free(readme);
    free(written);
    cJSON_Delete(repeat);
    return !wrong || other;
}

static void folder_of_run(const struct archive_checking *checking, const cJSON *run,
                          char folder[FOLDER_PATH_SIZE])
{
    const char *inner = json_text(run, "folder");

    snprintf(folder, FOLDER_PATH_SIZE, "%.500s%s%.500s", checking->top, *inner ? "/" : "", inner);
}

static bool has_log(const char *folder) { return log_mode_of_folder(folder) != LOG_NONE; }

static bool verify_runs(struct archive_checking *checking, const cJSON *runs)
{
    struct archive_verified *verified = checking->verified;
    char folder[FOLDER_PATH_SIZE];
    const cJSON *run;

    cJSON_ArrayForEach (run, runs) {
        struct verified log;
        folder_of_run(checking, run, folder);
        if (!has_log(folder))
            continue;
        if (!player_check_log(folder, NULL, checking->check->workers, true, &log, checking->errors))
            return false;
        verified->logs++;
        verified->games += log.games;
    }
    return true;
}

/* ---- a share played again ---- */

/* The next game of a log, without the newline; NULL at the end. */
static const char *next_line(FILE *file, char **line, size_t *size)
{
    do
        if (input_line_read(line, size, file) <= 0)
            return NULL;
    while (bids_line_is(*line));
    (*line)[strcspn(*line, "\n")] = '\0';
    return *line;
}

/* Was it decided by a clock? */
static bool is_timed(const char *line) { return strstr(line, "\"status\":\"timeout\"") != NULL; }

/* Compares the lines of games `first` to `end` - 1; a run that its test ended has no more. */
static bool compare_logs(struct archive_checking *checking, FILE *was, FILE *is, uint64_t first,
                         uint64_t end)
{
    struct archive_verified *verified = checking->verified;
    char *old = NULL, *new = NULL;
    size_t old_size = 0, new_size = 0;
    bool same = true;
    const char *before = next_line(was, &old, &old_size), *now;

    while (before && game_json_named_game(before) < first)
        before = next_line(was, &old, &old_size);
    now = next_line(is, &new, &new_size);
    while (same && before && game_json_named_game(before) < end) {
        const bool timed = now && (is_timed(before) || is_timed(now));
        same = now && (timed || strcmp(before, now) == 0);
        if (!same)
            errors_add(checking->errors, checking->path,
                       "game %llu is not what its bots play: played again, its line differs",
                       (unsigned long long)game_json_named_game(before));
        verified->again += same && !timed;
        verified->timed += timed;
        before = next_line(was, &old, &old_size);
        now = same ? next_line(is, &new, &new_size) : NULL;
    }
    if (same && before && now) {
        errors_add(checking->errors, checking->path, "lacks a game that its bots play: %.60s", new);
        same = false;
    }
    free(old);
    free(new);
    return same;
}

static bool compare_folders(struct archive_checking *checking, const char *folder,
                            const char *again, const struct config *config)
{
    const struct schedule *schedule = &config->schedule;
    char path[FOLDER_PATH_SIZE];
    FILE *was = zstd_reader_open(folder_file(folder, "games.jsonl", path), INPUT_OWN);
    FILE *is = zstd_reader_open(folder_file(again, "games.jsonl", path), INPUT_OWN);
    const uint64_t first = schedule_first_game(schedule);
    bool same = was && is;

    if (!same)
        errors_add(checking->errors, checking->path, "a log cannot be read again");
    same = same && compare_logs(checking, was, is, first, first + schedule_games(schedule));
    if (was)
        fclose(was);
    if (is)
        fclose(is);
    return same;
}

/* Plays the shard that config->schedule names, quietly, into a folder of its own. */
static bool play_again(struct archive_checking *checking, struct config *config, const char *folder)
{
    static struct tournament tournament; /* 100 kB, used once */
    const struct tournament_options how = {.quiet = true, .silent = true};
    char again[FOLDER_PATH_SIZE];

    folder_file(checking->scratch, ".again", again);
    const int code = result_folder_open(again, false, checking->errors)
                         ? tournament_play(&tournament, config, again, &how, checking->errors)
                         : EXIT_INTERNAL;
    tournament_free(&tournament);
    checking->verified->interrupted = code == EXIT_INTERRUPTED;
    return code == EXIT_OK && compare_folders(checking, folder, again, config);
}

/* Which shard: one that begins before the log ends. */
static void draw_shard(struct archive_checking *checking, struct schedule *schedule, uint64_t games)
{
    struct archive_verified *verified = checking->verified;
    const uint64_t units = schedule_units(schedule);

    verified->shards =
        units < (uint64_t)checking->check->shards ? (int)units : checking->check->shards;
    schedule->shards = verified->shards;
    do
        schedule->shard = 1 + (int)draw((uint64_t)verified->shards);
    while (schedule_first_game(schedule) >= games && schedule_first_game(schedule) > 0);
    verified->shard = schedule->shard;
}

/* Why this run cannot be played again here; NULL if it can. */
static const char *why_not(const struct config *config, const cJSON *run)
{
    if (config_uses_clock(config))
        return "a bot uses the clock, and may play otherwise each time";
    cJSON *manifest = manifest_of(config), *played = played_of_manifest(manifest);
    const bool same = played_the_same(json_get(run, "played"), played);
    cJSON_Delete(manifest);
    cJSON_Delete(played);
    return same ? NULL : "a bot that is found here is not the one that played: its hash differs";
}

/* Loads the config of a run as it would be played here. Relative names start from the current
 * folder, so that no module comes out of the archive. False with not_again(). */
static bool load_config(struct archive_checking *checking, const cJSON *root, struct config *config)
{
    const struct config_overrides overrides = {
        .deals = -1,
        .isolation = "process",
        .workers = checking->check->workers ? checking->check->workers : -1};
    char *text = xcheck(cJSON_Print(root));
    struct errors errors = {0};
    char reason[200];

    *config = (struct config){0};
    if (!sandbox_possible(reason, sizeof reason))
        errors_add(&errors, NULL, "%s", reason);
    const bool ok = !errors.count && config_parse(config, text, strlen(text), "config.json", ".",
                                                  &overrides, &errors);
    if (!ok && errors.text)
        errors.text[strcspn(errors.text, "\n")] = '\0'; /* the first says enough */
    if (!ok)
        not_again(checking, "it cannot be played here: ", errors.text ? errors.text : "");
    errors_free(&errors);
    free(text);
    return ok;
}

/* Such a bot starts its programs as soon as a config is loaded. */
static bool starts_programs(const cJSON *root)
{
    const cJSON *bot;
    bool found = false;

    cJSON_ArrayForEach (bot, json_get(root, "bots"))
        found |= bot_starter(bot) != NULL;
    return found;
}

static bool again_by_config(struct archive_checking *checking, const cJSON *run, const cJSON *root,
                            const char *folder)
{
    struct config config;
    bool ok = true;

    if (load_config(checking, root, &config)) {
        const char *why = why_not(&config, run);
        if (why)
            not_again(checking, why, "");
        else {
            draw_shard(checking, &config.schedule, checking->verified->games);
            snprintf(checking->verified->run, sizeof checking->verified->run, "%.190s",
                     json_text(run, "folder"));
            ok = play_again(checking, &config, folder);
        }
    }
    config_free(&config);
    return ok;
}

static bool share_of_run(struct archive_checking *checking, const cJSON *run)
{
    char folder[FOLDER_PATH_SIZE];
    const char *why = NULL;
    bool ok = true;

    folder_of_run(checking, run, folder);
    cJSON *manifest = json_of_folder(folder, "manifest.json", checking->errors);
    const cJSON *schedule = json_get(manifest, "schedule");
    cJSON *config = manifest ? config_of_run(manifest, &why) : NULL;
    if (!has_log(folder))
        not_again(checking, "the run kept no log", "");
    else if (cJSON_HasObjectItem(schedule, "shard"))
        not_again(checking, "it is a shard of a run", "");
    else if (!config)
        not_again(checking, why ? why : "there is no config", "");
    else if (starts_programs(config))
        not_again(checking, "a bot starts programs, which no sandbox holds", "");
    else
        ok = again_by_config(checking, run, config, folder);
    cJSON_Delete(config);
    cJSON_Delete(manifest);
    return ok;
}

/* ---- the temporary folder ---- */

/* Starts a process that removes the folder when this one has ended, also by a signal: when nobody
 * has *open any more. */
static pid_t start_remover(const char *folder, int *open)
{
    int ends[2];
    char nothing;

    *open = -1;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fflush(NULL); /* or the child would write buffered output again */
    const pid_t pid = fork();
    if (pid == 0) {
        setsid(); /* Ctrl-C is not for it */
        close(ends[1]);
        while (read(ends[0], &nothing, 1) < 0 && errno == EINTR)
            ;
        archive_unpack_remove(folder);
        _exit(EXIT_OK);
    }
    close(ends[0]);
    *open = ends[1];
    return pid;
}

static void remove_scratch(const char *folder, pid_t remover, int open)
{
    if (open >= 0)
        close(open);
    if (remover > 0)
        while (waitpid(remover, NULL, 0) < 0 && errno == EINTR)
            ;
    else
        archive_unpack_remove(folder);
}

bool archive_verify(const char *path, const struct archive_check *check,
                    struct archive_verified *verified, struct errors *errors)
{
    struct archive_checking checking = {
        .path = path, .check = check, .verified = verified, .errors = errors};
    cJSON *runs = NULL;
    int open;

    *verified = (struct archive_verified){0};
    if (!folder_make_temporary(checking.scratch, errors))
        return false;
    const pid_t remover = start_remover(checking.scratch, &open);
    bool ok = archive_unpack(path, checking.scratch, checking.top, &verified->files, errors) &&
              archive_unpack_check(path, checking.top, verified->files, errors) &&
              (runs = check_played(&checking)) && check_repeat(&checking) &&
              verify_runs(&checking, runs);
    const int count = cJSON_GetArraySize(runs);
    if (ok && !check->shards)
        not_again(&checking, "it was not asked for", "");
    else if (ok && !count)
        not_again(&checking, "there is no run", "");
    else if (ok)
        ok = share_of_run(&checking, cJSON_GetArrayItem(runs, (int)draw((uint64_t)count)));
    cJSON_Delete(runs);
    remove_scratch(checking.scratch, remover, open);
    return ok;
}
