// SPDX-License-Identifier: MIT
#include "arena/sandbox/no_writing.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE /* since the third version */
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ull << 14)
#endif

static int version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0,
                        LANDLOCK_CREATE_RULESET_VERSION);
}

bool no_writing_possible(void) { return version() >= 1; }

static uint64_t writing(void)
{
    const uint64_t always = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                            LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                            LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                            LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                            LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

    return version() >= 3 ? always | LANDLOCK_ACCESS_FS_TRUNCATE : always;
}

/* Devices keep nothing that is written to them: /dev/null, terminals, graphics processors. Shared
 * memory and queues lie in folders of /dev, which are left out, as are disks. */
static bool may_be_written(int folder, const char *name)
{
    struct stat status;

    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           (S_ISCHR(status.st_mode) ||
            (S_ISDIR(status.st_mode) && (strcmp(name, "dri") == 0 || strcmp(name, "pts") == 0)));
}

static void permit_devices(int ruleset)
{
    DIR *folder = opendir("/dev");
    const struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        if (!may_be_written(dirfd(folder), entry->d_name))
            continue;
        struct landlock_path_beneath_attr rule = {
            .allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE,
            .parent_fd = openat(dirfd(folder), entry->d_name, O_PATH | O_CLOEXEC),
        };
        if (rule.parent_fd < 0)
            continue;
        syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0u);
        close(rule.parent_fd);
    }
    if (folder)
        closedir(folder);
}

int no_writing_rules(void)
{
    const struct landlock_ruleset_attr attributes = {.handled_access_fs = writing()};
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes,
                                   sizeof attributes.handled_access_fs, 0u);

    if (rules >= 0)
        permit_devices(rules);
    return rules;
}

void no_writing_begin(int rules)
{
    if (rules < 0)
        return;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_landlock_restrict_self, rules, 0u);
    close(rules);
}
