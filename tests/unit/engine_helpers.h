// SPDX-License-Identifier: MIT
/* tests/unit/engine_helpers.h - what the engine's tests share.
 *
 * The naive_* functions are a second, slow implementation of docs/rules.md, written without looking
 * at engine/: tests that compare the engine with them compare two independent implementations. */
#ifndef SKAT_TESTS_ENGINE_HELPERS_H
#define SKAT_TESTS_ENGINE_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/declarations.h"
#include "engine/deal.h"
#include "engine/game/game.h"
#include "engine/game/record.h"
#include "engine/rule_set.h"
#include "engine/rules.h"
#include "engine/seed.h"
#include "engine/value.h"
#include "engine/variant.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- the dealer ---- */

static inline struct skat_random_key key_by_number(uint64_t seed, uint64_t session, uint64_t deal)
{
    const struct skat_seed number = skat_seed_of_number(seed);
    const struct skat_random_key run = skat_seed_key(&number);
    return skat_random_deal_key(&run, session, deal);
}

static inline void deal_by_number(struct skat_deal *deal, const struct skat_deck *deck,
                                  uint64_t seed, uint64_t session, uint64_t index)
{
    const struct skat_seed number = skat_seed_of_number(seed);
    const struct skat_random_key run = skat_seed_key(&number);
    skat_deal_of_run(deal, deck, &run, session, index);
}

/* ---- random numbers of the tests' own: splitmix64 ---- */

static inline uint64_t test_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int test_below(uint64_t *state, int bound)
{
    return (int)(test_random(state) % (unsigned)bound);
}

/* ---- rule sets ---- */

/* The bits of names like "re_said,last_round" in an option that is a set. */
static inline int option_bits(const struct skat_rule_option *option, const char *names)
{
    char text[512], *save = NULL;
    int bits = 0;
    snprintf(text, sizeof text, "%s", names);
    for (char *name = strtok_r(text, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
        int i = 0;
        while (i < option->count && strcmp(option->names[i], name) != 0)
            i++;
        if (i == option->count)
            fail_msg("option %s has no member \"%s\"", option->name, name);
        bits |= 1 << i;
    }
    return bits;
}

/* Sets one option from "name=value"; arrays are written "23,35,46,69", sets "re_said,re_won",
 * money in thousandths. */
static inline void rules_set(struct skat_rules *rules, const char *name, const char *value)
{
    const struct skat_rule_option *option = skat_rule_option_find(name);
    if (!option)
        fail_msg("no option \"%s\"", name);
    int *at = skat_rule_option_value(rules, option);
    if (option->type == SKAT_OPTION_CHOICE) {
        *at = __builtin_ctz((unsigned)option_bits(option, value));
    } else if (option->type == SKAT_OPTION_BOOL) {
        *at = strcmp(value, "true") == 0;
    } else if (option->type == SKAT_OPTION_SET) {
        *at = option_bits(option, value);
    } else {
        char *end = NULL;
        for (*at++ = (int)strtol(value, &end, 10); *end == ','; at++)
            *at = (int)strtol(end + 1, &end, 10);
        if (*end)
            fail_msg("option %s: \"%s\" is no number", name, value);
    }
}

/* The rules of a game with the options of a text like "value.grand=20 value.lost_hand=single";
 * false if they do not go together. */
static inline bool rules_read(struct skat_rules *rules, enum skat_variant_id game,
                              const char *options, struct skat_error *error)
{
    char text[512], *save = NULL;
    skat_rules_of_game(rules, game);
    snprintf(text, sizeof text, "%s", options ? options : "");
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = 0;
        rules_set(rules, word, equals + 1);
    }
    return skat_rules_prepare(rules, error);
}

static inline void rules_of_game(struct skat_rules *rules, enum skat_variant_id game,
                                 const char *options)
{
    struct skat_error error = {""};
    if (!rules_read(rules, game, options, &error))
        fail_msg("%s \"%s\": %s", skat_variant_names[game], options ? options : "", error.text);
}

/* The same of the official rules. */
static inline void rules_of(struct skat_rules *rules, const char *options)
{
    rules_of_game(rules, SKAT_VARIANT_SKAT, options);
}

