// SPDX-License-Identifier: MIT
#include "engine/learn/action_space.h"

#include <stdio.h>
#include <string.h>

#include "engine/declarations.h"
#include "engine/spitzen.h"
#include "engine/variant.h"

/* ---- the numbers ---- */

static void add_game(struct skat_action_space *space, struct skat_contract game)
{
    uint8_t *place = &space->place_of[game.type][game.with];

    if (*place || space->game_count == SKAT_SPACE_GAMES_MAX)
        return;
    space->games[space->game_count++] = game;
    *place = (uint8_t)space->game_count;
}

void skat_action_space_of(struct skat_action_space *space, const struct skat_rules *rules)
{
    memset(space, 0, sizeof *space);
    space->rules = rules;
    for (int skat = 0; skat < 2; skat++)
        for (int i = 0; i < rules->derived.declaration_count[skat]; i++)
            add_game(space, rules->derived.declarations[skat][i]);
    if (rules->derived.decisions >> SKAT_DECIDE_GRAND_HAND & 1)
        add_game(space, skat_grand_hand);
    for (unsigned type = 0; rules->derived.variant->turns && type < SKAT_GAME_DECLARED; type++)
        if (skat_base_value(rules, type, SKAT_WAY_TURNED) || skat_games[type].fixed_value)
            add_game(space, (struct skat_contract){(uint8_t)type, SKAT_WITH_TURN});
    space->bids = SKAT_NUMBER_GAMES + space->game_count;
    space->count = space->bids + rules->derived.ladder_count;
}

static const char *const word_names[SKAT_NUMBER_DUTY - SKAT_NUMBER_WORDS] = {
    [SKAT_NUMBER_PASS - SKAT_NUMBER_WORDS] = "pass",
    [SKAT_NUMBER_YES - SKAT_NUMBER_WORDS] = "yes",
    [SKAT_NUMBER_NO - SKAT_NUMBER_WORDS] = "no",
    [SKAT_NUMBER_PICK_UP - SKAT_NUMBER_WORDS] = "pick up",
    [SKAT_NUMBER_PASS_ON - SKAT_NUMBER_WORDS] = "pass on",
    [SKAT_NUMBER_KONTRA - SKAT_NUMBER_WORDS] = "kontra",
    [SKAT_NUMBER_CONCEDE - SKAT_NUMBER_WORDS] = "concede",
    [SKAT_NUMBER_GIVE_UP - SKAT_NUMBER_WORDS] = "give up",
    [SKAT_NUMBER_RUM - SKAT_NUMBER_WORDS] = "rum",
    [SKAT_NUMBER_TURN - SKAT_NUMBER_WORDS] = "turn",
    [SKAT_NUMBER_CLAIM - SKAT_NUMBER_WORDS] = "claim",
    [SKAT_NUMBER_KNOCK - SKAT_NUMBER_WORDS] = "knock",
};

const char *skat_number_text(const struct skat_action_space *space, int number,
                             char text[SKAT_NUMBER_TEXT])
{
    char code[SKAT_CODE_SIZE];

    if (number < SKAT_NUMBER_WORDS)
        *skat_card_print(skat_card_of_number(number), text) = '\0';
    else if (number < SKAT_NUMBER_DUTY)
        snprintf(text, SKAT_NUMBER_TEXT, "%s", word_names[number - SKAT_NUMBER_WORDS]);
    else if (number < SKAT_NUMBER_PLACE)
        snprintf(text, SKAT_NUMBER_TEXT, "choose %s", skat_duty_names[number - SKAT_NUMBER_DUTY]);
    else if (number < SKAT_NUMBER_SPITZEN)
        snprintf(text, SKAT_NUMBER_TEXT, "place %d", number - SKAT_NUMBER_PLACE);
    else if (number < SKAT_NUMBER_GAMES)
        snprintf(text, SKAT_NUMBER_TEXT, "%d spitzen", number - SKAT_NUMBER_SPITZEN);
    else if (number < space->bids) {
        skat_rules_code(space->rules, space->games[number - SKAT_NUMBER_GAMES], code);
        snprintf(text, SKAT_NUMBER_TEXT, "declare %s", code);
    } else
        snprintf(text, SKAT_NUMBER_TEXT, "bid %d",
                 space->rules->derived.ladder[number - space->bids]);
    return text;
}

static int number_of_game(const struct skat_action_space *space, struct skat_contract game)
{
    return SKAT_NUMBER_GAMES - 1 + space->place_of[game.type][game.with];
}

/* ---- actions that are one word ---- */

