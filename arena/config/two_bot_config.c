#include "arena/config/two_bot_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/config/bot_spec.h"

/* ---- the bots ---- */

static void add_bots(cJSON *root, const struct two_bots *two, bool sandboxed, struct errors *errors)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *pair = cJSON_AddArrayToObject(root, "compare");
    char names[2][BOT_SPEC_NAME_SIZE];

    for (int i = 0; i < 2; i++)
        if (two->names[i])
            bot_spec_copy_name(names[i], two->names[i]);
        else
            bot_spec_name(two->bots[i], names[i]);
    if (strcmp(names[0], names[1]) == 0) {
        strcpy(names[0], "first");
        strcpy(names[1], "second");
    }
    for (int i = 0; i < 2; i++) {
        cJSON_AddItemToObject(bots, names[i], bot_spec_json(two->bots[i], sandboxed, errors));
        cJSON_AddItemToArray(pair, cJSON_CreateString(names[i]));
    }
}

/* ---- the config ---- */

int64_t two_bot_session_deals(int64_t deals)
{
    enum { USUAL = 36 }; /* a multiple of 2, 3 and 4: all seats deal equally often */

    for (int away = 0; away <= USUAL / 2; away++) {
        if (deals % (USUAL - away) == 0)
            return USUAL - away;
        if (deals % (USUAL + away) == 0)
            return USUAL + away;
    }
    return deals;
}

bool two_bot_config(struct config *config, const struct two_bots *two, const char *name,
                    const struct config_overrides *overrides, struct errors *errors)
{
    cJSON *root = cJSON_CreateObject();
    int64_t deals = two_bot_session_deals(two->deals);
    bool sandboxed = overrides->isolation &&
                     strcmp(overrides->isolation, isolation_names[ISOLATION_PROCESS]) == 0;
    int before = errors->count;

    cJSON_AddStringToObject(root, "name", name);
    cJSON_AddStringToObject(root, "rules", two->rules ? two->rules : "isko");
    cJSON_AddStringToObject(root, "schedule", schedule_names[SCHEDULE_DUEL]);
    cJSON_AddStringToObject(root, "seatings", two->seatings ? two->seatings : "rotations");
    cJSON_AddNumberToObject(root, "sessions", (double)(two->deals / deals));
    cJSON_AddNumberToObject(root, "deals", (double)deals);
    add_bots(root, two, sandboxed, errors);
    if (two->tested)
        test_plan_to_json(&two->test, cJSON_AddObjectToObject(root, "test"));
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    config_parse(config, text, strlen(text), "command line", ".", overrides, errors);
    free(text);
    return errors->count == before;
}
