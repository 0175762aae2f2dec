// SPDX-License-Identifier: MIT
#include "arena/sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/memory.h"

#define RUN_PREFIX "skat-arena-" /* of the folder of a run: the number of its process follows */
#define LEADER_PREFIX "skat-arena-of-" /* of the group of the program itself */

/* ---- files of a group ---- */

static char *file_of(const char *group, const char *name)
{
    return xasprintf("%s/%s", group, name);
}

static bool put(const char *group, const char *name, const char *text)
{
    char *path = file_of(group, name);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const ssize_t length = (ssize_t)strlen(text);
    const bool ok = file >= 0 && write(file, text, (size_t)length) == length;

    descriptor_close(file);
    free(path);
    return ok;
}

/* The whole of a short file; "" if it cannot be read. The caller frees it. */
static char *get(const char *group, const char *name)
{
    enum { MOST = 4096 };
    char *path = file_of(group, name), *text = system_text(path, xcalloc(1, MOST), MOST);

    free(path);
    return text;
}

/* Whether a list of controllers has those that are needed. */
static bool has_controllers(const char *group, const char *name)
{
    char *text = get(group, name), *rest = text;
    bool memory = false, pids = false;

    for (const char *word; (word = strsep(&rest, " \n"));) {
        memory |= strcmp(word, "memory") == 0;
        pids |= strcmp(word, "pids") == 0;
    }
    free(text);
    return memory && pids;
}

/* ---- where this program is ---- */

/* Where groups of version 2 are mounted; NULL if nowhere. The caller frees it. */
static char *mounted_at(void)
{
    FILE *mounts = setmntent("/proc/self/mounts", "r");
    char *at = NULL;

    for (const struct mntent *entry; mounts && !at && (entry = getmntent(mounts));)
        if (strcmp(entry->mnt_type, "cgroup2") == 0)
            at = xstrdup(entry->mnt_dir);
    if (mounts)
        endmntent(mounts);
    return at;
}

static char *own_group(void)
{
    char *at = mounted_at(), *path = machine_cgroup();
    char *group = at && path ? xasprintf("%s%s", at, path) : NULL;

    free(at);
    free(path);
    return group;
}

/* ---- the tree ---- */

/* Removes the groups of a run, but not those with processes. False if some are left. */
static bool remove_groups(const char *path)
{
    DIR *folder = opendir(path);

    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.') {
            char *group = file_of(path, entry->d_name);
            rmdir(group);
            free(group);
        }
    if (folder)
        closedir(folder);
    return rmdir(path) == 0 || errno != EBUSY;
}

/* Bot processes end with the worker that started them, but it may take a moment. */
static void remove_run(const char *path)
{
    enum { ATTEMPTS = 200 };
    const struct timespec moment = {0, 10000000};

    put(path, "cgroup.kill", "1"); /* since Linux 5.14 */
    for (int attempt = 1; !remove_groups(path) && attempt < ATTEMPTS; attempt++)
        nanosleep(&moment, NULL);
}

/* Removes what runs have left that were killed: those whose process is gone. */
static void remove_left_over(const char *base)
{
    DIR *folder = opendir(base);

    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        const size_t prefix = strlen(RUN_PREFIX);
        if (strncmp(entry->d_name, RUN_PREFIX, prefix) != 0)
            continue;
        char *end;
        const long number = strtol(entry->d_name + prefix, &end, 10);
        if (*end || number <= 0 || number > INT_MAX ||
            !(kill((pid_t)number, 0) < 0 && errno == ESRCH))
            continue;
        char *path = file_of(base, entry->d_name);
        remove_run(path);
        free(path);
    }
    if (folder)
        closedir(folder);
}

/* The groups below a group may have limits. Where that needs it, this program moves into one of
 * them, since a group with such groups has no processes of its own. */
static bool divide(struct cgroup_tree *tree)
{
    static const char wanted[] = "+memory +pids";

    if (has_controllers(tree->base, "cgroup.subtree_control"))
        return true;
    if (!has_controllers(tree->base, "cgroup.controllers"))
        return false;
    if (put(tree->base, "cgroup.subtree_control", wanted))
        return true;
    char *leader = xasprintf("%s/" LEADER_PREFIX "%d", tree->base, (int)getpid());
    if (mkdir(leader, 0755) != 0 || !put(leader, "cgroup.procs", "0")) {
        rmdir(leader);
        free(leader);
        return false;
    }
    tree->leader = leader;
    return put(tree->base, "cgroup.subtree_control", wanted);
}

/* Leaves the group that divide() made. */
static void unite(struct cgroup_tree *tree)
{
    if (!tree->leader)
        return;
    put(tree->base, "cgroup.subtree_control", "-memory -pids");
    put(tree->base, "cgroup.procs", "0");
    rmdir(tree->leader);
    free(tree->leader);
    tree->leader = NULL;
}

