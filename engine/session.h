/* engine/session.h - who sits where, and what a session carries from deal to deal (rules.md 2, 7.3
 * bock and ramsch rounds, 8).
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
#include "engine/view.h"

/* The seat that deals deal number `deal` (from 0) of a session: it moves on clockwise. */
static inline int skat_dealer(int seats, uint64_t deal)
{
    return (int)(deal % (unsigned)seats);
}

/* The seats of forehand, middlehand and rearhand when `dealer` deals (rules.md 2): with three
 * the dealer is rearhand, with four he sits out, with five also the one across. With two the game says
 * where they sit; a position at which nobody does has the seat SKAT_NOBODY. */
void skat_positions(const struct skat_rules *rules, int dealer, uint8_t seat_of[SKAT_PLAYERS]);

/* Seeger and Fabian's extras of a declared deal (rules.md 8.1): +50 or -50 for declarer's seat,
 * and 40 (three seats or two) or 30 for everybody else, the sitting ones too, when he lost. Zero for
 * all where nobody declared. `declarer` is a seat, -1 for none. */
void skat_seeger_extras(int seats, int declarer, bool won, int32_t extra[SKAT_SEATS_MAX]);

enum { SKAT_NO_TRIGGER = 0xff };

/* What the deals before a deal made of it. All zeros: an ordinary deal. */
struct skat_terms {
    uint8_t round;       /* enum skat_round_kind */
    uint8_t trigger;     /* enum skat_trigger that opened the round */
    uint8_t grand_hand;  /* bits 1 << position: may declare grand hand instead of ramsch */
    uint16_t round_deal; /* number of the deal in its round, from 1 */
    uint16_t round_of;   /* deals of the round */
    int64_t totals[SKAT_PLAYERS]; /* by position, before the deal, in the rule set's scoring */
    /* Räuberskat, by position: what each has still to play, bits 1 << enum skat_duty; 0: all. */
    uint8_t duties[SKAT_PLAYERS];
};

/* So many times does a deal count. */
static inline int skat_terms_bock(const struct skat_terms *terms, const struct skat_rules *rules)
{
    return terms->round == SKAT_ROUND_BOCK ? rules->bock_factor : 1;
}

/* What a session needs to know of a finished deal. */
struct skat_deal_event {
    const struct skat_result *result;
    struct skat_contract contract;  /* of a declared game */
    bool faulted;                   /* some bot's fault ended it */
    bool played_out;                /* to the last card */
    int kontra;                     /* how often was doubled */
    int grand_hand;                 /* seat that declared grand hand in a ramsch round, or -1 */
    int chosen;                     /* Räuberskat: 1 + enum skat_duty that was chosen, 0 for none */
    int32_t score[SKAT_SEATS_MAX];  /* by seat, in the rule set's scoring */
    int32_t classic[SKAT_SEATS_MAX]; /* and in classic scoring */
};

/* What a deal did to its session. */
struct skat_session_news {
    uint32_t triggers;              /* bits 1 << enum skat_trigger that the rule set lists */
    uint8_t rounds_lost;            /* Bierlachs: bits 1 << seat */
    int64_t totals[SKAT_SEATS_MAX]; /* after the deal; zeros after a lost round */
};

/* A session under way: plain data, 20 kB, most of it the queue. */
struct skat_session {
    const struct skat_rules *rules;
    uint32_t deal;                  /* number of the next deal, from 0 */
    struct skat_terms terms;        /* its round; positions are filled in by skat_session_terms */
    uint8_t grand_hand_used;        /* bits 1 << seat, in this ramsch round */
    uint8_t duties[SKAT_SEATS_MAX]; /* Räuberskat: what each has still to play */
    int64_t totals[SKAT_SEATS_MAX];
    int64_t classic[SKAT_SEATS_MAX];
    /* Rounds that wait, as trigger << 2 | kind. More than there are deals are never played. */
    uint32_t head, tail;
    uint8_t queue[SKAT_CARRIED_DEALS_MAX];
};

/* Starts a session. `rules` is prepared and outlives it. */
void skat_session_start(struct skat_session *session, const struct skat_rules *rules);

/* The terms of the next deal. */
void skat_session_terms(const struct skat_session *session, struct skat_terms *terms);

/* Takes in a finished deal: totals, triggers, rounds; *news says what it did. */
void skat_session_add(struct skat_session *session, const struct skat_deal_event *event,
                      struct skat_session_news *news);

#endif
