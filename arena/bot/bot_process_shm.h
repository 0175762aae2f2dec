// SPDX-License-Identifier: MIT
/* arena/bot/bot_process_shm.h - memory shared by a bot process and its worker; private to them.
 * It holds what is asked and answered at all tables in one seat (bot_process.h). */
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
    BOT_PROCESS_RANDOM = 'r',  /* from it: an instance has no numbers left; to it: new ones */
    BOT_PROCESS_TIME = 't', /* from it: it wants to sleep for `sleeping_ns` and to know the time; to
                                 it: `now_ns` is the time */
    BOT_PROCESS_NO_START =
        'n' /* from the bot process: the module cannot start; `failure` says why */
};

/* After this header come the numbers, then the arguments of the function, each padded to 8 bytes:
 *   create          nothing: the instance has joined the first one
 *   session_begin   skat_bot_session, values of options
 *   act             skat_bot_view, skat_bot_decision, bids, declarations
 *   all others      the structs that the function gets */
struct bot_process_message {
    uint32_t function; /* enum call_function */
    uint32_t size;     /* of all, this header included; a multiple of 8 */
    uint32_t instance; /* 0 is the first; the process creates those that it does not know */
    uint32_t streams;  /* player_host.streams_begun: random numbers sent before are of another deal
                          if it differs from that of the last message */
    uint32_t part;     /* enum player_part: whose random numbers it may use */
    uint32_t numbers;  /* of its stream, sent ahead: 0 or BOT_PROCESS_AHEAD */
};

enum {
    BOT_PROCESS_MESSAGES_SIZE = 1 << 19,
    BOT_PROCESS_AHEAD = 16,   /* random numbers that are sent with the first message of a stream, */
    BOT_PROCESS_NUMBERS = 64, /* and when more are asked for */
    BOT_PROCESS_INSTANCES = 1 + 4096, /* the first, and one for each table */
    BOT_PROCESS_LOG_SIZE = 4096
};

struct bot_process_shm {
    /* Written by the worker, which never reads it back: the bot process can write here, too. */
    struct clean_exec_module module;
    uint64_t memory_limit;
    struct skat_bot_limits limits;
    uint32_t streams, part; /* of the first instance when it is created, as in a message */
    uint64_t numbers[BOT_PROCESS_NUMBERS];
    uint64_t now_ns; /* its own time (bot_process.h) */
    uint32_t length; /* of the messages */
    /* Written by the bot process: the worker does not trust it. */
    uint64_t decisions;
    uint32_t functions; /* of the module: call_functions_of() */
    uint64_t sleeping_ns;
    struct bot_process_wanting { /* what BOT_PROCESS_RANDOM is about */
        uint32_t instance, part, streams;
    } wanting;
    uint32_t failed; /* enum skat_bot_failure, or 0 */
    char failure[SKAT_FAILURE_SIZE];
    uint32_t log_length;
    char log[BOT_PROCESS_LOG_SIZE]; /* lines, each with its newline */
    uint32_t closed;                /* its pipes are not there any more */
    struct crash crash;
    struct skat_bot_action answers[BOT_PROCESS_INSTANCES]; /* in the order of the questions */
    /* Written by the worker. */
    _Alignas(8) char messages[BOT_PROCESS_MESSAGES_SIZE];
};

#endif
