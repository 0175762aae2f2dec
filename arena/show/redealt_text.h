// SPDX-License-Identifier: MIT
/* arena/show/redealt_text.h - below a game of a log: what the same hand brought on other deals,
 * where two bots bid differently and the run has re-deals (docs/formats.md, redeals.jsonl). */
#ifndef ARENA_SHOW_REDEALT_TEXT_H
#define ARENA_SHOW_REDEALT_TEXT_H

#include "arena/compare/redeals.h"
#include "arena/log/log_reader.h"
#include "arena/record/game_text.h"
#include "arena/record/game_outcome.h"

/* Opens the re-deals beside a log, if it has a manifest and they are there. False with an error. */
bool redealt_text_open(struct redeals_reader *reader, const struct log_reader *log,
                       struct errors *errors);

/* Prints the hands of a game below its `text`, in ascending order of games; nothing if it has none.
 * False with errors. */
bool redealt_text_print(struct redeals_reader *reader, const struct log_reader *log,
                        const struct game_id *id, const struct game_text *text,
                        struct errors *errors);

#endif
