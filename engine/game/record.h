// SPDX-License-Identifier: MIT
/* engine/game/record.h - a game as text: moves as in docs/formats.md, in the notation of ISS; and
 * the same moves with other hidden cards, so that a search can play on from there. */
#ifndef SKAT_ENGINE_GAME_RECORD_H
#define SKAT_ENGINE_GAME_RECORD_H

#include "engine/game/game.h"
#include "engine/game/worlds.h"

/* Room for the moves of any game plus one refused action. */
enum { SKAT_RECORD_SIZE = SKAT_MOVES_MAX * 8 + 128 };

/* Writes all moves of a game, "1 18 0 y ...". Returns the length. */
int skat_record_moves(const struct skat_game *game, char text[SKAT_RECORD_SIZE]);

enum { SKAT_TOKEN_SIZE = 64 };
/* Writes one action as "actor token", whether or not it is legal; an action that cannot be written
 * as a move becomes "?". Returns the length. */
int skat_record_action(const struct skat_rules *rules, unsigned position,
                       const struct skat_action *action, char text[SKAT_TOKEN_SIZE]);

/* Reads the action token at `text`, up to a space or the end. Does not check whether it is legal;
 * skat_game_apply() does. On failure returns false with the reason in *error. */
bool skat_record_parse_action(const char *text, struct skat_action *action,
                              struct skat_error *error);

/* How a replayed record ended. */
enum skat_replay_end {
    SKAT_REPLAY_ALL,     /* every move was applied */
    SKAT_REPLAY_REFUSED, /* the last move was refused by the rules: *refusal, *refused_by */
    SKAT_REPLAY_BAD      /* the text is not a record of this deal: *error */
};
struct skat_replay {
    enum skat_replay_end end;
    enum skat_refusal refusal;
    unsigned refused_by; /* position */
    int turned;          /* cards turned from a pile so far */
    int token;           /* number of the offending actor-and-action pair, from 1 */
    struct skat_error error;
};

/* Applies the moves in `text` to a started game and fills in decisions that records omit (no
 * concession, no kontra, no grand hand). With `last_refused`, the last move was refused and is not
 * applied. The skat given by the world (actor `w`) and cards that it turns from a pile must match
 * the deal. A text that ends early is not an error: ask skat_game_pending() whether the game is
 * over. If a pile is next, the text may end at a decision: a card that is not written was not
 * turned. */
void skat_record_replay(struct skat_game *game, const char *text, bool last_refused,
                        struct skat_replay *replay);

/* Hears of each action of a replay before it is applied, also of those that records leave out; not
 * of one that is refused and said to be. */
struct skat_record_watcher {
    void *context;
    void (*acts)(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action);
};

/* The same as skat_record_replay(), watched (`watcher` may be NULL), but for decisions that are
 * open after the last move: those stay open. */
void skat_record_follow(struct skat_game *game, const char *text, bool last_refused,
                        const struct skat_record_watcher *watcher, struct skat_replay *replay);

/* Sets *other to this game with the hidden cards of a world, so that it can be played on: its deal
 * is one in which the same moves were legal and the player whose view has this world saw the same.
 * Declarer's discards are those of the world, and so is the skat as far as nobody has seen it.
 * Returns false, and *other is of no use, if no such deal is found: where cards were passed on
 * (schieberamsch, revolution), at times in variant games, or if the world belongs to another game.
 */
bool skat_game_in_world(const struct skat_game *game, const struct skat_world *world,
                        struct skat_game *other);

#endif
