// SPDX-License-Identifier: MIT
#include "arena/compare/inconsistency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/bot/player_host.h"
#include "engine/session.h"
#include "engine/variant.h"

enum { STEPS_MAX = 256 }; /* of a game up to the decision; longer ones are not looked at */

/* Earlier games of a deal to compare a game with. */
struct partners {
    uint8_t count;
    struct partner {
        uint16_t place; /* of the table in its group, from 0 */
        uint8_t seats;  /* bits 1 << seat: where the same bot sits in both */
    } of[INCONSISTENCY_COMPARED * SKAT_SEATS_MAX];
};

/* What a player saw happen: a decision that was put to it, or what another player did. */
struct seen_step {
    bool own;
    uint8_t position; /* of the hand that it was about */
    uint8_t decision;
    struct skat_action action;
    struct skat_view view; /* own: what it knew */
};

/* A game that is played again for one player. The first of two leaves its steps, with which those
 * of the second are compared. */
struct following {
    struct seen_step *steps;
    int count, compared;
    unsigned position;
    bool sees_all;
    bool second;
    bool parted;            /* at step `compared`, or one game has too many */
    struct seen_step other; /* that step of the second game */
};

struct deal_game {
    uint64_t deal; /* 1 + the deal, counted over all sessions, of which this game is; 0: none yet */
    struct game_id id;
    struct played_moves moves;
};

struct inconsistency_finder {
    const struct skat_rules *rules;
    const struct schedule *schedule;
    uint8_t same[BOTS_MAX][PLAYER_PARTS]; /* parts with the same number are the same; 0: of a bot
                                             that does not say that it is deterministic */
    bool sees_all[BOTS_MAX], watched[BOTS_MAX];
    struct partners *partners; /* by arrangement */
    struct deal_game *games;   /* of the deal, by place of the table */
    uint64_t deal;             /* 1 + the one to which seat_of belongs */
    uint8_t seat_of[SKAT_PLAYERS];
    struct inconsistency found[BOTS_MAX][INCONSISTENCIES_KEPT];
    int found_count[BOTS_MAX];
    /* For playing games again; NULL until that is needed. */
    struct seen_step *steps;
    struct skat_game *game;
};

/* ---- which bots ---- */

static const cJSON *part_of_bot(const cJSON *bot, int part)
{
    static const char *const keys[PLAYER_PARTS] = {
        [PLAYER_PART_BID] = "bid", [PLAYER_PART_PLAY] = "play"};
    const cJSON *composed = json_get(bot, keys[part]);

    return composed ? composed : bot;
}

static bool claims(const cJSON *bot, int part)
{
    return cJSON_IsTrue(json_get(part_of_bot(bot, part), "deterministic")) &&
           !cJSON_IsTrue(json_get(bot, "uses_clock"));
}

static bool same_member(const cJSON *one, const cJSON *other, const char *key)
{
    const cJSON *a = json_get(one, key), *b = json_get(other, key);

    return a || b ? cJSON_Compare(a, b, true) : true;
}

/* A part of a composed bot is never the same as a bot that has both parts: it was not asked what
 * the other part was. */
static bool same_part(const cJSON *one, const cJSON *other, int part)
{
    const cJSON *a = part_of_bot(one, part), *b = part_of_bot(other, part);

    return (a == one) == (b == other) && same_member(one, other, "sees") &&
           same_member(a, b, "sha256") && same_member(a, b, "options") &&
           same_member(a, b, "sample");
}

static void number_parts(struct inconsistency_finder *finder, const cJSON *bots, bool solver)
{
    const int count = cJSON_GetArraySize(bots);

    for (int i = 0; i < count && i < BOTS_MAX; i++) {
        const cJSON *bot = cJSON_GetArrayItem(bots, i);
        finder->sees_all[i] = strcmp(json_text(bot, "sees"), "all") == 0;
        for (int part = 0; part < PLAYER_PARTS; part++) {
            if (!claims(bot, part) || (solver && part == PLAYER_PART_PLAY))
                continue;
            int first = 0;
            while (first < i && !(finder->same[first][part] &&
                                  same_part(cJSON_GetArrayItem(bots, first), bot, part)))
                first++;
            finder->same[i][part] = (uint8_t)(first + 1);
        }
    }
}

