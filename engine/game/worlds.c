// SPDX-License-Identifier: MIT
#include "engine/game/worlds.h"

#include "engine/spitzen.h"
#include "engine/variant.h"

#include <string.h>

/* ---- what is known ---- */

static unsigned hands_at(const struct skat_rules *rules)
{
    return (unsigned)skat_deck_hands(rules->derived.deck);
}

/* Cards that each player has played, and those that none of them can have, having not followed suit
 * (rules.md 5). */
static void look_at_play(const struct skat_rules *rules, const struct skat_view *view,
                         int played[SKAT_PLAYERS], struct skat_missing *missing)
{
    const struct skat_table *table = &view->table;
    const unsigned hands = hands_at(rules);
    const struct skat_ranking *order =
        table->announced ? skat_rules_ranking(rules, table->contract) : NULL;
    const unsigned follow = !rules->derived.variant->blind;
    const unsigned count = table->played_count;

    for (unsigned n = 0, trick = 0; n < count; trick++) {
        const unsigned led = order->class_of[table->played[n]];
        const unsigned end = n + hands < count ? n + hands : count;
        for (unsigned who = view->table.leader[trick]; n < end; n++) {
            const unsigned other = order->class_of[table->played[n]] != led;
            missing->voids[who] |= (uint8_t)((other & follow) << led);
            played[who]++;
            who = who + 1 == hands ? 0 : who + 1;
        }
    }
    for (unsigned who = 0; who < hands; who++)
        for (unsigned rest = missing->voids[who]; rest; rest &= rest - 1)
            missing->never[who] |= order->members[__builtin_ctz(rest)];
}

/* The declarer held the trumps named by spitzen. */
static skat_cards named_by_spitzen(const struct skat_rules *rules, const struct skat_view *view)
{
    const struct skat_contract contract = view->table.contract;

    return view->table.announced ? skat_spitzen(rules->derived.deck, contract) : 0;
}

/* Cards that everybody saw in the skat: after rum, and those turned in Turnéskat. */
static skat_cards shown_of_skat(const struct skat_view *view)
{
    skat_cards shown = view->open_skat;

    for (int i = 0; i < view->turned.count; i++)
        shown |= skat_card_bit(view->turned.cards[i]);
    return shown;
}

/* The cards of the other players that this one sees. */
static skat_cards open_hand(const struct skat_view *view, unsigned position)
{
    const struct skat_table *table = &view->table;

    if (view->seen[position])
        return view->seen[position];
    if (position == table->declarer)
        return view->shown;
    return view->partner && view->position != table->declarer ? view->partner : 0;
}

static int cards_left(const struct skat_rules *rules, const struct skat_view *view,
                      unsigned position, const int played[SKAT_PLAYERS])
{
    const struct skat_deck *deck = rules->derived.deck;
    /* Between taking the skat and discarding, the declarer has both. */
    bool holds_skat =
        position == view->table.declarer && view->table.picked_up && !view->table.announced;

    return deck->hand + (holds_skat ? deck->skat : 0) - played[position];
}

static void look(struct skat_missing *missing, const struct skat_rules *rules,
                 const struct skat_view *view)
{
    const struct skat_deck *deck = rules->derived.deck;
    struct skat_world *known = &missing->known;
    int played[SKAT_PLAYERS] = {0}, left;

    look_at_play(rules, view, played, missing);
    known->skat = view->skat & ~view->hand; /* who has just taken it has it in hand */
    if (!view->table.picked_up)
        known->skat |= shown_of_skat(view);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        known->hands[position] = position == view->position && !rules->derived.variant->blind
                                     ? view->hand
                                     : open_hand(view, position);
    missing->cards = deck->cards & ~(view->gone | known->skat | known->hands[0] | known->hands[1] |
                                     known->hands[2]);
    left = skat_cards_count(missing->cards);
    for (unsigned position = 0; position < hands_at(rules); position++) {
        int room =
            cards_left(rules, view, position, played) - skat_cards_count(known->hands[position]);
        if (room < 0) /* this player has taken cards to pass on: schieberamsch */
            room = 0;
        missing->room[position] = (uint8_t)room;
        missing->may[position] = room ? missing->cards & ~missing->never[position] : 0;
        left -= room;
    }
    missing->room[SKAT_PLACE_SKAT] = (uint8_t)left; /* what the hands do not hold */
    missing->may[SKAT_PLACE_SKAT] = left ? missing->cards : 0;
}

