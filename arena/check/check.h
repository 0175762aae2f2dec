// SPDX-License-Identifier: MIT
/* arena/check/check.h - what the parts of `skat-arena check` share: is a bot sound?
 *
 * The process of the command runs no bot code. Each check runs one or two supervised jobs in a
 * child process, which plays through the same code as a worker and keeps its results in shared
 * memory, so that a crash does not lose them. The child is sandboxed unless the user does not want
 * that (check_job.c).
 *
 * Checks that compare are experiments: they play a series of deals twice, each time in its own
 * process, with a single difference between the two. So that difference is the cause of any
 * difference in the answers. */
#ifndef ARENA_CHECK_CHECK_H
#define ARENA_CHECK_CHECK_H

#include "arena/bot/abi_rules.h"
#include "arena/config/config_bots.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/player.h"
#include "arena/bot/player_host.h"
#include "arena/base/errors.h"
#include "arena/sandbox/cgroup.h"
#include "arena/record/game_trace.h"
#include "arena/stats/latency_histogram.h"
#include "arena/bot/watched_process.h"
#include "arena/sandbox/crash_trace.h"
#include "arena/record/answer_words.h"
#include "engine/game/record.h"
#include "engine/seed.h"

enum {
    CHECK_RULES_MAX = 64,
    CHECK_TABLES_LEAST = 3,      /* tables that play in parallel, even with one rule set */
    CHECK_SESSION_DEALS = 12,    /* with 3 and 4 seats, all seats deal equally often */
    CHECK_ANSWERS_MAX = 1 << 18, /* room in a transcript */
    CHECK_TIME_LIMIT_MS = 10000, /* for a call, the default of a tournament */
    CHECK_SAMPLES_MAX = 1000
};

/* ---- results ---- */

enum check_result { CHECK_OK, CHECK_FAIL, CHECK_WARN, CHECK_SKIP, CHECK_RESULTS };
extern const char *const check_result_names[CHECK_RESULTS];

struct check_line {
    enum check_result result;
    char *what;    /* "play isko" */
    char *details; /* one line */
    char *more;    /* where to look for details, or NULL */
};

struct check_report {
    struct check_line *lines;
    int count, counts[CHECK_RESULTS];
    void (*show)(const struct check_line *line); /* called with each line that is added, or NULL */
};

/* Adds a line. `more` may be NULL; both are copied. */
__attribute__((format(printf, 5, 6))) void check_add(struct check_report *report,
                                                     enum check_result result, const char *what,
                                                     const char *more, const char *format, ...);

/* ---- what is checked, and how ---- */

struct check_rules {
    char *name;
    struct skat_rules rules; /* prepared, with sessions of CHECK_SESSION_DEALS */
    struct abi_rules told;   /* the same as bots see them */
    struct skat_bot_session session;
    bool broken; /* the bot failed under these rules: skip them from now on */
};

/* Who has a seat: the bot being checked (the subject), or one that is known to be sound. */
enum check_who { CHECK_SUBJECT, CHECK_OTHER, CHECK_WHO };

/* A bot of one module or of two halves. */
struct check_cast {
    const struct bot_module *from[PLAYER_PARTS];
    const struct skat_bot_module *modules[PLAYER_PARTS]; /* loaded only in the child */
};

/* A bot's answer; fields that its kind of action does not use are not set. */
struct check_answer {
    uint32_t deal; /* from 0 */
    uint8_t position;
    uint8_t decision; /* kind of decision */
    struct skat_action action;
};

/* All answers of the subject at one table. */
struct check_transcript {
    uint32_t count, deals; /* finished */
    struct check_answer answers[CHECK_ANSWERS_MAX];
};

/* Which seats the subject has; the other bot has the rest. */
enum check_seating {
    CHECK_SEATS_IN_TURN, /* in one session all, in the next one, then all but that one */
    CHECK_SEAT_ALONE,    /* check_table.seat */
    CHECK_SEATS_ALL
};

/* The players at a table and their current deal. */
struct check_table {
    struct check_rules *rules;
    enum check_seating seating;
    int seat;
    struct skat_random_key key;                       /* a run of its own */
    struct player players[CHECK_WHO][SKAT_SEATS_MAX]; /* created when first needed */
    struct skat_session session;                      /* if the rules have sessions */
    uint64_t deal;                                    /* in progress, or the next; from 0 */
    struct player *at[SKAT_PLAYERS];
    bool subject[SKAT_PLAYERS]; /* which of them are the subject */
    struct skat_game game;
    char illegal[SKAT_TOKEN_SIZE];
    struct play play;
    union player_decision decision; /* the next one, and its answer */
    union player_action action;
    struct check_transcript *transcript; /* or NULL */
    struct game_trace *trace;            /* of the deal in progress, or NULL */
};

