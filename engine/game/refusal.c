// SPDX-License-Identifier: MIT
#include "engine/game/refusal.h"

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
