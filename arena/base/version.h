/* arena/base/version.h - the version of the program, as --help and manifests name it. */
#ifndef ARENA_BASE_VERSION_H
#define ARENA_BASE_VERSION_H

#define ARENA_VERSION "0.3.0"
#define ARENA_HARNESS "skat-arena " ARENA_VERSION /* in manifests */

#endif
