// SPDX-License-Identifier: MIT
#include "arena/match/journal_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/match/unit_journal.h"

struct journal_check {
    int64_t log_size;
    const struct manifest *manifest;
    const struct run_stats *stats;
    struct unit_journal_reader units;
    const struct journaled_unit *unit; /* the current one, or NULL: none, or no more */
    uint64_t first;                    /* its first game */
    bool *lines;                       /* of its games: there is one */
    uint32_t room, line_count;
    struct tally of_lines; /* of these */
    struct tally of_games; /* what follows from the statistics */
};

struct journal_check *journal_check_new(const char *folder, int64_t log_size,
                                        const struct manifest *manifest,
                                        const struct run_stats *stats, struct errors *errors)
{
    struct journal_check *check = xcalloc(1, sizeof *check);

    check->log_size = log_size;
    check->manifest = manifest;
    check->stats = stats;
    check->first = schedule_first_game(&manifest->schedule);
    if (unit_journal_read(&check->units, folder, &manifest->schedule, manifest->bot_count, errors))
        return check;
    journal_check_free(check);
    return NULL;
}

void journal_check_free(struct journal_check *check)
{
    if (!check)
        return;
    unit_journal_close(&check->units);
    free(check->lines);
    free(check);
}

/* ---- deals without lines ---- */

/* A deal whose games were not played, since it is bid alike, has nothing. */
static bool is_left_out(const struct journal_check *check, const struct game_stats *games)
{
    const struct schedule *schedule = &check->manifest->schedule;
    struct game_stats nothing = {.seats = (uint8_t)schedule->seats,
                                 .kind = STATS_NO_GAME,
                                 .declarer = SKAT_NOBODY,
                                 .kontra_by = SKAT_NOBODY,
                                 .fault_seat = SKAT_NOBODY};

    memset(nothing.seat_of, SKAT_NOBODY, sizeof nothing.seat_of);
    for (int i = 0; i < schedule->per_deal; i++)
        if (games[i].bids.known != STATS_BIDS_ALIKE || game_stats_difference(&games[i], &nothing))
            return false;
    return check->manifest->compared.bidding;
}

/* Whether the log has the deal: the rule of the run (LOG_DIVERGENT). */
static bool is_logged(const struct journal_check *check, const struct game_stats *games)
{
    for (int i = 0; i < check->manifest->schedule.per_deal; i++)
        if (games[i].fault_seat != SKAT_NOBODY)
            return true;
    return run_stats_diverges(check->stats, games);
}

static bool is_any_logged(const struct journal_check *check)
{
    const uint32_t per_deal = (uint32_t)check->manifest->schedule.per_deal;

    for (uint32_t i = 0; i < check->unit->count; i += per_deal)
        if (is_logged(check, check->unit->games + i))
            return true;
    return false;
}

/* A deal from game `at` of the unit on; `any`: its session is logged since one of its deals is. */
static bool deal_agrees(const struct journal_check *check, uint32_t at, bool any,
                        struct errors *errors)
{
    const struct schedule *schedule = &check->manifest->schedule;
    const struct game_stats *games = check->unit->games + at;
    const int per_deal = schedule->per_deal;
    const bool logged = schedule->whole_sessions ? any : is_logged(check, games);
    const char *field;

    if (games->bids.known == STATS_BIDS_ALIKE) {
        if (is_left_out(check, games))
            return true;
        errors_add(errors, check->units.path,
                   "game %" PRIu64 " was not played, since its deal is bid alike, and has a result",
                   games->game);
        return false;
    }
    for (int i = 0; logged && i < per_deal; i++)
        if (!check->lines[at + (uint32_t)i]) {
            errors_add(errors, check->units.path,
                       "game %" PRIu64 " is of a deal that the log keeps, by its statistics, but "
                       "has no line",
                       games[i].game);
            return false;
        }
    const int other = logged ? -1 : run_stats_contradiction(check->stats, games, &field);
    if (other < 0)
        return true;
    errors_add(errors, check->units.path,
               "game %" PRIu64 " has the moves of another one of its deal, but another \"%s\"",
               games[other].game, field);
    return false;
}

/* ---- the tally ---- */

/* What follows from statistics. */
static void add_game(struct journal_check *check, const struct game_stats *game)
{
    const struct schedule *schedule = &check->manifest->schedule;
    const uint8_t *table = schedule->arrangements[game->arrangement];
    const bool seeger = check->manifest->rules.scoring_system == SKAT_SCORING_SEEGER_FABIAN;
    struct tally *tally = &check->of_games;

    tally->games++;
    tally->declared += game->declarer != SKAT_NOBODY;
    tally->won += game->won;
    tally->ramsch += game->kind == STATS_RAMSCH;
    tally->passed_in += game->kind == STATS_PASSED_IN;
    tally->bock += game->bock > 1;
    for (int seat = 0; seat < schedule->seats; seat++) {
        struct bot_tally *bot = &tally->bots[table[seat]];
        const int64_t extra =
            (int64_t)game->score[STATS_SEEGER][seat] - (int64_t)game->score[STATS_CLASSIC][seat];
        bot->seats++;
        bot->points += game->score[STATS_CLASSIC][seat];
        bot->seeger_extras += extra;
        bot->score += (int64_t)game->score[STATS_OWN][seat] - (seeger ? extra : 0);
    }
    if (game->declarer != SKAT_NOBODY) {
        struct bot_tally *bot = &tally->bots[table[game->seat_of[game->declarer]]];
        bot->declared++;
        bot->won += game->won;
        bot->bid_sum += game->bid;
    }
    if (game->fault_seat != SKAT_NOBODY)
        tally->bots[table[game->fault_seat]].faults[game->status]++;
}

