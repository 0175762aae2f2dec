// SPDX-License-Identifier: MIT
/* engine/game/claim.c - is a claim of all tricks that are left sure (rules.md 5)?
 *
 * It is judged by what the claimer knows, not by the cards that the others have: sure is a claim
 * that holds in every layout of the hidden cards that agrees with the claimer's view. So neither
 * answer tells a player what it could not know. early_end.c has who may claim, and what follows. */
#include <string.h>

#include "engine/game/phases.h"
#include "engine/game/worlds.h"

/* ---- what a hidden hand can hold ---- */

/* A question about a hand: at least so many cards of one set, and how few of another. They have no
 * card in common. */
struct holding {
    skat_cards must, few;
    unsigned at_least; /* 0 .. SKAT_HAND_MAX */
};

/* More cards than anybody holds: there is no such layout. */
enum { NEVER = SKAT_WORLD_ROOM + 1, ROOMS = SKAT_WORLD_ROOM + 1, MUSTS = SKAT_HAND_MAX + 1 };

/* The fewest cards of `few` that a hand can have, by the room in both hands that is still to be
 * filled, and by how many of `must` it has; the last of these is `at_least` or more. */
struct fewest {
    uint8_t cards[ROOMS][ROOMS][MUSTS];
};

static bool fits(const struct skat_world_group *group, unsigned n, unsigned place)
{
    return n == 0 || group->places >> place & 1;
}

static unsigned smaller(unsigned one, unsigned other) { return one < other ? one : other; }

/* A group adds `mine` of its cards to the hand looked at and `others` to the other hand. */
static void add_group(struct fewest *sum, const struct fewest *rest, const unsigned room[2],
                      const struct skat_world_group *group, const struct holding *holding,
                      unsigned mine, unsigned others)
{
    /* Cards of `must` first and those of `few` last: no other choice is better in either. */
    const unsigned must = smaller(mine, (unsigned)skat_cards_count(group->cards & holding->must));
    const unsigned rest_of = (unsigned)skat_cards_count(group->cards & ~holding->few);
    const unsigned few = mine > rest_of ? mine - rest_of : 0;

    for (unsigned one = mine; one <= room[0]; one++)
        for (unsigned two = others; two <= room[1]; two++)
            for (unsigned had = 0; had <= holding->at_least; had++) {
                const unsigned before = rest->cards[one - mine][two - others][had];
                uint8_t *now = &sum->cards[one][two][smaller(had + must, holding->at_least)];
                if (before < NEVER && before + few < *now)
                    *now = (uint8_t)(before + few);
            }
}

/* Adds every way in which a group can be split between the hands and the skat. */
static void add_splits(struct fewest *sum, const struct fewest *rest, const unsigned room[2],
                       const struct skat_worlds *worlds, int g, unsigned hand,
                       const struct holding *holding)
{
    const struct skat_world_group *group = &worlds->groups[g];
    const unsigned n = (unsigned)skat_cards_count(group->cards);

    memset(sum, NEVER, sizeof *sum);
    for (unsigned mine = 0; mine <= n; mine++)
        for (unsigned others = 0; mine + others <= n; others++)
            if (fits(group, mine, worlds->hidden[hand]) &&
                fits(group, others, worlds->hidden[!hand]) &&
                fits(group, n - mine - others, SKAT_PLACE_SKAT))
                add_group(sum, rest, room, group, holding, mine, others);
}

/* The fewest cards of `few` that the hidden hand `hand`, 0 or 1, has in a layout that agrees with
 * the question; NEVER if there is no such layout. */
static unsigned fewest_with(const struct skat_worlds *worlds, unsigned hand,
                            const struct holding *holding)
{
    const unsigned position = worlds->hidden[hand];
    const skat_cards known = worlds->known.hands[position];
    const unsigned room[2] = {worlds->room[position], worlds->room[worlds->hidden[!hand]]};
    const unsigned had =
        smaller((unsigned)skat_cards_count(known & holding->must), holding->at_least);
    struct fewest sums[2];

    memset(&sums[0], NEVER, sizeof sums[0]);
    sums[0].cards[0][0][had] = 0;
    for (int g = 0; g < worlds->group_count; g++)
        add_splits(&sums[(g + 1) % 2], &sums[g % 2], room, worlds, g, hand, holding);
    const unsigned fewest =
        sums[worlds->group_count % 2].cards[room[0]][room[1]][holding->at_least];
    return fewest == NEVER ? NEVER : fewest + (unsigned)skat_cards_count(known & holding->few);
}

/* Can a player have such a hand with fewer than `count` cards of `few`, in some layout? */
static bool can_have(const struct skat_worlds *worlds, unsigned position,
                     const struct holding *holding, int count)
{
    for (unsigned hand = 0; hand < 2; hand++)
        if (worlds->hidden[hand] == position)
            return (int)fewest_with(worlds, hand, holding) < count;
    const skat_cards known = worlds->known.hands[position];
    return skat_cards_count(known & holding->must) >= (int)holding->at_least &&
           skat_cards_count(known & holding->few) < count;
}

/* ---- an order of play ---- */

/* The claimer plays the order that is best against everybody: its trumps, and then its other suits
 * one by one, each from the top. It never loses the lead, so nobody plays a card but to follow suit
 * or to throw one away, and what one opponent plays does not help the other. */
struct claim {
    const struct skat_worlds *worlds;
    const struct skat_ranking *order;
    skat_cards hand; /* what the claimer leads */
    unsigned next;   /* who plays to the open trick after the claimer, or SKAT_NOBODY */
    unsigned led;    /* the class of that trick, */
    bool trumped;    /* which the claimer takes with a trump though that was not led */
};

