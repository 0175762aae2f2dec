// SPDX-License-Identifier: MIT
/* arena/bot/module_describe.c - the child's half of a probe (module.h): loads a bot and starts an
 * instance where that can do no harm, and prints what both say of themselves. */
#include "arena/bot/module.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/exit_code.h"
#include "arena/bot/module_sandboxed.h"
#include "arena/bot/module_probe.h"
#include "arena/base/shortage.h"
#include "arena/sandbox/cgroup.h"

static const struct {
    const char *name;
    uint32_t flag;
} flags[] = {
    {"deterministic", SKAT_BOT_DETERMINISTIC},
    {"uses_clock", SKAT_BOT_USES_CLOCK},
    {"remembers", SKAT_BOT_REMEMBERS},
};

/* What a JSON number holds exactly. */
static double in_json(int64_t number)
{
    return (double)(number > JSON_INT_MAX    ? JSON_INT_MAX
                    : number < -JSON_INT_MAX ? -JSON_INT_MAX
                                             : number);
}

static cJSON *describe_option(const struct skat_bot_option *option)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", option->name);
    cJSON_AddStringToObject(object, "type",
                            option->type < OPTION_TYPES ? module_option_types[option->type]
                                                        : "unknown");
    cJSON_AddStringToObject(object, "help", option->help ? option->help : "");
    switch (option->type) {
    case SKAT_BOT_OPTION_INT:
        cJSON_AddNumberToObject(object, "min", in_json(option->min));
        cJSON_AddNumberToObject(object, "max", in_json(option->max));
        cJSON_AddNumberToObject(object, "default", in_json(option->fallback));
        break;
    case SKAT_BOT_OPTION_BOOL:
        cJSON_AddBoolToObject(object, "default", option->fallback != 0);
        break;
    case SKAT_BOT_OPTION_CHOICE: {
        cJSON *choices = cJSON_AddArrayToObject(object, "choices");
        for (int i = 0; option->choices[i]; i++)
            cJSON_AddItemToArray(choices, cJSON_CreateString(option->choices[i]));
        cJSON_AddStringToObject(object, "default", option->choices[option->fallback]);
        break;
    }
    case SKAT_BOT_OPTION_TEXT:
        cJSON_AddStringToObject(object, "default",
                                option->fallback_text ? option->fallback_text : "");
        break;
    }
    return object;
}

/* What an instance says of itself, if it says so; else what its module says. */
struct claims {
    uint64_t variants;
    cJSON *indifferent; /* names of rule options */
    bool policy;        /* it says how likely its answers are */
    uint32_t batch;     /* the most games that it answers in one call; 0: one */
};

static cJSON *describe(const struct skat_bot_module *module, const struct claims *claims)
{
    cJSON *object = cJSON_CreateObject();
    char abi[32];

    cJSON_AddStringToObject(object, "id", module->id);
    cJSON_AddStringToObject(object, "version", module->version);
    cJSON_AddStringToObject(object, "author", module->author ? module->author : "");
    cJSON_AddStringToObject(object, "description", module->description ? module->description : "");
    snprintf(abi, sizeof abi, "%u.%u", module->abi_major, module->abi_minor);
    cJSON_AddStringToObject(object, "abi", abi);
    cJSON *set = cJSON_AddArrayToObject(object, "flags");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (module->flags & flags[i].flag)
            cJSON_AddItemToArray(set, cJSON_CreateString(flags[i].name));
    /* This program ignores kinds that it does not know; 32 bits fit a JSON number. */
    cJSON_AddNumberToObject(object, "decisions", (double)(module->decisions & UINT32_MAX));
    cJSON *variants = cJSON_AddArrayToObject(object, "variants");
    for (int i = 0; i < SKAT_BOT_VARIANTS; i++)
        if (claims->variants >> i & 1)
            cJSON_AddItemToArray(variants, cJSON_CreateString(skat_bot_variant_name(i)));
    if (claims->indifferent)
        cJSON_AddItemToObject(object, "indifferent", claims->indifferent);
    if (claims->policy)
        cJSON_AddTrueToObject(object, "policy");
    if (claims->batch)
        cJSON_AddNumberToObject(object, "batch", claims->batch);
    cJSON *options = cJSON_AddArrayToObject(object, "options");
    for (uint32_t i = 0; i < module->option_count; i++)
        cJSON_AddItemToArray(options, describe_option(&module->options[i]));
    return object;
}

enum { WORDS_SIZE = 200 };

/* The host of an instance that is examined. */
struct probe_host {
    char words[WORDS_SIZE]; /* the log output of a module that fails to start is the reason */
    int out;                /* where the probe writes what it found */
    uint32_t start_ms;
    bool sandboxed;
    uint64_t system_kills; /* before it started a program */
};

static uint64_t no_random(void *context) { return (void)context, 0; }
static void keep_words(void *context, const char *text)
{
    struct probe_host *host = context;
    snprintf(host->words, sizeof host->words, ": %s", text);
}
static void no_fail(void *context, uint32_t kind, const char *text)
{
    (void)kind;
    keep_words(context, text);
}

/* The parent tries again. */
static _Noreturn void end_by_shortage(const struct probe_host *host, int error)
{
    dprintf(host->out, "%c%d", PROBE_SHORTAGE, error);
    _exit(0);
}

static void no_group(void *context) { (void)context; }
static int try_program_again(void *context, int error, uint32_t attempt)
{
    (void)attempt;
    if (shortage_is(error))
        end_by_shortage(context, error);
    return 0;
}
static const char *program_killed(void *context)
{
    const struct probe_host *host = context;
    if (cgroup_system_kills() > host->system_kills)
        end_by_shortage(host, ENOMEM);
    return NULL;
}

