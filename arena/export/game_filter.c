// SPDX-License-Identifier: MIT
#include "arena/export/game_filter.h"

#include <string.h>

#include "arena/base/text.h"

static bool is_contract(const struct game_row *row, const char *word)
{
    if (strcmp(word, "suit") == 0)
        return row->stats.kind <= SKAT_GAME_CLUBS;
    if (strcmp(word, "passed") == 0)
        return row->stats.kind == STATS_PASSED_IN;
    return strcmp(game_row_type(row), word) == 0;
}

/* Did a side win: the declarer's, or that of a seat? In ramsch who loses points has lost. */
static bool has_won(const struct game_row *row, unsigned position, bool declarer)
{
    if (row->stats.declarer == SKAT_NOBODY)
        return row->stats.score[STATS_OWN][row->stats.seat_of[position]] >= 0;
    return row->stats.won == declarer;
}

/* One bot may sit in several seats: does the filter accept the game as seen from this one? */
static bool accepts_seat(const struct game_filter *filter, const struct game_row *row,
                         unsigned position)
{
    const bool declarer = row->stats.declarer == position;
    const bool played = row->stats.declarer != SKAT_NOBODY || row->stats.kind == STATS_RAMSCH;

    if (filter->role &&
        (row->stats.declarer == SKAT_NOBODY || declarer != (strcmp(filter->role, "declarer") == 0)))
        return false;
    if (filter->fault && row->stats.fault_seat != row->stats.seat_of[position])
        return false;
    if (filter->won && !(played && has_won(row, position, declarer)))
        return false;
    return !filter->lost || (played && !has_won(row, position, declarer));
}

static bool accepts_table(const struct game_filter *filter, const struct game_row *row)
{
    const bool declared = row->stats.declarer != SKAT_NOBODY;

    if (filter->fault && row->stats.fault_seat == SKAT_NOBODY)
        return false;
    return (!filter->won || (declared && row->stats.won)) &&
           (!filter->lost || (declared && !row->stats.won));
}

static bool accepts_bot(const struct game_filter *filter, const struct game_row *row)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        unsigned seat = row->stats.seat_of[position];
        if (seat != SKAT_NOBODY && strcmp(row->names[seat], filter->bot) == 0 &&
            accepts_seat(filter, row, position))
            return true;
    }
    return false;
}

bool game_filter_accepts(const struct game_filter *filter, const struct game_row *row)
{
    const struct game_stats *stats = &row->stats;

    return (filter->session < 0 || stats->session == (uint64_t)filter->session) &&
           (filter->deal < 0 || stats->deal == (uint64_t)filter->deal) &&
           (!filter->contract || is_contract(row, filter->contract)) &&
           (!filter->hand || stats->hand) && (!filter->ouvert || stats->ouvert) &&
           (!filter->overbid || stats->overbid) && (!filter->kontra || stats->doublings) &&
           (!filter->bock || stats->bock > 1) && stats->value >= filter->min_value &&
           (!filter->min_swing || row->swing >= filter->min_swing) &&
           (filter->bot ? accepts_bot(filter, row) : accepts_table(filter, row));
}

bool game_filter_check(const struct game_filter *filter, const struct log_reader *log,
                       struct errors *errors)
{
    int before = errors->count;
    char suggestion[SUGGESTION_SIZE];
    bool found = !filter->bot || !log->has_manifest;

    for (int i = 0; !found && i < log->manifest.bot_count; i++)
        found = strcmp(log->manifest.names[i], filter->bot) == 0;
    if (!found)
        errors_add(errors, "--bot", "no bot \"%.60s\" plays in %s%s", filter->bot, log->path,
                   did_you_mean(filter->bot, log->manifest.names, (size_t)log->manifest.bot_count,
                                sizeof *log->manifest.names, suggestion));
    if (filter->role && !filter->bot)
        errors_add(errors, "--role", "needs --bot: the bot whose role it is");
    if (filter->won && filter->lost)
        errors_add(errors, "--won", "no game is both won and lost");
    if (filter->min_swing && log->has_manifest && log->manifest.schedule.per_deal == 1)
        errors_add(errors, "--min-swing",
                   "each deal of this run was played once: there is nothing to compare");
    return errors->count == before;
}
