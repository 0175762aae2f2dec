// SPDX-License-Identifier: MIT
/* arena/report/page.h - the file of a page: its frame, style, script and data in one, which needs
 * no network. */
#ifndef ARENA_REPORT_PAGE_H
#define ARENA_REPORT_PAGE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"
#include "arena/base/output_file.h"
#include "arena/record/language.h"

/* The solver as WebAssembly, where the program was built with it (`make wasm`): on pages that it
 * does not make larger than PAGE_SIZE_AIM, on all, or on none. */
enum page_solver { PAGE_SOLVER_AUTO, PAGE_SOLVER_ALWAYS, PAGE_SOLVER_NEVER };
enum { PAGE_SIZE_AIM = 400000 /* bytes */ };

/* Is the solver part of this program? */
bool page_has_solver(void);

/* What a page is: it says which script draws its data, and what the script may do. */
enum page_kind {
    PAGE_REPORT, /* drawn by page/start.js; needs nothing but itself */
    PAGE_INDEX,  /* drawn by page/results.js; asks the server that it comes from what is new */
    PAGE_LIVE,   /* drawn by page/live.js; asks the server that it comes from how the run goes */
    PAGE_TABLE   /* drawn by page/table.js; plays with the server that it comes from */
};

/* The page of this data (what the script of its kind reads), which is deleted. The caller frees it.
 */
char *page_text(cJSON *data, enum page_kind kind, size_t *size);

/* The same into a file, atomically. False with errors. */
bool page_save(const cJSON *data, enum page_kind kind, enum page_solver solver, const char *path,
               enum output_name name, struct errors *errors);

/* Adds "language", the words in which a page speaks of cards and games, to its data; nothing in
 * English, which the scripts speak. */
void page_language_add(cJSON *data, const struct language *language);

#endif
