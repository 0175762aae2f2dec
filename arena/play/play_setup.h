// SPDX-License-Identifier: MIT
/* arena/play/play_setup.h - what is asked for at a casual table: rules, bots, deals, or a game of a
 * log; and the config that it makes. */
#ifndef ARENA_PLAY_PLAY_SETUP_H
#define ARENA_PLAY_PLAY_SETUP_H

#include "arena/config/config.h"
#include "arena/play/taken_game.h"

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
