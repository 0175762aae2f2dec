#include "arena/log/summary_file.h"

#include "arena/base/json_read.h"
#include "arena/record/tally.h"

static void check_declared(const struct json_value *bidding)
{
    static const struct json_expected members[] = {
        {"declared", cJSON_IsObject, "an object"},
        {"bots", cJSON_IsObject, "an object"},
        {"calibration", cJSON_IsArray, "an array"},
    };

    if (cJSON_IsObject(bidding->node))
        json_expect(bidding, members, sizeof members / sizeof *members);
    else if (!cJSON_IsNull(bidding->node))
        json_wrong(bidding, "an object or null");
}

static void check_comparison(const struct json_value *comparison)
{
    static const struct json_expected members[] = {
        {"a", cJSON_IsString, "a name"},          {"b", cJSON_IsString, "a name"},
        {"unit", cJSON_IsString, "a word"},       {"verdict", cJSON_IsString, "a sentence"},
        {"primary", cJSON_IsString, "a scoring"}, {"scorings", cJSON_IsObject, "an object"},
        {"roles", cJSON_IsArray, "an array"},     {"contracts", cJSON_IsArray, "an array"},
        {"positions", cJSON_IsArray, "an array"}, {"curve", cJSON_IsObject, "an object"},
        {"swings", cJSON_IsArray, "an array"},    {"divergences", cJSON_IsArray, "an array"},
    };

    if (!json_is_object(comparison))
        return;
    json_expect(comparison, members, sizeof members / sizeof *members);
    struct json_value bidding = json_member(comparison, "bidding");
    check_declared(&bidding);
}

/* Every counter, and what else the tables show of a bot. */
static void check_bot(const struct json_value *bot)
{
    static const struct json_expected members[] = {
        {"name", cJSON_IsString, "a name"},       {"games", cJSON_IsObject, "an object"},
        {"classic", cJSON_IsObject, "an object"}, {"seeger_fabian", cJSON_IsObject, "an object"},
        {"score", cJSON_IsObject, "an object"},   {"faults", cJSON_IsObject, "an object"},
    };

    if (!json_is_object(bot))
        return;
    json_expect(bot, members, sizeof members / sizeof *members);
    for (int i = 0; i < tally_counter_count; i++) {
        struct json_value count = json_member(bot, tally_counters[i].key);
        if (!cJSON_IsNumber(count.node))
            json_wrong(&count, "a number");
    }
}

cJSON *summary_load(const char *path, struct errors *errors)
{
    static const struct json_expected members[] = {
        {"format", cJSON_IsNumber, "a number"},
        {"games", cJSON_IsNumber, "a number"},
        {"scoring", cJSON_IsString, "a scoring"},
        {"bots", cJSON_IsArray, "an array"},
    };
    int before = errors->count;
    cJSON *summary = json_load(path, errors);

    if (!summary)
        return NULL;
    struct json_value root = json_root(summary, path, errors);
    if (json_is_object(&root)) {
        json_expect(&root, members, sizeof members / sizeof *members);
        struct json_value bots = json_member(&root, "bots");
        for (int i = 0; i < cJSON_GetArraySize(bots.node); i++) {
            struct json_value bot = json_element(&bots, i);
            check_bot(&bot);
        }
        struct json_value comparison = json_member(&root, "comparison");
        if (comparison.node)
            check_comparison(&comparison);
    }
    if (errors->count == before)
        return summary;
    cJSON_Delete(summary);
    return NULL;
}
