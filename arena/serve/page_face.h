// SPDX-License-Identifier: MIT
/* arena/serve/page_face.h - a person at a page: what happens at the table as lines of JSON, each
 * the whole of what the page shows, and the person's answers as lines of text. */
#ifndef ARENA_SERVE_PAGE_FACE_H
#define ARENA_SERVE_PAGE_FACE_H

#include <stdio.h>

#include "arena/play/table_face.h"
#include "arena/record/language.h"

/* A line has
 *   "state"     its number, one more than that of the line before
 *   "phase"     "waiting": a bot is asked; "asked": the person is; "over": the deal is, or the
 *               position was answered, and "next" goes on; "done": and none follows
 *   "deal", "deals", "own", "players", "positions"; "sheet": record/score_sheet.h, with "names"
 *   "table"     table_state.h
 *   "question"  table_state.h, too; "why": why the last answer was none
 *   "game"      report/game_steps.h, of a deal that is over, with "thoughts": what bots thought,
 *               [{"position", "card", "text"}, ...], "card" where they played one; "fault_of"
 *   "puzzle"    {"number", "count", "id", "theme", "solved"}, and when it is answered {"right",
 *               "play" or "avoid", "reason"} */
struct page_person {
    FILE *in, *out;
    struct language language;
    uint64_t state; /* the number of the last line */
    /* The rest is the face's own; zeros. */
    unsigned own;
    cJSON *deal; /* what all lines of a deal, or of a puzzle, begin with */
    const char *const *names;
    const char *puzzle_names[3]; /* of the person, of declarer, of others */
    uint8_t seat_of[SKAT_PLAYERS];
    int seats, seat;            /* at the table; the person's */
    struct skat_solver *solver; /* made when it is needed */
};

/* The face of this person, which it points to. page_person_free() at the end. */
struct table_face page_face(struct page_person *person);
void page_person_free(struct page_person *person);

/* Tells the page that there can be no table: phase "failed", and "note", why. */
void page_face_fail(struct page_person *person, const char *why);

#endif
