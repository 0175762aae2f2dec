// SPDX-License-Identifier: MIT
/* arena/report/page_figures.h - what a page shows that no result file has, but follows from one:
 * its tables, as "numbers" (arena/show/table.h), and for charts shares of counts, sums, the ends of
 * bins. The page's script computes no figure. */
#ifndef ARENA_REPORT_PAGE_FIGURES_H
#define ARENA_REPORT_PAGE_FIGURES_H

#include <cjson/cJSON.h>

#include "arena/result/run_summary.h"

/* A summary as a page has it. The share of a count is its key with "_share". The caller frees it.
 */
cJSON *page_figures_of_run(const struct run_summary *summary, const cJSON *manifest);
/* Into its copy of analysis.json. */
void page_figures_of_analysis(cJSON *analysis);
/* The tables of bots and files, into what repeat_of() returned; the manifest is that of a run, or
 * NULL: then the bots are in `repeat`. */
void page_figures_of_repeat(cJSON *repeat, const cJSON *manifest);

#endif
