// SPDX-License-Identifier: MIT
/* arena/export/game_rows.h - a game of a log as one flat row, and as a row for each seat: what
 * `games` and `export --csv` write. The columns are two tables; docs/formats.md explains each. */
#ifndef ARENA_EXPORT_GAME_ROWS_H
#define ARENA_EXPORT_GAME_ROWS_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/log/log_reader.h"
#include "arena/record/game_stats.h"

enum { ROW_NAME_SIZE = 101, ROW_CODE_SIZE = 12 };

/* Plain data: the log's line is not needed any more. */
struct game_row {
    struct game_stats stats;
    const struct skat_deck *deck;
    char names[SKAT_SEATS_MAX][ROW_NAME_SIZE]; /* by seat */
    char code[ROW_CODE_SIZE];                  /* of the contract: "GH"; "" without one */
    int dealer;                                /* seat */
    int points, tricks, matadors, signed_value;
    int swing; /* see game_rows_each(); INT_MIN if deals are played once */
};

struct row_cell {
    enum { ROW_EMPTY, ROW_NUMBER, ROW_FLAG, ROW_TEXT } kind;
    int64_t number;
    const char *text; /* lives as long as the row */
};
struct row_column {
    const char *name;
    struct row_cell (*cell)(const struct game_row *row,
                            unsigned seat); /* of a game: `seat` is not used */
};
extern const struct row_column game_columns[], seat_columns[];
extern const int game_column_count, seat_column_count;

/* Calls visit() with each game of an open log, in order. With several seatings of each deal,
 * `swing` is by how much the score of a hand differs between them, at most: the highest less the
 * lowest score that the same cards in the same position made, for the position in which that is
 * most, in the scoring of the rules. False with errors, or when visit() returned false. */
bool game_rows_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct game_row *row), void *context,
                    struct errors *errors);

/* "clubs" ... "grand", "null", "ramsch", "passed in", "no game". */
const char *game_row_type(const struct game_row *row);

/* The names of a table, and a row, as CSV (RFC 4180): no value is an empty field, flags are true
 * and false. */
void row_print_csv_head(const struct row_column *columns, int count, FILE *out);
void row_print_csv(const struct row_column *columns, int count, const struct game_row *row,
                   unsigned seat, FILE *out);
/* The row as a JSON object on one line, without a newline; no value is null. */
void row_print_json(const struct row_column *columns, int count, const struct game_row *row,
                    unsigned seat, FILE *out);

#endif
