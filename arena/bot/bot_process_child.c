// SPDX-License-Identifier: MIT
/* arena/bot/bot_process_child.c - the code inside a bot process: loads the module in the sandbox
 * and passes on what the worker sends. Once loaded, the module can change anything here. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena/bot/bot_process.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/bot_process_shm.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/bot/module.h"
#include "arena/sandbox/clean_exec.h"

/* The rules of the sessions, with the values that they were made from. */
struct told_rules {
    bool made;
    int32_t values[ABI_VALUES_MAX];
    struct skat_rules rules;
    struct abi_rules abi_rules;
};

struct inside;

/* A player at a table. */
struct instance {
    struct inside *inside;
    void *bot; /* NULL: it could not be created */
    uint32_t number;
    uint32_t streams; /* of the last message, like `part` */
    uint32_t part;
    uint64_t numbers[PLAYER_PARTS][BOT_PROCESS_NUMBERS];
    uint32_t left[PLAYER_PARTS]; /* the last ones of `numbers` */
    struct skat_bot_host host;
    struct skat_bot_session session; /* as it was told of it */
};

struct inside {
    struct bot_process_shm *memory;
    const struct skat_bot_module *module;
    uint32_t most; /* questions that the module answers in one call; 0: it does not */
    struct skat_bot_setting settings[SETTINGS_MAX];
    struct instance *instances[BOT_PROCESS_INSTANCES]; /* NULL: not created */
    /* Of the messages at hand. */
    uint32_t asked;                      /* questions, answered or not */
    struct skat_bot_question *questions; /* those for one call of the module */
    struct skat_bot_decision *decisions; /* of these */
    uint32_t question_count;
    struct told_rules told;
};

/* ---- the host's functions ---- */

static bool say(char byte) { return write(BOT_PROCESS_REPLIES, &byte, 1) == 1; }

static bool hear(char *byte)
{
    errno = 0;
    return read(BOT_PROCESS_REQUESTS, byte, 1) == 1;
}

/* The worker has closed its ends, or the bot those of this process. */
static _Noreturn void end(struct bot_process_shm *memory)
{
    memory->closed = errno == EBADF;
    _exit(0);
}

/* Set once: handlers of signals, which tell the time, get no argument of ours. */
static struct bot_process_shm *shared;

static uint64_t own_time(uint64_t sleeping_ns)
{
    char byte;

    shared->sleeping_ns = sleeping_ns;
    if (!say(BOT_PROCESS_TIME) || !hear(&byte))
        end(shared);
    return shared->now_ns;
}

static uint64_t host_random(void *context)
{
    struct instance *instance = context;
    struct bot_process_shm *memory = instance->inside->memory;
    const uint32_t part = instance->part;
    char byte;

    if (!instance->left[part]) {
        memory->wanting = (struct bot_process_wanting){instance->number, part, instance->streams};
        if (!say(BOT_PROCESS_RANDOM) || !hear(&byte))
            end(memory);
        memcpy(instance->numbers[part], memory->numbers, sizeof memory->numbers);
        instance->left[part] = BOT_PROCESS_NUMBERS;
    }
    return instance->numbers[part][BOT_PROCESS_NUMBERS - instance->left[part]--];
}

static void host_log(void *context, const char *text)
{
    struct bot_process_shm *memory = ((struct instance *)context)->inside->memory;
    size_t room = BOT_PROCESS_LOG_SIZE - memory->log_length;
    int length = snprintf(memory->log + memory->log_length, room, "%s\n", text);

    if (length > 0 && (size_t)length < room)
        memory->log_length += (uint32_t)length;
}

static void host_fail(void *context, uint32_t kind, const char *text)
{
    struct bot_process_shm *memory = ((struct instance *)context)->inside->memory;

    if (memory->failed)
        return;
    memory->failed = kind ? kind : SKAT_BOT_FAIL_CRASH;
    snprintf(memory->failure, sizeof memory->failure, "%s", text ? text : "");
}

static const void *host_extension(void *context, const char *id)
{
    (void)context, (void)id;
    return NULL;
}

/* ---- instances ---- */

/* The instance of a table, which create_bot() makes a bot. */
static struct instance *new_instance(struct inside *inside, uint32_t number, uint32_t streams)
{
    struct instance *instance = xcalloc(1, sizeof *instance);

