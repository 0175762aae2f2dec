#include "bots/stammtisch/memory.h"

void memory_update(struct memory *memory, const struct skat_bot_view *view)
{
    int game = view->contract.type;

    if (!memory->counted)
        memory->trumps = is_null(game) ? 0 : trumps_of(game);
    for (; memory->counted < view->played_count; memory->counted++) {
        int place = memory->counted % 3, trick = memory->counted / 3;
        if (place == 0)
            continue;
        card led = view->played[3 * trick], c = view->played[memory->counted];
        int class = class_of(led, memory->trumps);
        int who = (view->leader[trick] + place) % 3;
        if (class_of(c, memory->trumps) != class && !(memory->pile >> who & 1))
            memory->out[who] |= (uint8_t)(1 << class);
    }
}

cards memory_ten_of(const struct skat_bot_view *view, int seat, cards held)
{
    for (int i = 0; i < view->played_count; i++)
        if ((view->leader[i / 3] + i % 3) % 3 == seat)
            held |= BIT(view->played[i]);
    return held;
}
