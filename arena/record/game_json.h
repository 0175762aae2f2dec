// SPDX-License-Identifier: MIT
/* arena/record/game_json.h - writes and reads a line of games.jsonl (docs/formats.md). */
#ifndef ARENA_RECORD_GAME_JSON_H
#define ARENA_RECORD_GAME_JSON_H

#include <cjson/cJSON.h>

#include "arena/record/game_outcome.h"
#include "arena/base/errors.h"
#include "arena/record/session_tracker.h"
#include "engine/game/record.h"

/* Room for the longest line, including its newline. */
enum { GAME_JSON_SIZE = SKAT_RECORD_SIZE + 2336 };

/* The `table` member of an arrangement, made once: "table":["a","b","c"]. */
enum { TABLE_TEXT_SIZE = SKAT_SEATS_MAX * 48 + 16 };
void game_json_table(const char *const names[], int seats, char text[TABLE_TEXT_SIZE]);

/* Writes a line without cJSON, which takes longer than stammtisch for the whole game (see
 * docs/performance.md). `illegal` is the refused action as a record token, or "".
 * Returns the length including the newline. */
size_t game_json_write(const struct skat_game *game, const struct game_outcome *outcome,
                       const char *table, const char *illegal, char line[GAME_JSON_SIZE]);

/* The game number in a line written by the arena; UINT64_MAX if it has none. */
uint64_t game_json_named_game(const char *line);

/* The names of rounds in a line, by enum skat_round_kind. */
extern const char *const game_json_round_names[];

/* A line that was read. */
struct game_json {
    struct game_id id;
    const char *table[SKAT_SEATS_MAX]; /* point into `root`, or into `names` */
    int seats;
    struct skat_game game;       /* replayed to its end */
    struct game_outcome outcome; /* recomputed */
    char illegal[SKAT_TOKEN_SIZE];
    cJSON *root; /* the caller deletes it; NULL if game_json_scan() needed none */
    char names[TABLE_TEXT_SIZE];
};

/* Parses a line, replays its moves under `rules` and compares every derived field with the
 * recomputed value. Every difference is an error that names `where` and the field. Returns false if
 * the line cannot be replayed. `rules` must outlive the line.
 *
 * If the rules carry state from deal to deal, `sessions` gives the terms of the deal and adds the
 * deal; lines must come in the order of the log. Without it (NULL), the round in a line is trusted,
 * and totals and triggers are not compared. */
bool game_json_read(const char *text, size_t length, const struct skat_rules *rules,
                    struct session_tracker *sessions, const char *where, struct game_json *line,
                    struct errors *errors);

/* The same for those who read many lines and need no `root`. A line that is byte for byte what
 * game_json_write() makes of its replay is sound without looking at its fields one by one: that
 * takes a fifth of the time. Lines of faults, and those that are written otherwise, are left to
 * game_json_read(). */
bool game_json_scan(const char *text, size_t length, const struct skat_rules *rules,
                    struct session_tracker *sessions, const char *where, struct game_json *line,
                    struct errors *errors);

#endif
