// SPDX-License-Identifier: MIT
/* arena/cli/cmd_archive.c - skat-arena archive FOLDER: packs a result folder, with what is needed
 * to get it again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/memory.h"
#include "arena/cli/options.h"
#include "arena/report/result_archive.h"

/* "results/duel/" makes "duel.tar.gz", in the current folder. */
static char *default_name(const char *folder)
{
    char *whole = realpath(folder, NULL), *name = NULL;

    if (whole && strrchr(whole, '/')[1])
        name = xasprintf("%s" RESULT_ARCHIVE_SUFFIX, strrchr(whole, '/') + 1);
    free(whole);
    return name ? name : xstrdup("results" RESULT_ARCHIVE_SUFFIX);
}

static int archive(const char *folder, const char *out, bool force, struct errors *errors)
{
    if (!force && access(out, F_OK) == 0) {
        print_note("%s: exists; --force overwrites it, --out names another\n", out);
        return EXIT_USAGE;
    }
    const int code = result_archive_write(folder, out, errors);
    if (code == EXIT_OK)
        printf("%s\n", out);
    return code;
}

static int run(struct cli_line *line)
{
    const char *out = NULL;
    bool force = false;
    const struct cli_option table[] = {
        OPT_TEXT("out", 'o', "FILE", "the archive: .tar.gz (default), .tar.zst, .tar.xz or .tar",
                 &out),
        OPT_FLAG("force", 'f', "overwrite an existing archive", &force),
    };
    int code = cli_parse(line, OPTIONS(table), 1, 1);
    if (code >= 0)
        return code;
    if (out && !result_archive_is_name(out))
        return cli_wrong(line,
                         "--out must end with .tar.gz, .tar.zst, .tar.xz or .tar, "
                         "not \"%s\"",
                         out);
    char *name = out ? xstrdup(out) : default_name(line->words[0]);
    code = archive(line->words[0], name, force, line->errors);
    free(name);
    return code;
}

const struct cli_command command_archive = {
    "archive",
    "FOLDER",
    "pack results with everything that is needed to reproduce them",
    "Packs the folder of a run, a study or a search with its logs, and adds the report as this "
    "version writes it, a config that plays the same games again, the commands, and checksums. "
    "Unpack it with tar.",
    run,
    .examples = "archive results/short --out short.tar.gz\n"
                "one file to keep, to send or to publish",
};
