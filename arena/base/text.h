/* arena/base/text.h - text from foreign code made fit for terminals and JSON. */
#ifndef ARENA_BASE_TEXT_H
#define ARENA_BASE_TEXT_H

#include <stdbool.h>

/* Bytes of the UTF-8 character at `text`, 1 to 4; 0 when there is none. */
int text_utf8_length(const unsigned char *text);

/* Replaces control characters other than newline and tab, and bytes that are no UTF-8, by question marks:
 * no escape sequence passes, and JSON stays JSON. */
void text_make_printable(char *text);

/* May this be the name of a bot? Names stand in the log as they are: 1..40 bytes of
 * UTF-8, without quotes, backslashes and control characters. */
bool text_is_name(const char *name);

#endif
