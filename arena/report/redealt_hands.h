// SPDX-License-Identifier: MIT
/* arena/report/redealt_hands.h - what the page shows of redeals.jsonl: how the deals ended on which
 * two bots bid differently, as dealt and dealt again. */
#ifndef ARENA_REPORT_REDEALT_HANDS_H
#define ARENA_REPORT_REDEALT_HANDS_H

#include <cjson/cJSON.h>

#include "arena/base/errors.h"
#include "engine/rules.h"

/* Most cells of a strip, and hands in the list. */
enum { REDEALT_CELLS = 60, REDEALT_HANDS = 15 };

/* Adds "redealt" to a run of the page, if its folder has re-deals: `strips`, one for each way in
 * which the two bid differently, with what each deal makes of the difference a - b, in order, how
 * many are better for whom, and how often the player of the hand declared and won in re-deals, with
 * a's way and with b's; `hands`, those with the largest means; and in "swings", which is
 * there already, the hands of a deal that is shown, as `hands` of it. `rules` and `summary` are the
 * run's. */
void redealt_hands_add(cJSON *run, const char *folder, const struct skat_rules *rules,
                       const cJSON *summary, struct errors *errors);

#endif
