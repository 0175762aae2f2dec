#include "arena/base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

int terminal_width(FILE *stream)
{
    struct winsize size;

    if (!isatty(fileno(stream)))
        return 0;
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

int text_width(const char *text)
{
    int width = 0;

    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

void print_name(const char *name, int width, FILE *out)
{
    int shown = text_width(name);

    fprintf(out, "%s%*s", name, width > shown ? width - shown : 0, "");
}

void progress_line(const char *text, int64_t done, int64_t total)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s%s", text, done == total ? "\n" : "");
    else if (done == total || done % (total / 10 + 1) == 0)
        fprintf(stderr, "%s\n", text);
}
