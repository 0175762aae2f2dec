// SPDX-License-Identifier: MIT
/* arena/record/session_tracker.h - follows the sessions of a log and their state from deal to deal.
 *
 * In a log, the arrangements of a deal are adjacent; each belongs to a session of its own. */
#ifndef ARENA_RECORD_SESSION_TRACKER_H
#define ARENA_RECORD_SESSION_TRACKER_H

#include "arena/record/game_outcome.h"
#include "engine/session.h"

struct session_tracker {
    const struct skat_rules *rules;
    struct skat_session *of[ARRANGEMENTS_MAX]; /* created when an arrangement first occurs */
    uint64_t number[ARRANGEMENTS_MAX];         /* of the current session */
    uint64_t lost[ARRANGEMENTS_MAX];           /* 1 + the last session reported as lost */
};

/* The session that this deal continues, or NULL if it cannot be followed because the deal before is
 * missing or could not be replayed. `rules` carry state between deals and must outlive it. */
struct skat_session *session_tracker_at(struct session_tracker *sessions, const struct game_id *id);

/* After session_tracker_at() returned NULL: is this new for session and arrangement? */
bool session_tracker_lost(struct session_tracker *sessions, const struct game_id *id);

void session_tracker_free(struct session_tracker *sessions);

#endif
