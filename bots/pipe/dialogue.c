// SPDX-License-Identifier: MIT
#include "bots/pipe/dialogue.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/decision.h"

enum { PROTOCOL = 2, BATCH_MAX = 4096, LEAVE_MS = 1000 };

const char *const event_names[EVENTS] = {
    [EVENT_SESSION_BEGIN] = "session_begin",
    [EVENT_DEAL_BEGIN] = "deal_begin",
    [EVENT_OBSERVE] = "observe",
    [EVENT_GAME_BEGIN] = "game_begin",
    [EVENT_GAME_END] = "game_end",
    [EVENT_DEAL_END] = "deal_end",
    [EVENT_SESSION_END] = "session_end",
};

/* ---- faults ---- */

/* Gives up the child. Returns 0, for callers to return. */
__attribute__((format(printf, 4, 5))) static int give_up(struct dialogue *dialogue,
                                                         struct fault *fault,
                                                         enum skat_bot_failure kind,
                                                         const char *format, ...)
{
    va_list arguments;

    child_kill(&dialogue->child);
    dialogue->state = DIALOGUE_NONE;
    fault->kind = kind;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return 0;
}

static int give_up_for_line(struct dialogue *dialogue, struct fault *fault, const char *what,
                            const char *line, size_t length)
{
    char quoted[QUOTE_SIZE];
    return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH, "%s: %s", what,
                   text_quote(line, length, quoted));
}

/* ---- messages ---- */

int dialogue_wants(const struct dialogue *dialogue, enum event event)
{
    return dialogue->state == DIALOGUE_OPEN && dialogue->wants >> event & 1;
}

struct text *dialogue_begin_message(struct dialogue *dialogue, const char *type)
{
    struct text *text = &dialogue->child.outgoing;

    put_open(text, NULL, '{');
    put_number(text, "seq", ++dialogue->seq);
    put_word(text, "type", type);
    return text;
}

void dialogue_end_message(struct dialogue *dialogue)
{
    put_close(&dialogue->child.outgoing, '}');
    put_line_end(&dialogue->child.outgoing);
}

static void say_hello(struct dialogue *dialogue)
{
    const struct skat_bot_host *host = dialogue->host;
    struct text *text = dialogue_begin_message(dialogue, "hello");

    put_word(text, "name", "skat-arena-pipe");
    put_number(text, "protocol", PROTOCOL);
    put_open(text, "limits", '{');
    put_number(text, "time_ms", host->limits.time_ms);
    put_number(text, "bank_ms", host->limits.bank_ms);
    put_number(text, "cpu_ms", host->limits.cpu_ms);
    put_number(text, "start_ms", host->limits.start_ms);
    put_number(text, "memory_mb", host->limits.memory_mb);
    put_number(text, "nodes", (int64_t)host->limits.nodes);
    put_close(text, '}');
    dialogue_end_message(dialogue);
}

/* What the arena does for programs, or NULL. */
static const struct skat_bot_programs *programs_of(const struct dialogue *dialogue)
{
    const struct skat_bot_host *host = dialogue->host;

    return host->extension ? host->extension(host->context, "skat.programs/1") : NULL;
}

/* ---- answers ---- */

/* Is the line the answer to the last message? 1: yes, in *answer. 0: no, it answers an older
 * message or is empty. -1: it is a fault. */
static int read_line(struct dialogue *dialogue, const char *line, size_t length, cJSON **answer,
                     struct fault *fault)
{
    const char *end;

    *answer = NULL;
    if (line[strspn(line, " \t\r")] == '\0' && strlen(line) == length)
        return 0;
    /* To the parser, a zero would be the end of the text. */
    *answer = strlen(line) == length ? cJSON_ParseWithOpts(line, &end, 1) : NULL;
    if (!cJSON_IsObject(*answer)) {
        give_up_for_line(dialogue, fault, "sent a line with no JSON object", line, length);
        return -1;
    }
    const cJSON *seq = cJSON_GetObjectItemCaseSensitive(*answer, "seq");
    double number = cJSON_IsNumber(seq) ? seq->valuedouble : -1;
    if (number == (double)dialogue->seq && child_heard_all(&dialogue->child))
        return 1;
    if (number >= 1 && number < (double)dialogue->seq)
        return 0;
    give_up_for_line(dialogue, fault, "answered with a seq that was never sent", line, length);
    return -1;
}

static int give_up_for_end(struct dialogue *dialogue, int64_t deadline, struct fault *fault)
{
    const struct skat_bot_programs *programs = programs_of(dialogue);
    char end[120];
    const int number = child_describe_end(&dialogue->child, deadline, end, sizeof end);
    const char *why =
        programs && number == SIGKILL ? programs->killed(dialogue->host->context) : NULL;

    return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH, "did not answer: %s", why ? why : end);
}

/* ---- time ---- */

/* The arena polls its clock and starts counting when it first sees the call, so it is never early.
 */
