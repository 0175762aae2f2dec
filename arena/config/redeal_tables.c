// SPDX-License-Identifier: MIT
#include "arena/config/redeal_tables.h"

#include <string.h>

#include "arena/bot/module_description.h"
#include "engine/variant_id.h"

static int count_seats(const uint8_t *table, int seats, int bot)
{
    int count = 0;

    for (int seat = 0; seat < seats; seat++)
        count += table[seat] == bot;
    return count;
}

/* The bot that has all seats of the pair in the counterpart; -1 if no single seat is changed. */
static int counterpart_bot(const uint8_t *table, int seats, int a, int b, bool odd)
{
    const int of_a = count_seats(table, seats, a), of_b = count_seats(table, seats, b);

    if (!of_a || !of_b || (of_a > 1 && of_b > 1))
        return -1;
    if (of_a == of_b)
        return odd ? a : b;
    return of_a > of_b ? a : b;
}

static void number_table(struct redeal_tables *tables, struct redeal_table *table, int seats)
{
    table->counterpart_number = tables->counterparts;
    for (int i = 0; i < tables->count; i++) {
        const struct redeal_table *before = &tables->of[i];
        table->same_seat += before->seat == table->seat;
        if (memcmp(before->counterpart, table->counterpart, (size_t)seats) == 0)
            table->counterpart_number = before->counterpart_number;
    }
    tables->counterparts += table->counterpart_number == tables->counterparts;
}

/* Whether another table of the group has the same counterpart: only then does it show without
 * play that both answer alike. */
static bool is_shared(const struct redeal_tables *tables, const struct redeal_table *table,
                      int seats)
{
    int count = 0;

    for (int i = 0; i < tables->count; i++)
        count += memcmp(tables->of[i].counterpart, table->counterpart, (size_t)seats) == 0;
    return count > 1;
}

/* Drops the tables that are alone with their counterpart, and numbers the others. */
static void number_tables(struct redeal_tables *tables, int seats)
{
    int kept = 0;

    for (int i = 0; i < tables->count; i++)
        tables->of[i].counterpart_number = is_shared(tables, &tables->of[i], seats) ? 0 : -1;
    for (int i = 0; i < tables->count; i++)
        if (tables->of[i].counterpart_number == 0)
            tables->of[kept++] = tables->of[i];
    tables->count = 0;
    for (int i = 0; i < kept; i++) {
        struct redeal_table table = tables->of[i];
        number_table(tables, &table, seats);
        tables->of[tables->count++] = table;
    }
}

void redeal_tables_of(struct redeal_tables *tables, const struct schedule *schedule, uint32_t first,
                      int a, int b, bool odd)
{
    tables->count = tables->counterparts = 0;
    for (int place = 0; place < schedule->per_deal; place++) {
        const uint8_t *seated = schedule->arrangements[first + (uint32_t)place];
        const int bot = counterpart_bot(seated, schedule->seats, a, b, odd);
        struct redeal_table table = {.place = place};
        if (bot < 0)
            continue;
        for (int seat = 0; seat < schedule->seats; seat++) {
            const bool single = (seated[seat] == a || seated[seat] == b) && seated[seat] != bot;
            table.counterpart[seat] = single ? (uint8_t)bot : seated[seat];
            table.seat = single ? (uint8_t)seat : table.seat;
        }
        tables->of[tables->count++] = table;
    }
    number_tables(tables, schedule->seats);
}

/* ---- what can be dealt again ---- */

static const char *rules_wrong(const struct skat_rules *rules)
{
    if (rules->game != SKAT_VARIANT_SKAT)
        return "are for Skat, not for its variants";
    return rules->auction == SKAT_AUCTION_NONE ? "begin in the auction, and these rules have none"
                                               : NULL;
}

/* Whether a bot may answer the same question differently. */
static bool may_vary(const struct bot *bot)
{
    for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++) {
        const cJSON *description = bot_part(bot, part)->description;
        if (!module_has_flag(description, "deterministic") ||
            module_has_flag(description, "uses_clock"))
            return true;
    }
    return false;
}