    *instance = (struct instance){.inside = inside, .number = number, .streams = streams};
    instance->host = (struct skat_bot_host){
        .size = sizeof instance->host,
        .abi_major = SKAT_BOT_ABI_MAJOR,
        .abi_minor = SKAT_BOT_ABI_MINOR,
        .context = instance,
        .random = host_random,
        .log = host_log,
        .fail = host_fail,
        .extension = host_extension,
        .limits = inside->memory->limits,
    };
    return inside->instances[number] = instance;
}

static void create_bot(struct instance *instance)
{
    const struct inside *inside = instance->inside;
    const struct skat_bot_module *module = inside->module;

    instance->bot = instance->number && inside->most
                        ? module->batch->join(inside->instances[0]->bot, &instance->host)
                        : module->create(&instance->host, inside->settings,
                                         inside->memory->module.setting_count);
}

/* Takes the random numbers that came with a message. */
static void take_numbers(struct instance *instance, const struct bot_process_message *message)
{
    const uint32_t part = message->part, count = message->numbers;

    if (instance->streams != message->streams)
        memset(instance->left, 0, sizeof instance->left);
    instance->streams = message->streams;
    instance->part = part;
    if (!count)
        return;
    instance->left[part] = count;
    memcpy(instance->numbers[part] + BOT_PROCESS_NUMBERS - count, message + 1,
           count * sizeof **instance->numbers);
}

/* The instance that a message is for. */
static struct instance *instance_of(struct inside *inside,
                                    const struct bot_process_message *message)
{
    struct instance *instance = inside->instances[message->instance];
    const bool is_new = !instance;

    if (is_new)
        instance = new_instance(inside, message->instance, message->streams);
    take_numbers(instance, message);
    if (is_new)
        create_bot(instance);
    if (is_new && !instance->bot)
        host_fail(instance, SKAT_BOT_FAIL_CRASH, "create() returned NULL");
    return instance;
}

/* ---- messages ---- */

/* The next `size` bytes of a message, which are aligned to 8. */
static const void *take_bytes(const char **at, size_t size)
{
    const void *here = *at;
    *at += (size + 7) / 8 * 8;
    return here;
}

/* All sessions of a run have the same rules, so they are made once: it takes longer than a game. */
static const struct skat_bot_rules *rules_of(struct told_rules *told, const int32_t *values)
{
    if (!told->made || memcmp(told->values, values, sizeof told->values) != 0) {
        memcpy(told->values, values, sizeof told->values);
        abi_rules_with(told->values, &told->rules);
        abi_rules_of(&told->rules, &told->abi_rules);
        told->made = true;
    }
    return &told->abi_rules.rules;
}

/* What a bot may look at until session_end; the messages are overwritten before. */
static void session_begin(struct instance *instance, const char *at)
{
    struct inside *inside = instance->inside;

    instance->session = *(const struct skat_bot_session *)take_bytes(&at, sizeof instance->session);
    instance->session.rules = rules_of(&inside->told, (const int32_t *)(const void *)at);
    inside->module->session_begin(instance->bot, &instance->session);
}

/* Answers a question, or puts it to the others for a module that answers many in one call. The
 * first instance plays alone. */
static void act(struct instance *instance, const char *at)
{
    struct inside *inside = instance->inside;
    const struct skat_bot_view *view = take_bytes(&at, sizeof *view);
    const bool alone = !instance->number || !inside->most;
    struct skat_bot_decision one,
        *decision = alone ? &one : &inside->decisions[inside->question_count];
    struct skat_bot_action *answer = &inside->memory->answers[inside->asked++];

    *decision = *(const struct skat_bot_decision *)take_bytes(&at, sizeof *decision);
    decision->bids = take_bytes(&at, decision->bid_count * sizeof *decision->bids);
    decision->declarations =
        take_bytes(&at, decision->declaration_count * sizeof *decision->declarations);
    *answer = (struct skat_bot_action){.size = sizeof *answer};
    if (alone)
        inside->module->act(instance->bot, view, decision, answer);
    else
        inside->questions[inside->question_count++] =
            (struct skat_bot_question){instance->bot, view, decision, answer};
}

