// SPDX-License-Identifier: MIT
#include "engine/session.h"

#include "engine/variant.h"

#include <stddef.h>
#include <string.h>

/* Two seats: the dealer takes the dealer's position, the other player the other one. */
static void positions_of_two(const struct skat_seating *seating, int dealer,
                             uint8_t seat_of[SKAT_PLAYERS])
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        seat_of[position] = !skat_sits(seating, position) ? SKAT_NOBODY
                            : position == seating->dealer ? (uint8_t)dealer
                                                          : (uint8_t)(1 - dealer);
}

void skat_positions(const struct skat_rules *rules, int dealer, uint8_t seat_of[SKAT_PLAYERS])
{
    /* Steps clockwise from the dealer to each position. */
    static const uint8_t steps[SKAT_SEATS_MAX + 1][SKAT_PLAYERS] = {
        [3] = {1, 2, 3},
        [4] = {1, 2, 3},
        [5] = {1, 2, 4},
    };
    int seats = rules->seats;

    if (seats == 2) {
        positions_of_two(rules->derived.seating, dealer, seat_of);
        return;
    }
    for (int position = 0; position < SKAT_PLAYERS; position++)
        seat_of[position] = (uint8_t)((dealer + steps[seats][position]) % seats);
}

void skat_seeger_extras(const struct skat_rules *rules, int declarer, bool won,
                        int32_t extra[SKAT_SEATS_MAX])
{
    int other = won ? 0 : rules->scoring_lost_by_other;
    int own = won ? rules->scoring_won_game : -rules->scoring_lost_game;

    for (int seat = 0; seat < rules->seats; seat++)
        extra[seat] = declarer < 0 ? 0 : seat == declarer ? own : other;
}

void skat_deal_extras(const struct skat_rules *rules, const struct skat_result *result,
                      unsigned declarer, const uint8_t seat_of[SKAT_PLAYERS],
                      int32_t extra[SKAT_SEATS_MAX])
{
    const bool won_by_fewest = result->is_ramsch && rules->ramsch_score == SKAT_RAMSCH_FEWEST;

    skat_seeger_extras(rules, declarer == SKAT_NOBODY ? -1 : seat_of[declarer], result->won > 0,
                       extra);
    for (int position = 0; position < SKAT_PLAYERS && won_by_fewest; position++)
        if (result->ramsch.score[position] > 0)
            extra[seat_of[position]] = rules->scoring_won_game;
}

int skat_seeger_gap(const struct skat_rules *rules)
{
    int32_t won[SKAT_SEATS_MAX], lost[SKAT_SEATS_MAX];

    if (rules->scoring_system != SKAT_SCORING_SEEGER_FABIAN)
        return 0;
    skat_seeger_extras(rules, 0, true, won);
    skat_seeger_extras(rules, 0, false, lost);
    return won[0] - lost[0] + lost[1];
}

/* ---- rounds of bock and ramsch (rules.md 7.3) ---- */

static bool is_last_round(const struct skat_session *session)
{
    const struct skat_rules *rules = session->rules;
    return (int)session->deal >= rules->deals - rules->seats;
}

static void enter_round(struct skat_session *session, enum skat_round_kind kind, unsigned trigger,
                        int deals)
{
    session->terms = (struct skat_terms){
        .round = (uint8_t)kind,
        .trigger = (uint8_t)trigger,
        .round_deal = 1,
        .round_of = (uint16_t)deals,
    };
    session->grand_hand_used = 0;
}

