// SPDX-License-Identifier: MIT
#include "arena/config/bot_spec.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/machine.h"
#include "arena/base/text.h"
#include "arena/bot/module.h"
#include "arena/bot/module_probe.h"
#include "arena/bot/player_host.h"
#include "arena/sandbox/clean_exec.h"

/* An option's value as JSON. The `type` in the module's description decides how to read a word like
 * 5; "" is an option that the module does not have. */
static void add_option(cJSON *options, const char *key, const char *value, const char *type)
{
    char *end;
    double number = strtod(value, &end);
    bool is_text = strcmp(type, "text") == 0 || strcmp(type, "choice") == 0;

    if (!is_text && (strcmp(value, "true") == 0 || strcmp(value, "false") == 0))
        cJSON_AddBoolToObject(options, key, *value == 't');
    else if (!is_text && *value && !*end)
        cJSON_AddNumberToObject(options, key, number);
    else
        cJSON_AddStringToObject(options, key, value);
}

/* The option whose name is the first `length` bytes of `text`, or NULL. */
static const cJSON *find_option(const cJSON *description, const char *text, size_t length)
{
    const cJSON *option;

    cJSON_ArrayForEach (option, json_get(description, "options")) {
        const char *name = json_text(option, "name");
        if (strlen(name) == length && strncmp(name, text, length) == 0)
            return option;
    }
    return NULL;
}

/* "limit.time_ms=50" is no option of the module, but a limit of the bot. */
static const char LIMIT[] = "limit.";

static bool is_limit(const char *text) { return strncmp(text, LIMIT, sizeof LIMIT - 1) == 0; }

/* Whether "NAME=" of one of the module's options, or of a limit, is here. */
static bool option_begins(const cJSON *description, const char *text)
{
    size_t length = strcspn(text, "=");
    return text[length] && (is_limit(text) || find_option(description, text, length));
}

/* Where the option at `text` ends: at a comma or at the end of the text. */
static char *option_end(const cJSON *description, char *text)
{
    const cJSON *option = find_option(description, text, strcspn(text, "="));
    bool is_text = option && strcmp(json_text(option, "type"), "text") == 0;
    char *end = text + strcspn(text, ",");

    while (is_text && *end && !option_begins(description, end + 1))
        end += 1 + strcspn(end + 1, ",");
    return end;
}

/* Reads "key=value", modifying it; or "key", which turns on a flag. */
static void read_option(cJSON *bot, const cJSON *description, const char *word, char *key,
                        struct errors *errors)
{
    cJSON *options = json_get(bot, is_limit(key) ? "limits" : "options");
    char *value = strchr(key, '=');
    const cJSON *flag = value ? NULL : find_option(description, key, strlen(key));

    if (flag && strcmp(json_text(flag, "type"), "bool") == 0) {
        cJSON_AddTrueToObject(options, key);
        return;
    }
    if (!value) {
        errors_add(errors, word, "options must be KEY=VALUE, separated by commas, not \"%s\"", key);
        return;
    }
    *value++ = '\0';
    const cJSON *option = find_option(description, key, strlen(key));
    add_option(options, key + (is_limit(key) ? sizeof LIMIT - 1 : 0), value,
               option ? json_text(option, "type") : "");
}

/* Reads "key=value,key=value", modifying `list`. `word` begins the messages; paths of modules start
 * from `folder`. */
static void add_options(cJSON *bot, const char *word, const char *folder, char *list,
                        enum isolation isolation, struct errors *errors)
{
    const char *module = json_text(bot, "module");
    cJSON *description = NULL;
    struct module_files *files = module_files_new();
    const struct module_file *file = NULL;
    char path[MODULE_PATH_SIZE], reason[512], *next;

    /* The caller also probes the module and reports a failure. */
    const bool found = module_find(module, folder, path);
    if (found)
        file = module_files_read(files, path, reason, sizeof reason);
    if (file)
        description = module_probe(file, NULL, 0, isolation_covers(isolation, module, path),
                                   PLAYER_START_MS, reason, sizeof reason);
    const int error = errno;
    module_files_free(files);
    if (found && !description && shortage_is(error)) {
        errors_add_shortage(errors, "bot module %s %s", path, reason);
        return;
    }
    if (!cJSON_HasObjectItem(bot, "options"))
        cJSON_AddObjectToObject(bot, "options");
    for (char *option = list + strspn(list, ","); *option; option = next) {
        char *end = option_end(description, option);
        next = end + strspn(end, ",");
        *end = '\0';
        if (is_limit(option) && !cJSON_HasObjectItem(bot, "limits"))
            cJSON_AddObjectToObject(bot, "limits");
        read_option(bot, description, word, option, errors);
    }
    cJSON_Delete(description);
}

/* Is a file there whose path, with a slash, is the beginning of a word? */
static bool names_file(const char *word, size_t length, const char *folder)
{
    char path[MODULE_PATH_SIZE], *name = xstrndup(word, length);
    const bool there = strchr(name, '/') && module_find(name, folder, path);

    free(name);
    return there;
}

/* Where the path of a bot spec ends: where a file does that is there, though it has a colon or "="
 * in its name; else at the first colon after the last slash of a possible path, that is, before any
 * "=". */
static size_t path_length(const char *word, const char *folder)
{
    size_t end = strcspn(word, "="), file = 0;

    for (size_t i = strlen(word); i; i--)
        if ((word[i] == ':' || !word[i]) && names_file(word, i, folder))
            return i;
    for (size_t i = 0; i < end; i++)
        if (word[i] == '/')
            file = i + 1;
    return file + strcspn(word + file, ":");
}

/* The length of NAME= in front of the module; 0 without. Letters beyond ASCII are in the bytes from
 * 128 on. */
