// SPDX-License-Identifier: MIT
/* arena/bot/bot_process_shm.h - memory shared by a bot process and its worker; private to them. */
#ifndef ARENA_BOT_BOT_PROCESS_SHM_H
#define ARENA_BOT_BOT_PROCESS_SHM_H

#include "arena/sandbox/crash_trace.h"
#include "arena/sandbox/clean_exec.h"
#include "arena/bot/player_host.h"

/* Descriptors of the bot process. */
enum {
    BOT_PROCESS_REQUESTS = 3,
    BOT_PROCESS_REPLIES = 4,
    BOT_PROCESS_MEMORY = 5,
    BOT_PROCESS_MODULE = 6
};

/* Bytes in the pipes. */
enum {
    BOT_PROCESS_STARTED = 's', /* from the bot process, before any code of the bot's runs */
    BOT_PROCESS_GO = 'g',      /* to the bot process: there are messages; from it: they are done */
    BOT_PROCESS_RANDOM = 'r',  /* from it: the numbers of a part are used up; to it: new ones */
    BOT_PROCESS_TIME = 't', /* from it: it wants to sleep for `sleeping_ns` and to know the time; to
                                 it: `now_ns` is the time */
    BOT_PROCESS_NO_START =
        'n' /* from the bot process: the module cannot start; `failure` says why */
};

enum bot_process_message_kind {
    BOT_PROCESS_SESSION_BEGIN, /* skat_bot_session, values of options */
    BOT_PROCESS_DEAL_BEGIN,    /* skat_bot_view */
    BOT_PROCESS_OBSERVE,       /* skat_bot_event */
    BOT_PROCESS_GAME_BEGIN,    /* skat_bot_view */
    BOT_PROCESS_ACT,           /* skat_bot_view, skat_bot_decision, bids, declarations */
    BOT_PROCESS_GAME_END,      /* skat_bot_view, skat_bot_result */
    BOT_PROCESS_DEAL_END,      /* skat_bot_result */
    BOT_PROCESS_SESSION_END,
    BOT_PROCESS_DESTROY
};

struct bot_process_message {
    uint32_t kind; /* enum bot_process_message_kind */
    uint32_t size; /* of all, this header included; a multiple of 8 */
    uint64_t part; /* enum player_part: whose random numbers it may use */
};

enum {
    BOT_PROCESS_MESSAGES_SIZE = 1 << 16,
    BOT_PROCESS_NUMBERS = 16, /* random numbers sent ahead for each part */
    BOT_PROCESS_LOG_SIZE = 4096
};

/* Bits: the callbacks that the module has. */
enum bot_process_callback {
    BOT_PROCESS_HAS_SESSION_BEGIN = 1,
    BOT_PROCESS_HAS_DEAL_BEGIN = 2,
    BOT_PROCESS_HAS_OBSERVE = 4,
    BOT_PROCESS_HAS_GAME_BEGIN = 8,
    BOT_PROCESS_HAS_GAME_END = 16,
    BOT_PROCESS_HAS_DEAL_END = 32,
    BOT_PROCESS_HAS_SESSION_END = 64
};

struct bot_process_shm {
    /* Written by the worker, which never reads it back: the bot process can write here, too. */
    struct clean_exec_module module;
    uint64_t memory_limit;
    struct skat_bot_limits limits;
    uint64_t numbers[PLAYER_PARTS][BOT_PROCESS_NUMBERS];
    uint64_t now_ns; /* its own time (bot_process.h) */
    uint32_t length; /* of the messages */
    _Alignas(8) char messages[BOT_PROCESS_MESSAGES_SIZE];
    /* Written by the bot process: the worker does not trust it. */
    uint64_t decisions;
    uint32_t callbacks;
    uint32_t used[PLAYER_PARTS]; /* of `numbers`, since the last byte that the worker sent */
    uint64_t sleeping_ns;
    uint32_t wanting; /* the part that BOT_PROCESS_RANDOM is about */
    struct skat_bot_action action;
    uint32_t failed; /* enum skat_bot_failure, or 0 */
    char failure[SKAT_FAILURE_SIZE];
    uint32_t log_length;
    char log[BOT_PROCESS_LOG_SIZE]; /* lines, each with its newline */
    uint32_t closed;                /* its pipes are not there any more */
    struct crash crash;
};

#endif
