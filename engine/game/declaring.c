// SPDX-License-Identifier: MIT
/* engine/game/declaring.c - from the end of the auction to the first lead: announcing a game, the
 * exchange of cards in a revolution, and who may concede or double first (rules.md 4, 7.1, 7.6 -
 * 7.8). */
#include "engine/declarations.h"
#include "engine/game/phases.h"
#include "engine/spitzen.h"

/* ---- from the announced game to the first lead ---- */

void skat_announce(struct skat_game *game, struct skat_contract contract, unsigned leader)
{
    game->table.contract = contract;
    game->table.announced = true;
    game->order = skat_rules_ranking(game->rules, contract);
    game->table.leader[0] = (uint8_t)leader;
    game->kontra_open = game->rules->kontra_levels > 0;
}

void skat_open(struct skat_game *game)
{
    resume_play(game);
    if (game->rules->concede == SKAT_CONCEDE_BEFORE_LEAD && skat_may_concede(game))
        ask_to_concede(game);
    else
        skat_kontra_moment(game);
}

static void play_on(struct skat_game *game)
{
    resume_play(game);
    skat_kontra_moment(game);
}

/* Leading a card also means not conceding: records omit PLAY_ON, so a card instead of it must mean
 * the same here as there. */
static enum skat_refusal lead(struct skat_game *game, const struct skat_action *action)
{
    unsigned declarer = game->table.turn;
    uint8_t asked = game->concede_asked;

    play_on(game);
    bool leads = game->phase == SKAT_PHASE_PLAY && game->table.turn == declarer;
    enum skat_refusal refusal = leads ? skat_card_answer(game, action) : SKAT_REFUSED_TURN;
    if (refusal != SKAT_ACCEPTED) {
        ask(game, SKAT_PHASE_CONCEDE, declarer);
        game->concede_asked = asked;
    }
    return refusal;
}

enum skat_refusal skat_concede_answer(struct skat_game *game, const struct skat_action *action)
{
    if (action->kind == SKAT_ACTION_CARD)
        return lead(game, action);
    if (action->kind != SKAT_ACTION_PLAY_ON) /* a claim answers CARD, but not this */
        return SKAT_REFUSED_KIND;
    play_on(game);
    return SKAT_ACCEPTED;
}

/* ---- revolution (rules.md 7.7) ----
 *
 * Each defender in turn, by position, chooses a new hand from the own cards and, as option
 * `revolution` says, the partner's and the skat. What the first defender leaves goes to the partner
 * and the skat. */

static bool is_first(const struct skat_game *game)
{
    return game->table.turn == first_defender(game);
}

/* What is exchanged: in a grand ouvert, the defenders' cards alone. */
static int mode_of(const struct skat_game *game)
{
    return game->table.contract.type == SKAT_GAME_REVOLUTION
               ? game->rules->revolution & SKAT_REVOLUTION_BOTH
               : SKAT_REVOLUTION_EXCHANGE;
}

static bool with_skat(const struct skat_game *game)
{
    return mode_of(game) != SKAT_REVOLUTION_EXCHANGE;
}

static bool with_partner(const struct skat_game *game)
{
    return mode_of(game) != SKAT_REVOLUTION_SKAT;
}

static void start_exchange(struct skat_game *game)
{
    game->shows_more = true;
    game->defenders_open = with_partner(game);
    ask(game, SKAT_PHASE_EXCHANGE, first_defender(game));
}

/* The cards from which the player to move chooses. */
static skat_cards cards_on_offer(const struct skat_game *game)
{
    unsigned turn = game->table.turn;
    skat_cards pool = game->hands[turn];

    if (with_skat(game))
        pool |= is_first(game) ? game->skat : game->left_over;
    if (with_partner(game) && is_first(game))
        pool |= game->hands[partner_of(game, turn)];
    return pool;
}

/* Until the partner has chosen, the partner holds ten of the cards that the first defender leaves:
 * the partner's old ones, as far as they are left. Returns the others. */
static skat_cards leave_to_partner(struct skat_game *game, skat_cards left)
{
    unsigned partner = partner_of(game, game->table.turn);
    skat_cards hand = left & game->hands[partner];

    left &= ~hand;
    while (skat_cards_count(hand) < deck_of(game)->hand)
        hand |= skat_card_bit(skat_cards_pop(&left));
    game->hands[partner] = hand;
    return left;
}

void skat_revolution_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->cards = cards_on_offer(game);
}

