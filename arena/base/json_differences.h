// SPDX-License-Identifier: MIT
/* arena/base/json_differences.h - where two JSON values differ. */
#ifndef ARENA_BASE_JSON_DIFFERENCES_H
#define ARENA_BASE_JSON_DIFFERENCES_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Calls each(context, ...) with every place in which `is` is not as it should be, until it returns
 * false: "PLACE.bots[1].name", and what is there, as in `is 3; the log gives 4` where `who` is "the
 * log gives". Values that are no objects or lists of the same type differ as a whole. */
void json_differences(const char *place, const cJSON *is, const cJSON *should, const char *who,
                      bool (*each)(void *context, const char *place, const char *what),
                      void *context);

#endif
