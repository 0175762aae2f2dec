#include "engine/game.h"

#include <string.h>

#include "engine/variants/blind.h"
#include "engine/variants/covered.h"
#include "engine/declarations.h"
#include "engine/variants/dummy.h"
#include "engine/variants/duties.h"
#include "engine/game_steps.h"
#include "engine/variants/gift.h"
#include "engine/variants/kontra.h"
#include "engine/variants/offer.h"
#include "engine/variants/revolution.h"
#include "engine/variants/schieben.h"
#include "engine/variants/turne.h"

const char *const skat_decision_names[SKAT_DECISIONS] = {
    [SKAT_DECIDE_NOTHING] = "nothing",
    [SKAT_DECIDE_BID] = "bid",
    [SKAT_DECIDE_HOLD] = "hold",
    [SKAT_DECIDE_GAME] = "game",
    [SKAT_DECIDE_DECLARE] = "declare",
    [SKAT_DECIDE_CONCEDE] = "concede",
    [SKAT_DECIDE_CARD] = "card",
    [SKAT_DECIDE_KONTRA] = "kontra",
    [SKAT_DECIDE_AGREE] = "agree",
    [SKAT_DECIDE_GIFT] = "gift",
    [SKAT_DECIDE_GRAND_HAND] = "grand_hand",
    [SKAT_DECIDE_SCHIEBEN] = "schieben",
    [SKAT_DECIDE_PASS_ON] = "pass_on",
    [SKAT_DECIDE_EXCHANGE] = "exchange",
    [SKAT_DECIDE_TURN] = "turn",
    [SKAT_DECIDE_OFFER] = "offer",
    [SKAT_DECIDE_CHOOSE] = "choose",
    [SKAT_DECIDE_BLIND] = "blind",
    [SKAT_DECIDE_NAME] = "name",
};

const char *skat_refusal_text(enum skat_refusal refusal)
{
    static const char *const texts[SKAT_REFUSALS] = {
        [SKAT_ACCEPTED] = "accepted",
        [SKAT_REFUSED_OVER] = "the game is over",
        [SKAT_REFUSED_TURN] = "it is another player's turn",
        [SKAT_REFUSED_KIND] = "not an answer to this decision",
        [SKAT_REFUSED_BID] = "not a legal bid now",
        [SKAT_REFUSED_DECLARATION] = "not a legal announcement now",
        [SKAT_REFUSED_NULL_VALUE] = "the null game is worth less than the bid",
        [SKAT_REFUSED_DISCARD] = "the discards must be different cards in hand",
        [SKAT_REFUSED_NOT_HELD] = "the player does not hold that card",
        [SKAT_REFUSED_REVOKE] = "the player must follow suit",
        [SKAT_REFUSED_CONCEDE] = "the game cannot be conceded now",
        [SKAT_REFUSED_KONTRA] = "kontra cannot be said now, or not by this player",
        [SKAT_REFUSED_GIVE_UP] = "the defenders cannot give up now",
        [SKAT_REFUSED_SPITZEN] = "more spitzen than the rules and the cards allow",
        [SKAT_REFUSED_RUM] = "rum cannot be said now",
        [SKAT_REFUSED_PASS_ON] =
            "the cards passed on must be allowed, different and as many as were taken",
        [SKAT_REFUSED_EXCHANGE] = "the new hand must be complete, of different cards on offer",
        [SKAT_REFUSED_CHOICE] = "the player may not choose that type of game",
        [SKAT_REFUSED_PLACE] = "there is no card at that place in the hand",
    };
    return refusal < SKAT_REFUSALS ? texts[refusal] : "unknown reason";
}

/* There is no declarer (rules.md 3). */
void skat_game_passed_in(struct skat_game *game)
{
    if (game->rules->passed_in == SKAT_PASSED_IN_VOID)
        end_game(game);
    else
        skat_ramsch_start(game, game->rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH);
}

static int32_t cut(int64_t total)
{
    return (int32_t)(total > INT32_MAX ? INT32_MAX : total < -INT32_MAX ? -INT32_MAX : total);
}

/* Makes public what earlier deals determine about this one. */
static void set_terms(struct skat_game *game, const struct skat_terms *terms)
{
    game->terms = *terms;
    game->extra.round = terms->round;
    game->extra.bock = (uint8_t)skat_terms_bock(terms, game->rules);
    if (terms->round)
        game->extra.round_left = (uint16_t)(terms->round_of - terms->round_deal);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        game->extra.totals[position] = cut(terms->totals[position]);
}

