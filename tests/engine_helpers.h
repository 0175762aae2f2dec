/* tests/engine_helpers.h - what the engine's tests share.
 *
 * The naive_* functions are a second, slow reading of the rulebook, written without a look
 * at engine/: where a test compares the engine with them, two readings are compared. */
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

#include "engine/deal.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/rules.h"
#include "engine/value.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

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

/* Sets one option from "name=value"; arrays are written "23,35,46,69". */
static inline void rules_set(struct skat_rules *rules, const char *name, const char *value)
{
    const struct skat_rule_option *option = skat_rule_option_find(name);
    if (!option)
        fail_msg("no option \"%s\"", name);
    int *at = skat_rule_option_value(rules, option);
    if (option->type == SKAT_OPTION_CHOICE) {
        for (int i = 0; i < option->count; i++)
            if (strcmp(option->names[i], value) == 0) {
                *at = i;
                return;
            }
        fail_msg("option %s has no value \"%s\"", name, value);
    }
    if (option->type == SKAT_OPTION_BOOL) {
        *at = strcmp(value, "true") == 0;
        return;
    }
    char *end = NULL;
    for (*at++ = (int)strtol(value, &end, 10); *end == ','; at++)
        *at = (int)strtol(end + 1, &end, 10);
    if (*end)
        fail_msg("option %s: \"%s\" is no number", name, value);
}

/* The official rules with the options of a text like "grand_base=20 lost_hand=single". */
static inline void rules_of(struct skat_rules *rules, const char *options)
{
    char text[256], *save = NULL;
    struct skat_error error = {""};
    skat_rules_official(rules);
    snprintf(text, sizeof text, "%s", options ? options : "");
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = 0;
        rules_set(rules, word, equals + 1);
    }
    if (!skat_rules_prepare(rules, &error))
        fail_msg("rules \"%s\": %s", options ? options : "", error.text);
}

static inline void rules_randomise_option(struct skat_rules *rules, uint64_t *random,
                                          const struct skat_rule_option *option)
{
    int *at = skat_rule_option_value(rules, option);
    switch (option->type) {
    case SKAT_OPTION_BOOL:   *at = test_below(random, 2); break;
    case SKAT_OPTION_CHOICE: *at = test_below(random, option->count); break;
    case SKAT_OPTION_ONE_OF: *at = option->values[test_below(random, option->count)]; break;
    case SKAT_OPTION_INT:
        *at = option->min + test_below(random, option->max - option->min + 1);
        break;
    case SKAT_OPTION_INTS:
        for (int i = 0; i < option->count; i++)
            at[i] = 10 + test_below(random, 90);
        break;
    }
}

