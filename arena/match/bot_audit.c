// SPDX-License-Identifier: MIT
#include "arena/match/bot_audit.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/log/log_reader.h"
#include "arena/match/result_folder.h"
#include "arena/match/tournament.h"
#include "engine/variant.h"
#include "arena/config/seed_json.h"

/* ---- the config ---- */

static char *config_text(const struct config *config, const char *name)
{
    static const char *const kept[] = {"rules",     "time_limit_ms", "cpu_limit_ms",
                                       "bank_ms",   "start_ms",      "node_budget",
                                       "isolation", "memory_mb",     "workers"};
    const cJSON *given = config->root;
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "name", "audit");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(given, kept[i]);
        if (item)
            cJSON_AddItemToObject(root, kept[i], cJSON_Duplicate(item, true));
    }
    cJSON *bots = cJSON_AddObjectToObject(root, "bots");
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(given, "bots");
    cJSON_AddItemToObject(bots, name,
                          cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(all, name), true));
    cJSON *seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < config->rules.seats; seat++)
        cJSON_AddItemToArray(seats, cJSON_CreateString(name));
    json_put_int(root, "deals", AUDIT_DEALS);
    seed_json_put(root, "seed", &config->seed);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    return text;
}

/* ---- two logs ---- */

/* The words of a record at the first difference, and how many are before it. */
static int first_difference(const char *one, const char *other, const char *at[2])
{
    int words = 0;

    at[0] = one;
    at[1] = other;
    while (*one && *one == *other) {
        one++;
        other++;
        if (one[-1] != ' ')
            continue;
        at[0] = one;
        at[1] = other;
        words++;
    }
    return words;
}

static char *read_moves(const char *folder, int *games, struct errors *errors)
{
    static struct game_json line; /* 7 kB, used one at a time */
    struct log_reader log;
    char *all = xstrdup("");

    *games = 0;
    bool open = log_reader_open(&log, folder, NULL, errors);
    while (open && log_reader_next(&log) &&
           game_json_read(log.text, log.length, &log.rules, NULL, log.path, &line, errors)) {
        char *more = xasprintf("%s%s\n", all, json_text(line.root, "moves"));
        free(all);
        all = more;
        ++*games;
        cJSON_Delete(line.root);
    }
    log_reader_close(&log);
    return all;
}

/* What differs first between the moves of two runs. */
static void describe(struct bot_audit *audit, const struct config *config, const char *one,
                     const char *other)
{
    for (int deal = 1; *one && *other; deal++) {
        size_t length = strcspn(one, "\n"), its = strcspn(other, "\n");
        char *moves[2] = {xstrndup(one, length), xstrndup(other, its)};
        const char *at[2];
        if (strcmp(moves[0], moves[1]) != 0) {
            int word = first_difference(moves[0], moves[1], at);
            const char *actor = word % 2 && at[0] - moves[0] >= 2 ? at[0] - 2 : at[0];
            snprintf(audit->difference, sizeof audit->difference,
                     "in deal %d, move %d, %s answered %.*s and, the same being known, %.*s", deal,
                     word / 2 + 1,
                     *actor >= '0' && *actor <= '2'
                         ? skat_position_name(config->rules.derived.deck, (unsigned)(*actor - '0'))
                         : "a player",
                     (int)strcspn(at[0], " "), at[0], (int)strcspn(at[1], " "), at[1]);
        }
        free(moves[0]);
        free(moves[1]);
        if (*audit->difference)
            return;
        one += length + (one[length] == '\n');
        other += its + (other[its] == '\n');
    }
}

/* ---- playing ---- */

/* Removes what was played. */
static bool clear(const char *out, bool step, struct errors *errors)
{
    if (!step)
        return result_folder_open(out, true, errors);
    result_folder_clear_step(out);
    return true;
}

/* Plays once; the number of faults is added up. */
static int play_once(struct bot_audit *audit, const struct config *config, const char *out,
                     bool step, struct errors *errors)
{
    const struct tournament_options how = {.quiet = true, .most_faults = LONE_FAULTS, .step = step};
    static struct tournament tournament; /* 100 kB, used one at a time */

    if (!clear(out, step, errors))
        return EXIT_INTERNAL;
    int code = tournament_play(&tournament, config, out, &how, errors);
    audit->faults = tournament.summary ? (int)run_summary_faults(tournament.summary) : 0;
    audit->games = (int)tournament.result.games;
    tournament_free(&tournament);
    return code;
}

static int play_twice(struct bot_audit *audit, const struct config *config, const char *out,
                      bool step, struct errors *errors)
{
    int games;

    int code = play_once(audit, config, out, step, errors);
    if (code != EXIT_OK || audit->faults)
        return code;
    char *first = read_moves(out, &games, errors);
    code = play_once(audit, config, out, step, errors);
    if (code == EXIT_OK && !audit->faults) {
        char *second = read_moves(out, &games, errors);
        audit->repeated = true;
        describe(audit, config, first, second);
        free(second);
    }
    free(first);
    return code;
}

int bot_audit_play(struct bot_audit *audit, const struct config *config, int bot, const char *out,
                   bool step, struct errors *errors)
{
    struct config_overrides overrides = config->overrides;
    struct config alone;
    const char *name = config->bots[bot].name;
    int code = EXIT_INTERNAL;

    *audit = (struct bot_audit){.bot = name};
    overrides.deals = overrides.session_deals = -1;
    overrides.audit = 0;
    overrides.redeals = NULL;
    overrides.shard = overrides.shards = 0;
    overrides.log = NULL;
    overrides.modules = config->modules;
    char *text = config_text(config, name);
    if (config_parse(&alone, text, strlen(text), config->path, config->folder, &overrides, errors))
        code = play_twice(audit, &alone, out, step, errors);
    config_free(&alone);
    free(text);
    if (code == EXIT_OK && !audit->faults && !clear(out, step, errors))
        code = EXIT_INTERNAL;
    return code;
}