/* The cards of one class that beat `card`, which is of that class. */
static skat_cards higher(const struct skat_ranking *order, skat_card card, unsigned class)
{
    skat_cards above = 0;

    for (skat_cards left = order->members[class]; left;) {
        const skat_card other = skat_cards_pop(&left);
        if (order->strength[other] > order->strength[card])
            above |= skat_card_bit(other);
    }
    return above;
}

static skat_card highest(const struct skat_ranking *order, skat_cards cards)
{
    skat_card best = skat_cards_pop(&cards);

    while (cards) {
        const skat_card other = skat_cards_pop(&cards);
        if (order->strength[other] > order->strength[best])
            best = other;
    }
    return best;
}

/* How many cards of a class this player must play to the open trick. */
static int owed(const struct claim *claim, unsigned position, unsigned class)
{
    return position == claim->next && class == claim->led;
}

static int cards_of(const struct skat_worlds *worlds, unsigned position)
{
    return worlds->room[position] + skat_cards_count(worlds->known.hands[position]);
}

/* Can that player take a trick with a card of the class that is led? It follows with lower ones as
 * long as it has any. */
static bool can_go_over(const struct claim *claim, unsigned position, unsigned class)
{
    skat_cards mine = claim->hand & claim->order->members[class];

    for (int needed = 1 + owed(claim, position, class); mine; needed++) {
        const skat_card led = highest(claim->order, mine);
        const struct holding holding = {.must = higher(claim->order, led, class),
                                        .at_least = 1,
                                        .few = ~claim->order->members[class]};
        mine &= ~skat_card_bit(led);
        if (can_have(claim->worlds, position, &holding,
                     cards_of(claim->worlds, position) - needed + 1))
            return true;
    }
    return false;
}

/* Can that player keep a trump until it has no card left of a suit that is led? It has thrown away
 * one of that suit at most: to the open trick, if the claimer took that with a trump, and the
 * player had none of the suit led. (If it had one, then it has too few cards to follow everywhere
 * else, too.) */
static bool can_ruff(const struct claim *claim, unsigned position, unsigned class)
{
    const skat_cards suit = claim->order->members[class], trumps = claim->order->trumps;
    const int leads = skat_cards_count(claim->hand & suit);
    const int thrown = position == claim->next && claim->trumped && claim->led != class;
    struct holding holding = {.must = trumps, .few = suit};

    holding.at_least = (unsigned)(1 + skat_cards_count(claim->hand & trumps) +
                                  owed(claim, position, SKAT_TRUMP_CLASS));
    return leads && holding.at_least <= SKAT_HAND_MAX &&
           can_have(claim->worlds, position, &holding,
                    leads + owed(claim, position, class) + thrown);
}

/* Does the claimer, on lead after the open trick, take all others with what it holds then? */
static bool takes_the_rest(const struct claim *claim, unsigned claimer)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        for (unsigned class = 0; class < SKAT_CLASSES && position != claimer; class ++)
            if (can_go_over(claim, position, class) ||
                (class != SKAT_TRUMP_CLASS && can_ruff(claim, position, class)))
                return false;
    return true;
}

/* Can the player after the claimer take the open trick from its card? */
static bool can_overtake(const struct claim *claim, skat_card card)
{
    const struct skat_ranking *order = claim->order;
    const unsigned class = order->class_of[card];
    struct holding holding = {.must = higher(order, card, class), .at_least = 1};

    if (claim->next == SKAT_NOBODY)
        return false;
    holding.few = class == claim->led ? 0 : order->members[claim->led]; /* it must not follow */
    if (can_have(claim->worlds, claim->next, &holding, 1))
        return true;
    holding.must = order->trumps;
    holding.few = order->members[claim->led];
    return class != SKAT_TRUMP_CLASS && can_have(claim->worlds, claim->next, &holding, 1);
}

/* The same for a claim between two cards of a trick: the claimer plays one that takes it. */
static bool takes_open_trick(struct claim claim, const struct skat_view *view, unsigned first)
{
    const skat_card led = view->table.played[first];
    const unsigned in_trick = view->table.played_count - first;
    const unsigned ahead = (view->position + SKAT_PLAYERS - view->table.winner) % SKAT_PLAYERS;
    const skat_card best = view->table.played[view->table.played_count - ahead];

    claim.led = claim.order->class_of[led];
    if (in_trick == 1)
        claim.next = (view->position + 1u) % SKAT_PLAYERS;
    for (skat_cards rest = skat_follow(claim.order, view->hand, led); rest;) {
        const skat_card card = skat_cards_pop(&rest);
        claim.trumped =
            claim.led != SKAT_TRUMP_CLASS && claim.order->class_of[card] == SKAT_TRUMP_CLASS;
        claim.hand = view->hand & ~skat_card_bit(card);
        if (skat_beats(claim.order, card, best) && !can_overtake(&claim, card) &&
            takes_the_rest(&claim, view->position))
            return true;
    }
    return false;
}

bool skat_claim_holds(const struct skat_rules *rules, const struct skat_view *view)
{
    const unsigned first = view->table.trick_count * skat_deck_hands(rules->derived.deck);
    struct skat_worlds worlds;
    const struct claim claim = {.worlds = &worlds,
                                .order = skat_rules_ranking(rules, view->table.contract),
                                .hand = view->hand,
                                .next = SKAT_NOBODY};

    if (!skat_worlds_of(&worlds, rules, view))
        return false;
    return view->table.played_count == first ? takes_the_rest(&claim, view->position)
                                             : takes_open_trick(claim, view, first);
}
