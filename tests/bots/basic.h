// SPDX-License-Identifier: MIT
/* tests/bots/basic.h - bots/basic.c, for test bots that play like it but for one thing: its
 * functions create, act and destroy; its module, which is basic_module here and not the one that is
 * loaded. */
#ifndef TESTS_BOTS_BASIC_H
#define TESTS_BOTS_BASIC_H

#define skat_bot basic_module
#include "bots/basic.c"
#undef skat_bot

#endif
