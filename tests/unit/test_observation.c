// SPDX-License-Identifier: MIT
/* tests/unit/test_observation.c - the observation is sufficient: equal numbers mean equal sets of
 * layouts; and the one with all cards open (engine/learn/observation). */
#include "engine/game/worlds.h"
#include "engine/learn/tables.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* ---- parts ---- */

TEST(parts_cover_all_layouts)
{
    const struct skat_observation_layout *const layouts[] = {&skat_observation_layout,
                                                             &skat_observation_open_layout};

    for (size_t of = 0; of < COUNT_OF(layouts); of++) {
        int next = 0;
        for (int i = 0; i < layouts[of]->part_count; i++) {
            assert_int_equal(layouts[of]->parts[i].first, next);
            next += layouts[of]->parts[i].rows * layouts[of]->parts[i].columns;
        }
        assert_int_equal(next, layouts[of]->size);
    }
}

/* ---- one history ---- */

static int sum(const int16_t *values, int count)
{
    int all = 0;

    for (int i = 0; i < count; i++)
        all += values[i];
    return all;
}

static const int16_t *numbers_of_set(skat_cards set, int16_t out[SKAT_DECK_MAX])
{
    memset(out, 0, SKAT_DECK_MAX * sizeof *out);
    for (skat_cards rest = set; rest;)
        out[skat_number_of_card(skat_cards_pop(&rest))] = 1;
    return out;
}

#define ASSERT_CARDS(member, set)                                                                  \
    do {                                                                                           \
        int16_t cards[SKAT_DECK_MAX];                                                              \
        assert_memory_equal(member, numbers_of_set(set, cards), sizeof cards);                     \
    } while (0)

/* Against the game and its record, read in another way than the observation is made. */
static void check_against_game(const struct skat_game *game, const struct skat_view *view,
                               const struct skat_observation *seen)
{
    const struct skat_table *table = &game->table;
    const int hands = game->hands_dealt;

    ASSERT_CARDS(seen->hand, view->hand);
    ASSERT_CARDS(seen->dealt, view->dealt);
    ASSERT_CARDS(seen->skat, view->skat);
    for (int n = 0; n < table->played_count; n++) {
        const unsigned who =
            (game->table.leader[n / hands] + (unsigned)(n % hands)) % (unsigned)hands;
        assert_int_equal(seen->history[n][0], 1 + skat_number_of_card(table->played[n]));
        assert_int_equal(seen->history[n][1], 1 + (who + 3 - view->position) % 3);
    }
    assert_int_equal(
        sum(seen->history[table->played_count], 2 * (SKAT_DECK_MAX - table->played_count)), 0);
    assert_int_equal(seen->cards_played, table->played_count);
    assert_int_equal(seen->bid, table->bid);
    for (unsigned who = 0; who < SKAT_PLAYERS; who++) {
        const unsigned position = (view->position + who) % SKAT_PLAYERS;
        assert_int_equal(seen->declarer[who], table->declarer == position);
        assert_int_equal(seen->points[who], table->points[position]);
        assert_int_equal(seen->tricks[who], table->tricks[position]);
        assert_int_equal(seen->highest[who], table->highest[position]);
        assert_int_equal(seen->passed[who], table->passed >> position & 1);
        if (table->announced)
            assert_int_equal(seen->leader[who], table->leader[table->trick_count] == position);
    }
}

/* Of the auction in the record: bids ascend, and the last row has the bid. */
static void check_auction(const struct skat_game *game, const struct skat_observation *seen)
{
    int calls = 0;

    for (int i = 0; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        if (move->kind != SKAT_ACTION_BID)
            continue;
        assert_int_equal(seen->auction[calls][1], move->value);
        assert_int_equal(seen->auction[calls][0],
                         1 + (move->position + 3 - seen->position[1] - 2 * seen->position[2]) % 3);
        const struct skat_move *next = i + 1 < game->move_count ? move + 1 : NULL;
        assert_int_equal(seen->auction[calls][2], next && next->kind == SKAT_ACTION_HOLD ? 1
                                                  : next && next->kind == SKAT_ACTION_PASS &&
                                                          next->position != move->position
                                                      ? 2
                                                      : 0);
        calls++;
    }
    assert_int_equal(seen->calls, calls);
    if (calls && calls <= SKAT_OBSERVED_CALLS)
        assert_int_equal(seen->auction[calls - 1][1], seen->bid);
}

