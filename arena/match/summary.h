/* arena/match/summary.h - summary.json: all statistics of a run. */
#ifndef ARENA_MATCH_SUMMARY_H
#define ARENA_MATCH_SUMMARY_H

#include "arena/compare/run_stats.h"
#include "arena/record/tally.h"

/* All statistics. `names` are those of the bots in the tally; `planned` is the number of games that
 * were to be played; `uses_clock`: some bot declares that it does. `stats` has seen the same games
 * (NULL is allowed); `log` is the path of games.jsonl, or NULL. */
cJSON *summary_of(const struct tally *tally, const struct skat_rules *rules,
                  const char *const names[], int bots, uint64_t planned, bool uses_clock,
                  const struct run_stats *stats, const char *log);

#endif
