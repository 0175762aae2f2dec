/* arena/log/log_reader.h - reading a log, line by line, whatever its size. */
#ifndef ARENA_LOG_LOG_READER_H
#define ARENA_LOG_LOG_READER_H

#include <stdio.h>

#include "arena/record/game_json.h"
#include "arena/log/manifest.h"

/* A log with the manifest that it belongs to. */
struct log_reader {
    char path[1200];
    FILE *file;
    char *text;              /* of the current line, without its newline */
    size_t size, length;
    uint64_t number;         /* of the current line, from 1 */
    bool torn;               /* the last line has no newline: a power cut */
    bool has_manifest;
    struct manifest manifest; /* of the folder, where there is one */
    struct skat_rules rules;  /* prepared: those asked for, or the manifest's */
};

/* Opens a result folder, or a log file by itself. Rules are taken from `rules_name` (a rule set's
 * name or path) when it is not NULL, else from the manifest beside the log; in imported games players
 * may resign besides. */
bool log_reader_open(struct log_reader *log, const char *path, const char *rules_name,
                  struct errors *errors);
/* The next line. False at the end, or when the file cannot be read on. */
bool log_reader_next(struct log_reader *log);
/* After that: was it the end? An error where it was not: a disk, a damaged .zst. */
bool log_reader_ended(const struct log_reader *log, struct errors *errors);
/* Does the log keep a part of the games only (log "divergent" or "sample:N")? Then numbers of games are
 * those of the whole run, with gaps. */
bool log_reader_is_partial(const struct log_reader *log);
/* The number of the game that the current line should have, in the whole run. */
uint64_t log_reader_game(const struct log_reader *log);

/* Is the current line, read into `line`, the game that belongs there: the next one, and with a
 * manifest that of its schedule, with its bots? Says at `where` what is not so. Lines of a log whose
 * games are looked up by index or counted with the schedule have to be. */
void log_reader_check_place(const struct log_reader *log, const struct game_json *line, const char *where,
                         struct errors *errors);
void log_reader_close(struct log_reader *log);

#endif
