// SPDX-License-Identifier: MIT
/* tests/unit/test_iss_games.c - real games of the International Skat Server, replayed through the
 * engine and compared with what the server wrote (field-notes). Run from the root of the
 * repository: the games are in tests/data. */
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static const char path[] = "configs/deals/iss-games.sgf";

/* The text between "NAME[" and "]". */
static void property_of(const char *line, const char *name, char *value, size_t size)
{
    char open[16];
    snprintf(open, sizeof open, "%s[", name);
    const char *at = strstr(line, open);
    if (!at)
        fail_msg("no %s in %.80s", open, line);
    at += strlen(open);
    size_t length = strcspn(at, "]");
    assert_true(length < size);
    memcpy(value, at, length);
    value[length] = 0;
}

/* The number after "name:" in property R. */
static int number_of(const char *result, const char *name)
{
    char key[16];
    snprintf(key, sizeof key, " %s:", name);
    const char *at = strstr(result, key);
    if (!at)
        fail_msg("no%s in %s", key, result);
    return atoi(at + strlen(key));
}

struct cleaned {
    char deal[128];
    char moves[2048];
    int resigned; /* bit 1 << position of the defenders */
};

static bool is_letters_of_contract(const char *token)
{
    return strchr("CSHDGN", *token) && strspn(token + 1, "OHSZ") == strlen(token + 1);
}

static bool is_discards(const char *token) { return strlen(token) == 5 && token[2] == '.'; }

/* How ISS records differ from our logs: discards as a token of their own, SC, and the
 * defenders' RE. */
static void clean_moves(struct cleaned *cleaned, char *text, int declarer)
{
    char *save = NULL, *at = cleaned->moves;
    bool declared = false;
    *at = 0;
    for (char *who = strtok_r(text, " ", &save); who; who = strtok_r(NULL, " ", &save)) {
        char *what = strtok_r(NULL, " ", &save);
        assert_non_null(what);
        bool discards = declared && is_discards(what);
        declared = is_letters_of_contract(what);
        if (*who == 'w' && strlen(what) > 90)
            snprintf(cleaned->deal, sizeof cleaned->deal, "%s", what);
        else if (discards)
            at += sprintf(at, ".%s", what);
        else if (strcmp(what, "RE") == 0 && atoi(who) != declarer)
            cleaned->resigned |= 1 << atoi(who);
        else if (strcmp(what, "SC") != 0)
            at += sprintf(at, " %s %s", who, what);
    }
}

static void replay_line(struct skat_game *game, const struct skat_rules *rules, const char *line,
                        int declarer)
{
    char moves[2048], id[16];
    struct cleaned cleaned = {.resigned = 0};
    struct skat_deal deal;
    property_of(line, "ID", id, sizeof id);
    property_of(line, "MV", moves, sizeof moves);
    clean_moves(&cleaned, moves, declarer);
    deal_of(&deal, cleaned.deal);
    skat_game_start(game, rules, &deal, NULL);
    play_moves(game, id, cleaned.moves + 1);
    if (__builtin_popcount((unsigned)cleaned.resigned) == 2)
        skat_game_award_rest(game);
    struct skat_decision decision;
    if (skat_game_pending(game, &decision))
        fail_msg("ID %s: the game is not over", id);
}

static void check_declared(const struct skat_game *game, const char *expected)
{
    struct skat_result got;
    skat_game_result(game, &got);
    bool won = strstr(expected, " win ") != NULL;
    assert_true(won || strstr(expected, " loss "));
    assert_int_equal(game->table.declarer, expected[2] - '0');
    assert_int_equal(got.won, won);
    assert_int_equal(got.overbid, strstr(expected, " overbid ") != NULL);
    assert_int_equal(got.signed_value, number_of(expected, "v"));
    assert_int_equal(got.matadors, number_of(expected, "m"));
    assert_int_equal(got.points, number_of(expected, "p"));
    assert_int_equal(got.tricks, number_of(expected, "t"));
    assert_int_equal(got.levels >> SKAT_LEVEL_SCHNEIDER & 1, number_of(expected, "s"));
    assert_int_equal(got.levels >> SKAT_LEVEL_SCHWARZ & 1, number_of(expected, "z"));
}

static void check_passed(const struct skat_game *game)
{
    struct skat_result got;
    int32_t score[SKAT_PLAYERS];
    skat_game_result(game, &got);
    skat_game_scores(game, &got, SKAT_SCORING_CLASSIC, score);
    assert_int_equal(game->table.declarer, SKAT_NOBODY);
    assert_int_equal(got.won, -1);
    assert_int_equal(score[0] | score[1] | score[2], 0);
}

TEST(the_servers_games_have_the_servers_results)
{
    char line[4096], expected[256];
    struct skat_rules rules;
    struct skat_game game;
    int games = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s: tests run from the root of the repository", path);
    rules_of(&rules, "");
    for (; fgets(line, sizeof line, file); games++) {
        /* "R[" is the end of "SE["-like names too: the result is the last property. */
        char *result = strrchr(line, '[') - 1;
        property_of(result, "R", expected, sizeof expected);
        bool passed = strcmp(expected, "passed") == 0;
        replay_line(&game, &rules, line, passed ? -1 : expected[2] - '0');
        if (passed)
            check_passed(&game);
        else
            check_declared(&game, expected);
    }
    fclose(file);
    assert_int_equal(games, 6);
}

/* Our own record of such a game reads back to the same result: both sides of the format. */
TEST(the_servers_games_survive_our_own_records)
{
    char line[4096];
    struct skat_rules rules;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    rules_of(&rules, "");
    while (fgets(line, sizeof line, file)) {
        static char text[SKAT_RECORD_SIZE], again[SKAT_RECORD_SIZE];
        struct skat_game game, copy;
        const char *declarer = strstr(line, "R[d:");
        if (strstr(line, " RE "))
            continue; /* defenders' RE is not in our records */
        replay_line(&game, &rules, line, declarer ? declarer[4] - '0' : -1);
        skat_record_moves(&game, text);
        skat_game_start(&copy, &rules, &game.deal, NULL);
        play_moves(&copy, line, text);
        skat_record_moves(&copy, again);
        assert_string_equal(text, again);
    }
    fclose(file);
}
