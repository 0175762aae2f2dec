#include "arena/bot/module.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/clock.h"
#include "arena/sandbox/sandbox.h"
#include "arena/bot/module_probe.h"
#include "arena/base/text.h"

enum { DESCRIPTION_MAX = 1 << 16, MOMENT_MS = 50 };

/* The members of an option by its type, from which settings are read. */
static bool option_fits_type(const cJSON *option)
{
    const char *type = cJSON_GetObjectItemCaseSensitive(option, "type")->valuestring;
    const cJSON *fallback = cJSON_GetObjectItemCaseSensitive(option, "default"), *choice;
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(option, "choices");

    if (strcmp(type, module_option_types[SKAT_BOT_OPTION_INT]) == 0)
        return cJSON_IsNumber(fallback) &&
               cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(option, "min")) &&
               cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(option, "max"));
    if (strcmp(type, module_option_types[SKAT_BOT_OPTION_BOOL]) == 0)
        return cJSON_IsBool(fallback);
    if (strcmp(type, module_option_types[SKAT_BOT_OPTION_TEXT]) == 0)
        return cJSON_IsString(fallback);
    if (strcmp(type, module_option_types[SKAT_BOT_OPTION_CHOICE]) != 0 ||
        !cJSON_IsString(fallback) || cJSON_GetArraySize(choices) < 1 ||
        cJSON_GetArraySize(choices) > CHOICES_MAX)
        return false;
    cJSON_ArrayForEach (choice, choices)
        if (!cJSON_IsString(choice))
            return false;
    return true;
}

/* The timeout for poll() until `until` (wall time); -1 if `until` is 0. */
static int time_left(int64_t until)
{
    int64_t left = until - clock_ms(CLOCK_MONOTONIC);
    return !until ? -1 : left > 0 ? (int)left : 0;
}

/* Reads from the child until it closes the pipe. False: time is up. */
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

/* Describes the end of a child that wrote nothing. */
static void describe_end(const struct crash *crash, int status, char *reason, size_t size)
{
    char call[32];

    if (crash->signal == SIGSYS)
        snprintf(reason, size, "tried %s while it was loaded or started, which the sandbox forbids",
                 sandbox_call_name(crash->system_call, call));
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        snprintf(reason, size, "crashed while it was loaded and started: signal %d, %s",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(reason, size, "exited or hung while it was loaded and started");
}

/* Foreign code may have written anything: checks for everything that is needed. */
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

/* These texts go into files and to terminals. */
static void make_texts_printable(cJSON *value)
{
    cJSON *item;

    if (cJSON_IsString(value))
        text_make_printable(value->valuestring);
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
             description ? "has an invalid description" : "has a description of more than %d bytes",
             DESCRIPTION_MAX);
    cJSON_Delete(description);
    return NULL;
}

/* The description or reason that the child wrote, or how it ended. */
static cJSON *read_findings(const char *text, const struct crash *crash, int status, char *reason,
                            size_t size)
{
    if (text[0] == '+')
        return read_description(text + 1, reason, size);
    if (text[0] == '-')
        snprintf(reason, size, "%s", text + 1);
    else
        describe_end(crash, status, reason, size);
    text_make_printable(reason);
    return NULL;
}

/* Runs a probe in a child; sandboxed if `memory` is not NULL. */
static cJSON *run_probe(const struct probe *probe, const struct probe_memory *memory,
                        int memory_file, uint32_t start_ms, char *reason, size_t size)
{
    const struct crash none = {0};
    int pipe_ends[2];
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
    int status = child_end(child, MOMENT_MS); /* it has written everything or is out of time */
    if (!text[0] && !in_time) {
        snprintf(reason, size, "was not loaded and started in %u ms", start_ms);
        return NULL;
    }
    return read_findings(text, memory ? &memory->crash : &none, status, reason, size);
}

cJSON *module_probe(const char *path, const struct skat_bot_setting *settings, int count,
                    bool sandboxed, uint32_t start_ms, char *reason, size_t size)
{
    const struct probe probe = {path, settings, count, NULL};
    int memory_file;

    if (!sandboxed)
        return run_probe(&probe, NULL, -1, start_ms, reason, size);
    struct probe_memory *memory = clean_exec_shm("probe", sizeof *memory, &memory_file);
    if (!memory) {
        snprintf(reason, size, "cannot be examined: %s", strerror(errno));
        close(memory_file);
        return NULL;
    }
    clean_exec_put_module(&memory->module, path, settings, settings ? count : 0);
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

void module_take_variants(cJSON *description, cJSON *started)
{
    cJSON *variants = cJSON_DetachItemFromObjectCaseSensitive(started, "variants");

    if (variants)
        cJSON_ReplaceItemInObjectCaseSensitive(description, "variants", variants);
}

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
    return lists(description, "variants", skat_bot_variant_name(variant));
}

bool module_has_flag(const cJSON *description, const char *flag)
{
    return lists(description, "flags", flag);
}
