// SPDX-License-Identifier: MIT
/* arena/report/archive_verify.h - is an archive what it says? Its checksums, the games of its logs,
 * and a share of a run that is played again from nothing. */
#ifndef ARENA_REPORT_ARCHIVE_VERIFY_H
#define ARENA_REPORT_ARCHIVE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/base/errors.h"
#include "arena/base/folder.h"

/* How it is checked. */
struct archive_check {
    int shards;  /* a run is cut into so many, one of which is played again; 0: none is */
    int workers; /* for reading and playing; 0: one for each processor */
};

/* What was found right. */
struct archive_verified {
    uint64_t files;     /* have their checksums */
    uint64_t logs;      /* of runs, in which every field agrees */
    uint64_t games;     /* in them */
    uint64_t again;     /* games that were played again, with the same lines */
    uint64_t timed;     /* and those that were not compared: a time limit decided them */
    int shard, shards;  /* which shard they are; 0, 0: none */
    char run[200];      /* the folder of that run in the archive, "" the archive's own */
    char packed_by[80]; /* "": config.json and README.txt are what is made from the results;
                        otherwise another version packed it, and they differ */
    bool interrupted;   /* by a signal, while a shard was played again: nothing is known */
    char why_not[300];  /* nothing was played again: a sentence's end; "" otherwise */
};

/* Unpacks an archive that result_archive_write() made into a temporary folder, compares it with its
 * checksums, its played.json with its manifests, and its config.json and README.txt with what
 * result_archive_write() makes from the results; report.html is not looked at. Verifies each log
 * (match/verify.h), and plays a shard of one run again, both drawn at random: whoever made the
 * archive cannot know which. It is played with bots found here, whose bytes must be those that
 * played, each in the sandbox (`isolation` "process"), so that an archive of a stranger runs
 * nothing with the user's rights. Lines of games that time limits decided, then or now, are not
 * compared. False with errors, or when it is interrupted. */
bool archive_verify(const char *path, const struct archive_check *check,
                    struct archive_verified *verified, struct errors *errors);

/* ---- unpacking an archive, which may be a stranger's ---- */

/* What an archive holds at most; unpacked, files have at most so many times its own bytes, and a
 * few megabytes: a bomb is no result. */
enum { ARCHIVE_FILES_MAX = 100000, ARCHIVE_GROWTH_MAX = 200 };

/* Unpacks the archive at `path` into the folder `into`, which exists and is empty, and sets `top`
 * to the path of the one folder that it has. Only regular files and folders with plain names below
 * this folder are accepted; links, devices, names twice and the like are errors, and then nothing
 * outside of `into` was written. Sets *files to the number of files. False with errors; in any case
 * the caller removes `into` with archive_unpack_remove(). */
bool archive_unpack(const char *path, const char *into, char top[FOLDER_PATH_SIZE], uint64_t *files,
                    struct errors *errors);

/* Compares the `files` files that were unpacked in the folder `top` with its SHA256SUMS. False with
 * an error for each that has another checksum or is missing, and when some are not listed; `path`
 * is the archive, for messages. */
bool archive_unpack_check(const char *path, const char *top, uint64_t files, struct errors *errors);

/* Removes a folder and what is in it; links are removed and not followed. */
void archive_unpack_remove(const char *folder);

#endif