void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms)
{
    memset(game, 0, offsetof(struct skat_game, moves)); /* the moves need no clearing */
    game->rules = rules;
    game->deal = *deal;
    game->hands_dealt = (uint8_t)skat_deck_hands(rules->derived.deck);
    for (int position = 0; position < game->hands_dealt; position++)
        game->dealt[position] = game->hands[position] =
            skat_deal_hand(deal, rules->derived.deck, position);
    game->skat = skat_deal_skat(deal, rules->derived.deck);
    game->aside = skat_deal_aside(deal, rules->derived.deck);
    game->two.dummy = rules->derived.seating->dummy;
    game->pile = rules->derived.seating->dummy_plays == SKAT_DUMMY_PILE;
    game->shows_more = rules->derived.variant->view || game->two.dummy != SKAT_NOBODY;
    game->table.declarer = SKAT_NOBODY;
    game->fault = SKAT_NOBODY;
    game->extra.kontra_by = game->extra.gift_by = SKAT_NOBODY;
    game->extra.bock = 1;
    game->games = UINT16_MAX;
    game->blind = rules->derived.variant->blind;
    if (terms) {
        set_terms(game, terms);
        if (terms->round == SKAT_ROUND_RAMSCH) {
            skat_ramsch_round_start(game);
            return;
        }
    }
    if (rules->derived.variant->open) {
        rules->derived.variant->open(game);
        return;
    }
    if (rules->no_auction) {
        skat_game_passed_in(game);
        return;
    }
    /* Middlehand bids first, to forehand (rules.md 3). */
    game->phase = SKAT_PHASE_BID;
    game->speaker = 1;
    game->hearer = 0;
    game->table.turn = 1;
    if (game->two.dummy != SKAT_NOBODY)
        skat_dummy_passes(game);
}

/* ---- the auction (rules.md 3) ---- */

void skat_game_declarer(struct skat_game *game, unsigned declarer)
{
    game->table.declarer = (uint8_t)declarer;
    game->table.turn = (uint8_t)declarer;
    /* Players who do not see their cards leave the skat alone. */
    game->phase = game->blind ? SKAT_PHASE_DECLARE : SKAT_PHASE_GAME;
}

/* Two players have passed without a bid: forehand may still bid the lowest value. */
static bool last_chance(const struct skat_game *game) { return game->speaker == FOREHAND; }

static void pass(struct skat_game *game)
{
    unsigned loser = game->table.turn;
    unsigned survivor = loser == game->speaker ? game->hearer : game->speaker;
    bool first_pair = game->speaker == MIDDLEHAND && game->hearer == FOREHAND;

    record(game, loser, SKAT_ACTION_PASS, 0);
    game->table.passed |= (uint8_t)(1u << loser);
    game->phase = SKAT_PHASE_BID;
    if (last_chance(game)) {
        skat_game_passed_in(game);
    } else if (first_pair) {
        game->rearhand_met = game->table.bid;
        game->speaker = REARHAND;
        game->hearer = (uint8_t)survivor;
        game->table.turn = REARHAND;
    } else if (game->table.bid == 0) {
        game->speaker = FOREHAND; /* nobody bid, so the survivor is forehand */
        game->table.turn = FOREHAND;
    } else {
        skat_game_declarer(game, survivor);
    }
}

static enum skat_refusal bid(struct skat_game *game, unsigned value)
{
    const struct skat_rules *rules = game->rules;
    int rung = game->rung; /* where the bid is: most bids are the next one */

    if (rung == rules->derived.ladder_count || rules->derived.ladder[rung] != value)
        rung = skat_ladder_above(rules, (int)value - 1);
    bool is_value = rung < rules->derived.ladder_count && rules->derived.ladder[rung] == value;
    if (!is_value || rung < game->rung || (last_chance(game) && rung > 0))
        return SKAT_REFUSED_BID;
    record(game, game->table.turn, SKAT_ACTION_BID, value);
    game->table.bid = (uint16_t)value;
    game->rung = (uint16_t)(rung + 1);
    game->table.highest[game->speaker] = (uint16_t)value;
    if (last_chance(game)) {
        skat_game_declarer(game, FOREHAND);
    } else {
        game->phase = SKAT_PHASE_HOLD;
        game->table.turn = game->hearer;
    }
    return SKAT_ACCEPTED;
}

static void hold(struct skat_game *game)
{
    record(game, game->table.turn, SKAT_ACTION_HOLD, 0);
    game->table.highest[game->hearer] = game->table.bid;
    game->phase = SKAT_PHASE_BID;
    game->table.turn = game->speaker;
}

/* ---- the declaration (rules.md 4) ---- */

