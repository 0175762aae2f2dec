// SPDX-License-Identifier: MIT
/* Relatives of Skat (rules.md 10): their worked numbers, and what holds under random play. */
#include "engine/game/duties.h"
#include "engine/rule_set.h"
#include "engine/variants.h"
#include "tests/unit/engine_helpers.h"

/* The games that are played here, with each option that they have at random. */
static const enum skat_variant_id games[] = {SKAT_VARIANT_SECHSER, SKAT_VARIANT_HERZBLATT,
                                             SKAT_VARIANT_ASS, SKAT_VARIANT_RAEUBERSKAT,
                                             SKAT_VARIANT_IDIOTENSKAT};
enum { GAMES = sizeof games / sizeof *games, RULE_SETS = 150, DEALS = 20 };

/* ---- what holds in every game ---- */

static void check_cards(const struct skat_game *game)
{
    const struct skat_deck *deck = game->rules->derived.deck;
    if (game->phase != SKAT_PHASE_PLAY && game->phase != SKAT_PHASE_BID)
        return; /* in the middle of an exchange */
    skat_cards all =
        game->table.gone | game->hands[0] | game->hands[1] | game->hands[2] | game->skat;
    int points = skat_cards_points(game->skat | game->hands[0] | game->hands[1] | game->hands[2]);

    for (int i = 0; i < SKAT_PLAYERS; i++)
        points += game->table.points[i];
    for (int i = SKAT_PLAYERS * game->table.trick_count; i < game->table.played_count; i++)
        points += skat_card_points[game->table.played[i]];
    assert_true(all == deck->cards);
    assert_int_equal(points, deck->points);
}

static void check_replay(const struct skat_game *game, const char *rules)
{
    char moves[SKAT_RECORD_SIZE], again[SKAT_RECORD_SIZE];
    static struct skat_game copy;

    skat_record_moves(game, moves);
    start_again(&copy, game);
    play_moves(&copy, rules, moves);
    assert_true(is_over(&copy));
    skat_record_moves(&copy, again);
    assert_string_equal(moves, again);
    struct skat_result one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    skat_game_result(game, &one);
    skat_game_result(&copy, &other);
    assert_memory_equal(&one, &other, sizeof one);
}

static void for_random_games(void (*check)(struct skat_game *game, uint64_t *random))
{
    uint64_t random = 20261121;
    static struct skat_game game;

    for (int g = 0; g < GAMES; g++)
        for (int set = 0; set < RULE_SETS; set++) {
            struct skat_rules rules;
            rules_random_of(&rules, games[g], &random, true);
            for (int deal = 0; deal < DEALS; deal++) {
                start_random(&game, &rules, &random);
                check(&game, &random);
            }
        }
}

static void play_checking_cards(struct skat_game *game, uint64_t *random)
{
    char text[1024];

    do
        check_cards(game);
    while (random_step(game, random));
    check_replay(game, rules_text(game->rules, text));
}