/* The word of each kind of action that needs no operand; 0: it needs one, or is never offered. */
static const uint8_t word_of_action[SKAT_ACTIONS] = {
    [SKAT_ACTION_PASS] = SKAT_NUMBER_PASS,       [SKAT_ACTION_HOLD] = SKAT_NUMBER_YES,
    [SKAT_ACTION_PLAY_ON] = SKAT_NUMBER_NO,      [SKAT_ACTION_REFUSE] = SKAT_NUMBER_NO,
    [SKAT_ACTION_PICK_UP] = SKAT_NUMBER_PICK_UP, [SKAT_ACTION_PASS_ON] = SKAT_NUMBER_PASS_ON,
    [SKAT_ACTION_KONTRA] = SKAT_NUMBER_KONTRA,   [SKAT_ACTION_CONCEDE] = SKAT_NUMBER_CONCEDE,
    [SKAT_ACTION_GIVE_UP] = SKAT_NUMBER_GIVE_UP, [SKAT_ACTION_RUM] = SKAT_NUMBER_RUM,
    [SKAT_ACTION_TURN_CARD] = SKAT_NUMBER_TURN,  [SKAT_ACTION_CLAIM] = SKAT_NUMBER_CLAIM,
    [SKAT_ACTION_KNOCK] = SKAT_NUMBER_KNOCK,
};

/* May this answer to the decision be given now, and without an operand? */
static bool is_word_now(const struct skat_decision *decision, unsigned action)
{
    const unsigned offers = skat_decision_rows[decision->kind].offers;

    switch (action) {
    case SKAT_ACTION_CONCEDE:
        return !(offers & SKAT_OFFERS_WORDS) || decision->may_concede || decision->may_resign;
    case SKAT_ACTION_CLAIM:
        return decision->may_claim;
    case SKAT_ACTION_GIVE_UP:
        return decision->may_give_up;
    case SKAT_ACTION_RUM:
        return decision->may_rum;
    case SKAT_ACTION_TURN_CARD:
        return decision->may_turn;
    case SKAT_ACTION_PASS_ON:
        return !(offers & SKAT_OFFERS_SOME_CARDS);
    }
    return word_of_action[action] != 0;
}

/* The words that may be said, as bits 1 << (number - SKAT_NUMBER_WORDS). */
static unsigned words_of(const struct skat_decision *decision)
{
    unsigned words = 0;

    for (unsigned rest = skat_decision_rows[decision->kind].answers; rest; rest &= rest - 1) {
        const unsigned action = (unsigned)__builtin_ctz(rest);
        if (is_word_now(decision, action))
            words |= 1u << (word_of_action[action] - SKAT_NUMBER_WORDS);
    }
    return words;
}

/* The action that a word is, as an answer to a kind of decision; NONE: it is no answer. */
static unsigned action_of_word(int number, unsigned decision)
{
    for (unsigned rest = skat_decision_rows[decision].answers; rest; rest &= rest - 1)
        if (word_of_action[__builtin_ctz(rest)] == number)
            return (unsigned)__builtin_ctz(rest);
    return SKAT_ACTION_NONE;
}

/* ---- a decision, number by number ---- */

/* Cards that belong to an answer besides the one that is played. */
static int cards_wanted(const struct skat_rules *rules, const struct skat_decision *decision)
{
    return decision->kind == SKAT_DECIDE_EXCHANGE ? rules->derived.deck->hand
                                                  : decision->discard_count;
}

void skat_choice_begin(const struct skat_action_space *space, struct skat_choice *choice,
                       const struct skat_decision *decision, skat_cards hand)
{
    choice->decision = *decision;
    choice->action = (struct skat_action){.size = sizeof choice->action};
    choice->hand = hand;
    choice->chosen = 0;
    choice->wanted = (uint8_t)cards_wanted(space->rules, decision);
    choice->step = SKAT_CHOICE_FIRST;
    if (decision->kind == SKAT_DECIDE_PASS_ON || decision->kind == SKAT_DECIDE_EXCHANGE) {
        choice->step = SKAT_CHOICE_CARDS;
        choice->action.kind =
            decision->kind == SKAT_DECIDE_PASS_ON ? SKAT_ACTION_PASS_ON : SKAT_ACTION_EXCHANGE;
    }
}

/* The most spitzen that can be announced with the game and the cards chosen: the trumps that they
 * name must be held. */
static int most_spitzen(const struct skat_action_space *space, const struct skat_choice *choice)
{
    const struct skat_decision *decision = &choice->decision;
    const unsigned type = choice->action.contract.type;
    const skat_cards held = choice->hand & ~choice->chosen;
    int most = 0;

    if (choice->action.kind != SKAT_ACTION_DECLARE || !decision->spitzen ||
        (type == SKAT_GAME_GRAND && !(SKAT_JACKS & ~choice->hand)))
        return 0;
    while (most < skat_spitzen_most(space->rules, type) &&
           skat_cards_has(held, skat_spitze(space->rules->derived.deck, type, most)))
        most++;
    return most;
}

