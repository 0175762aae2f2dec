// SPDX-License-Identifier: MIT
/* engine/decision.c - the rows of decisions and actions. */
#include "engine/decision.h"

#include <string.h>

#define SAYS(action) (1u << SKAT_ACTION_##action)

const struct skat_decision_row skat_decision_rows[SKAT_DECISIONS] = {
    [SKAT_DECIDE_NOTHING] = {.name = "nothing", .may_be_unsaid = true},
    [SKAT_DECIDE_BID] = {.name = "bid",
                         .offers = SKAT_OFFERS_BIDS,
                         .answers = SAYS(BID) | SAYS(PASS),
                         .bidding = true},
    [SKAT_DECIDE_HOLD] = {.name = "hold", .answers = SAYS(HOLD) | SAYS(PASS), .bidding = true},
    [SKAT_DECIDE_GAME] = {.name = "game",
                          .asked = SKAT_ASKED_DECLARER,
                          .offers = SKAT_OFFERS_DECLARATIONS | SKAT_OFFERS_SPITZEN |
                                    SKAT_OFFERS_RUM | SKAT_OFFERS_TURN,
                          .answers = SAYS(PICK_UP) | SAYS(DECLARE) | SAYS(RUM) | SAYS(TURN_CARD),
                          .bidding = true},
    [SKAT_DECIDE_DECLARE] = {.name = "declare",
                             .asked = SKAT_ASKED_DECLARER,
                             .offers = SKAT_OFFERS_DECLARATIONS | SKAT_OFFERS_SPITZEN |
                                       SKAT_OFFERS_SOME_CARDS,
                             .answers = SAYS(DECLARE),
                             .bidding = true},
    [SKAT_DECIDE_CONCEDE] = {.name = "concede",
                             .asked = SKAT_ASKED_DECLARER,
                             .answers = SAYS(CONCEDE) | SAYS(PLAY_ON),
                             .fallback = SKAT_ACTION_PLAY_ON,
                             .silence = SKAT_ACTION_PLAY_ON,
                             .may_be_unsaid = true},
    [SKAT_DECIDE_CARD] = {.name = "card",
                          .offers = SKAT_OFFERS_CARDS | SKAT_OFFERS_WORDS,
                          .answers = SAYS(CARD) | SAYS(CONCEDE) | SAYS(GIVE_UP) | SAYS(CLAIM)},
    [SKAT_DECIDE_KONTRA] = {.name = "kontra",
                            .answers = SAYS(KONTRA) | SAYS(PLAY_ON),
                            .fallback = SKAT_ACTION_PLAY_ON,
                            .silence = SKAT_ACTION_PLAY_ON,
                            .bidding = true,
                            .may_be_unsaid = true},
    [SKAT_DECIDE_AGREE] = {.name = "agree",
                           .asked = SKAT_ASKED_DEFENDER,
                           .answers = SAYS(HOLD) | SAYS(REFUSE),
                           .fallback = SKAT_ACTION_REFUSE,
                           .may_be_unsaid = true},
    [SKAT_DECIDE_GIFT] = {.name = "gift",
                          .asked = SKAT_ASKED_DECLARER,
                          .answers = SAYS(HOLD) | SAYS(REFUSE),
                          .fallback = SKAT_ACTION_HOLD,
                          .may_be_unsaid = true},
    [SKAT_DECIDE_GRAND_HAND] = {.name = "grand_hand",
                                .offers = SKAT_OFFERS_DECLARATIONS,
                                .answers = SAYS(DECLARE) | SAYS(PLAY_ON),
                                .fallback = SKAT_ACTION_PLAY_ON,
                                .silence = SKAT_ACTION_PLAY_ON,
                                .bidding = true,
                                .before_game = true,
                                .may_be_unsaid = true},
    [SKAT_DECIDE_SCHIEBEN] = {.name = "schieben",
                              .answers = SAYS(PICK_UP) | SAYS(PASS_ON),
                              .fallback = SKAT_ACTION_PASS_ON,
                              .silence =
                                  SKAT_ACTION_PICK_UP, /* the cards that are passed on say so */
                              .before_game = true,
                              .may_be_unsaid = true},
    [SKAT_DECIDE_PASS_ON] = {.name = "pass_on",
                             .offers = SKAT_OFFERS_SOME_CARDS,
                             .answers = SAYS(PASS_ON),
                             .before_game = true,
                             .may_be_unsaid = true},
    [SKAT_DECIDE_EXCHANGE] = {.name = "exchange",
                              .asked = SKAT_ASKED_DEFENDER,
                              .offers = SKAT_OFFERS_SOME_CARDS,
                              .answers = SAYS(EXCHANGE),
                              .fallback = SKAT_ACTION_EXCHANGE,
                              .before_game = true},
    [SKAT_DECIDE_TURN] = {.name = "turn",
                          .asked = SKAT_ASKED_DECLARER,
                          .offers = SKAT_OFFERS_DECLARATIONS | SKAT_OFFERS_TURN,
                          .answers = SAYS(DECLARE) | SAYS(TURN_CARD),
                          .fallback = SKAT_ACTION_DECLARE,
                          .bidding = true},
    [SKAT_DECIDE_OFFER] = {.name = "offer",
                           .answers = SAYS(HOLD) | SAYS(PASS),
                           .fallback = SKAT_ACTION_PASS,
                           .bidding = true},
    [SKAT_DECIDE_CHOOSE] = {.name = "choose",
                            .asked = SKAT_ASKED_FOREHAND,
                            .offers = SKAT_OFFERS_DUTIES,
                            .answers = SAYS(CHOOSE),
                            .fallback = SKAT_ACTION_CHOOSE,
                            .bidding = true},
    [SKAT_DECIDE_BLIND] = {.name = "blind",
                           .offers = SKAT_OFFERS_PLACES | SKAT_OFFERS_WORDS,
                           .answers = SAYS(PLACE) | SAYS(CONCEDE) | SAYS(GIVE_UP),
                           .fallback = SKAT_ACTION_PLACE},
    [SKAT_DECIDE_NAME] = {.name = "name",
                          .asked = SKAT_ASKED_FOREHAND,
                          .offers = SKAT_OFFERS_DECLARATIONS,
                          .answers = SAYS(DECLARE),
                          .fallback = SKAT_ACTION_DECLARE,
                          .bidding = true},
    [SKAT_DECIDE_CONSENT] = {.name = "consent",
                             .offers = SKAT_OFFERS_CLAIM,
                             .answers = SAYS(HOLD) | SAYS(REFUSE),
                             .fallback = SKAT_ACTION_REFUSE,
                             .may_be_unsaid = true},
    [SKAT_DECIDE_CALL] = {.name = "call",
                          .offers = SKAT_OFFERS_DECLARATIONS,
                          .answers = SAYS(CALL) | SAYS(PASS),
                          .fallback = SKAT_ACTION_PASS,
                          .bidding = true},
    [SKAT_DECIDE_HOLD_CALL] = {.name = "hold_call",
                               .answers = SAYS(HOLD) | SAYS(PASS),
                               .fallback = SKAT_ACTION_PASS,
                               .bidding = true},
    [SKAT_DECIDE_KNOCK] = {.name = "knock",
                           .answers = SAYS(KNOCK) | SAYS(PLAY_ON),
                           .fallback = SKAT_ACTION_PLAY_ON,
                           .silence = SKAT_ACTION_PLAY_ON,
                           .bidding = true,
                           .before_game = true,
                           .may_be_unsaid = true},
};

