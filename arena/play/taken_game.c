// SPDX-License-Identifier: MIT
#include "arena/play/taken_game.h"

#include <stdio.h>
#include <string.h>

#include "arena/log/manifest.h"
#include "arena/log/log_reader.h"
#include "engine/rules.h"

/* The moves before number `move`. Returns who makes that; '\0' if there is none, 'w' for the skat.
 */
static char cut(char record[SKAT_RECORD_SIZE], int64_t move)
{
    char *at = record;

    for (int64_t words = 2 * (move - 1); words > 0; words--) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    const char actor = *at;
    *at = '\0';
    if (at > record)
        at[-1] = '\0';
    return actor;
}

static bool take(struct taken_game *taken, const struct game_json *line, int64_t move,
                 const char *where, struct errors *errors)
{
    const struct skat_rules *rules = line->game.rules;
    char cards[SKAT_DEAL_TEXT_SIZE], record[SKAT_RECORD_SIZE];
    uint8_t seat_of[SKAT_PLAYERS];

    record[skat_record_moves(&line->game, record)] = '\0';
    const char actor = cut(record, move);
    if (actor < '0' || actor >= '0' + SKAT_PLAYERS) {
        errors_add(errors, where, "move %lld is no decision: %s", (long long)move,
                   actor ? "there the skat is given" : "the game has fewer");
        return false;
    }
    skat_deal_print(&line->game.deal, rules->derived.deck, cards);
    snprintf(taken->deal, sizeof taken->deal, "%s%s%s", cards, *record ? " " : "", record);
    skat_positions(rules, skat_dealer(line->seats, 0), seat_of);
    taken->seats = line->seats;
    taken->seat = seat_of[actor - '0'];
    return true;
}

/* Reads lines up to the game. */
static bool find(struct taken_game *taken, struct log_reader *log, int64_t game, int64_t move,
                 struct errors *errors)
{
    static struct game_json line; /* large, used one at a time */
    char where[1300];

    while (log_reader_next(log)) {
        if (game_json_named_game(log->text) != (uint64_t)game)
            continue;
        snprintf(where, sizeof where, "%s:%llu", log->path, (unsigned long long)log->number);
        const bool ok =
            game_json_read(log->text, log->length, &log->rules, NULL, where, &line, errors) &&
            take(taken, &line, move, where, errors);
        cJSON_Delete(line.root);
        return ok;
    }
    if (log_reader_ended(log, errors))
        errors_add(errors, log->path, "has no game %lld", (long long)game);
    return false;
}

bool taken_game_read(struct taken_game *taken, const char *path, const char *rules, int64_t game,
                     int64_t move, struct errors *errors)
{
    struct log_reader log;
    const char *why;

    *taken = (struct taken_game){.rules = NULL};
    const bool ok =
        log_reader_open(&log, path, rules, errors) && find(taken, &log, game, move, errors);
    if (ok && !rules && log.has_manifest) {
        cJSON *config = config_of_run(log.manifest.root, &why);
        taken->rules = cJSON_DetachItemFromObjectCaseSensitive(config, "rules");
        cJSON_Delete(config);
    }
    log_reader_close(&log);
    return ok;
}