int64_t dialogue_patience(int64_t limit_ms)
{
    enum { MARGIN_MIN = 5, MARGIN_SHARE = 10 };
    int64_t margin = limit_ms / MARGIN_SHARE;

    if (margin < MARGIN_MIN)
        margin = MARGIN_MIN;
    return limit_ms > margin ? limit_ms - margin : 1;
}

/* The wait for an answer. A machine that is busy makes no child late: the deadline moves with the
 * time in which the child waited for a processor. */
struct wait {
    const struct skat_bot_programs *programs; /* NULL: nobody says how long the child waited */
    int64_t began, limit, deadline;
};

static struct wait begin_wait(struct dialogue *dialogue, int64_t deadline)
{
    const struct skat_bot_programs *programs = programs_of(dialogue);
    struct wait wait = {.began = child_now(), .deadline = deadline};

    wait.limit = deadline - wait.began;
    if (deadline != CHILD_NEVER && wait.limit > 0 && programs && programs->begin_time) {
        wait.programs = programs;
        programs->begin_time(dialogue->host->context, dialogue->child.pid, wait.limit);
    }
    return wait;
}

/* Until the next look. */
static int64_t pause_end(const struct wait *wait)
{
    enum { LOOKS = 16, PAUSE_MOST = 50 };
    const int64_t pause = wait->limit / LOOKS, now = child_now(),
                  end = now + (pause < 1            ? 1
                               : pause > PAUSE_MOST ? PAUSE_MOST
                                                    : pause);

    return !wait->programs || end > wait->deadline ? wait->deadline : end;
}

static int is_late(struct dialogue *dialogue, struct wait *wait)
{
    if (!wait->programs)
        return 1;
    const int64_t taken = wait->programs->taken_ms(dialogue->host->context);
    wait->deadline = child_now() + wait->limit - taken;
    return taken >= wait->limit;
}

/* Waits for the answer. 1: it is in *answer. 0: late, but the child lives. -1: a fault. */
static int await_answer(struct dialogue *dialogue, int64_t deadline, cJSON **answer,
                        struct fault *fault)
{
    struct wait wait = begin_wait(dialogue, deadline);
    char *line;
    size_t length;

    for (;;) {
        switch (child_line(&dialogue->child, pause_end(&wait), &line, &length)) {
        case CHILD_LATE:
            if (is_late(dialogue, &wait))
                return 0;
            continue;
        case CHILD_ENDED:
            return give_up_for_end(dialogue, wait.deadline, fault) - 1;
        case CHILD_LINE_TOO_LONG:
            return give_up_for_line(dialogue, fault, "sent a line of more than a megabyte", line,
                                    length) -
                   1;
        case CHILD_LINE:
            break;
        }
        int is_it = read_line(dialogue, line, length, answer, fault);
        if (is_it > 0)
            return 1;
        cJSON_Delete(*answer);
        if (is_it < 0)
            return -1;
    }
}

cJSON *dialogue_answer(struct dialogue *dialogue, int64_t deadline, struct fault *fault)
{
    cJSON *answer = NULL;
    int came = await_answer(dialogue, deadline, &answer, fault);

    if (came == 0)
        give_up(dialogue, fault, SKAT_BOT_FAIL_TIMEOUT, "did not answer in time");
    return came > 0 ? answer : NULL;
}

/* ---- the greeting ---- */

/* The names of events, decisions or variants, by number. NULL after the last one. */
typedef const char *name_of(int number);

static const char *event_name(int event) { return event < EVENTS ? event_names[event] : NULL; }

static const char *decision_name(int kind)
{
    return kind < SKAT_DECISIONS ? skat_decision_rows[kind].name : NULL;
}

static const char *variant_name(int variant)
{
    return variant < SKAT_BOT_VARIANTS ? skat_bot_variant_name(variant) : NULL;
}

/* Reads an array of names as bits 1 << number; `set` stays as it is if the key is missing. */
static int read_names(struct dialogue *dialogue, const cJSON *greeting, const char *key,
                      name_of *name, uint64_t *set, struct fault *fault)
{
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(greeting, key), *item;

    if (!names)
        return 1;
    if (!cJSON_IsArray(names))
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"%s\" must be an array of names", key);
    *set = 0;
    cJSON_ArrayForEach (item, names) {
        const char *text = cJSON_IsString(item) ? item->valuestring : "not a string";
        char quoted[QUOTE_SIZE];
        int number = 0;
        while (name(number) && strcmp(name(number), text) != 0)
            number++;
        if (!name(number))
            return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                           "wrong greeting: \"%s\" has an unknown name: %s", key,
                           text_quote(text, strlen(text), quoted));
        *set |= (uint64_t)1 << number;
    }
    return 1;
}

/* Reads how many games it answers in one message; none if it does not say. */
static int read_batch(struct dialogue *dialogue, const cJSON *batch, struct fault *fault)
{
    const double most = cJSON_IsNumber(batch) ? batch->valuedouble : 0;

    dialogue->batch = 0;
    if (batch && !(most >= 1 && most <= BATCH_MAX && most == (uint32_t)most))
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"batch\" must be 1 .. %d", BATCH_MAX);
    dialogue->batch = (uint32_t)most;
    return 1;
}

