// SPDX-License-Identifier: MIT
#include "arena/config/log_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const log_words[] = {[LOG_ALL] = "all",
                                        [LOG_NONE] = "none",
                                        [LOG_DIVERGENT] = "divergent",
                                        [LOG_SAMPLE] = "sample:"};

bool log_plan_read(struct log_plan *plan, const char *text)
{
    const size_t length = strlen(log_words[LOG_SAMPLE]);
    char *end;

    for (int mode = LOG_ALL; mode < LOG_SAMPLE; mode++)
        if (strcmp(text, log_words[mode]) == 0) {
            *plan = (struct log_plan){.mode = (enum log_mode)mode};
            return true;
        }
    if (strncmp(text, log_words[LOG_SAMPLE], length) != 0 || text[length] < '1' ||
        text[length] > '9')
        return false;
    *plan = (struct log_plan){LOG_SAMPLE, strtoull(text + length, &end, 10)};
    return !*end && plan->every < (uint64_t)1 << 53;
}

const char *log_plan_text(const struct log_plan *plan, char text[LOG_PLAN_SIZE])
{
    snprintf(text, LOG_PLAN_SIZE, "%s", log_words[plan->mode]);
    if (plan->mode == LOG_SAMPLE)
        snprintf(text, LOG_PLAN_SIZE, "%s%llu", log_words[LOG_SAMPLE],
                 (unsigned long long)plan->every);
    return text;
}
