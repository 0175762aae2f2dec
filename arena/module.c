#include "arena/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/clock.h"
#include "arena/crash.h"
#include "arena/exit_code.h"
#include "arena/fence.h"
#include "arena/printable.h"
#include "arena/program_dirs.h"
#include "arena/spelling.h"

enum { CHOICES_MAX = 64 };

/* ---- finding ---- */

bool module_find(const char *name, const char *folder, char path[MODULE_PATH_SIZE])
{
    if (!strchr(name, '/')) {
        snprintf(path, MODULE_PATH_SIZE, "%s/%s.so", program_bots_dir(), name);
        return access(path, R_OK) == 0;
    }
    if (folder && name[0] != '/') {
        snprintf(path, MODULE_PATH_SIZE, "%s/%s", folder, name);
        if (access(path, R_OK) == 0)
            return true;
    }
    /* dlopen() searches its own places for names without a slash; this one has one. */
    snprintf(path, MODULE_PATH_SIZE, "%s", name);
    return access(path, R_OK) == 0;
}

void module_missing(const char *name, const char *path, const char *place,
                    struct problems *problems)
{
    char suggestion[SUGGESTION_SIZE] = "";
    int count;
    char **names = file_stems(program_bots_dir(), ".so", &count);

    if (!strchr(name, '/'))
        did_you_mean(name, (const char *const *)names, (size_t)count, sizeof *names, suggestion);
    problems_add(problems, place, "no bot module \"%s\" (looked for %s)%s", name, path,
                 *suggestion ? suggestion : "; `skat-arena bots` lists those there are");
    file_stems_free(names, count);
}

/* ---- loading ---- */

static bool fits(const struct skat_bot_module *module, char *reason, size_t size)
{
    /* Only `size` and the version may be read before they are known to be right. */
    if (module->abi_major != SKAT_BOT_ABI_MAJOR) {
        snprintf(reason, size, "is built for ABI %u.%u, this program has %d.%d", module->abi_major,
                 module->abi_minor, SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR);
        return false;
    }
    if (module->abi_minor > SKAT_BOT_ABI_MINOR) {
        snprintf(reason, size, "is built for ABI %u.%u, this program has only %d.%d",
                 module->abi_major, module->abi_minor, SKAT_BOT_ABI_MAJOR, SKAT_BOT_ABI_MINOR);
        return false;
    }
    /* Structs only grow: a bot of an older minor version has what stood there then. */
    const bool first = module->abi_minor < 1;
    const struct {
        const char *what;
        uint32_t has;
        size_t expected;
    } sizes[] = {
        {"module", module->size, sizeof(struct skat_bot_module)},
        {"view", module->view_size,
         first ? offsetof(struct skat_bot_view, kontra) : sizeof(struct skat_bot_view)},
        {"decision", module->decision_size,
         first ? offsetof(struct skat_bot_decision, may_give_up)
               : sizeof(struct skat_bot_decision)},
        {"action", module->action_size, sizeof(struct skat_bot_action)},
        {"option", module->option_size, sizeof(struct skat_bot_option)},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].has != sizes[i].expected) {
            snprintf(reason, size, "has a %s struct of %u bytes, ABI %u.%u has %zu: a stale build?",
                     sizes[i].what, sizes[i].has, module->abi_major, module->abi_minor,
                     sizes[i].expected);
            return false;
        }
    if (!module->id || !module->version || !module->create || !module->destroy || !module->act ||
        (module->option_count && !module->options)) {
        snprintf(reason, size, "lacks one of id, version, create, destroy, act, options");
        return false;
    }
    return true;
}

static bool option_is_sound(const struct skat_bot_option *option)
{
    int64_t choices = 0;

    if (!option->name || !*option->name || option->type > SKAT_BOT_OPTION_TEXT)
        return false;
    if (option->type == SKAT_BOT_OPTION_INT)
        return option->min <= option->fallback && option->fallback <= option->max;
    if (option->type != SKAT_BOT_OPTION_CHOICE)
        return true;
    while (option->choices && option->choices[choices])
        choices++;
    return option->fallback >= 0 && option->fallback < choices && choices <= CHOICES_MAX;
}

