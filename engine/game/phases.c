// SPDX-License-Identifier: MIT
/* engine/game/phases.c - what is asked in each phase, and what may be said out of turn: the table
 * by which the machine (game.c) finds the functions of the phases. */
#include "engine/game/phases.h"

const struct skat_phase_row skat_phases[SKAT_PHASES] = {
    [SKAT_PHASE_BID] = {SKAT_DECIDE_BID, .offer = skat_bid_offer, .apply = skat_bid_answer},
    [SKAT_PHASE_HOLD] = {SKAT_DECIDE_HOLD, .apply = skat_hold_answer},
    [SKAT_PHASE_GAME] = {SKAT_DECIDE_GAME, .offer = skat_declaring_offer,
                         .apply = skat_declaring_answer},
    [SKAT_PHASE_DECLARE] = {SKAT_DECIDE_DECLARE, .offer = skat_declaring_offer,
                            .apply = skat_declaring_answer},
    /* To lead means not to concede. */
    [SKAT_PHASE_CONCEDE] = {SKAT_DECIDE_CONCEDE, .also = SKAT_DECIDE_CARD,
                            .apply = skat_concede_answer},
    [SKAT_PHASE_PLAY] = {SKAT_DECIDE_CARD, .also = SKAT_DECIDE_BLIND, .offer = skat_card_offer,
                         .apply = skat_card_answer},
    [SKAT_PHASE_KONTRA] = {SKAT_DECIDE_KONTRA, .apply = skat_kontra_answer},
    [SKAT_PHASE_AGREE] = {SKAT_DECIDE_AGREE, .apply = skat_gift_answer},
    [SKAT_PHASE_GIFT] = {SKAT_DECIDE_GIFT, .apply = skat_gift_answer},
    [SKAT_PHASE_GRAND_HAND] = {SKAT_DECIDE_GRAND_HAND, .offer = skat_grand_hand_offer,
                               .apply = skat_grand_hand_answer},
    [SKAT_PHASE_SCHIEBEN] = {SKAT_DECIDE_SCHIEBEN, .apply = skat_schieben_answer},
    [SKAT_PHASE_PASS_ON] = {SKAT_DECIDE_PASS_ON, .offer = skat_pass_on_offer,
                            .apply = skat_pass_on_answer},
    [SKAT_PHASE_EXCHANGE] = {SKAT_DECIDE_EXCHANGE, .offer = skat_revolution_offer,
                             .apply = skat_revolution_answer},
    [SKAT_PHASE_TURN] = {SKAT_DECIDE_TURN, .offer = skat_declaring_offer,
                         .apply = skat_declaring_answer},
    [SKAT_PHASE_OFFER] = {SKAT_DECIDE_OFFER, .apply = skat_herzblatt_answer},
    [SKAT_PHASE_CHOOSE] = {SKAT_DECIDE_CHOOSE, .offer = skat_duties_offer,
                           .apply = skat_duties_answer},
    [SKAT_PHASE_NAME] = {SKAT_DECIDE_NAME, .offer = skat_covered_offer,
                         .apply = skat_covered_answer},
    [SKAT_PHASE_CONSENT] = {SKAT_DECIDE_CONSENT, .offer = skat_consent_offer,
                            .apply = skat_consent_answer},
    [SKAT_PHASE_CALL] = {SKAT_DECIDE_CALL, .offer = skat_bid_offer, .apply = skat_bid_answer},
    [SKAT_PHASE_HOLD_CALL] = {SKAT_DECIDE_HOLD_CALL, .apply = skat_hold_answer},
    [SKAT_PHASE_KNOCK] = {SKAT_DECIDE_KNOCK, .apply = skat_knock_answer},
    [SKAT_PHASE_OVER] = {.decision = SKAT_DECIDE_NOTHING},
};

enum skat_refusal (*const skat_unasked[SKAT_ACTIONS])(struct skat_game *, unsigned) = {
    [SKAT_ACTION_CONCEDE] = skat_concede,
    [SKAT_ACTION_GIVE_UP] = skat_gift_propose,
    [SKAT_ACTION_KONTRA] = skat_kontra_say,
};
