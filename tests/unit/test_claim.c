// SPDX-License-Identifier: MIT
/* tests/unit/test_claim.c - claims of the rest (engine/game/claim.c) against all layouts and all
 * plays, and giving up later (engine/game/early_end.c). */
#include "engine/game/phases.h"
#include "engine/game/worlds.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* ---- every order, every layout, every play ---- */

enum { MOST_CARDS = 4 };

/* The claimer plays its cards in this order. */
struct order_of_play {
    const struct skat_ranking *ranking;
    unsigned claimer;
    int count;
    skat_card cards[MOST_CARDS];
};

static bool takes_from(const struct order_of_play *play, int next,
                       const skat_cards hands[SKAT_PLAYERS]);

/* The claimer is winning a trick with `best`. Does it take this trick and all later ones, whatever
 * the `behind` players after it play? */
static bool takes_trick(const struct order_of_play *play, int next, skat_card led, skat_card best,
                        const skat_cards hands[SKAT_PLAYERS], unsigned player, unsigned behind)
{
    if (!behind)
        return takes_from(play, next, hands);
    for (skat_cards rest = skat_follow(play->ranking, hands[player], led); rest;) {
        const skat_card card = skat_cards_pop(&rest);
        skat_cards left[SKAT_PLAYERS] = {hands[0], hands[1], hands[2]};
        left[player] &= ~skat_card_bit(card);
        if (skat_beats(play->ranking, card, best) ||
            !takes_trick(play, next, led, best, left, (player + 1) % SKAT_PLAYERS, behind - 1))
            return false;
    }
    return true;
}

/* Does the claimer, on lead, take every trick with its cards from number `next` on? */
static bool takes_from(const struct order_of_play *play, int next,
                       const skat_cards hands[SKAT_PLAYERS])
{
    if (next == play->count)
        return true;
    const skat_card card = play->cards[next];
    return takes_trick(play, next + 1, card, card, hands, (play->claimer + 1) % SKAT_PLAYERS, 2);
}

/* The same, with its first card to the open trick, if there is one. */
static bool takes_all(const struct order_of_play *play, const struct skat_view *view,
                      const skat_cards hands[SKAT_PLAYERS])
{
    const struct skat_table *table = &view->table;
    const unsigned first = table->trick_count * SKAT_PLAYERS,
                   in_trick = table->played_count - first;
    skat_card best = SKAT_NO_CARD, led = in_trick ? table->played[first] : SKAT_NO_CARD;

    if (!in_trick)
        return takes_from(play, 0, hands);
    for (unsigned n = first; n < table->played_count; n++)
        if (n == first || skat_beats(play->ranking, table->played[n], best))
            best = table->played[n];
    const skat_card card = play->cards[0];
    return skat_cards_has(skat_follow(play->ranking, view->hand, led), card) &&
           skat_beats(play->ranking, card, best) &&
           takes_trick(play, 1, led, card, hands, (play->claimer + 1) % SKAT_PLAYERS, 2 - in_trick);
}

static bool holds_everywhere(const struct order_of_play *play, const struct skat_view *view,
                             const struct skat_worlds *worlds)
{
    struct skat_world world;

    for (uint64_t n = 0; n < skat_worlds_count(worlds); n++) {
        skat_worlds_at(worlds, n, &world);
        if (!takes_all(play, view, world.hands))
            return false;
    }
    return true;
}

/* Is there an order of the cards that are left by which it holds? */
static bool some_order_holds(struct order_of_play *play, skat_cards left,
                             const struct skat_view *view, const struct skat_worlds *worlds)
{
    if (!left)
        return holds_everywhere(play, view, worlds);
    for (skat_cards rest = left; rest;) {
        const skat_card card = skat_cards_pop(&rest);
        play->cards[play->count++] = card;
        const bool holds = some_order_holds(play, left & ~skat_card_bit(card), view, worlds);
        play->count--;
        if (holds)
            return true;
    }
    return false;
}

struct seen_claims {
    int held[SKAT_PLAYERS], failed[SKAT_PLAYERS], held_by_order;
};

/* Are the claimer's cards the highest, in any order? */
static bool in_any_order(const struct skat_ranking *order, const struct skat_worlds *worlds,
                         const struct skat_view *view)
{
    skat_cards out = 0;

    for (int g = 0; g < worlds->group_count; g++)
        out |= worlds->groups[g].cards;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        out |= position == view->position ? 0 : worlds->known.hands[position];
    for (skat_cards rest = view->hand; rest;) {
        const skat_card mine = skat_cards_pop(&rest);
        for (skat_cards others = out; others;)
            if (skat_beats(order, skat_cards_pop(&others), mine))
                return false;
    }
    return true;
}

/* The answer to a claim now beside that of all orders, layouts and plays. */
static void check_claim(const struct skat_game *game, struct seen_claims *seen)
{
    struct skat_view view;
    struct skat_worlds worlds;
    const unsigned claimer = game->table.turn;
    struct order_of_play play = {.ranking = skat_rules_ranking(game->rules, game->table.contract),
                                 .claimer = claimer};

    skat_game_view(game, claimer, &view);
    assert_true(skat_worlds_of(&worlds, game->rules, &view));
    if (skat_worlds_count(&worlds) > 3000)
        return;
    const bool holds = some_order_holds(&play, view.hand, &view, &worlds);
    if (skat_claim_holds(game->rules, &view) != holds)
        fail_msg("a claim by %u after %d cards should be %d", claimer, game->table.played_count,
                 holds);
    const int in_trick = game->table.played_count - game->trick_began;
    seen->held[in_trick] += holds;
    seen->failed[in_trick] += !holds;
    seen->held_by_order += holds && !in_any_order(play.ranking, &worlds, &view);
}

/* The player to move plays its lowest card, mostly: then what is left at the end can be claimed. */
static bool step_low(struct skat_game *game, uint64_t *random)
{
    struct skat_decision decision;

    if (!skat_game_pending(game, &decision) || decision.kind != SKAT_DECIDE_CARD ||
        skat_cards_count(game->hands[decision.position]) <= MOST_CARDS || !test_below(random, 4))
        return random_step(game, random);
    skat_cards rest = decision.cards;
    skat_card lowest = skat_cards_pop(&rest);
    while (rest) {
        const skat_card card = skat_cards_pop(&rest);
        if (game->order->strength[card] < game->order->strength[lowest])
            lowest = card;
    }
    return skat_game_apply(game, decision.position,
                           &(struct skat_action){.size = sizeof(struct skat_action),
                                                 .kind = SKAT_ACTION_CARD,
                                                 .count = 1,
                                                 .cards = {lowest}}) == SKAT_ACCEPTED;
}

TEST(a_claim_holds_by_some_order_in_every_layout_and_every_play)
{
    uint64_t random = 4711;
    struct seen_claims seen = {0};
    for (int set = 0; set < 2500; set++) {
        static struct skat_rules rules;
        rules_random(&rules, &random);
        for (int i = 0; i < 6; i++) {
            struct skat_game game;
            start_random(&game, &rules, &random);
            do
                if (skat_may_claim(&game) &&
                    skat_cards_count(game.hands[game.table.turn]) <= MOST_CARDS)
                    check_claim(&game, &seen);
            while (step_low(&game, &random));
        }
    }
    for (int in_trick = 0; in_trick < SKAT_PLAYERS; in_trick++)
        assert_true(seen.held[in_trick] > 20 && seen.failed[in_trick] > 100);
    assert_true(seen.held_by_order > 20);
}
