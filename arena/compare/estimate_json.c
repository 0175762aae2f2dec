#include "arena/compare/estimate_json.h"

#include "arena/base/json_write.h"

cJSON *estimate_to_json(cJSON *object, const char *key, struct estimate estimate)
{
    cJSON *item = cJSON_AddObjectToObject(object, key);

    figures_real(item, "mean", estimate.mean);
    figures_real(item, "error", estimate.error);
    figures_real(item, "low", estimate.low);
    figures_real(item, "high", estimate.high);
    return item;
}

void estimate_per_series_to_json(cJSON *object, struct estimate estimate)
{
    cJSON *item = cJSON_AddObjectToObject(object, "per_36");

    figures_real(item, "mean", estimate.mean * SERIES);
    figures_real(item, "low", estimate.low * SERIES);
    figures_real(item, "high", estimate.high * SERIES);
}
