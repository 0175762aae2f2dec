// SPDX-License-Identifier: MIT
#include "arena/log/log_replayer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/machine.h"
#include "engine/variant.h"

enum {
    BLOCK_LINES = 64, /* half a megabyte; a thread is busy with it for 0.2 ms */
    USUAL_THREADS = 64,
    MOST_THREADS = 1024
};

/* A line as it was read. */
struct text_line {
    char *text;
    size_t size, length; /* of the buffer; of the line */
    uint64_t number;
    int64_t end, apart;
    uint64_t piece; /* of work */
    bool torn;
};

enum block_state { BLOCK_READ, BLOCK_TAKEN, BLOCK_DONE };

/* BLOCK_LINES lines; if work is done, those of a piece. */
struct block {
    struct text_line *texts;
    struct replayed_line *lines;
    int count, room;
    enum block_state state;
    bool continues; /* the session of the last line before */
    struct session_tracker sessions;
};

struct log_replayer {
    struct log_reader *log;
    const struct skat_random_key *key; /* of the cards, or NULL */
    const struct replay_work *task;    /* or NULL */
    struct text_line own;  /* the reader's buffer, while its `text` points into a block */
    struct text_line last; /* that was read: number and end; its text is in a block */
    struct text_line next; /* read, but the first line of the next block; no number: none */
    uint64_t session;      /* of the last line before that says it, or UINT64_MAX */
    bool ended;            /* of the file */
    /* Blocks are numbered from 0, block n is in place n % room. Those from `kept` to `read` exist;
     * the caller is at a line of block `current`. A block is kept until the one after it is done,
     * which may continue its session. */
    struct block *blocks;
    uint64_t room, kept, current, read;
    int at; /* the next line of `current` */
    pthread_mutex_t lock;
    pthread_cond_t work, done; /* a block can be replayed; a block is done */
    bool stop;
    int thread_count, begun; /* beside the caller's */
    pthread_t threads[MOST_THREADS];
};

static struct block *block_at(const struct log_replayer *replayer, uint64_t number)
{
    return &replayer->blocks[number % replayer->room];
}

/* ---- replaying ---- */

/* Whether the cards of a game are those that the run with this key dealt. */
static bool is_deal_of(const struct skat_random_key *key, const struct game_json *line)
{
    const struct skat_deck *deck = line->game.rules->derived.deck;
    struct skat_deal deal;

    skat_deal_of_run(&deal, deck, key, line->id.session, line->id.deal);
    return memcmp(deal.cards, line->game.deal.cards, deck->count) == 0;
}

static void make_line(struct replayed_line *line, const struct log_reader *log,
                      const struct text_line *text, struct session_tracker *sessions,
                      const struct skat_random_key *key)
{
    snprintf(line->where, sizeof line->where, "%s:%llu", log->path,
             (unsigned long long)text->number);
    line->errors = (struct errors){0};
    line->made = NULL;
    line->game.root = NULL;
    line->game.seats = 0;
    line->is_bids = !text->torn && bids_line_is(text->text);
    if (line->is_bids) {
        line->sound = bids_line_read(&line->bids, text->text, text->length);
        if (!line->sound)
            errors_add(&line->errors, line->where, "is no line of bids as skat-arena writes it");
        return;
    }
    line->sound = !text->torn && game_json_scan(text->text, text->length, &log->rules, sessions,
                                                line->where, &line->game, &line->errors);
    if (line->sound) {
        game_stats_of(&line->stats, &line->game.game, &line->game.outcome, line->game.illegal);
        line->dealt = key && is_deal_of(key, &line->game);
    }
}

/* The line that a reader is at. */
static struct text_line line_at(const struct log_reader *log)
{
    return (struct text_line){.text = log->text,
                              .size = log->size,
                              .length = log->length,
                              .number = log->number,
                              .end = log->end,
                              .apart = log->apart,
                              .torn = log->torn};
}

void replayed_line_make(struct replayed_line *line, const struct log_reader *log,
                        struct session_tracker *sessions)
{
    const struct text_line text = line_at(log);

    make_line(line, log, &text, log->rules.derived.carries ? sessions : NULL, NULL);
}