enum skat_refusal skat_revolution_answer(struct skat_game *game, const struct skat_action *action)
{
    unsigned turn = game->table.turn;
    skat_cards pool = cards_on_offer(game);
    skat_cards hand = action_cards(action, deck_of(game)->hand);

    if (!hand || hand & ~pool)
        return SKAT_REFUSED_EXCHANGE;
    skat_game_record(game, turn, SKAT_ACTION_EXCHANGE, 0);
    record_cards(game, action);
    game->passed_on[turn] = game->dealt[turn] & ~hand;
    game->hands[turn] = hand;
    skat_cards left = pool & ~hand;
    if (with_partner(game) && is_first(game))
        left = leave_to_partner(game, left);
    if (is_first(game)) {
        game->left_over = left;
        if (!with_partner(game))
            game->skat = left;
        ask(game, SKAT_PHASE_EXCHANGE, partner_of(game, turn));
        return SKAT_ACCEPTED;
    }
    if (with_skat(game))
        game->skat = left; /* only now, since both have chosen */
    skat_open(game);
    return SKAT_ACCEPTED;
}

/* ---- declaring ---- */

void skat_declaring_start(struct skat_game *game, unsigned declarer)
{
    bool by_hand = game->calls.called_rank && game->calls.called.with & SKAT_WITH_HAND;

    game->table.declarer = (uint8_t)declarer;
    /* Players who do not see their cards, or have named a game by hand, leave the skat alone. */
    ask(game, game->blind || by_hand ? SKAT_PHASE_DECLARE : SKAT_PHASE_GAME, declarer);
}

/* ---- how Skat is declared: the functions of struct skat_declaring ---- */

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

/* Does the game rank at least as high as the one that the declarer named in the auction by suits?
 * Lists begin with the lowest rank. */
static bool is_owed(const struct skat_game *game, struct skat_contract contract)
{
    return !game->calls.called_rank || skat_call_rank(contract) >= game->calls.called_rank;
}

static void offer_declarations(const struct skat_game *game, struct skat_decision *decision)
{
    const struct skat_rules *rules = game->rules;
    int skat = game->table.picked_up, first = 0;
    const struct skat_contract *list = rules->derived.declarations[skat];

    if (!skat && game->extra.rum)
        return; /* the skat must be taken now */
    decision->spitzen = (uint8_t)rules->spitzen_max;
    decision->grand_spitze = rules->spitzen_grand && rules->spitzen_max;
    decision->may_rum = game->phase == SKAT_PHASE_GAME && rules->rum;

    while (first < rules->derived.null_count[skat] &&
           skat_null_value(rules, list[first]) < game->table.bid)
        first++;
    while (first < rules->derived.declaration_count[skat] && !is_owed(game, list[first]))
        first++;
    decision->declarations = list + first;
    decision->declaration_count = (uint32_t)(rules->derived.declaration_count[skat] - first);
    offer_played(game, decision);
    if (skat) {
        decision->cards = game->hands[game->table.declarer];
        decision->discard_count = deck_of(game)->skat;
    }
}

/* May this game be announced now? `contract` is without spitzen, which spitzen_allowed() checks. */
static enum skat_refusal may_declare(const struct skat_game *game, struct skat_contract contract)
{
    bool skat_was_shown = !game->table.picked_up && game->extra.rum;

    if (skat_was_shown || !(game->games >> contract.type & 1) ||
        !skat_is_declaration(game->rules, game->table.picked_up, contract) ||
        !is_owed(game, contract))
        return SKAT_REFUSED_DECLARATION;
    return skat_contract_is_null(contract) &&
                   skat_null_value(game->rules, contract) < game->table.bid
               ? SKAT_REFUSED_NULL_VALUE
               : SKAT_ACCEPTED;
}

static void pick_up(struct skat_game *game)
{
    skat_game_record(game, game->table.turn, SKAT_ACTION_PICK_UP, 0);
    game->table.picked_up = true;
    game->hands[game->table.declarer] |= game->skat;
    game->phase = SKAT_PHASE_DECLARE;
}

static const struct skat_declaring *declaring(const struct skat_game *game)
{
    static const struct skat_declaring of_skat = {
        .offer = offer_declarations, .may_declare = may_declare, .pick_up = pick_up};

    return game->variant->declaring ? game->variant->declaring : &of_skat;
}

void skat_declaring_offer(const struct skat_game *game, struct skat_decision *decision)
{
    declaring(game)->offer(game, decision);
}

