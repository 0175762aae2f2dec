// SPDX-License-Identifier: MIT
/* arena/learn/skat_ffi_batches.c - what is asked of many at once and needs no game: the solver, and
 * actions by the weights of policies. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/learn/skat_ffi.h"
#include "arena/learn/work_sharing.h"
#include "engine/learn/action_space.h"
#include "engine/solver/solver.h"

/* ---- the solver ---- */

enum { SOLVER_BITS = 18, GAVE_UP = -2 };

/* Why this is no position that can be solved, or NULL. The cards of the open trick are not in the
 * hands. */
static const char *wrong_position(const struct skat_solver_deal *deal,
                                  const struct skat_solver_position *at)
{
    skat_cards all = 0;
    int count[SKAT_PLAYERS];

    if (deal->game >= SKAT_GAME_TYPES)
        return "no such type of game";
    if (deal->alone >= SKAT_PLAYERS || at->leader >= SKAT_PLAYERS)
        return "positions are 0, 1 and 2";
    if (at->count > 2)
        return "an open trick has at most two cards";
    for (int seat = 0; seat < SKAT_PLAYERS; seat++) {
        if (all & deal->hands[seat] || deal->hands[seat] & ~SKAT_DECK_36)
            return "a card is in two places";
        all |= deal->hands[seat];
        count[seat] = skat_cards_count(deal->hands[seat]);
    }
    if (count[0] != count[1] || count[0] != count[2] || count[0] < 1 || count[0] > SKAT_HAND_MAX)
        return "with the cards of the trick, the hands need the same number of cards, 1 to 12";
    return NULL;
}

/* Fills in position number `i`. Returns why it cannot be solved, or NULL. */
static const char *read_position(int i, const struct ffi_positions *of,
                                 struct skat_solver_deal *deal, struct skat_solver_position *at)
{
    *deal = (struct skat_solver_deal){.game = of->game[i], .alone = of->alone[i]};
    *at = (struct skat_solver_position){.leader = of->leader[i], .count = of->in_trick[i]};
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        deal->hands[seat] = at->hands[seat] = skat_ffi_unpacked(of->hands[3 * i + seat]);
    for (int n = 0; n < at->count && n < 2; n++) {
        if (of->trick[2 * i + n] >= SKAT_DECK_MAX)
            return "no such card in the trick";
        at->trick[n] = skat_card_of_number(of->trick[2 * i + n]);
        if (at->leader < SKAT_PLAYERS) {
            skat_cards *hand = &deal->hands[(at->leader + n) % SKAT_PLAYERS];
            if (skat_cards_has(*hand, at->trick[n]))
                return "a card is in two places";
            *hand |= skat_card_bit(at->trick[n]);
        }
    }
    return wrong_position(deal, at);
}

static int solve_one(struct skat_solver *solver, const struct skat_solver_position *at,
                     int16_t *cards)
{
    int16_t value[SKAT_CARD_CODES];

    if (!cards)
        return skat_solver_value(solver, at);
    int best = skat_solver_cards(solver, at, value);
    for (int number = 0; number < SKAT_DECK_MAX; number++)
        cards[number] = best == SKAT_SOLVER_GAVE_UP ? GAVE_UP : value[skat_card_of_number(number)];
    return best;
}

/* Arrays of positions, as skat_ffi_solve() takes them, and what is found. */
struct solver_batch {
    const struct ffi_positions *positions;
    uint64_t nodes;
    int16_t *value, *cards;
    struct skat_solver *solvers[WORK_THREADS_MAX];
};

static void solve_number(void *context, int thread, int number)
{
    const struct solver_batch *batch = context;
    struct skat_solver *solver = batch->solvers[thread];
    struct skat_solver_deal deal;
    struct skat_solver_position at;

    read_position(number, batch->positions, &deal, &at);
    skat_solver_deal(solver, &deal);
    skat_solver_limit(solver, batch->nodes);
    const int best =
        solve_one(solver, &at, batch->cards ? batch->cards + (size_t)number * SKAT_DECK_MAX : NULL);
    if (batch->value)
        batch->value[number] = (int16_t)(best == SKAT_SOLVER_GAVE_UP ? GAVE_UP : best);
}

