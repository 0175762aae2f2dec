// SPDX-License-Identifier: MIT
/* arena/play/table_face.h - who shows a table to the person and asks them: the terminal, or a page.
 * The table (casual_table.h) and the puzzles know no more of it than this. */
#ifndef ARENA_PLAY_TABLE_FACE_H
#define ARENA_PLAY_TABLE_FACE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/config/config.h"
#include "arena/positions/position_set.h"
#include "arena/record/game_json.h"
#include "arena/record/score_sheet.h"

/* A deal that begins. */
struct table_deal {
    uint64_t number;                 /* from 0 */
    int deals;                       /* of how many */
    int seats;                       /* at the table */
    const struct skat_deck *deck;    /* names the positions */
    uint8_t seat_of[SKAT_PLAYERS];   /* by position; SKAT_NOBODY where nobody sits */
    int seat;                        /* the person's */
    const char *const *names;        /* by seat, of the table's lifetime, each different */
    const struct score_sheet *sheet; /* of the deals before */
    unsigned own;                    /* the person's position; SKAT_NOBODY: they sit out */
};

/* What a bot said that it thought when it was asked. */
struct table_thought {
    unsigned position;
    int card;         /* number of the card that it played, from 0; -1: it did something else */
    const char *text; /* one line, printable */
};

/* A deal that is over. */
struct table_deal_end {
    const struct skat_game *game;
    const struct game_json *line;         /* its record; NULL if that could not be read back */
    const cJSON *analysis;                /* what the solver says of it, or NULL */
    const struct score_sheet *sheet;      /* of all deals so far */
    const char *fault_of;                 /* the player who ended it by a fault, or NULL */
    bool last;                            /* no deal follows */
    const struct table_thought *thoughts; /* in order; none unless casual_plan.explains */
    int thought_count;
};

/* A position that is asked, or was. */
struct table_puzzle {
    const struct position *position;
    int number, count; /* from 1; of how many */
    int solved;        /* so far, with this one */
    unsigned own;      /* the position of the person at the table */
    unsigned declarer; /* SKAT_NOBODY: none */
    const struct skat_deck *deck;
    bool right; /* this one was solved */
};

struct table_face {
    void *context;
    /* Before the first deal or puzzle; `config`: NULL of puzzles. NULL: nobody wants to know. */
    void (*open)(void *context, const struct config *config);
    void (*begin)(void *context, const struct table_deal *deal);
    /* Asks the person, until the answer is legal. False: they leave. */
    bool (*ask)(void *context, const struct skat_game *game, const struct skat_decision *decision,
                struct skat_action *action);
    /* A bot is asked next, which may take its time. NULL: nobody wants to know. */
    void (*watch)(void *context, const struct skat_game *game,
                  const struct skat_decision *decision);
    /* False: they leave. */
    bool (*end)(void *context, const struct table_deal_end *end);
    void (*puzzle)(void *context, const struct table_puzzle *puzzle);
    bool (*solved)(void *context, const struct table_puzzle *puzzle, const struct skat_game *game);
    /* After the last puzzle: how many were solved. NULL: nobody wants to know. */
    void (*close)(void *context, int solved, int asked);
};

#endif
