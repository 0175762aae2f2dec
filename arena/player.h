/* arena/player.h - a bot in a seat: the only place where bots' code is called.
 *
 * A player has one part, or two: one that bids and declares and one that plays the cards. Each
 * call is marked in the black box, so that whoever is left after a crash knows whose it was. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "arena/outcome.h"
#include "arena/times.h"
#include "bots/skat_bot.h"
#include "engine/game.h"
#include "engine/random.h"

/* Which call of a bot is in progress; lives in memory shared with the supervisor. */
struct call_mark {
    _Atomic uint32_t calls; /* odd while a bot's code runs; never stands still otherwise */
    _Atomic uint8_t seat;
    _Atomic uint32_t bank_left_ms; /* of the seat whose call is running */
    /* "act": a string of this program, so valid in all processes that were forked from it. */
    _Atomic(const char *) function;
};

static const uint64_t NO_SESSION = UINT64_MAX;

enum player_part { PART_BID, PART_PLAY, PARTS };

enum { SKAT_FAILURE_SIZE = 200 };

/* What bots are told of their limits (skat_bot.h); 0: none. */
struct player_limits {
    uint32_t time_limit_ms, cpu_limit_ms, bank_ms;
    uint64_t node_budget;
};

/* A bot may take its time to be loaded and made: tables are read then. So these have this long, or as
 * long as a call where that is longer; without a limit for calls they have none. */
enum { PLAYER_START_MS = 10000 };
uint32_t player_start_ms(uint32_t call_ms);

/* What host functions know about the instance that calls them. */
struct player_host {
    struct skat_bot_host api;
    struct skat_random streams[PARTS]; /* of this deal and seat */
    bool started[PARTS];               /* streams are started when they are first used */
    uint8_t part;                      /* whose stream random() reads */
    uint8_t seat;
    uint64_t key;                      /* of the deal, for its streams */
    const char *name;                  /* of the bot, for its log lines */
    int logged;
    enum status failed;                /* the bot has called fail() in this deal; or STATUS_OK */
    uint8_t failed_part;
    uint32_t bank_ms;                  /* left in this deal */
    char failure[SKAT_FAILURE_SIZE];   /* what it said then */
};

struct cell;
struct cell_spec;

struct player {
    const struct skat_bot_module *modules[PARTS]; /* the same twice where there is one part */
    void *instances[PARTS];
    struct cell *cells[PARTS]; /* the instances, where these are processes of their own; or NULL */
    uint64_t decides[PARTS]; /* bits 1 << decision kind: what each is asked */
    bool composed;
    struct player_host *host;
    uint64_t session; /* that it was told of, NO_SESSION when of none; kept by the worker */
    /* Every 64th decision is timed, which is free; all of them once they have turned out to be slow. */
    struct times *times;
    uint64_t decisions;
    bool slow;
};

/* What a player is made of; all of it outlives the player. */
struct player_plan {
    const char *name; /* of the bot */
    int seat;
    bool composed;
    const struct skat_bot_module *modules[PARTS]; /* loaded into this process; or */
    const struct cell_spec *cells[PARTS];         /* to be loaded into processes of their own */
    const struct skat_bot_setting *settings[PARTS];
    int counts[PARTS];
    struct player_limits limits;
    struct times *times; /* of its decisions */
};

/* Makes the instances of a player; the second part of a plan counts where it is composed. Returns
 * false, and the reason, when one cannot start. */
bool player_open(struct player *player, const struct player_plan *plan, struct call_mark *mark,
                 char *reason, size_t size);
void player_close(struct player *player, struct call_mark *mark);

/* `key` names the streams of random numbers in session_begin. */
void player_session_begin(struct player *player, const struct skat_bot_session *session,
                          uint64_t key, struct call_mark *mark);
void player_session_end(struct player *player, struct call_mark *mark);

/* The rules as bots see them; `out` points into `rules`. */
void player_rules(const struct skat_rules *rules, struct skat_bot_rules *out);

/* Of the variants below the one that the game is by itself; 0 for Skat. */
uint64_t player_variant_of_game(const struct skat_rules *rules);

/* The variants that are played under these rules: bits 1 << enum skat_bot_variant. */
uint64_t player_variants(const struct skat_rules *rules);

/* What bots and engine call by different names, and is the same to the byte (player.c). */
union player_decision {
    struct skat_decision engine;
    struct skat_bot_decision bot;
};
union player_action {
    struct skat_action engine;
    struct skat_bot_action bot;
};

/* Who decides in the place of the bots, where a tournament judges only a part of the game: the auction on
 * record (auction.h), the cards of the solver (solverplay.h). Bots are told of it as of any decision. */
struct stand_in {
    /* Fills *action with a legal answer and returns true, or leaves the decision to the bot. */
    bool (*answer)(void *context, const struct skat_game *game,
                   const struct skat_decision *decision, struct skat_action *action);
    void *context;
};
enum { STAND_INS = 2 };
struct stand_ins {
    int count;
    struct stand_in of[STAND_INS]; /* asked in this order */
};

/* A deal in progress, for those who want to go from decision to decision; players_play() does all
 * of it. What the pointers point at outlives it. */
struct play {
    struct player *const *players; /* of the three positions; where nobody sits, one of the others */
    struct skat_game *game;        /* started */
    char *illegal;                 /* SKAT_TOKEN_SIZE: an illegal answer, or "" */
    struct call_mark *mark;
    const struct stand_ins *stand_ins; /* NULL: none */
    bool observed, begun;
    bool failed;                   /* somebody has said that he cannot go on: no more questions */
    uint8_t asked;                 /* position of who answers the decision that is next */
    uint8_t told;                  /* cards on the table that all were told of, where anybody wants to know */
};
void play_begin(struct play *play, uint64_t key);
/* The decision that is next. False: the deal is over, or somebody has failed. */
bool play_pending(struct play *play, union player_decision *decision);
/* Asks the bot whose decision it is, or who stands in for it. The game stays as it is. */
void play_ask(struct play *play, const union player_decision *decision,
              union player_action *action);
/* Applies an answer and tells all. False: it was a fault, and the deal is over. */
bool play_apply(struct play *play, const union player_decision *decision,
                const union player_action *action);
/* Ends the deal for the players; how, as players_play() says it. */
enum status play_end(struct play *play);

/* Plays one deal to its end with the players of the three positions, started but otherwise
 * untouched in *game. `key` is the deal's skat_random_key(). Returns how it ended: STATUS_OK, or the
 * fault that skat_game_fail() has charged. An illegal answer leaves itself as a record token in
 * `illegal` (SKAT_TOKEN_SIZE), which is empty otherwise. */
enum status players_play(struct player *const players[SKAT_PLAYERS],
                         const struct stand_ins *stand_ins, struct skat_game *game, uint64_t key,
                         char *illegal, struct call_mark *mark);

#endif
