// SPDX-License-Identifier: MIT
/* tests/unit/test_offiziersskat.c - two hands, half of the cards covered: a second reading of
 * tricks under random play. Games by hand are in tests/data/games/offiziersskat.txt. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { FIRST = 0, DEALER = 1, ROW = 4 };

/* Rows: covered, open upon them, covered, open upon them. */
static const char DEAL[] = "C7.C8.C9.S7.CJ.SJ.CA.HA.S8.S9.D7.D8.CT.CK.DA.HT|"
                           "H7.H8.H9.SA.DJ.CQ.DT.SK.ST.SQ.D9.DQ.HJ.HK.HQ.DK";

static void start(struct skat_game *game, struct skat_rules *rules, const char *options)
{
    struct skat_deal deal;
    rules_of_game(rules, SKAT_VARIANT_OFFIZIERSSKAT, options);
    deal_of_deck(&deal, rules->derived.deck, DEAL);
    skat_game_start(game, rules, &deal, NULL);
}

/* Matadors are jacks: CJ SJ, not HJ. With 2, game 3, times 12. */
TEST(a_game_has_the_value_of_its_jacks)
{
    static const char *const options[] = {"", "value.lost_factor=2"};
    int lost = 0, won = 0;
    for (uint64_t random = 0; random < 200; random++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_result result;
        uint64_t draws = random;
        start(&game, &rules, options[random % 2]);
        play_moves(&game, "named", "0 C");
        while (random_step(&game, &draws))
            ;
        skat_game_result(&game, &result);
        int points = result.points, schneider = points >= 90 || points <= 30;
        int schwarz = result.tricks == 16 || result.tricks == 0;
        int value = 12 * (2 + 1 + schneider + schwarz) << game.extra.kontra;
        assert_int_equal(result.matadors, 2);
        assert_int_equal(result.won, points > 60);
        assert_int_equal(result.signed_value,
                         points > 60 ? value : -value * rules.value_lost_factor);
        won += points > 60;
        lost += points <= 60;
    }
    assert_true(won > 20 && lost > 0);
}

/* ---- under random play ---- */

struct open_reading {
    int points[2], tricks[2], played;
    skat_cards open[2];
};

static void lay_open(const struct skat_game *game, struct open_reading *reading)
{
    memset(reading, 0, sizeof *reading);
    for (int position = 0; position < 2; position++)
        for (int i = 0; i < 16; i++)
            if (i / ROW % 2)
                reading->open[position] |= skat_card_bit(game->deal.cards[16 * position + i]);
}

static void turn_under(const struct skat_game *game, struct open_reading *reading, skat_card card)
{
    for (int place = 0; place < 32; place++)
        if (game->deal.cards[place] == card && place % 16 / ROW % 2)
            reading->open[place / 16] |= skat_card_bit(game->deal.cards[place - ROW]);
}

/* The play once more, from the moves and the rows. */
static void read_play(const struct skat_game *game, struct open_reading *reading)
{
    int leader = FIRST, type = game->table.contract.type, in_trick = 0;
    skat_card trick[2];

    lay_open(game, reading);
    for (int i = 0; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        if (move->kind != SKAT_ACTION_CARD)
            continue;
        int who = (leader + in_trick) % 2;
        assert_int_equal(move->position, who);
        assert_true(skat_cards_has(reading->open[who], (skat_card)move->value));
        if (in_trick && naive_class(type, (skat_card)move->value) != naive_class(type, trick[0]))
            for (skat_cards rest = reading->open[who]; rest;)
                assert_int_not_equal(naive_class(type, skat_cards_pop(&rest)),
                                     naive_class(type, trick[0]));
        reading->open[who] &= ~skat_card_bit((skat_card)move->value);
        trick[in_trick++] = (skat_card)move->value;
        reading->played++;
        if (in_trick < 2)
            continue;
        turn_under(game, reading, trick[0]);
        turn_under(game, reading, trick[1]);
        if (naive_beats(type, trick[1], trick[0]))
            leader = 1 - leader;
        reading->points[leader] += skat_card_points[trick[0]] + skat_card_points[trick[1]];
        reading->tricks[leader]++;
        in_trick = 0;
    }
}

TEST(random_games_are_as_a_second_reading)
{
    uint64_t random = 61;
    int kontra = 0, won = 0;
    for (int i = 0; i < 800; i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_result result;
        struct open_reading reading;
        rules_random_of_game(&rules, SKAT_VARIANT_OFFIZIERSSKAT, &random);
        start_random(&game, &rules, &random);
        while (!is_over(&game)) {
            if (game.table.announced && !game.rest_waits) {
                read_play(&game, &reading);
                for (int position = 0; position < 2; position++)
                    assert_true(game.hands[position] == reading.open[position]);
            }
            random_step(&game, &random);
        }
        read_play(&game, &reading);
        assert_int_equal(reading.played, 32);
        assert_int_equal(reading.points[0] + reading.points[1], 120);
        for (int position = 0; position < 2; position++) {
            assert_int_equal(game.table.points[position], reading.points[position]);
            assert_int_equal(game.table.tricks[position], reading.tricks[position]);
        }
        skat_game_result(&game, &result);
        assert_int_equal(result.points, reading.points[FIRST]);
        assert_int_equal(result.won, reading.points[FIRST] > 60);
        for (int trick = 0; trick < 15; trick++)
            assert_int_equal(game.table.leader[trick + 1], skat_trick_winner(&game, trick));
        kontra += game.extra.kontra > 0;
        won += result.won;
    }
    assert_true(kontra > 80 && won > 80);
}
