// SPDX-License-Identifier: MIT
/* arena/learn/work_sharing.h - pieces of work of which nobody knows how long they take, shared
 * among threads: each takes the next one as soon as it has finished one. */
#ifndef ARENA_LEARN_WORK_SHARING_H
#define ARENA_LEARN_WORK_SHARING_H

enum { WORK_THREADS_MAX = 64 };

/* Pieces are numbered from 0 to `count` - 1, threads from 0. */
struct shared_work {
    int count;
    /* Does a piece. Of a thread, called by it alone; pieces are begun in ascending order. */
    void (*piece)(void *context, int thread, int number);
    void *context; /* the caller's, the same in all threads */
};

/* Does all pieces in up to `threads` threads, 1 .. WORK_THREADS_MAX, of which the caller's is the
 * first; fewer if no more are to be had. Returns when all pieces are done. */
void work_share(const struct shared_work *work, int threads);

#endif
