/* arena/bot/fixed_auction.h - a recorded auction: bids, pickup, discards and announcement of a
 * deal, to repeat with other players so that only card play is judged. */
#ifndef ARENA_BOT_FIXED_AUCTION_H
#define ARENA_BOT_FIXED_AUCTION_H

#include "engine/record.h"

/* All moves of a game up to its announcement; zero-initialise. The moves are on the heap. */
struct auction {
    struct skat_move *moves; /* NULL: none */
    uint16_t count;
};

/* Takes the auction from the moves of a record (docs/formats.md), replayed under `rules` without
 * terms of earlier deals. Ignores all moves after the announcement, but with `whole` they must be
 * legal. Returns false with the reason in *error: an illegal move, or nobody declares. */
bool auction_read(struct auction *auction, const struct skat_deal *deal, const char *moves,
                  const struct skat_rules *rules, bool whole, struct skat_error *error);
void auction_free(struct auction *auction);

/* Writes the moves of the auction of `deal` as in a record. Returns the length. */
int fixed_auction_print(const struct auction *auction, const struct skat_deal *deal,
                        const struct skat_rules *rules, char text[SKAT_RECORD_SIZE]);

/* A stand-in (deal_play.h): decides as recorded until the game is announced. `context` is the
 * struct auction of the deal. */
bool fixed_auction_answer(void *context, const struct skat_game *game,
                          const struct skat_decision *decision, struct skat_action *action);

#endif
