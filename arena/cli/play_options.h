// SPDX-License-Identifier: MIT
/* arena/cli/play_options.h - the options of every command that plays into a result folder. */
#ifndef ARENA_CLI_PLAY_OPTIONS_H
#define ARENA_CLI_PLAY_OPTIONS_H

#include "arena/cli/options.h"
#include "arena/base/folder.h"
#include "arena/campaign/campaign.h"
#include "arena/config/config.h"

struct play_options {
    const char *out; /* NULL: results/NAME */
    bool force, quiet, json;
    const char *shard, *board; /* NULL: not given */
    const char *time;          /* the same */
    struct config_overrides overrides;
    struct word_list rule, limit; /* --rule, --limit */
    const char *format;           /* format_option(); NULL: not given */
};

#define PLAY_OPTIONS_DEFAULT ((struct play_options){.overrides = CONFIG_NO_OVERRIDES})

/* Opens the folder to write into: --out, or "results/NAME", or if that is used "results/NAME-2" and
 * so on, unless --force. Tells of a run in the last of these that can be continued, and of bots
 * without isolation. False with an error. */
bool play_options_open(const struct play_options *options, const char *name,
                       const struct config *config, char path[FOLDER_PATH_SIZE],
                       struct errors *errors);

/* How a campaign is asked for, with a cache in its folder; `resume`: --resume of the command. */
struct campaign_options play_options_campaign(const struct play_options *options, bool resume);

/* The option for whose bots are isolated (isolation_of()). */
struct cli_option isolation_option(const char **isolation);
/* The option for the limits of bots that have none of their own. */
struct cli_option play_options_limit(struct play_options *options);

/* The option for re-deals, for commands that compare two bots. */
struct cli_option play_options_redeals(struct play_options *options);
struct cli_option play_options_bidding(struct play_options *options);

/* The option for what a verdict allows for, for commands that compare two bots of the command line
 * on a fixed number of deals. */
struct cli_option play_options_allow_for(const char **allow_for);

/* The options for a shard of a run, for commands that can play one; and what comes of them, after
 * the command line was read: sets the overrides. False with errors. */
struct cli_option play_options_shard(struct play_options *options);
struct cli_option play_options_board(struct play_options *options);
bool play_options_read_shard(struct play_options *options, struct errors *errors);

/* The option for the time that a run may take, for commands that play a number of deals. */
struct cli_option play_options_time(struct play_options *options);

/* Makes a config with make(config, context, deals, ...); 0 or less: without --deals. With --time, a
 * pilot says how many deals fit, and it is made again with these. Returns an exit code; the caller
 * frees the config in any case. */
int play_options_config(const struct play_options *options, struct config *config, int64_t deals,
                        bool (*make)(struct config *config, const void *context, int64_t deals,
                                     struct errors *errors),
                        const void *context, struct errors *errors);

/* Parses the command line with a command's `count` own options and those of all commands that
 * play, as cli_parse() does. */
int play_options_parse(struct play_options *options, const struct cli_command *command,
                       const struct cli_option *own, int count, int argc, char **argv,
                       const char **words, int *word_count, int word_min, int word_max);

/* Ends a command that plays: returns its exit code, and reports its errors. After EXIT_USAGE of one
 * that was interrupted before its run was begun, what failed then, as a bot that could not be
 * looked at, is dropped, and it is told that nothing is kept. */
int play_options_end(struct errors *errors, int code);

/* The options for the deals of a run and of its sessions, for commands that play a config. */
struct cli_option play_options_deals(struct play_options *options);
struct cli_option play_options_session_deals(struct play_options *options);

#endif