/* Takes what the announcement said into account. */
static void listen(const struct skat_rules *rules, const struct skat_view *view,
                   skat_cards may[SKAT_PLACES])
{
    const unsigned declarer = view->table.declarer;
    const skat_cards named = named_by_spitzen(rules, view);

    for (unsigned place = 0; place < SKAT_PLACES; place++) {
        if (place == declarer)
            continue;
        may[place] &= ~named;
        if (place != SKAT_PLACE_SKAT)
            may[place] &= ~shown_of_skat(view); /* with the declarer, or discarded */
    }
}

/* ---- groups ---- */

static bool can_be_in(const struct skat_world_group *group, unsigned place)
{
    return place < SKAT_PLACES && group->places >> place & 1;
}

/* Sorts the hidden cards by where they can be. False if a card can be nowhere. */
static bool make_groups(struct skat_worlds *worlds, skat_cards hidden,
                        const skat_cards may[SKAT_PLACES])
{
    for (skat_cards rest = hidden; rest;) {
        const skat_card card = skat_cards_pop(&rest);
        unsigned places = 0, g = 0;
        for (unsigned place = 0; place < SKAT_PLACES; place++)
            places |= (unsigned)skat_cards_has(may[place], card) << place;
        while (g < worlds->group_count && worlds->groups[g].places != places)
            g++;
        if (!places || g == SKAT_WORLD_GROUPS)
            return false;
        if (g == worlds->group_count)
            worlds->groups[worlds->group_count++] =
                (struct skat_world_group){.places = (uint8_t)places};
        worlds->groups[g].cards |= skat_card_bit(card);
    }
    return true;
}

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;

    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* How many cards of a group go to each place. */
struct split {
    unsigned first, second, skat;
};

/* Whether a group can be split so, with so much room in the two hands. */
static bool fits(const struct skat_worlds *worlds, const struct skat_world_group *group,
                 struct split split, unsigned first, unsigned second)
{
    return split.first <= first && split.second <= second &&
           (!split.first || can_be_in(group, worlds->hidden[0])) &&
           (!split.second || can_be_in(group, worlds->hidden[1])) &&
           (!split.skat || can_be_in(group, SKAT_PLACE_SKAT));
}

/* In how many ways a group of `n` cards is split so. */
static uint64_t ways_to_split(unsigned n, struct split split)
{
    return choose(n, split.first) * choose(n - split.first, split.second);
}

/* The next way to split `n` cards; the first follows {0, 0, n}. False after the last. */
static bool next_split(unsigned n, struct split *split)
{
    if (split->skat) {
        split->second++;
    } else {
        split->first++;
        split->second = 0;
        if (split->first > n)
            return false;
    }
    split->skat = n - split->first - split->second;
    return true;
}

/* Counts from the last group to the first. That the skat is filled, too, follows from the hands
 * being full. */
static void count_ways(struct skat_worlds *worlds)
{
    struct skat_world_group *end = &worlds->groups[worlds->group_count];

    memset(end, 0, sizeof *end);
    end->ways[0][0] = 1;
    for (struct skat_world_group *group = end - 1; group >= worlds->groups; group--) {
        const unsigned n = (unsigned)skat_cards_count(group->cards);
        for (unsigned first = 0; first <= worlds->room[worlds->hidden[0]]; first++)
            for (unsigned second = 0; second <= worlds->room[worlds->hidden[1]]; second++) {
                struct split split = {0, 0, n};
                uint64_t ways = 0;
                do
                    if (fits(worlds, group, split, first, second))
                        ways += ways_to_split(n, split) *
                                group[1].ways[first - split.first][second - split.second];
                while (next_split(n, &split));
                group->ways[first][second] = ways;
            }
    }
}

/* ---- for the caller ---- */

/* Sets the two hands that have hidden cards. False if there are three. A place without any is the
 * third hand or, with all hands known, one of them: then there is no room. */
