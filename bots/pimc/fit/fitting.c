// SPDX-License-Identifier: MIT
#include "bots/pimc/fit/fitting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "engine/game/record.h"
#include "engine/rule_set.h"

void equations_solve(const struct equations *equations, double solution[CARD_FEATURES])
{
    double m[CARD_FEATURES][CARD_FEATURES + 1];

    for (int f = 0; f < CARD_FEATURES; f++) {
        for (int g = 0; g < CARD_FEATURES; g++)
            m[f][g] = f <= g ? equations->left[f][g] : equations->left[g][f];
        m[f][CARD_FEATURES] = equations->right[f];
    }
    for (int f = 0; f < CARD_FEATURES; f++)
        for (int row = 0; row < CARD_FEATURES; row++) {
            const double factor = m[row][f] / m[f][f];
            for (int g = f; row != f && factor != 0 && g <= CARD_FEATURES; g++)
                m[row][g] -= factor * m[f][g];
        }
    for (int f = 0; f < CARD_FEATURES; f++)
        solution[f] = m[f][CARD_FEATURES] / m[f][f];
}

int16_t weight_of(double value, int unit)
{
    return (int16_t)lround(fmax(INT16_MIN, fmin(INT16_MAX, unit * value)));
}

bool weights_write(const struct card_weights *weights)
{
    return fwrite(weights, sizeof *weights, 1, stdout) == 1 && fflush(stdout) == 0;
}

/* ---- logs ---- */

_Static_assert(sizeof(struct skat_view) == sizeof(struct skat_bot_view), "the layouts agree");

struct plays_reader {
    void *context;
    log_plays *plays;
    long number; /* of the game */
};

struct skat_bot_view log_view(const struct skat_game *game, unsigned position)
{
    struct skat_view seen;
    struct skat_bot_view view;

    skat_game_view(game, position, &seen);
    memcpy(&view, &seen, sizeof view);
    return view;
}

static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    const struct plays_reader *reader = context;

    if (action->kind != SKAT_ACTION_CARD || game->table.contract.type > SKAT_GAME_GRAND ||
        !several(game->playable))
        return;
    const struct skat_bot_view view = log_view(game, position);
    reader->plays(reader->context, reader->number, game, &view, action->cards[0]);
}

static const char *text_of(const cJSON *line, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, name));

    return text ? text : "";
}

/* False if it is no game by the official rules. */
static int read_game(struct plays_reader *reader, const struct skat_rules *rules, const cJSON *line)
{
    const struct skat_record_watcher watcher = {.context = reader, .acts = acts};
    struct skat_game game;
    struct skat_deal deal;
    struct skat_replay replay;
    struct skat_error error;

    if (!skat_deal_parse(&deal, rules->derived.deck, text_of(line, "cards"), &error))
        return 0;
    skat_game_start(&game, rules, &deal, NULL);
    skat_record_follow(&game, text_of(line, "moves"), strcmp(text_of(line, "status"), "ok") != 0,
                       &watcher, &replay);
    return replay.end != SKAT_REPLAY_BAD;
}

static void fail(const char *program, const char *path, long line, const char *what)
{
    fprintf(stderr, "%s: %s:%ld: %s\n", program, path, line, what);
    exit(1);
}

void log_read(const char *program, const char *path, void *context, log_plays *plays)
{
    struct plays_reader reader = {.context = context, .plays = plays};
    FILE *file = fopen(path, "r");
    struct skat_rules rules;
    char *text = NULL;
    size_t size = 0;

    if (!file)
        fail(program, path, 0, "cannot be read");
    skat_rules_official(&rules);
    skat_rules_prepare(&rules, NULL);
    for (reader.number = 1; getline(&text, &size, file) >= 0; reader.number++) {
        cJSON *line = cJSON_Parse(text);
        if (!line || !read_game(&reader, &rules, line))
            fail(program, path, reader.number, "not a game by the official rules");
        cJSON_Delete(line);
    }
    free(text);
    fclose(file);
}