static inline void rules_randomise_option(struct skat_rules *rules, uint64_t *random,
                                          const struct skat_rule_option *option)
{
    int *at = skat_rule_option_value(rules, option);
    switch (option->type) {
    case SKAT_OPTION_BOOL:
        *at = test_below(random, 2);
        break;
    case SKAT_OPTION_CHOICE:
        *at = test_below(random, option->count);
        break;
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        *at = option->values[test_below(random, option->count)];
        break;
    case SKAT_OPTION_INT:
    case SKAT_OPTION_DECIMAL:
        *at = option->min + test_below(random, option->max - option->min + 1);
        break;
    case SKAT_OPTION_SET: /* of triggers few, and none every other time */
        *at = test_below(random, 1 << option->count);
        if (option->count == SKAT_TRIGGERS)
            *at = test_below(random, 2) ? *at & test_below(random, 1 << option->count) : 0;
        break;
    case SKAT_OPTION_INTS:
        for (int i = 0; i < option->count; i++)
            at[i] = 10 + test_below(random, 90);
        break;
    }
}

/* The options that are not official, as rules_of() reads them, for messages. Returns `text`. */
static inline const char *rules_text(const struct skat_rules *rules, char text[1024])
{
    struct skat_rules official, mine = *rules;
    size_t length = 0;
    skat_rules_official(&official);
    skat_rules_prepare(&official, NULL);
    *text = 0;
    for (int i = 0; i < skat_rule_option_count && length < 1000; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        int value = *skat_rule_option_value(&mine, option);
        if (value == *skat_rule_option_value(&official, option))
            continue;
        length +=
            (size_t)(option->type == SKAT_OPTION_CHOICE
                         ? snprintf(text + length, 1024 - length, " %s=%s", option->name,
                                    option->names[value])
                         : snprintf(text + length, 1024 - length, " %s=%d", option->name, value));
    }
    return text;
}

/* Whether the rule sets that most tests draw have this option at random: null values stay as they
 * are every other time. */
static inline bool option_is_drawn(const struct skat_rule_option *option, uint64_t *random)
{
    return !(option->type == SKAT_OPTION_INTS && test_below(random, 2));
}

static inline bool option_is_not_seats(const struct skat_rule_option *option, uint64_t *random)
{
    (void)random;
    return strcmp(option->name, "seats") != 0;
}

/* A valid rule set of a game, with those options at random that it has and `draws` says. */
static inline void rules_drawn(struct skat_rules *rules, enum skat_variant_id game,
                               uint64_t *random,
                               bool (*draws)(const struct skat_rule_option *, uint64_t *))
{
    for (int tries = 0; tries < 1000; tries++) {
        skat_rules_of_game(rules, game);
        for (int i = 0; i < skat_rule_option_count; i++) {
            const struct skat_rule_option *option = &skat_rule_options[i];
            if (strcmp(option->name, "deals") != 0 && strcmp(option->name, "game") != 0 &&
                skat_variant_has(&skat_variants[game], option->name) && draws(option, random))
                rules_randomise_option(rules, random, option);
        }
        if (rules->auction == SKAT_AUCTION_NONE && test_below(random, 4)) /* or most is ramsch */
            rules->auction = SKAT_AUCTION_DEALER_ASKS;
        if (skat_rules_prepare(rules, NULL))
            return;
    }
    fail_msg("no valid rule set of %s in 1000 tries", skat_variant_names[game]);
}

/* All options are drawn, and every sixth time Turnéskat; test_variant_games.c has the other games.
 */
static inline void rules_random(struct skat_rules *rules, uint64_t *random)
{
    const bool skat = test_below(random, 6);
    rules_drawn(rules, skat ? SKAT_VARIANT_SKAT : SKAT_VARIANT_TOURNEESKAT, random,
                option_is_drawn);
}

/* A rule set of another game, with all options that it has at random. */
static inline void rules_random_of_game(struct skat_rules *rules, enum skat_variant_id game,
                                        uint64_t *random)
{
    rules_drawn(rules, game, random, option_is_not_seats);
}

