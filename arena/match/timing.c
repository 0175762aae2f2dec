// SPDX-License-Identifier: MIT
#include "arena/match/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arena/base/command_line.h"
#include "arena/base/json_write.h"
#include "arena/base/version.h"
#include "arena/log/manifest.h"

static void add_times(cJSON *bot, const struct latency_histogram *times)
{
    static const struct {
        const char *key;
        double share;
    } percentiles[] = {{"p50_us", 0.5}, {"p90_us", 0.9}, {"p99_us", 0.99}, {"max_us", 1}};

    json_put_int(bot, "answers_asked", (int64_t)times->count);
    json_put_int(bot, "decisions_timed", (int64_t)times->timed);
    cJSON_AddNumberToObject(bot, "mean_decision_us",
                            times->count ? (double)times->nanoseconds / (double)times->count / 1000
                                         : 0);
    for (size_t i = 0; i < sizeof percentiles / sizeof *percentiles; i++)
        cJSON_AddNumberToObject(bot, percentiles[i].key,
                                (double)latency_quantile(times, percentiles[i].share) / 1000);
}

cJSON *timing_of_command(const struct config *config, double seconds)
{
    cJSON *root = cJSON_CreateObject();
    struct utsname host;

    json_put_int(root, "format", RESULT_FORMAT);
    char *command = command_line();
    cJSON_AddStringToObject(root, "command", command);
    free(command);
    cJSON_AddNumberToObject(root, "seconds", seconds);
    json_put_int(root, "workers", config->workers);
    if (uname(&host) == 0) {
        cJSON_AddStringToObject(root, "host", host.nodename);
        cJSON_AddStringToObject(root, "system", host.sysname);
        cJSON_AddStringToObject(root, "machine", host.machine);
    }
    json_put_int(root, "processors", sysconf(_SC_NPROCESSORS_ONLN));
    return root;
}

cJSON *timing_of(const struct config *config, const struct supervisor_result *result)
{
    cJSON *root = timing_of_command(config, result->seconds);

    json_put_int(root, "games", (int64_t)result->games);
    cJSON_AddNumberToObject(root, "games_per_second",
                            result->seconds > 0 ? (double)result->games / result->seconds : 0);
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < config->bot_count; i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "name", config->bots[i].name);
        add_times(bot, &result->times[i]);
        json_put_int(bot, "answers_kept", (int64_t)result->kept[i]);
        json_put_int(bot, "batch_calls", (int64_t)result->batch_calls[i]);
        json_put_int(bot, "batch_answers", (int64_t)result->batch_answers[i]);
        cJSON_AddItemToArray(bots, bot);
    }
    return root;
}
