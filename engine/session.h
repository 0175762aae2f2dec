// SPDX-License-Identifier: MIT
/* engine/session.h - who sits where, and what a session carries from deal to deal: bock and ramsch
 * rounds, totals (rules.md 2, 7.3, 8).
 *
 *     skat_session_start(&session, &rules);
 *     for each deal:
 *         skat_session_terms(&session, &terms);
 *         skat_game_start(&game, &rules, &deal, &terms);
 *         ... play ...
 *         skat_session_add(&session, &event, &news);
 *
 * Rule sets that carry nothing (rules->derived.carries) need no session. */
#ifndef SKAT_ENGINE_SESSION_H
#define SKAT_ENGINE_SESSION_H

#include "engine/rules.h"
#include "engine/value.h"
#include "engine/decision.h"

/* The dealer's seat in deal number `deal` (from 0) of a session; it moves clockwise. */
static inline int skat_dealer(int seats, uint64_t deal) { return (int)(deal % (unsigned)seats); }

/* The seats of forehand, middlehand and rearhand when `dealer` deals (rules.md 2). With three seats
 * the dealer is rearhand; with four the dealer sits out, with five also the seat opposite. With two
 * the game says where they sit, and the position without a player has the seat SKAT_NOBODY. */
void skat_positions(const struct skat_rules *rules, int dealer, uint8_t seat_of[SKAT_PLAYERS]);

/* The Seeger-Fabian extras of a declared game (rules.md 8.1): +rules->scoring_won_game or, after a
 * loss, -rules->scoring_lost_game for the declarer's seat and, if the declarer lost,
 * rules->scoring_lost_by_other for all other seats, including those sitting out. Zero for everybody
 * if there was no declarer. `declarer` is a seat, -1 for none. Entries from rules->seats on are not
 * set. Prepared rules only. */
void skat_seeger_extras(const struct skat_rules *rules, int declarer, bool won,
                        int32_t extra[SKAT_SEATS_MAX]);

/* The extras of any deal: those of its declarer, a position or SKAT_NOBODY; or those of who has won
 * a ramsch by the fewest points (rules.md 7.4). */
void skat_deal_extras(const struct skat_rules *rules, const struct skat_result *result,
                      unsigned declarer, const uint8_t seat_of[SKAT_PLAYERS],
                      int32_t extra[SKAT_SEATS_MAX]);

/* How far a bot falls behind another one by these extras if its declarer loses and does not win: by
 * its own, and by what all others get. 0 in other scorings. */
int skat_seeger_gap(const struct skat_rules *rules);

/* Kinds of rounds that a deal can belong to (rules.md 7.3). */
enum skat_round_kind { SKAT_ROUND_NONE, SKAT_ROUND_BOCK, SKAT_ROUND_RAMSCH };

enum { SKAT_NO_TRIGGER = 0xff };

/* What earlier deals determine about a deal. All zeros: an ordinary deal. */
struct skat_terms {
    uint8_t round;                /* enum skat_round_kind */
    uint8_t trigger;              /* enum skat_trigger that opened the round */
    uint8_t grand_hand;           /* bits 1 << position: may declare grand hand instead of ramsch */
    uint16_t round_deal;          /* number of this deal in its round, from 1 */
    uint16_t round_of;            /* deals of the round */
    int64_t totals[SKAT_PLAYERS]; /* by position, before the deal, in the rule set's scoring */
    /* Räuberskat, by position: game types still to play, bits 1 << enum skat_duty; 0: all. */
    uint8_t duties[SKAT_PLAYERS];
};

/* The factor by which a deal counts. */
static inline int skat_terms_bock(const struct skat_terms *terms, const struct skat_rules *rules)
{
    return terms->round == SKAT_ROUND_BOCK ? rules->bock_factor : 1;
}

/* What a session needs to know about a finished deal. */
struct skat_deal_event {
    const struct skat_result *result;
    struct skat_contract contract;   /* if a game was declared */
    bool faulted;                    /* by a bot, possibly when it was over */
    bool ended_by_fault;             /* before it was over */
    bool played_out;                 /* to the last card */
    int rest_points;                 /* what nobody had taken when a fault ended it */
    int kontra;                      /* number of doublings */
    int grand_hand;                  /* seat that declared grand hand in a ramsch round, or -1 */
    int chosen;                      /* Räuberskat: 1 + chosen enum skat_duty, 0 for none */
    int32_t score[SKAT_SEATS_MAX];   /* by seat, in the rule set's scoring */
    int32_t classic[SKAT_SEATS_MAX]; /* by seat, in classic scoring */
};

/* What a deal did to its session. */
struct skat_session_news {
    uint32_t triggers;   /* bits 1 << enum skat_trigger, as listed by the rule set */
    uint8_t rounds_lost; /* Bierlachs: bits 1 << seat */
    uint8_t factor; /* how many times the deal counts because it opened a bock round: 1, or more
                       with bock.doubles_trigger; the totals have it (skat_result_multiply()) */
    int64_t totals[SKAT_SEATS_MAX]; /* after the deal; zeros after a lost round */
    bool ended; /* it was the last deal of the session: `classic` is set, and money is settled */
    int64_t classic[SKAT_SEATS_MAX]; /* the session's totals in classic scoring */
};

/* A running session: plain data, 20 kB, most of it the queue. */
struct skat_session {
    const struct skat_rules *rules;
    uint32_t deal;                  /* number of the next deal, from 0 */
    struct skat_terms terms;        /* of that deal; skat_session_terms fills in the positions */
    uint8_t grand_hand_used;        /* in this ramsch round: bits 1 << seat */
    uint8_t duties[SKAT_SEATS_MAX]; /* Räuberskat: game types still to play */
    int64_t totals[SKAT_SEATS_MAX];
    int64_t classic[SKAT_SEATS_MAX];
    /* Waiting rounds, as trigger << 2 | kind. No more than the number of deals are ever played. */
    uint32_t head, tail;
    uint8_t queue[SKAT_CARRIED_DEALS_MAX];
};

/* Starts a session. `rules` must be prepared and must outlive it. */
void skat_session_start(struct skat_session *session, const struct skat_rules *rules);

/* The terms of the next deal. */
void skat_session_terms(const struct skat_session *session, struct skat_terms *terms);

/* How many times a deal of a session counts that fires these triggers, by the round that it is in:
 * news->factor. */
int skat_session_factor(const struct skat_rules *rules, uint8_t round, uint32_t triggers);

/* Do the cards that nobody has taken decide whether the game opens a round of bock or ramsch, by
 * its card points (rules.md 8.3)? */
bool skat_round_hangs(const struct skat_rules *rules, const struct skat_facts *facts);

/* Adds a finished deal: updates totals, triggers and rounds, and reports changes in *news. */
void skat_session_add(struct skat_session *session, const struct skat_deal_event *event,
                      struct skat_session_news *news);

#endif
