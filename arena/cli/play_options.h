// SPDX-License-Identifier: MIT
/* arena/cli/play_options.h - the options of every command that plays into a result folder. */
#ifndef ARENA_CLI_PLAY_OPTIONS_H
#define ARENA_CLI_PLAY_OPTIONS_H

#include "arena/cli/options.h"
#include "arena/base/folder.h"
#include "arena/campaign/campaign.h"
#include "arena/config/config.h"
#include "arena/show/table.h"

struct play_options {
    const char *out; /* NULL: results/NAME */
    bool force, quiet, json;
    const char *shard, *board; /* NULL: not given */
    const char *time;          /* the same */
    struct config_overrides overrides;
    struct word_list rule, limit; /* --rule, --limit */
    const char *format;           /* format_option(); NULL: not given */
};

enum { DEALS_MOST = 1000000000, FARTHEST = 1000000 };

#define PLAY_OPTIONS_DEFAULT ((struct play_options){.overrides = CONFIG_NO_OVERRIDES})

/* Opens the folder to write into: --out, or "results/NAME", or if that is used "results/NAME-2" and
 * so on, unless --force. Tells of a run in the last of these that can be continued, and of bots
 * without isolation. False with an error. */
bool play_options_open(const struct play_options *options, const char *name,
                       const struct config *config, char path[FOLDER_PATH_SIZE],
                       struct errors *errors);

/* Prints a result as JSON, if that is wanted. Returns whether it is to be printed in *format
 * instead: as a table, or unless --quiet is given as text. */
bool play_options_show(const struct play_options *options, const struct fields *fields,
                       const void *result, enum table_format *format);

/* How a campaign is asked for, with a cache in its folder; `resume`: --resume of the command. */
struct campaign_options play_options_campaign(const struct play_options *options, bool resume);

/* Whose bots are isolated (isolation_of()). */
#define ISOLATION_OPTION(isolation)                                                                \
    OPT_CHOICE("isolation", 0, ISOLATION_WORDS,                                                    \
               "which bots play sandboxed, in processes of their own: those that did not come "    \
               "with the program, all of them, or none, for your own (default auto)",              \
               isolation)
/* The limits of bots that have none of their own. */
#define LIMIT_OPTION(play)                                                                         \
    OPT_TEXTS("limit", 0, "KEY=N",                                                                 \
              "a limit of bots that have none of their own: time_ms, bank_ms, cpu_ms, start_ms, "  \
              "memory_mb or nodes; 0: none; may be repeated",                                      \
              &(play)->limit)

/* For commands that compare two bots. */
#define REDEALS_OPTION(play)                                                                       \
    OPT_CHOICE("redeals", 0, REDEAL_WORDS,                                                         \
               "where the two compared bots bid differently, also play up to this many deals "     \
               "that differ in hidden cards alone; auto: the number that a short trial run finds " \
               "best (default off)",                                                               \
               &(play)->overrides.redeals)
#define BIDDING_OPTION(play)                                                                       \
    OPT_FLAG("bidding", 0,                                                                         \
             "assume that the two compared bots play cards alike, and play only the deals that "   \
             "they bid differently",                                                               \
             &(play)->overrides.bidding)
/* For those that compare bots of the command line. */
#define SCORING_OPTION(what, scoring)                                                              \
    OPT_CHOICE("scoring", 0, TWO_BOT_SCORINGS,                                                     \
               what "the points that count (default: those of the rule set)", scoring)
/* What a verdict allows for, of a fixed number of deals. */
#define ALLOW_FOR_OPTION(allow_for)                                                                \
    OPT_CHOICE("allow-for", 0, "hand|none",                                                        \
               "what a verdict allows for beyond what was seen: a hand thrown away so rarely "     \
               "that it did not occur (default), or nothing",                                      \
               allow_for)

/* The sequential test of a struct test_plan. */
#define TEST_OPTIONS(plan)                                                                         \
    OPT_REAL("h0", 0, "X", "difference under H0 (verdict: reject; default 0)", &(plan).h0,         \
             -FARTHEST, FARTHEST),                                                                 \
        OPT_REAL("h1", 0, "X", "difference under H1 (verdict: accept; default 1)", &(plan).h1,     \
                 -FARTHEST, FARTHEST),                                                             \
        OPT_REAL("alpha", 0, "X", "chance to accept if H0 is true (default 0.05)", &(plan).alpha,  \
                 0, 1),                                                                            \
        OPT_REAL("beta", 0, "X", "chance to reject if H1 is true (default 0.05)", &(plan).beta, 0, \
                 1)

/* The deals of a run and of its sessions, for commands that play a config. */
#define DEALS_OPTION(play)                                                                         \
    OPT_INT("deals", 'n', "N",                                                                     \
            "number of deals to play, all sessions together, instead of the config's",             \
            &(play)->overrides.deals, 1, DEALS_MOST)
#define SESSION_DEALS_OPTION(play)                                                                 \
    OPT_INT("session-deals", 0, "N", "deals of each session instead of the config's",              \
            &(play)->overrides.session_deals, 1, DEALS_MOST)
/* The time that a run may take: play_options_config(). */
#define TIME_OPTION(play)                                                                          \
    OPT_TEXT(                                                                                      \
        "time", 0, "90s|10m|2h",                                                                   \
        "instead of --deals: as many deals as fit into this time, estimated by a short trial run", \
        &(play)->time)

/* A shard of a run; and what comes of the options after the command line was read: sets the
 * overrides. False with errors. */
#define SHARD_OPTION(play)                                                                         \
    OPT_TEXT("shard", 0, "K/N", "play only shard K of N; `merge` joins the shards", &(play)->shard)
#define BOARD_OPTION(play)                                                                         \
    OPT_TEXT("board", 0, "FOLDER",                                                                 \
             "with --shard: a folder that all shards share, so that they stop as soon as all "     \
             "together decide the test; `results FOLDER` shows it",                                \
             &(play)->board)
bool play_options_read_shard(struct play_options *options, struct errors *errors);

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

#endif
