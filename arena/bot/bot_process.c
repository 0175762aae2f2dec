// SPDX-License-Identifier: MIT
#include "arena/bot/bot_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/machine.h"
#include "arena/base/memory.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/bot_process_shm.h"
#include "arena/bot/call_timer.h"
#include "arena/sandbox/sandbox.h"
#include "arena/sandbox/clean_exec.h"

/* A player at a table; the module's functions get it as their bot. */
struct bot_instance {
    struct bot_process *process;
    struct player_host *host;
    uint32_t number;                     /* 0: the first */
    uint32_t sent_streams[PLAYER_PARTS]; /* 1 + those of which it was sent numbers; 0: none */
};

/* ---- the process ---- */

/* Describes the process to start. */
static void put_orders(const struct bot_process *process)
{
    const struct bot_process_spec *spec = process->spec;
    const struct skat_bot_host *host = &process->host->api;
    struct bot_process_shm *memory = process->memory;

    clean_exec_put_module(&memory->module, spec->file->real, spec->settings, spec->setting_count);
    memory->memory_limit = spec->memory;
    memory->limits = host->limits;
    memory->streams = process->host->streams_begun;
    memory->part = process->part == PLAYER_PARTS ? PLAYER_PART_BID : process->part;
}

/* In the child: keeps only what the bot process gets. */
static _Noreturn void become_bot_process(const struct bot_process *process, int module,
                                         int requests, int replies)
{
    const int descriptors[] = {
        [STDIN_FILENO] = -1,
        [STDOUT_FILENO] = process->output_file,
        [BOT_PROCESS_REQUESTS] = requests,
        [STDERR_FILENO] = process->output_file,
        [BOT_PROCESS_REPLIES] = replies,
        [BOT_PROCESS_MEMORY] = process->memory_file,
        [BOT_PROCESS_MODULE] = module,
    };

    setsid();
    cgroup_set_join(process->spec->groups, process->group);
    clean_exec("bot-process", descriptors, sizeof descriptors / sizeof *descriptors);
}

static void close_pipes(struct bot_process *process)
{
    descriptor_close(process->requests);
    descriptor_close(process->replies);
}

/* In ms of its own time. */
enum {
    PATIENCE_MS = 100, /* for a process whose pipe is closed: it has ended, or only closed it */
    TRACE_MS = 500     /* to record a backtrace, which takes a millisecond */
};

/* What its own control group allows was too little for it. */
static bool took_too_much(const struct bot_process *process)
{
    return process->group >= 0 &&
           cgroup_set_kills(process->spec->groups, process->group) > process->group_kills;
}

/* Ends the process, which may take `patience_ms` to exit by itself. Returns its status, as
 * waitpid() gives it. Nothing in the sandbox can send SIGKILL: if that ended it before we did, the
 * system or a user has killed it, and it is no fault of the bot, unless it took more memory than
 * its own control group allows. */
static int end_process(struct bot_process *process, int64_t patience_ms)
{
    bool killed = false;

    if (!process->pid)
        return 0;
    if (patience_ms) {
        kill(process->pid, SIGCONT); /* rest() may have stopped it */
        call_timer_wait(process->pid, patience_ms);
    }
    int status = child_end(process->pid, 0, &killed);
    kill(-process->pid, SIGKILL); /* its session, where no filter forbids processes */
    close_pipes(process);
    process->pid = 0;
    if (!killed && !process->closing && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        process->over_memory = took_too_much(process);
        if (!process->over_memory)
            process->spec->killed();
    }
    return status;
}

/* Starts it with its file and two new pipes. False, and errno. */
static bool try_with(struct bot_process *process, int module, const int requests[2],
                     const int replies[2])
{
    fcntl(requests[1], F_SETFL, O_NONBLOCK); /* a bot that does not read cannot block us */
    process->pid = child_fork();
    if (process->pid == 0)
        become_bot_process(process, module, requests[0], replies[1]);
    descriptor_close(requests[0]);
    descriptor_close(replies[1]);
    process->requests = requests[1];
    process->replies = replies[0];
    if (process->pid > 0)
        return true;
    close_pipes(process);
    process->pid = 0;
    return false;
}