static void pick_up(struct skat_game *game)
{
    record(game, game->table.turn, SKAT_ACTION_PICK_UP, 0);
    game->table.picked_up = true;
    game->hands[game->table.declarer] |= game->skat;
    game->phase = SKAT_PHASE_DECLARE;
}

/* The skat is shown, then taken (rules.md 7.8). */
static enum skat_refusal say_rum(struct skat_game *game)
{
    if (!game->rules->rum || game->extra.rum)
        return SKAT_REFUSED_RUM;
    record(game, game->table.turn, SKAT_ACTION_RUM, 0);
    game->extra.rum = true;
    game->extra.open_skat = game->skat;
    return SKAT_ACCEPTED;
}

/* The trumps named by n spitzen, from the lowest: seven, eight, nine, queen, king, ten, ace. */
static skat_cards named_trumps(const struct skat_deck *deck, unsigned suit, int spitzen)
{
    skat_cards set = 0;
    int lowest = skat_deck_lowest(deck);

    for (int rank = lowest; rank < lowest + spitzen; rank++)
        set |= skat_card_bit(skat_card_of((enum skat_suit)suit, (enum skat_rank)rank));
    return set;
}

static bool spitzen_allowed(const struct skat_game *game, struct skat_contract contract,
                            skat_cards ten)
{
    int spitzen = skat_contract_spitzen(contract);

    return spitzen == 0 || (contract.type < SKAT_SUITS && spitzen <= game->rules->spitzen_max &&
                            (named_trumps(deck_of(game), contract.type, spitzen) & ~ten) == 0);
}

/* Does not check spitzen. */
static enum skat_refusal may_declare(const struct skat_game *game, struct skat_contract contract)
{
    bool skat_was_shown = !game->table.picked_up && game->extra.rum;

    if (skat_was_shown || !(game->games >> contract.type & 1) ||
        !skat_is_declaration(game->rules, game->table.picked_up, contract))
        return SKAT_REFUSED_DECLARATION;
    return skat_games[contract.type].fixed_value &&
                   skat_null_value(game->rules, contract) < game->table.bid
               ? SKAT_REFUSED_NULL_VALUE
               : SKAT_ACCEPTED;
}

static const struct skat_declaring *declaring(const struct skat_game *game);
static void start_declared(struct skat_game *game, struct skat_contract contract);

static enum skat_refusal declare(struct skat_game *game, const struct skat_action *action)
{
    struct skat_contract contract = action->contract;

    if (contract.type >= SKAT_GAME_TYPES)
        return SKAT_REFUSED_DECLARATION;
    contract = skat_contract_complete(contract);
    /* Ouvert before the pick-up is a hand game; codes may omit H (docs/formats.md, ISS). */
    if (!game->table.picked_up && contract.with & SKAT_WITH_OUVERT &&
        !skat_games[contract.type].fixed_value)
        contract.with |= SKAT_WITH_HAND;
    struct skat_contract without_spitzen = contract;
    without_spitzen.with &= (uint8_t)~SKAT_WITH_SPITZEN;
    enum skat_refusal refusal = declaring(game)->may_declare(game, without_spitzen);
    if (refusal != SKAT_ACCEPTED)
        return refusal;
    skat_cards discards = 0, ten = game->hands[game->table.declarer];
    if (game->table.picked_up) {
        discards = action_cards(action, deck_of(game)->skat);
        if (!discards || discards & ~ten)
            return SKAT_REFUSED_DISCARD;
        ten &= ~discards;
    } else if (action->count) {
        return SKAT_REFUSED_DISCARD;
    }
    if (!spitzen_allowed(game, contract, ten))
        return SKAT_REFUSED_SPITZEN;
    if (!game->table.picked_up && !(contract.with & SKAT_WITH_HAND)) {
        skat_turn_name(game, contract); /* Turnéskat: the declarer takes the skat now */
        return SKAT_ACCEPTED;
    }

    record_with_cards(game, SKAT_ACTION_DECLARE, (unsigned)contract.type << 8 | contract.with,
                      action);
    if (game->table.picked_up) {
        game->skat = discards;
        game->hands[game->table.declarer] = ten;
    }
    start_declared(game, contract);
    return SKAT_ACCEPTED;
}

void skat_game_announce(struct skat_game *game, struct skat_contract contract, unsigned leader)
{
    game->table.contract = contract;
    game->table.announced = true;
    game->order = skat_rules_ranking(game->rules, contract);
    game->table.leader[0] = (uint8_t)leader;
    game->kontra_open = game->rules->kontra_levels > 0;
}