static const void *host_extension(void *context, const char *id)
{
    static const struct skat_bot_programs programs = {.size = sizeof programs,
                                                      .enter = no_group,
                                                      .try_again = try_program_again,
                                                      .killed = program_killed};
    const struct probe_host *host = context;
    return !host->sandboxed && strcmp(id, "skat.programs/1") == 0 ? &programs : NULL;
}

static const void *extension_of(const struct skat_bot_module *module, void *bot, const char *id)
{
    return bot && module->extension ? module->extension(bot, id) : NULL;
}

static void take_claims(const struct skat_bot_module *module, void *bot, struct claims *claims)
{
    const uint64_t *variants = extension_of(module, bot, "skat.variants/1");
    const char *const *words = extension_of(module, bot, "skat.indifferent/1");

    if (variants)
        claims->variants = *variants;
    claims->batch = module_batch_of(module, bot);
    claims->policy = module_policy_of(module, bot) != NULL;
    if (words)
        claims->indifferent = cJSON_CreateArray();
    for (; words && *words; words++)
        cJSON_AddItemToArray(claims->indifferent, cJSON_CreateString(*words));
}

/* `claims` become what the instance says. */
static bool can_start(const struct skat_bot_module *module, const struct skat_bot_setting *settings,
                      int count, struct claims *claims, struct probe_host *context)
{
    struct skat_bot_host host = {
        .size = sizeof host,
        .abi_major = SKAT_BOT_ABI_MAJOR,
        .abi_minor = SKAT_BOT_ABI_MINOR,
        .context = context,
        .random = no_random,
        .log = keep_words,
        .extension = host_extension,
        .fail = no_fail,
        .limits.start_ms = context->start_ms,
    };
    void *bot = module->create(&host, settings, (uint32_t)count);
    take_claims(module, bot, claims);
    if (bot)
        module->destroy(bot);
    return bot != NULL;
}

/* Loads it, sandboxed if requested. NULL and the reason on failure. */
static const struct skat_bot_module *load(const struct probe *probe, int out, char *reason,
                                          size_t size)
{
    const struct sandbox_limits limits = {.memory = (uint64_t)1 << 30, .output = 1 << 16};

    if (!probe->crash) {
        struct module_file here = *probe->file;
        here.descriptor = PROBE_MODULE;
        return module_load(&here, reason, size);
    }
    crash_trace_watch(probe->crash);
    return module_load_sandboxed(PROBE_MODULE, probe->path, &limits, -1, out, reason, size);
}

static _Noreturn void probe_child(const struct probe *probe, int out)
{
    struct rlimit none = {0, 0};
    struct probe_host host = {
        .out = out, .start_ms = probe->start_ms, .sandboxed = probe->crash != NULL};
    char reason[512];
    cJSON *description = NULL;
    char *text = NULL;

    setrlimit(RLIMIT_CORE, &none);
    const struct skat_bot_module *module = load(probe, out, reason, sizeof reason);
    struct claims claims = {.variants = module ? module->variants : 0};
    host.system_kills = host.sandboxed ? 0 : cgroup_system_kills();
    if (module)
        dprintf(out, "%c", PROBE_LOADED);
    if (module && probe->settings &&
        !can_start(module, probe->settings, probe->count, &claims, &host)) {
        snprintf(reason, sizeof reason, "cannot start: create() returned NULL%s", host.words);
        module = NULL;
    }
    if (module) {
        description = describe(module, &claims);
        text = cJSON_PrintUnformatted(description);
    }
    dprintf(out, "%c%s", text ? PROBE_DESCRIPTION : PROBE_REASON, text ? text : reason);
    free(text);
    cJSON_Delete(description);
    _exit(0);
}

int module_probe_main(void)
{
    static struct skat_bot_setting settings[SETTINGS_MAX];
    struct probe_memory *memory =
        mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, PROBE_MEMORY, 0);

    if (memory == MAP_FAILED)
        return EXIT_USAGE; /* the hidden command was typed by hand */
    close(PROBE_MEMORY);
    clean_exec_settings(&memory->module, settings);
    probe_child(&(struct probe){.path = memory->module.path,
                                .settings = memory->starts ? settings : NULL,
                                .count = (int)memory->module.setting_count,
                                .crash = &memory->crash},
                PROBE_OUT);
}

_Noreturn void probe_begin(const struct probe *probe, const struct probe_descriptors *parents)
{
    const int descriptors[] = {[STDIN_FILENO] = -1,
                               [STDOUT_FILENO] = parents->output,
                               [STDERR_FILENO] = parents->output,
                               [PROBE_OUT] = parents->out,
                               [PROBE_MODULE] = parents->module,
                               [PROBE_MEMORY] = parents->memory};

    setsid(); /* no terminal */
    if (parents->memory >= 0)
        clean_exec("probe", descriptors, sizeof descriptors / sizeof *descriptors);
    const int out = fcntl(parents->out, F_DUPFD, PROBE_MEMORY),
              module = fcntl(parents->module, F_DUPFD, PROBE_MEMORY);
    if (!child_set_streams(parents->output, parents->output) || dup2(out, PROBE_OUT) < 0 ||
        dup2(module, PROBE_MODULE) < 0 || close_range(PROBE_MODULE + 1, ~0u, 0) != 0)
        _exit(CLEAN_EXEC_FAILED);
    probe_child(probe, PROBE_OUT);
}
