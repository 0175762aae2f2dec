// SPDX-License-Identifier: MIT
/* tests/unit/test_game.c - the state machine: properties of thousands of random games under random
 * rule sets, and the moments of declaration and fault (rules.md 2 to 8, 10). What games are worth
 * is in tests/data/games, and computed again by tests/oracle/scorekeeper.py. */
#include "tests/unit/engine_helpers.h"

#include "engine/game/auction.h"
#include "engine/game/card_play.h"
#include "engine/session.h"
#include "tests/unit/unit_test.h"

/* ---- random games ---- */

/* Cards that lie both in a hand and among `skat`: the declarer, or whoever takes the skat in
 * schieberamsch, holds both until two cards are discarded. */
static bool skat_is_in_hand(const struct skat_game *game)
{
    struct skat_decision decision;
    return skat_game_pending(game, &decision) &&
           ((decision.kind == SKAT_DECIDE_DECLARE && decision.discard_count) ||
            decision.kind == SKAT_DECIDE_PASS_ON);
}

/* Revolution: one defender has chosen, and the cards not chosen are still to go to the partner. */
static bool exchange_is_under_way(const struct skat_game *game)
{
    int exchanged = 0;
    for (int i = 0; i < game->move_count; i++)
        exchanged += game->moves[i].kind == SKAT_ACTION_EXCHANGE;
    return exchanged == 1;
}

static void check_sums(const struct skat_game *game, uint64_t *random)
{
    skat_cards all = game->gone | (skat_is_in_hand(game) ? 0 : game->skat);
    int tricks = game->table.tricks[0] + game->table.tricks[1] + game->table.tricks[2];
    int points = game->table.points[0] + game->table.points[1] + game->table.points[2];
    int held = skat_is_in_hand(game) ? 2 : 0;
    (void)random;
    if (exchange_is_under_way(game))
        return;
    for (int position = 0; position < 3; position++) {
        assert_true((all & game->hands[position]) == 0);
        all |= game->hands[position];
        held -= skat_cards_count(game->hands[position]);
    }
    assert_int_equal(-held, 30 - game->table.played_count);
    assert_true(all == SKAT_DECK_32);
    assert_int_equal(skat_cards_count(game->gone), game->table.played_count);
    assert_int_equal(tricks, rest_was_given(game) ? 10 : game->table.trick_count);
    assert_int_equal(game->table.trick_count, game->table.played_count / 3);
    if (rest_was_given(game))
        assert_int_equal(points + skat_cards_points(game->skat), 120);
    else if (game->table.played_count % 3 == 0)
        assert_int_equal(points, skat_cards_points(game->gone));
    if (game->table.announced && naive_is_null(game->table.contract.type) &&
        game->table.tricks[game->table.declarer])
        assert_true(is_over(game));
    if (all_cards_played(game)) {
        assert_int_equal(tricks, 10);
        assert_int_equal(points + skat_cards_points(game->skat), 120);
    }
}

AT_EVERY_STEP(cards_points_and_tricks_add_up_at_every_step, 23, 600, check_sums)

/* ---- games of every kind ---- */

/* All cards of the deck are somewhere, and their points are in tricks or still to be won, but in
 * the middle of an exchange. */
static void check_cards(const struct skat_game *game)
{
    const struct skat_deck *deck = game->rules->derived.deck;
    skat_cards held = game->skat | game->aside, all = game->gone;
    int points = 0;

    if (game->phase != SKAT_PHASE_PLAY && game->phase != SKAT_PHASE_BID)
        return;
    for (int i = 0; i < SKAT_PLAYERS; i++) {
        held |= game->hands[i] | game->covered[i];
        points += game->table.points[i];
    }
    for (int i = game->trick_began; i < game->table.played_count; i++)
        points += skat_card_points[game->table.played[i]];
    assert_true((all | held) == deck->cards);
    assert_int_equal(points + skat_cards_points(held), deck->points);
}

/* A finished game is the same when its record is replayed. */
static void check_record(const struct skat_game *game)
{
    char text[SKAT_RECORD_SIZE], again[SKAT_RECORD_SIZE], rules[1024];
    struct skat_game copy;
    struct skat_result result, other;

    memset(&result, 0, sizeof result);
    memset(&other, 0, sizeof other);
    const int length = skat_record_moves(game, text);
    if (length != (int)strlen(text))
        fail_msg("%d of \"%s\", %s", length, text, skat_variant_names[game->rules->game]);
    start_again(&copy, game);
    play_moves(&copy, rules_text(game->rules, rules), text);
    if (!is_over(&copy))
        fail_msg("\"%s\" is over, but its replay is not", text);
    assert_memory_equal(&copy.table, &game->table, sizeof copy.table);
    assert_memory_equal(&copy.extra, &game->extra, sizeof copy.extra);
    for (int trick = 0; trick + 1 < game->table.trick_count; trick++)
        assert_int_equal(game->table.leader[trick + 1], skat_trick_winner(game, trick));
    skat_record_moves(&copy, again);
    assert_string_equal(text, again);
    skat_game_result(game, &result);
    skat_game_result(&copy, &other);
    assert_memory_equal(&result, &other, sizeof result);
}

