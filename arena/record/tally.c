// SPDX-License-Identifier: MIT
#include "arena/record/tally.h"

#include <stdio.h>
#include <string.h>

#include "engine/session.h"

#define COUNTER(field) #field, .offset = offsetof(struct bot_tally, field)
const struct tally_counter tally_counters[] = {
    {COUNTER(seats), .title = "seats", .meaning = "seats that it had, also those that sat out",
     .section = TALLY_DEALS},
    {COUNTER(active), .title = "active", .meaning = "of these, seats in which it held cards",
     .section = TALLY_DEALS},
    {COUNTER(declared), .title = "declared", .meaning = "games as declarer", .section = TALLY_DEALS,
     .share_of = "active"},
    {COUNTER(won), .title = "won", .meaning = "of these, games that it won", .section = TALLY_DEALS,
     .share_of = "declared"},
    {COUNTER(defended), .title = "defended", .meaning = "games as defender",
     .section = TALLY_DEFENCE},
    {COUNTER(defended_won), .title = "defended and won",
     .meaning = "of these, games that declarer lost", .section = TALLY_DEFENCE,
     .share_of = "defended"},
    {COUNTER(hand), .title = "hand", .meaning = "declared games without the skat",
     .section = TALLY_GAMES},
    {COUNTER(ouvert), .title = "ouvert", .meaning = "declared games with open cards",
     .section = TALLY_GAMES},
    {COUNTER(schneider), .title = "schneider",
     .meaning = "declared games in which it made schneider, announced or not",
     .section = TALLY_GAMES},
    {COUNTER(schwarz), .title = "schwarz",
     .meaning = "declared games in which it made schwarz, announced or not",
     .section = TALLY_GAMES},
    {COUNTER(overbid), .title = "overbid",
     .meaning = "declared games whose value was below the bid", .section = TALLY_GAMES},
    {COUNTER(conceded), .title = "conceded", .meaning = "declared games that it gave up",
     .section = TALLY_GAMES},
    {COUNTER(ramsch), .title = "ramsch", .meaning = "ramsch games in which it held cards",
     .section = TALLY_VARIANTS, .group = "ramsch", .column = "ramsch"},
    {COUNTER(ramsch_lost), .title = "ramsch lost", .meaning = "of these, games that it lost",
     .section = TALLY_VARIANTS, .group = "ramsch", .column = "lost"},
    {COUNTER(marches), .title = "marches", .meaning = "of these, games in which it took all tricks",
     .section = TALLY_VARIANTS, .group = "ramsch", .column = "marches"},
    {COUNTER(kontra), .title = "kontra", .meaning = "games in which it said kontra",
     .section = TALLY_VARIANTS, .group = "kontra", .column = "kontra"},
    {COUNTER(kontra_won), .title = "kontra won", .meaning = "of these, games that declarer lost",
     .section = TALLY_VARIANTS, .group = "kontra", .column = "won"},
    {COUNTER(re), .title = "re", .meaning = "games in which it answered kontra with re",
     .section = TALLY_VARIANTS, .group = "kontra", .column = "re"},
    {COUNTER(rounds_lost), .title = "rounds lost", .meaning = "rounds of Bierlachs that it lost",
     .section = TALLY_VARIANTS, .group = "rounds_lost", .column = "rounds lost"},
};
const int tally_counter_count = sizeof tally_counters / sizeof *tally_counters;

int64_t *tally_counter_of(struct bot_tally *bot, const struct tally_counter *counter)
{
    return (int64_t *)(void *)((char *)bot + counter->offset);
}

int64_t tally_count(const struct bot_tally *bot, const struct tally_counter *counter)
{
    return *(const int64_t *)(const void *)((const char *)bot + counter->offset);
}

static void add_declarer(struct bot_tally *bot, const struct skat_game *game,
                         const struct game_outcome *outcome)
{
    const struct skat_result *result = &outcome->result;

    bot->declared++;
    bot->won += result->won;
    bot->bid_sum += game->table.bid;
    bot->overbid += result->overbid;
    bot->conceded += outcome->status == GAME_CONCEDED;
    if (!game->table.announced)
        return;
    bot->type_declared[game->table.contract.type]++;
    bot->type_won[game->table.contract.type] += result->won;
    bot->hand += (game->table.contract.with & SKAT_WITH_HAND) != 0;
    bot->ouvert += (game->table.contract.with & SKAT_WITH_OUVERT) != 0;
    bot->schneider += result->won && result->levels >> SKAT_LEVEL_SCHNEIDER & 1;
    bot->schwarz += result->won && result->levels >> SKAT_LEVEL_SCHWARZ & 1;
}

static void add_ramsch(struct tally *tally, const struct game_outcome *outcome,
                       const uint8_t *table)
{
    tally->ramsch++;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (outcome->seat_of[position] == SKAT_NOBODY)
            continue;
        struct bot_tally *bot = &tally->bots[table[outcome->seat_of[position]]];
        bot->ramsch++;
        bot->ramsch_lost += outcome->result.ramsch.score[position] < 0;
        bot->marches += outcome->result.ramsch.march && outcome->result.ramsch.score[position] > 0;
    }
}

static void add_kontra(struct tally *tally, const struct skat_game *game,
                       const struct game_outcome *outcome, const uint8_t *table)
{
    struct bot_tally *said = &tally->bots[table[outcome->seat_of[game->extra.kontra_by]]];

    said->kontra++;
    said->kontra_won += outcome->result.won == 0;
    tally->bots[table[outcome->seat_of[game->table.declarer]]].re += game->extra.kontra > 1;
}

