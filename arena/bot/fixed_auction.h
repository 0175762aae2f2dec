/* arena/bot/fixed_auction.h - an auction on record: how a deal was bid, picked up, put aside and announced, to be
 * repeated with other players, so that card play alone is judged. */
#ifndef ARENA_BOT_FIXED_AUCTION_H
#define ARENA_BOT_FIXED_AUCTION_H

#include "engine/record.h"

/* All moves of a game up to its announcement; zero-initialise. The moves are on the heap. */
struct auction {
    struct skat_move *moves; /* NULL: none */
    uint16_t count;
};

/* Takes the auction from the moves of a record (log-format), replayed under `rules` without any terms of
 * deals before; what follows the announcement is passed over, but with `whole` it must be legal, too.
 * Returns false with the reason in *error: an illegal move, or nobody declares. */
bool auction_read(struct auction *auction, const struct skat_deal *deal, const char *moves,
                  const struct skat_rules *rules, bool whole, struct skat_error *error);
void auction_free(struct auction *auction);

/* Writes the moves of the auction of `deal`, as a record has them. Returns the length. */
int fixed_auction_print(const struct auction *auction, const struct skat_deal *deal,
                  const struct skat_rules *rules, char text[SKAT_RECORD_SIZE]);

/* A stand-in (player.h): decides as on record until the game is announced. `context` is the struct
 * auction of the deal. */
bool fixed_auction_answer(void *context, const struct skat_game *game,
                    const struct skat_decision *decision, struct skat_action *action);

#endif
