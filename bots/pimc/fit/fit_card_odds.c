// SPDX-License-Identifier: MIT
/* bots/pimc/fit/fit_card_odds.c - fits the odds of cards (card_chance()) to the cards that were
 * played in a log of games.
 *
 *     fit-card-odds GAMES.jsonl > card_odds.weights
 *
 * The same log gives the same bytes; the odds in use are not read. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/pimc/fit/fitting.h"

enum {
    THREADS = 2,
    HELD_OUT = 10 /* of so many games, one is only predicted */
};

/* ---- the decisions of a log ---- */

struct decision {
    int context, number, chosen, held_out;
    size_t row; /* in `rows`, of the first card */
};

struct decisions {
    struct decision *list;
    size_t number, room;
    int16_t (*rows)[CARD_FEATURES];
    size_t rows_number, rows_room;
};

/* Returns the list, perhaps moved, with room for `more` elements after its first `number`. */
static void *with_room(void *list, size_t number, size_t more, size_t *room, size_t size)
{
    if (number + more <= *room)
        return list;
    *room = 2 * (number + more);
    list = realloc(list, *room * size);
    if (!list)
        abort();
    return list;
}

static void add(struct decisions *all, const struct card_choices *choices, int chosen, int held_out)
{
    const size_t number = (size_t)choices->number;

    all->list = with_room(all->list, all->number, 1, &all->room, sizeof *all->list);
    all->rows = with_room(all->rows, all->rows_number, number, &all->rows_room, sizeof *all->rows);
    all->list[all->number++] = (struct decision){.context = choices->context,
                                                 .number = choices->number,
                                                 .chosen = chosen,
                                                 .held_out = held_out,
                                                 .row = all->rows_number};
    memcpy(all->rows + all->rows_number, choices->features, number * sizeof *all->rows);
    all->rows_number += number;
}

static void plays(void *context, long number, const struct skat_game *game,
                  const struct skat_bot_view *view, card played)
{
    struct decisions *all = context;
    struct memory memory = {.counted = 0};
    struct card_choices choices;

    memory_update(&memory, view);
    card_choices_look(&choices, view, game->playable, &memory);
    if (choices.number > 1)
        add(all, &choices, card_choices_of(&choices, played), number % HELD_OUT == 0);
}

/* ---- the fit of one kind of decision ---- */

/* The chances of the cards of a decision. Returns the logarithm of that of the card that was
 * played. */
static double predict(const struct decisions *all, const struct decision *decision,
                      const double weights[CARD_FEATURES], double chances[SKAT_BOT_HAND_MAX])
{
    double most = -INFINITY, sum = 0;

    for (int i = 0; i < decision->number; i++) {
        chances[i] = 0;
        for (int f = 0; f < CARD_FEATURES; f++)
            chances[i] += weights[f] * all->rows[decision->row + (size_t)i][f];
        most = fmax(most, chances[i]);
    }
    for (int i = 0; i < decision->number; i++)
        sum += chances[i] = exp(chances[i] - most);
    for (int i = 0; i < decision->number; i++)
        chances[i] /= sum;
    return log(fmax(chances[decision->chosen], 1e-300));
}

/* Weights are kept small in units of what a feature amounts to: `size` is its mean square. */
enum { PRIOR = 3 };

/* The gradient of the likelihood, and its curvature. */
static void add_decision(struct equations *sums, const struct decisions *all,
                         const struct decision *decision, const double chances[SKAT_BOT_HAND_MAX])
{
    double mean[CARD_FEATURES] = {0};

    for (int i = 0; i < decision->number; i++)
        for (int f = 0; f < CARD_FEATURES; f++)
            mean[f] += chances[i] * all->rows[decision->row + (size_t)i][f];
    for (int i = 0; i < decision->number; i++) {
        double apart[CARD_FEATURES];
        for (int f = 0; f < CARD_FEATURES; f++)
            apart[f] = all->rows[decision->row + (size_t)i][f] - mean[f];
        for (int f = 0; f < CARD_FEATURES; f++) {
            sums->right[f] += i == decision->chosen ? apart[f] : 0;
            for (int g = f; apart[f] != 0 && g < CARD_FEATURES; g++)
                sums->left[f][g] += chances[i] * apart[f] * apart[g];
        }
    }
}

struct kind {
    const struct decisions *all;
    int context;
    double size[CARD_FEATURES], weights[CARD_FEATURES];
    struct equations sums;
};

/* The likelihood of the decisions with these weights, less what the prior takes, and the sums. */
static double likelihood(struct kind *kind, const double weights[CARD_FEATURES])
{
    struct equations *sums = &kind->sums;
    double chances[SKAT_BOT_HAND_MAX], all = 0;

    memset(sums, 0, sizeof *sums);
    for (const struct decision *one = kind->all->list; one < kind->all->list + kind->all->number;
         one++)
        if (one->context == kind->context && !one->held_out) {
            all += predict(kind->all, one, weights, chances);
            add_decision(sums, kind->all, one, chances);
        }
    for (int f = 0; f < CARD_FEATURES; f++) {
        all -= PRIOR * kind->size[f] * weights[f] * weights[f] / 2;
        sums->right[f] -= PRIOR * kind->size[f] * weights[f];
        sums->left[f][f] += PRIOR * kind->size[f];
    }
    return all;
}

