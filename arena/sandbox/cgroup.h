// SPDX-License-Identifier: MIT
/* arena/sandbox/cgroup.h - control groups (cgroup, version 2) for processes of bots: each process
 * has its own, which limits its memory and processes, and tells whether the system ended it because
 * of its own limit or because the machine was short of memory.
 *
 * They are had where the group of this program can be divided: by root in the root group, and in a
 * group that was delegated to this program alone, as `systemd-run --user --scope -p Delegate=yes`
 * makes one. Elsewhere there are none, which is no error. */
#ifndef ARENA_SANDBOX_CGROUP_H
#define ARENA_SANDBOX_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

/* Where the groups of a run are. Zero: nowhere. */
struct cgroup_tree {
    char *base;   /* folder of the group in which this program was */
    char *path;   /* folder of the groups of the run; NULL: there are none */
    char *leader; /* folder of the group into which this program moved to divide its own; NULL: it
                     did not */
};

/* Makes the folder of the groups, if that can be had; what a run that was killed has left is
 * removed. Call it before other processes are started. */
void cgroup_tree_open(struct cgroup_tree *tree);
/* Removes the groups, whose processes have ended. */
void cgroup_tree_close(struct cgroup_tree *tree);

/* Groups of a process that starts bots, one for each that it has at a time. Zero: none. */
struct cgroup_set {
    char *name;        /* path of a group without its number; NULL: there are none */
    struct cgroup *of; /* `count` of them */
    int count;
    uint64_t memory; /* what each allows: bytes, or 0 */
    int processes;
};
struct cgroup {
    int processes; /* descriptor to which a process writes to join */
    bool used;
};

/* Makes `count` groups with these limits: bytes of memory (0: none) and processes. `name` is that
 * of the process to which they belong, unique among those of the run that live at a time: who
 * follows it gets the same groups. Nothing where the tree is none; if one cannot be made, those
 * before it are all. A process that may write files makes more when it needs them, others none
 * that they have not made before. */
void cgroup_set_open(struct cgroup_set *set, const struct cgroup_tree *tree, const char *name,
                     int count, uint64_t memory, int processes);
/* Frees what is known of them; they themselves are removed with the tree. */
void cgroup_set_close(struct cgroup_set *set);

/* Takes a group that is not in use, or a new one; its number, or -1 if there is none. */
int cgroup_set_take(struct cgroup_set *set);
/* Gives it back. -1 is allowed. */
void cgroup_set_give(struct cgroup_set *set, int group);

/* In a child that was just forked: this process joins a group. -1 is allowed. */
void cgroup_set_join(const struct cgroup_set *set, int group);

/* How often the system has ended a process of the group because of the group's own limit. 0 for
 * -1. */
uint64_t cgroup_set_kills(const struct cgroup_set *set, int group);

/* How often the system has ended any process because memory was short, of a group or of the
 * machine. 0 where it does not say so. */
uint64_t cgroup_system_kills(void);

#endif