/* Resources that the process of a job uses. */
struct check_usage {
    uint64_t heap, resident; /* bytes */
    uint64_t descriptors, threads, children;
};

struct check_samples {
    uint32_t count;
    struct check_usage usage[CHECK_SAMPLES_MAX];
};

/* Shared with the child; cleared before each job. */
enum { CHECK_MOVES = SKAT_RECORD_SIZE + SKAT_DEAL_TEXT_SIZE + SKAT_TOKEN_SIZE + 32 };
struct check_box {
    struct job_shm outcome;
    char reason[512];        /* why the job could not continue, or "" */
    struct crash crash;      /* of an isolated bot */
    uint64_t began;          /* nanoseconds */
    bool cut;                /* time was up before all deals were played */
    int tables_count, table; /* number of tables, and the current one */
    uint64_t deals;          /* finished, at all tables */
    uint64_t faults;         /* of the subject */
    uint64_t policies;       /* decisions whose policy was looked at */
    struct {
        enum game_status status;
        uint64_t deal;
        char position[40];               /* of the subject */
        char moves[CHECK_MOVES];         /* the deal and the moves, with an illegal answer */
        char words[REFUSED_ANSWER_SIZE]; /* of a bot that reported that it cannot continue, or why
                                            its answer was illegal */
    } first_fault;
    struct {
        uint64_t calls;                /* of fail() in session_end, which is to no effect */
        char words[SKAT_FAILURE_SIZE]; /* of the last */
    } in_vain;
    struct latency_histogram times[SKAT_DECISIONS]; /* of the subject */
    struct latency_histogram sampled;               /* a sample over all players */
    struct check_usage before, after;               /* before the first instance, after the last */
    struct check_samples made, kept; /* with new instances for each deal; with kept ones */
    struct check_table tables[CHECK_RULES_MAX];
};

/* Control groups, where they can be had: of an isolated child, and of the programs of a bot that
 * starts some. */
struct check_groups {
    struct cgroup_tree tree;
    struct cgroup_set jobs, programs;
    int job;                         /* the group of jobs, or -1 */
    struct program_plan of_programs; /* also without groups */
};

struct check {
    const char *word;             /* the bot, as on the command line */
    bool isolated;                /* its code runs in the sandbox; as wanted until check_open() */
    bool wants_isolation;         /* the user does; a bot that starts programs is not isolated */
    cJSON *bot_json;              /* texts of its settings point into it */
    struct module_files *modules; /* their files */
    struct bot_module bot, other;
    struct check_cast casts[CHECK_WHO];
    struct check_rules rules[CHECK_RULES_MAX];
    int rules_count;
    int64_t deals, seconds;
    struct skat_bot_limits limits; /* of the bot */
    struct skat_seed seed;
    struct skat_random_key key; /* of the seed */
    struct check_box *box;
    struct check_transcript *transcripts[2]; /* of the tables in both halves of an experiment */
    int half;                                /* the current one */
    const struct player *leader; /* that all players of the subject join (player.h), or NULL */
    int playing;                 /* number of the rule set that check_play() is playing */
    int before;                  /* what an instance has played before it is asked (check_same.c) */
    struct {
        int table;
        uint64_t deal;
    } single; /* the deal that check_fresh_process() is playing */
    struct check_groups groups;
    char shortage[200]; /* what the machine is short of, so that no more is checked; or "" */
    struct check_report report;
    /* Collected over all jobs. */
    struct latency_histogram times[SKAT_DECISIONS];
    struct printed out, err;
};

/* Sets up bot, rules and shared memory from check->word and the name of a rule set (NULL: all of
 * configs/rules). Returns EXIT_OK, or with errors the exit code of the program. The caller sets the
 * rest of *check, and always calls check_close(). */
int check_open(struct check *check, const char *rules, struct errors *errors);
void check_close(struct check *check);

/* Part of both: its control groups. */
void check_groups_open(struct check *check);
void check_groups_close(struct check *check);

/* The transcripts of one half, in bytes. */
size_t check_transcripts_size(const struct check *check);

