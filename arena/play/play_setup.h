// SPDX-License-Identifier: MIT
/* arena/play/play_setup.h - what is asked for at a casual table: rules, bots, deals, or a game of a
 * log; and the config that it makes. */
#ifndef ARENA_PLAY_PLAY_SETUP_H
#define ARENA_PLAY_PLAY_SETUP_H

#include "arena/config/config.h"
#include "engine/deal.h"
#include "engine/game/record.h"

/* A game of a log that the person takes over at a move. */
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

/* The texts belong to the caller. */
struct play_setup {
    const char *bots[SKAT_SEATS_MAX]; /* as on the command line, at least one */
    int bot_count;
    const char *rules;       /* a rule set; NULL: skat */
    struct word_list rule;   /* more options of it, KEY=VALUE */
    const char *seed;        /* NULL: drawn */
    int64_t deals;           /* unless a game is taken over */
    bool takes;              /* a game is taken over */
    struct taken_game taken; /* then; its seat is the person's in any case */
};

/* Makes the config: the person sits in seat taken.seat, the bots in the others, in turn. As many
 * sit there as bots are named; else three, or two where the rules are for two. False with errors
 * that name the words of the setup. The caller frees *config in any case. */
bool play_setup_config(struct config *config, const struct play_setup *setup,
                       struct errors *errors);

/* The rule set of `rules` alone, prepared, for positions. False with errors. */
bool play_setup_rules(struct skat_rules *rules, const struct play_setup *setup,
                      struct errors *errors);

#endif
