// SPDX-License-Identifier: MIT
/* arena/show/audit_text.h - what the audit of a run found, in sentences. */
#ifndef ARENA_SHOW_AUDIT_TEXT_H
#define ARENA_SHOW_AUDIT_TEXT_H

#include <stdio.h>

#include "arena/result/run_summary.h"

/* Prints how many decisions were asked again, what that shows, and each bot that answered otherwise
 * or not at all. Nothing for a run without an audit, or one that asked nothing. */
void print_audit(const struct run_summary *summary, FILE *out);

#endif
