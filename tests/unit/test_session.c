// SPDX-License-Identifier: MIT
/* tests/unit/test_session.c - what a session carries from deal to deal (rules.md 7.3, bock and
 * ramsch rounds; 8, Bierlachs): triggers, rounds as a line of text for a line of deals, totals. */
#include "tests/unit/engine_helpers.h"

#include "engine/session.h"

static struct skat_contract contract_of(const char *code)
{
    struct skat_contract contract;
    if (skat_contract_parse(code, &contract) != (int)strlen(code))
        fail_msg("no contract \"%s\"", code);
    return contract;
}

/* A declared game, played out, that fires only triggers that depend on `value` and `won`. */
static void declared_event(struct skat_deal_event *event, struct skat_result *result,
                           const char *code, bool won, int value)
{
    memset(event, 0, sizeof *event);
    memset(result, 0, sizeof *result);
    result->won = won;
    result->value = (int16_t)value;
    result->points = won ? 70 : 50;
    result->tricks = 5;
    result->doubling = result->bock = 1;
    result->signed_value = won ? value : -2 * value;
    event->result = result;
    event->contract = contract_of(code);
    event->played_out = true;
    event->grand_hand = -1;
}

/* Passed in, all numbers 0. */
static void passed_in_event(struct skat_deal_event *event, struct skat_result *result)
{
    memset(event, 0, sizeof *event);
    memset(result, 0, sizeof *result);
    result->won = -1;
    result->bock = 1;
    event->result = result;
    event->grand_hand = -1;
}

/* ---- triggers ---- */

#define ALL_TRIGGERS                                                                               \
    "bock.triggers=value_over_100,grand_hand_won,grand_hand_played,kontra_lost,re_said,re_won,"    \
    "declarer_schneider,sixty_sixty,score_multiple_of_100,score_three_equal_digits,"               \
    "value_at_least_72,value_at_least_96,kontra_failed,score_ends_in_three_equal_digits"

static void trigger_names(uint32_t triggers, char text[512])
{
    *text = 0;
    for (int i = 0; i < SKAT_TRIGGERS; i++)
        if (triggers >> i & 1)
            strcat(strcat(text, skat_trigger_names[i]), " ");
}

struct trigger_case {
    const char *from, *code;
    bool won;
    int value, points, kontra;
    bool cut_short; /* conceded or given up: not played out */
    bool faulted;
    const char *want;
    int rest_points;
    const char *options;
};

static void check_trigger(const struct trigger_case *c)
{
    static struct skat_session session;
    struct skat_rules rules;
    struct skat_result result;
    struct skat_deal_event event;
    struct skat_session_news news;
    char got[512];
    char options[512];
    snprintf(options, sizeof options, "%s%s", c->options ? c->options : "", ALL_TRIGGERS);
    rules_of(&rules, options);
    skat_session_start(&session, &rules);
    declared_event(&event, &result, c->code, c->won, c->value);
    result.points = (int16_t)c->points;
    result.doubling = (int16_t)(1 << c->kontra);
    event.kontra = c->kontra;
    event.played_out = !c->cut_short;
    event.faulted = event.ended_by_fault = c->faulted;
    event.rest_points = c->rest_points;
    memset(&news, 0x55, sizeof news);
    skat_session_add(&session, &event, &news);
    trigger_names(news.triggers, got);
    if (strcmp(got, c->want) != 0)
        fail_msg("%s: \"%s\", want \"%s\"", c->from, got, c->want);
}

