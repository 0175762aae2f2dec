// SPDX-License-Identifier: MIT
#include "arena/bot/call_mark.h"

#include <unistd.h>

#include "arena/bot/own_descriptors.h"

void call_mark_check(struct call_mark *mark)
{
    if (own_descriptors_are_there(mark->watched))
        return;
    atomic_store(&mark->closed, 1);
    _exit(CALL_MARK_CLOSED);
}
