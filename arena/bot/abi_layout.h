/* arena/bot/abi_layout.h - structs that bots and engine call by different names and that are the same to the byte. */
#ifndef ARENA_BOT_ABI_LAYOUT_H
#define ARENA_BOT_ABI_LAYOUT_H

#include "bots/skat_bot.h"
#include "engine/view.h"

/* What bots and engine call by different names, and is the same to the byte (abi_layout.c). */
union player_decision {
    struct skat_decision engine;
    struct skat_bot_decision bot;
};
union player_action {
    struct skat_action engine;
    struct skat_bot_action bot;
};

#endif
