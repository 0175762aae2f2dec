// SPDX-License-Identifier: MIT
/* bots/stammtisch/gift.h - schenken: giving up a lost game, and the declarer's answer. */
#ifndef STAMMTISCH_GIFT_H
#define STAMMTISCH_GIFT_H

#include "bots/stammtisch/bidding.h"

/* As a defender: propose to give up? Agree when the partner proposes it? */
int gift_proposed(const struct skat_bot_view *view);
int gift_agreed(const struct skat_bot_view *view);

/* As declarer: accept the gift? */
int gift_accepted(const struct rules *rules, const struct skat_bot_view *view);

#endif
