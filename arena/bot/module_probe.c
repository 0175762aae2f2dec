// SPDX-License-Identifier: MIT
#include "arena/bot/module_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/machine.h"
#include "arena/base/text.h"
#include "arena/bot/call_timer.h"
#include "arena/bot/module.h"
#include "arena/sandbox/cgroup.h"
#include "arena/sandbox/clean_exec.h"

/* A module to probe. */
struct probe {
    const struct module_file *file;          /* in the parent and a child that is not sandboxed */
    const char *path;                        /* in one that is */
    const struct skat_bot_setting *settings; /* NULL: do not create an instance */
    int count;
    uint32_t start_ms;   /* that loading may take, and then create(); 0: no limit */
    struct crash *crash; /* shared: how it crashed; NULL: not sandboxed */
    int memory;          /* file of probe_memory, in the parent */
};

/* A sandboxed probe runs in a clean image: a fork of this process would have the config in its
 * memory, and with the seed the cards of all deals. */
struct probe_memory {
    struct clean_exec_module module;
    uint32_t starts; /* create an instance */
    struct crash crash;
};

enum { PROBE_OUT = 3, PROBE_MODULE = 4, PROBE_MEMORY = 5 };

/* Written as soon as the module is loaded: from then on its start is timed. */
enum { PROBE_LOADED = '.' };

/* What a probe has found, by the next character that it writes; then comes */
enum probe_finding {
    PROBE_DESCRIPTION = '+', /* the module's description */
    PROBE_REASON = '-',      /* why it cannot be used */
    PROBE_SHORTAGE = '!'     /* errno: what the machine is short of for a program that it starts */
};

/* ---- in the child: what the instance says ---- */

enum { WORDS_SIZE = 200 };

/* The host of an instance that is examined. */
struct probe_host {
    char words[WORDS_SIZE]; /* the log output of a module that fails to start is the reason */
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
static _Noreturn void end_by_shortage(int error)
{
    dprintf(PROBE_OUT, "%c%d", PROBE_SHORTAGE, error);
    _exit(0);
}

static void no_group(void *context) { (void)context; }
static int try_program_again(void *context, int error, uint32_t attempt)
{
    (void)context, (void)attempt;
    if (shortage_is(error))
        end_by_shortage(error);
    return 0;
}
static const char *program_killed(void *context)
{
    const struct probe_host *host = context;
    if (cgroup_system_kills() > host->system_kills)
        end_by_shortage(ENOMEM);
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

static void take_claims(const struct skat_bot_module *module, void *bot,
                        struct module_claims *claims)
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
                      int count, struct module_claims *claims, struct probe_host *context)
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
static const struct skat_bot_module *load(const struct probe *probe, char *reason, size_t size)
{
    const struct sandbox_limits limits = {.memory = (uint64_t)1 << 30, .output = 1 << 16};

    if (!probe->crash) {
        struct module_file here = *probe->file;
        here.descriptor = PROBE_MODULE;
        return module_load(&here, reason, size);
    }
    crash_trace_watch(probe->crash);
    return module_load_sandboxed(PROBE_MODULE, probe->path, &limits, -1, PROBE_OUT, reason, size);
}

static _Noreturn void probe_child(const struct probe *probe)
{
    struct rlimit none = {0, 0};
    struct probe_host host = {.start_ms = probe->start_ms, .sandboxed = probe->crash != NULL};
    char reason[512];
    cJSON *description = NULL;
    char *text = NULL;

    setrlimit(RLIMIT_CORE, &none);
    const struct skat_bot_module *module = load(probe, reason, sizeof reason);
    struct module_claims claims = {.variants = module ? module->variants : 0};
    host.system_kills = host.sandboxed ? 0 : cgroup_system_kills();
    if (module)
        dprintf(PROBE_OUT, "%c", PROBE_LOADED);
    if (module && probe->settings &&
        !can_start(module, probe->settings, probe->count, &claims, &host)) {
        snprintf(reason, sizeof reason, "cannot start: create() returned NULL%s", host.words);
        module = NULL;
    }
    if (module) {
        description = module_describe(module, &claims);
        text = cJSON_PrintUnformatted(description);
    }
    dprintf(PROBE_OUT, "%c%s", text ? PROBE_DESCRIPTION : PROBE_REASON, text ? text : reason);
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
                                .crash = &memory->crash});
}

/* Probes `module`, a file, in the child; writes what it found (enum probe_finding) to `found`. The
 * module prints to `output`, has no terminal and nothing to read. If it is to be sandboxed, the
 * child becomes a clean image of the program. */
