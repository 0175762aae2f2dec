// SPDX-License-Identifier: MIT
/* arena/bot/deal_play.h - plays one deal: asks players for decisions and informs them. */
#ifndef ARENA_BOT_DEAL_PLAY_H
#define ARENA_BOT_DEAL_PLAY_H

#include "arena/bot/abi_layout.h"
#include "arena/bot/call_mark.h"
#include "arena/bot/player.h"
#include "arena/bot/policy.h"
#include "engine/game/game.h"

/* Decides instead of the bots if a tournament judges only a part of the game: the recorded auction
 * (fixed_auction.h), or the solver's cards (solver_player.h). Bots are told as of any decision. */
struct stand_in {
    /* Fills *action with a legal answer and returns true, or leaves the decision to the bot. */
    bool (*answer)(void *context, const struct skat_game *game,
                   const struct skat_decision *decision, struct skat_action *action);
    /* Whether answer() would answer this decision. */
    bool (*decides)(const void *context, const struct skat_game *game,
                    const struct skat_decision *decision);
    void *context;
};
enum { STAND_INS = 2 };
struct stand_ins {
    int count;
    struct stand_in of[STAND_INS]; /* asked in this order */
};

/* A deal in progress, for callers that advance by single decisions; players_play() plays all of it.
 * The objects behind the pointers must outlive it. */
struct play {
    struct player *const *players; /* by position; one of the others where nobody sits */
    struct skat_game *game;        /* started */
    char *illegal;                 /* SKAT_TOKEN_SIZE: an illegal answer, or "" */
    struct call_mark *mark;
    const struct stand_ins *stand_ins; /* NULL: none */
    bool observed, begun;
    bool failed;   /* a bot called fail(): no more questions */
    uint8_t asked; /* position that answers the next decision */
    uint8_t told;  /* cards of the table that bots were told of by observe() */
    union player_view views[SKAT_PLAYERS]; /* of each position, as it was last asked */
};
/* The instance that answers for many, in calls of up to `most` questions, and its player. */
struct batch_leader {
    void *instance;
    const struct skat_bot_batch *batch;
    uint32_t most;
    const struct player *player;
};

void play_begin(struct play *play, const struct skat_random_key *key);
/* The next decision. False: the deal is over, or a bot has failed. */
bool play_pending(struct play *play, union player_decision *decision);
/* Asks the bot whose decision it is, or its stand-in. Does not change the game. */
void play_ask(struct play *play, const union player_decision *decision,
              union player_action *action);
/* For a bot that answers many games in one call: prepares its question. False: nobody has to be
 * asked, and *action is the answer. The question and what it points to, among them `decision` and
 * `action`, stay valid until the answer is applied. */
bool play_prepare(struct play *play, const union player_decision *decision,
                  union player_action *action, struct skat_bot_question *question);
/* Who answers many games in one call for the bot whose decision it is. False: it is asked alone. */
bool play_batch(const struct play *play, const union player_decision *decision,
                struct batch_leader *leader);
/* Asks a bot that answers many games in one call these questions (1..), in as many calls as it
 * needs; each question counts with its share of the time. Returns the number of calls; 0: the
 * leader called fail(). */
uint32_t play_ask_many(const struct batch_leader *leader, const struct skat_bot_question *questions,
                       uint32_t count, struct call_mark *mark);
/* Sets *policy to the probabilities that the bot whose decision is pending gives each answer. A bot
 * that offers no policy is asked for its answer, which gets probability 1, as an answer by default
 * does. Does not change the game. Returns NULL, or what is wrong with the policy. */
const char *play_policy(struct play *play, const union player_decision *decision,
                        struct policy *policy);
/* What the bot that has just been asked by play_ask() says that it thought, one line of printable
 * text; "" if it says nothing. */
enum { PLAY_THOUGHT_SIZE = 240 };
void play_explain(struct play *play, const union player_decision *decision,
                  const union player_action *action, char text[PLAY_THOUGHT_SIZE]);
/* Applies an answer and informs all players. False: it was a fault, and the deal is over. */
bool play_apply(struct play *play, const union player_decision *decision,
                const union player_action *action);
/* Ends the deal for the players. Returns how it ended, like players_play(). */
enum game_status play_end(struct play *play);

/* Plays one deal to its end with the players of the three positions; *game is started but has no
 * moves. `key` is the deal's skat_random_deal_key(). Returns how it ended: GAME_OK, or the fault
 * that skat_game_fail() has charged. Stores an illegal answer as a record token in `illegal`
 * (SKAT_TOKEN_SIZE), which is empty otherwise. */
enum game_status players_play(struct player *const players[SKAT_PLAYERS],
                              const struct stand_ins *stand_ins, struct skat_game *game,
                              const struct skat_random_key *key, char *illegal,
                              struct call_mark *mark);

#endif
