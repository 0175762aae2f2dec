// SPDX-License-Identifier: MIT
#include "arena/base/terminal.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/memory.h"

/* ---- its width and colours, and text in columns ---- */

/* Standard output may be a stream of terminal_fold_stdout(), which has no descriptor. */
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

/* ---- lines that are too long ---- */

static const char PROGRAM[] = "skat-arena ";
enum { HANGING = 2, LEAST_WIDTH = 20 };

/* ---- one line ---- */

/* Where the text after the first line begins: at the last column of a table in the left half of the
 * terminal, which two spaces set off; else a little further in than the line itself. */
static int indent_of(const char *line, int width)
{
    size_t begin = strspn(line, " ");
    int indent = (int)begin + HANGING;

    for (size_t i = begin; line[i]; i++) {
        int column = text_columns(line, i);
        if (column > width / 2)
            break;
        if (i >= 2 && line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ')
            indent = column;
    }
    return indent > width / 2 ? HANGING : indent;
}

/* The bytes of `text` that fit into `room` columns and end before a space; at least one word. What
 * is in single quotes is a word of a command. */
static size_t piece_of(const char *text, int room, bool of_command)
{
    size_t best = 0;
    bool quoted = false;

    for (size_t i = strspn(text, " ");; i++) {
        quoted ^= of_command && text[i] == '\'' && !(i && text[i - 1] == '\\' && !quoted);
        if (text[i] && (text[i] != ' ' || quoted))
            continue;
        if (best && text_columns(text, i) > room)
            return best;
        best = i;
        if (!text[i] || text_columns(text, i) > room)
            return best;
        while (text[i + 1] == ' ')
            i++;
    }
}

/* Does a word of a line begin a command to copy? It is the first, or in backquotes, or follows a
 * colon. */
static bool begins_command(const char *line, const char *word)
{
    const char *before = word;

    while (before > line && before[-1] == ' ')
        before--;
    return before == line || before[-1] == ':' || *word == '`';
}

/* The command to copy in a line, from the path of the program or a backquote before it; or the end
 * of the line. "skat-arena run: ..." is an error of `run`. */
static const char *command_in(const char *line)
{
    for (const char *at = line; (at = strstr(at, PROGRAM)); at++) {
        const char *word = at;
        while (word > line && word[-1] != ' ')
            word--;
        if (begins_command(line, word) &&
            at[strcspn(at + strlen(PROGRAM), " ") + strlen(PROGRAM) - 1] != ':')
            return word;
    }
    return line + strlen(line);
}

/* The end of a command: that of the line, or of the word in which its backquotes end. */
static const char *end_of_command(const char *command)
{
    const char *quote = *command == '`' ? strchr(command + 1, '`') : NULL;

    return quote ? quote + strcspn(quote, " ") : command + strlen(command);
}

/* Prints `length` bytes of text in lines of at most `width` columns: the first after `lead` spaces,
 * the others after `indent`. */
static void print_pieces(const char *text, size_t length, int lead, int indent, int width,
                         bool of_command, FILE *out)
{
    while (length && text[length - 1] == ' ')
        length--;
    const char *end = text + length;
    for (int spaces = lead; text < end; spaces = indent) {
        const int room = width - spaces;
        const size_t left = (size_t)(end - text);
        size_t bytes = text_columns(text, left) <= room
                           ? left
                           : piece_of(text, of_command ? room - 2 : room, of_command);
        bytes = bytes < left ? bytes : left;
        size_t shown = bytes;
        while (shown && text[shown - 1] == ' ')
            shown--;
        fprintf(out, "%*s%.*s%s\n", spaces, "", (int)shown, text,
                of_command && bytes < left ? " \\" : "");
        text += bytes;
        text += strspn(text, " ");
    }
}

/* Prints one line, without its newline, in lines of at most `width` columns, 20 or more. Colours
 * (ESC [ ... m) take no room. */
static void print_folded(const char *line, int width, FILE *out)
{
    const int indent = indent_of(line, width);

    if (text_columns(line, strlen(line)) <= width) {
        fprintf(out, "%s\n", line);
        return;
    }
    int lead = (int)strspn(line, " ");
    line += lead;
    while (*line) {
        const char *command = command_in(line), *end = end_of_command(command);
        if (command > line) {
            print_pieces(line, (size_t)(command - line), lead, indent, width, false, out);
            lead = indent;
        }
        print_pieces(command, (size_t)(end - command), lead, indent, width, true, out);
        lead = indent;
        line = end + strspn(end, " ");
    }
}

/* ---- standard error ---- */

void print_note(const char *format, ...)
{
    const int width = terminal_width(stderr);
    char *text = NULL, *rest;
    va_list args;

    va_start(args, format);
    const int length = vasprintf(&text, format, args);
    va_end(args);
    text = xcheck(length < 0 ? NULL : text);
    if (width < LEAST_WIDTH)
        fputs(text, stderr);
    for (char *line = text; *line && width >= LEAST_WIDTH; line = rest) {
        rest = line + strcspn(line, "\n");
        if (*rest)
            *rest++ = '\0';
        print_folded(line, width, stderr);
    }
    free(text);
}

/* ---- standard output ---- */

/* What was written since the last newline. */
struct fold {
    FILE *out;
    int width;
    char *line;
    size_t length, room;
};

static void keep_letter(struct fold *fold, char letter)
{
    if (fold->length + 1 >= fold->room) {
        fold->room = 2 * fold->room + 256;
        fold->line = xrealloc(fold->line, fold->room);
    }
    fold->line[fold->length++] = letter;
    fold->line[fold->length] = '\0';
}

static ssize_t write_folded(void *cookie, const char *text, size_t size)
{
    struct fold *fold = cookie;

    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\n') {
            keep_letter(fold, text[i]);
            continue;
        }
        print_folded(fold->length ? fold->line : "", fold->width, fold->out);
        fold->length = 0;
    }
    if (fold->length && strcmp(fold->line, TERMINAL_PROMPT) == 0) {
        fputs(fold->line, fold->out);
        fold->length = 0;
    }
    return fflush(fold->out) == 0 ? (ssize_t)size : 0;
}

