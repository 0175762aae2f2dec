// SPDX-License-Identifier: MIT
/* tests/unit/test_fault_value.c - what a fault costs (rules.md 8.3, faults): at no moment of
 * random games under random rule sets a bot, whatever seats it has, is further ahead of another one
 * by a fault than by legal answers. tests/data/games/faults.txt has worked examples. */
#include "engine/variant.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include <inttypes.h>

/* Words that cost only the bot that says them: bids, doublings, giving up, and a gift that is
 * agreed to or refused. A bot that answers legally can always do without. */
static void without_raising(struct skat_action *action, const struct skat_game *game,
                            const struct skat_decision *decision, uint64_t *random)
{
    static const enum skat_action_kind words[SKAT_DECISIONS] = {
        [SKAT_DECIDE_BID] = SKAT_ACTION_PASS,        [SKAT_DECIDE_CALL] = SKAT_ACTION_PASS,
        [SKAT_DECIDE_HOLD] = SKAT_ACTION_PASS,       [SKAT_DECIDE_HOLD_CALL] = SKAT_ACTION_PASS,
        [SKAT_DECIDE_CONCEDE] = SKAT_ACTION_PLAY_ON, [SKAT_DECIDE_KONTRA] = SKAT_ACTION_PLAY_ON,
        [SKAT_DECIDE_KNOCK] = SKAT_ACTION_PLAY_ON,   [SKAT_DECIDE_GRAND_HAND] = SKAT_ACTION_PLAY_ON,
        [SKAT_DECIDE_AGREE] = SKAT_ACTION_REFUSE,    [SKAT_DECIDE_GIFT] = SKAT_ACTION_REFUSE};

    if (decision->kind == SKAT_DECIDE_GIFT && decision->position == game->table.declarer)
        *action = action_of(SKAT_ACTION_HOLD);
    else if (words[decision->kind])
        *action = action_of(words[decision->kind]);
    while (decision->kind == SKAT_DECIDE_BLIND && action->kind != SKAT_ACTION_PLACE)
        random_action(action, game, decision, random);
    if (decision->kind == SKAT_DECIDE_CARD &&
        (action->kind == SKAT_ACTION_CONCEDE || action->kind == SKAT_ACTION_GIVE_UP)) {
        *action = action_of(SKAT_ACTION_CARD);
        action->count = 1;
        action->cards[0] = skat_cards_first(decision->cards);
    }
}

/* Who has which seat: the bot at fault, another one with which it is compared, and others. */
enum seat_owner { AT_FAULT, COMPARED, OTHER };

struct seat_owners {
    uint8_t seat_of[SKAT_PLAYERS];
    enum seat_owner of_seat[SKAT_SEATS_MAX];
};

static bool is_at_fault(const struct seat_owners *bots, unsigned position)
{
    const uint8_t seat = bots->seat_of[position];
    return seat != SKAT_NOBODY && bots->of_seat[seat] == AT_FAULT;
}

/* Any seats, of which the bot at fault has the offender's. */
static void draw_bots(struct seat_owners *bots, const struct skat_rules *rules, unsigned offender,
                      uint64_t *random)
{
    skat_positions(rules, 0, bots->seat_of);
    const int own = bots->seat_of[offender];
    const int other = (own + 1 + test_below(random, rules->seats - 1)) % rules->seats;

    for (int seat = 0; seat < rules->seats; seat++)
        bots->of_seat[seat] = seat == own     ? AT_FAULT
                              : seat == other ? COMPARED
                                              : (enum seat_owner)test_below(random, 3);
}

/* Plays the rest: one bot legally and without raising anything, the others at random. */
static void play_on(struct skat_game *game, const struct seat_owners *bots, uint64_t *random)
{
    struct skat_decision decision;

    while (skat_game_pending(game, &decision)) {
        struct skat_action action;
        const unsigned decides = skat_game_player(game, decision.position);
        if (!test_below(random, 20)) {
            const unsigned position = random_unasked(&action, random);
            if (!is_at_fault(bots, position) &&
                skat_game_apply(game, position, &action) == SKAT_ACCEPTED)
                continue;
        }
        random_action(&action, game, &decision, random);
        if (is_at_fault(bots, decides))
            without_raising(&action, game, &decision, random);
        assert_int_equal(skat_game_apply(game, decision.position, &action), SKAT_ACCEPTED);
    }
}

/* Points by seat if the deal counts `times`, with Seeger and Fabian's extras. */
static void score_of(const struct skat_game *game, const struct seat_owners *bots, int scoring,
                     int times, int32_t score[SKAT_SEATS_MAX])
{
    struct skat_result result;
    int32_t extra[SKAT_SEATS_MAX] = {0};

    skat_game_result(game, &result);
    skat_game_seat_scores(game, &result, (enum skat_scoring)scoring, bots->seat_of, score);
    if (scoring == SKAT_SCORING_SEEGER_FABIAN)
        skat_seeger_extras(game->rules, result.won < 0 ? -1 : bots->seat_of[game->table.declarer],
                           result.won > 0, extra);
    for (int seat = 0; seat < game->rules->seats; seat++)
        score[seat] = score[seat] * times + extra[seat];
}

