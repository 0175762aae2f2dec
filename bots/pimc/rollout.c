// SPDX-License-Identifier: MIT
#include "bots/pimc/rollout.h"

#include "bots/stammtisch/cards.h"
#include "bots/stammtisch/play.h"
#include "bots/stammtisch/bidding.h"

struct rollout rollout_at(const struct skat_bot_view *view)
{
    struct rollout table = {.view = *view, .weights = &usual_card_weights};
    int in_trick = view->played_count - 3 * view->trick_count;

    /* Who plays next, even if somebody else is to decide about a kontra. */
    table.view.turn = (uint8_t)((view->leader[view->trick_count] + in_trick) % 3);
    memory_update(&table.memory, view);
    return table;
}

struct rollout rollout_announced(const struct skat_bot_view *view, int declarer,
                                 struct skat_bot_contract contract, cards ten)
{
    struct skat_bot_view announced = *view;

    announced.declarer = (uint8_t)declarer;
    announced.contract = contract;
    announced.announced = 1;
    announced.picked_up = !(contract.with & SKAT_BOT_HAND);
    announced.leader[0] = 0; /* forehand */
    announced.shown = contract.with & SKAT_BOT_OUVERT ? ten : 0;
    return rollout_at(&announced);
}

static int wins_over(const struct rollout *table, card c, card best)
{
    if (table->view.contract.type == NULL_GAME)
        return null_beats(c, best);
    return beats(c, best, table->memory.trumps);
}

static void end_trick(struct skat_bot_view *view)
{
    const skat_bot_card *trick = &view->played[3 * view->trick_count];
    int points = points_of(trick[0]) + points_of(trick[1]) + points_of(trick[2]);

    view->points[view->winner] = (uint8_t)(view->points[view->winner] + points);
    view->tricks[view->winner]++;
    view->trick_count++;
    view->turn = view->leader[view->trick_count] = view->winner;
}

void rollout_put(struct rollout *table, struct world *world, card c)
{
    struct skat_bot_view *view = &table->view;
    int seat = view->turn, leader = view->leader[view->trick_count];
    int in_trick = view->played_count - 3 * view->trick_count;
    const skat_bot_card *trick = &view->played[3 * view->trick_count];

    if (!in_trick || wins_over(table, c, trick[(view->winner - leader + 3) % 3]))
        view->winner = (uint8_t)seat;
    world->hands[seat] &= ~BIT(c);
    view->gone |= BIT(c);
    view->shown &= ~BIT(c);
    view->played[view->played_count++] = c;
    view->turn = (uint8_t)((seat + 1) % 3);
    memory_update(&table->memory, view);
    if (in_trick == 2)
        end_trick(view);
}

cards rollout_legal(const struct skat_bot_view *view, cards trumps)
{
    if (view->played_count == 3 * view->trick_count)
        return view->hand;
    card led = view->played[3 * view->trick_count];
    cards same = view->hand &
                 (view->contract.type == NULL_GAME ? NULL_SUIT(led >> 4)
                                                   : class_cards(class_of(led, trumps), trumps));
    return same ? same : view->hand;
}

card rollout_choose(const struct rollout *table, cards legal)
{
    const struct skat_bot_view *view = &table->view;

    if (view->contract.type == NULL_GAME)
        return play_null(view, legal, &table->memory);
    if (view->position == view->declarer)
        legal = play_spare_spitzen(view, legal);
    return table->weights ? card_values_best(table->weights, view, legal, &table->memory)
                          : play_card(view, legal, &table->memory);
}

int rollout_turn(struct rollout *table, const struct world *world)
{
    struct skat_bot_view *view = &table->view;

    view->position = view->turn;
    view->hand = world->hands[view->turn];
    view->skat = view->turn == view->declarer && view->picked_up ? world->skat : 0;
    return view->hand != 0;
}

int rollout_play(struct rollout table, const struct world *world, card first)
{
    const struct skat_bot_view *view = &table.view;
    const int declarer = view->declarer, null = view->contract.type == NULL_GAME;
    struct world left = *world;

    while (!(null && view->tricks[declarer]) && rollout_turn(&table, &left)) {
        const card c = first != SKAT_BOT_NO_CARD
                           ? first
                           : rollout_choose(&table, rollout_legal(view, table.memory.trumps));
        first = SKAT_BOT_NO_CARD;
        rollout_put(&table, &left, c);
    }
    if (null)
        return view->tricks[declarer] ? ROLLOUT_NULL_LOST : ROLLOUT_NULL_WON;
    return view->points[declarer] + points_in(world->skat);
}