/* Whether the new process has come as far as this program's own code in it. What ended it before,
 * when no code of the bot's had run, was the machine: then false, and EAGAIN. */
static bool arrives(struct bot_process *process)
{
    ssize_t got;
    char byte;

    do
        got = read(process->replies, &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got == 1)
        return true;
    child_end(process->pid, 0, NULL);
    close_pipes(process);
    process->pid = 0;
    errno = EAGAIN;
    return false;
}

/* The process before may have left something there for the next one. Pages that nobody has used are
 * zero, and are not made for this. */
static void clear_memory(struct bot_process_shm *memory)
{
    if (madvise(memory, sizeof *memory, MADV_REMOVE) != 0)
        memset(memory, 0, sizeof *memory);
}

/* False, and errno. */
static bool try_to_start(void *context)
{
    struct bot_process *process = context;
    int requests[2] = {-1, -1}, replies[2] = {-1, -1};

    clear_memory(process->memory);
    put_orders(process);
    process->length = process->asked_count = 0;
    process->joins = false;
    process->stops = process->stopped = process->over_memory = false;
    process->lived_ns = process->slept_ns = 0;
    process->began_ns = clock_ns(CLOCK_MONOTONIC);
    if (process->group >= 0)
        process->group_kills = cgroup_set_kills(process->spec->groups, process->group);
    const int module = module_file_open(process->spec->file);
    const bool ready =
        module >= 0 && pipe2(requests, O_CLOEXEC) == 0 && pipe2(replies, O_CLOEXEC) == 0;
    const bool started = ready && try_with(process, module, requests, replies) && arrives(process);
    if (!ready) {
        descriptor_close(requests[0]);
        descriptor_close(requests[1]);
    }
    descriptor_close(module);
    return started;
}

/* Makes something for the process; nobody is to be charged where the machine is short of it. False,
 * and errno. */
static bool insist(struct bot_process *process, bool (*make)(void *process))
{
    if (shortage_insist(make, process))
        return true;
    const int error = errno;
    if (shortage_is(error) && process->spec->shortage)
        process->spec->shortage(error);
    errno = error;
    return false;
}

/* ---- its output ---- */

/* Logs text, which is used up, line by line for the bot. */
static void log_lines(const struct bot_process *process, char *text)
{
    const struct skat_bot_host *host = &process->host->api;

    for (char *line; (line = strsep(&text, "\n"));)
        if (*line)
            host->log(host->context, line);
}

/* Keeps the end of the output for the fault report and logs it line by line for the bot. */
static void collect_output(struct bot_process *process)
{
    off_t length = lseek(process->output_file, 0, SEEK_END), from = 0;

    process->output[0] = '\0';
    if (length <= 0)
        return;
    if (length > BOT_PROCESS_OUTPUT)
        from = length - BOT_PROCESS_OUTPUT;
    ssize_t got = pread(process->output_file, process->output, BOT_PROCESS_OUTPUT, from);
    process->output[got > 0 ? got : 0] = '\0';
    if (ftruncate(process->output_file, 0) != 0)
        return; /* the file grows up to its limit */
    char copy[BOT_PROCESS_OUTPUT + 1];
    memcpy(copy, process->output, sizeof copy);
    log_lines(process, copy);
}

/* The lines that it passed to host->log(). */
static void collect_log(struct bot_process *process)
{
    uint32_t length = read_once(&process->memory->log_length);
    char copy[BOT_PROCESS_LOG_SIZE + 1];

    if (!length)
        return;
    length = length < BOT_PROCESS_LOG_SIZE ? length : BOT_PROCESS_LOG_SIZE;
    memcpy(copy, process->memory->log, length);
    copy[length] = '\0';
    process->memory->log_length = 0;
    log_lines(process, copy);
}

/* ---- faults ---- */

