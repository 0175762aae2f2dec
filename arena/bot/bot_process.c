#include "arena/bot/bot_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/bot/bot_process_shm.h"
#include "arena/base/clock.h"
#include "arena/sandbox/sandbox.h"
#include "arena/sandbox/clean_exec.h"

enum { OUTPUT_KEPT = 2000 };

struct cell {
    struct skat_bot_module proxy; /* what the player calls; as the module inside has callbacks */
    const struct cell_spec *spec;
    struct player_host *host;
    enum player_part part; /* that it plays, or PARTS for both */
    struct cell_memory *memory;
    uint32_t length;                       /* of the messages in it that are not handed over */
    int memory_file, output_file;          /* shared memory, and what the bot prints */
    pid_t pid;                             /* 0: none */
    int requests, replies;                 /* our ends of its pipes */
    uint64_t numbers[PARTS][CELL_NUMBERS]; /* that it has got and not used, as far as it says */
    int number_count[PARTS];
    struct crash crash;
    char output[OUTPUT_KEPT + 1];
};

/* ---- the process ---- */

/* Reads shared memory once: what the cell writes there in the same moment cannot be two things. */
static uint32_t once(const volatile uint32_t *number) { return *number; }

/* What the process is to be. Written anew for each: the one before could write here, too. */
static void put_orders(const struct cell *cell)
{
    const struct cell_spec *spec = cell->spec;
    const struct skat_bot_host *host = &cell->host->api;
    struct cell_memory *memory = cell->memory;

    image_put_module(&memory->module, spec->path, spec->settings, spec->setting_count);
    memory->memory_limit = spec->memory;
    memory->limits = (struct player_limits){
        .time_limit_ms = host->time_limit_ms,
        .cpu_limit_ms = host->cpu_limit_ms,
        .bank_ms = host->bank_ms,
        .node_budget = host->node_budget,
    };
}

/* In the child: nothing stays but what the cell is to have. */
static _Noreturn void become_cell(const struct cell *cell, int requests, int replies)
{
    const int descriptors[] = {
        [STDIN_FILENO] = -1,        [STDOUT_FILENO] = cell->output_file,
        [CELL_REQUESTS] = requests, [STDERR_FILENO] = cell->output_file,
        [CELL_REPLIES] = replies,   [CELL_MEMORY] = cell->memory_file,
    };

    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    image_become("cell", descriptors, sizeof descriptors / sizeof *descriptors);
}

static void close_pipes(struct cell *cell)
{
    close(cell->requests);
    close(cell->replies);
}

/* Ends the process. Returns its status, as waitpid() gives it. */
static int end_process(struct cell *cell)
{
    int status = 0;

    if (!cell->pid)
        return 0;
    kill(cell->pid, SIGKILL);
    waitpid(cell->pid, &status, 0);
    close_pipes(cell);
    cell->pid = 0;
    return status;
}

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

static bool start_process(struct cell *cell)
{
    int requests[2], replies[2];

    put_orders(cell);
    memset(&cell->memory->crash, 0, sizeof cell->memory->crash);
    cell->length = cell->memory->length = cell->memory->failed = cell->memory->log_length = 0;
    if (pipe2(requests, O_CLOEXEC) < 0)
        return false;
    if (pipe2(replies, O_CLOEXEC) < 0) {
        close_pair(requests);
        return false;
    }
    fcntl(requests[1], F_SETFL, O_NONBLOCK); /* who asks and does not listen cannot hold us up */
    cell->pid = fork();
    if (cell->pid == 0)
        become_cell(cell, requests[0], replies[1]);
    close(requests[0]);
    close(replies[1]);
    cell->requests = requests[1];
    cell->replies = replies[0];
    if (cell->pid < 0) {
        close_pipes(cell);
        cell->pid = 0;
        return false;
    }
    return true;
}

/* ---- what it has printed ---- */

