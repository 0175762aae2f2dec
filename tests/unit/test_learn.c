// SPDX-License-Identifier: MIT
/* tests/unit/test_learn.c - actions as numbers, observations, many tables (engine/learn), with bots
 * as guests, and work that threads share (arena/learn). */
#include <malloc.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/base/json_read.h"
#include "arena/base/text.h"
#include "arena/learn/bot_seats.h"
#include "arena/learn/work_sharing.h"
#include "engine/learn/trajectories.h"

/* ---- actions as numbers ---- */

/* The mask has exactly what is allowed, and something. */
static int check_mask(const struct skat_action_space *space, const struct skat_choice *choice,
                      uint8_t mask[SKAT_NUMBERS_MAX])
{
    int allowed = skat_choice_mask(space, choice, mask), set = 0;

    assert_true(allowed > 0);
    for (int number = -1; number <= space->count; number++) {
        bool in_mask = number >= 0 && number < space->count && mask[number];
        assert_int_equal(skat_choice_allows(space, choice, number), in_mask);
        set += in_mask;
    }
    assert_int_equal(set, allowed);
    return allowed;
}

static int nth(const uint8_t *mask, int n)
{
    int number = 0;

    while (!mask[number] || n--)
        number++;
    return number;
}

/* Decides at random, number by number, and checks that the numbers are found again in the action.
 */
static void decide(const struct skat_action_space *space, struct skat_game *game,
                   const struct skat_decision *decision, uint64_t *random)
{
    const skat_cards hand = game->hands[decision->position];
    uint8_t mask[SKAT_NUMBERS_MAX];
    uint16_t numbers[SKAT_NUMBERS_OF_ACTION], again[SKAT_NUMBERS_OF_ACTION];
    struct skat_choice choice;
    int count = 0, number;

    skat_choice_begin(space, &choice, decision, hand);
    do {
        int allowed = check_mask(space, &choice, mask);
        /* Bids are mostly low, so that all games can be announced. */
        if (decision->kind == SKAT_DECIDE_BID && allowed > 2)
            allowed = 2;
        number = nth(mask, test_below(random, allowed));
        numbers[count++] = (uint16_t)number;
    } while (!skat_choice_pick(space, &choice, number));
    int found = skat_numbers_of(space, decision, hand, &choice.action, again);
    assert_int_equal(found, count);
    assert_memory_equal(numbers, again, (size_t)count * sizeof *numbers);
    assert_int_equal(skat_game_apply(game, decision->position, &choice.action), SKAT_ACCEPTED);
}

/* Whatever is picked is legal, under all rules and in all games; and everything that is asked was
 * met. */
TEST(every_number_that_may_be_picked_is_legal)
{
    uint64_t random = 20261201;
    uint32_t asked = 0;
    int spitzen = 0;

    for (int set = 0; set < 300; set++) {
        struct skat_rules rules;
        struct skat_action_space space;
        if (set % 2)
            rules_random(&rules, &random);
        else
            rules_random_of_game(&rules, (enum skat_variant_id)(set / 2 % SKAT_VARIANTS), &random);
        skat_action_space_of(&space, &rules);
        assert_true(space.count <= SKAT_NUMBERS_MAX);
        for (int i = 0; i < 4; i++) {
            struct skat_game game;
            struct skat_decision decision;
            start_random(&game, &rules, &random);
            while (skat_game_pending(&game, &decision)) {
                asked |= 1u << decision.kind;
                decide(&space, &game, &decision, &random);
            }
            spitzen += game.table.announced && skat_contract_spitzen(game.table.contract);
        }
    }
    assert_int_equal(asked, ((1u << SKAT_DECISIONS) - 1) & ~(1u << SKAT_DECIDE_NOTHING));
    assert_true(spitzen > 3);
}

/* Two numbers never have the same text. */
TEST(no_text_is_used_twice)
{
    for (int game = 0; game < SKAT_VARIANTS; game++) {
        struct skat_rules rules;
        struct skat_action_space space;
        char text[SKAT_NUMBER_TEXT], other[SKAT_NUMBER_TEXT];
        rules_of_game(&rules, (enum skat_variant_id)game, "");
        skat_action_space_of(&space, &rules);
        for (int a = 0; a < space.count; a++)
            for (int b = 0; b < a; b++)
                assert_string_not_equal(skat_number_text(&space, a, text),
                                        skat_number_text(&space, b, other));
    }
}

