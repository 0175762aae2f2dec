#include "arena/base/atomic_file.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/memory.h"

bool atomic_file_possible(const char *path, struct errors *errors)
{
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%s", path);
    bool possible =
        access(path, F_OK) == 0 ? access(path, W_OK) == 0 : access(dirname(folder), W_OK) == 0;
    if (!possible)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return possible;
}

bool atomic_file_begin(struct atomic_file *save, const char *path)
{
    struct stat info;

    *save = (struct atomic_file){.path = path};
    bool in_place = lstat(path, &info) == 0 && !S_ISREG(info.st_mode);
    if (!in_place)
        save->beside = xasprintf("%s.new", path);
    save->file = fopen(in_place ? path : save->beside, "w");
    return save->file != NULL;
}

void atomic_file_drop(struct atomic_file *save)
{
    if (save->file)
        fclose(save->file);
    if (save->beside)
        unlink(save->beside);
    free(save->beside);
    save->beside = NULL;
}

bool atomic_file_end(struct atomic_file *save, struct errors *errors)
{
    bool ok = save->file && fflush(save->file) == 0 && !ferror(save->file);

    if (save->file)
        ok = fclose(save->file) == 0 && ok;
    if (save->beside)
        ok = ok && rename(save->beside, save->path) == 0;
    if (!ok) {
        errors_add(errors, save->path, "cannot be written: %s", strerror(errno));
        if (save->beside)
            unlink(save->beside);
    }
    free(save->beside);
    save->beside = NULL;
    return ok;
}
