// SPDX-License-Identifier: MIT
#include "arena/record/fault_counts.h"

#include <math.h>
#include <stdio.h>

#include "arena/base/json_write.h"

void fault_counts_add(struct fault_counts *counts, const int64_t faults[GAME_STATUSES])
{
    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++) {
        counts->of[status] += faults[status];
        counts->all += faults[status];
    }
}

void fault_counts_text(const struct fault_counts *counts, char text[FAULT_COUNTS_TEXT])
{
    static const char *const words[GAME_STATUSES][2] = {
        [GAME_ILLEGAL] = {"illegal action", "illegal actions"},
        [GAME_TIMEOUT] = {"timeout", "timeouts"},
        [GAME_CRASH] = {"crash", "crashes"},
    };
    int length = 0;

    *text = '\0';
    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++)
        if (counts->of[status])
            length += snprintf(text + length, FAULT_COUNTS_TEXT - (size_t)length, "%s%lld %s",
                               length ? ", " : "", (long long)counts->of[status],
                               words[status][counts->of[status] != 1]);
}
