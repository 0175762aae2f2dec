// SPDX-License-Identifier: MIT
#include "arena/base/result_format.h"

#include "arena/base/version.h"

bool result_format_check(const struct json_value *root)
{
    const struct json_value format = json_member(root, "format");
    const int before = root->errors->count;
    enum { MOST = 1000 };

    if (json_int(&format, 1, MOST, 0) == RESULT_FORMAT)
        return true;
    if (!format.node)
        json_wrong(&format, "the format of the file");
    else if (root->errors->count == before)
        errors_add(root->errors, format.place,
                   "is %d: version %d of skat-arena reads this file, and this is version %s, which "
                   "reads format %d",
                   format.node->valueint, format.node->valueint, ARENA_VERSION, RESULT_FORMAT);
    return false;
}
