// SPDX-License-Identifier: MIT
/* tests/unit/test_worlds.c - what a view leaves open (engine/game/worlds.h): the true cards are
 * among the worlds, each of them explains the view, none is missing, and all are drawn equally
 * often. */
#include "engine/game/worlds.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* ---- what a player sees in a world ---- */

enum explanation { NO_SUCH_GAME, ANOTHER_VIEW, EXPLAINS };

/* Whether the game can have this world, and `viewer` would see in it what it sees. */
static enum explanation explain(const struct skat_game *game, unsigned viewer,
                                const struct skat_world *world)
{
    struct skat_view seen, again;
    struct skat_game other;

    if (!skat_game_in_world(game, world, &other))
        return NO_SUCH_GAME;
    memset(&seen, 0, sizeof seen);
    memset(&again, 0, sizeof again);
    skat_game_view(game, viewer, &seen);
    skat_game_view(&other, viewer, &again);
    return memcmp(&seen, &again, sizeof seen) == 0 ? EXPLAINS : ANOTHER_VIEW;
}

/* ---- the true cards ---- */

/* In schieberamsch, the others do not know that a player has taken the two cards. */
static bool has_taken_unseen(const struct skat_game *game, unsigned viewer)
{
    return game->phase == SKAT_PHASE_PASS_ON && viewer != game->table.turn;
}

static unsigned true_place(const struct skat_game *game, unsigned viewer, skat_card card)
{
    if (has_taken_unseen(game, viewer) && skat_cards_has(game->skat, card))
        return SKAT_PLACE_SKAT;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (skat_cards_has(game->hands[position], card))
            return position;
    return SKAT_PLACE_SKAT;
}

static bool is_known(const struct skat_worlds *worlds, unsigned place, skat_card card)
{
    return skat_cards_has(
        place == SKAT_PLACE_SKAT ? worlds->known.skat : worlds->known.hands[place], card);
}

/* Each card is known where it is, or hidden in a group that can be there; and the places have that
 * room. */
static void check_truth(const struct skat_game *game, unsigned viewer,
                        const struct skat_worlds *worlds)
{
    int room[SKAT_PLACES] = {0};

    for (skat_cards rest = game->rules->derived.deck->cards & ~game->gone; rest;) {
        const skat_card card = skat_cards_pop(&rest);
        const unsigned place = true_place(game, viewer, card);
        bool found = is_known(worlds, place, card);
        for (int g = 0; g < worlds->group_count && !found; g++)
            if (skat_cards_has(worlds->groups[g].cards, card)) {
                assert_true(worlds->groups[g].places >> place & 1);
                found = true;
                room[place]++;
            }
        assert_true(found);
    }
    for (int place = 0; place < SKAT_PLACES; place++)
        assert_int_equal(room[place], worlds->room[place]);
}

/* A drawn layout has each card once, and as many in each hand. */
static void check_draw(const struct skat_game *game, unsigned viewer,
                       const struct skat_worlds *worlds, struct skat_random *random)
{
    struct skat_world world;
    skat_cards all = game->gone;

    skat_worlds_draw(worlds, random, &world);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        assert_true((all & world.hands[position]) == 0);
        all |= world.hands[position];
        const skat_cards taken = has_taken_unseen(game, viewer) ? game->skat : 0;
        assert_int_equal(skat_cards_count(world.hands[position]),
                         skat_cards_count(game->hands[position] & ~taken));
    }
    assert_true((all & world.skat) == 0);
    assert_true((all | world.skat) == game->rules->derived.deck->cards);
    /* Where views show more than usual, hidden cards may have been passed on. */
    const enum explanation how = explain(game, viewer, &world);
    if (game->rules->game == SKAT_VARIANT_SKAT && !game->shows_more)
        assert_int_equal(how, EXPLAINS);
    assert_int_not_equal(how, ANOTHER_VIEW);
}

static int check_positions(const struct skat_game *game, struct skat_random *random)
{
    int seen = 0;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct skat_view view;
        struct skat_worlds worlds;
        if (!skat_sits(game->rules->derived.seating, position))
            continue;
        memset(&view, 0, sizeof view);
        skat_game_view(game, position, &view);
        if (!skat_worlds_of(&worlds, game->rules, &view))
            continue;
        check_truth(game, position, &worlds);
        check_draw(game, position, &worlds, random);
        seen++;
    }
    return seen;
}

