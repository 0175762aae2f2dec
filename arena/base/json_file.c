#include "arena/base/json_file.h"

#include <stdlib.h>

#include "arena/base/atomic_file.h"
#include "arena/base/memory.h"

bool json_save(const cJSON *root, const char *path, struct errors *errors)
{
    char *text = xcheck(cJSON_Print(root));
    struct atomic_file save;

    if (atomic_file_begin(&save, path))
        fprintf(save.file, "%s\n", text);
    free(text);
    return atomic_file_end(&save, errors);
}

void json_print(const cJSON *root, FILE *out)
{
    char *text = cJSON_Print(root);

    fprintf(out, "%s\n", text);
    free(text);
}
