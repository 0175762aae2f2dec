// SPDX-License-Identifier: MIT
#include "arena/learn/work_sharing.h"

#include <pthread.h>
#include <stdatomic.h>

struct sharing {
    const struct shared_work *work;
    atomic_int next;
};

struct sharing_thread {
    struct sharing *sharing;
    int number;
    pthread_t id;
};

static void *take_pieces(void *context)
{
    const struct sharing_thread *thread = context;
    const struct shared_work *work = thread->sharing->work;

    for (int number; (number = atomic_fetch_add(&thread->sharing->next, 1)) < work->count;)
        work->piece(work->context, thread->number, number);
    return NULL;
}

void work_share(const struct shared_work *work, int threads)
{
    struct sharing sharing = {.work = work};
    struct sharing_thread all[WORK_THREADS_MAX];
    const int most = threads < WORK_THREADS_MAX ? threads : WORK_THREADS_MAX;
    int begun = 0;

    atomic_init(&sharing.next, 0);
    for (int i = 0; i < most; i++)
        all[i] = (struct sharing_thread){.sharing = &sharing, .number = i};
    for (int i = 1; i < most && i < work->count; i++) {
        if (pthread_create(&all[i].id, NULL, take_pieces, &all[i]) != 0)
            break;
        begun = i;
    }
    take_pieces(&all[0]);
    for (int i = 1; i <= begun; i++)
        pthread_join(all[i].id, NULL);
}