TEST(numbers_have_these_names)
{
    struct skat_rules rules;
    struct skat_action_space space;
    char text[SKAT_NUMBER_TEXT];

    rules_of(&rules, "");
    skat_action_space_of(&space, &rules);
    assert_string_equal(skat_number_text(&space, 0, text), "D6");
    assert_string_equal(skat_number_text(&space, 35, text), "CJ");
    assert_string_equal(skat_number_text(&space, SKAT_NUMBER_PASS, text), "pass");
    assert_string_equal(skat_number_text(&space, SKAT_NUMBER_TURN, text), "turn");
    assert_string_equal(skat_number_text(&space, space.bids, text), "bid 18");
    assert_string_equal(skat_number_text(&space, space.count - 1, text), "bid 264");
}

/* An illegal action has no numbers. */
TEST(an_illegal_action_has_no_numbers)
{
    struct skat_rules rules;
    struct skat_action_space space;
    struct skat_game game;
    struct skat_decision decision;
    uint16_t numbers[SKAT_NUMBERS_OF_ACTION];
    struct skat_action action = {.size = sizeof action, .kind = SKAT_ACTION_BID, .bid = 19};
    uint64_t random = 3;

    rules_of(&rules, "");
    skat_action_space_of(&space, &rules);
    start_random(&game, &rules, &random);
    skat_game_pending(&game, &decision);
    assert_int_equal(skat_numbers_of(&space, &decision, game.hands[1], &action, numbers), 1);
    assert_int_equal(numbers[0], space.bids + 1); /* of 20: 19 is no value */
    action.kind = SKAT_ACTION_CARD;
    assert_int_equal(skat_numbers_of(&space, &decision, game.hands[1], &action, numbers), 0);
    action.kind = SKAT_ACTION_HOLD;
    assert_int_equal(skat_numbers_of(&space, &decision, game.hands[1], &action, numbers), 0);
}

/* ---- observations ---- */

static int sum(const int16_t *values, int count)
{
    int all = 0;

    for (int i = 0; i < count; i++)
        all += values[i];
    return all;
}

static void check_observation(const struct skat_game *game, const struct skat_observation *seen,
                              unsigned position)
{
    struct skat_view view;
    int gone = 0;

    skat_game_view(game, position, &view);
    assert_int_equal(sum(seen->hand, SKAT_DECK_MAX), skat_cards_count(view.hand));
    assert_int_equal(sum(seen->position, 3), 1);
    assert_int_equal(sum(seen->declarer, 4), 1);
    assert_int_equal(sum(seen->game, SKAT_OBSERVED_GAMES), 1);
    assert_int_equal(sum(seen->decision, SKAT_DECISIONS), 1);
    for (int who = 0; who < 3; who++)
        gone += sum(seen->played[who], SKAT_DECK_MAX) + sum(seen->trick[who], SKAT_DECK_MAX);
    assert_int_equal(gone, game->table.played_count);
    assert_int_equal(seen->cards_played, gone);
    assert_int_equal(sum(seen->trick[0], SKAT_DECK_MAX) + sum(seen->trick[1], SKAT_DECK_MAX) +
                         sum(seen->trick[2], SKAT_DECK_MAX),
                     game->table.played_count - game->trick_began);
}

/* ---- tables ---- */

enum { TABLES = 7 };

/* Tables with all their arrays. */
struct rig {
    struct skat_tables *tables;
    uint8_t seat[TABLES], position[TABLES], done[TABLES];
    uint8_t *mask;
    int32_t reward[TABLES][SKAT_SEATS_MAX];
    struct skat_observation observation[TABLES];
    struct skat_observation_open open[TABLES];
    int32_t scores[TABLES][SKAT_TABLES_SCORES][SKAT_SEATS_MAX];
    uint64_t session[TABLES], deal[TABLES];
    struct skat_action_space space;
};