static void describe_end(const struct bot_process *process, int status, char *text, size_t size)
{
    char name[SANDBOX_CALL_SIZE];

    if (process->over_memory)
        snprintf(text, size, "took more memory than memory_mb allows, %llu MB, and was ended",
                 (unsigned long long)(process->spec->memory >> 20));
    else if (sandbox_stopped(&process->crash, WIFSIGNALED(status) ? WTERMSIG(status) : 0))
        snprintf(text, size, "tried %s, which the sandbox forbids",
                 sandbox_call_name(&process->crash, name));
    else if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (read_once(&process->memory->closed))
        snprintf(text, size, "closed the descriptors of its process");
    else
        snprintf(text, size, "left with exit status %d", WEXITSTATUS(status));
}

/* Ends a process that cannot be used any more. */
static void fail(struct bot_process *process, bool late)
{
    struct skat_bot_host *host = &process->host->api;
    char text[SKAT_FAILURE_SIZE];

    if (late)
        kill(process->pid, SIGABRT); /* it records its backtrace if it still can */
    int status = end_process(process, late ? TRACE_MS : PATIENCE_MS);
    process->crash = process->memory->crash;
    if (late)
        snprintf(text, sizeof text, "no answer in time");
    else
        describe_end(process, status, text, sizeof text);
    collect_log(process);
    collect_output(process);
    host->fail(host->context, late ? SKAT_BOT_FAIL_TIMEOUT : SKAT_BOT_FAIL_CRASH, text);
}

/* The module reported a failure with fail(). */
static void pass_failure_on(struct bot_process *process)
{
    struct skat_bot_host *host = &process->host->api;
    uint32_t failed = read_once(&process->memory->failed);
    char text[SKAT_FAILURE_SIZE];

    if (!failed)
        return;
    snprintf(text, sizeof text, "%.*s", SKAT_FAILURE_SIZE - 1, process->memory->failure);
    collect_output(process);
    process->crash = (struct crash){0};
    host->fail(host->context, failed, text);
    process->memory->failed = 0;
}

/* ---- random numbers ---- */

/* The next ones of a stream of an instance. */
static void draw(struct player_host *host, enum player_part part, uint64_t *numbers, int count)
{
    const uint8_t before = host->part;

    host->part = (uint8_t)part;
    for (int i = 0; i < count; i++)
        numbers[i] = host->api.random(host);
    host->part = before;
}

/* ---- one exchange ---- */

enum process_reply { REPLY_DONE, REPLY_NO_START, REPLY_LATE, REPLY_GONE };

static bool say(const struct bot_process *process, char byte)
{
    return write(process->requests, &byte, 1) == 1;
}

/* An instance has used up its random numbers: sends more. If a player has two bot processes, the
 * stream of the other part belongs to the other process. One that asks at the end of a deal, when
 * the next deal has begun at its table, cannot have them, and is asked alone: then it can. */
static bool send_numbers(struct bot_process *process)
{
    const struct bot_process_wanting *asked = &process->memory->wanting;
    const uint32_t number = read_once(&asked->instance), part = read_once(&asked->part);

    process->draws = true;
    if (number >= process->instance_count || part >= PLAYER_PARTS ||
        (process->part != PLAYER_PARTS && process->part != part))
        return false;
    struct bot_instance *instance = &process->instances[number];
    if (read_once(&asked->streams) != instance->host->streams_begun)
        return false;
    draw(instance->host, (enum player_part)part, process->memory->numbers, BOT_PROCESS_NUMBERS);
    return say(process, BOT_PROCESS_RANDOM);
}

/* The process's own time: that of the exchanges that it has had, with what it has slept. */
static uint64_t own_time(const struct bot_process *process)
{
    return process->lived_ns + clock_ns(CLOCK_MONOTONIC) - process->began_ns + process->slept_ns;
}

/* It asks for the time, and may have slept before. A finer clock could tell what another process
 * has left in the processor's cache. */
static bool send_time(struct bot_process *process, struct call_timer *timer)
{
    enum { MILLION = 1000000 };
    const volatile uint64_t *const asked = &process->memory->sleeping_ns;
    const uint64_t a_day = UINT64_C(86400000) * MILLION, wanted = *asked,
                   sleeping = wanted < a_day ? wanted : a_day;

    call_timer_slept(timer, sleeping);
    process->slept_ns += sleeping;
    process->memory->now_ns = own_time(process) / COARSE_CLOCKS_STEP_NS * COARSE_CLOCKS_STEP_NS;
    return say(process, BOT_PROCESS_TIME);
}

