// SPDX-License-Identifier: MIT
/* arena/regress/lone_play.h - a bot alone in all seats, before it is compared: one that fails in
 * every game is found before it costs hours of time limits. */
#ifndef ARENA_REGRESS_LONE_PLAY_H
#define ARENA_REGRESS_LONE_PLAY_H

#include "arena/config/config.h"
#include "arena/result/run_verdict.h"

/* The config by which bot number `bot` of a config plays alone: twelve deals under its rules and
 * limits, to be ended after LONE_FAULTS of them ended by a fault. False with errors; the caller
 * frees it in any case. */
bool lone_play_config(struct config *alone, const struct config *config, int bot,
                      struct errors *errors);

/* Plays twelve deals with bot number `bot` of a config, under its rules and limits, until
 * LONE_FAULTS of them ended by a fault. The results stay in the open result folder `out` if there
 * were faults, and are removed otherwise; the folder belongs to a command that has its resume.json
 * and its claim there, which stay (tournament.h). `play->bot` is the config's. Returns an exit
 * code: EXIT_OK, EXIT_INTERRUPTED, or EXIT_INTERNAL with errors. */
int lone_play_run(struct lone_play *play, const struct config *config, int bot, const char *out,
                  struct errors *errors);

#endif
