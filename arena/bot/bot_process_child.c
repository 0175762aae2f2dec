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
#include "arena/sandbox/clean_exec.h"
#include "arena/bot/module_sandboxed.h"

/* A session as the bot was told of it. */
struct told {
    struct skat_bot_session session;
    struct skat_rules rules;
    struct abi_rules abi_rules;
};

struct inside {
    struct bot_process_shm *memory;
    const struct skat_bot_module *module;
    void *instance;
    uint64_t part; /* of the current message */
    struct skat_bot_host host;
    struct told told;
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
    struct inside *inside = context;
    struct bot_process_shm *memory = inside->memory;
    char byte;

    if (memory->used[inside->part] == BOT_PROCESS_NUMBERS) {
        memory->wanting = (uint32_t)inside->part;
        if (!say(BOT_PROCESS_RANDOM) || !hear(&byte))
            end(memory);
    }
    return memory->numbers[inside->part][memory->used[inside->part]++];
}

static void host_log(void *context, const char *text)
{
    struct bot_process_shm *memory = ((struct inside *)context)->memory;
    size_t room = BOT_PROCESS_LOG_SIZE - memory->log_length;
    int length = snprintf(memory->log + memory->log_length, room, "%s\n", text);

    if (length > 0 && (size_t)length < room)
        memory->log_length += (uint32_t)length;
}

static void host_fail(void *context, uint32_t kind, const char *text)
{
    struct bot_process_shm *memory = ((struct inside *)context)->memory;

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

/* ---- messages ---- */

/* The next `size` bytes of a message, which are aligned to 8. */
static const void *take_bytes(const char **at, size_t size)
{
    const void *here = *at;
    *at += (size + 7) / 8 * 8;
    return here;
}

/* What a bot may look at until session_end; the messages are overwritten before. */
static void session_begin(struct inside *inside, const char *at)
{
    struct told *told = &inside->told;

    told->session = *(const struct skat_bot_session *)take_bytes(&at, sizeof told->session);
    abi_rules_with((const int32_t *)(const void *)at, &told->rules);
    abi_rules_of(&told->rules, &told->abi_rules);
    told->session.rules = &told->abi_rules.rules;
    inside->module->session_begin(inside->instance, &told->session);
}

static void act(const struct inside *inside, const char *at)
{
    const struct skat_bot_view *view = take_bytes(&at, sizeof *view);
    struct skat_bot_decision decision =
        *(const struct skat_bot_decision *)take_bytes(&at, sizeof(struct skat_bot_decision));
    struct skat_bot_action *action = &inside->memory->action;

    decision.bids = take_bytes(&at, decision.bid_count * sizeof *decision.bids);
    decision.declarations =
        take_bytes(&at, decision.declaration_count * sizeof *decision.declarations);
    *action = (struct skat_bot_action){.size = sizeof *action};
    inside->module->act(inside->instance, view, &decision, action);
}

static void handle(struct inside *inside, const struct bot_process_message *message)
{
    const struct skat_bot_module *module = inside->module;
    const char *at = (const char *)(message + 1);
    const struct skat_bot_view *view;

    inside->part = message->part;
    switch ((enum bot_process_message_kind)message->kind) {
    case BOT_PROCESS_SESSION_BEGIN:
        session_begin(inside, at);
        break;
    case BOT_PROCESS_DEAL_BEGIN:
        module->deal_begin(inside->instance, take_bytes(&at, sizeof *view));
        break;
    case BOT_PROCESS_OBSERVE:
        module->observe(inside->instance, take_bytes(&at, sizeof(struct skat_bot_event)));
        break;
    case BOT_PROCESS_GAME_BEGIN:
        module->game_begin(inside->instance, take_bytes(&at, sizeof *view));
        break;
    case BOT_PROCESS_ACT:
        act(inside, at);
        break;
    case BOT_PROCESS_GAME_END:
        view = take_bytes(&at, sizeof *view);
        module->game_end(inside->instance, view, take_bytes(&at, sizeof(struct skat_bot_result)));
        break;
    case BOT_PROCESS_DEAL_END:
        module->deal_end(inside->instance, take_bytes(&at, sizeof(struct skat_bot_result)));
        break;
    case BOT_PROCESS_SESSION_END:
        module->session_end(inside->instance);
        break;
    case BOT_PROCESS_DESTROY:
        module->destroy(inside->instance);
        break;
    }
}

static void handle_all(struct inside *inside)
{
    const struct bot_process_shm *memory = inside->memory;
    uint32_t at = 0;

    while (at < memory->length) {
        const struct bot_process_message *message = (const void *)(memory->messages + at);
        at += message->size;
        handle(inside, message);
    }
}

/* ---- start ---- */

static uint32_t callbacks_of(const struct skat_bot_module *module)
{
    return (module->session_begin ? BOT_PROCESS_HAS_SESSION_BEGIN : 0u) |
           (module->deal_begin ? BOT_PROCESS_HAS_DEAL_BEGIN : 0u) |
           (module->observe ? BOT_PROCESS_HAS_OBSERVE : 0u) |
           (module->game_begin ? BOT_PROCESS_HAS_GAME_BEGIN : 0u) |
           (module->game_end ? BOT_PROCESS_HAS_GAME_END : 0u) |
           (module->deal_end ? BOT_PROCESS_HAS_DEAL_END : 0u) |
           (module->session_end ? BOT_PROCESS_HAS_SESSION_END : 0u);
}

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
    memory->callbacks = callbacks_of(inside->module);
    return true;
}

static bool create(struct inside *inside, char *reason, size_t size)
{
    const struct bot_process_shm *memory = inside->memory;
    static struct skat_bot_setting settings[SETTINGS_MAX]; /* texts are valid until the end */

    clean_exec_settings(&memory->module, settings);
    inside->host = (struct skat_bot_host){
        .size = sizeof inside->host,
        .abi_major = SKAT_BOT_ABI_MAJOR,
        .abi_minor = SKAT_BOT_ABI_MINOR,
        .context = inside,
        .random = host_random,
        .log = host_log,
        .fail = host_fail,
        .extension = host_extension,
        .limits = memory->limits,
    };
    inside->instance =
        inside->module->create(&inside->host, settings, memory->module.setting_count);
    if (!inside->instance)
        snprintf(reason, size, "create() returned NULL%s%.150s", memory->log_length ? ": " : "",
                 memory->log_length ? memory->log : "");
    return inside->instance != NULL;
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
