// SPDX-License-Identifier: MIT
/* bots/pimc/fit/fit_card_weights.c - fits the weights of card_values() to games of players who play
 * by them; README.md.
 *
 * usage: fit-card-weights [GAMES] [ROUNDS] [SEED] > card_values.weights
 *
 * Each round plays GAMES games of all three players by the weights so far. At each decision every
 * card is played, and the game played on in the true layout; what the cards brought, less their
 * mean, is what the weights of the next round are a least-squares fit to. So a card's worth is its
 * mean over the layouts in which a player sees just this, without a sampler of worlds. The first
 * round plays as stammtisch. */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/pimc/fit/fitting.h"

#include "bots/neural/train/training.h"
#include "bots/pimc/judge.h"

enum { THREADS = 2 };
#define KEPT_OF_BEFORE 0.75 /* learn_round() */
/* Percent of the cards are drawn at random: what only a mistake leads to is known, too. */
enum { EXPLORED = 10 };

/* ---- deals ---- */

/* What all threads read. */
struct setting {
    struct training_dealer dealer;
    const struct card_weights *weights; /* NULL: as stammtisch */
    const struct card_weights *others;  /* in duel(): of the other side */
};

/* Who declares at which bid: the highest limit, at what the second would have bid. Returns -1 if it
 * is nobody. */
static int auction(const int limits[3], uint16_t highest[3])
{
    int declarer = 0, second = 18;

    for (int seat = 1; seat < 3; seat++)
        if (limits[seat] > limits[declarer])
            declarer = seat;
    for (int seat = 0; seat < 3; seat++)
        if (seat != declarer && limits[seat] > second)
            second = limits[seat];
    highest[declarer] = (uint16_t)second;
    return limits[declarer] > 0 ? declarer : -1;
}

/* A deal in which stammtisch picks up and announces a suit game or grand. False: another deal. */
static bool try_deal(const struct setting *setting, struct skat_random *random,
                     struct training_deal *deal)
{
    static const struct training_table tables = {.kinds = {AS_CLUB, AS_CLUB, AS_CLUB}};
    const struct training_hands hands =
        training_hands_next(&setting->dealer, &tables, USUAL_CAUTION, USUAL_CAUTION, random);
    uint16_t highest[3] = {0};
    struct skat_bot_contract contract;
    cards aside;
    const int declarer = auction(hands.limits, highest);

    if (declarer < 0)
        return false;
    struct skat_bot_view view = training_view(&hands, declarer, highest);
    training_announce(&setting->dealer, &hands, &view, &contract, &aside);
    *deal = training_announced(&hands, &view, contract, aside);
    return view.picked_up && contract.type <= GRAND;
}

static struct training_deal next_deal(const struct setting *setting, struct skat_random *random)
{
    struct training_deal deal;

    while (!try_deal(setting, random, &deal))
        ;
    return deal;
}

/* ---- least squares ---- */

/* Sums over the cards of all decisions of a context: of products of features, and of features with
 * what the card brought, both as differences from their means in the decision. */
static void add_decision(struct equations *sums, int number, int16_t x[][CARD_FEATURES],
                         const double *brought)
{
    double mean_x[CARD_FEATURES] = {0}, mean = 0;

    for (int i = 0; i < number; i++) {
        mean += brought[i] / number;
        for (int f = 0; f < CARD_FEATURES; f++)
            mean_x[f] += (double)x[i][f] / number;
    }
    for (int i = 0; i < number; i++) {
        double apart[CARD_FEATURES];
        for (int f = 0; f < CARD_FEATURES; f++)
            apart[f] = x[i][f] - mean_x[f];
        for (int f = 0; f < CARD_FEATURES; f++) {
            if (apart[f] == 0)
                continue;
            sums->right[f] += apart[f] * (brought[i] - mean);
            for (int g = f; g < CARD_FEATURES; g++)
                sums->left[f][g] += apart[f] * apart[g];
        }
    }
}

/* Solves them with a little added to their diagonal, so that features that never differ have no
 * weight. */
static void solve(const struct equations *sums, int16_t weights[CARD_FEATURES])
{
    struct equations equations = *sums;
    double solution[CARD_FEATURES];

    for (int f = 0; f < CARD_FEATURES; f++)
        equations.left[f][f] += 1 + 1e-6 * equations.left[f][f];
    equations_solve(&equations, solution);
    for (int f = 0; f < CARD_FEATURES; f++)
        weights[f] = weight_of(solution[f], CARD_WEIGHT_UNIT);
}

/* ---- a round ---- */

struct weights_work {
    pthread_t thread;
    const struct setting *setting;
    struct skat_random random;
    long games;
    struct equations *sums; /* learn(): of each context */
    double gain[2],
        of[2]; /* duel(): points that the declarer, and the defenders, win, and their squares */
};

/* What each card brings the player to move; adds it to the sums of the context. */
static void try_cards(struct weights_work *work, const struct rollout *table,
                      const struct world *world, cards legal)
{
    const struct skat_bot_view *view = &table->view;
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    int16_t x[SKAT_BOT_HAND_MAX][CARD_FEATURES];
    double brought[SKAT_BOT_HAND_MAX];

    table_look(&t, view, &table->memory);
    const struct card_scene scene = card_scene_of(&t);
    const int number = play_weigh(&t, play_distinct(&t, legal), weighed);
    for (int i = 0; i < number; i++) {
        card_features(&scene, &weighed[i], x[i]);
        brought[i] = (t.declares ? 1 : -1) *
                     judge_utility(view, rollout_play(*table, world, weighed[i].card));
    }
    if (number > 1)
        add_decision(&work->sums[scene.context], number, x, brought);
}

