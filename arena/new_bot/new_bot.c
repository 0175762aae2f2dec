// SPDX-License-Identifier: MIT
#include "arena/new_bot/new_bot.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/folder.h"
#include "arena/base/output_file.h"
#include "arena/base/program_dirs.h"

/* The assembler embeds the files unchanged; paths are relative to the top of the tree. */
#define TEMPLATE(name, file)                                                                       \
    __asm__(".section .rodata\n.globl " #name "\n" #name                                           \
            ":\n.incbin \"arena/new_bot/templates/" file "\"\n.byte 0\n.previous\n");              \
    extern const char name[]

TEMPLATE(new_bot_c, "bot.c");
TEMPLATE(new_bot_cc, "bot.cc");
TEMPLATE(new_bot_py, "bot.py");
TEMPLATE(new_bot_makefile, "Makefile.in");
TEMPLATE(new_bot_readme, "README.md.in");
TEMPLATE(new_bot_config, "config.json");
TEMPLATE(new_bot_gitignore, "gitignore");
TEMPLATE(new_bot_test, "test.sh");
TEMPLATE(new_bot_test_build, "test_build.sh");

enum { NAME_MAX_LENGTH = 40, FILES_MAX = 6 };

/* Rows of the README's table: how it is built and tested. */
#define BUILT_STEPS                                                                                \
    "| `make` | build `@NAME@.so` |\n"                                                             \
    "| `make keep` | keep this build, for `make test` |\n"                                         \
    "| `make test` | is it as good as the build that was kept? |"
#define SCRIPT_STEPS "| `./test.sh` | is it sound under the official rules? a short check |"

/* The files of a folder; "@NAME@" in a path or text is the name of the bot. */
static const struct {
    const char *suffix; /* of what is played */
    const char *cc_line, *compile, *source, *bot, *deals, *steps;
    struct {
        const char *path, *text;
        bool executable;
    } files[FILES_MAX];
} languages[NEW_BOT_LANGUAGES] = {
    [NEW_BOT_C] = {".so",
                   "CFLAGS ?= -O2 -g -Wall -Wextra",
                   "$(CC) -std=c11 $(CFLAGS) -fPIC -fvisibility=hidden",
                   "@NAME@.c",
                   "\"./@NAME@.so\"",
                   "3600",
                   BUILT_STEPS,
                   {{"@NAME@.c", new_bot_c, false},
                    {"Makefile", new_bot_makefile, false},
                    {"test.sh", new_bot_test_build, true},
                    {"README.md", new_bot_readme, false},
                    {"@NAME@.json", new_bot_config, false},
                    {".gitignore", new_bot_gitignore, false}}},
    [NEW_BOT_CXX] = {".so",
                     "CXXFLAGS ?= -O2 -g -Wall -Wextra",
                     "$(CXX) -std=c++17 $(CXXFLAGS) -fPIC -fvisibility=hidden",
                     "@NAME@.cc",
                     "\"./@NAME@.so\"",
                     "3600",
                     BUILT_STEPS,
                     {{"@NAME@.cc", new_bot_cc, false},
                      {"Makefile", new_bot_makefile, false},
                      {"test.sh", new_bot_test_build, true},
                      {"README.md", new_bot_readme, false},
                      {"@NAME@.json", new_bot_config, false},
                      {".gitignore", new_bot_gitignore, false}}},
    [NEW_BOT_PYTHON] = {".py",
                        "",
                        "",
                        "@NAME@.py",
                        "{\"module\": \"pipe\", \"options\": {\"command\": \"./@NAME@.py\"}}",
                        "300",
                        SCRIPT_STEPS,
                        {{"@NAME@.py", new_bot_py, true},
                         {"test.sh", new_bot_test, true},
                         {"README.md", new_bot_readme, false},
                         {"@NAME@.json", new_bot_config, false},
                         {".gitignore", new_bot_gitignore, false}}},
};

const char *new_bot_path(const char *name, enum new_bot_language language)
{
    static char path[NAME_MAX_LENGTH + 8];

    snprintf(path, sizeof path, "./%.*s%s", NAME_MAX_LENGTH, name, languages[language].suffix);
    return path;
}

/* ---- filling in ---- */