static struct skat_tables_out arrays_of(struct rig *rig)
{
    return (struct skat_tables_out){
        .seat = rig->seat,
        .position = rig->position,
        .mask = rig->mask,
        .observation = rig->observation,
        .open = rig->open,
        .done = rig->done,
        .reward = &rig->reward[0][0],
        .session = rig->session,
        .deal = rig->deal,
        .scores = &rig->scores[0][0][0],
    };
}

static struct skat_tables_plan plan_of_rig(struct rig *rig, const struct skat_rules *rules,
                                           enum skat_tables_reward reward)
{
    const struct skat_seed seed = skat_seed_of_number(42);

    return (struct skat_tables_plan){
        .rules = rules,
        .run = skat_seed_key(&seed),
        .first_session = 3,
        .count = TABLES,
        .reward = reward,
        .out = arrays_of(rig),
    };
}

static void rig_open(struct rig *rig, const struct skat_rules *rules,
                     enum skat_tables_reward reward)
{
    memset(rig, 0, sizeof *rig);
    skat_action_space_of(&rig->space, rules);
    rig->mask = malloc(TABLES * (size_t)rig->space.count);
    assert_non_null(rig->mask);
    const struct skat_tables_plan plan = plan_of_rig(rig, rules, reward);
    void *memory = malloc(skat_tables_size(&plan));
    assert_non_null(memory);
    rig->tables = skat_tables_init(memory, &plan);
}

/* What the deal brought a seat: rows have as many seats as the rules. */
static int32_t score_of(const struct rig *rig, int seats, int t, int kind, int seat)
{
    return (&rig->scores[0][0][0])[(t * SKAT_TABLES_SCORES + kind) * seats + seat];
}

static void rig_close(struct rig *rig)
{
    free(rig->tables);
    free(rig->mask);
}

/* At tables, views are brought up to date from decision to decision: the numbers are those of a new
 * view, and the open cards are the game's. */
static void check_observation_of_table(const struct skat_game *game, const struct rig *rig, int t)
{
    struct skat_observation seen;
    struct skat_observation_open open;
    struct skat_view view;

    skat_game_view(game, rig->position[t], &view);
    skat_observe(game->rules, &view, game->moves, game->move_count, NULL, &seen);
    memcpy(seen.chosen, rig->observation[t].chosen, sizeof seen.chosen); /* of the choice */
    memcpy(seen.decision, rig->observation[t].decision, sizeof seen.decision);
    memcpy(seen.step, rig->observation[t].step, sizeof seen.step);
    memcpy(seen.game, rig->observation[t].game, sizeof seen.game);
    memcpy(seen.announced, rig->observation[t].announced, 5 * sizeof *seen.announced);
    seen.spitzen = rig->observation[t].spitzen;
    assert_memory_equal(&seen, &rig->observation[t], sizeof seen);
    skat_observe_open(game, rig->position[t], &open);
    assert_memory_equal(&open, &rig->open[t], sizeof open);
}

/* The cards at a table are those of the seed; who decides, and its mask, are those of its game. */
static void check_table(const struct rig *rig, const struct skat_rules *rules, int t)
{
    const struct skat_game *game = skat_tables_game(rig->tables, t);
    const uint8_t *mask = rig->mask + t * rig->space.count;
    struct skat_decision decision;
    struct skat_deal deal;
    uint8_t seat_of[SKAT_PLAYERS];
    int allowed = 0;

    deal_by_number(&deal, rules->derived.deck, 42, rig->session[t], rig->deal[t]);
    assert_memory_equal(&deal, &game->deal, rules->derived.deck->count);
    assert_int_equal(rig->session[t] % TABLES, (unsigned)(3 + t) % TABLES);
    assert_true(skat_game_pending(game, &decision));
    assert_int_equal(rig->position[t], skat_game_player(game, decision.position));
    skat_positions(rules, skat_dealer(rules->seats, rig->deal[t]), seat_of);
    assert_int_equal(rig->seat[t], seat_of[rig->position[t]]);
    for (int number = 0; number < rig->space.count; number++)
        allowed += mask[number];
    assert_true(allowed > 0);
    check_observation(game, &rig->observation[t], rig->position[t]);
    check_observation_of_table(game, rig, t);
}

