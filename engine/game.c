#include "engine/game.h"

#include <assert.h>
#include <string.h>

const char *skat_refusal_text(enum skat_refusal refusal)
{
    static const char *const texts[SKAT_REFUSALS] = {
        [SKAT_ACCEPTED] = "accepted",
        [SKAT_REFUSED_OVER] = "the game is over",
        [SKAT_REFUSED_TURN] = "it is another player's turn",
        [SKAT_REFUSED_KIND] = "that does not answer what was asked",
        [SKAT_REFUSED_BID] = "not a value that may be named now",
        [SKAT_REFUSED_DECLARATION] = "not a game that may be announced now",
        [SKAT_REFUSED_NULL_VALUE] = "the null game is worth less than the bid",
        [SKAT_REFUSED_DISCARD] = "the discards must be two different cards of the twelve",
        [SKAT_REFUSED_NOT_HELD] = "the player does not hold that card",
        [SKAT_REFUSED_REVOKE] = "the player must follow suit",
        [SKAT_REFUSED_CONCEDE] = "the game cannot be conceded now",
    };
    return refusal < SKAT_REFUSALS ? texts[refusal] : "unknown reason";
}

static const struct skat_deck *deck_of(const struct skat_game *game)
{
    return game->rules->derived.deck;
}

static void record(struct skat_game *game, unsigned position, unsigned kind, unsigned value)
{
    assert(game->move_count < SKAT_MOVES_MAX);
    game->moves[game->move_count++] =
        (struct skat_move){(uint8_t)position, (uint8_t)kind, (uint16_t)value};
}

void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal)
{
    memset(game, 0, offsetof(struct skat_game, moves)); /* the moves are not worth clearing */
    game->rules = rules;
    game->deal = *deal;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        game->dealt[position] = game->hands[position] =
            skat_deal_hand(deal, rules->derived.deck, position);
    game->skat = skat_deal_skat(deal, rules->derived.deck);
    game->table.declarer = SKAT_NOBODY;
    game->fault = SKAT_NOBODY;
    /* Rulebook 3: middlehand speaks first, forehand hears. */
    game->phase = SKAT_PHASE_BID;
    game->speaker = 1;
    game->hearer = 0;
    game->table.turn = 1;
}

static void end_game(struct skat_game *game)
{
    game->phase = SKAT_PHASE_OVER;
    game->table.turn = SKAT_NOBODY;
}

/* ---- the auction (rulebook 3) ---- */

enum { FOREHAND = 0, MIDDLEHAND = 1, REARHAND = 2 };

static void end_auction(struct skat_game *game, unsigned declarer)
{
    game->table.declarer = (uint8_t)declarer;
    game->table.turn = (uint8_t)declarer;
    game->phase = SKAT_PHASE_GAME;
}

/* Two have passed without a bid: forehand, alone, may still name the lowest value. */
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
        end_game(game); /* passed in */
    } else if (first_pair) {
        game->speaker = REARHAND;
        game->hearer = (uint8_t)survivor;
        game->table.turn = REARHAND;
    } else if (game->table.bid == 0) {
        game->speaker = FOREHAND; /* nobody bid, so the survivor is forehand */
        game->table.turn = FOREHAND;
    } else {
        end_auction(game, survivor);
    }
}

static enum skat_refusal bid(struct skat_game *game, unsigned value)
{
    const struct skat_rules *rules = game->rules;
    int rung = game->rung; /* where the value stands: most bids are the next one */

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
        end_auction(game, FOREHAND);
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

/* Notes whose turn it is and what he may play: asked for twice, by pending and by apply. */
static void give_turn(struct skat_game *game, unsigned position)
{
    skat_cards hand = game->hands[position];
    int in_trick = game->table.played_count - SKAT_PLAYERS * game->table.trick_count;

    game->table.turn = (uint8_t)position;
    game->playable = in_trick == 0
                         ? hand
                         : skat_follow(game->order, hand,
                                       game->table.played[game->table.played_count - in_trick]);
}

/* ---- the declaration (rulebook 4) ---- */

static void pick_up(struct skat_game *game)
{
    record(game, game->table.turn, SKAT_ACTION_PICK_UP, 0);
    game->table.picked_up = true;
    game->hands[game->table.declarer] |= game->skat;
    game->phase = SKAT_PHASE_DECLARE;
}

static bool may_declare(const struct skat_game *game, struct skat_contract contract)
{
    const struct skat_contract *list = game->rules->derived.declarations[game->table.picked_up];
    int count = game->rules->derived.declaration_count[game->table.picked_up];

    for (int i = 0; i < count; i++)
        if (skat_contract_same(list[i], contract))
            return true;
    return false;
}

/* The cards of an action as a set; empty when they are not `count` different cards. */
static skat_cards action_cards(const struct skat_action *action, int count)
{
    skat_cards set = 0;

    if (action->count != count)
        return 0;
    for (int i = 0; i < count; i++) {
        if (!skat_card_valid(action->cards[i]) || skat_cards_has(set, action->cards[i]))
            return 0;
        set |= skat_card_bit(action->cards[i]);
    }
    return set;
}

static enum skat_refusal declare(struct skat_game *game, const struct skat_action *action)
{
    struct skat_contract contract = action->contract;

