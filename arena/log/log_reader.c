// SPDX-License-Identifier: MIT
#include "arena/log/log_reader.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/json_write.h"
#include "arena/base/hash.h"
#include "arena/config/rules_config.h"
#include "arena/log/result_folder.h"
#include "arena/base/input_file.h"
#include "arena/base/folder.h"
#include "arena/base/memory.h"
#include "arena/base/packed_reader.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"

/* The number of seats in the first line's table: the rules of a single log may not tell it. */
static int seats_of_first_line(struct log_reader *log)
{
    int seats = 0;

    if (log_reader_next(log)) {
        cJSON *line = cJSON_ParseWithLength(log->text, log->length);
        seats = cJSON_GetArraySize(json_get(line, "table"));
        cJSON_Delete(line);
    }
    rewind(log->file);
    log->number = 0;
    log->end = log->apart = 0;
    log->torn = false;
    return seats;
}

/* Do words of the command line say how many seats there are? A rule set alone fits any number. */
static bool says_seats(const char *rules_name)
{
    cJSON *words = *rules_name == '{' ? cJSON_Parse(rules_name) : NULL;
    const bool says = cJSON_HasObjectItem(words, "seats");

    cJSON_Delete(words);
    return says;
}

/* Takes the number of seats of the log, unless words say another one, which is an error. */
static bool set_seats(struct log_reader *log, const char *rules_name, struct errors *errors)
{
    const int seats = log->has_manifest ? log->manifest.rules.seats : seats_of_first_line(log);

    if (seats < SKAT_SEATS_MIN || seats > SKAT_SEATS_MAX || seats == log->rules.seats)
        return true; /* what is no table is told where its line is read */
    if (says_seats(rules_name)) {
        errors_add(errors, log->path, "a table of %d seats; the rules have seats %d", seats,
                   log->rules.seats);
        return false;
    }
    log->rules.seats = seats;
    return true;
}

static bool find_rules(struct log_reader *log, const char *rules_name, struct errors *errors)
{
    struct skat_error error;

    if (!rules_name && !log->has_manifest) {
        errors_add(errors, log->path,
                   "no manifest.json next to it names the rules; give them with --rules");
        return false;
    }
    if (!rules_name) {
        log->rules = log->manifest.rules;
        return true;
    }
    if (!rules_config_load(&log->rules, rules_name, errors))
        return false;
    if (!set_seats(log, rules_name, errors))
        return false;
    if (log->has_manifest && log->manifest.schedule.kind == SCHEDULE_RECORDED)
        log->rules.concede_later = SKAT_CONCEDE_LATER_REST;
    return skat_rules_prepare(&log->rules, &error) ||
           (errors_add(errors, rules_name, "%s", error.text), false);
}

/* Why there is no log at `path`: the file that could not be opened is `file`. */
static void refuse(const char *path, const char *file, int number, struct errors *errors)
{
    if (number != ENOENT)
        input_file_refused(file, number, errors);
    else if (!folder_exists(path))
        path_missing(path, errors);
    else
        errors_add(errors, path,
                   "%s; expected a log, or the result folder of a run with "
                   "games.jsonl",
                   folder_contents(path));
}

/* Nobody can say which of them is that of the run. */
static bool has_two_logs(const char *folder, struct errors *errors)
{
    char plain[FOLDER_PATH_SIZE], packed[FOLDER_PATH_SIZE];

    folder_file(folder, log_file_name(LOG_ALL), plain);
    folder_file(folder, log_file_name(LOG_ZSTD), packed);
    if (access(plain, F_OK) != 0 || access(packed, F_OK) != 0)
        return false;
    errors_add(errors, folder,
               "has two logs, %s and %s: remove the one that does not belong to this run",
               log_file_name(LOG_ALL), log_file_name(LOG_ZSTD));
    return true;
}

bool log_reader_open(struct log_reader *log, const char *path, const char *rules_name,
                     struct errors *errors)
{
    char manifest[FOLDER_PATH_SIZE], folder[FOLDER_PATH_SIZE];

    *log = (struct log_reader){0};
    const bool is_folder = folder_exists(path);

