// SPDX-License-Identifier: MIT
/* tests/unit/test_learn.c - actions as numbers, observations, many tables (engine/learn). */
#include "engine/learn/tables.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/repeat.h"

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
static void every_number_that_may_be_picked_is_legal(void **state)
{
    uint64_t random = 20261201;
    uint32_t asked = 0;
    int spitzen = 0;

    (void)state;
    for (int set = 0; set < full_or(4000, 1200); set++) {
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
    assert_true(spitzen > 20);
}

/* Two numbers never have the same text. */
static void no_text_is_used_twice(void **state)
{
    (void)state;
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

static void numbers_have_these_names(void **state)
{
    struct skat_rules rules;
    struct skat_action_space space;
    char text[SKAT_NUMBER_TEXT];

    (void)state;
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
static void an_illegal_action_has_no_numbers(void **state)
{
    struct skat_rules rules;
    struct skat_action_space space;
    struct skat_game game;
    struct skat_decision decision;
    uint16_t numbers[SKAT_NUMBERS_OF_ACTION];
    struct skat_action action = {.size = sizeof action, .kind = SKAT_ACTION_BID, .bid = 19};
    uint64_t random = 3;

    (void)state;
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

static void parts_cover_the_observation(void **state)
{
    int next = 0;

    (void)state;
    for (int i = 0; i < skat_observation_part_count; i++) {
        const struct skat_observation_part *part = &skat_observation_parts[i];
        assert_int_equal(part->first, next);
        next += part->rows * part->columns;
    }
    assert_int_equal(next, SKAT_OBSERVATION_SIZE);
}

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
    uint64_t session[TABLES], deal[TABLES];
    struct skat_action_space space;
};

static void rig_open(struct rig *rig, const struct skat_rules *rules,
                     enum skat_tables_reward reward)
{
    const struct skat_seed seed = skat_seed_of_number(42);
    struct skat_tables_plan plan = {
        .rules = rules,
        .run = skat_seed_key(&seed),
        .first_session = 3,
        .count = TABLES,
        .reward = reward,
    };

    memset(rig, 0, sizeof *rig);
    skat_action_space_of(&rig->space, rules);
    rig->mask = malloc((size_t)(TABLES * rig->space.count));
    assert_non_null(rig->mask);
    plan.out =
        (struct skat_tables_out){rig->seat, rig->position,      rig->mask,    rig->observation,
                                 rig->done, &rig->reward[0][0], rig->session, rig->deal};
    void *memory = malloc(skat_tables_size(&plan));
    assert_non_null(memory);
    rig->tables = skat_tables_init(memory, &plan);
}

static void rig_close(struct rig *rig)
{
    free(rig->tables);
    free(rig->mask);
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
}

static void tables_play_the_deals_of_the_seed(void **state)
{
    uint64_t random = 8;
    int done = 0;

    (void)state;
    for (int set = 0; set < full_or(300, 60); set++) {
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
        for (int step = 0; step < 400; step++) {
            for (int t = 0; t < TABLES; t++) {
                check_table(&rig, &rules, t);
                done += rig.done[t];
            }
            skat_tables_random(rig.tables, &stream, actions);
            for (int t = 0; t < TABLES; t++)
                assert_true(rig.mask[t * rig.space.count + actions[t]]);
            assert_true(skat_tables_step(rig.tables, actions, NULL));
        }
        assert_true(skat_tables_decisions(rig.tables) == 400 * TABLES);
        rig_close(&rig);
    }
    assert_true(done > 1000);
}

/* A table alone, played card by card with the engine: the same rewards. */
static void rewards_are_the_scores_of_the_game(void **state)
{
    struct skat_rules rules;
    struct rig rig;
    struct skat_random stream;
    int32_t actions[TABLES];
    int deals = 0, unlike_classic = 0;

    (void)state;
    rules_of(&rules, "scoring=seeger_fabian");
    rig_open(&rig, &rules, SKAT_REWARD_RULES);
    skat_random_start_number(&stream, 9);
    while (deals < 500) {
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
            unlike_classic += extra[seat] != 0;
        }
        deals++;
    }
    assert_true(unlike_classic > 100);
    rig_close(&rig);
}

static void an_illegal_number_changes_nothing(void **state)
{
    struct skat_rules rules;
    struct rig rig;
    struct skat_error error = {""};
    int32_t actions[TABLES];

    (void)state;
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

/* What is hidden from a player changes no observation: the skat and another hand are exchanged. */
static void observations_do_not_show_hidden_cards(void **state)
{
    uint64_t random = 77;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct skat_rules rules;
        struct skat_game game, other;
        struct skat_view view;
        struct skat_observation seen, seen_other;
        rules_of(&rules, "");
        start_random(&game, &rules, &random);
        for (int steps = test_below(&random, 30); steps && random_step(&game, &random); steps--)
            ;
        if (game.phase == SKAT_PHASE_OVER || game.table.contract.with & SKAT_WITH_OUVERT)
            continue;
        other = game;
        const unsigned me = game.table.turn, one = (me + 1) % 3, two = (me + 2) % 3;
        other.hands[one] = game.hands[two];
        other.hands[two] = game.hands[one];
        if (me != game.table.declarer)
            other.skat = skat_card_bit(0x28) | skat_card_bit(0x38);
        skat_game_view(&game, me, &view);
        skat_observe(&rules, &view, NULL, &seen);
        skat_game_view(&other, me, &view);
        skat_observe(&rules, &view, NULL, &seen_other);
        assert_memory_equal(&seen, &seen_other, sizeof seen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_that_may_be_picked_is_legal),
        cmocka_unit_test(no_text_is_used_twice),
        cmocka_unit_test(numbers_have_these_names),
        cmocka_unit_test(an_illegal_action_has_no_numbers),
        cmocka_unit_test(parts_cover_the_observation),
        cmocka_unit_test(tables_play_the_deals_of_the_seed),
        cmocka_unit_test(rewards_are_the_scores_of_the_game),
        cmocka_unit_test(an_illegal_number_changes_nothing),
        cmocka_unit_test(observations_do_not_show_hidden_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
