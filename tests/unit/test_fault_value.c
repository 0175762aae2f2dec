// SPDX-License-Identifier: MIT
/* tests/unit/test_fault_value.c - what a fault costs (rules.md 8.3, fault_value): worked examples,
 * and that at no moment of random games under random rule sets it costs less than what follows if
 * the player answers legally. */
#include "engine/variants.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/repeat.h"

/* ---- examples ---- */

struct worst_case {
    const char *from, *options, *code;
    int bid, matadors, points, tricks, rest_points, rest_tricks;
    int declarers, defenders; /* signed value after a fault of each */
    int kontra_most;
};

static const struct worst_case worst_cases[] = {
    {"won; the defenders may become schneider: 40", "", "H", 18, 2, 61, 5, 30, 3, 30, 40, 0},
    {"won; schwarz is possible, too: 50", "", "H", 18, 2, 61, 7, 59, 3, 30, 50, 0},
    {"won schneider: certain", "", "H", 18, 2, 90, 8, 10, 1, 40, 40, 0},
    {"won; 89 are the most", "", "H", 18, 2, 61, 5, 28, 3, 30, 30, 0},
    {"not decided, declarer has 31", "", "H", 18, 2, 31, 3, 60, 5, -60, 40, 0},
    {"not decided, declarer may stay schneider", "", "H", 18, 2, 30, 3, 70, 5, -80, 40, 0},
    {"before the first trick, schwarz", "", "H", 18, 2, 0, 0, 120, 10, -100, 50, 0},
    {"lost; declarer may stay schneider", "", "H", 18, 2, 20, 2, 30, 3, -80, -60, 0},
    {"lost by hand, once", "lost_hand=single", "HH", 18, 2, 20, 2, 30, 3, -50, -40, 0},
    {"null", "", "N", 18, 0, 0, 0, 90, 8, -46, 23, 0},
    {"null, lost", "", "N", 18, 0, 4, 1, 90, 7, -46, -46, 0},
    {"overbid at any rate", "", "D", 40, 1, 0, 0, 120, 10, -90, -90, 0},
    {"overbid but for schwarz: won with it", "", "D", 36, 1, 0, 0, 120, 10, -72, 36, 0},
    {"overbid, schneider is too little", "", "D", 36, 1, 11, 1, 90, 7, -72, -72, 0},
    {"kontra could still come", "kontra.levels=1", "H", 18, 2, 31, 3, 60, 5, -120, 80, 1},
    {"but not against who has won", "kontra.levels=1", "H", 18, 2, 61, 5, 28, 3, 30, 60, 1},
    {"a spitze that could be missed with 90", "spitzen.max=1", "H+1", 18, 2, 40, 4, 60, 5, -100, 50,
     0},
    {"forfeited: the offender loses", "decided_game=forfeited", "H", 18, 2, 61, 5, 30, 3, -80, 40,
     0},
    {"forfeited, overbid at any rate", "decided_game=forfeited", "D", 40, 1, 0, 0, 120, 10, -90, 45,
     0},
};

static struct skat_contract contract_of(const char *code)
{
    struct skat_contract contract;
    if (skat_contract_parse(code, &contract) != (int)strlen(code))
        fail_msg("no contract \"%s\"", code);
    return contract;
}

static int value_after(const struct worst_case *c, enum skat_ending ending)
{
    const struct skat_contract contract = contract_of(c->code);
    const struct skat_facts facts = {
        .announced = true,
        .contract = contract,
        .bid = c->bid,
        .matadors = c->matadors,
        .matadors_hand = c->matadors,
        .points = c->points,
        .tricks = c->tricks,
        .ending = ending,
        .picked_up = !(contract.with & SKAT_WITH_HAND),
        .spitzen_failed = skat_contract_spitzen(contract) > 0, /* not made yet */
        .bock = 1,
        .kontra_most = c->kontra_most,
        .rest_points = c->rest_points,
        .rest_tricks = c->rest_tricks,
    };
    struct skat_rules rules;
    struct skat_result got;

    rules_of(&rules, c->options);
    skat_value(&rules, &facts, &got);
    if (got.points != c->points || got.tricks != c->tricks)
        fail_msg("%s: points %d in %d tricks", c->from, got.points, got.tricks);
    return got.signed_value;
}

static void the_worst_end_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(worst_cases); i++) {
        const struct worst_case *c = &worst_cases[i];
        const int declarers = value_after(c, SKAT_ENDED_DECLARER_FAULT);
        const int defenders = value_after(c, SKAT_ENDED_DEFENDER_FAULT);
        if (declarers != c->declarers || defenders != c->defenders)
            fail_msg("%s: declarer's fault %d, a defender's %d, want %d, %d", c->from, declarers,
                     defenders, c->declarers, c->defenders);
    }
}