static bool are_same(const struct inconsistency_finder *finder, int one, int other, int part)
{
    return finder->same[one][part] && finder->same[one][part] == finder->same[other][part];
}

/* The seats in which both tables have the same bot, but none that has enough partners. */
static uint8_t common_seats(struct inconsistency_finder *finder, const uint8_t *table,
                            const uint8_t *other, int counts[SKAT_SEATS_MAX])
{
    uint8_t seats = 0;

    for (int seat = 0; seat < finder->schedule->seats; seat++) {
        if (counts[seat] == INCONSISTENCY_COMPARED ||
            (!are_same(finder, table[seat], other[seat], PLAYER_PART_BID) &&
             !are_same(finder, table[seat], other[seat], PLAYER_PART_PLAY)))
            continue;
        seats |= (uint8_t)(1u << seat);
        counts[seat]++;
        finder->watched[table[seat]] = finder->watched[other[seat]] = true;
    }
    return seats;
}

/* Lists the earlier tables of its group with which a table is compared. False if there are none. */
static bool find_partners(struct inconsistency_finder *finder, int arrangement)
{
    const struct schedule *schedule = finder->schedule;
    const int first = arrangement - arrangement % schedule->per_deal;
    struct partners *partners = &finder->partners[arrangement];
    int counts[SKAT_SEATS_MAX] = {0};

    for (int i = first; i < arrangement; i++) {
        const uint8_t seats = common_seats(finder, schedule->arrangements[arrangement],
                                           schedule->arrangements[i], counts);
        if (seats)
            partners->of[partners->count++] = (struct partner){(uint16_t)(i - first), seats};
    }
    return partners->count > 0;
}

struct inconsistency_finder *inconsistency_finder_new(const struct skat_rules *rules,
                                                      const struct schedule *schedule,
                                                      const cJSON *bots, bool solver)
{
    if (schedule->kind == SCHEDULE_RECORDED || schedule->whole_sessions || schedule->per_deal < 2)
        return NULL;
    struct inconsistency_finder *finder = xcalloc(1, sizeof *finder);
    bool any = false;

    finder->rules = rules;
    finder->schedule = schedule;
    number_parts(finder, bots, solver);
    finder->partners = xcalloc((size_t)schedule->arrangement_count, sizeof *finder->partners);
    finder->games = xcalloc((size_t)schedule->per_deal, sizeof *finder->games);
    for (int i = 0; i < schedule->arrangement_count; i++)
        any |= find_partners(finder, i);
    if (any)
        return finder;
    inconsistency_finder_free(finder);
    return NULL;
}

void inconsistency_finder_free(struct inconsistency_finder *finder)
{
    if (!finder)
        return;
    free(finder->partners);
    free(finder->games);
    free(finder->steps);
    free(finder->game);
    free(finder);
}

bool inconsistency_finder_watches(const struct inconsistency_finder *finder, int bot)
{
    return finder && finder->watched[bot];
}

/* ---- move by move ---- */

