// SPDX-License-Identifier: MIT
/* arena/report/assets.h - the files of page/ that are embedded in the program. Zero-terminated. */
#ifndef ARENA_REPORT_ASSETS_H
#define ARENA_REPORT_ASSETS_H

/* The frame, with a marker where each of the others goes; the style; the scripts of reports, of an
 * index, of a run as it goes, and of a table; and the solver as base64, "" where the program was
 * built without it. */
extern const char report_page_html[], report_page_css[], report_page_js[], report_index_js[],
    report_live_js[], report_table_js[], report_page_solver[];

#endif
