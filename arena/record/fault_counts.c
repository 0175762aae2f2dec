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

struct fault_counts fault_counts_read(const cJSON *bot)
{
    struct fault_counts counts = {0};
    int64_t faults[GAME_STATUSES] = {0};
    const double MOST = 1e15; /* the file may be damaged */

    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++)
        faults[status] = (int64_t)fmin(
            fmax(json_number_within(bot, "faults", game_status_names[status]), 0), MOST);
    fault_counts_add(&counts, faults);
    return counts;
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
