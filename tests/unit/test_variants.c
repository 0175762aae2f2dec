// SPDX-License-Identifier: MIT
/* tests/unit/test_variants.c - the decisions of variants (rules.md 7): who is asked what and when,
 * what is refused, what comes of it. Values by themselves: test_value.c; ramsch: test_ramsch.c. */
#include "tests/unit/engine_helpers.h"

/* Wikipedia 8.1: forehand holds CJ SJ HJ DJ CA CT C9 SA ST S9. */
#define PERFECT                                                                                    \
    "CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9|CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT|"                                 \
    "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ|H7.D7"

/* ---- a game driven decision by decision ---- */

/* Applies actions as they are asked for, "1 18 0 y ... 0 -": unlike in a record, saying
 * nothing is written as "-". All but the last must be accepted; returns what became of that. */
static enum skat_refusal drive(struct skat_game *game, const char *from, const char *moves)
{
    char text[1024], *save = NULL;
    enum skat_refusal refusal = SKAT_ACCEPTED;
    snprintf(text, sizeof text, "%s", moves);
    for (char *actor = strtok_r(text, " ", &save); actor; actor = strtok_r(NULL, " ", &save)) {
        const char *token = strtok_r(NULL, " ", &save);
        struct skat_action action = action_of(SKAT_ACTION_PLAY_ON);
        struct skat_error error = {""};
        if (refusal != SKAT_ACCEPTED)
            fail_msg("%s: refused before \"%s %s\": %s", from, actor, token,
                     skat_refusal_text(refusal));
        if (strcmp(token, "-") != 0 && !skat_record_parse_action(token, &action, &error))
            fail_msg("%s: %s", from, error.text);
        refusal = skat_game_apply(game, (unsigned)(*actor - '0'), &action);
    }
    return refusal;
}

static void drive_all(struct skat_game *game, const char *from, const char *moves)
{
    enum skat_refusal refusal = drive(game, from, moves);
    if (refusal != SKAT_ACCEPTED)
        fail_msg("%s: the last of \"%s\" was refused: %s", from, moves, skat_refusal_text(refusal));
}

/* "kontra 0": what is asked, and of whom. */
static void pending_text(const struct skat_game *game, char text[32])
{
    static const char *const names[SKAT_DECISIONS] = {
        [SKAT_DECIDE_NOTHING] = "over",
        [SKAT_DECIDE_BID] = "bid",
        [SKAT_DECIDE_HOLD] = "hold",
        [SKAT_DECIDE_GAME] = "game",
        [SKAT_DECIDE_DECLARE] = "declare",
        [SKAT_DECIDE_CONCEDE] = "concede",
        [SKAT_DECIDE_CARD] = "card",
        [SKAT_DECIDE_KONTRA] = "kontra",
        [SKAT_DECIDE_AGREE] = "agree",
        [SKAT_DECIDE_GIFT] = "gift",
        [SKAT_DECIDE_GRAND_HAND] = "grand_hand",
        [SKAT_DECIDE_SCHIEBEN] = "schieben",
        [SKAT_DECIDE_PASS_ON] = "pass_on",
        [SKAT_DECIDE_EXCHANGE] = "exchange",
        [SKAT_DECIDE_TURN] = "turn",
        [SKAT_DECIDE_KNOCK] = "knock",
    };
    struct skat_decision decision;
    if (skat_game_pending(game, &decision))
        snprintf(text, 32, "%s %d", names[decision.kind], decision.position);
    else
        strcpy(text, "over");
}

static void expect_pending(const struct skat_game *game, const char *from, const char *want)
{
    char got[32];
    pending_text(game, got);
    if (strcmp(got, want) != 0)
        fail_msg("%s: \"%s\" is asked, want \"%s\"", from, got, want);
}

static void start_perfect(struct skat_game *game, struct skat_rules *rules, const char *options,
                          const struct skat_terms *terms)
{
    struct skat_deal deal;
    memset(game, 0, sizeof *game);
    deal_of(&deal, PERFECT);
    rules_of(rules, options);
    skat_game_start(game, rules, &deal, terms);
}

/* Moves, and the question that follows. */
struct asked_case {
    const char *from, *options, *moves, *want;
};

static void check_asked(const struct asked_case *cases, size_t count,
                        const struct skat_terms *terms)
{
    for (size_t i = 0; i < count; i++) {
        struct skat_rules rules;
        struct skat_game game;
        start_perfect(&game, &rules, cases[i].options, terms);
        drive_all(&game, cases[i].from, cases[i].moves);
        expect_pending(&game, cases[i].from, cases[i].want);
    }
}

/* Moves of which the last is refused. */
struct refused_last_move {
    const char *from, *options, *moves;
    enum skat_refusal want;
};

static void check_refused(const struct refused_last_move *cases, size_t count,
                          const struct skat_terms *terms)
{
    for (size_t i = 0; i < count; i++) {
        struct skat_rules rules;
        struct skat_game game;
        start_perfect(&game, &rules, cases[i].options, terms);
        enum skat_refusal got = drive(&game, cases[i].from, cases[i].moves);
        if (got != cases[i].want)
            fail_msg("%s: \"%s\", want \"%s\"", cases[i].from, skat_refusal_text(got),
                     skat_refusal_text(cases[i].want));
    }
}

/* Moves to the end of a game, and what declarer is charged or credited. */
struct ended_case {
    const char *from, *options, *moves;
    enum skat_ending ending;
    int value, doubling, signed_value;
};

static void check_ended(const struct ended_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_result got;
        start_perfect(&game, &rules, cases[i].options, NULL);
        drive_all(&game, cases[i].from, cases[i].moves);
        expect_pending(&game, cases[i].from, "over");
        skat_game_result(&game, &got);
        if (game.ending != cases[i].ending || got.value != cases[i].value ||
            got.doubling != cases[i].doubling || got.signed_value != cases[i].signed_value)
            fail_msg("%s: ending %d value %d doubling %d signed %d, want %d %d %d %d",
                     cases[i].from, game.ending, got.value, got.doubling, got.signed_value,
                     cases[i].ending, cases[i].value, cases[i].doubling, cases[i].signed_value);
    }
}

/* ---- kontra ---- */

/* Middlehand named 18 and 20, forehand held 18; rearhand passed at 20. */
#define CLUBS_OF_1 "1 18 0 y 1 20 0 p 2 p 1 s 1 C.H7.D7 "
/* Only middlehand named a value. */
#define ALONE_1 "1 18 0 p 2 p 1 s 1 C.H7.D7 "
#define CLUBS_OF_0 "1 18 0 y 1 p 2 p 0 CH "
#define KONTRA "concede=never kontra.levels=1 "