static bool send_what_it_asked_for(struct bot_process *process, char byte, struct call_timer *timer)
{
    return byte == BOT_PROCESS_RANDOM ? send_numbers(process)
           : byte == BOT_PROCESS_TIME ? send_time(process, timer)
                                      : false;
}

/* Waits for the answer, and sends what is asked for meanwhile. An answer that is there is not late,
 * however late it is looked for: what the process computed for it is judged afterwards. */
static enum process_reply hear(struct bot_process *process, struct call_timer *timer)
{
    struct pollfd polled = {.fd = process->replies, .events = POLLIN};
    bool late = false;
    char byte;

    for (;;) {
        int came = poll(&polled, 1, late ? 0 : call_timer_pause_ms(timer));
        if (came <= 0) {
            if (late)
                return REPLY_LATE;
            late = call_timer_due(timer);
            continue;
        }
        if (read(process->replies, &byte, 1) != 1)
            return REPLY_GONE;
        if (byte == BOT_PROCESS_GO || byte == BOT_PROCESS_NO_START)
            return byte == BOT_PROCESS_GO ? REPLY_DONE : REPLY_NO_START;
        if (!send_what_it_asked_for(process, byte, timer))
            return REPLY_GONE;
        if (call_timer_is_old(timer) && call_timer_due(timer))
            return REPLY_LATE; /* it has not answered, but asked for something */
    }
}

/* ---- between exchanges ---- */

/* Returns once it is stopped, or has ended. Until then it may still be in the kernel, where no
 * signal stops it, and slow down whoever is next on its processor. Whoever sends it SIGCONT
 * meanwhile takes the stop back: so it is asked for again and again, but not for ever. */
static void stop(struct bot_process *process)
{
    enum { AT_ONCE = 20, TRIES = 1000, PAUSE_US = 100 };

    if (process->stopped)
        return;
    process->stopped = true;
    for (int i = 0; i < TRIES; i++) {
        siginfo_t info = {0};
        kill(process->pid, SIGSTOP);
        if (waitid(P_PID, (id_t)process->pid, &info, WSTOPPED | WEXITED | WNOWAIT | WNOHANG) < 0 ||
            info.si_pid)
            return;
        if (i < AT_ONCE)
            sched_yield(); /* it may run on this processor */
        else
            usleep(PAUSE_US);
    }
}

/* A process that has answered waits. One that goes on, while others think, is stopped from then on,
 * and what it has used counts to its next answer. */
static void go_on(struct bot_process *process)
{
    enum { UNNOTICED_NS = 200000 }; /* it takes some microseconds to begin to wait */
    const uint64_t used = call_gaps_note(&process->gaps, process->pid);

    if (process->stopped)
        kill(process->pid, SIGCONT);
    process->stopped = false;
    process->between_ns = used > UNNOTICED_NS ? used : 0;
    process->stops |= process->between_ns > 0;
}

/* Returns the processor time that it used since it went on. */
static uint64_t rest(struct bot_process *process)
{
    process->lived_ns = own_time(process);
    const uint64_t used = call_gaps_note(&process->gaps, process->pid);
    if (process->stops && process->pid && !process->closing)
        stop(process);
    return used;
}

void bot_process_park(struct bot_process *process)
{
    if (process->pid)
        stop(process);
}

/* Sends what there is to say, and waits for the answer. */
static enum process_reply exchange(struct bot_process *process)
{
    const struct skat_bot_host *host = &process->host->api;
    struct call_timer *timer = &process->timer;

    process->began_ns = clock_ns(CLOCK_MONOTONIC);
    process->slept_ns = 0;
    if (process->joins)
        call_timer_start(timer, process->pid, host->limits.start_ms,
                         host->limits.cpu_ms ? host->limits.start_ms : 0, false);
    else
        call_timer_start(timer, process->pid,
                         host->limits.time_ms ? host->limits.time_ms + process->host->bank_ms : 0,
                         host->limits.cpu_ms, false);
    if (call_timer_add(timer, process->between_ns))
        return REPLY_LATE;
    return say(process, BOT_PROCESS_GO) ? hear(process, timer) : REPLY_GONE;
}

