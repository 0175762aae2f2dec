// SPDX-License-Identifier: MIT
/* bots/stammtisch/option_rows.h - rows of a module's options, for this bot and those that ask it.
 */
#ifndef STAMMTISCH_OPTION_ROWS_H
#define STAMMTISCH_OPTION_ROWS_H

#include "bots/skat_bot.h"

#define PERCENT(what, text, usual)                                                                 \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_INT, .name = what,         \
        .help = text, .fallback = (usual), .min = 0, .max = 100                                    \
    }
/* On, unless it is switched off. */
#define SWITCH(what, text)                                                                         \
    {                                                                                              \
        .size = sizeof(struct skat_bot_option), .type = SKAT_BOT_OPTION_BOOL, .name = what,        \
        .help = text, .fallback = 1                                                                \
    }

#endif
