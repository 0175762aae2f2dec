// SPDX-License-Identifier: MIT
/* tests/unit/test_value.c - what holds of all values and ranks (rules.md 3.1, 7.1, 8.3); single
 * ones are in tests/data/games. */
#include "tests/unit/engine_helpers.h"

#include "engine/declarations.h"
#include "tests/unit/unit_test.h"

TEST(doublings_have_names)
{
    static const char *const names[] = {"kontra", "re",    "supra",  "hirsch",
                                        "blatt",  "lachs", "schuss", "doubled again"};
    for (int level = 0; level < SKAT_KONTRA_LEVELS_MAX; level++)
        assert_string_equal(skat_doubling_name(level), names[level]); /* Wikipedia 6.1 */
}

/* rules.md 8.3: that a game is decided is a matter of the rest alone, and of nobody's fault. */
TEST(a_game_without_a_rest_is_decided)
{
    static const char *const codes[] = {"D", "CH", "GHS", "GHZ", "HO", "N", "NOH"};
    struct skat_rules rules;
    rules_of(&rules, "");
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        for (int points = 0; points <= 120; points++)
            for (int tricks = 0; tricks <= 10; tricks++) {
                struct skat_facts facts = {.announced = true,
                                           .bid = 36,
                                           .matadors = 2,
                                           .matadors_hand = 2,
                                           .points = points,
                                           .tricks = tricks,
                                           .bock = 1};
                struct skat_result result;
                skat_contract_parse(codes[i], &facts.contract);
                facts.contract = skat_rules_complete(&rules, facts.contract);
                facts.picked_up = !(facts.contract.with & SKAT_WITH_HAND);
                skat_value(&rules, &facts, &result);
                assert_int_equal(skat_value_decided(&rules, &facts),
                                 result.won ? SKAT_DECIDED_WON : SKAT_DECIDED_LOST);
            }
}

/* Each announcement has the rank of the table in rules.md 3.1, and lists begin with the lowest. */
TEST(lists_of_calls_are_in_the_order_of_ranks)
{
    struct skat_rules rules;
    int rank = 0;
    rules_of(&rules, "auction=suits announcements=with_skat");
    assert_int_equal(rules.derived.call_count, 12);
    for (int i = 0; i < 12; i++)
        assert_int_equal(naive_call_rank(rules.derived.calls[i]), i + 1);
    for (int skat = 1; skat >= 0; skat--)
        for (int i = 0; i < rules.derived.declaration_count[skat]; i++) {
            struct skat_contract contract = rules.derived.declarations[skat][i];
            assert_true(naive_call_rank(contract) >= rank);
            rank = naive_call_rank(contract);
            assert_int_equal(skat_call_rank(contract), rank);
        }
    assert_int_equal(rules.derived.declaration_count[1], 16);
    assert_int_equal(rules.derived.declaration_count[0], 4 * 4 + 1 + 3 + 1 + 1);
}

TEST(games_without_a_rank_are_refused)
{
    static const struct {
        const char *option, *value;
    } options[] = {{"revolution", "exchange"}, {"sachsenspitze", "20"}};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        struct skat_error error;
        struct skat_rules rules;
        skat_rules_official(&rules);
        rules_set(&rules, "auction", "suits");
        rules_set(&rules, options[i].option, options[i].value);
        assert_false(skat_rules_prepare(&rules, &error));
        assert_non_null(strstr(error.text, "has no rank"));
    }
}