/* Without a running round: sets the terms of the next deal. */
static void next_round(struct skat_session *session)
{
    const struct skat_rules *rules = session->rules;
    const int last_round = 1 << SKAT_TRIGGER_LAST_ROUND;
    int left = rules->deals - (int)session->deal;

    session->terms = (struct skat_terms){.trigger = SKAT_NO_TRIGGER};
    if (session->head < session->tail) {
        unsigned waiting = session->queue[session->head++];
        enum skat_round_kind kind = (enum skat_round_kind)(waiting & 3);
        enter_round(session, kind, waiting >> 2,
                    kind == SKAT_ROUND_BOCK ? rules->bock_length : rules->ramsch_round_length);
    } else if (left > 0 && is_last_round(session)) {
        if (rules->bock_triggers & last_round)
            enter_round(session, SKAT_ROUND_BOCK, SKAT_TRIGGER_LAST_ROUND, left);
        else if (rules->ramsch_round_triggers & last_round)
            enter_round(session, SKAT_ROUND_RAMSCH, SKAT_TRIGGER_LAST_ROUND, left);
    }
}

static void queue_round(struct skat_session *session, enum skat_round_kind kind, unsigned trigger)
{
    if (session->tail < SKAT_CARRIED_DEALS_MAX)
        session->queue[session->tail++] = (uint8_t)(trigger << 2 | (unsigned)kind);
}

/* The first trigger of a deal restarts the running round; each further one queues a round, so that
 * as many rounds follow as if none were running. */
static bool running_round_restarts(const struct skat_session *session)
{
    return session->rules->bock_pending == SKAT_BOCK_RESTART &&
           session->terms.round == SKAT_ROUND_BOCK && session->terms.round_deal > 0 &&
           session->terms.trigger != SKAT_TRIGGER_LAST_ROUND;
}

static void open_bock_round(struct skat_session *session, unsigned trigger)
{
    const struct skat_rules *rules = session->rules;

    if (session->terms.round == SKAT_ROUND_BOCK && rules->bock_pending == SKAT_BOCK_IGNORE)
        return;
    if (running_round_restarts(session)) {
        enter_round(session, SKAT_ROUND_BOCK, trigger, rules->bock_length);
        session->terms.round_deal = 0; /* incremented after this deal */
        return;
    }
    queue_round(session, SKAT_ROUND_BOCK, trigger);
    if (rules->bock_ramsch_after)
        queue_round(session, SKAT_ROUND_RAMSCH, trigger);
}

/* The triggers that open a round each, out of those that a deal has fired. */
static uint32_t triggers_that_open(const struct skat_rules *rules, uint32_t triggers)
{
    switch ((enum skat_bock_several)rules->bock_several) {
    case SKAT_BOCK_EACH:
        return triggers;
    case SKAT_BOCK_EVENTS:
        return skat_first_of_each_event(triggers);
    default:
        return triggers & (0 - triggers); /* only the first one */
    }
}

static void open_rounds(struct skat_session *session, uint32_t triggers)
{
    const struct skat_rules *rules = session->rules;
    uint32_t bock = triggers_that_open(rules, triggers & (uint32_t)rules->bock_triggers);
    uint32_t ramsch = triggers_that_open(rules, triggers & (uint32_t)rules->ramsch_round_triggers);

    for (unsigned trigger = 0; trigger < SKAT_TRIGGERS; trigger++)
        if (bock >> trigger & 1)
            open_bock_round(session, trigger);
    for (unsigned trigger = 0; trigger < SKAT_TRIGGERS; trigger++)
        if (ramsch >> trigger & 1)
            queue_round(session, SKAT_ROUND_RAMSCH, trigger);
}

/* ---- triggers ---- */

static bool counts_points(struct skat_contract contract)
{
    return !skat_games[contract.type].fixed_value;
}

