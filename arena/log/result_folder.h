// SPDX-License-Identifier: MIT
/* arena/log/result_folder.h - a result folder: the names of all files of results, its own name, and
 * who may write to it. */
#ifndef ARENA_LOG_RESULT_FOLDER_H
#define ARENA_LOG_RESULT_FOLDER_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/base/folder.h"
#include "arena/config/config.h"

/* The file that an unfinished run keeps next to its log; a lock on it claims the run. */
#define RESUME_FILE "resume.json"

/* The name of the log in a result folder, "games.jsonl" or "games.jsonl.zst". */
const char *log_file_name(enum log_mode mode);
/* LOG_ALL or LOG_ZSTD, whichever the folder has; LOG_NONE: neither. */
enum log_mode log_mode_of_folder(const char *folder);

/* The names of all files of results; NULL ends them. */
extern const char *const result_files[];

/* May a command that reads the results in `folder` write to `path`? Not to one of their files, by
 * whatever name, nor to one of the results in a folder inside it: then false with an error. Their
 * page may be replaced. */
bool result_files_may_write(const char *folder, const char *path, struct errors *errors);

/* Is `path`, by whatever name, a file of the results in `folder` itself? */
bool result_files_has(const char *folder, const char *path);

/* ---- the folder ---- */

/* `out` if it is not NULL, else "results/NAME". False with an error when it is too long. */
bool result_folder_name(const char *out, const char *name, char path[FOLDER_PATH_SIZE],
                        struct errors *errors);

/* "results/NAME", or the first of "results/NAME-2", "results/NAME-3" and so on that does not exist
 * or is empty; with `force` "results/NAME" in any case. Characters of `name` that do not belong in
 * a file name become '-'. `last`: the last of those that are used, empty if none is. False with an
 * error when it is too long. */
bool result_folder_next(const char *name, bool force, char path[FOLDER_PATH_SIZE],
                        char last[FOLDER_PATH_SIZE], struct errors *errors);

/* Creates a result folder and its parents. If it is not empty, that is an error without `force`;
 * with `force` its result files are removed, and nothing else. */
bool result_folder_open(const char *path, bool force, struct errors *errors);

/* The same in two steps, for what is checked before anything is removed. May the folder be opened?
 * False with an error when it is not empty, without `force`, or another process plays its run. */
bool result_folder_may_open(const char *path, bool force, struct errors *errors);
/* Removes its result files. False with an error when another process plays its run. */
bool result_folder_clear(const char *path, struct errors *errors);
/* Removes its result files but RESUME_FILE, on which this process has its claim, which stays. */
void result_folder_clear_step(const char *path);

/* Makes a result folder ready to be gone on with: creates it and its parents unless they exist, and
 * removes what interrupted writes left beside its files. False with an error. */
bool result_folder_continue(const char *path, struct errors *errors);

/* Removes the result files of a folder, and the folder if nothing else is in it. */
void result_folder_remove(const char *path);

/* Claims the run in a folder for this process: two processes writing one log would spoil it. False
 * with an error when another process has it. The claim ends with result_folder_release() or with
 * the process. It is a lock on the current RESUME_FILE: claim again after saving that file
 * again. */
bool result_folder_claim(const char *folder, int *claim, struct errors *errors);
void result_folder_release(int claim);

#endif