/* Every second rule set is of Skat or Turnéskat, the others of each game in turn. */
TEST(cards_add_up_and_records_replay)
{
    uint64_t random = 43;
    for (int set = 0; set < 130 * SKAT_VARIANTS; set++) {
        struct skat_rules rules;
        if (set % 2)
            rules_random(&rules, &random);
        else
            rules_random_of_game(&rules, (enum skat_variant_id)(set / 2 % SKAT_VARIANTS), &random);
        for (int i = 0; i < GAMES_EACH; i++) {
            struct skat_game game;
            start_random(&game, &rules, &random);
            do
                check_cards(&game);
            while (random_step(&game, &random));
            check_record(&game);
        }
    }
}

/* ---- options ---- */

/* Revolution: the first defender chooses from the own cards, the partner's and the skat, as the
 * rules say; the second gets what is left. */
static skat_cards naive_exchange_pool(const struct skat_game *game, unsigned position)
{
    bool grand = game->table.contract.type == SKAT_GAME_GRAND; /* the defenders' cards alone */
    int form = grand ? SKAT_REVOLUTION_EXCHANGE : game->rules->revolution & SKAT_REVOLUTION_BOTH;
    unsigned partner = 3u - position - game->table.declarer;
    skat_cards skat = grand ? game->skat : skat_deal_skat(&game->deal, &skat_deck_32);
    skat_cards pool = game->hands[position];
    if (position > partner) {
        pool = SKAT_DECK_32 & ~game->hands[partner] & ~game->hands[game->table.declarer];
        return form == SKAT_REVOLUTION_EXCHANGE ? pool & ~skat : pool;
    }
    if (form != SKAT_REVOLUTION_EXCHANGE)
        pool |= skat;
    return form == SKAT_REVOLUTION_SKAT ? pool : pool | game->hands[partner];
}

/* rules.md 4: may the declarer concede now, whoever's turn it is? */
static bool naive_may_concede(const struct skat_game *game, unsigned position)
{
    if (is_over(game) || !game->table.announced || position > 2 || position != game->table.declarer)
        return false;
    if (game->rules->game == SKAT_VARIANT_TOURNEESKAT &&
        !(game->table.contract.with & SKAT_WITH_TURN)) /* Turnéskat text: "Om turne spelas" */
        return false;
    switch (game->rules->concede) {
    case SKAT_CONCEDE_BEFORE_SECOND_LEAD:
        return game->table.played_count <= 3;
    case SKAT_CONCEDE_UNTIL_SECOND_TRICK:
        return skat_cards_count(game->hands[position]) >= 9;
    case SKAT_CONCEDE_BEFORE_LEAD:
        return game->table.played_count == 0;
    default:
        return false;
    }
}

/* rules.md 4, concede_later: once a deal, between cards, in turn or not. Read from the moves. */
static bool naive_may_resign(const struct skat_game *game, unsigned position)
{
    struct skat_decision decision;
    return game->rules->concede_later != SKAT_CONCEDE_LATER_NEVER && position < 3 &&
           skat_game_pending(game, &decision) && decision.kind == SKAT_DECIDE_CARD &&
           game->table.declarer != SKAT_NOBODY && !has_said(game, position, SKAT_ACTION_CONCEDE);
}

/* rules.md 5, claims: once a deal; in null only declarer, and if the others are asked. */
static bool naive_may_claim(const struct skat_game *game, unsigned position)
{
    const struct skat_contract contract = game->table.contract;
    if (naive_is_null(contract.type) &&
        (position != game->table.declarer || game->rules->claims != SKAT_CLAIMS_CONSENT))
        return false;
    return game->rules->claims && game->table.declarer != SKAT_NOBODY &&
           !(position == game->table.declarer && skat_contract_spitzen(contract)) &&
           !has_said(game, position, SKAT_ACTION_CLAIM);
}

/* rules.md 7.2, schenken: "until the second trick is led, once per level". Read from the moves;
 * refusing that somebody gives up later (concede_later) is another matter. */
