// SPDX-License-Identifier: MIT
#include "arena/config/isolation_note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/terminal.h"
#include "arena/base/text.h"
#include "arena/sandbox/sandbox.h"

static void add_module(struct isolation_note *note, const struct bot_module *module)
{
    note->isolates |= module->isolated;
    if (!module->name || module->isolated || module_file_is_own(module->path))
        return;
    for (int i = 0; i < note->count; i++)
        if (strcmp(note->names[i], module->name) == 0)
            return;
    note->names = xrealloc(note->names, (size_t)(note->count + 1) * sizeof *note->names);
    note->names[note->count] = xstrdup(module->name);
    text_make_line(note->names[note->count++]); /* the config may be somebody else's, too */
}

void isolation_note_add(struct isolation_note *note, const struct bot *bots, int count)
{
    for (int i = 0; i < count; i++)
        for (int part = 0; part < PLAYER_PARTS; part++)
            add_module(note, bot_part(&bots[i], part));
}

static void print_names(const struct isolation_note *note)
{
    enum { NAMED = 4 };

    char *text = NULL;
    size_t length = 0;
    FILE *names = xcheck(open_memstream(&text, &length));

    for (int i = 0; i < note->count && i < NAMED; i++)
        fprintf(names, "%s%s", i ? ", " : "", note->names[i]);
    if (note->count > NAMED)
        fprintf(names, " and %d more", note->count - NAMED);
    fclose(names);
    if (note->count)
        print_note("skat-arena: %s run%s with your rights, without isolation\n", text,
                   note->count > 1 ? "" : "s");
    free(text);
}

void isolation_note_print(struct isolation_note *note)
{
    char reason[200];

    print_names(note);
    if (note->isolates && !sandbox_possible(reason, sizeof reason))
        print_note("skat-arena: warning: %s: bots run in processes of their own, but the sandbox "
                   "around them has a gap\n",
                   reason);
    for (int i = 0; i < note->count; i++)
        free(note->names[i]);
    free(note->names);
    *note = (struct isolation_note){0};
}

void isolation_note_of(const struct config *config)
{
    struct isolation_note note = {0};

    isolation_note_add(&note, config->bots, config->bot_count);
    isolation_note_print(&note);
}
