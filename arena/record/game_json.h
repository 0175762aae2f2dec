/* arena/record/game_json.h - one line of games.jsonl (docs/formats.md), written and read. */
#ifndef ARENA_RECORD_GAME_JSON_H
#define ARENA_RECORD_GAME_JSON_H

#include <cjson/cJSON.h>

#include "arena/record/game_outcome.h"
#include "arena/base/errors.h"
#include "arena/record/session_tracker.h"
#include "engine/record.h"

/* Room for the longest line, its newline included. */
enum { GAME_JSON_SIZE = SKAT_RECORD_SIZE + 2304 };

/* The `table` member of an arrangement, made once: "table":["a","b","c"]. */
enum { TABLE_TEXT_SIZE = SKAT_SEATS_MAX * 48 + 16 };
void game_json_table(const char *const names[], int seats, char text[TABLE_TEXT_SIZE]);

/* Writes a line by hand: cJSON needs longer for it than stammtisch for the whole game (see
 * docs/performance.md). `illegal` is the refused action as a record token, or "".
 * Returns the length, newline included. */
size_t game_json_write(const struct skat_game *game, const struct game_outcome *outcome,
                      const char *table, const char *illegal, char line[GAME_JSON_SIZE]);

/* The number that a line of ours gives its game, UINT64_MAX where it gives none. */
uint64_t game_json_named_game(const char *line);

/* What a line calls a kind of round, by enum skat_round_kind. */
extern const char *const game_json_round_names[];

/* A line that was read. */
struct game_json {
    struct game_id id;
    const char *table[SKAT_SEATS_MAX]; /* point into `root` */
    int seats;
    struct skat_game game;   /* replayed to its end */
    struct game_outcome outcome;  /* recomputed */
    char illegal[SKAT_TOKEN_SIZE];
    cJSON *root;             /* to be deleted by the caller */
};

/* Parses a line, replays its moves under `rules` and compares every derived field with what was
 * recomputed. Every difference is an error that names `where` and the field. Returns false when
 * the line could not be replayed at all. `rules` must outlive the line.
 *
 * `sessions`, where the rules carry something from deal to deal, give the terms of the deal and
 * take it in: lines come in the order of the log. Without them (NULL) a line is believed about
 * its round, and totals and triggers are not compared. */
bool game_json_read(const char *text, size_t length, const struct skat_rules *rules,
                   struct session_tracker *sessions, const char *where, struct game_json *line,
                   struct errors *errors);

#endif
