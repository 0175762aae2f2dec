// SPDX-License-Identifier: MIT
#include "arena/match/redeal_pilot.h"

#include "arena/match/pilot_config.h"
#include "arena/match/redeal_choice.h"
#include "arena/match/supervisor.h"

static int play(const struct config *config, const struct config *pilot, struct errors *errors)
{
    const char *names[BOTS_MAX];
    static struct supervisor_result result; /* 100 kB, used once */
    int choice = -1;

    config_names(pilot, names);
    struct run_stats *stats =
        run_stats_new(&pilot->rules, &pilot->schedule, &pilot->compared, names, pilot->bot_count);
    const struct supervisor_outputs outputs = {.stats = stats};
    if (supervisor_play(pilot, &outputs, &result, errors) && !result.interrupted)
        choice = redeal_choice_of(config, stats);
    run_stats_free(stats);
    return choice;
}

int redeal_pilot(const struct config *config, struct errors *errors)
{
    const int64_t deals = redeal_pilot_deals(config);
    struct config pilot;

    if (!deals)
        return 0;
    const int choice = pilot_config(&pilot, config, deals, "1", "divergent", errors)
                           ? play(config, &pilot, errors)
                           : -1;
    config_free(&pilot);
    return choice;
}
