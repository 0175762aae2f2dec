/* arena/bot/bot_process_shm.h - what a cell and its worker share. Private to cell.c and cell_process.c. */
#ifndef ARENA_BOT_BOT_PROCESS_SHM_H
#define ARENA_BOT_BOT_PROCESS_SHM_H

#include "arena/sandbox/crash_trace.h"
#include "arena/sandbox/clean_exec.h"
#include "arena/bot/player_host.h"

/* Descriptors of the cell's process. */
enum { CELL_REQUESTS = 3, CELL_REPLIES = 4, CELL_MEMORY = 5 };

/* Bytes in the pipes. */
enum {
    CELL_GO = 'g',     /* to the cell: messages are there; from it: they are done */
    CELL_RANDOM = 'r', /* from the cell: it has used up the numbers of a part; to it: there are new ones */
    CELL_NO_START = 'n' /* from the cell: the module cannot start; `failure` says why */
};

enum cell_message_kind {
    CELL_SESSION_BEGIN, /* skat_bot_session, skat_bot_rules, the ladder */
    CELL_DEAL_BEGIN,    /* skat_bot_view */
    CELL_OBSERVE,       /* skat_bot_event */
    CELL_GAME_BEGIN,    /* skat_bot_view */
    CELL_ACT,           /* skat_bot_view, skat_bot_decision, bids, declarations */
    CELL_GAME_END,      /* skat_bot_view, skat_bot_result */
    CELL_DEAL_END,      /* skat_bot_result */
    CELL_SESSION_END,
    CELL_DESTROY
};

struct cell_message {
    uint32_t kind; /* enum cell_message_kind */
    uint32_t size; /* of all, this header included; a multiple of 8 */
    uint64_t part; /* enum player_part: whose random numbers it may use */
};

enum {
    CELL_MESSAGES_SIZE = 1 << 16,
    CELL_NUMBERS = 16, /* random numbers that are sent ahead, for each part */
    CELL_LOG_SIZE = 4096
};

/* Which callbacks the module has: bits. */
enum cell_callback {
    CELL_HAS_SESSION_BEGIN = 1,
    CELL_HAS_DEAL_BEGIN = 2,
    CELL_HAS_OBSERVE = 4,
    CELL_HAS_GAME_BEGIN = 8,
    CELL_HAS_GAME_END = 16,
    CELL_HAS_DEAL_END = 32,
    CELL_HAS_SESSION_END = 64
};

struct cell_memory {
    /* Written by the worker, which reads none of it again: the cell can write here, too. */
    struct image_module module;
    uint64_t memory_limit;
    struct player_limits limits;
    uint64_t numbers[PARTS][CELL_NUMBERS];
    uint32_t length; /* of the messages */
    _Alignas(8) char messages[CELL_MESSAGES_SIZE];
    /* Written by the cell: the worker believes nothing of it. */
    uint64_t decisions;
    uint32_t callbacks;
    uint32_t used[PARTS]; /* of `numbers`, since the last byte that the worker sent */
    uint32_t wanting;     /* the part that CELL_RANDOM is about */
    struct skat_bot_action action;
    uint32_t failed; /* enum skat_bot_failure, or 0 */
    char failure[SKAT_FAILURE_SIZE];
    uint32_t log_length;
    char log[CELL_LOG_SIZE]; /* lines, each with its newline */
    struct crash crash;
};

#endif
