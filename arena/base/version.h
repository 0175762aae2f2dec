// SPDX-License-Identifier: MIT
/* arena/base/version.h - the version of the program, as -V and manifests name it; the Makefile, the
 * packages and the manual pages read it here. */
#ifndef ARENA_BASE_VERSION_H
#define ARENA_BASE_VERSION_H

#define ARENA_VERSION "2.0.0"
#define ARENA_DATE "2026-11-28"                   /* of this version */
#define ARENA_HARNESS "skat-arena " ARENA_VERSION /* in manifests */

/* The "format" of all result files that are one JSON object: the major number of the versions that
 * read and write it. */
enum { RESULT_FORMAT = 2 };

#endif