/* A rule set of any game: of four one after the other, three of skat. */
static inline void rules_random_of_any(struct skat_rules *rules, int number, uint64_t *random)
{
    if (number % 4)
        rules_random(rules, random);
    else
        rules_random_of_game(rules, (enum skat_variant_id)test_below(random, SKAT_VARIANTS),
                             random);
}

/* Terms that a deal can have under these rules: an ordinary deal, one of a bock or ramsch round. */
static inline void terms_random(struct skat_terms *terms, const struct skat_rules *rules,
                                uint64_t *random)
{
    const bool ramsch = skat_rules_ramsch_rounds(rules);
    memset(terms, 0, sizeof *terms);
    if (rules->derived.carries)
        for (int position = 0; position < SKAT_PLAYERS; position++) {
            terms->totals[position] = test_below(random, 2001) - 1000;
            if (rules->derived.variant->duties)
                terms->duties[position] = (uint8_t)(1 + test_below(random, 15));
        }
    if (rules->bock_triggers && !test_below(random, 3))
        terms->round = SKAT_ROUND_BOCK;
    else if (ramsch && !test_below(random, 2))
        terms->round = SKAT_ROUND_RAMSCH;
    else
        return;
    terms->trigger = (uint8_t)test_below(random, SKAT_TRIGGERS);
    terms->round_of = (uint16_t)(1 + test_below(random, 9));
    terms->round_deal = (uint16_t)(1 + test_below(random, terms->round_of));
    if (terms->round == SKAT_ROUND_RAMSCH && rules->ramsch_round_grand_hand)
        terms->grand_hand = (uint8_t)test_below(random, 8);
}

/* ---- cards and deals ---- */

/* The set that a text like "CJ SJ HT" names. */
static inline skat_cards cards_of(const char *text)
{
    skat_cards set = 0;
    for (; *text; text += text[2] ? 3 : 2) {
        skat_card card = skat_card_parse(text);
        if (card == SKAT_NO_CARD)
            fail_msg("no card at \"%s\"", text);
        set |= skat_card_bit(card);
    }
    return set;
}

static inline void deal_of_deck(struct skat_deal *deal, const struct skat_deck *deck,
                                const char *text)
{
    struct skat_error error = {""};
    if (!skat_deal_parse(deal, deck, text, &error))
        fail_msg("deal \"%s\": %s", text, error.text);
}

static inline void deal_of(struct skat_deal *deal, const char *text)
{
    deal_of_deck(deal, &skat_deck_32, text);
}

/* A deal that gives `hand` to `position` and `skat` to the skat; the other cards go to the
 * other hands in the order of their codes. */
static inline void deal_around(struct skat_deal *deal, int position, skat_cards hand,
                               skat_cards skat)
{
    skat_cards others = SKAT_DECK_32 & ~hand & ~skat;
    assert_int_equal(skat_cards_count(hand), 10);
    assert_int_equal(skat_cards_count(skat), 2);
    assert_int_equal(skat_cards_count(others), 20);
    for (int i = 0; i < 30; i++)
        deal->cards[i] = skat_cards_pop(i / 10 == position ? &hand : &others);
    deal->cards[30] = skat_cards_pop(&skat);
    deal->cards[31] = skat_cards_pop(&skat);
}

static inline void deal_random_of(struct skat_deal *deal, const struct skat_deck *deck,
                                  uint64_t *random)
{
    skat_cards left = deck->cards;
    memset(deal, 0, sizeof *deal);
    for (int i = 0; i < deck->count; i++) {
        int other = test_below(random, i + 1);
        deal->cards[i] = deal->cards[other];
        deal->cards[other] = skat_cards_pop(&left);
    }
}

static inline void deal_random(struct skat_deal *deal, uint64_t *random)
{
    deal_random_of(deal, &skat_deck_32, random);
}

/* ---- playing ---- */

static inline struct skat_action action_of(enum skat_action_kind kind)
{
    struct skat_action action;
    memset(&action, 0, sizeof action);
    action.size = sizeof action;
    action.kind = (uint8_t)kind;
    return action;
}