static void start_declared(struct skat_game *game, struct skat_contract contract)
{
    if (contract.type == SKAT_GAME_REVOLUTION) {
        skat_game_announce(game, contract, skat_revolution_leader(game));
        skat_revolution_start(game);
    } else {
        skat_game_announce(game, contract, FOREHAND);
        skat_game_open(game);
    }
}

void skat_game_open(struct skat_game *game)
{
    resume_play(game);
    if (game->rules->concede == SKAT_CONCEDE_BEFORE_LEAD && skat_game_may_concede(game)) {
        game->concede_asked = true;
        ask(game, SKAT_PHASE_CONCEDE, game->table.declarer);
    } else {
        skat_kontra_moment(game);
    }
}

/* The declarer does not concede. */
static void play_on(struct skat_game *game)
{
    resume_play(game);
    skat_kontra_moment(game);
}

bool skat_game_may_concede(const struct skat_game *game)
{
    /* Every window ends with the first trick or during the second (rules.md 4). */
    if (game->table.trick_count >= 2 || game->phase == SKAT_PHASE_OVER || !game->table.announced ||
        game->table.declarer == SKAT_NOBODY)
        return false;
    if (game->rules->derived.variant->conceded & ~game->table.contract.with)
        return false;
    switch (game->rules->concede) {
    case SKAT_CONCEDE_BEFORE_LEAD:
        return game->table.played_count == 0;
    case SKAT_CONCEDE_BEFORE_SECOND_LEAD:
        return game->table.played_count <= SKAT_PLAYERS;
    case SKAT_CONCEDE_UNTIL_SECOND_TRICK: /* at most one card played by the declarer */
        return skat_cards_count(game->hands[game->table.declarer]) >= deck_of(game)->hand - 1;
    }
    return false;
}

static void concede(struct skat_game *game)
{
    record(game, game->table.declarer, SKAT_ACTION_CONCEDE, 0);
    game->ending = SKAT_ENDED_CONCEDED;
    end_game(game);
}

/* ---- play (rules.md 5) ---- */

void skat_game_finish_trick(struct skat_game *game)
{
    struct skat_table *table = &game->table;
    const skat_card *behind = &table->played[table->played_count];
    const unsigned winner = table->winner, tricks = table->trick_count + 1u;
    const bool fixed_value = skat_games[table->contract.type].fixed_value;
    unsigned points = skat_card_points[behind[-1]] + skat_card_points[behind[-2]];

    if (game->hands_dealt == SKAT_PLAYERS)
        points += skat_card_points[behind[-3]];
    table->points[winner] += (uint8_t)points;
    table->tricks[winner]++;
    table->trick_count = (uint8_t)tricks;
    game->trick_began = table->played_count;
    if (game->hands_dealt != SKAT_PLAYERS)
        skat_covered_turn(game);
    if (tricks == deck_of(game)->hand || (fixed_value && winner == table->declarer)) {
        end_game(game);
        return;
    }
    if (tricks < SKAT_HAND_MAX)
        table->leader[tricks] = (uint8_t)winner;
    else
        game->two.late_leader[tricks - SKAT_HAND_MAX] = (uint8_t)winner;
    give_turn(game, winner);
    /* A declarer who leads can concede instead of playing a card. */
    if (tricks == 1 && game->rules->concede == SKAT_CONCEDE_BEFORE_SECOND_LEAD &&
        winner != table->declarer && skat_game_may_concede(game))
        ask(game, SKAT_PHASE_CONCEDE, table->declarer);
}

void skat_game_between_cards(struct skat_game *game)
{
    if (game->kontra_open && game->phase == SKAT_PHASE_PLAY)
        skat_kontra_moment(game);
    if (game->pile)
        skat_dummy_turns(game);
}

enum skat_refusal skat_game_refused_card(const struct skat_game *game, skat_card card)
{
    if (!skat_card_valid(card) || !skat_cards_has(game->hands[game->table.turn], card))
        return SKAT_REFUSED_NOT_HELD;
    return game->blind ? SKAT_REFUSED_KIND : SKAT_REFUSED_REVOKE; /* blind: a place is played */
}

/* A card that the player does not see (blind.h). */
static enum skat_refusal play_place(struct skat_game *game, unsigned place)
{
    skat_card card = skat_blind_card(game, game->table.turn, place);

    if (card == SKAT_NO_CARD)
        return SKAT_REFUSED_PLACE;
    record(game, game->table.turn, SKAT_ACTION_CARD, card);
    skat_game_put_card(game, card);
    if (game->kontra_open)
        skat_game_between_cards(game);
    return SKAT_ACCEPTED;
}

/* ---- the machine ---- */