TEST(the_true_cards_are_a_world_under_all_rules)
{
    uint64_t numbers = 20261123;
    struct skat_random random;
    int seen[SKAT_VARIANTS] = {0}, asked[SKAT_VARIANTS] = {0};

    skat_random_start_number(&random, 5);
    for (int set = 0; set < 220; set++) {
        struct skat_rules rules;
        enum skat_variant_id game_id = (enum skat_variant_id)(set % SKAT_VARIANTS);
        if (set % 3)
            rules_random(&rules, &numbers);
        else
            rules_random_of_game(&rules, game_id, &numbers);
        struct skat_game game;
        start_random(&game, &rules, &numbers);
        do {
            if (game.phase == SKAT_PHASE_OVER)
                break;
            if (test_below(&numbers, 5))
                continue;
            asked[rules.game] += 3;
            seen[rules.game] += check_positions(&game, &random);
        } while (random_step(&game, &numbers));
    }
    /* Where worlds are said to be supported, every view has some. */
    assert_int_equal(seen[SKAT_VARIANT_SKAT], asked[SKAT_VARIANT_SKAT]);
    assert_int_equal(seen[SKAT_VARIANT_TOURNEESKAT], asked[SKAT_VARIANT_TOURNEESKAT]);
    assert_int_equal(seen[SKAT_VARIANT_SECHSER], asked[SKAT_VARIANT_SECHSER]);
    assert_true(seen[SKAT_VARIANT_PILOT] > 0 && seen[SKAT_VARIANT_IDIOTENSKAT] > 0);
    assert_int_equal(seen[SKAT_VARIANT_OFFIZIERSSKAT] + seen[SKAT_VARIANT_STROHMANN] +
                         seen[SKAT_VARIANT_OMA],
                     0);
}

/* ---- each world explains the view, and no other layout does ---- */

/* All ways to lay out the hidden cards, without a thought of groups. */
static uint64_t lay_out(const struct skat_game *game, unsigned viewer,
                        const struct skat_worlds *worlds, struct skat_world *world,
                        skat_cards hidden, int room[SKAT_PLACES])
{
    uint64_t count = 0;

    if (!hidden)
        return explain(game, viewer, world) == EXPLAINS;
    const skat_cards bit = hidden & (0 - hidden);
    for (int place = 0; place < SKAT_PLACES; place++) {
        skat_cards *cards = place == SKAT_PLACE_SKAT ? &world->skat : &world->hands[place];
        if (!room[place])
            continue;
        room[place]--;
        *cards |= bit;
        count += lay_out(game, viewer, worlds, world, hidden & ~bit, room);
        *cards &= ~bit;
        room[place]++;
    }
    return count;
}

static skat_cards hidden_cards(const struct skat_worlds *worlds)
{
    skat_cards hidden = 0;

    for (int g = 0; g < worlds->group_count; g++)
        hidden |= worlds->groups[g].cards;
    return hidden;
}

static int by_hand(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(struct skat_world));
}

/* Looks at all worlds of a position late in a game. */
static void check_all_worlds(const struct skat_game *game, unsigned viewer,
                             const struct skat_worlds *worlds)
{
    const uint64_t count = skat_worlds_count(worlds);
    struct skat_world *all = calloc(count, sizeof *all), world = worlds->known;
    int room[SKAT_PLACES];

    for (uint64_t i = 0; i < count; i++) {
        skat_worlds_at(worlds, i, &all[i]);
        assert_int_equal(explain(game, viewer, &all[i]), EXPLAINS);
    }
    qsort(all, count, sizeof *all, by_hand);
    for (uint64_t i = 1; i < count; i++)
        assert_true(by_hand(&all[i - 1], &all[i]) != 0);
    free(all);
    for (int place = 0; place < SKAT_PLACES; place++)
        room[place] = worlds->room[place];
    assert_true(lay_out(game, viewer, worlds, &world, hidden_cards(worlds), room) == count);
}

