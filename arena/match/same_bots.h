// SPDX-License-Identifier: MIT
/* arena/match/same_bots.h - bots whose files differ and who play the same, as built for two
 * processors: merge --same-bots. A manifest records which ("same_bots"). */
#ifndef ARENA_MATCH_SAME_BOTS_H
#define ARENA_MATCH_SAME_BOTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Is this "A=B" or "A=B,C=D" and so on, each a SHA-256 in hexadecimal? */
bool same_bots_are_hashes(const char *text);

/* Replaces each B in the bots of a manifest by its A, for `text` as above or NULL. The manifest
 * lists, once each, the pairs that were replaced there or are in `before`, an array or NULL. */
void same_bots_join(cJSON *manifest, const char *text, const cJSON *before);

/* Where a bot lies makes no difference: one with the same hash as in the manifest `like`, at the
 * same place, gets the path of its module there. */
void same_bots_name_alike(cJSON *manifest, const cJSON *like);

/* The first hashes that differ in the bots of two manifests: {A, B}, which belong to them. False
 * if none does. */
bool same_bots_differ(const cJSON *one, const cJSON *other, const char *hashes[2]);

#endif
