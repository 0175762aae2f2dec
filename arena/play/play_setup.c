// SPDX-License-Identifier: MIT
#include "arena/play/play_setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_write.h"
#include "arena/config/bot_spec.h"
#include "arena/config/command_config.h"
#include "arena/config/rules_config.h"
#include "arena/log/log_reader.h"
#include "engine/rules.h"

/* A seed that nobody knows before. Returns `text`, or NULL with an error. */
static const char *draw_seed(char text[SKAT_SEED_TEXT_SIZE], struct errors *errors)
{
    struct skat_seed drawn = {0};

    if (getentropy(&drawn, sizeof drawn) == 0)
        return skat_seed_print(&drawn, text);
    errors_add(errors, "play", "no random numbers for a seed: %s", strerror(errno));
    return NULL;
}

/* A module that every build has; it is loaded, and never asked. */
static const char person_module[] = "random";

static void add_bots(cJSON *root, const struct play_setup *setup, int seats, struct errors *errors)
{
    cJSON *bots = cJSON_AddObjectToObject(root, "bots"),
          *at = cJSON_AddArrayToObject(root, "seats");
    char name[BOT_SPEC_NAME_SIZE];

    cJSON_AddStringToObject(bots, "you", person_module);
    for (int seat = 0, i = 0; seat < seats; seat++) {
        if (seat == setup->taken.seat) {
            cJSON_AddItemToArray(at, cJSON_CreateString("you"));
            continue;
        }
        const char *spec = setup->bots[i++ % setup->bot_count];
        bot_spec_name(spec, true, name);
        if (!json_get(bots, name))
            cJSON_AddItemToObject(bots, name, bot_spec_json(spec, ISOLATION_NONE, errors));
        cJSON_AddItemToArray(at, cJSON_CreateString(name));
    }
}

static bool parse(struct config *config, cJSON *root, const struct play_setup *setup,
                  struct errors *errors)
{
    struct config_overrides overrides = CONFIG_NO_OVERRIDES;
    char seed[SKAT_SEED_TEXT_SIZE];

    overrides.seed = setup->seed ? setup->seed : draw_seed(seed, errors);
    if (!setup->takes) /* they are among the rules of its log */
        overrides.rules = &setup->rule;
    overrides.workers = 1;
    overrides.isolation = isolation_names[ISOLATION_NONE]; /* they play in this process */
    return config_make(config, root, CONFIG_OF_COMMAND, ".", &overrides, errors);
}

/* Errors of the config are told by the words that it was made from. */
static void tell_by_words(const struct play_setup *setup, struct errors *from,
                          struct errors *errors)
{
    char names[SKAT_SEATS_MAX][BOT_SPEC_NAME_SIZE];
    struct command_bot bots[SKAT_SEATS_MAX];

    for (int i = 0; i < setup->bot_count; i++) {
        bot_spec_name(setup->bots[i], true, names[i]);
        bots[i] = (struct command_bot){names[i], setup->bots[i]};
    }
    command_places_move(errors, from, bots, setup->bot_count);
}

static cJSON *base_config(const struct play_setup *setup)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "name", "play");
    cJSON_AddStringToObject(root, "schedule", "fixed");
    if (setup->taken.rules)
        cJSON_AddItemToObject(root, "rules", cJSON_Duplicate(setup->taken.rules, true));
    else
        cJSON_AddStringToObject(root, "rules", setup->rules ? setup->rules : "skat");
    if (setup->takes) {
        const char *deals[] = {setup->taken.deal};
        cJSON_AddStringToObject(root, "contract", "position");
        cJSON_AddItemToObject(root, "deals", cJSON_CreateStringArray(deals, 1));
    } else {
        cJSON_AddNumberToObject(root, "deals", (double)setup->deals);
    }
    return root;
}

static bool config_for(struct config *config, const struct play_setup *setup, int seats,
                       struct errors *errors)
{
    const int before = errors->count;
    cJSON *root = base_config(setup);

    add_bots(root, setup, seats, errors);
    return parse(config, root, setup, errors) && errors->count == before;
}

bool play_setup_config(struct config *config, const struct play_setup *setup, struct errors *errors)
{
    enum { TWO = 2, THREE = 3 };
    const int seats = setup->takes           ? setup->taken.seats
                      : setup->bot_count > 1 ? setup->bot_count + 1
                                             : THREE;
    struct errors wrong = {0}, of_two = {0};
    bool ok = config_for(config, setup, seats, &wrong);

    if (!ok && !setup->takes && setup->bot_count == 1) {
        config_free(config);
        ok = config_for(config, setup, TWO, &of_two);
        errors_free(&of_two);
    }
    if (ok)
        errors_free(&wrong);
    else
        tell_by_words(setup, &wrong, errors);
    return ok;
}

bool play_setup_rules(struct skat_rules *rules, const struct play_setup *setup,
                      struct errors *errors)
{
    return rules_config_load_prepared(rules, setup->rules ? setup->rules : "skat", errors);
}

/* ---- a game of a log ---- */

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

static bool take_game(struct taken_game *taken, const struct game_json *line, int64_t move,
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
static bool find_game(struct taken_game *taken, struct log_reader *log, int64_t game, int64_t move,
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
            take_game(taken, &line, move, where, errors);
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
        log_reader_open(&log, path, rules, errors) && find_game(taken, &log, game, move, errors);
    if (ok && !rules && log.has_manifest) {
        cJSON *config = config_of_run(log.manifest.root, &why);
        taken->rules = cJSON_DetachItemFromObjectCaseSensitive(config, "rules");
        cJSON_Delete(config);
    }
    log_reader_close(&log);
    return ok;
}
