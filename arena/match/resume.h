// SPDX-License-Identifier: MIT
/* arena/match/resume.h - resume.json, which lets an unfinished run continue: the config as it was
 * read, and where it came from. Everything else is in the log. run --resume (arena/cli/cmd_run.c)
 * goes on with each command that plays, and concludes the run as that command does. */
#ifndef ARENA_MATCH_RESUME_H
#define ARENA_MATCH_RESUME_H

#include "arena/config/config.h"
#include "arena/base/folder.h"

/* Saves resume.json in a result folder, before any other file. `command`: what concludes the run;
 * NULL: `run`. `board`: of a shard of a run (board.h), or NULL. */
bool resume_save(const struct config *config, const char *folder, const cJSON *command,
                 const char *board, struct errors *errors);
/* resume.json of an unfinished run, with command and board as members, or NULL; the caller deletes
 * it. */
cJSON *resume_saved(const char *folder);
/* Removes it when the run is finished and all else is on the disk. False with an error. */
bool resume_remove(const char *folder, struct errors *errors);

/* Reads the config of an unfinished run; `workers` 0: as many as before. The caller frees the
 * config, even after false.
 *
 * The process changes to the folder in which the run was started, because relative names of rule
 * sets, modules and bot commands refer to it; *folder then points to `moved`, its absolute path. If
 * that folder no longer exists, the process stays where it is. */
bool resume_load(struct config *config, const char **folder, char moved[FOLDER_PATH_SIZE],
                 int64_t workers, struct errors *errors);

/* Makes a finished run ready to go on to more deals (of all sessions), so that resume_load() and
 * what follows continues it: saves RESUME_FILE and the manifest of the longer run, which has what
 * this one played as its beginning. `workers` as above. False with an error if it is not finished
 * or its test has decided, if it is a shard or imported or its deals are given, if there are not
 * more, or if anything else would not be played as it was. */
bool resume_extend(const char *folder, int64_t deals, int64_t workers, struct errors *errors);

/* Would the run now play what its manifest, read from `path`, says: the same rules, deals, and bots
 * to the last byte? False with an error that names the difference. */
bool resume_fits(const struct config *config, const cJSON *manifest, const char *path,
                 struct errors *errors);

#endif