static void kontra_is_asked_at_its_moment(void **state)
{
    static const struct asked_case cases[] = {
        {"off: never", "concede=never", CLUBS_OF_1 "0 CJ", "card 1"},
        {"Swedish text, after_lead: not before", KONTRA, CLUBS_OF_1, "card 0"},
        {"Swedish text, after_lead: between the first and the second card", KONTRA,
         CLUBS_OF_1 "0 CJ", "kontra 0"},
        {"after_lead: the defenders by position", KONTRA, CLUBS_OF_1 "0 CJ 0 -", "kontra 2"},
        {"after_lead: then the second card", KONTRA, CLUBS_OF_1 "0 CJ 0 - 2 -", "card 1"},
        {"after_lead: and never again", KONTRA, CLUBS_OF_1 "0 CJ 0 - 2 - 1 CK", "card 2"},
        {"after_lead: not in the second trick", KONTRA, CLUBS_OF_1 "0 CJ 0 - 2 - 1 CK 2 C7 0 SJ",
         "card 1"},
        {"after_lead: forehand declares and leads", KONTRA, CLUBS_OF_0 "0 CJ", "kontra 1"},
        {"after_lead: then rearhand", KONTRA, CLUBS_OF_0 "0 CJ 1 -", "kontra 2"},
        {"one kontra is enough", KONTRA, CLUBS_OF_0 "0 CJ 1 K", "card 1"},
        {"Swedish text, before_lead", KONTRA "kontra.when=before_lead", CLUBS_OF_1, "kontra 0"},
        {"before_lead: the next", KONTRA "kontra.when=before_lead", CLUBS_OF_1 "0 -", "kontra 2"},
        {"before_lead: then the lead", KONTRA "kontra.when=before_lead", CLUBS_OF_1 "0 - 2 -",
         "card 0"},
        {"before_lead: not after it", KONTRA "kontra.when=before_lead", CLUBS_OF_1 "0 - 2 - 0 CJ",
         "card 1"},
        {"Wikipedia, first_trick: forehand before the lead", KONTRA "kontra.when=first_trick",
         CLUBS_OF_1, "kontra 0"},
        {"Wikipedia, first_trick: rearhand before playing a card", KONTRA "kontra.when=first_trick",
         CLUBS_OF_1 "0 - 0 CJ 1 CK", "kontra 2"},
        {"Wikipedia, first_trick: not later", KONTRA "kontra.when=first_trick",
         CLUBS_OF_1 "0 - 0 CJ 1 CK 2 - 2 C7", "card 0"},
        {"Wikipedia, first_trick: before the second card out of turn",
         KONTRA "kontra.when=first_trick", CLUBS_OF_1 "0 - 0 CJ 2 K", "card 1"},
        {"Wikipedia, first_trick: nobody is asked after it was said",
         KONTRA "kontra.when=first_trick", CLUBS_OF_1 "0 K 0 CJ 1 CK", "card 2"},
        {"Swedish text, trick_turned: not before the first trick is over",
         KONTRA "kontra.when=trick_turned", CLUBS_OF_1 "0 CJ 1 CK", "card 2"},
        {"Swedish text, trick_turned: when it lies", KONTRA "kontra.when=trick_turned",
         CLUBS_OF_1 "0 CJ 1 CK 2 C7", "kontra 0"},
        {"trick_turned: the next", KONTRA "kontra.when=trick_turned",
         CLUBS_OF_1 "0 CJ 1 CK 2 C7 0 -", "kontra 2"},
        {"trick_turned: then the lead", KONTRA "kontra.when=trick_turned",
         CLUBS_OF_1 "0 CJ 1 CK 2 C7 0 - 2 -", "card 0"},
        {"trick_turned: and not after it", KONTRA "kontra.when=trick_turned",
         CLUBS_OF_1 "0 CJ 1 CK 2 C7 0 - 2 - 0 SJ", "card 1"},
        {"trick_turned: earlier, out of turn", KONTRA "kontra.when=trick_turned",
         CLUBS_OF_1 "0 CJ 0 K 1 CK 2 C7", "card 0"},
        {"trick_turned: after declarer who may still give up",
         "kontra.levels=1 kontra.when=trick_turned concede=before_second_lead",
         CLUBS_OF_1 "0 CJ 1 CK 2 C7 1 -", "kontra 0"},
        {"ouvert: as without it", KONTRA, "1 18 0 p 2 p 1 s 1 NO.H7.D7", "card 0"},
        {"kneipenskat.blogspot.com: before an open hand is shown",
         KONTRA "kontra.before_showing=true", "1 18 0 p 2 p 1 s 1 NO.H7.D7", "kontra 0"},
        {"before showing: not later", KONTRA "kontra.before_showing=true",
         "1 18 0 p 2 p 1 s 1 NO.H7.D7 0 - 2 - 0 CJ", "card 1"},
        {"before showing: other games as they are", KONTRA "kontra.before_showing=true", CLUBS_OF_1,
         "card 0"},
        {"in null too", KONTRA "kontra.when=before_lead", "1 18 0 p 2 p 1 NH", "kontra 0"},
        {"not in ramsch", KONTRA "kontra.when=before_lead passed_in=ramsch", "1 p 2 p 0 p",
         "card 0"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void kontra_is_for_those_whom_the_rules_entitle(void **state)
{
    static const struct asked_case cases[] = {
        {"any: forehand who passed", KONTRA, ALONE_1 "0 CJ", "kontra 0"},
        {"Swedish text, bidders: forehand held 18", KONTRA "kontra.who=bidders", CLUBS_OF_1 "0 CJ",
         "kontra 0"},
        {"Swedish text, bidders: rearhand did not", KONTRA "kontra.who=bidders",
         CLUBS_OF_1 "0 CJ 0 -", "card 1"},
        {"Swedish text, bidders: nobody did", KONTRA "kontra.who=bidders", ALONE_1 "0 CJ",
         "card 1"},
        {"Swedish text, bidders: middlehand named a value and passed", KONTRA "kontra.who=bidders",
         CLUBS_OF_0 "0 CJ", "kontra 1"},
        {"Swedish text, bidders: rearhand did not against forehand", KONTRA "kontra.who=bidders",
         CLUBS_OF_0 "0 CJ 1 -", "card 1"},
        {"Wikipedia, bidders_or_18: rearhand, since 18 stood", KONTRA "kontra.who=bidders_or_18",
         ALONE_1 "0 CJ", "kontra 2"},
        {"Wikipedia, bidders_or_18: more than 18 stood", KONTRA "kontra.who=bidders_or_18",
         "1 30 0 p 2 p 1 s 1 C.H7.D7 0 CJ", "kontra 2"},
        {"Wikipedia, bidders_or_18: forehand who passed is not", KONTRA "kontra.who=bidders_or_18",
         ALONE_1 "0 CJ 2 -", "card 1"},
        {"Wikipedia, bidders_or_18: nothing stood", KONTRA "kontra.who=bidders_or_18",
         "1 p 2 p 0 18 0 CH 0 CJ", "card 1"},
        {"Wikipedia, bidders_or_18: rearhand's own bid against forehand",
         KONTRA "kontra.who=bidders_or_18", "1 p 2 18 0 y 2 p 0 CH 0 CJ", "kontra 2"},
        {"Wikipedia, bidders_or_18: less than 18 stood",
         KONTRA "kontra.who=bidders_or_18 null_values=15,35,46,59",
         "1 15 0 p 2 p 1 s 1 C.H7.D7 0 CJ", "card 1"},
        {"Wikipedia, bidders_or_18: 18 at the first turn, whatever came later",
         KONTRA "kontra.who=bidders_or_18", "1 20 0 y 1 22 0 y 1 p 2 p 0 CH 0 CJ 1 -", "kontra 2"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void kontra_is_answered_at_once(void **state)
{
    static const struct asked_case cases[] = {
        {"re", "concede=never kontra.levels=2", CLUBS_OF_1 "0 CJ 0 K", "kontra 1"},
        {"no re", "concede=never kontra.levels=2", CLUBS_OF_1 "0 CJ 0 K 1 -", "card 1"},
        {"no more than re", "concede=never kontra.levels=2", CLUBS_OF_1 "0 CJ 0 K 1 K", "card 1"},
        {"kneipenskat.blogspot.com: no re in null",
         "concede=never kontra.levels=2 kontra.when=before_lead kontra.re_in_null=false",
         "1 18 0 p 2 p 1 NH 0 K", "card 0"},
        {"kneipenskat.blogspot.com: but re in null ouvert",
         "concede=never kontra.levels=2 kontra.when=before_lead kontra.re_in_null=false",
         "1 18 0 p 2 p 1 NOH 0 K", "kontra 1"},
        {"re in null", "concede=never kontra.levels=2 kontra.when=before_lead",
         "1 18 0 p 2 p 1 NH 0 K", "kontra 1"},
        {"no re in null, but in clubs", "concede=never kontra.levels=2 kontra.re_in_null=false",
         CLUBS_OF_1 "0 CJ 0 K", "kontra 1"},
        {"no re, no supra", "concede=never kontra.levels=4", CLUBS_OF_1 "0 CJ 0 K 1 -", "card 1"},
        {"supra by either defender", "concede=never kontra.levels=3", CLUBS_OF_1 "0 CJ 0 - 2 K 1 K",
         "kontra 0"},
        {"supra: the other", "concede=never kontra.levels=3", CLUBS_OF_1 "0 CJ 0 K 1 K 0 -",
         "kontra 2"},
        {"no supra", "concede=never kontra.levels=3", CLUBS_OF_1 "0 CJ 0 K 1 K 0 - 2 -", "card 1"},
        {"supra by those entitled to kontra", "concede=never kontra.levels=3 kontra.who=bidders",
         CLUBS_OF_1 "0 CJ 0 K 1 K 0 -", "card 1"},
        {"Wikipedia, hirsch", "concede=never kontra.levels=4", CLUBS_OF_1 "0 CJ 0 K 1 K 0 - 2 K",
         "kontra 1"},
        {"Swedish text, hirsch", "concede=never kontra.levels=4", CLUBS_OF_1 "0 CJ 0 K 1 K 0 K",
         "kontra 1"},
        {"four are enough", "concede=never kontra.levels=4", CLUBS_OF_1 "0 CJ 0 K 1 K 0 K 1 K",
         "card 1"},
        {"before the lead: then the lead", "concede=never kontra.levels=2 kontra.when=before_lead",
         CLUBS_OF_1 "0 - 2 K 1 -", "card 0"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void kontra_is_refused_at_other_moments(void **state)
{
    static const struct refused_last_move cases[] = {
        {"off", "concede=never", CLUBS_OF_1 "0 CJ 2 K", SKAT_REFUSED_KONTRA},
        {"after_lead: before it", KONTRA, CLUBS_OF_1 "0 K", SKAT_REFUSED_KONTRA},
        {"after_lead: after the second card", KONTRA, CLUBS_OF_1 "0 CJ 0 - 2 - 1 CK 2 K",
         SKAT_REFUSED_KONTRA},
        {"by declarer", KONTRA, CLUBS_OF_1 "0 CJ 1 K", SKAT_REFUSED_KONTRA},
        {"a second kontra", KONTRA "kontra.when=first_trick", CLUBS_OF_1 "0 K 2 K",
         SKAT_REFUSED_KONTRA},
        {"first_trick: after the own first card", KONTRA "kontra.when=first_trick",
         CLUBS_OF_1 "0 - 0 CJ 0 K", SKAT_REFUSED_KONTRA},
        {"trick_turned: in the second trick", KONTRA "kontra.when=trick_turned",
         CLUBS_OF_1 "0 CJ 1 CK 2 C7 0 - 2 - 0 SJ 2 K", SKAT_REFUSED_KONTRA},
        {"before showing: when the hand lies open",
         KONTRA "kontra.when=first_trick kontra.before_showing=true",
         "1 18 0 p 2 p 1 s 1 NO.H7.D7 0 - 2 - 0 CJ 2 K", SKAT_REFUSED_KONTRA},
        {"first_trick: not entitled", KONTRA "kontra.when=first_trick kontra.who=bidders",
         CLUBS_OF_1 "0 - 0 CJ 2 K", SKAT_REFUSED_KONTRA},
        {"re before kontra", "concede=never kontra.levels=2", CLUBS_OF_1 "0 CJ 0 - 2 - 1 K",
         SKAT_REFUSED_KONTRA},
        {"in ramsch", KONTRA "kontra.when=first_trick passed_in=ramsch", "1 p 2 p 0 p 0 K",
         SKAT_REFUSED_KONTRA},
        {"in the auction", KONTRA, "1 18 0 K", SKAT_REFUSED_KONTRA},
        {"after a concession", "kontra.levels=1 kontra.when=first_trick",
         "1 18 0 p 2 p 1 s 1 C.H7.D7 1 RE 0 K", SKAT_REFUSED_OVER},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

/* rules.md 7.1: when `concede` and kontra share a moment declarer is asked first. */
static void declarer_may_give_up_before_kontra(void **state)
{
    static const struct asked_case cases[] = {
        {"before_lead both: declarer first",
         "kontra.levels=1 kontra.when=before_lead "
         "concede=before_lead",
         CLUBS_OF_1, "concede 1"},
        {"before_lead both: then forehand",
         "kontra.levels=1 kontra.when=before_lead "
         "concede=before_lead",
         CLUBS_OF_1 "1 -", "kontra 0"},
        {"until_second_trick and before_lead", "kontra.levels=1 kontra.when=before_lead",
         CLUBS_OF_1, "concede 1"},
        {"until_second_trick and after_lead: the lead first", "kontra.levels=1", CLUBS_OF_1,
         "card 0"},
        {"until_second_trick and after_lead: declarer, after it", "kontra.levels=1",
         CLUBS_OF_1 "0 CJ", "concede 1"},
        {"until_second_trick and after_lead: then forehand", "kontra.levels=1",
         CLUBS_OF_1 "0 CJ 1 -", "kontra 0"},
        {"until_second_trick and after_lead: forehand declares", "kontra.levels=1",
         CLUBS_OF_0 "0 CJ", "concede 0"},
        {"before_lead and after_lead share no moment: asked before",
         "kontra.levels=1 "
         "concede=before_lead",
         CLUBS_OF_1, "concede 1"},
        {"before_lead and after_lead: not asked again", "kontra.levels=1 concede=before_lead",
         CLUBS_OF_1 "1 - 0 CJ", "kontra 0"},
        {"until_second_trick and first_trick", "kontra.levels=1 kontra.when=first_trick",
         CLUBS_OF_1, "concede 1"},
        {"never", "kontra.levels=1 kontra.when=before_lead concede=never", CLUBS_OF_1, "kontra 0"},
        {"nobody is entitled: declarer is not asked", "kontra.levels=1 kontra.who=bidders",
         ALONE_1 "0 CJ", "card 1"},
        {"declarer gives up", "kontra.levels=1", CLUBS_OF_1 "0 CJ 1 RE", "over"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

/* Middlehand's clubs: CJ SJ HJ DJ CA CT are missing, with the king found: without 6, 7 x 12 = 84.
 * The hand of forehand in clubs: with 6 (CK is missing), hand 8 x 12 = 96. */
static void doublings_count_when_the_game_ends(void **state)
{
    static const struct ended_case cases[] = {
        {"conceded, 84 x 2", "", CLUBS_OF_1 "1 RE", SKAT_ENDED_CONCEDED, 84, 1, -168},
        {"conceded after kontra, 84 x 2 x 2", "kontra.levels=1 kontra.when=before_lead",
         CLUBS_OF_1 "1 - 0 K 1 RE", SKAT_ENDED_CONCEDED, 84, 2, -336},
        {"Wikipedia, lost, kontra and re: 2 x 2 x 2 = 8 times",
         "kontra.levels=2 "
         "kontra.when=before_lead",
         CLUBS_OF_1 "1 - 0 K 1 K 1 RE", SKAT_ENDED_CONCEDED, 84, 4, -672},
        {"conceded before kontra could come", "kontra.levels=2", CLUBS_OF_1 "0 CJ 1 RE",
         SKAT_ENDED_CONCEDED, 84, 1, -168},
        {"overbid: bid 90, raised to 96, 96 x 2 x 2", "kontra.levels=1 kontra.when=before_lead",
         "1 90 0 p 2 p 1 s 1 C.H7.D7 1 - 0 K 1 RE", SKAT_ENDED_CONCEDED, 96, 2, -384},
    };
    (void)state;
    check_ended(cases, COUNT_OF(cases));
}

/* ---- schenken ---- */

#define GIFTS "schenken=all concede=never "

static void a_gift_is_proposed_agreed_and_accepted(void **state)
{
    static const struct asked_case cases[] = {
        {"proposed: the partner is asked", GIFTS, CLUBS_OF_0 "0 CJ 1 g", "agree 2"},
        {"proposed by rearhand, out of turn", GIFTS, CLUBS_OF_0 "0 CJ 2 g", "agree 1"},
        {"before the lead", GIFTS, CLUBS_OF_0 "1 g", "agree 2"},
        {"the partner must agree", GIFTS, CLUBS_OF_0 "0 CJ 1 g 2 n", "card 1"},
        {"the partner agrees: declarer is asked", GIFTS, CLUBS_OF_0 "0 CJ 1 g 2 y", "gift 0"},
        {"declarer accepts", GIFTS, CLUBS_OF_0 "0 CJ 1 g 2 y 0 y", "over"},
        {"declarer refuses: the game goes on", GIFTS, CLUBS_OF_0 "0 CJ 1 g 2 y 0 n", "card 1"},
        {"schneider is offered", GIFTS, CLUBS_OF_0 "0 CJ 1 g 2 y 0 n 2 g 1 y", "gift 0"},
        {"and refused", GIFTS, CLUBS_OF_0 "0 CJ 1 g 2 y 0 n 2 g 1 y 0 n", "card 1"},
        {"until the second trick is led", GIFTS, CLUBS_OF_0 "0 CJ 1 CK 2 C7 1 g", "agree 2"},
        {"in grand, for grand only", "schenken=grand concede=never", "1 18 0 y 1 p 2 p 0 GH 1 g",
         "agree 2"},
        {"when the skat was taken", GIFTS, "1 18 0 y 1 p 2 p 0 s 0 C.H7.D7 1 g", "agree 2"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void gifts_are_refused_where_the_rules_know_none(void **state)
{
    static const struct refused_last_move cases[] = {
        {"off", "concede=never", CLUBS_OF_0 "0 CJ 1 g", SKAT_REFUSED_GIVE_UP},
        {"clubs, for grand only", "schenken=grand concede=never", CLUBS_OF_0 "0 CJ 1 g",
         SKAT_REFUSED_GIVE_UP},
        {"by declarer", GIFTS, CLUBS_OF_0 "0 g", SKAT_REFUSED_GIVE_UP},
        {"the second trick is led", GIFTS, CLUBS_OF_0 "0 CJ 1 CK 2 C7 0 SJ 1 g",
         SKAT_REFUSED_GIVE_UP},
        {"once per level", GIFTS, CLUBS_OF_0 "1 g 2 n 1 g", SKAT_REFUSED_GIVE_UP},
        {"once per level, by the partner either", GIFTS, CLUBS_OF_0 "1 g 2 n 2 g",
         SKAT_REFUSED_GIVE_UP},
        {"the second level, once", GIFTS, CLUBS_OF_0 "1 g 2 y 0 n 1 g 2 n 2 g",
         SKAT_REFUSED_GIVE_UP},
        {"there is no third", GIFTS, CLUBS_OF_0 "1 g 2 y 0 n 1 g 2 y 0 n 1 g",
         SKAT_REFUSED_GIVE_UP},
        {"in null", GIFTS, "1 18 0 y 1 p 2 p 0 NH 1 g", SKAT_REFUSED_GIVE_UP},
        {"with schneider announced", GIFTS, "1 18 0 y 1 p 2 p 0 CHS 1 g", SKAT_REFUSED_GIVE_UP},
        {"with schwarz announced", GIFTS, "1 18 0 y 1 p 2 p 0 CHZ 1 g", SKAT_REFUSED_GIVE_UP},
        {"ouvert", GIFTS, "1 18 0 y 1 p 2 p 0 CO 1 g", SKAT_REFUSED_GIVE_UP},
        {"with spitzen", GIFTS "spitzen.max=1", "1 p 2 20 0 p 2 s 2 C+1.H7.D7 1 g",
         SKAT_REFUSED_GIVE_UP},
        {"in ramsch", GIFTS "passed_in=ramsch", "1 p 2 p 0 p 1 g", SKAT_REFUSED_GIVE_UP},
        {"a card is no answer to the proposal", GIFTS, CLUBS_OF_0 "1 g 2 C7", SKAT_REFUSED_KIND},
        {"nor can the proposer answer", GIFTS, CLUBS_OF_0 "1 g 1 y", SKAT_REFUSED_TURN},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

/* Forehand's clubs by hand: with 6, game 7, hand 8: 96; with the skat 84. */
static void gifts_have_their_values(void **state)
{
    static const struct ended_case cases[] = {
        {"Swedish text, accepted: wins simple, 8 x 12", GIFTS, CLUBS_OF_0 "1 g 2 y 0 y",
         SKAT_ENDED_GIFT, 96, 1, 96},
        {"Swedish text, with the skat, 7 x 12", GIFTS, "1 18 0 y 1 p 2 p 0 s 0 C.H7.D7 1 g 2 y 0 y",
         SKAT_ENDED_GIFT, 84, 1, 84},
        {"Swedish text, the value must reach the bid: 96 < 99, raised to 108", GIFTS,
         "1 99 0 y 1 p 2 p 0 CH 1 g 2 y 0 y", SKAT_ENDED_GIFT, 108, 1, -216},
        {"Swedish text, one refused, schneider accepted: 8 + 1 + 1 = 10 x 12", GIFTS,
         CLUBS_OF_0 "1 g 2 y 0 n 1 g 2 y 0 y", SKAT_ENDED_GIFT, 120, 1, 120},
        {"Swedish text, which reaches the bid of 99", GIFTS,
         "1 99 0 y 1 p 2 p 0 CH 1 g 2 y 0 n 1 g 2 y 0 y", SKAT_ENDED_GIFT, 120, 1, 120},
        {"with kontra, 96 x 2", GIFTS "kontra.levels=1 kontra.when=before_lead",
         CLUBS_OF_0 "1 K 1 g 2 y 0 y", SKAT_ENDED_GIFT, 96, 2, 192},
        {"rules.md 4, conceded after a refusal: 8 + refused 1 + schneider 1 = 10 x 12",
         "schenken=all", CLUBS_OF_0 "1 g 2 y 0 n 0 RE", SKAT_ENDED_CONCEDED, 120, 1, -240},
        {"rules.md 4, after two: 8 + 2 + schneider 1 + schwarz 1 = 12 x 12", "schenken=all",
         CLUBS_OF_0 "1 g 2 y 0 n 1 g 2 y 0 n 0 RE", SKAT_ENDED_CONCEDED, 144, 1, -288},
    };
    (void)state;
    check_ended(cases, COUNT_OF(cases));
}

/* Two gifts refused claim schneider and schwarz, won or lost, played or conceded: the same levels
 * count whether declarer gives up or plays on and is not schwarz. */
static void refused_gifts_count_alike_played_and_conceded(void **state)
{
    static const char *const options[] = {
        "schenken=all",
        "schenken=all hand_schwarz=ladder",
        "schenken=all schneider_schwarz=double",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        struct skat_rules rules;
        struct skat_result conceded, played;
        struct skat_facts facts = {.announced = true,
                                   .bid = 18,
                                   .matadors = 2,
                                   .matadors_hand = 2,
                                   .points = 70,
                                   .tricks = 6,
                                   .gifts_refused = 2,
                                   .bock = 1};
        facts.contract = (struct skat_contract){SKAT_GAME_CLUBS, SKAT_WITH_HAND};
        rules_of(&rules, options[i]);
        facts.ending = SKAT_ENDED_PLAYED;
        skat_value(&rules, &facts, &played);
        facts.ending = SKAT_ENDED_CONCEDED;
        skat_value(&rules, &facts, &conceded);
        if (played.value != conceded.value || played.levels != conceded.levels)
            fail_msg("%s: played %d, conceded %d", options[i], played.value, conceded.value);
    }
}

/* ---- playing out: declarer's cards in order, the others' lowest legal ones ---- */

/* `cards` NULL: declarer's lowest, too. */
static void play_out(struct skat_game *game, const char *from, const char *cards)
{
    struct skat_decision decision;
    while (skat_game_pending(game, &decision)) {
        struct skat_action action = action_of(SKAT_ACTION_CARD);
        assert_int_equal(decision.kind, SKAT_DECIDE_CARD);
        action.count = 1;
        action.cards[0] = skat_cards_first(decision.cards);
        if (cards && decision.position == game->table.declarer) {
            action.cards[0] = skat_card_parse(cards);
            cards += cards[2] ? 3 : 2;
        }
        enum skat_refusal refusal = skat_game_apply(game, decision.position, &action);
        if (refusal != SKAT_ACCEPTED)
            fail_msg("%s: %s", from, skat_refusal_text(refusal));
    }
}

/* ---- spitzen ---- */

/* Ten trumps; only C9 is out. */
#define TEN_TRUMPS "CJ SJ HJ DJ CA CT CK CQ C8 C7"

static void spitzen_are_won_with_the_named_trumps(void **state)
{
    static const struct {
        const char *from, *code, *order;
        int bid;
        int won, value, signed_value;
    } cases[] = {
        /* with 8, game 9, hand 10, schneider 11, schwarz 12: 12 x 12 = 144, each spitze 12 */
        {"none", "CH", "CJ SJ HJ DJ CA CT CK CQ C8 C7", 18, 1, 144, 144},
        {"one, the seven last", "CH+1", "CJ SJ HJ DJ CA CT CK CQ C8 C7", 18, 1, 156, 156},
        {"two, the eight before it", "CH+2", "CJ SJ HJ DJ CA CT CK CQ C8 C7", 18, 1, 168, 168},
        {"it counts towards the bid", "CH+2", "CJ SJ HJ DJ CA CT CK CQ C8 C7", 168, 1, 168, 168},
        {"one, the eight last", "CH+1", "CJ SJ HJ DJ CA CT CK CQ C7 C8", 18, 0, 156, -312},
        {"two, the eight too early", "CH+2", "CJ SJ HJ DJ CA CT CK C8 CQ C7", 18, 0, 168, -336},
        {"one is not touched by it", "CH+1", "CJ SJ HJ DJ CA CT CK C8 CQ C7", 18, 1, 156, 156},
        {"the seven much too early", "CH+1", "CJ SJ HJ DJ CA C7 CT CK CQ C8", 18, 0, 156, -312},
        {"lost though all tricks were made and the bid reached", "CH+2",
         "CJ SJ HJ DJ CA CT CK CQ C7 C8", 168, 0, 168, -336},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_deal deal;
        struct skat_game game;
        struct skat_result got;
        char moves[128];
        memset(&deal, 0, sizeof deal);
        deal_around(&deal, 0, cards_of(TEN_TRUMPS), cards_of("H7 D7"));
        rules_of(&rules, "spitzen.max=7 concede=never");
        skat_game_start(&game, &rules, &deal, NULL);
        snprintf(moves, sizeof moves, "1 %d 0 y 1 p 2 p 0 %s", cases[i].bid, cases[i].code);
        drive_all(&game, cases[i].from, moves);
        play_out(&game, cases[i].from, cases[i].order);
        skat_game_result(&game, &got);
        assert_int_equal(got.spitzen, skat_contract_spitzen(game.table.contract));
        if (got.won != cases[i].won || got.value != cases[i].value ||
            got.signed_value != cases[i].signed_value)
            fail_msg("%s: won %d value %d signed %d, want %d %d %d", cases[i].from, got.won,
                     got.value, got.signed_value, cases[i].won, cases[i].value,
                     cases[i].signed_value);
    }
}

/* Rearhand of the perfect deal holds C7 C8, and finds H7 D7. */
static void spitzen_need_the_cards_and_a_suit_game(void **state)
{
    static const struct refused_last_move cases[] = {
        {"held", "spitzen.max=7", "1 p 2 18 0 p 2 CH+2", SKAT_ACCEPTED},
        {"the nine is not held", "spitzen.max=7", "1 p 2 18 0 p 2 CH+3", SKAT_REFUSED_SPITZEN},
        {"more than the option allows", "spitzen.max=1", "1 p 2 18 0 p 2 CH+2",
         SKAT_REFUSED_SPITZEN},
        {"off", "", "1 p 2 18 0 p 2 CH+1", SKAT_REFUSED_SPITZEN},
        {"in grand", "spitzen.max=7", "1 p 2 18 0 p 2 GH+1", SKAT_REFUSED_SPITZEN},
        {"in null", "spitzen.max=7", "1 p 2 18 0 p 2 NH+1", SKAT_REFUSED_SPITZEN},
        {"in sächsische Spitze", "spitzen.max=7 sachsenspitze_base=20", "1 p 2 18 0 p 2 PH+1",
         SKAT_REFUSED_SPITZEN},
        {"with the skat", "spitzen.max=7", "1 p 2 18 0 p 2 s 2 C+2.H7.D7", SKAT_ACCEPTED},
        {"found in the skat and kept", "spitzen.max=7", "1 p 2 18 0 p 2 s 2 H+2.C7.C8",
         SKAT_ACCEPTED},
        {"put aside", "spitzen.max=7", "1 p 2 18 0 p 2 s 2 C+1.C7.D7", SKAT_REFUSED_SPITZEN},
        {"left in the skat of a hand game", "spitzen.max=7", "1 p 2 18 0 p 2 HH+1",
         SKAT_REFUSED_SPITZEN},
        {"with announcements", "spitzen.max=7", "1 p 2 18 0 p 2 CHS+2", SKAT_ACCEPTED},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

/* XSkat: the last trick with the diamond jack. All but the first case have ten cards of declarer in
 * forehand, and two of the skat; the others play their lowest legal cards. */
static void a_spitze_in_grand_is_the_diamond_jack(void **state)
{
    static const struct {
        const char *from, *ten, *skat, *code, *order;
        int won, value, signed_value;
    } cases[] = {
        /* with 2, game 3, hand 4, schneider 5, schwarz 6, spitze 7: 7 x 24 */
        {"made", "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7", "GH+1", "CJ SJ CA CT CK CQ SA ST SK DJ",
         1, 168, 168},
        {"played before", "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7", "GH+1",
         "CJ SJ DJ CA CT CK CQ SA ST SK", 0, 168, -336},
        {"without it, the same", "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7", "GH",
         "CJ SJ DJ CA CT CK CQ SA ST SK", 1, 144, 144},
        /* by hand, the fourth jack may lie in the skat: with 4, 9 x 24 */
        {"the fourth jack in the skat", "CJ SJ DJ CA CT CK CQ SA ST SK", "HJ H7", "GH+1",
         "CJ SJ CA CT CK CQ SA ST SK DJ", 1, 216, 216},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_deal deal;
        struct skat_game game;
        struct skat_result got;
        char moves[128];
        memset(&deal, 0, sizeof deal);
        deal_around(&deal, 0, cards_of(cases[i].ten), cards_of(cases[i].skat));
        rules_of(&rules, "spitzen.max=1 spitzen.grand=true concede=never");
        skat_game_start(&game, &rules, &deal, NULL);
        snprintf(moves, sizeof moves, "1 18 0 y 1 p 2 p 0 %s", cases[i].code);
        drive_all(&game, cases[i].from, moves);
        play_out(&game, cases[i].from, cases[i].order);
        skat_game_result(&game, &got);
        if (got.won != cases[i].won || got.value != cases[i].value ||
            got.signed_value != cases[i].signed_value)
            fail_msg("%s: won %d value %d signed %d, want %d %d %d", cases[i].from, got.won,
                     got.value, got.signed_value, cases[i].won, cases[i].value,
                     cases[i].signed_value);
    }
}

static void a_spitze_in_grand_needs_the_diamond_jack_and_one_that_is_not_known(void **state)
{
    static const struct {
        const char *from, *options, *ten, *skat, *moves;
        enum skat_refusal refusal;
    } cases[] = {
        {"held", "spitzen.max=1 spitzen.grand=true", "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7",
         "0 GH+1", SKAT_ACCEPTED},
        {"two of them", "spitzen.max=7 spitzen.grand=true", "CJ SJ DJ CA CT CK CQ SA ST SK",
         "S7 H7", "0 GH+2", SKAT_REFUSED_SPITZEN},
        {"no spitzen at all", "spitzen.grand=true", "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7",
         "0 GH+1", SKAT_REFUSED_SPITZEN},
        {"not in grand", "spitzen.max=7", "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7", "0 GH+1",
         SKAT_REFUSED_SPITZEN},
        {"not held", "spitzen.max=1 spitzen.grand=true", "CJ SJ HJ CA CT CK CQ SA ST SK", "DJ H7",
         "0 GH+1", SKAT_REFUSED_SPITZEN},
        {"all four jacks in hand", "spitzen.max=1 spitzen.grand=true",
         "CJ SJ HJ DJ CT CK CQ SA ST SK", "S7 H7", "0 GH+1", SKAT_REFUSED_SPITZEN},
        {"the fourth put aside", "spitzen.max=1 spitzen.grand=true",
         "CJ SJ DJ CA CT CK CQ SA ST SK", "HJ H7", "0 s 0 G+1.HJ.H7", SKAT_REFUSED_SPITZEN},
        {"the diamond jack put aside", "spitzen.max=1 spitzen.grand=true",
         "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7", "0 s 0 G+1.DJ.H7", SKAT_REFUSED_SPITZEN},
        {"with the skat", "spitzen.max=1 spitzen.grand=true", "CJ SJ DJ CA CT CK CQ SA ST SK",
         "S7 H7", "0 s 0 G+1.S7.H7", SKAT_ACCEPTED},
        {"nor in sächsische Spitze", "spitzen.max=1 spitzen.grand=true sachsenspitze_base=20",
         "CJ SJ DJ CA CT CK CQ SA ST SK", "S7 H7", "0 PH+1", SKAT_REFUSED_SPITZEN},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_deal deal;
        struct skat_game game;
        char moves[128];
        memset(&deal, 0, sizeof deal);
        deal_around(&deal, 0, cards_of(cases[i].ten), cards_of(cases[i].skat));
        rules_of(&rules, cases[i].options);
        skat_game_start(&game, &rules, &deal, NULL);
        snprintf(moves, sizeof moves, "1 18 0 y 1 p 2 p %s", cases[i].moves);
        enum skat_refusal refusal = drive(&game, cases[i].from, moves);
        if (refusal != cases[i].refusal)
            fail_msg("%s: %s", cases[i].from, skat_refusal_text(refusal));
    }
}

/* ---- revolution ---- */

#define V_OF_0 "1 18 0 y 1 p 2 p 0 V "
#define V_OF_1 "1 18 0 p 2 p 1 V "
#define HAND_1 "CK.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT"
#define HAND_2 "C7.C8.S7.S8.H8.H9.HT.DA.DK.DQ"
/* The two hands mixed: one card of each changes place. */
#define MIXED_1 "C7.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT"
#define MIXED_2 "CK.C8.S7.S8.H8.H9.HT.DA.DK.DQ"

static void revolution_has_three_forms(void **state)
{
    static const struct asked_case cases[] = {
        {"exchange: the first defender", "revolution=exchange", V_OF_0, "exchange 1"},
        {"exchange: then the second", "revolution=exchange", V_OF_0 "1 e." MIXED_1, "exchange 2"},
        {"exchange: forehand leads", "revolution=exchange",
         V_OF_1 "0 e.CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9 2 e." HAND_2, "card 0"},
        {"skat: the first defender", "revolution=skat", V_OF_0, "exchange 1"},
        {"skat: the second", "revolution=skat", V_OF_0 "1 e." HAND_1, "exchange 2"},
        {"skat: forehand leads", "revolution=skat",
         V_OF_1 "0 e.CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.H7 2 e." HAND_2, "card 0"},
        {"Wikipedia, exchange_and_skat: declarer leads", "revolution=exchange_and_skat",
         V_OF_1 "0 e.CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.H7 2 e." HAND_2, "card 1"},
        {"forehand is declarer and leads", "revolution=skat", V_OF_0 "1 e." HAND_1 " 2 e." HAND_2,
         "card 0"},
        {"Wikipedia 6.2, grand ouvert: the first defender", "revolution_grand=true",
         "1 18 0 y 1 p 2 p 0 GO", "exchange 1"},
        {"Wikipedia 6.2, grand ouvert: then the second", "revolution_grand=true",
         "1 18 0 y 1 p 2 p 0 GO 1 e." MIXED_1, "exchange 2"},
        {"Wikipedia 6.2, grand ouvert: forehand leads", "revolution_grand=true",
         "1 18 0 p 2 p 1 GO 0 e.CJ.SJ.HJ.DJ.CA.CT.C9.SA.ST.S9 2 e." HAND_2, "card 0"},
        {"another grand", "revolution_grand=true", "1 18 0 y 1 p 2 p 0 GH", "card 0"},
        {"grand ouvert without that rule", "revolution=exchange", "1 18 0 y 1 p 2 p 0 GO",
         "card 0"},
        {"concession after the announcement", "revolution=skat", V_OF_0 "0 RE", "over"},
        {"concession is asked before the lead", "revolution=skat concede=before_lead",
         V_OF_0 "1 e." HAND_1 " 2 e." HAND_2, "concede 0"},
        {"kontra, too", "revolution=skat concede=never kontra.levels=1 kontra.when=before_lead",
         V_OF_0 "1 e." HAND_1 " 2 e." HAND_2, "kontra 1"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void hands_in_a_revolution_come_from_where_they_may(void **state)
{
    static const struct refused_last_move cases[] = {
        {"exchange: a card of the skat", "revolution=exchange",
         V_OF_0 "1 e.H7.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT", SKAT_REFUSED_EXCHANGE},
        {"exchange: a card of the partner", "revolution=exchange", V_OF_0 "1 e." MIXED_1,
         SKAT_ACCEPTED},
        {"exchange: what declarer took is not the partner's any more", "revolution=exchange",
         V_OF_0 "1 e." MIXED_1 " 2 e." HAND_2, SKAT_REFUSED_EXCHANGE},
        {"exchange: the partner gets the rest", "revolution=exchange",
         V_OF_0 "1 e." MIXED_1 " 2 e." MIXED_2, SKAT_ACCEPTED},
        {"skat: a card of the skat", "revolution=skat", V_OF_0 "1 e.H7.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT",
         SKAT_ACCEPTED},
        {"skat: a card of the partner", "revolution=skat", V_OF_0 "1 e." MIXED_1,
         SKAT_REFUSED_EXCHANGE},
        {"skat: the second finds what the first left", "revolution=skat",
         V_OF_0 "1 e.H7.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT 2 e.CK.C8.S7.S8.H8.H9.HT.DA.DK.DQ",
         SKAT_ACCEPTED},
        {"skat: but not what declarer took", "revolution=skat",
         V_OF_0 "1 e.H7.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT 2 e.H7.C8.S7.S8.H8.H9.HT.DA.DK.DQ",
         SKAT_REFUSED_EXCHANGE},
        {"both: skat and partner", "revolution=exchange_and_skat",
         V_OF_0 "1 e.C7.H7.SK.SQ.HA.HK.HQ.D8.D9.DT", SKAT_ACCEPTED},
        {"both: the partner too", "revolution=exchange_and_skat",
         V_OF_0 "1 e.C7.H7.SK.SQ.HA.HK.HQ.D8.D9.DT 2 e.D7.C8.S7.S8.H8.H9.CQ.DA.DK.DQ",
         SKAT_ACCEPTED},
        {"grand ouvert: a card of the partner", "revolution_grand=true revolution=skat",
         "1 18 0 y 1 p 2 p 0 GO 1 e." MIXED_1, SKAT_ACCEPTED},
        {"grand ouvert: none of the skat", "revolution_grand=true revolution=skat",
         "1 18 0 y 1 p 2 p 0 GO 1 e.H7.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT", SKAT_REFUSED_EXCHANGE},
        {"a card of declarer's", "revolution=exchange_and_skat",
         V_OF_0 "1 e.CJ.CQ.SK.SQ.HA.HK.HQ.D8.D9.DT", SKAT_REFUSED_EXCHANGE},
        {"nine cards", "revolution=exchange", V_OF_0 "1 e.CK.CQ.SK.SQ.HA.HK.HQ.D8.D9",
         SKAT_REFUSED_EXCHANGE},
        {"the same card twice", "revolution=exchange", V_OF_0 "1 e.CK.CK.SK.SQ.HA.HK.HQ.D8.D9.DT",
         SKAT_REFUSED_EXCHANGE},
        {"off", "", V_OF_0, SKAT_REFUSED_DECLARATION},
        {"after the pick-up", "revolution=skat", "1 18 0 y 1 p 2 p 0 s 0 V.H7.D7",
         SKAT_REFUSED_DECLARATION},
        {"at its value", "revolution=skat", "1 92 0 y 1 p 2 p 0 V", SKAT_ACCEPTED},
        {"not below the bid", "revolution=skat", "1 96 0 y 1 p 2 p 0 V", SKAT_REFUSED_NULL_VALUE},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

/* Forehand of the perfect deal takes every trick with CA; rearhand never takes one with C7 C8
 * against it, as long as declarer is low. */
static void a_revolution_is_worth_92(void **state)
{
    static const struct ended_case cases[] = {
        {"lost with the first trick, 92 x 2", "revolution=skat concede=never",
         V_OF_0 "1 e." HAND_1 " 2 e." HAND_2 " 0 CA 1 CK 2 C7", SKAT_ENDED_PLAYED, 92, 1, -184},
        {"a hand game for lost_hand", "revolution=skat concede=never lost_hand=single",
         V_OF_0 "1 e." HAND_1 " 2 e." HAND_2 " 0 CA 1 CK 2 C7", SKAT_ENDED_PLAYED, 92, 1, -92},
        {"conceded", "revolution=exchange", V_OF_0 "0 RE", SKAT_ENDED_CONCEDED, 92, 1, -184},
    };
    (void)state;
    check_ended(cases, COUNT_OF(cases));
}

static void a_revolution_is_won_without_a_trick(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_deal deal;
    struct skat_result got;
    (void)state;
    memset(&deal, 0, sizeof deal);
    deal_around(&deal, 0, cards_of("C7 C8 S7 S8 H7 H8 D7 D8 C9 S9"), cards_of("CA CK"));
    rules_of(&rules, "revolution=exchange concede=never");
    skat_game_start(&game, &rules, &deal, NULL);
    drive_all(&game, "won", V_OF_0);
    for (int i = 0; i < 2; i++) {
        struct skat_decision decision;
        struct skat_action action = action_of(SKAT_ACTION_EXCHANGE);
        assert_true(skat_game_pending(&game, &decision));
        for (skat_cards rest = decision.cards; action.count < 10;)
            action.cards[action.count++] = skat_cards_pop(&rest);
        assert_int_equal(skat_game_apply(&game, decision.position, &action), SKAT_ACCEPTED);
    }
    play_out(&game, "won", NULL);
    assert_int_equal(game.table.played_count, 30);
    skat_game_result(&game, &got);
    assert_int_equal(got.won, 1);
    assert_int_equal(got.signed_value, 92);
}

/* ---- rum ---- */

static void rum_shows_the_skat_and_it_must_be_taken(void **state)
{
    static const struct refused_last_move cases[] = {
        {"off", "", "1 18 0 y 1 p 2 p 0 r", SKAT_REFUSED_RUM},
        {"on", "rum=true", "1 18 0 y 1 p 2 p 0 r", SKAT_ACCEPTED},
        {"twice", "rum=true", "1 18 0 y 1 p 2 p 0 r 0 r", SKAT_REFUSED_RUM},
        {"by a defender", "rum=true", "1 18 0 y 1 p 2 p 1 r", SKAT_REFUSED_TURN},
        {"then taken", "rum=true", "1 18 0 y 1 p 2 p 0 r 0 s", SKAT_ACCEPTED},
        {"after the pick-up", "rum=true", "1 18 0 y 1 p 2 p 0 s 0 r", SKAT_REFUSED_KIND},
        {"no hand game when the skat was shown", "rum=true", "1 18 0 y 1 p 2 p 0 r 0 CH",
         SKAT_REFUSED_DECLARATION},
        {"no revolution either", "rum=true revolution=skat", "1 18 0 y 1 p 2 p 0 r 0 V",
         SKAT_REFUSED_DECLARATION},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

/* Forehand's clubs: with 6, game 7, rum 8. */
static void rum_is_a_level_but_not_in_null(void **state)
{
    static const struct ended_case cases[] = {
        {"Wikipedia, 8 x 12", "rum=true", "1 18 0 y 1 p 2 p 0 r 0 s 0 C.H7.D7 0 RE",
         SKAT_ENDED_CONCEDED, 96, 1, -192},
        {"Wikipedia, not said", "rum=true", "1 18 0 y 1 p 2 p 0 s 0 C.H7.D7 0 RE",
         SKAT_ENDED_CONCEDED, 84, 1, -168},
        {"Wikipedia, null", "rum=true", "1 18 0 y 1 p 2 p 0 r 0 s 0 N.H7.D7 0 RE",
         SKAT_ENDED_CONCEDED, 23, 1, -46},
    };
    (void)state;
    check_ended(cases, COUNT_OF(cases));
}

static void everybody_sees_the_skat_of_rum(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_view view;
    (void)state;
    start_perfect(&game, &rules, "rum=true", NULL);
    drive_all(&game, "rum", "1 18 0 y 1 p 2 p 0 r");
    for (int after = 0; after < 2; after++) {
        for (unsigned position = 0; position < 3; position++) {
            skat_game_view(&game, position, &view);
            assert_true(view.extra.rum);
            assert_true(view.extra.open_skat == cards_of("H7 D7"));
        }
        if (!after)
            drive_all(&game, "rum", "0 s 0 C.ST.S9");
    }
}

/* ---- sächsische Spitze ---- */

static void the_saechsische_spitze_is_a_game_of_its_own(void **state)
{
    static const struct refused_last_move refused[] = {
        {"off", "", "1 18 0 y 1 p 2 p 0 PH", SKAT_REFUSED_DECLARATION},
        {"by hand", "sachsenspitze_base=20", "1 18 0 y 1 p 2 p 0 PH", SKAT_ACCEPTED},
        {"with the skat", "sachsenspitze_base=21", "1 18 0 y 1 p 2 p 0 s 0 P.H7.D7", SKAT_ACCEPTED},
        {"announced", "sachsenspitze_base=20", "1 18 0 y 1 p 2 p 0 PHS", SKAT_ACCEPTED},
        {"announced with the skat", "sachsenspitze_base=20", "1 18 0 y 1 p 2 p 0 s 0 PS.H7.D7",
         SKAT_REFUSED_DECLARATION},
        {"a nine takes the ten, the seven the nine", "sachsenspitze_base=20",
         "1 18 0 y 1 p 2 p 0 PH 0 CT 1 CK 2 C7 2 S7", SKAT_ACCEPTED},
        {"a jack must follow a jack", "sachsenspitze_base=20",
         "1 p 2 p 0 18 0 PH 0 CJ 1 CK 2 C7 0 DJ", SKAT_ACCEPTED},
    };
    /* forehand holds all four jacks: with 4, game 5 */
    static const struct ended_case ended[] = {
        {"base 20 by hand: 6 x 20", "sachsenspitze_base=20", "1 18 0 y 1 p 2 p 0 PH 0 RE",
         SKAT_ENDED_CONCEDED, 120, 1, -240},
        {"base 21 with the skat: 5 x 21", "sachsenspitze_base=21",
         "1 18 0 y 1 p 2 p 0 s 0 P.H7.D7 0 RE", SKAT_ENDED_CONCEDED, 105, 1, -210},
        {"without 4, found none: 5 x 20", "sachsenspitze_base=20",
         "1 18 0 p 2 p 1 s 1 P.H7.D7 1 RE", SKAT_ENDED_CONCEDED, 100, 1, -200},
        {"overbid: bid 108, raised to 120", "sachsenspitze_base=20",
         "1 108 0 p 2 p 1 s 1 P.H7.D7 1 RE", SKAT_ENDED_CONCEDED, 120, 1, -240},
    };
    (void)state;
    check_refused(refused, COUNT_OF(refused), NULL);
    check_ended(ended, COUNT_OF(ended));
}

/* ---- schieberamsch ---- */

#define SCHIEBEN "passed_in=schieberamsch "
#define PASSED "1 p 2 p 0 p "

static void the_skat_goes_round(void **state)
{
    static const struct asked_case cases[] = {
        {"void: over", "", PASSED, "over"},
        {"ramsch: forehand leads", "passed_in=ramsch", PASSED, "card 0"},
        {"schieberamsch: forehand", SCHIEBEN, PASSED, "schieben 0"},
        {"forehand takes it", SCHIEBEN, PASSED "0 s", "pass_on 0"},
        {"forehand passes two on", SCHIEBEN, PASSED "0 s 0 x.SA.ST", "schieben 1"},
        {"forehand passes on unseen", SCHIEBEN, PASSED "0 x", "schieben 1"},
        {"middlehand", SCHIEBEN, PASSED "0 x 1 s 1 x.SK.SQ", "schieben 2"},
        {"rearhand, the last", SCHIEBEN, PASSED "0 x 1 s 1 x.SK.SQ 2 s", "pass_on 2"},
        {"then forehand leads", SCHIEBEN, PASSED "0 x 1 x 2 s 2 x.H7.D7", "card 0"},
        {"all unseen", SCHIEBEN, PASSED "0 x 1 x 2 x", "card 0"},
        {"no auction at all", "no_auction=true " SCHIEBEN, "", "schieben 0"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void what_may_be_passed_on(void **state)
{
    static const struct refused_last_move cases[] = {
        {"no jack", SCHIEBEN, PASSED "0 s 0 x.CJ.ST", SKAT_REFUSED_PASS_ON},
        {"a jack, where allowed", SCHIEBEN "schieben.jacks=true", PASSED "0 s 0 x.CJ.SJ",
         SKAT_ACCEPTED},
        {"the same two", SCHIEBEN, PASSED "0 s 0 x.H7.D7", SKAT_ACCEPTED},
        {"a card of another", SCHIEBEN, PASSED "0 s 0 x.CK.ST", SKAT_REFUSED_PASS_ON},
        {"one card", SCHIEBEN, PASSED "0 s 0 x.ST", SKAT_REFUSED_PASS_ON},
        {"three cards", SCHIEBEN, PASSED "0 s 0 x.ST.SA.S9", SKAT_REFUSED_PASS_ON},
        {"the same card twice", SCHIEBEN, PASSED "0 s 0 x.ST.ST", SKAT_REFUSED_PASS_ON},
        {"none, when taken", SCHIEBEN, PASSED "0 s 0 x", SKAT_REFUSED_PASS_ON},
        {"some, when not taken", SCHIEBEN, PASSED "0 x.SA.ST", SKAT_REFUSED_PASS_ON},
        {"what came along", SCHIEBEN, PASSED "0 s 0 x.SA.ST 1 s 1 x.SA.ST", SKAT_ACCEPTED},
        {"what went on", SCHIEBEN, PASSED "0 s 0 x.SA.ST 1 x 2 x 0 SA", SKAT_REFUSED_NOT_HELD},
        {"what was kept", SCHIEBEN, PASSED "0 s 0 x.SA.ST 1 x 2 x 0 H7", SKAT_ACCEPTED},
        {"in plain ramsch", "passed_in=ramsch", PASSED "0 x", SKAT_REFUSED_KIND},
        {"out of turn", SCHIEBEN, PASSED "1 x", SKAT_REFUSED_TURN},
        {"jacks pass unseen", SCHIEBEN "schieben.jacks=true",
         PASSED "0 s 0 x.CJ.SJ 1 x 2 s 2 x.CJ.H8", SKAT_ACCEPTED},
        {"no concession in ramsch", SCHIEBEN, PASSED "0 x 1 x 2 x 0 RE", SKAT_REFUSED_CONCEDE},
        {"ramsch is played as grand: a jack follows a jack", "passed_in=ramsch",
         PASSED "0 CJ 1 CK 2 C7 0 SA 1 SK 2 H8", SKAT_REFUSED_REVOKE},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

static void unseen_pass_ons_double_and_the_last_two_cards_are_the_skat(void **state)
{
    static const struct {
        const char *from, *moves;
        int doubling;
        const char *skat, *passed_on[3];
    } cases[] = {
        {"none",
         "0 s 0 x.SA.ST 1 s 1 x.SA.SQ 2 s 2 x.SA.C7",
         1,
         "SA C7",
         {"SA ST", "SA SQ", "SA C7"}},
        {"one", "0 s 0 x.SA.ST 1 x 2 s 2 x.ST.C7", 2, "ST C7", {"SA ST", "", "ST C7"}},
        {"two", "0 x 1 s 1 x.H7.SQ 2 x", 4, "H7 SQ", {"", "H7 SQ", ""}},
        {"three", "0 x 1 x 2 x", 8, "H7 D7", {"", "", ""}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_view view;
        struct skat_result result;
        uint64_t random = i;
        start_perfect(&game, &rules, SCHIEBEN, NULL);
        drive_all(&game, cases[i].from, PASSED);
        drive_all(&game, cases[i].from, cases[i].moves);
        assert_true(game.skat == cards_of(cases[i].skat));
        for (unsigned position = 0; position < 3; position++) {
            skat_game_view(&game, position, &view);
            assert_true(view.passed_on == cards_of(cases[i].passed_on[position]));
            assert_true(view.skat == 0);
        }
        while (random_step(&game, &random))
            ;
        skat_game_result(&game, &result);
        assert_int_equal(result.doubling, cases[i].doubling);
        check_ramsch_result(&game, cases[i].from);
    }
}

/* rules.md 7.5, ramsch.klopfen. */
static void who_may_knock_is_asked(void **state)
{
    static const struct asked_case cases[] = {
        {"off: forehand leads", "passed_in=ramsch", PASSED, "card 0"},
        {"in rounds only: forehand leads", "passed_in=ramsch ramsch.klopfen=rounds", PASSED,
         "card 0"},
        {"always: forehand", "passed_in=ramsch ramsch.klopfen=always", PASSED, "knock 0"},
        {"knocks: middlehand", "passed_in=ramsch ramsch.klopfen=always", PASSED "0 k", "knock 1"},
        {"does not: middlehand", "passed_in=ramsch ramsch.klopfen=always", PASSED "0 -", "knock 1"},
        {"then rearhand", "passed_in=ramsch ramsch.klopfen=always", PASSED "0 - 1 k", "knock 2"},
        {"then forehand leads", "passed_in=ramsch ramsch.klopfen=always", PASSED "0 - 1 k 2 -",
         "card 0"},
        {"schieberamsch: after passing on", SCHIEBEN "ramsch.klopfen=always",
         PASSED "0 s 0 x.SA.ST", "knock 0"},
        {"before the next is offered the cards", SCHIEBEN "ramsch.klopfen=always",
         PASSED "0 s 0 x.SA.ST 0 k", "schieben 1"},
        {"not who passed them on unseen", SCHIEBEN "ramsch.klopfen=always", PASSED "0 x",
         "schieben 1"},
        {"rearhand, the last", SCHIEBEN "ramsch.klopfen=always", PASSED "0 x 1 x 2 s 2 x.C8.C7",
         "knock 2"},
        {"then forehand leads", SCHIEBEN "ramsch.klopfen=always",
         PASSED "0 x 1 x 2 s 2 x.C8.C7 2 k", "card 0"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), NULL);
}

static void in_a_ramsch_round_who_took_the_cards_may_knock(void **state)
{
    static const struct skat_terms terms = {
        .round = SKAT_ROUND_RAMSCH, .round_deal = 1, .round_of = 3};
    static const struct asked_case cases[] = {
        {"off", "ramsch_round.triggers=re_said", "0 s 0 x.SA.ST", "schieben 1"},
        {"rounds", "ramsch_round.triggers=re_said ramsch.klopfen=rounds", "0 s 0 x.SA.ST",
         "knock 0"},
        {"always", "ramsch_round.triggers=re_said ramsch.klopfen=always", "0 s 0 x.SA.ST",
         "knock 0"},
    };
    (void)state;
    check_asked(cases, COUNT_OF(cases), &terms);
}

static void knocking_is_refused_elsewhere(void **state)
{
    static const struct refused_last_move cases[] = {
        {"out of turn", "passed_in=ramsch ramsch.klopfen=always", PASSED "1 k", SKAT_REFUSED_TURN},
        {"twice", "passed_in=ramsch ramsch.klopfen=always", PASSED "0 k 0 k", SKAT_REFUSED_TURN},
        {"off", "passed_in=ramsch", PASSED "0 k", SKAT_REFUSED_KIND},
        {"after passing on unseen", SCHIEBEN "ramsch.klopfen=always", PASSED "0 x 0 k",
         SKAT_REFUSED_TURN},
        {"after the lead", "passed_in=ramsch ramsch.klopfen=always", PASSED "0 - 1 - 2 - 0 SA 1 k",
         SKAT_REFUSED_KIND},
        {"in the auction", "passed_in=ramsch ramsch.klopfen=always", "1 k", SKAT_REFUSED_KIND},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), NULL);
}

/* The views have it, and the silence of the others is not written. */
static void a_knock_is_public_and_doubles(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_view view;
    struct skat_result result;
    uint64_t random = 1;

    (void)state;
    start_perfect(&game, &rules, "passed_in=ramsch ramsch.klopfen=always", NULL);
    drive_all(&game, "knocks", PASSED "0 k 1 - 2 k");
    for (unsigned position = 0; position < 3; position++) {
        skat_game_view(&game, position, &view);
        assert_int_equal(view.extra.knocked, 1 | 4);
    }
    assert_int_equal(game.move_count, 5);
    while (random_step(&game, &random))
        ;
    skat_game_result(&game, &result);
    assert_int_equal(result.doubling, 4);
}

/* ---- ramsch rounds and grand hand ---- */

static const struct skat_terms ramsch_round = {
    .round = SKAT_ROUND_RAMSCH, .grand_hand = 7, .round_deal = 1, .round_of = 3};
#define ROUNDS "ramsch_round.triggers=re_said ramsch_round.grand_hand=true concede=never "

static void grand_hand_is_asked_from_forehand_on(void **state)
{
    static const struct asked_case cases[] = {
        {"forehand", ROUNDS, "", "grand_hand 0"},
        {"middlehand", ROUNDS, "0 -", "grand_hand 1"},
        {"rearhand", ROUNDS, "0 - 1 -", "grand_hand 2"},
        {"nobody: schieberamsch", ROUNDS, "0 - 1 - 2 -", "schieben 0"},
        {"forehand declares", ROUNDS, "0 GH", "card 0"},
        {"rearhand declares: forehand leads", ROUNDS, "0 - 1 - 2 GH", "card 0"},
        {"no kontra on it", ROUNDS "kontra.levels=2 kontra.when=before_lead", "0 GH", "card 0"},
        {"no kontra on it, after the lead", ROUNDS "kontra.levels=2", "0 GH 0 CJ", "card 1"},
        {"it can be conceded", "ramsch_round.triggers=re_said ramsch_round.grand_hand=true",
         "0 GH 0 RE", "over"},
        {"gifts, as in any grand", ROUNDS "schenken=grand", "0 GH 1 g", "agree 2"},
    };
    static const struct asked_case some[] = {
        {"only who may", ROUNDS, "", "grand_hand 0"},
        {"middlehand was asked", ROUNDS, "0 -", "grand_hand 2"},
    };
    static const struct asked_case none[] = {
        {"nobody may", ROUNDS, "", "schieben 0"},
    };
    struct skat_terms terms = ramsch_round;
    (void)state;
    check_asked(cases, COUNT_OF(cases), &terms);
    terms.grand_hand = 5;
    check_asked(some, COUNT_OF(some), &terms);
    terms.grand_hand = 0;
    check_asked(none, COUNT_OF(none), &terms);
}

static void only_grand_hand_may_be_declared_in_a_ramsch_round(void **state)
{
    static const struct refused_last_move cases[] = {
        {"clubs hand", ROUNDS, "0 CH", SKAT_REFUSED_DECLARATION},
        {"grand", ROUNDS, "0 G", SKAT_REFUSED_DECLARATION},
        {"schneider announced", ROUNDS, "0 GHS", SKAT_REFUSED_DECLARATION},
        {"with discards", ROUNDS, "0 GH.CJ.SJ", SKAT_REFUSED_DISCARD},
        {"out of turn", ROUNDS, "1 GH", SKAT_REFUSED_TURN},
        {"bids", ROUNDS, "0 18", SKAT_REFUSED_KIND},
        {"kontra out of turn", ROUNDS "kontra.levels=1 kontra.when=first_trick", "0 GH 1 K",
         SKAT_REFUSED_KONTRA},
    };
    (void)state;
    check_refused(cases, COUNT_OF(cases), &ramsch_round);
}

/* Forehand's grand hand: with 4, game 5, hand 6: 144. Bid 0; the round does not double it. */
static void a_grand_hand_in_a_ramsch_round_has_its_value(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_result result;
    (void)state;
    start_perfect(&game, &rules,
                  "bock.triggers=re_said bock.ramsch_after=true ramsch_round.grand_hand=true",
                  &ramsch_round);
    drive_all(&game, "grand hand", "0 GH 0 RE");
    skat_game_result(&game, &result);
    assert_int_equal(game.table.bid, 0);
    assert_int_equal(game.table.declarer, 0);
    assert_int_equal(result.signed_value, -288);
    assert_int_equal(result.bock, 1);
}

/* ---- bock ---- */

static void bock_counts_won_and_lost_but_not_towards_the_bid(void **state)
{
    static const struct {
        const char *from, *options, *moves;
        int value, signed_value, bock;
    } cases[] = {
        {"conceded: 84 x 2 x 2", "", CLUBS_OF_1 "1 RE", 84, -336, 2},
        {"factor 3: 84 x 2 x 3", "bock.factor=3", CLUBS_OF_1 "1 RE", 84, -504, 3},
        {"gift accepted: 96 x 2", "schenken=all", CLUBS_OF_0 "1 g 2 y 0 y", 96, 192, 2},
        {"with kontra: 96 x 2 x 2",
         "schenken=all kontra.levels=1 kontra.when=before_lead "
         "concede=never",
         CLUBS_OF_0 "1 K 1 g 2 y 0 y", 96, 384, 2},
        {"bid 90, 84: raised to 96, 96 x 2 x 2", "", "1 90 0 p 2 p 1 s 1 C.H7.D7 1 RE", 96, -384,
         2},
        {"passed in", "", PASSED, 0, 0, 2},
    };
    static const struct skat_terms bock = {
        .round = SKAT_ROUND_BOCK, .round_deal = 1, .round_of = 3};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_rules rules;
        struct skat_game game;
        struct skat_result got;
        char options[256];
        snprintf(options, sizeof options, "bock.triggers=re_said %s", cases[i].options);
        start_perfect(&game, &rules, options, &bock);
        drive_all(&game, cases[i].from, cases[i].moves);
        skat_game_result(&game, &got);
        if (got.value != cases[i].value || got.signed_value != cases[i].signed_value ||
            got.bock != cases[i].bock)
            fail_msg("%s: value %d signed %d bock %d, want %d %d %d", cases[i].from, got.value,
                     got.signed_value, got.bock, cases[i].value, cases[i].signed_value,
                     cases[i].bock);
    }
}

/* ---- faults ---- */

struct fault_case {
    const char *from, *options, *moves;
    unsigned offender;
    enum skat_round_kind round;
    int value, signed_value, doubling;
    int score[3]; /* in the scoring of the rule set */
};

static void check_fault_case(const struct fault_case *c)
{
    struct skat_terms terms = {.round = (uint8_t)c->round, .round_deal = 1, .round_of = 3};
    struct skat_rules rules;
    struct skat_game game;
    struct skat_result got;
    int32_t score[SKAT_PLAYERS];
    if (c->round == SKAT_ROUND_RAMSCH)
        terms.grand_hand = 7;
    start_perfect(&game, &rules, c->options, &terms);
    rules.fault_value = SKAT_FAULT_CONCEDED; /* test_fault_value.c has the other */
    drive_all(&game, c->from, c->moves);
    skat_game_fail(&game, c->offender);
    skat_game_result(&game, &got);
    skat_game_scores(&game, &got, (enum skat_scoring)rules.scoring, score);
    if (got.value != c->value || got.signed_value != c->signed_value || got.doubling != c->doubling)
        fail_msg("%s: value %d signed %d doubling %d, want %d %d %d", c->from, got.value,
                 got.signed_value, got.doubling, c->value, c->signed_value, c->doubling);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (score[position] != c->score[position])
            fail_msg("%s: position %d scores %d, want %d", c->from, position, score[position],
                     c->score[position]);
}

/* Clubs of middlehand: 84; of forehand by hand: 96 (see above). */
static const struct fault_case fault_cases[] = {
    {"declarer: as conceded", "", CLUBS_OF_1, 1, SKAT_ROUND_NONE, 84, -168, 1, {0, -168, 0}},
    {"declarer, kontra counts on",
     "kontra.levels=1 kontra.when=before_lead concede=never",
     CLUBS_OF_1 "0 K",
     1,
     SKAT_ROUND_NONE,
     84,
     -336,
     2,
     {0, -336, 0}},
    {"declarer, bock counts on",
     "bock.triggers=re_said",
     CLUBS_OF_1,
     1,
     SKAT_ROUND_BOCK,
     84,
     -336,
     1,
     {0, -336, 0}},
    {"defender: declarer wins at that value",
     "",
     CLUBS_OF_1 "0 CJ",
     2,
     SKAT_ROUND_NONE,
     84,
     84,
     1,
     {0, 84, 0}},
    {"defender, kontra and bock",
     "bock.triggers=re_said kontra.levels=1 "
     "kontra.when=before_lead concede=never",
     CLUBS_OF_1 "0 K",
     0,
     SKAT_ROUND_BOCK,
     84,
     336,
     2,
     {0, 336, 0}},
    {"defender, one gift refused: 96 + 24",
     GIFTS,
     CLUBS_OF_0 "1 g 2 y 0 n",
     1,
     SKAT_ROUND_NONE,
     120,
     120,
     1,
     {120, 0, 0}},
    {"defender, while asked to agree",
     GIFTS,
     CLUBS_OF_0 "1 g",
     2,
     SKAT_ROUND_NONE,
     96,
     96,
     1,
     {96, 0, 0}},
    {"declarer, while asked about the gift",
     GIFTS,
     CLUBS_OF_0 "1 g 2 y",
     0,
     SKAT_ROUND_NONE,
     96,
     -192,
     1,
     {-192, 0, 0}},
    {"declarer, spitzen count: without 9, game 10, spitze 11: 132",
     "spitzen.max=1",
     "1 p 2 18 0 p 2 s 2 C+1.H7.D7",
     2,
     SKAT_ROUND_NONE,
     132,
     -264,
     1,
     {0, 0, -264}},
    {"declarer after rum, before the announcement: the bid",
     "rum=true",
     "1 18 0 p 2 p 1 r",
     1,
     SKAT_ROUND_NONE,
     18,
     -36,
     1,
     {0, -36, 0}},
    {"defender before the announcement",
     "",
     "1 33 0 p 2 p",
     0,
     SKAT_ROUND_NONE,
     33,
     33,
     1,
     {0, 33, 0}},
    {"in a revolution's exchange, a defender",
     "revolution=exchange",
     V_OF_0,
     1,
     SKAT_ROUND_NONE,
     92,
     92,
     1,
     {92, 0, 0}},
    {"in the auction, bock",
     "bock.triggers=re_said",
     "1 20",
     0,
     SKAT_ROUND_BOCK,
     20,
     -80,
     0,
     {-80, 0, 0}},
    {"in the auction before any bid, bock",
     "bock.triggers=re_said",
     "",
     1,
     SKAT_ROUND_BOCK,
     18,
     -72,
     0,
     {0, -72, 0}},
    {"in ramsch: 120",
     "passed_in=ramsch",
     PASSED "0 CJ",
     1,
     SKAT_ROUND_NONE,
     120,
     -120,
     1,
     {0, -120, 0}},
    {"in ramsch, bock",
     "passed_in=ramsch bock.triggers=re_said",
     PASSED "0 CJ",
     1,
     SKAT_ROUND_BOCK,
     120,
     -240,
     1,
     {0, -240, 0}},
    {"in ramsch, unseen pass-ons do not double it",
     SCHIEBEN,
     PASSED "0 x 1 x",
     2,
     SKAT_ROUND_NONE,
     120,
     -120,
     1,
     {0, 0, -120}},
    {"in ramsch, while passing on",
     SCHIEBEN,
     PASSED "0 s",
     0,
     SKAT_ROUND_NONE,
     120,
     -120,
     1,
     {-120, 0, 0}},
    {"at the grand hand question: ramsch",
     ROUNDS,
     "0 -",
     1,
     SKAT_ROUND_RAMSCH,
     120,
     -120,
     1,
     {0, -120, 0}},
    {"after grand hand was declared, a defender: 6 x 24",
     ROUNDS,
     "0 GH",
     1,
     SKAT_ROUND_RAMSCH,
     144,
     144,
     1,
     {144, 0, 0}},
    {"after grand hand was declared, declarer",
     ROUNDS,
     "0 GH",
     0,
     SKAT_ROUND_RAMSCH,
     144,
     -288,
     1,
     {-288, 0, 0}},
    {"minus: a defender fails, all others pay",
     "scoring=minus",
     CLUBS_OF_1,
     0,
     SKAT_ROUND_NONE,
     84,
     84,
     1,
     {-84, 0, -84}},
    {"minus: in ramsch the offender pays",
     "scoring=minus passed_in=ramsch",
     PASSED "0 CJ",
     1,
     SKAT_ROUND_NONE,
     120,
     -120,
     1,
     {0, -120, 0}},
    {"opponents: declarer fails, skat taken, 84 x 2",
     "scoring=opponents",
     CLUBS_OF_1,
     1,
     SKAT_ROUND_NONE,
     84,
     -168,
     1,
     {168, 0, 168}},
    {"opponents: by hand once, 96",
     "scoring=opponents",
     CLUBS_OF_0,
     0,
     SKAT_ROUND_NONE,
     96,
     -96,
     1,
     {0, 96, 96}},
    {"opponents: in the auction the offender is charged",
     "scoring=opponents",
     "1 20",
     0,
     SKAT_ROUND_NONE,
     20,
     -40,
     0,
     {-40, 0, 0}},
};

static void faults_cost_what_the_rulebook_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(fault_cases); i++)
        check_fault_case(&fault_cases[i]);
}

/* log-format: what was in tricks so far, arrays of zeros before the first. */
static void a_fault_in_ramsch_leaves_what_was_in_tricks(void **state)
{
    struct skat_rules rules;
    struct skat_game game;
    struct skat_result got;
    (void)state;
    start_perfect(&game, &rules, ROUNDS, &ramsch_round);
    drive_all(&game, "fault", "0 -");
    skat_game_fail(&game, 1);
    skat_game_result(&game, &got);
    assert_true(got.is_ramsch);
    assert_true(skat_game_is_ramsch(&game));
    for (int position = 0; position < SKAT_PLAYERS; position++)
        assert_int_equal(got.ramsch.points[position] + got.ramsch.tricks[position], 0);
    start_perfect(&game, &rules, "passed_in=ramsch", NULL);
    drive_all(&game, "fault", PASSED "0 CJ 1 CK 2 C7 0 SJ"); /* 2 + 4 + 0 */
    skat_game_fail(&game, 1);
    skat_game_result(&game, &got);
    assert_int_equal(got.ramsch.points[0], 6);
    assert_int_equal(got.ramsch.tricks[0], 1);
    assert_int_equal(got.ramsch.points[1] + got.ramsch.points[2], 0);
}

/* ---- positions that are none ---- */

static void nobody_speaks_from_outside_the_table(void **state)
{
    static const enum skat_action_kind kinds[] = {SKAT_ACTION_KONTRA, SKAT_ACTION_GIVE_UP,
                                                  SKAT_ACTION_CONCEDE, SKAT_ACTION_CARD};
    static const unsigned positions[] = {3, 4, 255, 256, 65535};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (size_t p = 0; p < COUNT_OF(positions); p++) {
            struct skat_rules rules;
            struct skat_game game;
            struct skat_action action = action_of(kinds[k]);
            start_perfect(&game, &rules, GIFTS "kontra.levels=1 kontra.when=first_trick", NULL);
            drive_all(&game, "outside", CLUBS_OF_1 "0 -");
            if (skat_game_apply(&game, positions[p], &action) == SKAT_ACCEPTED)
                fail_msg("kind %d of position %u was accepted", kinds[k], positions[p]);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(kontra_is_asked_at_its_moment),
        cmocka_unit_test(kontra_is_for_those_whom_the_rules_entitle),
        cmocka_unit_test(kontra_is_answered_at_once),
        cmocka_unit_test(kontra_is_refused_at_other_moments),
        cmocka_unit_test(declarer_may_give_up_before_kontra),
        cmocka_unit_test(doublings_count_when_the_game_ends),
        cmocka_unit_test(a_gift_is_proposed_agreed_and_accepted),
        cmocka_unit_test(gifts_are_refused_where_the_rules_know_none),
        cmocka_unit_test(gifts_have_their_values),
        cmocka_unit_test(refused_gifts_count_alike_played_and_conceded),
        cmocka_unit_test(spitzen_are_won_with_the_named_trumps),
        cmocka_unit_test(spitzen_need_the_cards_and_a_suit_game),
        cmocka_unit_test(a_spitze_in_grand_is_the_diamond_jack),
        cmocka_unit_test(a_spitze_in_grand_needs_the_diamond_jack_and_one_that_is_not_known),
        cmocka_unit_test(revolution_has_three_forms),
        cmocka_unit_test(hands_in_a_revolution_come_from_where_they_may),
        cmocka_unit_test(a_revolution_is_worth_92),
        cmocka_unit_test(a_revolution_is_won_without_a_trick),
        cmocka_unit_test(rum_shows_the_skat_and_it_must_be_taken),
        cmocka_unit_test(rum_is_a_level_but_not_in_null),
        cmocka_unit_test(everybody_sees_the_skat_of_rum),
        cmocka_unit_test(the_saechsische_spitze_is_a_game_of_its_own),
        cmocka_unit_test(the_skat_goes_round),
        cmocka_unit_test(what_may_be_passed_on),
        cmocka_unit_test(unseen_pass_ons_double_and_the_last_two_cards_are_the_skat),
        cmocka_unit_test(who_may_knock_is_asked),
        cmocka_unit_test(in_a_ramsch_round_who_took_the_cards_may_knock),
        cmocka_unit_test(knocking_is_refused_elsewhere),
        cmocka_unit_test(a_knock_is_public_and_doubles),
        cmocka_unit_test(grand_hand_is_asked_from_forehand_on),
        cmocka_unit_test(only_grand_hand_may_be_declared_in_a_ramsch_round),
        cmocka_unit_test(a_grand_hand_in_a_ramsch_round_has_its_value),
        cmocka_unit_test(bock_counts_won_and_lost_but_not_towards_the_bid),
        cmocka_unit_test(faults_cost_what_the_rulebook_says),
        cmocka_unit_test(a_fault_in_ramsch_leaves_what_was_in_tricks),
        cmocka_unit_test(nobody_speaks_from_outside_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
