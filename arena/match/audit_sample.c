// SPDX-License-Identifier: MIT
#include "arena/match/audit_sample.h"

#include <math.h>
#include <string.h>

/* The stream of a bot's strata, apart from those of deals and seats: each stratum counts as a deal,
 * of a session that no run has. */
enum { STREAM = 0x20000 };
#define SESSION UINT64_MAX

/* Draws the game of stratum number `drawn`. Strata are shorter than 2^32 unless a run has more
 * games than anybody can play. */
static void draw(struct audit_sample *sample)
{
    const struct skat_random_key key = skat_random_deal_key(&sample->key, SESSION, sample->drawn);
    struct skat_random random;

    skat_random_start(&random, &key, STREAM + (uint64_t)sample->bot);
    const uint64_t game = sample->drawn * sample->stratum +
                          skat_random_below(&random, (uint32_t)sample->stratum),
                   tables = (uint64_t)sample->tables;
    sample->next = game / tables * (uint64_t)sample->cycle + sample->at[game % tables];
    sample->pick = (uint32_t)skat_random_bits(&random);
}

void audit_sample_begin(struct audit_sample *sample, const struct schedule *schedule,
                        const struct skat_random_key *key, int bot, int64_t one_in)
{
    struct schedule whole = *schedule;
    int seats = 0;

    *sample = (struct audit_sample){.key = *key, .bot = bot, .cycle = schedule->arrangement_count};
    for (int i = 0; i < schedule->arrangement_count; i++) {
        int here = 0;
        for (int seat = 0; seat < schedule->seats; seat++)
            here += schedule->arrangements[i][seat] == bot;
        if (here)
            sample->at[sample->tables++] = (uint16_t)i;
        seats += here;
    }
    if (!sample->tables)
        return;
    whole.shard = whole.shards = 0;
    const double games = (double)schedule_games(&whole) * sample->tables / sample->cycle,
                 decisions = (double)AUDIT_SEAT_DECISIONS * seats / sample->tables,
                 least = ceil(games / AUDIT_SAMPLE_MOST),
                 wanted = floor((double)one_in / decisions + 0.5);
    sample->stratum = (uint64_t)fmin(fmax(fmax(wanted, least), 1), UINT32_MAX);
    draw(sample);
}

uint64_t audit_sample_next(struct audit_sample *sample, uint64_t game)
{
    if (!sample->stratum)
        return UINT64_MAX;
    while (sample->next < game) {
        const uint64_t cycles = game / (uint64_t)sample->cycle;
        const uint64_t first = cycles * (uint64_t)sample->tables / sample->stratum;
        sample->drawn = first > sample->drawn + 1 ? first : sample->drawn + 1;
        draw(sample);
    }
    return sample->next;
}
