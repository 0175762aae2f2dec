// SPDX-License-Identifier: MIT
/* arena/bot/player_call.h - marked calls of a player's functions, for player.c and deal_play.c. */
#ifndef ARENA_BOT_PLAYER_CALL_H
#define ARENA_BOT_PLAYER_CALL_H

#include "arena/bot/call_mark.h"
#include "arena/bot/player_host.h"

/* Calls `function` of each part that has it. */
#define CALL_PARTS(player, mark, function, ...)                                                    \
    do {                                                                                           \
        for (int part = 0; part < ((player)->composed ? PLAYER_PARTS : 1); part++) {               \
            const struct skat_bot_module *module = (player)->modules[part];                        \
            if (!module->function)                                                                 \
                continue;                                                                          \
            (player)->host->part = (uint8_t)part;                                                  \
            player_host_enter((player)->host, mark, CALL_##function);                              \
            module->function((player)->instances[part], __VA_ARGS__);                              \
            call_mark_leave(mark);                                                                 \
        }                                                                                          \
    } while (0)

#endif
