// SPDX-License-Identifier: MIT
#include "engine/game/claim.h"

#include <string.h>

#include "engine/game/award.h"
#include "engine/game/steps.h"
#include "engine/game/worlds.h"

bool skat_may_claim(const struct skat_game *game)
{
    const struct skat_table *table = &game->table;

    return game->rules->claims && game->phase == SKAT_PHASE_PLAY && cards_in_trick(game) == 0 &&
           table->declarer != SKAT_NOBODY && !skat_games[table->contract.type].fixed_value &&
           !(table->turn == table->declarer && skat_contract_spitzen(table->contract)) &&
           !(game->claimed >> table->turn & 1);
}

/* More cards than anybody holds: there is no such layout. */
enum { NEVER = SKAT_WORLD_ROOM + 1, ROOMS = SKAT_WORLD_ROOM + 1 };

/* The fewest cards of a set that a hand can have, by the room in both hands that is still to be
 * filled; [1] if it also has one of another set. */
struct fewest {
    uint8_t cards[ROOMS][ROOMS][2];
};

static bool fits(const struct skat_world_group *group, unsigned n, unsigned place)
{
    return n == 0 || group->places >> place & 1;
}

static void take_lower(uint8_t *value, unsigned other)
{
    if (other < *value)
        *value = (uint8_t)other;
}

/* A group adds `mine` of its cards to the hand looked at and `others` to the other hand. */
static void add_group(struct fewest *sum, const struct fewest *rest, unsigned mine, unsigned others,
                      unsigned of_set, bool has_must)
{
    for (unsigned one = mine; one < ROOMS; one++)
        for (unsigned two = others; two < ROOMS; two++)
            for (unsigned must = 0; must < 2; must++) {
                unsigned before = rest->cards[one - mine][two - others][must && !has_must];
                if (before < NEVER)
                    take_lower(&sum->cards[one][two][must], before + of_set);
            }
}

/* Adds every way in which a group can be split between the hands and the skat. */
static void add_splits(struct fewest *sum, const struct fewest *rest,
                       const struct skat_worlds *worlds, int g, unsigned hand, skat_cards must,
                       skat_cards set)
{
    const struct skat_world_group *group = &worlds->groups[g];
    const unsigned n = (unsigned)skat_cards_count(group->cards);
    const unsigned outside = (unsigned)skat_cards_count(group->cards & ~set);

    memset(sum, NEVER, sizeof *sum);
    for (unsigned mine = 0; mine <= n; mine++)
        for (unsigned others = 0; mine + others <= n; others++)
            if (fits(group, mine, worlds->hidden[hand]) &&
                fits(group, others, worlds->hidden[!hand]) &&
                fits(group, n - mine - others, SKAT_PLACE_SKAT))
                add_group(sum, rest, mine, others, mine > outside ? mine - outside : 0,
                          mine && group->cards & must);
}

/* The fewest cards of `set` that the hidden hand `hand`, 0 or 1, has in a layout in which it also
 * has one of `must`, none of which is in `set`; NEVER if there is no such layout. */
static unsigned fewest_with(const struct skat_worlds *worlds, unsigned hand, skat_cards must,
                            skat_cards set)
{
    const unsigned position = worlds->hidden[hand];
    const skat_cards known = worlds->known.hands[position];
    struct fewest sums[2];

    memset(&sums[0], NEVER, sizeof sums[0]);
    sums[0].cards[0][0][0] = 0;
    for (int g = 0; g < worlds->group_count; g++)
        add_splits(&sums[(g + 1) % 2], &sums[g % 2], worlds, g, hand, must, set);
    unsigned fewest = sums[worlds->group_count % 2]
                          .cards[worlds->room[position]][worlds->room[worlds->hidden[!hand]]]
                                [(known & must) == 0];
    return fewest == NEVER ? NEVER : fewest + (unsigned)skat_cards_count(known & set);
}

/* Can a player have one of `must` and fewer than `count` cards of `set`, in some layout? */
static bool can_have(const struct skat_worlds *worlds, unsigned position, skat_cards must,
                     skat_cards set, int count)
{
    for (unsigned hand = 0; hand < 2; hand++)
        if (worlds->hidden[hand] == position)
            return (int)fewest_with(worlds, hand, must, set) < count;
    const skat_cards known = worlds->known.hands[position];
    return known & must && skat_cards_count(known & set) < count;
}

/* The cards of one class that beat one of `cards`. */
static skat_cards higher(const struct skat_ranking *order, skat_cards cards, unsigned class)
{
    skat_cards above = 0;

    for (skat_cards left = order->members[class]; left;) {
        const skat_card other = skat_cards_pop(&left);
        for (skat_cards mine = cards & order->members[class]; mine;)
            if (order->strength[other] > order->strength[skat_cards_pop(&mine)])
                above |= skat_card_bit(other);
    }
    return above;
}

/* Can that player take a trick from one who leads `hand` to the end? By a higher card of a class,
 * at once; or, with a trump, once it has no card of a plain suit left that is led: it must follow
 * until then, and keeps its trumps as long as no trump is led. */
static bool can_beat(const struct skat_worlds *worlds, const struct skat_ranking *order,
                     skat_cards hand, unsigned position)
{
    for (unsigned class = 0; class < SKAT_CLASSES; class ++) {
        const skat_cards lead = hand & order->members[class];
        const skat_cards above = higher(order, hand, class);
        if (above && can_have(worlds, position, above, 0, 1))
            return true;
        if (class != SKAT_TRUMP_CLASS && lead &&
            can_have(worlds, position, order->trumps, order->members[class],
                     skat_cards_count(lead)))
            return true;
    }
    return false;
}

bool skat_claim_holds(const struct skat_rules *rules, const struct skat_view *view)
{
    const struct skat_ranking *order = skat_rules_ranking(rules, view->table.contract);
    struct skat_worlds worlds;

    if (!skat_worlds_of(&worlds, rules, view))
        return false;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (position != view->position && can_beat(&worlds, order, view->hand, position))
            return false;
    return true;
}

enum skat_refusal skat_claim(struct skat_game *game)
{
    const unsigned claimer = game->table.turn;
    struct skat_view view;

    if (!skat_may_claim(game))
        return SKAT_REFUSED_CLAIM;
    skat_game_view(game, claimer, &view);
    record(game, claimer, SKAT_ACTION_CLAIM, 0);
    game->claimed |= (uint8_t)(1u << claimer);
    if (skat_claim_holds(game->rules, &view)) {
        skat_game_award(game, claimer);
    } else {
        game->shows_more = true;
    }
    return SKAT_ACCEPTED;
}
