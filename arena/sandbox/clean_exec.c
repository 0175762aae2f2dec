// SPDX-License-Identifier: MIT
#include "arena/sandbox/clean_exec.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* ---- the module ---- */

void clean_exec_put_module(struct clean_exec_module *module, const char *path,
                           const struct skat_bot_setting *settings, int count)
{
    snprintf(module->path, sizeof module->path, "%s", path);
    module->setting_count = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        const struct skat_bot_setting *from = &settings[i];
        struct clean_exec_setting *to = &module->settings[i];
        snprintf(to->name, sizeof to->name, "%s", from->name);
        to->value = from->value;
        to->has_text = from->text != NULL;
        snprintf(to->text, sizeof to->text, "%s", from->text ? from->text : "");
    }
}

void clean_exec_settings(const struct clean_exec_module *module,
                         struct skat_bot_setting settings[SETTINGS_MAX])
{
    for (uint32_t i = 0; i < module->setting_count; i++)
        settings[i] = (struct skat_bot_setting){
            .size = sizeof settings[i],
            .name = module->settings[i].name,
            .value = module->settings[i].value,
            .text = module->settings[i].has_text ? module->settings[i].text : NULL,
        };
}

/* ---- the process ---- */

void *clean_exec_shm(const char *name, size_t size, int *descriptor)
{
    void *memory = MAP_FAILED;

    *descriptor = memfd_create(name, MFD_CLOEXEC);
    if (*descriptor >= 0 && ftruncate(*descriptor, (off_t)size) == 0)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *descriptor, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

_Noreturn void clean_exec(const char *command, const int *descriptors, int count)
{
    enum { MOST = 8 };
    char *const arguments[] = {"skat-arena", (char *)(uintptr_t)command, NULL};
    char *const environment[] = {NULL};
    int lifted[MOST];

    /* Move them above 0 .. count-1, so that dup2() overwrites none of them. */
    for (int i = 0; i < count; i++) {
        int from = descriptors[i] < 0 ? open("/dev/null", O_RDONLY) : descriptors[i];
        lifted[i] = fcntl(from, F_DUPFD, count);
        if (lifted[i] < 0)
            _exit(CLEAN_EXEC_FAILED);
    }
    for (int i = 0; i < count; i++)
        if (dup2(lifted[i], i) < 0)
            _exit(CLEAN_EXEC_FAILED);
    if (close_range((unsigned)count, ~0u, 0) != 0)
        _exit(CLEAN_EXEC_FAILED); /* descriptors of ours would be left */
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            signal(number, SIG_DFL);
    prctl(PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0); /* the loader reads it (coarse_clocks.h) */
    execve("/proc/self/exe", arguments, environment);
    _exit(CLEAN_EXEC_FAILED);
}
