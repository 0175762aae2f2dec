// SPDX-License-Identifier: MIT
/* tests/unit/test_iss.c - records of the International Skat Server: fields of the text,
 * resignations. Files of records, and the results that the server wrote, are for test_import.py. */
#include "arena/iss/iss_reader.h"
#include "arena/iss/iss_moves.h"
#include "arena/iss/iss_result.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static const char deal[] = "C8.DQ.DJ.HK.S9.SK.SQ.HQ.CK.D9.S8.DT.SJ.C9.CQ.SA.DK.HT.D7.H7."
                           "ST.HJ.C7.H8.S7.DA.CJ.CT.D8.H9.CA.HA"; /* ID 756788 */

/* Replays moves under rules by which defenders may resign after the lead, or may not. */
static void replay(struct skat_game *game, const char *options, bool resigning, const char *moves,
                   struct skat_replay *replay)
{
    static struct skat_rules rules;
    struct skat_deal cards;

    rules_of(&rules, options);
    rules.concede_later = resigning ? SKAT_CONCEDE_LATER_REST : 0;
    deal_of(&cards, deal);
    skat_game_start(game, &rules, &cards, NULL);
    skat_record_replay(game, moves, false, replay);
}

#define DECLARED "1 18 0 p 2 p 1 s 1 S.CA.HA "

/* The rules' own concession, and what ISS has where there is none (engine/game/game.h). */
TEST(who_resigns_gives_the_rest_away)
{
    static const struct {
        const char *name, *rules, *moves;
        enum skat_ending ending;
        int won, points, tricks, value; /* signed */
    } cases[] = {
        {"both defenders, before the lead", "", DECLARED "0 RE 2 RE", SKAT_ENDED_PLAYED, 1, 120, 10,
         44},
        {"one goes on for a trick", "", DECLARED "2 RE 0 C8 1 C9 2 C7 0 RE", SKAT_ENDED_PLAYED, 1,
         120, 10, 44},
        {"a trick is theirs: no schwarz", "", DECLARED "0 CK 1 C9 2 C7 0 RE 2 RE",
         SKAT_ENDED_PLAYED, 1, 116, 9, 33},
        {"declarer, in time", "", DECLARED "0 CK 1 RE", SKAT_ENDED_CONCEDED, 0, 22, 0, -44},
        {"declarer, when no concession is possible", "concede=never", DECLARED "0 CK 1 RE",
         SKAT_ENDED_PLAYED, 0, 22, 0, -88},
        {"null, both defenders", "", "1 18 0 p 2 p 1 s 1 N.CA.HA 0 CK 1 CQ 2 C7 0 RE 2 RE",
         SKAT_ENDED_PLAYED, 1, 22, 0, 23},
        {"null, declarer", "concede=never", "1 18 0 p 2 p 1 s 1 N.CA.HA 0 CK 1 CQ 2 C7 1 RE",
         SKAT_ENDED_CONCEDED, 0, 22, 0, -46},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_game game;
        struct skat_replay end;
        struct skat_result result;
        replay(&game, cases[i].rules, true, cases[i].moves, &end);
        if (end.end != SKAT_REPLAY_ALL || game.phase != SKAT_PHASE_OVER)
            fail_msg("%s: not over; %s", cases[i].name, skat_refusal_text(end.refusal));
        skat_game_result(&game, &result);
        if (game.ending != cases[i].ending || result.won != cases[i].won ||
            result.points != cases[i].points || result.tricks != cases[i].tricks ||
            result.signed_value != cases[i].value)
            fail_msg("%s: ending %d won %d points %d tricks %d value %d", cases[i].name,
                     game.ending, result.won, result.points, result.tricks, result.signed_value);
    }
}