static int close_folded(void *cookie)
{
    struct fold *fold = cookie;

    if (fold->length)
        fwrite(fold->line, 1, fold->length, fold->out);
    int failed = fflush(fold->out);
    free(fold->line);
    free(fold);
    return failed;
}

void terminal_fold_stdout(void)
{
    const cookie_io_functions_t functions = {.write = write_folded, .close = close_folded};
    int width = terminal_width(stdout);
    struct fold *fold = width >= LEAST_WIDTH ? xcalloc(1, sizeof *fold) : NULL;

    if (!fold)
        return;
    *fold = (struct fold){.out = stdout, .width = width};
    FILE *folded = fopencookie(fold, "w", functions);
    if (!folded) {
        free(fold);
        return;
    }
    setvbuf(folded, NULL, _IOLBF, BUFSIZ);
    stdout = folded;
}

void terminal_unfold_stdout(FILE *before)
{
    if (stdout == before)
        return;
    fclose(stdout);
    stdout = before;
}

/* ---- how far a long command is ---- */

/* The bytes of the first `width` characters. */
static size_t bytes_of(const char *text, int width)
{
    size_t bytes = 0;

    while (text[bytes]) {
        if ((text[bytes] & 0xc0) != 0x80 && width-- == 0)
            break;
        bytes++;
    }
    return bytes;
}

char *progress_left(double seconds, char text[PROGRESS_LEFT_SIZE])
{
    const double rest = ceil(seconds);

    snprintf(text, PROGRESS_LEFT_SIZE, "%.0f:%02d:%02d left", floor(rest / 3600),
             (int)fmod(rest / 60, 60), (int)fmod(rest, 60));
    return text;
}

char *progress_join(const char *const *parts, size_t count, int width, char *line, size_t size)
{
    static const char comma[] = ", ";
    size_t length = 0;
    int columns = 0;

    *line = '\0';
    for (size_t i = 0; i < count; i++) {
        const size_t between = length ? sizeof comma - 1 : 0, bytes = strlen(parts[i]);
        const int more = (int)between + text_width(parts[i]);
        if (!bytes || length + between + bytes >= size)
            continue;
        if (width > 0 && columns + more > width) {
            if (!length)
                snprintf(line, size, "%.*s", (int)bytes_of(parts[i], width), parts[i]);
            break;
        }
        snprintf(line + length, size - length, "%s%s", between ? comma : "", parts[i]);
        length += between + bytes;
        columns += more;
    }
    return line;
}

