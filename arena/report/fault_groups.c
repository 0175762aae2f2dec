// SPDX-License-Identifier: MIT
#include "arena/report/fault_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/result/fault_line.h"
#include "engine/card.h"
#include "engine/game/record.h"

FIELDS_ROWS(fault_group, FAULT_GROUP_FIELDS);

/* The first frame of the bot itself: where it crashed in a library, or called abort(), tells less.
 */
static const char *frame_of(const struct fault_line *fault)
{
    for (int i = 0; i < fault->backtrace_count; i++)
        if (strncmp(fault->backtrace[i], "lib", 3) != 0 &&
            strncmp(fault->backtrace[i], "ld-", 3) != 0)
            return fault->backtrace[i];
    return fault->backtrace_count ? fault->backtrace[0] : "";
}

/* What kind of action was refused: its text is a position and a move (docs/formats.md, "Moves"),
 * and why it was. NULL if none was. */
static const char *refused_kind(const char *what)
{
    static const char start[] = "refused: ";

    if (strncmp(what, start, sizeof start - 1) != 0)
        return NULL;
    const char *space = strchr(what + sizeof start - 1, ' ');
    char move[SKAT_TOKEN_SIZE] = "?";
    if (space)
        snprintf(move, sizeof move, "%.*s", (int)strcspn(space + 1, " "), space + 1);
    if (strcmp(move, "?") == 0)
        return "no action";
    if (strlen(move) == 2 && skat_card_parse(move) != SKAT_NO_CARD)
        return "a card";
    if ((*move >= '0' && *move <= '9') || (strchr("pyn", *move) && !move[1]))
        return "a bid";
    bool word = strcmp(move, "K") == 0 || strcmp(move, "RE") == 0; /* kontra, conceding */
    return !word && (strchr(move, '.') || (*move >= 'A' && *move <= 'Z')) ? "an announcement"
                                                                          : "another action";
}

/* Where a fault happened: in the code, or in the game. */
static const char *place_of(const struct fault_line *fault)
{
    const char *refused = refused_kind(fault->what);
    return refused ? refused : frame_of(fault);
}

static bool is_alike(const struct fault_group *group, const struct fault_line *fault)
{
    return strcmp(group->bot, fault->bot) == 0 && strcmp(group->kind, fault->status) == 0 &&
           strcmp(group->place, place_of(fault)) == 0 &&
           (refused_kind(group->what) || strcmp(group->what, fault->what) == 0);
}

/* Faults whose text is always another would make as many groups: what comes after so many only
 * counts where it fits. */
enum { GROUPS_READ = 1000, FAULT_POSITIONS = 4 /* the dealer, too, where two play */ };

struct grouping {
    struct fault_group *groups;
    int count;
    struct pool *pool;
};

static void begin_group(struct fault_group *group, const struct fault_line *fault,
                        struct pool *pool)
{
    const char **backtrace = pool_alloc(pool, (size_t)fault->backtrace_count, sizeof *backtrace);

    for (int i = 0; i < fault->backtrace_count; i++)
        backtrace[i] = pool_text(pool, fault->backtrace[i]);
    *group = (struct fault_group){
        .bot = pool_text(pool, fault->bot),
        .kind = pool_text(pool, fault->status),
        .what = pool_text(pool, fault->what),
        .place = pool_text(pool, place_of(fault)),
        .positions = pool_alloc(pool, FAULT_POSITIONS, sizeof *group->positions),
        .games = pool_alloc(pool, FAULT_GROUP_GAMES, sizeof *group->games),
        .backtrace = backtrace,
        .backtrace_count = fault->backtrace_count,
        .output = pool_text(pool, fault->output),
    };
}

static void count_fault(struct fault_group *group, const struct fault_line *fault,
                        struct pool *pool)
{
    int known = 0;

    group->count++;
    if (group->games_count < FAULT_GROUP_GAMES)
        group->games[group->games_count++] = fault->game;
    while (known < group->positions_count && strcmp(group->positions[known], fault->position) != 0)
        known++;
    if (known == group->positions_count && known < FAULT_POSITIONS)
        group->positions[group->positions_count++] = pool_text(pool, fault->position);
}

static bool take_fault(void *context, const struct fault_line *fault, const char *text)
{
    struct grouping *all = context;
    int at = 0;

    (void)text;
    while (at < all->count && !is_alike(&all->groups[at], fault))
        at++;
    if (at == GROUPS_READ)
        return true;
    if (at == all->count)
        begin_group(&all->groups[all->count++], fault, all->pool);
    count_fault(&all->groups[at], fault, all->pool);
    return true;
}

/* The most frequent first; among equals, the one that came first. */
static int by_count(const void *one, const void *other)
{
    const struct fault_group *a = one, *b = other;

    return a->count != b->count ? (a->count < b->count) - (a->count > b->count)
                                : (a->games[0] > b->games[0]) - (a->games[0] < b->games[0]);
}

struct fault_group *fault_groups_read(const char *folder, int *count, struct pool *pool,
                                      struct errors *errors)
{
    struct grouping all = {.groups = pool_alloc(pool, GROUPS_READ, sizeof *all.groups),
                           .pool = pool};

    if (!fault_lines_read(folder, take_fault, &all, errors))
        all.count = 0;
    qsort(all.groups, (size_t)all.count, sizeof *all.groups, by_count);
    *count = all.count < FAULT_GROUPS_MAX ? all.count : FAULT_GROUPS_MAX;
    return all.groups;
}
