// SPDX-License-Identifier: MIT
#include "arena/result/estimates.h"

#define ESTIMATE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                           \
    VALUE(OF, REAL, mean, ALWAYS, "1.0", "the estimate")                                           \
    VALUE(OF, REAL, error, ALWAYS, "1.0", "its standard error")                                    \
    VALUE(OF, REAL, low, ALWAYS, "1.0", "lower end of the 95 % interval")                          \
    VALUE(OF, REAL, high, ALWAYS, "1.0", "its upper end")

FIELDS_ROWS(estimate, ESTIMATE_FIELDS);
FIELDS_ROWS(interval, INTERVAL_FIELDS);
FIELDS_ROWS(series_estimate, SERIES_ESTIMATE_FIELDS);
FIELDS_ROWS(chance, CHANCE_FIELDS);

void estimate_put(cJSON *object, const char *key, struct estimate estimate)
{
    cJSON_AddItemToObject(object, key, fields_to_json(&estimate_fields, &estimate));
}

struct series_estimate series_estimate_of(struct estimate estimate)
{
    return (struct series_estimate){
        .mean = estimate.mean * DEALS_OF_SERIES,
        .range = {estimate.low * DEALS_OF_SERIES, estimate.high * DEALS_OF_SERIES}};
}

struct chance chance_of(struct estimate estimate, int64_t units)
{
    double probability = estimate_likelihood(estimate, units);

    return (struct chance){probability, probability};
}
