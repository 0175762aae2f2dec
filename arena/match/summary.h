/* arena/match/summary.h - all statistics of a run. */
#ifndef ARENA_MATCH_SUMMARY_H
#define ARENA_MATCH_SUMMARY_H

#include "arena/compare/run_stats.h"
#include "arena/record/tally.h"

/* All statistics. `names` are of the bots of the tally; `planned` games were to be played;
 * `uses_clock`: some bot says that it does. `analysis`
 * has seen the same games (NULL: there is none), `log` is the path of games.jsonl, or NULL. */
cJSON *summary_of(const struct tally *tally, const struct skat_rules *rules,
                  const char *const names[], int bots, uint64_t planned, bool uses_clock,
                  const struct run_stats *stats, const char *log);

#endif
