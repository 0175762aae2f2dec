// SPDX-License-Identifier: MIT
/* tests/unit/test_table.c - a table for a person: what a page sends, what is offered to it, and
 * what people mean by words. */
#include <string.h>

#include "arena/record/answer_words.h"
#include "arena/serve/table_answer.h"
#include "arena/serve/table_question.h"
#include "arena/serve/table_state.h"
#include "engine/deck.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#define TOKEN "0123456789abcdef0123456789abcdef"

TEST(answers_are_read)
{
    static const struct {
        const char *what, *body;
        size_t length; /* 0: of the text */
        bool want;
    } cases[] = {
        {"an answer", TOKEN "\n12\npass", 0, true},
        {"with its end", TOKEN "\n12\nG C7 D8\n", 0, true},
        {"nothing", "", 0, false},
        {"no answer", TOKEN "\n12\n", 0, false},
        {"no state", TOKEN "\n\npass", 0, false},
        {"a state that is none", TOKEN "\n-1\npass", 0, false},
        {"a state beyond all numbers", TOKEN "\n1234567890123456\npass", 0, false},
        {"a short token", "0123\n12\npass", 0, false},
        {"a long token", TOKEN "0\n12\npass", 0, false},
        {"a second line", TOKEN "\n12\npass\npass", 0, false},
        {"a control character", TOKEN "\n12\np\tss", 0, false},
        {"a zero byte", TOKEN "\n12\npa\0s", 40, false},
        {"beyond ASCII", TOKEN "\n12\np\xc3\xa4", 0, false},
    };
    struct table_answer answer;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t length = cases[i].length ? cases[i].length : strlen(cases[i].body);
        if (table_answer_read(cases[i].body, length, &answer) != cases[i].want)
            fail_msg("%s", cases[i].what);
    }
    assert_true(table_answer_read(TOKEN "\n12\nG C7 D8\n", strlen(TOKEN) + 12, &answer));
    assert_string_equal(answer.token, TOKEN);
    assert_int_equal(answer.state, 12);
    assert_string_equal(answer.text, "G C7 D8");
}

TEST(answers_have_their_length)
{
    char body[600];
    struct table_answer answer;

    for (int length = 1; length < 400; length++) {
        const int size = snprintf(body, sizeof body, TOKEN "\n1\n%0*d", length, 0);
        const bool read = table_answer_read(body, (size_t)size, &answer);
        assert_int_equal(read, length < TABLE_ANSWER_SIZE);
    }
}

/* ---- at a table ---- */

static void official(struct skat_rules *rules)
{
    struct skat_error error;

    skat_rules_official(rules);
    assert_true(skat_rules_prepare(rules, &error));
}

/* A deal by hand, whose moves so far are `moves`. */
static void begin(struct skat_game *game, const struct skat_rules *rules, const char *moves)
{
    static const char cards[] = "CJ.SJ.CA.CT.CK.C9.SA.ST.HA.DA|HJ.CQ.C8.C7.SK.SQ.S9.HT.HK.DT|"
                                "DJ.S8.S7.HQ.H9.H8.DK.DQ.D9.D8|H7.D7";
    struct skat_deal deal;
    struct skat_replay replay;
    struct skat_error error;

    if (!skat_deal_parse(&deal, rules->derived.deck, cards, &error))
        fail_msg("%s", error.text);
    skat_game_start(game, rules, &deal, NULL);
    skat_record_follow(game, moves, false, NULL, &replay);
    assert_int_equal(replay.end, SKAT_REPLAY_ALL);
}

static const char declared[] = "1 p 2 18 0 y 2 p 0 s w H7.D7 0 C.H7.D7";