static void cards_add_up_and_records_replay(void **state)
{
    (void)state;
    for_random_games(play_checking_cards);
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

static void views_hide_hidden_cards(void **state)
{
    (void)state;
    for_random_games(views_before_the_first_move);
}

/* ---- 6er-Skat (rules.md 10.2) ---- */

static void the_deck_with_sixes(void **state)
{
    const struct skat_deck *deck = skat_variants[SKAT_VARIANT_SECHSER].deck;
    int dealt = 0, aside = 0;

    (void)state;
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

/* "verloren ist ein Spiel ab 72, Schneider ab 36" */
static void won_and_schneider_of_144(void **state)
{
    static const struct {
        const char *options;
        int points, tricks, won, value;
    } cases[] = {
        {"", 72, 5, 0, 20},
        {"", 73, 6, 1, 20},
        {"", 107, 9, 1, 20},
        {"", 108, 9, 1, 30},
        {"", 36, 3, 0, 30},
        {"", 37, 3, 0, 20},
        {"", 144, 10, 1, 30},
        {"", 144, 11, 1, 40},
        {"", 0, 0, 0, 40},
        {"schneider_points=109", 108, 9, 1, 20},
        {"schneider_points=109", 109, 9, 1, 30},
        {"schneider_points=109", 36, 3, 0, 30},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct skat_rules rules;
        struct skat_result result;
        rules_of_game(&rules, SKAT_VARIANT_SECHSER, cases[i].options);
        struct skat_facts facts = {.announced = true,
                                   .contract = {SKAT_GAME_HEARTS, 0},
                                   .bid = 18,
                                   .matadors = 1,
                                   .matadors_hand = 1,
                                   .bock = 1,
                                   .points = cases[i].points,
                                   .tricks = cases[i].tricks,
                                   .picked_up = true};
        skat_value(&rules, &facts, &result);
        if (result.won != cases[i].won || result.value != cases[i].value)
            fail_msg("%d points: won %d at %d, want %d at %d", cases[i].points, result.won,
                     result.value, cases[i].won, cases[i].value);
    }
}

static void twelve_matadors(void **state)
{
    static const struct {
        const char *cards;
        int matadors;
    } cases[] = {
        {"CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 C6 HA HT", 12},
        {"CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 HA HT HK", 11},
        {"C6 HA HT HK HQ H9 H8 H7 H6 SA ST SK SQ S9", -11},
        {"HA HT HK HQ H9 H8 H7 H6 SA ST SK SQ S9 S8", -12},
        {"CJ C6", 1},
    };
    struct skat_rules rules;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_SECHSER, "");
    struct skat_contract clubs = {SKAT_GAME_CLUBS, 0};
    int most = skat_matadors_max(&rules, clubs);
    assert_int_equal(most, 12);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(
            skat_matadors(&skat_rankings[SKAT_RANKING_CLUBS], cards_of(cases[i].cards), most),
            cases[i].matadors);
    /* With twelve, schwarz, announced and open: 12 + 1 + 6 times 12. */
    assert_int_equal(rules.derived.ladder[skat_ladder_above(&rules, 227)], 228);
    skat_rules_official(&rules);
    assert_true(skat_rules_prepare(&rules, NULL));
    assert_int_equal(skat_matadors_max(&rules, clubs), 11);
}

/* ---- Herzblatt (rules.md 10.6) ---- */

static void herzblatt_asks_in_turn(void **state)
{
    static const struct {
        const char *moves;
        int declarer; /* -1: redealt */
    } cases[] = {{"0 y", 0}, {"0 p 1 y", 1}, {"0 p 1 p 2 y", 2}, {"0 p 1 p 2 p", -1}};
    static struct skat_game game;
    struct skat_rules rules;
    uint64_t random = 5;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_HERZBLATT, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        start_random(&game, &rules, &random);
        play_moves(&game, cases[i].moves, cases[i].moves);
        assert_int_equal(is_over(&game), cases[i].declarer < 0);
        assert_int_equal(game.table.declarer,
                         cases[i].declarer < 0 ? SKAT_NOBODY : cases[i].declarer);
        if (cases[i].declarer < 0)
            continue;
        struct skat_decision decision;
        skat_game_pending(&game, &decision);
        assert_int_equal(decision.kind, SKAT_DECIDE_GAME);
        assert_int_equal(decision.position, cases[i].declarer);
        assert_int_equal(game.table.bid, 0);
        for (uint32_t k = 0; k < decision.declaration_count; k++)
            assert_int_equal(decision.declarations[k].type, SKAT_GAME_HEARTS);
    }
    struct skat_action bid = action_of(SKAT_ACTION_BID);
    bid.bid = 18;
    start_random(&game, &rules, &random);
    assert_int_equal(skat_game_apply(&game, 0, &bid), SKAT_REFUSED_KIND);
}

/* ---- Ass (rules.md 10.4) ---- */

static void the_ace_is_above_the_jacks(void **state)
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
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char options[40];
        struct skat_rules rules;
        snprintf(options, sizeof options, "ace=%s", cases[i].ace);
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

static void who_holds_the_ace_plays(void **state)
{
    static struct skat_game game;
    struct skat_rules rules;
    uint64_t random = 77;
    int seen = 0;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_ASS, "ace=spades");
    for (int i = 0; i < 200; i++) {
        start_random(&game, &rules, &random);
        int holder = -1;
        for (int position = 0; position < SKAT_PLAYERS; position++)
            if (game.dealt[position] & cards_of("SA"))
                holder = position;
        assert_int_equal(game.table.declarer, holder < 0 ? SKAT_NOBODY : holder);
        assert_int_equal(is_over(&game), holder < 0); /* in the skat: dealt anew */
        seen |= 1 << (holder + 1);
    }
    assert_int_equal(seen, 15);
}

/* ---- Räuberskat (rules.md 10.3) ---- */