/* A valid rule set, each option at random; null values stay official every other time. */
static inline void rules_random(struct skat_rules *rules, uint64_t *random)
{
    for (int tries = 0; tries < 1000; tries++) {
        skat_rules_official(rules);
        for (int i = 0; i < skat_rule_option_count; i++) {
            const struct skat_rule_option *option = &skat_rule_options[i];
            if (strcmp(option->name, "deals") == 0)
                continue;
            if (option->type == SKAT_OPTION_INTS && test_below(random, 2))
                continue;
            rules_randomise_option(rules, random, option);
        }
        if (skat_rules_prepare(rules, NULL))
            return;
    }
    fail_msg("no valid rule set in 1000 tries");
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

static inline void deal_of(struct skat_deal *deal, const char *text)
{
    struct skat_error error = {""};
    if (!skat_deal_parse(deal, &skat_deck_32, text, &error))
        fail_msg("deal \"%s\": %s", text, error.text);
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

static inline void deal_random(struct skat_deal *deal, uint64_t *random)
{
    skat_cards deck = SKAT_DECK_32;
    memset(deal, 0, sizeof *deal);
    for (int i = 0; i < 32; i++) {
        int other = test_below(random, i + 1);
        deal->cards[i] = deal->cards[other];
        deal->cards[other] = skat_cards_pop(&deck);
    }
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
    skat_record_replay(game, moves, &replay);
    if (replay.end == SKAT_REPLAY_REFUSED)
        fail_msg("%s: token %d of \"%s\": %s", from, replay.token, moves,
                 skat_refusal_text(replay.refusal));
    if (replay.end == SKAT_REPLAY_BAD)
        fail_msg("%s: token %d of \"%s\": %s", from, replay.token, moves, replay.error.text);
}

/* One legal action for a decision, chosen at random. Bids are low and concessions rare, so
 * that games of every kind are played to their end. */
static inline void random_bid(struct skat_action *action, const struct skat_decision *decision,
                              uint64_t *random)
{
    *action = action_of(SKAT_ACTION_PASS);
    if (decision->bid_count && test_below(random, 3)) {
        int rungs = decision->bid_count < 4 ? (int)decision->bid_count : 4;
        action->kind = SKAT_ACTION_BID;
        action->bid = decision->bids[test_below(random, rungs)];
    }
}

static inline skat_card random_card(skat_cards cards, uint64_t *random)
{
    for (int skip = test_below(random, skat_cards_count(cards)); skip > 0; skip--)
        skat_cards_pop(&cards);
    return skat_cards_first(cards);
}

static inline void random_declaration(struct skat_action *action,
                                      const struct skat_decision *decision, uint64_t *random)
{
    *action = action_of(SKAT_ACTION_DECLARE);
    action->contract =
        decision->declarations[test_below(random, (int)decision->declaration_count)];
    skat_cards cards = decision->cards;
    for (int i = 0; i < decision->discard_count; i++) {
        action->cards[i] = random_card(cards, random);
        cards &= ~skat_card_bit(action->cards[i]);
        action->count++;
    }
}

static inline void random_action(struct skat_action *action, const struct skat_decision *decision,
                                 uint64_t *random)
{
    switch (decision->kind) {
    case SKAT_DECIDE_BID: random_bid(action, decision, random); return;
    case SKAT_DECIDE_HOLD:
        *action = action_of(test_below(random, 3) ? SKAT_ACTION_HOLD : SKAT_ACTION_PASS);
        return;
    case SKAT_DECIDE_GAME:
        if (decision->declaration_count && test_below(random, 2))
            random_declaration(action, decision, random);
        else
            *action = action_of(SKAT_ACTION_PICK_UP);
        return;
    case SKAT_DECIDE_DECLARE: random_declaration(action, decision, random); return;
    case SKAT_DECIDE_CONCEDE:
        *action = action_of(test_below(random, 9) ? SKAT_ACTION_PLAY_ON : SKAT_ACTION_CONCEDE);
        return;
    case SKAT_DECIDE_CARD:
        *action = action_of(SKAT_ACTION_CARD);
        action->count = 1;
        action->cards[0] = random_card(decision->cards, random);
        if (decision->may_concede && !test_below(random, 30))
            *action = action_of(SKAT_ACTION_CONCEDE);
        return;
    default: fail_msg("decision of unknown kind %d", decision->kind);
    }
}

/* Takes one random step; false when the game is over. */
static inline bool random_step(struct skat_game *game, uint64_t *random)
{
    struct skat_decision decision;
    struct skat_action action;
    if (!skat_game_pending(game, &decision))
        return false;
    random_action(&action, &decision, random);
    enum skat_refusal refusal = skat_game_apply(game, decision.position, &action);
    if (refusal != SKAT_ACCEPTED)
        fail_msg("an option was refused: %s", skat_refusal_text(refusal));
    return true;
}

/* ---- a second reading of rulebook 1, with strings ---- */

/* 'T' for a trump, else the suit letter: what must be followed. */
static inline char naive_class(int type, skat_card card)
{
    static const char suits[] = "DHSC";
    bool jack = skat_card_rank(card) == SKAT_JACK;
    if (type != SKAT_GAME_NULL && jack)
        return 'T';
    if (type <= SKAT_GAME_CLUBS && (int)skat_card_suit(card) == type)
        return 'T';
    return suits[skat_card_suit(card)];
}

/* Place in its class: a trump jack by its suit, the others by the order of the game. */
static inline int naive_height(int type, skat_card card)
{
    char rank = skat_rank_letters[skat_card_rank(card)];
    if (type == SKAT_GAME_NULL)
        return (int)(strchr("789TJQKA", rank) - "789TJQKA");
    if (rank == 'J')
        return 100 + (int)skat_card_suit(card);
    return (int)(strchr("789QKTA", rank) - "789QKTA");
}

static inline bool naive_beats(int type, skat_card card, skat_card best)
{
    char its = naive_class(type, card), that = naive_class(type, best);
    if (its == that)
        return naive_height(type, card) > naive_height(type, best);
    return its == 'T';
}

/* Rulebook 6: the run of top trumps held or missing. */
static inline int naive_matadors(int type, skat_cards cards, int most)
{
    static const char *const jacks[] = {"CJ", "SJ", "HJ", "DJ"};
    int run = 0, max = type == SKAT_GAME_GRAND ? 4 : 11;
    bool with = (cards & cards_of("CJ")) != 0;
    if (type == SKAT_GAME_NULL)
        return 0;
    if (max > most)
        max = most;
    for (; run < max; run++) {
        char text[3] = {0};
        if (run < 4)
            memcpy(text, jacks[run], 2);
        else
            text[0] = skat_suit_letters[type], text[1] = "ATKQ987"[run - 4];
        if (((cards & cards_of(text)) != 0) != with)
            break;
    }
    return with ? run : -run;
}

#endif
