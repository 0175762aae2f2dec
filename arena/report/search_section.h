// SPDX-License-Identifier: MIT
/* arena/report/search_section.h - what the page is told of a search for options, and of a grid. */
#ifndef ARENA_REPORT_SEARCH_SECTION_H
#define ARENA_REPORT_SEARCH_SECTION_H

#include "arena/base/json_file.h"

/* tune.json of a folder with the lines of tune.jsonl as "path", and, if a round was played, the
 * function that the search has fitted to them:
 *
 *   "sections"  for each option {"option", "points": [{"value", "gain"}]}, the others as the winner
 *               has them
 *   "maps"      for each pair of two or three options {"x", "y", "xs", "ys", "gains"}, a row of
 *               gains for each of ys; the third as the winner has it
 *
 * A gain is in points a deal against the start. NULL with errors; the caller frees it. */
cJSON *search_section(const char *folder, struct errors *errors);

/* grid.json of a folder, with "sentence" (grid_sentence()). Otherwise the same. */
cJSON *grid_section(const char *folder, struct errors *errors);

#endif