/* Whether sessions carry something on that the lines have to be replayed with. */
static bool carries(const struct log_replayer *replayer)
{
    return replayer->log->rules.derived.carries && !replayer->task;
}

static void replay_block(const struct log_replayer *replayer, struct block *block, int thread)
{
    const struct skat_rules *rules = &replayer->log->rules;
    struct session_tracker *sessions = carries(replayer) ? &block->sessions : NULL;

    if (sessions)
        sessions->rules = rules;
    for (int i = 0; i < block->count; i++)
        make_line(&block->lines[i], replayer->log, &block->texts[i], sessions, replayer->key);
    if (replayer->task)
        replayer->task->piece(replayer->task->context, thread, block->lines, block->count);
}

/* The first block that can be replayed now, taken; NULL if there is none. With the lock. */
static struct block *take_block(struct log_replayer *replayer)
{
    for (uint64_t number = replayer->current; number < replayer->read; number++) {
        struct block *block = block_at(replayer, number), *before = NULL;
        if (block->continues)
            before = block_at(replayer, number - 1);
        if (block->state != BLOCK_READ || (before && before->state != BLOCK_DONE))
            continue;
        if (before) {
            block->sessions = before->sessions;
            before->sessions = (struct session_tracker){0};
        }
        block->state = BLOCK_TAKEN;
        return block;
    }
    return NULL;
}

/* With the lock, which is free meanwhile. False if there is nothing to do now. */
static bool replay_some(struct log_replayer *replayer, int thread)
{
    struct block *block = take_block(replayer);

    if (!block)
        return false;
    pthread_mutex_unlock(&replayer->lock);
    replay_block(replayer, block, thread);
    pthread_mutex_lock(&replayer->lock);
    block->state = BLOCK_DONE;
    pthread_cond_signal(&replayer->done);
    pthread_cond_signal(&replayer->work); /* the next block may continue it */
    return true;
}

static void *help(void *context)
{
    struct log_replayer *replayer = context;

    pthread_mutex_lock(&replayer->lock);
    const int thread = ++replayer->begun;
    while (!replayer->stop)
        if (!replay_some(replayer, thread))
            pthread_cond_wait(&replayer->work, &replayer->lock);
    pthread_mutex_unlock(&replayer->lock);
    return NULL;
}

/* ---- reading ---- */

/* What a line says of its session; UINT64_MAX if it is not where the arena writes it. */
static uint64_t session_of(const struct text_line *line)
{
    unsigned long long session;
    const char *at = strstr(line->text, ",\"session\":");

    return at && sscanf(at, ",\"session\":%llu", &session) == 1 ? session : UINT64_MAX;
}

/* Whether a line is of the session of those before it, as far as that can be told. */
static bool continues(const struct log_replayer *replayer, const struct text_line *line)
{
    uint64_t session = session_of(line);

    return session == UINT64_MAX || replayer->session == UINT64_MAX || session == replayer->session;
}

static void note_session(struct log_replayer *replayer, const struct text_line *line)
{
    uint64_t session = session_of(line);

    if (session != UINT64_MAX)
        replayer->session = session;
}

/* Whether the line that the reader is at is wanted. If none is any more, reading ends. */
static bool is_wanted(struct log_replayer *replayer, struct text_line *line)
{
    const struct replay_work *task = replayer->task;
    const enum replay_wish wish =
        task ? task->wants(task->context, replayer->log, &line->piece) : REPLAY_LINE;

    replayer->ended = wish == REPLAY_NO_MORE;
    return wish == REPLAY_LINE;
}

static bool read_line(struct log_replayer *replayer, struct text_line *line)
{
    struct log_reader *log = replayer->log;

    if (replayer->next.number) {
        struct text_line free_buffer = *line;
        *line = replayer->next;
        replayer->next = free_buffer;
        replayer->next.number = 0;
        return true;
    }
    do {
        log->text = line->text;
        log->size = line->size;
        log->number = replayer->last.number;
        log->end = replayer->last.end;
        log->apart = replayer->last.apart;
        log->torn = false;
        replayer->ended = !log_reader_next(log);
        *line = line_at(log);
        if (!replayer->ended)
            replayer->last = *line;
    } while (!replayer->ended && !is_wanted(replayer, line));
    return !replayer->ended;
}