static void the_highest_value_counts_in_the_auction(void **state)
{
    static const struct {
        const char *options;
        int want;
    } cases[] = {
        {"", -528},
        {"lost_factor=3", -792},
        {"lost_factor=1", -528},
        {"kontra.levels=2", -1056},
        {"scoring=minus kontra.levels=3", -2112},
        {"fault_value=conceded", -40},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_result got;
        rules_of(&rules, cases[i].options);
        skat_value_auction_fault(&rules, 20, 1, &got);
        if (got.signed_value != cases[i].want || got.won != -1)
            fail_msg("\"%s\": %d, want %d", cases[i].options, got.signed_value, cases[i].want);
    }
}

static void the_dearest_ramsch_counts(void **state)
{
    static const struct {
        const char *from, *options;
        int unseen, knocks, doublings_most, want;
    } cases[] = {
        {"a virgin doubles 120; a march makes the second one impossible", "", 0, 0, 0, -240},
        {"two virgins", "ramsch.march=0", 0, 0, 0, -480},
        {"no virgins: two of a bot share what a march wins", "ramsch.virgin=off", 0, 0, 0, -240},
        {"neither", "ramsch.virgin=off ramsch.march=0", 0, 0, 0, -120},
        {"at least all points", "ramsch.score=fixed_20_30_50", 0, 0, 0, -120},
        {"amounts", "ramsch.score=amounts ramsch.amounts=200,300,400", 0, 0, 0, -400},
        {"passed on unseen once, one knock", "ramsch.klopfen=always", 1, 1, 0, -960},
        {"before the first card", "ramsch.klopfen=always", 1, 0, 3, -1920},
        {"conceded", "fault_value=conceded", 1, 1, 3, -120},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct skat_ramsch_facts facts = {
            .unseen = (uint8_t)cases[i].unseen,
            .knocks = (uint8_t)cases[i].knocks,
            .bock = 1,
            .doublings_most = (uint8_t)cases[i].doublings_most,
        };
        char options[120];
        struct skat_rules rules;
        struct skat_result got;
        snprintf(options, sizeof options, "passed_in=ramsch %s", cases[i].options);
        rules_of(&rules, options);
        skat_value_ramsch_fault(&rules, &facts, &got);
        if (got.signed_value != cases[i].want)
            fail_msg("%s: %d, want %d", cases[i].from, got.signed_value, cases[i].want);
    }
}

/* ---- no fault pays ---- */

/* Words that cost only whoever says them: bids, doublings, giving up, and a gift that is agreed to
 * or refused. A player who answers legally can always do without. */
static void without_raising(struct skat_action *action, const struct skat_game *game,
                            const struct skat_decision *decision, uint64_t *random)
{
    const bool declarers = decision->position == game->table.declarer;

    switch (decision->kind) {
    case SKAT_DECIDE_BID: /* the lowest, if it is the first: then there is no ramsch */
        *action = action_of(game->table.bid ? SKAT_ACTION_PASS : SKAT_ACTION_BID);
        action->bid = game->table.bid ? 0 : decision->bids[0];
        return;
    case SKAT_DECIDE_CALL:
        *action = action_of(SKAT_ACTION_PASS);
        if (!game->calls.called_rank) {
            *action = action_of(SKAT_ACTION_CALL);
            action->contract = decision->declarations[0];
        }
        return;
    case SKAT_DECIDE_HOLD:
    case SKAT_DECIDE_HOLD_CALL:
        *action = action_of(SKAT_ACTION_PASS);
        return;
    case SKAT_DECIDE_CONCEDE:
    case SKAT_DECIDE_KONTRA:
    case SKAT_DECIDE_KNOCK:
    case SKAT_DECIDE_GRAND_HAND:
        *action = action_of(SKAT_ACTION_PLAY_ON);
        return;
    case SKAT_DECIDE_AGREE:
        *action = action_of(SKAT_ACTION_REFUSE);
        return;
    case SKAT_DECIDE_GIFT:
        *action = action_of(declarers ? SKAT_ACTION_HOLD : SKAT_ACTION_REFUSE);
        return;
    case SKAT_DECIDE_CARD:
        if (action->kind == SKAT_ACTION_CONCEDE || action->kind == SKAT_ACTION_GIVE_UP) {
            *action = action_of(SKAT_ACTION_CARD);
            action->count = 1;
            action->cards[0] = skat_cards_first(decision->cards);
        }
        return;
    case SKAT_DECIDE_BLIND:
        while (action->kind != SKAT_ACTION_PLACE)
            random_action(action, game, decision, random);
        return;
    default:
        return;
    }
}

/* Plays the rest: `player` legally and without raising anything, the others at random. */
static void play_on(struct skat_game *game, unsigned player, uint64_t *random)
{
    struct skat_decision decision;

    while (skat_game_pending(game, &decision)) {
        struct skat_action action;
        const unsigned decides = skat_game_player(game, decision.position);
        if (!test_below(random, 20)) {
            const unsigned position = random_unasked(&action, random);
            if (position != player && skat_game_apply(game, position, &action) == SKAT_ACCEPTED)
                continue;
        }
        random_action(&action, game, &decision, random);
        if (decides == player)
            without_raising(&action, game, &decision, random);
        assert_int_equal(skat_game_apply(game, decision.position, &action), SKAT_ACCEPTED);
    }
}

