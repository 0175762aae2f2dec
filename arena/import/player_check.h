// SPDX-License-Identifier: MIT
/* arena/import/player_check.h - whether players.jsonl of imported games is what the log and the
 * records give: the log names only the players with the most games, the records name all. Memory
 * grows with players, as the import's does. */
#ifndef ARENA_IMPORT_PLAYER_CHECK_H
#define ARENA_IMPORT_PLAYER_CHECK_H

#include "arena/match/verify.h"

/* verify_log() of a folder or log; for the folder of an import also its players.jsonl: computed
 * from the log and records.sgf, whose records are those of the games of the log, in order. A name
 * of the log that is not the record's is an error, and so is the first line of the table that
 * differs. */
bool player_check_log(const char *path, const char *rules, int workers, bool quiet,
                      struct verified *verified, struct errors *errors);

#endif
