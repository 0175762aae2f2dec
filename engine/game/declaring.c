// SPDX-License-Identifier: MIT
#include "engine/game/declaring.h"

#include "engine/calls.h"
#include "engine/declarations.h"
#include "engine/game/opening.h"
#include "engine/game/revolution.h"
#include "engine/game/steps.h"
#include "engine/spitzen.h"
#include "engine/game/variant_play.h"

void skat_declaring_start(struct skat_game *game, unsigned declarer)
{
    bool by_hand = game->calls.called_rank && game->calls.called.with & SKAT_WITH_HAND;

    game->table.declarer = (uint8_t)declarer;
    /* Players who do not see their cards, or have named a game by hand, leave the skat alone. */
    ask(game, game->blind || by_hand ? SKAT_PHASE_DECLARE : SKAT_PHASE_GAME, declarer);
}

/* ---- as in Skat: struct skat_declaring ---- */

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

/* Does the game do for what was named in the auction by suits? Lists have the lower ones first. */
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

/* Does not check spitzen. */
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
    record(game, game->table.turn, SKAT_ACTION_PICK_UP, 0);
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
    record(game, game->table.turn, SKAT_ACTION_RUM, 0);
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
    bool revolution = contract.type == SKAT_GAME_REVOLUTION;

    skat_announce(game, contract, revolution ? skat_revolution_leader(game) : FOREHAND);
    if (skat_game_exchanges(game))
        skat_revolution_start(game);
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

    record_with_cards(game, SKAT_ACTION_DECLARE, (unsigned)contract.type << 8 | contract.with,
                      action);
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