/* Gives back the line that was read last. */
static void unread_line(struct log_replayer *replayer, struct text_line *line)
{
    struct text_line read = *line;

    *line = replayer->next;
    replayer->next = read;
}

static void make_room(struct block *block)
{
    const int room = block->room;

    if (block->count < room)
        return;
    block->room = room ? 2 * room : BLOCK_LINES;
    block->texts = xrealloc(block->texts, (size_t)block->room * sizeof *block->texts);
    block->lines = xrealloc(block->lines, (size_t)block->room * sizeof *block->lines);
    memset(block->texts + room, 0, (size_t)(block->room - room) * sizeof *block->texts);
}

/* Whether the line that was read after those of a block begins the next one: that is another piece
 * of work; or, where sessions carry something on, a session, if that is not too soon, so that the
 * next block need not wait for this one. */
static bool begins_next(const struct log_replayer *replayer, const struct block *block,
                        const struct text_line *line)
{
    if (replayer->task)
        return block->count && line->piece != block->texts[0].piece;
    return carries(replayer) && block->count >= BLOCK_LINES / 2 && !continues(replayer, line);
}

static void read_block(struct log_replayer *replayer, struct block *block)
{
    block->count = 0;
    block->continues = false;
    while (replayer->task || block->count < BLOCK_LINES) {
        make_room(block);
        struct text_line *line = &block->texts[block->count];
        if (!read_line(replayer, line))
            return;
        if (begins_next(replayer, block, line)) {
            unread_line(replayer, line);
            return;
        }
        if (carries(replayer)) {
            if (block->count == 0)
                block->continues = replayer->read && continues(replayer, line);
            note_session(replayer, line);
        }
        block->count++;
    }
}

static void free_block(struct block *block)
{
    for (int i = 0; i < block->count; i++) {
        errors_free(&block->lines[i].errors);
        cJSON_Delete(block->lines[i].game.root);
        free(block->lines[i].made);
    }
    session_tracker_free(&block->sessions);
    block->count = 0;
}

/* Reads blocks ahead, as far as there is room. The lock is free: nobody else reads. */
static void read_ahead(struct log_replayer *replayer)
{
    while (!replayer->ended && replayer->read - replayer->kept < replayer->room) {
        struct block *block = block_at(replayer, replayer->read);
        read_block(replayer, block);
        if (!block->count)
            return;
        pthread_mutex_lock(&replayer->lock);
        block->state = BLOCK_READ;
        replayer->read++;
        pthread_cond_signal(&replayer->work);
        pthread_mutex_unlock(&replayer->lock);
    }
}

/* ---- for the caller ---- */

struct log_replayer *log_replayer_new(struct log_reader *log, const struct skat_random_key *key,
                                      const struct replay_work *task)
{
    struct log_replayer *replayer = xcalloc(1, sizeof *replayer);
    int workers = log->workers ? log->workers : processors_online(USUAL_THREADS);

    log->with_bids = true;
    replayer->log = log;
    replayer->key = key;
    replayer->task = task;
    replayer->session = UINT64_MAX;
    replayer->own = (struct text_line){.text = log->text, .size = log->size};
    replayer->last =
        (struct text_line){.number = log->number, .end = log->end, .apart = log->apart};
    replayer->room = 2 * (uint64_t)workers + 1;
    replayer->blocks = xcalloc(replayer->room, sizeof *replayer->blocks);
    pthread_mutex_init(&replayer->lock, NULL);
    pthread_cond_init(&replayer->work, NULL);
    pthread_cond_init(&replayer->done, NULL);
    /* With fewer threads than wanted it takes longer. */
    while (replayer->thread_count < workers - 1 && replayer->thread_count < MOST_THREADS &&
           pthread_create(&replayer->threads[replayer->thread_count], NULL, help, replayer) == 0)
        replayer->thread_count++;
    return replayer;
}

/* Makes the next block the current one, and waits until it is done. False at the end. */
static bool next_block(struct log_replayer *replayer)
{
    read_ahead(replayer);
    if (replayer->current == replayer->read) {
        replayer->log->number = replayer->last.number; /* lines after that may not be wanted */
        return false;
    }
    pthread_mutex_lock(&replayer->lock);
    while (block_at(replayer, replayer->current)->state != BLOCK_DONE)
        if (!replay_some(replayer, 0))
            pthread_cond_wait(&replayer->done, &replayer->lock);
    pthread_mutex_unlock(&replayer->lock);
    for (; replayer->kept < replayer->current; replayer->kept++)
        free_block(block_at(replayer, replayer->kept));
    replayer->at = 0;
    return true;
}

