// SPDX-License-Identifier: MIT
/* tests/unit/test_claim.c - claims of the rest (engine/game/claim.h) against all layouts and all
 * plays, and giving up later (engine/game/resigning.h). */
#include "engine/game/claim.h"
#include "engine/game/worlds.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* ---- every layout, every play ---- */

static bool takes_all(const struct skat_ranking *order, unsigned claimer,
                      const skat_cards hands[SKAT_PLAYERS]);

/* The others play to the trick that the claimer led, in every legal way. */
static bool takes_this(const struct skat_ranking *order, unsigned claimer, skat_card led,
                       const skat_cards hands[SKAT_PLAYERS], unsigned behind)
{
    if (behind == SKAT_PLAYERS)
        return takes_all(order, claimer, hands);
    const unsigned player = (claimer + behind) % SKAT_PLAYERS;
    for (skat_cards rest = skat_follow(order, hands[player], led); rest;) {
        const skat_card card = skat_cards_pop(&rest);
        skat_cards left[SKAT_PLAYERS] = {hands[0], hands[1], hands[2]};
        left[player] &= ~skat_card_bit(card);
        if (skat_beats(order, card, led) || !takes_this(order, claimer, led, left, behind + 1))
            return false;
    }
    return true;
}

/* Does the claimer, on lead, take every trick, whatever anybody plays, itself included? */
static bool takes_all(const struct skat_ranking *order, unsigned claimer,
                      const skat_cards hands[SKAT_PLAYERS])
{
    for (skat_cards rest = hands[claimer]; rest;) {
        const skat_card led = skat_cards_pop(&rest);
        skat_cards left[SKAT_PLAYERS] = {hands[0], hands[1], hands[2]};
        left[claimer] &= ~skat_card_bit(led);
        if (!takes_this(order, claimer, led, left, 1))
            return false;
    }
    return true;
}

struct seen_claims {
    int held, failed, held_over_trumps, held_by_play;
};

/* Are the claimer's cards the highest, with no trump out against a plain card? Then it holds
 * without a look at who must follow what. */
static bool is_plain(const struct skat_ranking *order, const struct skat_worlds *worlds,
                     const struct skat_view *view)
{
    skat_cards out = 0;
    for (int g = 0; g < worlds->group_count; g++)
        out |= worlds->groups[g].cards;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        out |= position == view->position ? 0 : worlds->known.hands[position];
    return !(out & order->trumps) || !(view->hand & ~order->trumps);
}

/* The answer to a claim now beside that of all layouts and plays. */
static void check_claim(const struct skat_game *game, struct seen_claims *seen)
{
    struct skat_view view;
    struct skat_worlds worlds;
    struct skat_world world;
    const unsigned claimer = game->table.turn;
    const struct skat_ranking *order = skat_rules_ranking(game->rules, game->table.contract);
    bool holds = true;

    skat_game_view(game, claimer, &view);
    assert_true(skat_worlds_of(&worlds, game->rules, &view));
    if (skat_worlds_count(&worlds) > 3000)
        return;
    for (uint64_t n = 0; n < skat_worlds_count(&worlds) && holds; n++) {
        skat_worlds_at(&worlds, n, &world);
        holds = takes_all(order, claimer, world.hands);
    }
    if (skat_claim_holds(game->rules, &view) != holds)
        fail_msg("a claim by %u after %d cards should be %d", claimer, game->table.played_count,
                 holds);
    seen->held += holds;
    seen->failed += !holds;
    seen->held_by_play += holds && !is_plain(order, &worlds, &view);
}

TEST(a_claim_holds_in_every_layout_and_every_play)
{
    uint64_t random = 4711;
    struct seen_claims seen = {0};
    for (int set = 0; set < 400; set++) {
        static struct skat_rules rules;
        rules_random(&rules, &random);
        for (int i = 0; i < 6; i++) {
            struct skat_game game;
            start_random(&game, &rules, &random);
            do
                if (skat_may_claim(&game) && skat_cards_count(game.hands[game.table.turn]) <= 4)
                    check_claim(&game, &seen);
            while (random_step(&game, &random));
        }
    }
    assert_true(seen.held > 20 && seen.failed > 100 && seen.held_by_play > 0);
}