/* Money is settled between each two seats on the classic total (rules.md 8.2): each wins the sum of
 * its differences from the others. */
static void add_money(struct tally *tally, const struct game_outcome *outcome, const uint8_t *table)
{
    int64_t sum = 0;

    for (int seat = 0; seat < outcome->seats; seat++)
        sum += outcome->classic[seat];
    for (int seat = 0; seat < outcome->seats; seat++)
        tally->bots[table[seat]].money += outcome->seats * outcome->classic[seat] - sum;
}

/* What a seat gets from another one that has so many points less, in units of money.rounding; a
 * half is rounded up, for whoever gets it (rules.md 8.2). Whole units of points first: the product
 * of all points and the stake could be too large. */
static int64_t payment(const struct skat_rules *rules, int64_t points)
{
    const int64_t unit = rules->money_rounding, more = points < 0 ? -points : points;
    const int64_t paid = more / unit * rules->money_stake +
                         (2 * (more % unit * rules->money_stake) + unit) / (2 * unit);

    return points < 0 ? -paid : paid;
}

/* Rounded money is settled once, with the totals of the session (rules.md 8.2). */
static void add_payments(struct tally *tally, const struct game_outcome *outcome,
                         const struct skat_rules *rules, const uint8_t *table)
{
    const int64_t *classic = outcome->news.classic;

    for (int seat = 0; seat < outcome->seats; seat++)
        for (int other = 0; other < outcome->seats; other++)
            tally->bots[table[seat]].paid += payment(rules, classic[seat] - classic[other]);
}

void tally_add(struct tally *tally, const struct skat_game *game,
               const struct game_outcome *outcome, const uint8_t *table)
{
    bool declared = game->table.declarer != SKAT_NOBODY;
    const bool seeger = game->rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN;
    int32_t extra[SKAT_SEATS_MAX];

    tally->games++;
    tally->declared += declared;
    tally->won += outcome->result.won > 0;
    tally->passed_in +=
        !declared && !game_status_is_fault(outcome->status) && !outcome->result.is_ramsch;
    tally->bock += outcome->result.bock > 1;
    if (outcome->result.is_ramsch)
        add_ramsch(tally, outcome, table);
    if (game->extra.kontra)
        add_kontra(tally, game, outcome, table);
    tally->signature += game_outcome_signature(game, outcome);
    if (game->rules->money_stake)
        add_money(tally, outcome, table);
    if (skat_rules_round_money(game->rules) && outcome->in_session && outcome->news.ended)
        add_payments(tally, outcome, game->rules, table);
    skat_deal_extras(game->rules, &outcome->result, game->table.declarer, outcome->seat_of, extra);
    for (int seat = 0; seat < outcome->seats; seat++) {
        struct bot_tally *bot = &tally->bots[table[seat]];
        bot->seats++;
        bot->points += outcome->classic[seat];
        bot->score += outcome->score[seat];
        bot->seeger_extras += extra[seat];
        bot->rounds_lost += outcome->in_session && outcome->news.rounds_lost >> seat & 1;
    }
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned seat = outcome->seat_of[position];
        if (seat == SKAT_NOBODY)
            continue;
        struct bot_tally *bot = &tally->bots[table[seat]];
        const int64_t points = outcome->score[seat] + (seeger ? extra[seat] : 0);
        bot->active++;
        if (declared && position == game->table.declarer) {
            bot->as_declarer += points;
            add_declarer(bot, game, outcome);
        } else if (declared) {
            bot->as_defender += points;
            bot->defended++;
            bot->defended_won += outcome->result.won == 0;
        }
    }
    if (game_status_is_fault(outcome->status))
        tally->bots[table[outcome->seat_of[game->fault]]].faults[outcome->status]++;
}

/* A tally is int64_t and uint64_t throughout, so that merging is adding words. */
_Static_assert(sizeof(struct tally) % sizeof(uint64_t) == 0, "a tally is made of words");

static size_t words(int bots)
{
    return (offsetof(struct tally, bots) + (size_t)bots * sizeof(struct bot_tally)) /
           sizeof(uint64_t);
}

void tally_merge(struct tally *tally, const struct tally *more, int bots)
{
    uint64_t *to = (uint64_t *)(void *)tally;
    const uint64_t *from = (const uint64_t *)(const void *)more;

    for (size_t i = 0; i < words(bots); i++)
        to[i] += from[i];
}

void tally_clear(struct tally *tally, int bots)
{
    memset(tally, 0, words(bots) * sizeof(uint64_t));
}

/* ---- faults ---- */

void fault_counts_add(struct fault_counts *counts, const int64_t faults[GAME_STATUSES])
{
    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++) {
        counts->of[status] += faults[status];
        counts->all += faults[status];
    }
}

void fault_counts_text(const struct fault_counts *counts, char text[FAULT_COUNTS_TEXT])
{
    static const char *const words[GAME_STATUSES][2] = {
        [GAME_ILLEGAL] = {"illegal action", "illegal actions"},
        [GAME_TIMEOUT] = {"timeout", "timeouts"},
        [GAME_CRASH] = {"crash", "crashes"},
    };
    int length = 0;

    *text = '\0';
    for (int status = GAME_ILLEGAL; status < GAME_STATUSES; status++)
        if (counts->of[status])
            length += snprintf(text + length, FAULT_COUNTS_TEXT - (size_t)length, "%s%lld %s",
                               length ? ", " : "", (long long)counts->of[status],
                               words[status][counts->of[status] != 1]);
}
