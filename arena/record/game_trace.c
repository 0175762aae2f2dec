// SPDX-License-Identifier: MIT
#include "arena/record/game_trace.h"

#include <string.h>

#include "engine/variant.h"

void game_trace_begin(struct game_trace *trace, const struct skat_game *game)
{
    trace->rules = game->rules;
    trace->deal = game->deal;
    trace->terms = game->terms;
    trace->count = 0;
}

bool game_trace_add(struct game_trace *trace, unsigned position, const struct skat_action *action)
{
    if (trace->count == GAME_TRACE_STEPS_MAX)
        return false;
    trace->steps[trace->count++] = (struct game_trace_step){(uint8_t)position, *action};
    return true;
}

static void start(struct skat_game *game, const struct game_trace *trace)
{
    skat_game_start(game, trace->rules, &trace->deal, &trace->terms);
}

static bool take_step(struct skat_game *game, const struct game_trace_step *step)
{
    return skat_game_apply(game, step->position, &step->action) == SKAT_ACCEPTED;
}

static bool same_view(const struct skat_game *game, const struct skat_game *other,
                      unsigned position)
{
    struct skat_view views[2];

    skat_game_view(game, position, &views[0]);
    skat_game_view(other, position, &views[1]);
    return memcmp(&views[0], &views[1], sizeof views[0]) == 0;
}

/* The choices of a decision can show hidden cards: in a revolution, other players' hands. */
static bool same_decision(const struct skat_game *game, const struct skat_game *other,
                          unsigned position)
{
    struct skat_decision decisions[2];

    skat_game_pending(game, &decisions[0]);
    skat_game_pending(other, &decisions[1]);
    return skat_game_player(game, decisions[0].position) != position ||
           memcmp(&decisions[0], &decisions[1], sizeof decisions[0]) == 0;
}

/* Does the player see the same in both traces, at every moment? */
static bool cannot_be_told_apart(const struct game_trace *trace, const struct game_trace *other,
                                 unsigned position)
{
    struct skat_game games[2];

    start(&games[0], trace);
    start(&games[1], other);
    for (int i = 0;; i++) {
        if (!same_view(&games[0], &games[1], position) ||
            !same_decision(&games[0], &games[1], position))
            return false;
        if (i == other->count)
            return true;
        if (!take_step(&games[1], &other->steps[i]))
            return false;
        take_step(&games[0], &trace->steps[i]);
    }
}

static void rename_card(skat_card *card, skat_card one, skat_card other)
{
    if (*card == one)
        *card = other;
    else if (*card == other)
        *card = one;
}

/* Swaps two cards in the deal and, with `actions`, in the hidden actions, too. Without `actions`,
 * play stays the same but the cards came another way: dealt, or found in the skat. Applied twice,
 * it undoes itself. */
static void exchange(struct game_trace *trace, int first, int second, bool actions,
                     unsigned position)
{
    skat_card one = trace->deal.cards[first], other = trace->deal.cards[second];

    trace->deal.cards[first] = other;
    trace->deal.cards[second] = one;
    for (int i = 0; actions && i < trace->count; i++) {
        struct game_trace_step *step = &trace->steps[i];
        if (step->position == position || step->action.kind == SKAT_ACTION_CARD)
            continue;
        for (int card = 0; card < step->action.count; card++)
            rename_card(&step->action.cards[card], one, other);
    }
}

/* Do the cards differ that the player does not see now, or did not see dealt? */
static bool is_another_world(const struct game_trace *trace, const struct game_trace *other)
{
    struct skat_game games[2];

    start(&games[0], trace);
    start(&games[1], other);
    for (int i = 0; i < other->count; i++) {
        take_step(&games[0], &trace->steps[i]);
        take_step(&games[1], &other->steps[i]);
    }
    return memcmp(games[0].hands, games[1].hands, sizeof games[0].hands) != 0 ||
           memcmp(games[0].dealt, games[1].dealt, sizeof games[0].dealt) != 0 ||
           memcmp(games[0].covered, games[1].covered, sizeof games[0].covered) != 0 ||
           games[0].skat != games[1].skat;
}

/* A place in the deal outside the hand of `position`; any place if half of that hand is covered. */
static int hidden_place(const struct skat_deck *deck, unsigned position, struct skat_random *random)
{
    if (deck->covered)
        return (int)skat_random_below(random, deck->count);
    int place = (int)skat_random_below(random, (uint32_t)(deck->count - deck->hand));
    return place < (int)position * deck->hand ? place : place + deck->hand;
}

bool game_trace_determinize(const struct game_trace *trace, int steps, unsigned position,
                            struct skat_random *random, struct game_trace *other)
{
    enum { EXCHANGES = 64 };
    const struct skat_deck *deck = trace->rules->derived.deck;

    memcpy(other, trace, offsetof(struct game_trace, steps));
    memcpy(other->steps, trace->steps, (size_t)steps * sizeof *trace->steps);
    other->count = steps;
    /* Walk from one possible world to the next. The rules decide which exchanges are possible, so
     * this code need not know any variant. */
    for (int i = 0; i < EXCHANGES; i++) {
        int first = hidden_place(deck, position, random),
            second = hidden_place(deck, position, random);
        bool actions = skat_random_below(random, 4) > 0;
        exchange(other, first, second, actions, position);
        if (!cannot_be_told_apart(trace, other, position))
            exchange(other, first, second, actions, position);
    }
    return is_another_world(trace, other);
}

/* ---- the moves alone ---- */

void played_moves_of(struct played_moves *moves, const struct skat_game *game)
{
    moves->deal = game->deal;
    moves->count =
        (uint16_t)(game->move_count < PLAYED_MOVES_MAX ? game->move_count : PLAYED_MOVES_MAX);
    moves->reserved = 0;
    memcpy(moves->moves, game->moves, moves->count * sizeof *game->moves);
}

int played_moves_text(const struct played_moves *moves, int count, const struct skat_rules *rules,
                      struct skat_game *scratch, char text[SKAT_RECORD_SIZE])
{
    skat_game_start(scratch, rules, &moves->deal, NULL);
    for (int i = scratch->move_count; i < count; i++)
        skat_game_record(scratch, moves->moves[i].position, moves->moves[i].kind,
                         moves->moves[i].value);
    return skat_record_moves(scratch, text);
}
