/* arena/report/assets.h - the files of this folder that are embedded in the program: a page's
 * frame, style and script, and the constant parts of gnuplot scripts. Zero-terminated. */
#ifndef ARENA_REPORT_ASSETS_H
#define ARENA_REPORT_ASSETS_H

extern const char report_page_html[], report_page_css[], report_page_js[];
extern const char report_curve_gp[], report_distribution_gp[], report_contracts_gp[],
    report_bids_gp[];

#endif
