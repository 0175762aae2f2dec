/* arena/base/child.h - ending child processes. */
#ifndef ARENA_BASE_CHILD_H
#define ARENA_BASE_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Waits up to `patience_ms` for a child to exit by itself, then kills it. Returns its status, as waitpid()
 * gives it. *killed says whether it was killed; `killed` may
 * be NULL. Signals do not interrupt the wait. */
int child_end(pid_t child, int64_t patience_ms, bool *killed);

#endif