static void learn_game(struct weights_work *work)
{
    struct training_deal deal = next_deal(work->setting, &work->random);
    struct rollout *table = &deal.table;

    table->weights = work->setting->weights;
    while (rollout_turn(table, &deal.world)) {
        cards legal = rollout_legal(&table->view, table->memory.trumps);
        if (several(legal))
            try_cards(work, table, &deal.world, legal);
        if (skat_random_below(&work->random, 100) < EXPLORED)
            legal = BIT(training_draw(legal, &work->random));
        rollout_put(table, &deal.world, rollout_choose(table, legal));
    }
}

static void *learn(void *context)
{
    struct weights_work *work = context;

    for (long i = 0; i < work->games; i++)
        learn_game(work);
    return NULL;
}

/* Seeger points of a deal for the declarer if the sides play by these weights. */
static double result(const struct setting *setting, struct training_deal deal,
                     const struct card_weights *declarer, const struct card_weights *defenders)
{
    struct rollout *table = &deal.table;

    while (rollout_turn(table, &deal.world)) {
        table->weights = table->view.position == deal.declarer ? declarer : defenders;
        rollout_put(table, &deal.world,
                    rollout_choose(table, rollout_legal(&table->view, table->memory.trumps)));
    }
    return bidding_brought(&setting->dealer.club.rules, deal.contract, deal.twelve, deal.bid, 0,
                           table->view.points[deal.declarer] + points_in(deal.world.skat)) /
           1000.0;
}

static void *duel(void *context)
{
    struct weights_work *work = context;
    const struct card_weights *new = work->setting->weights, *old = work->setting->others;

    for (long i = 0; i < work->games; i++) {
        const struct training_deal deal = next_deal(work->setting, &work->random);
        const double usual = result(work->setting, deal, old, old);
        const double gain[2] = {result(work->setting, deal, new, old) - usual,
                                usual - result(work->setting, deal, old, new)};
        for (int side = 0; side < 2; side++) {
            work->gain[side] += gain[side];
            work->of[side] += gain[side] * gain[side];
        }
    }
    return NULL;
}

/* Runs it in all threads, each with its own random numbers, so that a run gives the same numbers on
 * any machine. */
static void run_threads(struct weights_work work[THREADS], const struct setting *setting,
                        void *(*play)(void *), long games, uint64_t seed)
{
    for (int i = 0; i < THREADS; i++) {
        work[i] = (struct weights_work){
            .setting = setting, .games = games / THREADS, .sums = work[i].sums};
        skat_random_start_number(&work[i].random, seed * THREADS + (uint64_t)i);
        if (pthread_create(&work[i].thread, NULL, play, &work[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(work[i].thread, NULL);
}

/* The rounds before count, too, each the less the longer ago: best answers to one another go round
 * in circles, best answers to a mixture of players do not. */
static void learn_round(struct weights_work work[THREADS], const struct setting *setting,
                        long games, uint64_t seed, struct equations *all,
                        struct card_weights *weights)
{
    for (int i = 0; i < THREADS; i++)
        memset(work[i].sums, 0, CARD_CONTEXTS * sizeof *work[i].sums);
    run_threads(work, setting, learn, games, seed);
    for (size_t k = 0; k < CARD_CONTEXTS * sizeof *all / sizeof(double); k++) {
        double *sum = (double *)all + k;
        *sum *= KEPT_OF_BEFORE;
        for (int i = 0; i < THREADS; i++)
            *sum += ((const double *)work[i].sums)[k];
    }
    for (int i = 0; i < CARD_CONTEXTS; i++)
        solve(&all[i], weights->of[i]);
}

static void show_duel(struct weights_work work[THREADS], const struct setting *setting, long games,
                      const char *against, uint64_t seed)
{
    static const char *const side[2] = {"declarer", "defenders"};

    run_threads(work, setting, duel, games, seed);
    fprintf(stderr, " against %s:", against);
    for (int i = 0; i < 2; i++) {
        double gain = 0, of = 0, n = (double)(games / THREADS * THREADS);
        for (int k = 0; k < THREADS; k++) {
            gain += work[k].gain[i] / n;
            of += work[k].of[i] / n;
        }
        fprintf(stderr, " %s %+.2f +-%.2f", side[i], gain, 1.96 * sqrt((of - gain * gain) / n));
    }
}

int main(int argc, char **argv)
{
    const long games = argc > 1 ? atol(argv[1]) : 300000;
    const int rounds = argc > 2 ? atoi(argv[2]) : 10;
    const uint64_t seed = argc > 3 ? (uint64_t)atol(argv[3]) : 1;
    static struct card_weights weights, before;
    struct setting setting = {.weights = NULL};
    struct weights_work work[THREADS];
    struct equations *all = calloc(CARD_CONTEXTS, sizeof *all);

    for (int i = 0; i < THREADS; i++)
        work[i].sums = malloc(CARD_CONTEXTS * sizeof *work[i].sums);
    training_dealer_init(&setting.dealer);
    for (int round = 0; round < rounds; round++) {
        before = weights;
        learn_round(work, &setting, games, seed * 1000 + (uint64_t)round, all, &weights);
        fprintf(stderr, "round %d:", round);
        setting.weights = &weights;
        setting.others = NULL;
        show_duel(work, &setting, games / 5, "stammtisch", seed * 1000 + 500);
        setting.others = &before;
        if (round)
            show_duel(work, &setting, games / 5, "the last round", seed * 1000 + 501);
        fputs("\n", stderr);
    }
    const bool written = weights_write(&weights);
    for (int i = 0; i < THREADS; i++)
        free(work[i].sums);
    free(all);
    return written ? 0 : 1;
}