TEST(people_may_say)
{
    static const struct language languages[] = {{0}, {true, false}, {true, true}};
    static const struct {
        int language;
        const char *moves, *said;
        unsigned action;
        const char *card; /* or the code of a game; NULL: neither */
    } cases[] = {
        {0, "", "18", SKAT_ACTION_BID, NULL},
        {0, "", "PASS", SKAT_ACTION_PASS, NULL},
        {0, "", "p", SKAT_ACTION_PASS, NULL},
        {1, "", "passe", SKAT_ACTION_PASS, NULL},
        {1, "", "weg", SKAT_ACTION_PASS, NULL},
        {1, "", "pass", SKAT_ACTION_PASS, NULL},
        {0, "1 18", "yes", SKAT_ACTION_HOLD, NULL},
        {1, "1 18", "ja", SKAT_ACTION_HOLD, NULL},
        {1, "1 18", "halte", SKAT_ACTION_HOLD, NULL},
        {0, "1 p 2 p 0 18", "skat", SKAT_ACTION_PICK_UP, NULL},
        {0, "1 p 2 p 0 18", "pick_up", SKAT_ACTION_PICK_UP, NULL},
        {1, "1 p 2 p 0 18", "aufnehmen", SKAT_ACTION_PICK_UP, NULL},
        {1, "1 p 2 p 0 18", "Skat", SKAT_ACTION_PICK_UP, NULL},
        {0, "1 p 2 p 0 18", "Clubs-H", SKAT_ACTION_DECLARE, "CH"},
        {0, "1 p 2 p 0 18 0 s w H7.D7", "grand H7 D7", SKAT_ACTION_DECLARE, "G"},
        {0, "1 p 2 p 0 18", "gh", SKAT_ACTION_DECLARE, "GH"},
        {1, "1 p 2 p 0 18", "grand-h", SKAT_ACTION_DECLARE, "GH"},
        {2, "1 p 2 p 0 18", "Eichel-H", SKAT_ACTION_DECLARE, "CH"},
        {1, "1 p 2 p 0 18 0 s w H7.D7", "Kreuz He7 Ka7", SKAT_ACTION_DECLARE, "C"},
        {2, "1 p 2 p 0 18 0 s w H7.D7", "G R7, S7", SKAT_ACTION_DECLARE, "G"},
        {0, declared, "cj", SKAT_ACTION_CARD, "CJ"},
        {1, declared, "KrB", SKAT_ACTION_CARD, "CJ"},
        {1, declared, "Kr10", SKAT_ACTION_CARD, "CT"},
        {1, declared, "CJ", SKAT_ACTION_CARD, "CJ"},
        {2, declared, "EU", SKAT_ACTION_CARD, "CJ"},
        {2, declared, "SA", SKAT_ACTION_CARD, "DA"}, /* Schellen, not spades */
        {1, declared, "PiA", SKAT_ACTION_CARD, "SA"},
    };
    struct skat_rules rules;
    struct skat_game game;
    struct skat_decision decision;

    official(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct language *language = &languages[cases[i].language];
        struct skat_action action;
        char code[SKAT_CODE_SIZE] = "";
        begin(&game, &rules, cases[i].moves);
        skat_game_pending(&game, &decision);
        const char *why = answer_words_read(language, &game, &decision, cases[i].said, &action);
        if (why || action.kind != cases[i].action)
            fail_msg("%s: %s", cases[i].said, why ? why : "another action");
        if (action.kind == SKAT_ACTION_CARD)
            skat_card_print(action.cards[0], code)[0] = '\0';
        else if (action.kind == SKAT_ACTION_DECLARE)
            skat_contract_code(action.contract, skat_ouvert_needs_hand(&rules), code);
        assert_string_equal(code, cases[i].card ? cases[i].card : "");
    }
}

TEST(wrong_answers_have_reasons)
{
    static const struct language languages[] = {{0}, {true, false}};
    static const char taken[] = "1 p 2 p 0 18 0 s w H7.D7";
    static const struct {
        int language;
        const char *moves, *said, *why;
    } cases[] = {
        {0, "", "nonsense", "not one of the answers"},
        {0, "1 p 2 p 0 18", "GH H7 D7", "nothing is put aside without the skat"},
        {0, taken, "G", "not as many cards as must be put aside"},
        {0, taken, "G H7", "not as many cards as must be put aside"},
        {0, taken, "G H7 D7 CJ", "not as many cards as must be put aside"},
        {0, taken, "G H7 H7", "a card to put aside is named twice"},
        {0, taken, "G H7 DJ", "a card to put aside is not in hand"},
        {0, taken, "G H7 XX", "only cards may follow the game"},
        {0, taken, "GH H7 D7", "not a legal announcement now"},
        {0, taken, "H7 D7", "not one of the answers"},
        {1, taken, "Grand He7", "nicht so viele Karten, wie zu drücken sind"},
        {1, taken, "Grand He7 He7", "eine Karte zum Drücken ist doppelt"},
        {1, taken, "Grand He7 KaB", "eine Karte zum Drücken ist nicht auf der Hand"},
        {1, taken, "Grand He7 xx", "nach dem Spiel folgen nur Karten"},
        {1, "1 p 2 p 0 18", "Grand-H He7 Ka7", "ohne Skat wird nichts gedrückt"},
    };
    struct skat_rules rules;
    struct skat_game game;
    struct skat_decision decision;

    official(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_action action;
        begin(&game, &rules, cases[i].moves);
        skat_game_pending(&game, &decision);
        const char *why = answer_words_read(&languages[cases[i].language], &game, &decision,
                                            cases[i].said, &action);
        if (!why || strcmp(why, cases[i].why) != 0)
            fail_msg("%s: %s, want %s", cases[i].said, why ? why : "legal", cases[i].why);
    }
}