static size_t name_length(const char *word)
{
    size_t length = 0;

    while (word[length] &&
           (strchr(TEXT_FILE_NAME_CHARACTERS, word[length]) || (unsigned char)word[length] >= 0x80))
        length++;
    return length && word[length] == '=' ? length + 1 : 0;
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size && memcmp(text + length - size, end, size) == 0;
}

/* Is it a file that is run instead of loaded? */
static bool is_program(const char *path)
{
    size_t length = strlen(path);
    struct stat status;

    return (strchr(path, '/') || ends_with(path, length, ".py")) &&
           !ends_with(path, length, ".so") && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           (ends_with(path, length, ".py") || access(path, X_OK) == 0);
}

/* The pipe bot with a command for it. */
static void add_program(cJSON *bot, const char *path)
{
    const char *interpreter = access(path, X_OK) == 0 ? "" : "python3 ";
    char *file = xasprintf("%s%s", strchr(path, '/') ? "" : "./", path);
    char *quoted = text_shell_quoted(file);
    char *command = xasprintf("exec %s%s", interpreter, quoted);

    cJSON_AddStringToObject(bot, "module", "pipe");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(bot, "options"), "command", command);
    free(command);
    free(quoted);
    free(file);
}

/* A module, or the program that is run, with options after a colon. */
static void add_spec(cJSON *bot, const char *word, const char *program, const char *folder,
                     const char *place, enum isolation isolation, struct errors *errors)
{
    size_t length = path_length(word, folder);
    char *copy = xstrdup(word);

    copy[length] = '\0';
    if (program)
        add_program(bot, program);
    else
        cJSON_AddStringToObject(bot, "module", copy);
    if (word[length])
        add_options(bot, place, folder, copy + length + 1, isolation, errors);
    free(copy);
}

cJSON *bot_spec_json(const char *word, enum isolation isolation, struct errors *errors)
{
    cJSON *bot = cJSON_CreateObject();

    word += name_length(word);
    char *path = xstrndup(word, path_length(word, "."));
    add_spec(bot, word, is_program(path) ? path : NULL, ".", word, isolation, errors);
    free(path);
    return bot;
}

cJSON *bot_spec_in_config(const char *word, const char *folder, enum isolation isolation,
                          const char *place, struct errors *errors)
{
    char *name = xstrndup(word, path_length(word, folder)),
         *path = *word == '/' ? xstrdup(name) : xasprintf("%s/%s", folder, name);
    bool runs = is_program(path) && (strchr(name, '/') || ends_with(name, strlen(name), ".py"));
    cJSON *bot = NULL;

    if (runs || word[strlen(name)] == ':') {
        bot = cJSON_CreateObject();
        add_spec(bot, word, runs ? path : NULL, folder, place, isolation, errors);
    }
    free(path);
    free(name);
    return bot;
}

void bot_spec_copy_name(char name[BOT_SPEC_NAME_SIZE], const char *text)
{
    size_t length = strnlen(text, BOT_SPEC_NAME_SIZE - 1);

    while (text[length] && length && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--;
    memcpy(name, text, length);
    name[length] = '\0';
}

/* The file's name in a command: of its last word that has a dot or a slash, or its first word. */
static const char *program_of(const char *command, size_t *length)
{
    const char *found = command + strspn(command, " '");
    size_t its = strcspn(found, " '");

    for (const char *word = command; *word; word += strcspn(word, " '")) {
        word += strspn(word, " '");
        size_t size = strcspn(word, " '");
        if (memchr(word, '.', size) || memchr(word, '/', size)) {
            found = word;
            its = size;
        }
        if (!size)
            break;
    }
    *length = its;
    return found;
}

void bot_spec_name(const char *word, bool brief, char name[BOT_SPEC_NAME_SIZE])
{
    static const char pipe[] = "pipe:command=";
    size_t given = name_length(word), path = path_length(word, ".");
    const char *file = word, *rest = word + path;

    if (given) {
        char *text = xstrndup(word, given - 1);
        bot_spec_copy_name(name, text);
        free(text);
        return;
    }
    if (brief && strncmp(word, pipe, sizeof pipe - 1) == 0)
        file = program_of(word + sizeof pipe - 1, &path);
    for (size_t i = path; i; i--)
        if (file[i - 1] == '/') {
            file += i;
            path -= i;
            break;
        }
    path -= ends_with(file, path, ".so") || ends_with(file, path, ".py") ? 3 : 0;
    char *text = xasprintf("%.*s%s", (int)path, file, brief ? "" : rest);
    bot_spec_copy_name(name, text);
    free(text);
}

/* ---- isolation ---- */

const char *const isolation_names[ISOLATIONS] = {"auto", "process", "none"};

enum isolation isolation_of(const char *name)
{
    int found = ISOLATION_AUTO;

    while (name && found < ISOLATION_NONE && strcmp(isolation_names[found], name) != 0)
        found++;
    return (enum isolation)found;
}

bool isolation_starts_programs(const char *name) { return strcmp(name, "pipe") == 0; }

/* A path is no name of a bot of the program, wherever it leads: another module may lie there. Nor
 * has all that is found by a name come with the program (SKAT_ARENA_PATH). */
static bool is_own(const char *name, const char *path)
{
    return !strchr(name, '/') && module_file_is_own(path);
}

bool isolation_covers(enum isolation isolation, const char *name, const char *path)
{
    return isolation != ISOLATION_NONE && !isolation_starts_programs(name) &&
           !(isolation == ISOLATION_AUTO && is_own(name, path));
}

const char *isolation_way_out(const char *reason)
{
    return strstr(reason, "the sandbox forbids") || strstr(reason, "an isolated bot can")
               ? "; --isolation none runs it outside the sandbox, with your rights"
               : "";
}
