// SPDX-License-Identifier: MIT
/* arena/config/log_plan.h - which games a log keeps. */
#ifndef ARENA_CONFIG_LOG_PLAN_H
#define ARENA_CONFIG_LOG_PLAN_H

#include <stdbool.h>
#include <stdint.h>

/* What games.jsonl keeps: "all", "none", "divergent" (deals that two seatings of the compared bots
 * play differently) or "sample:N" (every Nth deal). Sessions played in one piece stay whole. */
enum log_mode { LOG_ALL, LOG_NONE, LOG_DIVERGENT, LOG_SAMPLE };
struct log_plan {
    enum log_mode mode;
    uint64_t every; /* LOG_SAMPLE: 1.. */
};
enum { LOG_PLAN_SIZE = 32 };
/* Reads a plan; false if the text is none. Writes it to `text`, which it returns. */
bool log_plan_read(struct log_plan *plan, const char *text);
const char *log_plan_text(const struct log_plan *plan, char text[LOG_PLAN_SIZE]);
#define LOG_PLANS "\"all\", \"none\", \"divergent\" or \"sample:N\""

#endif
