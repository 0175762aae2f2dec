// SPDX-License-Identifier: MIT
/* tests/unit/test_variant_games.c - relatives of Skat (rules.md 10): what is hidden, the deck with
 * sixes, the ace of Ass, the duties of Räuberskat. test_game.c has what holds in all games.
 */
#include "engine/rule_set.h"
#include "engine/variant.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

/* The games that are played here, with each option that they have at random. */
static const enum skat_variant_id games[] = {SKAT_VARIANT_SECHSER, SKAT_VARIANT_HERZBLATT,
                                             SKAT_VARIANT_ASS, SKAT_VARIANT_RAEUBERSKAT,
                                             SKAT_VARIANT_IDIOTENSKAT};
enum { GAMES = sizeof games / sizeof *games, RULE_SETS = 100, DEALS = 3 };

/* ---- what holds in every game ---- */

static void for_random_games(void (*check)(struct skat_game *game, uint64_t *random))
{
    uint64_t random = 20261121;
    static struct skat_game game;

    for (int g = 0; g < GAMES; g++)
        for (int set = 0; set < RULE_SETS; set++) {
            struct skat_rules rules;
            rules_drawn(&rules, games[g], &random, option_is_drawn);
            for (int deal = 0; deal < DEALS; deal++) {
                start_random(&game, &rules, &random);
                check(&game, &random);
            }
        }
}

/* Swaps cards in the deal that a player does not see: the view must not change. Which cards are
 * hidden is taken from rules.md 10.3 and 7.5, not from the view. */
static bool is_seen(const struct skat_game *game, unsigned position, int place)
{
    int hand = game->rules->derived.deck->hand, owner = place / hand;

    if (game->rules->game == SKAT_VARIANT_IDIOTENSKAT)
        return owner < SKAT_PLAYERS && owner != (int)position;
    if (game->rules->game == SKAT_VARIANT_RAEUBERSKAT && position == 0)
        return place < 5;
    return owner == (int)position;
}

static void views_before_the_first_move(struct skat_game *game, uint64_t *random)
{
    static struct skat_game other;
    const struct skat_deck *deck = game->rules->derived.deck;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct skat_deal deal = game->deal;
        struct skat_view views[2];
        for (int i = 0; i < 20; i++) {
            int one = test_below(random, deck->count), two = test_below(random, deck->count);
            if (is_seen(game, position, one) || is_seen(game, position, two))
                continue;
            skat_card card = deal.cards[one];
            deal.cards[one] = deal.cards[two];
            deal.cards[two] = card;
        }
        memset(&other, 0, sizeof other);
        skat_game_start(&other, game->rules, &deal, &game->terms);
        memset(views, 0, sizeof views);
        if (other.table.declarer != game->table.declarer || other.phase != game->phase)
            continue; /* Ass: the cards themselves say who plays */
        skat_game_view(game, position, &views[0]);
        skat_game_view(&other, position, &views[1]);
        assert_memory_equal(&views[0], &views[1], sizeof views[0]);
    }
}

TEST(views_hide_hidden_cards) { for_random_games(views_before_the_first_move); }

/* ---- 6er-Skat (rules.md 10.2) ---- */

TEST(the_deck_with_sixes)
{
    const struct skat_deck *deck = skat_variants[SKAT_VARIANT_SECHSER].deck;
    int dealt = 0, aside = 0;

    assert_int_equal(deck->count, 36);
    assert_int_equal(skat_cards_count(deck->cards), 36);
    assert_int_equal(deck->hand, 11);
    assert_int_equal(deck->skat, 3);
    assert_int_equal(skat_cards_points(deck->cards), 144);
    assert_int_equal(deck->points, 144);
    for (int i = 0; deck->packets[i]; i++)
        *(deck->packets[i] > 0 ? &dealt : &aside) += deck->packets[i];
    assert_int_equal(dealt, 11);
    assert_int_equal(aside, -3);
    assert_int_equal(skat_card_points[skat_card_parse("H6")], 6);
}

/* ---- Ass (rules.md 10.4) ---- */

