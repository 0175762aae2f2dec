// SPDX-License-Identifier: MIT
/* bots/pimc/fit/fit_card_judges.c - how much each of the judgements of a card should count;
 * README.md.
 *
 *     fit-card-judges GAMES.jsonl [PERCENT [CARDS]]
 *
 * At PERCENT of the decisions of a log, of those with at most CARDS cards in hand, each card is
 * judged by its worth without a search, by playing out and by the solver; then it is played, and
 * the game played on by `pimc` with the option `fast`. What it brought is what the judgements are
 * fitted to, by least squares, for each role and number of cards in hand. The same log gives the
 * same table. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/game.h"

#include "bots/pimc/belief.h"
#include "bots/pimc/judge.h"

#include "bots/pimc/fit/fitting.h"
extern const struct skat_bot_module skat_bot; /* pimc itself */

enum {
    THREADS = 2,
    PLAYED_OUT = 120, /* worlds */
    SOLVED = 40,
    EXACT = 6, /* cards in hand */
    TABLE_BITS = 15
};

/* Worth without a search, playing out, the solver. */
enum judgement { BY_WORTH, BY_PLAYING, BY_SOLVING, JUDGEMENTS };
enum judged_role { DEFENDER, DECLARER, ROLES };

/* Sums over the decisions of a role with so many cards in hand. */
struct sums {
    long decisions, cards;
    double left[JUDGEMENTS][JUDGEMENTS], right[JUDGEMENTS], brought;
};

struct judge_work {
    pthread_t thread;
    const char *path;
    int number; /* of the thread: it takes the games with this remainder */
    uint32_t percent;
    int most;                  /* cards in hand */
    struct skat_random random; /* of the players */
    struct skat_bot_host host;
    void *players[SKAT_PLAYERS];
    struct club_player club;
    struct judge judge;
    struct sums of[ROLES][SKAT_HAND + 1];
};

/* ---- what a card brings ---- */

static uint64_t next_random(void *context)
{
    struct judge_work *work = context;
    return skat_random_bits(&work->random);
}

static void *sit_down(const struct skat_bot_host *host)
{
    struct skat_bot_setting settings[64];

    for (uint32_t i = 0; i < skat_bot.option_count; i++) {
        const struct skat_bot_option *option = &skat_bot.options[i];
        settings[i] = (struct skat_bot_setting){
            .value = strcmp(option->name, "fast") == 0 ? 1 : option->fallback};
    }
    return skat_bot.create(host, settings, skat_bot.option_count);
}

/* The card points of declarer if this card is played, and then as the players do. */
static int points_after(struct judge_work *work, struct skat_game game, unsigned position, card c,
                        uint64_t seed)
{
    struct skat_action action = {
        .size = sizeof action, .kind = SKAT_ACTION_CARD, .count = 1, .cards = {c}};
    struct skat_decision decision;
    struct skat_result result;

    skat_random_start_number(&work->random, seed);
    for (unsigned i = 0; i < SKAT_PLAYERS; i++) {
        const struct skat_bot_view view = log_view(&game, i);
        skat_bot.deal_begin(work->players[i], &view);
    }
    do {
        if (skat_game_apply(&game, position, &action) != SKAT_ACCEPTED)
            abort();
        if (!skat_game_pending(&game, &decision))
            break;
        struct skat_bot_action answer = {.size = sizeof answer};
        struct skat_bot_decision asked;
        const struct skat_bot_view view = log_view(&game, position = decision.position);
        memcpy(&asked, &decision, sizeof asked);
        skat_bot.act(work->players[position], &view, &asked, &answer);
        memcpy(&action, &answer, sizeof action);
    } while (1);
    skat_game_result(&game, &result);
    return result.points;
}

/* ---- the judgements ---- */