    if (is_folder && has_two_logs(path, errors))
        return false;
    snprintf(log->path, sizeof log->path, "%.1100s%s%s", path, is_folder ? "/" : "",
             is_folder ? log_file_name(log_mode_of_folder(path)) : "");
    snprintf(folder, sizeof folder, "%s", log->path);
    snprintf(log->folder, sizeof log->folder, "%s", dirname(folder));
    if (access(folder_file(log->folder, "manifest.json", manifest), F_OK) == 0) {
        if (!manifest_load(&log->manifest, manifest, errors))
            return false;
        log->has_manifest = true;
    }
    log->file =
        zstd_reader_open_growing(log->path, is_folder ? INPUT_OWN : INPUT_NAMED, &log->zstd);
    if (!log->file && errno == ENOENT && log->has_manifest && log->manifest.log == LOG_NONE) {
        errors_add(errors, log->path, "%s (%s)", strerror(errno),
                   cJSON_HasObjectItem(log->manifest.root, "pooled")
                       ? "the games lie in the runs that were pooled"
                       : "the run kept no log");
        return false;
    }
    if (!log->file) {
        refuse(path, log->path, errno, errors);
        return false;
    }
    /* In a folder a power cut may have left it so, and the run can be continued. */
    if (!log->has_manifest && file_is_zeros(log->path)) {
        errors_add(errors, log->path, "has nothing but zero bytes: it is no log, or was lost");
        return false;
    }
    return find_rules(log, rules_name, errors);
}

/* ---- lines ---- */

/* Appends what was read after a torn line to it. Returns the length of the whole. */
static ssize_t continue_line(struct log_reader *log)
{
    char *rest = NULL;
    size_t room = 0;
    const ssize_t more = input_line_read(&rest, &room, log->file);
    const size_t length = log->length + (more > 0 ? (size_t)more : 0);

    if (more > 0) {
        if (log->size < length + 2)
            log->text = xrealloc(log->text, log->size = 2 * length + 2);
        memcpy(log->text + log->length, rest, (size_t)more);
        log->number--;
        log->end -= (int64_t)log->length;
    }
    free(rest);
    return more > 0 ? (ssize_t)length : more;
}

static bool read_line(struct log_reader *log)
{
    clearerr(log->file);
    const ssize_t length =
        log->torn ? continue_line(log) : input_line_read(&log->text, &log->size, log->file);
    log->endless = length >= INPUT_LINE_MAX && log->text[length - 1] != '\n';
    if (length <= 0 || log->endless)
        return false;
    log->number++;
    log->end += length;
    log->torn = log->text[length - 1] != '\n';
    log->length = (size_t)length - !log->torn;
    log->text[log->length] = '\0';
    return true;
}

/* A line of bids before the current one shifts the games against the lines. */
static void pass_bids(struct log_reader *log)
{
    struct bids_line line;

    log->apart--;
    if (log->has_manifest && bids_line_read(&line, log->text, log->length) &&
        line.bids.known == STATS_BIDS_ALIKE)
        log->apart += log->manifest.schedule.per_deal;
}

bool log_reader_next(struct log_reader *log)
{
    bool is_bids;

    do {
        if (!read_line(log))
            return false;
        is_bids = !log->torn && bids_line_is(log->text);
        if (is_bids)
            pass_bids(log);
    } while (is_bids && !log->with_bids);
    return true;
}

bool log_reader_ended(const struct log_reader *log, struct errors *errors)
{
    if (!ferror(log->file) && !log->endless)
        return true;
    if (log->endless) {
        errors_add(errors, log->path, "line %llu has more than 1 MiB, which no game has",
                   (unsigned long long)log->number + 1);
        return false;
    }
    errors_add(errors, log->path, "read error after line %llu: a disk error or a damaged .zst",
               (unsigned long long)log->number);
    return false;
}

bool log_reader_is_whole(const struct log_reader *log, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct errors ignored = {.ignored = true};

    if (!log->has_manifest || access(folder_file(log->folder, RESUME_FILE, path), F_OK) == 0)
        return true;
    cJSON *summary = json_load(folder_file(log->folder, "summary.json", path), &ignored);
    const double games = json_number(summary, "games");
    const bool lacks = (double)log->number < games;

    if (lacks)
        errors_add(errors, log->path,
                   "ends after %llu of the %.0f games that summary.json counts: its end was lost",
                   (unsigned long long)log->number, games);
    cJSON_Delete(summary);
    return !lacks;
}

static void expect_index(const char *field, uint64_t is, uint64_t should, const char *where,
                         struct errors *errors)
{
    if (is != should)
        errors_add(errors, where, "field \"%s\" is %llu, the schedule has %llu here", field,
                   (unsigned long long)is, (unsigned long long)should);
}

int64_t log_reader_bytes(const struct log_reader *log)
{
    return log->zstd ? log->zstd->bytes : log->end;
}

uint64_t log_reader_game(const struct log_reader *log)
{
    /* Of the current line and those before it, also those that were not played. */
    const uint64_t games = log->number + (uint64_t)(log->apart + log->skipped);

    return games - 1 + (log->has_manifest ? schedule_first_game(&log->manifest.schedule) : 0);
}