static bool find_hidden_hands(struct skat_worlds *worlds)
{
    unsigned count = 0;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (worlds->room[position]) {
            if (count == 2)
                return false;
            worlds->hidden[count++] = (uint8_t)position;
        }
    for (unsigned position = 0; count < 2; position++)
        if (!worlds->room[position])
            worlds->hidden[count++] = (uint8_t)position;
    return true;
}

static bool is_supported(const struct skat_rules *rules)
{
    const struct skat_deck *deck = rules->derived.deck;

    return !deck->covered && !deck->aside && rules->derived.seating->dummy_plays != SKAT_DUMMY_PILE;
}

bool skat_missing_of(struct skat_missing *missing, const struct skat_rules *rules,
                     const struct skat_view *view)
{
    *missing = (struct skat_missing){0};
    look(missing, rules, view);
    listen(rules, view, missing->may);
    return is_supported(rules);
}

bool skat_worlds_of(struct skat_worlds *worlds, const struct skat_rules *rules,
                    const struct skat_view *view)
{
    struct skat_missing missing;

    *worlds = (struct skat_worlds){0};
    if (!skat_missing_of(&missing, rules, view))
        return false;
    worlds->known = missing.known;
    memcpy(worlds->room, missing.room, sizeof worlds->room);
    if (!find_hidden_hands(worlds) || !make_groups(worlds, missing.cards, missing.may))
        return false;
    count_ways(worlds);
    return skat_worlds_count(worlds) > 0;
}

uint64_t skat_worlds_count(const struct skat_worlds *worlds)
{
    return worlds->groups[0].ways[worlds->room[worlds->hidden[0]]][worlds->room[worlds->hidden[1]]];
}

/* Subset number `number` of `k` of the cards in *from, which are taken from it. */
static skat_cards take_subset(skat_cards *from, unsigned k, uint64_t number)
{
    skat_cards taken = 0;

    for (skat_cards rest = *from; k;) {
        const skat_cards bit = rest & (0 - rest);
        rest &= rest - 1;
        /* How many subsets have this card; the others come behind them. */
        const uint64_t with = choose((unsigned)skat_cards_count(rest), k - 1);
        if (number < with) {
            taken |= bit;
            k--;
        } else {
            number -= with;
        }
    }
    *from &= ~taken;
    return taken;
}

/* Places the cards of a group, one of `ways_to_split` ways. */
static void place_group(const struct skat_worlds *worlds, const struct skat_world_group *group,
                        struct split split, uint64_t number, struct skat_world *world)
{
    skat_cards rest = group->cards;
    const uint64_t seconds = choose((unsigned)skat_cards_count(rest) - split.first, split.second);

    world->hands[worlds->hidden[0]] |= take_subset(&rest, split.first, number / seconds);
    world->hands[worlds->hidden[1]] |= take_subset(&rest, split.second, number % seconds);
    world->skat |= rest;
}

void skat_worlds_at(const struct skat_worlds *worlds, uint64_t number, struct skat_world *world)
{
    unsigned first = worlds->room[worlds->hidden[0]], second = worlds->room[worlds->hidden[1]];

    *world = worlds->known;
    for (int g = 0; g < worlds->group_count; g++) {
        const struct skat_world_group *group = &worlds->groups[g];
        const unsigned n = (unsigned)skat_cards_count(group->cards);
        struct split split = {0, 0, n};
        uint64_t after = 0;
        for (;;) {
            bool fit = fits(worlds, group, split, first, second);
            after = fit ? group[1].ways[first - split.first][second - split.second] : 0;
            uint64_t ways = fit ? ways_to_split(n, split) * after : 0;
            if (number < ways)
                break;
            number -= ways;
            next_split(n, &split);
        }
        place_group(worlds, group, split, number / after, world);
        number %= after;
        first -= split.first;
        second -= split.second;
    }
}

void skat_worlds_draw(const struct skat_worlds *worlds, struct skat_random *random,
                      struct skat_world *world)
{
    skat_worlds_at(worlds, skat_random_below(random, (uint32_t)skat_worlds_count(worlds)), world);
}