/* How far the bot at fault is ahead of the other one by the means of their seats, times both
 * numbers of seats. */
static int64_t lead_of(const struct skat_game *game, const struct seat_owners *bots, int scoring,
                       int times)
{
    int32_t score[SKAT_SEATS_MAX];
    int64_t sum[OTHER + 1] = {0};
    int seats[OTHER + 1] = {0};

    score_of(game, bots, scoring, times, score);
    for (int seat = 0; seat < game->rules->seats; seat++) {
        sum[bots->of_seat[seat]] += score[seat];
        seats[bots->of_seat[seat]]++;
    }
    return sum[AT_FAULT] * seats[COMPARED] - sum[COMPARED] * seats[AT_FAULT];
}

/* What was seen, and how often. */
enum { UNDECLARED, ANNOUNCING, DECLARERS, DEFENDERS, RAMSCH, EQUAL, PARTNERS, ROUNDS, KINDS };
static int seen[KINDS];

static void note(const struct skat_game *game, unsigned offender, const struct seat_owners *bots,
                 bool equal)
{
    const unsigned declarer = game->table.declarer;
    const bool declared = declarer != SKAT_NOBODY;

    seen[skat_game_is_ramsch(game) ? RAMSCH
         : !declared               ? UNDECLARED
         : !game->table.announced  ? ANNOUNCING
         : offender == declarer    ? DECLARERS
                                   : DEFENDERS]++;
    seen[EQUAL] += equal;
    seen[PARTNERS] += declared && offender != declarer && is_at_fault(bots, declarer);
}

/* The factors by which a deal can come to count when it is over: any of the triggers may fire. */
static int most_times(const struct skat_game *game)
{
    const uint32_t triggers =
        (uint32_t)game->rules->bock_triggers & ~(1u << SKAT_TRIGGER_LAST_ROUND);
    return skat_session_factor(game->rules, game->terms.round, triggers);
}

/* Under `opponents` declarer can give up an overbid game for less than it costs lost, and so can
 * spoil what the defenders have (rules.md 8.1). */
static bool is_given_up(const struct skat_game *played)
{
    return played->rules->scoring_system == SKAT_SCORING_OPPONENTS &&
           (played->ending == SKAT_ENDED_CONCEDED || played->ending == SKAT_ENDED_RESIGNED);
}

/* A fault now against what comes of legal answers, for the bot at fault with all its seats. */
static void check_no_worse(const struct skat_game *game, const struct skat_game *faulted,
                           const struct skat_game *played, const struct seat_owners *bots,
                           unsigned offender)
{
    const int scorings[] = {SKAT_SCORING_CLASSIC, game->rules->scoring_system};

    for (size_t i = 0; i < COUNT_OF(scorings) && !is_given_up(played); i++)
        for (int times = 1; times <= most_times(game); times++) {
            const int64_t fault = lead_of(faulted, bots, scorings[i], 1);
            const int64_t legal = lead_of(played, bots, scorings[i], times);
            if (fault > legal)
                fail_msg("position %u, declarer %u, phase %d, scoring %d, seats %d (%d%d%d%d%d): a "
                         "fault leads by %" PRId64 ", a legal answer by %" PRId64,
                         offender, game->table.declarer, game->phase, scorings[i],
                         game->rules->seats, bots->of_seat[0], bots->of_seat[1], bots->of_seat[2],
                         bots->of_seat[3], bots->of_seat[4], fault, legal);
            note(game, offender, bots, fault == legal);
        }
}

/* After a defender's fault declarer has at least what it could have had where nobody else doubles
 * anything; and so have the defenders after declarer's. */
static void check_other_side(const struct skat_game *game, const struct skat_game *faulted,
                             const struct skat_game *played, const struct seat_owners *bots,
                             unsigned offender)
{
    const unsigned declarer = game->table.declarer;
    int32_t fault[SKAT_SEATS_MAX], legal[SKAT_SEATS_MAX];

    if (declarer == SKAT_NOBODY || is_given_up(played) ||
        played->extra.kontra != game->extra.kontra ||
        played->extra.gifts_refused != game->extra.gifts_refused)
        return;
    score_of(faulted, bots, game->rules->scoring_system, 1, fault);
    score_of(played, bots, game->rules->scoring_system, 1, legal);
    for (unsigned other = 0; other < SKAT_PLAYERS; other++) {
        const int seat = bots->seat_of[other];
        if (seat != SKAT_NOBODY && (other == declarer) != (offender == declarer) &&
            fault[seat] < legal[seat])
            fail_msg("position %u, declarer %u, phase %d: a fault brings %u %d, a legal answer %d",
                     offender, declarer, game->phase, other, fault[seat], legal[seat]);
    }
}