/* Copies the answers. Those of a process that writes none are old ones of its own. */
static void take_answers(struct bot_process *process)
{
    for (uint32_t i = 0; i < process->asked_count; i++)
        *process->asked[i] = process->memory->answers[i];
}

/* Sends all messages, and takes the answers to their questions. False if that ended the process.
 * Notifications and the questions after them share the time of one call: they are one exchange. */
static bool deliver(struct bot_process *process)
{
    if (!process->length || !process->pid)
        return process->pid != 0;
    process->memory->length = process->length;
    go_on(process);
    enum process_reply reply = exchange(process);
    const uint64_t used = rest(process);
    if (reply == REPLY_DONE &&
        call_timer_used(&process->timer, process->between_ns + used, process->slept_ns))
        reply = REPLY_LATE;
    process->length = 0;
    process->joins = false;
    if (reply == REPLY_DONE)
        take_answers(process);
    process->asked_count = 0;
    if (reply != REPLY_DONE) { /* the questions have no answers, and the fault is charged */
        fail(process, reply == REPLY_LATE);
        return false;
    }
    collect_log(process);
    pass_failure_on(process);
    return true;
}

/* ---- starting ---- */

static bool revive(struct bot_process *process, char *reason, size_t size)
{
    const struct skat_bot_host *host = &process->host->api;

    if (!insist(process, try_to_start)) {
        snprintf(reason, size, "no process for a bot: %s", strerror(errno));
        return false;
    }
    call_timer_start(&process->timer, process->pid, host->limits.start_ms,
                     host->limits.cpu_ms ? host->limits.start_ms : 0, false);
    enum process_reply reply = hear(process, &process->timer);
    if (reply == REPLY_DONE) {
        collect_log(process);
        stop(process); /* until its first message: what it used before that is not known */
        return true;
    }
    if (reply == REPLY_NO_START)
        snprintf(reason, size, "%.*s", SKAT_FAILURE_SIZE - 1, process->memory->failure);
    else if (reply == REPLY_LATE)
        snprintf(reason, size, "it was not ready in time");
    int status = end_process(process, reply == REPLY_LATE ? 0 : PATIENCE_MS);
    process->crash = process->memory->crash;
    if (reply == REPLY_GONE)
        describe_end(process, status, reason, size);
    collect_output(process);
    return false;
}

/* ---- instances ---- */

static struct bot_instance *add_instance(struct bot_process *process, struct player_host *host)
{
    struct bot_instance *instance = &process->instances[process->instance_count];

    *instance = (struct bot_instance){process, host, process->instance_count++, {0}};
    return instance;
}

/* ---- messages ---- */

struct piece {
    const void *bytes;
    size_t size;
};

static size_t padded(size_t size) { return (size + 7) / 8 * 8; }

/* Whether there is a process to talk to. A lost process is replaced only at the next deal. */
static bool is_ready(struct bot_process *process, enum call_function function)
{
    struct skat_bot_host *host = &process->host->api;
    char reason[SKAT_FAILURE_SIZE];

    if (process->pid)
        return true;
    if (process->host->failed != GAME_OK || function == CALL_game_end ||
        function == CALL_deal_end || function == CALL_session_end || function == CALL_destroy)
        return false;
    if (revive(process, reason, sizeof reason))
        return true;
    host->fail(host->context, SKAT_BOT_FAIL_CRASH, reason);
    return false;
}

