/* engine/game.h - one deal as a state machine of typed decisions.
 *
 *     skat_game_start(&game, &rules, &deal, &terms);
 *     while (skat_game_pending(&game, &decision))
 *         ... skat_game_apply(&game, decision.position, &action) ...
 *     skat_game_result(&game, &result);
 *
 * The arena, replay, verify, import and bots' simulations all use this one state machine.
 * A game is plain data: copy it to look ahead, or put it into shared memory for another
 * process to read. It points to its rule set, which must outlive it. Nothing allocates. */
#ifndef SKAT_ENGINE_GAME_H
#define SKAT_ENGINE_GAME_H

#include "engine/deal.h"
#include "engine/rules.h"
#include "engine/session.h"
#include "engine/value.h"
#include "engine/view.h"

/* One step of the record. `value`: the bid for BID, contract type << 8 | with for DECLARE, the card
 * for CARD and CARD_OF, the turned card for TURN and TURNED. The skat that the world gives is not a
 * move; it is in the deal. */
struct skat_move {
    uint8_t position;
    uint8_t kind; /* enum skat_action_kind, or SKAT_MOVE_* */
    uint16_t value;
};
enum {
    SKAT_MOVE_CARD_OF = 0x80, /* a card of the preceding move: discarded or passed on */
    SKAT_MOVE_SKAT = 0x81,    /* the skat is taken, implied by the preceding move: Turnéskat */
    SKAT_MOVE_TURNED = 0x82,  /* a card of the pile, turned by the world; nobody chose it */
    /* Every value of the ladder bid and held, three passes, and what follows the auction. */
    SKAT_MOVES_MAX = 2 * SKAT_LADDER_MAX + 96
};

enum skat_phase {
    SKAT_PHASE_BID,
    SKAT_PHASE_HOLD, /* the auction */
    SKAT_PHASE_GAME,
    SKAT_PHASE_DECLARE,
    SKAT_PHASE_CONCEDE,
    SKAT_PHASE_PLAY,
    SKAT_PHASE_KONTRA,
    SKAT_PHASE_AGREE,
    SKAT_PHASE_GIFT, /* between cards */
    SKAT_PHASE_GRAND_HAND,
    SKAT_PHASE_SCHIEBEN,
    SKAT_PHASE_PASS_ON, /* before ramsch */
    SKAT_PHASE_EXCHANGE,
    SKAT_PHASE_TURN, /* a card of the skat was turned */
    SKAT_PHASE_OFFER,
    SKAT_PHASE_CHOOSE, /* in place of the auction */
    SKAT_PHASE_NAME,
    SKAT_PHASE_OVER
};

struct skat_game {
    const struct skat_rules *rules;
    const struct skat_ranking *order; /* of the contract; NULL before */
    struct skat_table table;          /* what everybody sees */
    struct skat_extra extra;          /* and the part that only variants have */
    skat_cards dealt[SKAT_PLAYERS];   /* hands as dealt; if covered, those seen so far */
    skat_cards hands[SKAT_PLAYERS];   /* current hands */
    skat_cards skat;                  /* the skat, or the discards */
    skat_cards covered[SKAT_PLAYERS]; /* cards that nobody sees yet; not in `hands` */
    skat_cards aside;                 /* the second skat, which nobody sees */
    uint8_t phase;                    /* enum skat_phase */
    uint8_t ending;                   /* enum skat_ending, once over */
    uint8_t fault;                    /* position at fault, or SKAT_NOBODY */
    uint8_t asked;                    /* what it was asked then: a decision, or NOTHING */
    uint8_t speaker;                  /* the auction: who bids, and who holds */
    uint8_t hearer;
    uint8_t hands_dealt; /* number of hands; also the cards in a trick */
    uint8_t trick_began; /* cards played before the open trick */
    uint8_t pile;        /* the dummy is a pile: dummy.h */
    uint8_t rest_waits;  /* half of the cards are still to be dealt: covered.h */
    struct skat_two two;
    uint16_t rung;                      /* index in the ladder of the first value above the bid */
    skat_card best;                     /* the winning card of the open trick so far */
    skat_cards playable;                /* cards that the player to move may play */
    skat_cards passed_on[SKAT_PLAYERS]; /* own cards that were passed on (view.h) */
    skat_cards left_over;               /* revolution: what the first defender left of the skat */
    struct skat_terms terms;            /* determined by earlier deals */
    uint16_t rearhand_met;              /* the bid at rearhand's first turn */
    uint8_t kontra_open;                /* kontra may still be said in this game */
    uint8_t kontra_asked;               /* bits 1 << position: asked at this level */
    uint8_t concede_asked;              /* the declarer was asked, before kontra */
    uint8_t gifts_proposed;             /* bits 1 << level */
    uint8_t shows_more;         /* views show more than usual: exchanged cards (schieberamsch,
                                         revolution), or additions of a variant game */
    struct skat_turned turned;  /* Turnéskat: open cards of the skat */
    struct skat_contract named; /* Turnéskat: the game when the skat was taken */
    uint8_t too_high;           /* Turnéskat: that game cannot be worth the bid */
    uint8_t chosen;             /* Räuberskat: 1 + enum skat_duty, 0 before the choice */
    uint8_t blind;              /* copied from the variant */
    uint16_t games;             /* announceable: bits 1 << enum skat_game_type */
    uint8_t resigned;           /* bits 1 << position: skat_game_resign() */
    uint16_t move_count;
    struct skat_deal deal;                  /* as dealt */
    struct skat_move moves[SKAT_MOVES_MAX]; /* last field; the first move_count are set */
};

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
    SKAT_REFUSALS
};
/* The reason as text, "the player must follow suit". */
const char *skat_refusal_text(enum skat_refusal refusal);