TEST(nobody_resigns_elsewhere)
{
    static const struct {
        const char *name, *moves;
        bool resigning;
    } cases[] = {
        {"in a game of bots", DECLARED "0 RE", false},
        {"before the game is announced", "1 18 0 p 2 p 0 RE", true},
        {"before there is a declarer", "1 18 0 RE", true},
        {"a second time", DECLARED "0 RE 0 RE", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct skat_game game;
        struct skat_replay end;
        replay(&game, "", cases[i].resigning, cases[i].moves, &end);
        if (end.end != SKAT_REPLAY_REFUSED || end.refusal != SKAT_REFUSED_CONCEDE)
            fail_msg("%s: end %d, refusal %d", cases[i].name, end.end, end.refusal);
    }
}

TEST(results_are_read_and_written)
{
    static const struct {
        const char *text;
        bool readable;
    } cases[] = {
        {"passed", true},
        {"unknown", true},
        {"d:2 loss v:-72 m:-1 overbid p:75 t:7 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0", true},
        {"d:0 win v:192 m:1 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1", true},
        {"d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:1 p1:0 p2:0 l:0 to:-1 r:0", true},
        {"win v:18", true}, /* fields may be missing */
        {"", false},
        {"d:", false},
        {"v:12345", false},
        {"v:1-2", false},
        {"won", false},
        {"d:0 win v:24 x:1", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[ISS_RESULT_SIZE];
        struct iss_result result;
        bool readable = iss_result_read(&result, cases[i].text, strlen(cases[i].text));
        if (readable != cases[i].readable)
            fail_msg("\"%s\": readable %d", cases[i].text, readable);
        if (readable && (iss_result_write(&result, text), strcmp(text, cases[i].text) != 0))
            fail_msg("\"%s\" came back as \"%s\"", cases[i].text, text);
    }
}

TEST(names_fit_into_the_log)
{
    static const struct {
        const char *value, *name;
        bool same;
    } cases[] = {
        {"kermit", "kermit", true},
        {"xskat:2", "xskat:2", true},
        {"a\\]b", "a]b", true}, /* escaped, as a bracket has to be */
        {"a\\\\b", "a?b", false},
        {"a\\b", "a?b", false},
        {"\"", "?", false},
        {"", "?", false},
        {"\xff", "?", false},
        {"a\x7f", "a?", false},
        {"a\xc2\x9f", "a??", false}, /* a control character of two bytes */
        {"0123456789012345678901234567890123456789", "0123456789012345678901234567890123456789",
         true},
        {"01234567890123456789012345678901234567890", "0123456789012345678901234567890123456789",
         false},
        {"012345678901234567890123456789012345678\xc3\xbc",
         "012345678901234567890123456789012345678", false}, /* a character is not cut in half */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct iss_value value = {cases[i].value, strlen(cases[i].value)};
        char name[ISS_NAME_SIZE];
        bool same = iss_name(&value, name);
        if (same != cases[i].same || strcmp(name, cases[i].name) != 0)
            fail_msg("\"%s\" became \"%s\", the same: %d", cases[i].value, name, same);
    }
}

/* Every byte of the file is in exactly one piece, whatever the buffer size. */
TEST(pieces_are_the_whole_file)
{
    enum { RECORDS = 4000 };
    size_t size = 0, bytes = 0;
    char *text = malloc(RECORDS * 64);
    uint64_t random = 1, line = 1, column = 1;
    struct iss_reader file;
    struct iss_piece piece;
    int records = 0;
    for (int i = 0; i < RECORDS; i++) {
        static const char *const forms[] = {"(;ID[%d])\n", "(;ID[%d]\nCO[\n])\r\n",
                                            "\n (;ID[%d]) \n\n", "(;ID[%d\n",
                                            "table .1 me end (;ID[%d])\n"};
        size += (size_t)sprintf(text + size, forms[test_below(&random, COUNT_OF(forms))], i);
    }
    iss_reader_start(&file, "test", fmemopen(text, size, "r"));
    while (iss_reader_next(&file, &piece)) {
        struct import_issues found = {.count = 0};
        struct iss_record record;
        if (piece.text)
            iss_reader_record(&file, &piece, &record, &found);
        assert_memory_equal(text + bytes, piece.bytes, piece.length);
        for (size_t i = 0; i < piece.length; i++) {
            if (piece.text == piece.bytes + i)
                assert_true(piece.line == line && piece.column == column);
            column = text[bytes + i] == '\n' ? 1 : column + 1;
            line += text[bytes + i] == '\n';
        }
        bytes += piece.length;
        records += piece.text != NULL;
    }
    assert_int_equal(bytes, size);
    assert_int_equal(records, RECORDS);
    iss_reader_close(&file);
    free(text);
}