static const uint8_t kind_in_phase[] = {
    [SKAT_PHASE_BID] = SKAT_DECIDE_BID,           [SKAT_PHASE_HOLD] = SKAT_DECIDE_HOLD,
    [SKAT_PHASE_GAME] = SKAT_DECIDE_GAME,         [SKAT_PHASE_DECLARE] = SKAT_DECIDE_DECLARE,
    [SKAT_PHASE_CONCEDE] = SKAT_DECIDE_CONCEDE,   [SKAT_PHASE_PLAY] = SKAT_DECIDE_CARD,
    [SKAT_PHASE_KONTRA] = SKAT_DECIDE_KONTRA,     [SKAT_PHASE_AGREE] = SKAT_DECIDE_AGREE,
    [SKAT_PHASE_GIFT] = SKAT_DECIDE_GIFT,         [SKAT_PHASE_GRAND_HAND] = SKAT_DECIDE_GRAND_HAND,
    [SKAT_PHASE_SCHIEBEN] = SKAT_DECIDE_SCHIEBEN, [SKAT_PHASE_PASS_ON] = SKAT_DECIDE_PASS_ON,
    [SKAT_PHASE_EXCHANGE] = SKAT_DECIDE_EXCHANGE, [SKAT_PHASE_TURN] = SKAT_DECIDE_TURN,
    [SKAT_PHASE_OFFER] = SKAT_DECIDE_OFFER,       [SKAT_PHASE_CHOOSE] = SKAT_DECIDE_CHOOSE,
    [SKAT_PHASE_NAME] = SKAT_DECIDE_NAME,         [SKAT_PHASE_OVER] = SKAT_DECIDE_NOTHING,
};

static void offer_bids(const struct skat_game *game, struct skat_decision *decision)
{
    decision->bids = game->rules->derived.ladder + game->rung;
    decision->bid_count = (uint32_t)(game->rules->derived.ladder_count - game->rung);
    if (last_chance(game))
        decision->bid_count = 1;
}

/* Narrows a list to the games that may be announced in this deal; they are adjacent. */
static void offer_played(const struct skat_game *game, struct skat_decision *decision)
{
    while (decision->declaration_count && !(game->games >> decision->declarations->type & 1)) {
        decision->declarations++;
        decision->declaration_count--;
    }
    while (decision->declaration_count &&
           !(game->games >> decision->declarations[decision->declaration_count - 1].type & 1))
        decision->declaration_count--;
}

static void offer_declarations(const struct skat_game *game, struct skat_decision *decision)
{
    const struct skat_rules *rules = game->rules;
    int skat = game->table.picked_up, first = 0;
    const struct skat_contract *list = rules->derived.declarations[skat];

    if (!skat && game->extra.rum)
        return; /* the skat must be taken now */
    decision->spitzen = (uint8_t)rules->spitzen_max;
    decision->may_rum = !skat && rules->rum;

    while (first < rules->derived.null_count[skat] &&
           skat_null_value(rules, list[first]) < game->table.bid)
        first++;
    decision->declarations = list + first;
    decision->declaration_count = (uint32_t)(rules->derived.declaration_count[skat] - first);
    offer_played(game, decision);
    if (skat) {
        decision->cards = game->hands[game->table.declarer];
        decision->discard_count = deck_of(game)->skat;
    }
}

static const struct skat_declaring of_skat = {
    .offer = offer_declarations, .may_declare = may_declare, .pick_up = pick_up};

static const struct skat_declaring *declaring(const struct skat_game *game)
{
    const struct skat_declaring *own = game->rules->derived.variant->declaring;
    return own ? own : &of_skat;
}

/* The rare decisions. Out of line: nearly all decisions are bids and cards. */
__attribute__((noinline)) static void offer_seldom(const struct skat_game *game,
                                                   struct skat_decision *decision)
{
    switch (game->phase) {
    case SKAT_PHASE_GAME:
    case SKAT_PHASE_DECLARE:
    case SKAT_PHASE_TURN:
        declaring(game)->offer(game, decision);
        break;
    case SKAT_PHASE_PLAY: /* otherwise there is always a playable card */
        decision->kind = SKAT_DECIDE_BLIND;
        decision->places = skat_blind_places(game, game->table.turn);
        if (game->table.trick_count < SKAT_TRICKS_WITH_WORDS)
            skat_game_offer_words(game, decision);
        break;
    case SKAT_PHASE_GRAND_HAND:
        decision->declarations = &skat_grand_hand; /* the only one */
        decision->declaration_count = 1;
        break;
    case SKAT_PHASE_NAME:
        decision->declarations = game->rules->derived.declarations[1];
        decision->declaration_count = (uint32_t)game->rules->derived.declaration_count[1];
        break;
    case SKAT_PHASE_PASS_ON:
        decision->cards = skat_schieben_cards(game);
        decision->discard_count = deck_of(game)->skat;
        break;
    case SKAT_PHASE_EXCHANGE:
        decision->cards = skat_revolution_cards(game);
        break;
    case SKAT_PHASE_CHOOSE:
        decision->duties = game->terms.duties[game->table.turn];
        break;
    }
}

