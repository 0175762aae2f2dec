/* arena/bot/abi_layout.h - structs with the same layout but different names in bots and engine. */
#ifndef ARENA_BOT_ABI_LAYOUT_H
#define ARENA_BOT_ABI_LAYOUT_H

#include "bots/skat_bot.h"
#include "engine/decision.h"
#include "engine/game/view.h"

/* Casts between the names of bots and engine; abi_layout.c checks that the layouts are equal. */
union player_decision {
    struct skat_decision engine;
    struct skat_bot_decision bot;
};
union player_view {
    struct skat_view engine;
    struct skat_bot_view bot;
};
union player_action {
    struct skat_action engine;
    struct skat_bot_action bot;
};

#endif