/* Applies the moves of a record to a started game; all of them must be legal. */
static inline void play_moves(struct skat_game *game, const char *from, const char *moves)
{
    struct skat_replay replay;
    memset(&replay, 0, sizeof replay);
    skat_record_replay(game, moves, false, &replay);
    if (replay.end == SKAT_REPLAY_REFUSED)
        fail_msg("%s: token %d of \"%s\": %s", from, replay.token, moves,
                 skat_refusal_text(replay.refusal));
    if (replay.end == SKAT_REPLAY_BAD)
        fail_msg("%s: token %d of \"%s\": %s", from, replay.token, moves, replay.error.text);
}

static inline skat_card random_card(skat_cards cards, uint64_t *random)
{
    for (int skip = test_below(random, skat_cards_count(cards)); skip > 0; skip--)
        skat_cards_pop(&cards);
    return skat_cards_first(cards);
}

/* Adds `count` different cards of a set to an action. */
static inline void random_cards(struct skat_action *action, skat_cards cards, int count,
                                uint64_t *random)
{
    for (int i = 0; i < count; i++) {
        skat_card card = random_card(cards, random);
        action->cards[action->count++] = card;
        cards &= ~skat_card_bit(card);
    }
}

/* The trumps that so many spitzen name (rules.md 7.6): seven, eight, nine, queen, king, ten, ace;
 * where there are sixes, they come first. */
static inline skat_cards naive_named_trumps(const struct skat_deck *deck, int type, int spitzen)
{
    skat_cards set = 0;
    const char *ranks = deck->count == 36 ? "6789QKTA" : "789QKTA";
    if (type == SKAT_GAME_GRAND)
        return spitzen ? cards_of("DJ") : 0;
    for (int i = 0; i < spitzen; i++) {
        char text[3] = {skat_suit_letters[type], ranks[i], 0};
        set |= cards_of(text);
    }
    return set;
}

/* A game that may be announced; with a random number of spitzen, where the rules allow them and the
 * ten cards hold them. */
static inline void random_declaration(struct skat_action *action, const struct skat_game *game,
                                      const struct skat_decision *decision, uint64_t *random)
{
    const skat_cards known = game->hands[decision->position];
    skat_cards ten = known;
    *action = action_of(SKAT_ACTION_DECLARE);
    action->contract = decision->declarations[test_below(random, (int)decision->declaration_count)];
    random_cards(action, decision->cards, decision->discard_count, random);
    for (int i = 0; i < action->count; i++)
        ten &= ~skat_card_bit(action->cards[i]);
    int spitzen = test_below(random, decision->spitzen + 1);
    if (action->contract.type < SKAT_SUITS)
        while (naive_named_trumps(game->rules->derived.deck, action->contract.type, spitzen) & ~ten)
            spitzen--;
    else
        spitzen = action->contract.type == SKAT_GAME_GRAND && decision->grand_spitze &&
                  skat_cards_has(ten, skat_cards_first(cards_of("DJ"))) &&
                  (known & SKAT_JACKS) != SKAT_JACKS && test_below(random, 2);
    action->contract.with |= (uint8_t)(spitzen * SKAT_WITH_SPITZE);
}

/* Without a card, where that is possible. */
static inline void random_end(struct skat_action *action, const struct skat_decision *decision,
                              uint64_t *random)
{
    if (decision->may_concede && !test_below(random, 30))
        *action = action_of(SKAT_ACTION_CONCEDE);
    else if (decision->may_give_up && !test_below(random, 5))
        *action = action_of(SKAT_ACTION_GIVE_UP);
    else if (decision->may_claim && !test_below(random, 12))
        *action = action_of(SKAT_ACTION_CLAIM);
    else if (decision->may_resign && !test_below(random, 30))
        *action = action_of(SKAT_ACTION_CONCEDE);
}

/* One of the numbers whose bits are set. */
static inline uint8_t random_bit(uint32_t bits, int most, uint64_t *random)
{
    int bit;
    do
        bit = test_below(random, most);
    while (!(bits >> bit & 1));
    return (uint8_t)bit;
}

