// SPDX-License-Identifier: MIT
/* tests/unit/test_random_games.c - what holds of thousands of random games under random rule sets,
 * all variants and bock and ramsch rounds among them (rules.md 4 to 8). Their values and scores are
 * recomputed by tests/oracle/scorekeeper.py, in tests/e2e/test_variants.py. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { RULE_SETS = 2500, GAMES_EACH = 2 };

/* Plays a random game to its end. */
static void play_random(struct skat_game *game, const struct skat_rules *rules, uint64_t *random)
{
    start_random(game, rules, random);
    while (random_step(game, random))
        ;
}

static void for_each_random_game(uint64_t seed, void (*check)(const struct skat_game *))
{
    uint64_t random = seed;
    for (int set = 0; set < RULE_SETS; set++) {
        struct skat_rules rules;
        rules_random(&rules, &random);
        for (int i = 0; i < GAMES_EACH; i++) {
            struct skat_game game;
            play_random(&game, &rules, &random);
            check(&game);
        }
    }
}

/* ---- results ---- */

/* Counts of the games seen, so that no check is vacuous. */
static struct {
    int types[SKAT_GAME_TYPES], endings[SKAT_ENDED_YIELDED + 1], passed_in;
    int bock, kontra, refused_gifts, second_gifts, spitzen, spitzen_made, rum, unseen, march;
    int ramsch_score[SKAT_RAMSCH_FEWEST + 1], skat_to[3], virgin[3], ties;
} seen;

static void note_declared(const struct skat_game *game)
{
    struct skat_result result;
    skat_game_result(game, &result);
    seen.endings[game->ending]++;
    seen.bock += game->extra.bock > 1;
    seen.kontra += game->extra.kontra > 1;
    seen.refused_gifts += game->extra.gifts_refused > 0;
    seen.second_gifts += game->extra.gifts_refused && game->ending == SKAT_ENDED_GIFT;
    seen.spitzen += result.spitzen > 0;
    seen.spitzen_made += result.spitzen && game->ending == SKAT_ENDED_PLAYED && result.won;
    seen.rum += game->extra.rum;
}

static void note_ramsch(const struct skat_game *game)
{
    struct skat_result result;
    const int16_t *points = result.ramsch.points;
    skat_game_result(game, &result);
    seen.unseen += result.doubling > 1;
    seen.march += result.ramsch.march;
    seen.ramsch_score[game->rules->ramsch_score]++;
    seen.skat_to[game->rules->ramsch_skat_to]++;
    seen.virgin[game->rules->ramsch_virgin] += result.ramsch.virgins > 0;
    seen.ties += points[0] == points[1] || points[0] == points[2] || points[1] == points[2];
}

static void check_random_result(const struct skat_game *game)
{
    static int count;
    char from[32];
    snprintf(from, sizeof from, "random game %d", count++);
    if (!game->table.announced) {
        struct skat_result result;
        int32_t score[SKAT_PLAYERS];
        skat_game_result(game, &result);
        assert_int_equal(skat_game_scores(game, &result, SKAT_SCORING_MINUS, score), 0);
        for (int position = 0; position < SKAT_PLAYERS; position++)
            assert_int_equal(score[position], 0);
        assert_int_equal(result.doubling, 0);
        assert_int_equal(result.bock, game->extra.bock);
        seen.passed_in++;
        return;
    }
    seen.types[game->table.contract.type]++;
    if (game->table.contract.type == SKAT_GAME_RAMSCH) {
        check_ramsch_result(game, from);
        note_ramsch(game);
    } else {
        check_declared_result(game, from);
        note_declared(game);
    }
}

/* ---- 120 points ---- */

static void check_points(const struct skat_game *game)
{
    const uint8_t *points = game->table.points;
    struct skat_result result;
    int sum = skat_cards_points(game->skat);
    if (!all_cards_played(game))
        return;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        sum += points[position];
    assert_int_equal(sum, 120);
    skat_game_result(game, &result);
    if (!result.is_ramsch) {
        int others = 0;
        for (int position = 0; position < SKAT_PLAYERS; position++)
            others += position == game->table.declarer ? 0 : points[position];
        assert_int_equal(result.points, 120 - others);
    } else if (game->rules->ramsch_skat_to == SKAT_RAMSCH_LAST_TRICK) {
        const int16_t *counted = result.ramsch.points;
        assert_int_equal(counted[0] + counted[1] + counted[2], 120);
    }
}

/* ---- doublings ---- */

static int doubled_overbids;

