// SPDX-License-Identifier: MIT
/* arena/config/command_files.h - the files by which a shell command starts a bot in another
 * language: the program, and where that is an interpreter, its script. */
#ifndef ARENA_CONFIG_COMMAND_FILES_H
#define ARENA_CONFIG_COMMAND_FILES_H

#include "arena/base/folder.h"

enum { COMMAND_FILES_MAX = 2 };

struct command_file {
    char word[FOLDER_PATH_SIZE]; /* as the command names it, without quotes */
    char sha256[65];             /* of the file at this moment, in hexadecimal */
};

/* Finds and hashes the files of a command line for /bin/sh in the working directory: its first word
 * (the one after `exec`), by PATH unless it has a slash; and if that has none, the next word that
 * is no option, if it names a file. Only words without variables, patterns and double
 * quotes count, and only before the first operator. Returns their number, 0 if the first one
 * is none. */
int command_files_read(const char *command, struct command_file files[COMMAND_FILES_MAX]);

#endif
