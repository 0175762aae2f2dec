/* engine/game_steps.h - the steps that the parts of the state machine share. Private to the
 * engine: game.c and the files of single rules (kontra, gift, schieben, revolution) include it. */
#ifndef SKAT_ENGINE_GAME_STEPS_H
#define SKAT_ENGINE_GAME_STEPS_H

#include <assert.h>

#include "engine/game.h"

enum { FOREHAND = 0, MIDDLEHAND = 1, REARHAND = 2 };

static inline const struct skat_deck *deck_of(const struct skat_game *game)
{
    return game->rules->derived.deck;
}

static inline unsigned next_position(const struct skat_game *game, unsigned position)
{
    return position + 1 == game->hands_dealt ? 0 : position + 1;
}

/* The third player: neither this one nor that. */
static inline unsigned third_position(unsigned one, unsigned other) { return 3 - one - other; }

/* Adds a move to the record. */
static inline void record(struct skat_game *game, unsigned position, unsigned kind, unsigned value)
{
    assert(game->move_count < SKAT_MOVES_MAX);
    game->moves[game->move_count++] =
        (struct skat_move){(uint8_t)position, (uint8_t)kind, (uint16_t)value};
}

/* The same of whose turn it is, with the cards of his action behind it, in their order. */
static inline void record_with_cards(struct skat_game *game, unsigned kind, unsigned value,
                                     const struct skat_action *action)
{
    unsigned position = game->table.turn;

    record(game, position, kind, value);
    for (int i = 0; i < action->count; i++)
        record(game, position, SKAT_MOVE_CARD_OF, action->cards[i]);
}

/* The cards of an action as a set; empty when they are not `count` different cards. */
static inline skat_cards action_cards(const struct skat_action *action, int count)
{
    skat_cards set = 0;

    if (action->count != count)
        return 0;
    for (int i = 0; i < count; i++) {
        if (!skat_card_valid(action->cards[i]) || skat_cards_has(set, action->cards[i]))
            return 0;
        set |= skat_card_bit(action->cards[i]);
    }
    return set;
}

static inline int cards_in_trick(const struct skat_game *game)
{
    return game->table.played_count - game->trick_began;
}

/* Notes whose turn it is and what he may play: asked for twice, by pending and by apply. */
static inline void give_turn(struct skat_game *game, unsigned position)
{
    skat_cards hand = game->hands[position];
    int in_trick = cards_in_trick(game);

    game->table.turn = (uint8_t)position;
    if (game->blind) {
        game->playable = 0; /* cards are played by their places: blind.h */
        return;
    }
    game->playable = in_trick == 0
                         ? hand
                         : skat_follow(game->order, hand,
                                       game->table.played[game->table.played_count - in_trick]);
}

/* From the end of the auction to the game that is played: rules.md 4, or a relative's own way, which its
 * row in variant.c names. */
struct skat_declaring {
    /* Fills in what may be announced now: phases GAME, DECLARE, TURN. */
    void (*offer)(const struct skat_game *game, struct skat_decision *decision);
    /* May it be announced now? */
    enum skat_refusal (*may_declare)(const struct skat_game *game, struct skat_contract contract);
    /* Declarer takes the skat without a word. */
    void (*pick_up)(struct skat_game *game);
};

/* Another question: `position` is to decide in `phase`. */
static inline void ask(struct skat_game *game, enum skat_phase phase, unsigned position)
{
    game->phase = (uint8_t)phase;
    game->table.turn = (uint8_t)position;
}

/* Back to the cards: whoever is next in the trick. */
static inline void resume_play(struct skat_game *game)
{
    game->phase = SKAT_PHASE_PLAY;
    give_turn(game, skat_trick_next(game));
}

static inline void end_game(struct skat_game *game)
{
    game->phase = SKAT_PHASE_OVER;
    game->table.turn = SKAT_NOBODY;
}

/* Nobody declares: the deal ends, or ramsch is played (rules.md 3). game.c. */
void skat_game_passed_in(struct skat_game *game);

/* `declarer` plays alone, and is to say what. game.c. */
void skat_game_declarer(struct skat_game *game, unsigned declarer);

/* Fixes the game that is played; `leader` will lead. game.c. */
void skat_game_announce(struct skat_game *game, struct skat_contract contract, unsigned leader);

/* The first question of a declared game: concession or kontra, or the lead. game.c. */
void skat_game_open(struct skat_game *game);

/* A card of whose turn it is goes on the table: it leaves the hand, and whoever is next has the turn,
 * or the game is over. game.c. */
void skat_game_put_card(struct skat_game *game, skat_card card);

/* May declarer give up now (rules.md 4)? game.c. */
bool skat_game_may_concede(const struct skat_game *game);

#endif