static void handle(struct inside *inside, const struct bot_process_message *message)
{
    const struct skat_bot_module *module = inside->module;
    struct instance *instance = instance_of(inside, message);
    const char *at = (const char *)(message + 1) + message->numbers * sizeof **instance->numbers;
    const struct skat_bot_view *view;

    if (!instance->bot)
        return;
    switch (message->function) {
    case CALL_session_begin:
        session_begin(instance, at);
        break;
    case CALL_deal_begin:
        module->deal_begin(instance->bot, take_bytes(&at, sizeof *view));
        break;
    case CALL_observe:
        module->observe(instance->bot, take_bytes(&at, sizeof(struct skat_bot_event)));
        break;
    case CALL_game_begin:
        module->game_begin(instance->bot, take_bytes(&at, sizeof *view));
        break;
    case CALL_act:
        act(instance, at);
        break;
    case CALL_game_end:
        view = take_bytes(&at, sizeof *view);
        module->game_end(instance->bot, view, take_bytes(&at, sizeof(struct skat_bot_result)));
        break;
    case CALL_deal_end:
        module->deal_end(instance->bot, take_bytes(&at, sizeof(struct skat_bot_result)));
        break;
    case CALL_session_end:
        module->session_end(instance->bot);
        break;
    case CALL_destroy:
        module->destroy(instance->bot);
        break;
    default: /* create: the instance is there already */
        break;
    }
}

static void handle_all(struct inside *inside)
{
    const struct bot_process_shm *memory = inside->memory;
    const struct skat_bot_batch *batch = inside->module->batch;
    uint32_t at = 0;

    inside->asked = inside->question_count = 0;
    while (at < memory->length) {
        const struct bot_process_message *message = (const void *)(memory->messages + at);
        at += message->size;
        handle(inside, message);
        float_control_put_back(); /* as in a worker (call_mark_leave()) */
    }
    for (uint32_t from = 0, count; from < inside->question_count; from += count) {
        const uint32_t left = inside->question_count - from;
        count = left < inside->most ? left : inside->most;
        batch->act(inside->instances[0]->bot, inside->questions + from, count);
        float_control_put_back();
    }
}

/* ---- start ---- */

static bool load(struct inside *inside, char *reason, size_t size)
{
    struct bot_process_shm *memory = inside->memory;
    const struct sandbox_limits limits = {
        .memory = memory->memory_limit, .output = BOT_PROCESS_LOG_SIZE, .own_time = own_time};

    inside->module = module_load_sandboxed(BOT_PROCESS_MODULE, memory->module.path, &limits,
                                           BOT_PROCESS_REQUESTS, BOT_PROCESS_REPLIES, reason, size);
    if (!inside->module)
        return false;
    memory->decisions = inside->module->decisions;
    memory->functions = call_functions_of(inside->module);
    return true;
}

static bool create(struct inside *inside, char *reason, size_t size)
{
    const struct bot_process_shm *memory = inside->memory;

    clean_exec_settings(&memory->module, inside->settings);
    struct instance *first = new_instance(inside, 0, memory->streams);
    first->part = memory->part;
    create_bot(first);
    if (!first->bot) {
        snprintf(reason, size, "create() returned NULL%s%.150s", memory->log_length ? ": " : "",
                 memory->log_length ? memory->log : "");
        return false;
    }
    inside->most = module_batch_of(inside->module, first->bot);
    if (inside->most) {
        inside->questions = xcalloc(BOT_PROCESS_INSTANCES, sizeof *inside->questions);
        inside->decisions = xcalloc(BOT_PROCESS_INSTANCES, sizeof *inside->decisions);
    }
    return true;
}

int bot_process_main(void)
{
    static struct inside inside;
    char reason[SKAT_FAILURE_SIZE] = "", byte;

    inside.memory = mmap(NULL, sizeof *inside.memory, PROT_READ | PROT_WRITE, MAP_SHARED,
                         BOT_PROCESS_MEMORY, 0);
    if (inside.memory == MAP_FAILED)
        return EXIT_USAGE; /* the hidden command was typed by hand */
    shared = inside.memory;
    close(BOT_PROCESS_MEMORY);
    say(BOT_PROCESS_STARTED);
    crash_trace_watch(&inside.memory->crash);
    if (!load(&inside, reason, sizeof reason) || !create(&inside, reason, sizeof reason)) {
        snprintf(inside.memory->failure, sizeof inside.memory->failure, "%s", reason);
        say(BOT_PROCESS_NO_START);
        _exit(1);
    }
    while (say(BOT_PROCESS_GO) && hear(&byte))
        handle_all(&inside);
    end(inside.memory);
}
