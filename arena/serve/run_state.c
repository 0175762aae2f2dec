// SPDX-License-Identifier: MIT
#include "arena/serve/run_state.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/log/result_folder.h"

const char *const run_state_names[RUN_STATES] = {"none", "playing", "stopped", "finished"};

/* Whether another process has locked the file, as result_folder_claim() does. Where the file system
 * has no locks, that it is there says that somebody plays. */
static bool is_locked(int fd)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};

    return fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

enum run_state run_state_of(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    const int fd = open(folder_file(folder, RESUME_FILE, path),
                        O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0) {
        const bool locked = is_locked(fd);
        close(fd);
        return locked ? RUN_STATE_PLAYING : RUN_STATE_STOPPED;
    }
    return access(folder_file(folder, "summary.json", path), F_OK) == 0 ? RUN_STATE_FINISHED
                                                                        : RUN_STATE_NONE;
}

static uint64_t mixed(uint64_t sum, uint64_t more)
{
    const uint64_t PRIME = 0x100000001b3; /* of FNV-1a, here by words */

    return (sum ^ more) * PRIME ^ sum >> 29;
}

uint64_t folder_stamp(const char *folder)
{
    uint64_t sum = 1;

    for (const char *const *file = result_files; *file; file++) {
        char path[FOLDER_PATH_SIZE];
        struct stat status = {.st_size = -1};
        if (stat(folder_file(folder, *file, path), &status) != 0)
            status = (struct stat){.st_size = -1};
        sum = mixed(sum, (uint64_t)status.st_ino);
        sum = mixed(sum, (uint64_t)status.st_size);
        sum = mixed(sum, (uint64_t)status.st_mtim.tv_sec);
        sum = mixed(sum, (uint64_t)status.st_mtim.tv_nsec);
    }
    return sum;
}
