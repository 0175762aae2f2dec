// SPDX-License-Identifier: MIT
/* engine/game/state.h - the state of one deal, as plain data: copy it to look ahead, or put it into
 * shared memory for another process to read. It points to its rule set, which must outlive it, and
 * to constant tables.
 *
 * game.h has the functions that change it; view.h, result.h and the questions at the end of this
 * file read it. Code outside of engine/game reads fields and never sets them. */
#ifndef SKAT_ENGINE_GAME_STATE_H
#define SKAT_ENGINE_GAME_STATE_H

#include <assert.h>

#include "engine/deal.h"
#include "engine/decision.h"
#include "engine/game/table.h"
#include "engine/rules.h"
#include "engine/session.h"

struct skat_variant_play;

enum { SKAT_DUTY_CARDS = 5 }; /* Räuberskat: of so many cards forehand chooses (rules.md 10.3) */

/* One step of the record. `value`: the bid for BID, contract type << 8 | with for DECLARE and CALL,
 * the duty for CHOOSE, the card for CARD and CARD_OF, the turned card for TURN_CARD and TURNED. The
 * skat that the world gives is not a move; it is in the deal. */
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
    SKAT_MOVES_MAX = 2 * SKAT_LADDER_MAX + 112
};

enum skat_phase {
    /* the auction: first, so that a phase up to HOLD is one of these two (auction.h, view.h) */
    SKAT_PHASE_BID,
    SKAT_PHASE_HOLD,
    /* from its end to the announced game */
    SKAT_PHASE_GAME,
    SKAT_PHASE_DECLARE,
    /* cards, and what is said before the first one or between them */
    SKAT_PHASE_CONCEDE,
    SKAT_PHASE_PLAY,
    SKAT_PHASE_KONTRA,
    SKAT_PHASE_AGREE,
    SKAT_PHASE_GIFT,
    /* before ramsch */
    SKAT_PHASE_GRAND_HAND,
    SKAT_PHASE_SCHIEBEN,
    SKAT_PHASE_PASS_ON,
    /* the defenders exchange cards */
    SKAT_PHASE_EXCHANGE,
    /* a card of the skat was turned */
    SKAT_PHASE_TURN,
    /* in place of the auction, in games of their own */
    SKAT_PHASE_OFFER,
    SKAT_PHASE_CHOOSE,
    SKAT_PHASE_NAME,
    /* between cards: others are asked whether they agree */
    SKAT_PHASE_CONSENT,
    SKAT_PHASE_CALL, /* the auction by suits */
    SKAT_PHASE_HOLD_CALL,
    SKAT_PHASE_KNOCK, /* before ramsch */
    SKAT_PHASE_OVER,
    SKAT_PHASES
};

struct skat_game {
    const struct skat_rules *rules;
    const struct skat_ranking *order;        /* of the contract; NULL before */
    const struct skat_variant_play *variant; /* what the game does differently: phases.h */
    struct skat_table table;                 /* what everybody sees */
    struct skat_extra extra;                 /* and the part that only variants have */
    skat_cards gone;                         /* all cards played so far */
    skat_cards open_skat;                    /* shown after rum */
    skat_cards dealt[SKAT_PLAYERS];          /* hands as dealt; if covered, those seen so far */
    skat_cards hands[SKAT_PLAYERS];          /* current hands */
    skat_cards skat;                         /* the skat, or the discards */
    skat_cards covered[SKAT_PLAYERS];        /* cards that nobody sees yet; not in `hands` */
    skat_cards aside;                        /* the second skat, which nobody sees */
    uint8_t phase;                           /* enum skat_phase */
    uint8_t ending;                          /* enum skat_ending, once over */
    uint8_t fault;                           /* position at fault, or SKAT_NOBODY */
    uint8_t fault_late; /* the deal was over by then and stays as it is (rules.md 8.3) */
    uint8_t asked;      /* what it was asked then: a decision, or NOTHING */
    uint8_t speaker;    /* the auction: who bids, and who holds */
    uint8_t hearer;
    uint8_t hands_dealt;                /* number of hands; also the cards in a trick */
    uint8_t trick_began;                /* cards played before the open trick */
    uint8_t pile;                       /* the dummy is a pile whose top card goes to each trick */
    uint8_t dummy_open;                 /* the dummy's cards lie open from the first lead on */
    uint8_t defenders_open;             /* revolution: the defenders see each other's cards */
    uint8_t rest_waits;                 /* half of the cards are still to be dealt: offiziersskat */
    uint8_t dummy;                      /* its position, or SKAT_NOBODY */
    struct skat_called calls;           /* the auction by suits */
    uint16_t rung;                      /* index of the lowest that may still be bid: in the ladder,
                                           or among the games of the auction by suits */
    skat_card best;                     /* the winning card of the open trick so far */
    skat_cards playable;                /* cards that the player to move may play */
    skat_cards passed_on[SKAT_PLAYERS]; /* own cards that were passed on (view.h) */
    skat_cards left_over;               /* revolution: what the first defender left of the skat */
    struct skat_terms terms;            /* determined by earlier deals */
    uint16_t rearhand_met;              /* the bid at rearhand's first turn */
    uint8_t kontra_open;                /* kontra may still be said in this game */
    uint8_t kontra_asked;               /* bits 1 << position: asked since the last doubling */
    uint8_t concede_asked;              /* the declarer was asked, before kontra */
    uint8_t gifts_proposed;             /* bits 1 << level */
    uint8_t shows_more;         /* views show more than usual: exchanged cards (schieberamsch,
                                         revolution), or additions of a variant game */
    struct skat_turned turned;  /* Turnéskat: open cards of the skat */
    struct skat_contract named; /* Turnéskat: the game when the skat was taken */
    uint8_t too_high;           /* Turnéskat: that game cannot be worth the bid */
    uint8_t blind;              /* copied from the variant */
    uint16_t games;             /* announceable: bits 1 << enum skat_game_type */
    uint8_t resigned;           /* bits 1 << position: said that they give up later */
    uint8_t consents_asked;     /* bits 1 << position: asked whether they may */
    uint8_t claimed;            /* bits 1 << position: claimed the rest */
    uint8_t claim_asked;        /* the others are asked whether a claim may stand */
    uint8_t rest_to; /* 1 + position that got what was left, or 0; declarer gave up: a defender */
    uint8_t words_stay; /* there is something to say beside a card in every trick */
    uint16_t move_count;
    struct skat_deal deal;                  /* as dealt */
    struct skat_move moves[SKAT_MOVES_MAX]; /* last field; the first move_count are set */
};