static bool can_be_solved(const struct ffi_positions *positions, int count, char *error)
{
    struct skat_solver_deal deal;
    struct skat_solver_position at;

    for (int i = 0; i < count; i++) {
        const char *wrong = read_position(i, positions, &deal, &at);
        if (wrong) {
            snprintf(error, FFI_ERROR, "position %d: %s", i, wrong);
            return false;
        }
    }
    return true;
}

int skat_ffi_solve(int count, const struct ffi_positions *positions, uint64_t nodes, int threads,
                   int16_t *value, int16_t *cards, char *error)
{
    struct solver_batch batch = {
        .positions = positions, .nodes = nodes, .value = value, .cards = cards};
    const struct shared_work work = {count, solve_number, &batch};
    const size_t line = 64, size = (skat_solver_size(SOLVER_BITS) + line - 1) / line * line;

    if (!can_be_solved(positions, count, error))
        return 0;
    threads = threads > WORK_THREADS_MAX ? WORK_THREADS_MAX : threads;
    threads = threads > count ? count : threads;
    if (threads < 1)
        return 1;
    char *memory = xcalloc((size_t)threads, size);
    for (int i = 0; i < threads; i++)
        batch.solvers[i] = skat_solver_init(memory + (size_t)i * size, SOLVER_BITS);
    work_share(&work, threads);
    free(memory);
    return 1;
}

/* ---- policies ---- */

/* The next action that is allowed, from `i` on; `actions` if none is. Few are: eight at a time. */
static int next_allowed(int actions, const uint8_t *mask, int i)
{
    uint64_t eight;

    for (; i + (int)sizeof eight <= actions; i += (int)sizeof eight) {
        memcpy(&eight, mask + i, sizeof eight);
        if (eight)
            break;
    }
    while (i < actions && !mask[i])
        i++;
    return i;
}

/* The sum of the weights that are allowed, in the order of their numbers; -1 if one is wrong. */
static double sum_of(int actions, const float *weights, const uint8_t *mask)
{
    double sum = 0;

    for (int i = next_allowed(actions, mask, 0); i < actions;
         i = next_allowed(actions, mask, i + 1)) {
        if (!(weights[i] >= 0))
            return -1;
        sum += (double)weights[i];
    }
    return sum <= DBL_MAX ? sum : -1;
}

static int drawn(int actions, const float *weights, const uint8_t *mask, double limit)
{
    double sum = 0;
    int last = 0;

    for (int i = next_allowed(actions, mask, 0); i < actions;
         i = next_allowed(actions, mask, i + 1)) {
        if (!(weights[i] > 0))
            continue;
        sum += (double)weights[i];
        last = i;
        if (sum > limit)
            return i;
    }
    return last; /* of a limit that was rounded up to the sum */
}

static int largest(int actions, const float *weights, const uint8_t *mask)
{
    int best = -1;

    for (int i = next_allowed(actions, mask, 0); i < actions;
         i = next_allowed(actions, mask, i + 1))
        if (best < 0 || weights[i] > weights[best])
            best = i;
    return best;
}

int skat_ffi_draw(int rows, int actions, const float *weights, const uint8_t *mask,
                  const double *random, int32_t *action, float *probability)
{
    for (int row = 0; row < rows; row++, weights += actions, mask += actions) {
        const double sum = sum_of(actions, weights, mask);
        if (!(sum > 0))
            return row;
        action[row] = random ? drawn(actions, weights, mask, random[row] * sum)
                             : largest(actions, weights, mask);
        probability[row] = random ? (float)((double)weights[action[row]] / sum) : 1;
    }
    return -1;
}
