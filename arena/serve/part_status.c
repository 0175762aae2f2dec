// SPDX-License-Identifier: MIT
#include "arena/serve/part_status.h"

#include <math.h>
#include <string.h>

#include "arena/base/json_write.h"

const char *const part_state_words[PART_STATES] = {
    [PART_NOT_BEGUN] = "not begun", [PART_INTERRUPTED] = "interrupted",
    [PART_STOPPED] = "stopped",     [PART_SILENT] = "silent",
    [PART_PLAYING] = "playing",     [PART_FINISHED] = "finished",
};

double run_status_left(const struct run_status *status)
{
    if (status->decided || status->units >= status->planned)
        return 0;
    return status->rate > 0 ? (status->planned - status->units) / status->rate : NAN;
}

cJSON *part_status_to_json(const struct part_status *part)
{
    cJSON *row = cJSON_CreateObject();

    json_put_int(row, "part", part->number);
    cJSON_AddStringToObject(row, "state", part_state_words[part->state]);
    json_put_real(row, "units", part->units);
    json_put_real(row, "of", part->of);
    json_put_real(row, "units_per_second", part->rate);
    json_put_real(row, "last_seconds_ago", part->last);
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
    json_put_int(root, "verdict_of_part", status->part);
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

void run_status_add_parts(cJSON *root, cJSON *parts)
{
    for (int state = 0; state < PART_STATES; state++) {
        const cJSON *part;
        int count = 0;

        cJSON_ArrayForEach (part, parts)
            count += strcmp(json_text(part, "state"), part_state_words[state]) == 0;
        json_put_int(root, part_state_words[state], count);
    }
    cJSON_AddItemToObject(root, "parts", parts);
}
