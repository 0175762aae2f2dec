// SPDX-License-Identifier: MIT
/* engine/game/steps.h - steps shared by the parts of the state machine. Private to this folder. */
#ifndef SKAT_ENGINE_GAME_STEPS_H
#define SKAT_ENGINE_GAME_STEPS_H

#include "engine/deck.h"
#include "engine/game/refusal.h"
#include "engine/game/state.h"

enum { FOREHAND = 0, MIDDLEHAND = 1, REARHAND = 2 };

static inline const struct skat_deck *deck_of(const struct skat_game *game)
{
    return game->rules->derived.deck;
}

static inline unsigned next_position(const struct skat_game *game, unsigned position)
{
    return position + 1 == game->hands_dealt ? 0 : position + 1;
}

/* The third position, given two. */
static inline unsigned third_position(unsigned one, unsigned other) { return 3 - one - other; }

/* Adds a move to the record. */
static inline void record(struct skat_game *game, unsigned position, unsigned kind, unsigned value)
{
    skat_game_record(game, position, kind, value);
}

/* The same for the player to move, followed by the cards of the action, in order. */
static inline void record_with_cards(struct skat_game *game, unsigned kind, unsigned value,
                                     const struct skat_action *action)
{
    unsigned position = game->table.turn;

    record(game, position, kind, value);
    for (int i = 0; i < action->count; i++)
        record(game, position, SKAT_MOVE_CARD_OF, action->cards[i]);
}

/* The cards of an action as a set; empty if they are not `count` different cards. */
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

/* Sets the turn and the playable cards, which both pending and apply use. */
static inline void give_turn(struct skat_game *game, unsigned position)
{
    skat_cards hand = game->hands[position];
    int in_trick = cards_in_trick(game);

    game->table.turn = (uint8_t)position;
    if (game->blind) {
        game->playable = 0; /* cards are played by place: blind.h */
        return;
    }
    game->playable = in_trick == 0
                         ? hand
                         : skat_follow(game->order, hand,
                                       game->table.played[game->table.played_count - in_trick]);
}

/* The next decision is that of `position` in `phase`. */
static inline void ask(struct skat_game *game, enum skat_phase phase, unsigned position)
{
    game->phase = (uint8_t)phase;
    game->table.turn = (uint8_t)position;
}

/* Returns to card play: the turn of the next player in the trick. */
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

#endif
