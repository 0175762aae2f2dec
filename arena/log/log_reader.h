/* arena/log/log_reader.h - reading a log, line by line, whatever its size. */
#ifndef ARENA_LOG_LOG_READER_H
#define ARENA_LOG_LOG_READER_H

#include <stdio.h>

#include "arena/record/game_json.h"
#include "arena/log/manifest.h"

/* A log with the manifest that it belongs to. */
struct logfile {
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
bool logfile_open(struct logfile *log, const char *path, const char *rules_name,
                  struct errors *errors);
/* The next line. False at the end, or when the file cannot be read on. */
bool logfile_next(struct logfile *log);
/* After that: was it the end? An error where it was not: a disk, a damaged .zst. */
bool logfile_ended(const struct logfile *log, struct errors *errors);
/* Does the log keep a part of the games only (log "divergent" or "sample:N")? Then numbers of games are
 * those of the whole run, with gaps. */
bool logfile_is_partial(const struct logfile *log);
/* The number of the game that the current line should have, in the whole run. */
uint64_t logfile_game(const struct logfile *log);

/* Is the current line, read into `line`, the game that belongs there: the next one, and with a
 * manifest that of its schedule, with its bots? Says at `where` what is not so. Lines of a log whose
 * games are looked up by index or counted with the schedule have to be. */
void logfile_check_place(const struct logfile *log, const struct gameline *line, const char *where,
                         struct errors *errors);
void logfile_close(struct logfile *log);

#endif
