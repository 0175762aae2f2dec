// SPDX-License-Identifier: MIT
#include "arena/bot/module_needs.h"

#include <gelf.h>
#include <stdlib.h>

#include "arena/base/memory.h"

static void add_needed(struct module_needs *needed, const char *name)
{
    needed->names = xrealloc(needed->names, (needed->count + 1) * sizeof *needed->names);
    needed->names[needed->count++] = xstrdup(name ? name : "/");
}

static void read_section(Elf *elf, Elf_Scn *section, struct module_needs *needed)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Shdr header;
    GElf_Dyn entry;

    if (!gelf_getshdr(section, &header))
        return;
    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++)
        if (entry.d_tag == DT_NEEDED)
            add_needed(needed, elf_strptr(elf, header.sh_link, entry.d_un.d_val));
}

struct module_needs module_needs_read(int file)
{
    struct module_needs needed = {0};
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    while ((section = elf_nextscn(elf, section)))
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
            read_section(elf, section, &needed);
    elf_end(elf);
    return needed;
}

void module_needs_free(struct module_needs *needed)
{
    for (size_t i = 0; i < needed->count; i++)
        free(needed->names[i]);
    free(needed->names);
}