/* The mean over so many worlds, of each card; `solvers` as in judge_cards(). */
static void look_into_worlds(struct judge_work *work, const struct skat_bot_view *view, cards legal,
                             int solvers, int worlds, double mean[SKAT_CARD_CODES])
{
    struct world drawn[PLAYED_OUT];
    const struct belief belief = {.club = &work->club, .by = BY_BIDS | BY_PLAYS};
    struct verdict verdict;

    verdict_begin(&verdict, legal);
    belief_draw(&belief, view, work->judge.seed, drawn, worlds);
    for (int i = 0; i < worlds; i++) {
        work->judge.budget = UINT64_MAX;
        judge_cards(&work->judge, view, &drawn[i], solvers, &verdict);
    }
    for (int i = 0; i < verdict.number; i++)
        mean[verdict.open[i]] = (double)verdict.utility[i] / verdict.worlds;
}

/* Adds the cards of a decision, each by how much it differs from their mean. */
static void add_decision(struct sums *sums, int number, double x[][JUDGEMENTS], double *brought)
{
    sums->decisions++;
    sums->cards += number;
    for (int k = 0; k <= JUDGEMENTS; k++) {
        double mean = 0;
        for (int i = 0; i < number; i++)
            mean += (k < JUDGEMENTS ? x[i][k] : brought[i]) / number;
        for (int i = 0; i < number; i++)
            *(k < JUDGEMENTS ? &x[i][k] : &brought[i]) -= mean;
    }
    for (int i = 0; i < number; i++) {
        for (int k = 0; k < JUDGEMENTS; k++) {
            sums->right[k] += x[i][k] * brought[i];
            for (int m = 0; m < JUDGEMENTS; m++)
                sums->left[k][m] += x[i][k] * x[i][m];
        }
        sums->brought += brought[i] * brought[i];
    }
}

static void look_at(struct judge_work *work, const struct skat_game *game,
                    const struct skat_bot_view *view, const struct card_choices *choices,
                    uint64_t seed)
{
    const int sign = view->position == view->declarer ? 1 : -1;
    double played[SKAT_CARD_CODES], solved[SKAT_CARD_CODES], x[SKAT_BOT_HAND_MAX][JUDGEMENTS];
    double brought[SKAT_BOT_HAND_MAX];
    int worth[SKAT_CARD_CODES];
    struct memory memory = {.counted = 0};
    cards legal = 0;

    for (int i = 0; i < choices->number; i++)
        legal |= BIT(choices->weighed[i].card);
    memory_update(&memory, view);
    card_values(&usual_card_weights, view, legal, &memory, worth);
    work->judge.seed = seed;
    look_into_worlds(work, view, legal, 0, PLAYED_OUT, played);
    work->judge.seed = ~seed;
    look_into_worlds(work, view, legal, JUDGE_PARTS, SOLVED, solved);
    for (int i = 0; i < choices->number; i++) {
        const card c = choices->weighed[i].card;
        x[i][BY_WORTH] = worth[c];
        x[i][BY_PLAYING] = played[c];
        x[i][BY_SOLVING] = solved[c];
        brought[i] = sign * judge_utility(view, points_after(work, *game, view->position, c, seed));
    }
    add_decision(&work->of[sign > 0 ? DECLARER : DEFENDER][count(view->hand)], choices->number, x,
                 brought);
}

static void plays(void *context, long number, const struct skat_game *game,
                  const struct skat_bot_view *view, card played)
{
    struct judge_work *work = context;
    const uint64_t seed = (uint64_t)number * 64 + view->played_count;
    struct memory memory = {.counted = 0};
    struct card_choices choices;
    struct skat_random chance;
    (void)played;

    skat_random_start_number(&chance, seed);
    if (number % THREADS != work->number || count(view->hand) > work->most ||
        skat_random_below(&chance, 100) >= work->percent)
        return;
    memory_update(&memory, view);
    card_choices_look(&choices, view, game->playable, &memory);
    if (choices.number > 1)
        look_at(work, game, view, &choices, seed);
}