/* Keeps the end of it as fault report and passes it on, line by line, as what the bot has logged. */
static void collect_output(struct cell *cell)
{
    struct skat_bot_host *host = &cell->host->api;
    off_t length = lseek(cell->output_file, 0, SEEK_END), from = 0;

    cell->output[0] = '\0';
    if (length <= 0)
        return;
    if (length > OUTPUT_KEPT)
        from = length - OUTPUT_KEPT;
    ssize_t got = pread(cell->output_file, cell->output, OUTPUT_KEPT, from);
    cell->output[got > 0 ? got : 0] = '\0';
    if (ftruncate(cell->output_file, 0) != 0)
        return; /* it grows up to its limit */
    char copy[OUTPUT_KEPT + 1], *rest = copy;
    memcpy(copy, cell->output, sizeof copy);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            host->log(host->context, line);
}

/* The lines that it gave to host->log(). */
static void collect_log(struct cell *cell)
{
    struct skat_bot_host *host = &cell->host->api;
    uint32_t length = once(&cell->memory->log_length);
    char copy[CELL_LOG_SIZE + 1], *rest = copy;

    if (!length)
        return;
    length = length < CELL_LOG_SIZE ? length : CELL_LOG_SIZE;
    memcpy(copy, cell->memory->log, length);
    copy[length] = '\0';
    cell->memory->log_length = 0;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            host->log(host->context, line);
}

/* ---- faults ---- */

static void describe_end(const struct cell *cell, int status, char *text, size_t size)
{
    char name[32];

    if (cell->crash.signal == SIGSYS || (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS))
        snprintf(text, size, "tried %s, which the fence does not let it",
                 fence_call_name(cell->crash.system_call, name));
    else if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "left with exit status %d", WEXITSTATUS(status));
}

/* Its pipe is closed: it is dead, or will be as one that hides. Returns the status. */
static int reap(struct cell *cell)
{
    enum { PATIENCE_MS = 100 };
    const struct timespec moment = {0, 1000000};
    int status = 0;

    for (int i = 0; i < PATIENCE_MS; i++) {
        if (waitpid(cell->pid, &status, WNOHANG) == cell->pid) {
            close_pipes(cell);
            cell->pid = 0;
            return status;
        }
        nanosleep(&moment, NULL);
    }
    return end_process(cell);
}

/* The process is of no use any more. */
static void fail(struct cell *cell, bool late)
{
    struct skat_bot_host *host = &cell->host->api;
    char text[SKAT_FAILURE_SIZE];

    if (late)
        kill(cell->pid, SIGABRT); /* it says where it was, if it still can */
    int status = reap(cell);
    cell->crash = cell->memory->crash;
    if (late)
        snprintf(text, sizeof text, "no answer in time");
    else
        describe_end(cell, status, text, sizeof text);
    collect_log(cell);
    collect_output(cell);
    host->fail(host->context, late ? SKAT_BOT_FAIL_TIMEOUT : SKAT_BOT_FAIL_CRASH, text);
}

/* What the module said itself with fail(). */
static void pass_failure_on(struct cell *cell)
{
    struct skat_bot_host *host = &cell->host->api;
    uint32_t failed = once(&cell->memory->failed);
    char text[SKAT_FAILURE_SIZE];

    if (!failed)
        return;
    snprintf(text, sizeof text, "%.*s", SKAT_FAILURE_SIZE - 1, cell->memory->failure);
    collect_output(cell);
    cell->crash = (struct crash){0};
    host->fail(host->context, failed, text);
    cell->memory->failed = 0;
}

/* ---- one exchange ---- */

/* Sends numbers of a part until there are CELL_NUMBERS that are not used. The stream of the other
 * part is another cell's where a player has two. */
static void fill_numbers(struct cell *cell, enum player_part part)
{
    struct player_host *host = cell->host;
    uint8_t before = host->part;

    if (cell->part != PARTS && cell->part != part)
        return;
    if (!host->started[part])
        cell->number_count[part] = 0; /* those of another deal */
    host->part = (uint8_t)part;
    while (cell->number_count[part] < CELL_NUMBERS)
        cell->numbers[part][cell->number_count[part]++] = host->api.random(host);
    host->part = before;
    memcpy(cell->memory->numbers[part], cell->numbers[part], sizeof cell->numbers[part]);
    cell->memory->used[part] = 0;
}

