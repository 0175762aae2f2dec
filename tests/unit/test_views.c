// SPDX-License-Identifier: MIT
/* tests/unit/test_views.c - what a player sees at every step of random games: what the rules show,
 * and nothing that is hidden (rules.md 4, 7). */
#include "tests/unit/engine_helpers.h"

#include "tests/unit/unit_test.h"

struct step {
    uint8_t position;
    struct skat_action action;
};
struct history {
    int count;
    struct step steps[SKAT_MOVES_MAX];
    skat_cards seen[SKAT_PLAYERS]; /* cards that the rules have shown to each */
};

/* rules.md 7.7: the defenders see each other's cards. */
static bool naive_defenders_open(const struct skat_game *game)
{
    const struct skat_contract contract = game->table.contract;
    if (!game->table.announced)
        return false;
    if (contract.type == SKAT_GAME_GRAND)
        return game->rules->revolution & SKAT_REVOLUTION_GRAND_OUVERT &&
               contract.with & SKAT_WITH_OUVERT;
    return contract.type == SKAT_GAME_REVOLUTION &&
           game->rules->revolution & SKAT_REVOLUTION_EXCHANGE;
}

/* rules.md 7.1, kontra.before_showing: whoever may say kontra is asked before the cards lie open.
 */
static bool naive_covered(const struct skat_game *game)
{
    struct skat_decision decision;
    return naive_before_showing(game) && game->rules->kontra_levels &&
           game->terms.round != SKAT_ROUND_RAMSCH && skat_game_pending(game, &decision) &&
           (decision.kind == SKAT_DECIDE_KONTRA ||
            (decision.kind == SKAT_DECIDE_CONCEDE && !game->table.played_count));
}

/* What the rules show to the player at `position` now, besides what was seen before: the own cards,
 * those that came along, the skat after rum, declarer's cards in an ouvert game, and in a
 * revolution with exchange the partner's. */
static skat_cards shown_now(const struct skat_game *game, unsigned position)
{
    struct skat_decision decision;
    skat_cards seen =
        game->hands[position] | game->passed_on[position] | game->gone | game->open_skat;
    for (int i = 0; i < game->turned.count; i++)
        seen |= skat_card_bit(game->turned.cards[i]);
    bool declared = game->table.announced && game->table.declarer != SKAT_NOBODY;
    for (unsigned other = 0; other < SKAT_PLAYERS; other++)
        if (has_said(game, other, SKAT_ACTION_CLAIM))
            seen |= game->hands[other];
    if (skat_game_pending(game, &decision) && decision.position == position)
        seen |= decision.cards;
    if (position == game->table.declarer && game->table.picked_up)
        return seen | game->skat;
    if (declared && position != game->table.declarer) {
        if (game->table.contract.with & SKAT_WITH_OUVERT && !naive_covered(game))
            seen |= game->hands[game->table.declarer];
        if (naive_defenders_open(game))
            seen |= game->hands[3u - position - game->table.declarer];
    }
    return seen;
}

static void note_what_is_shown(const struct skat_game *game, struct history *history)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        history->seen[position] |= shown_now(game, position);
}

/* Plays up to `steps` random steps and remembers them. */
static void play_remembering(struct skat_game *game, struct history *history, int steps,
                             uint64_t *random)
{
    struct skat_decision decision;
    history->count = 0;
    memset(history->seen, 0, sizeof history->seen);
    note_what_is_shown(game, history);
    while (history->count < steps && skat_game_pending(game, &decision)) {
        struct step *step = &history->steps[history->count++];
        step->position = decision.position;
        random_action(&step->action, game, &decision, random);
        expect_accepted(game, step->position, &step->action);
        skat_game_apply(game, step->position, &step->action);
        note_what_is_shown(game, history);
    }
}

static skat_card exchanged(skat_card card, skat_card a, skat_card b)
{
    return card == a ? b : card == b ? a : card;
}

/* The same steps with two cards exchanged everywhere; false where they would not be legal. */
static bool replay_exchanged(struct skat_game *other, const struct skat_game *game,
                             const struct history *history, skat_card a, skat_card b)
{
    struct skat_deal deal = game->deal;
    for (int i = 0; i < 32; i++)
        deal.cards[i] = exchanged(deal.cards[i], a, b);
    memset(other, 0, sizeof *other);
    skat_game_start(other, game->rules, &deal, &game->terms);
    for (int s = 0; s < history->count; s++) {
        struct skat_action action = history->steps[s].action;
        for (int i = 0; i < action.count; i++)
            action.cards[i] = exchanged(action.cards[i], a, b);
        if (skat_game_apply(other, history->steps[s].position, &action) != SKAT_ACCEPTED)
            return false;
    }
    /* Turnéskat: that the bid is too high is told, and ends the game */
    return is_over(other) == is_over(game);
}