static void post(struct bot_instance *instance, enum call_function function,
                 const struct piece *pieces, int count)
{
    struct bot_process *process = instance->process;
    struct bot_process_shm *memory = process->memory;
    size_t size = sizeof(struct bot_process_message);

    if (!is_ready(process, function))
        return;
    const enum player_part part = (enum player_part)instance->host->part;
    const uint32_t streams = instance->host->streams_begun;
    const bool draws = process->draws || function == CALL_session_begin;
    const int numbers =
        draws && instance->sent_streams[part] != streams + 1 ? BOT_PROCESS_AHEAD : 0;
    size += (size_t)numbers * sizeof *memory->numbers;
    for (int i = 0; i < count; i++)
        size += padded(pieces[i].size);
    if (process->length + size > sizeof memory->messages && !deliver(process))
        return;
    char *at = memory->messages + process->length;
    *(struct bot_process_message *)(void *)at =
        (struct bot_process_message){.function = function,
                                     .size = (uint32_t)size,
                                     .instance = instance->number,
                                     .streams = streams,
                                     .part = part,
                                     .numbers = (uint32_t)numbers};
    at += sizeof(struct bot_process_message);
    instance->sent_streams[part] = streams + 1;
    draw(instance->host, part, (uint64_t *)(void *)at, numbers);
    at += (size_t)numbers * sizeof *memory->numbers;
    for (int i = 0; i < count; i++) {
        if (pieces[i].size) /* an empty piece may be NULL */
            memcpy(at, pieces[i].bytes, pieces[i].size);
        at += padded(pieces[i].size);
    }
    process->length += (uint32_t)size;
}

/* ---- the functions of the module ---- */

/* What is sent has no addresses of this process, by which a bot could tell where its code and stack
 * are: the bot process sets its own. */
static void post_question(struct bot_instance *instance, const struct skat_bot_view *view,
                          const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct bot_process *process = instance->process;
    struct skat_bot_decision sent = *decision;
    sent.bids = NULL;
    sent.declarations = NULL;
    const struct piece pieces[] = {
        {view, sizeof *view},
        {&sent, sizeof sent},
        {decision->bids, decision->bid_count * sizeof *decision->bids},
        {decision->declarations, decision->declaration_count * sizeof *decision->declarations},
    };

    post(instance, CALL_act, pieces, 4);
    if (process->length)
        process->asked[process->asked_count++] = out;
}

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct bot_instance *instance = bot;

    post_question(instance, view, decision, out);
    deliver(instance->process);
}

static void act_many(void *first, const struct skat_bot_question *questions, uint32_t count)
{
    struct bot_process *process = ((struct bot_instance *)first)->process;

    for (uint32_t i = 0; i < count; i++)
        post_question(questions[i].bot, questions[i].view, questions[i].decision, questions[i].out);
    deliver(process);
}

static void session_begin(void *bot, const struct skat_bot_session *session)
{
    const struct bot_instance *instance = bot;
    int32_t values[ABI_VALUES_MAX] = {0};
    struct skat_bot_session sent = *session;
    sent.rules = NULL;
    const struct piece pieces[] = {{&sent, sizeof sent}, {values, sizeof values}};

    abi_option_values(session->rules, values);
    post(bot, CALL_session_begin, pieces, 2);
    if (instance->number == 0)
        deliver(instance->process); /* while there are random numbers of the session */
}

static void deal_begin(void *bot, const struct skat_bot_view *view)
{
    post(bot, CALL_deal_begin, &(struct piece){view, sizeof *view}, 1);
}

static void observe(void *bot, const struct skat_bot_event *event)
{
    post(bot, CALL_observe, &(struct piece){event, sizeof *event}, 1);
}

static void game_begin(void *bot, const struct skat_bot_view *view)
{
    post(bot, CALL_game_begin, &(struct piece){view, sizeof *view}, 1);
}

static void game_end(void *bot, const struct skat_bot_view *view,
                     const struct skat_bot_result *result)
{
    const struct piece pieces[] = {{view, sizeof *view}, {result, sizeof *result}};
    post(bot, CALL_game_end, pieces, 2);
}

static void deal_end(void *bot, const struct skat_bot_result *result)
{
    post(bot, CALL_deal_end, &(struct piece){result, sizeof *result}, 1);
}

/* The deal is over: sends all collected messages now, so that faults count for this deal. */
static void end_deal(void *bot, const struct skat_bot_result *result)
{
    struct bot_process *process = ((struct bot_instance *)bot)->process;

    if (process->joined.deal_end)
        deal_end(bot, result);
    deliver(process);
    if (process->pid)
        collect_output(process);
}