static bool naive_may_give_up(const struct skat_game *game, unsigned position)
{
    struct skat_contract contract = game->table.contract;
    int refused = 0;
    bool proposed = false, open = false;
    for (int i = 0; i < game->move_count; i++) {
        if (game->moves[i].kind == SKAT_ACTION_GIVE_UP)
            proposed = open = true;
        if (game->moves[i].kind != SKAT_ACTION_REFUSE || !open)
            continue;
        open = false;
        if (game->moves[i].position == game->table.declarer) {
            refused++;
            proposed = false;
        }
    }
    if (game->rules->schenken == SKAT_SCHENKEN_OFF ||
        (game->rules->schenken == SKAT_SCHENKEN_GRAND && contract.type != SKAT_GAME_GRAND))
        return false;
    return game->table.announced && position < 3 && game->table.declarer != SKAT_NOBODY &&
           position != game->table.declarer && !naive_is_null(contract.type) &&
           (contract.with & ~SKAT_WITH_HAND) == 0 && game->table.played_count <= 3 && refused < 2 &&
           !proposed;
}

static uint32_t seen_kinds; /* bits 1 << decision kind */

/* rules.md 3.1: the games that outrank the last one, lowest first. */
static void check_ranks(const struct skat_game *game, const struct skat_decision *decision)
{
    int rank = game->calls.called_rank;
    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        assert_true(naive_call_rank(decision->declarations[i]) > rank);
        rank = naive_call_rank(decision->declarations[i]);
    }
}

/* Turnéskat: what the card allows, or the other card, which is asked about only when it is a jack.
 */
static void check_turn(const struct skat_game *game, const struct skat_decision *decision)
{
    skat_card card = game->turned.cards[game->turned.count - 1];
    bool jack = skat_card_rank(card) == SKAT_JACK;
    assert_int_equal(decision->declaration_count, jack ? 2 : 1);
    assert_int_equal(decision->declarations[0].type, skat_card_suit(card));
    assert_int_equal(decision->may_turn, game->turned.count == 1);
    assert_true(jack || decision->may_turn);
}

/* What a decision lists, where the rules say it otherwise than by what is accepted; that just this
 * is accepted, everything_else_is_refused_and_changes_nothing shows. */
static void check_offer(const struct skat_game *game, uint64_t *random)
{
    struct skat_decision decision;
    const skat_cards held = game->table.turn < SKAT_PLAYERS ? game->hands[game->table.turn] : 0;
    (void)random;
    if (!skat_game_pending(game, &decision)) {
        assert_int_equal(decision.kind, SKAT_DECIDE_NOTHING);
        return;
    }
    /* a bot is only asked what the rule set says it may be asked */
    assert_true(game->rules->derived.decisions >> decision.kind & 1);
    seen_kinds |= 1u << decision.kind;
    switch (decision.kind) {
    case SKAT_DECIDE_CALL:
        check_ranks(game, &decision);
        break;
    case SKAT_DECIDE_GAME: /* rum may be said once; then the skat is taken (rules.md 7.8) */
        assert_int_equal(decision.may_rum, game->rules->rum && !game->extra.rum);
        if (game->extra.rum)
            assert_int_equal(decision.declaration_count, 0);
        assert_int_equal(decision.may_turn, game->rules->game == SKAT_VARIANT_TOURNEESKAT);
        break;
    case SKAT_DECIDE_TURN:
        check_turn(game, &decision);
        break;
    case SKAT_DECIDE_DECLARE:
        assert_int_equal(skat_cards_count(decision.cards), game->table.picked_up ? 12 : 0);
        break;
    case SKAT_DECIDE_PASS_ON: /* the twelve cards, without jacks unless the rules allow them */
        assert_int_equal(skat_cards_count(held), 12);
        assert_true(decision.cards == (game->rules->ramsch_jacks ? held : held & ~SKAT_JACKS));
        assert_int_equal(decision.discard_count, 2);
        break;
    case SKAT_DECIDE_EXCHANGE:
        assert_true(decision.cards == naive_exchange_pool(game, decision.position));
        break;
    case SKAT_DECIDE_CARD:
        assert_true(decision.cards != 0);
        const bool may = naive_may_concede(game, decision.position);
        assert_int_equal(decision.may_concede, may);
        assert_int_equal(decision.may_resign, !may && naive_may_resign(game, decision.position));
        assert_int_equal(decision.may_give_up, naive_may_give_up(game, decision.position));
        assert_int_equal(decision.may_claim, naive_may_claim(game, decision.position));
        break;
    }
}

