// SPDX-License-Identifier: MIT
/* bots/neural/train/record.c - plays games to learn from, and writes what each card of each decision
 * brought; README.md.
 *
 * usage: neural-record GAMES SEED linear|network FOLDER
 *
 * Each seat plays as pimc does without a search (or by the network in the tree), or as stammtisch.
 * At each decision every card is played, and the game played on by the same players in the true
 * layout. FOLDER, which exists, gets two files for each side, of records as fit.py reads them. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/neural/network.h"
#include "bots/neural/train/deals.h"
#include "bots/pimc/judge.h"

enum {
    CLUB_PERCENT = 35, /* seats that play as stammtisch */
    EXPLORED = 10      /* percent of the cards that are drawn at random */
};

enum player_kind { BY_LINE, BY_NETWORK, AS_CLUB };

/* A decision, and after it in another file its cards. As fit.py reads them. */
struct decision_record {
    uint32_t game;
    uint8_t context, number, reserved[2];
    uint8_t inputs[SCENE_INPUTS / 8]; /* bits, the lowest first */
};
struct card_record {
    float line;      /* pimc's worth of it, in thousandths of a game */
    int16_t brought; /* to the player, in thousandths of a game */
    uint8_t slot, reserved;
    int8_t features[CARD_FEATURES];
};

struct recorder {
    struct training_dealer dealer;
    struct skat_random random;
    enum player_kind kinds[3]; /* of this game, by position */
    enum player_kind learner;
    uint32_t game;
    FILE *decisions[2], *cards[2]; /* of defenders, and of declarers */
};

/* ---- playing ---- */

static card choose(const struct recorder *recorder, const struct rollout *table, cards legal)
{
    const struct skat_bot_view *view = &table->view;

    switch (recorder->kinds[view->position]) {
    case BY_NETWORK:
        return network_card(&network_weights, view, legal, &table->memory);
    case BY_LINE:
        return card_values_best(&usual_card_weights, view, legal, &table->memory);
    default:
        return play_card(view, legal, &table->memory, &usual_points);
    }
}

/* What `first` brings the declarer. */
static int play_on(const struct recorder *recorder, struct rollout table, struct world world,
                   card first)
{
    const struct skat_bot_view *view = &table.view;

    rollout_put(&table, &world, first);
    while (rollout_turn(&table, &world))
        rollout_put(&table, &world,
                    choose(recorder, &table, rollout_legal(view, table.memory.trumps)));
    return judge_utility(view, view->points[view->declarer] + points_in(world.skat));
}

/* ---- recording ---- */

static void write_decision(struct recorder *recorder, const struct card_scene *scene,
                           const struct scene_inputs *inputs, int number)
{
    struct decision_record record = {.game = recorder->game,
                                     .context = (uint8_t)scene->context,
                                     .number = (uint8_t)number};

    for (int i = 0; i < inputs->number; i++)
        record.inputs[inputs->on[i] / 8] |= (uint8_t)(1 << inputs->on[i] % 8);
    fwrite(&record, sizeof record, 1, recorder->decisions[scene->table->declares]);
}

static void write_card(struct recorder *recorder, const struct card_scene *scene,
                       const struct scene_inputs *inputs, const struct weighed *weighed,
                       int brought)
{
    int16_t x[CARD_FEATURES], shifted[CARD_FEATURES];
    struct card_record record = {.brought = (int16_t)brought,
                                 .slot = (uint8_t)scene_slot(inputs, weighed->card)};

    card_features(scene, weighed, x);
    network_features(x, shifted);
    record.line = (float)card_features_sum(usual_card_weights.of[scene->context], x) /
                  (float)CARD_WEIGHT_UNIT;
    for (int f = 0; f < CARD_FEATURES; f++)
        record.features[f] = (int8_t)shifted[f];
    fwrite(&record, sizeof record, 1, recorder->cards[scene->table->declares]);
}

static void try_cards(struct recorder *recorder, const struct rollout *table,
                      const struct world *world, cards legal)
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    struct scene_inputs inputs;

    table_look(&t, &table->view, &table->memory, usual_points.of);
    const struct card_scene scene = card_scene_of(&t);
    const int number = play_weigh(&t, play_distinct(&t, legal, &usual_points), weighed);
    if (number < 2)
        return;
    scene_inputs_of(&scene, &inputs);
    write_decision(recorder, &scene, &inputs, number);
    for (int i = 0; i < number; i++)
        write_card(recorder, &scene, &inputs, &weighed[i],
                   (t.declares ? 1 : -1) * play_on(recorder, *table, *world, weighed[i].card));
}

static void record_game(struct recorder *recorder)
{
    struct training_deal deal = training_deal_next(&recorder->dealer, &recorder->random);
    struct rollout *table = &deal.table;

    for (int seat = 0; seat < 3; seat++)
        recorder->kinds[seat] = skat_random_below(&recorder->random, 100) < CLUB_PERCENT
                                    ? AS_CLUB
                                    : recorder->learner;
    while (rollout_turn(table, &deal.world)) {
        cards legal = rollout_legal(&table->view, table->memory.trumps);
        if (several(legal))
            try_cards(recorder, table, &deal.world, legal);
        if (skat_random_below(&recorder->random, 100) < EXPLORED)
            legal = BIT(training_draw(legal, &recorder->random));
        rollout_put(table, &deal.world, choose(recorder, table, legal));
    }
    recorder->game++;
}

static FILE *create(const char *folder, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static void close_written(FILE *file)
{
    const int failed = ferror(file);

    if (fclose(file) != 0 || failed) {
        fputs("neural-record: cannot write the records\n", stderr);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    static const char *const decisions[2] = {"defender.decisions", "declarer.decisions"};
    static const char *const cards_of[2] = {"defender.cards", "declarer.cards"};
    static struct recorder recorder;

    if (argc != 5 || (strcmp(argv[3], "linear") != 0 && strcmp(argv[3], "network") != 0)) {
        fputs("usage: neural-record GAMES SEED linear|network FOLDER\n", stderr);
        return 2;
    }
    recorder.learner = strcmp(argv[3], "network") == 0 ? BY_NETWORK : BY_LINE;
    training_dealer_init(&recorder.dealer);
    skat_random_start_number(&recorder.random, strtoull(argv[2], NULL, 10));
    for (int side = 0; side < 2; side++) {
        recorder.decisions[side] = create(argv[4], decisions[side]);
        recorder.cards[side] = create(argv[4], cards_of[side]);
    }
    for (long left = atol(argv[1]); left > 0; left--)
        record_game(&recorder);
    for (int side = 0; side < 2; side++) {
        close_written(recorder.decisions[side]);
        close_written(recorder.cards[side]);
    }
    return 0;
}
