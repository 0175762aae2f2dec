// SPDX-License-Identifier: MIT
/* arena/regress/lone_play.h - a bot alone in all seats, before it is compared: one that fails in
 * every game is found before it costs hours of time limits. */
#ifndef ARENA_REGRESS_LONE_PLAY_H
#define ARENA_REGRESS_LONE_PLAY_H

#include "arena/config/config.h"
#include "arena/result/run_verdict.h"

/* Plays twelve deals with bot number `bot` of a config, under its rules and limits, until
 * LONE_FAULTS of them ended by a fault. The results stay in the open result folder `out` if there
 * were faults, and are removed otherwise. `play->bot` is the config's. `step`: the folder belongs
 * to a command that has its resume.json and its claim there, which stay (tournament.h). Returns an
 * exit code: EXIT_OK, EXIT_INTERRUPTED, or EXIT_INTERNAL with errors. */
int lone_play_run(struct lone_play *play, const struct config *config, int bot, const char *out,
                  bool step, struct errors *errors);

#endif