/* Starts a deal. `rules` must be prepared and must outlive the game; `deal` is of its deck. `terms`
 * come from earlier deals (skat_session_terms); NULL: an ordinary deal. */
void skat_game_start(struct skat_game *game, const struct skat_rules *rules,
                     const struct skat_deal *deal, const struct skat_terms *terms);

/* The pending decision. Returns false and a decision of kind NOTHING if the game is over. */
bool skat_game_pending(const struct skat_game *game, struct skat_decision *decision);

/* Checks an action of `position` and applies it. While the rules allow it, the declarer may concede
 * out of turn (rules.md 4), and a defender may propose to give up or, with kontra.when first_trick,
 * say kontra (7). All other actions are only for the player whose turn it is. A dummy's card is an
 * action of the dummy's position; skat_game_player() says who decides. */
enum skat_refusal skat_game_apply(struct skat_game *game, unsigned position,
                                  const struct skat_action *action);

/* Ends the game by a fault of the bot at `position`, not a dummy's (rules.md 8.3): at any moment,
 * even after the last card if the result was not used yet. Only the first fault counts. */
void skat_game_fail(struct skat_game *game, unsigned position);

/* Ends a declared game and awards all remaining cards to the declarer, as ISS does when both
 * defenders resign; in null nobody gets them, so the declarer wins. Only for imported records; no
 * rule set has this. */
void skat_game_award_rest(struct skat_game *game);

/* A player resigns during card play when the rules allow that player no concession. ISS has this;
 * no rule set does and no bot is asked: only for imported records and their replay. Once both
 * defenders have resigned, the declarer is awarded the rest; if the declarer resigns, the defenders
 * get the rest and the game counts as played (null: as conceded). The record has it as a
 * concession. Refused with SKAT_REFUSED_CONCEDE without rules->resigning, outside card play, in
 * ramsch, and if the player has already resigned. */
enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position);

/* What the player at `position` may know. `position` must not be a dummy's. */
void skat_game_view(const struct skat_game *game, unsigned position, struct skat_view *view);

/* The facts that the value depends on. Valid only if there is a declarer. */
void skat_game_facts(const struct skat_game *game, struct skat_facts *facts);

/* The result of a finished game: a pure function of rules, deal and decisions. */
void skat_game_result(const struct skat_game *game, struct skat_result *result);

/* The facts of a ramsch so far. */
void skat_game_ramsch_facts(const struct skat_game *game, struct skat_ramsch_facts *facts);

/* The score of a finished game in a scoring, for each position. A dummy's is that of its partner,
 * and nobody gets it. Returns the score of each seat that sits out. The extras that are added at
 * the end of a session are not included (rules.md 8.2). */
int32_t skat_game_scores(const struct skat_game *game, const struct skat_result *result,
                         enum skat_scoring scoring, int32_t score[SKAT_PLAYERS]);

/* The same for each seat; the players sat at seat_of[position] (skat_positions()). Entries from rules->seats on are not
 * set. */
void skat_game_seat_scores(const struct skat_game *game, const struct skat_result *result,
                           enum skat_scoring scoring, const uint8_t seat_of[SKAT_PLAYERS],
                           int32_t score[SKAT_SEATS_MAX]);

/* What a finished game is to its session (skat_session_add()); *event points to *result. */
void skat_game_event(const struct skat_game *game, const struct skat_result *result,
                     const uint8_t seat_of[SKAT_PLAYERS], struct skat_deal_event *event);

/* The position that led a trick; `table.leader` has only the first twelve. */
static inline unsigned skat_trick_leader(const struct skat_game *game, int trick)
{
    return trick < SKAT_HAND_MAX ? game->table.leader[trick]
                                 : game->two.late_leader[trick - SKAT_HAND_MAX];
}

/* The position that plays the next card of the open trick, whatever is decided before that. */
static inline unsigned skat_trick_next(const struct skat_game *game)
{
    unsigned in_trick = game->table.played_count - game->trick_began;
    return (skat_trick_leader(game, game->table.trick_count) + in_trick) % game->hands_dealt;
}

/* The winner of a finished trick: the leader of the next one, or for the last trick `winner`. */
static inline unsigned skat_trick_winner(const struct skat_game *game, int trick)
{
    const struct skat_table *table = &game->table;
    bool last = trick + 1 == table->trick_count &&
                table->played_count == game->hands_dealt * table->trick_count;
    return last ? table->winner : skat_trick_leader(game, trick + 1);
}

/* The position that decides for the hand at `position`: itself; for a dummy, its partner. */
static inline unsigned skat_game_player(const struct skat_game *game, unsigned position)
{
    return position == game->two.dummy ? 3u - position - game->table.declarer : position;
}

/* Is this ramsch, possibly before the first card: a deal without a declarer after the auction? */
static inline bool skat_game_is_ramsch(const struct skat_game *game)
{
    return game->table.announced && game->table.contract.type == SKAT_GAME_RAMSCH;
}

#endif
