// SPDX-License-Identifier: MIT
#include "arena/cli/play_run.h"

#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"

static run_conclusion *conclusion_of(const cJSON *command)
{
    static const struct {
        const char *name;
        run_conclusion *conclude;
    } others[] = {
        {"compare", compare_conclude}, {"regress", regress_conclude}, {"ladder", ladder_conclude}};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(json_text(command, "name"), others[i].name) == 0)
            return others[i].conclude;
    return run_conclude;
}

int play_run(const struct config *config, const char *folder, const struct play_options *options,
             const cJSON *command, const char *board, bool resume, struct errors *errors)
{
    static struct tournament tournament; /* 100 kB, used once */
    const struct tournament_options how = {
        .quiet = options->quiet, .board = board, .command = command};

    int code =
        (resume ? tournament_resume : tournament_play)(&tournament, config, folder, &how, errors);
    /* What all shards show together is not what this one does. */
    if (tournament.summary && !tournament.result.enough &&
        (code == EXIT_OK || code == EXIT_INTERRUPTED))
        code = conclusion_of(command)(command, &tournament, folder, options, code, errors);
    tournament_free(&tournament);
    return code;
}
