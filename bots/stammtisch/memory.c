// SPDX-License-Identifier: MIT
#include "bots/stammtisch/memory.h"

void memory_update(struct memory *memory, const struct skat_bot_view *view)
{
    int game = view->contract.type;

    if (!memory->counted)
        memory->trumps = is_null(game) ? 0 : trumps_of(game);
    for (int trick = memory->counted / 3; 3 * trick < view->played_count; trick++) {
        const card *trick_cards = &view->played[3 * trick];
        const int class = class_of(trick_cards[0], memory->trumps);
        for (int place = 1; place < 3 && 3 * trick + place < view->played_count; place++) {
            if (class_of(trick_cards[place], memory->trumps) == class)
                continue;
            const int who = (view->leader[trick] + place) % 3;
            if (!(memory->pile >> who & 1))
                memory->out[who] |= (uint8_t)(1 << class);
        }
    }
    memory->counted = view->played_count;
}

cards memory_ten_of(const struct skat_bot_view *view, int seat, cards held)
{
    for (int i = 0; i < view->played_count; i++)
        if ((view->leader[i / 3] + i % 3) % 3 == seat)
            held |= BIT(view->played[i]);
    return held;
}