void progress_start(struct progress_meter *progress, const char *what, uint64_t before,
                    uint64_t total, bool on)
{
    const double now = clock_seconds(CLOCK_MONOTONIC);

    *progress = (struct progress_meter){what, before, total, now, now, on};
}

void progress_show(struct progress_meter *progress, uint64_t done)
{
    enum { WIDEST = 200, TEXT = 80 };
    const bool terminal = isatty(STDERR_FILENO);
    const double EVERY = terminal ? 0.2 : 60, now = clock_seconds(CLOCK_MONOTONIC);
    char line[WIDEST], count[TEXT], speed[TEXT], left[TEXT] = "";

    if (!progress->on || now - progress->shown < EVERY)
        return;
    progress->shown = now;
    const double rate = (double)(done - progress->before) / (now - progress->started);
    int length = snprintf(count, sizeof count, "%llu", (unsigned long long)done);
    if (progress->total)
        length += snprintf(count + length, sizeof count - (size_t)length, " of %llu",
                           (unsigned long long)progress->total);
    snprintf(count + length, sizeof count - (size_t)length, " %s", progress->what);
    snprintf(speed, sizeof speed, "%.*f/s", rate < 10 ? 2 : 0, rate);
    if (progress->total > done && rate > 0)
        progress_left((double)(progress->total - done) / rate, left);
    const char *const parts[] = {count, left, speed};
    progress_join(parts, sizeof parts / sizeof *parts,
                  terminal ? terminal_width(stderr) - 1 : WIDEST, line, sizeof line);
    fprintf(stderr, terminal ? "\r%s\033[K" : "%s\n", line);
    fflush(stderr);
}

void progress_end(const struct progress_meter *progress)
{
    if (progress->on && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

void progress_line(const char *text, int64_t done, int64_t total)
{
    const int width = terminal_width(stderr);

    if (width && done < total) /* a line that wraps could not be replaced */
        fprintf(stderr, "\r\033[K%.*s", (int)bytes_of(text, width - 1), text);
    else if (width)
        fprintf(stderr, "\r\033[K%s\n", text);
    else if (done == total || done % (total / 10 + 1) == 0)
        fprintf(stderr, "%s\n", text);
}

/* ---- long text, page by page ---- */

FILE *pager_begin(struct paged *paged)
{
    *paged = (struct paged){0};
    paged->memory = xcheck(open_memstream(&paged->text, &paged->size));
    return paged->memory;
}

/* Lines of the terminal at standard output; 0 if there is none, or it does not say. */
static int terminal_lines(void)
{
    struct winsize size;

    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

static bool has_more_lines(const char *text, int lines)
{
    int found = 0;

    for (; (text = strchr(text, '\n')); text++)
        found++;
    return lines && found >= lines;
}

/* Whether the command took the text. A shell ends with 127 if there is no such command. */
static bool show_by(const char *command, const struct paged *paged)
{
    enum { NOT_FOUND = 127 };

    setenv("LESS", "FRX", false); /* as git does: colours, and nothing is wiped at the end */
    signal(SIGPIPE, SIG_IGN);     /* it was left before the end */
    FILE *pager = popen(command, "w");
    if (!pager)
        return false;
    fwrite(paged->text, 1, paged->size, pager);
    const int status = pclose(pager);
    signal(SIGPIPE, SIG_DFL);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND);
}

void pager_end(struct paged *paged)
{
    static const char fallback[] = "command -v less >/dev/null || exit 127; exec less";
    const char *command = getenv("PAGER") ? getenv("PAGER") : fallback;

    fclose(paged->memory);
    fflush(stdout);
    if (!*command || strcmp(command, "cat") == 0 ||
        !has_more_lines(paged->text, terminal_lines()) || !show_by(command, paged))
        fwrite(paged->text, 1, paged->size, stdout);
    free(paged->text);
}

void pager_disable(void) { setenv("PAGER", "", true); }
