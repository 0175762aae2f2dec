/* arena/record/session_tracker.h - following the sessions of a log: what each carries from deal to deal.
 *
 * A log has the arrangements of a deal beside each other; each is a session of its own. */
#ifndef ARENA_RECORD_SESSION_TRACKER_H
#define ARENA_RECORD_SESSION_TRACKER_H

#include "arena/record/game_outcome.h"
#include "arena/record/table_limits.h"
#include "engine/session.h"

struct session_tracker {
    const struct skat_rules *rules;
    struct skat_session *of[ARRANGEMENTS_MAX]; /* made when an arrangement first turns up */
    uint64_t number[ARRANGEMENTS_MAX];         /* of the session that it is in */
    uint64_t lost[ARRANGEMENTS_MAX];           /* 1 + the session that was last found lost */
};

/* The session that this deal goes on with, or NULL when the log does not let one follow it: the
 * deal before is missing, or could not be replayed. `rules` carry something, and outlive it. */
struct skat_session *session_tracker_at(struct session_tracker *sessions, const struct game_id *id);

/* To be asked once session_tracker_at() gave NULL: is that news for this session and arrangement? */
bool session_tracker_lost(struct session_tracker *sessions, const struct game_id *id);

void session_tracker_free(struct session_tracker *sessions);

#endif
