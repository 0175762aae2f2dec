// SPDX-License-Identifier: MIT
/* arena/bot/fixed_auction.h - the recorded beginning of a game, to repeat with other players: its
 * auction (bids, pickup, discards and announcement), so that only card play is judged; or all moves
 * up to a position. */
#ifndef ARENA_BOT_FIXED_AUCTION_H
#define ARENA_BOT_FIXED_AUCTION_H

#include "engine/game/record.h"

/* The moves to repeat; zero-initialise. The moves are on the heap. */
struct fixed_auction {
    struct skat_move *moves; /* NULL: none */
    uint16_t count;
};

/* Takes the auction from the moves of a record (docs/formats.md), replayed under `rules` without
 * terms of earlier deals. Ignores all moves after the announcement, but with `whole` they must be
 * legal. Returns false with the reason in *error: an illegal move, or nobody declares. */
bool fixed_auction_read(struct fixed_auction *auction, const struct skat_deal *deal,
                        const char *moves, const struct skat_rules *rules, bool whole,
                        struct skat_error *error);
/* Takes all moves of a record, which lead to a position of a game that is not over; nobody may have
 * spoken out of turn. False with the reason in *error. */
bool fixed_auction_read_position(struct fixed_auction *auction, const struct skat_deal *deal,
                                 const char *moves, const struct skat_rules *rules,
                                 struct skat_error *error);
void fixed_auction_free(struct fixed_auction *auction);

/* Writes these moves of `deal` as in a record. Returns the length. */
int fixed_auction_print(const struct fixed_auction *auction, const struct skat_deal *deal,
                        const struct skat_rules *rules, char text[SKAT_RECORD_SIZE]);

/* A stand-in (deal_play.h): decides as recorded until the moves are repeated. `context` is the
 * struct fixed_auction of the deal. */
bool fixed_auction_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action);

#endif
