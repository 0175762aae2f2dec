// SPDX-License-Identifier: MIT
/* engine/game/refusal.h - why an action is refused. The function of the phase refuses it
 * (phases.h), or skat_game_apply(); arena/bot/deal_play.c charges the bot, and
 * arena/record/answer_words.c says in words what it answered. */
#ifndef SKAT_ENGINE_GAME_REFUSAL_H
#define SKAT_ENGINE_GAME_REFUSAL_H

/* Why an action was refused. A refused action leaves the game unchanged. */
enum skat_refusal {
    SKAT_ACCEPTED,
    SKAT_REFUSED_OVER,        /* the game is over */
    SKAT_REFUSED_TURN,        /* another player decides */
    SKAT_REFUSED_KIND,        /* not an answer to this decision */
    SKAT_REFUSED_BID,         /* not a legal bid */
    SKAT_REFUSED_DECLARATION, /* not a legal announcement */
    SKAT_REFUSED_NULL_VALUE,  /* a null game below the bid */
    SKAT_REFUSED_DISCARD,     /* not different cards from hand and skat */
    SKAT_REFUSED_NOT_HELD,    /* the player does not hold the card */
    SKAT_REFUSED_REVOKE,      /* the player must follow suit */
    SKAT_REFUSED_CONCEDE,     /* too late, or not the declarer */
    SKAT_REFUSED_KONTRA,      /* too late, or not entitled */
    SKAT_REFUSED_GIVE_UP,     /* no gift is possible now */
    SKAT_REFUSED_SPITZEN,     /* more than the rules or the hand allow, or not a suit game */
    SKAT_REFUSED_RUM,         /* not in the rules, or already said */
    SKAT_REFUSED_PASS_ON,     /* wrong number of different cards, or a card that must stay */
    SKAT_REFUSED_EXCHANGE,    /* not a full hand of different cards on offer */
    SKAT_REFUSED_CHOICE,      /* a game type already played, or invalid */
    SKAT_REFUSED_PLACE,       /* no card there */
    SKAT_REFUSED_CLAIM,       /* not in the rules, not on lead, or claimed before */
    SKAT_REFUSALS
};
/* The reason as text, "the player must follow suit". */
const char *skat_refusal_text(enum skat_refusal refusal);

#endif
