// SPDX-License-Identifier: MIT
/* engine/learn/action_space.h - everything that a player can decide, as one number each: for
 * programs that learn, whose masks and policies have one entry for each number.
 *
 *     skat_action_space_of(&space, &rules);
 *     skat_choice_begin(&space, &choice, &decision, hand);    decision: skat_game_pending()
 *     do
 *         number = ... one that skat_choice_mask() allows ...
 *     while (!skat_choice_pick(&space, &choice, number));
 *     skat_game_apply(&game, decision.position, &choice.action);
 *
 * Most decisions are one number. An announcement with discards is several, in this order: the game,
 * each card put aside, the number of spitzen where some can be announced; cards that are passed on
 * or exchanged are one number each. So a policy needs a few hundred entries, and not one for each
 * pair of cards with each game.
 *
 * The numbers of a rule set: cards (suit * 9 + rank, 0 .. 35), the words below, games that can be
 * announced, bids. Cards and words are the same under all rules. Plain data, constant once made;
 * nothing allocates. */
#ifndef SKAT_ENGINE_LEARN_ACTION_SPACE_H
#define SKAT_ENGINE_LEARN_ACTION_SPACE_H

#include "engine/rules.h"
#include "engine/game/view.h"

enum {
    SKAT_NUMBER_WORDS = SKAT_DECK_MAX, /* the numbers before these are cards */
    SKAT_NUMBER_PASS = SKAT_NUMBER_WORDS,
    SKAT_NUMBER_YES,     /* hold the bid; agree, accept a gift, play hearts alone */
    SKAT_NUMBER_NO,      /* play on, no kontra, refuse */
    SKAT_NUMBER_PICK_UP, /* take the skat; schieberamsch: take the two cards */
    SKAT_NUMBER_PASS_ON, /* schieberamsch: pass them on unseen */
    SKAT_NUMBER_KONTRA,  /* and re, supra ... */
    SKAT_NUMBER_CONCEDE,
    SKAT_NUMBER_GIVE_UP, /* a defender proposes that they give up */
    SKAT_NUMBER_RUM,
    SKAT_NUMBER_TURN,                                                   /* a card of the skat */
    SKAT_NUMBER_CLAIM,                                                  /* the rest */
    SKAT_NUMBER_KNOCK,                                                  /* before ramsch */
    SKAT_NUMBER_DUTY,                                                   /* + enum skat_duty */
    SKAT_NUMBER_PLACE = SKAT_NUMBER_DUTY + SKAT_DUTIES,                 /* + place, 0 .. 11 */
    SKAT_NUMBER_SPITZEN = SKAT_NUMBER_PLACE + SKAT_HAND_MAX,            /* + 0 .. 7 of them */
    SKAT_NUMBER_GAMES = SKAT_NUMBER_SPITZEN + SKAT_SPITZEN_MAX + 1,     /* + index in `games` */
    SKAT_SPACE_GAMES_MAX = 2 * SKAT_DECLARATIONS_MAX + SKAT_GAME_TYPES, /* announceable games */
    SKAT_NUMBERS_MAX = SKAT_NUMBER_GAMES + SKAT_SPACE_GAMES_MAX + SKAT_LADDER_MAX
};

struct skat_action_space {
    const struct skat_rules *rules;
    int count; /* numbers: 0 .. count - 1 */
    int bids;  /* the number of the lowest bid; that of ladder[i] is bids + i */
    int game_count;
    struct skat_contract games[SKAT_SPACE_GAMES_MAX];
    uint8_t place_of[SKAT_GAME_DECLARED]
                    [256]; /* 1 + index of a game in `games`, by `with`; 0: none */
};

/* The numbers under prepared rules, which must outlive *space. */
void skat_action_space_of(struct skat_action_space *space, const struct skat_rules *rules);

/* A number in words: "CJ", "pass", "declare CHZ", "bid 18", "2 spitzen". Returns `text`. */
enum { SKAT_NUMBER_TEXT = 32 };
const char *skat_number_text(const struct skat_action_space *space, int number,
                             char text[SKAT_NUMBER_TEXT]);

/* The number of a card, and the card of a number below SKAT_NUMBER_WORDS. */
static inline int skat_number_of_card(skat_card card) { return card - 7 * (card >> 4); }
static inline skat_card skat_card_of_number(int number)
{
    return (skat_card)(number + 7 * (number / SKAT_RANKS));
}

/* ---- a decision, number by number ---- */

enum skat_choice_step {
    SKAT_CHOICE_FIRST,  /* a word, a game, a bid, or the card that is played */
    SKAT_CHOICE_CARDS,  /* cards that are put aside, passed on or kept */
    SKAT_CHOICE_SPITZEN /* how many are announced */
};

struct skat_choice {
    struct skat_decision decision;
    struct skat_action action; /* what was chosen so far */
    skat_cards hand;           /* of the player who decides, with the skat where that was taken */
    skat_cards chosen;         /* cards of `action`, as a set */
    uint8_t step;              /* enum skat_choice_step */
    uint8_t wanted;            /* cards still to be chosen after the first step, besides `chosen` */
};

/* Begins a decision of any kind but NOTHING, by the player whose cards are `hand`. */
void skat_choice_begin(const struct skat_action_space *space, struct skat_choice *choice,
                       const struct skat_decision *decision, skat_cards hand);

/* Sets mask[number] to 1 for numbers that may be picked next and to 0 for all others. At least one
 * may. Returns how many. */
int skat_choice_mask(const struct skat_action_space *space, const struct skat_choice *choice,
                     uint8_t *mask);

/* May this number be picked next? Any int. */
bool skat_choice_allows(const struct skat_action_space *space, const struct skat_choice *choice,
                        int number);

/* Picks an allowed number. Returns true once `action` is complete; the game accepts it. */
bool skat_choice_pick(const struct skat_action_space *space, struct skat_choice *choice,
                      int number);

/* ---- an action as numbers ---- */

enum { SKAT_NUMBERS_OF_ACTION = SKAT_HAND_MAX + 2 };
/* The numbers by which an action that is a legal answer to this decision is picked, cards in its
 * own order. Returns how many, 0 if it is none. */
int skat_numbers_of(const struct skat_action_space *space, const struct skat_decision *decision,
                    skat_cards hand, const struct skat_action *action,
                    uint16_t numbers[SKAT_NUMBERS_OF_ACTION]);

#endif