/* Adds a move to the record. */
static inline void skat_game_record(struct skat_game *game, unsigned position, unsigned kind,
                                    unsigned value)
{
    assert(game->move_count < SKAT_MOVES_MAX);
    game->moves[game->move_count++] =
        (struct skat_move){(uint8_t)position, (uint8_t)kind, (uint16_t)value};
}

/* The position that plays the next card of the open trick, whatever is decided before that. */
static inline unsigned skat_trick_next(const struct skat_game *game)
{
    unsigned in_trick = game->table.played_count - game->trick_began;
    return (game->table.leader[game->table.trick_count] + in_trick) % game->hands_dealt;
}

/* The winner of a finished trick: the leader of the next one, or for the last trick `winner`. */
static inline unsigned skat_trick_winner(const struct skat_game *game, int trick)
{
    const struct skat_table *table = &game->table;
    bool last = trick + 1 == table->trick_count &&
                table->played_count == game->hands_dealt * table->trick_count;
    return last ? table->winner : table->leader[trick + 1];
}

/* The position that decides for the hand at `position`: itself; for a dummy, its partner. */
static inline unsigned skat_game_player(const struct skat_game *game, unsigned position)
{
    return position == game->dummy ? 3u - position - game->table.declarer : position;
}

/* Do the defenders exchange cards in this game (rules.md 7.7)? */
static inline bool skat_game_exchanges(const struct skat_game *game)
{
    return game->table.contract.type == SKAT_GAME_REVOLUTION ||
           (game->rules->revolution & SKAT_REVOLUTION_GRAND_OUVERT &&
            game->table.contract.type == SKAT_GAME_GRAND &&
            game->table.contract.with & SKAT_WITH_OUVERT);
}

/* Is the declarer's open hand shown only after kontra (kontra.before_showing, rules.md 7.1)? */
static inline bool skat_game_shows_late(const struct skat_game *game)
{
    return game->rules->kontra_before_showing && game->kontra_open &&
           game->table.contract.with & SKAT_WITH_OUVERT && !skat_game_exchanges(game);
}

/* The declarer's cards that everybody sees: those of an ouvert game. */
static inline skat_cards skat_game_shown(const struct skat_game *game)
{
    if (!game->table.announced || !(game->table.contract.with & SKAT_WITH_OUVERT))
        return 0;
    bool asked = game->phase == SKAT_PHASE_KONTRA || game->phase == SKAT_PHASE_CONCEDE;
    bool covered = asked && game->table.played_count == 0 && skat_game_shows_late(game);
    return covered ? 0 : game->hands[game->table.declarer];
}

/* Has the player bid or held anything in the auction? */
static inline bool skat_game_has_bid(const struct skat_game *game, unsigned position)
{
    return game->table.highest[position] || game->calls.highest_call[position];
}

/* Did a fault end the deal? */
static inline bool skat_game_ended_by_fault(const struct skat_game *game)
{
    return game->fault != SKAT_NOBODY && !game->fault_late;
}

/* Is this ramsch, possibly before the first card: a deal without a declarer after the auction? */
static inline bool skat_game_is_ramsch(const struct skat_game *game)
{
    return game->table.announced && game->table.contract.type == SKAT_GAME_RAMSCH;
}

#endif
