/* arena/report/plots.h - pictures for the report, drawn by gnuplot where it is installed. */
#ifndef ARENA_REPORT_PLOTS_H
#define ARENA_REPORT_PLOTS_H

#include <cjson/cJSON.h>

/* An object with `curve`, `distribution`, `contracts` and `bids`: each the text of an SVG, or null
 * where the summary has nothing to draw, or gnuplot is not installed or failed. The caller deletes it. */
cJSON *plots_of(const cJSON *summary);

#endif