/* Scores by position, in the scoring of the rules, as often as the deal counts. */
static void score_of(const struct skat_game *game, int scoring, int32_t score[SKAT_PLAYERS])
{
    static const uint8_t seats[SKAT_PLAYERS] = {0, 1, 2};
    struct skat_result result;
    struct skat_deal_event event;

    skat_game_result(game, &result);
    skat_game_event(game, &result, seats, &event);
    skat_game_scores(game, &result, (enum skat_scoring)scoring, score);
    /* Any of the triggers may fire (bock.doubles_trigger). */
    const uint32_t triggers =
        event.faulted ? 0 : (uint32_t)game->rules->bock_triggers & ~(1u << SKAT_TRIGGER_LAST_ROUND);
    const int factor = skat_session_factor(game->rules, game->terms.round, triggers);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        score[position] *= factor;
}

static struct {
    int undeclared, announcing, declarers, defenders, ramsch, equal;
} seen;

static void note(const struct skat_game *game, unsigned player, bool equal)
{
    seen.equal += equal;
    if (skat_game_is_ramsch(game))
        seen.ramsch++;
    else if (game->table.declarer == SKAT_NOBODY)
        seen.undeclared++;
    else if (!game->table.announced)
        seen.announcing++;
    else if (player == game->table.declarer)
        seen.declarers++;
    else
        seen.defenders++;
}

/* A fault now against what comes of a legal answer: for the player at fault, and, once there is a
 * declarer, for the other side. */
static void check_no_worse(const struct skat_game *game, const struct skat_game *faulted,
                           const struct skat_game *played, unsigned player)
{
    const int scorings[] = {SKAT_SCORING_CLASSIC, game->rules->scoring};
    const unsigned declarer = game->table.declarer;

    /* Under `opponents` declarer can give up an overbid game for less than it costs lost, and so
     * can spoil what the defenders have (rules.md 8.1). */
    if (game->rules->scoring == SKAT_SCORING_OPPONENTS &&
        (played->ending == SKAT_ENDED_CONCEDED || played->ending == SKAT_ENDED_RESIGNED))
        return;
    for (size_t i = 0; i < COUNT_OF(scorings); i++) {
        int32_t fault[SKAT_PLAYERS], legal[SKAT_PLAYERS];
        score_of(faulted, scorings[i], fault);
        score_of(played, scorings[i], legal);
        if (fault[player] > legal[player])
            fail_msg("position %u, declarer %u, phase %d, scoring %d: a fault costs %d, a legal "
                     "answer %d",
                     player, declarer, game->phase, scorings[i], fault[player], legal[player]);
        for (unsigned other = 0; other < SKAT_PLAYERS && declarer != SKAT_NOBODY; other++)
            if ((other == declarer) != (player == declarer) && fault[other] < legal[other])
                fail_msg("position %u, declarer %u, phase %d, scoring %d: a fault brings %u %d, a "
                         "legal answer %d",
                         player, declarer, game->phase, scorings[i], other, fault[other],
                         legal[other]);
        note(game, player, fault[player] == legal[player]);
    }
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

static void no_fault_is_cheaper(const struct skat_game *game, uint64_t *random)
{
    enum { PLAYED = 4 };
    struct skat_decision decision;

    if (!skat_game_pending(game, &decision))
        return;
    const unsigned player = skat_game_player(game, decision.position);
    struct skat_game faulted = *game;
    skat_game_fail(&faulted, player);
    check_words_of(&faulted);
    for (int i = 0; i < PLAYED; i++) {
        struct skat_game played = *game;
        play_on(&played, player, random);
        check_no_worse(game, &faulted, &played, player);
    }
}

static void check_games(struct skat_rules *rules, uint64_t *random)
{
    enum { GAMES = 4 };

    for (int i = 0; i < GAMES; i++) {
        struct skat_game game;
        start_random(&game, rules, random);
        do
            no_fault_is_cheaper(&game, random);
        while (random_step(&game, random));
    }
}

static void no_fault_pays(void **state)
{
    uint64_t random = 20261126;
    (void)state;
    memset(&seen, 0, sizeof seen);
    for (int set = 0; set < full_or(4000, 300); set++) {
        struct skat_rules rules;
        if (set % 4)
            rules_random(&rules, &random);
        else
            rules_random_of_game(&rules, (enum skat_variant_id)test_below(&random, SKAT_VARIANTS),
                                 &random);
        rules.fault_value = SKAT_FAULT_WORST;
        check_games(&rules, &random);
    }
    assert_true(seen.undeclared > 1000 && seen.announcing > 1000 && seen.ramsch > 1000);
    assert_true(seen.declarers > 1000 && seen.defenders > 1000 && seen.equal > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_end_counts),
        cmocka_unit_test(the_highest_value_counts_in_the_auction),
        cmocka_unit_test(the_dearest_ramsch_counts),
        cmocka_unit_test(no_fault_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