void skat_game_offer_words(const struct skat_game *game, struct skat_decision *decision)
{
    decision->may_concede = game->table.turn == game->table.declarer && skat_game_may_concede(game);
    decision->may_give_up = game->rules->schenken && skat_gift_possible(game, game->table.turn);
}

bool skat_game_pending(const struct skat_game *game, struct skat_decision *decision)
{
    if (skat_game_next_card(game, decision))
        return true;
    *decision = (struct skat_decision){
        .size = sizeof *decision,
        .kind = kind_in_phase[game->phase],
        .position = game->table.turn,
    };
    if (game->phase == SKAT_PHASE_BID)
        offer_bids(game, decision);
    else if (game->phase != SKAT_PHASE_HOLD)
        offer_seldom(game, decision);
    return decision->kind != SKAT_DECIDE_NOTHING;
}

/* The decisions that each kind of action can answer, as bits 1 << decision kind. */
static const uint32_t answers[SKAT_ACTIONS] = {
    /* CONCEDE, GIVE_UP and KONTRA are checked elsewhere: they may come unasked. */
    [SKAT_ACTION_CARD] = 1 << SKAT_DECIDE_CARD,
    [SKAT_ACTION_PASS] = 1 << SKAT_DECIDE_BID | 1 << SKAT_DECIDE_HOLD | 1 << SKAT_DECIDE_OFFER,
    [SKAT_ACTION_BID] = 1 << SKAT_DECIDE_BID,
    [SKAT_ACTION_HOLD] = 1 << SKAT_DECIDE_HOLD | 1 << SKAT_DECIDE_AGREE | 1 << SKAT_DECIDE_GIFT |
                         1 << SKAT_DECIDE_OFFER,
    [SKAT_ACTION_PICK_UP] = 1 << SKAT_DECIDE_GAME | 1 << SKAT_DECIDE_SCHIEBEN,
    [SKAT_ACTION_DECLARE] = 1 << SKAT_DECIDE_GAME | 1 << SKAT_DECIDE_DECLARE |
                            1 << SKAT_DECIDE_GRAND_HAND | 1 << SKAT_DECIDE_TURN |
                            1 << SKAT_DECIDE_NAME,
    [SKAT_ACTION_PLAY_ON] =
        1 << SKAT_DECIDE_CONCEDE | 1 << SKAT_DECIDE_KONTRA | 1 << SKAT_DECIDE_GRAND_HAND,
    [SKAT_ACTION_REFUSE] = 1 << SKAT_DECIDE_AGREE | 1 << SKAT_DECIDE_GIFT,
    [SKAT_ACTION_PASS_ON] = 1 << SKAT_DECIDE_SCHIEBEN | 1 << SKAT_DECIDE_PASS_ON,
    [SKAT_ACTION_RUM] = 1 << SKAT_DECIDE_GAME,
    [SKAT_ACTION_EXCHANGE] = 1 << SKAT_DECIDE_EXCHANGE,
    [SKAT_ACTION_TURN] = 1 << SKAT_DECIDE_GAME | 1 << SKAT_DECIDE_TURN,
    [SKAT_ACTION_CHOOSE] = 1 << SKAT_DECIDE_CHOOSE,
    /* PLACE is checked like a card: kind_in_phase has no blind play. */
    [SKAT_ACTION_PLACE] = 1 << SKAT_DECIDE_CARD,
};

/* Leading a card also means not conceding: records omit PLAY_ON, so a card instead of it must mean
 * the same here as there. */
static enum skat_refusal play_on_with(struct skat_game *game, unsigned position,
                                      const struct skat_action *action)
{
    uint8_t phase = game->phase, turn = game->table.turn;

    play_on(game);
    enum skat_refusal refusal = skat_game_apply(game, position, action);
    if (refusal != SKAT_ACCEPTED)
        ask(game, phase, turn);
    return refusal;
}

