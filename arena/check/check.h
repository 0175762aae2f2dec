/* arena/check/check.h - is a bot sound? What the parts of `skat-arena check` share.
 *
 * The process of the command runs no bot's code. Each check is a job or two in a supervised child
 * (outcome.h), which plays through the same player.c as a worker does and leaves what it finds in
 * shared memory, so that a crash loses nothing of it.
 *
 * Checks that compare do it by experiment: a series of deals is played twice, each time in a
 * process of its own, and the two differ in one thing alone. So what differs in the answers is due
 * to that thing. */
#ifndef ARENA_CHECK_CHECK_H
#define ARENA_CHECK_CHECK_H

#include "arena/bot/abi_rules.h"
#include "arena/config/config_bots.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/player.h"
#include "arena/bot/player_host.h"
#include "arena/base/errors.h"
#include "arena/check/game_trace.h"
#include "arena/stats/latency_histogram.h"
#include "arena/bot/supervised_job.h"
#include "engine/record.h"

enum {
    CHECK_RULES_MAX = 64,
    CHECK_TABLES_LEAST = 3,      /* that play side by side, also under one rule set */
    CHECK_SESSION_DEALS = 12,    /* with 3 and 4 seats everybody deals equally often */
    CHECK_ANSWERS_MAX = 1 << 18, /* that a transcript has room for */
    CHECK_TIME_LIMIT_MS = 10000, /* for a call: what a tournament has by default */
    CHECK_SAMPLES_MAX = 1000
};

/* ---- what was found ---- */

enum check_result { CHECK_OK, CHECK_FAIL, CHECK_WARN, CHECK_SKIP, CHECK_RESULTS };
extern const char *const check_result_names[CHECK_RESULTS];

