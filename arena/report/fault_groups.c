// SPDX-License-Identifier: MIT
#include "arena/report/fault_groups.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "engine/card.h"

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* The first frame of the bot itself: where it crashed in a library, or called abort(), tells less.
 */
static const char *frame_of(const cJSON *fault)
{
    const cJSON *frame, *frames = member(fault, "backtrace");

    cJSON_ArrayForEach (frame, frames)
        if (cJSON_IsString(frame) && strncmp(frame->valuestring, "lib", 3) != 0 &&
            strncmp(frame->valuestring, "ld-", 3) != 0)
            return frame->valuestring;
    frame = cJSON_GetArrayItem(frames, 0);
    return cJSON_IsString(frame) ? frame->valuestring : "";
}

/* What kind of action was refused: its text is a position and a move (docs/formats.md, "Moves").
 * NULL if none was. */
static const char *refused_kind(const char *what)
{
    static const char start[] = "refused: ";

    if (strncmp(what, start, sizeof start - 1) != 0)
        return NULL;
    const char *move = strchr(what + sizeof start - 1, ' ');
    if (!move || strcmp(move + 1, "?") == 0)
        return "no action";
    move++;
    if (strlen(move) == 2 && skat_card_parse(move) != SKAT_NO_CARD)
        return "a card";
    if ((*move >= '0' && *move <= '9') || (strchr("pyn", *move) && !move[1]))
        return "a bid";
    bool word = strcmp(move, "K") == 0 || strcmp(move, "RE") == 0; /* kontra, conceding */
    return !word && (strchr(move, '.') || (*move >= 'A' && *move <= 'Z')) ? "an announcement"
                                                                          : "another action";
}

/* Where a fault happened: in the code, or in the game. */
static const char *place_of(const cJSON *fault)
{
    const char *refused = refused_kind(json_text(fault, "what"));
    return refused ? refused : frame_of(fault);
}

static bool is_alike(const cJSON *group, const cJSON *fault)
{
    const char *what = json_text(group, "what");

    return strcmp(json_text(group, "bot"), json_text(fault, "bot")) == 0 &&
           strcmp(json_text(group, "kind"), json_text(fault, "status")) == 0 &&
           strcmp(json_text(group, "place"), place_of(fault)) == 0 &&
           (refused_kind(what) || strcmp(what, json_text(fault, "what")) == 0);
}

static cJSON *find(cJSON *groups, const cJSON *fault)
{
    cJSON *group;

    cJSON_ArrayForEach (group, groups)
        if (is_alike(group, fault))
            return group;
    return NULL;
}

static cJSON *add_group(cJSON *groups, const cJSON *fault)
{
    static const char *const details[] = {"backtrace", "output"};
    cJSON *group = cJSON_CreateObject();

    cJSON_AddStringToObject(group, "bot", json_text(fault, "bot"));
    cJSON_AddStringToObject(group, "kind", json_text(fault, "status"));
    cJSON_AddStringToObject(group, "what", json_text(fault, "what"));
    cJSON_AddStringToObject(group, "place", place_of(fault));
    cJSON_AddArrayToObject(group, "positions");
    json_put_int(group, "count", 0);
    cJSON_AddArrayToObject(group, "games");
    for (size_t i = 0; i < sizeof details / sizeof *details; i++)
        json_copy(group, fault, details[i]);
    cJSON_AddItemToArray(groups, group);
    return group;
}

static void count(cJSON *group, const cJSON *fault)
{
    cJSON *games = cJSON_GetObjectItemCaseSensitive(group, "games"),
          *positions = cJSON_GetObjectItemCaseSensitive(group, "positions"),
          *number = cJSON_GetObjectItemCaseSensitive(group, "count");

    cJSON_SetNumberValue(number, number->valuedouble + 1);
    if (cJSON_GetArraySize(games) < FAULT_GROUP_GAMES)
        cJSON_AddItemToArray(games, cJSON_CreateNumber(json_number(fault, "game")));
    if (!json_has_text(positions, json_text(fault, "position")))
        cJSON_AddItemToArray(positions, cJSON_CreateString(json_text(fault, "position")));
}

/* Faults whose text is always another would make as many groups: what comes after so many only
 * counts where it fits. */
enum { GROUPS_READ = 1000 };

static void take_fault(cJSON *groups, const cJSON *fault)
{
    cJSON *group = find(groups, fault);

    if (!group && cJSON_GetArraySize(groups) < GROUPS_READ)
        group = add_group(groups, fault);
    if (group)
        count(group, fault);
}

/* The largest group of those that are left, the first among equals. */
static cJSON *detach_largest(cJSON *groups)
{
    int largest = 0, at = 0;
    double most = -1;
    const cJSON *group;

    cJSON_ArrayForEach (group, groups) {
        if (json_number(group, "count") > most) {
            most = json_number(group, "count");
            largest = at;
        }
        at++;
    }
    return cJSON_DetachItemFromArray(groups, largest);
}

static cJSON *sorted(cJSON *groups)
{
    cJSON *list = cJSON_CreateArray(), *group;

    while (cJSON_GetArraySize(list) < FAULT_GROUPS_MAX && (group = detach_largest(groups)))
        cJSON_AddItemToArray(list, group);
    cJSON_Delete(groups);
    return list;
}

cJSON *fault_groups(const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE], where[FOLDER_PATH_SIZE + 30], *text = NULL;
    FILE *file = fopen(folder_file(folder, "faults.jsonl", path), "r");
    cJSON *groups = cJSON_CreateArray();
    size_t size = 0;
    int before = errors->count;

    if (!file && errno != ENOENT)
        errors_add(errors, path, "%s", strerror(errno));
    for (uint64_t number = 1; file && errors->count == before && getline(&text, &size, file) > 0;
         number++) {
        text[strcspn(text, "\n")] = '\0';
        snprintf(where, sizeof where, "%s:%llu", path, (unsigned long long)number);
        cJSON *fault = json_parse(text, strlen(text), where, errors);
        if (fault)
            take_fault(groups, fault);
        cJSON_Delete(fault);
    }
    free(text);
    if (file)
        fclose(file);
    return sorted(groups);
}
