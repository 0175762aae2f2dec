// SPDX-License-Identifier: MIT
/* arena/show/run_ratings.h - one list of the bots that met in several runs of a folder, in points a
 * deal (arena/stats/paired_ratings.h). It is made of the entries of result_list() alone. */
#ifndef ARENA_SHOW_RUN_RATINGS_H
#define ARENA_SHOW_RUN_RATINGS_H

#include <cjson/cJSON.h>

#include "arena/base/hash.h"
#include "arena/show/table.h"

/* A checksum of rules, and of what else must be the same where differences are compared: who bids,
 * who plays, which deals are given, whether bids alone count. A run of more deals has the same one,
 * unless its unit is a session. */
void conditions_of(const cJSON *manifest, char sum[HASH_SIZE]);

/* Adds "met" to the entry of a run: {"fixed" (whether its number of deals was fixed beforehand),
 * "conditions", "scoring", "seeds" (texts; the same one: the same deals), "bots" [{"name",
 * "version", "identity", "traits" (texts that tell it from others)}], "pairs" [{"a", "b" (numbers
 * of bots), "mean", "error", "units", "deals"}]}. */
void add_meetings(cJSON *entry, const cJSON *manifest, const cJSON *summary);

/* {"lists": [{"list" (its number), "scoring", "runs" (names), "bots" [{"bot" (its name; of several
 * bots with one name, also what tells it from them: "mine (version=1.1)"), "version", "identity",
 * "points" and "ahead" (estimates: above the mean of the list; above the next bot, null of the
 * last), "met" (how many of the others), "list", "scoring"}], "shared" (runs that have deals in
 * common), "notes" (sentences)}], "notes"}: a list for all bots that are connected by runs under
 * the same conditions, if they have more than one run; the notes name the other runs. A bot is the
 * same if its files, options and limits are, whatever it is called. The caller deletes it. */
cJSON *run_ratings_of(const cJSON *entries);

/* Adds "numbers", its table for a page, to each list. */
void page_run_ratings(cJSON *ratings);

/* Prints all lists. In CSV they are one table, and headings and notes go to standard error. */
void print_run_ratings(const cJSON *ratings, enum table_format format, FILE *out);

#endif