const struct skat_action_row skat_action_rows[SKAT_ACTIONS] = {
    [SKAT_ACTION_PASS] = {"pass", "p", SKAT_OPERAND_NONE},
    [SKAT_ACTION_BID] = {"bid", "", SKAT_OPERAND_BID},
    [SKAT_ACTION_HOLD] = {"hold", "y", SKAT_OPERAND_NONE},
    [SKAT_ACTION_PICK_UP] = {"pick_up", "s", SKAT_OPERAND_NONE},
    [SKAT_ACTION_DECLARE] = {"declare", "", SKAT_OPERAND_CONTRACT},
    [SKAT_ACTION_CARD] = {"card", "", SKAT_OPERAND_CARD},
    [SKAT_ACTION_CONCEDE] = {"concede", "RE", SKAT_OPERAND_NONE},
    [SKAT_ACTION_PLAY_ON] = {"play_on", NULL, SKAT_OPERAND_NONE},
    [SKAT_ACTION_KONTRA] = {"kontra", "K", SKAT_OPERAND_NONE},
    [SKAT_ACTION_REFUSE] = {"no", "n", SKAT_OPERAND_NONE},
    [SKAT_ACTION_GIVE_UP] = {"give_up", "g", SKAT_OPERAND_NONE},
    [SKAT_ACTION_PASS_ON] = {"pass_on", "x", SKAT_OPERAND_CARDS},
    [SKAT_ACTION_RUM] = {"rum", "r", SKAT_OPERAND_NONE},
    [SKAT_ACTION_EXCHANGE] = {"exchange", "e", SKAT_OPERAND_CARDS},
    [SKAT_ACTION_TURN_CARD] = {"turn", "t", SKAT_OPERAND_NONE},
    [SKAT_ACTION_CHOOSE] = {"choose", "c.", SKAT_OPERAND_DUTY},
    [SKAT_ACTION_PLACE] = {"place", "b.", SKAT_OPERAND_PLACE},
    [SKAT_ACTION_CLAIM] = {"claim", "CL", SKAT_OPERAND_NONE},
    [SKAT_ACTION_CALL] = {"call", "f.", SKAT_OPERAND_CONTRACT},
    [SKAT_ACTION_KNOCK] = {"knock", "k", SKAT_OPERAND_NONE},
};

const char *const skat_duty_names[SKAT_DUTIES] = {
    [SKAT_DUTY_SUIT] = "suit",
    [SKAT_DUTY_GRAND] = "grand",
    [SKAT_DUTY_NULL] = "null",
    [SKAT_DUTY_RAMSCH] = "ramsch",
};

const char *skat_action_word(unsigned action, unsigned decision)
{
    bool agrees = action == SKAT_ACTION_HOLD && decision != SKAT_DECIDE_HOLD &&
                  decision != SKAT_DECIDE_HOLD_CALL && decision != SKAT_DECIDE_NOTHING;

    return agrees ? "yes" : skat_action_rows[action].word;
}

bool skat_action_same(const struct skat_action *one, const struct skat_action *other)
{
    if (one->kind != other->kind)
        return false;
    switch (one->kind < SKAT_ACTIONS ? skat_action_rows[one->kind].operand : SKAT_OPERAND_NONE) {
    case SKAT_OPERAND_NONE:
        return true;
    case SKAT_OPERAND_BID:
        return one->bid == other->bid;
    case SKAT_OPERAND_DUTY:
    case SKAT_OPERAND_PLACE:
        return one->number == other->number;
    case SKAT_OPERAND_CONTRACT:
        if (!skat_contract_same(one->contract, other->contract))
            return false;
        break;
    }
    return one->count == other->count && one->count <= SKAT_HAND_MAX &&
           memcmp(one->cards, other->cards, one->count) == 0;
}

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
        [SKAT_REFUSED_CLAIM] = "the rest cannot be claimed now",
    };
    return refusal < SKAT_REFUSALS ? texts[refusal] : "unknown reason";
}