static const char *bots_wrong(const struct schedule *schedule, int a, int b, const struct bot *bots,
                              int bot_count)
{
    for (int i = 0; i < schedule->arrangement_count; i++) {
        if (!schedule_seats_bot(schedule, i, a) || !schedule_seats_bot(schedule, i, b))
            continue;
        for (int bot = 0; bot < bot_count; bot++)
            if (schedule_seats_bot(schedule, i, bot) && may_vary(&bots[bot]))
                return "are for bots that are deterministic and use no clock: others need not say "
                       "again what they said";
    }
    return NULL;
}

static bool has_tables(const struct schedule *schedule, int a, int b)
{
    static struct redeal_tables tables; /* large, and used once */

    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal) {
        redeal_tables_of(&tables, schedule, (uint32_t)first, a, b, false);
        if (tables.count)
            return true;
    }
    return false;
}

const char *redeals_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count)
{
    const char *wrong = rules_wrong(rules);

    if (a < 0)
        return "need two bots that are compared";
    if (wrong)
        return wrong;
    if (schedule->whole_sessions)
        return "are not for rules or bots that carry something from deal to deal";
    if (!has_tables(schedule, a, b))
        return "need tables of a deal that differ in one seat of the two bots, as in a duel of "
               "three seats";
    return bots_wrong(schedule, a, b, bots, bot_count);
}

/* ---- what need not be played ---- */

/* Whether no others sit with the two at any table. */
static bool are_alone(const struct schedule *schedule, int a, int b, int bot_count)
{
    for (int i = 0; i < schedule->arrangement_count; i++)
        for (int bot = 0; bot < bot_count; bot++)
            if (bot != a && bot != b && schedule_seats_bot(schedule, i, bot))
                return false;
    return true;
}

/* Whether a deal that is played alike at all tables of a group makes no difference: the seats of
 * the two have the same weights, in twelfths. */
static bool cancels(const struct schedule *schedule, int first, int a, int b)
{
    enum { WEIGHT = 12 };
    int weights[SKAT_SEATS_MAX] = {0};
    bool zero = true;

    for (int table = first; table < first + schedule->per_deal; table++) {
        const uint8_t *seated = schedule->arrangements[table];
        const int of_a = count_seats(seated, schedule->seats, a),
                  of_b = count_seats(seated, schedule->seats, b);
        for (int seat = 0; of_a && of_b && seat < schedule->seats; seat++)
            weights[seat] += seated[seat] == a ? WEIGHT / of_a : -WEIGHT / of_b;
    }
    for (int seat = 0; seat < schedule->seats; seat++)
        zero &= weights[seat] == 0;
    return zero;
}

static bool all_cancel(const struct schedule *schedule, int a, int b)
{
    for (int first = 0; first < schedule->arrangement_count; first += schedule->per_deal)
        if (!cancels(schedule, first, a, b))
            return false;
    return true;
}

const char *bidding_wrong(const struct skat_rules *rules, const struct schedule *schedule, int a,
                          int b, const struct bot *bots, int bot_count)
{
    if (a < 0)
        return "needs two bots that are compared";
    if (rules->game != SKAT_VARIANT_SKAT || rules->auction == SKAT_AUCTION_NONE)
        return "is for Skat with an auction";
    if (schedule->whole_sessions)
        return "is not for rules or bots that carry something from deal to deal";
    if (rules->kontra_levels && rules->kontra_when != SKAT_KONTRA_BEFORE_LEAD)
        return "is for rules under which kontra is said before the first lead, if at all: said "
               "between cards it would not be asked for before";
    if (!are_alone(schedule, a, b, bot_count))
        return "is for tables of the two alone";
    if (!all_cancel(schedule, a, b))
        return "is for schedules in which both have the same seats, as in a duel: else a deal that "
               "is bid alike does not count 0";
    for (int bot = 0; bot < bot_count; bot++)
        if ((bot == a || bot == b) && may_vary(&bots[bot]))
            return "is for bots that are deterministic and use no clock: others need not bid in "
                   "the game as when they were asked before";
    return NULL;
}