static void set_cards(uint8_t *mask, skat_cards cards)
{
    while (cards)
        mask[skat_number_of_card(skat_cards_pop(&cards))] = 1;
}

static int mask_first(const struct skat_action_space *space, const struct skat_decision *decision,
                      uint8_t *mask)
{
    int allowed = 0;

    for (unsigned rest = words_of(decision); rest; rest &= rest - 1, allowed++)
        mask[SKAT_NUMBER_WORDS + __builtin_ctz(rest)] = 1;
    if (decision->kind == SKAT_DECIDE_CARD) {
        set_cards(mask, decision->cards);
        allowed += skat_cards_count(decision->cards);
    }
    for (uint32_t i = 0; i < decision->declaration_count; i++, allowed++)
        mask[number_of_game(space, decision->declarations[i])] = 1;
    /* The legal bids are the end of the ladder, but for forehand's last chance, the lowest alone.
     */
    if (decision->kind == SKAT_DECIDE_BID) {
        const int first = (int)(decision->bids - space->rules->derived.ladder);
        memset(mask + space->bids + first, 1, decision->bid_count);
        allowed += (int)decision->bid_count;
    }
    for (unsigned rest = decision->duties; rest; rest &= rest - 1, allowed++)
        mask[SKAT_NUMBER_DUTY + __builtin_ctz(rest)] = 1;
    for (unsigned rest = decision->places; rest; rest &= rest - 1, allowed++)
        mask[SKAT_NUMBER_PLACE + __builtin_ctz(rest)] = 1;
    return allowed;
}

int skat_choice_mask(const struct skat_action_space *space, const struct skat_choice *choice,
                     uint8_t *mask)
{
    memset(mask, 0, (size_t)space->count);
    if (choice->step == SKAT_CHOICE_FIRST)
        return mask_first(space, &choice->decision, mask);
    if (choice->step == SKAT_CHOICE_CARDS) {
        set_cards(mask, choice->decision.cards & ~choice->chosen);
        return skat_cards_count(choice->decision.cards & ~choice->chosen);
    }
    const int most = most_spitzen(space, choice);
    memset(mask + SKAT_NUMBER_SPITZEN, 1, (size_t)most + 1);
    return most + 1;
}

static bool allows_first(const struct skat_action_space *space,
                         const struct skat_decision *decision, int number)
{
    if (number < SKAT_NUMBER_WORDS)
        return decision->kind == SKAT_DECIDE_CARD &&
               skat_cards_has(decision->cards, skat_card_of_number(number));
    if (number < SKAT_NUMBER_DUTY)
        return words_of(decision) >> (number - SKAT_NUMBER_WORDS) & 1;
    if (number < SKAT_NUMBER_PLACE)
        return decision->duties >> (number - SKAT_NUMBER_DUTY) & 1;
    if (number < SKAT_NUMBER_SPITZEN)
        return decision->places >> (number - SKAT_NUMBER_PLACE) & 1;
    if (number < space->bids) {
        for (uint32_t i = 0; i < decision->declaration_count; i++)
            if (number_of_game(space, decision->declarations[i]) == number)
                return true;
        return false;
    }
    const uint16_t *bid = &space->rules->derived.ladder[number - space->bids];
    return decision->kind == SKAT_DECIDE_BID && bid >= decision->bids &&
           bid < decision->bids + decision->bid_count;
}

bool skat_choice_allows(const struct skat_action_space *space, const struct skat_choice *choice,
                        int number)
{
    if (number < 0 || number >= space->count)
        return false;
    if (choice->step == SKAT_CHOICE_FIRST)
        return allows_first(space, &choice->decision, number);
    if (choice->step == SKAT_CHOICE_CARDS)
        return number < SKAT_NUMBER_WORDS &&
               skat_cards_has(choice->decision.cards & ~choice->chosen,
                              skat_card_of_number(number));
    return number >= SKAT_NUMBER_SPITZEN &&
           number <= SKAT_NUMBER_SPITZEN + most_spitzen(space, choice);
}

/* After the last number so far: what is still to be chosen? Returns whether nothing is. */
static bool next_step(const struct skat_action_space *space, struct skat_choice *choice)
{
    const bool declared = choice->action.kind == SKAT_ACTION_DECLARE;

    if (choice->wanted && (declared || choice->step == SKAT_CHOICE_CARDS)) {
        choice->step = SKAT_CHOICE_CARDS;
        return false;
    }
    if (choice->decision.spitzen && declared && most_spitzen(space, choice)) {
        choice->step = SKAT_CHOICE_SPITZEN;
        return false;
    }
    return true;
}