/* The points of a deal by seat, in the scoring of the rules and in classic scoring. */
struct deal_points {
    int32_t own[SKAT_SEATS_MAX], classic[SKAT_SEATS_MAX];
};

/* What a deal opens in its session, of which it is the first. */
static uint32_t triggers_after(const struct skat_game *over, const struct seat_owners *bots,
                               struct deal_points *points)
{
    static struct skat_session session;
    struct skat_session_news news;
    struct skat_deal_event event;
    struct skat_result result;

    skat_session_start(&session, over->rules);
    session.terms = over->terms;
    skat_game_result(over, &result);
    skat_game_event(over, &result, bots->seat_of, &event);
    skat_session_add(&session, &event, &news);
    memset(points, 0, sizeof *points);
    score_of(over, bots, over->rules->scoring_system, news.factor, points->own);
    score_of(over, bots, SKAT_SCORING_CLASSIC, news.factor, points->classic);
    return news.triggers;
}

enum {
    OF_TOTALS = 1 << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100 |
                1 << SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS |
                1 << SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS
};

/* A fault that changes nobody's points opens the same rounds as a game that is played to its end.
 */
static void check_rounds(const struct skat_game *faulted, const struct skat_game *played,
                         const struct seat_owners *bots)
{
    const struct skat_rules *rules = faulted->rules;
    struct deal_points fault, legal;

    if ((!rules->bock_triggers && !rules->ramsch_round_triggers) ||
        played->ending != SKAT_ENDED_PLAYED)
        return;
    const uint32_t then = triggers_after(faulted, bots, &fault);
    const uint32_t now = triggers_after(played, bots, &legal);
    if (memcmp(&fault, &legal, sizeof fault) != 0 || played->extra.kontra != faulted->extra.kontra)
        return;
    /* With bock.doubles_trigger a legal deal is doubled after the triggers of totals, a fault with
     * all that it costs before. */
    if ((then ^ now) & ~(rules->bock_doubles_trigger ? (uint32_t)OF_TOTALS : 0))
        fail_msg("declarer %u, code %d: a fault triggers %x, a legal answer %x",
                 faulted->table.declarer, faulted->table.contract.type, then, now);
    seen[ROUNDS] += now != 0;
}

/* The count in words ends with what is charged, also where nobody has said the doublings. */
static void check_words_of(const struct skat_game *faulted)
{
    struct skat_facts facts;
    struct skat_result result;
    char words[SKAT_WORDS_SIZE];

    if (faulted->table.declarer == SKAT_NOBODY || !faulted->table.announced)
        return;
    skat_game_facts(faulted, &facts);
    skat_game_result(faulted, &result);
    skat_value_words(&facts, &result, words);
    const char *last = strrchr(words, ' ');
    if (!last || atoi(last) != abs(result.signed_value))
        fail_msg("\"%s\", but %d are charged", words, result.signed_value);
}

/* Who is at fault: mostly who is asked; sometimes another one, which crashed. */
static unsigned draw_offender(const struct skat_game *game, const struct skat_decision *decision,
                              uint64_t *random)
{
    unsigned offender = skat_game_player(game, decision->position);

    while (!test_below(random, 4) || !skat_sits(game->rules->derived.seating, offender))
        offender = (unsigned)test_below(random, SKAT_PLAYERS);
    return offender;
}

static void no_fault_is_cheaper(const struct skat_game *game, uint64_t *random)
{
    enum { PLAYED = 4 };
    struct skat_decision decision;
    struct seat_owners bots;

    if (!skat_game_pending(game, &decision))
        return;
    const unsigned offender = draw_offender(game, &decision, random);
    struct skat_game faulted = *game;
    skat_game_fail(&faulted, offender);
    check_words_of(&faulted);
    for (int i = 0; i < PLAYED; i++) {
        struct skat_game played = *game;
        draw_bots(&bots, game->rules, offender, random);
        play_on(&played, &bots, random);
        check_no_worse(game, &faulted, &played, &bots, offender);
        check_other_side(game, &faulted, &played, &bots, offender);
        check_rounds(&faulted, &played, &bots);
    }
}

TEST(no_fault_pays)
{
    uint64_t random = 20261126;
    for (int set = 0; set < 300; set++) {
        struct skat_rules rules;
        struct skat_game game;
        rules_random_of_any(&rules, set, &random);
        rules.faults = SKAT_FAULTS_WORST;
        start_random(&game, &rules, &random);
        do
            no_fault_is_cheaper(&game, &random);
        while (random_step(&game, &random));
    }
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(seen[kind] > (kind == ROUNDS ? 20 : 250));
}