static _Noreturn void probe_begin(const struct probe *probe, int module, int found, int output)
{
    const int descriptors[] = {
        [STDIN_FILENO] = -1, [STDOUT_FILENO] = output, [STDERR_FILENO] = output,
        [PROBE_OUT] = found, [PROBE_MODULE] = module,  [PROBE_MEMORY] = probe->memory};

    setsid(); /* no terminal */
    if (probe->crash)
        clean_exec("probe", descriptors, sizeof descriptors / sizeof *descriptors);
    const int lifted = fcntl(found, F_DUPFD, PROBE_MEMORY),
              lifted_module = fcntl(module, F_DUPFD, PROBE_MEMORY);
    if (!child_set_streams(output, output) || dup2(lifted, PROBE_OUT) < 0 ||
        dup2(lifted_module, PROBE_MODULE) < 0 || close_range(PROBE_MODULE + 1, ~0u, 0) != 0)
        _exit(CLEAN_EXEC_FAILED);
    probe_child(probe);
}

/* ---- in the parent ---- */

enum { MOMENT_MS = 50 };

/* What comes from the child that examines a module. */
struct probe_findings {
    char text[1 + DESCRIPTION_MAX + 1]; /* enum probe_finding, and what comes then */
    size_t length;
    struct printed printed; /* by the module: it has no other place to print to */
    bool loaded, in_time;
};

/* Reads some more. False at the end. */
static bool read_some(struct probe_findings *findings, int in)
{
    const ssize_t got =
        read(in, findings->text + findings->length, sizeof findings->text - 1 - findings->length);

    if (got > 0)
        findings->length += (size_t)got;
    return got > 0;
}

/* Whether the child has just said that the module is loaded: this is taken out of the text. */
static bool take_loaded(struct probe_findings *findings)
{
    if (findings->loaded || !findings->length || findings->text[0] != PROBE_LOADED)
        return false;
    memmove(findings->text, findings->text + 1, --findings->length);
    return findings->loaded = true;
}

/* Reads until the child has closed the pipe or ended. A child of its own may keep the pipe open.
 * Starting has a limit of its own, as long as that of loading: so a bot that starts a program and
 * waits for it is not overtaken by this limit, and says itself what was late. */
static void read_findings(struct probe_findings *findings, const struct probe *probe, pid_t child,
                          int in, int output)
{
    enum { LOOK_MS = 50 };
    struct pollfd polled[] = {{.fd = in, .events = POLLIN}, {.fd = output, .events = POLLIN}};
    struct call_timer timer;
    bool ended = false;

    call_timer_start(&timer, child, probe->start_ms, 0, !probe->crash);
    findings->in_time = true;
    for (;;) {
        int pause = call_timer_pause_ms(&timer);
        int came = poll(polled, 2, ended ? 0 : pause < 0 || pause > LOOK_MS ? LOOK_MS : pause);
        if (came < 0) /* a signal: nothing was looked at */
            polled[0].revents = polled[1].revents = 0;
        if (polled[1].revents & POLLIN)
            printed_drain(&findings->printed, output);
        else if (polled[1].revents)
            polled[1].fd = -1;
        if (polled[0].revents) {
            if (!read_some(findings, in))
                break;
            if (take_loaded(findings))
                call_timer_start(&timer, child, probe->start_ms, 0, !probe->crash);
        } else if (came <= 0 && ended) {
            break;
        }
        ended = child_has_ended(child);
        if (!ended && call_timer_due(&timer)) {
            findings->in_time = false;
            break;
        }
    }
    printed_drain(&findings->printed, output);
    findings->text[findings->length] = '\0';
}