static bool options_are_sound(const struct skat_bot_module *module, char *reason, size_t size)
{
    for (uint32_t i = 0; i < module->option_count; i++)
        if (!option_is_sound(&module->options[i])) {
            snprintf(
                reason, size,
                "describes option %u wrongly: it needs a name, a known type, at most %d choices "
                "and a default among what is allowed",
                i, CHOICES_MAX);
            return false;
        }
    return true;
}

const struct skat_bot_module *module_load(const char *path, char *reason, size_t size)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(reason, size, "cannot be loaded: %s", dlerror());
        return NULL;
    }
    const struct skat_bot_module *module = dlsym(handle, "skat_bot");
    if (!module) {
        snprintf(reason, size, "exports no symbol \"skat_bot\": not a bot");
        return NULL;
    }
    return fits(module, reason, size) && options_are_sound(module, reason, size) ? module : NULL;
}

/* ---- the probe: in the child ---- */

static const struct {
    const char *name;
    uint32_t flag;
} flags[] = {
    {"deterministic", SKAT_BOT_DETERMINISTIC},
    {"uses_clock", SKAT_BOT_USES_CLOCK},
    {"remembers", SKAT_BOT_REMEMBERS},
};

static const char *const option_types[] = {
    [SKAT_BOT_OPTION_INT] = "int",
    [SKAT_BOT_OPTION_BOOL] = "bool",
    [SKAT_BOT_OPTION_CHOICE] = "choice",
    [SKAT_BOT_OPTION_TEXT] = "text",
};
enum { OPTION_TYPES = sizeof option_types / sizeof *option_types };

static cJSON *describe_option(const struct skat_bot_option *option)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", option->name);
    cJSON_AddStringToObject(object, "type",
                            option->type < OPTION_TYPES ? option_types[option->type] : "unknown");
    cJSON_AddStringToObject(object, "help", option->help ? option->help : "");
    switch (option->type) {
    case SKAT_BOT_OPTION_INT:
        cJSON_AddNumberToObject(object, "min", (double)option->min);
        cJSON_AddNumberToObject(object, "max", (double)option->max);
        cJSON_AddNumberToObject(object, "default", (double)option->fallback);
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

static cJSON *describe(const struct skat_bot_module *module)
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
    /* Kinds that this program does not know yet mean nothing to it; 32 bits fit a JSON number. */
    cJSON_AddNumberToObject(object, "decisions", (double)(module->decisions & UINT32_MAX));
    cJSON *variants = cJSON_AddArrayToObject(object, "variants");
    for (int i = 0; i < SKAT_BOT_VARIANTS; i++)
        if (module->variants >> i & 1)
            cJSON_AddItemToArray(variants, cJSON_CreateString(module_variant_names[i]));
    cJSON *options = cJSON_AddArrayToObject(object, "options");
    for (uint32_t i = 0; i < module->option_count; i++)
        cJSON_AddItemToArray(options, describe_option(&module->options[i]));
    return object;
}

enum { WORDS_SIZE = 200 };

static uint64_t no_random(void *context) { return (void)context, 0; }
/* What a module says while it starts is the reason when it does not. */
static void keep_words(void *context, const char *text)
{
    snprintf(context, WORDS_SIZE, ": %s", text);
}
static void no_fail(void *context, uint32_t kind, const char *text)
{
    (void)kind;
    keep_words(context, text);
}
static const void *no_extension(void *context, const char *id)
{
    return (void)context, (void)id, NULL;
}