/* Fill the views with different bytes, to find bytes that skat_game_view() does not write. */
static void check_same_view(const struct skat_game *a, const struct skat_game *b, unsigned position)
{
    struct skat_view one, other;
    memset(&one, 0xaa, sizeof one);
    memset(&other, 0x55, sizeof other);
    skat_game_view(a, position, &one);
    skat_game_view(b, position, &other);
    for (size_t i = 0; i < sizeof one; i++)
        if (((const uint8_t *)&one)[i] != ((const uint8_t *)&other)[i])
            fail_msg("byte %zu of position %u's view shows a hidden card (phase %d)", i, position,
                     a->phase);
}

static void check_same_decision(const struct skat_game *a, const struct skat_game *b,
                                unsigned position)
{
    struct skat_decision one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    bool open = skat_game_pending(a, &one);
    assert_int_equal(open, skat_game_pending(b, &other));
    if (open && one.position == position)
        assert_memory_equal(&one, &other, sizeof one);
}

TEST(views_do_not_depend_on_hidden_cards)
{
    static struct history history;
    uint64_t random = 37;
    int compared = 0, types[SKAT_GAME_TYPES] = {0};
    for (int i = 0; i < 2500; i++) {
        static struct skat_rules rules;
        struct skat_game game, other;
        if (i % 3 == 0)
            rules_random(&rules, &random);
        start_random(&game, &rules, &random);
        play_remembering(&game, &history, test_below(&random, 55), &random);
        for (unsigned position = 0; position < 3; position++) {
            skat_cards hidden = SKAT_DECK_32 & ~history.seen[position];
            if (!hidden)
                continue;
            skat_card a = random_card(hidden, &random), b = random_card(hidden, &random);
            if (a == b || !replay_exchanged(&other, &game, &history, a, b))
                continue;
            if (rest_was_given(&game)) /* its points say what the skat has, as the result does */
                continue;
            check_same_view(&game, &other, position);
            check_same_decision(&game, &other, position);
            compared++;
            if (game.table.announced)
                types[game.table.contract.type]++;
        }
    }
    assert_true(compared > 1500);
    for (int type = 0; type < SKAT_GAME_TYPES; type++)
        assert_true(types[type] > 15);
}

/* view.h: declarer who picked up sees the skat, later the discards; whoever takes the two cards in
 * schieberamsch sees them while choosing. */
static skat_cards skat_in_view(const struct skat_game *game, unsigned position)
{
    if (game->phase == SKAT_PHASE_PASS_ON)
        return position == game->table.turn ? game->skat : 0;
    if (position != game->table.declarer || !game->table.picked_up)
        return 0;
    return game->table.announced ? game->skat : skat_deal_skat(&game->deal, &skat_deck_32);
}

static skat_cards partner_in_view(const struct skat_game *game, unsigned position)
{
    return naive_defenders_open(game) && position != game->table.declarer
               ? game->hands[3u - position - game->table.declarer]
               : 0;
}

static void check_extra_in_view(const struct skat_game *game, const struct skat_view *view)
{
    int bock = game->terms.round == SKAT_ROUND_BOCK ? game->rules->bock_factor : 1;
    assert_int_equal(view->extra.bock, bock);
    assert_int_equal(view->extra.round, game->terms.round);
    assert_int_equal(view->extra.round_left, game->terms.round_of - game->terms.round_deal);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        assert_int_equal(view->extra.totals[position], game->terms.totals[position]);
    assert_true(view->open_skat ==
                (view->extra.rum ? skat_deal_skat(&game->deal, &skat_deck_32) : 0));
}

static void check_view(const struct skat_game *game, uint64_t *random)
{
    (void)random;
    for (unsigned position = 0; position < 3; position++) {
        struct skat_view view;
        bool declarer = position == game->table.declarer;
        skat_game_view(game, position, &view);
        assert_int_equal(view.size, sizeof view);
        assert_int_equal(view.position, position);
        assert_true(view.dealt == skat_deal_hand(&game->deal, &skat_deck_32, (int)position));
        assert_true(view.hand == game->hands[position]);
        assert_true(view.skat == skat_in_view(game, position));
        assert_true(view.partner == partner_in_view(game, position));
        if (game->phase != SKAT_PHASE_EXCHANGE && game->table.played_count) /* none gets lost */
            assert_true(((view.hand | view.gone | view.passed_on | view.skat) & view.dealt) ==
                        view.dealt);
        bool ouvert = game->table.announced && (game->table.contract.with & SKAT_WITH_OUVERT) &&
                      !naive_covered(game);
        if (!declarer)
            assert_true(view.shown == (ouvert ? game->hands[game->table.declarer] : 0));
        assert_true(view.gone == game->gone);
        assert_int_equal(view.table.played_count, game->table.played_count);
        assert_memory_equal(view.table.played, game->table.played, game->table.played_count);
        assert_int_equal(view.table.turn, is_over(game) ? SKAT_NOBODY : game->table.turn);
        check_extra_in_view(game, &view);
    }
}

AT_EVERY_STEP(views_show_what_is_ones_own_and_public, 41, 400, check_view)

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
