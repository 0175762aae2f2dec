// SPDX-License-Identifier: MIT
/* arena/match/supervisor_state.h - a run in progress, shared by the supervisor*.c files. */
#ifndef ARENA_MATCH_SUPERVISOR_STATE_H
#define ARENA_MATCH_SUPERVISOR_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "arena/bot/call_timer.h"
#include "arena/compare/redeals.h"
#include "arena/base/write_out.h"
#include "arena/match/unit_result.h"
#include "arena/match/supervisor_outputs.h"

/* Why a part is played again. Each is counted for itself: that a worker was killed between calls
 * says nothing about a bot in whose call it is killed next. */
enum again_reason {
    AGAIN_SPOILT,  /* a bot seems to have overwritten its memory */
    AGAIN_IN_CALL, /* it was killed in a call of a bot, which may have done it */
    AGAIN_KILLED,  /* it or a process of a bot was killed from outside */
    AGAIN_REASONS
};

/* A worker's process as the supervisor knows it. */
struct worker_handle {
    pid_t pid;                              /* 0: none */
    int orders, reports;                    /* our ends of the pipes */
    int unheard;                            /* parts that it was told of and has not reported */
    int next_slot;                          /* the slot for the next part */
    struct assigned_part parts[WORK_SLOTS]; /* what it has to play, by slot */
    uint32_t calls_seen;                    /* the call count at the last look */
    struct call_timer timer;                /* since that count was first seen */
    bool was_starting;                      /* at that time */
    bool was_started;                       /* once, at least */
    bool timed_out;                         /* we killed it for taking too long */
    struct {
        uint64_t unit; /* 1 + that of the part that was last played again, */
        int count;     /* so many times in a row */
    } again[AGAIN_REASONS];
    int starts_killed;             /* in a row, from outside, while it created bots */
    bool pipe_closed;              /* its report pipe is closed: it is dead, or a bot closed it */
    uint64_t games_before;         /* worker_shm.games when it was started */
    int restarts_without_progress; /* restarts in a row without a finished game */
};

/* The re-deals of a deal. */
enum redeal_state { REDEAL_NONE, REDEAL_WANTED, REDEAL_GIVEN, REDEAL_PLAYED };
struct redealt_deal {
    enum redeal_state state;
    struct redeal_change change;
    char *lines; /* of redeals.jsonl */
    uint32_t length;
};

/* A unit that is begun and not taken yet. */
struct open_unit {
    struct unit unit;
    struct placed_part *parts; /* by place */
    int lane;                  /* worker_pool.lanes: in which it is played; -1: not known */
    struct dealt *deals;       /* room for any unit */
    /* With re-deals (supervisor_redeals.h): whether it is known which deals have some; and those of
     * each deal, in the same room as `deals`. */
    bool looked_at;
    struct redealt_deal *redealt;
    /* Where bids alone are compared: whether they are known, and those of each deal, in the same
     * room; NULL without re-deals and scouts. */
    enum scouting { SCOUTING_WANTED, SCOUTING_GIVEN, SCOUTING_DONE } scouting;
    struct deal_bids *bids;
};

/* Whether all its parts are finished. */
static inline bool open_unit_is_played(const struct open_unit *open, const struct worker_pool *pool)
{
    for (int place = 0; place < pool->places; place++)
        if (!placed_part_is_done(&open->parts[place], pool))
            return false;
    return true;
}

struct supervisor {
    struct worker_pool pool;
    const struct config *config;
    struct unit_result taken;      /* the unit that was taken last */
    struct worker_handle *handles; /* one for each worker */
    int *heard;                    /* those whose pipes are polled */
    const struct supervisor_outputs *outputs;
    struct supervisor_result *result;
    struct errors *errors;
    uint64_t deals; /* end of the run, counted like assigned_deals: over all sessions */
    uint64_t assigned_deals;
    uint64_t next_unit; /* number of the next unit to open, and of the next to take */
    uint64_t next_taken;
    struct open_unit *open; /* those between them, each at its number modulo `window` */
    int window;
    struct supervisor_redeals *redeals;  /* NULL: no re-deals, and no scouts */
    const struct open_unit *taking;      /* the unit whose games are being counted */
    FILE *redeals_file;                  /* NULL until the first case */
    char (*records)[PLAYED_RECORD_SIZE]; /* supervisor_units.c; NULL: not wanted */
    uint64_t parts_together,
        parts_again;               /* played side by side; and of these, again one at a time */
    uint64_t faults_without_game;  /* at the end of sessions, in destroy, or descriptors closed */
    char first_without_game[200];  /* which bot, how and where; the first of them */
    uint64_t kills;                /* from outside: games were played again, uncharged */
    const char *first_killed;      /* the first bot whose process or call was ended so; or NULL */
    int64_t journaled[BOTS_MAX];   /* inconsistent answers of each bot that are in the journal */
    double started, shown, synced; /* times, in seconds */
    uint64_t synced_games;         /* that are on the disk */
    uint64_t logged_bytes, written_out; /* of the log; and those that the disk was told of */
    struct write_out log_writer;
    bool failed, gap, decided; /* no more units are taken */
    char
        shortage[200]; /* of what the machine is short: the run ends, and can be continued; or "" */
    bool stopping;     /* no more units are opened */
    bool told_interrupted; /* what is waited for after a signal */
    FILE *faults;          /* NULL until the first fault */
};

#endif
