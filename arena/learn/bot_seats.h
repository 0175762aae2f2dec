// SPDX-License-Identifier: MIT
/* arena/learn/bot_seats.h - bots of the arena as guests at the tables of a learner
 * (engine/learn/tables.h).
 *
 * They run in this process, without a sandbox, and without limits of time: for bots that one
 * trusts. A bot that crashes ends the process; one that acts illegally or reports a failure loses
 * the game, as in a run. */
#ifndef ARENA_LEARN_BOT_SEATS_H
#define ARENA_LEARN_BOT_SEATS_H

#include "arena/base/json_read.h"
#include "engine/learn/tables.h"

struct bot_seats; /* opaque */

/* Reads an array of bots, one for each seat of the rules, as in a config; null is a seat of the
 * learner, of which there must be one. Makes an instance of each bot for each of `tables` tables.
 * NULL after errors in seats->errors. `run` is the key of the tables' plan. The caller closes it
 * after the tables. */
struct bot_seats *bot_seats_open(const struct json_value *seats, const struct skat_rules *rules,
                                 const struct skat_random_key *run, int tables);
void bot_seats_close(struct bot_seats *seats);

/* Makes all instances anew, for tables that begin anew with this key, from what was read of the
 * bots when they were opened. False after errors: then all stays as it is. */
bool bot_seats_reset(struct bot_seats *seats, const struct skat_random_key *run,
                     struct errors *errors);

/* For the plan of the tables; valid as long as `seats`. */
const struct skat_tables_guests *bot_seats_guests(const struct bot_seats *seats);

/* The first fault that was not asked for yet, as a line: seat, bot, session, deal, kind of fault,
 * and what the bot answered or said; NULL: none. Valid until the tables go on. */
const char *bot_seats_next_fault(struct bot_seats *seats);

/* Deals that ended by a fault of a bot in this seat. */
uint64_t bot_seats_faults(const struct bot_seats *seats, int seat);

#endif