static bool can_start(const struct skat_bot_module *module, const struct skat_bot_setting *settings,
                      int count, char words[WORDS_SIZE])
{
    struct skat_bot_host host = {
        .size = sizeof host,
        .abi_major = SKAT_BOT_ABI_MAJOR,
        .abi_minor = SKAT_BOT_ABI_MINOR,
        .context = words,
        .random = no_random,
        .log = keep_words,
        .extension = no_extension,
        .fail = no_fail,
    };
    void *bot = module->create(&host, settings, (uint32_t)count);
    if (bot)
        module->destroy(bot);
    return bot != NULL;
}

/* A module that is to be looked at. */
struct probe {
    const char *path;
    const struct skat_bot_setting *settings; /* NULL: no instance is made */
    int count;
    struct crash *crash; /* shared: how its end came, behind the fence; NULL: there is none */
};

/* Loads it, behind the fence if there is to be one. NULL, and why. */
static const struct skat_bot_module *load_fenced(const struct probe *probe, int out, char *reason,
                                                 size_t size)
{
    const struct fence_limits limits = {.memory = (uint64_t)1 << 30, .output = 1 << 16};

    if (!probe->crash)
        return module_load(probe->path, reason, size);
    crash_watch(probe->crash);
    if (!fence_begin(probe->path, &limits, -1, out, reason, size))
        return NULL;
    const struct skat_bot_module *module = module_load(probe->path, reason, size);
    return module && fence_shut(-1, out, reason, size) ? module : NULL;
}

/* Writes "+" and the description, or "-" and the reason. */
static _Noreturn void probe_child(const struct probe *probe, int out)
{
    struct rlimit none = {0, 0};
    char reason[512], words[WORDS_SIZE] = "";
    cJSON *description = NULL;
    char *text = NULL;

    setrlimit(RLIMIT_CORE, &none);
    dup2(STDERR_FILENO, STDOUT_FILENO); /* a bot's printing must not reach our output */
    const struct skat_bot_module *module = load_fenced(probe, out, reason, sizeof reason);
    if (module && probe->settings && !can_start(module, probe->settings, probe->count, words)) {
        snprintf(reason, sizeof reason, "cannot start: create() returned NULL%s", words);
        module = NULL;
    }
    if (module) {
        description = describe(module);
        text = cJSON_PrintUnformatted(description);
    }
    dprintf(out, "%c%s", text ? '+' : '-', text ? text : reason);
    free(text);
    cJSON_Delete(description);
    _exit(0);
}

/* Behind the fence it is a fresh image that probes: a copy of this process would have the config in its
 * memory, and with the seed the cards of all deals. */
struct probe_memory {
    struct image_module module;
    uint32_t starts; /* an instance is to be made */
    struct crash crash;
};

enum { PROBE_OUT = 3, PROBE_MEMORY = 4 };

int module_probe_main(void)
{
    static struct skat_bot_setting settings[SETTINGS_MAX];
    struct probe_memory *memory =
        mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, PROBE_MEMORY, 0);

    if (memory == MAP_FAILED)
        return EXIT_USAGE; /* somebody has typed the hidden command */
    close(PROBE_MEMORY);
    image_settings(&memory->module, settings);
    probe_child(&(struct probe){.path = memory->module.path,
                                .settings = memory->starts ? settings : NULL,
                                .count = (int)memory->module.setting_count,
                                .crash = &memory->crash},
                PROBE_OUT);
}

static _Noreturn void become_probe(int out, int memory_file)
{
    const int descriptors[] = {[STDIN_FILENO] = -1,
                               [STDOUT_FILENO] = STDERR_FILENO,
                               [STDERR_FILENO] = STDERR_FILENO,
                               [PROBE_OUT] = out,
                               [PROBE_MEMORY] = memory_file};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    image_become("probe", descriptors, sizeof descriptors / sizeof *descriptors);
}

/* ---- the probe: in the parent ---- */

enum { DESCRIPTION_MAX = 1 << 16 };