/* rules.md 3.1, by its table: 1 the lowest. */
static inline int naive_call_rank(struct skat_contract contract)
{
    bool hand = contract.with & SKAT_WITH_HAND, open = contract.with & SKAT_WITH_OUVERT;
    switch (contract.type) {
    case SKAT_GAME_NULL:
        return hand ? open ? 11 : 9 : 0;
    case SKAT_GAME_GRAND:
        return hand ? open ? 12 : 10 : 0;
    case SKAT_GAME_SACHSENSPITZE:
    case SKAT_GAME_REVOLUTION:
    case SKAT_GAME_RAMSCH:
        return 0;
    }
    return 1 + contract.type + (hand ? 4 : 0);
}

/* One legal action for a decision, chosen at random. Bids are low and concessions rare, so
 * that games of every kind are played to their end. */
static inline void random_action(struct skat_action *action, const struct skat_game *game,
                                 const struct skat_decision *decision, uint64_t *random)
{
    /* the answers to questions with two of them, and how often the first is given */
    static const struct {
        int one_in;
        enum skat_action_kind rare, common;
    } either[SKAT_DECISIONS] = {
        [SKAT_DECIDE_HOLD] = {3, SKAT_ACTION_PASS, SKAT_ACTION_HOLD},
        [SKAT_DECIDE_HOLD_CALL] = {3, SKAT_ACTION_PASS, SKAT_ACTION_HOLD},
        [SKAT_DECIDE_KNOCK] = {2, SKAT_ACTION_KNOCK, SKAT_ACTION_PLAY_ON},
        [SKAT_DECIDE_CONCEDE] = {9, SKAT_ACTION_CONCEDE, SKAT_ACTION_PLAY_ON},
        [SKAT_DECIDE_KONTRA] = {2, SKAT_ACTION_KONTRA, SKAT_ACTION_PLAY_ON},
        [SKAT_DECIDE_AGREE] = {3, SKAT_ACTION_REFUSE, SKAT_ACTION_HOLD},
        [SKAT_DECIDE_CONSENT] = {3, SKAT_ACTION_HOLD, SKAT_ACTION_REFUSE},
        [SKAT_DECIDE_GIFT] = {4, SKAT_ACTION_HOLD, SKAT_ACTION_REFUSE},
        [SKAT_DECIDE_GRAND_HAND] = {4, SKAT_ACTION_DECLARE, SKAT_ACTION_PLAY_ON},
        [SKAT_DECIDE_SCHIEBEN] = {3, SKAT_ACTION_PASS_ON, SKAT_ACTION_PICK_UP},
        [SKAT_DECIDE_OFFER] = {2, SKAT_ACTION_HOLD, SKAT_ACTION_PASS}};
    const int games = (int)decision->declaration_count;

    assert_in_range(decision->kind, SKAT_DECIDE_BID, SKAT_DECISIONS - 1);
    if (either[decision->kind].one_in) {
        const bool common = test_below(random, either[decision->kind].one_in);
        *action = action_of(common ? either[decision->kind].common : either[decision->kind].rare);
        if (action->kind == SKAT_ACTION_DECLARE)
            action->contract = decision->declarations[0];
        return;
    }
    switch (decision->kind) {
    case SKAT_DECIDE_BID: /* one of the next few values, or a pass */
        *action = action_of(SKAT_ACTION_PASS);
        if (decision->bid_count && test_below(random, 3)) {
            action->kind = SKAT_ACTION_BID;
            action->bid = decision->bids[test_below(
                random, decision->bid_count < 4 ? (int)decision->bid_count : 4)];
        }
        break;
    case SKAT_DECIDE_CALL:
        *action = action_of(SKAT_ACTION_PASS);
        if (games && test_below(random, 3)) {
            *action = action_of(SKAT_ACTION_CALL);
            action->contract = decision->declarations[test_below(random, games < 4 ? games : 4)];
        }
        break;
    case SKAT_DECIDE_GAME:
    case SKAT_DECIDE_TURN:
        if (decision->may_rum && !test_below(random, 3))
            *action = action_of(SKAT_ACTION_RUM);
        else if (decision->may_turn && test_below(random, 2))
            *action = action_of(SKAT_ACTION_TURN_CARD);
        else if (decision->kind == SKAT_DECIDE_TURN || (games && test_below(random, 2)))
            random_declaration(action, game, decision, random);
        else
            *action = action_of(SKAT_ACTION_PICK_UP);
        break;
    case SKAT_DECIDE_DECLARE:
        random_declaration(action, game, decision, random);
        break;
    case SKAT_DECIDE_NAME:
        *action = action_of(SKAT_ACTION_DECLARE);
        action->contract = decision->declarations[test_below(random, games)];
        break;
    case SKAT_DECIDE_CARD:
        *action = action_of(SKAT_ACTION_CARD);
        random_cards(action, decision->cards, 1, random);
        random_end(action, decision, random);
        break;
    case SKAT_DECIDE_BLIND:
        *action = action_of(SKAT_ACTION_PLACE);
        action->number = random_bit(decision->places, SKAT_HAND_MAX, random);
        random_end(action, decision, random);
        break;
    case SKAT_DECIDE_CHOOSE:
        *action = action_of(SKAT_ACTION_CHOOSE);
        action->number = random_bit(decision->duties, SKAT_DUTIES, random);
        break;
    case SKAT_DECIDE_PASS_ON:
        *action = action_of(SKAT_ACTION_PASS_ON);
        random_cards(action, decision->cards, decision->discard_count, random);
        break;
    case SKAT_DECIDE_EXCHANGE:
        *action = action_of(SKAT_ACTION_EXCHANGE);
        random_cards(action, decision->cards, game->rules->derived.deck->hand, random);
        break;
    }
}