static int read_flag(struct dialogue *dialogue, const cJSON *greeting, const char *key,
                     uint8_t *flag, struct fault *fault)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(greeting, key);

    if (value && !cJSON_IsBool(value))
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"%s\" must be true or false", key);
    *flag = (uint8_t)cJSON_IsTrue(value);
    return 1;
}

/* Reads whether it gets arrays. Call this after the flags and the batch were read. */
static int read_arrays(struct dialogue *dialogue, const cJSON *greeting, struct fault *fault)
{
    if (!read_flag(dialogue, greeting, "arrays", &dialogue->arrays, fault))
        return 0;
    if (dialogue->arrays && (!dialogue->batch || dialogue->policy))
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"arrays\" needs \"batch\", and no \"policy\"");
    return 1;
}

static int read_greeting(struct dialogue *dialogue, const cJSON *greeting, struct fault *fault)
{
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(greeting, "type");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(greeting, "name");
    const cJSON *protocol = cJSON_GetObjectItemCaseSensitive(greeting, "protocol");

    if (!cJSON_IsString(type) || strcmp(type->valuestring, "hello") != 0)
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"type\" must be \"hello\"");
    if (!cJSON_IsNumber(protocol) || protocol->valuedouble != PROTOCOL)
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"protocol\" must be %d", PROTOCOL);
    if (!cJSON_IsString(name) || !*name->valuestring)
        return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH,
                       "wrong greeting: \"name\" must be the bot's name");
    dialogue->wants = (1u << EVENTS) - 1;
    dialogue->decisions = SKAT_BOT_DECIDES_ALL;
    dialogue->variants = SKAT_BOT_KNOWS_ALL;
    return read_names(dialogue, greeting, "wants", event_name, &dialogue->wants, fault) &&
           read_names(dialogue, greeting, "decisions", decision_name, &dialogue->decisions,
                      fault) &&
           read_names(dialogue, greeting, "variants", variant_name, &dialogue->variants, fault) &&
           read_flag(dialogue, greeting, "policy", &dialogue->policy, fault) &&
           read_flag(dialogue, greeting, "seeds", &dialogue->seeds, fault) &&
           read_batch(dialogue, cJSON_GetObjectItemCaseSensitive(greeting, "batch"), fault) &&
           read_arrays(dialogue, greeting, fault);
}

int dialogue_start(struct dialogue *dialogue, struct fault *fault)
{
    const struct skat_bot_programs *programs = programs_of(dialogue);
    const uint32_t start_ms = dialogue->host->limits.start_ms;
    void *context = dialogue->host->context;
    const struct child_plan plan = {.command = dialogue->command,
                                    .name =
                                        programs && programs->name ? programs->name(context) : NULL,
                                    .enter = programs ? programs->enter : NULL,
                                    .context = context};

    dialogue->seq = 0;
    dialogue->children++;
    for (uint32_t attempt = 1; !child_start(&dialogue->child, &plan); attempt++) {
        const int error = errno;
        if (!programs || !programs->try_again(context, error, attempt))
            return give_up(dialogue, fault, SKAT_BOT_FAIL_CRASH, "cannot start a process: %s",
                           strerror(error));
    }
    dialogue->state = DIALOGUE_STARTING;
    dialogue->start_until = start_ms ? child_now() + dialogue_patience(start_ms) : CHILD_NEVER;
    say_hello(dialogue);
    return 1;
}

int dialogue_greet(struct dialogue *dialogue, int64_t deadline, struct fault *fault)
{
    int64_t until = deadline < dialogue->start_until ? deadline : dialogue->start_until;
    cJSON *greeting = NULL;
    int came = await_answer(dialogue, until, &greeting, fault);

    if (came < 0)
        return 0;
    if (came == 0)
        return child_now() < dialogue->start_until ||
               give_up(dialogue, fault, SKAT_BOT_FAIL_TIMEOUT,
                       "did not greet in %u ms (limit start_ms)",
                       (unsigned)dialogue->host->limits.start_ms);
    int ok = read_greeting(dialogue, greeting, fault);
    cJSON_Delete(greeting);
    if (ok)
        dialogue->state = DIALOGUE_OPEN;
    return ok;
}

/* ---- the end ---- */

/* It has a second of its own time to end: what it waits for processors does not count. */
void dialogue_close(struct dialogue *dialogue)
{
    if (dialogue->state != DIALOGUE_NONE) {
        dialogue_begin_message(dialogue, "bye");
        dialogue_end_message(dialogue);
        child_say_no_more(&dialogue->child);
        struct wait wait = begin_wait(dialogue, child_now() + LEAVE_MS);
        while (!child_ends(&dialogue->child, pause_end(&wait)) && !is_late(dialogue, &wait))
            ;
        child_kill(&dialogue->child);
    }
    child_free(&dialogue->child);
}
