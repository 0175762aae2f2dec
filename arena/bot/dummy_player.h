// SPDX-License-Identifier: MIT
/* arena/bot/dummy_player.h - players who are never asked, for the seats of a table whose moves are
 * known: only the players whose answers count are bots. */
#ifndef ARENA_BOT_DUMMY_PLAYER_H
#define ARENA_BOT_DUMMY_PLAYER_H

#include "arena/bot/player.h"

/* Opens a dummy in each of these seats, 0 to 2; dummy_players_close() at the end. `times` gets
 * nothing. False with the reason if there is no memory. */
bool dummy_players_open(struct player players[SKAT_PLAYERS], struct latency_histogram *times,
                        struct call_mark *mark, char *reason, size_t size);
void dummy_players_close(struct player players[SKAT_PLAYERS], struct call_mark *mark);

#endif