/* What a player may try to say out of turn; it may be refused. */
static inline unsigned random_unasked(struct skat_action *action, uint64_t *random)
{
    static const enum skat_action_kind kinds[] = {SKAT_ACTION_KONTRA, SKAT_ACTION_GIVE_UP,
                                                  SKAT_ACTION_CONCEDE};
    *action = action_of(kinds[test_below(random, test_below(random, 20) ? 2 : 3)]);
    return (unsigned)test_below(random, SKAT_PLAYERS);
}

/* Takes one random step; false when the game is over. */
static inline bool random_step(struct skat_game *game, uint64_t *random)
{
    struct skat_decision decision;
    struct skat_action action;
    if (!skat_game_pending(game, &decision))
        return false;
    if (!test_below(random, 20)) {
        unsigned position = random_unasked(&action, random);
        if (skat_game_apply(game, position, &action) == SKAT_ACCEPTED)
            return true;
    }
    random_action(&action, game, &decision, random);
    enum skat_refusal refusal = skat_game_apply(game, decision.position, &action);
    if (refusal != SKAT_ACCEPTED)
        fail_msg("an option was refused: %s", skat_refusal_text(refusal));
    return true;
}

static inline bool is_over(const struct skat_game *game)
{
    struct skat_decision decision;
    return !skat_game_pending(game, &decision);
}

static inline bool all_cards_played(const struct skat_game *game)
{
    return game->table.played_count == 30;
}

/* Starts a random deal, on random terms that the rules allow; every position becomes declarer and
 * every game is played often, because random bids end low. */
static inline void start_random(struct skat_game *game, const struct skat_rules *rules,
                                uint64_t *random)
{
    struct skat_deal deal;
    struct skat_terms terms;
    memset(game, 0, sizeof *game);
    deal_random_of(&deal, rules->derived.deck, random);
    terms_random(&terms, rules, random);
    skat_game_start(game, rules, &deal, &terms);
}

/* The same deal once more, on the same terms. */
static inline void start_again(struct skat_game *copy, const struct skat_game *game)
{
    memset(copy, 0, sizeof *copy);
    skat_game_start(copy, game->rules, &game->deal, &game->terms);
}

/* ---- a second reading of rules.md 1, with strings ---- */

/* Games in which jacks are no trumps and declarer takes no trick. */
static inline bool naive_is_null(int type)
{
    return type == SKAT_GAME_NULL || type == SKAT_GAME_REVOLUTION;
}

/* 'T' for a trump, else the suit letter: what must be followed. */
static inline char naive_class(int type, skat_card card)
{
    static const char suits[] = "DHSC";
    bool jack = skat_card_rank(card) == SKAT_JACK;
    if (!naive_is_null(type) && jack)
        return 'T';
    if (type <= SKAT_GAME_CLUBS && (int)skat_card_suit(card) == type)
        return 'T';
    return suits[skat_card_suit(card)];
}

