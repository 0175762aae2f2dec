// SPDX-License-Identifier: MIT
/* arena/base/hash.h - SHA-256 of files and texts, in hexadecimal. What comes in pieces goes through
 * nettle itself: sha256_init(), sha256_update(), hash_end(). */
#ifndef ARENA_BASE_HASH_H
#define ARENA_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/sha256.h"

enum { HASH_SIZE = 2 * SHA256_DIGEST_SIZE + 1 };

/* Writes the hash of all that `sum` was updated with, and returns it. */
const char *hash_end(struct sha256_ctx *sum, char hash[HASH_SIZE]);

void hash_text(const char *text, char hash[HASH_SIZE]);

/* Hashes all that can be read from the file, to its end. On failure false with errno, and `hash` is
 * unchanged. */
bool hash_file(const char *path, char hash[HASH_SIZE]);

/* Hashes what an open file has from its offset to its end; else as hash_file(). */
bool hash_descriptor(int file, char hash[HASH_SIZE]);

/* Hashes the last `size` bytes of a regular file, or all if it has fewer; else as hash_file(). */
bool hash_file_tail(const char *path, size_t size, char hash[HASH_SIZE]);

#endif