static void pick_first(const struct skat_action_space *space, struct skat_choice *choice,
                       int number)
{
    struct skat_action *action = &choice->action;

    if (number < SKAT_NUMBER_WORDS) {
        action->kind = SKAT_ACTION_CARD;
        action->count = 1;
        action->cards[0] = skat_card_of_number(number);
    } else if (number < SKAT_NUMBER_DUTY) {
        action->kind = (uint8_t)action_of_word(number, choice->decision.kind);
    } else if (number < SKAT_NUMBER_PLACE) {
        action->kind = SKAT_ACTION_CHOOSE;
        action->number = (uint8_t)(number - SKAT_NUMBER_DUTY);
    } else if (number < SKAT_NUMBER_SPITZEN) {
        action->kind = SKAT_ACTION_PLACE;
        action->number = (uint8_t)(number - SKAT_NUMBER_PLACE);
    } else if (number < space->bids) {
        action->kind =
            choice->decision.kind == SKAT_DECIDE_CALL ? SKAT_ACTION_CALL : SKAT_ACTION_DECLARE;
        action->contract = space->games[number - SKAT_NUMBER_GAMES];
    } else {
        action->kind = SKAT_ACTION_BID;
        action->bid = space->rules->derived.ladder[number - space->bids];
    }
}

bool skat_choice_pick(const struct skat_action_space *space, struct skat_choice *choice, int number)
{
    struct skat_action *action = &choice->action;

    if (choice->step == SKAT_CHOICE_FIRST) {
        pick_first(space, choice, number);
    } else if (choice->step == SKAT_CHOICE_CARDS) {
        const skat_card card = skat_card_of_number(number);
        action->cards[action->count++] = card;
        choice->chosen |= skat_card_bit(card);
        choice->wanted--;
    } else {
        action->contract.with |=
            (uint8_t)(SKAT_WITH_SPITZE * (unsigned)(number - SKAT_NUMBER_SPITZEN));
        return true;
    }
    return next_step(space, choice);
}

/* ---- an action as numbers ---- */

/* The number by which an action begins; -1 if it has none. */
static int first_number(const struct skat_action_space *space, const struct skat_decision *decision,
                        const struct skat_action *action)
{
    struct skat_contract game = action->contract;

    switch (action->kind) {
    case SKAT_ACTION_CARD:
        return action->count == 1 && skat_card_valid(action->cards[0])
                   ? skat_number_of_card(action->cards[0])
                   : -1;
    case SKAT_ACTION_BID:
        return space->bids + skat_ladder_above(space->rules, action->bid - 1);
    case SKAT_ACTION_CHOOSE:
        return action->number < SKAT_DUTIES ? SKAT_NUMBER_DUTY + action->number : -1;
    case SKAT_ACTION_PLACE:
        return action->number < SKAT_HAND_MAX ? SKAT_NUMBER_PLACE + action->number : -1;
    case SKAT_ACTION_CALL:
    case SKAT_ACTION_DECLARE:
        if (game.type >= SKAT_GAME_DECLARED)
            return -1;
        game = skat_rules_complete(space->rules, game);
        game.with &= (uint8_t)~SKAT_WITH_SPITZEN;
        if (!space->place_of[game.type][game.with])
            game.with |= SKAT_WITH_HAND; /* ouvert before the pick-up implies it */
        return space->place_of[game.type][game.with] ? number_of_game(space, game) : -1;
    }
    for (int number = SKAT_NUMBER_WORDS; number < SKAT_NUMBER_DUTY; number++)
        if (words_of(decision) >> (number - SKAT_NUMBER_WORDS) & 1 &&
            action_of_word(number, decision->kind) == action->kind)
            return number;
    return -1;
}

/* The number of the next card of an action, after those that were chosen. */
static int next_card(const struct skat_action *action, const struct skat_choice *choice)
{
    const int chosen = skat_cards_count(choice->chosen);

    return chosen < action->count && skat_card_valid(action->cards[chosen])
               ? skat_number_of_card(action->cards[chosen])
               : -1;
}

int skat_numbers_of(const struct skat_action_space *space, const struct skat_decision *decision,
                    skat_cards hand, const struct skat_action *action,
                    uint16_t numbers[SKAT_NUMBERS_OF_ACTION])
{
    struct skat_choice choice;
    int count = 0;
    bool done = false;

    skat_choice_begin(space, &choice, decision, hand);
    while (!done) {
        int number = choice.step == SKAT_CHOICE_FIRST ? first_number(space, decision, action)
                     : choice.step == SKAT_CHOICE_CARDS
                         ? next_card(action, &choice)
                         : SKAT_NUMBER_SPITZEN + skat_contract_spitzen(action->contract);
        if (!skat_choice_allows(space, &choice, number))
            return 0;
        numbers[count++] = (uint16_t)number;
        done = skat_choice_pick(space, &choice, number);
    }
    return choice.action.count == action->count ? count : 0;
}
