// SPDX-License-Identifier: MIT
/* tests/unit/test_serve.c - `serve`: what it reads of a request, when a page is made again, and a
 * table for a person: what is sent, and what people mean by words. */
#include <unistd.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#include "arena/base/folder.h"
#include "arena/log/result_folder.h"
#include "arena/record/answer_words.h"
#include "arena/serve/http_server.h"
#include "arena/serve/result_page.h"
#include "arena/serve/table_site.h"
#include "engine/deck.h"

TEST(targets_lead_below_the_folder)
{
    static const struct {
        const char *target, *folder, *page;
    } cases[] = {
        {"/", "", ""},
        {"/live", "", "live"},
        {"/a/report.html", "a", "report.html"},
        {"/a b/c/", "a b/c", ""},
        {"/\xc3\xa4/live.json", "\xc3\xa4", "live.json"},
        {"/1/2/3/4/5/6/7/8/", "1/2/3/4/5/6/7/8", ""},
    };
    static const char *const refused[] = {"/..",
                                          "/../a/",
                                          "/a/../../b/",
                                          "/.git/",
                                          "/a\\b/",
                                          "/a\n/",
                                          "/a\x7f/",
                                          "/\xff/",
                                          "/a\xc3/",
                                          "//a/",
                                          "/\xc0\xae\xc0\xae/",
                                          "/a//b",
                                          "/1/2/3/4/5/6/7/8/9/",
                                          "a/",
                                          ""};
    struct http_path path;

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (!http_path_read(&path, cases[i].target) || strcmp(path.folder, cases[i].folder) != 0 ||
            strcmp(path.page, cases[i].page) != 0)
            fail_msg("%s: \"%s\", \"%s\"", cases[i].target, path.folder, path.page);
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        if (http_path_read(&path, refused[i]))
            fail_msg("%s was read", refused[i]);
    char text[HTTP_PATH_SIZE + 200];
    for (int length = 1; length < 150; length++) {
        snprintf(text, sizeof text, "/%0*d", length, 0);
        assert_int_equal(http_path_read(&path, text), length < (int)sizeof path.page);
    }
    for (int length = HTTP_PATH_SIZE - 10; length < HTTP_PATH_SIZE + 10; length++) {
        snprintf(text, sizeof text, "/%0*d/", length, 0);
        assert_int_equal(http_path_read(&path, text), length < HTTP_PATH_SIZE);
    }
}

TEST(hosts_are_believed_by_where_it_listens)
{
    static const struct {
        const char *listen, *host;
        bool want;
    } cases[] = {
        {"127.0.0.1", "127.0.0.1:7528", true},
        {"127.0.0.1", "localhost:7528", true},
        {"127.0.0.1", "LocalHost:7528", true},
        {"127.0.0.1", "[::1]:7528", true}, /* a tunnel */
        {"127.0.0.1", "127.0.0.1", false}, /* port 80 */
        {"127.0.0.1", "127.0.0.1:80", false},
        {"127.0.0.1", "evil.example:7528", false},
        {"127.0.0.1", "localhost.evil.example:7528", false},
        {"127.0.0.1", "127.0.0.1.evil.example:7528", false},
        {"127.0.0.1", "192.168.0.1:7528", false},
        {"127.0.0.1", "", false},
        {"127.0.0.1", ":7528", false},
        {"127.0.0.1", "127.0.0.1:", false},
        {"127.0.0.1", "127.0.0.1:+7528", false},
        {"127.0.0.1", "127.0.0.1:7528x", false},
        {"127.0.0.1", "127.0.0.1:99999999999", false},
        {"127.0.0.1", "user@127.0.0.1:7528", false},
        {"::1", "[::1]:7528", true},
        {"[::1]", "[::1]:7528", true},
        {"::1", "[::1", false},
        {"0.0.0.0", "192.168.0.1:7528", true},
        {"0.0.0.0", "localhost:7528", true},
        {"0.0.0.0", "evil.example:7528", false},
        {"192.168.0.1", "192.168.0.1:7528", true},
        {"192.168.0.1", "localhost:7528", false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_place place;
        struct errors errors = {0};
        assert_true(http_place_read(&place, cases[i].listen, 7528, &errors));
        if (http_place_accepts(&place, cases[i].host) != cases[i].want)
            fail_msg("at %s, \"%s\"", cases[i].listen, cases[i].host);
    }
}

TEST(addresses_are_in_digits)
{
    static const char *const wrong[] = {"localhost", "",     "1.2.3", "1.2.3.4.5",
                                        "[::1",      "::1]", "[]"};
    struct http_place place;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct errors errors = {0};
        if (http_place_read(&place, wrong[i], 1, &errors) || errors.count != 1)
            fail_msg("\"%s\" was read", wrong[i]);
        errors_free(&errors);
    }
    struct errors none = {0};
    assert_true(http_place_read(&place, "127.8.0.1", 1, &none) && place.loopback);
    assert_true(http_place_read(&place, "::1", 1, &none) && place.loopback);
    assert_true(http_place_read(&place, "0.0.0.0", 1, &none) && !place.loopback);
    assert_true(http_place_read(&place, "::", 1, &none) && !place.loopback);
}

