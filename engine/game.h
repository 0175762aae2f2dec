/* engine/game.h - one deal as a state machine of typed decisions (design decision 1).
 *
 *     skat_game_start(&game, &rules, &deal, &terms);
 *     while (skat_game_pending(&game, &decision))
 *         ... skat_game_apply(&game, decision.position, &action) ...
 *     skat_game_result(&game, &result);
 *
 * Arena, replay, verify, import and bots' simulations all drive this one machine.
 * A game is plain data: copy it to look ahead, put it into shared memory to let another
 * process read it. It points at its rule set, which must outlive it. Nothing allocates. */
#ifndef SKAT_ENGINE_GAME_H
#define SKAT_ENGINE_GAME_H

#include "engine/deal.h"
#include "engine/rules.h"
#include "engine/session.h"
#include "engine/value.h"
#include "engine/view.h"

/* One step of the record. `value`: BID the bid, DECLARE contract type << 8 | with, CARD and
 * CARD_OF the card, TURN and TURNED the card that was turned. The skat that the world gives is not a move; it is
 * in the deal. */
struct skat_move {
    uint8_t position;
    uint8_t kind; /* enum skat_action_kind, or SKAT_MOVE_* */
    uint16_t value;
};
enum {
    SKAT_MOVE_CARD_OF = 0x80, /* a card of the move before: a discard, one that is passed on */
    SKAT_MOVE_SKAT = 0x81,    /* the skat was taken as the move before implies: Turneskat */
    SKAT_MOVE_TURNED = 0x82,  /* the world's: a card of the pile, which nobody chose */
    /* Every rung of the ladder named and held, three passes, and what follows the auction. */
    SKAT_MOVES_MAX = 2 * SKAT_LADDER_MAX + 96
};

enum skat_phase {
    SKAT_PHASE_BID, SKAT_PHASE_HOLD,                /* the auction */
    SKAT_PHASE_GAME, SKAT_PHASE_DECLARE, SKAT_PHASE_CONCEDE,
    SKAT_PHASE_PLAY,
    SKAT_PHASE_KONTRA, SKAT_PHASE_AGREE, SKAT_PHASE_GIFT, /* between cards */
    SKAT_PHASE_GRAND_HAND, SKAT_PHASE_SCHIEBEN, SKAT_PHASE_PASS_ON, /* before ramsch */
    SKAT_PHASE_EXCHANGE,
    SKAT_PHASE_TURN,                                /* a card of the skat lies turned */
    SKAT_PHASE_OFFER, SKAT_PHASE_CHOOSE, /* in the place of the auction */
    SKAT_PHASE_NAME,
    SKAT_PHASE_OVER
};

struct skat_game {
    const struct skat_rules *rules;
    const struct skat_ranking *order; /* of the contract; NULL before it */
    struct skat_table table;          /* what everybody sees */
    struct skat_extra extra;          /* and what of it only variants have */
    skat_cards dealt[SKAT_PLAYERS];   /* the hands as dealt; of covered ones what was seen so far */
    skat_cards hands[SKAT_PLAYERS];   /* and now */
    skat_cards skat;                  /* the skat, or the discards */
    skat_cards covered[SKAT_PLAYERS]; /* cards that nobody sees yet; no part of the hands */
    skat_cards aside;                 /* the second skat, which nobody sees */
    uint8_t phase;                    /* enum skat_phase */
    uint8_t ending;                   /* enum skat_ending, once over */
    uint8_t fault;                    /* position at fault, or SKAT_NOBODY */
    uint8_t speaker;                  /* the auction: who names values, and who holds */
    uint8_t hearer;
    uint8_t hands_dealt;              /* cards of a trick */
    uint8_t trick_began;              /* cards played before the open trick */
    uint8_t pile;                     /* that hand is a pile: dummy.h */
    uint8_t rest_waits;               /* half of the hands is still to be dealt: covered.h */
    struct skat_two two;
    uint16_t rung;                    /* of the ladder: the first value above the bid */
    skat_card best;                   /* the card that holds the open trick */
    skat_cards playable;              /* of the player whose turn it is, while cards are played */
    skat_cards passed_on[SKAT_PLAYERS]; /* own cards that went on (view.h) */
    skat_cards left_over;             /* revolution: what the first defender left of the skat */
    struct skat_terms terms;          /* what came of the deals before */
    uint16_t rearhand_met;            /* the value that stood at rearhand's first turn */
    uint8_t kontra_open;              /* kontra may still be said in this game */
    uint8_t kontra_asked;             /* bits 1 << position: were asked at this level */
    uint8_t concede_asked;            /* declarer was asked before kontra */
    uint8_t gifts_proposed;           /* bits 1 << level */
    uint8_t shows_more;               /* than views of an ordinary game do: cards that go from hand to hand
                                         (schieberamsch, revolution), and what only a relative has */
    struct skat_turned turned;        /* Turneskat: cards of the skat that lie open */
    struct skat_contract named;       /* and what was to be played when the skat was taken */
    uint8_t too_high;                 /* it was given up since it cannot be worth the bid */
    uint8_t chosen;                   /* Räuberskat: 1 + enum skat_duty, 0 before it is chosen */
    uint8_t blind;                    /* that of the game's row */
    uint16_t games;                   /* that may be announced, bits 1 << enum skat_game_type */
    uint8_t resigned;                 /* bits 1 << position: skat_game_resign() */
    uint16_t move_count;
    struct skat_deal deal;            /* as it came */
    struct skat_move moves[SKAT_MOVES_MAX]; /* last: only move_count of them mean something */
};

