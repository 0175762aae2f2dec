// SPDX-License-Identifier: MIT
/* arena/play/terminal_face.h - a person at the terminal: is told what happens at the table, and
 * asked, in text. */
#ifndef ARENA_PLAY_TERMINAL_FACE_H
#define ARENA_PLAY_TERMINAL_FACE_H

#include <stdio.h>

#include "arena/play/table_face.h"
#include "arena/record/language.h"

struct terminal_person {
    FILE *in, *out;
    struct language language;
    bool symbols; /* suits as symbols */
    bool brief;   /* no record after a deal */
    bool takes;   /* a game is taken over: its cards are not those of the seed */
    /* The rest is the face's own; zeros. */
    unsigned position;        /* in this deal */
    int told;                 /* moves of the record */
    bool left;                /* said "quit", or the input ended */
    const char *const *names; /* of the table, by seat */
    int seats, seat;          /* at the table; the person's */
};

/* The face of this person, which it points to. */
struct table_face terminal_face(struct terminal_person *person);

#endif
