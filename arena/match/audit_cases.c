// SPDX-License-Identifier: MIT
#include "arena/match/audit_cases.h"

#include <stdlib.h>

#include "arena/base/memory.h"

void audit_cases_begin(struct audit_cases *cases, const struct audit_plan *plan)
{
    *cases = (struct audit_cases){.plan = plan};
    for (int bot = 0; bot < plan->bots; bot++)
        if (plan->of[bot].audited)
            audit_sample_begin(&cases->samples[bot], plan->schedule, &plan->key, bot, plan->one_in);
}

void audit_cases_free(struct audit_cases *cases) { free(cases->cases); }

static void add_case(struct audit_cases *cases, const struct game_id *id, int bot)
{
    if (cases->count == cases->room) {
        cases->room = 2 * cases->room + 16;
        cases->cases = xrealloc(cases->cases, (size_t)cases->room * sizeof *cases->cases);
    }
    cases->cases[cases->count++] =
        (struct audit_case){.id = *id, .bot = bot, .pick = cases->samples[bot].pick};
}

bool audit_cases_expect(struct audit_cases *cases, const struct game_id *id)
{
    const int before = cases->count;

    for (int bot = 0; bot < cases->plan->bots; bot++)
        if (audit_sample_next(&cases->samples[bot], id->game) == id->game)
            add_case(cases, id, bot);
    return cases->count > before;
}

void audit_cases_add(struct audit_cases *cases, const struct game_id *id,
                     const struct played_moves *moves)
{
    for (int i = cases->known; i < cases->count && cases->cases[i].id.game <= id->game; i++)
        if (cases->cases[i].id.game == id->game) {
            played_moves_copy(&cases->cases[i].moves, moves);
            cases->cases[i].played = true;
            cases->known = i + 1;
        }
}

/* The order of the cases. */
static int compare(const void *one, const void *other)
{
    const struct audit_case *a = one, *b = other;

    return a->id.game != b->id.game ? (a->id.game > b->id.game) - (a->id.game < b->id.game)
                                    : (a->bot > b->bot) - (a->bot < b->bot);
}

const struct audit_case *audit_cases_find(const struct audit_cases *cases, uint64_t game, int bot)
{
    const struct audit_case wanted = {.id.game = game, .bot = bot};
    const struct audit_case *found =
        cases->known ? bsearch(&wanted, cases->cases, (size_t)cases->known, sizeof wanted, compare)
                     : NULL;

    return found && found->played ? found : NULL;
}