/* What "@KEY@" stands for; NULL if it is no key. Values may have keys themselves. */
static const char *value_of(const char *key, size_t length, const char *name,
                            enum new_bot_language language, const char *program)
{
    const struct {
        const char *key, *value;
    } values[] = {
        {"NAME", name},
        {"ID", name},
        {"PROGRAM", program},
        {"CC_LINE", languages[language].cc_line},
        {"COMPILE", languages[language].compile},
        {"SOURCE", languages[language].source},
        {"BOT", languages[language].bot},
        {"DEALS", languages[language].deals},
        {"STEPS", languages[language].steps},
        {"PATH", new_bot_path(name, language)},
    };

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strlen(values[i].key) == length && strncmp(key, values[i].key, length) == 0)
            return values[i].value;
    return NULL;
}

static void fill_in(const char *text, const char *name, enum new_bot_language language,
                    const char *program, FILE *out)
{
    for (; *text; text++) {
        size_t length = *text == '@' ? strcspn(text + 1, "@") : 0;
        const char *value = length && text[1 + length] == '@'
                                ? value_of(text + 1, length, name, language, program)
                                : NULL;
        if (value) {
            fill_in(value, name, language, program, out);
            text += length + 1;
        } else {
            fputc(*text, out);
        }
    }
}

static bool write_file(const char *path, const char *text, bool executable, const char *name,
                       enum new_bot_language language, const char *program, struct errors *errors)
{
    FILE *file = output_file_grow(path, OUTPUT_NEW);

    if (!file) {
        errors_add(errors, path, "%s", strerror(errno));
        return false;
    }
    fill_in(text, name, language, program, file);
    bool ok = !executable || fchmod(fileno(file), 0755) == 0;
    ok = output_file_close(file) && ok;
    if (!ok)
        errors_add(errors, path, "cannot be written: %s", strerror(errno));
    return ok;
}

/* ---- the folder ---- */

static bool name_is_ok(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return islower((unsigned char)*name) && !name[length] && length <= NAME_MAX_LENGTH;
}

/* Bots are called by their names; a script that is called like a module of Python is imported
 * instead of it. */
static bool is_taken(const char *name, enum new_bot_language language)
{
    static const char *const modules[] = {
        "abc",     "codecs",    "collections", "copyreg", "enum",     "functools", "heapq",
        "io",      "itertools", "json",        "keyword", "operator", "os",        "re",
        "reprlib", "site",      "stat",        "sys",     "types",    "weakref"};
    char path[FOLDER_PATH_SIZE];

    for (size_t i = 0; language == NEW_BOT_PYTHON && i < sizeof modules / sizeof *modules; i++)
        if (strcmp(name, modules[i]) == 0)
            return true;
    return program_file(PROGRAM_BOTS, name, path);
}

static bool is_empty(const char *folder)
{
    DIR *directory = opendir(folder);
    int count = 0;

    for (const struct dirent *entry; directory && (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (directory)
        closedir(directory);
    return !count;
}

bool new_bot_write(const char *name, enum new_bot_language language, const char *program,
                   struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    if (!name_is_ok(name)) {
        errors_add(errors, name,
                   "a bot's name is 1..%d small letters, digits, _ and -, the first a letter",
                   NAME_MAX_LENGTH);
        return false;
    }
    if (is_taken(name, language)) {
        errors_add(errors, name, "is the name of %s: choose another",
                   language == NEW_BOT_PYTHON ? "a bot or of a module of Python"
                                              : "a bot that is here");
        return false;
    }
    if (!is_empty(name)) {
        errors_add(errors, name, "is a folder that is not empty: nothing was written");
        return false;
    }
    if (!output_folder_make(name, errors))
        return false;
    for (int i = 0; i < FILES_MAX && languages[language].files[i].path; i++) {
        const char *file = languages[language].files[i].path;
        bool named = strncmp(file, "@NAME@", 6) == 0;
        snprintf(path, sizeof path, "%s/%s%s", name, named ? name : "", named ? file + 6 : file);
        if (!write_file(path, languages[language].files[i].text,
                        languages[language].files[i].executable, name, language, program, errors))
            return false;
    }
    return true;
}