/* Kontra and bock come last: all but the signed value is as without them. */
static void check_doubling(const struct skat_game *game)
{
    struct skat_facts facts;
    struct skat_result doubled, simple;
    if (game->table.declarer == SKAT_NOBODY)
        return;
    skat_game_facts(game, &facts);
    skat_game_result(game, &doubled);
    facts.kontra = 0;
    facts.bock = 1;
    skat_value(game->rules, &facts, &simple);
    assert_int_equal(doubled.won, simple.won);
    assert_int_equal(doubled.overbid, simple.overbid);
    assert_int_equal(doubled.value, simple.value);
    assert_int_equal(simple.doubling, 1);
    assert_int_equal(doubled.doubling, 1 << game->extra.kontra);
    assert_int_equal(doubled.bock, game->extra.bock);
    if (doubled.signed_value != simple.signed_value * doubled.doubling * doubled.bock)
        fail_msg("signed %d, without doublings %d, doubling %d, bock %d", doubled.signed_value,
                 simple.signed_value, doubled.doubling, doubled.bock);
    if (doubled.overbid && doubled.doubling * doubled.bock > 1) {
        assert_int_equal(doubled.won, 0);
        doubled_overbids++;
    }
}

/* ---- records ---- */

static void check_replay(const struct skat_game *game)
{
    static char text[SKAT_RECORD_SIZE];
    struct skat_game copy;
    struct skat_result result, again;
    memset(&result, 0, sizeof result);
    memset(&again, 0, sizeof again);
    skat_record_moves(game, text);
    start_again(&copy, game);
    play_moves(&copy, "own record", text);
    assert_true(is_over(&copy));
    skat_game_result(game, &result);
    skat_game_result(&copy, &again);
    assert_memory_equal(&result, &again, sizeof result);
}

static void check_game(const struct skat_game *game)
{
    check_random_result(game);
    check_points(game);
    check_doubling(game);
    check_replay(game);
}

TEST(random_games_of_every_kind_have_sound_results)
{
    memset(&seen, 0, sizeof seen);
    doubled_overbids = 0;
    for_each_random_game(73, check_game);
    for (int type = 0; type < SKAT_GAME_TYPES; type++)
        assert_true(seen.types[type] > 15);
    assert_true(seen.endings[SKAT_ENDED_PLAYED] > 200);
    assert_true(seen.endings[SKAT_ENDED_CONCEDED] > 20 && seen.endings[SKAT_ENDED_GIFT] > 20);
    assert_true(seen.endings[SKAT_ENDED_RESIGNED] > 5 && seen.endings[SKAT_ENDED_YIELDED] > 5);
    assert_true(seen.passed_in > 20 && seen.bock > 20 && seen.kontra > 20 && seen.rum > 20);
    assert_true(seen.refused_gifts > 20 && seen.second_gifts > 5);
    assert_true(seen.spitzen > 20 && seen.spitzen_made > 0);
    assert_true(seen.unseen > 20 && seen.ties > 5 && doubled_overbids > 10);
    for (int i = 0; i < 3; i++)
        assert_true(seen.ramsch_score[i] > 20 && seen.skat_to[i] > 20);
    assert_true(seen.ramsch_score[SKAT_RAMSCH_FEWEST] > 20);
    assert_true(seen.virgin[SKAT_RAMSCH_NO_TRICK] > 5 && seen.virgin[SKAT_RAMSCH_NO_POINTS] > 5);
    assert_int_equal(seen.virgin[SKAT_RAMSCH_NO_VIRGINS], 0);
}

/* ---- views that are brought up to date ---- */

enum { VIEWED = 400 };

/* At each decision, what skat_game_view_again() makes of the view before is the view. */
TEST(views_can_be_brought_up_to_date)
{
    uint64_t random = 72;
    int auctions = 0, cards = 0;
    for (int set = 0; set < VIEWED; set++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_view kept[SKAT_PLAYERS], fresh;
        rules_random(&rules, &random);
        start_random(&game, &rules, &random);
        memset(kept, 0, sizeof kept);
        for (unsigned position = 0; position < SKAT_PLAYERS; position++)
            skat_game_view(&game, position, &kept[position]);
        do {
            auctions += game.phase <= SKAT_PHASE_HOLD;
            cards += game.phase == SKAT_PHASE_PLAY;
            for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
                memset(&fresh, 0, sizeof fresh);
                skat_game_view(&game, position, &fresh);
                skat_game_view_again(&game, position, &kept[position]);
                assert_memory_equal(&kept[position], &fresh, sizeof fresh);
            }
        } while (random_step(&game, &random));
    }
    assert_true(auctions > VIEWED && cards > VIEWED);
}

/* ---- sessions of random games ---- */

/* The event of a finished game, with nobody at fault. */
static void event_of(struct skat_deal_event *event, const struct skat_game *game,
                     const struct skat_result *result, const uint8_t seat_of[SKAT_PLAYERS])
{
    int32_t score[SKAT_PLAYERS], classic[SKAT_PLAYERS];
    int seats = game->rules->seats;
    int32_t sitting =
        skat_game_scores(game, result, (enum skat_scoring)game->rules->scoring_system, score);
    skat_game_scores(game, result, SKAT_SCORING_CLASSIC, classic);
    memset(event, 0, sizeof *event);
    event->result = result;
    event->contract = game->table.contract;
    event->played_out = all_cards_played(game);
    event->kontra = game->extra.kontra;
    event->grand_hand =
        game->terms.round == SKAT_ROUND_RAMSCH && game->table.declarer != SKAT_NOBODY
            ? seat_of[game->table.declarer]
            : -1;
    for (int seat = 0; seat < seats; seat++)
        event->score[seat] = sitting;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        event->score[seat_of[position]] = score[position];
        event->classic[seat_of[position]] = classic[position];
    }
}

