// SPDX-License-Identifier: MIT
#include "arena/base/hash.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/input_open.h"
#include "engine/text_put.h"

const char *hash_end(struct sha256_ctx *sum, char hash[HASH_SIZE])
{
    uint8_t digest[SHA256_DIGEST_SIZE];

    skat_sha256_digest(sum, digest);
    *put_hex(hash, digest, SHA256_DIGEST_SIZE) = '\0';
    return hash;
}

void hash_text(const char *text, char hash[HASH_SIZE])
{
    struct sha256_ctx sum;

    sha256_init(&sum);
    sha256_update(&sum, strlen(text), (const uint8_t *)text);
    hash_end(&sum, hash);
}

/* Hashes a file from its present offset to its end. */
static bool hash_rest(int file, char hash[HASH_SIZE])
{
    uint8_t block[1 << 16];
    struct sha256_ctx sum;
    ssize_t got;

    sha256_init(&sum);
    while ((got = read(file, block, sizeof block)) > 0)
        sha256_update(&sum, (size_t)got, block);
    if (got == 0)
        hash_end(&sum, hash);
    return got == 0;
}

bool hash_file_tail(const char *path, size_t size, char hash[HASH_SIZE])
{
    const int file = input_descriptor_open(path);
    struct stat status;

    if (file < 0)
        return false;
    bool ok = fstat(file, &status) == 0;
    if (ok && (uintmax_t)status.st_size > size)
        ok = lseek(file, status.st_size - (off_t)size, SEEK_SET) >= 0;
    ok = ok && hash_rest(file, hash);
    const int error = errno;
    close(file);
    errno = error;
    return ok;
}

bool hash_file(const char *path, char hash[HASH_SIZE])
{
    return hash_file_tail(path, SIZE_MAX, hash);
}