/* People are offered "skat", as docs/play.md says; authors of bots the word of the interface. */
TEST(offered_words_are_those_of_the_reader)
{
    static const struct language languages[] = {{0}, {true, false}};
    static const char *const want[2][2] = {{"pick_up |", "skat |"}, {"aufnehmen |", "aufnehmen |"}};
    struct skat_rules rules;
    struct skat_game game;
    struct skat_decision decision;

    official(&rules);
    begin(&game, &rules, "1 p 2 p 0 18");
    skat_game_pending(&game, &decision);
    for (int german = 0; german < 2; german++)
        for (int person = 0; person < 2; person++) {
            char text[400] = "";
            FILE *out = fmemopen(text, sizeof text, "w");
            answer_words_print(&languages[german], &game, &decision, person, out);
            fclose(out);
            assert_memory_equal(text, want[german][person], strlen(want[german][person]));
        }
}

/* The texts of "say" of a list, with a space before each. */
static void said_of(const cJSON *question, const char *list, char *text)
{
    const cJSON *answer;

    *text = '\0';
    cJSON_ArrayForEach (answer, cJSON_GetObjectItemCaseSensitive(question, list)) {
        const cJSON *say = cJSON_GetObjectItemCaseSensitive(answer, "say");
        strcat(strcat(text, " "), cJSON_IsString(answer) ? answer->valuestring : say->valuestring);
    }
}

TEST(questions_offer_what_is_legal)
{
    static const struct {
        const char *moves, *list, *want;
    } cases[] = {
        {"", "choices", " pass"},
        {"1 120", "choices", " pass hold"},
        {"1 p 2 p 0 18", "choices", " pick_up"},
        {"1 p 2 p 0 18 0 s w H7.D7", "contracts", " N NO D H S C G"},
        {"1 p 2 p 0 18 0 s w H7.D7", "choices", ""},
    };
    struct skat_rules rules;
    const struct language english = {0};
    struct skat_game game;
    struct skat_decision decision;
    char text[2000];

    official(&rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin(&game, &rules, cases[i].moves);
        skat_game_pending(&game, &decision);
        cJSON *question = table_question_json(&english, &game, &decision);
        said_of(question, cases[i].list, text);
        if (strcmp(text, cases[i].want) != 0)
            fail_msg("%s, %s: got%s, want%s", cases[i].moves, cases[i].list, text, cases[i].want);
        cJSON_Delete(question);
    }
    begin(&game, &rules, "1 p 2 p 0 18 0 s w H7.D7 0 G.H7.D7 0 DA 1 DT");
    skat_game_pending(&game, &decision);
    cJSON *question = table_question_json(&english, &game, &decision);
    assert_string_equal(cJSON_GetObjectItemCaseSensitive(question, "cards")->valuestring,
                        "D8D9DQDK");
    assert_null(cJSON_GetObjectItemCaseSensitive(question, "count"));
    cJSON_Delete(question);
}

/* Of hands and discards, everybody sees their own. */
TEST(states_show_no_hidden_card)
{
    static const unsigned own[] = {0, 1, 2, SKAT_NOBODY};
    struct skat_rules rules;
    const struct language english = {0};
    struct skat_game game;

    official(&rules);
    begin(&game, &rules, declared);
    for (size_t i = 0; i < COUNT_OF(own); i++) {
        cJSON *shown = table_state_json(&english, &game, own[i]);
        char *text = cJSON_PrintUnformatted(shown);
        /* Declarer's discards are declarer's secret. */
        assert_int_equal(strstr(text, "H7") != NULL, own[i] == 0);
        for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
            const cJSON *hands = cJSON_GetObjectItemCaseSensitive(shown, "hands");
            const char *hand = cJSON_GetArrayItem(hands, (int)position)->valuestring;
            assert_int_equal(strlen(hand), position == own[i] ? 20 : 0);
        }
        free(text);
        cJSON_Delete(shown);
    }
}
