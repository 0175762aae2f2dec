/* arena/bot/deal_play.h - one deal, played by players: who is asked, what they answer, who is told. */
#ifndef ARENA_BOT_DEAL_PLAY_H
#define ARENA_BOT_DEAL_PLAY_H

#include "arena/bot/abi_layout.h"
#include "arena/bot/call_mark.h"
#include "arena/bot/player.h"
#include "engine/game.h"

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
enum game_status play_end(struct play *play);

/* Plays one deal to its end with the players of the three positions, started but otherwise
 * untouched in *game. `key` is the deal's skat_random_key(). Returns how it ended: GAME_OK, or the
 * fault that skat_game_fail() has charged. An illegal answer leaves itself as a record token in
 * `illegal` (SKAT_TOKEN_SIZE), which is empty otherwise. */
enum game_status players_play(struct player *const players[SKAT_PLAYERS],
                         const struct stand_ins *stand_ins, struct skat_game *game, uint64_t key,
                         char *illegal, struct call_mark *mark);

#endif