/* Why an action was refused. The machine is unchanged then. */
enum skat_refusal {
    SKAT_ACCEPTED,
    SKAT_REFUSED_OVER,           /* the game is over */
    SKAT_REFUSED_TURN,           /* another player decides */
    SKAT_REFUSED_KIND,           /* not an answer to what was asked */
    SKAT_REFUSED_BID,            /* not a value that may be named now */
    SKAT_REFUSED_DECLARATION,    /* not a game that may be announced now */
    SKAT_REFUSED_NULL_VALUE,     /* a null game below the bid */
    SKAT_REFUSED_DISCARD,        /* not different cards of hand and skat */
    SKAT_REFUSED_NOT_HELD,       /* does not hold the card */
    SKAT_REFUSED_REVOKE,         /* must follow suit */
    SKAT_REFUSED_CONCEDE,        /* too late or not declarer */
    SKAT_REFUSED_KONTRA,         /* too late, or not entitled */
    SKAT_REFUSED_GIVE_UP,        /* no gift is possible now */
    SKAT_REFUSED_SPITZEN,        /* more than the rules or the hand allow, or no suit game */
    SKAT_REFUSED_RUM,            /* not played, or said before */
    SKAT_REFUSED_PASS_ON,        /* not as many different cards as came, or one that may not go */
    SKAT_REFUSED_EXCHANGE,       /* not a whole hand of different cards that lie before him */
    SKAT_REFUSED_CHOICE,         /* a game that he has played already, or none */
    SKAT_REFUSED_PLACE,          /* no card lies there */
    SKAT_REFUSALS
};
/* A sentence's end, "must follow suit". */
const char *skat_refusal_text(enum skat_refusal refusal);

/* Starts a deal. `rules` is prepared and outlives the game; `deal` is of its deck. `terms` says
 * what the deals before made of it (skat_session_terms); NULL: an ordinary deal. */
void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms);

/* Who decides what. Returns false, and a decision of kind NOTHING, when the game is over. */
bool skat_game_pending(const struct skat_game *game, struct skat_decision *decision);

/* Checks an action of `position` and applies it. Out of turn, while the rules allow them, declarer
 * may concede (rules.md 4), a defender may propose to give up, and with kontra.when first_trick
 * say kontra (7); everything else is for the player whose turn it is. A dummy's card is an action of
 * the dummy's position; who decides about it says skat_game_player(). */
enum skat_refusal skat_game_apply(struct skat_game *game, unsigned position,
                                  const struct skat_action *action);

/* Ends the game by a fault of the bot at `position`, who is no dummy (rules.md 8.3, faults): at any moment,
 * also after the last card as long as the result was not used. Only the first fault counts. */
void skat_game_fail(struct skat_game *game, unsigned position);

/* Ends a declared game by giving all cards still out to declarer, as ISS does when both
 * defenders resign; in null they stay where they are, so that it is won. For imported records
 * only; no rule set has it. */
void skat_game_award_rest(struct skat_game *game);

/* A player gives up while cards are played, at a moment or from a side from which the rules know no
 * concession. ISS has it (field notes), no rule set does and no bot is asked: for imported records
 * and their replay. When the second defender does, the rest is awarded to declarer; when declarer
 * does, the rest is the defenders', and the game counts as played (null: as conceded). It is
 * recorded as a concession. Refused with SKAT_REFUSED_CONCEDE unless rules->resigning, outside of
 * card play, in ramsch, and from who has said it before. */
enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position);

/* What the player at `position` may know; nobody asks for the view of a dummy. */
void skat_game_view(const struct skat_game *game, unsigned position, struct skat_view *view);

/* The facts that the value depends on. Meaningful when there is a declarer. */
void skat_game_facts(const struct skat_game *game, struct skat_facts *facts);

/* The result of a finished game: a pure function of rules, deal and decisions. */
void skat_game_result(const struct skat_game *game, struct skat_result *result);

/* The facts of a ramsch so far. */
void skat_game_ramsch_facts(const struct skat_game *game, struct skat_ramsch_facts *facts);

/* What a finished game adds in a scoring for each position (a dummy has what its partner has, and
 * nobody gets it), and (the result) for each seat that
 * sits out, before the extras that are added at the end of a session (rules.md 8.2). */
int32_t skat_game_scores(const struct skat_game *game, const struct skat_result *result,
                         enum skat_scoring scoring, int32_t score[SKAT_PLAYERS]);

/* Who led a trick: `table.leader` has room for twelve. */
static inline unsigned skat_trick_leader(const struct skat_game *game, int trick)
{
    return trick < SKAT_HAND_MAX ? game->table.leader[trick]
                                 : game->two.late_leader[trick - SKAT_HAND_MAX];
}

/* Who plays the next card of the open trick, whatever is asked before. */
static inline unsigned skat_trick_next(const struct skat_game *game)
{
    unsigned in_trick = game->table.played_count - game->trick_began;
    return (skat_trick_leader(game, game->table.trick_count) + in_trick) % game->hands_dealt;
}

/* Who took a finished trick: he led the next one, but for the last of the game. */
static inline unsigned skat_trick_winner(const struct skat_game *game, int trick)
{
    const struct skat_table *table = &game->table;
    bool last = trick + 1 == table->trick_count &&
                table->played_count == game->hands_dealt * table->trick_count;
    return last ? table->winner : skat_trick_leader(game, trick + 1);
}

/* Who decides for the hand at `position`: who sits there, or for a dummy's declarer's opponent. */
static inline unsigned skat_game_player(const struct skat_game *game, unsigned position)
{
    return position == game->two.dummy ? 3u - position - game->table.declarer : position;
}

/* Is ramsch played, or was it to be: a deal without declarer in which nobody bids any more? */
static inline bool skat_game_is_ramsch(const struct skat_game *game)
{
    return game->table.announced && game->table.contract.type == SKAT_GAME_RAMSCH;
}

#endif