TEST(tables_play_the_deals_of_the_seed)
{
    uint64_t random = 8;
    int done = 0;

    for (int set = 0; set < 40; set++) {
        struct skat_rules rules;
        struct rig rig;
        struct skat_random stream;
        int32_t actions[TABLES];
        if (set % 2)
            rules_random(&rules, &random);
        else
            rules_random_of_game(&rules, (enum skat_variant_id)(set / 2 % SKAT_VARIANTS), &random);
        skat_random_start_number(&stream, (uint64_t)set);
        rig_open(&rig, &rules, SKAT_REWARD_RULES);
        for (int step = 0; step < 120; step++) {
            for (int t = 0; t < TABLES; t++) {
                check_table(&rig, &rules, t);
                done += rig.done[t];
            }
            skat_tables_random(rig.tables, &stream, actions);
            for (int t = 0; t < TABLES; t++)
                assert_true(rig.mask[t * rig.space.count + actions[t]]);
            assert_true(skat_tables_step(rig.tables, actions, NULL));
        }
        assert_true(skat_tables_decisions(rig.tables) == 120 * TABLES);
        rig_close(&rig);
    }
    assert_true(done > 300);
}

/* A table alone, played card by card with the engine: the same rewards. */
TEST(rewards_are_the_scores_of_the_game)
{
    struct skat_rules rules;
    struct rig rig;
    struct skat_random stream;
    int32_t actions[TABLES];
    int deals = 0, unlike_classic = 0;

    rules_of(&rules, "scoring.system=seeger_fabian");
    rig_open(&rig, &rules, SKAT_REWARD_RULES);
    skat_random_start_number(&stream, 9);
    while (deals < 200) {
        struct skat_game before = *skat_tables_game(rig.tables, 0);
        uint64_t deal = rig.deal[0];
        skat_tables_random(rig.tables, &stream, actions);
        assert_true(skat_tables_step(rig.tables, actions, NULL));
        if (!rig.done[0]) {
            for (int seat = 0; seat < 3; seat++)
                assert_int_equal(rig.reward[0][seat], 0);
            continue;
        }
        /* The step that ended the deal was one number: repeat it. */
        struct skat_decision decision;
        struct skat_choice choice;
        struct skat_result result;
        uint8_t seat_of[SKAT_PLAYERS];
        int32_t score[SKAT_SEATS_MAX], extra[SKAT_SEATS_MAX];
        assert_true(skat_game_pending(&before, &decision));
        skat_choice_begin(&rig.space, &choice, &decision, before.hands[decision.position]);
        assert_true(skat_choice_pick(&rig.space, &choice, actions[0]));
        assert_int_equal(skat_game_apply(&before, decision.position, &choice.action),
                         SKAT_ACCEPTED);
        skat_game_result(&before, &result);
        skat_positions(&rules, skat_dealer(3, deal), seat_of);
        skat_game_seat_scores(&before, &result, SKAT_SCORING_CLASSIC, seat_of, score);
        skat_seeger_extras(&rules, result.won < 0 ? -1 : seat_of[before.table.declarer],
                           result.won > 0, extra);
        for (int seat = 0; seat < 3; seat++) {
            assert_int_equal(rig.reward[0][seat], score[seat] + extra[seat]);
            assert_int_equal(score_of(&rig, 3, 0, SKAT_REWARD_RULES, seat),
                             score[seat] + extra[seat]);
            assert_int_equal(score_of(&rig, 3, 0, SKAT_REWARD_CLASSIC, seat), score[seat]);
            assert_int_equal(score_of(&rig, 3, 0, SKAT_REWARD_SEEGER, seat),
                             score[seat] + extra[seat]);
            unlike_classic += extra[seat] != 0;
        }
        deals++;
    }
    assert_true(unlike_classic > 40);
    rig_close(&rig);
}

TEST(an_illegal_number_changes_nothing)
{
    struct skat_rules rules;
    struct rig rig;
    struct skat_error error = {""};
    int32_t actions[TABLES];

    rules_of(&rules, "");
    rig_open(&rig, &rules, SKAT_REWARD_RULES);
    for (int t = 0; t < TABLES; t++)
        actions[t] = SKAT_NUMBER_PASS;
    actions[3] = 35;
    assert_false(skat_tables_step(rig.tables, actions, &error));
    assert_string_equal(error.text,
                        "table 3: action 35 (CJ) is not allowed at this decision (bid)");
    actions[3] = -7;
    assert_false(skat_tables_step(rig.tables, actions, &error));
    assert_string_equal(error.text,
                        "table 3: action -7 (no action) is not allowed at this decision (bid)");
    assert_int_equal(skat_tables_game(rig.tables, 0)->move_count, 0);
    rig_close(&rig);
}