/* The triggers that a declared game fires. */
static uint32_t triggers_of_game(const struct skat_deck *deck, const struct skat_deal_event *event)
{
    const unsigned null_ouvert_hand = SKAT_WITH_HAND | SKAT_WITH_OUVERT;
    const struct skat_result *result = event->result;
    bool won = result->won > 0;
    bool grand_hand =
        event->contract.type == SKAT_GAME_GRAND && event->contract.with & SKAT_WITH_HAND;
    bool points = counts_points(event->contract) && (event->played_out || event->ended_by_fault);
    int most_points = result->points + event->rest_points;
    const bool fired[SKAT_TRIGGERS] = {
        [SKAT_TRIGGER_VALUE_OVER_100] = result->value > 100,
        [SKAT_TRIGGER_GRAND_HAND_WON] = grand_hand && won,
        [SKAT_TRIGGER_GRAND_HAND_PLAYED] = grand_hand,
        [SKAT_TRIGGER_GRAND_HAND_LOST] = grand_hand && !won,
        [SKAT_TRIGGER_NULL_OUVERT_HAND_PLAYED] =
            event->contract.type == SKAT_GAME_NULL &&
            (event->contract.with & null_ouvert_hand) == null_ouvert_hand,
        [SKAT_TRIGGER_KONTRA_LOST] = event->kontra >= 1 && !won,
        [SKAT_TRIGGER_RE_SAID] = event->kontra >= 2,
        [SKAT_TRIGGER_RE_WON] = event->kontra >= 2 && won,
        [SKAT_TRIGGER_DECLARER_SCHNEIDER] = points && most_points <= deck->schneider,
        [SKAT_TRIGGER_SIXTY_SIXTY] =
            points && 2 * result->points == deck->points && 2 * most_points == deck->points,
        [SKAT_TRIGGER_VALUE_AT_LEAST_72] = won && result->value >= 72,
        [SKAT_TRIGGER_VALUE_AT_LEAST_96] = won && result->value >= 96,
        [SKAT_TRIGGER_KONTRA_FAILED] = event->kontra >= 1 && won,
    };
    uint32_t set = 0;

    for (unsigned trigger = 0; trigger < SKAT_TRIGGERS; trigger++)
        set |= (uint32_t)fired[trigger] << trigger;
    return set;
}

bool skat_round_hangs(const struct skat_rules *rules, const struct skat_facts *facts)
{
    const struct skat_deck *deck = rules->derived.deck;
    const int triggers = rules->bock_triggers | rules->ramsch_round_triggers;
    const int least = facts->points, most = facts->points + facts->rest_points;

    if (!facts->announced || !counts_points(facts->contract))
        return false;
    return (triggers >> SKAT_TRIGGER_DECLARER_SCHNEIDER & 1 && least <= deck->schneider &&
            most > deck->schneider) ||
           (triggers >> SKAT_TRIGGER_SIXTY_SIXTY & 1 && 2 * least <= deck->points &&
            2 * most >= deck->points && least < most);
}

/* The triggers that a total fires after it has changed. */
static uint32_t triggers_of_total(int64_t total)
{
    int64_t size = total < 0 ? -total : total;
    uint32_t set = 0;

    if (size % 100 == 0)
        set |= 1u << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100;
    if (size >= 111 && size <= 999 && size % 111 == 0)
        set |= 1u << SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS;
    if (size % 1000 % 111 == 0)
        set |= 1u << SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS;
    return set;
}

static uint32_t triggers_of(const struct skat_session *session, const struct skat_deal_event *event)
{
    uint32_t set = 0;

    if (event->faulted && session->rules->faults == SKAT_FAULTS_CONCEDED)
        return 0; /* as a concession (rules.md 8.3) */
    if (event->result->won >= 0)
        set = triggers_of_game(session->rules->derived.deck, event);
    for (int seat = 0; seat < session->rules->seats; seat++)
        if (event->classic[seat])
            set |= triggers_of_total(session->classic[seat]);
    return set & (uint32_t)(session->rules->bock_triggers | session->rules->ramsch_round_triggers);
}

/* ---- duties (rules.md 10.3, Räuberskat) ---- */

enum { ALL_DUTIES = (1 << SKAT_DUTIES) - 1 };

/* Removes the game type that forehand has played; after the last one, all types are left again. If
 * a fault ended the deal before the choice, the first one left is removed, so that nobody falls
 * behind. */