static void measure(struct kind *kind)
{
    double rows = 0;

    for (const struct decision *one = kind->all->list; one < kind->all->list + kind->all->number;
         one++)
        for (int i = 0; one->context == kind->context && i < one->number; i++, rows++)
            for (int f = 0; f < CARD_FEATURES; f++) {
                const double x = kind->all->rows[one->row + (size_t)i][f];
                kind->size[f] += x * x;
            }
    for (int f = 0; f < CARD_FEATURES; f++)
        kind->size[f] = kind->size[f] > 0 ? kind->size[f] / rows : 1;
}

/* Newton's method; a step that goes too far is halved. */
static void fit(struct kind *kind)
{
    enum { STEPS = 30, HALVES = 12 };
    const double enough = 0.01;
    double before = likelihood(kind, kind->weights), gain = enough;

    for (int step = 0; step < STEPS && gain >= enough; step++) {
        double change[CARD_FEATURES], next[CARD_FEATURES], now = -INFINITY, length = 1;
        equations_solve(&kind->sums, change);
        for (int half = 0; half < HALVES && now < before; half++, length /= 2) {
            for (int f = 0; f < CARD_FEATURES; f++)
                next[f] = kind->weights[f] + length * change[f];
            now = likelihood(kind, next);
        }
        gain = now - before;
        if (gain < 0)
            return;
        memcpy(kind->weights, next, sizeof next);
        before = now;
    }
}

/* ---- all kinds ---- */

struct odds_work {
    pthread_t thread;
    const struct decisions *all;
    atomic_int *next;
    struct card_weights *odds;
};

static void *fit_kinds(void *context)
{
    struct odds_work *work = context;
    int at;

    while ((at = atomic_fetch_add(work->next, 1)) < CARD_CONTEXTS) {
        struct kind *kind = calloc(1, sizeof *kind);
        if (!kind)
            abort();
        kind->all = work->all;
        kind->context = at;
        measure(kind);
        fit(kind);
        for (int f = 0; f < CARD_FEATURES; f++)
            work->odds->of[at][f] = weight_of(kind->weights[f], CARD_ODDS_UNIT);
        free(kind);
    }
    return NULL;
}

static void fit_all(const struct decisions *all, struct card_weights *odds)
{
    struct odds_work work[THREADS];
    atomic_int next = 0;

    for (int i = 0; i < THREADS; i++) {
        work[i] = (struct odds_work){.all = all, .next = &next, .odds = odds};
        if (pthread_create(&work[i].thread, NULL, fit_kinds, &work[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(work[i].thread, NULL);
}

/* How well the cards of the games that were held out are predicted. */
static void show_odds(const struct decisions *all, const struct card_weights *odds)
{
    static const char *const side[2] = {"defenders", "declarer"};
    double chances[SKAT_BOT_HAND_MAX], weights[CARD_FEATURES], of[2] = {0}, even[2] = {0};
    long number[2] = {0}, right[2] = {0};

    for (const struct decision *one = all->list; one < all->list + all->number; one++) {
        if (!one->held_out)
            continue;
        const int declares = one->context / 3 % CARD_ROLES == 0;
        for (int f = 0; f < CARD_FEATURES; f++)
            weights[f] = odds->of[one->context][f] / (double)CARD_ODDS_UNIT;
        of[declares] += predict(all, one, weights, chances);
        even[declares] -= log(one->number);
        int best = 0;
        for (int i = 1; i < one->number; i++)
            best = chances[i] > chances[best] ? i : best;
        right[declares] += best == one->chosen;
        number[declares]++;
    }
    for (int i = 0; i < 2; i++)
        fprintf(
            stderr,
            "%s: %ld cards held out, logarithm of the chance %.3f (even %.3f), likeliest %.1f %%\n",
            side[i], number[i], of[i] / (double)number[i], even[i] / (double)number[i],
            100.0 * (double)right[i] / (double)number[i]);
}

int main(int argc, char **argv)
{
    struct decisions all = {.number = 0};
    static struct card_weights odds;

    if (argc != 2) {
        fprintf(stderr, "Usage: fit-card-odds GAMES.jsonl > card_odds.weights\n");
        return 64;
    }
    log_read("fit-card-odds", argv[1], &all, plays);
    fit_all(&all, &odds);
    show_odds(&all, &odds);
    const bool written = weights_write(&odds);
    free(all.list);
    free(all.rows);
    return written ? 0 : 1;
}
