/* arena/report/plots.h - the report's plots, drawn by gnuplot if it is installed. */
#ifndef ARENA_REPORT_PLOTS_H
#define ARENA_REPORT_PLOTS_H

#include <cjson/cJSON.h>

/* An object with `curve`, `distribution`, `contracts` and `bids`: each is the text of an SVG, or
 * null if the summary has nothing to draw, or if gnuplot is missing or failed. The caller deletes
 * it. */
cJSON *plots_of(const cJSON *summary);

#endif