static struct game_id scheduled(const struct schedule *schedule, uint64_t game)
{
    uint64_t per_deal = (uint64_t)schedule->per_deal;
    return schedule_game(schedule, game / per_deal, (uint32_t)(game % per_deal));
}

/* Whether a line is a game of the schedule, complete in itself: only its place in the log is wrong.
 */
static bool is_of_schedule(const struct log_reader *log, const struct game_id *id)
{
    const struct schedule *schedule = &log->manifest.schedule;

    if (!log->has_manifest)
        return true;
    if (id->game < schedule_first_game(schedule) ||
        id->game >= schedule_first_game(schedule) + schedule_games(schedule))
        return false;
    struct game_id should = scheduled(schedule, id->game);
    return id->session == should.session && id->deal == should.deal;
}

/* If games are missing before this line, or came before: says so once and goes on from here. */
static void check_gap(struct log_reader *log, const struct game_id *id, const char *where,
                      struct errors *errors)
{
    unsigned long long game = log_reader_game(log), last = id->game - 1;

    if (id->game == game || !is_of_schedule(log, id))
        return;
    if (id->game < game)
        errors_add(errors, where,
                   "field \"game\" is %llu: expected game %llu, this one came before", last + 1,
                   game);
    else if (last == game)
        errors_add(errors, where, "field \"game\" is %llu: game %llu is missing before this line",
                   last + 1, game);
    else
        errors_add(errors, where,
                   "field \"game\" is %llu: games %llu to %llu are missing before this line",
                   last + 1, game, last);
    log->skipped += (int64_t)(id->game - game);
}

void log_reader_check_place(struct log_reader *log, const struct game_json *line, const char *where,
                            struct errors *errors)
{
    const struct schedule *schedule = &log->manifest.schedule;
    const struct game_id *id = &line->id;

    check_gap(log, id, where, errors);
    uint64_t game = log_reader_game(log);
    if (log->has_manifest && game >= schedule_first_game(schedule) + schedule_games(schedule)) {
        errors_add(errors, where,
                   "field \"game\" is %llu: the games of the schedule end before this line",
                   (unsigned long long)id->game);
        return;
    }
    expect_index("game", id->game, game, where, errors);
    if (!log->has_manifest)
        return;
    struct game_id should = scheduled(schedule, game);
    expect_index("session", id->session, should.session, where, errors);
    expect_index("deal", id->deal, should.deal, where, errors);
    if (schedule->kind == SCHEDULE_RECORDED &&
        id->arrangement < (uint32_t)schedule->arrangement_count)
        should.arrangement = id->arrangement; /* any that has this table */
    expect_index("arrangement", id->arrangement, should.arrangement, where, errors);
    for (int seat = 0; seat < line->seats; seat++) {
        const char *name = "nobody";
        if (id->arrangement < (uint32_t)schedule->arrangement_count)
            name = log->manifest.names[schedule->arrangements[id->arrangement][seat]];
        if (line->table[seat] && strcmp(name, line->table[seat]) != 0)
            errors_add(errors, where,
                       "field \"table\": seat %d is %s, the manifest's schedule has %s", seat,
                       line->table[seat], name);
    }
}

bool log_reader_may_write(const struct log_reader *log, const char *path, struct errors *errors)
{
    struct stat own, other;

    if (log->has_manifest && !result_files_may_write(log->folder, path, errors))
        return false;
    if (stat(path, &other) != 0 || fstat(fileno(log->file), &own) != 0 ||
        own.st_dev != other.st_dev || own.st_ino != other.st_ino)
        return true;
    errors_add(errors, path, "belongs to the run that is read: write to another file");
    return false;
}

void log_reader_close(struct log_reader *log)
{
    if (log->file)
        fclose(log->file);
    free(log->text);
    manifest_free(&log->manifest);
}

char *log_reader_identity(const struct log_reader *log)
{
    enum { TAIL = 1 << 16 };
    char rules[HASH_SIZE] = "", end[HASH_SIZE] = "", path[FOLDER_PATH_SIZE + sizeof ".zst"];
    cJSON *json = skat_rules_to_json(&log->rules);
    char *text = xcheck(cJSON_PrintUnformatted(json));
    struct stat status = {.st_size = 0};

    snprintf(path, sizeof path, "%s", log->path);
    if (stat(path, &status) != 0) {
        strcat(path, ".zst");
        stat(path, &status);
    }
    hash_text(text, rules);
    hash_file_tail(path, TAIL, end);
    free(text);
    cJSON_Delete(json);
    return xasprintf("%lld bytes that end in %s, by rules %s", (long long)status.st_size, end,
                     rules);
}
