// SPDX-License-Identifier: MIT
/* arena/bot/player.h - a bot in a seat: the only place that calls bots' code.
 *
 * A player has one part or two: one that bids and declares and one that plays the cards. Each call
 * is marked in shared memory, so that the supervisor knows after a crash whose call it was. */
#ifndef ARENA_BOT_PLAYER_H
#define ARENA_BOT_PLAYER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "arena/bot/call_mark.h"
#include "arena/bot/call_sampling.h"
#include "arena/bot/kept_answers.h"
#include "arena/bot/player_host.h"
#include "arena/stats/latency_histogram.h"
#include "bots/skat_bot.h"
#include "engine/game/game.h"
#include "engine/random.h"

struct bot_process;
struct bot_process_spec;

#define PLAYER_NO_SESSION UINT64_MAX

/* What few bots are told of, and nobody is if none of the three is: views cost time. */
enum player_told { TOLD_OBSERVE = 1, TOLD_GAME_BEGIN = 2, TOLD_GAME_END = 4, TOLD_DEAL_END = 8 };

struct player {
    const struct skat_bot_module *modules[PLAYER_PARTS]; /* twice the same for one part */
    void *instances[PLAYER_PARTS];
    /* The bot process of an instance that is the first in it; NULL: also of one that joins it. */
    struct bot_process *processes[PLAYER_PARTS];
    uint64_t decides[PLAYER_PARTS]; /* bits 1 << decision kind: what each part is asked */
    const struct skat_bot_policy *policy[PLAYER_PARTS]; /* of a part that has one, or NULL */
    /* How many questions a part answers in one call, 0: it is asked one by one; and whose instance
     * does: this player, or the one that it joined. */
    uint32_t batch[PLAYER_PARTS];
    const struct player *leader;
    bool composed;
    bool sees_all;   /* the other hands, in skat_bot_view.seen */
    uint8_t told_of; /* enum player_told, bits: what any of its parts has a function for */
    struct player_host *host;
    uint64_t session;                /* that it was told of, or PLAYER_NO_SESSION */
    struct latency_histogram *times; /* of its decisions */
    uint32_t *in_vain;               /* sessions at whose end it failed; or NULL */
    struct call_sampling sampling;   /* which of them are timed */
    struct kept_place kept;          /* its answers in other games of the deal */
};

/* The components of a player; all must outlive it. */
struct player_plan {
    const char *name; /* of the bot */
    int seat;
    bool composed, sees_all;
    bool samples[PLAYER_PARTS];                          /* its answers are drawn from its policy */
    const struct skat_bot_module *modules[PLAYER_PARTS]; /* loaded into this process; or */
    const struct bot_process_spec *processes[PLAYER_PARTS]; /* to load into bot processes */
    const struct program_plan *programs[PLAYER_PARTS]; /* of a module that starts some; or NULL */
    const struct skat_bot_setting *settings[PLAYER_PARTS];
    int counts[PLAYER_PARTS];
    struct skat_bot_limits limits;
    struct latency_histogram *times; /* of its decisions */
    uint32_t *in_vain;               /* sessions at whose end it failed; or NULL */
    /* Another player of the same bot: parts that answer many games in one call join its instances,
     * which must outlive them. Of an isolated bot, all of them do. NULL: all instances are
     * created. */
    const struct player *leader;
};

/* Creates the instances of a player; the second part of a plan is used if it is composed. Returns
 * false and the reason if one cannot start. */
bool player_open(struct player *player, const struct player_plan *plan, struct call_mark *mark,
                 char *reason, size_t size);
/* Also ends its session. Nothing happens to a player that is not open. */
void player_close(struct player *player, struct call_mark *mark);

/* Ends the player's session if it is in another one, and begins this one: nothing if it is in it.
 * `number` is the session's as bots are told of sessions. The streams of random numbers in
 * session_begin are named by the key of the run and the session's number in it, so that they are
 * the same in every arrangement. A player that fails in session_begin stays in none. */
void player_enter_session(struct player *player, uint64_t number,
                          const struct skat_bot_session *session, const struct skat_random_key *run,
                          uint64_t number_in_run, struct call_mark *mark);
/* Ends its session, if it is in one. */
void player_leave_session(struct player *player, struct call_mark *mark);

#endif
