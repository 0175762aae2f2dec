// SPDX-License-Identifier: MIT
#include "arena/config/config_warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/terminal.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/module_description.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "arena/bot/module.h"
#include "arena/sandbox/sandbox.h"
#include "engine/rule_set.h"

/* Names the variants that a part of a bot does not support. */
static void warn_of_part(const struct config *config, const char *name,
                         const struct bot_module *part)
{
    uint64_t played = abi_variants(&config->rules);
    int missing = 0;

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        if (played >> variant & 1 &&
            !module_knows(part->description, (enum skat_bot_variant)variant)) {
            if (!missing)
                fprintf(stderr, "skat-arena: warning: %s does not know", name);
            fprintf(stderr, "%s %s", missing++ ? "," : "", skat_bot_variant_name(variant));
        }
    if (missing)
        fprintf(stderr, ": it plays anyway, with the defaults of bots/README.md\n");
}

uint64_t config_least_units(const struct config *config)
{
    const struct test_plan *test = &config->compared.test;

    if (!test->margin)
        return (uint64_t)test->min_units;
    const struct comparison_plan *compared = &config->compared;
    const struct sequence_plan sequence =
        test_sequence(test, 1,
                      comparison_plan_hand(compared, &config->rules, &config->schedule, compared->a,
                                           compared->b, stats_primary_scoring(&config->rules)));
    return (uint64_t)sequence_least_units(&sequence, SEQUENCE_ABOVE);
}

void config_warn_of_units(const struct config *config)
{
    const struct schedule *schedule = &config->schedule;
    const char *unit = schedule->whole_sessions ? "session" : "deal";
    struct schedule whole = *schedule; /* what a test decides is of all shards */

    whole.shard = whole.shards = 0;
    const uint64_t units = schedule_units(&whole);
    if (units < 2)
        print_note("skat-arena: warning: a single %s%s: intervals need at least two\n", unit,
                   schedule->whole_sessions ? ", played as a whole" : "");
    else if (config->compared.tested && units < config_least_units(config))
        print_note("skat-arena: warning: %s takes at least %llu %ss; there are %llu\n",
                   config->compared.test.margin ? "a pass of a bot that is not better"
                                                : "a verdict",
                   (unsigned long long)config_least_units(config), unit, (unsigned long long)units);
}

/* A bot that has found the seed knows all cards, and isolation was asked for against such bots. */
static void warn_of_seed(const struct config *config)
{
    char seed[SKAT_SEED_TEXT_SIZE];

    if (config_seed_can_be_tried(config))
        print_note(
            "skat-arena: warning: the seed %s is small: an isolated bot can find it by trying, "
            "and compute all cards (`skat-arena deal --seal` draws a large one)\n",
            skat_seed_print(&config->seed, seed));
}

/* Names the bots that are not sandboxed although the config asks for it. */
static void warn_of_sandbox(const struct config *config, const char *name,
                            const struct bot_module *part)
{
    if (config->isolation == ISOLATION_PROCESS && part->unsandboxed)
        print_note("skat-arena: warning: %s is not isolated: the module %s starts processes, which "
                   "are not sandboxed\n",
                   name, part->name);
}

/* Which charge for faults is in force, where a bot can gain by one (rules.md 8.3). */
static void warn_of_faults(const struct config *config)
{
    if (config->rules.faults == SKAT_FAULTS_CONCEDED)
        print_note("skat-arena: warning: rules: faults \"conceded\" charges a fault like a "
                   "concession, so a bot can gain by faults; faults \"worst\" prevents that\n");
}

void config_warn(const struct config *config)
{
    const char *notes[SKAT_NOTES_MAX];
    int count = skat_rules_notes(&config->rules, notes);

    for (int i = 0; i < count; i++)
        print_note("skat-arena: warning: rules: %s\n", notes[i]);
    warn_of_faults(config);
    warn_of_seed(config);
    if (config->given.skipped)
        print_note(
            "skat-arena: warning: skipping %zu deals of %s: no player bid for and declared a "
            "game\n",
            config->given.skipped, config->given_file);
    if (config->given.repeated)
        print_note(
            "skat-arena: warning: skipping %zu deals of %s: their hands are those of earlier "
            "ones\n",
            config->given.repeated, config->given_file);
    for (int i = 0; i < config->bot_count; i++) {
        const struct bot *bot = &config->bots[i];
        for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++) {
            warn_of_part(config, bot->name, &bot->parts[part]);
            warn_of_sandbox(config, bot->name, &bot->parts[part]);
        }
    }
}

/* ---- what runs without isolation ---- */

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