static void drop_used(struct cell *cell)
{
    for (int part = 0; part < PARTS; part++) {
        uint32_t used = once(&cell->memory->used[part]);
        int kept = used < CELL_NUMBERS ? CELL_NUMBERS - (int)used : 0;
        memmove(cell->numbers[part], cell->numbers[part] + (CELL_NUMBERS - kept),
                (size_t)kept * sizeof **cell->numbers);
        cell->number_count[part] = kept;
    }
}

/* Time that one exchange has, and what it has used. */
struct stopwatch {
    int64_t limit, started; /* on the wall; 0: no limit */
    int64_t cpu_limit, cpu_started;
    clockid_t cpu;
};

static void start_stopwatch(struct stopwatch *watch, const struct cell *cell, int64_t limit,
                            int64_t cpu_limit)
{
    *watch = (struct stopwatch){.started = clock_ms(CLOCK_MONOTONIC), .limit = limit};
    if (cpu_limit && clock_getcpuclockid(cell->pid, &watch->cpu) == 0) {
        watch->cpu_limit = cpu_limit;
        watch->cpu_started = clock_ms(watch->cpu);
    }
}

/* Milliseconds to wait until the next look; 0: time is up; -1: no end. */
static int time_left(const struct stopwatch *watch)
{
    int64_t left = INT32_MAX, on_cpu;

    if (watch->limit)
        left = watch->limit - (clock_ms(CLOCK_MONOTONIC) - watch->started);
    if (watch->cpu_limit) {
        on_cpu = watch->cpu_limit - (clock_ms(watch->cpu) - watch->cpu_started);
        left = on_cpu < left ? on_cpu : left;
    }
    return left <= 0 ? 0 : left == INT32_MAX ? -1 : (int)left;
}

enum reply { REPLY_DONE, REPLY_NO_START, REPLY_LATE, REPLY_GONE };

static bool say(const struct cell *cell, char byte) { return write(cell->requests, &byte, 1) == 1; }

/* Waits for the answer to what was said, and serves numbers meanwhile. */
static enum reply hear(struct cell *cell, const struct stopwatch *watch)
{
    struct pollfd polled = {.fd = cell->replies, .events = POLLIN};
    char byte;

    for (;;) {
        int left = time_left(watch);
        if (left == 0)
            return REPLY_LATE;
        if (poll(&polled, 1, left) <= 0)
            continue;
        if (read(cell->replies, &byte, 1) != 1)
            return REPLY_GONE;
        uint32_t wanting = once(&cell->memory->wanting);
        if (byte == CELL_RANDOM && wanting < PARTS) {
            cell->number_count[wanting] = 0;
            fill_numbers(cell, (enum player_part)wanting);
            if (!say(cell, CELL_RANDOM))
                return REPLY_GONE;
            continue;
        }
        return byte == CELL_NO_START ? REPLY_NO_START : REPLY_DONE;
    }
}

/* Hands over all messages. False when that was the end of the process or of its deal. What was only told
 * and the question behind it share the time of one call: they are one exchange. */
static bool deliver(struct cell *cell)
{
    const struct skat_bot_host *host = &cell->host->api;
    struct stopwatch watch;

    if (!cell->length || !cell->pid)
        return cell->pid != 0;
    cell->memory->length = cell->length;
    for (int part = 0; part < PARTS; part++)
        fill_numbers(cell, (enum player_part)part);
    start_stopwatch(&watch, cell,
                    host->time_limit_ms ? host->time_limit_ms + cell->host->bank_ms : 0,
                    host->cpu_limit_ms);
    enum reply reply = say(cell, CELL_GO) ? hear(cell, &watch) : REPLY_GONE;
    cell->length = 0;
    if (reply != REPLY_DONE) {
        fail(cell, reply == REPLY_LATE);
        return false;
    }
    drop_used(cell);
    collect_log(cell);
    pass_failure_on(cell);
    return true;
}