TEST(observations_agree_with_the_record)
{
    uint64_t random = 4401;
    int cards = 0, bids = 0;

    for (int set = 0; set < 150; set++) {
        struct skat_rules rules;
        struct skat_game game;
        if (set % 3)
            rules_of(&rules, "");
        else
            rules_random_of_game(&rules, (enum skat_variant_id)(set / 3 % SKAT_VARIANTS), &random);
        start_random(&game, &rules, &random);
        do {
            struct skat_decision decision;
            struct skat_view view;
            struct skat_observation seen;
            if (!skat_game_pending(&game, &decision))
                break;
            skat_game_view(&game, skat_game_player(&game, decision.position), &view);
            skat_observe(&rules, &view, game.moves, game.move_count, NULL, &seen);
            check_against_game(&game, &view, &seen);
            if (rules.game == SKAT_VARIANT_SKAT)
                check_auction(&game, &seen);
            cards += game.table.played_count > 0;
            bids += seen.calls > 1;
        } while (random_step(&game, &random));
    }
    assert_true(cards > 1000 && bids > 300);
}

/* ---- pairs of histories ---- */

/* Another history that looks much the same: in two finished tricks that the same player led, one of
 * the others plays its two cards in the other order. False if there are no such tricks. */
static bool regroup(struct skat_view *view, uint64_t *random)
{
    struct skat_table *table = &view->table;

    if (table->trick_count < 2)
        return false;
    const int one = test_below(random, table->trick_count),
              two = test_below(random, table->trick_count), who = 1 + test_below(random, 2);
    skat_card *first = &table->played[3 * one + who], *second = &table->played[3 * two + who];
    if (one == two || table->leader[one] != table->leader[two])
        return false;
    const skat_card card = *first;
    *first = *second;
    *second = card;
    return true;
}

/* The same cards of a trick, played in two tricks in the other order. */
static bool reorder(struct skat_view *view, uint64_t *random)
{
    struct skat_table *table = &view->table;
    skat_card trick[3];

    if (table->trick_count < 2)
        return false;
    const int one = test_below(random, table->trick_count - 1);
    if (table->leader[one] != table->leader[one + 1])
        return false;
    memcpy(trick, &table->played[3 * one], sizeof trick);
    memcpy(&table->played[3 * one], &table->played[3 * one + 3], sizeof trick);
    memcpy(&table->played[3 * one + 3], trick, sizeof trick);
    return true;
}

/* What is known changes: a suit that was not followed, cards that were shown, the skat. */
static bool learn(struct skat_view *view, uint64_t *random)
{
    skat_cards hidden = SKAT_DECK_32 & ~(view->hand | view->gone | view->skat);
    const struct skat_view before = *view;

    switch (test_below(random, 4)) {
    case 0:
        view->open_skat = hidden & (hidden - 1) & (0 - (hidden & (hidden - 1)));
        break;
    case 1:
        view->seen[(view->position + 1) % 3] = hidden & (0 - hidden);
        break;
    case 2:
        view->table.picked_up ^= 1;
        break;
    default:
        if (view->table.contract.type < SKAT_SUITS) /* only suit games have spitzen */
            view->table.contract.with ^= SKAT_WITH_SPITZE;
    }
    return memcmp(&before, view, sizeof before) != 0;
}

struct pair_counts {
    int pairs, equal, told_by_order; /* of other worlds, but equal without the order of play */
};

static void forget_order(struct skat_observation *seen)
{
    memset(seen->history, 0, sizeof seen->history);
    memset(seen->voids, 0, sizeof seen->voids);
    memset(seen->places, 0, sizeof seen->places);
    memset(seen->room, 0, sizeof seen->room);
    memset(seen->winner, 0, sizeof seen->winner);
}