TEST(tables_have_addresses)
{
    static const struct {
        const char *page, *name;
        int64_t game, move;
        bool german, german_cards;
        enum table_part part;
    } cases[] = {
        {"table-1692-17", "table-1692-17", 1692, 17, false, false, TABLE_PAGE},
        {"table-0-1.json", "table-0-1", 0, 1, false, false, TABLE_STATE},
        {"table-4-12-de", "table-4-12-de", 4, 12, true, false, TABLE_PAGE},
        {"table-4-12-de.answer", "table-4-12-de", 4, 12, true, false, TABLE_ANSWER},
        {"table-4-12-de-cards.json", "table-4-12-de-cards", 4, 12, true, true, TABLE_STATE},
        {"table-999999999999999-1", "table-999999999999999-1", 999999999999999, 1, false, false,
         TABLE_PAGE},
    };
    static const char *const none[] = {"table-1000000000000000-1",
                                       "table-01-1",
                                       "table-1-0",
                                       "table-1",
                                       "table-1-1-",
                                       "table-1-1-en",
                                       "table-1-1-de-de",
                                       "table-1-1-cards",
                                       "table-1-1.html",
                                       "table--1-1",
                                       "table-+1-1",
                                       ""};
    struct table_address address;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!table_address_read(&address, cases[i].page))
            fail_msg("\"%s\" was not read", cases[i].page);
        assert_string_equal(address.name, cases[i].name);
        assert_int_equal(address.game, cases[i].game);
        assert_int_equal(address.move, cases[i].move);
        assert_int_equal(address.part, cases[i].part);
        assert_int_equal(address.in->language.german, cases[i].german);
        assert_int_equal(address.in->language.german_cards, cases[i].german_cards);
    }
    for (size_t i = 0; i < COUNT_OF(none); i++)
        if (table_address_read(&address, none[i]))
            fail_msg("\"%s\" was read", none[i]);
}

/* ---- a table for a person ---- */

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

/* One line of an answer has its limit. */
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
            skat_rules_code(&rules, action.contract, code);
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
            const struct answer_words words = {&languages[german], &game, &decision, person};
            char text[400] = "";
            FILE *out = fmemopen(text, sizeof text, "w");
            answer_words_print(&words, out);
            fclose(out);
            assert_memory_equal(text, want[german][person], strlen(want[german][person]));
        }
}

/* ---- whether a page of a folder has to be made again ---- */

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Each file of a result that is made, has changed or is gone makes another stamp. */
TEST(every_file_of_a_result_counts)
{
    char folder[] = "/tmp/skat-arena-state-XXXXXX", path[FOLDER_PATH_SIZE];

    assert_non_null(mkdtemp(folder));
    const uint64_t empty = folder_stamp(folder);
    for (const char *const *file = result_files; *file; file++) {
        write_file(folder_file(folder, *file, path), "one");
        const uint64_t made = folder_stamp(folder);
        write_file(path, "three");
        const uint64_t changed = folder_stamp(folder);
        if (made == empty || changed == made || changed == empty)
            fail_msg("%s does not count", *file);
        assert_int_equal(unlink(path), 0);
        assert_true(folder_stamp(folder) == empty);
    }
    assert_int_equal(rmdir(folder), 0);
}
