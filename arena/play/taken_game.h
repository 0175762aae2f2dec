// SPDX-License-Identifier: MIT
/* arena/play/taken_game.h - a game of a log that a person takes over at a move. */
#ifndef ARENA_PLAY_TAKEN_GAME_H
#define ARENA_PLAY_TAKEN_GAME_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"
#include "engine/deal.h"
#include "engine/game/record.h"

struct taken_game {
    cJSON *rules; /* as in a config; NULL: those that were asked for */
    char deal[SKAT_DEAL_TEXT_SIZE + SKAT_RECORD_SIZE]; /* cards, and the moves before it */
    int seats;
    int seat; /* of who makes the move, if seat 0 deals */
};

/* Reads game `game` of a folder or a file; `rules` as log_reader_open(). `move`: 1.., an actor and
 * its action, as `replay` and `compare` count them. False with errors. The caller deletes
 * taken->rules. */
bool taken_game_read(struct taken_game *taken, const char *path, const char *rules, int64_t game,
                     int64_t move, struct errors *errors);

#endif