/* The bytes of a view have no say in what is seen but by its fields: pairs that are equal mean the
 * same worlds. Returns whether the observations are equal. */
static bool compare(const struct skat_rules *rules, const struct skat_view *one,
                    const struct skat_view *two, struct pair_counts *counts)
{
    struct skat_observation a, b;
    struct skat_worlds worlds, others;

    const bool possible = skat_worlds_of(&worlds, rules, one);
    const bool other = skat_worlds_of(&others, rules, two);
    const bool same = possible == other && memcmp(&worlds, &others, sizeof worlds) == 0;
    skat_observe(rules, one, NULL, 0, NULL, &a);
    skat_observe(rules, two, NULL, 0, NULL, &b);
    const bool equal = memcmp(&a, &b, sizeof a) == 0;
    if (equal && !same)
        fail_msg("equal observations of %llu and %llu worlds",
                 possible ? (unsigned long long)skat_worlds_count(&worlds) : 0ull,
                 other ? (unsigned long long)skat_worlds_count(&others) : 0ull);
    forget_order(&a);
    forget_order(&b);
    counts->pairs++;
    counts->equal += equal;
    counts->told_by_order += !same && memcmp(&a, &b, sizeof a) == 0;
    return equal;
}

/* The hidden cards of another world of the view: then it must look the same. */
static void move_hidden_cards(struct skat_game *game, const struct skat_view *view,
                              uint64_t *random)
{
    struct skat_worlds worlds;
    struct skat_world world;

    assert_true(skat_worlds_of(&worlds, game->rules, view));
    skat_worlds_at(&worlds, test_random(random) % skat_worlds_count(&worlds), &world);
    memcpy(game->hands, world.hands, sizeof game->hands);
    game->skat = world.skat;
}

TEST(equal_numbers_mean_equal_worlds)
{
    static bool (*const changes[])(struct skat_view *, uint64_t *) = {regroup, reorder, learn};
    struct pair_counts counts = {0};
    struct skat_rules rules;
    uint64_t random = 20261126;

    rules_of(&rules, "spitzen.max=2 rum=true");
    for (int i = 0; i < 5000; i++) {
        struct skat_game game;
        struct skat_view view, other;
        start_random(&game, &rules, &random);
        for (int steps = 4 + test_below(&random, 36); steps && random_step(&game, &random); steps--)
            ;
        if (!game.table.announced || game.phase == SKAT_PHASE_OVER ||
            game.table.turn == SKAT_NOBODY)
            continue;
        skat_game_view(&game, game.table.turn, &view);
        other = view;
        if (changes[i % COUNT_OF(changes)](&other, &random))
            compare(&rules, &view, &other, &counts);
        if (i % 8 == 0 && !skat_game_is_ramsch(&game)) {
            move_hidden_cards(&game, &view, &random);
            skat_game_view(&game, game.table.turn, &other);
            assert_true(compare(&rules, &view, &other, &counts)); /* nothing hidden is shown */
        }
    }
    assert_true(counts.pairs > 1000);
    assert_true(counts.equal > 100);
    assert_true(counts.told_by_order > 3); /* so the pairs would find it */
}

/* ---- all cards open ---- */

TEST(open_cards_are_those_of_the_game)
{
    uint64_t random = 5;

    for (int i = 0; i < 100; i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_observation_open open;
        rules_random_of_game(&rules, (enum skat_variant_id)(i % SKAT_VARIANTS), &random);
        start_random(&game, &rules, &random);
        for (int steps = test_below(&random, 40); steps && random_step(&game, &random); steps--)
            ;
        skat_observe_open(&game, 1, &open);
        ASSERT_CARDS(open.hands[0], game.hands[1]);
        ASSERT_CARDS(open.hands[1], game.hands[2]);
        ASSERT_CARDS(open.hands[2], game.hands[0]);
        ASSERT_CARDS(open.skat, game.skat);
        ASSERT_CARDS(open.covered[2], game.covered[0]);
        ASSERT_CARDS(open.aside, game.aside);
    }
}