    if (contract.type >= SKAT_GAME_TYPES)
        return SKAT_REFUSED_DECLARATION;
    contract = skat_contract_complete(contract);
    /* Ouvert before the pick-up is by hand; codes need not say so (log-format, ISS). */
    if (!game->table.picked_up && contract.with & SKAT_WITH_OUVERT &&
        !skat_games[contract.type].fixed_value)
        contract.with |= SKAT_WITH_HAND;
    if (!may_declare(game, contract))
        return SKAT_REFUSED_DECLARATION;
    if (skat_games[contract.type].fixed_value &&
        skat_null_value(game->rules, contract) < game->table.bid)
        return SKAT_REFUSED_NULL_VALUE;
    if (game->table.picked_up) {
        skat_cards discards = action_cards(action, deck_of(game)->skat);
        if (!discards || discards & ~game->hands[game->table.declarer])
            return SKAT_REFUSED_DISCARD;
        game->skat = discards;
        game->hands[game->table.declarer] &= ~discards;
    } else if (action->count) {
        return SKAT_REFUSED_DISCARD;
    }

    record(game, game->table.declarer, SKAT_ACTION_DECLARE,
           (unsigned)contract.type << 8 | contract.with);
    for (int i = 0; i < action->count; i++)
        record(game, game->table.declarer, SKAT_MOVE_DISCARD, action->cards[i]);
    game->table.contract = contract;
    game->table.announced = true;
    game->order = skat_contract_ranking(contract);
    game->table.leader[0] = FOREHAND;
    game->phase = SKAT_PHASE_PLAY;
    give_turn(game, FOREHAND);
    if (game->rules->concede == SKAT_CONCEDE_BEFORE_LEAD) {
        game->phase = SKAT_PHASE_CONCEDE;
        game->table.turn = game->table.declarer;
    }
    return SKAT_ACCEPTED;
}

static void play_on(struct skat_game *game)
{
    game->phase = SKAT_PHASE_PLAY;
    give_turn(game, FOREHAND);
}

static bool may_concede(const struct skat_game *game)
{
    /* Rulebook 4: all windows end with the first trick, or while the second is under way. */
    if (game->table.trick_count >= 2 || game->phase == SKAT_PHASE_OVER || !game->table.announced)
        return false;
    switch (game->rules->concede) {
    case SKAT_CONCEDE_BEFORE_LEAD:
        return game->table.played_count == 0;
    case SKAT_CONCEDE_UNTIL_SECOND_TRICK: /* with all or all but one of his cards */
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

/* ---- play (rulebook 5) ---- */

static unsigned next_position(unsigned position)
{
    return position == SKAT_PLAYERS - 1 ? 0 : position + 1;
}

static void finish_trick(struct skat_game *game)
{
    const skat_card *cards = &game->table.played[game->table.played_count - SKAT_PLAYERS];
    unsigned winner = game->table.winner;

    game->table.points[winner] += skat_card_points[cards[0]];
    game->table.points[winner] += skat_card_points[cards[1]];
    game->table.points[winner] += skat_card_points[cards[2]];
    game->table.tricks[winner]++;
    game->table.trick_count++;
    if (game->table.trick_count == deck_of(game)->hand ||
        (skat_games[game->table.contract.type].fixed_value && winner == game->table.declarer)) {
        end_game(game);
        return;
    }
    game->table.leader[game->table.trick_count] = (uint8_t)winner;
    give_turn(game, winner);
}

static enum skat_refusal play(struct skat_game *game, skat_card card)
{
    if (!skat_card_valid(card) || !skat_cards_has(game->hands[game->table.turn], card))
        return SKAT_REFUSED_NOT_HELD;
    if (!skat_cards_has(game->playable, card))
        return SKAT_REFUSED_REVOKE;

    int in_trick = game->table.played_count - SKAT_PLAYERS * game->table.trick_count;
    record(game, game->table.turn, SKAT_ACTION_CARD, card);
    game->hands[game->table.turn] &= ~skat_card_bit(card);
    game->table.gone |= skat_card_bit(card);
    game->table.played[game->table.played_count++] = card;
    if (in_trick == 0 || skat_beats(game->order, card, game->best)) {
        game->best = card;
        game->table.winner = game->table.turn;
    }
    if (in_trick == SKAT_PLAYERS - 1)
        finish_trick(game);
    else
        give_turn(game, next_position(game->table.turn));
    return SKAT_ACCEPTED;
}

/* ---- the machine ---- */

static const uint8_t kind_in_phase[] = {
    [SKAT_PHASE_BID] = SKAT_DECIDE_BID,         [SKAT_PHASE_HOLD] = SKAT_DECIDE_HOLD,
    [SKAT_PHASE_GAME] = SKAT_DECIDE_GAME,       [SKAT_PHASE_DECLARE] = SKAT_DECIDE_DECLARE,
    [SKAT_PHASE_CONCEDE] = SKAT_DECIDE_CONCEDE, [SKAT_PHASE_PLAY] = SKAT_DECIDE_CARD,
    [SKAT_PHASE_OVER] = SKAT_DECIDE_NOTHING,
};

static void offer_bids(const struct skat_game *game, struct skat_decision *decision)
{
    decision->bids = game->rules->derived.ladder + game->rung;
    decision->bid_count = (uint32_t)(game->rules->derived.ladder_count - game->rung);
    if (last_chance(game))
        decision->bid_count = 1;
}

static void offer_declarations(const struct skat_game *game, struct skat_decision *decision)
{
    const struct skat_rules *rules = game->rules;
    int skat = game->table.picked_up, first = 0;
    const struct skat_contract *list = rules->derived.declarations[skat];

    while (first < rules->derived.null_count[skat] &&
           skat_null_value(rules, list[first]) < game->table.bid)
        first++;
    decision->declarations = list + first;
    decision->declaration_count = (uint32_t)(rules->derived.declaration_count[skat] - first);
    if (skat) {
        decision->cards = game->hands[game->table.declarer];
        decision->discard_count = deck_of(game)->skat;
    }
}

bool skat_game_pending(const struct skat_game *game, struct skat_decision *decision)
{
    *decision = (struct skat_decision){
        .size = sizeof *decision,
        .kind = kind_in_phase[game->phase],
        .position = game->table.turn,
    };
    if (game->phase == SKAT_PHASE_PLAY) {
        decision->cards = game->playable;
        decision->may_concede = game->table.turn == game->table.declarer && may_concede(game);
    } else if (game->phase == SKAT_PHASE_BID) {
        offer_bids(game, decision);
    } else if (game->phase == SKAT_PHASE_GAME || game->phase == SKAT_PHASE_DECLARE) {
        offer_declarations(game, decision);
    }
    return game->phase != SKAT_PHASE_OVER;
}

/* The decisions at which each kind of action is an answer, as bits 1 << decision kind. */
static const uint16_t answers[SKAT_ACTIONS] = {
    [SKAT_ACTION_PASS] = 1 << SKAT_DECIDE_BID | 1 << SKAT_DECIDE_HOLD,
    [SKAT_ACTION_BID] = 1 << SKAT_DECIDE_BID,
    [SKAT_ACTION_HOLD] = 1 << SKAT_DECIDE_HOLD,
    [SKAT_ACTION_PICK_UP] = 1 << SKAT_DECIDE_GAME,
    [SKAT_ACTION_DECLARE] = 1 << SKAT_DECIDE_GAME | 1 << SKAT_DECIDE_DECLARE,
    [SKAT_ACTION_PLAY_ON] = 1 << SKAT_DECIDE_CONCEDE,
};

/* A lead is an answer, too, to whether declarer concedes: records do not write the answer, so a
 * card in its place must mean the same there as here. */
static enum skat_refusal play_on_with(struct skat_game *game, unsigned position,
                                      const struct skat_action *action)
{
    play_on(game);
    enum skat_refusal refusal = skat_game_apply(game, position, action);
    if (refusal != SKAT_ACCEPTED) {
        game->phase = SKAT_PHASE_CONCEDE;
        game->table.turn = game->table.declarer;
    }
    return refusal;
}

enum skat_refusal skat_game_apply(struct skat_game *game, unsigned position,
                                  const struct skat_action *action)
{
    if (game->phase == SKAT_PHASE_OVER)
        return SKAT_REFUSED_OVER;
    if (game->phase == SKAT_PHASE_PLAY && action->kind == SKAT_ACTION_CARD) /* most actions */
        return position != game->table.turn ? SKAT_REFUSED_TURN
               : action->count != 1         ? SKAT_REFUSED_NOT_HELD
                                            : play(game, action->cards[0]);
    if (action->kind == SKAT_ACTION_CONCEDE) {
        if (position != game->table.declarer || !may_concede(game))
            return SKAT_REFUSED_CONCEDE;
        concede(game);
        return SKAT_ACCEPTED;
    }
    if (position != game->table.turn)
        return SKAT_REFUSED_TURN;
    if (game->phase == SKAT_PHASE_CONCEDE && action->kind == SKAT_ACTION_CARD)
        return play_on_with(game, position, action);
    if (action->kind >= SKAT_ACTIONS || !(answers[action->kind] >> kind_in_phase[game->phase] & 1))
        return SKAT_REFUSED_KIND;

    switch (action->kind) {
    case SKAT_ACTION_BID:
        return bid(game, action->bid);
    case SKAT_ACTION_DECLARE:
        return declare(game, action);
    case SKAT_ACTION_PASS:
        pass(game);
        break;
    case SKAT_ACTION_HOLD:
        hold(game);
        break;
    case SKAT_ACTION_PICK_UP:
        pick_up(game);
        break;
    case SKAT_ACTION_PLAY_ON:
        play_on(game);
        break;
    }
    return SKAT_ACCEPTED;
}

void skat_game_fail(struct skat_game *game, unsigned position)
{
    if (game->fault != SKAT_NOBODY)
        return;
    game->fault = (uint8_t)position;
    game->ending =
        position == game->table.declarer ? SKAT_ENDED_DECLARER_FAULT : SKAT_ENDED_DEFENDER_FAULT;
    end_game(game);
}

void skat_game_award_rest(struct skat_game *game)
{
    int in_trick = game->table.played_count - SKAT_PLAYERS * game->table.trick_count;
    skat_cards out = game->hands[0] | game->hands[1] | game->hands[2];

    for (int i = 0; i < in_trick; i++)
        out |= skat_card_bit(game->table.played[game->table.played_count - 1 - i]);
    game->table.points[game->table.declarer] += (uint8_t)skat_cards_points(out);
    game->table.tricks[game->table.declarer] +=
        (uint8_t)(deck_of(game)->hand - game->table.trick_count);
    game->ending = SKAT_ENDED_PLAYED;
    end_game(game);
}

/* ---- what comes of it ---- */

void skat_game_facts(const struct skat_game *game, struct skat_facts *facts)
{
    *facts = (struct skat_facts){
        .announced = game->table.announced,
        .contract = game->table.contract,
        .bid = game->table.bid,
        .points = game->table.points[game->table.declarer] + skat_cards_points(game->skat),
        .tricks = game->table.tricks[game->table.declarer],
        .ending = (enum skat_ending)game->ending,
    };
    if (game->table.announced && !skat_games[game->table.contract.type].fixed_value) {
        skat_cards dealt = game->dealt[game->table.declarer];
        skat_cards skat = skat_deal_skat(&game->deal, deck_of(game));
        int max = skat_matadors_max(game->rules, game->table.contract);
        facts->matadors = skat_matadors(game->order, dealt | skat, max);
        facts->matadors_hand = skat_matadors(game->order, dealt, max);
    }
}

void skat_game_result(const struct skat_game *game, struct skat_result *result)
{
    if (game->table.declarer == SKAT_NOBODY) {
        skat_value_undeclared(game->table.bid, game->fault != SKAT_NOBODY, result);
        return;
    }
    struct skat_facts facts;
    skat_game_facts(game, &facts);
    skat_value(game->rules, &facts, result);
}

void skat_game_scores(const struct skat_game *game, const struct skat_result *result,
                      int32_t score[SKAT_PLAYERS])
{
    unsigned charged = game->table.declarer != SKAT_NOBODY ? game->table.declarer : game->fault;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        score[position] = position == charged ? result->signed_value : 0;
}

void skat_game_view(const struct skat_game *game, unsigned position, struct skat_view *view)
{
    const struct skat_table *table = &game->table;
    bool ouvert = table->announced && table->contract.with & SKAT_WITH_OUVERT;

    view->size = sizeof *view;
    view->position = (uint8_t)position;
    memset(view->reserved, 0, sizeof view->reserved);
    view->dealt = game->dealt[position];
    view->hand = game->hands[position];
    view->skat = position == table->declarer && table->picked_up ? game->skat : 0;
    view->shown = ouvert ? game->hands[table->declarer] : 0;
    view->table = *table;
}
