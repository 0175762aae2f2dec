/* arena/compare/estimate_json.h - estimates in result files. */
#ifndef ARENA_COMPARE_ESTIMATE_JSON_H
#define ARENA_COMPARE_ESTIMATE_JSON_H

#include <cjson/cJSON.h>

#include "arena/stats/moments.h"

enum { DEALS_OF_SERIES = 36 /* for results "per 36" deals */ };

/* Adds {"mean", "error", "low", "high"}, and returns it. */
cJSON *estimate_to_json(cJSON *object, const char *key, struct estimate estimate);
/* Adds `flat_prior_probability`, that the true mean is above zero, and the same as `likelihood`,
 * its name in older versions. */
void estimate_likelihood_to_json(cJSON *object, struct estimate estimate, int64_t units);
/* Adds {"mean", "low", "high"} of the estimate for a series of 36 deals. */
void estimate_per_series_to_json(cJSON *object, struct estimate estimate);

#endif
