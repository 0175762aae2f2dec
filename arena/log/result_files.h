// SPDX-License-Identifier: MIT
/* arena/log/result_files.h - the names of all files of results, and which output file would replace
 * one of them. */
#ifndef ARENA_LOG_RESULT_FILES_H
#define ARENA_LOG_RESULT_FILES_H

#include <stdbool.h>

#include "arena/base/errors.h"
#include "arena/config/log_mode.h"

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

#endif
