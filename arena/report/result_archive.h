// SPDX-License-Identifier: MIT
/* arena/report/result_archive.h - a result folder as one file, with all that is needed to get it
 * again. */
#ifndef ARENA_REPORT_RESULT_ARCHIVE_H
#define ARENA_REPORT_RESULT_ARCHIVE_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "arena/base/errors.h"
#include "arena/base/exit_code.h"

/* The end of an archive's name, unless another is wanted. */
#define RESULT_ARCHIVE_SUFFIX ".tar.gz"
/* Does the name end with .tar.gz, .tar.zst, .tar.xz or .tar? That says how it is compressed. */
bool result_archive_is_name(const char *out);

/* Writes the folder of a run, a study or a search with all its files to the archive `out`, such a
 * name, as one folder of that name, and adds to it: report.html as it is written now, config.json
 * where there is one (config_of_run()), README.txt with the commands and a citation, played.json
 * with the hashes of all that played (repeat.h), and SHA256SUMS of all. Links are followed; what is
 * no file or folder is left out. The same folder gives the same bytes. EXIT_OK, or with errors
 * EXIT_BAD_FILE (the folder) or EXIT_INTERNAL (the archive). What interrupted writes left
 * (output_file.h) is left out, too. */
enum exit_code result_archive_write(const char *folder, const char *out, struct errors *errors);

/* The text of README.txt in an archive whose folder has this name, of results with this repeat_of()
 * (repeat.h). The caller frees it. */
char *result_archive_readme(const char *name, const cJSON *repeat);

#endif