/* ---- spitzen and rum (rules.md 7.6, 7.8) ---- */

/* `known`: the ten cards and the discards. */
static bool spitzen_allowed(const struct skat_game *game, struct skat_contract contract,
                            skat_cards ten, skat_cards known)
{
    const bool made_anyway = contract.type == SKAT_GAME_GRAND && !(SKAT_JACKS & ~known);
    int spitzen = skat_contract_spitzen(contract);

    return spitzen == 0 || (spitzen <= skat_spitzen_most(game->rules, contract.type) &&
                            !made_anyway && (skat_spitzen(deck_of(game), contract) & ~ten) == 0);
}

/* The skat is shown, then taken. */
static enum skat_refusal say_rum(struct skat_game *game)
{
    if (!game->rules->rum || game->extra.rum)
        return SKAT_REFUSED_RUM;
    skat_game_record(game, game->table.turn, SKAT_ACTION_RUM, 0);
    game->extra.rum = true;
    game->open_skat = game->skat;
    return SKAT_ACCEPTED;
}

/* ---- the announcement ---- */

/* Codes may omit what they imply (docs/formats.md, ISS); ouvert before the pick-up is a hand game.
 */
static struct skat_contract whole_contract(const struct skat_game *game,
                                           struct skat_contract contract)
{
    contract = skat_rules_complete(game->rules, contract);
    if (!game->table.picked_up && contract.with & SKAT_WITH_OUVERT &&
        !skat_contract_is_null(contract))
        contract.with |= SKAT_WITH_HAND;
    return contract;
}

/* The declarer's cards without the discards; 0 if these are not the right number of different cards
 * in hand. */
static skat_cards hand_without(const struct skat_game *game, const struct skat_action *action)
{
    skat_cards hand = game->hands[game->table.declarer];

    if (!game->table.picked_up)
        return action->count ? 0 : hand;
    skat_cards discards = action_cards(action, deck_of(game)->skat);
    return discards && !(discards & ~hand) ? hand & ~discards : 0;
}

static void start_game(struct skat_game *game, struct skat_contract contract)
{
    const bool both = (game->rules->revolution & SKAT_REVOLUTION_BOTH) == SKAT_REVOLUTION_BOTH;
    const bool declarer_leads = contract.type == SKAT_GAME_REVOLUTION && both; /* rules.md 7.7 */

    skat_announce(game, contract, declarer_leads ? game->table.declarer : FOREHAND);
    if (skat_game_exchanges(game))
        start_exchange(game);
    else
        skat_open(game);
}

static enum skat_refusal declare(struct skat_game *game, const struct skat_action *action)
{
    unsigned declarer = game->table.declarer;

    if (action->contract.type >= SKAT_GAME_TYPES)
        return SKAT_REFUSED_DECLARATION;
    struct skat_contract contract = whole_contract(game, action->contract);
    struct skat_contract without_spitzen = {contract.type,
                                            contract.with & (uint8_t)~SKAT_WITH_SPITZEN};
    enum skat_refusal refusal = declaring(game)->may_declare(game, without_spitzen);
    if (refusal != SKAT_ACCEPTED)
        return refusal;
    skat_cards ten = hand_without(game, action);
    if (!ten)
        return SKAT_REFUSED_DISCARD;
    if (!spitzen_allowed(game, contract, ten, game->hands[declarer]))
        return SKAT_REFUSED_SPITZEN;
    if (declaring(game)->name && !game->table.picked_up && !(contract.with & SKAT_WITH_HAND)) {
        declaring(game)->name(game, contract);
        return SKAT_ACCEPTED;
    }

    record_contract(game, declarer, SKAT_ACTION_DECLARE, contract);
    record_cards(game, action);
    if (game->table.picked_up) {
        game->skat = game->hands[declarer] & ~ten;
        game->hands[declarer] = ten;
    }
    start_game(game, contract);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_declaring_answer(struct skat_game *game, const struct skat_action *action)
{
    switch (action->kind) {
    case SKAT_ACTION_DECLARE:
        return declare(game, action);
    case SKAT_ACTION_RUM:
        return say_rum(game);
    case SKAT_ACTION_TURN_CARD:
        return declaring(game)->turn_card ? declaring(game)->turn_card(game) : SKAT_REFUSED_KIND;
    }
    declaring(game)->pick_up(game);
    return SKAT_ACCEPTED;
}
