// SPDX-License-Identifier: MIT
/* arena/sandbox/loader.h - has the dynamic loader load a module from a descriptor that is open,
 * under a path of its own.
 *
 * A library that is loaded as /proc/self/fd/N does not know where it lies: $ORIGIN, dladdr() and
 * backtraces would name that. So the loader is given the path, and its openat() of exactly this
 * path is stopped with SIGSYS and answered in the kernel's place.
 *
 * In a sandbox, where no file can be opened, its filter stops the call (loader_files_*); elsewhere
 * syscall user dispatch does, which stops the calls of one thread until that call has come: no code
 * of the library has run then, nor is anything else of the process affected. */
#ifndef ARENA_SANDBOX_LOADER_H
#define ARENA_SANDBOX_LOADER_H

#include <signal.h>
#include <stdbool.h>

/* ---- in a process that is not sandboxed ---- */

enum loader_end {
    LOADER_TRIED,     /* the loader got the file, whether or not it could load it */
    LOADER_NOT_ASKED, /* it asked for none: a library of this name was loaded before, or it
                         failed */
    LOADER_BY_PATH    /* it got what has the path now: valgrind or ThreadSanitizer runs this */
};

/* dlopen() of `path`, which has a slash, with `file`, a descriptor at offset 0, which is the
 * loader's now. NULL with dlerror() and errno of dlopen() if it cannot be loaded. Only where this
 * kernel, processor or C library cannot stop the call, $ORIGIN and constructors do not know the
 * path (loader_load_number()). Any thread: others wait. */
void *loader_load(const char *path, int file, enum loader_end *how);

/* dlopen() by the number of a descriptor, which stays open, so that no other module gets this name;
 * closed if that fails. The loader has looked for libraries by then, but dladdr() and backtraces
 * name the file. */
void *loader_load_number(int file, const char *path);

/* ---- in a sandbox ---- */

/* Calls take() with the name of each library that a module's file names, "/" for one that cannot be
 * read, until it returns false: then false. What is no ELF file needs none, and is refused by the
 * loader. Whoever wrote the module wrote its file: it is read in the process that is to have the
 * module's code. */
bool loader_each_needed(int file, bool (*take)(void *context, const char *name), void *context);

/* From now on openat() of `path`, which must stay valid, gives `file` once, and fails with EACCES
 * for any other file, until loader_files_end(). */
void loader_files_begin(const char *path, int file);
void loader_files_end(void);

/* In the handler of SIGSYS, for the filter: answers the call and returns true, if it is one that
 * the loader may make, or asks for the properties of a descriptor. It can do no more than the
 * sandboxed process: what foreign code changes here changes nothing that the filter forbids.
 *
 * Properties are those of the moment of loader_files_begin(): the kernel would add when a file was
 * last written to, in nanoseconds, which is a fine clock for who writes to it (coarse_clocks.h). */
bool loader_files_answer(const siginfo_t *info, void *context);

#endif