/* The most tables of an experiment: there is a transcript for each. */
int check_tables_most(const struct check *check);

/* Runs all checks; the results are in check->report. */
void check_all(struct check *check);

/* ---- the checks, each in its own file ---- */

bool check_module(struct check *check);    /* descriptor, options, start; false: stop here */
void check_play(struct check *check);      /* all rule sets: legal, in time, no crash */
void check_same(struct check *check);      /* what must not make a difference to a bot */
void check_policy(struct check *check);    /* how likely it says its answers are */
void check_resources(struct check *check); /* memory, descriptors, threads, processes */

/* Runs a job in a child. False if it did not finish, with a failure line named `what`. Where the
 * machine is short of something, the job is tried again; then the line says that nothing was
 * checked, and so does check->shortage. */
bool check_job(struct check *check, const char *what, void (*job)(void *check));

/* Is there a rule set under which the bot did not fail? The text for when there is none. */
bool check_any_rules_left(const struct check *check);
extern const char check_nothing_left[];

extern const char check_overwritten[]; /* the failure of a bot that wrote where it must not */

/* ---- in the child ---- */

/* Loads the modules of both casts, after which an isolated child can do no more than compute. */
void check_load(struct check *check);
/* The descriptors of an isolated child besides its streams: of /proc/self/statm, and of what was
 * read of the bot's file, until that is loaded. */
enum { CHECK_STATM = 3, CHECK_MODULE = 4 };
/* A number of /proc/self/statm, in bytes: 0 is the address space, 1 resident memory. 0 if it cannot
 * be read. */
uint64_t check_statm(int which);
/* Ends the job, and says why. */
__attribute__((noreturn, format(printf, 2, 3))) void check_give_up(struct check *check,
                                                                   const char *format, ...);
/* Is the time up? If so, sets check->box->cut. */
bool check_time_is_up(struct check *check);
/* Ends the job, even in the middle of a game, if the time is up. */
void check_leave_in_time(struct check *check);

/* Sets up the tables of an experiment: one for each rule set under which the bot did not fail, and
 * at least CHECK_TABLES_LEAST. Or a single one, for rule set number `rules`. */
void check_lay_tables(struct check *check);
void check_lay_table(struct check *check, int rules);

/* Returns the player of a seat, creating it if necessary. */
struct player *check_player(struct check *check, struct check_table *table, enum check_who who,
                            int seat);
/* Ends the player's session and destroys its instance. */
void check_dismiss(struct check *check, struct player *player);
void check_dismiss_all(struct check *check, struct check_table *table);
void check_dismiss_tables(struct check *check);
/* Tells the player the session of the table's deal, unless it knows it already. */
void check_tell_session(struct check *check, struct check_table *table, struct player *player);

/* Starts the table's next deal; plays one decision, false when it is over; plays all of it. */
void check_begin_deal(struct check *check, struct check_table *table);
bool check_step(struct check *check, struct check_table *table);
void check_play_deal(struct check *check, struct check_table *table);
/* The same in parts: is there a decision, table->decision? Asks the bot and notes table->action;
 * takes what was answered in so many nanoseconds; both are false when the deal is over. Then it is
 * ended. */
bool check_pending(struct check *check, struct check_table *table);
bool check_decide(struct check *check, struct check_table *table);
bool check_answered(struct check *check, struct check_table *table, uint64_t nanoseconds);
void check_end_deal(struct check *check, struct check_table *table);
/* Opens a player of the subject that all others join from now on. */
void check_open_leader(struct check *check, struct player *leader);
/* Is the table's deal the first of its session? */
bool check_session_begins(const struct check_table *table);

/* The seat of each position in the table's deal. */
void check_seats_of(const struct check_table *table, uint8_t seat_of[SKAT_PLAYERS]);
/* Seats the subject at one position of the table's deal. */
void check_seat(struct check *check, struct check_table *table, unsigned position);
/* The key of the deal's streams of random numbers. */
struct skat_random_key check_deal_key(const struct check_table *table);

/* Is the subject asked for this decision, and not replaced by a default? */
bool check_is_asked(const struct check_table *table, const struct skat_decision *decision);
/* A copy of an action in which all fields that it does not use are zero. */
struct skat_action check_plain_action(const struct skat_action *action);
/* Adds the subject's answer to transcript and times. */
void check_note_answer(struct check *check, struct check_table *table,
                       const struct skat_decision *decision, const struct skat_action *action,
                       uint64_t nanoseconds);

#endif
