// SPDX-License-Identifier: MIT
#include "arena/log/log_games.h"

/* Passes on a line. False when that was the last one, or it is damaged. */
static bool visit_line(struct log_reader *log, struct replayed_line *line,
                       bool (*visit)(void *context, const struct replayed_line *line),
                       void *context, struct errors *errors)
{
    int before = errors->count;

    errors_move(errors, &line->errors);
    if (log->torn)
        errors_add(errors, line->where, "the last line is torn: the run was cut off");
    else if (line->sound && !line->is_bids)
        log_reader_check_place(log, &line->game, line->where, errors);
    return errors->count == before && line->sound && visit(context, line);
}

bool log_lines_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct replayed_line *line), void *context,
                    struct errors *errors)
{
    struct log_replayer *replayer = log_replayer_new(log, NULL);
    struct replayed_line *line;
    int before = errors->count;

    do
        line = log_replayer_next(replayer);
    while (line && visit_line(log, line, visit, context, errors));
    if (!line && log_reader_ended(log, errors))
        log_reader_is_whole(log, errors);
    log_replayer_free(replayer);
    return errors->count == before;
}

/* ---- games only ---- */

struct games_visit {
    bool (*visit)(void *context, const struct replayed_line *line);
    void *context;
};

static bool visit_game(void *context, const struct replayed_line *line)
{
    const struct games_visit *games = context;

    return line->is_bids || games->visit(games->context, line);
}

bool log_games_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct replayed_line *line), void *context,
                    struct errors *errors)
{
    struct games_visit games = {visit, context};

    return log_lines_each(log, visit_game, &games, errors);
}

/* ---- statistics only ---- */

struct taker {
    void (*take)(void *, const struct game_stats *);
    void *context;
};

static bool take_stats(void *context, const struct replayed_line *line)
{
    const struct taker *taker = context;

    taker->take(taker->context, &line->stats);
    return true;
}

bool log_games_read(struct log_reader *log, void (*take)(void *, const struct game_stats *),
                    void *context, struct errors *errors)
{
    struct taker taker = {take, context};

    return log_games_each(log, take_stats, &taker, errors);
}
