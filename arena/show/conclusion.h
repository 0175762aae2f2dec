// SPDX-License-Identifier: MIT
/* arena/show/conclusion.h - what a run shows, and why, as `run`, `merge`, `compare`, `regress` and
 * `results` print it: the sentences of its verdict, and what they rest on. */
#ifndef ARENA_SHOW_CONCLUSION_H
#define ARENA_SHOW_CONCLUSION_H

#include <stdio.h>

#include "arena/match/supervisor.h"
#include "arena/result/run_summary.h"

/* The verdict with all that belongs to it. `folder` appears in commands; "": nothing was played. */
void print_conclusion(const struct run_summary *summary, const char *folder, FILE *out);
/* The sentences of the verdict alone: where there is no summary, or beside a table that has no
 * place for them. */
void print_verdict(const struct run_verdict *verdict, FILE *out);
/* What it took: how long, and about how many answers the bots gave; with `folder` NULL the answers
 * alone. They are those to what was played now, not in games from before a run was continued. Of
 * fast bots one answer in 64 is counted (bot/call_timer.h), and answers of other seatings are
 * kept or not as a run goes (bot/kept_answers.h), so this is no part of its result. */
void print_effort(const struct supervisor_result *result, const char *folder, FILE *out);
/* Under which unusual conditions a run was played. */
void print_conditions(const char *folder, FILE *out);

/* The command that replays games of a folder, without the options, quoted for a shell. */
void print_replay(const char *folder, FILE *out);

/* A line with the command that shows a result folder in another way: "page:    skat-arena report
 * FOLDER", its words quoted for a shell. `options`: what follows the folder, with a space before
 * it, or "". */
void print_next(const char *what, const char *command, const char *folder, const char *options,
                FILE *out);

#endif
