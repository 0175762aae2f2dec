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

enum { PLAY_OPTIONS = 14 };

/* Fills a command's table with its `count` own options, then these. Returns the number of entries.
 * The options outlive the table, which has room for count + PLAY_OPTIONS. */
int play_options_table(struct play_options *options, const struct cli_option *own, int count,
                       struct cli_option *table);

/* The folder to write into: --out, or "results/NAME", or if that is used "results/NAME-2" and so
 * on, unless --force. Names the run in the last of these if it can be continued. False with an
 * error when it is too long. */
bool play_options_folder(const struct play_options *options, const char *name,
                         char path[FOLDER_PATH_SIZE], struct errors *errors);

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

/* The option for the time that a run may take, for commands that play a number of deals; and what
 * comes of it: after the config was made, plays a pilot and says how many deals fit, of which the
 * config is to be made again. *deals stays where the option was not given. Returns an exit code;
 * `given`: --deals was, which contradicts it. */
struct cli_option play_options_time(struct play_options *options);
int play_options_settle_time(const struct play_options *options, const struct config *config,
                             bool given, int64_t *deals, struct errors *errors);

/* Was the command interrupted before its run was begun? For one that ends with EXIT_USAGE: what
 * failed then, as a bot that could not be looked at, is dropped, and it is told that nothing is
 * kept. */
bool play_options_stopped(struct errors *errors);

/* The options for the deals of a run and of its sessions, for commands that play a config. */
struct cli_option play_options_deals(struct play_options *options);
struct cli_option play_options_session_deals(struct play_options *options);

#endif
