// SPDX-License-Identifier: MIT
#include "arena/import/player_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/input_line.h"
#include "arena/base/folder.h"
#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "arena/import/iss_import.h"
#include "arena/import/player_roster.h"
#include "arena/import/player_table.h"
#include "arena/iss/iss_reader.h"

struct player_check {
    struct errors *errors;
    struct player_table *players;
    struct iss_reader records;
    char path[FOLDER_PATH_SIZE], records_path[FOLDER_PATH_SIZE];
    bool ended; /* there are fewer records than games */
};

static bool is_there(const char *folder, const char *name, char path[FOLDER_PATH_SIZE])
{
    return access(folder_file(folder, name, path), F_OK) == 0;
}

/* For the folder of an import; NULL if it has no players.jsonl, or no records to compute it from.
 */
static struct player_check *new_check(const char *folder, struct errors *errors)
{
    struct player_check *check = xcalloc(1, sizeof *check);

    check->errors = errors;
    if (!is_there(folder, player_table_file, check->path) ||
        !is_there(folder, import_records_file, check->records_path) ||
        !iss_reader_open(&check->records, check->records_path, errors)) {
        free(check);
        return NULL;
    }
    check->players = player_table_new();
    return check;
}

/* The names of the next record. False with an error if there is none. */
static bool next_names(struct player_check *check, char names[SKAT_PLAYERS][ISS_NAME_SIZE])
{
    struct import_issues ignored = {.count = 0};
    struct iss_record record;
    struct iss_piece piece;

    while (iss_reader_next(&check->records, &piece)) {
        if (!piece.text || !iss_reader_record(&check->records, &piece, &record, &ignored))
            continue;
        for (int position = 0; position < SKAT_PLAYERS; position++)
            iss_name(&record.values[ISS_P0 + position], names[position]);
        return true;
    }
    if (iss_reader_ended(&check->records, check->errors))
        errors_add(check->errors, check->records_path, "has fewer records than the log has games");
    check->ended = true;
    return false;
}

/* The name in the log: the player's, or of those who share a seat of the log. */
static bool is_name(const char *in_log, const char *in_record)
{
    return strcmp(in_log, in_record) == 0 || strcmp(in_log, players_others) == 0;
}

/* Adds the next game of the log, which is that of the next record. */
static void check_game(void *context, const struct replayed_line *line)
{
    struct player_check *check = context;
    char names[SKAT_PLAYERS][ISS_NAME_SIZE];

    if (check->ended || !next_names(check, names))
        return;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const char *in_log = line->game.table[line->stats.seat_of[position]];
        if (!is_name(in_log, names[position]))
            errors_add(check->errors, line->where, "has %s at the table; %s has %s", in_log,
                       import_records_file, names[position]);
    }
    player_table_add_game(check->players, &line->stats,
                          (const char *const[]){names[0], names[1], names[2]});
}

/* Whether the file has the lines of the table, and no others. */
static void compare_lines(struct player_check *check, FILE *file)
{
    char place[FOLDER_PATH_SIZE + 32], *line = NULL;
    uint32_t count, same = 0;
    const struct player_results *players = player_table_sorted(check->players, &count);
    size_t room = 0;
    bool alike = true;

    while (alike && same <= count) {
        ssize_t length = input_line_read(&line, &room, file);
        char *should = same < count ? player_table_line(&players[same]) : NULL;
        alike = length > 0 ? should && strncmp(line, should, strlen(should)) == 0 &&
                                 strcmp(line + strlen(should), "\n") == 0
                           : !should;
        if (!alike) {
            snprintf(place, sizeof place, "%s:%u", check->path, same + 1);
            errors_add(check->errors, place, "is %.100s; log and records give %.100s",
                       length > 0 ? line : "missing", should ? should : "no such player");
        }
        free(should);
        same++;
    }
    free(line);
}

static void compare(struct player_check *check)
{
    FILE *file = input_file_open(check->path, INPUT_OWN);

    if (file)
        compare_lines(check, file);
    else
        input_file_refused(check->path, errno, check->errors);
    if (file)
        fclose(file);
}

bool player_check_log(const char *path, const char *rules, int workers, bool quiet,
                      struct verified *verified, struct errors *errors)
{
    struct player_check *check = !rules && folder_exists(path) ? new_check(path, errors) : NULL;
    const struct verify_watcher watcher = {check_game, check};
    bool ok = verify_log(path, rules, workers, quiet, check ? &watcher : NULL, verified, errors);

    if (!check)
        return ok;
    if (ok)
        compare(check);
    iss_reader_close(&check->records);
    player_table_free(check->players);
    free(check);
    return !errors->count;
}
