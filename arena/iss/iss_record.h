/* arena/iss/iss_record.h - a game record of the International Skat Server as text: its properties, read and
 * written. What they mean for a game stands in issgame.h and issresult.h; files of records in issfile.h.
 *
 *     (;GM[Skat]PC[place]CO[comment]SE[series]ID[game]DT[date]P0[]P1[]P2[]R0[]R1[]R2[]MV[...]R[...] ;)
 *
 * P0 is forehand. In values "\]" is a bracket and "\\" a backslash. */
#ifndef ARENA_ISS_ISS_RECORD_H
#define ARENA_ISS_ISS_RECORD_H

#include "arena/iss/import_issue.h"
#include "arena/record/game_outcome.h"
#include "engine/record.h"

/* In the order in which they are written. */
enum iss_property {
    ISS_GM, ISS_PC, ISS_CO, ISS_SE, ISS_ID, ISS_DT, ISS_P0, ISS_P1, ISS_P2, ISS_R0, ISS_R1, ISS_R2,
    ISS_MV, ISS_R,
    ISS_PROPERTIES
};

/* A value as it is written, escapes included. Points into the record. */
struct iss_value {
    const char *text; /* NULL: there is no such property */
    size_t length;
};

struct iss_record {
    struct iss_value values[ISS_PROPERTIES];
    struct iss_value unknown; /* the name of the first property that is not known, or NULL */
};

/* Longer than any game, and its comment. */
enum { ISS_RECORD_MAX = 1 << 16 };

/* Reads the properties of the record that begins at `text` with "(;". Returns how many bytes it has, its
 * ")" included; 0, and an issue, when it is none or is cut off. */
size_t iss_read(struct iss_record *record, const char *text, size_t length,
                struct import_issues *issues);

enum { ISS_NAME_SIZE = 41 };
/* A player's name as the log can have it (text_is_name): escapes undone, at most 40 bytes, "?" for
 * what cannot stand there and for nothing. Returns whether it is the name as it was. */
bool iss_name(const struct iss_value *value, char name[ISS_NAME_SIZE]);

/* A text as a value: brackets and backslashes escaped, cut to fit. Returns `out`. */
const char *iss_escape(const char *text, char *out, size_t size);

enum { ISS_LINE_SIZE = ISS_RECORD_MAX + SKAT_RECORD_SIZE + 1024 };
/* Writes a finished game as a record of one line, with its newline: the values that have a text, then MV
 * and R of the game. All values together have at most ISS_RECORD_MAX bytes. Returns the length. */
size_t iss_write(const struct iss_value values[ISS_MV], const struct skat_game *game,
                 const struct game_outcome *outcome, char line[ISS_LINE_SIZE]);

#endif
