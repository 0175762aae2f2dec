// SPDX-License-Identifier: MIT
#include "arena/base/json_file.h"

#include <stdlib.h>

#include "arena/base/output_file.h"
#include "arena/base/memory.h"

bool json_save(const cJSON *root, const char *path, struct errors *errors)
{
    char *text = xcheck(cJSON_Print(root));
    struct output_file save;

    if (output_file_begin(&save, path, OUTPUT_OWN))
        fprintf(save.file, "%s\n", text);
    free(text);
    return output_file_end(&save, errors);
}

void json_print(const cJSON *root, FILE *out)
{
    char *text = cJSON_Print(root);

    fprintf(out, "%s\n", text);
    free(text);
}
