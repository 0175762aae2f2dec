// SPDX-License-Identifier: MIT
/* arena/serve/part_status.h - how far a run or a part of one is, and what `results` says of both.
 */
#ifndef ARENA_SERVE_PART_STATUS_H
#define ARENA_SERVE_PART_STATUS_H

#include <cjson/cJSON.h>

#include "arena/result/run_verdict.h"

/* Stopped: not finished, and no more is needed of it. */
enum part_state {
    PART_NOT_BEGUN,
    PART_INTERRUPTED,
    PART_STOPPED,
    PART_SILENT,
    PART_PLAYING,
    PART_FINISHED,
    PART_STATES
};
extern const char *const part_state_words[PART_STATES];

struct part_status {
    int number; /* from 1 */
    enum part_state state;
    double units, of; /* finished, NaN: not known; and all of the part */
    double rate;      /* units a second; NaN: not known */
    double last;      /* seconds since it was last heard of; NaN: not known */
};

struct run_status {
    const char *folder, *run; /* its name, and that of the run */
    bool whole_sessions;      /* units are sessions */
    double units, planned;    /* of all parts: finished, NaN: not known; and of the run */
    double judged;            /* units that the verdict rests on */
    int part;             /* the verdict is of this part alone; 0: of the beginning of the run */
    double rate;          /* of all parts that play; NaN: not known */
    double left;          /* seconds, if all are played; 0: over; NaN: not known */
    bool tested, decided; /* a sequential test; it has a verdict */
    const struct run_verdict *verdict; /* NULL: there is none yet */
};

/* What is shown, as JSON without its parts, and a part of it. The caller deletes it. */
cJSON *run_status_to_json(const struct run_status *status);
cJSON *part_status_to_json(const struct part_status *part);
/* Adds the parts, and how many of them are in each state. */
void run_status_add_parts(cJSON *root, cJSON *parts);

/* The time that the rest of the run takes. */
double run_status_left(const struct run_status *status);

#endif
