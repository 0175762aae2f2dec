// SPDX-License-Identifier: MIT
/* arena/new_bot/new_bot.h - writes a folder with a bot to start from: templates/, with names filled
 * in. */
#ifndef ARENA_NEW_BOT_NEW_BOT_H
#define ARENA_NEW_BOT_NEW_BOT_H

#include <stdbool.h>

#include "arena/base/errors.h"

enum new_bot_language { NEW_BOT_C, NEW_BOT_CXX, NEW_BOT_PYTHON, NEW_BOT_LANGUAGES };

/* How the bot of a folder is played: "./mine.so" or "./mine.py". Static storage until the next
 * call. */
const char *new_bot_path(const char *name, enum new_bot_language language);

/* Writes the bot `name` (letters, digits, _ and -, beginning with a letter) into the folder of this
 * name, which must not exist or be empty. `program` is the command by which the folder's files call
 * skat-arena. False with errors; then nothing that was there is changed. */
bool new_bot_write(const char *name, enum new_bot_language language, const char *program,
                   struct errors *errors);

#endif