/* The pipe is closed: a child that has not hung is gone in a moment. */
static pid_t wait_a_moment(pid_t child, int *status)
{
    enum { MOMENTS = 50 };
    const struct timespec moment = {0, 1000000};
    pid_t gone = 0;

    for (int i = 0; i < MOMENTS && (gone = waitpid(child, status, WNOHANG)) == 0; i++)
        nanosleep(&moment, NULL);
    return gone;
}

/* The members that an option has by its type, which settings are read from. */
static bool option_fits_type(const cJSON *option)
{
    const char *type = cJSON_GetObjectItemCaseSensitive(option, "type")->valuestring;
    const cJSON *fallback = cJSON_GetObjectItemCaseSensitive(option, "default"), *choice;
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(option, "choices");

    if (strcmp(type, option_types[SKAT_BOT_OPTION_INT]) == 0)
        return cJSON_IsNumber(fallback) &&
               cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(option, "min")) &&
               cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(option, "max"));
    if (strcmp(type, option_types[SKAT_BOT_OPTION_BOOL]) == 0)
        return cJSON_IsBool(fallback);
    if (strcmp(type, option_types[SKAT_BOT_OPTION_TEXT]) == 0)
        return cJSON_IsString(fallback);
    if (strcmp(type, option_types[SKAT_BOT_OPTION_CHOICE]) != 0 || !cJSON_IsString(fallback) ||
        cJSON_GetArraySize(choices) < 1 || cJSON_GetArraySize(choices) > CHOICES_MAX)
        return false;
    cJSON_ArrayForEach (choice, choices)
        if (!cJSON_IsString(choice))
            return false;
    return true;
}

/* Until `until` (by the wall), or without an end where that is 0: what poll() is to be given. */
static int time_left(int64_t until)
{
    int64_t left = until - clock_ms(CLOCK_MONOTONIC);
    return !until ? -1 : left > 0 ? (int)left : 0;
}

/* Reads what the child says until it closes the pipe. False: time is up. */
static bool read_probe(int in, uint32_t start_ms, char *text, size_t size)
{
    int64_t until = start_ms ? clock_ms(CLOCK_MONOTONIC) + start_ms : 0;
    size_t length = 0;
    struct pollfd wait = {.fd = in, .events = POLLIN};
    int came;

    while ((came = poll(&wait, 1, time_left(until))) > 0) {
        ssize_t got = read(in, text + length, size - 1 - length);
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    text[length] = '\0';
    return came > 0;
}

/* What came of it when it has said nothing. */
static void describe_end(const struct crash *crash, int status, char *reason, size_t size)
{
    char call[32];

    if (crash->signal == SIGSYS)
        snprintf(reason, size, "tried %s while it was loaded or started, which the fence forbids",
                 fence_call_name(crash->system_call, call));
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        snprintf(reason, size, "crashed while it was loaded and started: signal %d, %s",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(reason, size, "exited or hung while it was loaded and started");
}

/* Foreign code may have written what it liked: is everything there that is relied upon? */
static bool is_description(const cJSON *description)
{
    static const char *const texts[] = {"id", "version", "author", "description", "abi"};
    static const char *const of_option[] = {"name", "type", "help"};
    const cJSON *option;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(description, texts[i])))
            return false;
    if (!cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(description, "decisions")) ||
        !cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(description, "flags")) ||
        !cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(description, "variants")) ||
        !cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(description, "options")))
        return false;
    cJSON_ArrayForEach (option, cJSON_GetObjectItemCaseSensitive(description, "options")) {
        for (size_t i = 0; i < sizeof of_option / sizeof *of_option; i++)
            if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(option, of_option[i])))
                return false;
        if (!option_fits_type(option))
            return false;
    }
    return true;
}

/* They go into files and to terminals. */
static void make_texts_printable(cJSON *value)
{
    cJSON *item;

    if (cJSON_IsString(value))
        make_printable(value->valuestring);
    cJSON_ArrayForEach (item, value)
        make_texts_printable(item);
}