/* Describes the end of a child that wrote nothing. */
static void describe_end(const struct probe *probe, int status, char *reason, size_t size)
{
    const struct crash none = {0}, *crash = probe->crash ? probe->crash : &none;
    char call[SANDBOX_CALL_SIZE];

    if (sandbox_stopped(crash, WIFSIGNALED(status) ? WTERMSIG(status) : 0))
        snprintf(reason, size, "tried %s while it was loaded or started, which the sandbox forbids",
                 sandbox_call_name(crash, call));
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        snprintf(reason, size, "crashed while it was loaded and started: signal %d, %s",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(reason, size, "exited or hung while it was loaded and started");
}

/* Adds the last line that the module printed. */
static void add_last_words(const struct printed *printed, char *reason, size_t size)
{
    char line[200];
    size_t length = strlen(reason);

    if (*printed_last_line(printed, line, sizeof line))
        snprintf(reason + length, size - length, "; its last words: %s", line);
}

/* The description or reason that the child wrote, or how it ended. */
static cJSON *judge(struct probe_findings *findings, const struct probe *probe, int status,
                    char *reason, size_t size)
{
    if (findings->text[0] == PROBE_DESCRIPTION)
        return module_description_read(findings->text + 1, findings->length - 1, reason, size);
    if (findings->text[0] == PROBE_REASON)
        snprintf(reason, size, "%s", findings->text + 1);
    else if (!findings->in_time)
        snprintf(reason, size,
                 findings->loaded ? "did not start in %u ms (limit start_ms)"
                                  : "was not loaded in %u ms (limit start_ms)",
                 probe->start_ms);
    else
        describe_end(probe, status, reason, size);
    text_make_line(reason);
    add_last_words(&findings->printed, reason, size);
    return NULL;
}

/* What the machine was short of for a program that the module starts: errno, or 0. What runs in a
 * sandbox starts none. */
static int program_shortage(const struct probe_findings *findings, bool sandboxed, char *reason,
                            size_t size)
{
    if (sandboxed || findings->text[0] != PROBE_SHORTAGE)
        return 0;
    const int error = (int)strtol(findings->text + 1, NULL, 10);
    snprintf(reason, size, "cannot start its program: %s", strerror(error));
    return error;
}

/* Whether the child can have the descriptors that it takes before the module runs: without them it
 * would end as if the module had. `open`: any open one. False, and errno. */
static bool has_room(int open, bool sandboxed)
{
    enum { TAKEN = 10 };
    struct rlimit limit;
    int spare[TAKEN], count = 0;

    errno = EMFILE;
    if (sandboxed && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max < SANDBOX_FILES)
        return false;
    while (count < TAKEN && (spare[count] = fcntl(open, F_DUPFD_CLOEXEC, 0)) >= 0)
        count++;
    const int error = errno;
    const bool room = count == TAKEN;
    while (count > 0)
        close(spare[--count]);
    errno = error;
    return room;
}

/* Why a probe says nothing about its module. */
struct probe_failure {
    bool killed; /* from outside */
    int error;   /* there was no child, or no program of the module: errno; else 0 */
};

static cJSON *run_once(const struct probe *probe, struct probe_failure *failure, char *reason,
                       size_t size)
{
    const int module = module_file_open(probe->file);
    const bool sandboxed = probe->crash != NULL;
    int found[2] = {-1, -1}, output[2] = {-1, -1};
    struct probe_findings *findings = xcalloc(1, sizeof *findings);
    cJSON *description = NULL;
    pid_t child = -1;

    if (module >= 0 && pipe2(found, O_CLOEXEC) == 0 && child_pipe(output) &&
        has_room(module, sandboxed)) {
        fflush(NULL);
        child = module_load_fork();
        if (child == 0)
            probe_begin(probe, module, found[1], output[1]);
    }
    failure->error = child < 0 ? errno : 0;
    if (child < 0)
        snprintf(reason, size, "cannot be examined: %s", strerror(failure->error));
    descriptor_close(module);
    descriptor_close(found[1]);
    descriptor_close(output[1]);
    if (child > 0) {
        read_findings(findings, probe, child, found[0], output[0]);
        bool by_us;
        int status = child_end(child, findings->in_time ? MOMENT_MS : 0, &by_us);
        kill(-child, SIGKILL); /* its own children: they are of its session */
        failure->killed = !by_us && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        description = judge(findings, probe, status, reason, size);
        failure->error = program_shortage(findings, sandboxed, reason, size);
    }
    descriptor_close(found[0]);
    descriptor_close(output[0]);
    free(findings);
    return description;
}

/* A probe that is killed from outside says nothing about its module: it is repeated; so is one that
 * the machine is short of something for. NULL, and errno: what it is short of, or 0. */
static cJSON *run_probe(const struct probe *probe, char *reason, size_t size)
{
    enum { KILLS_MOST = 20 };
    int kills = 0, attempts = 0;

    for (;;) {
        struct probe_failure failure = {false, 0};
        cJSON *description = run_once(probe, &failure, reason, size);
        const int error = shortage_is(failure.error) ? failure.error : 0;
        if (!description && failure.killed && ++kills < KILLS_MOST)
            continue;
        if (!description && error && shortage_wait(++attempts))
            continue;
        errno = error;
        return description;
    }
}

cJSON *module_probe(const struct module_file *file, const struct skat_bot_setting *settings,
                    int count, bool sandboxed, uint32_t start_ms, char *reason, size_t size)
{
    struct probe probe = {
        .file = file, .settings = settings, .count = count, .start_ms = start_ms, .memory = -1};
    struct probe_memory *memory =
        sandboxed ? clean_exec_shm("probe", sizeof *memory, &probe.memory) : NULL;
    cJSON *description = NULL;

    if (memory) {
        clean_exec_put_module(&memory->module, file->real, settings, settings ? count : 0);
        memory->starts = settings != NULL;
        probe.crash = &memory->crash;
    }
    if (memory || !sandboxed)
        description = run_probe(&probe, reason, size);
    else
        snprintf(reason, size, "cannot be examined: %s", strerror(errno));
    const int error = errno;
    if (memory)
        munmap(memory, sizeof *memory);
    errno = error;
    descriptor_close(probe.memory);
    return description;
}