TEST(the_ace_is_above_the_jacks)
{
    static const struct {
        const char *ace;
        unsigned game;
        const char *order; /* trumps from the top */
    } cases[] = {
        {"hearts", SKAT_GAME_CLUBS, "HA CJ SJ HJ DJ CA CT CK CQ C9 C8 C7"},
        {"hearts", SKAT_GAME_HEARTS, "HA CJ SJ HJ DJ HT HK HQ H9 H8 H7"},
        {"clubs", SKAT_GAME_DIAMONDS, "CA CJ SJ HJ DJ DA DT DK DQ D9 D8 D7"},
        {"diamonds", SKAT_GAME_DIAMONDS, "DA CJ SJ HJ DJ DT DK DQ D9 D8 D7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char options[40];
        struct skat_rules rules;
        snprintf(options, sizeof options, "ass.ace=%s", cases[i].ace);
        rules_of_game(&rules, SKAT_VARIANT_ASS, options);
        struct skat_contract contract = {(uint8_t)cases[i].game, 0};
        const struct skat_ranking *order = skat_rules_ranking(&rules, contract);
        skat_cards trumps = cards_of(cases[i].order);
        int count = skat_cards_count(trumps);
        assert_true((order->trumps & SKAT_DECK_32) == trumps);
        assert_int_equal(skat_matadors_max(&rules, contract), count);
        for (int k = 0; k + 1 < count; k++) {
            skat_card one = skat_card_parse(cases[i].order + 3 * k),
                      next = skat_card_parse(cases[i].order + 3 * k + 3);
            assert_true(skat_beats(order, one, next));
            assert_false(skat_beats(order, next, one));
        }
        /* A led king of another suit does not force the ace. */
        skat_card ace = skat_card_parse(cases[i].order), king = (skat_card)(ace - 2);
        if (!skat_cards_has(trumps, king))
            assert_true(skat_follow(order, skat_card_bit(ace) | cards_of("S7"), king) ==
                        (skat_card_bit(ace) | cards_of("S7")));
        assert_int_equal(skat_matadors(order, cards_of("HA CA DA CJ SJ"), count), 3);
    }
}

/* ---- Herzblatt (rules.md 10.6) ---- */

TEST(each_player_in_turn_may_play_alone)
{
    static struct skat_game game;
    struct skat_rules rules;
    struct skat_action pass = action_of(SKAT_ACTION_PASS), play = action_of(SKAT_ACTION_HOLD);
    uint64_t random = 13;

    rules_of_game(&rules, SKAT_VARIANT_HERZBLATT, "");
    start_random(&game, &rules, &random);
    assert_int_equal(skat_game_apply(&game, 0, &pass), SKAT_ACCEPTED);
    assert_int_equal(game.table.passed, 1 << 0);
    assert_int_equal(game.table.turn, 1);
    assert_int_equal(skat_game_apply(&game, 1, &play), SKAT_ACCEPTED);
    assert_int_equal(game.table.declarer, 1);
}

/* ---- Räuberskat (rules.md 10.3) ---- */

TEST(what_was_played_cannot_be_chosen)
{
    static struct skat_game game;
    struct skat_rules rules;
    uint64_t random = 11;

    rules_of_game(&rules, SKAT_VARIANT_RAEUBERSKAT, "");
    for (unsigned left = 1; left <= (1u << SKAT_DUTIES) - 1; left++)
        for (unsigned duty = 0; duty <= SKAT_DUTIES; duty++) {
            struct skat_action choice = action_of(SKAT_ACTION_CHOOSE);
            start_random(&game, &rules, &random);
            game.terms.duties[0] = (uint8_t)left;
            choice.number = (uint8_t)duty;
            bool may = duty < SKAT_DUTIES && left >> duty & 1;
            assert_int_equal(skat_game_apply(&game, 0, &choice),
                             may ? SKAT_ACCEPTED : SKAT_REFUSED_CHOICE);
        }
}

/* "bei drei Spielern immer zwölf, bei vier Spielern 16 Spiele": each seat has played each kind
 * then, and not before. A deal that ended before the choice uses one up as well. */
TEST(a_round_of_duties)
{
    uint64_t random = 12;

    for (int seats = 3; seats <= 5; seats++)
        for (int faults = 0; faults < 2; faults++) {
            static struct skat_session session;
            struct skat_rules rules;
            char options[20];
            int left[SKAT_SEATS_MAX];
            snprintf(options, sizeof options, "seats=%d", seats);
            rules_of_game(&rules, SKAT_VARIANT_RAEUBERSKAT, options);
            assert_int_equal(rules.deals, 4 * seats);
            assert_true(rules.derived.carries);
            skat_session_start(&session, &rules);
            for (int seat = 0; seat < seats; seat++)
                left[seat] = 4;
            for (int deal = 0; deal < 3 * rules.deals; deal++) {
                struct skat_terms terms;
                struct skat_session_news news;
                struct skat_result result = {.won = -1, .bock = 1};
                struct skat_deal_event event = {.result = &result, .grand_hand = -1};
                int seat = (deal + 1) % seats;
                skat_session_terms(&session, &terms);
                assert_int_equal(__builtin_popcount(terms.duties[0]), left[seat]);
                if (faults && !test_below(&random, 3))
                    event.faulted = true;
                else
                    do
                        event.chosen = 1 + test_below(&random, 4);
                    while (!(terms.duties[0] >> (event.chosen - 1) & 1));
                skat_session_add(&session, &event, &news);
                left[seat] = left[seat] == 1 ? 4 : left[seat] - 1;
            }
        }
}
