// SPDX-License-Identifier: MIT
/* engine/game/card_play.h - card play (rules.md 5), phase PLAY: the part of the state machine that
 * two of three decisions go through.
 *
 * Inline, for the state machine itself and for loops that play many games (arena/bot/deal_play.c):
 * with the calls saved and what is needed twice computed once, a card costs half of the
 * instructions (callgrind). For everybody else skat_game_pending() and skat_game_apply() do the
 * same. */
#ifndef SKAT_ENGINE_GAME_CARD_PLAY_H
#define SKAT_ENGINE_GAME_CARD_PLAY_H

#include "engine/game/state.h"

/* After the last card of a trick: its points, and the next lead or the end. */
void skat_game_finish_trick(struct skat_game *game);

/* What may be decided between two cards: kontra; the pile's card. */
void skat_game_between_cards(struct skat_game *game);

/* Why the player to move may not play this card. */
enum skat_refusal skat_game_refused_card(const struct skat_game *game, skat_card card);

/* In the first two tricks a game may be conceded or given up; later nothing can be said,
 * except where the rules have claims or later concessions (rules.md 4, 5, 7). */
enum { SKAT_TRICKS_WITH_WORDS = 2 };

/* Adds to *decision what may be said instead of playing a card. */
void skat_game_offer_words(const struct skat_game *game, struct skat_decision *decision);

/* If the pending decision is a card of a hand that its player sees, fills in *decision, which must
 * be empty or what this function left there before, and returns true. Otherwise changes nothing;
 * then skat_game_pending() knows. */
static inline bool skat_game_next_card_again(const struct skat_game *game,
                                             struct skat_decision *decision)
{
    if (game->phase != SKAT_PHASE_PLAY || !game->playable)
        return false;
    decision->kind = SKAT_DECIDE_CARD;
    decision->position = game->table.turn;
    decision->cards = game->playable;
    if (game->table.trick_count < SKAT_TRICKS_WITH_WORDS || game->words_stay)
        skat_game_offer_words(game, decision);
    else
        decision->may_concede = decision->may_give_up = 0; /* the others are only if words stay */
    return true;
}

/* The same for a *decision of any contents. */
static inline bool skat_game_next_card(const struct skat_game *game, struct skat_decision *decision)
{
    if (game->phase != SKAT_PHASE_PLAY || !game->playable)
        return false;
    *decision = (struct skat_decision){.size = sizeof *decision};
    return skat_game_next_card_again(game, decision);
}

/* The player to move plays a card, which may be any card held: from the hand to the table. The turn
 * goes to the next player, or the trick ends. */
__attribute__((always_inline)) static inline void skat_game_put_card(struct skat_game *game,
                                                                     skat_card card)
{
    struct skat_table *table = &game->table;
    const struct skat_ranking *order = game->order;
    const unsigned turn = table->turn, hands = game->hands_dealt, count = table->played_count,
                   first = game->trick_began;

    game->hands[turn] &= ~skat_card_bit(card);
    game->gone |= skat_card_bit(card);
    table->played[count] = card;
    table->played_count = (uint8_t)(count + 1);
    if (count == first || skat_beats(order, card, game->best)) {
        game->best = card;
        table->winner = (uint8_t)turn;
    }
    if (count + 1 == first + hands) {
        skat_game_finish_trick(game);
        return;
    }
    const unsigned next = turn + 1 == hands ? 0 : turn + 1;
    table->turn = (uint8_t)next;
    game->playable = /* blind cards are played by place: skat_blind_card() */
        game->blind ? 0 : skat_follow(order, game->hands[next], table->played[first]);
}

/* skat_game_apply() for a card of the player to move during card play. */
__attribute__((always_inline)) static inline enum skat_refusal
skat_game_play_card(struct skat_game *game, skat_card card)
{
    if (card >= SKAT_CARD_CODES || !skat_cards_has(game->playable, card))
        return skat_game_refused_card(game, card);
    skat_game_record(game, game->table.turn, SKAT_ACTION_CARD, card);
    skat_game_put_card(game, card);
    if (game->kontra_open | game->pile)
        skat_game_between_cards(game);
    return SKAT_ACCEPTED;
}

#endif
