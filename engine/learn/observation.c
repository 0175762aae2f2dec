// SPDX-License-Identifier: MIT
#include "engine/learn/observation.h"

#include "engine/variant.h"

#include <stddef.h>
#include <string.h>

#define PART(member, rows, help)                                                                   \
    {                                                                                              \
#member, offsetof(struct skat_observation, member) / sizeof(int16_t), rows,                \
            sizeof((struct skat_observation *)0)->member / sizeof(int16_t) / (rows), help          \
    }

const struct skat_observation_part skat_observation_parts[] = {
    PART(hand, 1, "cards in hand, with a skat that was taken"),
    PART(skat, 1, "cards known to be in the skat"),
    PART(chosen, 1, "cards chosen so far in this decision"),
    PART(played, 3, "cards of finished tricks, by each player"),
    PART(trick, 3, "cards of the open trick, by each player"),
    PART(open, 2, "cards of the next two players that this one sees"),
    PART(passed_on, 1, "own cards that were passed on or exchanged"),
    PART(position, 1, "forehand, middlehand, rearhand"),
    PART(decision, 1, "what is asked"),
    PART(step, 1, "of the decision: first, cards, spitzen"),
    PART(declarer, 1, "own, next, after next, nobody"),
    PART(leader, 1, "of the open trick: own, next, after next, no trick"),
    PART(game, 1,
         "diamonds, hearts, spades, clubs, grand, null, sachsenspitze, revolution, ramsch, none"),
    PART(announced, 1, "hand, schneider, schwarz, ouvert"),
    PART(passed, 1, "who has passed in the auction"),
    PART(picked_up, 1, "declarer took the skat"),
    PART(bid, 1, "the bid so far"),
    PART(highest, 1, "the highest value that each bid or held"),
    PART(points, 1, "card points in the tricks of each"),
    PART(tricks, 1, "tricks of each"),
    PART(cards_played, 1, "cards played by all"),
    PART(spitzen, 1, "spitzen announced"),
    PART(kontra, 1, "doublings: 1 kontra, 2 re"),
    PART(gifts_refused, 1, "gifts that declarer refused"),
    PART(rum, 1, "rum was said"),
    PART(unseen, 1, "schieberamsch: how often the cards were passed on unseen"),
    PART(round, 1, "none, bock, ramsch"),
    PART(bock, 1, "how many times the deal counts"),
    PART(round_left, 1, "deals of the round that follow"),
    PART(totals, 1, "the score of each in this session"),
    PART(duties, 1, "Räuberskat: types of game that each has left, as bits"),
    PART(chosen_duty, 1, "Räuberskat: 1 + the type chosen, or 0"),
};
const int skat_observation_part_count =
    sizeof skat_observation_parts / sizeof *skat_observation_parts;

static void set(int16_t *out, skat_cards cards)
{
    while (cards)
        out[skat_number_of_card(skat_cards_pop(&cards))] = 1;
}

/* 0 for the player who looks, 1 for the next ...; the one after the last for nobody. */
static unsigned relative(const struct skat_view *view, unsigned position)
{
    return position >= SKAT_PLAYERS ? SKAT_PLAYERS
                                    : (position + SKAT_PLAYERS - view->position) % SKAT_PLAYERS;
}

static unsigned leader_of(const struct skat_view *view, unsigned trick)
{
    return trick < SKAT_HAND_MAX ? view->table.leader[trick]
                                 : view->two.late_leader[trick - SKAT_HAND_MAX];
}

static void observe_play(const struct skat_rules *rules, const struct skat_view *view,
                         struct skat_observation *out)
{
    const struct skat_table *table = &view->table;
    const unsigned hands = (unsigned)skat_deck_hands(rules->derived.deck);
    const unsigned open = table->trick_count * hands;

    for (unsigned n = 0; n < table->played_count; n++) {
        unsigned who = relative(view, (leader_of(view, n / hands) + n % hands) % hands);
        (n < open ? out->played : out->trick)[who][skat_number_of_card(table->played[n])] = 1;
    }
    const bool trick = table->announced && table->turn != SKAT_NOBODY;
    out->leader[trick ? relative(view, leader_of(view, table->trick_count)) : SKAT_PLAYERS] = 1;
}

/* The announced game, or the one that is being announced. */
static void observe_game(const struct skat_view *view, const struct skat_choice *choice,
                         struct skat_observation *out)
{
    struct skat_contract game = view->table.contract;
    bool known = view->table.announced;

    if (choice && choice->step != SKAT_CHOICE_FIRST && choice->action.kind == SKAT_ACTION_DECLARE) {
        game = choice->action.contract;
        known = true;
    }
    out->game[known ? game.type : SKAT_GAME_TYPES] = 1;
    if (!known)
        return;
    out->announced[0] = !!(game.with & SKAT_WITH_HAND);
    out->announced[1] = !!(game.with & SKAT_WITH_SCHNEIDER);
    out->announced[2] = !!(game.with & SKAT_WITH_SCHWARZ);
    out->announced[3] = !!(game.with & SKAT_WITH_OUVERT);
    out->spitzen = (int16_t)skat_contract_spitzen(game);
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

static int16_t within(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static void observe_players(const struct skat_view *view, struct skat_observation *out)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned who = relative(view, position);
        out->passed[who] = view->table.passed >> position & 1;
        out->highest[who] = (int16_t)view->table.highest[position];
        out->points[who] = view->table.points[position];
        out->tricks[who] = view->table.tricks[position];
        out->totals[who] = within(view->extra.totals[position]);
        out->duties[who] = view->duties[position];
        if (who)
            set(out->open[who - 1], open_cards(view, position));
    }
}

void skat_observe(const struct skat_rules *rules, const struct skat_view *view,
                  const struct skat_choice *choice, struct skat_observation *out)
{
    memset(out, 0, sizeof *out);
    set(out->hand, view->hand);
    set(out->skat, view->skat | view->extra.open_skat);
    for (int i = 0; i < view->turned.count; i++)
        out->skat[skat_number_of_card(view->turned.cards[i])] = 1;
    set(out->passed_on, view->passed_on);
    out->position[view->position] = 1;
    out->declarer[relative(view, view->table.declarer)] = 1;
    observe_play(rules, view, out);
    observe_game(view, choice, out);
    observe_players(view, out);
    out->picked_up = view->table.picked_up;
    out->bid = (int16_t)view->table.bid;
    out->cards_played = view->table.played_count;
    out->kontra = view->extra.kontra;
    out->gifts_refused = view->extra.gifts_refused;
    out->rum = view->extra.rum;
    out->unseen = view->extra.unseen;
    out->round[view->extra.round] = 1;
    out->bock = view->extra.bock;
    out->round_left = within(view->extra.round_left);
    out->chosen_duty = view->chosen;
    out->decision[choice ? choice->decision.kind : SKAT_DECIDE_NOTHING] = 1;
    if (choice) {
        set(out->chosen, choice->chosen);
        out->step[choice->step] = 1;
    }
}
