// SPDX-License-Identifier: MIT
/* arena/base/output_file.h - the one place where files are written.
 *
 * A file is written under a random name beside its own, and renamed when it is complete: whoever
 * reads it sees the old one or the new one, whole. A file that grows (a log) is written in place.
 *
 * What a function here says is written survives a power cut: it has reached the disk, and so has
 * its name. The order is always data, sync, rename, sync of the folder. A sync that fails is an
 * error as a failed write is, and is not tried again: the kernel may have given up the data.
 *
 * When a log that grows is synced, arena/match/supervisor.c says for a run.
 *
 * Names come from two sides. What the user names is followed: a link leads to the file that is
 * written, a device or a pipe is written to. What the program names itself, in a folder, is not: a
 * folder may be a stranger's, and a link named report.html in it lead to any file of the user. */
#ifndef ARENA_BASE_OUTPUT_FILE_H
#define ARENA_BASE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/base/errors.h"

/* Creates a folder and its parents unless they exist. False with an error. */
bool output_folder_make(const char *path, struct errors *errors);

enum output_name {
    OUTPUT_NAMED, /* by the user, who may have named a link, a device, a pipe */
    OUTPUT_OWN    /* by the program, in some folder */
};

struct output_file {
    FILE *file;       /* to write to */
    const char *path; /* as in messages */
    char *target;     /* where the file will be: `path`, or where its links lead */
    char *beside;     /* NULL: written in place */
};

/* Whether a file can be written there now: it is begun and dropped. False with an error, also for a
 * folder. Checked before a long run. */
bool output_file_possible(const char *path, struct errors *errors);

/* Begins a file at `path`, which must outlive it. False if it cannot be opened; output_file_end()
 * says why. One of the next two must follow. */
bool output_file_begin(struct output_file *output, const char *path, enum output_name name);
/* Discards it: an existing file stays unchanged. */
void output_file_drop(struct output_file *output);
/* Ends it: it is on the disk, under its name. False with an error if that failed; what had the name
 * before stays, unless only the sync of its folder failed. */
bool output_file_end(struct output_file *output, struct errors *errors);

/* How a file that grows is opened. */
enum output_growth {
    OUTPUT_ANEW,    /* what has this name is replaced */
    OUTPUT_APPEND,  /* goes on after the end of what is there */
    OUTPUT_REWRITE, /* what is there is read and changed */
    OUTPUT_NEW      /* there must be nothing of this name */
};

/* Opens a file that grows, under a name of the program's own. Anything but a regular file of that
 * name is refused (ELOOP), or with OUTPUT_ANEW replaced. NULL with errno; the caller ends it with
 * output_file_close(). */
FILE *output_file_grow(const char *path, enum output_growth growth);

/* Gives a file that was just opened, and will be written in many small pieces, a buffer of
 * OUTPUT_BUFFER bytes, which must outlive it: the C library's own is one block of the disk, 4 KiB.
 */
enum { OUTPUT_BUFFER = 1 << 16 };
void output_file_buffer(FILE *file, char *buffer);

/* Has the system begin to write what was flushed to the disk, so that a sync has less to wait for.
 * A hint: nothing depends on it. */
void output_file_write_out(FILE *file);

/* Waits until all that was written to a file is on the disk. False with errno when that failed, now
 * or in an earlier write. */
bool output_file_sync(FILE *file);

/* The same, and closes the file in any case. */
bool output_file_close(FILE *file);

/* Writes all of this to a descriptor that waits, a pipe or a file; an interruption goes on. False
 * with errno. */
bool output_write(int descriptor, const void *bytes, size_t size);

/* Cuts a file of the program's own off after `bytes`. False with errno. */
bool output_file_cut(const char *path, long long bytes);

/* Removes a file, if there is one. False with an error. */
bool output_file_remove(const char *path, struct errors *errors);

/* Is there anything in a folder but what interrupted writes left? False for no folder, too. */
bool output_folder_is_used(const char *path);

/* Is it what an interrupted write left beside a file, by its name? */
bool output_file_is_left_over(const char *name);

/* Removes what interrupted writes left beside a file, or beside all files of a folder. Nobody else
 * may be writing them. */
void output_file_tidy(const char *path);
void output_folder_tidy(const char *path);

#endif