/* Place in its class: a trump jack by its suit, the others by the order of the game. The
 * sächsische Spitze turns both upside down (rules.md 7.6). */
static inline int naive_height(int type, skat_card card)
{
    char rank = skat_rank_letters[skat_card_rank(card)];
    bool upside_down = type == SKAT_GAME_SACHSENSPITZE;
    if (naive_is_null(type))
        return (int)(strchr("6789TJQKA", rank) - "6789TJQKA");
    if (rank == 'J')
        return 100 + (upside_down ? 3 - (int)skat_card_suit(card) : (int)skat_card_suit(card));
    if (upside_down)
        return (int)(strchr("AKQT9876", rank) - "AKQT9876");
    return (int)(strchr("6789QKTA", rank) - "6789QKTA");
}

static inline bool naive_beats(int type, skat_card card, skat_card best)
{
    char its = naive_class(type, card), that = naive_class(type, best);
    if (its == that)
        return naive_height(type, card) > naive_height(type, best);
    return its == 'T';
}

static inline bool has_said(const struct skat_game *game, unsigned position, unsigned kind)
{
    for (int i = 0; i < game->move_count; i++)
        if (game->moves[i].kind == kind && game->moves[i].position == position)
            return true;
    return false;
}

/* rules.md 7.1, kontra.before_showing: kontra is for the time before an open hand is shown, in
 * games in which the defenders do not exchange cards. */
static inline bool naive_before_showing(const struct skat_game *game)
{
    const int type = game->table.contract.type;
    return game->rules->kontra_before_showing && type != SKAT_GAME_REVOLUTION &&
           !(type == SKAT_GAME_GRAND && game->rules->revolution & SKAT_REVOLUTION_GRAND_OUVERT);
}

/* One player got all that was left: it claimed, or both others gave up (rules.md 4, 5). */
static inline bool rest_was_given(const struct skat_game *game)
{
    const unsigned declarer = game->table.declarer;
    unsigned defenders = declarer == SKAT_NOBODY ? 8u : 7u & ~(1u << declarer);
    bool left = game->rules->concede_later == SKAT_CONCEDE_LATER_REST &&
                (game->resigned & defenders) == defenders &&
                !naive_is_null(game->table.contract.type);
    int last = game->move_count - 1, agreed = 0; /* who was asked about a claim */
    for (; last >= 0 && game->moves[last].kind == SKAT_ACTION_HOLD; last--)
        agreed++;
    bool claimed = last >= 0 && game->moves[last].kind == SKAT_ACTION_CLAIM && agreed % 2 == 0 &&
                   !naive_is_null(game->table.contract.type);
    return is_over(game) && game->ending == SKAT_ENDED_PLAYED && (claimed || left);
}

static inline void expect_accepted(const struct skat_game *game, unsigned position,
                                   const struct skat_action *action)
{
    struct skat_game copy = *game;
    enum skat_refusal refusal = skat_game_apply(&copy, position, action);
    if (refusal != SKAT_ACCEPTED)
        fail_msg("kind %d in phase %d was refused: %s", action->kind, game->phase,
                 skat_refusal_text(refusal));
}

/* ---- properties of random games ---- */

enum { GAMES_EACH = 2 }; /* of a rule set: many rule sets reach more than many games */

/* Calls `check` with a random game at every step, the finished game included. */
static inline void at_every_step(uint64_t random, int rule_sets,
                                 void (*check)(const struct skat_game *, uint64_t *))
{
    for (int set = 0; set < rule_sets; set++) {
        struct skat_rules rules;
        rules_random(&rules, &random);
        for (int i = 0; i < GAMES_EACH; i++) {
            struct skat_game game;
            start_random(&game, &rules, &random);
            do
                check(&game, &random);
            while (random_step(&game, &random));
        }
    }
}

#define AT_EVERY_STEP(name, seed, rule_sets, check)                                                \
    TEST(name) { at_every_step(seed, rule_sets, check); }

#endif
