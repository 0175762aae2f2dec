// SPDX-License-Identifier: MIT
/* bots/pipe/view.h - views, decisions and results as JSON. */
#ifndef PIPE_VIEW_H
#define PIPE_VIEW_H

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* Highest first: from the jack of clubs to the seven of diamonds. */
void put_cards(struct text *text, const char *key, skat_bot_cards cards);

/* `rules`: how contracts are written, see codes.h. `in_trick`: number of cards in a trick. */
void put_view(struct text *text, const struct skat_bot_view *view,
              const struct skat_bot_rules *rules, int in_trick);
void put_decision(struct text *text, const struct skat_bot_decision *decision,
                  const struct skat_bot_view *view, const struct skat_bot_rules *rules);
void put_result(struct text *text, const struct skat_bot_result *result);

#endif
