#include "arena/logfile.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/ruleset.h"

static bool find_rules(struct logfile *log, const char *rules_name, struct problems *problems)
{
    struct skat_error error;

    if (!rules_name && !log->has_manifest) {
        problems_add(
            problems, log->path,
            "no manifest.json beside it says what rules were played; name them with --rules");
        return false;
    }
    if (!rules_name) {
        log->rules = log->manifest.rules;
        return true;
    }
    if (!ruleset_load(&log->rules, rules_name, problems))
        return false;
    if (log->has_manifest)
        log->rules.seats = log->manifest.rules.seats;
    return skat_rules_prepare(&log->rules, &error) ||
           (problems_add(problems, rules_name, "%s", error.text), false);
}

bool logfile_open(struct logfile *log, const char *path, const char *rules_name,
                  struct problems *problems)
{
    char manifest[1300], folder[1200];
    struct stat info;

    *log = (struct logfile){0};
    bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    snprintf(log->path, sizeof log->path, "%.1100s%s", path, is_folder ? "/games.jsonl" : "");
    snprintf(folder, sizeof folder, "%s", log->path);
    snprintf(manifest, sizeof manifest, "%s/manifest.json", dirname(folder));
    if (access(manifest, F_OK) == 0) {
        if (!manifest_load(&log->manifest, manifest, problems))
            return false;
        log->has_manifest = true;
    }
    if (!find_rules(log, rules_name, problems))
        return false;
    log->file = fopen(log->path, "r");
    if (!log->file) {
        problems_add(problems, log->path, "%s%s", strerror(errno),
                     log->has_manifest && !log->manifest.logged ? " (the run kept no log)" : "");
        return false;
    }
    return true;
}

bool logfile_next(struct logfile *log)
{
    ssize_t length = getline(&log->text, &log->size, log->file);
    if (length <= 0)
        return false;
    log->number++;
    log->torn = log->text[length - 1] != '\n';
    log->length = (size_t)length - !log->torn;
    log->text[log->length] = '\0';
    return true;
}

void logfile_close(struct logfile *log)
{
    if (log->file)
        fclose(log->file);
    free(log->text);
    manifest_free(&log->manifest);
}
