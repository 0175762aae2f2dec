/* arena/bot/bot_process.h - a bot's instance in a process of its own: sandboxed (sandbox.h), with nothing in reach
 * but the messages of one player.
 *
 * The process is a fresh image of this program that got shared memory and two pipes, no environment
 * and no other descriptor. What is only told to a bot is gathered and handed over together with the
 * next question, or at the end of the deal: a decision costs one exchange. Random numbers are sent
 * as numbers, a few ahead, so that no seed is in reach. Nothing that comes back is trusted.
 *
 * Behind the ABI a bot process looks like a bot in this process. When its process dies, hangs or breaks the
 * rules, host->fail() is called for it and the next deal starts it anew. */
#ifndef ARENA_BOT_BOT_PROCESS_H
#define ARENA_BOT_BOT_PROCESS_H

#include <stdbool.h>

#include "arena/sandbox/crash_trace.h"
#include "arena/bot/player_host.h"

/* What is to be run. Everything outlives the bot process. */
struct bot_process_spec {
    const char *path; /* of the module */
    const struct skat_bot_setting *settings;
    int setting_count;
    uint64_t memory; /* bytes of address space, 0: no limit */
};

struct bot_process;

/* Starts a bot process for the player that `host` serves and makes its instance: for one part of it, or with
 * PARTS for both. NULL, and why not. */
struct bot_process *bot_process_open(const struct bot_process_spec *spec, struct player_host *host,
                       enum player_part part, char *reason, size_t size);
void bot_process_close(struct bot_process *process);

/* The module whose functions reach the bot process; the instance to call them with is the bot process itself. */
const struct skat_bot_module *bot_process_module(const struct bot_process *process);

/* False when its process is gone: the next one knows nothing of what this one was told. */
bool bot_process_lives(const struct bot_process *process);

/* How the process ended that the last fault was about; signal 0 when it did not die of one. */
const struct crash *bot_process_crash(const struct bot_process *process);
/* The end of what it has printed in the deal of the last fault, "" when nothing. */
const char *bot_process_output(const struct bot_process *process);

/* The life of a bot process's process: the hidden command `skat-arena bot process`. Returns an exit status. */
int bot_process_main(void);

#endif
