#include "arena/log/log_games.h"

#include "arena/record/session_tracker.h"

bool log_games_read(struct log_reader *log, void (*take)(void *, const struct game_stats *),
                    void *context, struct errors *errors)
{
    static struct game_json line; /* 7 kB, used one at a time */
    struct session_tracker sessions = {.rules = &log->rules};
    int before = errors->count;
    char where[1300];
    struct game_stats game;

    while (errors->count == before && log_reader_next(log)) {
        snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
        if (log->torn)
            errors_add(errors, where, "the last line is torn: the run was cut off");
        else if (game_json_read(log->text, log->length, &log->rules,
                                log->rules.derived.carries ? &sessions : NULL, where, &line,
                                errors)) {
            log_reader_check_place(log, &line, where, errors);
            game_stats_of(&game, &line.game, &line.outcome, line.illegal);
            if (errors->count == before)
                take(context, &game);
        }
        cJSON_Delete(line.root);
        line.root = NULL;
    }
    log_reader_ended(log, errors);
    session_tracker_free(&sessions);
    return errors->count == before;
}
