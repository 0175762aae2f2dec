/* engine/card_play.h - card play (rules.md 5): the part of the state machine that two of three decisions go through.
 *
 * Inline, for the state machine itself and for loops that play many games (arena/bot/deal_play.c): with the calls saved
 * and what is needed twice computed once, a card costs half of the instructions (callgrind). For everybody else
 * skat_game_pending() and skat_game_apply() do the same. */
#ifndef SKAT_ENGINE_CARD_PLAY_H
#define SKAT_ENGINE_CARD_PLAY_H

#include <assert.h>

#include "engine/game.h"

/* Adds a move to the record. */
static inline void skat_game_record(struct skat_game *game, unsigned position, unsigned kind,
                                    unsigned value)
{
    assert(game->move_count < SKAT_MOVES_MAX);
    game->moves[game->move_count++] =
        (struct skat_move){(uint8_t)position, (uint8_t)kind, (uint16_t)value};
}

/* After the last card of a trick: its points, and the next lead or the end. In game.c. */
void skat_game_finish_trick(struct skat_game *game);

/* What may be decided between two cards: kontra; the pile's card. In game.c. */
void skat_game_between_cards(struct skat_game *game);

/* Why the player to move may not play this card. In game.c. */
enum skat_refusal skat_game_refused_card(const struct skat_game *game, skat_card card);

/* In the first two tricks a game may be conceded or given up; later there is nothing to say (rules.md 4, 7). */
enum { SKAT_TRICKS_WITH_WORDS = 2 };

/* Adds what may be said instead of a card then. In game.c. */
void skat_game_offer_words(const struct skat_game *game, struct skat_decision *decision);

/* If the pending decision is a card of a hand that its player sees, fills in *decision and returns true. Otherwise changes
 * nothing; then skat_game_pending() knows. */
static inline bool skat_game_next_card(const struct skat_game *game, struct skat_decision *decision)
{
    if (game->phase != SKAT_PHASE_PLAY || !game->playable)
        return false;
    *decision = (struct skat_decision){
        .size = sizeof *decision,
        .kind = SKAT_DECIDE_CARD,
        .position = game->table.turn,
        .cards = game->playable,
    };
    if (game->table.trick_count < SKAT_TRICKS_WITH_WORDS)
        skat_game_offer_words(game, decision);
    return true;
}

/* The player to move plays a card, which may be any card held: from the hand to the table. The turn goes to the next
 * player, or the trick ends. */
__attribute__((always_inline)) static inline void skat_game_put_card(struct skat_game *game,
                                                                     skat_card card)
{
    struct skat_table *table = &game->table;
    const struct skat_ranking *order = game->order;
    const unsigned turn = table->turn, hands = game->hands_dealt, count = table->played_count,
                   first = game->trick_began;

    game->hands[turn] &= ~skat_card_bit(card);
    table->gone |= skat_card_bit(card);
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
    game->playable = /* blind cards are played by place: blind.h */
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

/* ---- views ---- */

/* Brings *view up to date, which skat_game_view() has filled in for the same position before in this game: the result is
 * that of skat_game_view(). */
static inline void skat_game_view_again(const struct skat_game *game, unsigned position,
                                        struct skat_view *view)
{
    const struct skat_table *table = &game->table;

    if (game->shows_more) {
        skat_game_view(game, position, view);
        return;
    }
    view->hand = game->hands[position];
    if (table->declarer != SKAT_NOBODY) {
        view->skat = position == table->declarer && table->picked_up ? game->skat : 0;
        view->shown = table->announced && table->contract.with & SKAT_WITH_OUVERT
                          ? game->hands[table->declarer]
                          : 0;
    }
    view->table = *table;
    view->extra = game->extra;
}

/* The same if the game was announced then, only cards have been played since, and it does not show more than usual
 * (skat_game.shows_more). */
static inline void skat_game_view_cards(const struct skat_game *game, unsigned position,
                                        struct skat_view *view)
{
    view->hand = game->hands[position];
    if (view->shown)
        view->shown = game->hands[game->table.declarer];
    view->table = game->table;
}

#endif