/* ---- parts of steps, rows; starts and forfeits are tested by tests/e2e/test_policy_python.py and
 * test_python.py ---- */

/* Tables that are left alone do not change; steps in parts are a step. */
TEST(a_step_in_parts_is_a_step)
{
    struct skat_rules rules;
    struct rig whole, parts;
    struct skat_random random;
    int32_t actions[TABLES], some[TABLES];

    rules_of(&rules, "");
    rig_open(&whole, &rules, SKAT_REWARD_SEEGER);
    rig_open(&parts, &rules, SKAT_REWARD_SEEGER);
    skat_random_start_number(&random, 5);
    for (int step = 0; step < 500; step++) {
        skat_tables_random(whole.tables, &random, actions);
        assert_true(skat_tables_step(whole.tables, actions, NULL));
        /* The first table by a step, with the others after it: a step needs all. */
        for (int t = 0; t < TABLES; t++)
            some[t] = t % 2 ? actions[t] : SKAT_TABLES_STAY;
        assert_true(skat_tables_go_on(parts.tables, some, NULL));
        for (int t = 0; t < TABLES; t++)
            some[t] = t % 2 ? SKAT_TABLES_STAY : actions[t];
        assert_true(skat_tables_go_on(parts.tables, some, NULL));
        assert_memory_equal(whole.seat, parts.seat, sizeof whole.seat);
        assert_memory_equal(whole.observation, parts.observation, sizeof whole.observation);
        assert_memory_equal(whole.deal, parts.deal, sizeof whole.deal);
        assert_memory_equal(whole.scores, parts.scores, sizeof whole.scores);
    }
    /* Nothing cleared the rewards of the parts: they are the sum of all deals. */
    uint64_t done = 0;
    for (int t = 0; t < TABLES; t++)
        done += parts.done[t];
    assert_true(done == skat_tables_deals(parts.tables));
    some[3] = 35 + 400;
    assert_false(skat_tables_go_on(parts.tables, some, NULL));
    rig_close(&whole);
    rig_close(&parts);
}

enum { ROWS = 4000 };

struct row_arrays {
    struct skat_observation observation[ROWS];
    int32_t action[ROWS], scores[ROWS * SKAT_TABLES_SCORES], table[ROWS];
    float probability[ROWS];
    uint64_t session[ROWS], deal[ROWS];
    uint8_t seat[ROWS], position[ROWS], who[ROWS];
};

static struct skat_trajectory_rows rows_in(struct row_arrays *arrays)
{
    return (struct skat_trajectory_rows){
        .observation = arrays->observation,
        .action = arrays->action,
        .probability = arrays->probability,
        .scores = arrays->scores,
        .session = arrays->session,
        .deal = arrays->deal,
        .table = arrays->table,
        .seat = arrays->seat,
        .position = arrays->position,
        .who = arrays->who,
    };
}

/* Keeps what the rig's tables did, at most `room` rows. */
static struct skat_trajectory_plan plan_of(struct rig *rig, struct row_arrays *kept, int room)
{
    return (struct skat_trajectory_plan){
        .from = {.seat = rig->seat,
                 .position = rig->position,
                 .session = rig->session,
                 .deal = rig->deal,
                 .observation = rig->observation,
                 .scores = &rig->scores[0][0][0]},
        .count = TABLES,
        .seats = 3,
        .actions = rig->space.count,
        .room = room,
        .rows = rows_in(kept),
    };
}

/* Every decision of a deal that is over is a row, in order, with what the deal brought: noted a
 * second time, step by step. */
