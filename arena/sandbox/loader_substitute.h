// SPDX-License-Identifier: MIT
/* arena/sandbox/loader_substitute.h - lets the dynamic loader open one path and get other bytes, in
 * a process that is not sandboxed.
 *
 * A library that is loaded as /proc/self/fd/N does not know where it lies: $ORIGIN, dladdr() and
 * backtraces would name that. So the loader is given the path, and its openat() of exactly this
 * path is answered in the kernel's place: by syscall user dispatch, which stops the calls of one
 * thread with SIGSYS, until that call has come. No code of the library has run then, nor is
 * anything else of the process affected. */
#ifndef ARENA_SANDBOX_LOADER_SUBSTITUTE_H
#define ARENA_SANDBOX_LOADER_SUBSTITUTE_H

enum substitution {
    SUBSTITUTION_DONE,      /* the loader asked for the path, and got the file */
    SUBSTITUTION_NOT_ASKED, /* it did not: a library of this name was loaded before, or it failed */
    SUBSTITUTION_IMPOSSIBLE, /* nothing was loaded: no such kernel, processor or C library */
    SUBSTITUTION_VALGRIND,   /* nothing was loaded: valgrind or ThreadSanitizer runs this */
};

/* dlopen() of `path`, which has a slash, with `file`, a descriptor at offset 0 that is closed here.
 * NULL with dlerror() and errno of dlopen() if it cannot be loaded. Any
 * thread: others wait. */
void *loader_substitute(const char *path, int file, enum substitution *how);

#endif