/* Actions that may come unasked, whenever the rules allow them. */
static enum skat_refusal say_unasked(struct skat_game *game, unsigned position, unsigned kind)
{
    switch (kind) {
    case SKAT_ACTION_CONCEDE:
        if (position != game->table.declarer || !skat_game_may_concede(game))
            return SKAT_REFUSED_CONCEDE;
        concede(game);
        break;
    case SKAT_ACTION_GIVE_UP:
        if (!skat_gift_possible(game, position))
            return SKAT_REFUSED_GIVE_UP;
        skat_gift_propose(game, position);
        break;
    case SKAT_ACTION_KONTRA:
        if (!skat_kontra_possible(game, position))
            return SKAT_REFUSED_KONTRA;
        skat_kontra_say(game, position);
        break;
    }
    return SKAT_ACCEPTED;
}

static enum skat_refusal declare_or_grand_hand(struct skat_game *game,
                                               const struct skat_action *action)
{
    if (game->phase == SKAT_PHASE_NAME)
        return skat_covered_name(game, action) ? SKAT_ACCEPTED : SKAT_REFUSED_DECLARATION;
    if (game->phase != SKAT_PHASE_GRAND_HAND)
        return declare(game, action);
    if (!skat_contract_same(action->contract, skat_grand_hand))
        return SKAT_REFUSED_DECLARATION;
    if (action->count)
        return SKAT_REFUSED_DISCARD;
    skat_grand_hand_declare(game);
    return SKAT_ACCEPTED;
}

static enum skat_refusal pass_on(struct skat_game *game, const struct skat_action *action)
{
    if (game->phase == SKAT_PHASE_SCHIEBEN) {
        if (action->count)
            return SKAT_REFUSED_PASS_ON;
        skat_schieben_unseen(game);
        return SKAT_ACCEPTED;
    }
    return skat_schieben_pass_on(game, action) ? SKAT_ACCEPTED : SKAT_REFUSED_PASS_ON;
}

/* An answer without parameters. */
static void answer(struct skat_game *game, unsigned kind)
{
    switch (game->phase) {
    case SKAT_PHASE_HOLD:
        hold(game);
        break;
    case SKAT_PHASE_AGREE:
    case SKAT_PHASE_GIFT:
        if (kind == SKAT_ACTION_HOLD)
            skat_gift_accept(game);
        else
            skat_gift_refuse(game);
        break;
    case SKAT_PHASE_CONCEDE:
        play_on(game);
        break;
    case SKAT_PHASE_KONTRA:
        skat_kontra_decline(game);
        break;
    case SKAT_PHASE_GRAND_HAND:
        skat_grand_hand_decline(game);
        break;
    case SKAT_PHASE_SCHIEBEN:
        skat_schieben_take(game);
        break;
    case SKAT_PHASE_GAME:
        declaring(game)->pick_up(game);
        break;
    case SKAT_PHASE_OFFER:
        skat_offer_accept(game);
        break;
    }
}

/* An answer to the pending decision, by the player who has it. */
static enum skat_refusal apply_answer(struct skat_game *game, const struct skat_action *action)
{
    switch (action->kind) {
    case SKAT_ACTION_CARD:
        return action->count == 1 ? skat_game_play_card(game, action->cards[0])
                                  : SKAT_REFUSED_NOT_HELD;
    case SKAT_ACTION_BID:
        return bid(game, action->bid);
    case SKAT_ACTION_PASS:
        if (game->phase == SKAT_PHASE_OFFER)
            skat_offer_pass(game);
        else
            pass(game);
        return SKAT_ACCEPTED;
    case SKAT_ACTION_DECLARE:
        return declare_or_grand_hand(game, action);
    case SKAT_ACTION_RUM:
        return say_rum(game);
    case SKAT_ACTION_TURN:
        return skat_turn_card(game);
    case SKAT_ACTION_PASS_ON:
        return pass_on(game, action);
    case SKAT_ACTION_EXCHANGE:
        return skat_revolution_exchange(game, action) ? SKAT_ACCEPTED : SKAT_REFUSED_EXCHANGE;
    case SKAT_ACTION_CHOOSE:
        return skat_duties_choose(game, action->number) ? SKAT_ACCEPTED : SKAT_REFUSED_CHOICE;
    case SKAT_ACTION_PLACE:
        return game->blind ? play_place(game, action->number) : SKAT_REFUSED_KIND;
    default:
        answer(game, action->kind);
        return SKAT_ACCEPTED;
    }
}

/* What may be said out of turn, or why the action is refused. */
static enum skat_refusal apply_unasked(struct skat_game *game, unsigned position,
                                       const struct skat_action *action)
{
    unsigned kind = action->kind;

    if (game->phase == SKAT_PHASE_OVER)
        return SKAT_REFUSED_OVER;
    if (position >= SKAT_PLAYERS)
        return SKAT_REFUSED_TURN;
    if (kind == SKAT_ACTION_CONCEDE || kind == SKAT_ACTION_GIVE_UP || kind == SKAT_ACTION_KONTRA)
        return say_unasked(game, position, kind);
    if (position != game->table.turn)
        return SKAT_REFUSED_TURN;
    if (game->phase == SKAT_PHASE_CONCEDE && kind == SKAT_ACTION_CARD)
        return play_on_with(game, position, action);
    return SKAT_REFUSED_KIND;
}

