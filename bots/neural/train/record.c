// SPDX-License-Identifier: MIT
/* bots/neural/train/record.c - plays games to learn from, and writes what each card of each
 * decision brought; README.md.
 *
 * usage: neural-record trumps|nulls GAMES SEED linear|network FOLDER
 *
 * Each seat plays as pimc does without a search, in null as stammtisch; or by the networks in the
 * tree; or as stammtisch, in null carelessly.
 * At each decision every card is played, and the game played on by the same players in the true
 * layout. FOLDER, which exists, gets two files for each side, of records as fit_cards.py reads
 * them, and one of what the network in the tree says of each card, in 64ths of a thousandth of a
 * game. */
#include <stdlib.h>

#include "bots/neural/train/training.h"

#include "bots/neural/network.h"
#include "bots/neural/null_network.h"
#include "bots/pimc/judge.h"

enum { EXPLORED = 10 /* percent of the cards that are drawn at random */ };

/* A decision, and after it in another file its cards. As fit_cards.py reads them. */
struct decision_record {
    uint32_t game;
    uint8_t context, number, reserved[2];
    uint8_t inputs[SCENE_INPUTS / 8]; /* bits, the lowest first */
};
struct card_record {
    float line;      /* pimc's worth of it, in thousandths of a game; in null 0 */
    int16_t brought; /* to the player, in thousandths of a game */
    uint8_t slot, reserved;
    int8_t features[CARD_FEATURES];
};

struct recorder {
    struct training_dealer dealer;
    struct skat_random random;
    enum training_kind learner;
    bool nulls;
    struct training_table table; /* of this game */
    uint32_t game;
    FILE *decisions[2], *cards[2], *told[2]; /* of defenders, and of declarers */
};

/* What a card brings the declarer. */
static int brought(const struct recorder *recorder, const struct rollout *table,
                   const struct world *world, card first)
{
    return judge_utility(&table->view, training_play_on(&recorder->table, *table, *world, first));
}

static void write_decision(struct recorder *recorder, int side, int context,
                           const struct scene_inputs *inputs, int number)
{
    struct decision_record record = {
        .game = recorder->game, .context = (uint8_t)context, .number = (uint8_t)number};

    for (int i = 0; i < inputs->number; i++)
        training_input_put(record.inputs, inputs->on[i]);
    fwrite(&record, sizeof record, 1, recorder->decisions[side]);
}

/* `line`: what pimc's linear function says of it. */
static void write_card(struct recorder *recorder, int side, const int16_t shifted[CARD_FEATURES],
                       uint8_t slot, float line, int worth, int32_t told)
{
    struct card_record record = {.line = line, .brought = (int16_t)worth, .slot = slot};

    for (int f = 0; f < CARD_FEATURES; f++)
        record.features[f] = (int8_t)shifted[f];
    fwrite(&record, sizeof record, 1, recorder->cards[side]);
    fwrite(&told, sizeof told, 1, recorder->told[side]);
}

static void try_cards(struct recorder *recorder, const struct rollout *table,
                      const struct world *world, cards legal)
{
    struct table t;
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    struct scene_inputs inputs;
    int16_t x[SKAT_BOT_HAND_MAX][CARD_FEATURES];
    uint8_t slots[SKAT_BOT_HAND_MAX] = {0};
    int told[SKAT_BOT_HAND_MAX];

    table_look(&t, &table->view, &table->memory);
    const struct card_scene scene = card_scene_of(&t);
    const int number = play_weigh(&t, play_distinct(&t, legal), weighed);
    if (number < 2)
        return;
    scene_inputs_of(&scene, &inputs);
    for (int i = 0; i < number; i++) {
        card_features(&scene, &weighed[i], x[i]);
        slots[i] = (uint8_t)scene_slot(&inputs, weighed[i].card);
    }
    network_worth(&network_weights, scene.context, t.declares, &inputs, number, x, slots, told);
    write_decision(recorder, t.declares, scene.context, &inputs, number);
    for (int i = 0; i < number; i++) {
        const float line = (float)card_features_sum(usual_card_weights.of[scene.context], x[i]) /
                           (float)CARD_WEIGHT_UNIT;
        int16_t shifted[CARD_FEATURES];
        network_features(x[i], shifted);
        write_card(recorder, t.declares, shifted, slots[i], line,
                   (t.declares ? 1 : -1) * brought(recorder, table, world, weighed[i].card),
                   told[i]);
    }
}

static void try_null_cards(struct recorder *recorder, const struct rollout *table,
                           const struct world *world, cards legal)
{
    const struct null_scene scene = null_scene_of(&table->view, &table->memory);
    struct scene_inputs inputs;
    int16_t x[SKAT_BOT_HAND_MAX][CARD_FEATURES];
    uint8_t slots[SKAT_BOT_HAND_MAX];
    int told[SKAT_BOT_HAND_MAX] = {0};
    const int number = null_look(&scene, legal, &inputs, x, slots);

    network_add(&null_weights, scene.declares, &inputs, number, x, slots, told);
    write_decision(recorder, scene.declares, 0, &inputs, number);
    for (int i = 0; i < number; i++) {
        const int worth = brought(recorder, table, world, take(&legal));
        write_card(recorder, scene.declares, x[i], slots[i], 0, scene.declares ? worth : -worth,
                   told[i]);
    }
}

static void record_game(struct recorder *recorder)
{
    recorder->table = training_table_of(recorder->learner, recorder->nulls, &recorder->random);

    struct training_deal deal =
        training_deal_next(&recorder->dealer, &recorder->table, recorder->nulls, &recorder->random);
    struct rollout *table = &deal.table;

    while (rollout_turn(table, &deal.world)) {
        cards legal = rollout_legal(&table->view, table->memory.trumps);
        if (several(legal))
            (recorder->nulls ? try_null_cards : try_cards)(recorder, table, &deal.world, legal);
        if (skat_random_below(&recorder->random, 100) < EXPLORED)
            legal = BIT(training_draw(legal, &recorder->random));
        rollout_put(table, &deal.world, training_card(&recorder->table, table, legal));
    }
    recorder->game++;
}

/* Which games are recorded. */
static bool read_games(const char *argument, bool *nulls)
{
    *nulls = strcmp(argument, "nulls") == 0;
    return *nulls || strcmp(argument, "trumps") == 0;
}

int main(int argc, char **argv)
{
    static const char *const decisions[2] = {"/defender.decisions", "/declarer.decisions"};
    static const char *const cards_of[2] = {"/defender.cards", "/declarer.cards"};
    static const char *const told[2] = {"/defender.told", "/declarer.told"};
    static struct recorder recorder;

    if (argc != 6 || !training_kind_read(argv[4], &recorder.learner) ||
        !read_games(argv[1], &recorder.nulls)) {
        fputs("usage: neural-record trumps|nulls GAMES SEED linear|network FOLDER\n", stderr);
        return 2;
    }
    training_dealer_init(&recorder.dealer);
    skat_random_start_number(&recorder.random, strtoull(argv[3], NULL, 10));
    for (int side = 0; side < 2; side++) {
        recorder.decisions[side] = training_file_create(argv[5], decisions[side]);
        recorder.cards[side] = training_file_create(argv[5], cards_of[side]);
        recorder.told[side] = training_file_create(argv[5], told[side]);
    }
    for (long left = atol(argv[2]); left > 0; left--)
        record_game(&recorder);
    for (int side = 0; side < 2; side++) {
        training_file_close("neural-record", recorder.decisions[side]);
        training_file_close("neural-record", recorder.cards[side]);
        training_file_close("neural-record", recorder.told[side]);
    }
    return 0;
}
