// SPDX-License-Identifier: MIT
/* arena/cli/manual.h - what a command is and takes, as --help, as a manual page, and for
 * completions.
 *
 * All three come from the command and its table of options. "skat-arena COMMAND --describe=man" and
 * "--describe=options" are for the Makefile and the completions in packaging/; --help does not list
 * them. */
#ifndef ARENA_CLI_MANUAL_H
#define ARENA_CLI_MANUAL_H

#include <stdbool.h>
#include <stdio.h>

#include "arena/cli/command.h"

/* Prints --help, in lines of at most `width` columns; 0: 100. With `all`, also what is rarely
 * needed. */
void print_command_help(const struct cli_command *command, const struct cli_option *options,
                        int count, bool all, int width, FILE *out);

/* Prints the manual page of a command, in section 1: man(7) macros. */
void print_command_manual(const struct cli_command *command, const struct cli_option *options,
                          int count, FILE *out);

/* Prints a line for each option: "--seed=<TAB>seed of the deals". */
void print_command_options(const struct cli_option *options, int count, FILE *out);

/* The same for the program: a page with all commands, and a line for each: "run<TAB>play a
 * tournament". */
void print_program_manual(const struct cli_command *const *commands, int count, FILE *out);
void print_program_commands(const struct cli_command *const *commands, int count, FILE *out);

#endif