enum skat_refusal skat_game_apply(struct skat_game *game, unsigned position,
                                  const struct skat_action *action)
{
    bool answers_it = position == game->table.turn && action->kind < SKAT_ACTIONS &&
                      answers[action->kind] >> kind_in_phase[game->phase] & 1;
    enum skat_refusal refusal =
        answers_it ? apply_answer(game, action) : apply_unasked(game, position, action);

    if (game->pile) /* after any of them it may be the pile's turn */
        skat_dummy_turns(game);
    return refusal;
}

void skat_game_fail(struct skat_game *game, unsigned position)
{
    struct skat_decision decision;

    if (game->fault != SKAT_NOBODY)
        return;
    if (skat_game_pending(game, &decision) && skat_game_player(game, decision.position) == position)
        game->asked = (uint8_t)decision.kind;
    game->fault = (uint8_t)position;
    game->ending =
        position == game->table.declarer ? SKAT_ENDED_DECLARER_FAULT : SKAT_ENDED_DEFENDER_FAULT;
    end_game(game);
}

void skat_game_award_rest(struct skat_game *game)
{
    int in_trick = cards_in_trick(game);
    skat_cards out = game->hands[0] | game->hands[1] | game->hands[2];

    for (int i = 0; i < in_trick; i++)
        out |= skat_card_bit(game->table.played[game->table.played_count - 1 - i]);
    if (!skat_games[game->table.contract.type].fixed_value) {
        game->table.points[game->table.declarer] += (uint8_t)skat_cards_points(out);
        game->table.tricks[game->table.declarer] +=
            (uint8_t)(deck_of(game)->hand - game->table.trick_count);
    }
    game->ending = SKAT_ENDED_PLAYED;
    end_game(game);
}

enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position)
{
    unsigned declarer = game->table.declarer;

    if (!game->rules->resigning || game->phase != SKAT_PHASE_PLAY || declarer == SKAT_NOBODY ||
        position >= SKAT_PLAYERS || game->resigned >> position & 1)
        return SKAT_REFUSED_CONCEDE;
    record(game, position, SKAT_ACTION_CONCEDE, 0);
    game->resigned |= (uint8_t)(1u << position);
    if (position == declarer) {
        game->ending = skat_games[game->table.contract.type].fixed_value ? SKAT_ENDED_CONCEDED
                                                                         : SKAT_ENDED_PLAYED;
        end_game(game);
    } else if (__builtin_popcount(game->resigned) == SKAT_PLAYERS - 1) {
        skat_game_award_rest(game);
    }
    return SKAT_ACCEPTED;
}

/* ---- views ---- */

/* What only some games and variants have: exchanged or turned cards, a dummy's cards. Out of line:
 * this is rarely needed. */
__attribute__((noinline)) static void view_more(const struct skat_game *game, unsigned position,
                                                struct skat_view *view)
{
    unsigned declarer = game->table.declarer;

    if (game->phase == SKAT_PHASE_PASS_ON && position == game->table.turn)
        view->skat = game->skat;
    view->passed_on = game->passed_on[position];
    view->two = game->two;
    if (game->two.dummy != SKAT_NOBODY)
        view->seen[game->two.dummy] = skat_dummy_shown(game);
    if (position != declarer && skat_revolution_open(game))
        view->partner = game->hands[third_position(position, declarer)];
    if (game->rules->derived.variant->view)
        game->rules->derived.variant->view(game, position, view);
}

void skat_game_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    const struct skat_table *table = &game->table;
    bool ouvert = table->announced && table->contract.with & SKAT_WITH_OUVERT;
    bool took = position == table->declarer && table->picked_up;

    view->size = sizeof *view;
    view->position = (uint8_t)position;
    memset(view->reserved, 0, sizeof view->reserved);
    view->dealt = game->dealt[position];
    view->hand = game->hands[position];
    view->skat = took ? game->skat : 0;
    view->shown = ouvert ? game->hands[table->declarer] : 0;
    view->table = *table;
    view->extra = game->extra;
    memset(&view->passed_on, 0, sizeof *view - offsetof(struct skat_view, passed_on));
    view->two.dummy = SKAT_NOBODY;
    if (game->shows_more)
        view_more(game, position, view);
}
