// SPDX-License-Identifier: MIT
#include "arena/config/command_files.h"
#include "arena/base/hash.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes the next word of *text: plain characters, parts in single quotes, and \'. False at the end,
 * and where the shell would do more than take it as it is. */
static bool next_word(const char **text, char word[FOLDER_PATH_SIZE])
{
    const char *at = *text + strspn(*text, " \t");
    size_t length = 0;
    bool quoted = false, any = false;

    for (; *at && (quoted || (*at != ' ' && *at != '\t')); at++) {
        any = true;
        if (*at == '\'') {
            quoted = !quoted;
            continue;
        }
        const bool escaped = !quoted && at[0] == '\\' && at[1] == '\'';
        at += escaped;
        if (!quoted && !escaped && !isalnum((unsigned char)*at) && !strchr("_./-+@,:%", *at))
            return false;
        if (length == FOLDER_PATH_SIZE - 1)
            return false;
        word[length++] = *at;
    }
    word[length] = '\0';
    *text = at;
    return any && !quoted;
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Finds a program in PATH, as the shell does. */
static bool find_by_path(const char *name, char path[FOLDER_PATH_SIZE])
{
    const char *folders = getenv("PATH");

    for (const char *folder = folders; folder; folder = *folder ? folder + 1 : NULL) {
        const int length = (int)strcspn(folder, ":");
        const int size = snprintf(path, FOLDER_PATH_SIZE, "%.*s/%s", length ? length : 1,
                                  length ? folder : ".", name);
        if (size < FOLDER_PATH_SIZE && is_file(path) && access(path, X_OK) == 0)
            return true;
        folder += length;
    }
    return false;
}

static bool add(struct command_file *file, const char *word, const char *path)
{
    snprintf(file->word, sizeof file->word, "%s", word);
    return is_file(path) && hash_file(path, file->sha256);
}

int command_files_read(const char *command, struct command_file files[COMMAND_FILES_MAX])
{
    char word[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    const char *text = command;

    if (!next_word(&text, word) || (strcmp(word, "exec") == 0 && !next_word(&text, word)))
        return 0;
    if (strchr(word, '/'))
        return add(&files[0], word, word);
    if (!find_by_path(word, path) || !add(&files[0], word, path))
        return 0;
    while (next_word(&text, word))
        if (word[0] != '-')
            return add(&files[1], word, word) ? 2 : 1;
    return 1;
}
