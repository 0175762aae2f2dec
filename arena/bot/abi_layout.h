// SPDX-License-Identifier: MIT
/* arena/bot/abi_layout.h - casts between the names of bots and engine for the same structs, so that
 * neither needs the other's headers.
 *
 * The structs of bots/skat_bot.h are made from those of the engine, field by field (`make
 * generate`). A view is the one place where the two differ: the engine keeps as structs what the
 * ABI lists as fields. So what is left to check is that no struct brings padding, and a few numbers
 * that both have. */
#ifndef ARENA_BOT_ABI_LAYOUT_H
#define ARENA_BOT_ABI_LAYOUT_H

#include <stddef.h>

#include "bots/skat_bot.h"
#include "engine/decision.h"
#include "engine/game/view.h"

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

#define SAME_PLACE(engine, bot)                                                                    \
    _Static_assert(offsetof(struct skat_view, engine) == offsetof(struct skat_bot_view, bot),      \
                   "the view of bots has " #bot " elsewhere")
SAME_PLACE(table, bid);
SAME_PLACE(extra, totals);
SAME_PLACE(turned, turned);
SAME_PLACE(calls, called);
SAME_PLACE(duties, duties);
#undef SAME_PLACE
_Static_assert(sizeof(struct skat_view) == sizeof(struct skat_bot_view) &&
                   sizeof(struct skat_decision) == sizeof(struct skat_bot_decision) &&
                   sizeof(struct skat_action) == sizeof(struct skat_bot_action) &&
                   sizeof(struct skat_contract) == sizeof(struct skat_bot_contract),
               "the structs of bots have other sizes");
_Static_assert((int)SKAT_JACK == (int)SKAT_BOT_JACK && (int)SKAT_CLUBS == (int)SKAT_BOT_CLUBS &&
                   (int)SKAT_GAME_RAMSCH == (int)SKAT_BOT_RAMSCH &&
                   (int)SKAT_WITH_TURN == (int)SKAT_BOT_TURN &&
                   (int)SKAT_WAYS == (int)SKAT_BOT_WAYS &&
                   (int)SKAT_DUTY_RAMSCH == (int)SKAT_BOT_DUTY_RAMSCH,
               "cards, games or duties have other numbers for bots");

#endif
