// SPDX-License-Identifier: MIT
#include "engine/game/phases.h"

#include "engine/game/ace.h"
#include "engine/game/auction.h"
#include "engine/game/blind.h"
#include "engine/game/card_play.h"
#include "engine/game/concession.h"
#include "engine/game/covered.h"
#include "engine/game/declaring.h"
#include "engine/game/duties.h"
#include "engine/game/gift.h"
#include "engine/game/kontra.h"
#include "engine/game/herzblatt.h"
#include "engine/game/opening.h"
#include "engine/game/pile.h"
#include "engine/game/resigning.h"
#include "engine/game/revolution.h"
#include "engine/game/schieben.h"
#include "engine/game/turne.h"
#include "engine/game/undeclared.h"

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

const struct skat_variant_play skat_variant_plays[SKAT_VARIANTS] = {
    [SKAT_VARIANT_TOURNEESKAT] = {.declaring = &skat_declaring_turned, .view = skat_turn_view},
    [SKAT_VARIANT_HERZBLATT] = {.begin = skat_herzblatt_begin},
    [SKAT_VARIANT_ASS] = {.begin = skat_ace_begin},
    [SKAT_VARIANT_RAEUBERSKAT] = {.begin = skat_duties_begin, .view = skat_duties_view},
    [SKAT_VARIANT_IDIOTENSKAT] = {.view = skat_blind_view},
    [SKAT_VARIANT_OMA] = {.turn_pile = skat_pile_turn},
    [SKAT_VARIANT_OFFIZIERSSKAT] = {.begin = skat_covered_begin,
                                    .view = skat_covered_view,
                                    .after_kontra = skat_covered_deal_rest,
                                    .after_trick = skat_covered_turn},
};
