/* arena/match/resume.h - what a run leaves beside its log while it is not finished, so that it can go on:
 * resume.json, the config as it was read and where from. Everything else is in the log. */
#ifndef ARENA_MATCH_RESUME_H
#define ARENA_MATCH_RESUME_H

#include "arena/config/config.h"
#include "arena/base/folder.h"
#include "arena/match/log_resume_state.h"

/* Saves resume.json in a result folder, before anything else is there. */
bool resume_save(const struct config *config, const char *folder, struct errors *errors);
/* When the run is finished. */
void resume_remove(const char *folder);

/* Reads the config of a run that is not finished; `workers` 0: as many as then. On false the config is
 * still to be freed.
 *
 * The process moves to the folder in which the run was begun, where rule sets, modules and the commands of
 * bots have their relative names; then *folder is put into `moved`, as an absolute path. Where that
 * folder is no more, it stays. */
bool resume_load(struct config *config, const char **folder, char moved[FOLDER_PATH_SIZE],
                 int64_t workers, struct errors *errors);

/* Is what would be played now what the manifest in the folder says: the same rules, deals, bots to the
 * last byte? Says what is not. True also when there is no manifest yet. */
bool resume_fits(const struct config *config, const char *folder, struct errors *errors);

/* Reads what is in the log, feeds `analysis` with it, and cuts off what belongs to no whole unit, of
 * faults.jsonl, too. */
bool resume_journal(struct log_resume_state *journal, const char *folder, struct run_stats *stats,
                    struct errors *errors);

#endif
