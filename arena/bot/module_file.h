// SPDX-License-Identifier: MIT
/* arena/bot/module_file.h - the files of bot modules, each read once.
 *
 * What is read is kept in memory that nobody can change, not even this program (a sealed memfd);
 * its hash is that of this memory, and all processes load from there. So what is played is what the
 * manifest says, whatever becomes of the file during a run. Libraries and data that a module finds
 * beside its file are not part of it. */
#ifndef ARENA_BOT_MODULE_FILE_H
#define ARENA_BOT_MODULE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena/sandbox/clean_exec.h"

enum { MODULE_FILES_MAX = 256 }; /* of a set: more than the bots of a config have */

struct module_file {
    char path[MODULE_PATH_SIZE]; /* as it was found, with a slash: its name for the loader */
    char real[PATH_MAX];         /* absolute and without links */
    char sha256[65];             /* of what was read, in hexadecimal */
    /* What results call it by: `sha256`, or that of its sources for a module that comes with the
     * program, which is the same bot whatever compiled it. */
    char identity[65];
    /* The memory, as a mere reference to it (O_PATH): whoever has it can open it for reading, but
     * shares no offset or lock with others that have it. Closed by exec. */
    int descriptor;
};

/* Whether a module lies in the program's own folder of bots, with which it was installed or built.
 */
bool module_file_is_own(const char *path);

/* The files of a config or a command, all of them open. */
struct module_files;

/* An empty set; the caller frees it, when nothing loads from it any more. */
struct module_files *module_files_new(void);
void module_files_free(struct module_files *files); /* NULL is allowed */

/* The file at `path`, shorter than MODULE_PATH_SIZE: reads it, unless a path of the set has led to
 * the same file. It belongs to the set. NULL and the reason, which follows the path in a message,
 * if it cannot be read; errno then says whether the machine was short of something for some seconds
 * (base/machine.h). No other thread may use the set meanwhile. */
const struct module_file *module_files_read(struct module_files *files, const char *path,
                                            char *reason, size_t size);

/* The descriptors of all files of the set, which a child must keep to load them. Returns their
 * number. */
int module_files_descriptors(const struct module_files *files, int descriptors[MODULE_FILES_MAX]);
/* In a child that loads none of them any more, before it runs others' code: closes them. */
void module_files_close(const struct module_files *files);

/* A descriptor for reading what was read, at offset 0, which the caller closes; it is closed by
 * exec. -1 with errno. Any thread. */
int module_file_open(const struct module_file *file);

#endif
