// SPDX-License-Identifier: MIT
#include "engine/learn/observation.h"

#include "engine/learn/observed.h"
#include "engine/variant.h"

#include <stddef.h>
#include <string.h>

#define PART(member, rows, help)                                                                   \
    {                                                                                              \
#member, offsetof(struct skat_observation, member) / sizeof(int16_t), rows,                \
            sizeof((struct skat_observation *)0)->member / sizeof(int16_t) / (rows), help          \
    }

const struct skat_observation_part skat_observation_parts[] = {
    PART(hand, 1, "cards in hand, including a skat that was picked up"),
    PART(skat, 1, "cards known to be in the skat"),
    PART(chosen, 1, "cards chosen so far in this decision"),
    PART(played, 3, "cards of finished tricks, by each player"),
    PART(trick, 3, "cards of the open trick, by each player"),
    PART(open, 2, "cards of the next two players that this player sees"),
    PART(passed_on, 1, "own cards that were passed on or exchanged"),
    SKAT_OBSERVED_TURN_PARTS,
    SKAT_OBSERVED_GAME_PART,
    PART(announced, 1, "hand, schneider, schwarz, ouvert"),
    SKAT_OBSERVED_VALUE_PARTS,
};
const int skat_observation_part_count =
    sizeof skat_observation_parts / sizeof *skat_observation_parts;

static void set(int16_t *out, skat_cards cards)
{
    while (cards)
        out[skat_number_of_card(skat_cards_pop(&cards))] = 1;
}

static void observe_play(const struct skat_rules *rules, const struct skat_view *view,
                         struct skat_observation *out)
{
    const struct skat_table *table = &view->table;
    const unsigned hands = (unsigned)skat_deck_hands(rules->derived.deck);
    const unsigned open = table->trick_count * hands;

    for (unsigned n = 0; n < table->played_count; n++) {
        unsigned who =
            skat_observed_player(view, (view->table.leader[n / hands] + n % hands) % hands);
        (n < open ? out->played : out->trick)[who][skat_number_of_card(table->played[n])] = 1;
    }
}

static skat_cards open_cards(const struct skat_view *view, unsigned position)
{
    if (view->seen[position])
        return view->seen[position];
    if (position == view->table.declarer)
        return view->shown;
    return view->table.declarer == SKAT_NOBODY || view->position == view->table.declarer
               ? 0
               : view->partner;
}

static void observe_open_cards(const struct skat_view *view, struct skat_observation *out)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned who = skat_observed_player(view, position);
        if (who)
            set(out->open[who - 1], open_cards(view, position));
    }
}

void skat_observe(const struct skat_rules *rules, const struct skat_view *view,
                  const struct skat_choice *choice, struct skat_observation *out)
{
    memset(out, 0, sizeof *out);
    set(out->hand, view->hand);
    set(out->skat, view->skat | view->open_skat);
    for (int i = 0; i < view->turned.count; i++)
        out->skat[skat_number_of_card(view->turned.cards[i])] = 1;
    set(out->passed_on, view->passed_on);
    observe_play(rules, view, out);
    observe_open_cards(view, out);
    SKAT_OBSERVE_TABLE(view, choice, out);
    if (choice)
        set(out->chosen, choice->chosen);
}
