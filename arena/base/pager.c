// SPDX-License-Identifier: MIT
#include "arena/base/pager.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/memory.h"

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

static bool is_longer(const char *text, int lines)
{
    int found = 0;

    for (; (text = strchr(text, '\n')); text++)
        found++;
    return lines && found >= lines;
}

/* Whether the command took the text. A shell ends with 127 if there is no such command. */
static bool show(const char *command, const struct paged *paged)
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
    if (!*command || strcmp(command, "cat") == 0 || !is_longer(paged->text, terminal_lines()) ||
        !show(command, paged))
        fwrite(paged->text, 1, paged->size, stdout);
    free(paged->text);
}

void pager_disable(void) { setenv("PAGER", "", true); }