struct check_line {
    enum check_result result;
    char *what;    /* "play isko" */
    char *details; /* one line */
    char *more;    /* where to look, or NULL */
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
void check_report_free(struct check_report *report);

/* ---- what is checked, and how ---- */

struct check_rules {
    char *name;
    struct skat_rules rules;         /* prepared, with sessions of CHECK_SESSION_DEALS */
    struct abi_rules told;           /* the same as bots see them */
    struct skat_bot_session session;
    bool broken;                     /* the bot did not get through: not played again */
};

/* Who sits in a seat: the bot that is checked, or one that is known to be sound. */
enum check_who { CHECK_SUBJECT, CHECK_OTHER, CHECK_WHO };

/* A bot of one module or of two halves. */
struct check_cast {
    const struct bot_module *from[PLAYER_PARTS];
    const struct skat_bot_module *modules[PLAYER_PARTS]; /* loaded: in the child alone */
};

/* What a bot answered: no field that its kind of action does not use is set. */
struct check_answer {
    uint32_t deal;    /* from 0 */
    uint8_t position;
    uint8_t decision; /* its kind */
    struct skat_action action;
};

/* All answers of the bot that is checked, at one table. */
struct check_transcript {
    uint32_t count, deals; /* finished */
    struct check_answer answers[CHECK_ANSWERS_MAX];
};

/* Players at a table, and the deal that they play. */
struct check_table {
    struct check_rules *rules;
    uint64_t seed;
    struct player players[CHECK_WHO][SKAT_SEATS_MAX]; /* made when they are first needed */
    struct skat_session session;                      /* where the rules carry one */
    uint64_t deal;                                    /* in progress, or the next; from 0 */
    struct player *at[SKAT_PLAYERS];
    bool subject[SKAT_PLAYERS];                       /* who of them is the bot that is checked */
    struct skat_game game;
    char illegal[SKAT_TOKEN_SIZE];
    struct play play;
    struct check_transcript *transcript;              /* or NULL */
    struct game_trace *trace;                              /* of the deal in progress, or NULL */
};

/* What the process of a job uses up. */
struct check_usage {
    uint64_t heap, resident; /* bytes; heap 0: not known */
    uint32_t descriptors, threads, children;
};

struct check_samples {
    uint32_t count;
    struct check_usage usage[CHECK_SAMPLES_MAX];
};

/* Shared with the child; empty at the beginning of each job. */
struct check_box {
    struct job_shm outcome;
    char reason[512];        /* why the job could not go on, or "" */
    uint64_t began;          /* nanoseconds */
    bool cut;                /* time was up before all deals were played */
    int tables_count, table; /* and which of them is at play */
    uint64_t deals;          /* finished, of all tables */
    uint64_t faults;         /* of the bot that is checked */
    struct {
        enum game_status status;
        int table;
        uint64_t deal;
        struct skat_game game;
        char illegal[SKAT_TOKEN_SIZE];
        char words[SKAT_FAILURE_SIZE]; /* of a bot that said itself that it cannot go on */
    } first_fault;
    struct latency_histogram times[SKAT_DECISIONS]; /* of the bot that is checked */
    struct latency_histogram sampled;               /* what player.c notes: some, of all players */
    struct check_usage before, after;   /* any instance was made, all are gone */
    struct check_samples made, kept;    /* with new instances for each deal; with old ones */
    struct check_table tables[CHECK_RULES_MAX];
};

struct check {
    const char *word;             /* the bot, as the command line has it */
    cJSON *bot_json;              /* texts of its settings point into it */
    struct bot_module bot, other;
    struct check_cast casts[CHECK_WHO];
    struct check_rules rules[CHECK_RULES_MAX];
    int rules_count;
    int64_t deals, seconds, time_limit_ms, seed;
    struct check_box *box;
    struct check_transcript *transcripts[2]; /* of the tables of the two halves of an experiment */
    int half;                     /* that is played now */
    int playing;                      /* rule set number: what check_play() plays now */
    struct check_report report;
    /* Gathered over the jobs. */
    struct latency_histogram times[SKAT_DECISIONS];
    struct printed out, err;
};

extern const char *const check_decision_names[SKAT_DECISIONS];

/* Fills in bot, rules and shared memory from a word and the name of a rule set (NULL: all of
 * configs/rules). Returns EXIT_OK, or the exit code to leave with after errors. The rest of
 * *check is set by the caller, and check_close() is called in any case. */
int check_open(struct check *check, const char *rules, struct errors *errors);
void check_close(struct check *check);

/* Runs all checks; what they find is in check->report. */
void check_all(struct check *check);

/* ---- the checks, each in its file ---- */

bool check_module(struct check *check);     /* descriptor, options, start; false: no use to go on */
void check_play(struct check *check);       /* all rule sets: legal, in time, no crash */
void check_same(struct check *check);       /* what must make no difference to a bot */
void check_honest(struct check *check);     /* one thing of these: hidden cards */
void check_resources(struct check *check);  /* memory, descriptors, threads, processes */

/* Runs a job in a child. Adds a line of failure named `what` and returns false when it did not come
 * through. */
bool check_job(struct check *check, const char *what, void (*job)(void *check));

/* Is there a rule set that the bot gets through? What to say when there is none. */
bool check_any_rules_left(const struct check *check);
extern const char check_nothing_left[];

/* Plays one half of an experiment into its transcript, as check_job() does. */
bool check_half(struct check *check, const char *what, int half, void (*job)(void *check));
/* Compares the transcripts and adds a line: `good`, or the first difference, "card: D7 <halves[0]>,
 * D8 <halves[1]>". False when they differ. */
bool check_compare(struct check *check, const char *what, const char *good,
                   const char *const halves[2]);

/* ---- in the child ---- */

/* Loads the modules of both casts. */
void check_load(struct check *check);
/* Ends the job with a reason. */
__attribute__((noreturn, format(printf, 2, 3))) void check_give_up(struct check *check,
                                                                   const char *format, ...);
/* Time is up, which is noted. */
bool check_time_is_up(struct check *check);
/* Then the job ends, in the middle of what is played. */
void check_leave_in_time(struct check *check);

/* Lays the tables of an experiment: one for each rule set that the bot gets through, and at least
 * CHECK_TABLES_LEAST. Or one, for rule set number `rules`. */
void check_lay_tables(struct check *check);
void check_lay_table(struct check *check, int rules);

/* Makes the player who sits in a seat, unless he is there already. */
struct player *check_player(struct check *check, struct check_table *table, enum check_who who,
                            int seat);
/* Ends his session and destroys his instance. */
void check_dismiss(struct check *check, struct player *player);
void check_dismiss_all(struct check *check, struct check_table *table);
/* Tells him of the session of the table's deal, unless he knows. */
void check_tell_session(struct check *check, struct check_table *table, struct player *player);

/* Starts the table's next deal; a decision of it, false when it is over; all of it. */
void check_begin_deal(struct check *check, struct check_table *table);
bool check_step(struct check *check, struct check_table *table);
void check_play_deal(struct check *check, struct check_table *table);
/* Is it the first of its session? */
bool check_session_begins(const struct check_table *table);

/* Seats the bot that is checked at one position of the table's deal. */
void check_seat(struct check *check, struct check_table *table, unsigned position);
/* Names the deal's streams of random numbers. */
uint64_t check_deal_key(const struct check_table *table);

/* Is it a question to the bot that is checked, and not answered for it by a default? */
bool check_is_asked(const struct check_table *table, const struct skat_decision *decision);
/* What an action says, and nothing of what was left in the fields that it does not use. */
struct skat_action check_plain_action(const struct skat_action *action);
/* The subject's answer, into transcript and times. */
void check_note_answer(struct check *check, struct check_table *table,
                       const struct skat_decision *decision, const struct skat_action *action,
                       uint64_t nanoseconds);

#endif
