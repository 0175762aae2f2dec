/* engine/record.h - a game as text: the moves of log-format.md, which are those of ISS. */
#ifndef SKAT_ENGINE_RECORD_H
#define SKAT_ENGINE_RECORD_H

#include "engine/game.h"

/* Room for the moves of any game and one refused action behind them. */
enum { SKAT_RECORD_SIZE = SKAT_MOVES_MAX * 8 + 128 };

/* Writes all moves of a game, "1 18 0 y ...". Returns the length. */
int skat_record_moves(const struct skat_game *game, char text[SKAT_RECORD_SIZE]);

enum { SKAT_TOKEN_SIZE = 64 };
/* Writes one action as "actor token", whether or not it is legal: what cannot be written as a
 * move comes out as "?". Returns the length. */
int skat_record_action(const struct skat_rules *rules, unsigned position,
                       const struct skat_action *action, char text[SKAT_TOKEN_SIZE]);

/* Reads the action token at `text`, up to a space or the end. Whether it is legal is for
 * skat_game_apply() to say. On failure returns false with the reason in *error. */
bool skat_record_parse_action(const char *text, struct skat_action *action,
                              struct skat_error *error);

/* How a replayed record ended. */
enum skat_replay_end {
    SKAT_REPLAY_ALL,     /* every move was applied */
    SKAT_REPLAY_REFUSED, /* the last move was refused by the rules: *refusal, *refused_by */
    SKAT_REPLAY_BAD      /* the text is no record of this deal: *error */
};
struct skat_replay {
    enum skat_replay_end end;
    enum skat_refusal refusal;
    unsigned refused_by;    /* position */
    int turned;             /* cards of a pile so far */
    int token;              /* number of the offending actor-and-action pair, from 1 */
    struct skat_error error;
};

/* Applies the moves in `text` to a started game. Silent decisions (no concession, no kontra, no
 * grand hand) are filled in. With rules->resigning, `RE` is a resignation where it is no concession.
 * With `last_refused` the last move is known to be one that was refused, and is not applied. The skat
 * that the world gives, and cards that it turns from a pile, are compared with the deal. A text that
 * ends early is no error: ask skat_game_pending() whether the game is over. Where the next card is one of a
 * pile, it may end at a question: what is not written was not turned. */
void skat_record_replay(struct skat_game *game, const char *text, bool last_refused,
                        struct skat_replay *replay);

#endif