/* What must hold of the terms of every deal, whatever was played before. */
static void check_terms(const struct skat_rules *rules, const struct skat_terms *terms)
{
    bool may_ramsch =
        rules->ramsch_round_triggers || (rules->bock_triggers && rules->bock_ramsch_after);
    if (terms->round == SKAT_ROUND_NONE)
        return;
    assert_true(terms->round_deal >= 1 && terms->round_deal <= terms->round_of);
    if (terms->round == SKAT_ROUND_RAMSCH) {
        assert_true(may_ramsch);
        assert_true((rules->bock_triggers | rules->ramsch_round_triggers) >> terms->trigger & 1);
        const bool last = terms->trigger == SKAT_TRIGGER_LAST_ROUND; /* it takes what is left */
        const int least = rules->ramsch_round_length;
        if ((!last && terms->round_of < least) ||
            terms->round_of > rules->seats + (last ? 0 : least))
            fail_msg("deal %d of %d of a ramsch round of %s at %d seats", terms->round_deal,
                     terms->round_of, skat_trigger_names[terms->trigger], rules->seats);
        if (!rules->ramsch_round_grand_hand)
            assert_int_equal(terms->grand_hand, 0);
    } else {
        assert_true(rules->bock_triggers >> terms->trigger & 1);
        assert_int_equal(skat_terms_bock(terms, rules), rules->bock_factor);
        if (terms->trigger != SKAT_TRIGGER_LAST_ROUND)
            assert_int_equal(terms->round_of, rules->bock_length);
    }
}

/* Plays a session and adds up its totals a second time. */
static int play_session(const struct skat_rules *rules, uint64_t *random)
{
    static struct skat_session session;
    int32_t totals[SKAT_SEATS_MAX] = {0};
    int rounds = 0;
    skat_session_start(&session, rules);
    for (int deal = 0; deal < rules->deals; deal++) {
        struct skat_game game;
        struct skat_deal cards;
        struct skat_terms terms;
        struct skat_result result;
        struct skat_deal_event event;
        struct skat_session_news news;
        uint8_t seat_of[SKAT_PLAYERS];
        skat_positions(rules, skat_dealer(rules->seats, (uint64_t)deal), seat_of);
        skat_session_terms(&session, &terms);
        check_terms(rules, &terms);
        rounds += terms.round != SKAT_ROUND_NONE;
        for (int position = 0; position < SKAT_PLAYERS; position++)
            assert_int_equal(terms.totals[position], totals[seat_of[position]]);
        deal_random(&cards, random);
        skat_game_start(&game, rules, &cards, &terms);
        while (random_step(&game, random))
            ;
        skat_game_result(&game, &result);
        event_of(&event, &game, &result, seat_of);
        skat_session_add(&session, &event, &news);
        bool lost = false;
        int times = rules->bock_doubles_trigger && terms.round != SKAT_ROUND_BOCK &&
                            news.triggers & (uint32_t)rules->bock_triggers
                        ? rules->bock_factor
                        : 1;
        assert_int_equal(news.factor, times);
        for (int seat = 0; seat < rules->seats; seat++) {
            totals[seat] += event.score[seat] * times;
            bool reached = rules->scoring_system == SKAT_SCORING_MINUS &&
                           totals[seat] <= -rules->scoring_limit;
            assert_int_equal(news.rounds_lost >> seat & 1, reached);
            lost |= reached;
        }
        for (int seat = 0; seat < rules->seats; seat++) {
            totals[seat] = lost ? 0 : totals[seat];
            assert_int_equal(news.totals[seat], totals[seat]);
        }
        assert_int_equal(
            news.triggers & ~(uint32_t)(rules->bock_triggers | rules->ramsch_round_triggers), 0);
    }
    return rounds;
}

TEST(sessions_of_random_games_add_up)
{
    uint64_t random = 89;
    int rounds = 0, sessions = 0;
    for (int i = 0; i < 150; i++) {
        struct skat_rules rules;
        rules_random(&rules, &random);
        if (!rules.derived.carries)
            continue;
        rules.bock_length = 1 + test_below(&random, 6);
        rules.scoring_limit = rules.scoring_limit ? 1 + test_below(&random, 400) : 0;
        rounds += play_session(&rules, &random);
        sessions++;
    }
    assert_true(sessions > 40 && rounds > 300);
}