static void five_cards_are_seen(void **state)
{
    static struct skat_game game;
    struct skat_rules rules;
    struct skat_view view;
    uint64_t random = 9;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_RAEUBERSKAT, "");
    start_random(&game, &rules, &random);
    skat_game_view(&game, 0, &view);
    assert_int_equal(skat_cards_count(view.hand), 5);
    assert_true(view.hand == view.dealt);
    for (int i = 0; i < 5; i++)
        assert_true(skat_cards_has(view.hand, game.deal.cards[i]));
    skat_game_view(&game, 1, &view);
    assert_int_equal(skat_cards_count(view.hand), 10);
    game.terms.duties[0] = SKAT_DUTIES_ALL;
    play_moves(&game, "the choice", "0 c.grand");
    skat_game_view(&game, 0, &view);
    assert_int_equal(skat_cards_count(view.hand), 10);
    assert_int_equal(view.chosen, 1 + SKAT_DUTY_GRAND);
}

static void only_the_chosen_kind_can_be_announced(void **state)
{
    static const struct {
        const char *choice;
        unsigned first, last;
        int hand, skat; /* how many games by hand, and with the skat */
    } cases[] = {
        {"0 c.suit", SKAT_GAME_DIAMONDS, SKAT_GAME_CLUBS, 16, 4},
        {"0 c.grand", SKAT_GAME_GRAND, SKAT_GAME_GRAND, 4, 1},
        {"0 c.null", SKAT_GAME_NULL, SKAT_GAME_NULL, 2, 2},
    };
    static struct skat_game game;
    struct skat_rules rules;
    struct skat_decision decision;
    uint64_t random = 10;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_RAEUBERSKAT, "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int skat = 0; skat < 2; skat++) {
            start_random(&game, &rules, &random);
            game.terms.duties[0] = SKAT_DUTIES_ALL;
            play_moves(&game, cases[i].choice, cases[i].choice);
            if (skat)
                play_moves(&game, "pick up", "0 s");
            skat_game_pending(&game, &decision);
            assert_int_equal(decision.declaration_count, skat ? cases[i].skat : cases[i].hand);
            for (uint32_t k = 0; k < decision.declaration_count; k++)
                assert_in_range(decision.declarations[k].type, cases[i].first, cases[i].last);
            struct skat_action other = action_of(SKAT_ACTION_DECLARE);
            other.contract.type = i == 1 ? SKAT_GAME_CLUBS : SKAT_GAME_GRAND;
            other.contract.with = skat ? 0 : SKAT_WITH_HAND;
            if (skat)
                random_cards(&other, decision.cards, 2, &random);
            assert_int_equal(skat_game_apply(&game, 0, &other), SKAT_REFUSED_DECLARATION);
        }
}

