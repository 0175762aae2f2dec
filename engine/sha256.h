// SPDX-License-Identifier: MIT
/* engine/sha256.h - SHA-256 by nettle, which uses the processor's instructions for it: many times
 * as fast as code without them, and a run hashes every module that it loads. */
#ifndef ENGINE_SHA256_H
#define ENGINE_SHA256_H

#include <stdint.h>

#include <nettle/sha2.h>
#include <nettle/version.h>

/* Writes the digest of all that `sum` was updated with, which then begins anew. */
static inline void skat_sha256_digest(struct sha256_ctx *sum, uint8_t digest[SHA256_DIGEST_SIZE])
{
#if NETTLE_VERSION_MAJOR < 4
    sha256_digest(sum, SHA256_DIGEST_SIZE, digest);
#else
    sha256_digest(sum, digest);
#endif
}

#endif
