// SPDX-License-Identifier: MIT
#include "arena/base/command_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/base/version.h"

static bool is_plain(const char *word)
{
    return *word &&
           !word[strspn(
               word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%")];
}

char *command_line(void)
{
    char *text = NULL, *word = NULL;
    size_t size = 0, room = 0;
    FILE *out = xcheck(open_memstream(&text, &size)), *in = fopen("/proc/self/cmdline", "r");

    for (bool first = true; in && getdelim(&word, &room, '\0', in) > 0; first = false) {
        if (first)
            fputs("skat-arena", out);
        else if (is_plain(word))
            fprintf(out, " %s", word);
        else {
            char *quoted = text_shell_quoted(word);
            fprintf(out, " %s", quoted);
            free(quoted);
        }
    }
    if (in)
        fclose(in);
    fclose(out);
    free(word);
    text_make_printable(text);
    return text;
}

cJSON *command_timing(int64_t workers, double seconds)
{
    cJSON *root = cJSON_CreateObject();
    struct utsname host;

    json_put_int(root, "format", RESULT_FORMAT);
    char *command = command_line();
    cJSON_AddStringToObject(root, "command", command);
    free(command);
    cJSON_AddNumberToObject(root, "seconds", seconds);
    json_put_int(root, "workers", workers);
    if (uname(&host) == 0) {
        cJSON_AddStringToObject(root, "host", host.nodename);
        cJSON_AddStringToObject(root, "system", host.sysname);
        cJSON_AddStringToObject(root, "machine", host.machine);
    }
    json_put_int(root, "processors", sysconf(_SC_NPROCESSORS_ONLN));
    return root;
}
