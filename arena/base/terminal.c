// SPDX-License-Identifier: MIT
#include "arena/base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Standard output may be a stream of terminal_fold.h, which has no descriptor. */
static int descriptor_of(FILE *stream) { return stream == stdout ? STDOUT_FILENO : fileno(stream); }

int terminal_width(FILE *stream)
{
    int descriptor = descriptor_of(stream);
    struct winsize size;

    if (!isatty(descriptor))
        return 0;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

bool terminal_colours(FILE *stream)
{
    const char *kind = getenv("TERM");

    if (is_set("NO_COLOR"))
        return false;
    if (stream != stdout && stream != stderr)
        return false; /* a file, or text in memory */
    return is_set("CLICOLOR_FORCE") ||
           (isatty(descriptor_of(stream)) && kind && strcmp(kind, "dumb") != 0);
}

void terminal_set_colours(const char *when)
{
    if (strcmp(when, "always") == 0) {
        unsetenv("NO_COLOR");
        setenv("CLICOLOR_FORCE", "1", true);
    } else if (strcmp(when, "never") == 0) {
        setenv("NO_COLOR", "1", true);
    }
}

const char *terminal_colour(enum terminal_colour which, FILE *stream)
{
    static const char *const sequences[] = {
        [COLOUR_GOOD] = "\033[32m",  [COLOUR_BAD] = "\033[31m",      [COLOUR_OPEN] = "\033[33m",
        [COLOUR_STRONG] = "\033[1m", [COLOUR_RED_SUIT] = "\033[31m", [COLOUR_END] = "\033[0m",
    };
    return terminal_colours(stream) ? sequences[which] : "";
}

/* Bytes of the colour (ESC [ ... m) at `text`, 0 if there is none. */
static size_t colour_length(const char *text)
{
    if (text[0] != '\033' || text[1] != '[')
        return 0;

    const size_t length = strcspn(text, "m");
    return length + (text[length] == 'm');
}

static bool takes_column(char byte)
{
    const unsigned char character = (unsigned char)byte;
    const bool goes_on = (character & 0xc0) == 0x80;

    return character >= ' ' && !goes_on;
}

int text_columns(const char *text, size_t bytes)
{
    int columns = 0;

    for (size_t at = 0; at < bytes;) {
        const size_t colour = colour_length(text + at);
        columns += !colour && takes_column(text[at]);
        at += colour ? colour : 1;
    }
    return columns;
}

int text_width(const char *text) { return text_columns(text, strlen(text)); }

void print_name(const char *name, int width, FILE *out)
{
    int shown = text_width(name);

    fprintf(out, "%s%*s", name, width > shown ? width - shown : 0, "");
}

/* Bytes of the first `width` characters of a UTF-8 text. */
static int bytes_within(const char *text, int width)
{
    int bytes = 0;

    for (; text[bytes] && (width > 0 || (text[bytes] & 0xc0) == 0x80); bytes++)
        width -= (text[bytes] & 0xc0) != 0x80;
    return bytes;
}

void progress_line(const char *text, int64_t done, int64_t total)
{
    const int width = terminal_width(stderr);

    if (width && done < total) /* a line that wraps could not be replaced */
        fprintf(stderr, "\r\033[K%.*s", bytes_within(text, width - 1), text);
    else if (width)
        fprintf(stderr, "\r\033[K%s\n", text);
    else if (done == total || done % (total / 10 + 1) == 0)
        fprintf(stderr, "%s\n", text);
}