/* ---- starting ---- */

static bool revive(struct cell *cell, char *reason, size_t size)
{
    const struct skat_bot_host *host = &cell->host->api;
    struct stopwatch watch;

    if (!start_process(cell)) {
        snprintf(reason, size, "no process for a bot: %s", strerror(errno));
        return false;
    }
    for (int part = 0; part < PARTS; part++)
        fill_numbers(cell, (enum player_part)part);
    start_stopwatch(&watch, cell, player_start_ms(host->time_limit_ms),
                    player_start_ms(host->cpu_limit_ms));
    enum reply reply = hear(cell, &watch);
    if (reply == REPLY_DONE) {
        drop_used(cell);
        collect_log(cell);
        return true;
    }
    if (reply == REPLY_NO_START)
        snprintf(reason, size, "%.*s", SKAT_FAILURE_SIZE - 1, cell->memory->failure);
    else if (reply == REPLY_LATE)
        snprintf(reason, size, "it was not ready in time");
    int status = reply == REPLY_LATE ? end_process(cell) : reap(cell);
    cell->crash = cell->memory->crash;
    if (reply == REPLY_GONE)
        describe_end(cell, status, reason, size);
    collect_output(cell);
    return false;
}

/* ---- messages ---- */

struct piece {
    const void *bytes;
    size_t size;
};

static size_t padded(size_t size) { return (size + 7) / 8 * 8; }

/* Is there a process to talk to? One that was lost is replaced with the next deal, not earlier. */
static bool is_ready(struct cell *cell, enum cell_message_kind kind)
{
    struct skat_bot_host *host = &cell->host->api;
    char reason[SKAT_FAILURE_SIZE];

    if (cell->pid)
        return true;
    if (cell->host->failed != STATUS_OK || kind == CELL_GAME_END || kind == CELL_DEAL_END ||
        kind == CELL_SESSION_END || kind == CELL_DESTROY)
        return false;
    if (revive(cell, reason, sizeof reason))
        return true;
    host->fail(host->context, SKAT_BOT_FAIL_CRASH, reason);
    return false;
}

static void post(struct cell *cell, enum cell_message_kind kind, const struct piece *pieces,
                 int count)
{
    struct cell_memory *memory = cell->memory;
    size_t size = sizeof(struct cell_message);

    if (!is_ready(cell, kind))
        return;
    for (int i = 0; i < count; i++)
        size += padded(pieces[i].size);
    if (cell->length + size > sizeof memory->messages && !deliver(cell))
        return;
    char *at = memory->messages + cell->length;
    *(struct cell_message *)(void *)at =
        (struct cell_message){.kind = kind, .size = (uint32_t)size, .part = cell->host->part};
    at += sizeof(struct cell_message);
    for (int i = 0; i < count; i++) {
        if (pieces[i].size) /* nothing may be NULL */
            memcpy(at, pieces[i].bytes, pieces[i].size);
        at += padded(pieces[i].size);
    }
    cell->length += (uint32_t)size;
}

/* ---- the functions of the module ---- */

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct cell *cell = bot;
    const struct piece pieces[] = {
        {view, sizeof *view},
        {decision, sizeof *decision},
        {decision->bids, decision->bid_count * sizeof *decision->bids},
        {decision->declarations, decision->declaration_count * sizeof *decision->declarations},
    };

    post(cell, CELL_ACT, pieces, 4);
    if (deliver(cell)) /* else `out` stays without an answer, and the fault is charged */
        *out = cell->memory->action;
}

static void session_begin(void *bot, const struct skat_bot_session *session)
{
    const struct piece pieces[] = {
        {session, sizeof *session},
        {session->rules, sizeof *session->rules},
        {session->rules->ladder, session->rules->ladder_count * sizeof *session->rules->ladder},
    };

    post(bot, CELL_SESSION_BEGIN, pieces, 3);
    deliver(bot); /* its random numbers are the session's */
}

