#include "arena/compare/estimate_json.h"

#include "arena/base/json_write.h"

cJSON *estimate_to_json(cJSON *object, const char *key, struct estimate estimate)
{
    cJSON *item = cJSON_AddObjectToObject(object, key);

    json_put_real(item, "mean", estimate.mean);
    json_put_real(item, "error", estimate.error);
    json_put_real(item, "low", estimate.low);
    json_put_real(item, "high", estimate.high);
    return item;
}

void estimate_likelihood_to_json(cJSON *object, struct estimate estimate, int64_t units)
{
    double probability = estimate_likelihood(estimate, units);

    json_put_real(object, "flat_prior_probability", probability);
    json_put_real(object, "likelihood", probability);
}

void estimate_per_series_to_json(cJSON *object, struct estimate estimate)
{
    cJSON *item = cJSON_AddObjectToObject(object, "per_36");

    json_put_real(item, "mean", estimate.mean * DEALS_OF_SERIES);
    json_put_real(item, "low", estimate.low * DEALS_OF_SERIES);
    json_put_real(item, "high", estimate.high * DEALS_OF_SERIES);
}