struct replayed_line *log_replayer_next(struct log_replayer *replayer)
{
    struct log_reader *log = replayer->log;

    if (replayer->current == replayer->read) {
        if (!next_block(replayer))
            return NULL;
    } else if (replayer->at == block_at(replayer, replayer->current)->count) {
        pthread_mutex_lock(&replayer->lock);
        replayer->current++;
        pthread_mutex_unlock(&replayer->lock);
        if (!next_block(replayer))
            return NULL;
    }
    struct block *block = block_at(replayer, replayer->current);
    const struct text_line *text = &block->texts[replayer->at];
    log->text = text->text;
    log->length = text->length;
    log->number = text->number;
    log->end = text->end;
    log->apart = text->apart;
    log->torn = text->torn;
    return &block->lines[replayer->at++];
}

void log_replayer_free(struct log_replayer *replayer)
{
    pthread_mutex_lock(&replayer->lock);
    replayer->stop = true;
    pthread_cond_broadcast(&replayer->work);
    pthread_mutex_unlock(&replayer->lock);
    for (int i = 0; i < replayer->thread_count; i++)
        pthread_join(replayer->threads[i], NULL);
    for (uint64_t number = replayer->kept; number < replayer->read; number++) {
        struct block *block = block_at(replayer, number);
        if (block->state != BLOCK_DONE)
            block->count = 0; /* its lines have no errors yet */
        free_block(block);
    }
    for (uint64_t i = 0; i < replayer->room; i++) {
        for (int line = 0; line < replayer->blocks[i].room; line++)
            free(replayer->blocks[i].texts[line].text);
        free(replayer->blocks[i].texts);
        free(replayer->blocks[i].lines);
    }
    free(replayer->next.text);
    replayer->log->with_bids = false;
    replayer->log->text = replayer->own.text;
    replayer->log->size = replayer->own.size;
    pthread_mutex_destroy(&replayer->lock);
    pthread_cond_destroy(&replayer->work);
    pthread_cond_destroy(&replayer->done);
    free(replayer->blocks);
    free(replayer);
}

void replayed_line_follow(const struct replayed_line *line,
                          const struct skat_record_watcher *watcher)
{
    const struct skat_game *played = &line->game.game;
    char moves[SKAT_RECORD_SIZE];
    struct skat_replay replay;
    struct skat_game game;

    skat_record_moves(played, moves);
    skat_game_start(&game, played->rules, &played->deal, &played->terms);
    skat_record_follow(&game, moves, false, watcher, &replay);
}

/* ---- all lines ---- */

bool replayed_line_check(struct replayed_line *line, struct log_reader *log, struct errors *errors)
{
    const int before = errors->count;

    errors_move(errors, &line->errors);
    if (log->torn)
        errors_add(errors, line->where,
                   "the last line is torn: the run was cut off while writing it");
    else if (line->sound && !line->is_bids)
        log_reader_check_place(log, &line->game, line->where, errors);
    return errors->count == before && line->sound;
}

/* Passes on a line. False when that was the last one, or it is damaged. */
static bool visit_line(struct log_reader *log, struct replayed_line *line, bool with_bids,
                       bool (*visit)(void *context, const struct replayed_line *line),
                       void *context, struct errors *errors)
{
    return replayed_line_check(line, log, errors) &&
           ((line->is_bids && !with_bids) || visit(context, line));
}

bool log_games_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct replayed_line *line), void *context,
                    struct errors *errors)
{
    const bool with_bids = log->with_bids;
    struct log_replayer *replayer = log_replayer_new(log, NULL, NULL);
    struct replayed_line *line;
    int before = errors->count;

    do
        line = log_replayer_next(replayer);
    while (line && visit_line(log, line, with_bids, visit, context, errors));
    if (!line && log_reader_ended(log, errors))
        log_reader_is_whole(log, errors);
    log_replayer_free(replayer);
    return errors->count == before;
}