TEST(rows_are_the_decisions_of_deals_that_are_over)
{
    struct row_arrays *kept = malloc(sizeof *kept), *taken = malloc(sizeof *taken);
    struct skat_rules rules;
    struct rig rig;
    struct skat_random random;
    int32_t actions[TABLES], noted[TABLES][400];
    float likely[TABLES];
    uint8_t who[TABLES];
    int count[TABLES] = {0}, ended = 0, rows = 0;

    rules_of(&rules, "");
    rig_open(&rig, &rules, SKAT_REWARD_RULES);
    const struct skat_trajectory_plan plan = plan_of(&rig, kept, ROWS);
    void *memory = malloc(skat_trajectories_size(&plan));
    struct skat_trajectories *trajectories = skat_trajectories_init(memory, &plan);
    const struct skat_trajectory_rows to = rows_in(taken);
    skat_random_start_number(&random, 11);
    for (int step = 0; step < 1000; step++) {
        skat_tables_random(rig.tables, &random, actions);
        for (int t = 0; t < TABLES; t++) {
            noted[t][count[t]++] = actions[t];
            likely[t] = 1.0f / (float)(1 + count[t]);
            who[t] = (uint8_t)(7 * t);
        }
        assert_true(skat_trajectories_add(trajectories, actions, likely, who));
        assert_true(skat_tables_step(rig.tables, actions, NULL));
        skat_trajectories_end(trajectories);
        for (int t = 0; t < TABLES; t++) {
            if (!rig.done[t])
                continue;
            const int n = skat_trajectories_take(trajectories, count[t], &to);
            assert_int_equal(n, count[t]);
            for (int i = 0; i < n; i++) {
                assert_int_equal(taken->action[i], noted[t][i]);
                assert_int_equal(taken->table[i], t);
                assert_int_equal(taken->who[i], 7 * t);
                assert_true(taken->probability[i] == 1.0f / (float)(2 + i));
                assert_int_equal(taken->observation[i].position[taken->position[i]], 1);
                assert_true(taken->deal[i] == taken->deal[0]);
                for (int kind = 0; kind < SKAT_TABLES_SCORES; kind++)
                    assert_int_equal(taken->scores[SKAT_TABLES_SCORES * i + kind],
                                     score_of(&rig, 3, t, kind, taken->seat[i]));
            }
            rows += n;
            count[t] = 0;
            ended++;
        }
        assert_int_equal(skat_trajectories_ready(trajectories), 0);
    }
    assert_true(ended > 150 && rows > 1500);
    free(memory);
    free(kept);
    free(taken);
    rig_close(&rig);
}

/* Without room nothing is noted. */
TEST(rows_without_room_are_refused)
{
    struct row_arrays *kept = malloc(sizeof *kept);
    struct skat_rules rules;
    struct rig rig;
    int32_t actions[TABLES];

    rules_of(&rules, "");
    rig_open(&rig, &rules, SKAT_REWARD_RULES);
    const struct skat_trajectory_plan plan = plan_of(&rig, kept, TABLES + 3);
    void *memory = malloc(skat_trajectories_size(&plan));
    struct skat_trajectories *trajectories = skat_trajectories_init(memory, &plan);
    for (int t = 0; t < TABLES; t++)
        actions[t] = SKAT_NUMBER_PASS;
    assert_true(skat_trajectories_add(trajectories, actions, NULL, NULL));
    assert_false(skat_trajectories_add(trajectories, actions, NULL, NULL));
    for (int t = 3; t < TABLES; t++)
        actions[t] = SKAT_TABLES_STAY;
    assert_true(skat_trajectories_add(trajectories, actions, NULL, NULL));
    actions[0] = SKAT_TABLES_STAY;
    assert_false(skat_trajectories_add(trajectories, actions, NULL, NULL));
    free(memory);
    free(kept);
    rig_close(&rig);
}

/* ---- guests: bots in seats of the tables (arena/learn/bot_seats.h) ---- */

/* Seats of two guests, one in two parts, with an option of each type, and of the learner. What the
 * caller has, the texts of the options too, is freed before it returns. */
static struct bot_seats *open_seats(const struct skat_rules *rules, const char *bot)
{
    struct errors errors = {0};
    struct skat_seed seed = skat_seed_of_number(21);
    struct skat_random_key run = skat_seed_key(&seed);
    char guest[1200], text[4000];