static bool same_move(const struct skat_move *one, const struct skat_move *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* How many moves two games have in common before they part: all of the shorter one for many. */
static int moves_alike(const struct played_moves *one, const struct played_moves *other)
{
    const int count = one->count < other->count ? one->count : other->count;
    int alike = 0;

    while (alike < count && same_move(&one->moves[alike], &other->moves[alike]))
        alike++;
    return alike;
}

/* Whether a player made a move itself: the cards of a dummy, too, may be its own decisions. */
static bool is_own(const struct skat_move *move, unsigned position, const uint8_t *seat_of)
{
    return move->position == position ||
           (move->position < SKAT_PLAYERS && seat_of[move->position] == SKAT_NOBODY);
}

static int skip_cards(const struct played_moves *game, int at)
{
    while (at < game->count && game->moves[at].kind == SKAT_MOVE_CARD_OF)
        at++;
    return at;
}

/* Where a player seems to have moved otherwise in a second game, all that it may have seen being
 * the same: the indices of both moves. False if the games part by what others did, or never. The
 * first `alike` moves are the same. */
static bool find_suspect(const struct played_moves *const games[2], int alike, unsigned position,
                         const uint8_t *seat_of, int at[2])
{
    const struct played_moves *a = games[0], *b = games[1];
    int i = alike, j = alike;

    for (;;) {
        while (i < a->count && j < b->count && same_move(&a->moves[i], &b->moves[j]))
            i++, j++;
        if (i == a->count || j == b->count)
            return false;
        const struct skat_move *one = &a->moves[i], *other = &b->moves[j];
        const bool own = is_own(one, position, seat_of), its = is_own(other, position, seat_of);
        if (own || its) {
            /* Who concedes may have declined to before something else was said, and a record does
             * not show at which of the two questions it was. */
            const struct skat_move *only = own ? one : other;
            at[0] = i;
            at[1] = j;
            return (own && its) || only->kind != SKAT_ACTION_CONCEDE;
        }
        if (one->kind != SKAT_MOVE_CARD_OF || other->kind != SKAT_MOVE_CARD_OF)
            return false;
        /* Cards that somebody else put aside. Whether this player saw them, its views say. */
        i = skip_cards(a, i);
        j = skip_cards(b, j);
    }
}

/* ---- decision by decision ---- */

/* What everybody hears of an action (arena/bot/deal_play.c, tell_all). */
static struct skat_action heard(const struct skat_action *action)
{
    struct skat_action public = {.size = sizeof public, .kind = action->kind};

    switch (action->kind) {
    case SKAT_ACTION_BID:
        public
        .bid = action->bid;
        break;
    case SKAT_ACTION_DECLARE:
    case SKAT_ACTION_CALL:
        public
        .contract = action->contract;
        break;
    case SKAT_ACTION_CARD:
        public
        .count = 1;
        public.cards[0] = action->cards[0];
        break;
    case SKAT_ACTION_CHOOSE:
        public
        .number = action->number;
        break;
    case SKAT_ACTION_PLACE: /* which card it is shows in the next view */
        public
        .number = action->number;
        break;
    }
    return public;
}

static void fill_in(const struct following *following, const struct skat_game *game,
                    unsigned position, const struct skat_action *action, struct seen_step *step)
{
    struct skat_decision decision;

    memset(step, 0, sizeof *step);
    step->position = (uint8_t)position;
    step->own = skat_game_player(game, position) == following->position;
    if (!step->own) {
        step->action = heard(action);
        return;
    }
    skat_game_pending(game, &decision);
    step->decision = decision.kind;
    step->action = *action;
    skat_game_view(game, following->position, &step->view);
    for (unsigned other = 0; other < SKAT_PLAYERS && following->sees_all; other++)
        if (other != following->position)
            step->view.seen[other] = game->hands[other];
}

static bool same_step(const struct seen_step *one, const struct seen_step *other)
{
    return one->own == other->own && one->position == other->position &&
           one->decision == other->decision && skat_action_same(&one->action, &other->action) &&
           memcmp(&one->view, &other->view, sizeof one->view) == 0;
}

static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    struct following *following = context;

    if (following->parted)
        return;
    if (!following->second) {
        if (following->count == STEPS_MAX)
            following->parted = true;
        else
            fill_in(following, game, position, action, &following->steps[following->count++]);
        return;
    }
    fill_in(following, game, position, action, &following->other);
    if (following->compared == following->count ||
        !same_step(&following->steps[following->compared], &following->other))
        following->parted = true;
    else
        following->compared++;
}

/* The number of moves, an actor and an action each, in a text. */
static int moves_in(const char *text)
{
    int words = *text != '\0';

    for (; *text; text++)
        words += *text == ' ';
    return words / 2;
}

/* Plays the moves of a game again up to number `at`, with the cards that belong to it. Returns how
 * many moves, as the log counts them, are before that one. */