static void deal_begin(void *bot, const struct skat_bot_view *view)
{
    post(bot, CELL_DEAL_BEGIN, &(struct piece){view, sizeof *view}, 1);
}

static void observe(void *bot, const struct skat_bot_event *event)
{
    post(bot, CELL_OBSERVE, &(struct piece){event, sizeof *event}, 1);
}

static void game_begin(void *bot, const struct skat_bot_view *view)
{
    post(bot, CELL_GAME_BEGIN, &(struct piece){view, sizeof *view}, 1);
}

static void game_end(void *bot, const struct skat_bot_view *view,
                     const struct skat_bot_result *result)
{
    const struct piece pieces[] = {{view, sizeof *view}, {result, sizeof *result}};
    post(bot, CELL_GAME_END, pieces, 2);
}

/* The deal is over: everything that was gathered is told now, and what it leads to is this deal's. */
static void deal_end(void *bot, const struct skat_bot_result *result)
{
    struct cell *cell = bot;

    if (cell->memory->callbacks & CELL_HAS_DEAL_END)
        post(cell, CELL_DEAL_END, &(struct piece){result, sizeof *result}, 1);
    deliver(cell);
    if (cell->pid)
        collect_output(cell);
}

static void session_end(void *bot)
{
    post(bot, CELL_SESSION_END, NULL, 0);
    deliver(bot);
}

/* A copy: what the cell writes later changes nothing any more. */
static void make_proxy(struct cell *cell)
{
    uint32_t has = cell->memory->callbacks;

    cell->proxy = (struct skat_bot_module){
        .size = sizeof cell->proxy,
        .decisions = cell->memory->decisions,
        .act = act,
        .session_begin = has & CELL_HAS_SESSION_BEGIN ? session_begin : NULL,
        .deal_begin = has & CELL_HAS_DEAL_BEGIN ? deal_begin : NULL,
        .observe = has & CELL_HAS_OBSERVE ? observe : NULL,
        .game_begin = has & CELL_HAS_GAME_BEGIN ? game_begin : NULL,
        .game_end = has & CELL_HAS_GAME_END ? game_end : NULL,
        .deal_end = deal_end,
        .session_end = has & CELL_HAS_SESSION_END ? session_end : NULL,
    };
}

/* ---- a cell ---- */

struct cell *cell_open(const struct cell_spec *spec, struct player_host *host,
                       enum player_part part, char *reason, size_t size)
{
    struct cell *cell = calloc(1, sizeof *cell);

    if (!cell)
        abort(); /* out of memory */
    cell->spec = spec;
    cell->host = host;
    cell->part = part;
    cell->output_file = memfd_create("output", MFD_CLOEXEC);
    cell->memory = image_memory("cell", sizeof *cell->memory, &cell->memory_file);
    if (!cell->memory || cell->output_file < 0 ||
        fcntl(cell->output_file, F_SETFL, O_APPEND) != 0) {
        snprintf(reason, size, "no shared memory for a bot: %s", strerror(errno));
        cell_close(cell);
        return NULL;
    }
    if (!revive(cell, reason, size)) {
        cell_close(cell);
        return NULL;
    }
    make_proxy(cell);
    return cell;
}

void cell_close(struct cell *cell)
{
    if (!cell)
        return;
    if (cell->pid) {
        post(cell, CELL_DESTROY, NULL, 0);
        deliver(cell);
    }
    end_process(cell);
    if (cell->memory)
        munmap(cell->memory, sizeof *cell->memory);
    if (cell->memory_file >= 0)
        close(cell->memory_file);
    if (cell->output_file >= 0)
        close(cell->output_file);
    free(cell);
}

const struct skat_bot_module *cell_module(const struct cell *cell) { return &cell->proxy; }

bool cell_lives(const struct cell *cell) { return cell->pid != 0; }

const struct crash *cell_crash(const struct cell *cell) { return &cell->crash; }

const char *cell_output(const struct cell *cell) { return cell->output; }
