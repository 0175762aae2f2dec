// SPDX-License-Identifier: MIT
/* arena/report/page_language.h - the words in which a page speaks of cards and games. */
#ifndef ARENA_REPORT_PAGE_LANGUAGE_H
#define ARENA_REPORT_PAGE_LANGUAGE_H

#include <cjson/cJSON.h>

#include "arena/record/language.h"

/* Adds "language" to the data of a page; nothing in English, which the scripts speak. */
void page_language_add(cJSON *data, const struct language *language);

#endif
