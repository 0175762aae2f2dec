// SPDX-License-Identifier: MIT
/* arena/solve/loss_phases.h - in which phase games are lost with all cards open, and in which
 * tricks card points: by role, kind of game, and lead or follow. */
#ifndef ARENA_SOLVE_LOSS_PHASES_H
#define ARENA_SOLVE_LOSS_PHASES_H

#include "arena/solve/game_analysis.h"

/* Where a lost game went wrong for good. Only a declarer loses before the play. */
enum loss_phase {
    LOSS_BID,          /* no game that reaches the bid would have won */
    LOSS_ANNOUNCEMENT, /* another game would have won */
    LOSS_DISCARD,      /* the same game would have won with other discards */
    LOSS_UNKNOWN,      /* one of these: other games were not looked at */
    LOSS_LEAD,         /* by a card that led to a trick */
    LOSS_FOLLOW,       /* by another card */
    LOSS_PHASES
};
enum loss_game { LOSS_SUIT, LOSS_GRAND, LOSS_NULL, LOSS_GAMES };

/* Counts of the cards that led to a trick, or that followed: decisions between two or more cards,
 * decisions that lost nothing, and what the others lost, in card points; in null, in games. */
struct trick_losses {
    int64_t choices, best, lost;
};

struct role_losses {
    int64_t games, lost[LOSS_PHASES];             /* with a known goal */
    struct trick_losses tricks[2][SKAT_HAND_MAX]; /* lead, follow */
};

/* The losses of one bot. Zero-initialise. */
struct loss_phases {
    struct role_losses of[2][LOSS_GAMES]; /* declarer, defender */
};

/* Adds an analysed game that was played, for the bot at `position`. */
void loss_phases_add(struct loss_phases *phases, const struct game_analysis *analysis,
                     unsigned position);

/* A row for each role and kind of game that occurred. The caller deletes it. */
cJSON *loss_phases_json(const struct loss_phases *phases);

#endif
