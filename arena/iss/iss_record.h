// SPDX-License-Identifier: MIT
/* arena/iss/iss_record.h - reads and writes the properties of a game record of the International
 * Skat Server. iss_moves.h and iss_result.h give them meaning; iss_reader.h reads files.
 *
 *     (;GM[Skat]PC[place]CO[comment]SE[series]ID[game]DT[date]
 *      P0[]P1[]P2[]R0[]R1[]R2[]MV[...]R[...] ;)
 *
 * P0 is forehand. In values "\]" is a bracket and "\\" a backslash. */
#ifndef ARENA_ISS_ISS_RECORD_H
#define ARENA_ISS_ISS_RECORD_H

#include "arena/iss/import_issue.h"
#include "arena/record/game_outcome.h"
#include "engine/game/record.h"

/* In the order in which they are written. */
enum iss_property {
    ISS_GM,
    ISS_PC,
    ISS_CO,
    ISS_SE,
    ISS_ID,
    ISS_DT,
    ISS_P0,
    ISS_P1,
    ISS_P2,
    ISS_R0,
    ISS_R1,
    ISS_R2,
    ISS_MV,
    ISS_R,
    ISS_PROPERTIES
};

/* A value as written, including escapes. Points into the record. */
struct iss_value {
    const char *text; /* NULL: the property is missing */
    size_t length;
};

struct iss_record {
    struct iss_value values[ISS_PROPERTIES];
    struct iss_value unknown; /* the name of the first unknown property, or NULL */
};

/* Longer than any game with its comment. */
enum { ISS_RECORD_MAX = 1 << 16 };

/* Reads the properties of the record that begins at `text` with "(;". Returns its number of bytes
 * including ")"; 0 and an issue if it is not a record or is cut off. */
size_t iss_read(struct iss_record *record, const char *text, size_t length,
                struct import_issues *issues);

enum { ISS_NAME_SIZE = 41 };
/* Converts a player's name for the log (text_is_name): unescaped, at most 40 bytes, "?" for invalid
 * characters and for an empty name. Returns whether it is unchanged. */
bool iss_name(const struct iss_value *value, char name[ISS_NAME_SIZE]);

/* Converts a text to a value: brackets and backslashes escaped, cut to fit. Returns `out`. */
const char *iss_escape(const char *text, char *out, size_t size);

enum { ISS_LINE_SIZE = ISS_RECORD_MAX + SKAT_RECORD_SIZE + 1024 };
/* Writes a finished game as a record of one line, with its newline: the values that have a text,
 * then MV and R of the game. All values together have at most ISS_RECORD_MAX bytes. Returns the
 * length. */
size_t iss_write(const struct iss_value values[ISS_MV], const struct skat_game *game,
                 const struct game_outcome *outcome, char line[ISS_LINE_SIZE]);

#endif
