// SPDX-License-Identifier: MIT
#include "arena/serve/shard_status.h"

#include <math.h>
#include <string.h>

#include "arena/base/json_write.h"

const char *const shard_state_words[SHARD_STATES] = {
    [SHARD_NOT_BEGUN] = "not begun", [SHARD_INTERRUPTED] = "interrupted",
    [SHARD_STOPPED] = "stopped",     [SHARD_SILENT] = "silent",
    [SHARD_PLAYING] = "playing",     [SHARD_FINISHED] = "finished",
};

double run_status_left(const struct run_status *status)
{
    if (status->decided || status->units >= status->planned)
        return 0;
    return status->rate > 0 ? (status->planned - status->units) / status->rate : NAN;
}

cJSON *shard_status_to_json(const struct shard_status *shard)
{
    cJSON *row = cJSON_CreateObject();

    json_put_int(row, "shard", shard->number);
    cJSON_AddStringToObject(row, "state", shard_state_words[shard->state]);
    json_put_real(row, "units", shard->units);
    json_put_real(row, "of", shard->of);
    json_put_real(row, "units_per_second", shard->rate);
    json_put_real(row, "last_seconds_ago", shard->last);
    return row;
}

cJSON *run_status_to_json(const struct run_status *status)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "folder", status->folder);
    cJSON_AddStringToObject(root, "run", status->run);
    cJSON_AddStringToObject(root, "unit", status->whole_sessions ? "session" : "deal");
    json_put_real(root, "units", status->units);
    json_put_real(root, "planned", status->planned);
    json_put_real(root, "beginning", status->judged);
    json_put_int(root, "verdict_of_shard", status->shard);
    json_put_real(root, "units_per_second", status->rate);
    json_put_real(root, "seconds_left", status->left);
    cJSON_AddBoolToObject(root, "tested", status->tested);
    cJSON_AddBoolToObject(root, "decided", status->decided);
    if (status->verdict) {
        cJSON_AddStringToObject(root, "sentence", status->verdict->sentence);
        cJSON_AddStringToObject(root, "result", status->verdict->result);
        cJSON *warnings = cJSON_AddArrayToObject(root, "warnings");
        for (int i = 0; i < status->verdict->warnings_count; i++)
            cJSON_AddItemToArray(warnings, cJSON_CreateString(status->verdict->warnings[i]));
        if (status->verdict->valid)
            cJSON_AddStringToObject(root, "valid", status->verdict->valid);
        if (status->verdict->needed)
            cJSON_AddStringToObject(root, "needed", status->verdict->needed);
    }
    return root;
}

void run_status_add_shards(cJSON *root, cJSON *shards)
{
    for (int state = 0; state < SHARD_STATES; state++) {
        const cJSON *shard;
        int count = 0;

        cJSON_ArrayForEach (shard, shards)
            count += strcmp(json_text(shard, "state"), shard_state_words[state]) == 0;
        json_put_int(root, shard_state_words[state], count);
    }
    cJSON_AddItemToObject(root, "shards", shards);
}