TEST(decisions_offer_what_the_rules_say)
{
    seen_kinds = 0;
    at_every_step(29, 400, check_offer);
    /* Those of Skat; other games have tests of their own. */
    for (int kind = SKAT_DECIDE_BID; kind <= SKAT_DECIDE_EXCHANGE; kind++)
        if (!(seen_kinds >> kind & 1))
            fail_msg("no decision of kind %d in all these games", kind);
}

static bool declaration_is_pending(const struct skat_decision *decision,
                                   struct skat_contract contract)
{
    for (uint32_t i = 0; i < decision->declaration_count; i++)
        if (skat_contract_same(decision->declarations[i], contract))
            return true;
    return false;
}

/* rules.md 3.1 and 4: what is called open is by hand, and mostly owes every trick, whether that is
 * said or not. */
static bool call_is_pending(const struct skat_rules *rules, const struct skat_decision *decision,
                            struct skat_contract called)
{
    const bool alone = rules->announcements & SKAT_ANNOUNCE_OUVERT_ALONE &&
                       !(called.type == SKAT_GAME_GRAND && rules->value_grand_ouvert);
    if (called.with & SKAT_WITH_OUVERT)
        called.with |=
            SKAT_WITH_HAND | (naive_is_null(called.type) || alone ? 0 : SKAT_WITH_SCHWARZ);
    if (called.with & SKAT_WITH_SCHWARZ && !naive_is_null(called.type))
        called.with |= SKAT_WITH_SCHNEIDER;
    return declaration_is_pending(decision, called);
}