static int follow(struct inconsistency_finder *finder, struct following *following,
                  const struct played_moves *game, int at)
{
    const struct skat_record_watcher watcher = {following, acts};
    char text[SKAT_RECORD_SIZE];
    struct skat_replay replay;

    while (game->moves[at].kind == SKAT_MOVE_CARD_OF) /* which is never the first */
        at--;                                         /* to the action whose cards they are */
    played_moves_text(game, at, finder->rules, finder->game, text);
    const int before = moves_in(text);
    played_moves_text(game, skip_cards(game, at + 1), finder->rules, finder->game, text);
    /* Views are compared byte by byte, what is between their fields, too. */
    memset(finder->game, 0, sizeof *finder->game);
    skat_game_start(finder->game, finder->rules, &game->deal, NULL);
    skat_record_follow(finder->game, text, false, &watcher, &replay);
    return before;
}

/* An answer as in a record, or in words if it leaves none. */
static void put_answer(const struct seen_step *step, const struct skat_rules *rules,
                       char text[SKAT_TOKEN_SIZE])
{
    char token[SKAT_TOKEN_SIZE];

    if (!skat_action_rows[step->action.kind].code) {
        snprintf(text, SKAT_TOKEN_SIZE, "%s", skat_action_word(step->action.kind, step->decision));
        for (char *c = text; *c; c++)
            if (*c == '_')
                *c = ' ';
        return;
    }
    skat_record_action(rules, step->position, &step->action, token);
    snprintf(text, SKAT_TOKEN_SIZE, "%s", strchr(token, ' ') + 1);
}

/* Whether both games put the same decision to the player, who knew the same and answered otherwise;
 * fills in all but the games' numbers. */
static bool confirm(struct inconsistency_finder *finder, const struct played_moves *const games[2],
                    const int at[2], const int bots[2], unsigned position,
                    struct inconsistency *found)
{
    if (memcmp(&games[0]->deal, &games[1]->deal, finder->rules->derived.deck->count) != 0)
        return false;
    if (!finder->steps) {
        finder->steps = xcalloc(STEPS_MAX, sizeof *finder->steps);
        finder->game = xcalloc(1, sizeof *finder->game);
    }
    struct following following = {
        .steps = finder->steps, .position = position, .sees_all = finder->sees_all[bots[0]]};
    follow(finder, &following, games[0], at[0]);
    if (following.parted)
        return false;
    following.second = true;
    const int before = follow(finder, &following, games[1], at[1]);
    if (!following.parted || following.compared == following.count)
        return false;
    const struct seen_step *one = &finder->steps[following.compared], *other = &following.other;
    const int part = skat_decision_rows[one->decision].bidding ? PLAYER_PART_BID : PLAYER_PART_PLAY;
    if (!one->own || !other->own || one->position != other->position ||
        one->decision != other->decision ||
        memcmp(&one->view, &other->view, sizeof one->view) != 0 ||
        !are_same(finder, bots[0], bots[1], part))
        return false;
    found->move = before + 1;
    found->position = one->position;
    put_answer(one, finder->rules, found->answers[0]);
    put_answer(other, finder->rules, found->answers[1]);
    return true;
}

/* ---- the games of a deal ---- */

static void keep(struct inconsistency_finder *finder, const struct inconsistency *found)
{
    const int bot = found->bots[1];

    if (finder->found_count[bot] < INCONSISTENCIES_KEPT)
        finder->found[bot][finder->found_count[bot]++] = *found;
}

/* Whether the player at a position differs; the first `alike` moves are the same. */
static bool differs(struct inconsistency_finder *finder, const struct deal_game *before,
                    const struct deal_game *game, int alike, unsigned position,
                    struct inconsistency *found)
{
    const struct played_moves *const games[2] = {&before->moves, &game->moves};
    const unsigned seat = finder->seat_of[position];
    int at[2];

    if (!find_suspect(games, alike, position, finder->seat_of, at))
        return false;
    *found = (struct inconsistency){
        .games = {before->id.game, game->id.game},
        .bots = {finder->schedule->arrangements[before->id.arrangement][seat],
                 finder->schedule->arrangements[game->id.arrangement][seat]},
    };
    return confirm(finder, games, at, found->bots, position, found);
}