static void session_end(void *bot)
{
    struct bot_instance *instance = bot;

    post(instance, CALL_session_end, NULL, 0);
    if (instance->number == 0)
        deliver(instance->process);
}

static void *join(void *first, const struct skat_bot_host *host)
{
    struct bot_process *process = ((struct bot_instance *)first)->process;

    if (process->instance_count == BOT_PROCESS_INSTANCES)
        return NULL;
    struct bot_instance *instance = add_instance(process, host->context);
    post(instance, CALL_create, NULL, 0);
    process->joins = true;
    return instance;
}

static void leave(void *bot) { post(bot, CALL_destroy, NULL, 0); }

static const struct skat_bot_batch many = {.size = sizeof many, .join = join, .act = act_many};

/* A copy: later writes of the bot process do not change it. */
static void make_proxy(struct bot_process *process)
{
    const uint32_t has = read_once(&process->memory->functions);

#define IF_IT_HAS(function) (has >> CALL_##function & 1 ? function : NULL)
    process->proxy = (struct skat_bot_module){
        .size = sizeof process->proxy,
        .decisions = process->memory->decisions,
        .act = act,
        .session_begin = IF_IT_HAS(session_begin),
        .deal_begin = IF_IT_HAS(deal_begin),
        .observe = IF_IT_HAS(observe),
        .game_begin = IF_IT_HAS(game_begin),
        .game_end = IF_IT_HAS(game_end),
        .deal_end = end_deal,
        .session_end = IF_IT_HAS(session_end),
        .batch = &many,
    };
    process->joined = process->proxy;
    process->joined.deal_end = IF_IT_HAS(deal_end);
    process->joined.destroy = leave;
#undef IF_IT_HAS
}

/* ---- a bot process ---- */

/* What it shares with the process. False, and errno. */
static bool open_memory(void *context)
{
    struct bot_process *process = context;

    if (process->output_file < 0)
        process->output_file = memfd_create("output", MFD_CLOEXEC);
    if (process->output_file < 0 || fcntl(process->output_file, F_SETFL, O_APPEND) != 0)
        return false;
    descriptor_close(process->memory_file);
    process->memory = clean_exec_shm("bot-process", sizeof *process->memory, &process->memory_file);
    return process->memory != NULL;
}

struct bot_process *bot_process_open(const struct bot_process_spec *spec, struct player_host *host,
                                     enum player_part part, char *reason, size_t size)
{
    struct bot_process *process = xcalloc(1, sizeof *process);

    signal(SIGPIPE, SIG_IGN); /* a process may have ended when it is written to: that is an error */
    process->spec = spec;
    process->host = host;
    process->part = part;
    process->instances = xcalloc(BOT_PROCESS_INSTANCES, sizeof(struct bot_instance));
    process->asked = xcalloc(BOT_PROCESS_INSTANCES, sizeof(struct skat_bot_action *));
    add_instance(process, host);
    process->output_file = process->memory_file = -1;
    process->group = spec->groups ? cgroup_set_take(spec->groups) : -1;
    if (!insist(process, open_memory)) {
        snprintf(reason, size, "no shared memory for a bot: %s", strerror(errno));
        bot_process_close(process);
        return NULL;
    }
    if (!revive(process, reason, size)) {
        bot_process_close(process);
        return NULL;
    }
    make_proxy(process);
    return process;
}

void bot_process_close(struct bot_process *process)
{
    if (!process)
        return;
    process->closing = true;
    if (process->pid) {
        post(&process->instances[0], CALL_destroy, NULL, 0);
        deliver(process);
    }
    end_process(process, 0);
    if (process->memory)
        munmap(process->memory, sizeof *process->memory);
    descriptor_close(process->memory_file);
    descriptor_close(process->output_file);
    if (process->spec->groups)
        cgroup_set_give(process->spec->groups, process->group);
    free(process->instances);
    free(process->asked);
    free(process);
}

void bot_process_flush(struct bot_process *process)
{
    deliver(process);
    if (process->pid)
        collect_output(process);
}
