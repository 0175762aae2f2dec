/* arena/config/bot_spec.h - a bot as a word of a command line: "stammtisch", "./mine.so:depth=4,fast=true".
 *
 * Behind the module and a colon come its options, KEY=VALUE with commas between them. In the value
 * of a text option a comma is part of the text, unless NAME= of an option of the module follows:
 * "pipe:command=python3 bot.py a,b,c" is one option. */
#ifndef ARENA_CONFIG_BOT_SPEC_H
#define ARENA_CONFIG_BOT_SPEC_H

#include <cjson/cJSON.h>

#include <stdbool.h>

#include "arena/base/errors.h"

/* {"module": ..., "options": {...}}, as a config has it, for the caller to delete. Probes the
 * module for the types of its options, in the sandbox where `sandboxed`; what is wrong with itself is
 * not said here. */
cJSON *bot_spec_json(const char *word, bool sandboxed, struct errors *errors);

enum { BOT_SPEC_NAME_SIZE = 41 };

/* Copies as much as fits, whole characters of UTF-8 only. */
void bot_spec_copy_name(char name[BOT_SPEC_NAME_SIZE], const char *text);

/* "builds/new/mine.so:x=1" is called "mine:x=1". */
void bot_spec_name(const char *word, char name[BOT_SPEC_NAME_SIZE]);

#endif
