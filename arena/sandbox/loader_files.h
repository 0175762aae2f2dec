// SPDX-License-Identifier: MIT
/* arena/sandbox/loader_files.h - lets the dynamic loader open one file in a sandbox in which no
 * file can be opened, and programs ask for the properties of their descriptors.
 *
 * The filter stops each call that opens a file or asks for one's properties, with SIGSYS. The
 * handler of that signal (crash_trace.h) answers those of the loader as the kernel would, without
 * files: the first time that the module is opened, it gives a descriptor that was opened before. It
 * runs in the sandboxed process and can do no more than that process: what foreign code changes
 * here changes nothing that the filter forbids.
 *
 * The properties of other descriptors are those of the moment of loader_files_begin(): the kernel
 * would add when a file was last written to, in nanoseconds, which is a fine clock for who writes
 * to it (coarse_clocks.h). */
#ifndef ARENA_SANDBOX_LOADER_FILES_H
#define ARENA_SANDBOX_LOADER_FILES_H

#include <signal.h>
#include <stdbool.h>

/* From now on openat() of `path`, which must stay valid, gives `file` once, and fails with EACCES
 * for any other file, until loader_files_end(). */
void loader_files_begin(const char *path, int file);
void loader_files_end(void);

/* In the handler of SIGSYS: answers the call and returns true, if it is one that the loader may
 * make. */
bool loader_files_answer(const siginfo_t *info, void *context);

#endif
