// SPDX-License-Identifier: MIT
/* arena/config/rules_reference.h - the options of rule sets as documents: made from the table of
 * options in engine/rules.c. */
#ifndef ARENA_CONFIG_RULES_REFERENCE_H
#define ARENA_CONFIG_RULES_REFERENCE_H

#include <cjson/cJSON.h>

/* The tables of options and of their short forms in Markdown. The caller
 * frees it. */
char *rules_reference_markdown(void);
/* A JSON Schema of an object of all options, as manifests have them. The caller deletes it. */
cJSON *rules_reference_schema(void);

#endif
