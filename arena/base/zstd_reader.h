/* arena/base/zstd_reader.h - reading files that zstd has compressed, as if they were not. */
#ifndef ARENA_BASE_ZSTD_READER_H
#define ARENA_BASE_ZSTD_READER_H

#include <stdio.h>

/* Opens `path` for reading; where it is not there, `path`.zst, which is decompressed on the way, as is a
 * `path` that ends in .zst. NULL, and errno is that of the first. What is damaged is a read error
 * (ferror). The stream cannot seek but to its beginning. */
FILE *zstd_reader_open(const char *path);

#endif