static void what_was_played_cannot_be_chosen(void **state)
{
    static struct skat_game game;
    struct skat_rules rules;
    uint64_t random = 11;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_RAEUBERSKAT, "");
    for (unsigned left = 1; left <= SKAT_DUTIES_ALL; left++)
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
static void a_round_of_duties(void **state)
{
    uint64_t random = 12;

    (void)state;
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

/* ---- Idiotenskat (rules.md 10.5) ---- */

static void places_and_cards(void **state)
{
    static struct skat_game game;
    struct skat_rules rules;
    struct skat_decision decision;
    struct skat_view view;
    struct skat_deal deal;

    (void)state;
    rules_of_game(&rules, SKAT_VARIANT_IDIOTENSKAT, "");
    deal_of(&deal, "CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9|CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT|"
                   "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ|H7.D7");
    memset(&game, 0, sizeof game);
    skat_game_start(&game, &rules, &deal, NULL);
    play_moves(&game, "auction", "1 p 2 p 0 27"); /* the lowest game by hand: diamonds with 1 */
    skat_game_pending(&game, &decision);
    assert_int_equal(decision.kind, SKAT_DECIDE_DECLARE);
    assert_int_equal(decision.discard_count, 0);
    assert_true(decision.cards == 0);
    for (uint32_t i = 0; i < decision.declaration_count; i++) {
        assert_true(decision.declarations[i].with & SKAT_WITH_HAND);
        assert_false(decision.declarations[i].with & SKAT_WITH_OUVERT);
    }
    play_moves(&game, "announcement", "0 GH");
    skat_game_view(&game, 1, &view);
    assert_true(view.hand == 0 && view.dealt == 0);
    assert_true(view.seen[0] == cards_of("CJ SJ HJ DJ CA CT C9 SA ST S9"));
    assert_true(view.seen[1] == 0);
    assert_true(view.seen[2] == cards_of("C7 C8 S7 S8 H8 H9 HT DA DK DQ"));

    struct skat_action card = action_of(SKAT_ACTION_CARD), place = action_of(SKAT_ACTION_PLACE);
    skat_game_pending(&game, &decision);
    assert_int_equal(decision.kind, SKAT_DECIDE_BLIND);
    assert_int_equal(decision.places, 0x3ff);
    card.count = 1;
    card.cards[0] = skat_card_parse("SA"); /* a hidden card cannot be named */
    assert_int_equal(skat_game_apply(&game, 0, &card), SKAT_REFUSED_KIND);
    card.cards[0] = skat_card_parse("SK"); /* nor what another holds */
    assert_int_equal(skat_game_apply(&game, 0, &card), SKAT_REFUSED_NOT_HELD);
    place.number = 10;
    assert_int_equal(skat_game_apply(&game, 0, &place), SKAT_REFUSED_PLACE);
    place.number = 7;
    assert_int_equal(skat_game_apply(&game, 0, &place), SKAT_ACCEPTED);
    assert_int_equal(game.table.played[0], skat_card_parse("SA"));
    place.number = 4; /* the ace of hearts, with spades in hand: it need not follow suit */
    assert_int_equal(skat_game_apply(&game, 1, &place), SKAT_ACCEPTED);
    place.number = 0;
    assert_int_equal(skat_game_apply(&game, 2, &place), SKAT_ACCEPTED);
    assert_int_equal(game.table.points[0], 22);
    skat_game_pending(&game, &decision);
    assert_int_equal(decision.places, 0x3ff & ~(1 << 7));
    place.number = 7; /* it is gone */
    assert_int_equal(skat_game_apply(&game, 0, &place), SKAT_REFUSED_PLACE);

    char moves[SKAT_RECORD_SIZE];
    static struct skat_game copy;
    skat_record_moves(&game, moves);
    assert_string_equal(moves, "1 p 2 p 0 27 0 GH 0 SA 1 HA 2 C7");
    start_again(&copy, &game);
    play_moves(&copy, "the record", moves);
    assert_true(copy.hands[0] == game.hands[0] && copy.hands[1] == game.hands[1]);
}

/* ---- options together ---- */

/* Options that a game does not have cause no warning; options that never take effect in it do. */
static void notes_know_the_game(void **state)
{
    static const struct {
        enum skat_variant_id game;
        const char *options, *word; /* NULL: there is no note */
    } cases[] = {
        {SKAT_VARIANT_OFFIZIERSSKAT, "kontra.levels=0", NULL},
        {SKAT_VARIANT_OFFIZIERSSKAT, "bock.triggers=grand_hand_played", "grand_hand_played"},
        {SKAT_VARIANT_HERZBLATT, "kontra.when=before_lead", "kontra.when"},
        {SKAT_VARIANT_HERZBLATT, "schenken=grand", "schenken"},
        {SKAT_VARIANT_HERZBLATT, "schenken=all", NULL},
        {SKAT_VARIANT_ASS, "bock.triggers=grand_hand_won", "grand_hand_won"},
        {SKAT_VARIANT_IDIOTENSKAT, "bock.triggers=grand_hand_won schenken=grand", NULL},
        {SKAT_VARIANT_RAEUBERSKAT, "bock.triggers=grand_hand_won schenken=grand", NULL},
        {SKAT_VARIANT_SECHSER, "", NULL},
        {SKAT_VARIANT_TOURNEESKAT, "", NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        const char *notes[SKAT_NOTES_MAX] = {0};
        rules_of_game(&rules, cases[i].game, cases[i].options);
        int count = skat_rules_notes(&rules, notes);
        if (count != (cases[i].word != NULL) || (count && !strstr(notes[0], cases[i].word)))
            fail_msg("%s %s: %d notes, \"%s\"", skat_variant_names[cases[i].game], cases[i].options,
                     count, count ? notes[0] : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_add_up_and_records_replay),
        cmocka_unit_test(views_hide_hidden_cards),
        cmocka_unit_test(the_deck_with_sixes),
        cmocka_unit_test(won_and_schneider_of_144),
        cmocka_unit_test(twelve_matadors),
        cmocka_unit_test(herzblatt_asks_in_turn),
        cmocka_unit_test(the_ace_is_above_the_jacks),
        cmocka_unit_test(who_holds_the_ace_plays),
        cmocka_unit_test(five_cards_are_seen),
        cmocka_unit_test(only_the_chosen_kind_can_be_announced),
        cmocka_unit_test(what_was_played_cannot_be_chosen),
        cmocka_unit_test(a_round_of_duties),
        cmocka_unit_test(places_and_cards),
        cmocka_unit_test(notes_know_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
