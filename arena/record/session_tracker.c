// SPDX-License-Identifier: MIT
#include "arena/record/session_tracker.h"

#include <stdlib.h>

#include "arena/base/memory.h"

struct skat_session *session_tracker_at(struct session_tracker *sessions, const struct game_id *id)
{
    uint32_t arrangement = id->arrangement;

    if (arrangement >= ARRANGEMENTS_MAX)
        return NULL;
    if (!sessions->of[arrangement]) {
        sessions->of[arrangement] = xcalloc(1, sizeof *sessions->of[arrangement]);
        sessions->number[arrangement] = UINT64_MAX;
    }
    struct skat_session *session = sessions->of[arrangement];
    if (id->deal == 0) {
        skat_session_start(session, sessions->rules);
        sessions->number[arrangement] = id->session;
    }
    bool follows = sessions->number[arrangement] == id->session && session->deal == id->deal;
    return follows ? session : NULL;
}

bool session_tracker_lost(struct session_tracker *sessions, const struct game_id *id)
{
    uint32_t arrangement = id->arrangement < ARRANGEMENTS_MAX ? id->arrangement : 0;
    bool news = sessions->lost[arrangement] != id->session + 1;

    sessions->lost[arrangement] = id->session + 1;
    return news;
}

void session_tracker_free(struct session_tracker *sessions)
{
    if (!sessions->rules)
        return; /* it has followed none */
    for (int i = 0; i < ARRANGEMENTS_MAX; i++)
        free(sessions->of[i]);
    *sessions = (struct session_tracker){0};
}
