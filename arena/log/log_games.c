#include "arena/log/log_games.h"

#include "arena/record/session_tracker.h"

bool log_games_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct game_json *line), void *context,
                    struct errors *errors)
{
    static struct game_json line; /* 7 kB, used one at a time */
    struct session_tracker sessions = {.rules = &log->rules};
    int before = errors->count;
    bool wanted = true;
    char where[1300];

    while (wanted && errors->count == before && log_reader_next(log)) {
        snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
        if (log->torn)
            errors_add(errors, where, "the last line is torn: the run was cut off");
        else if (game_json_scan(log->text, log->length, &log->rules,
                                log->rules.derived.carries ? &sessions : NULL, where, &line,
                                errors)) {
            log_reader_check_place(log, &line, where, errors);
            if (errors->count == before)
                wanted = visit(context, &line);
        }
        cJSON_Delete(line.root);
        line.root = NULL;
    }
    if (wanted)
        log_reader_ended(log, errors);
    session_tracker_free(&sessions);
    return errors->count == before;
}

/* ---- statistics only ---- */

struct taker {
    void (*take)(void *, const struct game_stats *);
    void *context;
};

static bool take_stats(void *context, const struct game_json *line)
{
    const struct taker *taker = context;
    struct game_stats game;

    game_stats_of(&game, &line->game, &line->outcome, line->illegal);
    taker->take(taker->context, &game);
    return true;
}

bool log_games_read(struct log_reader *log, void (*take)(void *, const struct game_stats *),
                    void *context, struct errors *errors)
{
    struct taker taker = {take, context};

    return log_games_each(log, take_stats, &taker, errors);
}
