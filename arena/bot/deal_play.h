// SPDX-License-Identifier: MIT
/* arena/bot/deal_play.h - plays one deal: asks players for decisions and informs them. */
#ifndef ARENA_BOT_DEAL_PLAY_H
#define ARENA_BOT_DEAL_PLAY_H

#include <stddef.h>

#include "arena/bot/call_mark.h"
#include "arena/bot/player.h"
#include "bots/skat_bot.h"
#include "engine/decision.h"
#include "engine/game/game.h"
#include "engine/game/view.h"

/* ---- names of bots and of the engine for the same structs, so that neither needs the other's
 * headers
 *
 * The structs of bots/skat_bot.h are made from those of the engine, field by field (`make
 * generate`). A view is the one place where the two differ: the engine keeps as structs what the
 * ABI lists as fields. So what is left to check is that no struct brings padding, and a few numbers
 * that both have. */

union player_decision {
    struct skat_decision engine;
    struct skat_bot_decision bot;
};
union player_view {
    struct skat_view engine;
    struct skat_bot_view bot;
};
union player_action {
    struct skat_action engine;
    struct skat_bot_action bot;
};

#define SAME_PLACE(engine, bot)                                                                    \
    _Static_assert(offsetof(struct skat_view, engine) == offsetof(struct skat_bot_view, bot),      \
                   "the view of bots has " #bot " elsewhere")
SAME_PLACE(table, bid);
SAME_PLACE(extra, totals);
SAME_PLACE(turned, turned);
SAME_PLACE(calls, called);
SAME_PLACE(duties, duties);
#undef SAME_PLACE
_Static_assert(sizeof(struct skat_view) == sizeof(struct skat_bot_view) &&
                   sizeof(struct skat_decision) == sizeof(struct skat_bot_decision) &&
                   sizeof(struct skat_action) == sizeof(struct skat_bot_action) &&
                   sizeof(struct skat_contract) == sizeof(struct skat_bot_contract),
               "the structs of bots have other sizes");
_Static_assert((int)SKAT_JACK == (int)SKAT_BOT_JACK && (int)SKAT_CLUBS == (int)SKAT_BOT_CLUBS &&
                   (int)SKAT_GAME_RAMSCH == (int)SKAT_BOT_RAMSCH &&
                   (int)SKAT_WITH_TURN == (int)SKAT_BOT_TURN &&
                   (int)SKAT_WAYS == (int)SKAT_BOT_WAYS &&
                   (int)SKAT_DUTY_RAMSCH == (int)SKAT_BOT_DUTY_RAMSCH,
               "cards, games or duties have other numbers for bots");

/* ---- a deal ---- */

/* Decides instead of the bots if a tournament judges only a part of the game: the recorded auction
 * (fixed_auction.h), or the solver's cards (solver_player.h). Bots are told as of any decision. */
struct stand_in {
    /* Fills *action with a legal answer and returns true, or leaves the decision to the bot. With
     * `action` NULL: would it? */
    bool (*answer)(void *context, const struct skat_game *game,
                   const struct skat_decision *decision, struct skat_action *action);
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

/* How likely a bot says that its answers to a decision are. */
enum { POLICY_MOST = 128 };
struct policy {
    uint32_t count;
    struct skat_bot_likely options[POLICY_MOST]; /* probabilities add up to 1 */
};
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
