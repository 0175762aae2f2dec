// SPDX-License-Identifier: MIT
/* engine/game/variant_play.h - what a game of its own does differently at the table (rules.md 10):
 * the hooks at which the rooms of Skat ask for it. engine/variants.c has what it changes in the
 * rules; the rows are in phases.c. Private to this folder. */
#ifndef SKAT_ENGINE_GAME_VARIANT_PLAY_H
#define SKAT_ENGINE_GAME_VARIANT_PLAY_H

#include "engine/game/refusal.h"
#include "engine/game/state.h"

struct skat_view;

/* How a game is declared, from the end of the auction to the announced game. */
struct skat_declaring {
    /* Fills in the games that may be announced now: phases GAME, DECLARE, TURN. */
    void (*offer)(const struct skat_game *game, struct skat_decision *decision);
    /* May this game be announced now? */
    enum skat_refusal (*may_declare)(const struct skat_game *game, struct skat_contract contract);
    /* The declarer takes the skat without announcing a game. */
    void (*pick_up)(struct skat_game *game);
    /* The declarer announces a game with the skat and takes it now; NULL: such games are announced
     * after the pick-up. */
    void (*name)(struct skat_game *game, struct skat_contract contract);
    /* The declarer turns a card of the skat; NULL: never. */
    enum skat_refusal (*turn_card)(struct skat_game *game);
};

/* Each hook may be NULL: then the game is played as Skat is. */
struct skat_variant_play {
    /* Begins a deal in place of the auction (rules.md 3). */
    void (*begin)(struct skat_game *game);
    const struct skat_declaring *declaring;
    /* Changes Skat's view of a player to that of the game. */
    void (*view)(const struct skat_game *game, unsigned position, struct skat_view *view);
    /* After kontra was said, or not. */
    void (*after_kontra)(struct skat_game *game);
    /* After a trick, if the game is not played with three hands. */
    void (*after_trick)(struct skat_game *game);
    /* After each action, if the third hand is a pile. */
    void (*turn_pile)(struct skat_game *game);
};

#endif
