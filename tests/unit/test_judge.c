// SPDX-License-Identifier: MIT
/* tests/unit/test_judge.c - what pimc's judgements of cards have in common, in endings of games of
 * stammtisch. */
#include "tests/unit/three_players.h"
#include "tests/unit/unit_test.h"

#include "bots/pimc/judge.h"

enum { TABLE_BITS = 12, LAST = 6 /* cards in hand: all are judged by both */ };

struct judged {
    struct judge judge;
    int endings, parted; /* of which so many by both kinds of worlds */
};

static struct verdict judged_by(struct judged *judged, const struct skat_bot_view *view,
                                const struct world *world, cards legal, int solvers)
{
    struct verdict verdict;

    judged->judge.budget = 1000000;
    verdict_begin(&verdict, legal);
    assert_int_equal(judge_cards(&judged->judge, view, world, solvers, &verdict), 1);
    return verdict;
}

/* Each counts in its parts, and more is worth more to the player whose card it is. */
static void look(void *context, const struct three *table, const struct skat_decision *decision)
{
    const struct skat_bot_view view = view_of(&table->game, decision->position);
    const struct world truth = world_of(&table->game);
    struct judged *judged = context;

    if (decision->kind != SKAT_DECIDE_CARD || view.contract.type > GRAND ||
        count(view.hand) > LAST || !several(decision->cards))
        return;
    const int parts = judge_solvers_part(&view);
    const struct verdict solved = judged_by(judged, &view, &truth, decision->cards, JUDGE_PARTS);
    const struct verdict played = judged_by(judged, &view, &truth, decision->cards, 0);
    const struct verdict both = judged_by(judged, &view, &truth, decision->cards, parts);

    assert_in_range(parts, 1, JUDGE_PARTS);
    for (int i = 0; i < both.number; i++) {
        const int64_t exactly =
            parts * solved.utility[i] + (JUDGE_PARTS - parts) * played.utility[i];
        assert_true(llabs(JUDGE_PARTS * both.utility[i] - exactly) < JUDGE_PARTS);
    }
    judged->endings++;
    judged->parted += parts < JUDGE_PARTS;
}

TEST(both_count_in_their_parts)
{
    struct judged judged = {.judge = {.exact_cards = LAST}};
    void *memory = malloc(skat_solver_size(TABLE_BITS));

    judged.judge.solver = skat_solver_init(memory, TABLE_BITS);
    watch_games(20, &judged, look);
    assert_true(judged.endings > 100);
    assert_true(judged.parted > 30 && judged.parted < judged.endings);
    free(memory);
}

/* The fewer cards are left, the more the solver counts. */
TEST(the_solver_counts_more_and_more)
{
    for (int role = 0; role < 2; role++)
        for (int hand = 1; hand < SKAT_HAND; hand++) {
            struct skat_bot_view more = {.declarer = (uint8_t)role}, fewer = more;
            more.hand = ((cards)2 << hand) - 1;
            fewer.hand = ((cards)1 << hand) - 1;
            assert_true(judge_solvers_part(&fewer) >= judge_solvers_part(&more));
        }
}
