// SPDX-License-Identifier: MIT
#include "arena/base/json_differences.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/json_write.h"
enum { PLACE = 1400, WHAT = 300 };

struct differences {
    const char *who;
    bool (*each)(void *context, const char *place, const char *what);
    void *context;
    bool ended; /* each() has returned false */
};

__attribute__((format(printf, 3, 4))) static void tell(struct differences *all, const char *place,
                                                       const char *format, ...)
{
    char what[WHAT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (!all->ended)
        all->ended = !all->each(all->context, place, what);
}

/* Members of an object or array that should not be there. */
static void tell_surplus(struct differences *all, const char *place, const cJSON *is,
                         const cJSON *should)
{
    const cJSON *item;

    if (cJSON_IsArray(is) && cJSON_GetArraySize(is) > cJSON_GetArraySize(should))
        tell(all, place, "has %d elements; %s %d", cJSON_GetArraySize(is), all->who,
             cJSON_GetArraySize(should));
    cJSON_ArrayForEach (item, is)
        if (cJSON_IsObject(is) && !json_get(should, item->string))
            tell(all, place, "has \"%.100s\"; %s none", item->string, all->who);
        else if (cJSON_IsObject(is) && json_get(is, item->string) != item)
            tell(all, place, "has \"%.100s\" twice", item->string);
}

static void compare(struct differences *all, const char *place, const cJSON *is,
                    const cJSON *should)
{
    const cJSON *item;
    char where[PLACE];
    int index = 0;

    if (all->ended || cJSON_Compare(is, should, true))
        return;
    if (!is || !(cJSON_IsObject(should) || cJSON_IsArray(should)) || is->type != should->type) {
        char *found = is ? cJSON_PrintUnformatted(is) : NULL,
             *expected = cJSON_PrintUnformatted(should);
        tell(all, place, "is %.80s; %s %.80s", found ? found : "missing", all->who, expected);
        free(found);
        free(expected);
        return;
    }
    cJSON_ArrayForEach (item, should) {
        const bool object = cJSON_IsObject(should);
        if (object)
            snprintf(where, sizeof where, "%.1300s.%s", place, item->string);
        else
            snprintf(where, sizeof where, "%.1300s[%d]", place, index);
        compare(all, where, object ? json_get(is, item->string) : cJSON_GetArrayItem(is, index),
                item);
        index++;
    }
    tell_surplus(all, place, is, should);
}

void json_differences(const char *place, const cJSON *is, const cJSON *should, const char *who,
                      bool (*each)(void *context, const char *place, const char *what),
                      void *context)
{
    struct differences all = {.who = who, .each = each, .context = context};

    compare(&all, place, is, should);
}
