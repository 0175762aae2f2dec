// SPDX-License-Identifier: MIT
/* arena/campaign/campaign.h - a campaign: the runs that a command plays for one result, none of
 * them twice.
 *
 * It has a result folder, and a cache in which a run is found by what it plays: its manifest
 * (rules, seed, deals, test, the bytes and options of each bot), but for the paths of modules.
 * CACHE/runs/HASH is its result folder. There is no other list of what is finished: a run is, if
 * its folder says so. So a campaign that goes on plays what is missing and what would be played
 * otherwise now, whatever ended it, and to the same bytes. */
#ifndef ARENA_CAMPAIGN_CAMPAIGN_H
#define ARENA_CAMPAIGN_CAMPAIGN_H

#include "arena/base/fields.h"
#include "arena/base/folder.h"
#include "arena/config/config.h"
#include "arena/match/tournament.h"
#include "arena/result/run_summary.h"

/* How a user asks for it. */
struct campaign_options {
    const char *out;    /* the result folder; NULL: results/NAME */
    const char *cache;  /* the folder of the cache, shared with other campaigns; NULL: in `out` */
    bool force;         /* overwrites what is in the folder */
    bool resume;        /* goes on with it, */
    const char *result; /* unless this file of it is complete; NULL: in any case */
    bool quiet;         /* tells nothing */
};

struct campaign {
    char folder[FOLDER_PATH_SIZE];
    char cache[FOLDER_PATH_SIZE]; /* absolute; "": not opened */
    FILE *claim;                  /* on the cache, or NULL */
    double started;               /* in seconds */
    bool resume, quiet;
    /* How far it is, and was when the first run was played that was not there already. */
    char part_of[80];
    int done, before;
    double playing; /* since when; 0: all were there */
    bool shown;     /* a line of progress is on the terminal */
};

/* Makes the result folder, or goes on with it unless it is finished, and keeps the seed there if
 * one was drawn: that of the config, or, if that is NULL, of the command. False with errors. */
bool campaign_open(struct campaign *campaign, const struct campaign_options *options,
                   const char *name, struct config *config, struct errors *errors);

/* Makes the cache, unless it is there, and claims it for this process: two that play one run would
 * spoil it. `anew`: removes the runs that are there. False with an error, also when another process
 * has it. campaign_close() in any case. */
bool campaign_cache_open(struct campaign *campaign, const struct campaign_options *options,
                         bool anew, struct errors *errors);
/* Saves a result as `file` in the folder, and which command made it in what time as timing.json. */
bool campaign_save(const struct campaign *campaign, const struct fields *fields, const void *result,
                   const char *file, int64_t workers, struct errors *errors);

/* So many of `total` are finished, rounds, combinations or `what` they are: a line on standard
 * error, with `said` of the last of them, and how long the others will take. NULL: no line. The
 * progress of the runs that follow begins with it. */
void campaign_progress(struct campaign *campaign, int done, int total, const char *what,
                       const char *said);

/* Says how far it was when it was interrupted, which file of the folder has that, and how it goes
 * on, unless it cannot. */
void campaign_tell_interruption(struct campaign *campaign, const char *file, bool can_resume);

/* Ends the claim, and with `clear` removes the runs, and the cache if it has nothing else. */
void campaign_close(struct campaign *campaign, bool clear);

/* A run of the cache. */
struct campaign_run {
    int most_faults;            /* ends the run after so many; 0: never */
    char name[40];              /* "runs/HASH", wherever the cache is */
    struct run_summary summary; /* its texts and lists come from the pool of the caller */
};

/* Plays a config, goes on with it, or takes its result from the cache. Returns an exit code:
 * EXIT_OK, EXIT_INTERRUPTED, EXIT_BAD_FILE or EXIT_INTERNAL with errors. */
int campaign_play(struct campaign *campaign, const struct config *config, struct campaign_run *run,
                  struct pool *pool, struct errors *errors);

/* Plays a config into a folder of its own below that of the campaign, or goes on with what is
 * there; `how` may ask for the statistics of all games. Returns an exit code, as
 * tournament_resume(): a run of another config is refused. */
int campaign_play_in(struct campaign *campaign, const struct config *config, const char *folder,
                     const struct tournament_options *how, struct errors *errors);

#endif