/* Compares a game with an earlier one, for the players in some seats, and returns the seats in
 * which a bot differs. */
static unsigned compare(struct inconsistency_finder *finder, const struct deal_game *before,
                        const struct deal_game *game, unsigned seats, struct tally *tally)
{
    const int alike = moves_alike(&before->moves, &game->moves);
    struct inconsistency found;
    unsigned differ = 0;

    if (alike == before->moves.count || alike == game->moves.count)
        return 0;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned seat = finder->seat_of[position];
        if (seat == SKAT_NOBODY || !(seats >> seat & 1) ||
            !differs(finder, before, game, alike, position, &found))
            continue;
        keep(finder, &found);
        tally->bots[found.bots[1]].inconsistent++;
        differ |= 1u << seat;
    }
    return differ;
}

void inconsistency_finder_add(struct inconsistency_finder *finder, const struct game_id *id,
                              const struct played_moves *moves, struct tally *tally)
{
    const struct schedule *schedule = finder->schedule;
    const uint64_t deal = 1 + id->session * schedule->deals + id->deal;
    unsigned done = 0; /* seats in which it differs from an earlier game */

    if (id->arrangement >= (uint32_t)schedule->arrangement_count)
        return; /* of a log that somebody has changed */
    struct deal_game *game = &finder->games[id->arrangement % (uint32_t)schedule->per_deal];
    game->deal = deal;
    game->id = *id;
    game->moves = *moves;
    if (finder->deal != deal) {
        finder->deal = deal;
        skat_positions(finder->rules, skat_dealer(finder->rules->seats, id->deal), finder->seat_of);
    }
    const struct partners *partners = &finder->partners[id->arrangement];
    for (int i = 0; i < partners->count; i++) {
        const struct deal_game *before = &finder->games[partners->of[i].place];
        const unsigned seats = partners->of[i].seats & ~done;
        if (before->deal == deal && seats)
            done |= compare(finder, before, game, seats, tally);
    }
}

/* ---- what was found ---- */

int inconsistencies_of(const struct inconsistency_finder *finder, int bot,
                       const struct inconsistency **first)
{
    *first = finder ? finder->found[bot] : NULL;
    return finder ? finder->found_count[bot] : 0;
}

void inconsistency_text(const struct inconsistency *found, const struct skat_rules *rules,
                        const char *const names[], char text[INCONSISTENCY_TEXT])
{
    char as[100] = "";

    if (found->bots[0] != found->bots[1])
        snprintf(as, sizeof as, ", as \"%s\"", names[found->bots[0]]);
    snprintf(text, INCONSISTENCY_TEXT,
             "in game %llu, move %d, %s answers %s, but %s in game %llu%s",
             (unsigned long long)found->games[1], found->move,
             skat_position_name(rules->derived.deck, found->position), found->answers[1],
             found->answers[0], (unsigned long long)found->games[0], as);
}

void inconsistencies_warn(const struct inconsistency_finder *finder, const struct tally *tally,
                          const char *const names[], int most)
{
    char text[INCONSISTENCY_TEXT];

    for (int bot = 0; bot < BOTS_MAX; bot++) {
        const struct inconsistency *first;
        const int kept = inconsistencies_of(finder, bot, &first);
        const long long count = tally->bots[bot].inconsistent;
        if (!kept)
            continue;
        fprintf(
            stderr,
            "skat-arena: warning: bot \"%s\" claims to be deterministic, but gave %lld answer%s "
            "from its own in another game of the same deal, with the same cards and history:",
            names[bot], count, count == 1 ? " that differs" : "s that differ");
        for (int i = 0; i < kept && i < most; i++) {
            inconsistency_text(&first[i], finder->rules, names, text);
            fprintf(stderr, most > 1 ? "\n  %s" : " %s", text);
        }
        fprintf(stderr, "%s\n", count <= most ? "" : most > 1 ? "\n  ..." : "; ...");
    }
}