static void fulfil_duty(struct skat_session *session, int chosen)
{
    uint8_t seat_of[SKAT_PLAYERS];

    skat_positions(session->rules, skat_dealer(session->rules->seats, session->deal), seat_of);
    uint8_t *left = &session->duties[seat_of[0]];
    *left &= (uint8_t) ~(chosen ? 1 << (chosen - 1) : *left & -*left);
    if (!*left)
        *left = ALL_DUTIES;
}

/* ---- the session ---- */

void skat_session_start(struct skat_session *session, const struct skat_rules *rules)
{
    memset(session, 0, offsetof(struct skat_session, queue));
    session->rules = rules;
    for (int seat = 0; seat < rules->seats && rules->derived.variant->duties; seat++)
        session->duties[seat] = ALL_DUTIES;
    next_round(session); /* the first round may be the last one */
}

void skat_session_terms(const struct skat_session *session, struct skat_terms *terms)
{
    const struct skat_rules *rules = session->rules;
    uint8_t seat_of[SKAT_PLAYERS];

    *terms = session->terms;
    skat_positions(rules, skat_dealer(rules->seats, session->deal), seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (seat_of[position] == SKAT_NOBODY)
            continue;
        terms->totals[position] = session->totals[seat_of[position]];
        terms->duties[position] = session->duties[seat_of[position]];
        if (terms->round == SKAT_ROUND_RAMSCH && rules->ramsch_round_grand_hand &&
            !(session->grand_hand_used >> seat_of[position] & 1))
            terms->grand_hand |= (uint8_t)(1u << position);
    }
}

/* Bierlachs: a player who falls to the limit loses, and all totals restart (rules.md 8.1). */
static uint8_t lost_rounds(struct skat_session *session)
{
    const struct skat_rules *rules = session->rules;
    uint8_t lost = 0;

    if (rules->scoring_system != SKAT_SCORING_MINUS)
        return 0;
    for (int seat = 0; seat < rules->seats; seat++)
        if (session->totals[seat] <= -rules->scoring_limit)
            lost |= (uint8_t)(1u << seat);
    if (lost)
        memset(session->totals, 0, sizeof session->totals);
    return lost;
}

int skat_session_factor(const struct skat_rules *rules, uint8_t round, uint32_t triggers)
{
    bool opens = triggers & (uint32_t)rules->bock_triggers && round != SKAT_ROUND_BOCK;

    return rules->bock_doubles_trigger && opens ? rules->bock_factor : 1;
}

static void add_scores(struct skat_session *session, const struct skat_deal_event *event, int times)
{
    for (int seat = 0; seat < session->rules->seats; seat++) {
        session->totals[seat] += (int64_t)event->score[seat] * times;
        session->classic[seat] += (int64_t)event->classic[seat] * times;
    }
}

void skat_session_add(struct skat_session *session, const struct skat_deal_event *event,
                      struct skat_session_news *news)
{
    struct skat_terms *terms = &session->terms;

    add_scores(session, event, 1);
    news->triggers = triggers_of(session, event);
    /* What a fault costs has this factor already. */
    news->factor = event->ended_by_fault
                       ? 1
                       : (uint8_t)skat_session_factor(session->rules, terms->round, news->triggers);
    add_scores(session, event, news->factor - 1);
    news->rounds_lost = lost_rounds(session);
    memcpy(news->totals, session->totals, sizeof news->totals);
    if (event->grand_hand >= 0) {
        session->grand_hand_used |= (uint8_t)(1u << event->grand_hand);
        /* The round gets one deal longer, unless it is the session's last (rules.md 7.3). */
        if (terms->trigger != SKAT_TRIGGER_LAST_ROUND)
            terms->round_of++;
    }
    open_rounds(session, news->triggers);
    if (session->rules->derived.variant->duties)
        fulfil_duty(session, event->chosen);
    session->deal++;
    news->ended = (int)session->deal == session->rules->deals;
    memcpy(news->classic, session->classic, sizeof news->classic);
    if (terms->round_deal++ >= terms->round_of)
        next_round(session);
}
