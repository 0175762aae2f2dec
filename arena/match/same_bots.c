// SPDX-License-Identifier: MIT
#include "arena/match/same_bots.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/hash.h"

enum { HASH = HASH_SIZE - 1, PAIR = 2 * HASH + 1 };

static bool is_hash(const char *text) { return strspn(text, "0123456789abcdef") == HASH; }

bool same_bots_are_hashes(const char *text)
{
    while (is_hash(text) && text[HASH] == '=' && is_hash(text + HASH + 1)) {
        text += PAIR;
        if (*text++ != ',')
            return text[-1] == '\0';
    }
    return false;
}

static bool is_hash_of_bot(const cJSON *item)
{
    return cJSON_IsString(item) && item->string && strcmp(item->string, "sha256") == 0;
}

/* In whatever depth: modules, parts of composed bots, files of a command. */
static bool replace(cJSON *item, const char *pair)
{
    const char *with = pair, *hash = pair + HASH + 1;
    bool done = is_hash_of_bot(item) && strncmp(item->valuestring, hash, HASH) == 0;
    cJSON *child;

    if (done)
        memcpy(item->valuestring, with, HASH);
    cJSON_ArrayForEach (child, item)
        done |= replace(child, pair);
    return done;
}

static void note(cJSON *manifest, const char *pair)
{
    cJSON *list = json_get(manifest, "same_bots");
    const cJSON *known;
    char text[PAIR + 1];

    snprintf(text, sizeof text, "%s", pair);
    if (!list)
        list = cJSON_AddArrayToObject(manifest, "same_bots");
    cJSON_ArrayForEach (known, list)
        if (strcmp(known->valuestring, text) == 0)
            return;
    cJSON_AddItemToArray(list, cJSON_CreateString(text));
}

void same_bots_join(cJSON *manifest, const char *text, const cJSON *before)
{
    cJSON *bots = json_get(manifest, "bots");
    const cJSON *pair;

    cJSON_ArrayForEach (pair, before)
        if (cJSON_IsString(pair))
            note(manifest, pair->valuestring);
    while (text && *text) {
        if (replace(bots, text))
            note(manifest, text);
        text += PAIR;
        text += *text == ',';
    }
}

/* Gives modules with the same hash, in two manifests at this place or below it, the same name. */
static void name_alike(cJSON *item, const cJSON *like)
{
    const cJSON *hash = json_get(item, "sha256"), *same = json_get(like, "sha256"),
                *module = json_get(like, "module");

    if (cJSON_IsString(module) && cJSON_IsString(hash) && cJSON_Compare(hash, same, true))
        cJSON_ReplaceItemInObjectCaseSensitive(item, "module", cJSON_Duplicate(module, true));
    item = item->child;
    for (like = like->child; item && like; item = item->next, like = like->next)
        name_alike(item, like);
}

void same_bots_name_alike(cJSON *manifest, const cJSON *like)
{
    cJSON *bots = json_get(manifest, "bots");
    const cJSON *others = json_get(like, "bots");

    if (bots && others)
        name_alike(bots, others);
}

static bool items_differ(const cJSON *one, const cJSON *other, const char *hashes[2])
{
    if (is_hash_of_bot(one) && is_hash_of_bot(other)) {
        hashes[0] = one->valuestring;
        hashes[1] = other->valuestring;
        return strcmp(hashes[0], hashes[1]) != 0;
    }
    for (one = one->child, other = other->child; one && other; one = one->next, other = other->next)
        if (items_differ(one, other, hashes))
            return true;
    return false;
}

bool same_bots_differ(const cJSON *one, const cJSON *other, const char *hashes[2])
{
    const cJSON *bots = json_get(one, "bots"), *others = json_get(other, "bots");

    return bots && others && items_differ(bots, others, hashes);
}