static bool make_run(struct cgroup_tree *tree)
{
    tree->path = xasprintf("%s/" RUN_PREFIX "%d", tree->base, (int)getpid());
    if (mkdir(tree->path, 0755) == 0 && put(tree->path, "cgroup.subtree_control", "+memory +pids"))
        return true;
    rmdir(tree->path);
    free(tree->path);
    tree->path = NULL;
    return false;
}

void cgroup_tree_open(struct cgroup_tree *tree)
{
    *tree = (struct cgroup_tree){.base = own_group()};
    if (!tree->base)
        return;
    remove_left_over(tree->base);
    if (!divide(tree) || !make_run(tree))
        unite(tree);
}

void cgroup_tree_close(struct cgroup_tree *tree)
{
    if (tree->path)
        remove_run(tree->path);
    unite(tree);
    free(tree->path);
    free(tree->base);
    *tree = (struct cgroup_tree){0};
}

/* ---- the groups of a process ---- */

static bool limit(const char *group, const char *name, uint64_t most)
{
    char text[32] = "max";

    if (most)
        snprintf(text, sizeof text, "%llu", (unsigned long long)most);
    return put(group, name, text);
}

static char *path_of(const struct cgroup_set *set, int group)
{
    return xasprintf("%s%d", set->name, group);
}

/* A group that is there already is one of a process before this one. */
static bool make_group(const struct cgroup_set *set, int number, struct cgroup *group)
{
    char *path = path_of(set, number);
    const bool there = mkdir(path, 0755) == 0 || errno == EEXIST;

    put(path, "memory.swap.max", "0"); /* not on machines without swap */
    char *procs = file_of(path, "cgroup.procs");
    group->processes = there && limit(path, "memory.max", set->memory) &&
                               limit(path, "pids.max", (uint64_t)set->processes)
                           ? open(procs, O_WRONLY | O_CLOEXEC)
                           : -1;
    free(procs);
    free(path);
    return group->processes >= 0;
}

/* False if it cannot be made. */
static bool add_group(struct cgroup_set *set)
{
    struct cgroup group = {0};

    if (!set->name || !make_group(set, set->count, &group))
        return false;
    set->of = xrealloc(set->of, (size_t)(set->count + 1) * sizeof *set->of);
    set->of[set->count++] = group;
    return true;
}

void cgroup_set_open(struct cgroup_set *set, const struct cgroup_tree *tree, const char *name,
                     int count, uint64_t memory, int processes)
{
    *set = (struct cgroup_set){0};
    if (!tree->path)
        return;
    *set = (struct cgroup_set){
        .name = xasprintf("%s/%s-", tree->path, name), .memory = memory, .processes = processes};
    while (set->count < count && add_group(set))
        ;
}

void cgroup_set_close(struct cgroup_set *set)
{
    for (int i = 0; i < set->count; i++)
        close(set->of[i].processes);
    free(set->of);
    free(set->name);
    *set = (struct cgroup_set){0};
}

int cgroup_set_take(struct cgroup_set *set)
{
    for (int i = 0; i < set->count; i++)
        if (!set->of[i].used) {
            set->of[i].used = true;
            return i;
        }
    if (!add_group(set))
        return -1;
    set->of[set->count - 1].used = true;
    return set->count - 1;
}

void cgroup_set_give(struct cgroup_set *set, int group)
{
    if (group >= 0)
        set->of[group].used = false;
}

void cgroup_set_join(const struct cgroup_set *set, int group)
{
    /* If it fails, the process is limited by its address space alone, as without groups. */
    if (group >= 0 && write(set->of[group].processes, "0", 1) != 1)
        return;
}

/* A count of memory.events.local or vmstat; 0 if it is not there. */
static uint64_t count_of(const char *events, const char *name)
{
    const size_t length = strlen(name);

    for (const char *line = events; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == ' ')
            return strtoull(line + length, NULL, 10);
    }
    return 0;
}

uint64_t cgroup_set_kills(const struct cgroup_set *set, int group)
{
    if (group < 0)
        return 0;
    char *path = path_of(set, group), *events = get(path, "memory.events.local");
    /* `oom` counts where the limit was this group's, `oom_kill` also where it was another one's. */
    const uint64_t own = count_of(events, "oom"), all = count_of(events, "oom_kill");
    free(events);
    free(path);
    return own < all ? own : all;
}

uint64_t cgroup_system_kills(void)
{
    enum { MOST = 16384 };
    char *text = xcalloc(1, MOST);
    const uint64_t kills = count_of(system_text("/proc/vmstat", text, MOST), "oom_kill");

    free(text);
    return kills;
}