static cJSON *read_description(const char *text, char *reason, size_t size)
{
    cJSON *description = cJSON_Parse(text);

    if (description && is_description(description)) {
        make_texts_printable(description);
        return description;
    }
    snprintf(reason, size,
             description ? "describes itself wrongly" : "describes itself in more than %d bytes",
             DESCRIPTION_MAX);
    cJSON_Delete(description);
    return NULL;
}

/* What the child has said, or what became of it. */
static cJSON *read_findings(const char *text, const struct crash *crash, int status, char *reason,
                            size_t size)
{
    if (text[0] == '+')
        return read_description(text + 1, reason, size);
    if (text[0] == '-')
        snprintf(reason, size, "%s", text + 1);
    else
        describe_end(crash, status, reason, size);
    make_printable(reason);
    return NULL;
}

/* Runs a probe in a child; behind the fence where `memory` is not NULL. */
static cJSON *run_probe(const struct probe *probe, const struct probe_memory *memory,
                        int memory_file, uint32_t start_ms, char *reason, size_t size)
{
    const struct crash none = {0};
    int pipe_ends[2], status = 0;
    static char text[DESCRIPTION_MAX];

    if (pipe2(pipe_ends, O_CLOEXEC) < 0) {
        snprintf(reason, size, "cannot be examined: %s", strerror(errno));
        return NULL;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0 && memory)
        become_probe(pipe_ends[1], memory_file);
    if (child == 0)
        probe_child(probe, pipe_ends[1]);
    if (child < 0)
        snprintf(reason, size, "cannot be examined: %s", strerror(errno));
    close(pipe_ends[1]);
    bool in_time = read_probe(pipe_ends[0], start_ms, text, sizeof text);
    close(pipe_ends[0]);
    if (child < 0)
        return NULL;
    if (wait_a_moment(child, &status) == 0) {
        kill(child, SIGKILL); /* it has said all that it will say */
        waitpid(child, &status, 0);
    }
    if (!text[0] && !in_time) {
        snprintf(reason, size, "was not loaded and started in %u ms", start_ms);
        return NULL;
    }
    return read_findings(text, memory ? &memory->crash : &none, status, reason, size);
}

cJSON *module_probe(const char *path, const struct skat_bot_setting *settings, int count,
                    bool fenced, uint32_t start_ms, char *reason, size_t size)
{
    const struct probe probe = {path, settings, count, NULL};
    int memory_file;

    if (!fenced)
        return run_probe(&probe, NULL, -1, start_ms, reason, size);
    struct probe_memory *memory = image_memory("probe", sizeof *memory, &memory_file);
    if (!memory) {
        snprintf(reason, size, "cannot be examined: %s", strerror(errno));
        close(memory_file);
        return NULL;
    }
    image_put_module(&memory->module, path, settings, settings ? count : 0);
    memory->starts = settings != NULL;
    cJSON *description = run_probe(&probe, memory, memory_file, start_ms, reason, size);
    munmap(memory, sizeof *memory);
    close(memory_file);
    return description;
}

bool module_decides(const cJSON *description, uint64_t needed)
{
    const cJSON *has = cJSON_GetObjectItemCaseSensitive(description, "decisions");
    return ((uint64_t)has->valuedouble & needed) == needed;
}

