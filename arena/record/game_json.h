// SPDX-License-Identifier: MIT
/* arena/record/game_json.h - writes and reads a line of games.jsonl (docs/formats.md). */
#ifndef ARENA_RECORD_GAME_JSON_H
#define ARENA_RECORD_GAME_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena/base/errors.h"
#include "arena/record/game_outcome.h"
#include "arena/record/game_stats.h"
#include "engine/game/record.h"
#include "engine/session.h"

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

/* ---- reading ---- */

/* Follows the sessions of a log and their state from deal to deal. The arrangements of a deal are
 * adjacent; each belongs to a session of its own. */
struct session_tracker {
    const struct skat_rules *rules;
    struct skat_session *of[ARRANGEMENTS_MAX]; /* created when an arrangement first occurs */
    uint64_t number[ARRANGEMENTS_MAX];         /* of the current session */
    uint64_t lost[ARRANGEMENTS_MAX];           /* 1 + the last session reported as lost */
};
void session_tracker_free(struct session_tracker *sessions);

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
 * recomputed value. The first difference is an error that names `where` and the field. Returns
 * false if the line cannot be replayed. `rules` must outlive the line.
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

/* ---- the bids of a deal ----
 *
 * What a run that compares bids alone knows of a deal before its games: a line of games.jsonl
 * before theirs, or instead of them. */

/* Of the deals that are bid alike, one in so many, chosen by its number over all sessions, is
 * played all the same: its games show whether the two do play cards alike. */
enum { BIDS_CHECKED_EVERY = 64 };

struct bids_line {
    uint64_t session, deal;
    struct deal_bids bids;
};
enum { BIDS_LINE_SIZE = 160 };
/* Writes one, with its newline. Returns its length. */
size_t bids_line_write(const struct bids_line *line, char text[BIDS_LINE_SIZE]);
/* Is this line, without its newline, one of bids, or damaged but no game? */
bool bids_line_is(const char *text);
/* Reads one: false if it is not to the byte what bids_line_write() writes. */
bool bids_line_read(struct bids_line *line, const char *text, size_t length);

#endif
