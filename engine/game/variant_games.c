// SPDX-License-Identifier: MIT
/* engine/game/variant_games.c - what the games of rules.md 10 do differently at the table: a
 * section each, and its row in the table at the end. */
#include <string.h>

#include "engine/declarations.h"
#include "engine/game/card_play.h"
#include "engine/game/phases.h"
#include "engine/game/view.h"
#include "engine/value.h"

/* ---- Turnéskat: turné, guckser and solo games (rules.md 10.1) ----
 *
 * GAME offers the solo games, guckser grand and guckser null, and TURN. A guckser is announced
 * before the skat is taken; taking it without announcing (PICK_UP) is guckser grand, as the text
 * says. TURN turns the first card of the skat. Then TURN offers the games it allows (its suit; for
 * a jack also grand) or turning again ("passt mir nicht"); the second card decides, and is asked
 * about only if it is a jack. Then the skat is taken, and DECLARE asks for the discards and the
 * rest of the announcement. A game with the skat that cannot reach the bid ends there ("för högt
 * bud"). */

/* The games that a turned card allows: its suit, and grand if it is a jack. */
static const struct skat_contract allowed[SKAT_SUITS][2] = {
    {{SKAT_GAME_DIAMONDS, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
    {{SKAT_GAME_HEARTS, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
    {{SKAT_GAME_SPADES, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
    {{SKAT_GAME_CLUBS, SKAT_WITH_TURN}, {SKAT_GAME_GRAND, SKAT_WITH_TURN}},
};

struct turne_games {
    const struct skat_contract *list;
    int count;
};

/* Null games come first in a list, by ascending value: leaves out those below the bid. */
static struct turne_games without_low_nulls(const struct skat_game *game, struct turne_games games)
{
    while (games.count && skat_contract_is_null(*games.list) &&
           (game->table.picked_up ? skat_null_value : skat_null_reach)(game->rules, *games.list) <
               game->table.bid)
        games.list++, games.count--;
    return games;
}

static struct turne_games games_of_turned_card(const struct skat_game *game)
{
    skat_card card = game->turned.cards[game->turned.count - 1];

    return (struct turne_games){allowed[skat_card_suit(card)],
                                skat_card_rank(card) == SKAT_JACK ? 2 : 1};
}

/* After the pick-up: the announced game; a null may become ouvert. */
static struct turne_games games_left(const struct skat_game *game)
{
    const struct skat_contract *list = game->rules->derived.declarations[1];
    int nulls = game->rules->derived.null_count[1];

    if (game->turned.count) {
        struct turne_games games = games_of_turned_card(game);
        games.list += games.list[0].type != game->named.type;
        return (struct turne_games){games.list, 1};
    }
    if (skat_contract_is_null(game->named))
        return without_low_nulls(game, (struct turne_games){list, nulls});
    return (struct turne_games){list + nulls, 1};
}

static struct turne_games games_on_offer(const struct skat_game *game)
{
    if (game->table.picked_up)
        return games_left(game);
    if (game->turned.count)
        return games_of_turned_card(game);
    return without_low_nulls(game, (struct turne_games){game->rules->derived.declarations[0],
                                                        game->rules->derived.declaration_count[0]});
}

static bool may_turn(const struct skat_game *game)
{
    return game->turned.count < deck_of(game)->skat && !game->table.picked_up;
}

static void offer_turned(const struct skat_game *game, struct skat_decision *decision)
{
    struct turne_games games = games_on_offer(game);

    decision->declarations = games.list;
    decision->declaration_count = (uint32_t)games.count;
    decision->may_turn = may_turn(game);
    if (game->table.picked_up) {
        decision->cards = game->hands[game->table.declarer];
        decision->discard_count = deck_of(game)->skat;
    }
}

static enum skat_refusal may_declare_turned(const struct skat_game *game,
                                            struct skat_contract contract)
{
    struct turne_games games = games_on_offer(game);

    for (int i = 0; i < games.count; i++)
        if (skat_contract_same(games.list[i], contract))
            return SKAT_ACCEPTED;
    return skat_contract_is_null(contract) &&
                   skat_null_value(game->rules, contract) < game->table.bid
               ? SKAT_REFUSED_NULL_VALUE
               : SKAT_REFUSED_DECLARATION;
}

/* Can the game be worth the bid if the declarer, who has seen the skat, takes all tricks? */
static bool can_reach_bid(const struct skat_game *game, struct skat_contract contract)
{
    struct skat_facts facts = {
        .announced = true,
        .contract = contract,
        .bid = game->table.bid,
        .matadors =
            skat_matadors(skat_contract_ranking(contract), game->hands[game->table.declarer],
                          skat_matadors_max(game->rules, contract)),
        .points = skat_cards_points(deck_of(game)->cards),
        .tricks = deck_of(game)->hand,
    };
    struct skat_result result;

    if (skat_contract_is_null(contract))
        return true;
    skat_value(game->rules, &facts, &result);
    return !result.overbid;
}

/* The declarer takes the skat and must discard next; or the game is over if the bid is too high. */
static void take_contract(struct skat_game *game, struct skat_contract contract)
{
    unsigned declarer = game->table.declarer;

    game->table.picked_up = true;
    game->hands[declarer] |= game->skat;
    game->named = contract;
    game->phase = SKAT_PHASE_DECLARE;
    if (!can_reach_bid(game, contract)) {
        game->hands[declarer] &= ~game->skat; /* the declarer shows it and puts it back */
        game->too_high = true;
        skat_announce(game, contract, FOREHAND);
        end_game(game, SKAT_ENDED_CONCEDED);
    }
}

/* Turns the next card of the skat. Refused if there is none. */
static enum skat_refusal turn_card(struct skat_game *game)
{
    if (!may_turn(game))
        return SKAT_REFUSED_KIND;
    /* Any card (rules.md 10.1; the upper one in Lathund): here the first dealt. */
    skat_card card = game->deal.cards[SKAT_PLAYERS * deck_of(game)->hand + game->turned.count];
    skat_game_record(game, game->table.turn, SKAT_ACTION_TURN_CARD, card);
    game->turned.cards[game->turned.count++] = card;
    struct turne_games games = games_of_turned_card(game);
    if (may_turn(game) || games.count > 1) {
        game->phase = SKAT_PHASE_TURN;
        return SKAT_ACCEPTED;
    }
    skat_game_record(game, game->table.turn, SKAT_MOVE_SKAT, 0); /* no choice left */
    take_contract(game, games.list[0]);
    return SKAT_ACCEPTED;
}

/* Announces a game with the skat, and takes the skat. */
static void name_guckser(struct skat_game *game, struct skat_contract contract)
{
    unsigned declarer = game->table.declarer;

    record_contract(game, declarer, SKAT_ACTION_DECLARE, contract);
    skat_game_record(game, declarer, SKAT_MOVE_SKAT, 0);
    take_contract(game, contract);
}

/* Without an announcement it is guckser grand (rules.md 10.1). */
static void pick_up_guckser(struct skat_game *game)
{
    skat_game_record(game, game->table.declarer, SKAT_ACTION_PICK_UP, 0);
    take_contract(game, (struct skat_contract){SKAT_GAME_GRAND, 0});
}

static const struct skat_declaring declaring_turned = {.offer = offer_turned,
                                                       .may_declare = may_declare_turned,
                                                       .pick_up = pick_up_guckser,
                                                       .name = name_guckser,
                                                       .turn_card = turn_card};

static void view_turned(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    (void)position; /* open to everybody */
    view->turned = game->turned;
}

/* ---- Herzblatt: each player in turn may play alone (rules.md 10.6) ----
 *
 * The first player to say yes is the declarer, without a bid. If nobody does, the deal is passed
 * in. */

static void begin_herzblatt(struct skat_game *game) { ask(game, SKAT_PHASE_OFFER, FOREHAND); }

enum skat_refusal skat_herzblatt_answer(struct skat_game *game, const struct skat_action *action)
{
    const unsigned position = game->table.turn;

    skat_game_record(game, position, action->kind, 0);
    if (action->kind != SKAT_ACTION_PASS) {
        skat_declaring_start(game, position);
        return SKAT_ACCEPTED;
    }
    game->table.passed |= (uint8_t)(1u << position);
    if (position == REARHAND)
        skat_passed_in(game);
    else
        ask(game, SKAT_PHASE_OFFER, position + 1);
    return SKAT_ACCEPTED;
}

/* ---- Ass: the holder of the named ace plays alone (rules.md 10.4) ----
 *
 * Nobody bids. The ace (option `ass.ace` of the rule set) is the highest trump, whatever suit its
 * holder makes trumps: skat_rules_ranking(). If it is in the skat, the deal is passed in. */

static void begin_ass(struct skat_game *game)
{
    skat_card ace = skat_card_of((enum skat_suit)game->rules->ass_ace, SKAT_ACE);

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (skat_cards_has(game->hands[position], ace)) {
            skat_declaring_start(game, position);
            return;
        }
    skat_passed_in(game);
}

/* ---- Räuberskat: each plays a suit game, grand, null and ramsch (rules.md 10.3) ----
 *
 * Nobody bids. Forehand chooses one of its remaining game types, knowing only the first five cards
 * it was dealt; then it sees all cards, and picks up and announces as in Skat, within that type.
 * The session keeps track of the remaining types (terms.duties). */

static void begin_raeuberskat(struct skat_game *game)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (!game->terms.duties[position]) /* a single deal: nothing was played before */
            game->terms.duties[position] = (1 << SKAT_DUTIES) - 1;
    ask(game, SKAT_PHASE_CHOOSE, FOREHAND);
}

void skat_duties_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->duties = game->terms.duties[game->table.turn];
}

enum skat_refusal skat_duties_answer(struct skat_game *game, const struct skat_action *action)
{
    static const uint16_t games[SKAT_DUTIES] = {
        [SKAT_DUTY_SUIT] = (1 << SKAT_SUITS) - 1,
        [SKAT_DUTY_GRAND] = 1 << SKAT_GAME_GRAND,
        [SKAT_DUTY_NULL] = 1 << SKAT_GAME_NULL,
    };
    const unsigned duty = action->number;

    if (duty >= SKAT_DUTIES || !(game->terms.duties[game->table.turn] >> duty & 1))
        return SKAT_REFUSED_CHOICE;
    skat_game_record(game, game->table.turn, SKAT_ACTION_CHOOSE, duty);
    game->extra.chosen = (uint8_t)(1 + duty);
    if (duty == SKAT_DUTY_RAMSCH) {
        skat_ramsch_start(game);
        return SKAT_ACCEPTED;
    }
    game->games = games[duty];
    skat_declaring_start(game, game->table.turn);
    return SKAT_ACCEPTED;
}

/* Until it has chosen, forehand sees five of its cards. */
static void view_five(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    memcpy(view->duties, game->terms.duties, sizeof view->duties);
    if (game->extra.chosen || position != FOREHAND)
        return;
    view->dealt = 0; /* in dealing order */
    for (int i = 0; i < SKAT_DUTY_CARDS; i++)
        view->dealt |= skat_card_bit(game->deal.cards[(int)position * deck_of(game)->hand + i]);
    view->hand = view->dealt;
}

/* ---- Idiotenskat: cards are held the wrong way round (rules.md 10.5) ----
 *
 * Players see the others' cards but not their own, so nobody need follow suit. A card is played by
 * its place in the hand: 0 for the first card dealt, and so on; places do not change when cards are
 * played. The auction is that of Skat. Nobody sees the skat: all games are hand games, and none is
 * ouvert, since the others see the declarer's cards anyway. */

skat_card skat_blind_card(const struct skat_game *game, unsigned position, unsigned place)
{
    const struct skat_deck *deck = deck_of(game);

    if (place >= deck->hand)
        return SKAT_NO_CARD;
    skat_card card = game->deal.cards[position * deck->hand + place];
    return skat_cards_has(game->hands[position], card) ? card : SKAT_NO_CARD;
}

unsigned skat_blind_place(const struct skat_game *game, unsigned position, skat_card card)
{
    for (unsigned place = 0; place < deck_of(game)->hand; place++)
        if (skat_blind_card(game, position, place) == card)
            return place;
    return SKAT_HAND_MAX;
}

uint16_t skat_blind_places(const struct skat_game *game, unsigned position)
{
    uint16_t places = 0;

    for (unsigned place = 0; place < deck_of(game)->hand; place++)
        if (skat_blind_card(game, position, place) != SKAT_NO_CARD)
            places |= (uint16_t)(1u << place);
    return places;
}

/* Shows the others' cards instead of the player's own. */
static void view_others(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    view->dealt = view->hand = view->skat = view->shown = 0;
    for (unsigned other = 0; other < SKAT_PLAYERS; other++)
        view->seen[other] = other == position ? 0 : game->hands[other];
}

/* ---- Oma-Skat (rules.md 10.7) ----
 *
 * The third hand at a table of two is a pile whose top card goes to each trick, whatever was led.
 * The cards of the pile are in dealing order, the first on top. */

static void turn_pile(struct skat_game *game)
{
    while (game->phase == SKAT_PHASE_PLAY && game->table.turn == game->dummy) {
        skat_card card =
            game->deal.cards[game->dummy * deck_of(game)->hand + game->table.trick_count];
        skat_game_record(game, game->dummy, SKAT_MOVE_TURNED, card);
        skat_game_put_card(game, card);
        if (game->kontra_open && game->phase == SKAT_PHASE_PLAY)
            skat_kontra_moment(game);
    }
}

/* ---- Offiziersskat: two hands of sixteen cards, half of them covered ----
 *
 * Each hand is dealt in rows of four: covered, open on top of it, covered, open on top of it.
 * Forehand announces the game when only its own first open row is dealt; then the dealer's first
 * row is dealt and the dealer may double; then the rest is dealt. A covered card is turned up after
 * the trick to which the card on top of it was played; until then it is not part of a hand. */

/* Rows of a hand: 0 and 2 are covered, 1 and 3 open on top of them. */
enum { DEALER = 1, ROW = 4, ROWS = 4 };

static skat_card card_at(const struct skat_game *game, int position, int row, int place)
{
    return game->deal.cards[position * deck_of(game)->hand + row * ROW + place];
}

static void turn_up(struct skat_game *game, int position, skat_card card)
{
    game->covered[position] &= ~skat_card_bit(card);
    game->hands[position] |= skat_card_bit(card);
    game->dealt[position] |= skat_card_bit(card);
}

static void open_row(struct skat_game *game, int position, int row)
{
    for (int place = 0; place < ROW; place++)
        turn_up(game, position, card_at(game, position, row, place));
}

/* What a player sees of the other player's cards. */
static void view_open_rows(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    view->seen[1 - position] = game->hands[1 - position];
}

/* Deals what forehand may see before announcing a game, and asks forehand. */
static void begin_offiziersskat(struct skat_game *game)
{
    for (int position = 0; position < game->hands_dealt; position++) {
        game->covered[position] = game->hands[position];
        game->hands[position] = game->dealt[position] = 0;
    }
    open_row(game, FOREHAND, 1);
    ask(game, SKAT_PHASE_NAME, FOREHAND);
}

void skat_covered_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->declarations = game->rules->derived.declarations[1];
    decision->declaration_count = (uint32_t)game->rules->derived.declaration_count[1];
}

/* Deals the rest, after the dealer's chance to double. Further calls do nothing. */
static void deal_rest(struct skat_game *game)
{
    if (!game->rest_waits)
        return;
    game->rest_waits = false;
    for (int position = 0; position < game->hands_dealt; position++)
        open_row(game, position, 3);
}

enum skat_refusal skat_covered_answer(struct skat_game *game, const struct skat_action *action)
{
    if (!skat_is_declaration(game->rules, true, action->contract) || action->count)
        return SKAT_REFUSED_DECLARATION;
    record_contract(game, FOREHAND, SKAT_ACTION_DECLARE, action->contract);
    game->table.declarer = FOREHAND;
    skat_announce(game, action->contract, FOREHAND);
    open_row(game, DEALER, 1);
    game->rest_waits = true;
    if (!game->kontra_open)
        deal_rest(game);
    skat_open(game);
    return SKAT_ACCEPTED;
}

/* After a trick: turns up the cards below those that were played. */
static void turn_covered(struct skat_game *game)
{
    for (int position = 0; position < game->hands_dealt; position++)
        for (int row = 0; row < ROWS; row += 2)
            for (int place = 0; place < ROW; place++) {
                skat_card under = card_at(game, position, row, place);
                skat_card upon = card_at(game, position, row + 1, place);
                if (skat_cards_has(game->covered[position], under) &&
                    skat_cards_has(game->gone, upon))
                    turn_up(game, position, under);
            }
}

/* ---- rows ---- */

const struct skat_variant_play skat_variant_plays[SKAT_VARIANTS] = {
    [SKAT_VARIANT_TOURNEESKAT] = {.declaring = &declaring_turned, .view = view_turned},
    [SKAT_VARIANT_HERZBLATT] = {.begin = begin_herzblatt},
    [SKAT_VARIANT_ASS] = {.begin = begin_ass},
    [SKAT_VARIANT_RAEUBERSKAT] = {.begin = begin_raeuberskat, .view = view_five},
    [SKAT_VARIANT_IDIOTENSKAT] = {.view = view_others},
    [SKAT_VARIANT_OMA] = {.turn_pile = turn_pile},
    [SKAT_VARIANT_OFFIZIERSSKAT] = {.begin = begin_offiziersskat,
                                    .view = view_open_rows,
                                    .after_kontra = deal_rest,
                                    .after_trick = turn_covered},
};