const char *const module_variant_names[SKAT_BOT_VARIANTS] = {
    [SKAT_BOT_VARIANT_KONTRA] = "kontra",
    [SKAT_BOT_VARIANT_SCHENKEN] = "schenken",
    [SKAT_BOT_VARIANT_BOCK] = "bock",
    [SKAT_BOT_VARIANT_RAMSCH] = "ramsch",
    [SKAT_BOT_VARIANT_SCHIEBERAMSCH] = "schieberamsch",
    [SKAT_BOT_VARIANT_RAMSCH_ROUNDS] = "ramsch rounds",
    [SKAT_BOT_VARIANT_SPITZEN] = "spitzen",
    [SKAT_BOT_VARIANT_REVOLUTION] = "revolution",
    [SKAT_BOT_VARIANT_RUM] = "rum",
    [SKAT_BOT_VARIANT_SACHSENSPITZE] = "sachsenspitze",
    [SKAT_BOT_VARIANT_MINUS] = "minus",
    [SKAT_BOT_VARIANT_OPPONENTS] = "opponents",
    [SKAT_BOT_VARIANT_TOURNEESKAT] = "tourneeskat",
    [SKAT_BOT_VARIANT_6ER_SKAT] = "6er-skat",
    [SKAT_BOT_VARIANT_HERZBLATT] = "herzblatt",
    [SKAT_BOT_VARIANT_ASS] = "ass",
    [SKAT_BOT_VARIANT_RAEUBERSKAT] = "raeuberskat",
    [SKAT_BOT_VARIANT_IDIOTENSKAT] = "idiotenskat",
    [SKAT_BOT_VARIANT_DUMMY] = "dummy",
    [SKAT_BOT_VARIANT_COVERED] = "covered",
};

static bool lists(const cJSON *description, const char *key, const char *word)
{
    const cJSON *item;
    cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(description, key))
        if (strcmp(item->valuestring, word) == 0)
            return true;
    return false;
}

bool module_knows(const cJSON *description, enum skat_bot_variant variant)
{
    return lists(description, "variants", module_variant_names[variant]);
}

bool module_has_flag(const cJSON *description, const char *flag)
{
    return lists(description, "flags", flag);
}

/* ---- settings ---- */

static int64_t number_of(const cJSON *object, const char *key)
{
    return (int64_t)cJSON_GetObjectItemCaseSensitive(object, key)->valuedouble;
}

static void read_setting(const cJSON *option, const struct json_value *value,
                         struct skat_bot_setting *setting)
{
    const char *type = cJSON_GetObjectItemCaseSensitive(option, "type")->valuestring;
    const cJSON *fallback = cJSON_GetObjectItemCaseSensitive(option, "default");

    if (strcmp(type, "int") == 0) {
        setting->value = json_int(value, number_of(option, "min"), number_of(option, "max"),
                                  (int64_t)fallback->valuedouble);
    } else if (strcmp(type, "bool") == 0) {
        if (value->node && !cJSON_IsBool(value->node))
            json_wrong(value, "true | false");
        setting->value = cJSON_IsTrue(value->node ? value->node : fallback);
    } else if (strcmp(type, "text") == 0) {
        const char *text = json_string(value);
        setting->text = text ? text : fallback->valuestring;
    } else {
        const char *words[CHOICES_MAX];
        int count = 0, chosen = 0;
        const cJSON *item;
        cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(option, "choices")) {
            if (count == CHOICES_MAX)
                break;
            if (strcmp(item->valuestring, fallback->valuestring) == 0)
                chosen = count;
            words[count++] = item->valuestring;
        }
        setting->value = json_choice(value, words, count, chosen);
        setting->text = words[setting->value];
    }
}

int module_settings(const cJSON *description, const struct json_value *options,
                    struct skat_bot_setting *settings, int max)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(description, "options"), *option;
    const char *names[64];
    int count = 0, before = options->problems->count;

    if (options->node && !json_is_object(options))
        return -1;
    cJSON_ArrayForEach (option, list) {
        if (count == max || count == (int)(sizeof names / sizeof *names)) {
            problems_add(options->problems, options->place, "the module has more than %d options",
                         count);
            return -1;
        }
        names[count] = cJSON_GetObjectItemCaseSensitive(option, "name")->valuestring;
        struct json_value value = json_member(options, names[count]);
        settings[count] = (struct skat_bot_setting){.size = sizeof *settings, .name = names[count]};
        read_setting(option, &value, &settings[count]);
        count++;
    }
    if (options->node)
        json_check_keys(options, names, (size_t)count, sizeof *names);
    return options->problems->count == before ? count : -1;
}
