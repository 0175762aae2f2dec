// SPDX-License-Identifier: MIT
#include "arena/base/result_format.h"

#include "arena/base/version.h"

bool result_format_check(const cJSON *root, const char *path, struct errors *errors)
{
    enum { MOST = 1000 };
    const struct json_value object = json_root(root, path, errors),
                            format = json_member(&object, "format");
    const int before = errors->count;

    if (!root || !json_is_object(&object))
        return false;
    const int is = (int)json_int(&format, 1, MOST, 0);
    if (!format.node)
        json_wrong(&format, "the format of the file");
    else if (is != RESULT_FORMAT && errors->count == before)
        errors_add(errors, format.place,
                   "is %d: version %d of skat-arena reads this file, and this is version %s, which "
                   "reads format %d",
                   is, is, ARENA_VERSION, RESULT_FORMAT);
    return errors->count == before;
}