TEST(worlds_are_those_that_explain_the_view)
{
    enum { FEW = 9 /* hidden cards */, WORLDS = 3000 };
    uint64_t numbers = 4711;
    struct skat_rules rules;
    struct skat_random random;
    int looked = 0, drawn = 0;

    rules_of(&rules, "");
    skat_random_start_number(&random, 6);
    for (int i = 0; i < 20; i++) {
        struct skat_game game;
        start_random(&game, &rules, &numbers);
        while (random_step(&game, &numbers) && game.phase != SKAT_PHASE_OVER)
            for (unsigned viewer = 0; viewer < SKAT_PLAYERS; viewer++) {
                struct skat_worlds worlds;
                struct skat_world world;
                struct skat_view view;
                memset(&view, 0, sizeof view);
                skat_game_view(&game, viewer, &view);
                assert_true(skat_worlds_of(&worlds, &rules, &view));
                skat_worlds_draw(&worlds, &random, &world);
                assert_int_equal(explain(&game, viewer, &world), EXPLAINS);
                drawn++;
                if (skat_cards_count(hidden_cards(&worlds)) <= FEW &&
                    skat_worlds_count(&worlds) <= WORLDS) {
                    check_all_worlds(&game, viewer, &worlds);
                    looked++;
                }
            }
    }
    assert_true(looked > 100 && drawn > 1000);
}

/* ---- numbers ---- */

TEST(counts_that_are_known)
{
    /* Middlehand before the first bid: 22 cards in two hands of ten and the skat. */
    static const struct {
        enum skat_variant_id game;
        uint64_t count;
    } rows[] = {
        {SKAT_VARIANT_SKAT, 646646u * 66u},      /* 22 over 10, 12 over 10 */
        {SKAT_VARIANT_SECHSER, 4457400u * 364u}, /* 25 over 11, 14 over 11 */
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_deal deal;
        struct skat_view view;
        struct skat_worlds worlds;
        rules_of_game(&rules, rows[i].game, "");
        deal_by_number(&deal, rules.derived.deck, 1, 0, 0);
        skat_game_start(&game, &rules, &deal, NULL);
        memset(&view, 0, sizeof view);
        skat_game_view(&game, 1, &view);
        assert_true(skat_worlds_of(&worlds, &rules, &view));
        assert_true(skat_worlds_count(&worlds) == rows[i].count);
    }
}

/* Chi-square over all worlds of a position in which somebody has not followed suit: with groups of
 * several kinds. */
TEST(all_are_drawn_equally_often)
{
    enum { EACH = 200, MOST = 400 };
    uint64_t numbers = 99;
    struct skat_rules rules;
    struct skat_random random;
    int looked = 0;

    rules_of(&rules, "");
    skat_random_start_number(&random, 7);
    while (looked < 4) {
        struct skat_game game;
        start_random(&game, &rules, &numbers);
        while (random_step(&game, &numbers) && game.phase != SKAT_PHASE_OVER) {
            struct skat_worlds worlds;
            struct skat_world all[MOST], world;
            struct skat_view view;
            int times[MOST] = {0};
            memset(&view, 0, sizeof view);
            skat_game_view(&game, 0, &view);
            assert_true(skat_worlds_of(&worlds, &rules, &view));
            const int count = (int)skat_worlds_count(&worlds);
            if (count < 20 || count > MOST || worlds.group_count < 2)
                continue;
            for (int i = 0; i < count; i++)
                skat_worlds_at(&worlds, (uint64_t)i, &all[i]);
            qsort(all, (size_t)count, sizeof *all, by_hand);
            for (int i = 0; i < EACH * count; i++) {
                skat_worlds_draw(&worlds, &random, &world);
                const struct skat_world *found =
                    bsearch(&world, all, (size_t)count, sizeof *all, by_hand);
                assert_non_null(found);
                times[found - all]++;
            }
            double chi = 0;
            for (int i = 0; i < count; i++)
                chi += (times[i] - EACH) * (double)(times[i] - EACH) / EACH;
            /* Mean count - 1, standard deviation sqrt(2 count); the seed is fixed. */
            assert_true((chi - count) * (chi - count) < 16 * 2.0 * count);
            looked++;
            break;
        }
    }
}
