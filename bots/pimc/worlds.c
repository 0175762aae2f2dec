// SPDX-License-Identifier: MIT
#include "bots/pimc/worlds.h"

#include <string.h>

#include "bots/stammtisch/cards.h"

enum { HAND = 10 };

/* The cards that a player who is out of classes cannot have. */
static cards without(uint8_t out, cards trumps)
{
    cards none = 0;

    for (int class = 0; class < CLASSES; class ++)
        if (out >> class & 1)
            none |= class_cards(class, trumps);
    return none;
}

void sight_from_view(struct sight *sight, const struct skat_bot_view *view)
{
    struct memory memory = {0};

    *sight = (struct sight){0};
    if (view->announced)
        memory_update(&memory, view);
    sight->known[view->position] = view->hand;
    sight->known[SKAT_PLACE] = view->announced ? view->skat : 0;
    if (view->shown)
        sight->known[view->declarer] = view->shown;
    for (int seat = 0; seat < 3; seat++)
        if (view->seen[seat])
            sight->known[seat] = view->seen[seat];
    sight->hidden = ALL_CARDS & ~view->gone;
    for (int place = 0; place < PLACES; place++)
        sight->hidden &= ~sight->known[place];
    int left = count(sight->hidden);
    for (int seat = 0; seat < 3; seat++) {
        if (sight->known[seat])
            continue;
        sight->room[seat] = HAND - count(memory_ten_of(view, seat, 0));
        sight->may[seat] = sight->hidden & ~without(memory.out[seat], memory.trumps);
        left -= sight->room[seat];
    }
    sight->room[SKAT_PLACE] = left;
    sight->may[SKAT_PLACE] = left ? sight->hidden : 0;
}

/* In how many places can a card be? */
static int choices(const struct sight *sight, card c)
{
    int number = 0;

    for (int place = 0; place < PLACES; place++)
        number += sight->room[place] && sight->may[place] >> c & 1;
    return number;
}

/* The hidden cards in random order, those with the fewest choices first, so that a card rarely ends
 * up without a place. Returns their number. */
static int shuffle(const struct sight *sight, struct skat_random *random, card order[32])
{
    card shuffled[32];
    int number = 0, sorted = 0;

    for (cards rest = sight->hidden; rest;)
        shuffled[number++] = take(&rest);
    for (int i = number - 1; i > 0; i--) {
        int other = (int)skat_random_below(random, (uint32_t)i + 1);
        card swap = shuffled[i];
        shuffled[i] = shuffled[other];
        shuffled[other] = swap;
    }
    for (int most = 1; most <= PLACES; most++)
        for (int i = 0; i < number; i++)
            if (choices(sight, shuffled[i]) == most)
                order[sorted++] = shuffled[i];
    return sorted;
}

/* A place for the card, with probability proportional to its room. PLACES if there is none. */
static int draw_place(const struct sight *sight, const int room[PLACES], card c,
                      struct skat_random *random)
{
    int all = 0;

    for (int place = 0; place < PLACES; place++)
        all += sight->may[place] >> c & 1 ? room[place] : 0;
    if (!all)
        return PLACES;
    int pick = (int)skat_random_below(random, (uint32_t)all);
    for (int place = 0;; place++) {
        pick -= sight->may[place] >> c & 1 ? room[place] : 0;
        if (pick < 0)
            return place;
    }
}

static int try_to_draw(const struct sight *sight, struct skat_random *random, cards places[PLACES])
{
    card order[32];
    int room[PLACES], number = shuffle(sight, random, order);

    memcpy(room, sight->room, sizeof room);
    memcpy(places, sight->known, PLACES * sizeof *places);
    for (int i = 0; i < number; i++) {
        int place = draw_place(sight, room, order[i], random);
        if (place == PLACES)
            return 0;
        places[place] |= BIT(order[i]);
        room[place]--;
    }
    return 1;
}

void world_draw(const struct sight *sight, struct skat_random *random, struct world *world)
{
    cards places[PLACES];

    while (!try_to_draw(sight, random, places))
        ;
    memcpy(world->hands, places, sizeof world->hands);
    world->skat = places[SKAT_PLACE];
}