static bool same_of_bot(const struct bot_tally *one, const struct bot_tally *other)
{
    return one->seats == other->seats && one->points == other->points &&
           one->seeger_extras == other->seeger_extras && one->score == other->score &&
           one->declared == other->declared && one->won == other->won &&
           one->bid_sum == other->bid_sum &&
           memcmp(one->faults, other->faults, sizeof one->faults) == 0;
}

static bool tally_agrees(struct journal_check *check)
{
    const struct journaled_unit *unit = check->unit;
    const struct tally *one = &unit->tally, *other = &check->of_games;

    tally_clear(&check->of_games, check->manifest->bot_count);
    for (uint32_t i = 0; i < unit->count; i++)
        if (unit->games[i].bids.known != STATS_BIDS_ALIKE)
            add_game(check, &unit->games[i]);
    for (int bot = 0; bot < check->manifest->bot_count; bot++)
        if (!same_of_bot(&one->bots[bot], &other->bots[bot]))
            return false;
    return one->games == other->games && one->declared == other->declared &&
           one->won == other->won && one->ramsch == other->ramsch &&
           one->passed_in == other->passed_in && one->bock == other->bock;
}

/* Where all games have lines, all of it is known but what was found by comparing them. */
static bool is_tally_of_lines(struct journal_check *check)
{
    const struct journaled_unit *unit = check->unit;
    struct tally *tally = &check->of_lines;
    const int bots = check->manifest->bot_count;

    if (check->line_count < unit->tally.games)
        return true;
    for (int bot = 0; bot < bots; bot++)
        tally->bots[bot].inconsistent = unit->tally.bots[bot].inconsistent;
    return memcmp(tally, &unit->tally,
                  offsetof(struct tally, bots) + (size_t)bots * sizeof *tally->bots) == 0;
}

/* ---- units ---- */

/* All lines of the current unit were there. */
static bool end_unit(struct journal_check *check, struct errors *errors)
{
    const uint32_t per_deal = (uint32_t)check->manifest->schedule.per_deal;
    const bool any = is_any_logged(check);

    for (uint32_t i = 0; i < check->unit->count; i += per_deal)
        if (!deal_agrees(check, i, any, errors))
            return false;
    if (!tally_agrees(check) || !is_tally_of_lines(check)) {
        errors_add(errors, check->units.path,
                   "the tally of the games from game %" PRIu64 " to game %" PRIu64
                   " is not that of these games",
                   check->first, check->first + check->unit->count - 1);
        return false;
    }
    check->first += check->unit->count;
    check->unit = NULL;
    return true;
}

/* Reads the next unit. False at the end, or with an error. */
static bool begin_unit(struct journal_check *check, struct errors *errors)
{
    check->unit = unit_journal_next(&check->units, errors);
    if (!check->unit || check->unit->log_end > check->log_size) {
        check->unit = NULL;
        check->log_size = -1; /* no more of them */
        return false;
    }
    if (check->unit->count > check->room) {
        check->room = check->unit->count;
        check->lines = xrealloc(check->lines, check->room * sizeof *check->lines);
    }
    memset(check->lines, 0, check->unit->count * sizeof *check->lines);
    check->line_count = 0;
    tally_clear(&check->of_lines, check->manifest->bot_count);
    return true;
}

/* Goes on to the unit with a game; units before it have no more lines. False with an error. */
static bool go_to(struct journal_check *check, uint64_t game, struct errors *errors)
{
    const int before = errors->count;

    while (check->unit || begin_unit(check, errors)) {
        if (game < check->first + check->unit->count)
            return true;
        if (!end_unit(check, errors))
            return false;
    }
    return errors->count == before;
}

bool journal_check_line(struct journal_check *check, const struct replayed_line *line,
                        struct errors *errors)
{
    const struct game_json *game = &line->game;
    const uint64_t number = game->id.game;

    if (!go_to(check, number, errors))
        return false;
    if (!check->unit || number < check->first)
        return true; /* beyond the journal; that games are out of order is another error */
    const uint32_t at = (uint32_t)(number - check->first);
    const char *field = game_stats_difference(&check->unit->games[at], &line->stats);
    if (field) {
        errors_add(errors, line->where,
                   "is not game %" PRIu64 " as " JOURNAL_FILE " counts it: \"%s\" differs", number,
                   field);
        return false;
    }
    check->line_count += !check->lines[at];
    check->lines[at] = true;
    tally_add(&check->of_lines, &game->game, &game->outcome,
              check->manifest->schedule.arrangements[game->id.arrangement]);
    return true;
}

bool journal_check_end(struct journal_check *check, uint64_t end, struct errors *errors)
{
    return end <= check->first ||
           (go_to(check, end - 1, errors) && (!check->unit || end_unit(check, errors)));
}