static void each_trigger_is_fired_by_its_deal(void **state)
{
    static const struct trigger_case cases[] = {
        {"an ordinary game", "C", true, 24, 70, 0, false, false, "", 0, NULL},
        {"100 is not over 100", "G", false, 100, 50, 0, false, false, "", 0, NULL},
        {"over 100, won", "C", true, 108, 70, 0, false, false,
         "value_over_100 value_at_least_72 value_at_least_96 ", 0, NULL},
        {"over 100, lost: value_at_least is won only", "C", false, 108, 50, 0, false, false,
         "value_over_100 ", 0, NULL},
        {"over 100, conceded", "C", false, 108, 10, 0, true, false, "value_over_100 ", 0, NULL},
        {"before doublings: 54 with kontra", "D", true, 54, 70, 1, false, false, "kontra_failed ",
         0, NULL},
        {"71 is not 72", "C", true, 71, 70, 0, false, false, "", 0, NULL},
        {"72", "C", true, 72, 70, 0, false, false, "value_at_least_72 ", 0, NULL},
        {"95", "C", true, 95, 70, 0, false, false, "value_at_least_72 ", 0, NULL},
        {"96", "C", true, 96, 70, 0, false, false, "value_at_least_72 value_at_least_96 ", 0, NULL},
        {"96 lost", "C", false, 96, 50, 0, false, false, "", 0, NULL},
        {"72 before doublings: 36 with kontra", "C", true, 36, 70, 1, false, false,
         "kontra_failed ", 0, NULL},
        {"revolution is worth 92", "V", true, 92, 20, 0, false, false, "value_at_least_72 ", 0,
         NULL},
        {"grand hand won", "GH", true, 48, 70, 0, false, false, "grand_hand_won grand_hand_played ",
         0, NULL},
        {"Wikipedia, grand hand lost was played", "GH", false, 48, 50, 0, false, false,
         "grand_hand_played ", 0, NULL},
        {"grand hand conceded counts as played", "GH", false, 48, 0, 0, true, false,
         "grand_hand_played ", 0, NULL},
        {"grand ouvert is grand hand", "GOH", false, 48, 50, 0, false, false, "grand_hand_played ",
         0, NULL},
        {"grand with the skat", "G", true, 48, 70, 0, false, false, "", 0, NULL},
        {"another hand game", "SH", true, 44, 70, 0, false, false, "", 0, NULL},
        {"kontra lost", "C", false, 24, 50, 1, false, false, "kontra_lost ", 0, NULL},
        {"kontra lost, re or not", "C", false, 24, 50, 2, false, false, "kontra_lost re_said ", 0,
         NULL},
        {"kontra lost, conceded", "C", false, 24, 0, 1, true, false, "kontra_lost ", 0, NULL},
        {"Swedish text, a kontra that its sayer lost", "C", true, 24, 70, 1, false, false,
         "kontra_failed ", 0, NULL},
        {"re won", "C", true, 24, 70, 2, false, false, "re_said re_won kontra_failed ", 0, NULL},
        {"supra won", "C", true, 24, 70, 3, false, false, "re_said re_won kontra_failed ", 0, NULL},
        {"kontra lost in null", "N", false, 23, 10, 1, false, false, "kontra_lost ", 0, NULL},
        {"declarer schneider with 30", "C", false, 36, 30, 0, false, false, "declarer_schneider ",
         0, NULL},
        {"not with 31", "C", false, 24, 31, 0, false, false, "", 0, NULL},
        {"declarer schneider in grand", "G", false, 72, 12, 0, false, false, "declarer_schneider ",
         0, NULL},
        {"declarer schneider in sächsische Spitze", "P", false, 60, 12, 0, false, false,
         "declarer_schneider ", 0, NULL},
        {"a conceded game makes nobody schneider", "C", false, 24, 11, 0, true, false, "", 0, NULL},
        {"nor does null", "N", false, 23, 11, 0, false, false, "", 0, NULL},
        {"sixty to sixty", "C", false, 24, 60, 0, false, false, "sixty_sixty ", 0, NULL},
        {"sixty in grand", "G", false, 48, 60, 0, false, false, "sixty_sixty ", 0, NULL},
        {"sixty, then conceded", "C", false, 24, 60, 0, true, false, "", 0, NULL},
        {"sixty points in null", "N", false, 23, 60, 0, false, false, "", 0, NULL},
        {"all at once", "GH", false, 120, 30, 2, false, false,
         "value_over_100 grand_hand_played kontra_lost re_said declarer_schneider ", 0, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_trigger(&cases[i]);
}

/* rules.md 8.3: what is certain, whoever gets the rest. */
static void a_fault_triggers_what_its_result_does(void **state)
{
    static const struct trigger_case cases[] = {
        {"conceded: nothing", "GH", false, 120, 30, 2, true, true, "", 0, "fault_value=conceded "},
        {"conceded: nor when declarer wins by it", "GH", true, 120, 70, 2, true, true, "", 0,
         "fault_value=conceded "},
        {"all at once", "GH", false, 120, 30, 2, true, true,
         "value_over_100 grand_hand_played kontra_lost re_said declarer_schneider ", 0, ""},
        {"a defender's", "GH", true, 120, 70, 2, true, true,
         "value_over_100 grand_hand_won grand_hand_played re_said re_won value_at_least_72 "
         "value_at_least_96 kontra_failed ",
         20, ""},
        {"30 and nothing left to get", "C", false, 36, 20, 0, true, true, "declarer_schneider ", 10,
         ""},
        {"31 are possible", "C", false, 36, 20, 0, true, true, "", 11, ""},
        {"sixty, and the rest has no points", "C", false, 24, 60, 0, true, true, "sixty_sixty ", 0,
         ""},
        {"sixty, and a rest", "C", false, 24, 60, 0, true, true, "", 2, ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_trigger(&cases[i]);
}

/* rules.md 8.3: the offender pays for a round that the rest decides. */
static void a_round_may_hang_on_the_rest(void **state)
{
    static const struct {
        const char *from, *options, *code;
        int points, rest_points;
        bool want;
    } cases[] = {
        {"no triggers", "", "C", 50, 10, false},
        {"60:60", "bock.triggers=sixty_sixty", "C", 50, 10, true},
        {"60:60 of ramsch rounds", "ramsch_round.triggers=sixty_sixty", "C", 60, 2, true},
        {"declarer has 61", "bock.triggers=sixty_sixty", "C", 61, 2, false},
        {"declarer cannot have 60", "bock.triggers=sixty_sixty", "C", 50, 9, false},
        {"60:60 is certain", "bock.triggers=sixty_sixty", "C", 60, 0, false},
        {"schneider is open", "bock.triggers=declarer_schneider", "C", 20, 11, true},
        {"schneider is certain", "bock.triggers=declarer_schneider", "C", 20, 10, false},
        {"31 are had", "bock.triggers=declarer_schneider", "C", 31, 11, false},
        {"null", "bock.triggers=declarer_schneider", "N", 20, 11, false},
        {"another trigger", "bock.triggers=value_over_100", "C", 20, 60, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_facts facts = {
            .announced = true, .points = cases[i].points, .rest_points = cases[i].rest_points};
        rules_of(&rules, cases[i].options);
        skat_contract_parse(cases[i].code, &facts.contract);
        if (skat_round_hangs(&rules, &facts) != cases[i].want)
            fail_msg("%s: want %d", cases[i].from, cases[i].want);
    }
}

#define ENDS "score_ends_in_three_equal_digits "

/* What the classic totals of the seats do, deal by deal: "20,0,0 -20,0,0" ... */
static void score_triggers_look_at_classic_totals(void **state)
{
    static const struct {
        const char *from;
        int count;
        int classic[4][3];
        bool faulted;     /* the last deal */
        const char *want; /* of the last deal */
    } cases[] = {
        {"20, others unchanged at 0", 1, {{20}}, false, ""},
        {"100", 2, {{80}, {20}}, false, "score_multiple_of_100 "},
        {"0 is a multiple", 2, {{20}, {-20}}, false, "score_multiple_of_100 " ENDS},
        {"-200", 2, {{0, -120}, {0, -80}}, false, "score_multiple_of_100 "},
        {"100 that stands already", 3, {{80}, {20}, {0, 30}}, false, ""},
        {"by the loser of a ramsch",
         2,
         {{0, 0, -60}, {0, 0, -40}},
         false,
         "score_multiple_of_100 "},
        {"111", 2, {{88}, {23}}, false, "score_three_equal_digits " ENDS},
        {"-222", 2, {{-96}, {-126}}, false, "score_three_equal_digits " ENDS},
        {"999", 4, {{264}, {264}, {264}, {207}}, false, "score_three_equal_digits " ENDS},
        {"112", 2, {{88}, {24}}, false, ""},
        {"22 is two digits", 1, {{22}}, false, ""},
        {"1110 is four", 4, {{300}, {300}, {300}, {210}}, false, ""},
        {"1111 is four, and ends in three", 4, {{300}, {300}, {300}, {211}}, false, ENDS},
        {"XSkat, -1222 ends in three", 4, {{-480}, {-240}, {-480}, {-22}}, false, ENDS},
        {"XSkat, a multiple of 1000 ends in three",
         4,
         {{300}, {300}, {300}, {100}},
         false,
         "score_multiple_of_100 " ENDS},
        {"100 does not", 1, {{100}}, false, "score_multiple_of_100 "},
        {"300 of one, 111 of another",
         2,
         {{0, 120, 88}, {0, 180, 23}},
         false,
         "score_multiple_of_100 score_three_equal_digits " ENDS},
        {"a fault", 2, {{-64}, {-36}}, true, "score_multiple_of_100 "},
        {"its score counts: 100 after a fault",
         3,
         {{136}, {-16}, {-20}},
         false,
         "score_multiple_of_100 "},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_session session;
        struct skat_rules rules;
        struct skat_session_news news;
        char got[512];
        /* under `minus` the session's own totals differ */
        rules_of(&rules, "scoring=minus bierlachs_limit=5000 bock.triggers=score_multiple_of_100,"
                         "score_three_equal_digits,score_ends_in_three_equal_digits");
        skat_session_start(&session, &rules);
        for (int deal = 0; deal < cases[i].count; deal++) {
            struct skat_result result;
            struct skat_deal_event event;
            declared_event(&event, &result, "C", true, 24);
            event.faulted = (cases[i].faulted && deal == cases[i].count - 1) ||
                            (strstr(cases[i].from, "after a fault") && deal == 1);
            for (int seat = 0; seat < 3; seat++) {
                event.classic[seat] = cases[i].classic[deal][seat];
                event.score[seat] = -7;
            }
            skat_session_add(&session, &event, &news);
        }
        trigger_names(news.triggers, got);
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: \"%s\", want \"%s\"", cases[i].from, got, cases[i].want);
    }
}

static void only_listed_triggers_are_told(void **state)
{
    static const struct {
        const char *options, *want;
    } cases[] = {
        {"bock.triggers=re_said", "re_said "},
        {"ramsch_round.triggers=value_over_100", "value_over_100 "},
        {"bock.triggers=re_said ramsch_round.triggers=value_over_100", "value_over_100 re_said "},
        {"bock.triggers=sixty_sixty", ""},
        {"scoring=minus", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_session session;
        struct skat_rules rules;
        struct skat_result result;
        struct skat_deal_event event;
        struct skat_session_news news;
        char got[512];
        rules_of(&rules, cases[i].options);
        skat_session_start(&session, &rules);
        declared_event(&event, &result, "GH", true, 120);
        event.kontra = 2;
        skat_session_add(&session, &event, &news);
        trigger_names(news.triggers, got);
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: \"%s\", want \"%s\"", cases[i].options, got, cases[i].want);
    }
}

/* ---- rounds ---- */

/* A deal as a letter: '-' an ordinary game, 'v' one over 100, 'r' one with re, 'b' both at once,
 * 'p' passed in, 'f' ended by a fault (over 100, with re), 'm' a ramsch; a digit: the seat that
 * declares grand hand in a ramsch round. */
static void event_of_letter(struct skat_deal_event *event, struct skat_result *result, char letter)
{
    bool big = letter == 'v' || letter == 'b' || letter == 'f';
    if (letter == 'p' || letter == 'm') {
        passed_in_event(event, result);
        result->is_ramsch = letter == 'm';
        event->played_out = letter == 'm';
        return;
    }
    bool grand_hand = letter >= '0' && letter <= '4';
    declared_event(event, result, grand_hand ? "GH" : "C", true, big ? 108 : 48);
    event->kontra = letter == 'r' || letter == 'b' || letter == 'f' ? 2 : 0;
    event->faulted = event->ended_by_fault = letter == 'f';
    event->grand_hand = grand_hand ? letter - '0' : -1;
}

/* "- B1/3 B2/3 R1/3": the round each deal belongs to. */
static void round_text(const struct skat_terms *terms, char *text)
{
    if (terms->round == SKAT_ROUND_NONE)
        strcpy(text, "-");
    else
        sprintf(text, "%c%d/%d", terms->round == SKAT_ROUND_BOCK ? 'B' : 'R', terms->round_deal,
                terms->round_of);
}

static void session_rounds(const struct skat_rules *rules, const char *deals, char text[256])
{
    static struct skat_session session;
    *text = 0;
    skat_session_start(&session, rules);
    for (; *deals; deals++) {
        struct skat_terms terms;
        struct skat_result result;
        struct skat_deal_event event;
        struct skat_session_news news;
        skat_session_terms(&session, &terms);
        round_text(&terms, text + strlen(text));
        if (deals[1])
            strcat(text, " ");
        event_of_letter(&event, &result, *deals);
        skat_session_add(&session, &event, &news);
    }
}

#define DOUBLED "bock.doubles_trigger=true bock.triggers=value_over_100"
#define OF_RE "bock.doubles_trigger=true bock.triggers=re_won"

/* skatspielen.info: the deal that opens the round counts double, too. Events of a bock round would
 * have its factor in their scores; here all are worth their value. */
static void the_deal_that_opens_a_bock_round_may_count_double(void **state)
{
    static const struct {
        const char *from, *options, *deals;
        int want; /* total of a seat that wins all games */
    } cases[] = {
        {"off", "bock.triggers=value_over_100", "v", 108},
        {"the deal itself", DOUBLED, "v", 216},
        {"three times", DOUBLED " bock.factor=3", "v", 324},
        {"not by what opens ramsch", "ramsch_round.triggers=value_over_100 " OF_RE, "v", 108},
        {"not a fault, whose cost has it", DOUBLED, "f", 108},
        {"not in a bock round", DOUBLED, "vv", 216 + 108},
        {"but after it", DOUBLED " bock.length=1", "v-v", 216 + 48 + 216},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_session session;
        struct skat_rules rules;
        int64_t total = 0;
        rules_of(&rules, cases[i].options);
        skat_session_start(&session, &rules);
        for (const char *deal = cases[i].deals; *deal; deal++) {
            struct skat_result result;
            struct skat_deal_event event;
            struct skat_session_news news;
            event_of_letter(&event, &result, *deal);
            event.score[0] = event.classic[0] = result.value;
            skat_session_add(&session, &event, &news);
            total = news.totals[0];
        }
        if (total != cases[i].want)
            fail_msg("%s: %d, want %d", cases[i].from, (int)total, cases[i].want);
    }
}

struct rounds_case {
    const char *from, *options, *deals, *want;
};

static void check_rounds(const struct rounds_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct skat_rules rules;
        char got[256];
        rules_of(&rules, cases[i].options);
        session_rounds(&rules, cases[i].deals, got);
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: \"%s\" makes\n    %s, want\n    %s", cases[i].from, cases[i].deals, got,
                     cases[i].want);
    }
}

#define OVER_100 "bock.triggers=value_over_100 "
#define OVER_100_OR_RE "bock.triggers=value_over_100,re_said "

static void a_trigger_opens_a_bock_round(void **state)
{
    static const struct rounds_case cases[] = {
        {"nothing, nothing", OVER_100, "-----", "- - - - -"},
        {"as many deals as seats", OVER_100, "v-----", "- B1/3 B2/3 B3/3 - -"},
        {"four seats", OVER_100 "seats=4", "v-----", "- B1/4 B2/4 B3/4 B4/4 -"},
        {"five seats", OVER_100 "seats=5", "v------", "- B1/5 B2/5 B3/5 B4/5 B5/5 -"},
        {"bock.length 2", OVER_100 "bock.length=2", "v---", "- B1/2 B2/2 -"},
        {"bock.length 1", OVER_100 "bock.length=1", "v--", "- B1/1 -"},
        {"not one of the triggers", OVER_100, "r--", "- - -"},
        {"passed-in deals use up a deal", OVER_100, "vp---", "- B1/3 B2/3 B3/3 -"},
        {"faulted deals use up a deal and trigger", OVER_100 "bock.length=2", "vf----",
         "- B1/2 B2/2 B1/2 B2/2 -"},
        {"conceded: and trigger nothing", OVER_100 "fault_value=conceded", "vff---",
         "- B1/3 B2/3 B3/3 - -"},
        {"conceded: a fault triggers nothing", OVER_100_OR_RE "fault_value=conceded", "f--",
         "- - -"},
        {"passing in triggers nothing", OVER_100_OR_RE, "p--", "- - -"},
        {"later deals trigger as well", OVER_100, "--v----v-", "- - - B1/3 B2/3 B3/3 - - B1/3"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

static void several_triggers_in_one_deal_open_one_round_or_each_or_each_event(void **state)
{
    static const struct rounds_case cases[] = {
        {"one", OVER_100_OR_RE, "b-----", "- B1/3 B2/3 B3/3 - -"},
        {"each", OVER_100_OR_RE "bock.several=each", "b-------",
         "- B1/3 B2/3 B3/3 B1/3 B2/3 B3/3 -"},
        {"each, but only one fired", OVER_100_OR_RE "bock.several=each", "v----",
         "- B1/3 B2/3 B3/3 -"},
        {"each inside a round, queued", OVER_100_OR_RE "bock.several=each bock.length=1", "vb----",
         "- B1/1 B1/1 B1/1 - -"},
        {"events: two", OVER_100_OR_RE "bock.several=events", "b-------",
         "- B1/3 B2/3 B3/3 B1/3 B2/3 B3/3 -"},
        {"events, XSkat: kontra and re are one",
         "kontra.levels=2 bock.several=events "
         "bock.triggers=re_said,kontra_failed",
         "r----", "- B1/3 B2/3 B3/3 -"},
        {"events: 108 is one value",
         "bock.several=events "
         "bock.triggers=value_over_100,value_at_least_72,value_at_least_96",
         "v----", "- B1/3 B2/3 B3/3 -"},
        {"events of ramsch rounds",
         "kontra.levels=2 bock.several=events "
         "ramsch_round.triggers=re_said,re_won,value_over_100",
         "b-------", "- R1/3 R2/3 R3/3 R1/3 R2/3 R3/3 -"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

/* rules.md 7.3, after XSkat's manual: kontra with re, and a multiple of 1000, are one event. */
static void triggers_that_look_at_the_same_thing_are_one_event(void **state)
{
    enum { EVENTS = 7 }; /* value, grand hand, kontra, totals; schneider, 60:60, the last round */
    static const struct {
        const char *from;
        uint32_t fired, want;
    } cases[] = {
        {"nothing", 0, 0},
        {"XSkat, kontra lost with re", 1u << SKAT_TRIGGER_KONTRA_LOST | 1u << SKAT_TRIGGER_RE_SAID,
         1u << SKAT_TRIGGER_KONTRA_LOST},
        {"XSkat, a multiple of 1000",
         1u << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100 |
             1u << SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS,
         1u << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100},
        {"grand hand", 1u << SKAT_TRIGGER_GRAND_HAND_WON | 1u << SKAT_TRIGGER_GRAND_HAND_PLAYED,
         1u << SKAT_TRIGGER_GRAND_HAND_WON},
        {"value and schneider",
         1u << SKAT_TRIGGER_VALUE_OVER_100 | 1u << SKAT_TRIGGER_DECLARER_SCHNEIDER,
         1u << SKAT_TRIGGER_VALUE_OVER_100 | 1u << SKAT_TRIGGER_DECLARER_SCHNEIDER},
    };
    uint32_t all = skat_first_of_each_event((1u << SKAT_TRIGGERS) - 1);
    int events = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (skat_first_of_each_event(cases[i].fired) != cases[i].want)
            fail_msg("%s: %x", cases[i].from, skat_first_of_each_event(cases[i].fired));
    for (; all; all &= all - 1)
        events++;
    assert_int_equal(events, EVENTS);
    for (unsigned trigger = 0; trigger < SKAT_TRIGGERS; trigger++) /* each is in an event */
        assert_int_equal(skat_first_of_each_event(1u << trigger), 1u << trigger);
}

static void a_trigger_inside_a_bock_round_does_what_pending_says(void **state)
{
    static const struct rounds_case cases[] = {
        {"queue: another round after it", OVER_100, "v-v-----",
         "- B1/3 B2/3 B3/3 B1/3 B2/3 B3/3 -"},
        {"queue, in its last deal", OVER_100, "v--v----", "- B1/3 B2/3 B3/3 B1/3 B2/3 B3/3 -"},
        {"queue, twice", OVER_100 "bock.length=2", "vvv-----", "- B1/2 B2/2 B1/2 B2/2 B1/2 B2/2 -"},
        {"restart: the round runs again at full length", OVER_100 "bock.pending=restart", "v-v----",
         "- B1/3 B2/3 B1/3 B2/3 B3/3 -"},
        {"restart in the first deal", OVER_100 "bock.pending=restart", "vv-----",
         "- B1/3 B1/3 B2/3 B3/3 - -"},
        {"restart in the last deal", OVER_100 "bock.pending=restart", "v--v----",
         "- B1/3 B2/3 B3/3 B1/3 B2/3 B3/3 -"},
        {"ignore", OVER_100 "bock.pending=ignore", "v-v---", "- B1/3 B2/3 B3/3 - -"},
        {"ignore, in its last deal", OVER_100 "bock.pending=ignore", "v--v--",
         "- B1/3 B2/3 B3/3 - -"},
        {"ignore: after the round triggers count again", OVER_100 "bock.pending=ignore", "v---v-",
         "- B1/3 B2/3 B3/3 - B1/3"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

static void ramsch_follows_bock_where_it_should(void **state)
{
    static const struct rounds_case cases[] = {
        {"Swedish text, B R", OVER_100 "bock.ramsch_after=true", "v-------",
         "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"Swedish text, B R B R: queued while the first is on", OVER_100 "bock.ramsch_after=true",
         "vv------------", "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"Swedish text, B R B R: two triggers at once",
         OVER_100_OR_RE "bock.several=each bock.ramsch_after=true", "b-------------",
         "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"a trigger in a ramsch round queues a bock round", OVER_100 "bock.ramsch_after=true",
         "v---mv--------", "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"with pending restart too", OVER_100 "bock.ramsch_after=true bock.pending=restart",
         "v---mv----", "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 B1/3 B2/3 B3/3"},
        {"and with pending ignore", OVER_100 "bock.ramsch_after=true bock.pending=ignore",
         "v---mv----", "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 B1/3 B2/3 B3/3"},
        {"a restarted round has one ramsch round after it",
         OVER_100 "bock.ramsch_after=true bock.pending=restart", "v-v--------",
         "- B1/3 B2/3 B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 - -"},
        {"restarted in its last deal too", OVER_100 "bock.ramsch_after=true bock.pending=restart",
         "v--v-------", "- B1/3 B2/3 B3/3 B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"an ignored trigger brings no ramsch round either",
         OVER_100 "bock.ramsch_after=true bock.pending=ignore", "vv-------",
         "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 - -"},
        {"ramsch rounds have as many deals as seats",
         OVER_100 "bock.ramsch_after=true "
                  "bock.length=1 seats=4",
         "v------", "- B1/1 R1/4 R2/4 R3/4 R4/4 -"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

static void ramsch_rounds_have_triggers_of_their_own(void **state)
{
    static const struct rounds_case cases[] = {
        {"Swedish text, without bock", "ramsch_round.triggers=value_over_100", "v----",
         "- R1/3 R2/3 R3/3 -"},
        {"two at once, several one", "ramsch_round.triggers=value_over_100,re_said", "b----",
         "- R1/3 R2/3 R3/3 -"},
        {"two at once, several each",
         "ramsch_round.triggers=value_over_100,re_said bock.several=each", "b-------",
         "- R1/3 R2/3 R3/3 R1/3 R2/3 R3/3 -"},
        {"bock of the same deal comes first", OVER_100 "ramsch_round.triggers=re_said", "b-------",
         "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"and its own ramsch round before that",
         OVER_100 "ramsch_round.triggers=re_said bock.ramsch_after=true bock.length=1", "b--------",
         "- B1/1 R1/3 R2/3 R3/3 R1/3 R2/3 R3/3 -"},
        {"always queued, whatever bock.pending says",
         OVER_100 "ramsch_round.triggers=re_said bock.pending=ignore", "v-r-----",
         "- B1/3 B2/3 B3/3 R1/3 R2/3 R3/3 -"},
        {"inside a ramsch round", "ramsch_round.triggers=re_said", "r-r-----",
         "- R1/3 R2/3 R3/3 R1/3 R2/3 R3/3 -"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

static void the_last_deals_can_be_a_round(void **state)
{
    static const struct rounds_case cases[] = {
        {"the last three of six", "deals=6 bock.triggers=last_round", "------",
         "- - - B1/3 B2/3 B3/3"},
        {"the last four at four seats", "deals=8 seats=4 bock.triggers=last_round", "--------",
         "- - - - B1/4 B2/4 B3/4 B4/4"},
        {"as ramsch", "deals=6 ramsch_round.triggers=last_round", "------", "- - - R1/3 R2/3 R3/3"},
        {"never on top of a running round: one deal is left",
         "deals=6 bock.triggers=last_round,value_over_100", "-v----", "- - B1/3 B2/3 B3/3 B1/1"},
        {"as many as seats, whatever bock.length is",
         "deals=6 bock.length=5 "
         "bock.triggers=last_round",
         "------", "- - - B1/3 B2/3 B3/3"},
        {"a session shorter than its seats", "deals=2 bock.triggers=last_round", "--", "B1/2 B2/2"},
        {"a trigger in the last round waits for deals that never come",
         "deals=6 bock.triggers=last_round,value_over_100", "---v--", "- - - B1/3 B2/3 B3/3"},
        {"restart acts as queue there",
         "deals=6 bock.pending=restart "
         "bock.triggers=last_round,value_over_100",
         "----v-", "- - - B1/3 B2/3 B3/3"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

static void a_grand_hand_makes_the_ramsch_round_longer(void **state)
{
    static const struct rounds_case cases[] = {
        {"Wikipedia, one", "ramsch_round.triggers=value_over_100 ramsch_round.grand_hand=true",
         "v1----", "- R1/3 R2/4 R3/4 R4/4 -"},
        {"Wikipedia, in its last deal",
         "ramsch_round.triggers=value_over_100 "
         "ramsch_round.grand_hand=true",
         "vmm1--", "- R1/3 R2/3 R3/3 R4/4 -"},
        {"Wikipedia, all three",
         "ramsch_round.triggers=value_over_100 ramsch_round.grand_hand=true", "v102m---",
         "- R1/3 R2/4 R3/5 R4/6 R5/6 R6/6 -"},
        {"nobody", "ramsch_round.triggers=value_over_100 ramsch_round.grand_hand=true", "vmmm-",
         "- R1/3 R2/3 R3/3 -"},
    };
    (void)state;
    check_rounds(cases, COUNT_OF(cases));
}

/* The seats that may still declare grand hand, of those that play: at three seats the dealer of
 * deal d is seat d modulo 3, and rearhand. */
static void each_player_may_declare_grand_hand_once_a_round(void **state)
{
    static const struct {
        const char *from, *options, *deals; /* what was played before */
        const char *want;                   /* seats that may, ascending */
    } cases[] = {
        {"all", "", "v", "012"},
        {"one has", "", "v1", "02"},
        {"two have", "", "v12", "0"},
        {"the next round gives it back", "", "v1mmmv", "012"},
        {"no ramsch round", "", "-", ""},
        {"Wikipedia, without the option", "ramsch_round.grand_hand=false", "v", ""},
        {"four seats: the dealer, seat 1, sits out", "seats=4", "v", "023"},
        {"four seats: the dealer is seat 2, and seat 0 has", "seats=4", "v0", "13"},
        {"five seats: dealer 1 and, across, seat 4 sit out", "seats=5", "v", "023"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_session session;
        struct skat_rules rules;
        struct skat_terms terms;
        uint8_t seat_of[SKAT_PLAYERS];
        char options[256], got[8] = "";
        snprintf(options, sizeof options,
                 "ramsch_round.triggers=value_over_100 "
                 "ramsch_round.grand_hand=true %s",
                 cases[i].options);
        rules_of(&rules, options);
        skat_session_start(&session, &rules);
        for (const char *deal = cases[i].deals; *deal; deal++) {
            struct skat_result result;
            struct skat_deal_event event;
            struct skat_session_news news;
            event_of_letter(&event, &result, *deal);
            skat_session_add(&session, &event, &news);
        }
        skat_session_terms(&session, &terms);
        skat_positions(&rules, skat_dealer(rules.seats, strlen(cases[i].deals)), seat_of);
        for (int seat = 0; seat < rules.seats; seat++)
            for (int position = 0; position < SKAT_PLAYERS; position++)
                if (seat_of[position] == seat && terms.grand_hand >> position & 1)
                    sprintf(got + strlen(got), "%d", seat);
        if (strcmp(got, cases[i].want) != 0 || terms.grand_hand > 7)
            fail_msg("%s: seats \"%s\" may, want \"%s\"", cases[i].from, got, cases[i].want);
    }
}

/* The trigger that opened a round names it; of several the first in the order of docs/rules.md. */
static void rounds_are_named_after_their_trigger(void **state)
{
    static const struct {
        const char *from, *options, *deals;
        int want;
    } cases[] = {
        {"one", OVER_100_OR_RE, "r", SKAT_TRIGGER_RE_SAID},
        {"the first of two", OVER_100_OR_RE, "b", SKAT_TRIGGER_VALUE_OVER_100},
        {"each: the first round", OVER_100_OR_RE "bock.several=each", "b",
         SKAT_TRIGGER_VALUE_OVER_100},
        {"each: the second", OVER_100_OR_RE "bock.several=each", "b---", SKAT_TRIGGER_RE_SAID},
        {"restart: the new one", OVER_100_OR_RE "bock.pending=restart", "vr", SKAT_TRIGGER_RE_SAID},
        {"queue: the old one until its end", OVER_100_OR_RE, "vr", SKAT_TRIGGER_VALUE_OVER_100},
        {"queue: then the new one", OVER_100_OR_RE, "vr--", SKAT_TRIGGER_RE_SAID},
        {"ramsch after: the same", OVER_100_OR_RE "bock.ramsch_after=true", "r---",
         SKAT_TRIGGER_RE_SAID},
        {"ramsch round", "ramsch_round.triggers=re_won", "r", SKAT_TRIGGER_RE_WON},
        {"last round", "deals=3 bock.triggers=last_round", "", SKAT_TRIGGER_LAST_ROUND},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static struct skat_session session;
        struct skat_rules rules;
        struct skat_terms terms;
        rules_of(&rules, cases[i].options);
        skat_session_start(&session, &rules);
        for (const char *deal = cases[i].deals; *deal; deal++) {
            struct skat_result result;
            struct skat_deal_event event;
            struct skat_session_news news;
            event_of_letter(&event, &result, *deal);
            skat_session_add(&session, &event, &news);
        }
        skat_session_terms(&session, &terms);
        assert_int_not_equal(terms.round, SKAT_ROUND_NONE);
        if (terms.trigger != cases[i].want)
            fail_msg("%s: %s, want %s", cases[i].from, skat_trigger_names[terms.trigger],
                     skat_trigger_names[cases[i].want]);
    }
}

static void bock_counts_its_factor(void **state)
{
    static const struct {
        const char *from, *options;
        enum skat_round_kind round;
        int want;
    } cases[] = {
        {"bock", OVER_100, SKAT_ROUND_BOCK, 2},
        {"bock.factor 3", OVER_100 "bock.factor=3", SKAT_ROUND_BOCK, 3},
        {"no round", OVER_100 "bock.factor=3", SKAT_ROUND_NONE, 1},
        {"ramsch round", OVER_100 "bock.factor=3", SKAT_ROUND_RAMSCH, 1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_terms terms = {.round = (uint8_t)cases[i].round};
        rules_of(&rules, cases[i].options);
        if (skat_terms_bock(&terms, &rules) != cases[i].want)
            fail_msg("%s: bock factor %d, want %d", cases[i].from, skat_terms_bock(&terms, &rules),
                     cases[i].want);
    }
}

/* ---- totals, Bierlachs ---- */

struct totals_case {
    const char *from, *options;
    int count;
    int score[4][SKAT_SEATS_MAX]; /* of each deal */
    int totals[SKAT_SEATS_MAX];   /* after the last one */
    int lost;                     /* bits 1 << seat, by the last one */
};

static void check_totals(const struct totals_case *c)
{
    static struct skat_session session;
    struct skat_rules rules;
    struct skat_terms terms;
    struct skat_session_news news;
    uint8_t seat_of[SKAT_PLAYERS];
    rules_of(&rules, c->options);
    skat_session_start(&session, &rules);
    for (int deal = 0; deal < c->count; deal++) {
        struct skat_result result;
        struct skat_deal_event event;
        declared_event(&event, &result, "C", true, 24);
        for (int seat = 0; seat < rules.seats; seat++)
            event.score[seat] = event.classic[seat] = c->score[deal][seat];
        memset(&news, 0x55, sizeof news);
        skat_session_add(&session, &event, &news);
    }
    if (news.rounds_lost != c->lost)
        fail_msg("%s: seats %d have lost, want %d", c->from, news.rounds_lost, c->lost);
    for (int seat = 0; seat < rules.seats; seat++)
        if (news.totals[seat] != c->totals[seat])
            fail_msg("%s: seat %d has %d, want %d", c->from, seat, (int)news.totals[seat],
                     c->totals[seat]);
    skat_session_terms(&session, &terms);
    skat_positions(&rules, skat_dealer(rules.seats, (unsigned)c->count), seat_of);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (terms.totals[position] != c->totals[seat_of[position]])
            fail_msg("%s: position %d is told %d, want %d", c->from, position,
                     (int)terms.totals[position], c->totals[seat_of[position]]);
}

/* Totals are unbounded; what a view shows is clamped to int32_t. */
static void totals_have_room_for_everything(void **state)
{
    static struct skat_session session;
    static struct skat_game game;
    struct skat_rules rules;
    struct skat_result result;
    struct skat_deal_event event;
    struct skat_session_news news;
    struct skat_terms terms;
    struct skat_deal deal;
    (void)state;
    rules_of(&rules, "bock.triggers=value_over_100");
    skat_session_start(&session, &rules);
    declared_event(&event, &result, "C", false, 24);
    for (int i = 0; i < 3; i++) {
        event.score[0] = event.classic[0] = -2000000000;
        event.score[1] = event.classic[1] = 2000000000;
        skat_session_add(&session, &event, &news);
    }
    assert_true(news.totals[0] == -6000000000 && news.totals[1] == 6000000000);
    skat_session_terms(&session, &terms);
    deal_by_number(&deal, rules.derived.deck, 1, 0, 0);
    skat_game_start(&game, &rules, &deal, &terms);
    assert_int_equal(game.extra.totals[2], -INT32_MAX); /* seat 0 deals again: rearhand */
    assert_int_equal(game.extra.totals[0], INT32_MAX);
}

static void totals_add_up_and_bierlachs_restarts(void **state)
{
    static const struct totals_case cases[] = {
        {"classic adds up", OVER_100, 3, {{20}, {0, -48}, {36, 0, 0}}, {56, -48, 0}, 0},
        {"classic has no limit", OVER_100, 2, {{-300}, {-300}}, {-600, 0, 0}, 0},
        {"minus, three seats: 300 is not 301",
         "scoring=minus",
         2,
         {{-200, -20}, {-100, -20}},
         {-300, -40, 0},
         0},
        {"minus, three seats: 301, and the count restarts for all",
         "scoring=minus",
         2,
         {{-200, -20}, {-101, -20}},
         {0, 0, 0},
         1},
        {"minus: above the limit", "scoring=minus", 1, {{0, 0, -500}}, {0, 0, 0}, 4},
        {"minus: two at once",
         "scoring=minus",
         2,
         {{-250, -250, -20}, {-60, -60, 0}},
         {0, 0, 0},
         3},
        {"minus: and goes on from 0",
         "scoring=minus",
         3,
         {{-200, -20}, {-101, -20}, {0, -30, -30}},
         {0, -30, -30},
         0},
        {"minus, four seats: 400 is not 401",
         "scoring=minus seats=4",
         2,
         {{-200, 0, 0, -60}, {-200, 0, 0, -60}},
         {-400, 0, 0, -120},
         0},
        {"minus, four seats: 401",
         "scoring=minus seats=4",
         2,
         {{-200, 0, 0, -60}, {-201, 0, 0, -60}},
         {0, 0, 0, 0},
         1},
        {"minus, five seats: 401",
         "scoring=minus seats=5",
         1,
         {{0, 0, 0, 0, -401}},
         {0, 0, 0, 0, 0},
         16},
        {"minus, five seats: 400",
         "scoring=minus seats=5",
         1,
         {{0, 0, 0, 0, -400}},
         {0, 0, 0, 0, -400},
         0},
        {"minus, a limit of one's own",
         "scoring=minus bierlachs_limit=100",
         1,
         {{0, -100, 0}},
         {0, 0, 0},
         2},
        {"minus: plus points lose nothing", "scoring=minus", 1, {{400, 0, 0}}, {400, 0, 0}, 0},
        {"opponents adds up",
         OVER_100 "scoring=opponents",
         2,
         {{20}, {0, 48, 48}},
         {20, 48, 48},
         0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_totals(&cases[i]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_trigger_is_fired_by_its_deal),
        cmocka_unit_test(a_fault_triggers_what_its_result_does),
        cmocka_unit_test(a_round_may_hang_on_the_rest),
        cmocka_unit_test(the_deal_that_opens_a_bock_round_may_count_double),
        cmocka_unit_test(score_triggers_look_at_classic_totals),
        cmocka_unit_test(only_listed_triggers_are_told),
        cmocka_unit_test(a_trigger_opens_a_bock_round),
        cmocka_unit_test(several_triggers_in_one_deal_open_one_round_or_each_or_each_event),
        cmocka_unit_test(triggers_that_look_at_the_same_thing_are_one_event),
        cmocka_unit_test(a_trigger_inside_a_bock_round_does_what_pending_says),
        cmocka_unit_test(ramsch_follows_bock_where_it_should),
        cmocka_unit_test(ramsch_rounds_have_triggers_of_their_own),
        cmocka_unit_test(the_last_deals_can_be_a_round),
        cmocka_unit_test(a_grand_hand_makes_the_ramsch_round_longer),
        cmocka_unit_test(each_player_may_declare_grand_hand_once_a_round),
        cmocka_unit_test(rounds_are_named_after_their_trigger),
        cmocka_unit_test(bock_counts_its_factor),
        cmocka_unit_test(totals_have_room_for_everything),
        cmocka_unit_test(totals_add_up_and_bierlachs_restarts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
