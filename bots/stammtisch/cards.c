// SPDX-License-Identifier: MIT
#include "bots/stammtisch/cards.h"

/* Cards with a higher code: the higher ones of the suit, and those of other suits, of which only
 * jacks are of the class. */
#define BEYOND(c) (~(cards)1 << (c))
#define ABOVE(c) ((c) % 16 == SKAT_BOT_JACK ? JACKS & BEYOND(c) : JACKS | BEYOND(c))
#define ABOVE_4(c) ABOVE(c), ABOVE((c) + 1), ABOVE((c) + 2), ABOVE((c) + 3)
#define ABOVE_16(c) ABOVE_4(c), ABOVE_4((c) + 4), ABOVE_4((c) + 8), ABOVE_4((c) + 12)

const cards cards_above[CARD_CODES] = {ABOVE_16(0), ABOVE_16(16), ABOVE_16(32), ABOVE_16(48)};

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

/* ---- Sächsische Spitze ---- */

/* A 7 takes the place of an ace in the order, a king that of an 8, and so on, and vice versa. */
static const uint8_t place_of[16] = {
    [SKAT_BOT_ACE] = SKAT_BOT_SEVEN,  [SKAT_BOT_KING] = SKAT_BOT_EIGHT,
    [SKAT_BOT_QUEEN] = SKAT_BOT_NINE, [SKAT_BOT_TEN] = SKAT_BOT_QUEEN,
    [SKAT_BOT_NINE] = SKAT_BOT_KING,  [SKAT_BOT_EIGHT] = SKAT_BOT_TEN,
    [SKAT_BOT_SEVEN] = SKAT_BOT_ACE,
};

/* Jacks swap suits, D with C and H with S; plain cards keep theirs. */
static card turned_card(card c)
{
    const int suit = c >> 4, rank = c & 15;

    return (card)(rank == SKAT_BOT_JACK ? (3 - suit) << 4 | rank : suit << 4 | place_of[rank]);
}

cards turned_cards(cards set)
{
    cards turned = 0;

    while (set)
        turned |= BIT(turned_card(take(&set)));
    return turned;
}