/* Are these `count` different cards, all on offer? */
static bool cards_are_pending(const struct skat_decision *decision,
                              const struct skat_action *action, int count)
{
    skat_cards set = 0;
    if (action->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (action->cards[i] < SKAT_CARD_CODES)
            set |= skat_card_bit(action->cards[i]);
    return skat_cards_count(set) == count && (set & ~decision->cards) == 0;
}

/* rules.md 7.6: spitzen in suit games, as many as the option says, and held among the ten; in grand
 * one, if the rules allow it, and if there is a jack that is not known. */
static bool spitzen_are_pending(const struct skat_game *game, const struct skat_decision *decision,
                                const struct skat_action *action)
{
    int spitzen = action->contract.with / SKAT_WITH_SPITZE % 8;
    skat_cards ten = game->hands[decision->position];
    if (!spitzen)
        return true;
    const bool grand = action->contract.type == SKAT_GAME_GRAND && game->rules->spitzen_grand &&
                       (ten & SKAT_JACKS) != SKAT_JACKS;
    if ((action->contract.type >= SKAT_SUITS && !grand) ||
        spitzen > (grand ? 1 : game->rules->spitzen_max) || spitzen > game->rules->spitzen_max)
        return false;
    for (int i = 0; i < action->count; i++)
        ten &= ~skat_card_bit(action->cards[i]);
    return (naive_named_trumps(&skat_deck_32, action->contract.type, spitzen) & ~ten) == 0;
}

static bool declare_is_pending(const struct skat_game *game, const struct skat_decision *decision,
                               const struct skat_action *action)
{
    struct skat_contract contract = action->contract;
    contract.with &= (uint8_t)~SKAT_WITH_SPITZEN;
    if (decision->kind == SKAT_DECIDE_GRAND_HAND)
        return action->contract.type == SKAT_GAME_GRAND &&
               action->contract.with == SKAT_WITH_HAND && action->count == 0;
    return declaration_is_pending(decision, contract) &&
           cards_are_pending(decision, action, decision->discard_count) &&
           spitzen_are_pending(game, decision, action);
}

static bool bid_is_pending(const struct skat_decision *decision, int bid)
{
    for (uint32_t i = 0; i < decision->bid_count; i++)
        if (decision->bids[i] == bid)
            return true;
    return false;
}

/* rules.md 7.1, kontra.who: bidders; also rearhand, if the bid was 18 or more at its first turn. */
static bool naive_entitled(const struct skat_game *game, unsigned position)
{
    bool bid = false, spoke = false, eighteen_stood = false;
    if (position > 2 || position == game->table.declarer)
        return false;
    for (int i = 0; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        if (move->kind != SKAT_ACTION_BID && move->kind != SKAT_ACTION_HOLD &&
            move->kind != SKAT_ACTION_CALL && move->kind != SKAT_ACTION_PASS)
            break;
        spoke |= move->position == position;
        eighteen_stood |= !spoke && ((move->kind == SKAT_ACTION_BID && move->value >= 18) ||
                                     move->kind == SKAT_ACTION_CALL);
        bid |= move->position == position && move->kind != SKAT_ACTION_PASS;
    }
    if (game->terms.round == SKAT_ROUND_RAMSCH) /* rules.md 7.3, ramsch_round.kontra */
        return game->rules->ramsch_round_kontra;
    switch (game->rules->kontra_who) {
    case SKAT_KONTRA_BIDDERS:
        return bid;
    case SKAT_KONTRA_BIDDERS_OR_18:
        return bid || (position == 2 && eighteen_stood);
    default:
        return true;
    }
}

/* rules.md 7.1, kontra.when first_trick: the first kontra may come until the speaker plays a first
 * card, while cards are played; trick_turned: until the second trick is led. Elsewhere defenders
 * are asked. */
static bool naive_may_kontra_unasked(const struct skat_game *game, unsigned position)
{
    int when = game->rules->kontra_when;
    bool in_time = when == SKAT_KONTRA_TRICK_TURNED
                       ? game->table.played_count <= 3
                       : when == SKAT_KONTRA_FIRST_TRICK && game->table.trick_count == 0 &&
                             position < SKAT_PLAYERS &&
                             skat_cards_count(game->hands[position]) == 10;
    return game->rules->kontra_levels && in_time &&
           !(naive_before_showing(game) && game->table.contract.with & SKAT_WITH_OUVERT) &&
           game->table.announced && game->table.declarer != SKAT_NOBODY &&
           game->extra.kontra == 0 && naive_entitled(game, position);
}

/* Leading a card also means not conceding: it is legal if it would be legal after PLAY_ON. */
static bool card_answers_concession(const struct skat_game *game, unsigned position,
                                    const struct skat_action *action)
{
    struct skat_game copy = *game;
    struct skat_action play_on = action_of(SKAT_ACTION_PLAY_ON);
    struct skat_decision decision;
    expect_accepted(game, position, &play_on);
    skat_game_apply(&copy, position, &play_on);
    return skat_game_pending(&copy, &decision) && decision.kind == SKAT_DECIDE_CARD &&
           decision.position == position && cards_are_pending(&decision, action, 1);
}

/* The decisions that each action answers, as bits. */
#define TO(kind) (1u << SKAT_DECIDE_##kind)
static const uint32_t answers[SKAT_ACTIONS] = {
    [SKAT_ACTION_PASS] = TO(BID) | TO(HOLD) | TO(CALL) | TO(HOLD_CALL),
    [SKAT_ACTION_BID] = TO(BID),
    [SKAT_ACTION_CALL] = TO(CALL),
    [SKAT_ACTION_HOLD] = TO(HOLD) | TO(HOLD_CALL) | TO(AGREE) | TO(GIFT) | TO(CONSENT),
    [SKAT_ACTION_REFUSE] = TO(AGREE) | TO(GIFT) | TO(CONSENT),
    [SKAT_ACTION_CLAIM] = TO(CARD),
    [SKAT_ACTION_PICK_UP] = TO(GAME) | TO(SCHIEBEN),
    [SKAT_ACTION_RUM] = TO(GAME),
    [SKAT_ACTION_TURN_CARD] = TO(GAME) | TO(TURN),
    [SKAT_ACTION_DECLARE] = TO(GAME) | TO(DECLARE) | TO(TURN) | TO(GRAND_HAND),
    [SKAT_ACTION_CARD] = TO(CARD) | TO(CONCEDE),
    [SKAT_ACTION_PLAY_ON] = TO(CONCEDE) | TO(KONTRA) | TO(GRAND_HAND) | TO(KNOCK),
    [SKAT_ACTION_KNOCK] = TO(KNOCK),
    [SKAT_ACTION_PASS_ON] = TO(SCHIEBEN) | TO(PASS_ON),
    [SKAT_ACTION_EXCHANGE] = TO(EXCHANGE)};

/* Is this action one of those the pending decision lists? */
static bool naive_is_option(const struct skat_game *game, unsigned position,
                            const struct skat_action *action)
{
    struct skat_decision decision;
    if (!skat_game_pending(game, &decision))
        return false;
    unsigned asked = decision.kind;
    if (action->kind == SKAT_ACTION_CONCEDE)
        return naive_may_concede(game, position) || naive_may_resign(game, position);
    if (action->kind == SKAT_ACTION_GIVE_UP)
        return asked == SKAT_DECIDE_CARD && naive_may_give_up(game, position);
    if (action->kind == SKAT_ACTION_KONTRA)
        return (asked == SKAT_DECIDE_KONTRA && position == decision.position) ||
               (asked == SKAT_DECIDE_CARD && naive_may_kontra_unasked(game, position));
    if (position != decision.position || action->kind >= SKAT_ACTIONS ||
        !(answers[action->kind] >> asked & 1))
        return false;
    switch (action->kind) {
    case SKAT_ACTION_CALL:
        return call_is_pending(game->rules, &decision, action->contract);
    case SKAT_ACTION_BID:
        return bid_is_pending(&decision, action->bid);
    case SKAT_ACTION_CLAIM:
        return naive_may_claim(game, position);
    case SKAT_ACTION_RUM:
        return decision.may_rum;
    case SKAT_ACTION_TURN_CARD:
        return decision.may_turn;
    case SKAT_ACTION_DECLARE:
        return declare_is_pending(game, &decision, action);
    case SKAT_ACTION_CARD:
        return asked == SKAT_DECIDE_CONCEDE ? card_answers_concession(game, position, action)
                                            : cards_are_pending(&decision, action, 1);
    case SKAT_ACTION_PASS_ON:
        return asked == SKAT_DECIDE_SCHIEBEN ? action->count == 0
                                             : cards_are_pending(&decision, action, 2);
    case SKAT_ACTION_EXCHANGE:
        return cards_are_pending(&decision, action, 10);
    default:
        return true;
    }
}

static uint8_t wild_card_code(uint64_t *random)
{
    return (uint8_t)(test_below(random, 3) ? test_below(random, SKAT_CARD_CODES)
                                           : test_below(random, 256));
}

static void wild_declaration(struct skat_action *action, const struct skat_game *game,
                             uint64_t *random)
{
    action->contract.type = (uint8_t)test_below(random, SKAT_GAME_TYPES);
    action->contract.with = (uint8_t)test_below(random, test_below(random, 3) ? 16 : 256);
    /* ISS leaves the H of trump ouvert out: before the pick-up it is understood */
    if (action->contract.type != SKAT_GAME_NULL && !game->table.picked_up &&
        (action->contract.with & SKAT_WITH_OUVERT))
        action->contract.with |= SKAT_WITH_HAND;
    action->contract = skat_rules_complete(game->rules, action->contract);
    if (!test_below(random, 4))
        action->contract = (struct skat_contract){SKAT_GAME_GRAND, SKAT_WITH_HAND};
    if (game->table.picked_up)
        action->count = (uint8_t)test_below(random, 5);
}

/* Replaces some cards with cards on offer, so that some actions are legal. */
static void nearly_legal_cards(struct skat_action *action, const struct skat_game *game,
                               uint64_t *random)
{
    struct skat_decision decision;
    if (!skat_game_pending(game, &decision) || !decision.cards)
        return;
    int keep = test_below(random, 2) ? test_below(random, action->count + 1) : action->count;
    for (int i = 0; i < keep; i++)
        action->cards[i] = random_card(decision.cards, random);
    if (action->count == 10 && skat_cards_count(decision.cards) >= 10 && test_below(random, 2)) {
        action->count = 0;
        random_cards(action, decision.cards, 10, random);
    }
}

/* Something a careless or broken bot may send: any kind, any bid, any cards. Fields that the kind
 * does not use stay zero; what they would mean is not defined. */
static void wild_action(struct skat_action *action, const struct skat_game *game, uint64_t *random)
{
    *action = action_of((enum skat_action_kind)test_below(random, SKAT_ACTIONS + 3));
    if (action->kind == SKAT_ACTION_BID)
        action->bid = (uint16_t)(test_below(random, 9) ? test_below(random, 300)
                                                       : 65535 - test_below(random, 300));
    if (action->kind == SKAT_ACTION_DECLARE || action->kind == SKAT_ACTION_CALL)
        wild_declaration(action, game, random);
    if (action->kind == SKAT_ACTION_CALL)
        action->count = 0;
    if (action->kind == SKAT_ACTION_CARD)
        action->count = 1;
    if (action->kind == SKAT_ACTION_PASS_ON)
        action->count = (uint8_t)test_below(random, 4);
    if (action->kind == SKAT_ACTION_EXCHANGE)
        action->count = (uint8_t)(9 + test_below(random, 3));
    for (int i = 0; i < action->count; i++)
        action->cards[i] = wild_card_code(random);
    if (action->count && test_below(random, 2))
        nearly_legal_cards(action, game, random);
}

static void check_wild_actions(const struct skat_game *game, uint64_t *random)
{
    static const unsigned positions[] = {0, 1, 2, 3, 255, 0x100};
    for (int i = 0; i < 60; i++) {
        struct skat_action action;
        struct skat_game copy;
        unsigned position = positions[test_below(random, 2 * (int)COUNT_OF(positions)) / 2];
        if (test_below(random, 2))
            position = game->table.turn;
        memcpy(&copy, game, sizeof copy);
        wild_action(&action, game, random);
        enum skat_refusal refusal = skat_game_apply(&copy, position, &action);
        bool option = naive_is_option(game, position, &action);
        if (option != (refusal == SKAT_ACCEPTED))
            fail_msg("kind %d bid %d contract %d/%d of %u in phase %d (turn %d): %s", action.kind,
                     action.bid, action.contract.type, action.contract.with, position, game->phase,
                     game->table.turn, skat_refusal_text(refusal));
        if (!option && memcmp(&copy, game, sizeof copy) != 0)
            fail_msg("kind %d was refused in phase %d, but the game changed", action.kind,
                     game->phase);
    }
}

AT_EVERY_STEP(everything_else_is_refused_and_changes_nothing, 31, 180, check_wild_actions)

/* auction.h, card_play.h: what is asked, by the machine and by the short way. */
static void check_short_offer(const struct skat_game *game)
{
    struct skat_decision asked, again = {.size = sizeof again};
    const bool bids = skat_auction_next_again(game, &again);
    if (!bids && !skat_game_next_card_again(game, &again))
        return;
    assert_true(skat_game_pending(game, &asked));
    assert_memory_equal(&again, &asked, sizeof asked);
    assert_int_equal(bids, asked.kind == SKAT_DECIDE_BID || asked.kind == SKAT_DECIDE_HOLD);
}

/* And what follows from an answer. The next value, and to hold, go the short way. */
static void check_short_answers(const struct skat_game *game, uint64_t *random)
{
    check_short_offer(game);
    for (int i = 0; i < 20; i++) {
        struct skat_game by_machine, by_short_way;
        struct skat_decision decision;
        struct skat_action action;
        memcpy(&by_machine, game, sizeof by_machine);
        memcpy(&by_short_way, game, sizeof by_short_way);
        wild_action(&action, game, random);
        if (i == 0 && skat_game_pending(game, &decision))
            random_action(&action, game, &decision, random);
        const bool next_value = game->phase == SKAT_PHASE_BID && action.kind == SKAT_ACTION_BID &&
                                game->speaker != game->hearer &&
                                game->rung < game->rules->derived.ladder_count &&
                                action.bid == game->rules->derived.ladder[game->rung];
        const bool holds = game->phase == SKAT_PHASE_HOLD && action.kind == SKAT_ACTION_HOLD;
        assert_int_equal(skat_auction_goes_on(&by_short_way, &action), next_value || holds);
        if (next_value || holds)
            assert_int_equal(skat_game_apply(&by_machine, game->table.turn, &action),
                             SKAT_ACCEPTED);
        assert_memory_equal(&by_short_way, &by_machine, sizeof by_machine);
    }
}

AT_EVERY_STEP(the_short_way_is_the_way_of_the_machine, 37, 120, check_short_answers)

/* ---- records ---- */

/* An invalid contract must not be written like a valid one. */
TEST(what_has_no_letter_is_written_as_unreadable)
{
    struct skat_rules rules;
    struct skat_action action = action_of(SKAT_ACTION_DECLARE);
    char text[SKAT_TOKEN_SIZE];
    rules_of(&rules, "");
    action.contract = (struct skat_contract){SKAT_GAME_CLUBS, SKAT_WITH_HAND};
    skat_record_action(&rules, 1, &action, text);
    assert_string_equal(text, "1 CH");
    action.contract.type = SKAT_GAME_TYPES;
    skat_record_action(&rules, 1, &action, text);
    assert_string_equal(text, "1 ?");
}

/* The result if the bot to move faults now. */
static void result_of_fault(const struct skat_game *game, unsigned offender,
                            struct skat_result *result)
{
    struct skat_game copy = *game;
    memset(result, 0, sizeof *result);
    skat_game_fail(&copy, offender);
    skat_game_result(&copy, result);
}

/* rules.md 8: "the illegal action is the last token of moves": read back, it is refused again,
 * and the fault has the same result. What was not said (log-format: silent) may be missing. */
static void check_refused_record(const struct skat_game *game, uint64_t *random)
{
    static char text[SKAT_RECORD_SIZE];
    char token[SKAT_TOKEN_SIZE];
    int length = skat_record_moves(game, text);
    if (is_over(game) || test_below(random, 3))
        return;
    for (int i = 0; i < 2; i++) {
        struct skat_action action;
        struct skat_game copy = *game;
        struct skat_replay replay;
        struct skat_result want, got;
        wild_action(&action, game, random);
        if (skat_game_apply(&copy, game->table.turn, &action) == SKAT_ACCEPTED)
            continue;
        skat_record_action(game->rules, game->table.turn, &action, token);
        sprintf(text + length, "%s%s", length ? " " : "", token);
        start_again(&copy, game);
        skat_record_replay(&copy, text, true, &replay);
        if (replay.end != SKAT_REPLAY_REFUSED || replay.refused_by != game->table.turn)
            fail_msg("kind %d was refused in phase %d, \"%s\" ends with %d: %s", action.kind,
                     game->phase, text, replay.end, replay.error.text);
        result_of_fault(game, game->table.turn, &want);
        result_of_fault(&copy, game->table.turn, &got);
        if (memcmp(&want, &got, sizeof want) != 0)
            fail_msg("phase %d, \"%s\": the fault costs %d, replayed %d", game->phase, text,
                     want.signed_value, got.signed_value);
    }
}

AT_EVERY_STEP(refused_actions_are_refused_in_the_record_too, 59, 240, check_refused_record)

/* ---- faults ---- */

static bool declared(const struct skat_game *game) { return game->table.declarer != SKAT_NOBODY; }

/* rules.md 8.3: a deal that was over when the fault came stays as it was. */
static void check_late_fault(const struct skat_game *before, const struct skat_game *after)
{
    struct skat_result then, now;
    skat_game_result(before, &then);
    skat_game_result(after, &now);
    assert_memory_equal(&now, &then, sizeof now);
    for (int scoring = SKAT_SCORING_CLASSIC; scoring <= SKAT_SCORING_OPPONENTS; scoring++) {
        int32_t was[SKAT_PLAYERS], is[SKAT_PLAYERS];
        int sitting = skat_game_scores(before, &then, (enum skat_scoring)scoring, was);
        assert_int_equal(skat_game_scores(after, &now, (enum skat_scoring)scoring, is), sitting);
        assert_memory_equal(is, was, sizeof is);
    }
}

/* What faults cost is in test_fault_value.c and tests/data/games/faults.txt. */
static void check_fault(const struct skat_game *game, unsigned offender)
{
    if (!declared(game) || !game->table.announced)
        return;
    assert_int_equal(game->ending, offender == game->table.declarer ? SKAT_ENDED_DECLARER_FAULT
                                                                    : SKAT_ENDED_DEFENDER_FAULT);
}

static void check_faults(const struct skat_game *game, uint64_t *random)
{
    for (unsigned offender = 0; offender < 3; offender++) {
        struct skat_game copy = *game;
        skat_game_fail(&copy, offender);
        skat_game_fail(&copy, (unsigned)test_below(random, 3)); /* only the first counts */
        assert_true(is_over(&copy));
        assert_int_equal(copy.fault, offender);
        if (is_over(game))
            check_late_fault(game, &copy);
        else
            check_fault(&copy, offender);
    }
}

AT_EVERY_STEP(faults_end_the_game_at_every_moment, 53, 400, check_faults)

/* Plays the rest at random; nobody gives up, which would decide the game otherwise. */
static void play_cards_on(struct skat_game *game, uint64_t *random)
{
    struct skat_decision decision;

    while (skat_game_pending(game, &decision)) {
        struct skat_action action;
        do
            random_action(&action, game, &decision, random);
        while (action.kind == SKAT_ACTION_CONCEDE || action.kind == SKAT_ACTION_GIVE_UP);
        assert_int_equal(skat_game_apply(game, decision.position, &action), SKAT_ACCEPTED);
    }
}

/* rules.md 8.3: what skat_value_decided() says is what comes of the game however it goes on. */
static void check_decided(const struct skat_game *game, uint64_t *random)
{
    struct skat_facts facts;
    struct skat_result result;
    if (!declared(game) || !game->table.announced || is_over(game))
        return;
    skat_game_facts(game, &facts);
    enum skat_decided decided = skat_value_decided(game->rules, &facts);
    for (int i = 0; i < 3 && decided; i++) {
        struct skat_game copy = *game;
        play_cards_on(&copy, random);
        skat_game_result(&copy, &result);
        if (copy.ending == SKAT_ENDED_PLAYED &&
            copy.extra.gifts_refused == game->extra.gifts_refused)
            assert_int_equal(result.won, decided == SKAT_DECIDED_WON);
    }
}

AT_EVERY_STEP(a_decided_game_stays_decided, 59, 300, check_decided)

/* ---- the table and the session ---- */

TEST(the_dealer_moves_on_clockwise)
{
    for (int seats = 3; seats <= 5; seats++)
        for (uint64_t deal = 1; deal < 50; deal++)
            assert_int_equal(skat_dealer(seats, deal), (skat_dealer(seats, deal - 1) + 1) % seats);
    assert_int_equal(skat_dealer(4, 0), 0);
}
