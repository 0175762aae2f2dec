// SPDX-License-Identifier: MIT
/* arena/base/terminal.h - the terminal: what a command prints is kept within it.
 *
 * Tables choose their columns by terminal_width(). All other lines that are too long are broken
 * between words; what follows is indented to the column that it belongs to. A command to copy
 * ("skat-arena replay ...") begins a line of its own, and is broken as a shell reads it, with a
 * backslash at the end. */
#ifndef ARENA_BASE_TERMINAL_H
#define ARENA_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- its width and colours, and text in columns ---- */

/* Columns of the terminal at `stream`; 0 if it is not a terminal. */
int terminal_width(FILE *stream);

/* Whether text on `stream` is coloured: not with NO_COLOR, always with CLICOLOR_FORCE (each set and
 * not empty), else on a terminal. */
bool terminal_colours(FILE *stream);
/* --color: "always" and "never" set these variables for this process; "auto" leaves them. */
void terminal_set_colours(const char *when);

/* The sequence that begins a colour on `stream`, or ends it; "" where text is not coloured. */
enum terminal_colour {
    COLOUR_GOOD,
    COLOUR_BAD,
    COLOUR_OPEN,
    COLOUR_STRONG,
    COLOUR_RED_SUIT,
    COLOUR_END
};
const char *terminal_colour(enum terminal_colour which, FILE *stream);

/* Columns of the screen that the first `bytes` bytes of a UTF-8 text take, or all of it: one for
 * each character; colours and control characters take none. */
int text_columns(const char *text, size_t bytes);
int text_width(const char *text);

/* ---- lines that are too long ---- */

/* What is written to standard output before a line is read from the person there: shown at once,
 * while other unfinished lines are kept until they end. */
#define TERMINAL_PROMPT "> "

/* Prints lines on standard error, each with its newline, and folds them if it is a terminal. */
__attribute__((format(printf, 1, 2))) void print_note(const char *format, ...);

/* From now on all lines of standard output are folded if it is a terminal, until
 * terminal_unfold_stdout() prints what is left and makes it `before` again, the standard output of
 * the process. Not for data: JSON, tables and records to be read by programs. To be called once,
 * before anything is printed. */
void terminal_fold_stdout(void);
void terminal_unfold_stdout(FILE *before);

/* ---- how far a long command is ---- */

struct progress_meter {
    const char *what;       /* is counted: "games" */
    uint64_t before, total; /* done before this process; of all, 0: not known */
    double started, shown;  /* times, in seconds */
    bool on;                /* else nothing is shown */
};

/* Joins the parts that are not empty with commas, as far as whole parts fit into `width` columns of
 * UTF-8 (below 1: any number) and `size` bytes; the first is cut if it has to be. Parts are short
 * and in the order of importance. Returns `line`. */
char *progress_join(const char *const *parts, size_t count, int width, char *line, size_t size);

enum { PROGRESS_LEFT_SIZE = 40 };
/* "1:02:03 left" for so many seconds, rounded up, 0 and more. Returns `text`. */
char *progress_left(double seconds, char text[PROGRESS_LEFT_SIZE]);

/* Begins now. */
void progress_start(struct progress_meter *progress, const char *what, uint64_t before,
                    uint64_t total, bool on);
/* `done` in all, those before included: a line on standard error, on a terminal renewed in place,
 * elsewhere once a minute. Can be called at any rate. */
void progress_show(struct progress_meter *progress, uint64_t done);
/* Takes the line off the terminal. */
void progress_end(const struct progress_meter *progress);

/* Shows on standard error that `done` of `total` are done: on a terminal `text`, cut to its width,
 * replaces the line before, until all are done; elsewhere it is shown about ten times in all. */
void progress_line(const char *text, int64_t done, int64_t total);

/* ---- long text, page by page ---- */

/* A text that is being written. */
struct paged {
    FILE *memory;
    char *text;
    size_t size;
};

/* Begins a text. Returns the stream to write it to, which pager_end() closes; never NULL. */
FILE *pager_begin(struct paged *paged);

/* Shows the text: on a terminal that has fewer lines, through the command in the environment
 * variable PAGER ("less" if it is not set; none if it is empty or "cat"); else, and if that command
 * cannot be run, on standard output. */
void pager_end(struct paged *paged);

/* --no-pager: from now on pager_end() writes to standard output. */
void pager_disable(void);

#endif