static void *follow(void *context)
{
    struct judge_work *work = context;
    void *memory = malloc(skat_solver_size(TABLE_BITS));

    if (!memory)
        abort();
    work->judge =
        (struct judge){.solver = skat_solver_init(memory, TABLE_BITS), .exact_cards = EXACT};
    work->host =
        (struct skat_bot_host){.size = sizeof work->host, .context = work, .random = next_random};
    player_init(&work->club, &usual_style);
    for (int i = 0; i < SKAT_PLAYERS; i++)
        work->players[i] = sit_down(&work->host);
    log_read("fit-card-judges", work->path, work, plays);
    for (int i = 0; i < SKAT_PLAYERS; i++)
        skat_bot.destroy(work->players[i]);
    free(memory);
    return NULL;
}

/* ---- the table ---- */

static void add_sums(struct sums *sums, const struct sums *more)
{
    sums->decisions += more->decisions;
    sums->cards += more->cards;
    sums->brought += more->brought;
    for (int k = 0; k < JUDGEMENTS; k++) {
        sums->right[k] += more->right[k];
        for (int m = 0; m < JUDGEMENTS; m++)
            sums->left[k][m] += more->left[k][m];
    }
}

/* Solves left * solution = right, padded to the size that fitting.h solves. */
static void solve(const struct sums *sums, const double right[JUDGEMENTS],
                  double solution[JUDGEMENTS])
{
    static struct equations padded;
    double all[CARD_FEATURES];

    memset(&padded, 0, sizeof padded);
    for (int k = 0; k < CARD_FEATURES; k++)
        padded.left[k][k] = 1;
    for (int k = 0; k < JUDGEMENTS; k++) {
        padded.right[k] = right[k];
        for (int m = k; m < JUDGEMENTS; m++)
            padded.left[k][m] = sums->left[k][m] + (k == m);
    }
    equations_solve(&padded, all);
    memcpy(solution, all, JUDGEMENTS * sizeof *solution);
}

static void show_sums(const struct sums *sums, const char *role, int hand)
{
    double weight[JUDGEMENTS], rest = sums->brought;

    solve(sums, sums->right, weight);
    for (int k = 0; k < JUDGEMENTS; k++)
        rest -= weight[k] * sums->right[k];
    printf("%s, %d cards: %ld decisions;", role, hand, sums->decisions);
    for (int k = 0; k < JUDGEMENTS; k++) {
        double unit[JUDGEMENTS] = {0}, inverse[JUDGEMENTS];
        unit[k] = 1;
        solve(sums, unit, inverse);
        const double error =
            sqrt(rest / (double)(sums->cards - sums->decisions - JUDGEMENTS) * inverse[k]);
        printf(" %s %.2f +-%.2f", (const char *[]){"worth", "played out", "solved"}[k], weight[k],
               1.96 * error);
    }
    puts("");
}

int main(int argc, char **argv)
{
    static struct judge_work work[THREADS];

    if (argc < 2 || argc > 4) {
        fprintf(stderr, "Usage: fit-card-judges GAMES.jsonl [PERCENT [CARDS]]\n");
        return 64;
    }
    for (int i = 0; i < THREADS; i++) {
        work[i].path = argv[1];
        work[i].number = i;
        work[i].percent = argc > 2 ? (uint32_t)atoi(argv[2]) : 100;
        work[i].most = argc > 3 ? atoi(argv[3]) : SKAT_HAND;
        if (pthread_create(&work[i].thread, NULL, follow, &work[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(work[i].thread, NULL);
    for (int role = ROLES - 1; role >= 0; role--)
        for (int hand = SKAT_HAND; hand > 1; hand--) {
            struct sums *sums = &work[0].of[role][hand];
            for (int i = 1; i < THREADS; i++)
                add_sums(sums, &work[i].of[role][hand]);
            if (sums->cards > sums->decisions + JUDGEMENTS)
                show_sums(sums, role == DECLARER ? "declarer" : "defender", hand);
        }
    return 0;
}
