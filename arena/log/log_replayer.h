// SPDX-License-Identifier: MIT
/* arena/log/log_replayer.h - replays the lines of a log on several threads; they come in the order
 * of the log.
 *
 * The thread of the caller reads the file, some blocks of lines ahead. Whoever is free replays the
 * next block, the caller, too, while it has to wait. What a line gives does not depend on the
 * number of threads, and memory not on the length of the log. */
#ifndef ARENA_LOG_LOG_REPLAYER_H
#define ARENA_LOG_LOG_REPLAYER_H

#include "arena/log/log_reader.h"
#include "arena/record/game_stats.h"
#include "engine/random.h"
#include "engine/game/record.h"

/* A line and its game. Owned by the replayer, and valid until the next one is asked for. */
struct replayed_line {
    bool sound;   /* it could be replayed: the result of game_json_scan(); false if it is torn */
    bool is_bids; /* it is no game, but bids, if it is sound */
    struct bids_line bids;
    struct game_json game;   /* its root belongs to the replayer */
    struct game_stats stats; /* of a sound line */
    bool dealt;              /* of a sound line: its cards are those of the key */
    struct errors errors;    /* what is wrong with it; to be taken over by errors_move() */
    void *made;              /* of it, by struct replay_work, or NULL; the replayer frees it */
    char where[1300];        /* file and line */
};

/* Replays the line that a reader is at. `sessions`: of the games before it. The caller deletes the
 * root of the game. */
void replayed_line_make(struct replayed_line *line, const struct log_reader *log,
                        struct session_tracker *sessions);

/* Passes on what is wrong with a line that the reader is at, with its being torn, and with its
 * place in the log. False if anything is. */
bool replayed_line_check(struct replayed_line *line, struct log_reader *log, struct errors *errors);

/* Plays the game of a sound line once more, and tells the watcher of each action
 * (skat_record_follow()). */
void replayed_line_follow(const struct replayed_line *line,
                          const struct skat_record_watcher *watcher);

/* Work that the threads do on the lines that they have replayed. Games are then replayed without
 * what rules carry from deal to deal. */
enum replay_wish { REPLAY_LINE, REPLAY_NOT, REPLAY_NO_MORE };
struct replay_work {
    /* In the thread of the caller, of each line that is read: whether it is wanted, and which piece
     * of work it belongs to. Lines of a piece follow each other. */
    enum replay_wish (*wants)(void *context, const struct log_reader *log, uint64_t *piece);
    /* Does a piece: sets `made` of its lines. `thread`: 0 for that of the caller, and up to as many
     * as log->workers says, for each of the others; nobody else has this number meanwhile. */
    void (*piece)(void *context, int thread, struct replayed_line *lines, int count);
    void *context;
};

/* Begins at the next line of an open log, which must outlive the replayer and be left to it until
 * then; log->workers is the number of threads, the caller's included (0: one for each processor).
 * `key` is that of the run that dealt the cards, if they are to be compared, or NULL; `task`, which
 * outlives it, may be NULL. Never NULL. */
struct log_replayer *log_replayer_new(struct log_reader *log, const struct skat_random_key *key,
                                      const struct replay_work *task);

/* The next line, bids among them: of `log`, number, text, length, torn, apart and end are its own,
 * as after log_reader_next(). NULL at the end or on a read error, as log_reader_ended() tells. */
struct replayed_line *log_replayer_next(struct log_replayer *replayer);

void log_replayer_free(struct log_replayer *replayer);

/* Replays the games of an open log by its rules, in schedule order, with bids among them if the
 * reader is `with_bids`, and passes each to visit(context, ...), until it returns false. False with
 * errors, each with file and line, at the first line that is torn, is no such game, or does not fit
 * the manifest. */
bool log_games_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct replayed_line *line), void *context,
                    struct errors *errors);

#endif