    snprintf(guest, sizeof guest,
             "\"module\":\"%s\",\"options\":{\"number\":7,\"flag\":true,\"choice\":\"second\","
             "\"text\":\"a text, with a comma\"}}",
             bot);
    snprintf(text, sizeof text, "[{%s,null,{\"bid\":{%s,\"play\":{%s}]", guest, guest, guest);
    cJSON *root = json_parse(text, strlen(text), "bots", &errors);
    assert_non_null(root);
    const struct json_value value = json_root(root, "bots", &errors);
    struct bot_seats *seats = bot_seats_open(&value, rules, &run, TABLES);
    cJSON_Delete(root);
    if (errors.count)
        fail_msg("%s", errors.text);
    assert_non_null(seats);
    return seats;
}

static void play_with_forfeits(struct skat_tables *tables, const struct bot_seats *seats)
{
    struct skat_random random;
    int32_t actions[TABLES];

    skat_random_start_number(&random, 3);
    for (int step = 0; step < 300; step++) {
        skat_tables_random(tables, &random, actions);
        if (step % 50 == 0)
            actions[step / 50] = SKAT_TABLES_FORFEIT;
        assert_true(skat_tables_step(tables, actions, NULL));
    }
    assert_true(skat_tables_deals(tables) > TABLES);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(bot_seats_faults(seats, seat), 0);
}

/* Texts of options are valid until the bots are destroyed (bots/skat_bot.h), also of those that are
 * made anew. What is freed is overwritten, so that a text that is read too late is another one
 * without a sanitizer, too. */
TEST(settings_live_as_long_as_the_seats)
{
    struct skat_rules rules;
    struct errors errors = {0};
    char bot[1024];

    skat_rules_official(&rules);
    assert_true(skat_rules_prepare(&rules, NULL));
    ssize_t length = readlink("/proc/self/exe", bot, sizeof bot - 64);
    assert_true(length > 0);
    bot[length] = '\0';
    snprintf(strrchr(bot, '/'), 64, "/../bots/every_option.so");
    mallopt(M_PERTURB, 0x5a);
    struct bot_seats *seats = open_seats(&rules, bot);
    struct skat_seed seed = skat_seed_of_number(21);
    struct skat_tables_plan plan = {
        .rules = &rules,
        .run = skat_seed_key(&seed),
        .count = TABLES,
        .guests = bot_seats_guests(seats),
    };
    void *memory = malloc(skat_tables_size(&plan));
    struct skat_tables *tables = skat_tables_init(memory, &plan);
    play_with_forfeits(tables, seats);
    assert_true(bot_seats_reset(seats, &plan.run, &errors));
    play_with_forfeits(skat_tables_init(memory, &plan), seats);
    free(memory);
    bot_seats_close(seats);
}

/* ---- pieces of work shared among threads: each is done once, and one that takes long holds up no
 * others ---- */

enum { PIECES = 500 };

struct noted {
    atomic_int done, times[PIECES], threads[WORK_THREADS_MAX];
    int waits; /* this piece ends when all others are done; -1: none waits */
};

static void note(void *context, int thread, int number)
{
    struct noted *noted = context;

    if (number == noted->waits)
        while (atomic_load(&noted->done) < PIECES - 1)
            sched_yield();
    atomic_fetch_add(&noted->times[number], 1);
    atomic_fetch_add(&noted->threads[thread], 1);
    atomic_fetch_add(&noted->done, 1);
}

TEST(each_piece_is_done_once)
{
    static const int threads[] = {1, 2, 3, WORK_THREADS_MAX, 1000};

    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct noted noted = {.waits = -1};
        const struct shared_work work = {PIECES, note, &noted};
        work_share(&work, threads[i]);
        for (int n = 0; n < PIECES; n++)
            assert_int_equal(noted.times[n], 1);
        if (threads[i] == 1)
            assert_int_equal(noted.threads[0], PIECES);
    }
}

/* With shares that are made beforehand, the other pieces of its share would wait for it for ever.
 */
TEST(a_long_piece_holds_up_no_others)
{
    static const int longs[] = {0, 1, PIECES / 2, PIECES - 1};

    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        struct noted noted = {.waits = longs[i]};
        const struct shared_work work = {PIECES, note, &noted};
        work_share(&work, 2);
        assert_int_equal(noted.done, PIECES);
    }
}
